"""Loop: a pyramid from above, its levels by size and light, maps of them, bridges and rivers."""

from collections.abc import Iterable, Iterator, Mapping
from math import pi

from games.core import State
from games.lattice import Pyramid

from ..choices import Mark, name_size, names_fit, plate
from ..coordinates import split
from ..geometry import bounds, regular
from ..layout import tile_size
from ..scene import Disc, Item, Path, Piece, Point, Text
from ..themes import ink, side
from .common import View, destinations, names, rings


def items(view: View) -> Iterator[Item]:
    """Everything on the board."""
    state = view.state
    centre = view.layout.centre
    pieces = state.pieces()
    holes = state.marks.get("holes", ())
    show_names = view.coordinates != "none" and names_fit(state.board)
    upper_cells = {cell for cell in state.board.cells if split(cell)[0] > 1}
    yield from names(view, pieces.keys() | upper_cells)
    # Names that what lies above, or the line of what has won, would cut are left to the maps.
    assert isinstance(state.board, Pyramid)
    covered_feet = {foot for cell in (*pieces, *holes) for foot in state.board.feet(cell)}
    if state.outcome is not None:
        covered_feet |= {cell for chain in state.outcome.loops for cell in chain}
    for cell in sorted(pieces, key=lambda cell: (split(cell)[0], centre(cell)[1])):
        level = split(cell)[0]
        tone, glyph = side(state, pieces[cell][0])
        may_name = level > 1 or view.coordinates == "cells"
        show_name = show_names and may_name and cell not in covered_feet
        yield Piece(centre(cell), "tile", tone, tile_size(level), level, "" if show_name else glyph)
        if show_name:
            yield Text(centre(cell), cell, name_size(view.layout), ink(tone), bold=True)
    for decision in view.decisions:
        width = view.layout.line(0.007)
        for cell in decision.cells("placed"):
            radius = tile_size(split(cell)[0]) * 0.5 + 0.02
            yield Disc(centre(cell), radius, line=decision.role, width=width, casing="casing")
        yield from rings(view, decision, "recoloured")
    for cell in holes:
        if show_names and cell not in view.plates:  # what can be pressed has a plate of its own
            yield from plate(view.layout, Mark(cell, cell))
        else:
            yield from _gap(view, centre(cell))
    yield from _maps(view, pieces)
    if state.outcome is not None:
        yield from _won(view, state.outcome.loops)
    yield from destinations(view, exclude=holes if show_names else ())


def map_levels(state: State) -> int:
    """Of how many levels there are maps.

    They are those in play, once a tile stands on another or may do so.
    """
    if state.board.kind != "pyramid":
        return 0
    cells = (*state.pieces(), *state.marks.get("holes", ()))
    top = max((split(cell)[0] for cell in cells), default=1)
    return top if top > 1 else 0


def _maps(view: View, pieces: Mapping[str, tuple[int, ...]]) -> Iterator[Item]:
    """What stands on each level, and the gaps on it that may carry a tile."""
    state = view.state
    say = view.say
    for level_map in view.layout.maps:
        scale = level_map.scale
        centres = level_map.centres
        left, top, right, _ = bounds(centres.values())
        title = say("level {number}").format(number=level_map.level)
        unit = view.layout.unit
        point = ((left + right) / 2, top - 0.045 * unit)
        yield Text(point, title, 0.03 * unit)
        for cell, column in pieces.items():
            if cell in centres:
                tone = side(state, column[0]).tone
                yield Piece(centres[cell], "disc", tone, scale * 0.86)
        for decision in view.decisions:
            for cell in decision.cells("placed"):
                if cell in centres:
                    width = view.layout.line(0.005)
                    yield Disc(centres[cell], scale * 0.5, line=decision.role, width=width)
        for cell in state.marks.get("holes", ()):
            if cell in centres:
                yield from _gap(view, centres[cell], scale * 0.35)


def _gap(view: View, point: Point, size: float = 0.19) -> Iterable[Item]:
    """A gap between three tiles, as the three-cornered hole it is."""
    turn = pi if view.layout.flip else 0.0
    outer = regular(point, size * 1.25, 3, turn)
    yield Path(outer, fill="casing", closed=True, round=0.05)
    inner = regular(point, size * 0.85, 3, turn)
    yield Path(inner, fill="strong", closed=True, round=0.04)


def _won(view: View, loops: Iterable[tuple[str, ...]]) -> Iterator[Item]:
    """The chain that won, on the board and on the maps.

    The river is drawn first, as the bridge leads over it.
    """
    centre = view.layout.centre
    board = view.state.board
    river = view.state.marks.get("river", ())
    width = view.layout.line(0.012)
    if river:
        points = tuple(map(centre, river))
        if len(points) == 1:
            yield Disc(points[0], 0.18, fill="river", line="casing", width=0.03)
        else:
            yield Path(points, line="river", width=width, round=0.4, dash=0.2, casing="casing")
    for chain in loops:
        after_last = board.neighbours(chain[-1])
        is_closed = len(chain) > 2 and chain[0] in after_last
        yield from _line(tuple(map(centre, chain)), is_closed, width)
        for level_map in view.layout.maps:
            if all(cell in level_map.centres for cell in chain):
                points = tuple(level_map.centres[cell] for cell in chain)
                yield from _line(points, is_closed, width * 0.6)


def _line(points: tuple[Point, ...], is_closed: bool, width: float) -> Iterator[Item]:
    """The line of what has won, with a dot at each end unless it is closed."""
    yield Path(points, line="win", width=width, closed=is_closed, round=0.4, casing="casing")
    if not is_closed:
        for end in (points[0], points[-1]):
            yield Disc(end, width * 1.9, fill="casing")
            yield Disc(end, width * 1.4, fill="win")
