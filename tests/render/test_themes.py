"""Colours that must differ do so for everybody, with each common kind of colour blindness too."""

from collections.abc import Sequence
from itertools import combinations, product
from math import dist

import pytest
from PIL import Image

from render import choices, raster
from render.pictures import scene
from render.scene import Disc, Path
from render.themes import THEMES, palette, sides, theme_of, with_seat_tones

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
    linear = list(map(_linear, colour))
    sums = [sumprod(row, linear) for row in SIMULATIONS[vision]]
    return tuple(min(1.0, max(0.0, part)) for part in sums)


def sumprod(one: Sequence[float], other: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


def _lab(linear: tuple[float, ...]) -> tuple[float, float, float]:
    r, g, b = linear
    x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089
    fx, fy, fz = (
        part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, y, z)
    )
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def contrast(one: Colour, other: Colour) -> float:
    """WCAG 2.2's contrast ratio, from 1 to 21: 3 is asked of graphics, 4.5 of text."""
    dark, bright = sorted(_luminance(colour) + 0.05 for colour in (one, other))
    return bright / dark


def _luminance(colour: Colour) -> float:
    return sumprod((0.2126, 0.7152, 0.0722), _seen(colour, "normal"))


# Pairs of roles or tones, and the least difference between them: 2.3 is just noticeable, 20 is seen
# at a glance.
MARKS = [("accent", "win"), ("accent", "loss"), ("win", "loss"), ("past", "accent")]
GROUNDS = [
    (mark, ground)
    for mark in ("accent", "win", "loss", "past", "text")
    for ground in ("cell", "ground")
]
DOTS = [("dot", ground) for ground in ("cell", "ground")]
CLEAR = ["accent", "past", "win", "dot", "grid", "hole", "hollow", "strong"]
CASED = ["loss", "river"]  # what is drawn with a casing round it
TONES = [("dark", "light"), ("red", "light")]
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

    def far(one: str, other: str) -> float:
        return distance(roles[one], roles[other], vision)

    assert [pair for pair in MARKS + GROUNDS + DOTS if far(*pair) < 18] == []
    assert far("loss", "casing") >= 40
    for one, other in TONES:
        assert distance(tones[one].face, tones[other].face, vision) >= 40
    for tone in tones.values():
        # A piece may have the board's colour if its edge stands out.
        assert max(distance(part, roles["cell"], vision) for part in (tone.face, tone.rim)) >= 24
        for mark in ("accent", "loss"):  # the last turn, and what is threatened
            assert max(distance(roles[part], tone.face, vision) for part in (mark, "casing")) >= 40


@pytest.mark.parametrize("vision", SIMULATIONS)
@pytest.mark.parametrize("theme", THEMES)
def test_areas_differ_from_one_another_from_the_board_and_from_pieces_on_them(
    theme: str, vision: str
) -> None:
    tones = THEMES[theme].tones.values()
    roles = THEMES[theme].roles
    pairs = [*combinations(AREAS, 2), *product(AREAS, ("cell", "ground"))]
    alike = [pair for pair in pairs if distance(roles[pair[0]], roles[pair[1]], vision) < 25]
    assert alike == []
    for area, tone in product(AREAS, tones):
        assert max(distance(part, roles[area], vision) for part in (tone.face, tone.rim)) >= 24


@pytest.mark.parametrize(
    "name", [*THEMES, *(with_seat_tones(theme, seats) for theme in THEMES for seats in SEATS[3:5])]
)
def test_stones_marks_and_edges_stand_out_from_cells_as_wcag_asks_of_graphics(name: str) -> None:
    theme = theme_of(name)
    roles = theme.roles
    cell = roles["cell"]
    ground = roles["ground"]
    for tone in theme.tones.values():
        assert max(contrast(part, cell) for part in (tone.face, tone.rim)) >= 3
        assert max(contrast(part, ground) for part in (tone.face, tone.rim)) >= 2.5
        assert contrast(tone.mark, tone.face) >= 2.9
    assert [role for role in CLEAR if contrast(roles[role], cell) < 3] == []
    for role in CASED:
        assert max(contrast(roles[part], cell) for part in (role, "casing")) >= 3
    assert min(contrast(roles["sign"], roles[mark]) for mark in ("accent", "past")) >= 3
    assert contrast(roles["text"], cell) >= 4.5


def test_no_other_role_is_drawn_on_boards(slug: str) -> None:
    known = {*CLEAR, *CASED, "text", "sign", "casing", "cell", "ground", "pillar", ""}
    for state in played(slug):
        drawn = scene(state, legal=True, sight=True)
        for item in (*drawn.backdrop.items, *drawn.items):
            if isinstance(item, Path | Disc):
                # on what it is filled with
                assert item.line in known or item.casing or isinstance(item, Disc)
                # a ringed disc, a tint
                assert item.fill in {*known, "dark", "light"} or item.alpha < 1


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
    assert len(set(colours)) == len(colours) <= 255 or theme == "contrast"
    assert len(colours) <= 255
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
