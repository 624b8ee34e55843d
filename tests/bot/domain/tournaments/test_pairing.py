"""Pairings of round robins, brackets and Swiss rounds: valid, balanced, with fair byes."""

import random
from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given, settings, strategies as some

from bot.domain.tournaments.kinds import KINDS, NoPairing, swiss_pairing
from bot.domain.tournaments.kinds.base import seated
from bot.domain.tournaments.kinds.knock_out import first_round
from bot.domain.tournaments.kinds.round_robin import berger_tables
from bot.domain.tournaments.kinds.swiss_pairing import SwissPlayer
from bot.domain.tournaments.tournament import Pairing, Slots, TournamentTerms


def players_of(pairs: Sequence[tuple[int, int | None]]) -> list[int]:
    """All players of a round in order; a bye has one."""
    players: list[int] = []
    for pair in pairs:
        players += [player for player in pair if player is not None]
    return sorted(players)


@given(some.integers(2, 32), some.integers(1, 2))
def test_in_a_round_robin_all_meet_once_a_cycle_with_balanced_sides_and_byes(
    count: int, cycles: int
) -> None:
    rounds = berger_tables(count, cycles)
    assert len(rounds) == cycles * (count - 1 + count % 2)
    meetings: Counter[frozenset[int]] = Counter()
    byes: Counter[int] = Counter()
    balance: Counter[int] = Counter()
    for pairs in rounds:
        assert players_of(pairs) == list(range(count))
        for one, other in pairs:
            if other is None:
                byes[one] += 1
            else:
                meetings[frozenset((one, other))] += 1
                balance.update({one: 1, other: -1})
    assert set(meetings.values()) == {cycles}
    assert len(meetings) == count * (count - 1) // 2
    assert set(byes.values()) == ({cycles} if count % 2 else set())
    assert max(map(abs, balance.values())) <= (1 if cycles == 1 else 0)


@pytest.mark.parametrize(
    ("count", "expected"),
    [
        (2, [(0, 1)]),
        (3, [(0, None), (1, 2)]),
        (4, [(0, 3), (1, 2)]),
        (5, [(0, None), (3, 4), (1, None), (2, None)]),
        (8, [(0, 7), (3, 4), (1, 6), (2, 5)]),
    ],
)
def test_a_bracket_keeps_the_best_apart_and_gives_them_the_byes(
    count: int, expected: list[tuple[int, int | None]]
) -> None:
    assert first_round(count) == expected


@given(some.integers(2, 256))
def test_in_a_bracket_everybody_has_one_place_and_no_tie_is_empty(count: int) -> None:
    pairs = first_round(count)
    assert players_of(pairs) == list(range(count))
    assert len(pairs) == 1 << ((count - 1).bit_length() - 1)


class Swiss:
    """A Swiss tournament with random results."""

    def __init__(self, count: int, seed: int) -> None:
        self.rng = random.Random(seed)
        self.players = [SwissPlayer(slot, slot) for slot in range(1, count + 1)]

    def round(self) -> list[Slots]:
        """Pair and play a round; checks that the pairing is valid."""
        by_slot = {player.slot: player for player in self.players}
        pairs = swiss_pairing.pair(self.players)
        assert players_of(pairs) == sorted(by_slot)
        scores = {player.slot: player.score for player in self.players}
        for one, other in pairs:
            first = by_slot[one]
            if other is None:
                assert not first.bye
                first.bye = True
                first.score += 2
                first.floats.append(1)
                continue
            second = by_slot[other]
            assert other not in first.opponents
            first.opponents.add(other)
            second.opponents.add(one)
            first.sides.append(0)
            second.sides.append(1)
            down = int(scores[one] > scores[other])
            up = int(scores[one] < scores[other])
            first.floats.append(down - up)
            second.floats.append(up - down)
            points = self.rng.choice((0, 1, 2))
            first.score += points
            second.score += 2 - points
        return pairs


@settings(max_examples=60, deadline=None)
@given(some.integers(2, 24), some.integers(0, 10**6))
def test_swiss_pairings_are_valid_and_balanced_in_every_round(count: int, seed: int) -> None:
    tournament = Swiss(count, seed)
    for _ in range(KINDS["swiss"].rounds(count, TournamentTerms(rounds=99))):
        tournament.round()
    for player in tournament.players:
        assert abs(player.balance) <= 2
        sides = "".join(map(str, player.sides))
        assert "000" not in sides
        assert "111" not in sides


@settings(max_examples=40, deadline=None)
@given(some.integers(6, 24), some.integers(0, 10**6))
def test_swiss_pairings_stay_valid_when_players_go_out(count: int, seed: int) -> None:
    tournament = Swiss(count, seed)
    for _ in range(KINDS["swiss"].rounds(count, TournamentTerms(rounds=99))):
        try:
            tournament.round()
        except NoPairing:
            break
        if len(tournament.players) > 3 and tournament.rng.random() < 0.4:
            tournament.players.remove(tournament.rng.choice(tournament.players))


def test_the_first_round_is_the_upper_half_against_the_lower_half_with_alternating_sides() -> None:
    players = [SwissPlayer(slot, slot) for slot in range(1, 9)]
    assert swiss_pairing.pair(players) == [(1, 5), (6, 2), (3, 7), (8, 4)]
    assert swiss_pairing.pair(players[:7])[-1] == (7, None)


def test_in_a_tie_the_first_seat_goes_to_who_has_had_it_less_often() -> None:
    games = [Pairing(1, 1, (2, 3), result="1-0"), Pairing(1, 2, (1, None), result="bye")]
    assert seated(games, 2, 1) == (1, 2)
    assert seated([*games, Pairing(2, 1, (3, 2))], 2, 1) == seated([], 2, 1) == (2, 1)
    assert seated([Pairing(1, 1, (3, 2))], 1, 2) == (2, 1)


def test_nobody_is_paired_when_all_have_met() -> None:
    one = SwissPlayer(1, 1, opponents={2})
    other = SwissPlayer(2, 2, opponents={1})
    with pytest.raises(NoPairing, match="has met"):
        swiss_pairing.pair([one, other])


def grouped(*scores: int) -> list[SwissPlayer]:
    """Players by rank, with scores in half points."""
    return [SwissPlayer(slot, slot, score=score) for slot, score in enumerate(scores, 1)]


def opponent(players: list[SwissPlayer], slot: int) -> int | None:
    """The opponent a player is paired with."""
    [pair] = [pair for pair in swiss_pairing.pair(players) if slot in pair]
    return pair[1] if pair[0] == slot else pair[0]


@pytest.mark.parametrize(
    ("floats", "down"),
    [([], 3), ([1], 2), ([0], 3), ([-1], 3), ([1, 0], 3), ([0, 1], 2)],
    ids=["never", "last round", "not", "up", "earlier", "last of two"],
)
def test_the_lowest_of_a_group_floats_down_unless_they_did_in_the_last_round(
    floats: list[int], down: int
) -> None:
    players = grouped(2, 2, 2, 0)
    players[2].floats = floats
    assert opponent(players, 4) == down


@pytest.mark.parametrize(
    ("floats", "up"), [([], 2), ([-1], 3), ([0], 2), ([1], 2), ([-1, 0], 2), ([0, -1], 3)]
)
def test_the_highest_of_a_group_floats_up_unless_they_did_in_the_last_round(
    floats: list[int], up: int
) -> None:
    players = grouped(2, 0, 0, 0)
    players[1].floats = floats
    assert opponent(players, 1) == up


def test_floating_twice_is_better_than_meeting_somebody_further_away_in_points() -> None:
    players = grouped(4, 4, 4, 2, 0, 0)
    for player in players[:3]:
        player.floats = [1]
    players[3].floats = [-1]
    assert opponent(players, 4) == 3


def test_the_side_that_is_due_weighs_more_than_floating_twice_and_less_than_points() -> None:
    players = grouped(2, 2, 2, 0)
    for player, sides in zip(players, ([1], [1], [0], [0]), strict=True):
        player.sides = sides
    players[0].floats = players[1].floats = [1]
    assert opponent(players, 4) == 2
    players[2].score = 0
    assert opponent(players, 4) == 3


def test_nobody_gets_a_seat_a_third_time_running_if_any_other_pairing_exists() -> None:
    players = grouped(4, 4, 0, 0)
    for player, sides in zip(players, ([0, 0], [0, 0], [1, 1], [1, 1]), strict=True):
        player.sides = sides
    pairs = swiss_pairing.pair(players)
    assert all({1, 2} != set(pair) != {3, 4} for pair in pairs)
    assert all(players[first - 1].sides == [1, 1] for first, _ in pairs)


@pytest.mark.parametrize(
    ("higher", "lower", "first"),
    [
        ([0], [1], 2),
        ([1], [0], 1),
        ([], [0], 1),
        ([], [1], 2),
        ([1], [], 1),
        ([0], [], 2),
        ([0, 1, 0], [1, 0], 2),  # both are due the second seat, the higher one more
        ([1, 0], [0, 1, 0], 1),
        # equally due: the lower one had it when they last differed
        ([0, 1, 1, 0], [1, 0, 1, 0], 1),
        ([1, 0], [1, 0], 2),
    ],
)
def test_who_gets_the_first_seat(higher: list[int], lower: list[int], first: int) -> None:
    players = grouped(2, 2)
    players[0].sides, players[1].sides = higher, lower
    assert swiss_pairing.pair(players)[0][0] == first


def test_the_bye_goes_to_the_lowest_who_has_not_had_one() -> None:
    players = grouped(2, 2, 2, 2, 2)
    assert opponent(players, 5) is None
    players[4].bye = True
    assert opponent(players, 4) is None
    players[0].score = 0
    assert opponent(players, 1) is None


@pytest.mark.parametrize(
    ("count", "agreed", "rounds"), [(8, 2, 2), (8, 4, 4), (8, 5, 4), (9, 99, 5), (2, 9, 1)]
)
def test_agreed_rounds_are_played_as_far_as_all_can_surely_be_paired(
    count: int, agreed: int, rounds: int
) -> None:
    assert KINDS["swiss"].rounds(count, TournamentTerms(rounds=agreed)) == rounds
