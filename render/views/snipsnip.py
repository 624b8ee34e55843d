"""SnipSnip: the largest groups tinted and counted, capture sites, what was snipped out."""

from collections.abc import Iterable, Iterator
from itertools import combinations
from math import dist
from typing import TypeAlias

from ..geometry import along, between, offset
from ..scene import Area, Disc, Item, Path, Piece, Point, Text
from ..themes import ink, side
from .common import SINGLE, View, by_row, destinations, ghosts, names, rings

# Cells: more than the longest diagonal link, a knight's move on squares with diagonals.
_LINK = 2.25
LinkedCells: TypeAlias = tuple[str, ...]  # the cells of stones that are linked


def items(view: View) -> Iterator[Item]:
    """Everything on the board."""
    state = view.state
    pieces = state.pieces()
    groups: list[LinkedCells] = []
    sizes = state.score or (0, 0)
    for seat in (0, 1):
        if sizes[seat] > 1 or state.outcome is not None:
            for group in _groups(view, state.marks.get(f"group{seat}", ())):
                groups.append(group)
                yield from _tint(view, seat, group)
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


def _groups(view: View, cells: Iterable[str]) -> Iterator[LinkedCells]:
    """The groups that stones form, in the order of their first cells."""
    other_stones = list(cells)
    while other_stones:
        group = [other_stones.pop(0)]
        for stone in group:  # which grows by the stones that are linked to it
            linked_stones = [other for other in other_stones if _are_linked(view, stone, other)]
            group += linked_stones
            other_stones = [other for other in other_stones if other not in linked_stones]
        yield tuple(group)


def _are_linked(view: View, one: str, other: str) -> bool:
    if other in view.layout.board.neighbours(one):
        return True
    return _links_diagonals(view) and _is_diagonal(view, one, other)


def _links_diagonals(view: View) -> bool:
    """Whether groups also connect diagonally."""
    return view.state.options.get("scoring", "").startswith("linked")


def _middle(view: View, group: LinkedCells) -> str:
    """The stone of a group nearest to its centre, of those without a plate if there are any."""
    xs, ys = zip(*map(view.layout.centre, group), strict=True)
    centre_x = sum(xs) / len(group)
    centre_y = sum(ys) / len(group)
    centre = (centre_x, centre_y)
    bare_cells = [cell for cell in group if cell not in view.plates]
    return min(bare_cells or group, key=lambda cell: dist(view.layout.centre(cell), centre))


def _tint(view: View, seat: int, group: LinkedCells) -> Iterable[Item]:
    """A band in the side's colour beneath one of its largest groups; one that decided has an
    edge.
    """
    centre = view.layout.centre
    outcome = view.state.outcome
    neighbours = view.layout.board.neighbours
    joins: list[tuple[Point, Point]] = []
    links: list[tuple[Point, Point]] = []
    for one, other in combinations(group, 2):
        if other in neighbours(one):
            joins.append((centre(one), centre(other)))
        elif _are_linked(view, one, other):
            links.append(between(centre(one), centre(other), 0.3, 0.3))
    layers = [(0.0, side(view.state, seat).tone, 0.6)]
    if outcome is not None and set(group) <= set(outcome.cells):
        layers = [(0.075, "win", 1.0), (0.0, "cell", 1.0), *layers]
    for extra, fill, alpha in layers:
        for link in links:
            yield Path(link, line=fill, width=0.16 + extra, alpha=alpha)
        yield Area(tuple(map(centre, group)), tuple(joins), 0.46 + extra, fill, alpha)


def _is_diagonal(view: View, one: str, other: str) -> bool:
    """Whether two stones that are not neighbours are a diagonal pair."""
    start = view.layout.centre(one)
    end = view.layout.centre(other)
    if not 1.2 < dist(start, end) < _LINK:
        return False
    # Straight pairs, with a point half-way between them, are none.
    middle = along(start, end)
    points = map(view.layout.centre, view.layout.board.cells)
    return all(dist(middle, point) > 0.1 for point in points)


def _barred(point: Point) -> Iterable[Item]:
    """A small no-entry sign."""
    yield Disc(point, 0.235, fill="cell")
    yield Disc(point, 0.2, line="text", width=0.045)
    arm = 0.125
    bar = (offset(point, -arm, -arm), offset(point, arm, arm))
    yield Path(bar, line="text", width=0.045)
