"""Pictures for the chat: drawn off the event loop, the newest boards cached."""

import contextlib
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from itertools import count
from typing import Unpack
from weakref import WeakKeyDictionary

import render
from bot.chat.pictures import drawing
from bot.chat.pictures.picture import Picture
from bot.domain.imports.service import UNFINISHED
from bot.domain.matches.match import Match
from bot.metrics import RENDERS
from bot.workers.pool import BOARD, Workers
from bot.workers.spending import in_thread, paying
from bot.workers.task import BOT, WorkLost
from games.core import Game, Outcome, State
from render import Drawing, Look
from render.scene import Backdrop

MAX_CACHED = 64
BOARD_SECONDS = 1.5
"""How long a board may take in the helper process; after that it is drawn here.

Most take some milliseconds.
"""
BOARD_COST = 0.01  # seconds of processor time that one takes, about
SMALL = 360  # pixels of a small board, such as those of a list

_count = count(1)
# by which helper processes know boards
_numbers: WeakKeyDictionary[Backdrop, int] = WeakKeyDictionary()


class Images:
    """Composes boards and has them drawn by a helper process."""

    touched = False
    """Readers press on the boards themselves."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._cache: OrderedDict[tuple[object, ...], Picture] = OrderedDict()

    async def board(
        self,
        state: State,
        *,
        key: tuple[object, ...] = (),
        turn: Sequence[State] = (),
        **look: Unpack[Look],
    ) -> Picture:
        """The picture of a state.

        :param key: names the position for ever, such as a match's id and version and the decisions
            drafted in it; pictures with the same key and look are drawn once, those without a key
            anew
        :param turn: the states of the latest turn
        """
        cache_key = (*key, *sorted(look.items()))
        if key and cache_key in self._cache:
            self._cache.move_to_end(cache_key)
            return self._cache[cache_key]
        with RENDERS.labels("board").time():
            data = await self._png(render.drawing(state, turn=turn, **look))
        preview = look.get("preview", False)
        threats = look.get("threats", True)
        say = look.get("say", str)
        alt = render.alt_text(
            state, turn=turn, ending=look.get("ending"), preview=preview, threats=threats, say=say
        )
        picture = Picture(f"{state.game.slug}-{state.ply}.png", data, alt)
        if key:
            self._cache[cache_key] = picture
            if len(self._cache) > MAX_CACHED:
                self._cache.popitem(last=False)
        return picture

    async def match(
        self, match: Match, *, show_ending: bool = True, **look: Unpack[Look]
    ) -> Picture:
        """The board of a match, its latest turn marked.

        :param show_ending: with how it ended, if that is the last board
        """
        key = (match.id, match.version, match.state.ply)
        has_result = match.status != "running" and match.reason != UNFINISHED
        if show_ending and has_result and match.state.outcome is None:
            look["ending"] = Outcome(match.winner, match.reason or "")
        return await self.board(match.state, key=key, turn=match.history.states, **look)

    async def start(self, game: Game, options: Mapping[str, str], **look: Unpack[Look]) -> Picture:
        """The board of a game before the first move."""
        state = game.start(**options)
        small: Look = {"size": SMALL, **look}
        return await self.board(state, key=(game.slug, *state.options.items()), **small)

    async def _png(self, board: Drawing) -> bytes:
        """A drawing as a PNG.

        Its backdrop follows where the helper process does not remember it.
        """
        backdrop = board.scene.backdrop
        backdrop_data = None
        number = _numbers.get(backdrop)
        if number is None:
            number = next(_count)
            _numbers[backdrop] = number
        order = drawing.packed_drawing(board, number)
        payer = paying()
        owner = BOT if payer is None else payer.owner
        with contextlib.suppress(WorkLost):
            for _ in range(2):
                task = self._workers.submit(
                    BOARD,
                    owner,
                    drawing.draw,
                    order,
                    backdrop_data,
                    seconds=BOARD_SECONDS,
                    cost=BOARD_COST,
                )
                data = await task.result()
                if data is not None:
                    return data
                backdrop_data = drawing.packed_backdrop(backdrop)
        return await in_thread(board.png)

    async def run(self, work: Callable[[], bytes]) -> bytes:
        """Do some other drawing in a thread."""
        with RENDERS.labels("other").time():
            return await in_thread(work)
