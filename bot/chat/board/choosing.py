"""Choosing a decision press by press: which cells, stones, steps or areas of any game's board are offered next.

What has been pressed so far is a text, the focus: ``a2.se4`` is the third area, then the stone on e4; ``t`` stands for
a target. A decision is ``m`` and its notation, so that one text says all that a button needs.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import partial
from itertools import pairwise
from math import dist
from typing import Literal, NamedTuple, TypeAlias

from games.core import Move, State
from games.lattice import Lattice

MOST_CHOICES = 25  # as many are on one page: five rows of five buttons
MOST_AREA_CHOICES = 12  # stones beside areas of cells: with more of them, they are parted into areas as well
AREAS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

Kind: TypeAlias = Literal["move", "source", "target", "area"]
Pressed: TypeAlias = Literal["source", "target"]
Moves: TypeAlias = tuple[Move, ...]
Group: TypeAlias = tuple[str, Moves]


class Ground(NamedTuple):
    """A board, and the cell to which the last decision went: of too many cells, those about it are at hand."""

    board: Lattice
    near: str | None


class Choice(NamedTuple):
    """Something to press, which adds ``token`` to the focus and leads to ``moves``.

    ``cells`` are those it is named by and marked on: one, two for a step, or all of an area.
    """

    kind: Kind
    token: str
    moves: Moves
    cells: tuple[str, ...]


class ChoicePage(NamedTuple):
    """What is offered after ``focus``: ``choices`` on the board, and decisions without a cell (a swap, a pass)."""

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
    ground = Ground(state.board, None if state.last_move is None else state.last_move.target or None)
    choices, tokens = _choices(ground, tuple(move for move in legal if move.target)), focus.split(".") if focus else []
    for token in tokens:
        pressed = next((choice for choice in choices if choice.token == token and choice.kind != "move"), None)
        if pressed is None:
            return page(state)  # an older message, or made up
        choices = _choices(ground, pressed.moves)
    specials = () if tokens else tuple(move for move in legal if not move.target)
    if any(token.startswith("s") for token in tokens):  # a step is named without the stone that was pressed
        choices = tuple(
            choice._replace(cells=choice.cells[-1:]) if choice.kind == "move" else choice for choice in choices
        )
    return ChoicePage(focus, choices, specials)


def _choices(ground: Ground, moves: Moves) -> tuple[Choice, ...]:
    """The choices among some decisions, as few presses from each of them as can be."""
    if len(moves) <= MOST_CHOICES:
        return tuple(map(_whole, sorted(moves, key=_by_name)))
    ways = [_split(ground, "source", moves)]
    if any(move.source for move in moves):
        ways.append(_split(ground, "target", moves))
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
            split = _split(ground, "target" if choice.kind == "source" else "source", choice.moves)
            after = _presses(ground, split, depth - 1)
        total += count
        more += 0 if choice.kind == "move" else count * after
    return 1 + more / max(total, 1)


def _split(ground: Ground, kind: Pressed, moves: Moves) -> tuple[Choice, ...]:
    """Stones to move and cells on which something is placed or from which it is taken (source), or cells to go to."""
    grouped, places = defaultdict[str, list[Move]](list), list[Group]()
    for move in moves:
        if kind == "source" and not move.source:
            places.append((move.target, (move,)))
        else:
            grouped[move.source if kind == "source" else move.target].append(move)
    groups = [(cell, tuple(group)) for cell, group in grouped.items()]
    if len(groups) + len(places) <= MOST_CHOICES:
        return _opened(_pressed(kind, [*groups, *places]))
    if not places or len(groups) > MOST_AREA_CHOICES:
        return _areas(ground, kind, [*groups, *places])
    # A few stones among many cells: the stones are at hand, and the cells are parted.
    return (*_pressed(kind, groups), *_areas(ground, kind, places, MOST_CHOICES - len(groups)))


def _pressed(kind: Pressed, groups: Iterable[Group]) -> tuple[Choice, ...]:
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


def _areas(ground: Ground, kind: Pressed, groups: Sequence[Group], room: int = MOST_CHOICES) -> tuple[Choice, ...]:
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


def _parts(ground: Ground, groups: list[Group], room: int) -> list[list[Group]]:
    """Groups parted by straight lines across the longer side, each part with at most a page of them."""
    if len(groups) <= MOST_CHOICES:
        return [groups]
    spots = {cell: ground.board.xy(cell) for cell, _ in groups}
    widths = [max(places) - min(places) for places in zip(*spots.values(), strict=True)]
    axis = 0 if widths[0] >= widths[1] else 1
    # From the top left corner of the board on.
    forward = 1 if axis == 0 else -1
    ordered = sorted(groups, key=lambda group: (forward * spots[group[0]][axis], -forward * spots[group[0]][1 - axis]))
    places = [spots[cell][axis] for cell, _ in ordered]
    cuts = [number for number, (before, after) in enumerate(pairwise(places), 1) if abs(after - before) > 0.01]
    cuts = cuts or [len(ordered) // 2]
    halves = [sorted((ordered[:cut], ordered[cut:]), key=partial(_distance, ground)) for cut in cuts]
    if fitting := [half for half in halves if len(half[0]) < room and len(half[1]) <= MOST_CHOICES]:
        # Two parts will do: the near one is as large as can be shown beside the other.
        return max(fitting, key=lambda half: len(half[0]))
    cut = min(cuts, key=lambda number: abs(number - len(ordered) / 2))
    return [part for half in (ordered[:cut], ordered[cut:]) for part in _parts(ground, half, 0)]


def _distance(ground: Ground, part: Sequence[Group]) -> float:
    """How far the nearest cell of a part is from where the last decision went; 0 where there was none."""
    if ground.near is None:
        return 0.0
    near = ground.board.xy(ground.near)
    return min(dist(near, ground.board.xy(cell)) for cell, _ in part)


def _cell_order(cell: str) -> tuple[int, str, int]:
    """Level, file and rank."""
    level = cell.rstrip("0123456789")[:-1]
    name = cell[len(level) :]
    return int(level or 1), name[:1], int(name[1:] or 0)


def _by_name(move: Move) -> tuple[object, ...]:
    return (bool(move.source), _cell_order(move.source or move.target), _cell_order(move.target))
