"""Loop: a pyramid from above, its levels shown by size and light, maps of all in play, bridges and
rivers.
"""

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
    named = view.coordinates != "none" and names_fit(state.board)
    yield from names(
        view, pieces.keys() | {cell for cell in state.board.cells if split(cell)[0] > 1}
    )
    # Names that what lies above, or the line of what has won, would cut are left to the maps.
    assert isinstance(state.board, Pyramid)
    covered = {foot for cell in (*pieces, *holes) for foot in state.board.feet(cell)}
    if state.outcome is not None:
        covered |= {cell for chain in state.outcome.loops for cell in chain}
    for cell in sorted(pieces, key=lambda cell: (split(cell)[0], centre(cell)[1])):
        level = split(cell)[0]
        tone, glyph = side(state, pieces[cell][0])
        written = named and cell not in covered and (level > 1 or view.coordinates == "cells")
        yield Piece(centre(cell), "tile", tone, tile_size(level), level, "" if written else glyph)
        if written:
            yield Text(centre(cell), cell, name_size(view.layout), ink(tone), bold=True)
    for decision in view.decisions:
        for cell in decision.cells("placed"):
            size = tile_size(split(cell)[0])
            yield Disc(
                centre(cell),
                size * 0.5 + 0.02,
                line=decision.role,
                width=view.layout.line(0.007),
                casing="casing",
            )
        yield from rings(view, decision, "recoloured")
    for cell in holes:
        if named and cell not in view.pressed:  # what can be pressed has a plate of its own
            yield from plate(view.layout, Mark(cell, cell))
        else:
            yield from _gap(view, centre(cell))
    yield from _maps(view, pieces)
    if state.outcome is not None:
        yield from _won(view, state.outcome.loops)
    yield from destinations(view, but=holes if named else ())


def map_levels(state: State) -> int:
    """Of how many levels there are maps: of all in play, once a tile stands on another or may do
    so.
    """
    if state.board.kind != "pyramid":
        return 0
    top = max(
        (split(cell)[0] for cell in (*state.pieces(), *state.marks.get("holes", ()))), default=1
    )
    return top if top > 1 else 0


def _maps(view: View, pieces: Mapping[str, tuple[int, ...]]) -> Iterator[Item]:
    """What stands on each level, and the gaps on it that may carry a tile."""
    state = view.state
    say = view.say
    for shown in view.layout.maps:
        left, top, right, _ = bounds(shown.centres.values())
        title = say("level {number}").format(number=shown.level)
        yield Text(
            ((left + right) / 2, top - 0.045 * view.layout.unit), title, 0.03 * view.layout.unit
        )
        for cell, held in pieces.items():
            if cell in shown.centres:
                yield Piece(
                    shown.centres[cell], "disc", side(state, held[0]).tone, shown.scale * 0.86
                )
        for decision in view.decisions:
            for point in (
                shown.centres[cell] for cell in decision.cells("placed") if cell in shown.centres
            ):
                yield Disc(
                    point, shown.scale * 0.5, line=decision.role, width=view.layout.line(0.005)
                )
        for cell in state.marks.get("holes", ()):
            if cell in shown.centres:
                yield from _gap(view, shown.centres[cell], shown.scale * 0.35)


def _gap(view: View, point: Point, size: float = 0.19) -> Iterable[Item]:
    """A gap between three tiles, as the three-cornered hole it is."""
    turn = pi if view.layout.flip else 0.0
    yield Path(regular(point, size * 1.25, 3, turn), fill="casing", closed=True, round=0.05)
    yield Path(regular(point, size * 0.85, 3, turn), fill="strong", closed=True, round=0.04)


def _won(view: View, loops: Iterable[tuple[str, ...]]) -> Iterator[Item]:
    """The chain that won, on the board and on the maps; the river first, as the bridge leads over
    it.
    """
    centre = view.layout.centre
    board = view.state.board
    river = view.state.marks.get("river", ())
    width = view.layout.line(0.012)
    if river:
        way = tuple(map(centre, river))
        if len(way) == 1:
            yield Disc(way[0], 0.18, fill="river", line="casing", width=0.03)
        else:
            yield Path(way, line="river", width=width, round=0.4, dash=0.2, casing="casing")
    for chain in loops:
        closed = len(chain) > 2 and chain[0] in board.neighbours(chain[-1])
        yield from _line(tuple(map(centre, chain)), closed, width)
        for shown in view.layout.maps:
            if all(cell in shown.centres for cell in chain):
                yield from _line(tuple(shown.centres[cell] for cell in chain), closed, width * 0.6)


def _line(points: tuple[Point, ...], closed: bool, width: float) -> Iterator[Item]:
    yield Path(points, line="win", width=width, closed=closed, round=0.4, casing="casing")
    if not closed:
        for end in (points[0], points[-1]):
            yield Disc(end, width * 1.9, fill="casing")
            yield Disc(end, width * 1.4, fill="win")
