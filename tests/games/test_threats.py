"""What the side to move may lose at once, against trying every decision that the other could make
in its place.
"""

import random

import pytest
from hypothesis import given, settings, strategies as st

import games
from games import State

from .test_contract import EVERY_START, wander

STARTS = [
    *(
        (game.slug, options)
        for game, options in EVERY_START
        if len(game.start(**options).board) < 140
    ),
    ("veloop-square", {"turns": "single"}),
    ("veloop-hex", {"turns": "double"}),
    ("snipsnip", {"board": "ortho-5", "scoring": "linked", "capture": "between"}),
    ("snipsnip", {"board": "hex-3-5", "scoring": "group"}),
    ("vigilance", {"board": "square-3-adjacent", "captures": "off"}),
    ("vigilance", {"board": "hex-xs", "captures": "off"}),
    ("loop", {"board": "mini", "full_board": "last-mover"}),
]


def by_trial(state: State) -> set[str]:
    """The threats in a position, from the other side's decisions as anybody may make them, and what
    they did.
    """
    turned = state.position().with_other_to_move()
    seat = state.to_move
    if turned is None or seat is None:
        return set()
    found: set[str] = set()
    origin = State(state.game, state.options, turned)
    other = origin.to_move
    assert other == 1 - seat
    for move in origin.legal_moves():
        after = origin.play(move)
        cells = {event.kind: set(event.cells) for event in after.events if event.seat == other}
        found |= (
            cells.get("captured", set())
            | cells.get("converted", set())
            | cells.get("surrounded", set())
        )
        # else nothing is left for it to take, and listing what follows takes long
        if after.to_move == other:
            found |= {one.target for one in after.legal_moves() if one.kind == "remove"}
        if after.outcome is None or after.outcome.winner != other:
            continue
        if state.game.slug.startswith("veloop"):
            confined = {
                cell for event in after.events if event.kind == "confined" for cell in event.cells
            }
            swapped = cells["swapped"]
            for cell in confined & set(after.pieces()):
                if after.pieces()[cell][-1] != seat:
                    continue  # its own stones, confined too, but fewer
                here = {cell} if seat in state.pieces().get(cell, ()) else swapped - {cell}
                found |= here
        elif state.game.slug == "vigilance":
            found |= set() if "captured" in cells else {move.target}
        elif state.game.slug != "loops-n-leaps":
            found.add(move.target)
    return found


@settings(max_examples=120, deadline=None)
@given(st.sampled_from(STARTS), st.integers(0, 10**9), st.integers(0, 170))
def test_threats_are_what_every_decision_of_the_other_side_would_do(
    start: tuple[str, dict[str, str]], seed: int, plies: int
) -> None:
    slug, options = start
    state = wander(games.get(slug).start(**options), random.Random(seed), plies)
    threats = state.threats
    assert set(threats) == by_trial(state)
    assert len(set(threats)) == len(threats)


def test_a_ring_that_lacks_one_tile_threatens_that_cell() -> None:
    state = games.get("loop").start(board="mini")
    *ring, last = state.board.neighbours("1d2")[:6]
    away = [
        cell for cell in ("1a1", "1h1", "1a4", "1a3", "1g1", "1f1") if cell not in (*ring, last)
    ]
    for ours, theirs in zip(ring, away, strict=False):
        assert state.threats == ()
        state = state.play(state.parse(ours))
        if ours == ring[-1]:
            assert (state.threats, state.threatens_win) == ((last,), True)
        state = state.play(state.parse(theirs))
    assert (state.threats, state.threatens_win) == (
        (),
        False,
    )  # White threatens nothing, and of Black's own chances nothing is told
    assert state.play(state.parse(last)).outcome is not None


@pytest.mark.parametrize(
    ("moves", "threats"),
    [
        ("b1 d1 a2 b3", ("b1",)),  # White’s stone that one black stone would capture
        ("c3 c1 b3 b4", ("b3", "c3")),
        # where White’s stone would end the match with the larger group
        ("d2 a3 b1 c2 b4", ("d1",)),
        ("c3 b2 a3 b4 d2 b1", ("c1", "d2")),  # Black’s win on c1, and a stone to capture
        ("d2 a3", ()),
    ],
)
def test_in_snipsnip_stones_to_capture_and_points_that_win_are_threatened(
    moves: str, threats: tuple[str, ...]
) -> None:
    state = games.replay("snipsnip", {"board": "hex-2-3", "scoring": "group"}, moves.split())
    assert state.threats == threats


def test_in_vigilance_a_cell_on_which_the_other_side_would_win_is_threatened() -> None:
    moves = (
        "f4 c5 g3 g3-g6 e2 f4-d4 b5 e2-d3 c2 d4-f4 e7 d3-f1 h5 c5-d5 a3 h5-e2 e1 e7-d7 d4 c2-b3 c2 "
        "d4-d3 b6 b3-c3 f6 f4-f3 c5 c3-b4 g5 d7-c7 c8 f6-d4 h6 c8-e6 d7 d4-f6 pass b6-c6 c8 g6-h5 "
        "g6 pass d5-d4 b6 g6-f7 g6 pass c7-d8 c7 c2-d2 pass d3-e4 d5 f6-e7 pass d4-c3 e5 h5-g4 h5 "
        "pass e4-f4 e4 b4-a4 pass d5-d3 d4 g5-f6 pass f3-f2 d5 a4-c2 pass c3-b4 pass"
    )
    state = games.replay(
        "vigilance", {"board": "square-3-adjacent", "captures": "off"}, moves.split()
    )
    assert state.to_move == 1
    assert state.threats == ("b3",)


def test_in_snipsnip_nothing_is_threatened_while_a_stone_is_to_be_removed() -> None:
    state = games.replay(
        "snipsnip", {"board": "hex-2-3", "scoring": "group"}, ["b1", "d1", "a2", "b3", "c2", "c3"]
    )
    assert state.threats == ("b1",)
    captures = next(
        state.play(move)
        for move in state.legal_moves()
        if state.play(move).to_move == state.to_move
    )
    assert {move.kind for move in captures.legal_moves()} == {"remove"}
    assert captures.threats == ()
    assert not captures.threatens_win
