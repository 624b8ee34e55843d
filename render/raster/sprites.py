"""Pieces as small pictures with light on them, drawn large and shrunk."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import cos, pi, sin

from PIL import Image, ImageDraw, ImageFilter

from ..geometry import offset, polar, regular, rounded
from ..mask import Mask
from ..themes import Colour, Theme, Tone, dusk, shades, theme_of

SCALE = 4  # how many times larger a sprite is drawn than shown

# Edges have few degrees of cover: the eye sees no difference, and the PNG is an eighth smaller.
STEPS = [(value * 3 + 128) // 255 * 85 for value in range(256)]
_FADE = 1.25  # how fast light fades from the top of a face down
_RAISE = 0.0275  # how far marks lie above the middle, in shares of a piece's width


@dataclass(frozen=True, slots=True)
class Sprite:
    """A piece ``pixels`` wide in a theme; a value by which its picture can be cached.

    :param theme: the theme's name
    :param shape: one of ``disc`` and ``tile``
    :param tone: the material, one of the theme's tones
    :param level: how high the piece stands
    :param glyph: the mark on it, or none
    :param ghost: whether it has left the board
    """

    theme: str
    shape: str
    tone: str
    pixels: int
    level: int
    glyph: str
    ghost: bool

    def draw(self) -> Mask:
        """Its picture on a transparent ground, which belongs to the pixel of the piece's centre."""
        theme = theme_of(self.theme)
        tone = theme.tones[self.tone]
        size = self.pixels * SCALE
        side = (round(self.pixels * 1.5) // 2 * 2) * SCALE
        if self.ghost:
            image = _ghost(tone, size, side)
        else:
            image = _SHAPES[self.shape](theme, tone, size, side, self.level)
            if self.glyph:
                _GLYPHS[self.glyph](ImageDraw.Draw(image), side / 2, size, tone)
        image = image.reduce(SCALE)
        image.putalpha(image.getchannel("A").point(STEPS))
        left, top, right, bottom = image.getbbox() or (0, 0, 1, 1)
        half = side // SCALE // 2
        picture = image.crop((left, top, right, bottom))
        return Mask(left - half, top - half, picture)


def _circle(
    pen: ImageDraw.ImageDraw, x: float, y: float, radius: float, colour: Colour | int
) -> None:
    pen.ellipse(_square(x, y, radius), fill=colour)


def _square(x: float, y: float, radius: float) -> tuple[float, float, float, float]:
    """The box of a circle."""
    return x - radius, y - radius, x + radius, y + radius


def _disc(theme: Theme, tone: Tone, size: int, side: int, level: int) -> Image.Image:
    """A stone: a round with a visible side, an edge against any ground, and light from above."""
    middle = side / 2
    thick = size * 0.055
    radius = size / 2 - thick / 2  # of its upper side
    image = Image.new("RGBA", (side, side), (0, 0, 0, 0))
    if theme.shadow:
        shadow = Image.new("L", (side, side), 0)
        x = middle + size * 0.015
        y = middle + thick + size * 0.035
        _circle(ImageDraw.Draw(shadow), x, y, size / 2, theme.shadow)
        image.putalpha(shadow.filter(ImageFilter.GaussianBlur(size * 0.028)))
    pen = ImageDraw.Draw(image)
    edge = max(size * 0.024, SCALE * 1.25)
    bottom = middle + thick / 2
    top = middle - thick / 2
    face = radius - edge
    for reach, colour in ((radius, tone.rim), (face, tone.side)):
        for step in range(4):
            _circle(pen, middle, bottom - thick * step / 4, reach, colour)
    _circle(pen, middle, top, radius, tone.rim)
    mask = Image.new("L", (side, side), 0)
    _circle(ImageDraw.Draw(mask), middle, top, face, 255)
    image.paste(_lit(shades(tone.face, tone.light), side, top, face), mask=mask)
    return image


def _lit(steps: Sequence[Colour], side: int, y: float, radius: float) -> Image.Image:
    """A face with light from above: it fades from row to row, which costs a PNG next to nothing.

    :param steps: its colours, from the face's own to the brightest
    :param side: the width and height of the picture, in enlarged pixels
    :param y: the height of the face's centre
    """
    column = Image.new("RGB", (1, side // SCALE))
    brightest = len(steps) - 1
    for row in range(side // SCALE):
        height = (row + 0.5) * SCALE - y + radius
        depth = min(1.0, max(0.0, height / (2 * radius)))
        light = (1 - depth) ** _FADE
        column.putpixel((0, row), steps[round(light * brightest)])
    return column.resize((side, side), Image.Resampling.NEAREST)


def _ghost(tone: Tone, size: int, side: int) -> Image.Image:
    """A piece that has gone: its edge, dashed, and a breath of its face."""
    image = Image.new("RGBA", (side, side), (*tone.face, 0))
    pen = ImageDraw.Draw(image)
    box = _square(side / 2, side / 2, size * 0.44)
    pen.ellipse(box, fill=(*tone.face, 70))
    width = max(1, round(size * 0.05))
    for degrees in range(0, 360, 30):
        pen.arc(box, degrees, degrees + 18, (*tone.rim, 255), width)
    return image


# The marks on pieces, by which sides differ for those who cannot see the colours.


def _ring(pen: ImageDraw.ImageDraw, middle: float, size: int, tone: Tone) -> None:
    box = _square(middle, middle - size * _RAISE, size * 0.2)
    pen.ellipse(box, outline=tone.mark, width=_mark_width(size))


def _glint(pen: ImageDraw.ImageDraw, middle: float, size: int, tone: Tone) -> None:
    y = middle - size * _RAISE
    width = _mark_width(size)
    radius = size * 0.345
    start = 188
    end = 262
    frame = _square(middle, y, radius)
    pen.arc(frame, start, end, tone.mark, round(width * 1.15))
    inner = radius - width * 0.575
    for degrees in (start, end):
        tip = polar((middle, y), inner, degrees * pi / 180)
        _circle(pen, *tip, width * 0.55, tone.mark)


def _leaper(pen: ImageDraw.ImageDraw, middle: float, size: int, tone: Tone) -> None:
    y = middle - size * _RAISE
    mark = (236, 230, 220) if sum(tone.face) < 380 else (38, 34, 31)
    reach = size * 0.27
    bar = round(_mark_width(size) * 2.1)
    for spoke in range(3):
        angle = pi * spoke / 3
        dx = cos(angle) * reach
        dy = sin(angle) * reach
        start = offset((middle, y), -dx, -dy)
        end = offset((middle, y), dx, dy)
        pen.line((*start, *end), mark, bar)
        _circle(pen, *start, bar / 2, mark)
        _circle(pen, *end, bar / 2, mark)


def _mark_width(size: int) -> int:
    return max(1, round(size * 0.034))


def _tile(theme: Theme, tone: Tone, size: int, side: int, level: int) -> Image.Image:
    """A tile of the pyramid, six-sided; the higher, the brighter and the longer its shadow."""
    middle = side / 2
    radius = size / 2
    hexagon = regular((0.0, 0.0), radius * 2 / 3**0.5, 6)
    outline = rounded(hexagon, radius * 0.3)
    thick = size * 0.055
    image = Image.new("RGBA", (side, side), (0, 0, 0, 0))
    if theme.shadow:
        shadow = Image.new("L", (side, side), 0)
        fall = size * 0.02 * (level + 1)
        x = middle + fall * 0.5
        y = middle + thick / 2 + fall
        _polygon(ImageDraw.Draw(shadow), outline, x, y, 1.0, theme.shadow)
        image.putalpha(shadow.filter(ImageFilter.GaussianBlur(size * 0.035)))
    pen = ImageDraw.Draw(image)
    edge = 1 - max(0.06, SCALE * 1.25 / radius)
    bottom = middle + thick / 2
    top = middle - thick / 2
    for scale, colour in ((1.0, tone.rim), (edge, tone.side)):
        for step in range(4):
            _polygon(pen, outline, middle, bottom - thick * step / 4, scale, colour)
    _polygon(pen, outline, middle, top, 1.0, tone.rim)
    # Light grows with height: from dusk on level one to the full light on top.
    steps = shades(dusk(tone), tone.light)
    highest = len(steps) - 1
    darkest = min(0.9, (level - 1) * 0.225) * highest
    brightest = darkest + (highest - darkest) * 0.7
    face_steps = steps[round(darkest) : round(brightest) + 1]
    face = _lit(face_steps, side, top, radius)
    mask = Image.new("L", (side, side), 0)
    _polygon(ImageDraw.Draw(mask), outline, middle, top, edge, 255)
    image.paste(face, mask=mask)
    return image


def _polygon(
    pen: ImageDraw.ImageDraw,
    points: list[tuple[float, float]],
    x: float,
    y: float,
    scale: float,
    fill: Colour | int,
) -> None:
    corners = [offset((x, y), dx * scale, dy * scale) for dx, dy in points]
    pen.polygon(corners, fill=fill)


_SHAPES: dict[str, Callable[[Theme, Tone, int, int, int], Image.Image]] = {
    "disc": _disc,
    "tile": _tile,
}
_GLYPHS: dict[str, Callable[[ImageDraw.ImageDraw, float, int, Tone], None]] = {
    "ring": _ring,
    "glint": _glint,
    "leaper": _leaper,
}
