"""What a picture of a board shows, sampled where it matters."""

import os
from collections.abc import Sequence
from math import dist
from pathlib import Path as File

import pytest
from PIL import ImageChops, ImageStat

import games
import render
from games.core import Game, Outcome, Position, State
from render import raster
from render.choices import Choices, Mark
from render.coordinates import split
from render.geometry import regular
from render.pictures import scene
from render.raster.canvas import canvas
from render.scene import Area, Disc, Piece, Point, Text
from render.themes import THEMES, side, theme_of, with_seat_tones
from tests.games import hex
from tests.games.example import example
from tests.games.traces import RECORDED
from tests.sampling import only
from tools.gallery import match, turn_at

from .conftest import Shown, near, of_kind, opened, place, placer, played

ADDED = {"col": example(), "hex": hex.GAMES[0]}
REFERENCES = File(__file__).parent / "references"


def knows_threats(game: Game) -> bool:
    """Whether the rules of a game say what is threatened."""
    return type(game.start().position()).with_other_to_move is not Position.with_other_to_move


@pytest.mark.some_cases(6)
@pytest.mark.parametrize("theme", only(THEMES, "wood", "contrast"))
@pytest.mark.parametrize("flip", only([False, True], True))
def test_a_stone_is_where_it_should_be_in_its_colour(middle: Shown, theme: str, flip: bool) -> None:
    state, _ = middle
    data = render.png(state, theme=theme, flip=flip, highlight=False)
    assert len(data) <= 48_000
    picture = opened(data)
    pixel = placer(state, 900, flip)
    tones = theme_of(with_seat_tones(theme, state.game.seats)).tones
    for cell, (piece, is_covered) in top_pieces(state, flip).items():
        assert piece.tone == side(state, state.pieces()[cell][-1]).tone
        if state.board.kind == "pyramid" and (is_covered or split(cell)[0] > 1):
            continue  # a higher tile lies over it, or its name stands on it
        face = tones[piece.tone].face
        # Beside the mark in the middle, away from the light.
        spot = pixel((piece.point[0] + 0.2, piece.point[1] + 0.13))
        colour = picture.getpixel(spot)
        is_as_dark = (sum(colour) < DARK) == (sum(face) < DARK)
        assert is_as_dark or near(colour, face, 60), (cell, colour)


DARK = 380
"""The sum of red, green and blue below which a colour is dark."""


def top_pieces(state: State, flip: bool) -> dict[str, tuple[Piece, bool]]:
    """The topmost piece drawn on each cell, and whether another or a hole lies partly over it."""
    where = place(state, flip)
    pieces = of_kind(Piece, scene(state, flip=flip, highlight=False).items)
    holes = [where.centre(cell) for cell in state.marks.get("holes", ())]
    result = {}
    for cell in state.pieces():
        centre = where.centre(cell)
        *_, top = (piece for piece in pieces if dist(piece.point, centre) < 0.12)
        drawn_later = pieces[pieces.index(top) + 1 :]
        points = [piece.point for piece in drawn_later] + holes
        is_covered = any(dist(point, centre) < 0.75 for point in points)
        result[cell] = (top, is_covered)
    return result


def test_a_match_that_the_players_have_ended_waits_for_nobody(middle: Shown) -> None:
    state, turn = middle

    def texts(ending: Outcome | None) -> list[str]:
        return [text.text for text in of_kind(Text, scene(state, turn=turn, ending=ending).items)]

    first = state.game.seats[0]
    assert any(words.endswith(" to move") for words in texts(None))
    assert f"{first} wins" in texts(Outcome(0, "resigned"))
    assert "draw" in texts(Outcome(None, "agreed"))
    for ending in (Outcome(0, "resigned"), Outcome(None, "agreed"), Outcome(None, "aborted")):
        assert not any(words.endswith(" to move") for words in texts(ending))
    assert "draw" not in texts(Outcome(None, "aborted"))


@pytest.mark.parametrize("theme", only(THEMES, "wood"))
@pytest.mark.parametrize(
    "slug", only([game.slug for game in games.catalog() if knows_threats(game)], "vigilance")
)
def test_what_is_threatened_is_ringed_and_nothing_else(slug: str, theme: str) -> None:
    states = [*played(slug, 3), *played(slug, 4)]
    some_threats = (state for state in states if 0 < len(state.threats) < 12)
    state = next(state for state in some_threats if len(state.pieces()) > 2)
    plain = opened(render.png(state, theme=theme, highlight=False))
    rings = opened(render.png(state, theme=theme, highlight=True))
    loss = THEMES[theme].roles["loss"]
    pixel = placer(state, 900)
    where = place(state)
    threat_places = [where.centre(cell) for cell in state.threats]
    last_turn = {cell for event in state.events for cell in event.cells}
    for cell in set(where.centres) - last_turn:
        centre = where.centre(cell)
        ring_count = 0
        for point in (*regular(centre, 0.33, 60), *regular(centre, 0.44, 60)):
            colour = rings.getpixel(pixel(point))
            if near(colour, loss, 30) and plain.getpixel(pixel(point)) != colour:
                ring_count += 1
        if cell in state.threats:
            assert ring_count >= 20, cell
        elif min(dist(centre, other) for other in threat_places) > 0.95:
            assert not ring_count, cell


def test_legal_destinations_are_dots_on_demand(middle: Shown) -> None:
    state, _ = middle
    where = place(state)
    pieces = state.pieces()
    targets = []
    for move in state.legal_moves():
        if move.target and move.target not in pieces:
            targets.append(move.target)
    gaps = state.marks.get("holes", ())  # whose names stand there in any case
    empty = {where.centre(cell) for cell in targets if cell not in gaps}
    assert empty <= set(dots(state, legal=True))
    assert not dots(state)
    cell = targets[0]
    assert dots(state, legal=frozenset({cell})) == [where.centre(cell)]


def dots(state: State, *, legal: bool | frozenset[str] = False) -> list[Point]:
    """Where the dots of legal destinations are."""
    discs = of_kind(Disc, scene(state, legal=legal).items)
    return [disc.point for disc in discs if disc.fill == "dot"]


@pytest.mark.some_cases(4)
@pytest.mark.parametrize("theme", only(["paper", "contrast"], "paper"))
@pytest.mark.parametrize("flip", only([False, True], False))
def test_ready_tiles_and_blending_everything_come_to_the_same(
    slug: str, theme: str, flip: bool
) -> None:
    states = played(slug, 12, board="mini") if slug == "loop" else played(slug)
    theme = with_seat_tones(theme, states[0].game.seats)
    for ply in (len(states) // 2, len(states) - 1):
        picture = scene(states[ply], flip=flip)
        quick = raster.flat(picture, theme, 600).convert("RGB")
        items = (*picture.backdrop.items, *picture.items)
        full_picture = canvas(theme, picture.backdrop, 600).paint(items)
        whole = raster.quantise(full_picture, theme).convert("RGB")
        difference = ImageChops.difference(quick, whole).convert("L")
        # Edges of neighbours may be blended in another order, but nothing larger may differ.
        assert max(ImageStat.Stat(difference).mean) < 0.5
        assert max(difference.reduce(6).getextrema()) < 60


def test_unknown_themes_and_coordinates_are_named() -> None:
    state = games.get("veloop-hex").start()
    with pytest.raises(ValueError, match="'pink'; there are wood, slate, paper, contrast"):
        render.png(state, theme="pink")
    with pytest.raises(ValueError, match="they may be edge, cells, none"):
        render.png(state, coordinates="inside")


@pytest.mark.parametrize("slug", ["vigilance", "snipsnip", "loop"])
def test_the_whole_last_turn_is_marked_unless_another_is_named(slug: str) -> None:
    states = played(slug)
    for ply in (len(states) // 2, len(states) - 1):
        state = states[ply]
        assert scene(state).items == scene(state, turn=turn_at(states, ply)).items


@pytest.mark.parametrize("name", [*RECORDED, *ADDED])
def test_scenes_and_alt_texts_are_as_recorded(name: str) -> None:
    """After a change that is meant: ``RECORD=1`` with these tests, and read the difference."""
    states = played(name, 12) if name in RECORDED else match(ADDED[name], 4)[:40]
    last = len(states) - 1
    lines = [
        *description(states, round(last * 0.2), extras=False),
        *description(states, round(last * 0.5), extras=True),
        *description(states, round(last * 0.8), extras=False),
        *description(states, last, extras=False),
    ]
    file = REFERENCES / f"{name}.txt"
    if "RECORD" in os.environ:
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert lines == file.read_text(encoding="utf-8").splitlines()


def description(states: Sequence[State], ply: int, *, extras: bool) -> list[str]:
    """A picture in words: what stands above the board, the alt text, and the items on the board.

    With ``extras`` it shows legal destinations and what is seen. Of what stands above the board
    there are the words alone, as its place depends on a font's widths.
    """
    state = states[ply]
    turn = turn_at(states, ply)
    items = scene(state, turn=turn, legal=extras, sight=extras).items
    on_board = scene(state, turn=turn, legal=extras, sight=extras, bare=True).items
    above_board = items[: -len(on_board)]
    words = " · ".join(item.text for item in above_board if isinstance(item, Text))
    lines = [f"== after {ply} decisions: {words}", render.alt_text(state, turn=turn)]
    for item in on_board:
        fields = " ".join(field_text(value) for value in item)
        lines.append(f"{type(item).__name__} {fields}")
    return lines


def field_text(value: object) -> str:
    """A field of an item: numbers with two digits, points one after another."""
    if isinstance(value, tuple | frozenset):
        return ",".join(field_text(part) for part in value)
    if isinstance(value, float):
        return f"{value:.2f}"
    return str(value)


CAPTURES_ONE_OF_THREE = "d3 b1 d2 b5 a5 b2 b4 b3 xb4 c4 xd3 c1 e2 a3 a2"


def test_stones_that_may_be_taken_are_ringed_where_legal_decisions_are_shown() -> None:
    state = games.get("snipsnip").start(board="hex-2-4")
    for text in CAPTURES_ONE_OF_THREE.split():
        state = state.play(state.parse(text))
    centres = {place(state).centre(cell) for cell in ("b1", "b2", "a3")}
    rings = [disc for disc in of_kind(Disc, scene(state, legal=True).items) if disc.line == "loss"]
    assert {ring.point for ring in rings} == centres
    marks = tuple(Mark(move.target, move.target) for move in state.legal_moves())
    texts = of_kind(Text, scene(state, choices=Choices(marks)).items)
    size_of_group = next(text for text in texts if text.text == "5")
    assert min(dist(size_of_group.point, centre) for centre in centres) > 0.5


@pytest.mark.parametrize(
    ("moves", "options", "groups"),
    [
        ("a2 c4 b3 e2 a3 d2 e1 b5 d1 xd2 c1", {}, ["a2 a3 b3", "c1 d1 e1", "b5 c4"]),
        (
            "a5 c2 b3 b5 c1 c4 d2 a2 d3 xc4 d1 xd2 e2 a4 e1",
            {"scoring": "linked", "capture": "between"},
            ["a5 b3 c1", "d3 e1 e2", "a4 b5", "c2 d1"],
        ),
    ],
)
def test_each_of_several_largest_groups_has_a_band_and_its_size(
    moves: str, options: dict[str, str], groups: list[str]
) -> None:
    state = games.get("snipsnip").start(board="hex-2-4", **options)
    for text in moves.split():
        state = state.play(state.parse(text))
    items = scene(state).items
    where = place(state)
    bands = [sorted(band.points) for band in of_kind(Area, items)]
    assert sorted(bands) == sorted(sorted(map(where.centre, group.split())) for group in groups)
    stones = {where.centre(cell) for cell in state.pieces()}
    numbers = []
    for text in of_kind(Text, items):
        if text.text.isdecimal() and min(dist(text.point, stone) for stone in stones) < 0.1:
            numbers.append(int(text.text))
    assert sorted(numbers) == sorted(len(group.split()) for group in groups)


@pytest.mark.parametrize("theme", ["wood", "slate"])
@pytest.mark.parametrize("slug", RECORDED)
def test_pictures_look_like_the_stored_ones(slug: str, theme: str, middle: Shown) -> None:
    state, turn = middle
    data = render.png(state, theme=theme, size=300, turn=turn)
    file = REFERENCES / f"{slug}-{theme}.png"
    if "RECORD" in os.environ:
        file.write_bytes(data)
    picture = opened(data)
    reference = opened(file.read_bytes())
    assert picture.size == reference.size
    difference = ImageChops.difference(picture, reference)
    assert max(ImageStat.Stat(difference).mean) < 1.0
