"""The pie: offers a start that is even, and judges one that may be taken over.

Starts whose matches of self-play were counted (``tools/starts.py``) stand in ``starts``; others are
judged by a short search.
"""

import json
import random
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from threading import Event
from typing import Any

from ..core import SWAP_CODE, Move, Position, State
from .knowledge import Knowledge
from .knowledge.symmetry import symmetries
from .tree import Search

EVEN = 0.07  # how far from one half the chance after an even start may be
CANDIDATES = 24  # starts compared where none is known
PLAYOUTS = 100  # for each of them
PRESUMED = 10  # matches that what is presumed of a start counts as, besides those that were played


@dataclass(frozen=True, slots=True)
class Start:
    """A start and its matches of self-play.

    :param cells: In the order in which its pieces are placed.
    :param wins: Of the side that moves next and takes nothing over; a draw is half a win.
    """

    cells: tuple[str, ...]
    wins: float
    matches: int

    def chance(self, presumed: float = 0.5) -> float:
        """The chance of the side that moves next, from 0 to 1.

        :param presumed: That without the matches.
        """
        return (self.wins + PRESUMED * presumed) / (self.matches + PRESUMED)

    def is_even(self, presumed: float = 0.5) -> bool:
        """Whether both sides have about the same chance."""
        return abs(self.chance(presumed) - 0.5) <= EVEN


def offers_start(state: State, knowledge: Knowledge[Any]) -> bool:
    """Whether the next decision belongs to a start that may be taken over."""
    return state.ply < knowledge.start_length and not state.has_head_start


def offer(
    state: State,
    knowledge: Knowledge[Any],
    rng: random.Random,
    seconds: float,
    stop: Event | None = None,
) -> Move:
    """The next decision of a start that is as even as can be."""
    even_starts = even_starts_of(state)
    rng.shuffle(even_starts)
    for start in even_starts:
        continuations = _continuations(state, start)
        if continuations:
            return Move("place", rng.choice(continuations))
    return _searched_offer(state, knowledge, rng, seconds, stop)


def even_starts_of(state: State) -> list[Start]:
    """The known starts that are even: of each it is presumed that it is like the others."""
    starts = known_starts(state)
    matches = sum(start.matches for start in starts)
    if not matches:
        return []
    mean = sum(start.wins for start in starts) / matches
    return [start for start in starts if start.is_even(presumed=mean)]


def even_first_cells(state: State, advised: Sequence[str]) -> tuple[str, ...]:
    """A cell for each known even start with which it begins or goes on; none where none fits.

    :param advised: The cells of a turn; a start that it may be is told in its orientation.
    """
    cells: dict[str, None] = {}
    for start in even_starts_of(state):
        continuations = _continuations(state, start)
        of_turn = [cell for cell in advised[:1] if cell in continuations]
        for cell in (of_turn or continuations)[:1]:
            cells.setdefault(cell)
    return tuple(cells)


def _continuations(state: State, start: Start) -> list[str]:
    """The cells on which a start goes on, for each orientation in which it has begun so."""
    pieces = set(state.pieces())
    continuations = []
    for cells in _images(state, start.cells):
        cells_left = [cell for cell in cells if cell not in pieces]
        # The last piece is the other side's: it is told apart from those before it.
        has_begun_so = len(cells_left) == len(cells) - len(pieces) and cells[-1] not in pieces
        if has_begun_so:
            continuations.append(cells_left[0])
    return continuations


def _searched_offer(
    state: State,
    knowledge: Knowledge[Any],
    rng: random.Random,
    seconds: float,
    stop: Event | None,
) -> Move:
    """The first decision of the most even of some starts drawn at random."""
    end = time.perf_counter() + seconds
    position = state.position()
    best_code = rng.choice(position.codes())
    least_lead = 1.0
    for _ in range(CANDIDATES):
        if time.perf_counter() >= end or (stop is not None and stop.is_set()):
            break
        first_code, start = _random_start(position, knowledge, rng)
        search = search_of_start(start, knowledge, rng, end - time.perf_counter(), stop)
        lead = abs(chance_to_move(search) - 0.5)
        if lead < least_lead:
            least_lead = lead
            best_code = first_code
    return position.move(best_code)


def _random_start(
    position: Position, knowledge: Knowledge[Any], rng: random.Random
) -> tuple[int, Position]:
    """The first decision, as a code, of a start completed at random, and the position after it."""
    first_code = rng.choice(position.codes())
    position = position.after(first_code)
    while SWAP_CODE not in position.codes():
        position = position.after(rng.choice(position.codes()))
    return first_code, position


def search_of_start(
    position: Position,
    knowledge: Knowledge[Any],
    rng: random.Random,
    seconds: float,
    stop: Event | None,
) -> Search:
    """A short search of a start that nobody takes over."""
    search = Search(position, knowledge, rng, codes_beside_taking_over(position, knowledge))
    search.run(seconds, PLAYOUTS, stop)
    return search


def may_take_over(position: Position, knowledge: Knowledge[Any]) -> bool:
    """Whether a start may be taken over that the other side looked for."""
    return knowledge.start_length > 0 and SWAP_CODE in position.codes()


def codes_beside_taking_over(position: Position, knowledge: Knowledge[Any]) -> list[int]:
    """The decisions of a position but that to take a start over, which is judged by itself."""
    codes = position.codes()
    if may_take_over(position, knowledge):
        codes.remove(SWAP_CODE)
    return codes


def prefers_to_take_over(
    state: State, knowledge: Knowledge[Any], search: Search, rng: random.Random
) -> bool:
    """Whether a start may be taken over, and is better than what a search of the rest found.

    One that is known to be even is in one match of two, so that neither side gains by its offer.
    """
    if not may_take_over(search.position, knowledge):
        return False
    if is_known_to_be_even(state):
        return rng.random() < 0.5
    return chance_of_start(state, search) < 0.5


def is_known_to_be_even(state: State) -> bool:
    """Whether the start that was just completed is known, and even."""
    return known_start(state) in even_starts_of(state)


def chance_of_start(state: State, search: Search) -> float:
    """The chance, from 0 to 1, of the side that moves after a start and takes nothing over.

    By a search, and by the matches from this start where there are any.
    """
    chance = chance_to_move(search)
    start = known_start(state)
    return chance if start is None else start.chance(presumed=chance)


def chance_to_move(search: Search) -> float:
    """The same by a search alone."""
    return search.knowledge.chance(search.value())


def known_start(state: State) -> Start | None:
    """The start that was just completed, if matches were played from it."""
    if state.last_move is None:
        return None
    pieces = set(state.pieces())
    last_cell = state.last_move.target
    for start in known_starts(state):
        for cells in _images(state, start.cells):
            if cells[-1] == last_cell and set(cells) == pieces:
                return start
    return None


def _images(state: State, cells: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """The cells of a start in every orientation of the board."""
    board = state.board
    for table in symmetries(board):
        yield tuple(board.cell[table[board.index[cell]]] for cell in cells)


def known_starts(state: State) -> list[Start]:
    """The starts of a state's variant from which matches were played."""
    return [
        Start(tuple(cells.split()), wins, matches)
        for cells, (wins, matches) in _starts(state.game.slug).get(state.variant, {}).items()
    ]


@cache
def _starts(slug: str) -> Mapping[str, Mapping[str, tuple[float, int]]]:
    """By variant: the cells of each start, the wins of the side to move, and the matches."""
    source = resources.files(__package__) / "starts" / f"{slug}.json"
    if not source.is_file():
        return {}
    content = json.loads(source.read_text("utf-8"))
    starts: Mapping[str, Mapping[str, tuple[float, int]]] = content["starts"]
    return starts
