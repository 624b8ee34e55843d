"""Colours that must differ do so for everybody, with each common kind of colour blindness too."""

from collections.abc import Sequence
from itertools import combinations, product
from math import dist

import pytest
from PIL import Image

from render import choices, raster
from render.pictures import scene
from render.scene import Disc, Path
from render.themes import THEMES, Tone, palette, sides, theme_of, with_seat_tones

from .conftest import played

Colour = tuple[int, int, int]

# Machado, Oliveira and Fernandes (2009), "A Physiologically-based Model for Simulation of Color
# Vision Deficiency", severity 1.0; on linear RGB.
SIMULATIONS = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def distance(one: Colour, other: Colour, vision: str) -> float:
    """CIE 1976 colour difference under a kind of vision: 2.3 is just noticeable."""
    return dist(_lab(_seen(one, vision)), _lab(_seen(other, vision)))


def _linear(part: int) -> float:
    """The share of light of a part of an sRGB colour."""
    if part <= 10:
        return part / 255 / 12.92
    return float(((part / 255 + 0.055) / 1.055) ** 2.4)


def _seen(colour: Colour, vision: str) -> tuple[float, ...]:
    """A colour's linear red, green and blue as they are seen under a kind of vision."""
    linear = [_linear(part) for part in colour]
    sums = [sumprod(row, linear) for row in SIMULATIONS[vision]]
    return tuple(min(1.0, max(0.0, part)) for part in sums)


def sumprod(one: Sequence[float], other: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


# CIE 1931 X, Y and Z of linear sRGB, over those of the white point D65.
TO_X = (0.4124 / 0.9505, 0.3576 / 0.9505, 0.1805 / 0.9505)
TO_Y = (0.2126, 0.7152, 0.0722)
TO_Z = (0.0193 / 1.089, 0.1192 / 1.089, 0.9505 / 1.089)


def _lab(linear: tuple[float, ...]) -> tuple[float, float, float]:
    """A colour in CIELAB: lightness, green to red, blue to yellow."""
    x = _cube_root(sumprod(TO_X, linear))
    y = _cube_root(sumprod(TO_Y, linear))
    z = _cube_root(sumprod(TO_Z, linear))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _cube_root(part: float) -> float:
    """CIELAB's f: the cube root, and a straight line near black."""
    if part > 0.008856:
        return float(part ** (1 / 3))
    return 7.787 * part + 16 / 116


def contrast(one: Colour, other: Colour) -> float:
    """WCAG 2.2's contrast ratio, from 1 to 21: 3 is asked of graphics, 4.5 of text."""
    dark, bright = sorted(_luminance(colour) + 0.05 for colour in (one, other))
    return bright / dark


def _luminance(colour: Colour) -> float:
    return sumprod(TO_Y, _seen(colour, "normal"))


GROUNDS = ("cell", "ground")
"""The roles on which marks are drawn."""
MARKS = [("accent", "win"), ("accent", "loss"), ("win", "loss"), ("past", "accent")]
"""Pairs of roles of marks that must differ."""
ON_GROUNDS = list(product(("accent", "win", "loss", "past", "text", "dot"), GROUNDS))
"""Pairs of the roles of a mark and of what it is drawn on."""
CLEAR = ["accent", "past", "win", "dot", "grid", "hole", "hollow", "strong"]
CASED = ["loss", "river"]
"""Roles that are drawn with a casing round them."""
TONES = [("dark", "light"), ("red", "light")]
NOTICEABLE = 18
"""A difference that is seen when one looks for it; 2.3 is just noticeable."""
AT_A_GLANCE = 40
AREAS = [f"area{letter}" for letter in choices.AREAS]
SEATS = [
    ("Black", "White"),
    ("White", "Red"),
    ("Red", "Black"),
    ("Blue", "Gold"),
    ("Red", "Blue"),
    ("Left", "Right"),
    ("Green", "Green"),
    ("White", "Silver"),
    ("Purple", "Sea Green"),
]


@pytest.mark.parametrize("vision", SIMULATIONS)
@pytest.mark.parametrize("theme", THEMES)
def test_marks_sides_and_pieces_differ_and_stand_out_from_the_board(
    theme: str, vision: str
) -> None:
    tones = THEMES[theme].tones
    roles = THEMES[theme].roles

    def difference(one: str, other: str) -> float:
        return distance(roles[one], roles[other], vision)

    assert [pair for pair in MARKS + ON_GROUNDS if difference(*pair) < NOTICEABLE] == []
    assert difference("loss", "casing") >= AT_A_GLANCE
    for one, other in TONES:
        assert distance(tones[one].face, tones[other].face, vision) >= AT_A_GLANCE
    for tone in tones.values():
        assert stands_out(tone, roles["cell"], vision)
        casing = distance(roles["casing"], tone.face, vision)
        for mark in ("accent", "loss"):  # the last turn, and what is threatened
            line = distance(roles[mark], tone.face, vision)
            assert max(line, casing) >= AT_A_GLANCE


def stands_out(tone: Tone, colour: Colour, vision: str) -> bool:
    """Whether a piece is seen on a colour; it may have that colour if its edge stands out."""
    face = distance(tone.face, colour, vision)
    rim = distance(tone.rim, colour, vision)
    return max(face, rim) >= 24


@pytest.mark.parametrize("vision", SIMULATIONS)
@pytest.mark.parametrize("theme", THEMES)
def test_areas_differ_from_one_another_from_the_board_and_from_pieces_on_them(
    theme: str, vision: str
) -> None:
    tones = THEMES[theme].tones.values()
    roles = THEMES[theme].roles
    pairs = [*combinations(AREAS, 2), *product(AREAS, GROUNDS)]
    for one, other in pairs:
        assert distance(roles[one], roles[other], vision) >= 25, (one, other)
    for area, tone in product(AREAS, tones):
        assert stands_out(tone, roles[area], vision), area


THEMES_WITH_SEATS = [
    with_seat_tones(theme, seats)
    for theme in THEMES
    for seats in (("Blue", "Gold"), ("Red", "Blue"))
]


@pytest.mark.parametrize("name", [*THEMES, *THEMES_WITH_SEATS])
def test_stones_marks_and_edges_stand_out_from_cells_as_wcag_asks_of_graphics(name: str) -> None:
    theme = theme_of(name)
    roles = theme.roles
    cell = roles["cell"]
    ground = roles["ground"]
    for tone in theme.tones.values():
        assert max(contrast(tone.face, cell), contrast(tone.rim, cell)) >= 3
        assert max(contrast(tone.face, ground), contrast(tone.rim, ground)) >= 2.5
        assert contrast(tone.mark, tone.face) >= 2.9
    for role in CLEAR:
        assert contrast(roles[role], cell) >= 3, role
    casing = contrast(roles["casing"], cell)
    for role in CASED:
        assert max(contrast(roles[role], cell), casing) >= 3, role
    for mark in ("accent", "past"):
        assert contrast(roles["sign"], roles[mark]) >= 3, mark
    assert contrast(roles["text"], cell) >= 4.5


def test_no_other_role_is_drawn_on_boards(slug: str) -> None:
    roles = {*CLEAR, *CASED, "text", "sign", "casing", "cell", "ground", "pillar", ""}
    for state in played(slug):
        picture = scene(state, legal=True, sight=True)
        for item in (*picture.backdrop.items, *picture.items):
            if isinstance(item, Path):
                assert item.line in roles or item.casing, item
            if isinstance(item, Path | Disc):
                is_tint = item.alpha < 1
                assert item.fill in roles | {"dark", "light"} or is_tint, item


@pytest.mark.parametrize("seats", SEATS)
def test_sides_of_any_names_differ_in_colour_and_by_a_mark(seats: tuple[str, str]) -> None:
    first, second = sides(seats)
    assert first.tone != second.tone
    assert {first.glyph, second.glyph} == {"ring", "glint"}
    for theme in THEMES:
        tones = theme_of(with_seat_tones(theme, seats)).tones
        pairs = zip(tones[first.tone].face, tones[second.tone].face, strict=True)
        assert max(abs(one - other) for one, other in pairs) >= 40


def test_seats_named_after_colours_have_them_and_others_are_dark_and_light() -> None:
    assert [side.tone for side in sides(("Dark Blue", "gold"))] == ["darkblue", "gold"]
    assert [side.tone for side in sides(("Left", "Right"))] == ["dark", "light"]
    assert [side.tone for side in sides(("Right", "Black"))] == ["light", "dark"]


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("theme", THEMES)
def test_a_palette_holds_the_colours_of_any_seats(theme: str, seats: tuple[str, str]) -> None:
    name = with_seat_tones(theme, seats)
    colours = palette(name)
    assert len(colours) <= 255
    if theme != "contrast":
        assert len(set(colours)) == len(colours)
    assert {tone.face for tone in theme_of(name).tones.values()} <= set(colours)
    assert set(THEMES[theme].roles.values()) <= set(colours)


def test_the_themes_own_seats_change_nothing_about_them() -> None:
    assert with_seat_tones("wood", ("Black", "White"), ("White", "Red")) == "wood"
    with pytest.raises(ValueError, match="'pink'; there are wood, slate"):
        with_seat_tones("pink", ("Blue", "Gold"))


@pytest.mark.parametrize("theme", THEMES)
def test_the_board_keeps_its_colours_however_often_it_is_quantised(theme: str) -> None:
    for role in ("ground", "cell", "accent", "past", "win", "loss"):
        colour = THEMES[theme].roles[role]
        picture = raster.quantise(Image.new("RGB", (1, 1), colour), theme).convert("RGB")
        assert picture.getpixel((0, 0)) == colour
