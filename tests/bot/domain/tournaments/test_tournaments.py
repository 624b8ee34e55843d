"""Tournaments from sign-up to the last result."""

from collections import Counter
from datetime import timedelta

import pytest

from bot.domain.domain import Domain
from bot.domain.errors import Ambiguous, LimitReached, NotFound, Refused
from bot.domain.matches.events import MatchStarted
from bot.domain.tournaments import organising
from bot.domain.tournaments.contest import Contest
from bot.domain.tournaments.events import CalendarDue, CheckInOpened, TournamentCancelled
from bot.domain.tournaments.service import Tournaments
from bot.domain.tournaments.tournament import Pairing, Tournament, TournamentTerms
from bot.domain.values import Place
from tests.bot.conftest import ANN, HERE, Clock, viewer
from tests.bot.domain.matches.helpers import cleared, swept
from tests.bot.domain.ratings.helpers import ended
from tests.bot.domain.tournaments.helpers import (
    ORGANISER,
    announcements,
    begun,
    decide,
    events_and_pings,
    field,
    met,
    notices,
    play_round,
)


def higher_seed_wins(game: Pairing) -> str:
    """The result of a game that the higher seed wins; slots are seeds here."""
    return "1-0" if game.slots[0] < game.slots[1] else "0-1"


def win_of(game: Pairing, slot: int) -> str:
    """The result of a game that one of both wins."""
    return "1-0" if game.slots[0] == slot else "0-1"


async def slots_by_rank(tournaments: Tournaments, id: int) -> list[int]:
    """The slots of the entrants of a tournament, the best first."""
    return [standing.entrant.slot for standing in await tournaments.standings(id)]


def statuses(tournament: Tournament) -> list[str]:
    """The status of each entrant of a tournament."""
    return [entrant.status for entrant in tournament.entrants]


async def test_a_tournament_is_announced_with_its_terms(
    tournaments: Tournaments, domain: Domain
) -> None:
    terms = TournamentTerms(players=12, rounds=4)
    creation = await tournaments.create(
        HERE, ORGANISER, "swiss", "vigilance", terms, title=" Spring  Cup ", clock="2d"
    )
    cup = creation.tournament
    assert (cup.name, cup.title) == ("T1", "Spring Cup")
    assert cup.status == "signup"
    assert str(cup.clock) == "2d"
    assert (cup.terms.players, cup.terms.rounds) == (12, 4)
    assert await events_and_pings(domain) == [("created", None)]


async def test_a_tournament_is_found_by_its_name_or_where_it_is_the_only_one(
    tournaments: Tournaments,
) -> None:
    cup = (await tournaments.create(HERE, ORGANISER, "swiss", "vigilance")).tournament
    assert await tournaments.resolve(viewer(ANN), "t1") == cup
    assert await tournaments.resolve(viewer(ANN)) == cup
    assert await tournaments.shown(viewer(ANN), cup.id) == cup
    with pytest.raises(NotFound, match="that tournament no longer exists"):
        await tournaments.shown(viewer(ANN, Place(800, 801)), cup.id)

    second = (await tournaments.create(HERE, ORGANISER, "ladder", "loop")).tournament
    assert (second.name, second.title, second.status) == ("T2", "Loop", "running")
    with pytest.raises(Ambiguous, match="T2, T1"):
        await tournaments.resolve(viewer(ANN))
    with pytest.raises(NotFound):
        await tournaments.resolve(viewer(ANN), "T9")
    with pytest.raises(NotFound, match="write it like T3"):
        await tournaments.resolve(viewer(ANN), "the cup")


async def test_a_tournament_is_found_by_what_can_be_done_with_it(
    tournaments: Tournaments, domain: Domain
) -> None:
    for kind in ("swiss", "ladder", "swiss"):
        await tournaments.create(HERE, ORGANISER, kind, "loop")
    filters = [lambda item: item.kind == "ladder"]
    assert (await tournaments.resolve(viewer(ANN), "", filters)).name == "T2"
    with pytest.raises(Ambiguous, match="T3, T2, T1"):
        await tournaments.resolve(viewer(ANN), None, [lambda item: item.kind == "knock-out"])
    with pytest.raises(LimitReached, match="limit of 3 running tournaments of yours"):
        await tournaments.create(HERE, ORGANISER, "swiss", "loop")
    await tournaments.create(HERE, ORGANISER, "swiss", "loop", moderator=True)
    for item in await tournaments.of(viewer(ANN)):
        await tournaments.do(item.id, organising.cancel, ORGANISER.id)
    assert (await tournaments.resolve(viewer(ANN))).name == "T4"
    latest = await tournaments.of(viewer(ANN), is_running=False, limit=2)
    assert [item.name for item in latest] == ["T4", "T3"]


async def test_the_server_event_and_the_title_are_updated(
    tournaments: Tournaments, domain: Domain
) -> None:
    creation = await tournaments.create(HERE, ORGANISER, "swiss", "loop", title="x" * 80)
    id = creation.tournament.id
    await cleared(domain)
    await tournaments.do(id, Contest.announce, CalendarDue(id, True))
    assert [notice.event for notice in await notices(domain)] == [CalendarDue(id, True)]
    change = await tournaments.do(id, organising.clear_title)
    assert change.tournament.title == "Loop"
    assert [notice.event for notice in await notices(domain)] == [CalendarDue(id)]


async def test_invalid_terms_are_refused_with_the_valid_ones(
    tournaments: Tournaments, domain: Domain
) -> None:
    cases: dict[str, dict[str, object]] = {
        "round-robin, swiss, knock-out, ladder": {"kind": "lottery"},
        "might never end": {"clock": "none"},
        "a rated tournament needs a time limit": {"clock": "none", "days": 7, "rated": True},
        "players can be 2 to 256": {"players": 1},
        "a round robin takes at most 32 players": {"kind": "round-robin", "players": 60},
        "late can be forfeit, draw, organiser": {"late": "never"},
        "title is too long": {"title": "x" * 81},
        "needs a start time": {"checkin": 4},
    }
    for why, terms in cases.items():
        kind = str(terms.pop("kind", "swiss"))
        with pytest.raises(Refused, match=why):
            await announcements(domain, kind, 0, **terms)
    assert await tournaments.of(viewer(ANN)) == ()


async def test_a_place_that_becomes_free_is_told_to_nobody_else(
    tournaments: Tournaments, domain: Domain
) -> None:
    tournament = await announcements(domain, "swiss", 5, players=3)
    assert statuses(tournament) == ["in", "in", "in", "waiting", "waiting"]
    _, second, _, fourth, _ = field(5)
    await domain.members.change(fourth.id, notices="dm")
    await cleared(domain)
    change = await tournaments.do(tournament.id, organising.leave, second.id)
    assert statuses(change.tournament) == ["in", "in", "in", "waiting"]
    [notice] = await notices(domain)
    assert notice.event.what == "promoted"
    assert (notice.dm, notice.channel) == (fourth.id, None)


async def test_a_full_tournament_without_a_start_time_starts(
    tournaments: Tournaments, domain: Domain
) -> None:
    tournament = await announcements(domain, "knock-out", 4, players=4)
    assert tournament.status == "signup"
    await tournaments.work()
    assert (await tournaments.get(tournament.id)).status == "running"
    with pytest.raises(Refused, match="already started"):
        await tournaments.do(tournament.id, organising.join, ANN)


async def test_the_waiting_list_replaces_players_who_do_not_check_in(
    tournaments: Tournaments, domain: Domain, clock: Clock
) -> None:
    starts = clock() + timedelta(days=3)
    tournament = await announcements(domain, "round-robin", 5, players=4, starts=starts, checkin=12)
    people = field(5)
    with pytest.raises(Refused, match="isn’t open yet"):
        await tournaments.do(tournament.id, organising.check_in, people[0])
    await tournaments.work()
    clock.move(days=2, hours=12)
    await cleared(domain)
    await tournaments.work()
    [check_in] = await notices(domain)
    pings = tuple(person.id for person in people)
    assert check_in.event == CheckInOpened(tournament.id, pings, int(starts.timestamp()))

    for person in (people[0], people[2], people[4]):
        await tournaments.do(tournament.id, organising.check_in, person)
    await tournaments.work()
    assert (await tournaments.get(tournament.id)).status == "checkin"
    clock.move(hours=12)
    await tournaments.work()
    now = await tournaments.get(tournament.id)
    assert now.status == "running"
    players = [entrant.user for entrant in now.entrants if entrant.status == "in"]
    assert players == [people[0].id, people[2].id, people[4].id]


async def test_a_tournament_with_too_few_players_is_cancelled(
    tournaments: Tournaments, domain: Domain, clock: Clock
) -> None:
    tournament = await announcements(domain, "swiss", 1, starts=clock() + timedelta(days=1))
    with pytest.raises(Refused, match="at least two players"):
        await tournaments.do(tournament.id, organising.start, ORGANISER.id)
    clock.move(days=1)
    await tournaments.work()
    assert (await tournaments.get(tournament.id)).status == "cancelled"
    assert (await notices(domain))[-1].event == TournamentCancelled(tournament.id, "few")


@pytest.mark.slow
@pytest.mark.mutants
async def test_a_round_begins_with_a_notice_to_who_moves_first_in_each_game(
    tournaments: Tournaments, domain: Domain
) -> None:
    tournament = await begun(domain, "round-robin", 5)
    assert (tournament.round, tournament.rounds) == (1, 5)
    games = await tournaments.games(tournament.id)
    assert len(games) == 2
    expected = []
    for game in games:
        match = await domain.matches.get(game.match)
        assert match.note == "T1 Veloop"
        first, second = game.slots
        assert match.seats == (tournament.slot(first).user, tournament.slot(second).user)
        expected.append((match.id, match.seats[0]))
        found_tournament, found_game = await tournaments.of_match(match.id)
        assert (found_tournament.id, found_game.id) == (tournament.id, game.id)

    starts = []
    for notice in await swept(domain):
        if isinstance(notice.event, MatchStarted):
            starts.append((notice.match, notice.ping))
    assert starts == expected


@pytest.mark.slow
@pytest.mark.mutants
async def test_a_round_robin_goes_from_round_to_round_and_ends_with_standings(
    tournaments: Tournaments, domain: Domain
) -> None:
    tournament = await begun(domain, "round-robin", 5)
    await cleared(domain)
    counts: Counter[str] = Counter()
    while (await tournaments.get(tournament.id)).status == "running":
        await play_round(domain, tournament.id, higher_seed_wins)
        counts.update(what for what, _ in await events_and_pings(domain))
    standings = await tournaments.standings(tournament.id)
    assert [standing.rank for standing in standings] == [1, 2, 3, 4, 5]
    assert [standing.points for standing in standings] == [4, 3, 2, 1, 0]
    assert [standing.entrant.name for standing in standings] == ["P1", "P2", "P3", "P4", "P5"]
    assert counts["round"] == 4
    assert counts["finished"] == 1
    assert counts["standings"] == 5, "one a round: more were never owed at once"
    pairs = [frozenset(game.slots) for game in await tournaments.games(tournament.id)]
    assert len(pairs) == 10
    assert len(set(pairs)) == 10


async def test_a_knock_out_gives_byes_to_the_top_seeds_and_replays_draws(
    tournaments: Tournaments, domain: Domain
) -> None:
    tournament = await begun(domain, "knock-out", 6)
    assert tournament.rounds == 3
    first_round = await tournaments.games(tournament.id)
    assert [game.slots for game in first_round] == [(1, None), (4, 5), (2, None), (3, 6)]
    assert [game.result for game in first_round] == ["bye", None, "bye", None]

    await play_round(domain, tournament.id, lambda game: "1/2" if 4 in game.slots else "0-1")
    replay = (await tournaments.games(tournament.id))[2]
    assert (replay.leg, replay.slots) == (2, (5, 4))
    assert (await tournaments.get(tournament.id)).round == 1

    await play_round(domain, tournament.id, lambda game: "1/2")
    second_round = await tournaments.games(tournament.id, 2)
    assert [set(game.slots) for game in second_round] == [{1, 4}, {2, 6}]

    await play_round(domain, tournament.id, higher_seed_wins)
    await play_round(domain, tournament.id, lambda game: win_of(game, 2))
    assert (await tournaments.get(tournament.id)).status == "finished"
    standings = await tournaments.standings(tournament.id)
    ranks = [(standing.rank, standing.entrant.slot) for standing in standings]
    assert ranks == [(1, 2), (2, 1), (3, 4), (3, 6), (5, 3), (5, 5)]
    bracket = await tournaments.bracket(tournament.id)
    assert [len(ties) for ties in bracket] == [4, 2, 1]
    assert bracket[2][0].winner == 2
    assert bracket[0][1].slots == (4, 5)


async def test_seeding_by_rating_on_the_server(
    tournaments: Tournaments, domain: Domain, clock: Clock
) -> None:
    people = field(4)
    await ended(domain, people[2], people[0])
    clock.move(hours=1)
    await ended(domain, people[2], people[1])
    tournament = await begun(domain, "knock-out", 4, seeding="rating")
    assert tournament.slot(3).seed == 1
    assert tournament.slot(4).seed == 4  # unrated


async def test_a_ladder_is_climbed_by_beating_members_above(
    tournaments: Tournaments, domain: Domain, clock: Clock
) -> None:
    id = (await begun(domain, "ladder", 6)).id
    people = field(6)
    with pytest.raises(Refused, match="3 players above"):
        await tournaments.do(id, organising.challenge, people[0], people[1].id)
    await met(tournaments, id, people[5], people[2])
    with pytest.raises(Refused, match="finish your current match"):
        await tournaments.do(id, organising.challenge, people[5], people[3].id)
    with pytest.raises(Refused, match="P3 is already playing"):
        await tournaments.do(id, organising.challenge, people[3], people[2].id)
    [game] = await tournaments.games(id)
    await decide(domain, game, win_of(game, 6))
    await tournaments.work()
    assert await slots_by_rank(tournaments, id) == [1, 2, 6, 3, 4, 5]

    clock.move(days=8)
    await met(tournaments, id, people[2], people[5])
    *_, game = await tournaments.games(id)
    await decide(domain, game, "1/2")
    assert await slots_by_rank(tournaments, id) == [1, 2, 6, 3, 4, 5], "a draw changes nothing"


async def test_who_joins_a_ladder_again_begins_at_its_end(
    tournaments: Tournaments, domain: Domain, clock: Clock
) -> None:
    id = (await begun(domain, "ladder", 4)).id
    _, second, *_ = field(4)
    await tournaments.do(id, organising.leave, second.id)
    await tournaments.do(id, organising.join, ANN)
    standings = await tournaments.standings(id)
    assert [standing.entrant.name for standing in standings] == ["P1", "P3", "P4", "Ann"]
    clock.move(days=1)
    await tournaments.do(id, organising.join, second)
    assert await slots_by_rank(tournaments, id) == [1, 3, 4, 5, 2]


async def test_a_ladder_that_is_cancelled_is_finished(
    tournaments: Tournaments, domain: Domain
) -> None:
    ladder = await begun(domain, "ladder", 2)
    change = await tournaments.do(ladder.id, organising.cancel, ORGANISER.id)
    assert change.tournament.status == "finished"


@pytest.mark.some_cases(2)
@pytest.mark.mutants
@pytest.mark.parametrize("kind", ["swiss", "round-robin", "knock-out", "ladder"])
async def test_a_pair_counts_as_one_game(domain: Domain, kind: str) -> None:
    """Of two with a win each nobody has won; a knock-out then goes on with another pair."""
    item = await begun(domain, kind, 2, pairs=True)
    if kind == "ladder":
        await met(domain.tournaments, item.id, *field(2)[::-1])
    one, other = await domain.tournaments.games(item.id)
    assert one.slots == other.slots[::-1]
    if kind == "knock-out":
        await decide(domain, one, "1-0")
    else:
        await domain.tournaments.settle(item.id, ORGANISER.id, one.id, "1-0")
    await domain.tournaments.work()
    assert {line.points for line in await domain.tournaments.standings(item.id)} == {0}
    await decide(domain, other, "1-0")
    await domain.tournaments.work()
    tallies = {(line.points, line.draws) for line in await domain.tournaments.standings(item.id)}
    games = await domain.tournaments.games(item.id)
    if kind == "knock-out":
        assert [game.leg for game in games] == [1, 2, 3, 4]
        for game in games[2:]:
            with pytest.raises(Refused, match="next round is already paired"):
                await domain.tournaments.settle(item.id, ORGANISER.id, games[0].id, "1/2")
            await decide(domain, game, win_of(game, one.slots[1]))
        await domain.tournaments.work()
        winner = (await domain.tournaments.standings(item.id))[0]
        assert (winner.entrant.slot, winner.wins) == (one.slots[1], 1)
    else:
        assert tallies == {(0.5, 1)}
        assert len(games) == 2
    end = await domain.tournaments.get(item.id)
    assert end.status == ("running" if kind == "ladder" else "finished")


async def test_who_wins_a_pair_climbs_the_ladder(domain: Domain) -> None:
    item = await begun(domain, "ladder", 2, pairs=True)
    await met(domain.tournaments, item.id, *field(2)[::-1])
    for game in await domain.tournaments.games(item.id):
        await decide(domain, game, win_of(game, 2))
    await domain.tournaments.work()
    assert await slots_by_rank(domain.tournaments, item.id) == [2, 1]


async def test_a_bye_is_worth_as_much_as_a_pair_won(domain: Domain) -> None:
    item = await begun(domain, "swiss", 3, pairs=True, rounds=1)
    for game in await domain.tournaments.games(item.id):
        if game.result is None:
            await decide(domain, game, "1-0" if game.leg == 1 else "0-1")
    assert [line.points for line in await domain.tournaments.standings(item.id)] == [1, 1, 0]
