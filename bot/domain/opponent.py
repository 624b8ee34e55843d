"""The computer as opponent: worker processes think about its turns and about draws that it is
offered.

What to do is read from the database again and again, so after a restart it thinks again. Each
answer names the version of the match that it was thought for, so nothing is played twice.
"""

import logging
from collections.abc import Callable
from functools import partial

from bot.domain.computer import thinking
from bot.domain.computer.thinking import ChosenTurn, PositionData
from bot.domain.errors import Refused
from bot.domain.matches import agreements
from bot.domain.matches.match import Match
from bot.domain.matches.queries import ComputerTask
from bot.domain.matches.service import Matches
from bot.domain.values import COMPUTER
from bot.workers.pool import THINKING, Workers
from bot.workers.task import Task
from games.players import LEVELS

log = logging.getLogger(__name__)

LEVEL_NUMBERS = {
    "novice": 0,
    "casual": 1,
    "regular": 5,
    "club": 2,
    "strong": 3,
    "master": 4,
}
"""The levels from weak to strong, with the numbers that are stored with matches and stay as they
are.
"""
_LEVEL_NAMES = {number: name for name, number in LEVEL_NUMBERS.items()}
DEFAULT = "casual"
DRAWISH = -0.5
LOST = -0.95
"""The computer agrees to a draw when it gives less than this for its own chances, from -1 to 1:
``LOST`` in the first ``EARLY`` turns of a match, when a judgement is little more than a guess.
"""
EARLY = 10
LOOK_SECONDS = 10.0  # how often the database is searched for matches to move in without a ``wake``
AGAIN_SECONDS = 30.0  # seconds after which it tries again what failed


def level_number(name: str) -> int:
    """The number of a level as it is stored with a match."""
    return LEVEL_NUMBERS[name]


def level_name(number: int | None) -> str:
    """The name of a level by its stored number; DEFAULT where there is no such level."""
    return DEFAULT if number is None else _LEVEL_NAMES.get(number, DEFAULT)


def position(match: Match) -> PositionData:
    """A match as plain values for worker processes."""
    return PositionData(match.game.slug, dict(match.options), match.decisions)


class ComputerOpponent:
    """The computer player: thinks about its turns and draw offers, and answers them.

    ``work`` is to be called twice a second while it is ``busy``, and soon after it has called
    ``hurry``.

    :param serves: whether this process, of several on one database, serves a scope
    :param pace: the share of its time that it takes for a move
    """

    def __init__(
        self,
        matches: Matches,
        workers: Workers,
        serves: Callable[[int, bool], bool],
        monotonic: Callable[[], float],
        hurry: Callable[[], None],
        pace: float = 1.0,
    ) -> None:
        self._matches = matches
        self._workers = workers
        self._serves = serves
        self._monotonic = monotonic
        self._hurry = hurry
        self._pace = pace
        self._thinking: dict[ComputerTask, Task[ChosenTurn | float]] = {}
        self._failed: dict[ComputerTask, float] = {}
        self._looked: float | None = None

    def wake(self) -> None:
        """Look for matches to move in at once, as one of the computer's matches has changed."""
        self._looked = None
        self._hurry()

    @property
    def busy(self) -> bool:
        """Whether it is thinking, or about to look for matches to move in."""
        return bool(self._thinking) or self._looked is None

    async def work(self) -> bool:
        """Play finished turns, then begin new ones; whether anything was played."""
        any_played = False
        for item, task in list(self._thinking.items()):
            if task.done:
                del self._thinking[item]
                any_played |= await self._done(item, task)
        now = self._monotonic()
        if self._looked is None or now - self._looked >= LOOK_SECONDS:
            self._looked = now
            await self._look()
        return any_played

    async def _look(self) -> None:
        now = self._monotonic()
        tasks = await self._matches.waiting_for_computer()
        open_tasks = [item for item in tasks if self._serves(item.scope, item.guild)]
        for item in set(self._thinking) - set(open_tasks):
            self._workers.cancel(self._thinking.pop(item))
        self._failed = {
            item: failure_time
            for item, failure_time in self._failed.items()
            if now - failure_time < AGAIN_SECONDS
        }
        for item in open_tasks:
            if item not in self._thinking and item not in self._failed:
                await self._think(item)

    async def _think(self, item: ComputerTask) -> None:
        match = await self._matches.get(item.match)
        if match.version != item.version:
            return
        try:
            await self._matches.require_no_help(item.owner, match.game.slug, lambda: [match.state])
        except Refused:
            self._failed[item] = self._monotonic()  # it waits until the other match has gone on
            return
        level = LEVELS[level_name(match.level)]
        if not item.moves and not level.uses_knowledge:
            level = LEVELS["club"]  # weak players cannot judge a match
        think: Callable[[PositionData, str, float], ChosenTurn | float]
        think = thinking.choose if item.moves else thinking.judge
        args = position(match), level.name, self._pace
        cost = thinking.turn_seconds(level.name) * self._pace
        self._thinking[item] = self._workers.submit(
            THINKING, item.owner, think, *args, seconds=8 * level.seconds, cost=cost
        )

    async def _agrees(self, item: ComputerTask, chances: float) -> bool:
        """Whether the computer, with these chances from -1 to 1, agrees to a draw."""
        turn = (await self._matches.get(item.match)).state.turn
        return chances < (LOST if turn <= EARLY else DRAWISH)

    async def _done(self, item: ComputerTask, task: Task[ChosenTurn | float]) -> bool:
        """Play a finished turn or answer; whether that was possible."""
        if task.error is not None:
            log.error(
                "the computer could not think about match %s", item.match, exc_info=task.error
            )
            self._failed[item] = self._monotonic()
            return False
        version = item.version
        try:
            value = task.value
            if isinstance(value, float):
                # it is the other player's turn, so the value is theirs
                yes = await self._agrees(item, -value)
            else:
                yes = item.offer and await self._agrees(item, value.value)
            if isinstance(value, float) or yes:
                answer = partial(agreements.answer, "draw", user=COMPUTER, yes=yes, version=version)
                await self._matches.do(item.match, answer)
            else:
                moves = " ".join(value.moves)
                await self._matches.play(item.match, COMPUTER, moves, version=version)
        except Refused as why:
            # The match has gone on, such as by a takeback or its end; the next look sees how.
            log.debug("the computer was too late in match %s: %s", item.match, why)
            self._failed[item] = self._monotonic()
            return False
        self.wake()
        return True
