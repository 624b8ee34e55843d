"""SnipSnip: the largest groups tinted and counted, capture sites, what was snipped out."""

from collections.abc import Iterable, Iterator
from itertools import combinations
from math import dist

from ..geometry import along, between, offset
from ..scene import Area, Disc, Item, Path, Piece, Point, Text
from ..themes import ink, side
from .common import SINGLE, View, by_row, destinations, ghosts, names, rings

# Cells: more than the longest diagonal link, a knight's move on squares with diagonals.
_LINK = 2.25


def items(view: View) -> Iterator[Item]:
    """Everything on the board."""
    state = view.state
    pieces = state.pieces()
    groups = [state.marks.get(f"group{seat}", ()) for seat in (0, 1)]
    for seat in (0, 1):
        if len(groups[seat]) > 1 or state.outcome is not None:
            yield from _tint(view, seat, groups[seat])
    banned_cells = () if state.outcome is not None else state.marks.get("banned", ())
    yield from names(view, {*pieces, *banned_cells})
    captured_cells = {cell for decision in view.decisions for cell in decision.cells("captured")}
    for cell in banned_cells:
        if cell not in captured_cells:
            yield from _barred(view.layout.centre(cell))
    yield from ghosts(view)
    # Where cells carry names, the strip alone has the counts.
    large = [group for group in groups if len(group) > 1 and view.coordinates != "cells"]
    counts = {_middle(view, group): len(group) for group in large}
    for cell in by_row(view, pieces):
        tone, glyph = side(state, pieces[cell][0])
        point = view.layout.centre(cell)
        yield Piece(point, "disc", tone, SINGLE, glyph="" if cell in counts else glyph)
        if cell in counts:
            size = 0.42 if counts[cell] < 10 else 0.36
            text_point = offset(point, 0, -0.02)
            yield Text(text_point, str(counts[cell]), size, ink(tone), bold=True)
    for decision in view.decisions:
        yield from rings(view, decision, "placed", "recoloured")
    yield from destinations(view, captures=pieces)


def _middle(view: View, group: tuple[str, ...]) -> str:
    """The stone of a group nearest to its centre, of those without a plate if there are any."""
    xs, ys = zip(*map(view.layout.centre, group), strict=True)
    centre_x = sum(xs) / len(group)
    centre_y = sum(ys) / len(group)
    centre = (centre_x, centre_y)
    free = [cell for cell in group if cell not in view.plates]
    return min(free or group, key=lambda cell: dist(view.layout.centre(cell), centre))


def _tint(view: View, seat: int, group: tuple[str, ...]) -> Iterable[Item]:
    """A band in the side's colour beneath its largest group; one that decided has an edge."""
    centre = view.layout.centre
    outcome = view.state.outcome
    if not group:
        return
    neighbours = view.layout.board.neighbours
    joins: list[tuple[Point, Point]] = []
    for one, other in combinations(group, 2):
        if other in neighbours(one):
            joins.append((centre(one), centre(other)))
    has_links = view.state.options.get("scoring", "").startswith("linked")
    links = tuple(_diagonal_links(view, group)) if has_links else ()
    layers = [(0.0, side(view.state, seat).tone, 0.6)]
    if outcome is not None and set(group) <= set(outcome.cells):
        layers = [(0.075, "win", 1.0), (0.0, "cell", 1.0), *layers]
    for extra, fill, alpha in layers:
        for link in links:
            yield Path(link, line=fill, width=0.16 + extra, alpha=alpha)
        yield Area(tuple(map(centre, group)), tuple(joins), 0.46 + extra, fill, alpha)


def _diagonal_links(view: View, group: tuple[str, ...]) -> Iterable[tuple[Point, Point]]:
    """Links over diagonals between stones that are not neighbours."""
    centre = view.layout.centre
    board = view.layout.board
    centres = [centre(cell) for cell in board.cells]
    for one, other in combinations(group, 2):
        start = centre(one)
        end = centre(other)
        if other in board.neighbours(one) or not 1.2 < dist(start, end) < _LINK:
            continue
        # Straight pairs, with a point half-way between them, are no links.
        middle = along(start, end)
        if all(dist(middle, point) > 0.1 for point in centres):
            yield between(start, end, 0.3, 0.3)


def _barred(point: Point) -> Iterable[Item]:
    """A small no-entry sign."""
    yield Disc(point, 0.235, fill="cell")
    yield Disc(point, 0.2, line="text", width=0.045)
    arm = 0.125
    bar = (offset(point, -arm, -arm), offset(point, arm, arm))
    yield Path(bar, line="text", width=0.045)
