"""How boards and pieces are coloured and what seats look like: themes as tables of roles and tones.

Accent is the last turn, win what is won, loss what is lost; nothing else on a board is as bright.
Tones are the materials of pieces. Values are sRGB.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain, combinations, product
from typing import NamedTuple, TypeAlias

from PIL import ImageColor

from games.core import State, _

Colour: TypeAlias = tuple[int, int, int]

_BLACK = (0, 0, 0)
_WHITE = (255, 255, 255)


class Tone(NamedTuple):
    """The material of a piece: the colours of its parts.

    ``light`` is that of its face where most light falls, ``rim`` that of its edge.
    """

    face: Colour
    light: Colour
    side: Colour
    rim: Colour
    mark: Colour


@dataclass(frozen=True, slots=True)
class Theme:
    """Colours by role and tones by name.

    ``shadow`` is how dark shadows are, ``grain`` how strong the grain of wood is; both of 255.
    """

    name: str
    roles: dict[str, Colour]
    tones: dict[str, Tone]
    shadow: int
    grain: int = 0


_ROLES = """
role     wood     slate    paper    contrast
ground   B98A52   1C2128   FFFFFF   000000
cell     DDB983   54616F   E9E5DC   5B5B5B
hole     7E5930   0C0F12   85806F   000000
hollow   6A4525   07090B   6F6A5C   000000
grid     815B31   A9B6C5   847F74   B8B8B8
text     5A3C1B   D5DDE6   5C5850   FFFFFF
strong   2A1B0C   F4F7FA   16140F   FFFFFF
casing   FFF4E0   0B0E12   FFFFFF   000000
sign     FFFFFF   14181D   FFFFFF   000000
accent   1F48D0   FFC247   1F48D0   FFE100
past     5C6374   D9C9A0   707A9C   C0C0C0
win      C2187F   4FD0FF   D02668   00D5FF
loss     3B1F00   FF6B4A   3A0A30   FF6A00
river    006B82   FF6B4A   007F99   FF6A00
dot      00504A   7FE0A8   1E7A4C   35F28B
line     9C7443   2A323C   CFCBC2   000000
pillar   A98763   93A2B3   C0BAAE   9A9A9A
areaA    ACFF00   1B40FF   ACFF00   1B40FF
areaB    0F9B85   218641   0F9B85   218641
areaC    A094DB   FFC399   A094DB   FFC399
areaD    6833A6   A172E7   6833A6   A172E7
areaE    315166   71C9EA   315166   71C9EA
areaF    E5841B   FF831D   E5841B   FF831D
red      B4372B   E4574A   C33A2C   D00000
dark     2A2623   0A0D11   1D1B18   000000
light    FFFBF2   F2EDE4   FFFFFF   FFFFFF
"""
_TONES = """
theme     tone   face    light   side    rim     mark
wood      dark   2B2724  5C554F  141210  0E0C0B  8C847C
wood      light  F7F0E2  FFFBF2  CDBD9F  7A6238  9A8864
wood      red    B8392C  E0705F  7C2018  6B1A13  F3B9AD
slate     dark   0A0C0F  2A3037  040506  8391A1  7C8997
slate     light  F1ECE3  FFFFFF  B9B0A2  8D8576  8D8677
slate     red    D2463A  EE7567  8E261D  FFC4BB  FFD9D3
paper     dark   24221F  4B4843  100F0D  100F0D  8D8880
paper     light  FFFFFF  FFFFFF  D9D5CC  35322D  908A80
paper     red    C53B2D  DD6A5D  8A231A  7A1D15  F8CFC9
contrast  dark   000000  000000  000000  FFFFFF  FFFFFF
contrast  light  FFFFFF  FFFFFF  C4C4C4  000000  000000
contrast  red    C80000  C80000  7A0000  FFFFFF  FFFFFF
"""
# How dark shadows are and how strong the grain is, by theme.
_LIGHT = {_("wood"): (90, 7), _("slate"): (120, 0), _("paper"): (38, 0), _("contrast"): (0, 0)}


def _rgb(colour: str) -> Colour:
    """A colour by its name in CSS, or as #RRGGBB."""
    red, green, blue = ImageColor.getrgb(colour)[:3]
    return red, green, blue


def _colour(digits: str) -> Colour:
    """A colour of the tables, as RRGGBB."""
    return _rgb(f"#{digits}")


def _themes() -> dict[str, Theme]:
    """The themes of the tables, by name."""
    role_lines = _ROLES.strip().splitlines()
    (_role, *names), *role_rows = (line.split() for line in role_lines)
    tone_lines = _TONES.strip().splitlines()
    _head, *tone_rows = (line.split() for line in tone_lines)
    themes = {}
    for column, name in enumerate(names):
        roles = {role: _colour(colours[column]) for role, *colours in role_rows}
        tones = {}
        for theme, tone, *colours in tone_rows:
            if theme == name:
                tones[tone] = Tone(*map(_colour, colours))
        shadow, grain = _LIGHT[name]
        themes[name] = Theme(name, roles, tones, shadow, grain)
    return themes


THEMES = _themes()


def blend(one: Colour, other: Colour, share: float) -> Colour:
    """``one`` with ``share`` (0 to 1) of ``other`` mixed in."""
    pairs = zip(one, other, strict=True)
    red, green, blue = (_between(*pair, share) for pair in pairs)
    return red, green, blue


def _between(one: int, other: int, share: float) -> int:
    return round(one + (other - one) * share)


def bright(tone: str) -> bool:
    """Whether a tone, or a colour by its name in CSS, is light enough for dark letters on it."""
    face = THEMES["wood"].tones.get(tone)
    return sum(face.face if face else _rgb(tone)) > 380


@cache
def theme_of(name: str) -> Theme:
    """The theme of that name; ``wood+blue+gold`` is wood with pieces of these colours.

    Raises ValueError.
    """
    plain_name, *seat_tones = name.split("+")
    if plain_name not in THEMES:
        raise ValueError(f"there is no theme {name!r}; there are {', '.join(THEMES)}")
    theme = THEMES[plain_name]
    if not seat_tones:
        return theme
    tones = {tone: theme.tones.get(tone) or _coloured(theme, tone) for tone in seat_tones}
    faces = {name: tone.face for name, tone in tones.items() if name not in theme.roles}
    return replace(theme, name=name, roles=theme.roles | faces, tones=tones)


def _coloured(theme: Theme, name: str) -> Tone:
    """A material of that colour, lit and edged as the theme's own of about that brightness."""
    model = theme.tones["light" if bright(name) else "red"]
    brightness = sum(model.face)
    # Pure colours would glare beside the theme's.
    face = blend(_rgb(name), (128, 128, 128), 0.25 if theme.shadow else 0.0)

    def part(of_model: Colour) -> Colour:
        share = sum(of_model) / brightness
        if share <= 1:
            return blend(face, _BLACK, 1 - share)
        return blend(face, _WHITE, (sum(of_model) - brightness) / (765 - brightness))

    return Tone(face, *map(part, model[1:]))


def shades(face: Colour, light: Colour) -> tuple[Colour, ...]:
    """From a face to the light on it, in steps too small to be seen."""
    pairs = zip(face, light, strict=True)
    difference = max(abs(a - b) for a, b in pairs)
    steps = max(1, difference // 5)
    ramp = [_exact(face, light, step, steps) for step in range(1, steps)]
    return tuple(dict.fromkeys((face, *ramp, light)))


def _exact(face: Colour, light: Colour, step: int, steps: int) -> Colour:
    """A colour about a step from ``face`` to ``light`` that Pillow leaves as it is.

    Pillow looks colours up in steps of four, from below: those just above such a step come back
    unchanged.
    """
    shares = [(step + nudge / 5) / steps for nudge in range(-2, 3)]
    candidates = [blend(face, light, share) for share in shares]
    return min(candidates, key=lambda colour: _distance(colour, _lower(colour)))


def dusk(tone: Tone) -> Colour:
    """A tone's face where least light falls: bright ones darken, dark ones would look black."""
    if sum(tone.face) > 380:
        return blend(tone.face, tone.side, 0.45)
    return tone.face


class _Palette:
    """Colours chosen one after another, at most 255, none too near another."""

    def __init__(self, own: Iterable[Colour]) -> None:
        self.chosen = list(dict.fromkeys(own))
        # Pillow looks colours up in steps of four, from below: the theme's own must win there.
        self._steps: list[tuple[Colour, int]] = []
        for colour in self.chosen:
            lower = _lower(colour)
            self._steps.append((lower, _distance(colour, lower)))

    def add(self, colour: Colour, nearest: int) -> None:
        """Choose a colour that differs from all others by ``nearest`` in red, green or blue."""
        red, green, blue = colour
        if len(self.chosen) >= 255:
            return
        for r, g, b in self.chosen:
            if abs(red - r) < nearest and abs(green - g) < nearest and abs(blue - b) < nearest:
                return
        if all(_distance(colour, lower) > distance for lower, distance in self._steps):
            self.chosen.append(colour)


@cache
def palette(name: str) -> tuple[Colour, ...]:
    """At most 255 colours that pictures of a theme are written in.

    They are the theme's own, then steps between those that meet. What is smooth comes first and in
    the finest steps: light on pieces, shadows, grain.
    """
    theme = theme_of(name)
    tones = list(theme.tones.values())
    colours = _Palette([*theme.roles.values(), *chain(*tones)])
    surfaces = [theme.roles["cell"], theme.roles["ground"]]
    for tone in tones:
        _add_lights(colours, tone)
    _add_shadows(colours, theme, surfaces)
    _add_overlays(colours, theme, surfaces)
    for tone, surface, step in product(tones, surfaces, (1, 2, 3, 4)):
        colours.add(blend(surface, tone.rim, step / 5), 12)
    edges = [theme.roles[role] for role in _EDGES]
    neighbours = [*surfaces, *(tone.face for tone in tones), theme.roles["casing"]]
    for nearest in (24, 12):
        for edge, other, share in product(edges, neighbours, (0.5, 0.25, 0.75)):
            colours.add(blend(edge, other, share), nearest)
        for one, other in combinations([*surfaces, *edges], 2):
            colours.add(blend(one, other, 0.5), nearest)
    return tuple(colours.chosen)


# Roles of lines and letters, whose edges are blended with what is beside them.
_EDGES = ("accent", "past", "win", "loss", "text", "strong", "hole", "grid", "red")


def _add_lights(colours: _Palette, tone: Tone) -> None:
    """Light on a piece, and steps to its edge and its mark."""
    for colour in (*shades(tone.face, tone.light), *shades(dusk(tone), tone.light)):
        colours.add(colour, 3)
    pairs = (tone.face, tone.rim), (tone.face, tone.mark), (tone.side, tone.rim)
    for step, (one, other) in product((1, 2, 3), pairs):
        colours.add(blend(one, other, step / 4), 8)


def _add_shadows(colours: _Palette, theme: Theme, surfaces: Sequence[Colour]) -> None:
    """Shadows of pieces on those beneath them and on the board, and the grain of the board."""
    shadow = theme.shadow / 255
    grain = theme.grain / 255
    for tone in theme.tones.values():
        for colour, step in product((tone.face, tone.side, tone.rim), (1, 2, 3)):
            colours.add(blend(colour, _BLACK, shadow * step / 3), 4)
    for surface in surfaces:
        for step in range(1, 6):
            colours.add(blend(surface, _BLACK, shadow * step / 5), 4)
        for step, tint in product((1, 2), (_WHITE, _BLACK)):
            colours.add(blend(surface, tint, grain * step), 2)


# Roles that are laid over the board, with their cover. It has steps of a third
# (``raster.sprites.STEPS``), but not under groups of stones.
_OVERLAYS = (
    ("dark", 0.6),
    ("light", 0.6),
    ("light", 2 / 3),
    ("red", 1 / 3),
    ("win", 1 / 3),
)


def _add_overlays(colours: _Palette, theme: Theme, surfaces: Sequence[Colour]) -> None:
    """What is laid over the board lets it, and its grain, shine through."""
    grain = theme.grain / 255
    grounds = [*surfaces, theme.roles["grid"]]
    if grain:
        grounds += [blend(theme.roles["cell"], tint, grain) for tint in (_BLACK, _WHITE)]
    for (role, share), ground in product(_OVERLAYS, grounds):
        colours.add(blend(ground, theme.roles[role], share), 3)


def _lower(colour: Colour) -> Colour:
    """A colour as Pillow looks it up."""
    red, green, blue = colour
    return red & ~3, green & ~3, blue & ~3


def _distance(one: Colour, other: Colour) -> int:
    """How different two colours are, squared."""
    pairs = zip(one, other, strict=True)
    return sum((a - b) ** 2 for a, b in pairs)


COLOURLESS = ("dark", "light")
_SEATS = {"black": "dark", "white": "light", "red": "red"}


class SeatLook(NamedTuple):
    """A seat's look: the tone of its pieces in a theme, and the mark on them."""

    tone: str
    glyph: str


def side(state: State, seat: int) -> SeatLook:
    """The look of a seat."""
    return sides(state.game.seats)[seat]


@cache
def sides(seats: tuple[str, str]) -> tuple[SeatLook, SeatLook]:
    """The looks of two seats, never the same.

    A seat named after a colour has it; others are dark or light, as differs.
    """
    first, second = map(_named_after, seats)
    if first is None:
        first = "dark" if second is None else ink(second)
    if second is None or second == first:
        second = ink(first)
    first_glyph = "ring" if bright(first) else "glint"
    second_glyph = "glint" if first_glyph == "ring" else "ring"
    return SeatLook(first, first_glyph), SeatLook(second, second_glyph)


def ink(tone: str) -> str:
    """The role of what is written on a piece: the opposite of its brightness."""
    return "dark" if bright(tone) else "light"


def with_seat_tones(theme: str, *games: tuple[str, str]) -> str:
    """The name of a theme with the tones that the seats of some games need.

    Raises ValueError for an unknown theme.
    """
    tones = {side.tone for seats in games for side in sides(seats)}
    if tones <= theme_of(theme).tones.keys():
        return theme
    return "+".join((theme, *sorted(tones)))


def _named_after(name: str) -> str | None:
    """The tone that a seat's name stands for, as ``Red`` and ``Dark Blue`` do."""
    name = name.replace(" ", "").lower()
    try:
        ImageColor.getrgb(name)
    except ValueError:
        return None
    return _SEATS.get(name, name)
