"""Standings: tie-breaks of small tables, computed by hand."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings, strategies as some

from bot.domain.tournaments.kinds import KINDS
from bot.domain.tournaments.kinds.knock_out import first_round, ties
from bot.domain.tournaments.kinds.round_robin import berger_tables
from bot.domain.tournaments.tournament import (
    Entrant,
    Pairing,
    Standing,
    Tournament,
    TournamentTerms,
)
from tests.bot.domain.tournaments.test_contest import contest

NOW = datetime(2026, 3, 2, tzinfo=UTC)


def entrants(count: int, *, out: tuple[int, ...] = ()) -> list[Entrant]:
    """Entrants whose slots are their seeds."""
    result = []
    for slot in range(1, count + 1):
        status = "out" if slot in out else "in"
        result.append(Entrant(slot, 1000 + slot, f"P{slot}", status, True, slot, NOW))
    return result


def games(*rounds: str) -> list[Pairing]:
    """Games from text such as ``1-2=1-0 3-bye``, one text for each round; ``!`` marks a forfeit."""
    pairings: list[Pairing] = []
    for number, text in enumerate(rounds, 1):
        for board, word in enumerate(text.split(), 1):
            moment = NOW + timedelta(hours=len(pairings))
            pairings.append(game(word, number, board, len(pairings) + 1, moment))
    return pairings


def game(word: str, round: int, board: int, id: int, moment: datetime) -> Pairing:
    """A game from a word of such a text."""
    pair, _, result = word.partition("=")
    one, other = pair.split("-")
    if other == "bye":
        return Pairing(round, board, (int(one), None), 1, id, None, "bye", "bye", moment)
    how = "forfeit" if result.endswith("!") else "played"
    return Pairing(
        round,
        board,
        (int(one), int(other)),
        1,
        id,
        match=id if how == "played" else None,
        result=result.rstrip("!") or None,
        how=how,
        settled=moment if result else None,
    )


def order(table: tuple[Standing, ...]) -> list[tuple[int, int, float]]:
    """The rank, slot and points of each entrant."""
    return [(standing.rank, standing.entrant.slot, standing.points) for standing in table]


def points(table: tuple[Standing, ...]) -> list[float]:
    """The points of each entrant, the best first."""
    return [standing.points for standing in table]


def breaks(table: tuple[Standing, ...], slot: int) -> dict[str, float]:
    """The tie-breaks of an entrant."""
    [standing] = [standing for standing in table if standing.entrant.slot == slot]
    return dict(standing.breaks)


def test_direct_encounter_is_the_first_tie_break_of_a_round_robin() -> None:
    table = KINDS["round-robin"].standings(
        entrants(4), games("1-4=0-1 2-3=1-0", "4-3=0-1 1-2=1-0", "2-4=1/2 3-1=0-1")
    )
    # 1: 2 points (beat 2 and 3); 2: 1.5; 3: 1 (beat 4); 4: 1.5 (beat 1); 2 and 4 drew, so
    # Sonneborn-Berger decides: 2 has beaten 3 (1) and drawn with 4 (0.75); 4 has beaten 1 (2) and
    # drawn with 2 (0.75).
    assert order(table) == [(1, 1, 2), (2, 4, 1.5), (3, 2, 1.5), (4, 3, 1)]
    assert breaks(table, 4) == {"direct encounter": 0.5, "Sonneborn-Berger": 2.75, "wins": 1}
    assert breaks(table, 2)["Sonneborn-Berger"] == 1.75


def test_equal_tie_breaks_share_a_place() -> None:
    table = KINDS["round-robin"].standings(entrants(3), games("1-2=1-0", "2-3=1-0", "3-1=1-0"))
    assert order(table) == [(1, 1, 1), (1, 2, 1), (1, 3, 1)]


def test_games_of_an_early_withdrawal_do_not_count_in_a_round_robin() -> None:
    pairings = games("1-4=0-1 2-3=1-0", "4-3=0-1! 1-2=1-0", "2-4=1-0! 3-1=0-1")
    withdrawn = KINDS["round-robin"].standings(entrants(4, out=(4,)), pairings)
    assert order(withdrawn) == [(1, 1, 2), (2, 2, 1), (3, 3, 0), (0, 4, 0)]
    standings = KINDS["round-robin"].standings(entrants(4), pairings)
    assert points(standings) == [2, 2, 1, 1]


def test_games_of_a_withdrawal_after_half_of_them_count_in_a_round_robin() -> None:
    pairings = games("1-4=0-1 2-3=1-0", "4-3=1-0 1-2=1-0", "2-4=1-0! 3-1=0-1")
    table = KINDS["round-robin"].standings(entrants(4, out=(4,)), pairings)
    assert sorted(points(table)) == [0, 2, 2, 2]


def test_buchholz_counts_a_bye_as_the_players_own_points() -> None:
    table = KINDS["swiss"].standings(
        entrants(5), games("1-3=1-0 2-4=1-0 5-bye", "1-2=1-0 5-4=1/2 3-bye")
    )
    assert order(table)[:2] == [(1, 1, 2), (2, 5, 1.5)]
    assert breaks(table, 1) == {
        "direct encounter": 0,
        "Buchholz cut 1": 1,
        "Buchholz": 2,
        "Sonneborn-Berger": 2,
        "wins": 2,
    }
    assert breaks(table, 5)["Buchholz"] == 2.0  # 4 has half a point, and the bye counts as 1.5
    assert breaks(table, 2)["Buchholz"] == 2.5
    assert breaks(table, 3)["Buchholz"] == 3.0
    assert order(table)[2:] == [(3, 3, 1), (4, 2, 1), (5, 4, 0.5)]


def test_direct_encounter_counts_in_a_swiss_if_all_tied_players_have_met() -> None:
    table = KINDS["swiss"].standings(
        entrants(4), games("1-3=1-0 4-2=0-1", "2-1=1-0 3-4=1/2", "1-4=1-0 3-2=1-0")
    )
    # 1 and 2 have two points and have met: 2 won.
    assert order(table)[:2] == [(1, 2, 2), (2, 1, 2)]
    assert breaks(table, 2)["direct encounter"] == 1


def tie_of_first_and_fourth(results: str) -> list[Pairing]:
    """The games of a knock-out's first round: 1 and 4 play so many games, and 3 beats 2."""
    pairings = []
    for leg, result in enumerate(results.split(), 1):
        pair = "1-4" if leg == 1 else "4-1"
        [game] = games(f"{pair}={result}")
        pairings.append(replace(game, id=leg, leg=leg))
    [other] = games("2-3=0-1")
    return [*pairings, replace(other, board=2, id=9)]


def knock_out_of_four() -> Tournament:
    """A knock-out in its first round."""
    tournament = contest("knock-out", 4, TournamentTerms()).tournament
    return replace(tournament, entrants=tuple(entrants(4)), round=1, rounds=2)


@pytest.mark.parametrize(
    ("results", "winner"),
    [
        ("1-0", 1),
        ("0-1", 4),
        ("1/2!", 1),  # a draw by rule is not played again: the better seed goes on
        ("0-0", None),
        ("1/2 1-0", 4),  # in the second game sides are exchanged
        ("1/2 0-1", 1),
        ("1/2 1/2", 1),
        ("1/2 0-0", None),
    ],
)
def test_the_winner_of_a_knock_out_tie(results: str, winner: int | None) -> None:
    pairings = tie_of_first_and_fourth(results)
    first_round, final_round = ties(entrants(4), pairings)
    assert first_round[0].slots == (1, 4)
    assert first_round[0].is_decided
    assert first_round[0].winner == winner
    assert final_round[0].slots == (winner, 3)
    tournament = knock_out_of_four()
    assert KINDS["knock-out"].replays(tournament, pairings) == []

    [final] = KINDS["knock-out"].draw(tournament, pairings, 2)
    if winner is None:
        assert final.slots == (3, None)
    else:
        assert set(final.slots) == {winner, 3}


def test_a_drawn_knock_out_tie_is_played_again_with_sides_exchanged() -> None:
    pairings = tie_of_first_and_fourth("1/2")
    first_round, final_round = ties(entrants(4), pairings)
    assert first_round[0].slots == (1, 4)
    assert not first_round[0].is_decided
    assert first_round[0].winner is None
    assert final_round[0].slots == (None, 3)
    [replay] = KINDS["knock-out"].replays(knock_out_of_four(), pairings)
    assert replay.slots == (4, 1)


def test_two_ties_without_a_winner_leave_the_final_without_players() -> None:
    one, other = games("1-4=0-0! 2-3=0-0!")
    first_round, final_round = ties(entrants(4), [one, other])
    assert [tie.is_decided for tie in first_round] == [True, True]
    [final] = final_round
    assert final.slots == (None, None)
    assert final.is_decided
    assert final.winner is None
    standings = KINDS["knock-out"].standings(entrants(4), [one, other])
    assert order(standings) == [(1, 1, 0), (1, 2, 0), (1, 3, 0), (1, 4, 0)]


def first_pairs(kind: str, count: int) -> list[list[tuple[int, int | None]]]:
    """The slots of the games of each round: of a knock-out's first, else of a round robin."""
    if kind == "knock-out":
        rounds = [first_round(count)]
    else:
        rounds = [[pair for pair in row if pair[1] is not None] for row in berger_tables(count)]
    slots = []
    for pairs in rounds:
        slots.append([(one + 1, None if other is None else other + 1) for one, other in pairs])
    return slots


@settings(max_examples=60, deadline=None)
@given(some.sampled_from(tuple(KINDS)), some.integers(2, 9), some.randoms(use_true_random=False))
def test_standings_do_not_depend_on_the_order_of_rows(kind: str, count: int, random: Any) -> None:
    field = entrants(count, out=(2,) if random.random() < 0.3 else ())
    texts = []
    for pairs in first_pairs(kind, count):
        words = []
        for one, other in pairs:
            result = random.choice(("1-0", "0-1", "1/2", "", "1-0!"))
            words.append(f"{one}-bye" if other is None else f"{one}-{other}={result}")
        texts.append(" ".join(words))
    pairings = games(*texts)
    expected = KINDS[kind].standings(field, pairings)

    shuffled_field = random.sample(field, len(field))
    shuffled_games = random.sample(pairings, len(pairings))
    assert KINDS[kind].standings(shuffled_field, shuffled_games) == expected
    slots = {entrant.slot for entrant in field if kind != "ladder" or entrant.status == "in"}
    assert {standing.entrant.slot for standing in expected} == slots
    ranks = [standing.rank for standing in expected]
    assert ranks == sorted(ranks)
