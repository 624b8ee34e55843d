"""A match as a moving picture: GIF and animated WebP, stones moving, a line of text for every turn."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from math import floor
from struct import pack
from typing import NamedTuple

from PIL import GifImagePlugin, Image, ImageChops

from games.core import State

from . import raster
from .layout import Layout, layout
from .pictures import scene
from .scene import Disc, Item, Piece, Point, Scene
from .themes import palette

SIZE = 480  # px; at a phone's 400 points as sharp as a moving picture need be
_CLEAR = 255  # the palette's index for "as before"; palettes leave it free

# By number of decisions: how many frames a stone's way takes, and for how long each position stands, in ms.
_PACES = ((60, 4, 900), (140, 3, 700), (300, 2, 450), (600, 1, 280), (1 << 30, 0, 180))
_STEP = 60
_END = 4000


class Frame(NamedTuple):
    """A picture and how long it is shown, in milliseconds."""

    picture: Image.Image
    duration: int


def replay(
    states: Sequence[State],
    *,
    format: str = "gif",
    theme: str = "wood",
    size: int = SIZE,
    flip: bool = False,
    progress: Callable[[float], None] | None = None,
    say: Callable[[str], str] = str,
) -> bytes:
    """The match whose states are given, first to last, as an endless GIF or WebP ``size`` px wide, under 8 MB.

    ``progress`` is told the share done, from 0 to 1, after every decision. Raises ValueError for another format.
    """
    if format not in _WRITERS:
        raise ValueError(f"a replay is {' or '.join(_WRITERS)}, not {format!r}")
    return _WRITERS[format](frames(states, theme, size, flip, progress or (lambda _: None), say), theme)


def frames(
    states: Sequence[State],
    theme: str,
    size: int,
    flip: bool,
    progress: Callable[[float], None],
    say: Callable[[str], str],
) -> Iterator[Frame]:
    """The frames one after another, in the theme's palette; only as many are held as the caller holds."""
    count = len(states) - 1
    steps, hold = next((steps, hold) for most, steps, hold in _PACES if count <= most)
    place = layout(states[0].board, flip, True, True)

    def shot(shown: Scene) -> Image.Image:
        return raster.flat(shown, theme, size)

    caption = states[0].game.name
    shown = scene(states[0], flip=flip, caption=caption, say=say)
    yield Frame(shot(shown), hold)
    start = 0  # where the turn that is being played began
    for ply, (before, after) in enumerate(pairwise(states)):
        if ply and states[ply - 1].to_move != before.to_move:
            start = ply
        caption = _caption(states[start : ply + 2], say)
        if steps:
            bare = scene(before, flip=flip, highlight=False, caption=caption, say=say)
            for step in range(1, steps + 1):
                share = step / (steps + 1)
                yield Frame(shot(_moved(bare, place, before, after, share * share * (3 - 2 * share))), _STEP)
        shown = scene(after, flip=flip, turn=states[start : ply + 2], caption=caption, say=say)
        yield Frame(shot(shown), hold if ply + 1 < count else _END)
        progress((ply + 1) / count)


def _caption(turn: Sequence[State], say: Callable[[str], str]) -> str:
    seat = turn[0].to_move
    assert seat is not None
    moves = " ".join(str(state.last_move) for state in turn[1:])
    return f"{turn[0].turn}. {say(turn[0].game.seats[seat])}: {moves}"


def _moved(bare: Scene, place: Layout, before: State, after: State, share: float) -> Scene:
    """The scene before a decision with what it moves part of the way along, and what it places on its way in."""
    ways: dict[str, str] = {}
    arriving: list[tuple[Point, str]] = []
    held = before.pieces()
    source = ""
    for event in after.events:
        if event.kind in ("slid", "leapt"):
            ways[event.cells[0]] = event.cells[1]
        elif event.kind == "swapped" and len(event.cells) == 2:
            one, other = event.cells
            ways.update({here: there for here, there in ((one, other), (other, one)) if here in held})
        elif event.kind == "supported":
            source = event.cells[0]
        elif event.kind in ("placed", "covered"):
            arriving.append((place.at(source or event.cells[0]), event.cells[0]))
    moving = {_top(bare, place.at(here)): (place.at(here), place.at(there)) for here, there in ways.items()}
    still: list[Item] = []
    lifted: list[Item] = []
    for item in bare.items:
        if isinstance(item, Piece) and item in moving:
            begin, end = moving[item]
            dx, dy = (end[0] - begin[0]) * share, (end[1] - begin[1]) * share
            lifted.append(item._replace(at=(item.at[0] + dx, item.at[1] + dy)))
        else:
            still.append(item)
    fresh = scene(after, flip=place.flip, highlight=False, caption="-")
    for origin, cell in arriving:
        goal = place.at(cell)
        piece = _top(fresh, goal)
        if piece is None:
            continue
        if origin == goal:
            lifted.append(Disc(goal, 0.46 + 0.5 * (1 - share), line="accent", width=0.05, alpha=share))
        else:
            here = origin[0] + (goal[0] - origin[0]) * share, origin[1] + (goal[1] - origin[1]) * share
            lifted.append(piece._replace(at=here))
    return Scene(bare.backdrop, (*still, *lifted))


def _top(shown: Scene, at: Point) -> Piece | None:
    """The topmost piece that stands at a point."""
    near = [
        item
        for item in shown.items
        if isinstance(item, Piece) and abs(item.at[0] - at[0]) < 0.05 and abs(item.at[1] - at[1]) < 0.35
    ]
    return near[-1] if near else None


def _gif(shots: Iterable[Frame], theme: str) -> bytes:
    """A GIF written frame by frame: each holds the rectangle that changed, and in it only what did."""
    out = io.BytesIO()
    colours = bytes(part for colour in palette(theme) for part in colour)
    previous: Image.Image | None = None
    for picture, duration in shots:
        if previous is None:
            out.write(b"GIF89a" + pack("<HHBBB", *picture.size, 0xF7, 0, 0) + colours.ljust(768, b"\0"))
            out.write(b"\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0")
            part, corner = picture, (0, 0)
        else:
            change = ImageChops.subtract_modulo(picture, previous)
            box = change.getbbox() or (0, 0, 1, 1)
            part, corner = picture.crop(box), (box[0], box[1])
            same = change.crop(box).point([255, *[0] * 255], "L")
            part.paste(_CLEAR, (0, 0, *part.size), same)
        out.write(b"\x21\xf9\x04" + pack("<BHB", 0x05, floor(duration / 10), _CLEAR) + b"\0")
        for piece in GifImagePlugin.getdata(part, corner):
            out.write(piece)
        previous = picture
    out.write(b"\x3b")
    return out.getvalue()


def _webp(shots: Iterable[Frame], theme: str) -> bytes:
    shots = iter(shots)
    first = next(shots)
    durations = [first.duration]

    def rest() -> Iterator[Image.Image]:
        for shot in shots:
            durations.append(shot.duration)
            yield shot.picture.convert("RGB")

    out = io.BytesIO()
    first.picture.convert("RGB").save(
        out, "WEBP", save_all=True, append_images=rest(), duration=durations, loop=0, lossless=True, quality=0, method=1
    )
    return out.getvalue()


_WRITERS: dict[str, Callable[[Iterable[Frame], str], bytes]] = {"gif": _gif, "webp": _webp}
