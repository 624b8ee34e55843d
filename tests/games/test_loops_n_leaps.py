"""Loops 'n Leaps rule by rule, on positions set up by hand."""

import json
import random
from collections import Counter
from pathlib import Path

import pytest

import games
from games import State
from games.core.notation import exact

from .playing import play, reached, refusal

pytestmark = pytest.mark.usefixtures("translatable_sentences")

GAME = games.get("loops-n-leaps")
BOARDS = json.loads((Path(__file__).parent.parent / "data" / "boards.json").read_text())[
    "loops-n-leaps"
]

# The six cells round the pillar h8 in the middle of base8.
RING = "h7 i7 i8 h9 g9 g8"
# The twelve round the triangle of the pillars h8, j8 and h10, which leave i8, h9 and i9 inside.
WIDE_RING = "g9 g8 h7 i7 j7 k7 k8 j9 i10 h11 g11 g10"


def position(white: str = "", black: str = "", to_move: int = 0, board: str = "base8") -> State:
    """A state with men of both colours on the cells named; ``+`` after a cell makes a double of
    it.
    """
    chosen = GAME.complete({"board": board})
    found = GAME.setup(chosen)
    index = found.board.index
    for seat, words in enumerate((white.split(), black.split())):
        found.men[seat] = found.board.mask(word.rstrip("+") for word in words)
        found.doubles[seat].extend(index[word[:-1]] for word in words if word.endswith("+"))
    found.vacant = [site for site in found.vacant if not (found.men[0] | found.men[1]) >> site & 1]
    for seat in (0, 1):
        found._judge(seat)
    found.to_move = to_move
    return State(GAME, chosen, found)


def leaps(state: State, source: str, line: str = "") -> set[str]:
    """Where the leaper of ``source`` may go; with ``line``, only on cells whose names start so."""
    moves = (move for move in state.legal_moves() if move.source == source)
    return {move.target for move in moves if move.target.startswith(line)}


def told(state: State) -> list[tuple[str, tuple[str, ...]]]:
    return [(event.kind, event.cells) for event in state.events if event.kind != "looped"]


@pytest.mark.parametrize("board", BOARDS)
def test_the_pillars_are_the_recorded_ones(board: str) -> None:
    pillars = GAME.start(board=board).board.features["pillars"]
    assert pillars.keys() == BOARDS[board]["pillars"].keys()
    for name, xy in BOARDS[board]["pillars"].items():
        assert pillars[name] == pytest.approx(xy, abs=0.001)


def test_a_man_that_sees_friends_in_three_directions_becomes_a_double() -> None:
    after = play(position("h9 i5 k6 m4"), "i8")
    assert after.pieces()["i8"] == (0, 0)
    assert told(after) == [("placed", ("i8",)), ("promoted", ("i8",))]


def test_a_leaper_takes_the_first_enemy_single_or_double() -> None:
    for enemy in ("i8", "i8+"):
        after = play(position("i2+", enemy), "i2-i8")
        assert after.pieces() == {"i2": (0,), "i8": (0,)}
        assert told(after) == [("leapt", ("i2", "i8")), ("captured", ("i8",))]
        assert not leaps(play(after, "a8"), "i8")


def test_landing_takes_the_run_between_it_and_a_friend_over_to_its_own_side() -> None:
    after = play(position("i2+ i10", "i8 i9+"), "i2-i7")
    assert after.pieces() == dict.fromkeys(("i2", "i7", "i8", "i9", "i10"), (0,))
    assert told(after) == [("leapt", ("i2", "i7")), ("converted", ("i8", "i9"))]


def test_the_pillar_in_a_ring_is_surrounded_and_the_ring_safe() -> None:
    state = position(RING, to_move=1)
    assert state.score == (1, 0)
    assert state.marks == {"surrounded0": ("h8",), "safe0": tuple(state.pieces())}
    opened = position(RING.replace("g8", ""), to_move=1)
    assert opened.score == (0, 0)
    assert opened.marks == {}


def test_closing_a_ring_is_told_with_its_loop() -> None:
    after = play(position(RING.replace("g8", "")), "g8")
    assert told(after) == [("placed", ("g8",)), ("surrounded", ("h8",))]
    (loop,) = [event.cells for event in after.events if event.kind == "looped"]
    assert sorted(loop) == sorted(RING.split())
    assert after.outcome is None


def test_safe_pieces_are_neither_taken_nor_passed() -> None:
    assert leaps(position("i2+", RING), "i2", "i") == {"i1", "i3", "i4", "i5", "i6"}
    assert refusal(position("i2+", RING), "i2-i7").startswith(
        "i7 is safe: it is part of a group that surrounds a pillar"
    )
    opened = position("i2+", RING.replace("g8", ""))
    assert leaps(opened, "i2", "i") == {"i1", "i3", "i4", "i5", "i6", "i7"}


def test_custodian_capture_takes_safe_pieces_and_breaks_their_loop() -> None:
    state = position("i2+ i9", RING)
    assert state.score == (0, 1)
    after = play(state, "i2-i6")
    assert told(after) == [
        ("leapt", ("i2", "i6")),
        ("converted", ("i7", "i8")),
        ("broken", ("h8",)),
    ]
    assert [event.seat for event in after.events] == [0, 0, 1]
    assert after.score == (0, 0)
    assert after.marks == {}


def test_three_pillars_in_one_loop_win_at_once() -> None:
    after = play(position(WIDE_RING.replace("k8", "")), "k8")
    assert after.to_move is None
    assert (after.outcome.winner, after.outcome.reason) == (0, "pillars")
    assert after.outcome.cells == ("h8", "j8", "h10")
    (loop,) = after.outcome.loops
    assert sorted(loop) == sorted(WIDE_RING.split())
    assert after.marks == {"surrounded0": ("h8", "j8", "h10")}


def test_three_pillars_in_three_loops_win_as_well() -> None:
    rings = RING + " l7 m7 m8 l9 k9 k8 " + "d7 e7 e8 d9 c9"
    before = position(black=rings, to_move=1)
    assert before.score == (0, 2)
    after = play(before, "c8")
    assert (after.outcome.winner, after.outcome.cells) == (1, ("d8", "h8", "l8"))
    assert [len(loop) for loop in after.outcome.loops] == [6, 6, 6]


def test_pieces_taken_over_may_complete_a_loop() -> None:
    after = play(position("h9 g9 g8 h7 i9 i2+", "i8"), "i2-i7")
    assert told(after) == [("leapt", ("i2", "i7")), ("converted", ("i8",)), ("surrounded", ("h8",))]


def test_a_leap_may_complete_a_loop_by_direct_capture() -> None:
    after = play(position("h9 g9 g8 h7 i8 i2+", "i7"), "i2-i7")
    assert told(after) == [("leapt", ("i2", "i7")), ("captured", ("i7",)), ("surrounded", ("h8",))]


def test_black_may_take_over_the_first_man_as_his_first_turn_only() -> None:
    start = GAME.start()
    assert refusal(start, "swap").startswith(
        "only Black can take over the start, and only on the first turn"
    )
    second = play(start, "i8")
    assert len(second.legal_moves()) == 132
    swapped = play(second, "swap")
    assert (swapped.to_move, swapped.pieces()) == (0, {"i8": (1,)})
    assert told(swapped) == [("recoloured", ("i8",))]
    for later in (play(swapped, "a8"), play(second, "a8"), play(second, "a8", "a9")):
        assert games.Move("swap") not in later.legal_moves()
        assert refusal(later, "swap").startswith("only Black can take over the start")


def test_a_pass_is_refused_while_there_is_anything_to_do() -> None:
    assert refusal(GAME.start(), "pass").startswith("you can only pass if you have no other move")


# A base4 board, full but for e4: White below, Black above. Each surrounds two pillars.
BELOW = "d1 e1 f1 g1 c2 e2 g2 b3 c3 d3 e3 f3 g3 a4 g4"
ABOVE = "c4 a5 b5 c5 d5 e5 f5 a6 c6 e6 a7 b7 c7 d7"


def test_when_nobody_can_act_the_match_ends_and_pillars_are_counted() -> None:
    after = play(position(BELOW, ABOVE, board="base4"), "e4")
    assert (after.outcome.winner, after.outcome.reason) == (None, "exhausted")
    assert after.outcome.cells == ("d2", "f2", "b6", "d6")
    assert len(after.outcome.loops) == 4


def test_more_pillars_win_when_nobody_can_act() -> None:
    after = play(position(BELOW.replace("g1", ""), ABOVE + " g1", board="base4", to_move=1), "e4")
    assert (after.outcome.winner, after.outcome.reason) == (1, "exhausted")
    assert after.outcome.cells == ("b6", "d6")
    assert after.score == (1, 2)


def test_who_has_neither_placement_nor_leap_passes_while_the_other_has() -> None:
    # White a7 and d7 keep Black's men from being safe, and the leaper of e3 can reach e5 over e4.
    above = ABOVE.replace("a7", "").replace("d7", "")
    state = position(BELOW.replace("e3", "e3+") + " a7 d7", above, board="base4")
    stuck = play(state, "e4")
    assert stuck.to_move == 1
    assert list(map(str, stuck.legal_moves())) == ["pass"]
    assert stuck.position().random_code(random.random) == stuck.position().codes()[0]
    assert refusal(stuck, "e4").startswith("e4 is occupied")
    passed = play(stuck, "pass")
    assert (passed.to_move, told(passed)) == (0, [("passed", ())])
    assert {str(move) for move in passed.legal_moves()} == {"e3-e5"}
    ended = play(passed, "e3-e5")
    assert (ended.outcome.winner, ended.outcome.reason) == (0, "exhausted")


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
    assert str(position("i2+ i3 i14+", "i9 i11").objection(exact(text))).startswith(why)


@pytest.mark.parametrize(
    "state", [play(GAME.start(), "i8"), position("i2+ i3 i5+ c8+ a8", RING)], ids=["swap", "leaps"]
)
def test_swaps_placements_and_leaps_are_drawn_evenly(state: State) -> None:
    rng = random.Random(2)
    chosen = state.position()
    legal = chosen.codes()
    counts = Counter(chosen.random_code(rng.random) for _ in range(200 * len(legal)))
    assert counts.keys() == set(legal)
    chi_squared = sum((count - 200) ** 2 / 200 for count in counts.values())
    assert chi_squared < len(legal) + 4 * (2 * len(legal)) ** 0.5


@pytest.mark.parametrize("board", ["base4", "base6", "base8"])
def test_events_tell_all_that_happens_to_the_pieces(board: str) -> None:
    rng = random.Random(5)
    for _ in range(3):
        state = GAME.start(board=board)
        shown: dict[str, tuple[int, ...]] = {}
        pillars: list[set[str]] = [set(), set()]
        while state.to_move is not None:
            state = play(state, str(rng.choice(state.legal_moves())))
            for kind, seat, cells in state.events:
                if kind == "leapt":
                    shown[cells[0]] = shown[cells[1]] = (seat,)
                elif kind in ("placed", "captured", "converted", "recoloured"):
                    shown |= dict.fromkeys(cells, (seat,))
                elif kind == "promoted":
                    shown[cells[0]] = (seat, seat)
                elif kind == "surrounded":
                    pillars[seat] |= set(cells)
                elif kind == "broken":
                    pillars[seat] -= set(cells)
            assert shown == state.pieces()
            assert (len(pillars[0]), len(pillars[1])) == state.score


# Two: a man of each colour, or the first man taken over. Three: two White men and a Black one, or
# one of each after the swap. Nobody sees two friends yet.
@pytest.mark.slow
@pytest.mark.parametrize(
    ("board", "plies"), [("base4", 3), pytest.param("base8", 2, marks=pytest.mark.slow)]
)
def test_the_known_numbers_of_positions_are_reached(board: str, plies: int) -> None:
    cells = len(GAME.start(board=board).board)
    two = cells * (cells - 1) + cells
    three = cells * (cells - 1) * (cells - 2) // 2 + cells * (cells - 1)
    assert cells == {"base8": 132, "base4": 30}[board]
    assert reached(GAME.start(board=board), plies) == [cells, two, three][:plies]
