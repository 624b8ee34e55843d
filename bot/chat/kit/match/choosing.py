"""Choosing a decision press by press: which cells, stones, steps or areas of the board are offered after a few presses.

A pure function of the state and of what has been pressed so far (the ``focus``); it works for any game. A focus is a
text such as ``a2.se4``: the third area, then the stone on e4; ``t`` stands for a target. A decision is ``m`` and its
notation, so that one text says all that a button needs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple, TypeAlias

from games.core import Move, State
from games.lattice import Lattice

MOST_CHOICES = 25
"""As many are on one page: five rows of five buttons."""
MOST_AREA_CHOICES = 12
"""Stones beside areas of cells: with more of them, they are parted into areas as well."""
AREAS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

Kind: TypeAlias = Literal["move", "source", "target", "area"]
Moves: TypeAlias = tuple[Move, ...]


class Choice(NamedTuple):
    """Something to press: a whole decision, a stone to move, a cell to move to, or an area of the board.

    ``moves`` are the decisions it leads to, ``token`` is what it adds to the focus. ``cells`` are those it is named by
    and marked on: one, two for a step, or all of an area.
    """

    kind: Kind
    token: str
    moves: Moves
    cells: tuple[str, ...]


class ChoicePage(NamedTuple):
    """What is offered at once: ``choices`` on the board, and decisions that need no cell (a swap of sides, a pass).

    ``focus`` is what has been pressed to get here; empty on the first page.
    """

    focus: str
    choices: tuple[Choice, ...]
    specials: Moves

    @property
    def moves(self) -> Moves:
        """All decisions on the board that can still be made from here."""
        return tuple(move for choice in self.choices for move in choice.moves)

    def after(self, choice: Choice) -> str:
        """What a press of a choice stands for: a decision (``m…``), or the focus of the next page."""
        if choice.kind == "move":
            return choice.token
        return f"{self.focus}.{choice.token}" if self.focus else choice.token

    @property
    def back(self) -> str:
        """The focus of the page before."""
        return self.focus.rpartition(".")[0]


def decision(pressed: str) -> str | None:
    """The decision that a press stands for, as text; None if it leads to another page."""
    return pressed[1:] if pressed.startswith("m") else None


def page(state: State, focus: str = "") -> ChoicePage:
    """What can be pressed in a state after ``focus``; from the first page on where that makes no sense here."""
    legal = state.legal_moves()
    moves = tuple(move for move in legal if move.target)
    tokens: list[str] = []
    for token in filter(None, focus.split(".")):
        choice = next((one for one in _choices(state.board, moves) if one.token == token), None)
        if choice is None or choice.kind == "move":
            choice = _named(moves, token)
        if choice is None or len(choice.moves) == len(moves):
            return page(state)  # each press leaves fewer: anything else is an older message, or made up
        moves, tokens = choice.moves, [*tokens, token]
    specials = () if tokens else tuple(move for move in legal if not move.target)
    pressed = "".join(token[0] for token in tokens)
    choices = tuple(_shortened(choice, pressed) for choice in _choices(state.board, moves))
    return ChoicePage(".".join(tokens), choices, specials)


def _named(moves: Moves, token: str) -> Choice | None:
    """The stone or cell of a token that is not on the page, such as one from an older message."""
    kind, cell = token[:1], token[1:]
    if kind == "s":
        found = tuple(move for move in moves if cell and move.source == cell)
        return Choice("source", token, found, (cell,)) if found else None
    found = tuple(move for move in moves if move.target == cell) if kind == "t" else ()
    return Choice("target", token, found, (cell,)) if found else None


def _choices(board: Lattice, moves: Moves) -> tuple[Choice, ...]:
    """The choices among some decisions, as few presses from each of them as can be."""
    if len(moves) <= MOST_CHOICES:
        return tuple(map(_whole, sorted(moves, key=_by_name)))
    ways = [_by_source(board, moves)]
    if any(move.source for move in moves):
        ways.append(_by_target(board, moves))
    return min((way for way in ways if len(way) > 1), key=lambda way: _presses(board, way))


def _whole(move: Move) -> Choice:
    """A decision to press; a step is named by both its ends."""
    return Choice("move", f"m{move}", (move,), (move.source, move.target) if move.source else (move.target,))


def _shortened(choice: Choice, pressed: str) -> Choice:
    """A step without the end that has been pressed already."""
    if choice.kind != "move" or len(choice.cells) == 1 or not {"s", "t"} & set(pressed):
        return choice
    return choice._replace(cells=choice.cells[1:] if "s" in pressed else choice.cells[:1])


def _presses(board: Lattice, way: Sequence[Choice], depth: int = 2) -> float:
    """How many presses a decision takes in the mean, this page included."""
    total = sum(len(choice.moves) for choice in way)
    more = sum(
        len(choice.moves)
        * (1 if len(choice.moves) <= MOST_CHOICES or not depth else _presses(board, _parted(board, choice), depth - 1))
        for choice in way
        if choice.kind != "move"
    )
    return 1 + more / max(total, 1)


def _parted(board: Lattice, choice: Choice) -> Sequence[Choice]:
    """What the page after a choice would show, roughly: for weighing it."""
    if choice.kind == "source":
        return _by_target(board, choice.moves)
    return _by_source(board, choice.moves)


def _by_source(board: Lattice, moves: Moves) -> tuple[Choice, ...]:
    """Stones to move, and cells on which something is placed or from which it is taken."""
    stones: dict[str, list[Move]] = {}
    for move in moves:
        if move.source:
            stones.setdefault(move.source, []).append(move)
    places = [(move.target, (move,)) for move in moves if not move.source]
    grouped = [(cell, tuple(found)) for cell, found in stones.items()]
    if len(grouped) + len(places) <= MOST_CHOICES:
        return _pressed("source", [*grouped, *places])
    if not places or len(grouped) > MOST_AREA_CHOICES:
        return _areas(board, "source", [*grouped, *places])
    # A few stones among many cells: the stones are at hand, and the cells are parted.
    return (*_pressed("source", grouped), *_areas(board, "source", places))


def _by_target(board: Lattice, moves: Moves) -> tuple[Choice, ...]:
    """Cells to move to or to place on."""
    cells: dict[str, list[Move]] = {}
    for move in moves:
        cells.setdefault(move.target, []).append(move)
    grouped = [(cell, tuple(found)) for cell, found in cells.items()]
    return _pressed("target", grouped) if len(grouped) <= MOST_CHOICES else _areas(board, "target", grouped)


Group: TypeAlias = tuple[str, Moves]


def _pressed(kind: Literal["source", "target"], groups: Iterable[Group]) -> tuple[Choice, ...]:
    """A choice for each cell; where only one decision goes with it, that decision."""
    choices = []
    for cell, moves in sorted(groups, key=lambda group: _cell_order(group[0])):
        if len(moves) == 1:
            choices.append(_whole(moves[0]))
        else:
            choices.append(Choice(kind, f"{kind[0]}{cell}", moves, (cell,)))
    return tuple(choices)


def _areas(board: Lattice, kind: Literal["source", "target"], groups: Sequence[Group]) -> tuple[Choice, ...]:
    """The board in halves of halves, until each has no more cells than a page; one cell alone is no area."""
    parts = _halved(board, sorted(groups, key=lambda group: _cell_order(group[0])))
    choices: list[Choice] = []
    for part in parts:
        if len(part) == 1:
            choices += _pressed(kind, part)
        else:
            number = sum(choice.kind == "area" for choice in choices)
            moves = tuple(move for _, moves in part for move in moves)
            choices.append(Choice("area", f"a{number}", moves, tuple(cell for cell, _ in part)))
    return tuple(choices)


def _halved(board: Lattice, groups: Sequence[Group]) -> list[Sequence[Group]]:
    """Groups parted by straight lines across the longer side, each part with at most a page of them."""
    if len(groups) <= MOST_CHOICES:
        return [groups]
    spots = {cell: board.xy(cell) for cell, _ in groups}
    spans = [max(xy[axis] for xy in spots.values()) - min(xy[axis] for xy in spots.values()) for axis in (0, 1)]
    axis = 0 if spans[0] >= spans[1] else 1
    ordered = sorted(groups, key=lambda group: (spots[group[0]][axis], -spots[group[0]][1 - axis]))
    places = [spots[cell][axis] for cell, _ in ordered]
    cuts = [number for number, (one, other) in enumerate(pairwise(places), 1) if other - one > 0.01]
    cut = min(cuts or [len(ordered) // 2], key=lambda number: abs(number - len(ordered) / 2))
    halves = ordered[:cut], ordered[cut:]
    # From the top left corner of the board on.
    return [part for half in (halves if axis == 0 else reversed(halves)) for part in _halved(board, half)]


def _cell_order(cell: str) -> tuple[int, str, int]:
    """Level, file and rank: in which order cells are listed."""
    level = cell.rstrip("0123456789")[:-1]
    name = cell[len(level) :]
    return int(level or 1), name[:1], int(name[1:] or 0)


def _by_name(move: Move) -> tuple[object, ...]:
    return (bool(move.source), _cell_order(move.source or move.target), _cell_order(move.target))
