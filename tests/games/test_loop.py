"""Loop's rules, one by one, on positions set up by hand."""

import json
from collections.abc import Iterable
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
    chosen = LOOP.complete(options)
    loop = LOOP.setup(chosen)
    board = loop.board
    taken = {*black, *white}
    loop.tiles = [board.mask(black), board.mask(white)]
    loop.open = [
        board.index[cell]
        for cell in board.cells
        if cell not in taken and taken.issuperset(board.feet(cell))
    ]
    loop.to_move = to_move
    return State(LOOP, chosen, loop)


def figure(name: str) -> dict[str, Any]:
    return next(known for known in FIGURES if known["figure"] == name)


def drawn(known: dict[str, Any], **changes: Any) -> State:
    known = {**known, **changes}
    return position(
        known["black"], known["white"], known["to_move"] == "white", board=known["board"]
    )


# -------------------------------------------------------------------------------------- the pyramid


@pytest.mark.parametrize("name", BOARDS)
def test_every_pyramid_has_the_recorded_levels_and_feet(name: str) -> None:
    board = LOOP.start(board=name).board
    known = BOARDS[name]
    assert board.kind == "pyramid"
    assert [board.level(cell) for cell in board.cells] == known["level"]
    assert {cell: list(board.feet(cell)) for cell in board.cells if board.feet(cell)} == known[
        "feet"
    ]


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
    state = position(
        [cell for cell in cells if not cell.startswith("10")], ["10b1"], board="lazo145"
    )
    assert state.parse("10A1") == state.parse("a1") == Move("place", "10a1")
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
    swapped = play(state, "swap")
    assert swapped.pieces() == {cell: (1,)}
    assert swapped.events == (Event("recoloured", 1, (cell,)),)
    assert (swapped.to_move, swapped.turn) == (0, 3)
    assert len(swapped.legal_moves()) == len(first.legal_moves()) - 1
    for later in (
        swapped,
        swapped.play(swapped.legal_moves()[0]),
        state.play(state.legal_moves()[0]),
    ):
        with pytest.raises(IllegalMove, match="only White can take over"):
            later.parse("swap")


# -------------------------------------------------------------------------------------------- loops


@pytest.mark.parametrize(
    "known", [known for known in FIGURES if "move" in known], ids=lambda known: known["figure"]
)
def test_the_figures_of_the_manual_are_judged_as_there(known: dict[str, Any]) -> None:
    state = drawn(known)
    after = play(state, known["move"])
    if not known["wins"]:
        assert after.outcome is None
        return
    assert (after.outcome.winner, after.outcome.reason) == (state.to_move, "bridge")


def test_a_bridge_is_shown_from_ground_to_ground_with_the_river_below_it() -> None:
    after = play(drawn(figure("1")), "2c3")
    chain = ("1c3", "2c3", "2d3", "1e3")
    assert (after.outcome.cells, after.outcome.loops) == (chain, (chain,))
    assert after.events == (Event("placed", 0, ("2c3",)), Event("looped", 0, chain))
    assert after.marks == {"river": ("2b4", "1c4", "1d3", "2d2")}


def test_the_bridge_of_three_levels_is_found_whole() -> None:
    after = play(drawn(figure("6")), "3c3")
    assert after.outcome.cells == ("1e3", "2d3", "3c3", "3b3", "2b3", "1c3")
    assert after.marks == {"river": ("3b4", "2c4", "2c3", "3c2")}


RING = figure("9")


def ring_without(cell: str) -> State:
    return position(
        [other for other in RING["black"] if other != cell], RING["white"], board="mini"
    )


def test_ten_tiles_of_the_ninth_figure_close_a_loop_on_level_one_and_each_is_needed() -> None:
    needed = []
    for cell in RING["black"]:
        state = ring_without(cell)
        loop = state.position()
        if not loop.board.ground.enclosed(loop.tiles[0]):
            after = play(state, cell)
            needed.append(cell)
            assert (after.outcome.winner, after.outcome.reason) == (0, "loop")
            assert set(after.outcome.cells) <= set(RING["black"])
            assert len(after.outcome.cells) == 10
            assert after.events[-1] == Event("looped", 0, after.outcome.cells)
            assert after.marks == {}
    assert len(needed) == 10


def test_a_loop_on_level_one_may_run_round_a_vacant_cell_but_not_round_ones_own_tiles_only() -> (
    None
):
    ring = ["1c3", "1b4", "1b5", "1c5", "1d4"]
    assert (won := play(position(ring, ["1h1"]), "1d3").outcome) is not None
    assert won.reason == "loop"
    assert sorted(won.cells) == sorted([*ring, "1d3"])
    assert play(position([*ring, "1c4"], ["1h1"]), "1d3").outcome is None


# --------------------------------------------------------------------------------- no loop: the end


def test_a_full_pyramid_without_a_loop_is_a_draw() -> None:
    state = games.replay("loop", {"board": "mini"}, FULL.split())
    assert len(state.pieces()) == len(state.board) == 60
    assert state.outcome == games.Outcome(None, "full")
    assert state.marks == {}


def test_or_if_agreed_who_placed_the_last_tile_has_won() -> None:
    options = {"board": "mini", "full_board": "last-mover"}
    before = games.replay("loop", options, FULL.split()[:-1])
    assert before.to_move == 1
    assert play(before, FULL.split()[-1]).outcome == games.Outcome(1, "full")


@pytest.mark.parametrize("full_board", ["draw", "last-mover"])
def test_a_loop_by_the_last_tile_wins_before_the_full_pyramid_counts(full_board: str) -> None:
    state = games.replay(
        "loop", {"board": "mini", "full_board": full_board}, FULL_BY_A_BRIDGE.split()
    )
    assert len(state.pieces()) == 60
    assert (state.outcome.winner, state.outcome.reason) == (1, "bridge")


@pytest.mark.parametrize("full_board", ["draw", "last-mover"])
def test_who_leaves_the_opponent_no_move_wins(full_board: str) -> None:
    before = games.replay("loop", {"board": "mini", "full_board": full_board}, STUCK.split()[:-1])
    assert before.to_move == 0
    after = play(before, STUCK.split()[-1])
    assert after.outcome == games.Outcome(0, "no-move")
    assert len(after.pieces()) < 60
    # There are gaps to fill, but only Black touches them.
    black, white = (
        {cell for cell, (owner,) in after.pieces().items() if owner == seat} for seat in (0, 1)
    )
    assert position(black, white, 0, board="mini").legal_moves()
    assert position(black, white, 1, board="mini").legal_moves() == ()


# ------------------------------------------------------------------------ the test of twelve places


def test_the_twelve_places_decide_as_recorded() -> None:
    digits = (DATA / "loop" / "table_4096.txt").read_text().split("\n", 2)[2].replace("\n", "")
    recorded = [
        int(digits[pattern // 4], 16) >> pattern % 4 & 1 for pattern in range(1 << len(PLACES))
    ]
    assert [len(parts) > 1 for parts in strands()] == recorded
    assert sum(recorded) == 1228


def test_a_river_leads_in_below_at_least_two_tiles_and_out() -> None:
    for own, parts in enumerate(strands()):
        for one, other in combinations(parts, 2):
            ends = [(strand & TOUCHING).bit_length() - 1 for strand in (one, other)]
            ways = rivers(own, *ends)
            assert ways
            for way in ways:
                assert way[0] < 6 > way[-1]
                assert len(way) >= 4
                assert all(place >= 6 for place in way[1:-1])
                assert not any(own >> place & 1 for place in way)
                assert all(NEIGHBOURS[a] >> b & 1 for a, b in pairwise(way))
