"""Pictures in a palette as bytes: PNG, GIF and animated WebP.

The stream of a PNG may be put together from bands of rows that were compressed at different times:
each ends with a full flush, and the checksum of the whole follows from theirs. zlib-ng makes these
files as small as libdeflate at its usual level and smaller than zlib at its best for the time, in
two thirds of the time of the first and a third of the other's.
"""

import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
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
_HEADER = b"\x78\x5e"  # of a zlib stream
_END = b"\x03\x00"  # an empty last block


@dataclass(frozen=True, slots=True)
class EncodedRows:
    """Some rows, compressed; ``check`` is the Adler-32 of their ``length`` bytes."""

    data: bytes
    check: int
    length: int


def encode(picture: Image.Image) -> bytes:
    """The image, of mode P, as PNG with eight bits a pixel."""
    # A column to the left of an image is empty. It stands for the filter of each row, 0: none pays
    # on few flat colours.
    rows = picture.crop((-1, 0, *picture.size))
    (band,) = compressed([rows.tobytes()])
    palette = bytes(picture.getpalette() or ())
    return assembled(picture.size, palette, [band])


def compressed(bands: Iterable[bytes | memoryview], level: int = TIGHT) -> list[EncodedRows]:
    """Each of these bands of rows compressed by itself."""
    stream = zlib_ng.compressobj(level, zlib_ng.DEFLATED, -15)
    blocks = []
    for pixels in bands:
        data = stream.compress(pixels) + stream.flush(zlib_ng.Z_FULL_FLUSH)
        blocks.append(EncodedRows(data, zlib_ng.adler32(pixels), len(pixels)))
    return blocks


def assembled(size: tuple[int, int], palette: bytes, bands: Sequence[EncodedRows]) -> bytes:
    """A PNG of such bands from top to bottom, ``palette`` three bytes a colour."""
    check = reduce(_combined, bands, 1)
    rows = b"".join(band.data for band in bands)
    stream = _HEADER + rows + _END + pack(">I", check)
    # Eight bits a pixel, colours from a palette, and nothing out of the ordinary.
    header = pack(">IIBBBBB", *size, 8, 3, 0, 0, 0)
    chunks = (
        _chunk(b"IHDR", header),
        _chunk(b"PLTE", palette),
        _chunk(b"IDAT", stream),
        _chunk(b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def _combined(check: int, band: EncodedRows) -> int:
    """The Adler-32 of what has the checksum ``check`` and of the band after it (RFC 1950)."""
    low = check & 0xFFFF
    high = check >> 16
    band_low = band.check & 0xFFFF
    band_high = band.check >> 16
    combined_low = (low + band_low - 1) % _BASE
    carry = band.length * (low - 1)
    combined_high = (high + band_high + carry) % _BASE
    return combined_high << 16 | combined_low


def _chunk(kind: bytes, data: bytes | bytearray) -> bytes:
    check = crc32(data, crc32(kind))
    length = pack(">I", len(data))
    return length + kind + data + pack(">I", check)


_CLEAR = 255  # the palette's index for "as before"; palettes leave it free
_EXTENSION = 0x21


class Frame(NamedTuple):
    """A picture and how long it is shown, in milliseconds."""

    picture: Image.Image
    duration: int


def gif(shots: Iterable[Frame], colours: Sequence[Colour]) -> bytes:
    """A GIF written frame by frame.

    Each frame is the rectangle that changed, transparent where nothing did.
    """
    file = io.BytesIO()
    previous_picture: Image.Image | None = None
    for shot in shots:
        if previous_picture is None:
            file.write(_head(shot.picture.size, colours))
            part = shot.picture
            corner = (0, 0)
        else:
            change = ImageChops.subtract_modulo(shot.picture, previous_picture)
            box = change.getbbox() or (0, 0, 1, 1)
            part = shot.picture.crop(box)
            corner = (box[0], box[1])
            same_mask = change.crop(box).point([255, *[0] * 255], "L")
            part.paste(_CLEAR, (0, 0, *part.size), same_mask)
        hundredths = floor(shot.duration / 10)
        control = pack("<BHB", 0x05, hundredths, _CLEAR)
        file.write(b"\x21\xf9\x04" + control + b"\0")
        place = pack("<HHHHB", *corner, *part.size, 0)
        file.write(b"\x2c" + place + _compressed(part))
        previous_picture = shot.picture
    file.write(b"\x3b")
    return file.getvalue()


def _head(size: tuple[int, int], colours: Sequence[Colour]) -> bytes:
    """The head of an endless GIF: its size in pixels, its colours, and that it is repeated."""
    table = bytes(part for colour in colours for part in colour)
    screen = pack("<HHBBB", *size, 0xF7, 0, 0)
    endless = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0"
    return b"GIF89a" + screen + table.ljust(768, b"\0") + endless


def _compressed(picture: Image.Image) -> bytes:
    """The image data of a GIF of one picture, as Pillow writes it, without colours."""
    buffer = io.BytesIO()
    picture.save(buffer, "GIF", optimize=False, interlace=0)
    data = buffer.getbuffer()
    position = 13 + _table(data[10])
    while data[position] == _EXTENSION:
        position += 2
        while data[position]:
            position += data[position] + 1
        position += 1
    # The descriptor of the image, with its own colours if it has any, comes before its data; the
    # trailer after it.
    start = position + 10 + _table(data[position + 9])
    return bytes(data[start:-1])


def _table(flags: int) -> int:
    """How many bytes of colours follow a descriptor with these flags."""
    if not flags & 0x80:
        return 0
    return 3 << (flags & 7) + 1


def webp(shots: Iterable[Frame], colours: Sequence[Colour]) -> bytes:
    """An animated WebP, lossless."""
    shots = iter(shots)
    first = next(shots)
    durations = [first.duration]

    def rest() -> Iterator[Image.Image]:
        for shot in shots:
            durations.append(shot.duration)
            yield shot.picture.convert("RGB")

    file = io.BytesIO()
    first.picture.convert("RGB").save(
        file,
        "WEBP",
        save_all=True,
        append_images=rest(),
        duration=durations,
        loop=0,
        lossless=True,
        quality=0,
        method=1,
    )
    return file.getvalue()


WRITERS: dict[str, Callable[[Iterable[Frame], Sequence[Colour]], bytes]] = {
    "gif": gif,
    "webp": webp,
}
