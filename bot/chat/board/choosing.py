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

MoveChoiceKind: TypeAlias = Literal["move", "source", "area"]
Moves: TypeAlias = tuple[Move, ...]
Groups: TypeAlias = Mapping[str, Moves]


class MoveChoice(NamedTuple):
    """Something to press, which leads to ``moves``.

    :param token: what it adds to the focus
    :param cells: those it is named by and marked on: one, two for a step, or all of an area
    :param name: what its button says instead
    """

    kind: MoveChoiceKind
    token: str
    moves: Moves
    cells: tuple[str, ...]
    name: str = ""

    @property
    def width(self) -> float:
        """How much room its button takes."""
        is_step = self.kind == "move" and len(self.cells) > 1
        return STEP_WIDTH if is_step else 1.0


class ChoicePage(NamedTuple):
    """What is offered after ``focus``: ``choices`` on the board, and decisions without a cell (a
    swap, a pass).

    Choices stand as in the picture, from the top row down, stones first and then where they go;
    areas are last.
    """

    focus: str
    choices: tuple[MoveChoice, ...]
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

    def after(self, choice: MoveChoice) -> str:
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
        backwards = reversed(self.choices)
        areas_last = sorted(backwards, key=lambda choice: choice.kind == "area")
        return self._replace(choices=tuple(areas_last))


def decision(selection: str) -> str | None:
    """The decision that a press stands for, as text; None if it leads to another page."""
    return selection[1:] if selection.startswith("m") else None


def page(state: State, focus: str = "", only: Moves = ()) -> ChoicePage:
    """What can be pressed after ``focus``, or at first where it makes no sense.

    :param only: the decisions to choose from, in place of all legal ones
    """
    board = state.board
    moves = only or state.legal_moves()
    choices = _choices(board, tuple(move for move in moves if move.target))
    if not focus:
        specials = tuple(move for move in moves if not move.target)
        return ChoicePage(focus, choices, specials)
    stone_pressed = False
    for token in focus.split("."):
        choice = _with_token(choices, token)
        if choice is None:
            return page(state, only=only)  # an older message, or made up
        stone_pressed = stone_pressed or choice.kind == "source"
        choices = _choices(board, choice.moves)
    if stone_pressed:
        choices = tuple(map(_named_by_target, choices))
    return ChoicePage(focus, choices, ())


def _with_token(choices: Sequence[MoveChoice], token: str) -> MoveChoice | None:
    """The choice that leads to another page by a token."""
    for choice in choices:
        if choice.token == token and choice.kind != "move":
            return choice
    return None


def _named_by_target(choice: MoveChoice) -> MoveChoice:
    """A step is named without the stone that was pressed before."""
    if choice.kind != "move":
        return choice
    return choice._replace(cells=choice.cells[-1:])


def next_stone(state: State) -> int:
    """The seat whose stone the next decision places: before a swap a player may place the
    opponent's, too.
    """
    seat = state.to_move or 0
    moves = state.legal_moves()
    if not moves or moves[0].source or not moves[0].target:
        return seat
    stones = state.play(moves[0]).pieces().get(moves[0].target, ())
    return stones[-1] if stones else seat


def some_turns(state: State, turns: Sequence[Moves]) -> ChoicePage:
    """A page of some turns, legal or not, in place of all decisions: the press of one is its
    number.
    """
    order = _order(state.board)
    choices = list[MoveChoice]()
    for number, turn in enumerate(turns):
        name = " ".join(map(str, turn))
        choices.append(MoveChoice("move", str(number), turn, _cells_of(turn), name))
    choices.sort(key=lambda choice: [order[cell] for cell in choice.cells])
    return ChoicePage("", tuple(choices), ())


def part_of(state: State, turn: Moves) -> tuple[str, ...]:
    """The cells of the parts of the board in which a turn is made, of those with which something
    can be done.
    """
    of_turn = set(_cells_of(turn))
    useful = of_turn.union(_cells_of(state.legal_moves()))
    cells = [cell for cell in _order(state.board) if cell in useful]
    count = max(1, min(MOST_AREAS, len(cells) // LEAST_PART))
    cells_of_parts = list[str]()
    for part in _parts(state.board, cells, count):
        if of_turn.intersection(part):
            cells_of_parts += part
    return tuple(cells_of_parts)


def _cells_of(moves: Iterable[Move]) -> tuple[str, ...]:
    """The cells on which some decisions are made, in their order."""
    return tuple(cell for move in moves for cell in move[1:] if cell)


@lru_cache(maxsize=128)
def _order(board: Lattice) -> Mapping[str, int]:
    """The places of cells in the picture: row by row from the top, each from the left; lower levels
    first.
    """

    def place(cell: str) -> tuple[float, float, str]:
        x, y = board.xy(cell)
        return (-round(y, 2), round(x, 2), cell)

    cells = sorted(board.cells, key=place)
    return {cell: number for number, cell in enumerate(cells)}


def _choices(board: Lattice, moves: Moves) -> tuple[MoveChoice, ...]:
    """The choices among some decisions: all of them where they fit, else stones or areas before
    them.
    """
    decisions = _decisions(board, moves)
    if _fits(decisions):
        return decisions
    # Stones to move, and cells on which something is placed or from which it is taken; of one
    # stone, cells to go to.
    several_stones = len({move.source for move in moves}) > 1
    moves_of_stones = defaultdict[str, list[Move]](list)
    places = dict[str, Moves]()
    for move in moves:
        if several_stones and move.source:
            moves_of_stones[move.source].append(move)
        else:
            places[move.target] = (move,)
    stones = {cell: tuple(group) for cell, group in moves_of_stones.items()}
    if len(stones) + len(places) <= MOST_CHOICES:
        return _with_few_opened(board, _by_cell(board, stones | places))
    if not places or len(stones) > MOST_STONES:
        return _areas(board, stones | places)
    return (*_by_cell(board, stones), *_areas(board, places))


def _fits(choices: Iterable[MoveChoice]) -> bool:
    """Whether there is room for some choices on one page."""
    return sum(choice.width for choice in choices) <= MOST_CHOICES + 1e-9


def _decisions(board: Lattice, moves: Iterable[Move]) -> tuple[MoveChoice, ...]:
    """Decisions to press."""
    order = _order(board)
    moves_in_order = sorted(
        moves, key=lambda move: (order[move.source or move.target], order[move.target])
    )
    return tuple(map(_decision, moves_in_order))


def _decision(move: Move) -> MoveChoice:
    """A decision to press; a step is named by both its ends."""
    cells = (move.source, move.target) if move.source else (move.target,)
    return MoveChoice("move", f"m{move}", (move,), cells)


def _by_cell(board: Lattice, groups: Groups) -> tuple[MoveChoice, ...]:
    """A choice for each cell; where only one decision goes with it, that decision."""
    choices = list[MoveChoice]()
    for cell in sorted(groups, key=_order(board).__getitem__):
        moves = groups[cell]
        if len(moves) == 1:
            choices.append(_decision(moves[0]))
        else:
            choices.append(MoveChoice("source", f"s{cell}", moves, (cell,)))
    return tuple(choices)


def _with_few_opened(board: Lattice, choices: tuple[MoveChoice, ...]) -> tuple[MoveChoice, ...]:
    """The choices with whole decisions in place of stones that lead to few, as long as they fit."""
    stones = [choice for choice in choices if choice.kind != "move"]
    for stone in sorted(stones, key=lambda choice: len(choice.moves)):
        index = choices.index(stone)
        decisions = _decisions(board, stone.moves)
        replacement = (*choices[:index], *decisions, *choices[index + 1 :])
        if not _fits(replacement):
            break
        choices = replacement
    return choices


def _areas(board: Lattice, groups: Groups) -> tuple[MoveChoice, ...]:
    """The board in parts, of at most a page of cells each if few parts will do.

    One cell alone is no area.
    """
    cells = sorted(groups, key=_order(board).__getitem__)
    count = min(MOST_AREAS, ceil(len(cells) / (MOST_CHOICES - 2)))
    lone_cells = dict[str, Moves]()
    areas = list[MoveChoice]()
    for part in _parts(board, cells, count):
        if len(part) == 1:
            lone_cells[part[0]] = groups[part[0]]
        else:
            moves = tuple(move for cell in part for move in groups[cell])
            areas.append(MoveChoice("area", f"a{len(areas)}", moves, tuple(part)))
    return (*_by_cell(board, lone_cells), *areas)


def _parts(board: Lattice, cells: Sequence[str], count: int) -> list[Sequence[str]]:
    """Cells in ``count`` parts of about one size, cut by straight lines across the longer side, top
    left first.
    """
    if count < 2:
        return [cells]
    positions = _along_longer_side(board, cells)
    line = sorted(cells, key=lambda cell: round(positions[cell], 2))
    first = count // 2
    ideal = len(line) * first / count
    boundaries = list[int]()
    for index, (cell, next_cell) in enumerate(pairwise(line), 1):
        if abs(positions[cell] - positions[next_cell]) > 0.01:
            boundaries.append(index)
    if not boundaries:
        boundaries = [len(line) // 2]
    boundary = min(boundaries, key=lambda index: abs(index - ideal))
    return [
        *_parts(board, line[:boundary], first),
        *_parts(board, line[boundary:], count - first),
    ]


def _along_longer_side(board: Lattice, cells: Sequence[str]) -> dict[str, float]:
    """How far cells are from the left, or from the top of a part that is higher than wide."""
    places = {cell: board.xy(cell) for cell in cells}
    columns, rows = zip(*places.values(), strict=True)
    if max(columns) - min(columns) > max(rows) - min(rows):
        return {cell: x for cell, (x, _) in places.items()}
    return {cell: -y for cell, (_, y) in places.items()}
