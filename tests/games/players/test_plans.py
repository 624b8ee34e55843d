"""Plans: what a hint says of a quiet position is counted, holds of few other turns, and praises no losing turn."""

import random

import pytest

import games
from games.core import SWAP
from games.players.claims import Turn
from games.players.plans import plans_of, worthy
from games.players.plans.saying import Comparison, others, standing
from games.players.reasons import hint, planned
from tests.games.traces import RECORDED

from .plan_samples import hold

SLUGS = [slug for slug in RECORDED if worthy(games.get(slug), games.get(slug).start().options)]


@pytest.mark.parametrize("slug", SLUGS)
def test_what_is_said_of_plans_is_neither_false_nor_empty(slug: str) -> None:
    found = hold(slug, 6, 500, random.Random(slug))
    assert found["said"] >= 2
    assert not found["false"] + found["empty"]


@pytest.mark.slow
@pytest.mark.parametrize("slug", SLUGS)
def test_of_hundreds_said_of_plans_few_are_false_and_none_is_empty(slug: str) -> None:
    found = hold(slug, 150, 8_000, random.Random(f"hundreds {slug}"))
    assert found["said"] >= 100
    assert 50 * found["false"] <= found["said"]
    assert not found["empty"]


@pytest.mark.slow
@pytest.mark.parametrize("slug", SLUGS)
def test_most_hints_of_the_opening_name_a_plan(slug: str) -> None:
    rng, named, tried = random.Random(slug), 0, 0
    for ply in range(16):
        state, drawn = (
            games.get(slug).start(),
            random.Random(f"{slug} {ply}"),
        )  # as a search by the clock draws any number
        for _ in range(ply):
            state = state.play(drawn.choice(state.legal_moves()))
        told = hint(state, "strong", 1.0, rng)
        named, tried = named + bool(told.plans or told.ideas), tried + 1
    assert 2 * named >= tried  # of a few, and of a search by the clock; the share of many is in docs/teaching.md


@pytest.mark.slow
def test_a_reason_that_holds_of_every_move_is_not_given() -> None:
    state = games.get("snipsnip").start(scoring="group")
    told = hint(state, "strong", 0.2, random.Random(1))
    assert not any("largest group goes" in str(reason) for reason in told.reasons)
    alike = [set(map(str, planned(Turn.of(state, [move])))) for move in state.legal_moves()]
    assert not set.intersection(*alike)


def test_where_the_start_can_be_taken_over_no_lead_is_praised() -> None:
    state = games.get("loops-n-leaps").start()
    for move in state.legal_moves()[:40:4]:
        turn = Turn.of(state, [move])
        assert SWAP in turn.after.legal_moves()
        assert all("even start" in str(said) for said in Comparison(turn, others(turn)).sentences())


def test_a_game_without_plans_is_told_of_as_before() -> None:
    for game in games.catalog():
        start = game.start()
        if not plans_of(game, start.options):
            assert standing(start) == ()
            assert planned(Turn.of(start, start.legal_moves()[:1])) == ()
