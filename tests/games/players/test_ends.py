"""Wins in one turn are always taken, losses in one turn avoided where they can be: against
exhaustive search.
"""

import math
import random
import time
from collections.abc import Iterable
from itertools import islice

import pytest

import games
from games.core import Position
from games.players import ComputerPlayer
from games.players.knowledge import knowledge_of
from games.players.player import winning_turn
from games.players.solver import Solver

from .late_positions import positions
from .plain_claims import TooMuch, Tries

DEFAULTS = [
    ("veloop-square", {"turns": "single"}),
    ("veloop-hex", {}),
    ("snipsnip", {}),
    ("vigilance", {}),
    ("loop", {}),
    ("loops-n-leaps", {}),
]
MOST_TRIES = 50_000
# Boards on which whole turns of both sides can be tried without knowledge.
SMALL = [
    ("veloop-square", {"board": "5x5"}),
    ("veloop-square", {"board": "6x6", "turns": "single"}),
    ("veloop-hex", {"board": "hex3", "turns": "double"}),
    ("veloop-hex", {}),
    ("snipsnip", {"board": "hex-2-3"}),
    ("snipsnip", {"scoring": "linked", "capture": "between"}),
    ("vigilance", {"board": "hex-xs"}),
    ("loop", {"board": "mini", "full_board": "last-mover"}),
    ("loops-n-leaps", {"board": "base4"}),
]


def named(case: object) -> str:
    """The name of a test's parameter: a slug, or the choices of options."""
    if isinstance(case, dict):
        return "-".join(case.values()) or "default"
    return str(case)


def winning(position: Position, tries: Tries) -> set[int]:
    """The decisions that can be the first of a turn that wins. Raises TooMuch."""
    seat = position.to_move
    codes = set()
    for code in position.codes():
        next_position = tries.after(position, code)
        if tries.wins(next_position, seat, 1 if next_position.to_move == seat else 0):
            codes.add(code)
    return codes


def check_wins(slug: str, options: dict[str, str], most: int, seconds: float) -> int:
    """Check that wins in one turn are seen in so many positions; in how many there is one."""
    rng = random.Random(f"{slug} {options}")
    wins = 0
    end = time.thread_time() + seconds
    for count, state in enumerate(islice(positions(slug, options, rng, 4), most)):
        position = state.position()
        truth = winning(position, Tries(10**9))
        code = winning_turn(position, knowledge_of(state.game), 10.0)
        if truth:
            assert code in truth, (slug, options, state.pieces())
        else:
            assert code is None, (slug, options, state.pieces())
        if truth and count % 10 == 0:
            level = rng.choice(("novice", "casual", "club"))
            decision = ComputerPlayer(level, rng).think(state, 0.05)
            assert position.code(decision.move) in truth
            assert decision.value == 1.0
        if truth:
            wins += 1
        if time.thread_time() > end:
            break
    return wins


def check_losses(slug: str, options: dict[str, str], most: int, seconds: float) -> int:
    """Check that losses in one turn are avoided in so many positions; in how many that was
    possible.
    """
    rng = random.Random(f"{slug} {options}")
    chances = 0
    end = time.thread_time() + seconds
    for state in positions(slug, options, rng, 6):
        if time.thread_time() > end or chances >= most:
            break
        position = state.position()
        codes = position.codes()
        if len(codes) > 60 or max(state.reserve) > 1:
            continue
        try:
            losing = losing_codes(position)
        except TooMuch:
            continue
        if not losing:
            continue
        guard = Solver(knowledge_of(state.game), 1 - position.to_move)
        for code in codes:
            next_position = position.copy()
            next_position.play(code)
            assert guard.wins(next_position, 1) == (code in losing)
        if len(losing) < len(codes):
            chances += 1
            for level in seeing_levels(slug):
                decision = ComputerPlayer(level, rng).think(state, 0.5)
                where = (slug, options, level, state.pieces(), decision)
                assert position.code(decision.move) not in losing, where
    return chances


def seeing_levels(slug: str) -> Iterable[str]:
    """The levels that see every loss in one turn; where a turn has many moves, `casual` looks at
    some of them.
    """
    if knowledge_of(games.get(slug)).glimpse == math.inf:
        yield "casual"
    yield "club"


def losing_codes(position: Position) -> set[int]:
    """The decisions that lose to the other side's next turn; none where the side to move wins
    itself.

    Raises TooMuch.
    """
    tries = Tries(MOST_TRIES)
    other = 1 - position.to_move
    losing = set()
    for code in position.codes():
        if tries.wins(tries.after(position, code), other, 1):
            losing.add(code)
    if losing and winning(position, tries):
        return set()
    return losing


@pytest.mark.parametrize(("slug", "options"), DEFAULTS, ids=named)
def test_a_win_in_one_turn_is_taken(slug: str, options: dict[str, str]) -> None:
    assert check_wins(slug, options, 25, 0.6)


@pytest.mark.some_cases(1)
@pytest.mark.parametrize(("slug", "options"), SMALL[:1] + SMALL[3:4] + SMALL[7:], ids=named)
def test_a_loss_in_one_turn_is_avoided_where_it_can_be(slug: str, options: dict[str, str]) -> None:
    check_losses(slug, options, 4, 0.6)


LENGTHS = pytest.mark.parametrize("seconds", [1.0, pytest.param(8.0, marks=pytest.mark.exhaustive)])
"""How long is searched, at most."""


@pytest.mark.slow
@LENGTHS
@pytest.mark.parametrize(("slug", "options"), DEFAULTS + SMALL, ids=named)
def test_every_win_in_one_turn_is_taken_in_hundreds_of_positions(
    slug: str, options: dict[str, str], seconds: float
) -> None:
    assert check_wins(slug, options, 1000, seconds) > seconds


@pytest.mark.slow
@LENGTHS
@pytest.mark.parametrize(("slug", "options"), SMALL, ids=named)
def test_losses_in_one_turn_are_avoided_in_many_positions(
    slug: str, options: dict[str, str], seconds: float
) -> None:
    assert check_losses(slug, options, 200, seconds) > seconds / 4
