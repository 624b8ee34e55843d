"""The bundled fonts, and lines of text as masks."""

import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from math import ceil, floor
from pathlib import Path

from anyascii import anyascii
from PIL import Image, ImageDraw, ImageFont

from ..mask import Mask

_FOLDER = Path(__file__).parent
_LATIN = {False: "Inter-Medium.ttf", True: "Inter-Bold.ttf"}
_JAPANESE = "NotoSansJP-SemiBold.ttf"
_SCALE = 4  # text is set this much larger and shrunk: letters stand where they should, at any size
_LARGE = 20  # px; letters from this size on need less
_LARGE_SCALE = 2
_EM = 100  # px, for measuring


@lru_cache(maxsize=64)
def _font(file: str, pixels: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(_FOLDER / file), pixels, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=4096)
def _has(file: str, letter: str) -> bool:
    """Whether a font has a letter: one it lacks looks like the box for a private character."""
    font = _font(file, 40)
    return letter.isspace() or bytes(font.getmask(letter)) != bytes(font.getmask("\ue000"))


def _file(letter: str, bold: bool = False) -> str | None:
    """The font for a letter: Inter has Latin, Greek and Cyrillic, Noto Japanese."""
    if _has(_LATIN[bold], letter):
        return _LATIN[bold]
    if _has(_JAPANESE, letter):
        return _JAPANESE
    return None


@lru_cache(maxsize=2048)
def legible(text: str) -> str:
    """``text`` in letters of the bundled fonts.

    Other letters are written in plain forms, else by their sound in Latin; emoji are left out.
    """
    if all(map(_file, text)):
        return text
    words = filter(None, map(_spell, text.split()))
    return " ".join(words) or anyascii(text) or "?"


def _spell(word: str) -> str:
    """A word in letters of the fonts."""
    plain_words = "".join(map(_plain, word))
    if all(map(_file, plain_words)):
        return plain_words
    # A word is spelt in one way: not half of it by its sound.
    return "".join(map(_in_latin, plain_words))


def _plain(letter: str) -> str:
    """The plain form of a letter that no font has."""
    return letter if _file(letter) else unicodedata.normalize("NFKC", letter)


def _in_latin(letter: str) -> str:
    """A letter by its sound; nothing for signs."""
    if _has(_LATIN[False], letter):
        return letter
    if unicodedata.category(letter)[0] in "LMN":
        return anyascii(letter)
    return ""


def _runs(text: str, bold: bool) -> Iterator[tuple[str, str]]:
    """``text`` cut where another font takes over."""
    for file, letters in groupby(legible(text), key=lambda letter: _file(letter, bold)):
        if file:
            yield file, "".join(letters)


def length(text: str, size: float, bold: bool = False) -> float:
    """How wide a line of text is, in the unit of ``size``."""
    return _length(text, bold) * size / _EM


@lru_cache(maxsize=2048)
def _length(text: str, bold: bool) -> float:
    """How wide a line of text is in letters whose body is _EM."""
    return sum(_font(file, _EM).getlength(run) for file, run in _runs(text, bold))


def mask(text: str, pixels: int, bold: bool, anchor: str, border: int = 0) -> Mask:
    """A line of text as a mask that belongs to the pixel of its anchor.

    :param pixels: the height of the letters' body
    :param anchor: l, m or r, then m: half-way up the small letters' height and the capitals'
    :param border: px that are added all round
    """
    scale = _SCALE if pixels < _LARGE else _LARGE_SCALE
    em = pixels * scale
    runs = [(_font(file, em), run) for file, run in _runs(text, bold)]
    length = sum(font.getlength(run) for font, run in runs)
    pad = border + 2
    width = ceil(length / scale) + 2 * pad
    height = ceil(pixels * 1.4) + 2 * pad
    image = Image.new("L", (width * scale, height * scale), 0)
    pen = ImageDraw.Draw(image)
    x = pad * scale
    baseline = (pad + pixels) * scale
    for font, run in runs:
        pen.text((x, baseline), run, 255, font, anchor="ls", stroke_width=border * scale)
        x += round(font.getlength(run))
    text_width = length / scale
    to_anchor = {"l": 0.0, "m": text_width / 2, "r": text_width}[anchor[0]]
    left = floor(-to_anchor) - pad
    top = round(pixels * 0.355) - pixels - pad
    return Mask(left, top, image.reduce(scale))
