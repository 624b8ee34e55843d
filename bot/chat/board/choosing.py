"""Choosing a decision press by press: which cells, stones, steps or areas of the board are offered after a few presses.

A pure function of the state and of what has been pressed so far (the ``focus``); it works for any game. A focus is a
text such as ``a2.se4``: the third area, then the stone on e4; ``t`` stands for a target. A decision is ``m`` and its
notation, so that one text says all that a button needs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import pairwise
from math import hypot
from typing import Literal, NamedTuple, TypeAlias

from games.core import Move, State
from games.lattice import Lattice

MOST_CHOICES = 25  # as many are on one page: five rows of five buttons
MOST_AREA_CHOICES = 12  # stones beside areas of cells: with more of them, they are parted into areas as well
AREAS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

Kind: TypeAlias = Literal["move", "source", "target", "area"]
Moves: TypeAlias = tuple[Move, ...]
Group: TypeAlias = tuple[str, Moves]


class Ground(NamedTuple):
    """A board, and the cell to which the last decision went: of too many cells, those about it are at hand."""

    board: Lattice
    near: str | None


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
    ground = Ground(state.board, None if state.last_move is None else state.last_move.target or None)
    tokens: list[str] = []
    for token in filter(None, focus.split(".")):
        choice = next((choice for choice in _choices(ground, moves) if choice.token == token), None)
        if choice is None or choice.kind == "move":
            choice = _named(moves, token)
        if choice is None or len(choice.moves) == len(moves):
            return page(state)  # each press leaves fewer: anything else is an older message, or made up
        moves, tokens = choice.moves, [*tokens, token]
    specials = () if tokens else tuple(move for move in legal if not move.target)
    choices = _choices(ground, moves)
    if any(token.startswith("s") for token in tokens):  # a step is named without the stone that was pressed
        choices = tuple(
            choice._replace(cells=choice.cells[-1:]) if choice.kind == "move" else choice for choice in choices
        )
    return ChoicePage(".".join(tokens), choices, specials)


def _named(moves: Moves, token: str) -> Choice | None:
    """The stone or cell of a token that is not on the page, such as one from an older message."""
    kind, cell = token[:1], token[1:]
    if kind not in ("s", "t") or not cell:
        return None
    leading = tuple(move for move in moves if cell == (move.source if kind == "s" else move.target))
    return Choice("source" if kind == "s" else "target", token, leading, (cell,)) if leading else None


def _choices(ground: Ground, moves: Moves) -> tuple[Choice, ...]:
    """The choices among some decisions, as few presses from each of them as can be."""
    if len(moves) <= MOST_CHOICES:
        return tuple(map(_whole, sorted(moves, key=_by_name)))
    ways = [_by_source(ground, moves)]
    if any(move.source for move in moves):
        ways.append(_by_target(ground, moves))
    return min((way for way in ways if len(way) > 1), key=lambda way: _presses(ground, way))


def _whole(move: Move) -> Choice:
    """A decision to press; a step is named by both its ends."""
    return Choice("move", f"m{move}", (move,), (move.source, move.target) if move.source else (move.target,))


def _presses(ground: Ground, way: Sequence[Choice], depth: int = 2) -> float:
    """How many presses a decision takes in the mean, this page included."""
    total, more = 0, 0.0
    for choice in way:
        count, after = len(choice.moves), 1.0
        if count > MOST_CHOICES and depth:
            split = _by_target if choice.kind == "source" else _by_source
            after = _presses(ground, split(ground, choice.moves), depth - 1)
        total += count
        more += 0 if choice.kind == "move" else count * after
    return 1 + more / max(total, 1)


def _by_source(ground: Ground, moves: Moves) -> tuple[Choice, ...]:
    """Stones to move, and cells on which something is placed or from which it is taken."""
    places = [(move.target, (move,)) for move in moves if not move.source]
    grouped = _grouped((move.source, move) for move in moves if move.source)
    if len(grouped) + len(places) <= MOST_CHOICES:
        return _opened(_pressed("source", [*grouped, *places]))
    if not places or len(grouped) > MOST_AREA_CHOICES:
        return _areas(ground, "source", [*grouped, *places])
    # A few stones among many cells: the stones are at hand, and the cells are parted.
    stones_at_hand = _pressed("source", grouped)
    return (*stones_at_hand, *_areas(ground, "source", places, MOST_CHOICES - len(grouped)))


def _by_target(ground: Ground, moves: Moves) -> tuple[Choice, ...]:
    """Cells to move to or to place on."""
    grouped = _grouped((move.target, move) for move in moves)
    if len(grouped) <= MOST_CHOICES:
        return _opened(_pressed("target", grouped))
    return _areas(ground, "target", grouped)


def _grouped(moves: Iterable[tuple[str, Move]]) -> list[Group]:
    groups: dict[str, list[Move]] = {}
    for cell, move in moves:
        groups.setdefault(cell, []).append(move)
    return [(cell, tuple(group)) for cell, group in groups.items()]


def _pressed(kind: Literal["source", "target"], groups: Iterable[Group]) -> tuple[Choice, ...]:
    """A choice for each cell; where only one decision goes with it, that decision."""
    return tuple(
        _whole(moves[0]) if len(moves) == 1 else Choice(kind, f"{kind[0]}{cell}", moves, (cell,))
        for cell, moves in sorted(groups, key=lambda group: _cell_order(group[0]))
    )


def _opened(choices: tuple[Choice, ...]) -> tuple[Choice, ...]:
    """The choices with whole decisions in place of stones or cells that lead to few, as long as they fit."""
    spare, opened = MOST_CHOICES - len(choices), set[str]()
    for choice in sorted((part for part in choices if part.kind != "move"), key=lambda part: len(part.moves)):
        spare -= len(choice.moves) - 1
        if spare < 0:
            break
        opened.add(choice.token)
    return tuple(
        one
        for choice in choices
        for one in (map(_whole, sorted(choice.moves, key=_by_name)) if choice.token in opened else (choice,))
    )


def _areas(
    ground: Ground, kind: Literal["source", "target"], groups: Sequence[Group], room: int = MOST_CHOICES
) -> tuple[Choice, ...]:
    """The cells near the last decision, if they fit, and the board in parts of at most a page of cells each.

    ``room``: how many choices there may be. One cell alone is no area.
    """
    parts = _parts(ground, sorted(groups, key=lambda group: _cell_order(group[0])), room)
    nearest = min(parts, key=lambda part: _distance(ground, part))
    fits = len(nearest) + len(parts) - 1 <= room
    at_hand: list[Group] = []
    areas: list[Choice] = []
    for part in parts:
        if len(part) == 1 or (fits and part is nearest):
            at_hand += part
        else:
            moves = tuple(move for _, moves in part for move in moves)
            areas.append(Choice("area", f"a{len(areas)}", moves, tuple(cell for cell, _ in part)))
    return (*_pressed(kind, at_hand), *areas)


def _parts(ground: Ground, groups: Sequence[Group], room: int) -> list[Sequence[Group]]:
    """Groups parted by straight lines across the longer side, each part with at most a page of them."""
    if len(groups) <= MOST_CHOICES:
        return [groups]
    spots = {cell: ground.board.xy(cell) for cell, _ in groups}
    spans = [max(xy[axis] for xy in spots.values()) - min(xy[axis] for xy in spots.values()) for axis in (0, 1)]
    axis = 0 if spans[0] >= spans[1] else 1
    # From the top left corner of the board on.
    forward = 1 if axis == 0 else -1
    ordered = sorted(groups, key=lambda group: (forward * spots[group[0]][axis], -forward * spots[group[0]][1 - axis]))
    places = [spots[cell][axis] for cell, _ in ordered]
    cuts = [number for number, (before, after) in enumerate(pairwise(places), 1) if abs(after - before) > 0.01]
    cuts = cuts or [len(ordered) // 2]
    if near := [cut for cut in cuts if _all_near(ground, ordered[:cut], ordered[cut:], room)]:
        # Two parts will do: the near one is as large as can be shown beside the other.
        cut = max(near, key=lambda cut: len(min((ordered[:cut], ordered[cut:]), key=partial(_distance, ground))))
        return [ordered[:cut], ordered[cut:]]
    cut = min(cuts, key=lambda number: abs(number - len(ordered) / 2))
    return [part for half in (ordered[:cut], ordered[cut:]) for part in _parts(ground, half, 0)]


def _all_near(ground: Ground, one: Sequence[Group], other: Sequence[Group], room: int) -> bool:
    """Whether of two parts the one near the last decision can be shown cell by cell, beside the other as an area."""
    near, far = sorted((one, other), key=partial(_distance, ground))
    return len(near) < room and len(far) <= MOST_CHOICES


def _distance(ground: Ground, part: Sequence[Group]) -> float:
    """How far the nearest cell of a part is from where the last decision went; 0 where there was none."""
    if ground.near is None:
        return 0.0
    x, y = ground.board.xy(ground.near)
    return min(hypot(x - to[0], y - to[1]) for to in (ground.board.xy(cell) for cell, _ in part))


def _cell_order(cell: str) -> tuple[int, str, int]:
    """Level, file and rank."""
    level = cell.rstrip("0123456789")[:-1]
    name = cell[len(level) :]
    return int(level or 1), name[:1], int(name[1:] or 0)


def _by_name(move: Move) -> tuple[object, ...]:
    return (bool(move.source), _cell_order(move.source or move.target), _cell_order(move.target))
