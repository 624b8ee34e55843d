"""Tournaments as values: with random results and withdrawals, each is played to its end."""

import contextlib
import random
from collections import Counter, defaultdict
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings, strategies as some

import games
from bot.domain import clocks
from bot.domain.errors import Refused
from bot.domain.tournaments import organising, rounds, verdicts
from bot.domain.tournaments.contest import Contest, meetings
from bot.domain.tournaments.events import (
    RoundStarted,
    StandingsChanged,
    TournamentFinished,
    TournamentStarted,
)
from bot.domain.tournaments.tournament import Pairing, ResultOrigin, Tournament, TournamentTerms
from tests.bot.domain.tournaments.helpers import ORGANISER, field

NOW = datetime(2026, 3, 2, tzinfo=UTC)


def contest(kind: str, count: int, terms: TournamentTerms) -> Contest:
    """A tournament with a number of entrants."""
    tournament = Tournament(
        id=1,
        number=1,
        scope=900,
        channel=901,
        title="Cup",
        organiser=ORGANISER,
        kind=kind,
        game=games.get("veloop-square"),
        options={},
        clock=clocks.parse("3d"),
        rated=False,
        terms=terms,
        status="signup",
        round=0,
        rounds=0,
        version=1,
        starts=None,
    )
    item = Contest(tournament, [], NOW)
    for person in field(count):
        organising.join(item, person)
    return item


def store_pairings(item: Contest) -> None:
    """Give new pairings ids and matches, as storing does; pairings of withdrawn players are
    forfeited instead.
    """
    pairings = []
    for id, pairing in enumerate(item.pairings, 1):
        pairings.append(pairing if pairing.id else replace(pairing, id=id))
    item.pairings = pairings
    for pairing in pairings:
        if pairing.match is None and pairing.result is None and not verdicts.forfeit(item, pairing):
            item.replace_pairing(replace(pairing, match=pairing.id))


def check_pairings(item: Contest) -> None:
    """Check that nobody has two games in a round or meets an opponent more often than once a
    cycle.
    """
    slots_by_round: defaultdict[int, list[int]] = defaultdict(list)
    meetings = []
    for game in item.pairings:
        if game.leg > 1:
            continue
        slots = [slot for slot in game.slots if slot]
        slots_by_round[game.round] += slots
        if len(slots) == 2:
            meetings.append(frozenset(slots))
    for slots in slots_by_round.values():
        assert len(set(slots)) == len(slots)
    assert len(set(meetings)) * item.tournament.terms.cycles >= len(meetings)


def play_on(item: Contest, rng: random.Random) -> None:
    """An hour later: somebody may have withdrawn, and most games are over."""
    item.now += timedelta(hours=1)
    if rng.random() < 0.15:
        entrant = rng.choice(item.tournament.entrants)
        with contextlib.suppress(Refused):
            organising.leave(item, entrant.user)
    for pairing in item.pairings:
        if pairing.result is None and rng.random() < 0.8:
            result = rng.choice(("1-0", "0-1", "1/2", "0-0"))
            organising.settle(item, ORGANISER.id, pairing.id, result, False)
    rounds.go_on(item, None)


TERMS = some.builds(
    TournamentTerms,
    players=some.just(32),
    cycles=some.sampled_from((1, 2)),
    together=some.booleans(),
)


@pytest.mark.slow
@pytest.mark.mutants
@settings(max_examples=80, deadline=None)
@given(
    some.sampled_from(("round-robin", "swiss", "knock-out")),
    some.integers(2, 11),
    TERMS,
    some.randoms(use_true_random=False),
)
def test_every_tournament_is_played_to_its_end(
    kind: str, count: int, terms: TournamentTerms, rng: random.Random
) -> None:
    terms = replace(terms, seeding=rng.choice(("rating", "order", "random")))
    if kind != "round-robin":
        terms = replace(terms, cycles=1, together=False)
    item = contest(kind, count, terms)
    ratings = {person.id: rng.gauss(1500, 200) for person in field(count)}
    rounds.begin(item, ratings, rng)
    for _ in range(200):
        store_pairings(item)
        check_pairings(item)
        if item.tournament.status != "running":
            break
        play_on(item, rng)
    assert item.tournament.status == "finished"

    standings = item.kind.standings(item.tournament.entrants, item.pairings)
    # who withdrew early has none, and stands last
    ranks = [standing.rank or count + 1 for standing in standings]
    assert ranks == sorted(ranks)

    events = Counter(type(notice.event) for notice in item.announcements)
    assert events[TournamentStarted] == 1
    assert events[TournamentFinished] == 1
    assert events[RoundStarted] == (0 if terms.together else item.tournament.round - 1)
    assert events[StandingsChanged] <= 1, "the very same is sent once"


@pytest.mark.parametrize(
    ("first_how", "second_how", "pair_how"),
    [
        ("played", "played", "played"),
        ("played", "forfeit", "settled"),
        ("settled", "forfeit", "settled"),
        ("forfeit", "forfeit", "forfeit"),
    ],
)
def test_a_pair_of_which_a_game_was_not_played_is_settled(
    first_how: ResultOrigin, second_how: ResultOrigin, pair_how: ResultOrigin
) -> None:
    cup = contest("swiss", 2, TournamentTerms(pairs=True)).tournament
    day = timedelta(days=1)
    first = Pairing(1, 1, (1, 2), 1, result="1-0", how=first_how, settled=NOW + day)
    a_day_later = NOW + 2 * day
    second = Pairing(1, 1, (2, 1), 2, result="1-0", how=second_how, settled=a_day_later)
    [pair] = meetings(cup, [first, second])
    assert pair.result == "1/2"
    assert pair == replace(
        first, result="1/2", how=pair_how, settled=second.settled, points=(1.0, 1.0)
    )

    open_pairing = replace(second, result=None, how=None, settled=None)
    [pair] = meetings(cup, [first, open_pairing])
    assert pair == replace(first, result=None, how=None, settled=None)
