"""Board pictures for the chat: drawn in a worker thread, off the event loop, the newest ones kept."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import render
from bot.domain.matches.views import Match
from bot.metrics import RENDERS
from games.core import Game, Outcome, State

from .layout import Picture

MOST_KEPT = 64
SMALL = 360
"""Pixels of a small board, such as those of a list."""


class Pictures:
    """Draws boards, in one thread: a second one would only make the event loop wait longer.

    Pictures with the same ``key`` and settings are drawn once and kept for a while.
    """

    def __init__(self, threads: int = 1) -> None:
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="render")
        self._kept: OrderedDict[tuple[object, ...], Picture] = OrderedDict()

    async def board(
        self, state: State, *, key: tuple[object, ...] = (), turn: Sequence[State] = (), **settings: Any
    ) -> Picture:
        """The picture of a state; ``settings`` are those of ``render.png``, ``turn`` the states of the latest turn.

        ``key`` names the position for ever, such as a match's id and version and the decisions drafted in it; without
        one the picture is drawn anew.
        """
        whole = (*key, *sorted(settings.items()))
        if key and whole in self._kept:
            self._kept.move_to_end(whole)
            return self._kept[whole]
        loop = asyncio.get_running_loop()
        drawn = await loop.run_in_executor(self._threads, _draw, state, turn, settings)
        if key:
            self._kept[whole] = drawn
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        return drawn

    async def match(self, match: Match, *, ended: bool = True, **settings: Any) -> Picture:
        """The board of a match, its latest turn marked; ``ended``: with how it ended, if that is the last board."""
        key = (match.id, match.version, match.state.ply)
        ending = None
        if ended and match.status != "running" and match.state.outcome is None:
            ending = Outcome(match.winner, match.reason or "")
        return await self.board(match.state, key=key, turn=match.trail, ending=ending, **settings)

    async def start(self, game: Game, options: Mapping[str, str], **settings: Any) -> Picture:
        """The board of a game before the first move."""
        state = game.start(**options)
        return await self.board(state, key=(game.slug, *state.options.items()), **{"size": SMALL, **settings})

    async def run(self, work: Callable[[], bytes]) -> bytes:
        """Do some other drawing in a worker thread."""
        with RENDERS.labels("other").time():
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    def close(self) -> None:
        """Let the threads go."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def _draw(state: State, turn: Sequence[State], settings: dict[str, Any]) -> Picture:
    name = f"{state.game.slug}-{state.ply}.png"
    with RENDERS.labels("board").time():
        return Picture(
            name,
            render.png(state, turn=turn, **settings),
            render.alt_text(state, ending=settings.get("ending"), say=settings.get("say", str)),
        )
