"""Standings: tie-breaks of small tables, computed by hand."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings, strategies as some

from bot.domain.tournaments.kinds import KINDS
from bot.domain.tournaments.kinds.knock_out import first_round, ties
from bot.domain.tournaments.kinds.round_robin import berger_tables
from bot.domain.tournaments.tournament import Entrant, Pairing, Standing, Terms
from tests.bot.domain.tournaments.test_contest import contest

NOW = datetime(2026, 3, 2, tzinfo=UTC)


def entrants(count: int, *, out: tuple[int, ...] = ()) -> list[Entrant]:
    """Entrants whose slots are their seeds."""
    return [
        Entrant(slot, 1000 + slot, f"P{slot}", "out" if slot in out else "in", True, slot, NOW)
        for slot in range(1, count + 1)
    ]


def games(*rounds: str) -> list[Pairing]:
    """Games from text such as ``1-2=1-0 3-bye``, one text for each round; ``!`` marks a forfeit."""
    pairings: list[Pairing] = []
    for number, text in enumerate(rounds, 1):
        for board, word in enumerate(text.split(), 1):
            pair, _, result = word.partition("=")
            one, other = pair.split("-")
            bye = other == "bye"
            how = "bye" if bye else "forfeit" if result.endswith("!") else "played"
            match = None if how != "played" else len(pairings) + 1
            slots = (int(one), None if bye else int(other))
            settled = NOW + timedelta(hours=len(pairings)) if result or bye else None
            score = "bye" if bye else result.rstrip("!") or None
            pairings.append(
                Pairing(number, board, slots, 1, len(pairings) + 1, match, score, how, settled)
            )
    return pairings


def order(table: tuple[Standing, ...]) -> list[tuple[int, int, float]]:
    return [(standing.rank, standing.entrant.slot, standing.points) for standing in table]


def breaks(table: tuple[Standing, ...], slot: int) -> dict[str, float]:
    return dict(next(standing for standing in table if standing.entrant.slot == slot).breaks)


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
    played = games("1-4=0-1 2-3=1-0", "4-3=0-1! 1-2=1-0", "2-4=1-0! 3-1=0-1")
    table = KINDS["round-robin"].standings(entrants(4, out=(4,)), played)
    assert order(table) == [(1, 1, 2), (2, 2, 1), (3, 3, 0), (0, 4, 0)]
    assert [standing.points for standing in table] == [2, 1, 0, 0]
    later = games("1-4=0-1 2-3=1-0", "4-3=1-0 1-2=1-0", "2-4=1-0! 3-1=0-1")
    half = KINDS["round-robin"].standings(entrants(4, out=(4,)), later)
    assert sorted(standing.points for standing in half) == [0, 2, 2, 2]
    stayed = KINDS["round-robin"].standings(entrants(4), played)
    assert [standing.points for standing in stayed] == [2, 2, 1, 1]


def test_buchholz_counts_a_bye_as_the_players_own_points() -> None:
    table = KINDS["swiss"].standings(
        entrants(5), games("1-3=1-0 2-4=1-0 5-bye", "1-2=1-0 5-4=1/2 3-bye")
    )
    # Points: 1: 2; 5: 1.5; 2: 1; 3: 1; 4: 0.5.
    assert [(standing.entrant.slot, standing.points) for standing in table][:2] == [
        (1, 2),
        (5, 1.5),
    ]
    first = {
        "direct encounter": 0,
        "Buchholz cut 1": 1,
        "Buchholz": 2,
        "Sonneborn-Berger": 2,
        "wins": 2,
    }
    assert breaks(table, 1) == first
    assert breaks(table, 5)["Buchholz"] == 2.0  # 4 has half a point, and the bye counts as 1.5
    assert breaks(table, 2)["Buchholz"] == 2.5
    assert [(standing.rank, standing.entrant.slot) for standing in table][2:4] == [
        (3, 2),
        (4, 3),
    ] or breaks(table, 3)["Buchholz"] > 2.5


def test_direct_encounter_counts_in_a_swiss_if_all_tied_players_have_met() -> None:
    table = KINDS["swiss"].standings(
        entrants(4), games("1-3=1-0 4-2=0-1", "2-1=1-0 3-4=1/2", "1-4=1-0 3-2=1-0")
    )
    # 1 and 2 have two points and have met: 2 won.
    assert order(table)[:2] == [(1, 2, 2), (2, 1, 2)]
    assert breaks(table, 2)["direct encounter"] == 1


@pytest.mark.parametrize(
    ("results", "winner"),
    [
        ("1-0", 1),
        ("0-1", 4),
        ("1/2", ...),
        ("1/2!", 1),  # a draw by rule is not played again: the better seed goes on
        ("0-0", None),
        ("1/2 1-0", 4),  # in the second game sides are exchanged
        ("1/2 0-1", 1),
        ("1/2 1/2", 1),
        ("1/2 0-0", None),
    ],
)
def test_the_winner_of_a_knock_out_tie(results: str, winner: object) -> None:
    played = [
        replace(games(f"{'1-4' if leg == 1 else '4-1'}={result}")[0], id=leg, leg=leg)
        for leg, result in enumerate(results.split(), 1)
    ]
    field = entrants(4)
    other = games("2-3=0-1")[0]
    bracket = ties(field, [*played, replace(other, board=2, id=9)])
    tie = bracket[0][0]
    assert (tie.winner, tie.is_decided) == ((None, False) if winner is ... else (winner, True))
    assert tie.slots == (1, 4)
    assert bracket[1][0].slots == (tie.winner, 3)
    tournament = contest("knock-out", 4, Terms()).tournament
    tournament = replace(tournament, entrants=tuple(field), round=1, rounds=2)
    again = [
        drawn.slots
        for drawn in KINDS["knock-out"].replays(
            tournament, [*played, replace(other, board=2, id=9)]
        )
    ]
    assert again == ([(4, 1)] if winner is ... else [])
    if winner is not ...:
        [final] = KINDS["knock-out"].draw(tournament, [*played, replace(other, board=2, id=9)], 2)
        assert set(final.slots) == {winner, 3} if winner else final.slots == (3, None)


def test_a_tie_without_players_gives_the_next_opponent_a_bye() -> None:
    played = [
        replace(game, board=board) for board, game in enumerate(games("1-4=0-0! 2-3=0-0!"), 1)
    ]
    first, final = ties(entrants(4), played)
    assert [tie.is_decided for tie in first] == [True, True]
    assert (final[0].slots, final[0].winner, final[0].is_decided) == ((None, None), None, True)
    standings = KINDS["knock-out"].standings(entrants(4), played)
    assert order(standings) == [(1, 1, 0), (1, 2, 0), (1, 3, 0), (1, 4, 0)]


@settings(max_examples=60, deadline=None)
@given(some.sampled_from(tuple(KINDS)), some.integers(2, 9), some.randoms(use_true_random=False))
def test_standings_do_not_depend_on_the_order_of_rows(kind: str, count: int, random: Any) -> None:
    field = entrants(count, out=(2,) if random.random() < 0.3 else ())
    if kind == "knock-out":
        pairs = [
            [(one + 1, None if other is None else other + 1) for one, other in first_round(count)]
        ]
    else:
        pairs = [
            [(one + 1, other + 1) for one, other in row if other is not None]
            for row in berger_tables(count)
        ]
    words = []
    for row in pairs:
        words.append(
            " ".join(
                f"{one}-bye"
                if other is None
                else f"{one}-{other}={random.choice(('1-0', '0-1', '1/2', '', '1-0!'))}"
                for one, other in row
            )
        )
    played = games(*words)
    expected = KINDS[kind].standings(field, played)
    shuffled = list(field)
    mixed = list(played)
    random.shuffle(shuffled)
    random.shuffle(mixed)
    assert KINDS[kind].standings(shuffled, mixed) == expected
    assert {one.entrant.slot for one in expected} == {
        entrant.slot for entrant in field if kind != "ladder" or entrant.status == "in"
    }
    assert [one.rank for one in expected] == sorted(one.rank for one in expected)
