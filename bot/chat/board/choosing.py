"""Choosing a decision press by press: which cells, stones, steps or areas of any game's board are
offered next.

What has been pressed so far is a text, the focus: ``a2.se4`` is the third area, then the stone on
e4. A decision is ``m`` and its notation, so that one text says all that a button needs.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from math import ceil
from typing import Literal, NamedTuple, TypeAlias

from games.core import Move, State
from games.lattice import Lattice
from render.choices import AREAS

# cells on one page: five rows of five buttons, which a phone shows below the board
MOST_CHOICES = 25
STEP_WIDTH = 5 / 3  # of a step's button beside a cell's: three stand in a row on a phone
# stones beside areas of cells: with more of them, they are parted into areas as well
MOST_STONES = 12
MOST_AREAS = len(AREAS)  # on one page: each has a colour of its own
LEAST_PART = 4  # cells in a part of the board that tells where a turn is, but not which

Kind: TypeAlias = Literal["move", "source", "area"]
Moves: TypeAlias = tuple[Move, ...]
Groups: TypeAlias = Mapping[str, Moves]


class Choice(NamedTuple):
    """Something to press, which adds ``token`` to the focus and leads to ``moves``.

    ``cells`` are those it is named by and marked on: one, two for a step, or all of an area.
    ``name``: what its button says instead.
    """

    kind: Kind
    token: str
    moves: Moves
    cells: tuple[str, ...]
    name: str = ""

    @property
    def width(self) -> float:
        """How much room its button takes."""
        return STEP_WIDTH if self.kind == "move" and len(self.cells) > 1 else 1.0


class ChoicePage(NamedTuple):
    """What is offered after ``focus``: ``choices`` on the board, and decisions without a cell (a
    swap, a pass).

    Choices stand as in the picture, from the top row down, stones first and then where they go;
    areas are last.
    """

    focus: str
    choices: tuple[Choice, ...]
    specials: Moves

    @property
    def moves(self) -> Moves:
        """All decisions on the board that can still be made from here."""
        return tuple(move for choice in self.choices for move in choice.moves)

    @property
    def within(self) -> tuple[str, ...]:
        """The cells of the area that was pressed last, if one was: the part of the board in
        question.
        """
        if not self.focus.rpartition(".")[2].startswith("a"):
            return ()
        return tuple(dict.fromkeys(cell for choice in self.choices for cell in choice.cells))

    def after(self, choice: Choice) -> str:
        """What a press of a choice stands for: a decision (``m…``), or the focus of the next
        page.
        """
        if choice.kind == "move":
            return choice.token
        return f"{self.focus}.{choice.token}" if self.focus else choice.token

    @property
    def back(self) -> str:
        """The focus of the page before."""
        return self.focus.rpartition(".")[0]

    def turned(self) -> "ChoicePage":
        """The page for a board that is turned half round."""
        turned = self.choices[::-1]
        return self._replace(
            choices=tuple(sorted(turned, key=lambda choice: choice.kind == "area"))
        )


def decision(pressed: str) -> str | None:
    """The decision that a press stands for, as text; None if it leads to another page."""
    return pressed[1:] if pressed.startswith("m") else None


def page(state: State, focus: str = "", only: Moves = ()) -> ChoicePage:
    """What can be pressed after ``focus``, or at first where it makes no sense; ``only``: of these
    decisions.
    """
    board = state.board
    offered = only or state.legal_moves()
    choices = _choices(board, tuple(move for move in offered if move.target))
    tokens = focus.split(".") if focus else []
    for token in tokens:
        pressed = next(
            (choice for choice in choices if choice.token == token and choice.kind != "move"), None
        )
        if pressed is None:
            return page(state, only=only)  # an older message, or made up
        choices = _choices(board, pressed.moves)
    specials = () if tokens else tuple(move for move in offered if not move.target)
    # a step is named without the stone that was pressed
    if any(token.startswith("s") for token in tokens):
        choices = tuple(
            choice._replace(cells=choice.cells[-1:]) if choice.kind == "move" else choice
            for choice in choices
        )
    return ChoicePage(focus, choices, specials)


def next_stone(state: State) -> int:
    """The seat whose stone the next decision places: before a swap a player may place the
    opponent's, too.
    """
    moves = state.legal_moves()
    target = moves[0].target if moves and not moves[0].source else None
    stones = state.play(moves[0]).pieces().get(target, ()) if target else ()
    return stones[-1] if stones else state.to_move or 0


def some_turns(state: State, turns: Sequence[Moves]) -> ChoicePage:
    """A page of some turns, legal or not, in place of all decisions: the press of one is its
    number.
    """
    made = [(turn, tuple(cell for move in turn for cell in move[1:] if cell)) for turn in turns]
    choices = [
        Choice("move", str(n), turn, cells, " ".join(map(str, turn)))
        for n, (turn, cells) in enumerate(made)
    ]
    order = _order(state.board)
    return ChoicePage(
        "", tuple(sorted(choices, key=lambda choice: [order[cell] for cell in choice.cells])), ()
    )


def part_of(state: State, turn: Moves) -> tuple[str, ...]:
    """The cells of the parts of the board in which a turn is made, of those with which something
    can be done.
    """
    meant = {cell for move in turn for cell in move[1:] if cell}
    used = meant.union(*(move[1:] for move in state.legal_moves())) - {""}
    cells = [cell for cell in _order(state.board) if cell in used]
    parts = _parts(state.board, cells, max(1, min(MOST_AREAS, len(cells) // LEAST_PART)))
    return tuple(cell for part in parts if meant.intersection(part) for cell in part)


@lru_cache(maxsize=128)
def _order(board: Lattice) -> Mapping[str, int]:
    """The places of cells in the picture: row by row from the top, each from the left; lower levels
    first.
    """
    places = {cell: board.xy(cell) for cell in board.cells}
    ordered = sorted(
        places, key=lambda cell: (-round(places[cell][1], 2), round(places[cell][0], 2), cell)
    )
    return {cell: number for number, cell in enumerate(ordered)}


def _choices(board: Lattice, moves: Moves) -> tuple[Choice, ...]:
    """The choices among some decisions: all of them where they fit, else stones or areas before
    them.
    """
    if _fits(whole := _wholes(board, moves)):
        return whole
    # Stones to move, and cells on which something is placed or from which it is taken; of one
    # stone, cells to go to.
    many = len({move.source for move in moves}) > 1
    stones = defaultdict[str, list[Move]](list)
    places = dict[str, Moves]()
    for move in moves:
        if many and move.source:
            stones[move.source].append(move)
        else:
            places[move.target] = (move,)
    groups = {cell: tuple(group) for cell, group in stones.items()}
    if len(groups) + len(places) <= MOST_CHOICES:
        return _opened(board, _pressed(board, groups | places))
    if not places or len(groups) > MOST_STONES:
        return _areas(board, groups | places)
    return (*_pressed(board, groups), *_areas(board, places))


def _fits(choices: Iterable[Choice]) -> bool:
    return sum(choice.width for choice in choices) <= MOST_CHOICES + 1e-9


def _wholes(board: Lattice, moves: Iterable[Move]) -> tuple[Choice, ...]:
    """Decisions to press."""
    order = _order(board)
    return tuple(
        map(
            _whole,
            sorted(moves, key=lambda move: (order[move.source or move.target], order[move.target])),
        )
    )


def _whole(move: Move) -> Choice:
    """A decision to press; a step is named by both its ends."""
    return Choice(
        "move", f"m{move}", (move,), (move.source, move.target) if move.source else (move.target,)
    )


def _pressed(board: Lattice, groups: Groups) -> tuple[Choice, ...]:
    """A choice for each cell; where only one decision goes with it, that decision."""
    return tuple(
        _whole(moves[0]) if len(moves) == 1 else Choice("source", f"s{cell}", moves, (cell,))
        for cell, moves in sorted(groups.items(), key=lambda group: _order(board)[group[0]])
    )


def _opened(board: Lattice, choices: tuple[Choice, ...]) -> tuple[Choice, ...]:
    """The choices with whole decisions in place of stones that lead to few, as long as they fit."""
    for choice in sorted(
        (part for part in choices if part.kind != "move"), key=lambda part: len(part.moves)
    ):
        at = choices.index(choice)
        opened = (*choices[:at], *_wholes(board, choice.moves), *choices[at + 1 :])
        if not _fits(opened):
            break
        choices = opened
    return choices


def _areas(board: Lattice, groups: Groups) -> tuple[Choice, ...]:
    """The board in parts, of at most a page of cells each if few parts will do.

    One cell alone is no area.
    """
    cells = sorted(groups, key=_order(board).__getitem__)
    parts = _parts(board, cells, min(MOST_AREAS, ceil(len(cells) / (MOST_CHOICES - 2))))
    alone = {part[0]: groups[part[0]] for part in parts if len(part) == 1}
    areas = (
        Choice(
            "area", f"a{number}", tuple(move for cell in part for move in groups[cell]), tuple(part)
        )
        for number, part in enumerate(part for part in parts if len(part) > 1)
    )
    return (*_pressed(board, alone), *areas)


def _parts(board: Lattice, cells: Sequence[str], count: int) -> list[Sequence[str]]:
    """Cells in ``count`` parts of about one size, cut by straight lines across the longer side, top
    left first.
    """
    if count < 2:
        return [cells]
    spots = {cell: board.xy(cell) for cell in cells}
    widths = [max(places) - min(places) for places in zip(*spots.values(), strict=True)]
    axis, forward = (0, 1) if widths[0] > widths[1] else (1, -1)
    ordered = sorted(cells, key=lambda cell: round(forward * spots[cell][axis], 2))
    cuts = [
        n
        for n, (one, two) in enumerate(pairwise(spots[cell][axis] for cell in ordered), 1)
        if abs(one - two) > 0.01
    ]
    first = count // 2
    cut = min(
        cuts or [len(ordered) // 2], key=lambda number: abs(number - len(ordered) * first / count)
    )
    return [*_parts(board, ordered[:cut], first), *_parts(board, ordered[cut:], count - first)]
