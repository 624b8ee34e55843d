"""The way of everything heavy, apart from that of boards: fairly queued, made once, and kept for a while."""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from multiprocessing import get_context
from typing import Generic, TypeAlias, TypeVar, TypeVarTuple, cast

from bot.chat.pictures import archives, jobs
from bot.chat.pictures.archives import MatchRecord, Part
from bot.chat.pictures.jobs import Drawn, File, Style
from bot.chat.pictures.picture import Picture
from bot.domain.events import JSON
from bot.domain.imports.record import ReadRecord, read_record
from bot.domain.matches.match import Match
from bot.workers import PositionData, Task, Thinkers, cores
from bot.workers import jobs as thinking
from render import Look

LANES = 2
"""Processes at most; what is long takes all but one of them, so that a picture never waits for an animation."""
MOST_BYTES = 24 << 20
"""How much of what was made is kept."""
MOST_KEPT = 1_000
PICTURE_SECONDS, TURN_SECONDS, FILE_SECONDS, REPLAY_SECONDS = 2.0, 10.0, 20.0, 60.0
"""About how long each takes at most."""

Anything: TypeAlias = "bytes | Drawn | File | tuple[Part, ...] | ReadRecord | int | None"
Made = TypeVar("Made", bound=Anything)
Given = TypeVarTuple("Given")


def process(shared: thinking.Shared) -> Executor:
    """A drawing process, started afresh."""
    given = (shared, cores.ALL)
    return ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=jobs.begin, initargs=given)


def styled(look: Look) -> Style:
    """A look without what only the bot's own process knows."""
    plain = {name: value for name, value in look.items() if name in Style.__optional_keys__}
    return cast(Style, plain)


class Making(Generic[Made]):
    """Something that is being made, or has been."""

    def __init__(self, future: asyncio.Future[Made], task: Task[Made] | None = None) -> None:
        self._future = future
        self._task = task

    @property
    def progress(self) -> float:
        """How much is done, from 0 to 1."""
        return 0.0 if self._task is None else self._task.progress

    async def ready(self, seconds: float) -> bool:
        """Wait until it is made, so many seconds at most."""
        return bool((await asyncio.wait({self._future}, timeout=seconds))[0])

    async def value(self) -> Made:
        """What was made. Raises what went wrong."""
        return await asyncio.shield(self._future)


class HeavyLane:
    """Makes what is heavy in processes, which begin when they are needed and end when they have long been idle.

    What several ask for at the same time is made once; the newest of what was made is kept. Members take turns.
    """

    def __init__(self, processes: Thinkers | None = None) -> None:
        self._processes = processes or Thinkers(LANES, process)
        self._kept: OrderedDict[Hashable, Anything] = OrderedDict()
        self._bytes = 0
        self._under_way: dict[Hashable, Making[Anything]] = {}

    @property
    def idle(self) -> bool:
        """Whether nothing is being made."""
        return self._processes.idle

    def make(
        self,
        owner: int,
        key: Hashable,
        work: Callable[[*Given], Made],
        *given: *Given,
        seconds: float,
        long: bool = False,
    ) -> Making[Made]:
        """Have ``work(*given)``, a function of ``jobs``, done for ``owner``.

        ``key`` names what comes of it for ever; without one it is made for this once.
        """
        loop = asyncio.get_running_loop()
        if key is not None and key in self._kept:
            self._kept.move_to_end(key)
            done: asyncio.Future[Made] = loop.create_future()
            done.set_result(cast(Made, self._kept[key]))
            return Making(done)
        if key is not None and key in self._under_way:
            return cast("Making[Made]", self._under_way[key])
        future: asyncio.Future[Made] = loop.create_future()

        def ended(task: Task[Made]) -> None:  # in any thread
            with contextlib.suppress(RuntimeError):  # the program has ended meanwhile
                loop.call_soon_threadsafe(self._made, key, future, task)

        task = self._processes.submit(owner, work, *given, seconds=seconds, long=long, ended=ended)
        making = Making(future, task)
        if key is not None:
            self._under_way[key] = cast("Making[Anything]", making)
        return making

    def _made(self, key: Hashable, future: asyncio.Future[Made], task: Task[Made]) -> None:
        self._under_way.pop(key, None)
        if future.cancelled():
            return
        if task.error is not None:
            future.set_exception(task.error)
            future.exception()  # nobody may be waiting any more
            return
        future.set_result(task.value)
        if key is None:
            return
        self._kept[key] = task.value
        self._bytes += _size(task.value)
        while self._bytes > MOST_BYTES or len(self._kept) > MOST_KEPT:
            self._bytes -= _size(self._kept.popitem(last=False)[1])

    async def board(
        self, owner: int, name: str, position: PositionData, made: int, style: Style, locale: str
    ) -> Picture:
        """A board as ``jobs.board`` draws it, as a file called ``name``."""
        look = (made, *sorted(style.items()), locale)
        key = ("board", position.slug, *position.options.items(), position.decisions, *look)
        drawn: Drawn = await self.make(
            owner, key, jobs.board, position, made, style, locale, seconds=PICTURE_SECONDS
        ).value()
        return Picture(name, drawn.data, drawn.alt)

    def replay(self, owner: int, match: Match, *, theme: str, flip: bool, locale: str) -> Making[bytes]:
        """A match as an animation."""
        position = PositionData(match.game.slug, dict(match.options), match.decisions)
        key = ("replay", match.id, match.version, len(match.decisions), theme, flip, locale)
        return self.make(owner, key, jobs.replay, position, theme, flip, locale, seconds=REPLAY_SECONDS, long=True)

    async def turn(self, owner: int, position: PositionData, made: int, *, theme: str, locale: str) -> bytes:
        """The last ``made`` decisions of a position as an animation, made once for all who ask."""
        key = ("turn", position.slug, *position.options.items(), position.decisions, made, theme, locale)
        return await self.make(
            owner, key, jobs.turn, position, made, theme, locale, seconds=TURN_SECONDS, long=True
        ).value()

    async def archive(
        self, owner: int, page: str, data: Mapping[str, JSON], records: Sequence[MatchRecord]
    ) -> tuple[Part, ...]:
        """What is kept about a member as packed files that Discord takes (``archives.packed``); it is not kept."""
        given = (page, data, records, archives.LARGEST)
        return await self.make(owner, None, archives.packed, *given, seconds=FILE_SECONDS, long=True).value()

    async def record(self, owner: int, text: str) -> ReadRecord:
        """A record that a member has brought, read and played through. Raises GameError."""
        return await self.make(owner, None, read_record, text, seconds=FILE_SECONDS, long=True).value()

    async def packed(self, owner: int, data: bytes, name: str) -> File:
        """A file called ``name``, packed if it is large; it is not kept."""
        if len(data) <= jobs.LARGE:
            return File(name, data)
        return await self.make(owner, None, jobs.packed, data, name, seconds=FILE_SECONDS, long=True).value()

    def watch(self) -> None:
        """End what is stuck, and let go processes that have long been idle; to be called every second or so."""
        self._processes.watch()

    def close(self) -> None:
        """Make nothing any more."""
        self._processes.close()


def _size(made: Anything) -> int:
    """Bytes of something that was made."""
    if isinstance(made, Drawn | File):
        return sum(map(len, made))
    return len(made) if isinstance(made, bytes) else 0
