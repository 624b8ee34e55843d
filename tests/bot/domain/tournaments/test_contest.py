"""Tournaments as values: with random results and withdrawals, each is played to its end."""

import contextlib
import random
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
from bot.domain.tournaments.tournament import How, Pairing, Terms, Tournament
from tests.bot.domain.tournaments.helpers import ORGANISER, field

NOW = datetime(2026, 3, 2, tzinfo=UTC)


def contest(kind: str, count: int, terms: Terms) -> Contest:
    """A tournament with a number of entrants."""
    item = Contest(
        Tournament(
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
        ),
        [],
        NOW,
    )
    for person in field(count):
        organising.join(item, person)
    return item


def numbered(item: Contest) -> None:
    """Give new pairings ids and matches, as storing does; pairings of withdrawn players are
    forfeited instead.
    """
    item.pairings = [
        pairing if pairing.id else replace(pairing, id=at)
        for at, pairing in enumerate(item.pairings, 1)
    ]
    for pairing in item.pairings:
        if pairing.match is None and pairing.result is None and not verdicts.forfeit(item, pairing):
            item.replace_pairing(replace(pairing, match=pairing.id))


def check(item: Contest) -> None:
    """Check that nobody has two games in a round or meets an opponent more often than once a
    cycle.
    """
    for number in range(1, item.tournament.rounds + 1):
        named = [
            slot
            for game in item.pairings
            if game.round == number and game.leg == 1
            for slot in game.slots
            if slot
        ]
        assert len(set(named)) == len(named)
    met = [frozenset(game.slots) for game in item.pairings if game.leg == 1 and game.slots[1]]
    assert len(set(met)) * item.tournament.terms.cycles >= len(met)


@pytest.mark.slow
@pytest.mark.mutants
@settings(max_examples=80, deadline=None)
@given(
    some.sampled_from(("round-robin", "swiss", "knock-out")),
    some.integers(2, 11),
    some.builds(
        Terms, players=some.just(32), cycles=some.sampled_from((1, 2)), together=some.booleans()
    ),
    some.randoms(use_true_random=False),
)
def test_every_tournament_is_played_to_its_end(
    kind: str, count: int, terms: Terms, rng: random.Random
) -> None:
    terms = replace(terms, seeding=rng.choice(("rating", "order", "random")))
    if kind != "round-robin":
        terms = replace(terms, cycles=1, together=False)
    item = contest(kind, count, terms)
    rounds.begin(item, {person.id: rng.gauss(1500, 200) for person in field(count)}, rng)
    for _ in range(200):
        numbered(item)
        check(item)
        if item.tournament.status != "running":
            break
        item.now += timedelta(hours=1)
        if rng.random() < 0.15:
            with contextlib.suppress(Refused):
                organising.leave(item, rng.choice(item.tournament.entrants).user)
        for pairing in item.pairings:
            if pairing.result is None and rng.random() < 0.8:
                organising.settle(
                    item, ORGANISER.id, pairing.id, rng.choice(("1-0", "0-1", "1/2", "0-0")), False
                )
        rounds.go_on(item, None)
    assert item.tournament.status == "finished"
    standings = item.kind.standings(item.tournament.entrants, item.pairings)
    # who withdrew early has none, and stands last
    ranks = [one.rank or count + 1 for one in standings]
    assert ranks == sorted(ranks)
    sent = [type(notice.event) for notice in item.announced]
    assert (sent.count(TournamentStarted), sent.count(TournamentFinished)) == (1, 1)
    assert sent.count(RoundStarted) == (0 if terms.together else item.tournament.round - 1)
    assert sent.count(StandingsChanged) <= 1  # the very same is sent once


@pytest.mark.parametrize(
    ("ended", "whole"),
    [
        (("played", "played"), "played"),
        (("played", "forfeit"), "settled"),
        (("settled", "forfeit"), "settled"),
        (("forfeit", "forfeit"), "forfeit"),
    ],
)
def test_a_pair_of_which_a_game_was_not_played_is_settled(
    ended: tuple[How, How], whole: How
) -> None:
    cup = contest("swiss", 2, Terms(pairs=True)).tournament
    first, second = (
        Pairing(1, 1, slots, leg, result="1-0", how=how, settled=NOW + timedelta(days=leg))
        for leg, slots, how in zip((1, 2), ((1, 2), (2, 1)), ended, strict=True)
    )
    (pair,) = meetings(cup, [first, second])
    assert pair == replace(
        first, result="1/2", how=whole, settled=NOW + timedelta(days=2), points=(1.0, 1.0)
    )
    (pair,) = meetings(cup, [first, replace(second, result=None, how=None, settled=None)])
    assert pair == replace(first, result=None, how=None, settled=None)
