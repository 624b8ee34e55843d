"""Pictures for the chat: drawn in a worker thread, off the event loop, the newest boards cached."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Unpack

import render
from bot.chat.pictures.drawer import Drawer
from bot.chat.pictures.picture import Picture
from bot.domain.imports.service import UNFINISHED
from bot.domain.matches.match import Match
from bot.metrics import RENDERS
from games.core import Game, Outcome, State
from render import Look

MOST_CACHED = 64
SMALL = 360
"""Pixels of a small board, such as those of a list."""


class Images:
    """Draws pictures, in one thread: a second one would only make the event loop wait longer.

    With a ``drawer`` boards are composed here, and drawn in a process of its own: to hand them to a thread and back
    would take longer than to compose them.
    """

    def __init__(self, drawer: Drawer | None = None) -> None:
        self._drawer = drawer
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="render")
        self._cache: OrderedDict[tuple[object, ...], Picture] = OrderedDict()

    async def board(
        self, state: State, *, key: tuple[object, ...] = (), turn: Sequence[State] = (), **look: Unpack[Look]
    ) -> Picture:
        """The picture of a state; ``turn`` are the states of the latest turn.

        ``key`` names the position for ever, such as a match's id and version and the decisions drafted in it; pictures
        with the same key and look are drawn once. Without a key the picture is drawn anew.
        """
        whole = (*key, *sorted(look.items()))
        if key and whole in self._cache:
            self._cache.move_to_end(whole)
            return self._cache[whole]
        with RENDERS.labels("board").time():
            if self._drawer is None:
                work = partial(render.png, state, turn=turn, **look)
                data = await asyncio.get_running_loop().run_in_executor(self._thread, work)
            else:
                data = await self._drawer.png(render.drawing(state, turn=turn, **look))
        alt = render.alt_text(state, turn=turn, ending=look.get("ending"), say=look.get("say", str))
        drawn = Picture(f"{state.game.slug}-{state.ply}.png", data, alt)
        if key:
            self._cache[whole] = drawn
            while len(self._cache) > MOST_CACHED:
                self._cache.popitem(last=False)
        return drawn

    async def match(self, match: Match, *, ended: bool = True, **look: Unpack[Look]) -> Picture:
        """The board of a match, its latest turn marked; ``ended``: with how it ended, if that is the last board."""
        key = (match.id, match.version, match.state.ply)
        decided = match.status != "running" and match.reason != UNFINISHED
        if ended and decided and match.state.outcome is None:
            look["ending"] = Outcome(match.winner, match.reason or "")
        return await self.board(match.state, key=key, turn=match.trail, **look)

    async def start(self, game: Game, options: Mapping[str, str], **look: Unpack[Look]) -> Picture:
        """The board of a game before the first move."""
        state = game.start(**options)
        whole: Look = {"size": SMALL, **look}
        return await self.board(state, key=(game.slug, *state.options.items()), **whole)

    async def run(self, work: Callable[[], bytes]) -> bytes:
        """Do some other drawing in the worker thread."""
        with RENDERS.labels("other").time():
            return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def close(self) -> None:
        """Let the thread go."""
        self._thread.shutdown(wait=False, cancel_futures=True)
        if self._drawer is not None:
            self._drawer.close()
