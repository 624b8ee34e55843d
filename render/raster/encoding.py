"""Pictures in a palette as bytes: PNG, GIF and animated WebP.

The stream of a PNG may be put together from bands of rows that were compressed at different times:
each ends with a full flush, and the checksum of the whole follows from theirs. zlib-ng makes these
files as small as libdeflate at its usual level and smaller than zlib at its best for the time, in
two thirds of the time of the first and a third of the other's.
"""

import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from math import floor
from struct import pack
from typing import NamedTuple
from zlib import crc32

from PIL import Image, ImageChops
from zlib_ng import zlib_ng

from ..themes import Colour

QUICK = 2
TIGHT = 5
"""Levels of zlib-ng.

The first takes a third of the time of the second, and makes files a fifth larger. Above the second,
time grows by a half for three per cent.
"""
_BASE = 65521  # of Adler-32
# of a zlib stream; an empty last block
_HEADER = b"\x78\x5e"
_END = b"\x03\x00"


class Band(NamedTuple):
    """Some rows, compressed; ``check`` is the Adler-32 of their ``length`` bytes."""

    data: bytes
    check: int
    length: int


def encode(picture: Image.Image) -> bytes:
    """The image, of mode P, as PNG with eight bits a pixel."""
    # A column to the left of an image is empty. It stands for the filter of each row, 0: none pays
    # on few flat colours.
    (band,) = compressed([picture.crop((-1, 0, *picture.size)).tobytes()])
    return assembled(picture.size, bytes(picture.getpalette() or ()), [band])


def compressed(bands: Iterable[bytes | memoryview], level: int = TIGHT) -> list[Band]:
    """Each of these bands of rows compressed by itself."""
    stream = zlib_ng.compressobj(level, zlib_ng.DEFLATED, -15)
    return [
        Band(
            stream.compress(data) + stream.flush(zlib_ng.Z_FULL_FLUSH),
            zlib_ng.adler32(data),
            len(data),
        )
        for data in bands
    ]


def assembled(size: tuple[int, int], palette: bytes, bands: Sequence[Band]) -> bytes:
    """A PNG of such bands from top to bottom, ``palette`` three bytes a colour."""
    stream = b"".join(
        (_HEADER, *(band.data for band in bands), _END, pack(">I", reduce(_combined, bands, 1)))
    )
    header = _chunk(b"IHDR", pack(">IIBBBBB", *size, 8, 3, 0, 0, 0))
    chunks = header, _chunk(b"PLTE", palette), _chunk(b"IDAT", stream), _chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def _combined(check: int, band: Band) -> int:
    """The Adler-32 of what has the checksum ``check`` and of the band after it (RFC 1950)."""
    low = check & 0xFFFF
    high = check >> 16
    more = band.check & 0xFFFF
    over = band.check >> 16
    return (high + over + band.length * (low - 1)) % _BASE << 16 | (low + more - 1) % _BASE


def _chunk(kind: bytes, data: bytes | bytearray) -> bytes:
    return pack(">I", len(data)) + kind + data + pack(">I", crc32(data, crc32(kind)))


_CLEAR = 255  # the palette's index for "as before"; palettes leave it free
_EXTENSION = 0x21


class Frame(NamedTuple):
    """A picture and how long it is shown, in milliseconds."""

    picture: Image.Image
    duration: int


def gif(shots: Iterable[Frame], colours: Sequence[Colour]) -> bytes:
    """A GIF written frame by frame: each is the rectangle that changed, transparent where nothing
    did.
    """
    out = io.BytesIO()
    previous: Image.Image | None = None
    for picture, duration in shots:
        if previous is None:
            table = bytes(part for colour in colours for part in colour)
            out.write(
                b"GIF89a" + pack("<HHBBB", *picture.size, 0xF7, 0, 0) + table.ljust(768, b"\0")
            )
            out.write(b"\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0")
            part = picture
            corner = (0, 0)
        else:
            change = ImageChops.subtract_modulo(picture, previous)
            box = change.getbbox() or (0, 0, 1, 1)
            part = picture.crop(box)
            corner = (box[0], box[1])
            same = change.crop(box).point([255, *[0] * 255], "L")
            part.paste(_CLEAR, (0, 0, *part.size), same)
        out.write(b"\x21\xf9\x04" + pack("<BHB", 0x05, floor(duration / 10), _CLEAR) + b"\0")
        out.write(b"\x2c" + pack("<HHHHB", *corner, *part.size, 0) + _compressed(part))
        previous = picture
    out.write(b"\x3b")
    return out.getvalue()


def _compressed(picture: Image.Image) -> bytes:
    """The image data of a GIF of one picture, which Pillow writes: its code size and blocks,
    without colours.
    """
    whole = io.BytesIO()
    picture.save(whole, "GIF", optimize=False, interlace=0)
    data = whole.getbuffer()
    position = 13 + _table(data[10])
    while data[position] == _EXTENSION:
        position += 2
        while data[position]:
            position += data[position] + 1
        position += 1
    # The descriptor of the image, with its own colours if it has any, comes before its data; the
    # trailer after it.
    return bytes(data[position + 10 + _table(data[position + 9]) : -1])


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
        out,
        "WEBP",
        save_all=True,
        append_images=rest(),
        duration=durations,
        loop=0,
        lossless=True,
        quality=0,
        method=1,
    )
    return out.getvalue()


WRITERS: dict[str, Callable[[Iterable[Frame], Sequence[Colour]], bytes]] = {
    "gif": gif,
    "webp": webp,
}
