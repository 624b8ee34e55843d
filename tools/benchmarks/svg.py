"""Scenes as SVG, for measuring other rasterisers by: flat pieces, no light or shadow."""

from html import escape

from render.geometry import between, rounded
from render.scene import Area, Disc, Item, Path, Piece, Point, Scene, Text
from render.themes import THEMES, Colour, Theme


def written(scene: Scene, theme: str, width: int) -> bytes:
    """The scene, backdrop and all, as an SVG ``width`` px wide."""
    board = scene.backdrop
    look = THEMES[theme]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{board.height / board.width * width:.0f}" '
        f'viewBox="0 0 {board.width:.3f} {board.height:.3f}">',
        f'<rect width="100%" height="100%" fill="{_hex(look.roles["ground"])}"/>',
    ]
    for item in (*board.items, *scene.items):
        parts += _drawn(item, look)
    return "".join([*parts, "</svg>"]).encode()


def _hex(colour: Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


def _points(points: list[Point], closed: bool) -> str:
    return "M" + "L".join(f"{x:.3f} {y:.3f}" for x, y in points) + ("Z" if closed else "")


def _drawn(item: Item, theme: Theme) -> list[str]:
    if isinstance(item, Path):
        return _path(item, theme)
    if isinstance(item, Disc):
        return _disc(item, theme)
    if isinstance(item, Piece):
        tone = theme.tones[item.tone]
        x, y = item.at
        return [
            f'<circle cx="{x:.3f}" cy="{y + 0.03:.3f}" r="{item.size / 2:.3f}" fill="{_hex(tone.side)}"/>',
            f'<circle cx="{x:.3f}" cy="{y:.3f}" r="{item.size / 2 - 0.02:.3f}" fill="{_hex(tone.face)}" '
            f'stroke="{_hex(tone.rim)}" stroke-width="0.02"/>',
            f'<circle cx="{x:.3f}" cy="{y:.3f}" r="{item.size * 0.2:.3f}" fill="none" stroke="{_hex(tone.mark)}" '
            'stroke-width="0.03"/>',
        ]
    if isinstance(item, Area):
        colour = _hex(theme.roles[item.fill])
        band = "".join(_points([one, other], False) for one, other in item.joins)
        dots = "".join(f'<circle cx="{x:.3f}" cy="{y:.3f}" r="{item.radius}"/>' for x, y in item.points)
        return [
            f'<g fill="{colour}" stroke="none" opacity="{item.alpha}">{dots}'
            f'<path d="{band}" stroke="{colour}" stroke-width="{item.radius * 2}"/></g>'
        ]
    assert isinstance(item, Text)
    anchor = {"l": "start", "m": "middle", "r": "end"}[item.anchor[0]]
    return [
        f'<text x="{item.at[0]:.3f}" y="{item.at[1] + item.size * 0.36:.3f}" font-size="{item.size:.3f}" '
        f'font-family="sans-serif" text-anchor="{anchor}" fill="{_hex(theme.roles[item.role])}">'
        f"{escape(item.text)}</text>"
    ]


def _path(item: Path, theme: Theme) -> list[str]:
    points = rounded(item.points, item.round, item.closed) if item.round else list(item.points)
    out = []
    if item.fill:
        shape = _points(points, True)
        out.append(f'<path d="{shape}" fill="{_hex(theme.roles[item.fill])}" opacity="{item.alpha}"/>')
    if item.line:
        shape = _points(points, item.closed)
        for role, width in ((item.casing, item.width * 2), (item.line, item.width)):
            if role:
                out.append(
                    f'<path d="{shape}" fill="none" stroke="{_hex(theme.roles[role])}" stroke-width="{width:.3f}" '
                    f'stroke-linecap="round" stroke-linejoin="round"/>'
                )
        if item.head:
            tip, back = points[-1], between(points[-1], points[-2], item.head, 0)[0]
            side = ((tip[1] - back[1]) * 0.58, (back[0] - tip[0]) * 0.58)
            corners = [tip, (back[0] + side[0], back[1] + side[1]), (back[0] - side[0], back[1] - side[1])]
            out.append(f'<path d="{_points(corners, True)}" fill="{_hex(theme.roles[item.line])}"/>')
    return out


def _disc(item: Disc, theme: Theme) -> list[str]:
    x, y = item.at
    fill = _hex(theme.roles[item.fill]) if item.fill else "none"
    line = f'stroke="{_hex(theme.roles[item.line])}" stroke-width="{item.width:.3f}"' if item.line else ""
    return [f'<circle cx="{x:.3f}" cy="{y:.3f}" r="{item.radius:.3f}" fill="{fill}" opacity="{item.alpha}" {line}/>']
