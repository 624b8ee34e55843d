"""How a board is sent to the helper process that draws it, which needs to load ``render`` alone."""

import marshal
from collections import OrderedDict
from collections.abc import Iterable

from render import Drawing
from render.scene import Area, Backdrop, Disc, Item, Path, Piece, Scene, Text

# boards without pieces that a helper remembers; the one used longest ago is forgotten
MAX_BACKDROPS = 256
KINDS = Path, Disc, Area, Piece, Text

_backdrops: OrderedDict[int, Backdrop] = OrderedDict()


def packed_drawing(drawing: Drawing, number: int) -> bytes:
    """A drawing without its backdrop, which has this number."""
    return marshal.dumps((_packed(drawing.scene.items), drawing.theme, drawing.size, number))


def packed_backdrop(backdrop: Backdrop) -> bytes:
    """A board without pieces, as ``draw`` reads it."""
    return marshal.dumps((backdrop.width, backdrop.height, _packed(backdrop.items), backdrop.rows))


def draw(drawing: bytes, backdrop: bytes | None) -> bytes | None:
    """A packed drawing as a PNG; None if its backdrop is neither given nor remembered."""
    items, theme, size, number = marshal.loads(drawing)
    if backdrop is not None:
        width, height, backdrop_items, rows = marshal.loads(backdrop)
        _backdrops[number] = Backdrop(width, height, _unpacked(backdrop_items), rows)
        if len(_backdrops) > MAX_BACKDROPS:
            _backdrops.popitem(last=False)
    if number not in _backdrops:
        return None
    _backdrops.move_to_end(number)
    scene = Scene(_backdrops[number], _unpacked(items))
    return Drawing(scene, theme, size).png()


def _packed(items: Iterable[Item]) -> list[tuple[object, ...]]:
    """Items as plain values, written and read five times as fast as objects."""
    return [(KINDS.index(type(item)), *item) for item in items]


def _unpacked(items: Iterable[tuple[int, *tuple[object, ...]]]) -> tuple[Item, ...]:
    return tuple(KINDS[kind]._make(fields) for kind, *fields in items)
