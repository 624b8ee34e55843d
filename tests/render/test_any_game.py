"""A game that keeps the contract is drawn, described and replayed before anybody has written a view
for it.
"""

from collections.abc import Sequence
from dataclasses import replace
from math import dist

import pytest

import games
import render
from games import Game, State
from games.boards import named, square, square_centre
from games.core import Move
from games.lattice import ORTHOGONAL, Lattice
from render.charts.courses import course_chart
from render.pictures import scene
from render.scene import Disc, Path, Piece
from render.themes import THEMES, side, theme_of, with_seat_tones
from tools.gallery import match, turn_at

from ..games.example import example
from ..sampling import only
from .conftest import near, of_kind, opened, place, placer

SEATS = [("Black", "White"), ("Blue", "Gold"), ("Left", "Right")]


def seated(seats: tuple[str, str], **options: str) -> list[State]:
    """A match of the example with seats of other names."""
    return match(replace(example(), seats=seats), 4, **options)


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("theme", only(THEMES, "wood"))
@pytest.mark.parametrize("flip", [False, True])
def test_its_pieces_are_where_they_should_be_in_the_colours_of_their_seats(
    seats: tuple[str, str], theme: str, flip: bool
) -> None:
    state = seated(seats)[14]
    picture = opened(render.png(state, theme=theme, flip=flip, highlight=False))
    pixel = placer(state, 900, flip)
    where = place(state, flip)
    tones = theme_of(with_seat_tones(theme, seats)).tones
    for cell, (seat,) in state.pieces().items():
        x, y = where.centre(cell)
        colour = picture.getpixel(pixel((x + 0.2, y + 0.13)))
        assert near(colour, tones[side(state, seat).tone].face, 60), (cell, colour)


def test_it_is_on_charts_in_its_own_colours() -> None:
    chart = opened(course_chart([0.0, 0.8, -0.8], [1], ("Blue", "Gold"), title="Col"))
    tones = theme_of(with_seat_tones("wood", ("Blue", "Gold"))).tones
    counts = chart.getcolors(1 << 20)
    assert counts is not None
    for name in ("blue", "gold"):
        face = tones[name].face
        assert any(near(colour, face, 12) for _, colour in counts), name


@pytest.mark.some_cases(1)
@pytest.mark.parametrize(
    "game", only(games.catalog(), "snipsnip", "veloop-square"), ids=lambda game: game.slug
)
def test_every_kind_of_board_and_event_has_a_default(game: Game) -> None:
    unknown = replace(
        game, slug="new", seats=("Teal", "Orange"), setup=lambda options: game.setup(options)
    )
    states = match(unknown, 3)
    for ply in range(0, len(states), max(1, len(states) // 12)):
        state = states[ply]
        turn = turn_at(states, ply)
        for coordinates in render.COORDINATES:
            data = render.png(state, size=300, turn=turn, coordinates=coordinates, legal=True)
            assert opened(data).width == 300
        move = state.last_move
        if isinstance(move, Move) and move.kind in ("place", "step"):
            assert is_ringed(move.target, state, turn), (ply, move)
    last_turn = turn_at(states, len(states) - 1)
    items = scene(states[-1], turn=last_turn).items
    loops = [item for item in items if isinstance(item, Path) and item.line == "win"]
    assert len(loops) >= len(states[-1].outcome.loops)
    assert opened(render.replay(states[:6], size=160)).width == 160


def is_ringed(cell: str, state: State, turn: Sequence[State]) -> bool:
    """Whether there is a ring round a cell."""
    centre = place(state).centre(cell)
    for item in scene(state, turn=turn).items:
        if isinstance(item, Disc) and item.line == "accent" and dist(item.point, centre) < 0.05:
            return True
    return False


def test_columns_of_any_height_are_drawn_within_reach_and_told() -> None:
    class Tower(type(example().start().position())):  # type: ignore[misc]
        __slots__ = ()

        def pieces(self) -> dict[str, tuple[int, ...]]:
            return {"d4": (0, 1, 0, 0, 1), "c4": (1, 0, 0)}

    start = example().start()
    state = State(start.game, start.options, Tower(start.board))
    x, y = place(state).centre("d4")
    column = []
    for piece in of_kind(Piece, scene(state).items):
        if abs(piece.point[0] - x) < 0.01 and piece.size > 0.5:
            column.append(piece)
    assert [piece.tone for piece in column] == ["dark", "light", "dark", "dark", "light"]
    for piece in column:
        assert abs(piece.point[1] - y) <= 0.31
    text = render.alt_text(state)
    assert "White on Black on Black on White on Black 1: d4." in text
    assert "Black on Black on White 1: c4." in text


@pytest.mark.parametrize("kind", ["points", "squares"])
def test_a_region_that_belongs_to_a_seat_is_tinted(kind: str) -> None:
    class Owned(type(example().start().position())):  # type: ignore[misc]
        __slots__ = ()

    cells = named(square(5))
    regions = (["c3", "c4"], [])
    board = Lattice("owned", kind, cells, ORTHOGONAL, centre=square_centre, owned=regions)
    start = example().start()
    items = scene(State(start.game, start.options, Owned(board))).items
    tints = []
    for item in items:
        if isinstance(item, Path | Disc) and item.fill == "dark" and item.alpha < 0.5:
            tints.append(item)
    assert len(tints) == 2
