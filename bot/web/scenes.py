"""Scenes as the page is sent them: a position's items, and by their hash what seldom changes, boards and themes."""

import hashlib
import zlib
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain, pairwise
from statistics import fmean
from typing import NamedTuple
from weakref import WeakKeyDictionary

import orjson

from bot.chat.board.choosing import Moves, next_stone
from bot.chat.board.consequences import consequence
from games.core import Move, Outcome, State
from render import Look
from render.coordinates import split
from render.layout import STRIP, Layout
from render.pictures import placed, scene
from render.scene import Area, Backdrop, Disc, Item, Path, Piece, Point, Text
from render.themes import dressed, dusk, side, theme_of

KINDS = Path, Disc, Area, Piece, Text
MOST_BLOBS = 512
MOST_EFFECTS = 32  # decisions whose effects are sent along; each takes about 50 µs

Packed = list[object]
Cells = Mapping[Point, int]
"""The numbers of a board's cells by their places, rounded; of several at one place that of the last."""


class Blob(NamedTuple):
    """What the page keeps for ever: its hash, and its JSON, gzipped."""

    name: str
    data: bytes


class Blobs:
    """The boards and themes that pages were sent lately, by hash."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, bytes] = OrderedDict()
        self._boards: WeakKeyDictionary[Backdrop, tuple[Blob, Cells]] = WeakKeyDictionary()
        self._themes: dict[str, Blob] = {}

    def find(self, name: str) -> bytes | None:
        """The gzipped JSON of that hash."""
        return self._known.get(name)

    def plain(self, name: str) -> orjson.Fragment:
        """The JSON of that hash, to be sent within another."""
        return orjson.Fragment(zlib.decompress(self._known[name], wbits=31))

    def board(self, place: Layout) -> tuple[Blob, Cells]:
        """A board without pieces: its items, and where its cells are, those of the maps of a pyramid's levels too.

        Coordinates of cells are thousandths, each less that of the cell before.
        """
        back, names = place.backdrop, place.board.cells
        if back not in self._boards:
            at = [_near(place.at(cell)) for cell in names]
            numbers = {point: number for number, point in enumerate(at)}
            whole = [[round(point[axis] * 1000) for point in at] for axis in (0, 1)]
            plans = [
                [cell, _short(x), _short(y), _short(plan.scale)]
                for plan in place.maps
                for cell, (x, y) in plan.centres.items()
            ]
            content = {
                "size": [_short(back.width), _short(back.height), _short(STRIP * back.width * 0.8)],
                "names": " ".join(names),
                "levels": [split(cell)[0] for cell in names] if place.board.kind == "pyramid" else [],
                "at": [[one - before for before, one in pairwise([0, *axis])] for axis in whole],
                "items": packed(back.items, numbers),
                "maps": plans,
            }
            self._boards[back] = _blob(content), numbers
        blob, cells = self._boards[back]
        return self._keep(blob), cells

    def theme(self, name: str) -> Blob:
        """The colours of a theme: of each role, and of each material its face, light, side, rim, mark and dusk."""
        blob = self._themes.get(name)
        if blob is None:
            theme = theme_of(name)
            colours = {role: _hex(colour) for role, colour in theme.roles.items()}
            tones = {tone: [*map(_hex, made), _hex(dusk(made))] for tone, made in theme.tones.items()}
            dark = sum(theme.roles["ground"]) < 240
            blob = self._themes[name] = _blob(
                {"roles": colours, "tones": tones, "shadow": round(theme.shadow / 255, 2), "dark": dark}
            )
        return self._keep(blob)

    def _keep(self, blob: Blob) -> Blob:
        self._known[blob.name] = blob.data
        self._known.move_to_end(blob.name)
        while len(self._known) > MOST_BLOBS:
            self._known.popitem(last=False)
        return blob


def gzipped(data: bytes, level: int = 6) -> bytes:
    """Bytes for a browser that takes gzip, as all do."""
    packer = zlib.compressobj(level, wbits=31)
    return packer.compress(data) + packer.flush()


def _blob(content: object) -> Blob:
    data = orjson.dumps(content)
    return Blob(hashlib.sha256(data).hexdigest()[:20], gzipped(data, 9))


def _hex(colour: tuple[int, int, int]) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


def _short(value: float) -> float | int:
    rounded = round(value, 3)
    return int(rounded) if rounded == int(rounded) else rounded


def _near(at: Point) -> Point:
    return round(at[0], 3), round(at[1], 3)


def packed(items: Iterable[Item], cells: Cells) -> list[Packed]:
    """Items as lists: the number of their kind, where they are, then their fields, without those as by default.

    Neighbours that differ only in their place are one list. A place is the number of a cell, or x and y. A path has a
    form round its places, or 0 where each place is its list of points.
    """
    groups: list[Packed] = []
    last: object = None
    for item in items:
        kind = KINDS.index(type(item))
        rest = _rest(kind, item[1:])
        form: tuple[float, ...] = ()
        if isinstance(item, Area):
            joins = [_spot(point, cells) for pair in item.joins for point in pair]
            groups.append([kind, [_spot(point, cells) for point in item.points], joins, *rest[1:]])
            last = None
            continue
        if isinstance(item, Path):
            centre = _near((fmean(x for x, _ in item.points), fmean(y for _, y in item.points)))
            if item.closed and centre in cells:
                form = tuple(_short(value) for x, y in item.points for value in (x - centre[0], y - centre[1]))
            place: object = _spot(centre, cells) if form else [_spot(point, cells) for point in item.points]
        else:
            place = _spot(item.at, cells)
        if (kind, form, rest) == last:
            groups[-1][1].append(place)  # type: ignore[attr-defined]
        else:
            last = kind, form, rest
            groups.append([kind, [place], *([form or 0] if isinstance(item, Path) else []), *rest])
    return groups


def _spot(at: Point, cells: Cells) -> object:
    number = cells.get(at := _near(at))
    return [_short(at[0]), _short(at[1])] if number is None else number


@lru_cache(maxsize=4096)
def _rest(kind: int, fields: tuple[object, ...]) -> tuple[object, ...]:
    """The fields of an item after the first, without the last ones that are as by default."""
    names, defaults = KINDS[kind]._fields[1:], KINDS[kind]._field_defaults
    length = len(fields)
    while length and names[length - 1] in defaults and fields[length - 1] == defaults[names[length - 1]]:
        length -= 1
    return tuple(map(_plain, fields[:length]))


def _plain(value: object) -> object:
    if isinstance(value, bool):
        return int(value)
    return _short(value) if isinstance(value, float) else value


def position(
    blobs: Blobs,
    states: Sequence[State],
    look: Look,
    *,
    offered: Moves = (),
    preview: bool = False,
    ending: Outcome | None = None,
    levels: int | None = None,
) -> dict[str, object]:
    """The last of ``states``, which are a turn from its start on, with the decisions that are ``offered``."""
    state, flip, coordinates = states[-1], look.get("flip", False), look.get("coordinates", "edge")
    drawn = scene(
        state,
        flip=flip,
        coordinates=coordinates,
        sight=look.get("sight", False),
        legal=look.get("legal", False),
        highlight=look.get("highlight", True),
        preview=preview,
        turn=states,
        ending=ending,
        say=look.get("say", str),
        levels=levels,
        bare=True,
    )
    theme = dressed(look.get("theme", "wood"), state.game.seats)
    mover = next_stone(state) if offered else state.to_move or 0
    blob, cells = blobs.board(_place(state, drawn.backdrop, flip, coordinates, levels))
    return {
        "back": blob.name,
        "theme": blobs.theme(theme).name,
        "items": packed(drawn.items, cells),
        "moves": [_written(move) for move in offered if move.target],
        "does": _effects(state, offered),
        "leaves": _leaves(state, offered),
        "stone": [*side(state, mover), "tile" if state.board.kind == "pyramid" else "disc"],
    }


def _place(state: State, backdrop: Backdrop, flip: bool, coordinates: str, levels: int | None) -> Layout:
    """The layout of a scene that has this backdrop: names that do not fit on the cells are at the edge."""
    place = placed(state, flip, coordinates, levels=levels)
    return place if place.backdrop is backdrop else placed(state, flip, "edge", levels=levels)


def _written(move: Move) -> object:
    """A decision: its text alone, where that is its cells with a dash between them."""
    text = str(move)
    usual = text == (f"{move.source}-{move.target}" if move.source else move.target)
    return text if usual else [text, move.source, move.target]


def _leaves(state: State, offered: Moves) -> bool:
    """Whether a stone that is used leaves its cell, as far as the first decision shows."""
    move = next((move for move in offered if move.source), None)
    return move is not None and move.source not in state.play(move).pieces()


def _effects(state: State, offered: Moves) -> dict[str, list[tuple[str, ...]]]:
    """What decisions would take, swap and seal off, of those that do any of it; of many decisions none."""
    if len(offered) > MOST_EFFECTS:
        return {}
    does = ((str(move), consequence(state, move)) for move in offered if move.target)
    return {move: [*effect] for move, effect in does if any(chain(*effect))}
