"""Loops 'n Leaps rule by rule, on positions set up by hand."""

import json
import random
from collections import Counter
from pathlib import Path

import pytest

import games
from games import Event, State
from games.core.notation import exact

from .playing import legal, play, reached, refusal

pytestmark = pytest.mark.usefixtures("translatable_sentences")

GAME = games.get("loops-n-leaps")
DATA = Path(__file__).parent.parent / "data"
BOARDS = json.loads((DATA / "boards.json").read_text())["loops-n-leaps"]

# The six cells round the pillar h8 in the middle of base8.
RING = "h7 i7 i8 h9 g9 g8"
# The twelve round the triangle of the pillars h8, j8 and h10, which leave i8, h9 and i9 inside.
WIDE_RING = "g9 g8 h7 i7 j7 k7 k8 j9 i10 h11 g11 g10"


def position(white: str = "", black: str = "", to_move: int = 0, board: str = "base8") -> State:
    """A state with men of both colours on the cells named; ``+`` after a cell makes a double of
    it.
    """
    options = GAME.complete({"board": board})
    leaps = GAME.setup(options)
    index = leaps.board.index
    for seat, words in enumerate((white.split(), black.split())):
        leaps.men[seat] = leaps.board.mask(word.rstrip("+") for word in words)
        doubles = [word.rstrip("+") for word in words if word.endswith("+")]
        leaps.doubles[seat].extend(index[cell] for cell in doubles)
    men = leaps.men[0] | leaps.men[1]
    leaps.vacant = [site for site in leaps.vacant if not men >> site & 1]
    for seat in (0, 1):
        leaps._judge(seat)
    leaps.to_move = to_move
    return State(GAME, options, leaps)


def targets(state: State, source: str, file: str = "") -> set[str]:
    """Where the leaper of ``source`` may go, perhaps only on a file."""
    targets = {move.target for move in state.legal_moves() if move.source == source}
    return {cell for cell in targets if cell.startswith(file)}


def events(state: State) -> list[tuple[str, tuple[str, ...]]]:
    """Kind and cells of what the last decision did; loops, whose order is free, left out."""
    return [(event.kind, event.cells) for event in state.events if event.kind != "looped"]


@pytest.mark.parametrize("board", BOARDS)
def test_the_pillars_are_the_recorded_ones(board: str) -> None:
    pillars = GAME.start(board=board).board.features["pillars"]
    assert pillars.keys() == BOARDS[board]["pillars"].keys()
    for name, xy in BOARDS[board]["pillars"].items():
        assert pillars[name] == pytest.approx(xy, abs=0.001)


def test_a_man_that_sees_friends_in_three_directions_becomes_a_double() -> None:
    end = play(position("h9 i5 k6 m4"), "i8")
    assert end.pieces()["i8"] == (0, 0)
    assert events(end) == [("placed", ("i8",)), ("promoted", ("i8",))]


def test_a_leaper_takes_the_first_enemy_single_or_double() -> None:
    for enemy in ("i8", "i8+"):
        end = play(position("i2+", enemy), "i2-i8")
        assert end.pieces() == {"i2": (0,), "i8": (0,)}
        assert events(end) == [("leapt", ("i2", "i8")), ("captured", ("i8",))]
        assert not targets(play(end, "a8"), "i8")


def test_landing_takes_the_run_between_it_and_a_friend_over_to_its_own_side() -> None:
    end = play(position("i2+ i10", "i8 i9+"), "i2-i7")
    assert end.pieces() == dict.fromkeys(("i2", "i7", "i8", "i9", "i10"), (0,))
    assert events(end) == [("leapt", ("i2", "i7")), ("converted", ("i8", "i9"))]


def test_the_pillar_in_a_ring_is_surrounded_and_the_ring_safe() -> None:
    state = position(RING, to_move=1)
    assert state.score == (1, 0)
    assert state.marks == {"surrounded0": ("h8",), "safe0": tuple(state.pieces())}
    open_ring = position(RING.replace("g8", ""), to_move=1)
    assert open_ring.score == (0, 0)
    assert open_ring.marks == {}


def test_closing_a_ring_is_told_with_its_loop() -> None:
    end = play(position(RING.replace("g8", "")), "g8")
    assert events(end) == [("placed", ("g8",)), ("surrounded", ("h8",))]
    (loop,) = (event.cells for event in end.events if event.kind == "looped")
    assert sorted(loop) == sorted(RING.split())
    assert end.outcome is None


def test_safe_pieces_are_neither_taken_nor_passed() -> None:
    assert targets(position("i2+", RING), "i2", "i") == {"i1", "i3", "i4", "i5", "i6"}
    why = refusal(position("i2+", RING), "i2-i7")
    assert why.startswith("i7 is safe: it is part of a group that surrounds a pillar")
    open_ring = position("i2+", RING.replace("g8", ""))
    assert targets(open_ring, "i2", "i") == {"i1", "i3", "i4", "i5", "i6", "i7"}


def test_custodian_capture_takes_safe_pieces_and_breaks_their_loop() -> None:
    state = position("i2+ i9", RING)
    assert state.score == (0, 1)
    end = play(state, "i2-i6")
    assert events(end) == [
        ("leapt", ("i2", "i6")),
        ("converted", ("i7", "i8")),
        ("broken", ("h8",)),
    ]
    assert [event.seat for event in end.events] == [0, 0, 1]
    assert end.score == (0, 0)
    assert end.marks == {}


def test_three_pillars_in_one_loop_win_at_once() -> None:
    end = play(position(WIDE_RING.replace("k8", "")), "k8")
    assert end.to_move is None
    assert end.outcome.winner == 0
    assert end.outcome.reason == "pillars"
    assert end.outcome.cells == ("h8", "j8", "h10")
    (loop,) = end.outcome.loops
    assert sorted(loop) == sorted(WIDE_RING.split())
    assert end.marks == {"surrounded0": ("h8", "j8", "h10")}


def test_three_pillars_in_three_loops_win_as_well() -> None:
    almost_a_ring = "d7 e7 e8 d9 c9"
    state = position(black=f"{RING} l7 m7 m8 l9 k9 k8 {almost_a_ring}", to_move=1)
    assert state.score == (0, 2)
    end = play(state, "c8")
    assert end.outcome.winner == 1
    assert end.outcome.cells == ("d8", "h8", "l8")
    assert [len(loop) for loop in end.outcome.loops] == [6, 6, 6]


def test_pieces_taken_over_may_complete_a_loop() -> None:
    end = play(position("h9 g9 g8 h7 i9 i2+", "i8"), "i2-i7")
    assert events(end) == [("leapt", ("i2", "i7")), ("converted", ("i8",)), ("surrounded", ("h8",))]


def test_a_leap_may_complete_a_loop_by_direct_capture() -> None:
    end = play(position("h9 g9 g8 h7 i8 i2+", "i7"), "i2-i7")
    assert events(end) == [("leapt", ("i2", "i7")), ("captured", ("i7",)), ("surrounded", ("h8",))]


def test_black_may_take_over_the_first_man_as_his_first_turn_only() -> None:
    start = GAME.start()
    why = "only Black can take over the start, and only on the first turn"
    assert refusal(start, "swap").startswith(why)
    second_turn = play(start, "i8")
    assert len(second_turn.legal_moves()) == 132
    swap = play(second_turn, "swap")
    assert swap.to_move == 0
    assert swap.pieces() == {"i8": (1,)}
    assert events(swap) == [("recoloured", ("i8",))]
    for later in (
        play(swap, "a8"),
        play(second_turn, "a8"),
        play(second_turn, "a8", "a9"),
    ):
        assert games.Move("swap") not in later.legal_moves()
        assert refusal(later, "swap").startswith(why)


def test_a_pass_is_refused_while_there_is_anything_to_do() -> None:
    assert refusal(GAME.start(), "pass").startswith("you can only pass if you have no other move")


# A base4 board, full but for e4: White below, Black above. Each surrounds two pillars.
BELOW = "d1 e1 f1 g1 c2 e2 g2 b3 c3 d3 e3 f3 g3 a4 g4"
ABOVE = "c4 a5 b5 c5 d5 e5 f5 a6 c6 e6 a7 b7 c7 d7"


def test_when_nobody_can_act_the_match_ends_and_pillars_are_counted() -> None:
    end = play(position(BELOW, ABOVE, board="base4"), "e4")
    assert end.outcome.winner is None
    assert end.outcome.reason == "exhausted"
    assert end.outcome.cells == ("d2", "f2", "b6", "d6")
    assert len(end.outcome.loops) == 4


def test_more_pillars_win_when_nobody_can_act() -> None:
    state = position(BELOW.replace("g1", ""), f"{ABOVE} g1", board="base4", to_move=1)
    end = play(state, "e4")
    assert end.outcome.winner == 1
    assert end.outcome.reason == "exhausted"
    assert end.outcome.cells == ("b6", "d6")
    assert end.score == (1, 2)


def test_who_has_neither_placement_nor_leap_passes_while_the_other_has() -> None:
    # White a7 and d7 keep Black's men from being safe, and the leaper of e3 can reach e5 over e4.
    white = BELOW.replace("e3", "e3+") + " a7 d7"
    black = ABOVE.replace("a7", "").replace("d7", "")
    stuck = play(position(white, black, board="base4"), "e4")
    assert stuck.to_move == 1
    assert legal(stuck) == {"pass"}
    assert stuck.position().codes() == [stuck.position().random_code(random.random)]
    assert refusal(stuck, "e4").startswith("e4 is occupied")
    next_turn = play(stuck, "pass")
    assert next_turn.to_move == 0
    assert events(next_turn) == [("passed", ())]
    assert legal(next_turn) == {"e3-e5"}
    end = play(next_turn, "e3-e5")
    assert end.outcome.winner == 0
    assert end.outcome.reason == "exhausted"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("h8", "h8 is a pillar; you can’t play there"),
        ("i2-h8", "h8 is a pillar; you can’t play there"),
        ("z9", "there’s no cell z9 on this board"),
        ("i2", "i2 is occupied; place on an empty cell"),
        ("i9", "i9 is occupied; place on an empty cell"),
        ("xi9", "name the cell to place on, or a leaper and where it lands, such as"),
        ("a8-a9", "a8 is empty; move one of your leapers"),
        ("i9-i10", "the piece on i9 is your opponent’s; move one of your own"),
        ("i3-i4", "i3 holds a single man; only leapers (two men) can move"),
        ("i2-i2", "a leaper can’t stay on i2, where it starts"),
        ("i2-k3", "k3 isn’t in line with i2"),
        ("i2-k2", "the pillar on j2 blocks the way from i2 to k2"),
        ("i2-i13", "the enemy piece on i9 blocks the way from i2 to i13"),
        ("i14-i4", "the enemy piece on i11 blocks the way from i14 to i4"),
        ("i2-i3", "i3 holds a piece of yours; a leaper can’t land there"),
        ("swap", "only Black can take over the start, and only on the first turn"),
        ("pass", "you can only pass if you have no other move"),
    ],
)
def test_each_way_to_be_illegal_is_explained(text: str, why: str) -> None:
    state = position("i2+ i3 i14+", "i9 i11")
    objection = state.objection(exact(text))
    assert str(objection).startswith(why)


@pytest.mark.parametrize(
    "state", [play(GAME.start(), "i8"), position("i2+ i3 i5+ c8+ a8", RING)], ids=["swap", "leaps"]
)
def test_swaps_placements_and_leaps_are_drawn_evenly(state: State) -> None:
    rng = random.Random(2)
    position = state.position()
    codes = position.codes()
    expectation = 200
    tries = expectation * len(codes)
    counts = Counter(position.random_code(rng.random) for _ in range(tries))
    assert counts.keys() == set(codes)
    squares = sum((count - expectation) ** 2 for count in counts.values())
    chi_squared = squares / expectation
    deviation = (2 * len(codes)) ** 0.5
    assert chi_squared < len(codes) + 4 * deviation


@pytest.mark.parametrize("board", ["base4", "base6", "base8"])
def test_events_tell_all_that_happens_to_the_pieces(board: str) -> None:
    rng = random.Random(5)
    for _ in range(3):
        state = GAME.start(board=board)
        pieces: dict[str, tuple[int, ...]] = {}
        pillars: tuple[set[str], set[str]] = (set(), set())
        while state.to_move is not None:
            state = state.play(rng.choice(state.legal_moves()))
            for event in state.events:
                apply_event(event, pieces, pillars)
            assert pieces == state.pieces()
            assert (len(pillars[0]), len(pillars[1])) == state.score


def apply_event(
    event: Event, pieces: dict[str, tuple[int, ...]], pillars: tuple[set[str], set[str]]
) -> None:
    """Do to pieces and surrounded pillars what an event says."""
    man = (event.seat,)
    match event.kind:
        case "leapt":
            source, target = event.cells
            pieces[source] = man
            pieces[target] = man
        case "placed" | "captured" | "converted" | "recoloured":
            for cell in event.cells:
                pieces[cell] = man
        case "promoted":
            pieces[event.cells[0]] = (event.seat, event.seat)
        case "surrounded":
            pillars[event.seat].update(event.cells)
        case "broken":
            pillars[event.seat].difference_update(event.cells)


@pytest.mark.slow
@pytest.mark.parametrize(("board", "cells", "plies"), [("base4", 30, 3), ("base8", 132, 2)])
def test_the_known_numbers_of_positions_are_reached(board: str, cells: int, plies: int) -> None:
    start = GAME.start(board=board)
    assert len(start.board) == cells
    # Two: a man of each colour, or the first man taken over. Three: two White men and a Black one,
    # or one of each after the swap. Nobody sees two friends yet.
    two = cells * (cells - 1) + cells
    three = cells * (cells - 1) * (cells - 2) // 2 + cells * (cells - 1)
    assert reached(start, plies) == [cells, two, three][:plies]
