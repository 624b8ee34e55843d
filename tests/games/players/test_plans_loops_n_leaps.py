"""What is said of plans of Loops 'n Leaps: nothing that the other side undoes by taking men."""

import random
from collections.abc import Iterator

import pytest

from games.core import Sentence
from games.players.claims import JudgedTurn
from games.players.plans.base import cells_in
from tests.games.plain_counts import held

from .plain_plans import captured, in_danger, leaps, pillar_ring, wall_round
from .plan_samples import turn_of
from .test_plans import tellings, told, turn_after

LONG_LEAP = (
    "e8 f7 e7 d9 e9 h5 i4 i5 g6 k4 l5 k7 i9 i7 h9 i7-i4 h9-d9 i6 g9 j5 g9-g7 i6-i9 f9 k5 g8 "
    "j5-l5 g8-i6 j7 h7 i8 h7-j5 k6 g5 j9 k8 j7-l7 f5 e6 e10 m6 m5 k6-m4 l3 d7 c10 c11 e11 g10 "
    "m7 e5 d5 n5 f3"
)
"""Decisions after which the leaper on f3 threatens to take five men by landing on n3."""

SHORT_LEAP = "e5 e6 f5 f3 g6 i5 k4 k5 j5 g5 i4 g2"
"""Decisions after which the leaper on g2 threatens to take e5 and f5."""

RESCUE = (
    "e8 f7 e7 d9 e9 h5 i4 i5 g6 k4 l5 k7 i9 i7 h9 i7-i4 h9-d9 i6 g9 j5 g9-g7 i6-i9 f9 k5 g8 "
    "j5-l5 g8-i6 j7"
)
"""Decisions after which the leaper on j7 can take i6, and a leaper on h7 could take i7."""


def samples(seed: str, *beginnings: str) -> Iterator[tuple[JudgedTurn, Sentence]]:
    """What is told of random turns, as far as it begins in one of some ways."""
    rng = random.Random(seed)
    for _ in range(80):
        turn = turn_of("loops-n-leaps", rng)
        for sentence in tellings(turn):
            if sentence.template.startswith(beginnings):
                yield turn, sentence


def test_a_leap_is_no_threat_where_the_other_side_can_take_it_away() -> None:
    count = 0
    for turn, sentence in samples("threats", "threaten {move}"):
        other = 1 - turn.seat
        for reply in leaps(turn.after, other):
            if captured(turn.after, other, str(reply)):
                later = turn.after.play(reply)
                takes = captured(later, turn.seat, sentence.values["move"])
                assert takes == set(sentence.values["cells"]), sentence
        count += 1
    assert count


def test_a_ring_is_planned_only_with_men_that_are_safe() -> None:
    count = 0
    for turn, sentence in samples("rings", "plan one ring", "close one ring"):
        wall = wall_round(turn.after, sentence.values["pillars"])
        assert not in_danger(turn.after, turn.seat) & wall, sentence
        count += 1
    assert count


def test_a_man_that_can_be_taken_neither_steps_in_nor_cuts() -> None:
    beginnings = ("step in", "cut your", "occupy {cell}: a man")
    count = 0
    for turn, sentence in samples("steps", *beginnings):
        if not turn.moves[0].source:
            assert turn.moves[0].target not in in_danger(turn.after, turn.seat), sentence
            count += 1
    assert count


def test_a_leaper_is_prepared_with_men_that_are_safe() -> None:
    count = 0
    for turn, sentence in samples("leapers", "prepare a leaper"):
        men = cells_in([Sentence("{men}", men=sentence.values.get("men", ()))])
        assert not in_danger(turn.after, turn.seat).intersection(men), sentence
        count += 1
    assert count


def test_a_leap_that_is_stopped_is_told_with_how_it_is_stopped() -> None:
    moves = LONG_LEAP.split()
    taken = "would have taken m4, l5, k6, j7, i8"
    blocked = f"block your opponent’s leap f3-n3 on m3: it {taken}"
    assert blocked in told("loops-n-leaps", moves, ["m3"])
    occupied = f"occupy n3: there your opponent’s leap f3-n3 {taken}"
    assert occupied in told("loops-n-leaps", moves, ["n3"])


@pytest.mark.parametrize("beginning", [LONG_LEAP, SHORT_LEAP])
def test_a_man_that_falls_itself_stops_a_leap_only_where_it_saves_most(beginning: str) -> None:
    state = turn_after("loops-n-leaps", [], beginning.split()).after
    count = 0
    for move in state.legal_moves():
        turn = JudgedTurn.of(state, [move])
        for sentence in tellings(turn):
            if not sentence.template.startswith(("block your", "occupy {cell}: there")):
                continue
            other = 1 - turn.seat
            taken = [captured(turn.after, other, str(leap)) for leap in leaps(turn.after, other)]
            left = max(map(len, taken))
            falls = move.target in in_danger(turn.after, turn.seat)
            assert not falls or left == 1 or 3 * left <= len(sentence.values["taken"]), sentence
            count += 1
    assert count


def test_where_a_turn_saves_as_much_as_it_threatens_the_rescue_is_told() -> None:
    sentences = told("loops-n-leaps", RESCUE.split(), ["h7"])
    assert "occupy h7: there your opponent’s leap j7-h7 would have taken i6" in sentences, sentences


LONG_ROW = (
    "e5 e6 f5 f3 g6 i5 k4 k5 j5 g5 i4 g2 e4 g2-g4 d5 g3 d5-f5 g3-i3 h3 h5 j3 h5-j3 j1 h1 k1 i1 "
    "k1-k2 i1-i2 k3 l3 l1 k8 k3-l3 m1 l1-m1 m2 n1"
)
"""Decisions after which a leaper that is crowned on o4 could take five men."""

TWO_RINGS = (
    f"{LONG_ROW} k7 j7 l7 b7 k9 b7-e7 l9 d7 m8 m7 c7 c6 m6 d7-k7 m5 c6-c7 m5-m3 f7 c8 g7 m4 h7 l5 "
    "h7-i6 l5-k6 i7 n5 g8 n3 o3 h9 o7 j9"
)
"""Decisions after which o7-o5 takes a row of men and opens a ring."""


def test_a_leaper_that_is_prepared_is_told_with_its_leap() -> None:
    leaper = (
        "prepare a leaper on o4: your next man there sees o5, k8 and is crowned. Then o4-o1 would "
        "take j1, k1, l1, m1, n1"
    )
    assert leaper in told("loops-n-leaps", LONG_ROW.split(), ["o5"])


def test_a_leaper_is_prepared_from_afar_only_for_men_that_it_could_take() -> None:
    count = 0
    for _turn, sentence in samples("afar", "prepare a leaper on {next}: a man"):
        assert sentence.values["taken"], sentence
        assert sentence.values["third"] not in sentence.values["men"], sentence
        count += 1
    assert count


def test_a_ring_that_lacks_much_is_not_cut_where_another_lacks_little() -> None:
    count = 0
    for turn, sentence in samples("cut", "cut your opponent"):
        if sentence.values["around"] - sentence.values["count"] <= 2:
            continue
        other = 1 - turn.seat
        for pillar in turn.after.board.features["pillars"]:
            ring = pillar_ring(turn.after, pillar)
            if not held(turn.after, turn.seat) & ring:
                number = len(held(turn.after, other) & ring)
                assert number < 4 or number == len(ring), (pillar, sentence)
        count += 1
    assert count


def test_a_ring_that_a_turn_opens_is_told_once() -> None:
    for sentence in told("loops-n-leaps", TWO_RINGS.split(), ["o7-o5"]):
        assert "breaks into" not in sentence, sentence


def test_men_are_taken_for_a_ring_only_where_half_of_it_stands() -> None:
    moves = "f7 g6 g7 e8 e7 i4 k4 g5 h5 l5 k7 j7 k5 k6 j5 k3 k5-k6 l3"
    sentences = told("loops-n-leaps", moves.split(), ["j5-l3"])
    assert "take men: l3. Your opponent can’t take them back at once" in sentences, sentences
    assert any("you hold 5 of its 12 cells now" in sentence for sentence in sentences)
