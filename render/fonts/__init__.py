"""The bundled fonts, and lines of text as masks."""

import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from math import ceil, floor
from pathlib import Path

from anyascii import anyascii
from PIL import Image, ImageDraw, ImageFont

_FOLDER = Path(__file__).parent
_LATIN = {False: "Inter-Medium.ttf", True: "Inter-Bold.ttf"}
_JAPANESE = "NotoSansJP-SemiBold.ttf"
_SCALE = 4  # text is set this much larger and shrunk: letters stand where they should, at any size
# px; letters from this size on need less
_LARGE = 20
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
    return next((file for file in (_LATIN[bold], _JAPANESE) if _has(file, letter)), None)


@lru_cache(maxsize=2048)
def legible(text: str) -> str:
    """``text`` in letters of the bundled fonts: others as plain forms, else by their sound in
    Latin; no emoji.
    """
    if all(map(_file, text)):
        return text
    shown = " ".join(filter(None, map(_spelt, text.split())))
    return shown or anyascii(text) or "?"


def _spelt(word: str) -> str:
    undressed = "".join(
        letter if _file(letter) else unicodedata.normalize("NFKC", letter) for letter in word
    )
    if all(map(_file, undressed)):
        return undressed
    # A word is spelt in one way: not half of it by its sound.
    latin = _LATIN[False]
    return "".join(
        letter
        if _has(latin, letter)
        else anyascii(letter)
        if unicodedata.category(letter)[0] in "LMN"
        else ""
        for letter in undressed
    )


def _runs(text: str, bold: bool) -> Iterator[tuple[str, str]]:
    """``text`` cut where another font takes over."""
    for file, letters in groupby(legible(text), key=lambda letter: _file(letter, bold)):
        if file:
            yield file, "".join(letters)


@lru_cache(maxsize=2048)
def length(text: str, size: float, bold: bool = False) -> float:
    """How wide a line of text is, in the unit of ``size``."""
    return sum(_font(file, _EM).getlength(run) for file, run in _runs(text, bold)) * size / _EM


def mask(
    text: str, pixels: int, bold: bool, anchor: str, border: int = 0
) -> tuple[int, int, Image.Image]:
    """A line of text, and where the mask's top left corner lies from the anchor; ``border`` px are
    added all round.

    The anchor is l, m or r, then m: half-way up the small letters' height and the capitals'.
    """
    scale = _SCALE if pixels < _LARGE else _LARGE_SCALE
    em = pixels * scale
    runs = [(_font(file, em), run) for file, run in _runs(text, bold)]
    wide = sum(font.getlength(run) for font, run in runs)
    pad = border + 2
    width = ceil(wide / scale) + 2 * pad
    height = ceil(pixels * 1.4) + 2 * pad
    image = Image.new("L", (width * scale, height * scale), 0)
    pen = ImageDraw.Draw(image)
    x = pad * scale
    baseline = (pad + pixels) * scale
    for font, run in runs:
        pen.text((x, baseline), run, 255, font, anchor="ls", stroke_width=border * scale)
        x += round(font.getlength(run))
    left = {"l": 0.0, "m": wide / scale / 2, "r": wide / scale}[anchor[0]]
    return floor(-left) - pad, -pad - pixels + round(pixels * 0.355), image.reduce(scale)
