"""Heavy work in helper processes: what several members ask for is made once, and kept for a
while.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from typing import TypeVar, TypeVarTuple, cast

from bot.chat.pictures import jobs
from bot.chat.pictures.jobs import LARGEST, PictureStyle, SheetBoard
from bot.chat.pictures.picture import File, Picture
from bot.domain.computer.thinking import PositionData
from bot.domain.matches.match import Match
from bot.workers.pool import HEAVY, Workers
from bot.workers.task import Task
from games.core import listed
from render import Look
from render.words import Say

MAX_BYTES = 24 << 20  # bytes of results that are kept
MAX_RESULTS = 1_000
# about how long each takes at most
PICTURE_SECONDS = 2.0
TURN_SECONDS = 10.0
FILE_SECONDS = 20.0
REPLAY_SECONDS = 60.0

T = TypeVar("T")
Args = TypeVarTuple("Args")


def styled(look: Look) -> PictureStyle:
    """A look without what only the bot's own process knows."""
    style = {name: value for name, value in look.items() if name in PictureStyle.__optional_keys__}
    return cast(PictureStyle, style)


class HeavyWork:
    """Makes pictures, animations and files in helper processes. Members take turns."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._tasks: OrderedDict[Hashable, Task[object]] = OrderedDict()

    def make(
        self, owner: int, key: Hashable, work: Callable[[*Args], T], *args: *Args, seconds: float
    ) -> Task[T]:
        """Have ``work(*args)`` done for ``owner``.

        :param key: names its result for ever; None: the result is not kept
        :param seconds: how long it takes at most, about
        """
        if key is not None and key in self._tasks:
            self._tasks.move_to_end(key)
            return cast("Task[T]", self._tasks[key])
        task = self._workers.submit(HEAVY, owner, work, *args, seconds=seconds)
        if key is not None:
            self._tasks[key] = cast("Task[object]", task)
            task.when_done(self._forget)
        return task

    def _forget(self) -> None:
        """Forget what failed, and the oldest results where there are too many."""
        finished_tasks = {key: task for key, task in self._tasks.items() if task.done}
        size = sum(map(_size, finished_tasks.values()))
        count = len(finished_tasks)
        for key, task in finished_tasks.items():
            if task.error is not None or size > MAX_BYTES or count > MAX_RESULTS:
                del self._tasks[key]
                size -= _size(task)
                count -= 1

    async def board(
        self,
        owner: int,
        name: str,
        position: PositionData,
        turn_length: int,
        style: PictureStyle,
        locale: str,
    ) -> Picture:
        """A board as ``jobs.board`` draws it, as a file called ``name``."""
        key = ("board", name, *_values(position), turn_length, *sorted(style.items()), locale)
        task = self.make(
            owner,
            key,
            jobs.board,
            name,
            position,
            turn_length,
            style,
            locale,
            seconds=PICTURE_SECONDS,
        )
        return await task.result()

    async def sheet(
        self, owner: int, boards: Sequence[SheetBoard], *, theme: str, size: int, say: Say = str
    ) -> Picture:
        """Small boards before the first move, each with its caption, as one picture."""
        board_keys = [(board.slug, *board.options.items(), board.caption) for board in boards]
        key = ("sheet", *board_keys, theme, size)
        task = self.make(owner, key, jobs.sheet, boards, theme, size, seconds=PICTURE_SECONDS)
        captions = [board.caption for board in boards]
        return Picture("boards.png", await task.result(), listed(captions, say))

    def replay(
        self, owner: int, match: Match, *, theme: str, flip: bool, locale: str
    ) -> Task[bytes]:
        """A match as an animation."""
        position = PositionData(match.game.slug, dict(match.options), match.decisions)
        args = (len(match.decisions), theme, flip, locale)
        key = ("replay", match.id, match.version, *args)
        return self.make(owner, key, jobs.animation, position, *args, seconds=REPLAY_SECONDS)

    async def turn(
        self, owner: int, position: PositionData, turn_length: int, *, theme: str, locale: str
    ) -> bytes:
        """The last ``turn_length`` decisions of a position as an animation."""
        args = (turn_length, theme, False, locale)
        key = ("turn", *_values(position), turn_length, theme, locale)
        task = self.make(owner, key, jobs.animation, position, *args, seconds=TURN_SECONDS)
        return await task.result()

    async def file(self, owner: int, work: Callable[[*Args], T], *args: *Args) -> T:
        """Have a file read or written by ``work(*args)``; the result is not kept.

        Raises what ``work`` raises.
        """
        return await self.make(owner, None, work, *args, seconds=FILE_SECONDS).result()

    async def packed(self, owner: int, data: bytes, name: str) -> File:
        """A file called ``name``, packed if it is too large for Discord."""
        if len(data) <= LARGEST:
            return File(name, data)
        stem = name.rpartition(".")[0]
        archive = await self.file(owner, jobs.zipped, [File(name, data)])
        return File(f"{stem}.zip", archive)


def _values(position: PositionData) -> tuple[Hashable, ...]:
    return position.slug, *position.options.items(), position.decisions


def _size(task: Task[object]) -> int:
    """About how many bytes the result of a task takes; none where it failed."""
    if task.error is not None:
        return 0
    result = task.value
    if isinstance(result, bytes):
        return len(result)
    if isinstance(result, Picture | File):
        return len(result.data)
    return 0
