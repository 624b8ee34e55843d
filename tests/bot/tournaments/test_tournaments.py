"""Tournaments as members and organisers see them, from sign-up to the last result."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from datetime import timedelta

import pytest

from bot.matches import Matches, Refused
from bot.matches.errors import Ambiguous, LimitReached, NotFound, NotYours
from bot.ratings import Ratings
from bot.tournaments import Game, Tournaments

from ..conftest import ANN, HERE, Clock
from ..matches.helpers import played, swept
from ..ratings.helpers import ended
from .helpers import ORGANISER, announced, begun, decide, field, play_round, played_out, told, whats


def higher_seed_wins(game: Game) -> str:
    """Slots are numbered as seeds where nobody else decides."""
    assert game.slots[1] is not None
    return "1-0" if game.slots[0] < game.slots[1] else "0-1"


async def test_a_tournament_is_announced_with_its_terms(tournaments: Tournaments, matches: Matches) -> None:
    made = await tournaments.create(
        HERE, ORGANISER, "swiss", "vigilance", title=" Spring  Cup ", clock="2d", players=12, rounds=4
    )
    cup = made.tournament
    assert (cup.name, cup.title, cup.status, cup.terms.players, cup.terms.rounds) == (
        "T1",
        "Spring Cup",
        "signup",
        12,
        4,
    )
    assert str(cup.clock) == "2d"
    assert await whats(matches) == [("created", None)]
    assert await tournaments.resolve(HERE.scope, "t1") == cup
    assert await tournaments.resolve(HERE.scope) == cup
    second = (await tournaments.create(HERE, ORGANISER, "ladder", "loop")).tournament
    assert (second.name, second.title, second.status) == ("T2", "Loop ladder", "running")
    with pytest.raises(Ambiguous, match="T2, T1"):
        await tournaments.resolve(HERE.scope)
    with pytest.raises(NotFound):
        await tournaments.resolve(HERE.scope, "T9")
    with pytest.raises(NotFound, match="written like T3"):
        await tournaments.resolve(HERE.scope, "the cup")


@pytest.mark.parametrize(
    ("terms", "why"),
    [
        ({"kind": "lottery"}, "round-robin, swiss, knock-out, ladder"),
        ({"clock": "none"}, "might never end"),
        ({"players": 1}, "players may be 2 to 256"),
        ({"kind": "round-robin", "players": 60}, "players may be 2 to 32"),
        ({"late": "never"}, "late may be forfeit, draw, organiser"),
        ({"title": "x" * 81}, "title is too long"),
        ({"checkin": 4}, "needs a time"),
        ({"speed": 3}, "no term"),
    ],
)
async def test_what_cannot_be_is_refused_with_what_could(
    tournaments: Tournaments, terms: dict[str, object], why: str
) -> None:
    kind = terms.pop("kind", "swiss")
    with pytest.raises(Refused, match=why):
        await tournaments.create(HERE, ORGANISER, str(kind), "veloop-square", **terms)  # type: ignore[arg-type]
    assert await tournaments.of(HERE.scope) == ()


async def test_members_join_wait_for_a_place_and_leave(tournaments: Tournaments, matches: Matches) -> None:
    made = await announced(tournaments, "swiss", 5, players=3)
    await swept(matches)
    assert [one.status for one in made.entrants] == ["in", "in", "in", "waiting", "waiting"]
    with pytest.raises(Refused, match="already take part"):
        await tournaments.join(made.id, field(1)[0])
    left = (await tournaments.leave(made.id, field(2)[1])).tournament
    assert [one.status for one in left.entrants] == ["in", "in", "in", "waiting"]
    assert await whats(matches) == [("promoted", 2004)]
    with pytest.raises(Refused, match="do not take part"):
        await tournaments.leave(made.id, ANN)


async def test_a_full_list_starts_by_itself_where_no_time_is_set(tournaments: Tournaments, matches: Matches) -> None:
    made = await announced(tournaments, "knock-out", 4, players=4)
    assert made.status == "signup"
    await tournaments.work()
    assert (await tournaments.get(made.id)).status == "running"
    with pytest.raises(Refused, match="already started"):
        await tournaments.join(made.id, ANN)


async def test_who_does_not_check_in_is_left_out_and_who_waits_gets_the_place(
    tournaments: Tournaments, matches: Matches, clock: Clock
) -> None:
    starts = clock() + timedelta(days=3)
    made = await announced(tournaments, "round-robin", 5, players=4, starts=starts, checkin=12)
    with pytest.raises(Refused, match="not open yet"):
        await tournaments.check_in(made.id, field(1)[0])
    await tournaments.work()
    clock.move(days=2, hours=12)
    await swept(matches)
    await tournaments.work()
    [opened] = await told(matches)
    assert opened.payload["what"] == "checkin"
    assert opened.payload["pings"] == [person.id for person in field(5)]
    assert opened.payload["until"] == int(starts.timestamp())
    for person in (field(5)[0], field(5)[2], field(5)[4]):
        await tournaments.check_in(made.id, person)
    await tournaments.work()
    assert (await tournaments.get(made.id)).status == "checkin"
    clock.move(hours=12)
    await tournaments.work()
    now = await tournaments.get(made.id)
    assert now.status == "running"
    assert [one.user for one in now.entrants if one.status == "in"] == [2001, 2003, 2005]


async def test_with_too_few_there_it_is_called_off(tournaments: Tournaments, matches: Matches, clock: Clock) -> None:
    made = await announced(tournaments, "swiss", 1, starts=clock() + timedelta(days=1))
    with pytest.raises(Refused, match="two members at least"):
        await tournaments.start(made.id, ORGANISER.id)
    clock.move(days=1)
    await tournaments.work()
    assert (await tournaments.get(made.id)).status == "cancelled"
    assert (await told(matches))[-1].payload["why"] == "few"


async def test_a_round_robin_goes_from_round_to_round_and_ends_with_standings(
    tournaments: Tournaments, matches: Matches
) -> None:
    made = await begun(tournaments, "round-robin", 5)
    assert (made.round, made.rounds) == (1, 5)
    first = await tournaments.games(made.id)
    assert len(first) == 2
    match = await matches.get(first[0].match or 0)
    assert match.note == "T1 Veloop round robin"
    assert match.seats == tuple(made.slot(slot or 0).user for slot in first[0].slots)
    found = await tournaments.of_match(match.id)
    assert found is not None
    assert (found[0].id, found[1].id) == (made.id, first[0].id)
    spoken: Counter[str] = Counter()
    while (await tournaments.get(made.id)).status == "running":
        await play_round(tournaments, made.id, higher_seed_wins)
        spoken.update(what for what, _ in await whats(matches))
    standings = await tournaments.standings(made.id)
    assert [(one.rank, one.points) for one in standings] == [(1, 4), (2, 3), (3, 2), (4, 1), (5, 0)]
    assert [one.entrant.name for one in standings] == ["P1", "P2", "P3", "P4", "P5"]
    assert spoken["round"] == 4
    assert spoken["finished"] == 1
    assert spoken["standings"] == 5  # one a round: more were never owed at once
    games = await tournaments.games(made.id)
    assert len({frozenset(game.slots) for game in games}) == len(games) == 10


async def test_all_rounds_of_a_round_robin_can_be_played_together(tournaments: Tournaments) -> None:
    made = await begun(tournaments, "round-robin", 4, together=True, cycles=2)
    games = await tournaments.games(made.id)
    assert len(games) == 12
    assert all(game.match is not None for game in games)
    over = await played_out(tournaments, made.id)
    assert over.status == "finished"


async def test_a_swiss_tournament_pairs_by_results_gives_byes_and_never_repeats(
    tournaments: Tournaments, matches: Matches
) -> None:
    made = await begun(tournaments, "swiss", 7, rounds=4)
    assert made.rounds == 4
    bye = [one for one in await told(matches) if one.payload["what"] == "bye"]
    assert [one.ping for one in bye] == [2007]
    over = await played_out(tournaments, made.id)
    assert over.status == "finished"
    games = await tournaments.games(made.id)
    assert len(games) == 16
    meetings = [frozenset(game.slots) for game in games if game.slots[1] is not None]
    assert len(set(meetings)) == len(meetings) == 12
    assert len({game.slots[0] for game in games if game.slots[1] is None}) == 4
    standings = await tournaments.standings(made.id)
    assert sum(one.points for one in standings) == 16
    assert standings[0].breaks[0][0] == "direct encounter"


async def test_a_knock_out_gives_byes_to_the_best_and_plays_drawn_games_again(
    tournaments: Tournaments, matches: Matches
) -> None:
    made = await begun(tournaments, "knock-out", 6)
    assert made.rounds == 3
    first = await tournaments.games(made.id)
    assert [(game.slots, game.result) for game in first] == [
        ((1, None), "bye"),
        ((4, 5), None),
        ((2, None), "bye"),
        ((3, 6), None),
    ]
    await play_round(tournaments, made.id, lambda game: "1/2" if 4 in game.slots else "0-1")
    again = (await tournaments.games(made.id))[2]
    assert (again.leg, again.slots) == (2, (5, 4))
    assert (await tournaments.get(made.id)).round == 1
    await play_round(tournaments, made.id, lambda game: "1/2")
    second = await tournaments.games(made.id, 2)
    assert [set(game.slots) for game in second] == [{1, 4}, {2, 6}]
    await play_round(tournaments, made.id, higher_seed_wins)
    await play_round(tournaments, made.id, lambda game: "1-0" if game.slots[0] == 2 else "0-1")
    over = await tournaments.get(made.id)
    assert over.status == "finished"
    standings = await tournaments.standings(made.id)
    assert [(one.rank, one.entrant.slot) for one in standings] == [(1, 2), (2, 1), (3, 4), (3, 6), (5, 3), (5, 5)]
    bracket = await tournaments.bracket(made.id)
    assert [len(ties) for ties in bracket] == [4, 2, 1]
    assert bracket[2][0].winner == 2
    assert bracket[0][1].slots == (4, 5)


async def test_the_strongest_are_seeded_first_by_their_ratings_here(
    tournaments: Tournaments, matches: Matches, clock: Clock
) -> None:
    people = field(4)
    await ended(matches, people[2], people[0])
    clock.move(hours=1)
    await ended(matches, people[2], people[1])
    made = await begun(tournaments, "knock-out", 4, seeding="rating")
    assert made.slot(3).seed == 1
    assert made.slot(4).seed == 4  # unrated


async def test_a_ladder_is_climbed_by_beating_members_above(
    tournaments: Tournaments, matches: Matches, clock: Clock
) -> None:
    made = await begun(tournaments, "ladder", 6)
    people = field(6)
    with pytest.raises(Refused, match="3 members above"):
        await tournaments.challenge(made.id, people[5], people[0].id)
    with pytest.raises(Refused, match="3 members above"):
        await tournaments.challenge(made.id, people[0], people[1].id)
    await tournaments.challenge(made.id, people[5], people[2].id)
    [game] = await tournaments.games(made.id)
    assert game.match is not None
    with pytest.raises(Refused, match="finish the game"):
        await tournaments.challenge(made.id, people[5], people[3].id)
    with pytest.raises(Refused, match="P3 is playing"):
        await tournaments.challenge(made.id, people[3], people[2].id)
    await decide(tournaments, game, "1-0" if game.slots[0] == 6 else "0-1")
    await tournaments.work()
    order = [one.entrant.slot for one in await tournaments.standings(made.id)]
    assert order == [1, 2, 6, 3, 4, 5]
    with pytest.raises(Refused, match="within the last 7 days"):
        await tournaments.challenge(made.id, people[2], people[5].id)
    clock.move(days=8)
    await tournaments.challenge(made.id, people[2], people[5].id)
    game = (await tournaments.games(made.id))[-1]
    await decide(tournaments, game, "1/2")
    assert [one.entrant.slot for one in await tournaments.standings(made.id)] == order
    await tournaments.leave(made.id, people[1])
    await tournaments.join(made.id, ANN)
    assert [one.entrant.name for one in await tournaments.standings(made.id)] == ["P1", "P6", "P3", "P4", "P5", "Ann"]
    clock.move(days=1)
    await tournaments.join(made.id, people[1])
    assert [one.entrant.slot for one in await tournaments.standings(made.id)][-1] == 2
    assert (await tournaments.cancel(made.id, ORGANISER.id)).tournament.status == "finished"


async def test_who_leaves_loses_what_they_play_and_what_is_to_come(tournaments: Tournaments, matches: Matches) -> None:
    made = await begun(tournaments, "round-robin", 4)
    await play_round(tournaments, made.id, higher_seed_wins)
    await tournaments.leave(made.id, field(4)[3])
    games = {game.slots: game for game in await tournaments.games(made.id, 2)}
    [lost] = [game for slots, game in games.items() if 4 in slots]
    assert lost.how == "forfeit"
    assert (await matches.get(lost.match or 0)).reason == "left"
    await played_out(tournaments, made.id)
    standings = await tournaments.standings(made.id)
    # One of three games played: less than half, so none of them counts.
    assert [one.entrant.name for one in standings][-1] == "P4"
    assert standings[-1].played == 0
    assert sum(one.points for one in standings) == 3


async def test_somebody_takes_over_a_place_with_its_points(tournaments: Tournaments, matches: Matches) -> None:
    made = await begun(tournaments, "swiss", 4, rounds=2)
    await play_round(tournaments, made.id, higher_seed_wins)
    await swept(matches)
    with pytest.raises(NotYours, match="organised by Olga"):
        await tournaments.replace(made.id, ANN.id, 2001, ANN)
    now = (await tournaments.replace(made.id, ORGANISER.id, 2001, ANN)).tournament
    assert ("replaced", ANN.id) in await whats(matches)
    assert now.slot(1).name == "Ann"
    # The game that P1 was playing is lost; with it the round may be over.
    await played_out(tournaments, made.id)
    [own] = [one for one in await tournaments.standings(made.id) if one.entrant.slot == 1]
    assert own.entrant.user == ANN.id
    assert (own.wins, own.losses) == (1, 1)


async def test_somebody_who_left_can_be_replaced_for_the_next_round(tournaments: Tournaments) -> None:
    made = await begun(tournaments, "round-robin", 4)
    await tournaments.leave(made.id, field(2)[1])
    await tournaments.replace(made.id, ORGANISER.id, 2002, ANN)
    await play_round(tournaments, made.id, higher_seed_wins)
    [game] = [game for game in await tournaments.games(made.id, 2) if 2 in game.slots]
    match = await tournaments.service.get(game.match or 0)
    assert ANN.id in match.seats


async def test_an_overdue_game_is_lost_a_day_after_the_time_was_out(
    tournaments: Tournaments, matches: Matches, clock: Clock
) -> None:
    made = await begun(tournaments, "knock-out", 4, clock="1d")
    game, other = await tournaments.games(made.id)
    await decide(tournaments, other, "1-0")
    await played(matches, game.match or 0, 3)
    clock.move(days=1, hours=23)
    await tournaments.work()
    assert (await tournaments.games(made.id))[0].result is None
    clock.move(hours=2)
    await tournaments.work()
    game = (await tournaments.games(made.id))[0]
    match = await matches.get(game.match or 0)
    assert (match.status, match.reason) == ("finished", "time")
    assert game.result == ("1-0", "0-1")[match.winner or 0]
    assert (await tournaments.get(made.id)).round == 2


async def test_a_round_ends_when_its_days_are_over_and_that_is_told_a_day_before(
    tournaments: Tournaments, matches: Matches, clock: Clock
) -> None:
    made = await begun(tournaments, "swiss", 4, rounds=2, clock="none", days=5, late="draw")
    await swept(matches)
    clock.move(days=4)
    await tournaments.work()
    [warning] = await told(matches)
    assert warning.payload["what"] == "ending"
    assert sorted(warning.payload["pings"]) == [2001, 2002, 2003, 2004]
    clock.move(hours=23)
    await tournaments.work()
    assert (await tournaments.get(made.id)).round == 1
    clock.move(hours=1)
    await tournaments.work()
    assert (await tournaments.get(made.id)).round == 2
    assert {game.result for game in await tournaments.games(made.id, 1)} == {"1/2"}


async def test_nobody_loses_a_day_because_the_bot_was_away(tournaments: Tournaments, clock: Clock) -> None:
    made = await begun(tournaments, "swiss", 4, rounds=2, clock="none", days=5)
    clock.move(days=30)
    await tournaments.work()
    now = await tournaments.get(made.id)
    assert (now.round, now.ends) == (1, clock() + timedelta(days=1))
    clock.move(days=1)
    await tournaments.work()
    assert (await tournaments.get(made.id)).round == 2


async def test_the_organiser_settles_overdue_games_and_if_they_are_gone_the_rule_does(
    tournaments: Tournaments, matches: Matches, clock: Clock
) -> None:
    made = await begun(tournaments, "knock-out", 4, clock="1d", late="organiser")
    await swept(matches)
    clock.move(days=2)
    await tournaments.work()
    asked = [one for one in await told(matches) if one.payload["what"] == "overdue"]
    assert [one.ping for one in asked] == [ORGANISER.id] * 2
    first, second = await tournaments.games(made.id)
    with pytest.raises(NotYours):
        await tournaments.settle(made.id, 2001, first.id, "1-0")
    await tournaments.settle(made.id, ORGANISER.id, first.id, "0-1")
    match = await matches.get(first.match or 0)
    assert (match.status, match.winner, match.reason) == ("finished", 1, "settled")
    clock.move(days=6)
    await tournaments.work()
    assert (await tournaments.get(made.id)).round == 1
    clock.move(days=1)
    await tournaments.work()
    assert (await tournaments.games(made.id))[1].result == "0-1"  # whose turn it was has lost
    assert (await tournaments.get(made.id)).round == 2
    with pytest.raises(Refused, match="next round was paired"):
        await tournaments.settle(made.id, ORGANISER.id, second.id, "1-0")


async def test_a_result_can_be_corrected_until_the_next_round_and_somebody_else_may_organise(
    tournaments: Tournaments, matches: Matches
) -> None:
    made = await begun(tournaments, "swiss", 4, rounds=2)
    first, _ = await tournaments.games(made.id)
    await decide(tournaments, first, "1-0")
    with pytest.raises(NotYours):
        await tournaments.hand_over(made.id, ANN.id, ANN)
    await tournaments.hand_over(made.id, ANN.id, ANN, moderator=True)
    assert ("organiser", ANN.id) in await whats(matches)
    await tournaments.settle(made.id, ANN.id, first.id, "1/2")
    assert sorted(one.points for one in await tournaments.standings(made.id)) == [0, 0, 0.5, 0.5]
    with pytest.raises(NotYours):
        await tournaments.cancel(made.id, ORGANISER.id)
    assert (await tournaments.cancel(made.id, ANN.id)).tournament.status == "cancelled"


async def test_players_cannot_take_a_tournament_result_back_and_a_match_called_off_is_played_again(
    tournaments: Tournaments, matches: Matches
) -> None:
    ratings: Ratings = tournaments.ratings
    made = await begun(tournaments, "swiss", 4, rated=True)
    first, second = await tournaments.games(made.id)
    match = await matches.get(first.match or 0)
    await matches.abort(match.id, match.seats[0])
    await tournaments.work()
    again = (await tournaments.games(made.id))[0]
    assert again.match not in (None, match.id)
    await decide(tournaments, second, "1-0")
    await ratings.ask_takeback(second.match or 0, made.slot(second.slots[0]).user)
    with pytest.raises(Refused, match="belongs to a tournament"):
        await ratings.ask_takeback(second.match or 0, made.slot(second.slots[1] or 0).user)
    assert len(await ratings.of(made.slot(second.slots[0]).user, HERE.scope)) == 1


async def test_a_person_who_deletes_their_data_goes_out_and_the_tournament_goes_on(
    tournaments: Tournaments, matches: Matches
) -> None:
    made = await begun(tournaments, "round-robin", 3)
    exported = await matches.privacy.export(2002)
    assert [one["tournament"] for one in exported["tournaments"]] == ["T1"]
    await matches.privacy.delete(2002)
    await matches.privacy.delete(ORGANISER.id)
    now = await tournaments.get(made.id)
    assert (now.slot(2).status, now.slot(2).name, now.organiser.name) == ("out", "somebody", "somebody")
    assert (await played_out(tournaments, made.id)).status == "finished"


async def test_a_server_that_is_gone_takes_its_tournaments_with_it(
    tournaments: Tournaments, matches: Matches, clock: Clock
) -> None:
    made = await begun(tournaments, "swiss", 4)
    await matches.people.server_removed(HERE.scope)
    clock.move(days=10)
    assert await tournaments.work() == 0
    clock.move(days=21)
    await matches.people.purge()
    with pytest.raises(NotFound):
        await tournaments.get(made.id)


async def test_another_process_takes_a_tournament_up_where_one_has_stopped(
    tournaments: Tournaments, opened: Callable[[], Awaitable[Matches]]
) -> None:
    made = await begun(tournaments, "swiss", 8)
    first, *_ = await tournaments.games(made.id)
    await decide(tournaments, first, "1-0")
    matches = await opened()
    other = Tournaments(matches, Ratings(matches))
    assert await other.get(made.id) == await tournaments.get(made.id)
    over = await played_out(other, made.id)
    assert over.status == "finished"
    assert await tournaments.standings(made.id) == await other.standings(made.id)


async def test_a_server_has_a_limit_of_tournaments(tournaments: Tournaments) -> None:
    for _ in range(20):
        await tournaments.create(HERE, ORGANISER, "ladder", "loop")
    with pytest.raises(LimitReached, match="20 tournaments"):
        await tournaments.create(HERE, ORGANISER, "ladder", "loop")
    assert len(await tournaments.of(HERE.scope)) == 20


async def test_several_processes_may_keep_tournaments_going_at_once(
    tournaments: Tournaments, opened: Callable[[], Awaitable[Matches]]
) -> None:
    made = await announced(tournaments, "swiss", 8, rounds=3)
    await tournaments.start(made.id, ORGANISER.id)
    matches = await opened()
    other = Tournaments(matches, Ratings(matches))
    for _ in range(3):
        for game in await tournaments.games(made.id):
            if game.result is None:
                await decide(tournaments, game, "1-0")
        await asyncio.gather(tournaments.work(), other.work(), tournaments.work())
        await tournaments.work()
    games = await tournaments.games(made.id)
    assert (await other.get(made.id)).status == "finished"
    assert len(games) == 12
    assert len({game.match for game in games}) == 12
    assert {len([one for one in games if one.round == number]) for number in (1, 2, 3)} == {4}


async def test_notices_no_longer_name_somebody_whose_data_is_deleted(
    tournaments: Tournaments, matches: Matches, clock: Clock
) -> None:
    made = await announced(tournaments, "swiss", 4, starts=clock() + timedelta(hours=3), checkin=2)
    clock.move(hours=1)
    await tournaments.work()
    await matches.privacy.delete(2002)
    [opened] = [one for one in await told(matches) if one.payload["what"] == "checkin"]
    assert opened.payload["pings"] == [2001, 2003, 2004]
    assert (await tournaments.get(made.id)).entrant(2002) is None
