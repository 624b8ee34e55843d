"""Veloop's rules, one by one, on positions set up by hand."""

import pytest

import games
from games import State
from games.veloop import EMPTY

from .playing import play, reached, refusal

pytestmark = pytest.mark.usefixtures("translatable_sentences")

GAME = games.get("veloop-square")


def position(rows: str, to_move: int = 0, slug: str = "veloop-square", **options: str) -> State:
    """A state from a drawn board, top rank first: ``x``/``o`` stones, ``X``/``O`` columns of two,
    ``.`` empty.

    Below the visible stone of a column lies one of the other colour.
    """
    game = games.get(slug)
    options = game.complete(options)
    veloop = game.setup(options)
    veloop.tops = [0, 0]
    veloop.lower = [0, 0]
    veloop.cells = [EMPTY] * veloop.board.size
    places = rows.split()
    for height, row in zip(range(len(places), 0, -1), places, strict=True):
        for file, letter in zip("abcdefghijkl", row, strict=False):
            if letter == ".":
                continue
            seat = "xo".index(letter.lower())
            index = veloop.board.index[f"{file}{height}"]
            veloop.tops[seat] |= 1 << index
            veloop.cells[index] = seat
            if letter.isupper():
                veloop.lower[1 - seat] |= 1 << index
    veloop.to_move = to_move
    return State(game, options, veloop)


def test_a_stone_and_an_empty_cell_between_change_places() -> None:
    state = play(GAME.start(), "e4-f6")
    assert state.pieces() == {"e4": (0,), "f5": (1,), "f6": (0,)}
    assert [(event.kind, event.cells) for event in state.events] == [
        ("supported", ("e4",)),
        ("placed", ("f6",)),
        ("swapped", ("e5", "f5")),
    ]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("d3-e5", "d3 is empty; start from one of your own stones"),
        ("e5-f7", "the top stone on e5 is your opponent’s; start from one of your own"),
        ("e4-e5", "e5 isn’t a knight’s leap from e4"),
        ("e4-g5", "the two cells between e4 and g5 hold the same, so there’s nothing to swap"),
        ("e4-z9", "there’s no cell z9 on this board"),
        ("e4", "“e4” isn’t a complete move"),
        ("swap", "in Veloop the start can’t be taken over"),
        ("pass", "you can only pass if you have no other move"),
    ],
)
def test_each_way_to_be_illegal_is_explained(text: str, why: str) -> None:
    with pytest.raises(games.GameError) as error:
        GAME.start().parse(text)
    assert str(error.value).startswith(why)


def test_on_hexagons_a_placement_must_lie_diagonally() -> None:
    assert refusal(games.get("veloop-hex").start(board="hex34"), "c4-e4").startswith(
        "e4 isn’t diagonal from c4"
    )


def test_own_stones_are_never_placed_on() -> None:
    state = position(
        "........ ........ .....x.. ........ ....x... ........ ........ .......o", turns="single"
    )
    assert refusal(state, "e4-f6").startswith("you already have a stone on f6")


def test_who_can_do_nothing_passes_and_two_turns_of_nothing_but_passes_are_a_draw() -> None:
    state = position(
        "o....... ........ ........ ........ ........ ........ ........ ........", turns="single"
    )
    assert list(map(str, state.legal_moves())) == ["pass"]
    next_state = play(state, "pass")
    assert next_state.to_move == 1
    assert next_state.outcome is None
    blocked_position = position(
        "........ ........ ........ ........ ........ ........ ........ ........", turns="double"
    )
    once = play(blocked_position, "pass")
    assert once.to_move == 1
    twice = play(once, "pass")
    assert twice.outcome.winner is None
    assert twice.outcome.reason == "passes"


def test_an_enemy_stone_is_covered_only_when_no_empty_cell_will_do() -> None:
    full = position("xxoox oxxoo xoxox ooxxo xxoox", board="5x5", turns="single")
    assert all(full.pieces()[move.target] == (1,) for move in full.legal_moves())
    next_state = full.play(full.legal_moves()[0])
    assert [event.kind for event in next_state.events][:2] == ["supported", "covered"]
    target = full.legal_moves()[0].target
    assert next_state.pieces()[target] == (1, 0)
    one_empty = position("xxoox oxxoo xo.ox ooxxo xxoox", board="5x5", turns="single")
    assert {move.target for move in one_empty.legal_moves()} == {"c3"}
    covering = str(next(move for move in full.legal_moves() if move.target != "c3"))
    why = f"you can still place on an empty cell, so you can’t cover {covering[-2:]}"
    assert refusal(one_empty, covering).startswith(why)


def test_no_column_grows_beyond_two() -> None:
    full = position("xxoox oxxoo xoxox ooxxo xxoox", board="5x5", turns="single")
    move = full.legal_moves()[0]
    rows = [list(row) for row in ("xxoox", "oxxoo", "xoxox", "ooxxo", "xxoox")]
    row = 5 - int(move.target[1])
    file = "abcde".index(move.target[0])
    rows[row][file] = "O"
    columns = position(" ".join("".join(row) for row in rows), board="5x5", turns="single")
    assert move.target not in {other.target for other in columns.legal_moves()}
    why = f"the column on {move.target} is already two high"
    assert refusal(columns, str(move)).startswith(why)


# Black leaps g2-f4, which swaps g3 (Black) and f3: the wall d4 e4 f4 f5 f6 e6 d6 d5 closes round
# e5.
CLOSING = "........ ........ ...xxx.. ...xox.. ...xx... ......x. ......x. ........"


def test_confined_stones_end_the_match_and_are_shown_with_their_wall() -> None:
    next_state = play(position(CLOSING, turns="single"), "g2-f4")
    assert next_state.to_move is None
    assert next_state.outcome.winner == 0
    assert next_state.outcome.reason == "confined"
    assert next_state.outcome.cells == ("e5",)
    (wall,) = next_state.outcome.loops
    assert sorted(wall) == ["d4", "d5", "d6", "e4", "e6", "f4", "f5", "f6"]
    assert ("confined", 1, ("e5",)) in next_state.events
    assert ("looped", 0, wall) in next_state.events


def test_who_closes_the_enemys_wall_round_his_own_stone_loses() -> None:
    # Black leaps f3-g5, which swaps g4 (White) and f4: White's wall is closed round e5.
    rows = "........ ........ ...ooo.. ...oxo.. ...oo.o. .....x.. ........ ........"
    next_state = play(position(rows, turns="single"), "f3-g5")
    assert next_state.outcome.winner == 1
    assert next_state.outcome.cells == ("e5",)


def test_equal_numbers_of_confined_stones_are_a_draw() -> None:
    # Black leaps e4-d6; the swap of d5 and e5 closes Black's wall round c5 and White's round f6 at
    # once.
    state = position(
        "........ ....ooo. .xx.oxo. .xooxoo. .xxxx... ........ ........ ........", turns="single"
    )
    next_state = play(state, "e4-d6")
    assert next_state.outcome.winner is None
    assert next_state.outcome.reason == "confined"
    assert next_state.outcome.cells == ("c5", "f6")
    assert len(next_state.outcome.loops) == 2


@pytest.mark.parametrize(
    ("slug", "board", "counts"),
    [("veloop-square", "8x8", [2, 8, 24]), ("veloop-hex", "hex34", [2, 8, 53])],
)
def test_the_known_numbers_of_positions_are_reached(
    slug: str, board: str, counts: list[int]
) -> None:
    assert reached(games.get(slug).start(board=board), 3) == counts
