"""What the side to move may lose at once, against trying every decision that the other could make
in its place.
"""

import random

import pytest
from hypothesis import given, settings, strategies as st

import games
from games import State

from .playing import EVERY_START, play, wander

MOST_CELLS = 140
"""On larger boards trying everything takes too long."""
STARTS = [
    (game.slug, options)
    for game, options in EVERY_START
    if len(game.start(**options).board) < MOST_CELLS
]
STARTS += [
    ("veloop-square", {"turns": "single"}),
    ("veloop-hex", {"turns": "double"}),
    ("snipsnip", {"board": "ortho-5", "scoring": "linked", "capture": "between"}),
    ("snipsnip", {"board": "hex-3-5", "scoring": "group"}),
    ("vigilance", {"board": "square-3-adjacent", "captures": "off"}),
    ("vigilance", {"board": "hex-xs", "captures": "off"}),
    ("loop", {"board": "mini", "full_board": "last-mover"}),
]
LOSSES = ("captured", "converted", "surrounded")
"""The kinds of events whose cells are lost at once."""


def by_trial(state: State) -> set[str]:
    """The threats in a position: what the other side could take or win if it were to move."""
    other_position = state.position().with_other_to_move()
    seat = state.to_move
    if other_position is None or seat is None:
        return set()
    other = 1 - seat
    origin = State(state.game, state.options, other_position)
    assert origin.to_move == other
    threats: set[str] = set()
    for move in origin.legal_moves():
        next_state = origin.play(move)
        threats |= losses(next_state, other)
        if next_state.outcome is not None and next_state.outcome.winner == other:
            threats |= winning_cells(state, next_state)
    return threats


def losses(next_state: State, other: int) -> set[str]:
    """What a decision of the other side takes, or may take with its next one in the same turn."""
    cells: set[str] = set()
    for event in next_state.events:
        if event.seat == other and event.kind in LOSSES:
            cells.update(event.cells)
    # Else nothing is left for it to take, and listing what follows takes long.
    if next_state.to_move == other:
        removals = [move for move in next_state.legal_moves() if move.kind == "remove"]
        cells.update(move.target for move in removals)
    return cells


def winning_cells(state: State, next_state: State) -> set[str]:
    """The cells that are shown of a decision with which the other side wins."""
    assert next_state.last_move is not None
    slug = state.game.slug
    if slug.startswith("veloop"):
        return swapped_into_confinement(state, next_state)
    if slug == "vigilance":
        # Where it captures, what it captures is shown.
        captures = any(event.kind == "captured" for event in next_state.events)
        return set() if captures else {next_state.last_move.target}
    if slug == "loops-n-leaps":
        return set()
    return {next_state.last_move.target}


def swapped_into_confinement(state: State, next_state: State) -> set[str]:
    """The stones of the seat to move in Veloop that would end confined.

    Of a stone that is swapped in the place where it stands now is meant.
    """
    seat = state.to_move
    cells_of = {event.kind: set(event.cells) for event in next_state.events}
    swap_cells = cells_of["swapped"]
    confined = set()
    for event in next_state.events:
        if event.kind == "confined":
            confined.update(event.cells)
    stones = set()
    for cell, stack in next_state.pieces().items():
        # Its own stones may be confined too, but fewer.
        if cell not in confined or stack[-1] != seat:
            continue
        if seat in state.pieces().get(cell, ()):
            stones.add(cell)
        else:
            stones |= swap_cells - {cell}
    return stones


@settings(max_examples=120, deadline=None)
@given(st.sampled_from(STARTS), st.integers(0, 10**9), st.integers(0, 170))
def test_threats_are_what_every_decision_of_the_other_side_would_do(
    start: tuple[str, dict[str, str]], seed: int, plies: int
) -> None:
    slug, options = start
    state = wander(games.get(slug).start(**options), random.Random(seed), plies)
    assert set(state.threats) == by_trial(state)
    assert len(set(state.threats)) == len(state.threats)


def test_a_ring_that_lacks_one_tile_threatens_that_cell() -> None:
    state = games.get("loop").start(board="mini")
    *ring, last = state.board.neighbours("1d2")[:6]
    ring_and_last = {*ring, last}
    corners = ("1a1", "1h1", "1a4", "1a3", "1g1", "1f1")
    away = [cell for cell in corners if cell not in ring_and_last]
    for own, enemy in zip(ring, away, strict=False):
        assert state.threats == ()
        state = play(state, own)
        if own == ring[-1]:
            assert state.threats == (last,)
            assert state.threatens_win
        state = play(state, enemy)
    # White threatens nothing, and of Black's own chances nothing is told.
    assert state.threats == ()
    assert not state.threatens_win
    assert play(state, last).outcome is not None


@pytest.mark.parametrize(
    ("moves", "threats"),
    [
        # White’s stone that one black stone would capture
        ("b1 d1 a2 b3", ("b1",)),
        ("c3 c1 b3 b4", ("b3", "c3")),
        # where White’s stone would end the match with the larger group
        ("d2 a3 b1 c2 b4", ("d1",)),
        # Black’s win on c1, and a stone to capture
        ("c3 b2 a3 b4 d2 b1", ("c1", "d2")),
        ("d2 a3", ()),
    ],
)
def test_in_snipsnip_stones_to_capture_and_points_that_win_are_threatened(
    moves: str, threats: tuple[str, ...]
) -> None:
    assert snipsnip(moves).threats == threats


def snipsnip(moves: str) -> State:
    """The state after moves on the smallest hexagon."""
    return games.replay("snipsnip", {"board": "hex-2-3", "scoring": "group"}, moves.split())


def test_in_vigilance_a_cell_on_which_the_other_side_would_win_is_threatened() -> None:
    moves = (
        "f4 c5 g3 g3-g6 e2 f4-d4 b5 e2-d3 c2 d4-f4 e7 d3-f1 h5 c5-d5 a3 h5-e2 e1 e7-d7 d4 c2-b3 c2 "
        "d4-d3 b6 b3-c3 f6 f4-f3 c5 c3-b4 g5 d7-c7 c8 f6-d4 h6 c8-e6 d7 d4-f6 pass b6-c6 c8 g6-h5 "
        "g6 pass d5-d4 b6 g6-f7 g6 pass c7-d8 c7 c2-d2 pass d3-e4 d5 f6-e7 pass d4-c3 e5 h5-g4 h5 "
        "pass e4-f4 e4 b4-a4 pass d5-d3 d4 g5-f6 pass f3-f2 d5 a4-c2 pass c3-b4 pass"
    )
    options = {"board": "square-3-adjacent", "captures": "off"}
    state = games.replay("vigilance", options, moves.split())
    assert state.to_move == 1
    assert state.threats == ("b3",)


def test_in_snipsnip_nothing_is_threatened_while_a_stone_is_to_be_removed() -> None:
    state = snipsnip("b1 d1 a2 b3 c2 c3")
    assert state.threats == ("b1",)
    next_state = [state.play(move) for move in state.legal_moves()]
    capturing = next(child for child in next_state if child.to_move == state.to_move)
    assert {move.kind for move in capturing.legal_moves()} == {"remove"}
    assert capturing.threats == ()
    assert not capturing.threatens_win
