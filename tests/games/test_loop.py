"""Loop's rules, one by one, on positions set up by hand."""

import json
from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest

import games
from games import Event, IllegalMove, Move, State
from games.loop import LOOP, NEIGHBOURS, PLACES, TOUCHING, rivers, strands

from .playing import play

pytestmark = pytest.mark.usefixtures("translatable_sentences")

DATA = Path(__file__).parent.parent / "data"
FIGURES: list[dict[str, Any]] = json.loads((DATA / "loop" / "figures.json").read_text())
BOARDS = json.loads((DATA / "boards.json").read_text())["loop"]

# Whole matches of the smallest pyramid. In the first the last tile makes no loop, in the second it
# does, and after the third White has nowhere to go.
FULL = """
1h1 1b2 1a2 1a3 1f2 1c2 1a4 1c3 1a1 1f1 1g2 1e4 1d4 1b3 1b1 2a2 1e2 1f3 1c4 1d3 2f2 1d2 1e3 1e1
2e3 1c1 2d3 2c2 2a3
1b4 2e1 2b3 1g1 2d2 2e2 2b1 2a1 2b2 3d2 3b2 1d1 2d1 2c1 3a2 2c3 3c1 3c2 3b1 3d1 4c1 2f1 4b1 3e1
3a1 2g1 4d1 3f1 4a1
3e2 4e1
"""
FULL_BY_A_BRIDGE = """
1h1 1e3 1e1 1b3 1c3 1d4 1f1 1c4 1g1 1c1 1g2 1e4 1a4 1d3 1a1 1e2 2g1 1d2 1f3 1d1 1a2 2e1 1c2 1b1
1a3 2a1 2a3 2c1 1f2
2d1 2f1 2c2 2c3 2e3 2e2 2d3 3e1 1b2 1b4 2d2 2b3 3c2 3d2 3c1 2b2 2b1 2a2 3d1 4d1 4c1 3a2 3b2 3b1
2f2 3e2 4b1 3f1 3a1
4e1 4a1
"""
STUCK = """
1f2 1c4 1f3 1c2 1e4 1a1 1c1 1d4 1e1 1a4 1f1 1b2 1d3 1b1 1e2 1g1 2f1 1d1 1b3 1a3 1c3 1h1 2b2 2c1
1e3 1a2 2c3 1b4 1d2
2a3 2d3 2a2 2d1 2b1 2c2 3b1 2e2 3c1 2b3 3b2 3a2 4b1 1g2 2a1 2f2 3a1 2g1 4a1 2e1
"""


def position(black: Iterable[str], white: Iterable[str], to_move: int = 0, **options: str) -> State:
    """A state with these tiles on the board."""
    terms = LOOP.complete(options)
    loop = LOOP.setup(terms)
    board = loop.board
    tiles = {*black, *white}
    loop.tiles = [board.mask(black), board.mask(white)]
    loop.open = []
    for cell in board.cells:
        if cell not in tiles and tiles.issuperset(board.feet(cell)):
            loop.open.append(board.index[cell])
    loop.to_move = to_move
    return State(LOOP, terms, loop)


def figure(name: str) -> dict[str, Any]:
    """A figure of the manual."""
    return next(figure for figure in FIGURES if figure["figure"] == name)


def state_of(figure: dict[str, Any]) -> State:
    """The position that a figure shows."""
    to_move = int(figure["to_move"] == "white")
    return position(figure["black"], figure["white"], to_move, board=figure["board"])


# -------------------------------------------------------------------------------------- the pyramid


@pytest.mark.parametrize("name", BOARDS)
def test_every_pyramid_has_the_recorded_levels_and_feet(name: str) -> None:
    board = LOOP.start(board=name).board
    record = BOARDS[name]
    assert board.kind == "pyramid"
    assert [board.level(cell) for cell in board.cells] == record["level"]
    for cell in board.cells:
        assert list(board.feet(cell)) == record["feet"].get(cell, []), cell


# ----------------------------------------------------------------------------------- where tiles go


def test_a_tile_on_three_feet_may_be_placed_by_whoever_has_one_beside_or_below_it() -> None:
    state = position(["1c4", "1c3", "1d3"], ["1h1", "1f1", "1a1"])
    assert "2c3" in map(str, state.legal_moves())
    assert state.marks == {"holes": ("2c3",)}
    enemys = position(["1h1", "1f1", "1a1"], ["1c4", "1c3", "1d3"])
    assert "2c3" not in map(str, enemys.legal_moves())
    assert enemys.marks == {"holes": ("2c3",)}


def test_the_level_may_be_left_out_since_only_one_can_be_meant() -> None:
    state = position(["1c4", "1c3", "1d3"], ["1h1"])
    assert state.parse("c3") == Move("place", "2c3")
    assert state.parse("B2") == Move("place", "1b2")
    with pytest.raises(
        IllegalMove, match="a tile on 2d3 must rest on three others, and 1d4 and 1e3 are empty"
    ):
        state.parse("d3")


def test_on_the_tallest_pyramid_there_is_a_tenth_level() -> None:
    cells = LOOP.start(board="lazo145").board.cells
    lower = [cell for cell in cells if not cell.startswith("10")]
    state = position(lower, ["10b1"], board="lazo145")
    assert state.parse("10A1") == Move("place", "10a1")
    assert state.parse("a1") == Move("place", "10a1")
    with pytest.raises(IllegalMove, match="your opponent already has a tile on 10b1"):
        state.parse("10b1")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("1c3", "you already have a tile on 1c3; "),
        ("1d3", "your opponent already has a tile on 1d3; "),
        ("2a1", "a tile on 2a1 must rest on three others, and 1a2, 1a1 and 1b1 are empty; "),
        ("2b3", "a tile on 2b3 must rest on three others, and 1b4 and 1b3 are empty; "),
        ("2c2", "a tile on 2c2 must rest on three others, and 1c2 is empty; "),
        (
            "2g1",
            (
                "a tile on level two or higher must touch one of your own, and 2g1 touches only "
                "your opponent’s; "
            ),
        ),
        ("3c2", "a tile on 3c2 must rest on three others, and 2c3, 2c2 and 2d2 are empty; "),
        ("swap", "only White can take over the start, and only instead of the first white tile; "),
        ("pass", "you can only pass if you have no other move"),
        ("1c2-2c2", "name the cell to place on, such as "),
        ("x1d3", "name the cell to place on, such as "),
        ("9z9", "there’s no cell 9z9 on this board"),
    ],
)
def test_each_way_to_be_illegal_is_explained(text: str, why: str) -> None:
    state = position(["1c3", "1c4", "1d2"], ["1d3", "1g1", "1h1", "1g2"])
    with pytest.raises(games.GameError) as error:
        state.parse(text)
    assert str(error.value).startswith(why)


# --------------------------------------------------------------------------------------------- swap


@pytest.mark.parametrize("board", BOARDS)
def test_white_may_take_over_blacks_first_tile_and_black_goes_on(board: str) -> None:
    first = LOOP.start(board=board)
    assert "swap" not in map(str, first.legal_moves())
    state = first.play(first.legal_moves()[5])
    cell = str(state.last_move)
    assert len(state.legal_moves()) == len(first.legal_moves())
    after_swap = play(state, "swap")
    assert after_swap.pieces() == {cell: (1,)}
    assert after_swap.events == (Event("recoloured", 1, (cell,)),)
    assert after_swap.to_move == 0
    assert after_swap.turn == 3
    assert len(after_swap.legal_moves()) == len(first.legal_moves()) - 1
    next_turn = after_swap.play(after_swap.legal_moves()[0])
    without_swap = state.play(state.legal_moves()[0])
    for later in (after_swap, next_turn, without_swap):
        with pytest.raises(IllegalMove, match="only White can take over"):
            later.parse("swap")


# -------------------------------------------------------------------------------------------- loops


FIGURES_WITH_A_MOVE = [figure for figure in FIGURES if "move" in figure]


@pytest.mark.parametrize("figure", FIGURES_WITH_A_MOVE, ids=lambda figure: figure["figure"])
def test_the_figures_of_the_manual_are_judged_as_there(figure: dict[str, Any]) -> None:
    state = state_of(figure)
    outcome = play(state, figure["move"]).outcome
    if not figure["wins"]:
        assert outcome is None
        return
    assert outcome is not None
    assert outcome.winner == state.to_move
    assert outcome.reason == "bridge"


def test_a_bridge_is_shown_from_ground_to_ground_with_the_river_below_it() -> None:
    end = play(state_of(figure("1")), "2c3")
    chain = ("1c3", "2c3", "2d3", "1e3")
    assert end.outcome.cells == chain
    assert end.outcome.loops == (chain,)
    assert end.events == (Event("placed", 0, ("2c3",)), Event("looped", 0, chain))
    assert end.marks == {"river": ("2b4", "1c4", "1d3", "2d2")}


def test_the_bridge_of_three_levels_is_found_whole() -> None:
    end = play(state_of(figure("6")), "3c3")
    assert end.outcome.cells == ("1e3", "2d3", "3c3", "3b3", "2b3", "1c3")
    assert end.marks == {"river": ("3b4", "2c4", "2c3", "3c2")}


def test_ten_tiles_of_the_ninth_figure_close_a_loop_on_level_one_and_each_is_needed() -> None:
    black = figure("9")["black"]
    white = figure("9")["white"]
    links = []
    for cell in black:
        others = [other for other in black if other != cell]
        state = position(others, white, board="mini")
        loop = state.position()
        if loop.board.ground.enclosed(loop.tiles[0]):
            continue  # the loop is closed without this tile
        links.append(cell)
        end = play(state, cell)
        assert end.outcome.winner == 0
        assert end.outcome.reason == "loop"
        assert set(end.outcome.cells) <= set(black)
        assert len(end.outcome.cells) == 10
        assert end.events[-1] == Event("looped", 0, end.outcome.cells)
        assert end.marks == {}
    assert len(links) == 10


RING = ["1c3", "1b4", "1b5", "1c5", "1d4"]
"""Tiles on level one that lack one, on 1d3, to go round 1c4."""


def test_a_loop_on_level_one_may_run_round_a_vacant_cell() -> None:
    end = play(position(RING, ["1h1"]), "1d3")
    assert end.outcome is not None
    assert end.outcome.reason == "loop"
    assert sorted(end.outcome.cells) == sorted([*RING, "1d3"])


def test_a_loop_on_level_one_may_not_run_round_ones_own_tiles_only() -> None:
    end = play(position([*RING, "1c4"], ["1h1"]), "1d3")
    assert end.outcome is None


# --------------------------------------------------------------------------------- no loop: the end


def test_a_full_pyramid_without_a_loop_is_a_draw() -> None:
    state = games.replay("loop", {"board": "mini"}, FULL.split())
    assert len(state.board) == 60
    assert len(state.pieces()) == 60
    assert state.outcome == games.Outcome(None, "full")
    assert state.marks == {}


def before_the_last(moves: str, full_board: str) -> State:
    """The state on the smallest pyramid before the last of some moves."""
    options = {"board": "mini", "full_board": full_board}
    return games.replay("loop", options, moves.split()[:-1])


def test_or_if_agreed_who_placed_the_last_tile_has_won() -> None:
    state = before_the_last(FULL, "last-mover")
    assert state.to_move == 1
    end = play(state, FULL.split()[-1])
    assert end.outcome == games.Outcome(1, "full")


@pytest.mark.parametrize("full_board", ["draw", "last-mover"])
def test_a_loop_by_the_last_tile_wins_before_the_full_pyramid_counts(full_board: str) -> None:
    options = {"board": "mini", "full_board": full_board}
    state = games.replay("loop", options, FULL_BY_A_BRIDGE.split())
    assert len(state.pieces()) == 60
    assert state.outcome.winner == 1
    assert state.outcome.reason == "bridge"


@pytest.mark.parametrize("full_board", ["draw", "last-mover"])
def test_who_leaves_the_opponent_no_move_wins(full_board: str) -> None:
    state = before_the_last(STUCK, full_board)
    assert state.to_move == 0
    end = play(state, STUCK.split()[-1])
    assert end.outcome == games.Outcome(0, "no-move")
    # There are gaps to fill, but only Black touches them.
    assert len(end.pieces()) < 60
    black = [cell for cell, stack in end.pieces().items() if stack == (0,)]
    white = [cell for cell, stack in end.pieces().items() if stack == (1,)]
    assert position(black, white, 0, board="mini").legal_moves()
    assert position(black, white, 1, board="mini").legal_moves() == ()


# ------------------------------------------------------------------------ the test of twelve places


def test_the_twelve_places_decide_as_recorded() -> None:
    """A pattern is a number with a bit for each place; the table has four in each digit."""
    table = (DATA / "loop" / "table_4096.txt").read_text()
    _, _, *lines = table.split("\n")
    record = []
    for digit in "".join(lines):
        bits = int(digit, 16)
        record += [bits & 1, bits >> 1 & 1, bits >> 2 & 1, bits >> 3 & 1]
    assert len(record) == 1 << len(PLACES)
    assert [len(parts) > 1 for parts in strands()] == record
    assert sum(record) == 1228


def test_a_river_leads_in_below_at_least_two_tiles_and_out() -> None:
    for own, parts in enumerate(strands()):
        for one, other in combinations(parts, 2):
            ways = rivers(own, touching_place(one), touching_place(other))
            assert ways
            for way in ways:
                check_river(way, own)


def touching_place(strand: int) -> int:
    """The last place of a strand that touches the tile in the middle."""
    return (strand & TOUCHING).bit_length() - 1


def check_river(way: Sequence[int], own: int) -> None:
    """A river leads from beside the tile (places below 6) below it and out beside it.

    It meets none of the owner's tiles.
    """
    first, *inner, last = way
    assert first < 6
    assert last < 6
    assert len(inner) >= 2
    assert all(place >= 6 for place in inner)
    for place in way:
        assert not own >> place & 1
    for place, next_place in pairwise(way):
        assert NEIGHBOURS[place] >> next_place & 1
