"""Wins in one turn are always taken, losses in one turn avoided where they can be: against
exhaustive search.
"""

import random
import time

import pytest

from games.core import Position
from games.players import Player
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
    return (
        case
        if isinstance(case, str)
        else "-".join(case.values()) or "default"
        if isinstance(case, dict)
        else ""
    )


def winning(position: Position, tries: Tries) -> set[int]:
    """The decisions that can be the first of a turn that wins. Raises TooMuch."""
    seat = position.to_move
    after = {code: tries.after(position, code) for code in position.codes()}
    return {
        code for code, then in after.items() if tries.wins(then, seat, int(then.to_move == seat))
    }


def check_wins(slug: str, options: dict[str, str], most: int, seconds: float) -> int:
    rng = random.Random(f"{slug} {options}")
    wins = 0
    end = time.thread_time() + seconds
    for tried, state in enumerate(positions(slug, options, rng, 4)):
        position = state.position()
        truth = winning(position, Tries(10**9))
        code = winning_turn(position, knowledge_of(state.game), 10.0)
        assert (code in truth) if truth else code is None, (slug, options, state.pieces())
        if truth and tried % 10 == 0:
            thought = Player(rng.choice(("novice", "casual", "club")), rng).think(state, 0.05)
            assert position.code(thought.move) in truth
            assert thought.value == 1.0
        wins += bool(truth)
        if tried + 1 >= most or time.thread_time() > end:
            break
    return wins


def check_losses(slug: str, options: dict[str, str], most: int, seconds: float) -> int:
    rng = random.Random(f"{slug} {options}")
    wins = 0
    end = time.thread_time() + seconds
    for state in positions(slug, options, rng, 6):
        if time.thread_time() > end or wins >= most:
            break
        position = state.position()
        codes = position.codes()
        if len(codes) > 60 or max(state.reserve) > 1:
            continue
        tries = Tries(MOST_TRIES)
        try:
            lost = {
                code
                for code in codes
                if tries.wins(tries.after(position, code), 1 - position.to_move, 1)
            }
            if not lost or winning(position, tries):
                continue
        except TooMuch:
            continue
        guard = Solver(knowledge_of(state.game), 1 - position.to_move)
        for code in codes:
            then = position.copy()
            then.play(code)
            assert guard.wins(then, 1) == (code in lost)
        if len(lost) < len(codes):
            wins += 1
            for level in ("casual", "club"):
                chosen = Player(level, rng).think(state, 0.5)
                assert position.code(chosen.move) not in lost, (
                    slug,
                    options,
                    level,
                    state.pieces(),
                    chosen,
                )
    return wins


@pytest.mark.parametrize(("slug", "options"), DEFAULTS, ids=named)
def test_a_win_in_one_turn_is_taken(slug: str, options: dict[str, str]) -> None:
    assert check_wins(slug, options, 25, 0.6)


@pytest.mark.some_cases(1)
@pytest.mark.parametrize(("slug", "options"), SMALL[:1] + SMALL[3:4] + SMALL[7:], ids=named)
def test_a_loss_in_one_turn_is_avoided_where_it_can_be(slug: str, options: dict[str, str]) -> None:
    check_losses(slug, options, 4, 0.6)


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "options"), DEFAULTS + SMALL, ids=named)
def test_every_win_in_one_turn_is_taken_in_a_thousand_positions(
    slug: str, options: dict[str, str]
) -> None:
    assert check_wins(slug, options, 1000, 8.0) > 10


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "options"), SMALL, ids=named)
def test_losses_in_one_turn_are_avoided_in_many_positions(
    slug: str, options: dict[str, str]
) -> None:
    assert check_losses(slug, options, 200, 8.0) > 2
