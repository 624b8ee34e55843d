"""Turning points in shared lines, searched by worker processes.

After a restart the next look starts the search.
"""

import logging
from collections.abc import Callable, Sequence
from typing import NamedTuple

from bot.domain.computer import thinking
from bot.domain.computer.thinking import PositionData
from bot.domain.explorations.tree import TurningMark
from bot.domain.matches.exploring.shared import Shared
from bot.domain.matches.exploring.sharing import Sharing
from bot.workers.pool import THINKING, Workers
from bot.workers.task import Task
from games.players.claims import claim_text
from games.players.turning import TurningPoint

log = logging.getLogger(__name__)

# thinking time for each new turn, and for all new turns of a match together
SECONDS_A_TURN = 2.0
MOST_SECONDS = 60.0
FIRST_WAIT = 60.0
LONGEST_WAIT = 86_400.0
"""Seconds until a failed search may start again: after the first failure, and at most; four times
longer each time.
"""


class _RunningSearch(NamedTuple):
    shared: Shared
    ends: Sequence[int]
    task: Task[tuple[TurningPoint | None, ...]]


class _Failure(NamedTuple):
    times: int
    retry_time: float


class Marking:
    """Searches for turning points.

    ``pace`` scales the time. ``work``: twice a second while ``busy``.
    """

    def __init__(
        self,
        sharing: Sharing,
        workers: Workers,
        hurry: Callable[[], None],
        pace: float,
        clock: Callable[[], float],
    ) -> None:
        self._sharing = sharing
        self._workers = workers
        self._hurry = hurry
        self._pace = pace
        self._now = clock
        self._searches: dict[int, _RunningSearch] = {}
        self._failures: dict[int, _Failure] = {}

    @property
    def busy(self) -> bool:
        """Whether a search is running."""
        return bool(self._searches)

    def want(self, shared_lines: Shared, user: int) -> None:
        """Start a search in the turns that are new in shared lines, in the name of a member."""
        match = shared_lines.match
        turns = shared_lines.unlooked()
        failure = self._failures.get(match.id)
        if (
            not turns
            or match.id in self._searches
            or (failure is not None and self._now() < failure.retry_time)
        ):
            return
        position = PositionData(match.game.slug, dict(match.options), match.decisions)
        seconds = min(SECONDS_A_TURN * len(turns), MOST_SECONDS)
        arguments = position, tuple(turns.values()), seconds * self._pace
        task = self._workers.submit(
            THINKING, user, thinking.turning_points, *arguments, seconds=seconds
        )
        self._searches[match.id] = _RunningSearch(shared_lines, list(turns), task)
        self._hurry()

    async def work(self) -> None:
        """Store the results of finished searches."""
        for match, search in list(self._searches.items()):
            if not search.task.done:
                continue
            del self._searches[match]
            try:
                points = zip(search.ends, search.task.value, strict=True)
                marks = {end: _mark(point) for end, point in points if point is not None}
                await self._sharing.mark(search.shared, marks)
            except Exception:
                log.exception("the computer could not mark the lines of match %s", match)
                times = self._failures[match].times if match in self._failures else 0
                wait = min(FIRST_WAIT * 4**times, LONGEST_WAIT)
                self._failures[match] = _Failure(times + 1, self._now() + wait)
            else:
                self._failures.pop(match, None)


def _mark(point: TurningPoint) -> TurningMark:
    better_moves = " ".join(map(str, point.better))
    claim = claim_text(point.difference)
    if point.refutation is None:
        return TurningMark(better_moves, claim)
    return TurningMark(
        better_moves, claim, " ".join(point.refutation.moves), point.refutation.turns
    )
