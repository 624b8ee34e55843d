"""Pictures in a palette as the bytes of a moving picture: GIF and animated WebP."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import floor
from struct import pack
from typing import NamedTuple

from PIL import Image, ImageChops

from ..themes import Colour

_CLEAR = 255  # the palette's index for "as before"; palettes leave it free
_EXTENSION = 0x21


class Frame(NamedTuple):
    """A picture and how long it is shown, in milliseconds."""

    picture: Image.Image
    duration: int


def gif(shots: Iterable[Frame], colours: Sequence[Colour]) -> bytes:
    """A GIF written frame by frame: each is the rectangle that changed, transparent where nothing did."""
    out = io.BytesIO()
    previous: Image.Image | None = None
    for picture, duration in shots:
        if previous is None:
            table = bytes(part for colour in colours for part in colour)
            out.write(b"GIF89a" + pack("<HHBBB", *picture.size, 0xF7, 0, 0) + table.ljust(768, b"\0"))
            out.write(b"\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0")
            part, corner = picture, (0, 0)
        else:
            change = ImageChops.subtract_modulo(picture, previous)
            box = change.getbbox() or (0, 0, 1, 1)
            part, corner = picture.crop(box), (box[0], box[1])
            same = change.crop(box).point([255, *[0] * 255], "L")
            part.paste(_CLEAR, (0, 0, *part.size), same)
        out.write(b"\x21\xf9\x04" + pack("<BHB", 0x05, floor(duration / 10), _CLEAR) + b"\0")
        out.write(b"\x2c" + pack("<HHHHB", *corner, *part.size, 0) + _compressed(part))
        previous = picture
    out.write(b"\x3b")
    return out.getvalue()


def _compressed(picture: Image.Image) -> bytes:
    """The image data of a GIF of one picture, which Pillow writes: its code size and blocks, without colours."""
    whole = io.BytesIO()
    picture.save(whole, "GIF", optimize=False, interlace=0)
    data = whole.getbuffer()
    at = 13 + _table(data[10])
    while data[at] == _EXTENSION:
        at += 2
        while data[at]:
            at += data[at] + 1
        at += 1
    # The descriptor of the image, with its own colours if it has any, comes before its data; the trailer after it.
    return bytes(data[at + 10 + _table(data[at + 9]) : -1])


def _table(flags: int) -> int:
    """How many bytes of colours follow a descriptor with these flags."""
    return 3 << (flags & 7) + 1 if flags & 0x80 else 0


def webp(shots: Iterable[Frame], colours: Sequence[Colour]) -> bytes:
    """An animated WebP, lossless."""
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


WRITERS: dict[str, Callable[[Iterable[Frame], Sequence[Colour]], bytes]] = {"gif": gif, "webp": webp}
