"""The computer's marks in what members share: turning points, looked for by the thinking processes.

What is to be looked at is told by what is shared, so whoever looks at that after a restart has it begun anew.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import NamedTuple

from bot.domain.explorations.tree import Mark
from bot.domain.matches.exploring.shared import Shared
from bot.domain.matches.exploring.sharing import Sharing
from bot.workers import PositionData, Task, Thinkers, jobs
from games.players.claims import short
from games.players.turning import TurningPoint

log = logging.getLogger(__name__)

SECONDS_A_TURN, MOST_SECONDS = 2.0, 60.0
"""How long is thought about each turn that is new in what is shared of a match, and about all of them."""

FIRST_WAIT, LONGEST_WAIT = 60.0, 86_400.0
"""Seconds until what has failed may be begun anew: after the first time, and at most."""


class _Looking(NamedTuple):
    shared: Shared
    ends: Sequence[int]
    task: Task[tuple[TurningPoint | None, ...]]


@dataclass(slots=True)
class _Failed:
    """How often in a row it has failed, and until when it is not begun anew, whoever looks."""

    times: int = 0
    until: float = 0.0

    def again(self, now: float) -> None:
        self.until = now + min(FIRST_WAIT * 4**self.times, LONGEST_WAIT)
        self.times += 1


class Marking:
    """Looks after the marks. ``work`` is to be called about twice a second; ``pace`` is a share of the usual time."""

    def __init__(
        self, sharing: Sharing, thinkers: Thinkers, pace: float = 1.0, now: Callable[[], float] = monotonic
    ) -> None:
        self._sharing = sharing
        self._thinkers = thinkers
        self._pace = pace
        self._now = now
        self._looking: dict[int, _Looking] = {}
        self._failed: dict[int, _Failed] = {}

    @property
    def busy(self) -> bool:
        """Whether something is being looked at."""
        return bool(self._looking)

    def want(self, shared: Shared, user: int) -> None:
        """Have the computer go over what is new in what is shared, as something that a member has asked for."""
        match, turns = shared.match, shared.unlooked()
        failed = self._failed.get(match.id)
        if not turns or match.id in self._looking or (failed is not None and self._now() < failed.until):
            return
        at = PositionData(match.game.slug, dict(match.options), match.decisions)
        seconds = min(SECONDS_A_TURN * len(turns), MOST_SECONDS)
        given = at, tuple(turns.values()), seconds * self._pace
        task = self._thinkers.submit(user, jobs.turning_points, *given, seconds=seconds, long=True)
        self._looking[match.id] = _Looking(shared, list(turns), task)

    async def work(self) -> None:
        """Store what has been found."""
        for match, looking in list(self._looking.items()):
            if not looking.task.done:
                continue
            del self._looking[match]
            try:
                await self._store(looking)
            except Exception:
                log.exception("the computer could not mark the lines of match %s", match)
                self._failed.setdefault(match, _Failed()).again(self._now())
            else:
                self._failed.pop(match, None)

    async def _store(self, looking: _Looking) -> None:
        """Store what was found in what is shared of a match; raises what kept the computer from it."""
        if looking.task.error is not None:
            raise looking.task.error
        points = zip(looking.ends, looking.task.value, strict=True)
        await self._sharing.mark(looking.shared, {end: _mark(point) for end, point in points if point is not None})


def _mark(point: TurningPoint) -> Mark:
    """A turning point as it is stored."""
    better = " ".join(map(str, point.better))
    if point.punished is None:
        return Mark(better, short(point.parting))
    return Mark(better, short(point.parting), " ".join(point.punished.moves), point.punished.turns)
