"""Plans: what a hint says of a quiet position is counted, holds of few other turns, and praises no
losing turn.
"""

import random

import pytest

import games
from games.core import SWAP
from games.players.claims import Turn
from games.players.plans.saying import Comparison, alternatives
from games.players.reasons import hint, planned
from tests.games.traces import RECORDED

from .plan_samples import hold, naming


@pytest.mark.some_cases(3)
@pytest.mark.parametrize(
    ("count", "tries"), [(6, 500), pytest.param(150, 8_000, marks=pytest.mark.slow)]
)
@pytest.mark.parametrize("slug", RECORDED)
def test_what_is_said_of_plans_is_neither_false_nor_empty(
    slug: str, count: int, tries: int
) -> None:
    counts = hold(slug, count, tries, random.Random(f"{slug} {count}"))
    assert 3 * counts["said"] >= 2 * count > 0
    assert not counts["false"] + counts["empty"]


@pytest.mark.slow
@pytest.mark.parametrize("slug", RECORDED)
def test_most_hints_of_the_opening_name_a_plan(slug: str) -> None:
    assert naming(slug, 1.0) >= 24  # of 32, by a search that depends on the clock


@pytest.mark.slow
def test_a_reason_that_holds_of_every_move_is_not_given() -> None:
    state = games.get("snipsnip").start(scoring="group")
    advised = hint(state, "strong", 0.2, random.Random(1))
    assert not any("largest group goes" in str(reason) for reason in advised.reasons)
    plans = [planned(Turn.of(state, [move])) for move in state.legal_moves()]
    common = set.intersection(*(set(map(str, sentences)) for sentences in plans))
    assert not common


def test_where_the_start_can_be_taken_over_no_lead_is_praised() -> None:
    state = games.get("loops-n-leaps").start()
    for move in state.legal_moves()[:40:4]:
        turn = Turn.of(state, [move])
        assert SWAP in turn.after.legal_moves()
        for sentence in Comparison(turn, alternatives(turn)).sentences():
            assert "even start" in str(sentence)
