"""Tournaments with withdrawals, replacements, overdue games, and deleted members and servers."""

import pytest

from bot.domain.domain import Domain
from bot.domain.errors import NotFound, NotYours, Refused
from bot.domain.matches import agreements, endings
from bot.domain.tournaments import organising
from bot.domain.tournaments.service import Tournaments
from bot.domain.tournaments.tournament import TournamentTerms
from tests.bot.conftest import ANN, BEN, DAN, HERE, Clock
from tests.bot.domain.matches.helpers import cleared, played, swept
from tests.bot.domain.ratings.helpers import as_played, rating_of
from tests.bot.domain.tournaments.helpers import (
    ORGANISER,
    after_replacement,
    begun,
    decide,
    events_and_pings,
    field,
    notices,
    play_round,
    played_to_the_end,
)
from tests.bot.domain.tournaments.test_tournaments import higher_seed_wins

pytestmark = [pytest.mark.slow, pytest.mark.mutants]


async def test_a_player_who_withdraws_loses_running_and_later_games(
    tournaments: Tournaments, domain: Domain
) -> None:
    tournament = await begun(domain, "round-robin", 4)
    await play_round(domain, tournament.id, higher_seed_wins)
    await tournaments.do(tournament.id, organising.leave, field(4)[3].id)
    games = {game.slots: game for game in await tournaments.games(tournament.id, 2)}
    [forfeit] = [game for slots, game in games.items() if 4 in slots]
    assert forfeit.how == "forfeit"
    assert (await domain.matches.get(forfeit.match or 0)).reason == "out"
    await played_to_the_end(domain, tournament.id)
    standings = await tournaments.standings(tournament.id)
    # One of three games played: less than half, so none of them counts.
    assert [standing.entrant.name for standing in standings][-1] == "P4"
    assert (standings[-1].wins, standings[-1].draws, standings[-1].losses) == (0, 0, 0)
    assert sum(standing.points for standing in standings) == 3


async def test_a_replacement_inherits_the_points(tournaments: Tournaments, domain: Domain) -> None:
    tournament = await begun(domain, "swiss", 4, rounds=2)
    await play_round(domain, tournament.id, higher_seed_wins)
    await cleared(domain)
    with pytest.raises(NotYours, match="only Olga"):
        await tournaments.do(tournament.id, organising.offer_place, ANN.id, 2001, ANN)
    now = await after_replacement(domain, tournament.id, 2001, ANN)
    assert ("replaced", ANN.id) in await events_and_pings(domain)
    assert now.slot(1).name == "Ann"
    await played_to_the_end(domain, tournament.id)
    standings = await tournaments.standings(tournament.id)
    [own] = [standing for standing in standings if standing.entrant.slot == 1]
    assert own.entrant.user == ANN.id
    assert own.points >= 1


@pytest.mark.mutants
async def test_a_replacement_restarts_a_game_of_few_turns(
    tournaments: Tournaments, domain: Domain
) -> None:
    tournament = await begun(domain, "knock-out", 4)
    first, second = await tournaments.games(tournament.id)
    await played(domain, second.match or 0, 4)
    short, long = (tournament.slot(game.slots[0]).user for game in (first, second))
    await after_replacement(domain, tournament.id, short, ANN)
    await after_replacement(domain, tournament.id, long, BEN)
    new_game, forfeit = await tournaments.games(tournament.id)
    assert (new_game.result, forfeit.result, forfeit.how) == (None, "0-1", "forfeit")
    assert new_game.match not in (None, first.match)
    assert ANN.id in (await domain.matches.get(new_game.match or 0)).seats
    assert (await domain.matches.get(first.match or 0)).status == "aborted"
    await decide(domain, new_game, "1-0")
    await tournaments.work()
    assert (
        ANN.id
        in [standing.entrant.user for standing in await tournaments.standings(tournament.id)][:2]
    )


async def test_overdue_games_are_settled_by_the_organiser_or_later_by_rule(
    tournaments: Tournaments, domain: Domain, clock: Clock
) -> None:
    tournament = await begun(domain, "knock-out", 4, clock="1d", late="organiser")
    await cleared(domain)
    clock.move(days=2)
    await tournaments.work()
    requests = [notice for notice in await notices(domain) if notice.event.what == "overdue"]
    assert [one.ping for one in requests] == [ORGANISER.id] * 2
    first, second = await tournaments.games(tournament.id)
    with pytest.raises(NotYours):
        await tournaments.settle(tournament.id, 2001, first.id, "1-0")
    await tournaments.settle(tournament.id, ORGANISER.id, first.id, "0-1")
    match = await domain.matches.get(first.match or 0)
    assert (match.status, match.winner, match.reason) == ("finished", 1, "settled")
    clock.move(days=6)
    await tournaments.work()
    assert (await tournaments.get(tournament.id)).round == 1
    clock.move(days=1)
    await tournaments.work()
    assert (await tournaments.games(tournament.id))[1].result == "0-1"  # whose turn it was has lost
    assert (await tournaments.get(tournament.id)).round == 2
    with pytest.raises(Refused, match="next round is already paired"):
        await tournaments.settle(tournament.id, ORGANISER.id, second.id, "1-0")


async def test_tournament_results_are_not_annulled_and_aborted_games_are_replayed(
    tournaments: Tournaments, domain: Domain
) -> None:
    ratings = domain.ratings
    tournament = await begun(domain, "swiss", 4, rated=True)
    first, second = await tournaments.games(tournament.id)
    match = await domain.matches.get(first.match or 0)
    await domain.matches.act(match.id, match.seats[0], endings.abort)
    await tournaments.work()
    new_game = (await tournaments.games(tournament.id))[0]
    assert new_game.match not in (None, match.id)
    await played(domain, second.match or 0, 4)
    await decide(domain, second, "1-0")
    user = tournament.slot(second.slots[0]).user
    with pytest.raises(Refused, match="is a tournament match"):
        await domain.matches.act(second.match, user, agreements.ask_annulment)
    assert len(await ratings.of(user, HERE.scope)) == 1


async def test_a_corrected_result_does_not_change_ratings(
    tournaments: Tournaments, domain: Domain
) -> None:
    ratings = domain.ratings
    tournament = await begun(domain, "round-robin", 4, rated=True, together=True)
    _, second, *_ = await tournaments.games(tournament.id)
    await played(domain, second.match or 0, 4)
    await decide(domain, second, "1-0")
    await tournaments.settle(tournament.id, ORGANISER.id, second.id, "0-1")
    rating = await rating_of(
        ratings, tournament.slot(second.slots[0]).user, "veloop-square", HERE.scope
    )
    assert (rating.wins, rating.losses) == (1, 0)
    points = {
        standing.entrant.slot: standing.points
        for standing in await tournaments.standings(tournament.id)
    }
    assert (points[second.slots[0]], points[second.slots[1] or 0]) == (0, 1)
    await as_played(domain)


async def test_deleting_data_withdraws_a_player(tournaments: Tournaments, domain: Domain) -> None:
    tournament = await begun(domain, "round-robin", 3)
    export = await domain.privacy.export(2002)
    assert [entrant["tournament"] for entrant in export["entrants"]] == [tournament.id]
    await domain.privacy.delete(2002)
    await domain.privacy.delete(ORGANISER.id)
    now = await tournaments.get(tournament.id)
    assert (now.slot(2).status, now.slot(2).name, now.organiser.name) == (
        "out",
        "somebody",
        "somebody",
    )
    assert (await played_to_the_end(domain, tournament.id)).status == "finished"


async def test_tournaments_of_a_purged_server_are_deleted(
    tournaments: Tournaments, domain: Domain, clock: Clock
) -> None:
    tournament = await begun(domain, "swiss", 4)
    await domain.servers.removed(HERE.scope)
    clock.move(days=10)
    assert await tournaments.work() == 0
    clock.move(days=21)
    await domain.privacy.purge_left_servers()
    with pytest.raises(NotFound):
        await tournaments.get(tournament.id)


async def test_an_offered_place_changes_nothing_until_it_is_accepted(domain: Domain) -> None:
    tournament = await begun(domain, "round-robin", 2, rated=True)
    (game,) = await domain.tournaments.games(tournament.id)
    leaver = tournament.slot(1).user
    await events_and_pings(domain)
    await domain.tournaments.do(tournament.id, organising.offer_place, ORGANISER.id, leaver, ANN)
    await domain.tournaments.work()
    assert await events_and_pings(domain) == [("offered", ANN.id)]
    assert await domain.tournaments.games(tournament.id) == (game,)
    assert (await domain.tournaments.get(tournament.id)).slot(1).user == leaver
    assert (await domain.tournaments.get(tournament.id)).entrant(ANN.id) is None
    assert ANN.id not in (await domain.matches.get(game.match or 0)).seats
    with pytest.raises(Refused, match="has already been asked"):
        await domain.tournaments.do(
            tournament.id, organising.offer_place, ORGANISER.id, leaver, ANN
        )
    for who in (BEN, ORGANISER):
        with pytest.raises(NotYours, match="for somebody else"):
            await domain.tournaments.do(tournament.id, organising.accept_place, 1, who)
    await domain.tournaments.do(tournament.id, organising.accept_place, 1, ANN)
    (game,) = await domain.tournaments.games(tournament.id)
    match = await domain.matches.get(game.match or 0)
    assert ANN.id in match.seats
    assert match.rated


async def test_a_declined_or_expired_offer_cannot_be_accepted(domain: Domain, clock: Clock) -> None:
    tournament = await begun(domain, "round-robin", 3)
    await domain.tournaments.do(
        tournament.id, organising.offer_place, ORGANISER.id, tournament.slot(1).user, ANN
    )
    await events_and_pings(domain)
    await domain.tournaments.do(tournament.id, organising.decline_place, 1, ANN)
    assert await events_and_pings(domain) == [("refused", ORGANISER.id)]
    with pytest.raises(NotYours):
        await domain.tournaments.do(tournament.id, organising.accept_place, 1, ANN)
    await domain.tournaments.do(
        tournament.id, organising.offer_place, ORGANISER.id, tournament.slot(1).user, ANN
    )
    clock.move(days=3)
    with pytest.raises(NotYours):
        await domain.tournaments.do(tournament.id, organising.accept_place, 1, ANN)
    assert (await after_replacement(domain, tournament.id, tournament.slot(1).user, ANN)).slot(
        1
    ).user == ANN.id


async def test_a_match_that_is_called_off_again_and_again_waits_for_a_day(
    domain: Domain, clock: Clock
) -> None:
    cup = (
        await domain.tournaments.create(HERE, DAN, "round-robin", "loop", TournamentTerms(2))
    ).tournament
    for who in (ANN, BEN):
        await domain.tournaments.do(cup.id, organising.join, who)
    ping_count = 0
    for _ in range(12):
        await domain.tournaments.work()
        ping_count += sum(notice.event.kind == "started" for notice in await swept(domain))
        for game in await domain.tournaments.games(cup.id):
            if game.match is not None:
                await domain.matches.act(game.match, ANN.id, endings.abort)
        clock.move(minutes=1)
    assert ping_count == 3
    clock.move(days=1)
    await domain.tournaments.work()
    (game,) = await domain.tournaments.games(cup.id)
    assert game.match is not None
