"""What pictures of every game share: stacks, rings, arrows, crosses, walls, dots and names of
cells.
"""

from collections.abc import Callable, Container, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise, product
from math import hypot, pi
from typing import TypeAlias

from games.core import State

from ..choices import Mark, name_size, plate
from ..geometry import apart, between, off_segment, regular
from ..layout import Layout
from ..scene import Disc, Item, Path, Piece, Point, Text
from ..themes import COLOURLESS, ink, side, sides

SINGLE = 0.8
DOUBLE = 0.73
# distance between pieces of a column, and between the lowest and the topmost at most; cells
STEP = 0.2
TALLEST = 0.6
# how far the marks of a way, and of a pair or ring, reach from its middle; cells
ARROW = 0.1
PAIR = 0.47
RINGED = ("placed", "covered", "converted", "promoted", "recoloured")
Band: TypeAlias = tuple[Point, Point, float]  # a segment, and how far to its sides a mark reaches


@dataclass(frozen=True)
class Decision:
    """A decision to be marked, between two states; whether it is the ``latest``, and ``of_turn``,
    of the last turn.
    """

    before: State | None
    after: State
    latest: bool
    of_turn: bool = True

    @property
    def role(self) -> str:
        """The role of its marks."""
        return "accent" if self.latest else "past"

    def cells(self, kind: str) -> tuple[str, ...]:
        """The cells of its events of a kind, in order."""
        return tuple(
            cell for event in self.after.events if event.kind == kind for cell in event.cells
        )


@dataclass(frozen=True)
class View:
    """All that a game's view may draw from."""

    state: State
    layout: Layout
    decisions: tuple[Decision, ...]
    coordinates: str
    legal: bool | Set[str]
    sight: bool
    say: Callable[[str], str]
    pressed: Set[str]  # the cells that carry the plate of what can be pressed


def decisions(state: State, turn: Sequence[State]) -> tuple[Decision, ...]:
    """The decisions of a turn, given as the states from its start on, or the last decision where
    none are given.
    """
    states = list(turn)
    if not states or states[-1] is not state:
        states = [earlier for earlier in states if earlier.ply < state.ply]
        states.append(state)
    if len(states) == 1 and state.ply:
        return (Decision(None, state, True),)
    last = states[-2].turn if len(states) > 1 else 0
    return tuple(
        Decision(one, other, other is state, one.turn == last) for one, other in pairwise(states)
    )


def marked(view: View, decision: Decision) -> Iterator[Band]:
    """Where the marks of a decision lie: bands round its ways, swapped pairs and rings."""
    centre = view.layout.centre
    for event in decision.after.events:
        if event.kind in ("slid", "leapt"):
            yield centre(event.cells[0]), centre(event.cells[1]), ARROW
        elif event.kind == "swapped":
            yield centre(event.cells[0]), centre(event.cells[1]), PAIR
        elif event.kind in RINGED:
            yield from ((centre(cell), centre(cell), PAIR) for cell in event.cells)
    stood = decision.cells("placed") or decision.cells("covered")
    for support, placed in zip(decision.cells("supported"), stood, strict=False):
        yield *between(centre(support), centre(placed), 0.5, 0.5), ARROW


def later(view: View, decision: Decision) -> list[Band]:
    """Where something lies that matters more than a decision: marks of later ones, and the lines of
    what has won.
    """
    bands = [
        band
        for other in view.decisions
        if other.after.ply > decision.after.ply
        for band in marked(view, other)
    ]
    for loop in () if view.state.outcome is None else view.state.outcome.loops:
        bands += ((*line, ARROW) for line in pairwise(map(view.layout.centre, (*loop, loop[0]))))
    return bands


def uncovered(view: View) -> tuple[Decision, ...]:
    """The decisions of the last turn, and of those before it the ones that nothing later lies
    over.
    """
    return tuple(
        decision
        for decision in view.decisions
        if decision.of_turn or not touch(marked(view, decision), later(view, decision))
    )


def touch(bands: Iterable[Band], others: Iterable[Band]) -> bool:
    """Whether bands lie over each other."""
    return any(
        apart((a, b), (c, d)) < one + other for (a, b, one), (c, d, other) in product(bands, others)
    )


def stacks(view: View, top: str = "") -> Iterable[Item]:
    """All pieces, those further up the picture first; ``top``: a mark on columns instead of their
    top side's own.
    """
    pieces = view.state.pieces()
    for cell in by_row(view, pieces):
        yield from _stack(view.layout.centre(cell), pieces[cell], view.state.game.seats, top)


@lru_cache(maxsize=8192)  # most of a board stays as it was from turn to turn
def _stack(
    centre: Point, seats: tuple[int, ...], names: tuple[str, str], top: str
) -> tuple[Piece, ...]:
    x, y = centre
    highest = len(seats) - 1
    step = min(STEP, TALLEST / max(highest, 1))
    pieces = []
    for height, seat in enumerate(seats):
        tone, glyph = sides(names)[seat]
        point = x, y + step * highest / 2 - step * height
        mark = "" if height < highest else (highest and top) or glyph
        pieces.append(
            Piece(point, "disc", tone, DOUBLE if highest else SINGLE, glyph=mark, level=height)
        )
    return tuple(pieces)


def ring(view: View, cell: str, role: str = "accent", radius: float = 0.455) -> Item:
    """A ring round what was placed."""
    # A red ring on a red piece, or a dark one on black, needs something between.
    coloured = role == "loss" or any(
        side(view.state, seat).tone not in COLOURLESS for seat in (0, 1)
    )
    return Disc(
        view.layout.centre(cell),
        radius,
        line=role,
        width=view.layout.line(),
        casing="casing" if coloured else "",
    )


def rings(view: View, decision: Decision, *kinds: str) -> Iterable[Item]:
    """Rings round the cells of a decision's events of these kinds, such as ``placed``."""
    for kind in kinds:
        for cell in decision.cells(kind):
            yield ring(view, cell, decision.role)


def arrow(
    view: View,
    one: Point,
    other: Point,
    *,
    start: float = 0.42,
    end: float = 0.5,
    role: str = "accent",
) -> Item:
    """A straight arrow between two centres, clear of what stands on them."""
    width = view.layout.line()
    return Path(
        between(one, other, start, end), line=role, width=width, head=width * 3.3, casing="casing"
    )


def badge(view: View, point: Point, along: Point, both: bool, role: str) -> Iterable[Item]:
    """A round sign with an arrow in the direction ``along``, or with two that say "exchanged"."""
    radius = min(0.2, max(0.15, view.layout.unit * 0.02))
    yield Disc(point, radius * 1.17, fill="casing")
    yield Disc(point, radius, fill=role)
    length = hypot(*along)
    dx = along[0] / length * radius * 0.62
    dy = along[1] / length * radius * 0.62
    aside = 0.42 if both else 0.0
    width = radius * 0.2
    for sign in (1, -1) if both else (1,):
        x = point[0] - dy * aside * sign
        y = point[1] + dx * aside * sign
        shaft = ((x - dx * sign, y - dy * sign), (x + dx * sign, y + dy * sign))
        yield Path(shaft, line="sign", width=width, head=radius * 0.55)


def pincers(view: View) -> Iterable[Item]:
    """Thin pincers, above and below, on all that the side to move may lose at once: pieces,
    pillars, cells that win.
    """
    pieces = view.state.pieces()
    board = view.state.board
    width = view.layout.line(0.0065)
    for cell in view.state.threats:
        # The name on a hole of a pyramid is wide.
        wide = cell in pieces or cell not in board or board.kind == "pyramid"
        yield _pincers(view.layout.centre(cell), 0.44 if wide else 0.33, width)


@lru_cache(maxsize=512)  # of 4 KB each
def _pincers(centre: Point, radius: float, width: float) -> Path:
    arc = 2 * pi * radius / 3.6  # two dashes, each gap 0.8 of one
    points = regular(centre, radius, 36, -pi / 3.6)
    return Path(points, line="loss", width=width, closed=True, dash=arc, casing="casing")


def cross(view: View, cell: str, arm: float = 0.19, width: float = 0.011) -> Iterable[Item]:
    """A cross on what is lost."""
    x, y = view.layout.centre(cell)
    width = view.layout.line(width)
    for role, wide in (("casing", width * 2), ("loss", width)):
        for slope in (1, -1):
            yield Path(
                ((x - arm, y - arm * slope), (x + arm, y + arm * slope)), line=role, width=wide
            )


def walls(view: View) -> Iterable[Item]:
    """Closed chains as smooth lines: those that decided the match, or that the last turn closed
    while it goes on.
    """
    outcome = view.state.outcome
    width = view.layout.line(0.0125)
    closed = (
        event.cells
        for decision in view.decisions
        for event in decision.after.events
        if event.kind == "looped"
    )
    for cells in closed if outcome is None else outcome.loops:
        points = tuple(map(view.layout.centre, cells))
        yield Path(points, line="win", width=width, closed=True, round=0.5, casing="casing")


def destinations(
    view: View, taken: Container[str] = (), but: Container[str] = ()
) -> Iterable[Item]:
    """Legal destinations asked for: rings on those in ``taken``, dots or names on others, nothing
    on ``but``.
    """
    if view.legal:
        for cell in sorted({move.target for move in view.state.legal_moves()}):
            if not cell or cell in but or (isinstance(view.legal, Set) and cell not in view.legal):
                continue
            if cell in taken:
                yield ring(view, cell, "loss")
            elif view.coordinates == "cells":
                yield from plate(view.layout, Mark(cell, cell))
            else:
                yield Disc(view.layout.centre(cell), 0.13, fill="dot")


def by_row(view: View, pieces: Iterable[str]) -> list[str]:
    """Cells from the top of the picture down."""
    return sorted(pieces, key=lambda cell: view.layout.centre(cell)[1])


def ghosts(view: View) -> Iterable[Item]:
    """Where captured pieces stood: their outlines, crossed out."""
    now = view.state.pieces()
    for event in (
        event
        for decision in view.decisions
        for event in decision.after.events
        if event.kind == "captured"
    ):
        for cell in event.cells:
            if cell not in now:
                tone = side(view.state, 1 - event.seat).tone
                yield Piece(view.layout.centre(cell), "disc", tone, SINGLE, ghost=True)
                yield from cross(view, cell, arm=0.13, width=0.006)


def names(view: View, but: Container[str], bright: Container[str] = ()) -> Iterable[Item]:
    """Names inside cells other than ``but``, where the board's edges do not carry them; dark on
    ``bright`` cells.
    """
    if view.coordinates != "cells":
        return
    size = name_size(view.layout)
    board = view.state.board
    for cell in board.cells:
        if cell not in but:
            if board.kind == "points":  # clear it of the lines beneath
                yield Disc(view.layout.centre(cell), size * 0.85, fill="cell")
            yield Text(view.layout.centre(cell), cell, size, "dark" if cell in bright else "text")


def lowered(view: View, items: Sequence[Item]) -> Iterable[Text]:
    """Names on cells where something stands, for a board whose edges do not carry them: low on
    pieces, and low where arrows, crosses and sight lines lead over empty cells.

    A pyramid's view writes those on its tiles itself.
    """
    pieces = view.state.pieces()
    centre = view.layout.centre
    size = name_size(view.layout) * 0.88
    plated = view.pressed | {
        item.text for item in items if isinstance(item, Text) and item.role == "strong"
    }
    written = {item.text: item.role for item in items if isinstance(item, Text)}
    lines = [
        item.points
        for item in items
        if isinstance(item, Path) and len(item.points) == 2 and item.line != "sign"
    ]
    lost = {cell for decision in view.decisions for cell in decision.cells("captured")}
    for cell in view.state.board.cells:
        x, y = centre(cell)
        if cell in plated:
            continue
        if cell in pieces and view.layout.board.kind != "pyramid":
            tone = side(view.state, pieces[cell][-1]).tone
            yield Text((x, y + 0.2), cell, size, ink(tone), bold=True, casing=tone)
        elif cell in written and (
            cell in lost or any(off_segment((x, y), *line) < 0.3 for line in lines)
        ):
            role = "strong" if written[cell] == "text" else written[cell]
            yield Text((x, y + 0.2), cell, size, role, bold=True, casing="cell")
