"""Pieces as small pictures with light on them, drawn large and shrunk."""

from collections.abc import Callable, Sequence
from math import cos, pi, sin

from PIL import Image, ImageDraw, ImageFilter

from ..geometry import regular, rounded
from ..themes import Colour, Theme, Tone, dusk, shades

SCALE = 4  # how many times larger a sprite is drawn than shown

# Edges have few degrees of cover: the eye sees no difference, and the PNG is an eighth smaller.
STEPS = [(value * 3 + 128) // 255 * 85 for value in range(256)]
_FADE = 1.25  # how fast light fades from the top of a face down


def draw(
    theme: Theme, shape: str, tone: str, pixels: int, level: int, glyph: str, ghost: bool
) -> tuple[int, int, Image.Image]:
    """A piece ``pixels`` wide on a transparent ground, and where its top left corner lies from the
    piece's centre.
    """
    size = pixels * SCALE
    side = (round(pixels * 1.5) // 2 * 2) * SCALE
    middle = side / 2
    material = theme.tones[tone]
    if ghost:
        image = _ghost(material, size, side, middle)
    else:
        image = _SHAPES[shape](theme, material, size, side, level)
        if glyph:
            _glyph(ImageDraw.Draw(image), glyph, middle, size, material)
    image = image.reduce(SCALE)
    image.putalpha(image.getchannel("A").point(STEPS))
    left, top, right, bottom = image.getbbox() or (0, 0, 1, 1)
    half = side // SCALE // 2
    return left - half, top - half, image.crop((left, top, right, bottom))


def _circle(
    draw: ImageDraw.ImageDraw, x: float, y: float, radius: float, colour: Colour | int
) -> None:
    draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=colour)


def _disc(theme: Theme, tone: Tone, size: int, side: int, level: int) -> Image.Image:
    """A stone: a round with a visible side, an edge that parts it from any ground, and light from
    above.
    """
    middle = side / 2
    radius = size / 2
    thick = size * 0.055
    image = Image.new("RGBA", (side, side), (0, 0, 0, 0))
    if theme.shadow:
        mask = Image.new("L", (side, side), 0)
        _circle(
            ImageDraw.Draw(mask),
            middle + size * 0.015,
            middle + thick + size * 0.035,
            radius,
            theme.shadow,
        )
        image.putalpha(mask.filter(ImageFilter.GaussianBlur(size * 0.028)))
    pen = ImageDraw.Draw(image)
    edge = max(size * 0.024, SCALE * 1.25)
    low = middle + thick / 2
    high = middle - thick / 2
    face = radius - thick / 2 - edge
    for reach, colour in ((radius - thick / 2, tone.rim), (face, tone.side)):
        for step in range(4):
            _circle(pen, middle, low - thick * step / 4, reach, colour)
    _circle(pen, middle, high, radius - thick / 2, tone.rim)
    stamp = Image.new("L", (side, side), 0)
    _circle(ImageDraw.Draw(stamp), middle, high, face, 255)
    image.paste(_lit(shades(tone.face, tone.light), side, high, face), mask=stamp)
    return image


def _lit(steps: Sequence[Colour], side: int, y: float, radius: float) -> Image.Image:
    """A face with light from above: it fades from row to row, which costs a PNG next to nothing."""
    column = Image.new("RGB", (1, side // SCALE))
    for row in range(side // SCALE):
        depth = ((row + 0.5) * SCALE - y + radius) / (2 * radius)
        lit = (1 - min(1.0, max(0.0, depth))) ** _FADE
        column.putpixel((0, row), steps[round(lit * (len(steps) - 1))])
    return column.resize((side, side), Image.Resampling.NEAREST)


def _ghost(tone: Tone, size: int, side: int, middle: float) -> Image.Image:
    """A piece that has gone: its edge, dashed, and a breath of its face."""
    image = Image.new("RGBA", (side, side), (*tone.face, 0))
    pen = ImageDraw.Draw(image)
    radius = size * 0.44
    box = (middle - radius, middle - radius, middle + radius, middle + radius)
    pen.ellipse(box, fill=(*tone.face, 70))
    for part in range(12):
        pen.arc(box, part * 30, part * 30 + 18, (*tone.rim, 255), max(1, round(size * 0.05)))
    return image


def _glyph(pen: ImageDraw.ImageDraw, glyph: str, middle: float, size: int, tone: Tone) -> None:
    """The mark on a piece, by which sides differ for those who cannot see the colours."""
    y = middle - size * 0.0275
    width = max(1, round(size * 0.034))
    if glyph == "ring":
        radius = size * 0.2
        pen.ellipse(
            (middle - radius, y - radius, middle + radius, y + radius),
            outline=tone.mark,
            width=width,
        )
    elif glyph == "glint":
        radius = size * 0.345
        box = (middle - radius, y - radius, middle + radius, y + radius)
        pen.arc(box, 188, 262, tone.mark, round(width * 1.15))
        for degrees in (188, 262):
            angle = degrees * pi / 180
            inner = radius - width * 0.575
            _circle(
                pen, middle + inner * cos(angle), y + inner * sin(angle), width * 0.55, tone.mark
            )
    elif glyph == "leaper":
        mark = (236, 230, 220) if sum(tone.face) < 380 else (38, 34, 31)
        reach = size * 0.27
        bar = round(width * 2.1)
        for spoke in range(3):
            angle = pi * spoke / 3
            dx = cos(angle) * reach
            dy = sin(angle) * reach
            pen.line((middle - dx, y - dy, middle + dx, y + dy), mark, bar)
            _circle(pen, middle - dx, y - dy, bar / 2, mark)
            _circle(pen, middle + dx, y + dy, bar / 2, mark)


def _tile(theme: Theme, tone: Tone, size: int, side: int, level: int) -> Image.Image:
    """A tile of the pyramid: a six-sided round, the higher the brighter and the longer its
    shadow.
    """
    middle = side / 2
    radius = size / 2
    outline = rounded(regular((0.0, 0.0), radius * 2 / 3**0.5, 6), radius * 0.3)
    thick = size * 0.055
    image = Image.new("RGBA", (side, side), (0, 0, 0, 0))
    if theme.shadow:
        mask = Image.new("L", (side, side), 0)
        fall = size * 0.02 * (level + 1)
        _polygon(
            ImageDraw.Draw(mask),
            outline,
            middle + fall * 0.5,
            middle + thick / 2 + fall,
            1.0,
            theme.shadow,
        )
        image.putalpha(mask.filter(ImageFilter.GaussianBlur(size * 0.035)))
    pen = ImageDraw.Draw(image)
    edge = 1 - max(0.06, SCALE * 1.25 / radius)
    for scale, colour in ((1.0, tone.rim), (edge, tone.side)):
        for step in range(4):
            _polygon(pen, outline, middle, middle + thick / 2 - thick * step / 4, scale, colour)
    high = middle - thick / 2
    _polygon(pen, outline, middle, high, 1.0, tone.rim)
    # Light grows with height: from dusk on level one to the full light on top.
    steps = shades(dusk(tone), tone.light)
    low = min(0.9, (level - 1) * 0.225) * (len(steps) - 1)
    brightest = low + (len(steps) - 1 - low) * 0.7
    stamp = Image.new("L", (side, side), 0)
    _polygon(ImageDraw.Draw(stamp), outline, middle, high, edge, 255)
    image.paste(_lit(steps[round(low) : round(brightest) + 1], side, high, radius), mask=stamp)
    return image


def _polygon(
    pen: ImageDraw.ImageDraw,
    points: list[tuple[float, float]],
    x: float,
    y: float,
    scale: float,
    fill: Colour | int,
) -> None:
    pen.polygon([(x + px * scale, y + py * scale) for px, py in points], fill=fill)


_SHAPES: dict[str, Callable[[Theme, Tone, int, int, int], Image.Image]] = {
    "disc": _disc,
    "tile": _tile,
}
