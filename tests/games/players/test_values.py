"""What a match is worth: states without a choice, turning points, and the time a value takes."""

import os
import random
import time
from dataclasses import replace
from itertools import pairwise

import pytest

import games
from games.players import LEVELS, ComputerPlayer
from games.players.analysis import (
    LEAST_LOSS,
    Analysis,
    MatchCourse,
    _doubtful,
    _look_at_better,
    analyse,
)
from games.players.claims import JudgedTurn
from games.players.curve import Estimate
from games.players.engine import Engine
from games.players.knowledge import knowledge_of
from games.players.player import Thought, after_forced
from games.players.solver import OutOfTime, Solver
from tests.sampling import only

from .late_positions import random_move

# A match of Veloop Hex in which there is one decision after turn 22, and White wins.
FORCED = (
    "c4-d5 c5-d6 c4-d5 d4-c3 d3-c2 d4-c3 c4-e3 d3-c5 e3-c4 d4-e5 c2-b4 d4-b5 d3-f2 c4-d5 e2-f3 "
    "b5-c3 d3-e1 d5-f4 d3-f2 b3-a5 d3-b4 a5-b6 c3-b5 b3-c4"
)


def forced_match() -> list[games.State]:
    start = games.get("veloop-hex").start(board="hex34", turns="single")
    return [*JudgedTurn.of(start, FORCED.split()).states]


def chances(analysis: Analysis) -> list[tuple[int, int]]:
    """The chances before and after each turning point as they are told, in percent."""
    numbers = []
    for point in analysis.turning_points:
        numbers.append((round(50 + 50 * point.value_before), round(50 + 50 * point.value_after)))
    return numbers


def test_a_state_with_one_decision_is_worth_what_follows_it() -> None:
    states = forced_match()
    state = next(state for state in states if state.turn == 23)
    assert len(state.legal_moves()) == 1
    assert states[-1].position().winner == 1
    thought = ComputerPlayer("strong", random.Random(1)).think(state, 0.15)
    assert thought.move == state.legal_moves()[0]
    following = ComputerPlayer("strong", random.Random(1)).think(after_forced(state), 0.15)
    sign = 1 if after_forced(state).to_move == state.to_move else -1
    assert sign * following.value == pytest.approx(thought.value, abs=0.3)
    assert (thought.value if state.to_move == 1 else -thought.value) > 0.3
    analysis = analyse(states, 0.5, random.Random(1))
    assert 22 not in [point.turn for point in analysis.turning_points]


@pytest.mark.parametrize("is_over", [True, False])
def test_a_turn_without_a_choice_changes_nothing_of_a_course(is_over: bool) -> None:
    states = forced_match()
    if not is_over:
        # Broken off before White wins.
        states.pop()
    turns = [
        JudgedTurn.of(state, [str(next_state.last_move)]) for state, next_state in pairwise(states)
    ]
    match = MatchCourse(states[-1], list(range(len(turns))), turns)
    for number, turn in enumerate(turns):
        match.note(number, Estimate(0.1 * (number % 3), turn.seat, 400), turn.moves)
    forced_turns = [turn for turn in match.judged() if len(states[turn.start].legal_moves()) == 1]
    assert [turn.turn for turn in forced_turns] == [21, 23]
    for forced_turn in forced_turns:
        assert forced_turn.value_before == forced_turn.value_after
        assert forced_turn.error_before == forced_turn.error_after
    if is_over:
        assert forced_turns[-1].value_before == -1.0


def test_a_player_keeps_its_search_of_what_is_forced() -> None:
    state = next(state for state in forced_match() if state.turn == 23)
    player = ComputerPlayer("club", random.Random(1))
    first = player.think(state)
    state = state.play(first.move)
    player.observe(state)
    fresh = ComputerPlayer("club", random.Random(1)).think(state)
    if not fresh.proven:
        assert player.think(state).playouts > fresh.playouts


def match_turns(*moves: str) -> list[JudgedTurn]:
    """The turns of a match of Loops 'n Leaps, a move each."""
    state = games.get("loops-n-leaps").start()
    turns = []
    for move in moves:
        turns.append(JudgedTurn.of(state, [move]))
        state = turns[-1].after
    return turns


class Oracle(ComputerPlayer):
    """A player that values every state as it is told."""

    def __init__(self, value: float) -> None:
        super().__init__("strong", random.Random(1))
        self.value = value

    def think(self, state: games.State, seconds: float | None = None) -> Thought:
        return Thought(state.legal_moves()[0], self.value, playouts=400)


def test_a_position_is_worth_what_its_better_turn_leads_to() -> None:
    """A search before a turn sees no loss in it where most other decisions are as bad."""
    turns = match_turns("e5", "g7", "h9", "i12", "d9", "j5")
    match = MatchCourse(turns[-1].after, list(range(len(turns))), turns)
    better = (turns[1].before.parse("k8"),)
    for number, turn in enumerate(turns):
        match.note(number, Estimate(0.3, turn.seat, 400), better)
    # After the better turn of seat 1 it is seat 0's turn, which is behind.
    _look_at_better(match, Oracle(-0.4), 1, 0.1)
    assert match.estimates[1].value == pytest.approx(-0.4)
    # One search alone that falls out of line may be a mistake, two are none.
    assert match.judged()[1].loss < LEAST_LOSS
    _look_at_better(match, Oracle(-0.4), 1, 0.1)
    assert match.judged()[1].is_costly
    # What turns out to be no better changes nothing.
    _look_at_better(match, Oracle(0.5), 1, 0.1)
    assert match.estimates[1].value == pytest.approx(-0.4)


def test_a_turn_of_which_only_a_search_thinks_ill_is_searched_once_more() -> None:
    turns = match_turns("e5", "g7", "h9", "k8", "i12", "d9", "j5")
    match = MatchCourse(turns[-1].after, list(range(len(turns))), turns)
    for number, turn in enumerate(turns):
        # Seat 1 was ahead before its turn, as one short search has it, and behind ever since.
        value = -0.3 if number == 3 else 0.3
        match.note(number, Estimate(value, turn.seat, 40), turn.moves)
    assert match.judged()[3].loss < LEAST_LOSS
    assert 3 in _doubtful(match)


@pytest.mark.parametrize("slug", only((game.slug for game in games.catalog()), "veloop-hex"))
def test_a_turning_point_costs_at_least_fifteen_points_of_chance(slug: str) -> None:
    rng = random.Random(slug)
    states = [games.get(slug).start()]
    while states[-1].to_move is not None and len(states) < 40:
        states.append(random_move(states[-1], rng))
    analysis = analyse(states, 0.4, rng)
    for point in analysis.turning_points:
        assert point.loss >= LEAST_LOSS
        assert point.loss > point.error_before
    for start, end in chances(analysis):
        assert abs(start - end) >= 15


@pytest.mark.parametrize("slug", only((game.slug for game in games.catalog()), "snipsnip"))
def test_a_search_takes_the_time_it_is_given_and_no_more(slug: str) -> None:
    engine = Engine(random.Random(1))
    engine.answer(f"new {slug}")
    durations = []
    # The garbage collector may take its time now and then.
    for _ in range(4):
        begin = time.thread_time()
        engine.answer("go 0.3")
        durations.append(time.thread_time() - begin)
        if 0.28 <= durations[-1] <= 0.3:
            return
    raise AssertionError(durations)


def test_a_level_with_few_playouts_takes_no_longer_for_time_it_is_given() -> None:
    start = games.get("veloop-hex").start()
    begin = time.thread_time()
    ComputerPlayer(LEVELS["novice"], random.Random(1)).think(start, 60.0)
    assert time.thread_time() - begin < 5


SMALL = [
    ("veloop-hex", {"board": "hex3", "turns": "single"}),
    ("veloop-hex", {"board": "hex3", "turns": "double"}),
    ("veloop-hex", {"board": "hex34", "turns": "single"}),
    ("snipsnip", {"board": "hex-2-3", "scoring": "group"}),
    ("snipsnip", {"board": "omni-3"}),
]
"""Boards on which a solver comes to the end of most positions."""
SOLVER_TRIES = 100_000


def small_match(slug: str, options: dict[str, str], rng: random.Random) -> list[games.State]:
    """A match of casual players who now and then play anything."""
    states = [games.get(slug).start(**options)]
    player = ComputerPlayer(replace(LEVELS["casual"]), rng)
    while states[-1].to_move is not None and len(states) < 60:
        if rng.random() < 0.3:
            states.append(random_move(states[-1], rng))
        else:
            states.append(states[-1].play(player.think(states[-1]).move))
    return states


def is_solved_win(state: games.State, seat: int) -> bool:
    """Whether a seat wins for certain, as far as a solver of its own finds out."""
    position = state.position()
    if position.reason is not None:
        return position.winner == seat
    solver = Solver(knowledge_of(state.game), seat, most_tried=SOLVER_TRIES)
    try:
        return any(solver.wins(position, turns) for turns in range(1, 40))
    except OutOfTime:
        return False


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_no_winning_turn_is_called_worse() -> None:
    """In one match of each board; ``SMALL_MATCHES=1000`` for more of them."""
    count = 0
    for number in range(int(os.environ.get("SMALL_MATCHES", len(SMALL)))):
        slug, options = SMALL[number % len(SMALL)]
        rng = random.Random(f"small {number}")
        states = small_match(slug, options, rng)
        for point in analyse(states, 1.0, rng).turning_points:
            count += 1
            turn = JudgedTurn.of(states[point.start], point.moves)
            case = (slug, options, [str(state.last_move) for state in states[1:]], point)
            assert not is_solved_win(turn.after, point.seat), case
    assert count
