"""Whatever decides something about a position asks the certificates first."""

import random
from collections.abc import Iterator
from itertools import islice

import pytest

import games
from games.players.analysis import analyse
from games.players.claims import Prover, Turn, claims, situation
from games.players.claims.forced import Drawn, ForcesWin, Keeps, Solved, Wins
from games.players.reasons import hint
from games.players.solved import advice, known_of, winner
from games.players.turning import turning_point

SMALL = {"board": "hex-2-3", "scoring": "group", "capture": "between"}  # the first side wins


def strayed(seed: int, decisions: int, **options: str) -> list[games.State]:
    """A match in which the first side follows its certificate, and the second plays anyhow."""
    rng = random.Random(seed)
    states = [games.get("snipsnip").start(**options)]
    for _ in range(decisions):
        state = states[-1]
        held = advice(state) if state.to_move == 0 else None
        if state.to_move is None:
            break
        states.append(state.play(rng.choice(state.legal_moves()) if held is None else held.move))
    return states


def thrown_away(seed: int) -> Iterator[tuple[list[games.State], games.State]]:
    """Matches up to where the first side can still win, with a turn after which it cannot."""
    rng = random.Random(seed)
    for number in range(40):
        states = strayed(seed + number, rng.choice((2, 4, 6)), **SMALL)
        state = states[-1]
        if state.to_move == 0 and winner(state) == 0:
            for move in state.legal_moves():
                after = state.play(move)
                if after.to_move == 1 and not Prover(after).forces(after.position(), 0):
                    yield states, after


def test_a_hint_never_gives_away_what_is_solved() -> None:
    hints = 0
    for seed in range(8):
        for state in strayed(seed, 7, **SMALL):
            if state.to_move != 0 or len(state.legal_moves()) < 3:
                continue
            advised = hint(state, "novice", None, random.Random(seed))
            after = state.forward(advised.moves)
            assert after.to_move is None or winner(after) == 0
            assert advised.value == 1.0
            assert len(set(advised.reasons)) == len(advised.reasons)
            hints += 1
    assert hints >= 12


def test_who_wins_is_known_while_the_loser_is_in_the_middle_of_a_turn() -> None:
    middles = 0
    for seed in range(60):
        for before, state in zip(states := strayed(seed, 14, **SMALL), states[1:], strict=False):
            if before.to_move == state.to_move == 1:
                assert winner(state) == 0
                middles += 1
    assert middles >= 5


def test_what_a_certificate_tells_takes_no_time_to_prove() -> None:
    start = games.get("snipsnip").start(**SMALL)
    prover = Prover(start, 0.0)
    assert prover.forces(start.position(), 0)
    assert not prover.forces(start.position(), 1)
    assert not prover.wins(start.position(), 1, 5)
    drawn = games.get("veloop-hex").start(board="hex3", turns="double")
    assert not any(Prover(drawn, 0.0).forces(drawn.position(), seat) for seat in (0, 1))


@pytest.mark.slow
def test_an_analysis_finds_the_turn_that_throws_a_solved_match_away() -> None:
    states, after = next(thrown_away(1))
    analysis = analyse([*states, after], 2.0, random.Random(1))
    (point,) = (point for point in analysis.turning_points if point.at == len(states) - 1)
    assert winner(states[-1].forward(point.better)) == 0
    assert point.parting is not None


def test_no_turn_is_blamed_where_the_match_is_solved_as_lost_whatever_is_played() -> None:
    start = games.get("snipsnip").start(**SMALL)
    states = [start, start.play(start.parse("c1"))]
    states.append(states[-1].play(states[-1].parse("b3")))
    assert winner(states[1]) == 0
    analysis = analyse(states, 0.2, random.Random(1))
    assert analysis.values()[:2] == (1.0, 1.0)
    assert not [point for point in analysis.turning_points if point.at == 1]


@pytest.mark.slow
def test_a_line_that_throws_a_solved_match_away_is_a_turning_point() -> None:
    for states, after in islice(thrown_away(7), 4):
        point = turning_point(Turn((states[-1], after)), 60.0)
        better = states[-1].forward(point.better)
        assert better.outcome is not None or winner(better) == 0
        assert isinstance(point.parting, Wins | ForcesWin | Keeps)
    start = games.get("snipsnip").start(**SMALL)
    wrong = next(after for move in start.legal_moves() if winner(after := start.play(move)) is None)
    point = turning_point(Turn((start, wrong)), 60.0)
    assert point.parting == Keeps()


def test_a_turn_that_keeps_a_solved_win_is_told_so() -> None:
    start = games.get("snipsnip").start(**SMALL)
    assert Keeps() in claims(Turn((start, start.play(advice(start).move))), 0.0)


def test_a_solved_draw_is_told_and_not_estimated() -> None:
    start = games.get("veloop-hex").start(board="hex3", turns="double")
    assert situation(start, 0.2) == Drawn()
    assert not any(
        "nothing is proved" in str(reason)
        for reason in hint(start, "novice", None, random.Random(1)).reasons
    )
    assert situation(games.get("veloop-hex").start(board="hex3"), 0.2) == Solved(False)


def test_a_position_that_has_come_back_before_is_left_to_search() -> None:
    """A certificate does not know the past, and the third time would be a draw."""
    start = games.get("snipsnip").start(**SMALL)
    known = known_of(start)
    position = start.position()
    assert known.forces(position, 0, "win")
    position.past = ((0, 1, 2), (0, 1, 2), (1, 3, 4))  # type: ignore[attr-defined]
    assert not known.forces(position, 0, "win")
