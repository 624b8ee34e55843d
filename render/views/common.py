"""What pictures of all games share: stacks, rings, arrows, crosses, walls, dots, names of cells."""

from collections.abc import Callable, Container, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise, product
from math import hypot, pi
from typing import TypeAlias

from games.core import Event, State

from ..choices import Mark, name_size, plate
from ..geometry import apart, between, off_segment, offset, regular
from ..layout import Layout
from ..scene import Disc, Item, Path, Piece, Point, Text
from ..themes import COLOURLESS, ink, side, sides

# All in cells.
SINGLE = 0.8  # the width of a piece by itself
DOUBLE = 0.73  # the width of a piece in a column
STEP = 0.2  # between pieces of a column
TALLEST = 0.6  # between the lowest and the topmost piece of a column, at most
ARROW = 0.1  # how far the marks of a way reach from its middle
PAIR = 0.47  # how far those of a pair or a ring reach
RINGED = ("placed", "covered", "converted", "promoted", "recoloured")
MarkSegment: TypeAlias = tuple[
    Point, Point, float
]  # a segment, and how far to its sides a mark reaches


@dataclass(frozen=True)
class MarkedDecision:
    """A decision to be marked, between two states.

    :param latest: whether it is the last one
    :param of_turn: whether it belongs to the last turn
    """

    start: State | None
    end: State
    latest: bool
    of_turn: bool = True

    @property
    def role(self) -> str:
        """The role of its marks."""
        return "accent" if self.latest else "past"

    def cells(self, kind: str) -> tuple[str, ...]:
        """The cells of its events of a kind, in order."""
        cells: list[str] = []
        for event in self.end.events:
            if event.kind == kind:
                cells += event.cells
        return tuple(cells)


@dataclass(frozen=True)
class View:
    """All that a game's view may draw from.

    ``plates`` are the cells that carry the plate of what can be pressed.
    """

    state: State
    layout: Layout
    decisions: tuple[MarkedDecision, ...]
    coordinates: str
    legal: bool | Set[str]
    sight: bool
    say: Callable[[str], str]
    plates: Set[str]


def decisions(state: State, turn: Sequence[State]) -> tuple[MarkedDecision, ...]:
    """The decisions to be marked, in order.

    ``turn`` are the states from a turn's start on; without them it is the last turn, as far as the
    state knows it.
    """
    states = list(turn)
    if not states or states[-1] is not state:
        states = [earlier for earlier in states if earlier.ply < state.ply]
        states.append(state)
    if len(states) > 1:
        last_turn = states[-2].turn
        marks: list[MarkedDecision] = []
        for start, end in pairwise(states):
            of_turn = start.turn == last_turn
            marks.append(MarkedDecision(start, end, latest=end is state, of_turn=of_turn))
        return tuple(marks)
    own_marks: list[MarkedDecision] = []
    previous_state = None
    for end in state.last_turn:
        own_marks.append(MarkedDecision(previous_state, end, latest=end is state))
        previous_state = end
    return tuple(own_marks)


def marked(view: View, decision: MarkedDecision) -> Iterator[MarkSegment]:
    """Where the marks of a decision lie: bands round its ways, swapped pairs and rings."""
    centre = view.layout.centre
    for event in decision.end.events:
        if event.kind in ("slid", "leapt"):
            yield centre(event.cells[0]), centre(event.cells[1]), ARROW
        elif event.kind == "swapped":
            yield centre(event.cells[0]), centre(event.cells[1]), PAIR
        elif event.kind in RINGED:
            yield from ((centre(cell), centre(cell), PAIR) for cell in event.cells)
    placements = decision.cells("placed") or decision.cells("covered")
    for support, placement in zip(decision.cells("supported"), placements, strict=False):
        yield *between(centre(support), centre(placement), 0.5, 0.5), ARROW


def later(view: View, decision: MarkedDecision) -> list[MarkSegment]:
    """Where something lies that matters more than a decision.

    Those are the marks of later decisions, and the lines of what decided the match.
    """
    bands: list[MarkSegment] = []
    for other in view.decisions:
        if other.end.ply > decision.end.ply:
            bands += marked(view, other)
    if view.state.outcome is not None:
        for loop in view.state.outcome.loops:
            points = map(view.layout.centre, (*loop, loop[0]))
            bands += ((*line, ARROW) for line in pairwise(points))
    return bands


def uncovered(view: View) -> tuple[MarkedDecision, ...]:
    """The decisions of the last turn, and those before it that nothing later lies over."""
    clear = []
    for decision in view.decisions:
        if decision.of_turn or not touch(marked(view, decision), later(view, decision)):
            clear.append(decision)
    return tuple(clear)


def touch(bands: Iterable[MarkSegment], others: Iterable[MarkSegment]) -> bool:
    """Whether bands lie over each other."""
    for (start, end, reach), (other_start, other_end, other_reach) in product(bands, others):
        if apart((start, end), (other_start, other_end)) < reach + other_reach:
            return True
    return False


def stacks(view: View, top: str = "") -> Iterable[Item]:
    """All pieces, those further up the picture first.

    ``top`` is a mark on columns instead of that of their top piece's side.
    """
    pieces = view.state.pieces()
    for cell in by_row(view, pieces):
        yield from _stack(view.layout.centre(cell), pieces[cell], view.state.game.seats, top)


@lru_cache(maxsize=8192)  # most of a board stays as it was from turn to turn
def _stack(
    centre: Point, seats: tuple[int, ...], names: tuple[str, str], top: str
) -> tuple[Piece, ...]:
    x, y = centre
    if len(seats) == 1:
        tone, glyph = sides(names)[seats[0]]
        return (Piece(centre, "disc", tone, SINGLE, glyph=glyph),)
    highest = len(seats) - 1
    step = min(STEP, TALLEST / highest)
    pieces = []
    for height, seat in enumerate(seats):
        tone, glyph = sides(names)[seat]
        if height < highest:
            glyph = ""
        elif top:
            glyph = top
        point = x, y + step * highest / 2 - step * height
        pieces.append(Piece(point, "disc", tone, DOUBLE, glyph=glyph, level=height))
    return tuple(pieces)


def ring(view: View, cell: str, role: str = "accent", radius: float = 0.455) -> Item:
    """A ring round what was placed."""
    # A red ring on a red piece, or a dark one on black, needs something between.
    has_colour = any(side(view.state, seat).tone not in COLOURLESS for seat in (0, 1))
    casing = "casing" if has_colour or role == "loss" else ""
    centre = view.layout.centre(cell)
    return Disc(centre, radius, line=role, width=view.layout.line(), casing=casing)


def rings(view: View, decision: MarkedDecision, *kinds: str) -> Iterable[Item]:
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
    shaft = between(one, other, start, end)
    return Path(shaft, line=role, width=width, head=width * 3.3, casing="casing")


def badge(view: View, point: Point, direction: Point, both: bool, role: str) -> Iterable[Item]:
    """A round sign with an arrow in a ``direction``, or with two that say "exchanged"."""
    radius = min(0.2, max(0.15, view.layout.unit * 0.02))
    yield Disc(point, radius * 1.17, fill="casing")
    yield Disc(point, radius, fill=role)
    length = hypot(*direction)
    dx = direction[0] / length * radius * 0.62
    dy = direction[1] / length * radius * 0.62
    width = radius * 0.2
    spread = 0.42 if both else 0.0
    signs = (1, -1) if both else (1,)
    for sign in signs:
        middle = offset(point, -dy * spread * sign, dx * spread * sign)
        tail = offset(middle, -dx * sign, -dy * sign)
        tip = offset(middle, dx * sign, dy * sign)
        yield Path((tail, tip), line="sign", width=width, head=radius * 0.55)


def pincers(view: View) -> Iterable[Item]:
    """Thin pincers on all that the side to move may lose at once, such as cells that win."""
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
    centre = view.layout.centre(cell)
    falling_line = (offset(centre, -arm, -arm), offset(centre, arm, arm))
    rising_line = (offset(centre, -arm, arm), offset(centre, arm, -arm))
    width = view.layout.line(width)
    for role, wide in (("casing", width * 2), ("loss", width)):
        yield Path(falling_line, line=role, width=wide)
        yield Path(rising_line, line=role, width=wide)


def walls(view: View) -> Iterable[Item]:
    """Closed chains as smooth lines.

    They are those that decided the match, or that the last turn closed while it goes on.
    """
    outcome = view.state.outcome
    width = view.layout.line(0.0125)
    if outcome is not None:
        chains = outcome.loops
    else:
        chains = tuple(event.cells for event in _events(view, "looped"))
    for cells in chains:
        points = tuple(map(view.layout.centre, cells))
        yield Path(points, line="win", width=width, closed=True, round=0.5, casing="casing")


def _events(view: View, kind: str) -> Iterator[Event]:
    """The events of a kind of all decisions to be marked."""
    for decision in view.decisions:
        for event in decision.end.events:
            if event.kind == kind:
                yield event


def destinations(
    view: View, captures: Container[str] = (), exclude: Container[str] = ()
) -> Iterable[Item]:
    """Legal destinations, where they are asked for: dots, or names where cells carry names.

    :param captures: cells that have rings instead
    :param exclude: cells that have nothing
    """
    if not view.legal:
        return
    for cell in sorted({move.target for move in view.state.legal_moves()}):
        if not cell or cell in exclude or (isinstance(view.legal, Set) and cell not in view.legal):
            continue
        if cell in captures:
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
    pieces = view.state.pieces()
    for event in _events(view, "captured"):
        tone = side(view.state, 1 - event.seat).tone
        for cell in event.cells:
            if cell not in pieces:
                yield Piece(view.layout.centre(cell), "disc", tone, SINGLE, ghost=True)
                yield from cross(view, cell, arm=0.13, width=0.006)


def names(view: View, exclude: Container[str], bright_cells: Container[str] = ()) -> Iterable[Item]:
    """Names inside cells other than ``exclude``, where the board's edges do not carry them.

    They are dark on ``bright_cells`` cells.
    """
    if view.coordinates != "cells":
        return
    size = name_size(view.layout)
    board = view.state.board
    for cell in board.cells:
        if cell not in exclude:
            if board.kind == "points":  # clear it of the lines beneath
                yield Disc(view.layout.centre(cell), size * 0.85, fill="cell")
            yield Text(
                view.layout.centre(cell), cell, size, "dark" if cell in bright_cells else "text"
            )


def lowered(view: View, items: Sequence[Item]) -> Iterable[Text]:
    """Names that would be hidden, low in their cells, for a board whose edges do not carry them.

    They stand low on pieces, and where arrows, crosses and sight lines lead over empty cells. A
    pyramid's view writes those on its tiles itself.
    """
    pieces = view.state.pieces()
    size = name_size(view.layout) * 0.88
    roles = dict(_texts(items))
    on_plates = {text for text, role in _texts(items) if role == "strong"} | view.plates
    lines = []
    for item in items:
        if isinstance(item, Path) and len(item.points) == 2 and item.line != "sign":
            lines.append(item.points)
    captures = {cell for event in _events(view, "captured") for cell in event.cells}
    for cell in view.state.board.cells:
        if cell in on_plates:
            continue
        centre = view.layout.centre(cell)
        point = offset(centre, 0, 0.2)
        if cell in pieces and view.layout.board.kind != "pyramid":
            tone = side(view.state, pieces[cell][-1]).tone
            yield Text(point, cell, size, ink(tone), bold=True, casing=tone)
        elif cell in roles and (cell in captures or _crossed(centre, lines)):
            role = "strong" if roles[cell] == "text" else roles[cell]
            yield Text(point, cell, size, role, bold=True, casing="cell")


def _crossed(point: Point, lines: Iterable[tuple[Point, ...]]) -> bool:
    """Whether one of the lines would cut a name at a point."""
    return any(off_segment(point, *line) < 0.3 for line in lines)


def _texts(items: Iterable[Item]) -> Iterator[tuple[str, str]]:
    """All lines of text, each with its role."""
    for item in items:
        if isinstance(item, Text):
            yield item.text, item.role
