"""Vacations, pauses and outages in tournaments."""

from datetime import timedelta
from functools import partial

from bot.domain.domain import Domain
from bot.domain.matches import agreements
from bot.domain.matches.events import Answered
from bot.domain.tournaments.events import DeadlineMoved, RoundEnding
from tests.bot.conftest import Clock
from tests.bot.domain.matches.helpers import chores, cleared, played, swept
from tests.bot.domain.tournaments.helpers import begun


async def work(domain: Domain, *, down: bool = False) -> None:
    """Run the bot's jobs; ``down``: it was down since the last run."""
    if not down:
        await domain.heartbeat.skip()
    await chores(domain)
    await domain.tournaments.work()


async def test_a_vacation_moves_a_deadline_once_and_notifies_both_players(
    domain: Domain, clock: Clock
) -> None:
    tournament = await begun(domain, "swiss", 4, rounds=2, clock="none", days=7, late="draw")
    await cleared(domain)
    ends = tournament.ends
    game, other = await domain.tournaments.games(tournament.id)
    match = await domain.matches.get(game.match or 0)
    clock.move(days=3)
    end = await domain.members.take_vacation(match.seats[0], 6)
    await work(domain)
    (move_notice,) = (
        notice for notice in await swept(domain) if isinstance(notice.event, DeadlineMoved)
    )
    assert sorted(move_notice.event.several) == sorted(match.seats), "one post for both"
    new_end = (await domain.tournaments.games(tournament.id))[0].ends
    end_seconds = int(new_end.timestamp()) if new_end else 0
    event = DeadlineMoved(
        tournament.id,
        match.id,
        match.seats[0],
        end_seconds,
        move_notice.event.several,
    )
    assert move_notice.event == event
    assert new_end == ends + (end - clock())
    await domain.members.take_vacation(match.seats[1], 8)
    clock.move(hours=7)
    await work(domain)
    assert not [notice for notice in await swept(domain) if isinstance(notice.event, DeadlineMoved)]
    assert (await domain.tournaments.games(tournament.id))[0].ends == new_end
    clock.moment = ends - timedelta(hours=20)
    await work(domain)
    [warning] = [
        notice.event for notice in await swept(domain) if isinstance(notice.event, RoundEnding)
    ]
    assert not set(warning.pings) & set(match.seats)
    clock.moment = ends + timedelta(hours=5)
    await work(domain)
    first, second = await domain.tournaments.games(tournament.id)
    assert (first.result, second.result) == (None, "1/2")
    clock.moment = new_end + timedelta(minutes=1)
    await work(domain)
    assert (await domain.tournaments.games(tournament.id, 1))[0].result == "1/2"
    assert (await domain.tournaments.get(tournament.id)).round == 2
    assert other.id == second.id


async def test_a_pause_ends_a_day_before_the_round_and_the_one_to_move_is_pinged(
    domain: Domain, clock: Clock
) -> None:
    tournament = await begun(domain, "swiss", 4, rounds=2, clock="3d", days=7)
    for game in await domain.tournaments.games(tournament.id):
        match = await played(domain, game.match or 0, 2)
        await domain.matches.act(match.id, match.seats[0], agreements.ask_pause)
        accept = partial(agreements.answer, "pause", user=match.seats[1], yes=True)
        await domain.matches.do(match.id, accept)
    await cleared(domain)
    clock.move(days=5)
    await work(domain)
    assert (await domain.matches.get(match.id)).paused is not None
    clock.move(days=1, hours=1)
    assert [await domain.tournaments.sweep(tournament.id) for _ in range(2)] == [2, 0]
    now = await domain.matches.get(match.id)
    assert now.paused is None
    pings = [
        one
        for one in await swept(domain)
        if isinstance(one.event, Answered) and one.match == match.id
    ]
    assert [notice.ping for notice in pings] == [now.mover]
    assert now.due > clock()


async def test_an_outage_extends_a_round(domain: Domain, clock: Clock) -> None:
    tournament = await begun(domain, "swiss", 4, rounds=2, clock="none", days=3)
    await work(domain)
    clock.move(days=2, hours=12)
    await work(domain)
    old_end = (await domain.tournaments.get(tournament.id)).ends
    clock.move(days=4)
    await work(domain, down=True)
    games = await domain.tournaments.games(tournament.id)
    assert [game.result for game in games] == [None, None]
    assert (await domain.tournaments.get(tournament.id)).ends == old_end + timedelta(days=4)
    clock.moment = old_end + timedelta(days=4, minutes=1)
    await domain.tournaments.work()
    assert [game.result is None for game in await domain.tournaments.games(tournament.id, 1)] == [
        False,
        False,
    ]


async def test_a_notice_to_many_is_silent_while_one_of_them_is_asleep(
    domain: Domain, clock: Clock
) -> None:
    tournament = await begun(domain, "swiss", 4, rounds=2, clock="none", days=7)
    await cleared(domain)
    clock.move(days=6, hours=1)
    await work(domain)
    [notice] = [one for one in await swept(domain) if isinstance(one.event, RoundEnding)]
    assert not await domain.members.silent(notice)
    await domain.members.change(tournament.entrants[0].user, hours="8-10")
    assert await domain.members.silent(notice)
