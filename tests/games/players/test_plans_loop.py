"""What is said of plans of Loop: bridges by where they lead, footholds by what they are for."""

import random

from games.players.claims import board_claims, in_words
from games.players.claims.seen import Bridge
from games.players.plans.loop_rings import enemy_ring

from .plain_claims import Tries
from .plan_samples import turn_of
from .test_plans import tellings, told, turn_after

UNDER_WATER = "1g3 1d4 1f2 1d3 1g1 1e3 1e2 1f1 1h2"
"""Decisions of Loop after which 2e2 threatens a bridge on 2f1."""

WAITING = "1e4 1e2 1f4 1e5 1f3 1f2 1g3 1e3 2e4 1g2 2e3 1g1 1e6 1d4"
"""Decisions after which 1d6 prepares a bridge on 2d5 that lacks one tile below."""


def test_a_bridge_is_told_by_the_tiles_it_joins_and_the_river_below() -> None:
    threat = "threaten a bridge on 2f1, from 1f1 to 2e2 over 1e2, 1f2: your opponent must take"
    sentences = told("loop", UNDER_WATER.split(), ["2e2"])
    assert any(sentence.startswith(threat) for sentence in sentences), sentences


def test_a_bridge_is_not_planned_where_the_other_side_can_place_at_once() -> None:
    turn = turn_after("loop", ["1f2", "1e4", "1e3"], ["1e2"])
    assert "2e2" in map(str, turn.after.legal_moves())
    for sentence in tellings(turn):
        assert not sentence.template.startswith("plan a bridge"), sentence


def test_a_claim_of_a_prepared_bridge_names_the_cell_it_still_needs() -> None:
    turn = turn_after("loop", WAITING.split(), ["1d6"])
    claims = [claim for claim in board_claims(turn) if isinstance(claim, Bridge)]
    (text,) = [str(in_words(claim, turn)) for claim in claims]
    assert text == "prepares a bridge on 2d5: you win there once your opponent fills 1d5"


def test_a_place_that_both_touch_and_that_is_open_is_no_foothold() -> None:
    rng = random.Random("open")
    count = 0
    for _ in range(40):
        turn = turn_of("loop", rng)
        for sentence in tellings(turn):
            if sentence.template.startswith(("guard", "reach for", "stand beside")):
                is_open = not sentence.values.get("feet", True)
                can_take = sentence.values["high"] in map(str, turn.after.legal_moves())
                assert not (is_open and can_take), sentence
                count += 1
    assert count


def test_two_places_are_guarded_at_once_where_different_tiles_open_them() -> None:
    guarding = "guard 2j1 and 2j2: until now only your opponent could climb there"
    sentences = told("loop", ["1k1", "1a1", "1k2"], ["1j2"])
    assert any(sentence.startswith(guarding) for sentence in sentences), sentences


def test_a_place_that_is_opened_for_oneself_alone_is_told() -> None:
    opening = "open 2e2 for yourself: your opponent doesn’t touch it"
    sentences = told("loop", ["1f2", "1e4", "1e3", "1g2", "1d4", "1g3"], ["1e2"])
    assert any(sentence.startswith(opening) for sentence in sentences), sentences


def test_a_bridge_of_the_other_side_over_the_tile_itself_is_no_reason_for_it() -> None:
    moves = ["1f2", "1e4", "1e3", "1g2", "1d4", "1g3", "1f1", "1c4", "1d3"]
    for sentence in told("loop", moves, ["1e2"]):
        assert "would prepare a bridge on 2e1" not in sentence, sentence


def test_where_a_seat_places_first_the_other_side_can_fill_the_foot_and_does_not_win_then() -> None:
    rng = random.Random("first")
    count = 0
    for _ in range(60):
        turn = turn_of("loop", rng)
        for sentence in tellings(turn):
            if sentence.template.startswith(("guard {high}:", "guard {high},", "stand beside")):
                (foot,) = sentence.values["feet"]
                filled = turn.after.play(turn.after.parse(foot))
                answered = filled.play(filled.parse(sentence.values["high"]))
                assert not Tries(20_000).wins(answered.position(), 1 - turn.seat, 1), sentence
                count += 1
    assert count


def test_a_ring_that_lacks_two_tiles_is_built_and_broken_and_told_before_the_turn() -> None:
    moves = ["1d4", "1h1", "1e3", "1h3", "1e5", "1j1"]
    built = "build a ring round 1e4: it lacks only 1f3, 1d5 now"
    assert built in told("loop", moves, ["1f4"])
    broken = "break your opponent’s ring round 1e4: it lacked only 1f3, 1d5"
    assert broken in told("loop", [*moves, "1f4"], ["1d5"])
    state = turn_after("loop", [*moves, "1f4"], ["1d5"]).before
    minded = list(map(str, enemy_ring(state.position(), 1)))
    assert minded == ["mind your opponent’s ring round 1e4: it lacks only 1f3, 1d5"]


def test_what_the_other_side_cannot_fill_now_is_not_forbidden_to_it() -> None:
    rng = random.Random("forbidden")
    count = 0
    for _ in range(150):
        turn = turn_of("loop", rng)
        for sentence in tellings(turn):
            if "from now on your opponent can’t fill" in sentence.template:
                assert set(sentence.values["feet"]) <= set(map(str, turn.after.legal_moves()))
                count += 1
    assert count
