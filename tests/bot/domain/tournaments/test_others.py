"""What happens in a tournament leaves all others as they are: here and elsewhere, and with the same
members.
"""

from datetime import timedelta
from itertools import product
from typing import Any

import pytest
import sqlalchemy as sa

from bot.domain.domain import Domain
from bot.domain.errors import LimitReached, Stale
from bot.domain.tournaments import organising, repository
from bot.domain.tournaments.events import CalendarDue, StandingsChanged
from bot.domain.values import Place, Via
from bot.store.tables import matches, pairings, scopes, tournaments
from tests.bot.conftest import ANN, HERE, Clock, viewer
from tests.bot.domain.matches.helpers import swept
from tests.bot.domain.tournaments.helpers import ORGANISER, announced, begun, decide, field, notices

ELSEWHERE = Place(800, 801)
P1, P2, P3 = field(3)


async def everything(domain: Domain) -> dict[int, tuple[Any, ...]]:
    """All tournaments, each with its games and the notes and revisions of its matches, by id."""
    async with domain.database.read() as connection:
        ids = (await connection.execute(sa.select(tournaments.c.id))).scalars().all()
        rows = (
            await connection.execute(
                sa.select(matches.c.tournament, matches.c.note, matches.c.revision)
            )
        ).all()
    get = domain.tournaments.get
    games = domain.tournaments.games
    return {
        id: (await get(id), await games(id), [row for row in rows if row.tournament == id])
        for id in ids
    }


async def in_every_state(domain: Domain) -> dict[str, int]:
    """Tournaments with the same three entrants, and one without the third: their ids by what is
    said of them.
    """
    over = await begun(domain, "swiss", 3)
    await domain.tournaments.do(over.id, organising.cancel, ORGANISER.id)
    made = {
        "over": over,
        "open": await announced(domain, "swiss", 3),
        "open elsewhere": await announced(domain, "swiss", 3, place=ELSEWHERE),
        "running": await begun(domain, "swiss", 3, days=7),
        "running elsewhere": await begun(domain, "swiss", 3, days=7, place=ELSEWHERE),
        "without": await begun(domain, "round-robin", 2, organiser=ANN),
    }
    assert [item.number for item in made.values()] == [1, 2, 1, 3, 2, 4]
    return {name: item.id for name, item in made.items()}


async def changed(domain: Domain, before: dict[int, tuple[Any, ...]]) -> set[int]:
    """The tournaments that are not as they were."""
    return {id for id, now in (await everything(domain)).items() if now != before[id]}


@pytest.mark.slow
@pytest.mark.mutants
async def test_a_change_is_made_in_one_tournament_only(domain: Domain) -> None:
    ids = await in_every_state(domain)
    before = await everything(domain)
    await domain.tournaments.do(ids["open"], organising.leave, P1.id)
    await domain.tournaments.do(ids["running"], organising.leave, P1.id)
    assert await changed(domain, before) == {ids["open"], ids["running"]}
    assert [entrant.user for entrant in (await domain.tournaments.get(ids["open"])).entrants] == [
        P2.id,
        P3.id,
    ]
    await domain.tournaments.note_post(ids["open"], 5, 6)
    assert {id: now[0].post for id, now in (await everything(domain)).items() if now[0].post} == {
        ids["open"]: (5, 6)
    }


async def test_what_is_decided_on_a_tournament_that_has_changed_meanwhile_is_not_stored(
    domain: Domain,
) -> None:
    made = await announced(domain, "swiss", 2)
    async with domain.database.read() as connection:
        contest = await repository.load(connection, made.id, domain.now())
    organising.join(contest, P3)
    await domain.tournaments.do(made.id, organising.join, ANN)
    with pytest.raises(Stale, match=r"^T1 has moved on; look again$"):
        async with domain.database.unit_of_work() as work:
            await repository.save(work.connection, contest)


@pytest.mark.slow
@pytest.mark.mutants
async def test_a_member_leaves_tournaments_that_are_not_over(domain: Domain) -> None:
    ids = await in_every_state(domain)
    before = await everything(domain)
    await swept(domain)
    async with domain.database.unit_of_work() as work:
        assert await domain.tournaments.forgotten(work, P3.id) == 0
    left = {ids[name] for name in ids if name.startswith(("open", "running"))}
    assert await changed(domain, before) == left
    for id in left:
        was = before[id][0]
        now = await domain.tournaments.get(id)
        if was.status == "running":
            assert [entrant.status for entrant in now.entrants] == ["in", "in", "out"]
            assert (now.version, now.wake) == (was.version + 1, work.now)
        else:
            assert (now.entrants, now.version) == (was.entrants[:2], was.version)
    assert await swept(domain) == []


@pytest.mark.slow
@pytest.mark.mutants
async def test_what_an_organiser_wrote_is_taken_out_of_matches_and_server_events(
    domain: Domain,
) -> None:
    ids = await in_every_state(domain)
    await domain.tournaments.do(ids["open"], organising.hand_over, ORGANISER.id, ANN)
    await swept(domain)
    before = await everything(domain)
    async with domain.database.unit_of_work() as work:
        await domain.tournaments.forgotten(work, ORGANISER.id)
    own = [name for name in ids if name != "without"]
    due = [(notice.event, notice.scope, notice.channel) for notice in await notices(domain)]
    places = {
        name: (800, 801) if name.endswith("elsewhere") else (HERE.scope, HERE.channel)
        for name in own
    }
    assert sorted(due, key=str) == sorted(
        ((CalendarDue(ids[name]), *places[name]) for name in own[1:]), key=str
    )
    for id, (_, _, rows) in (await everything(domain)).items():
        for row, was in zip(rows, before[id][2], strict=True):
            assert (
                row == was
                if id == ids["without"]
                else (row.note, row.revision) == ("", was.revision + 1)
            )


@pytest.mark.parametrize("everywhere", [False, True])
async def test_an_outage_moves_what_was_to_come_in_running_rounds_and_check_ins(
    domain: Domain, clock: Clock, everywhere: bool
) -> None:
    """Every status, with moments before, at and after the beginning of the outage, here and
    elsewhere.
    """
    begin = clock()
    lost = timedelta(hours=5, milliseconds=7)
    moments = [begin + timedelta(milliseconds=shift) for shift in (-1, 0, 1)]
    statuses = ("signup", "checkin", "running", "finished")
    cases = list(product((HERE.scope, ELSEWHERE.scope), statuses, moments))
    for place in (HERE, ELSEWHERE):
        await announced(domain, "swiss", 0, place=place)
    async with domain.database.unit_of_work() as work:
        row = (await work.connection.execute(sa.select(tournaments))).first()
        await work.connection.execute(tournaments.delete())
        for id, (scope, status, at) in enumerate(cases, 1):
            own = {
                "id": id,
                "number": id,
                "scope": scope,
                "status": status,
                "starts_at": at,
                "ends_at": at,
            }
            await work.connection.execute(tournaments.insert().values({**row._mapping, **own}))  # type: ignore[union-attr]
            for board, result in ((1, None), (2, "1-0")):
                game = {
                    "tournament": id,
                    "round": 1,
                    "board": board,
                    "leg": 1,
                    "slot0": 1,
                    "result": result,
                }
                await work.connection.execute(pairings.insert().values(**game, ends_at=at))
    clock.moment += lost
    inside = None if everywhere else sa.select(scopes.c.id).where(scopes.c.id == HERE.scope)
    async with domain.database.unit_of_work() as work:
        await domain.tournaments.time_lost(work, begin, inside)
    for id, (scope, status, at) in enumerate(cases, 1):
        item = await domain.tournaments.get(id)
        games = await domain.tournaments.games(id)
        later = at + lost * (at > begin and (everywhere or scope == HERE.scope))
        running = later if status == "running" else at
        assert (item.starts, item.ends) == (later if status == "checkin" else at, running)
        assert [game.ends for game in games] == [running, at]


async def test_a_server_has_twenty_tournaments_and_the_longest_due_come_first(
    domain: Domain, clock: Clock
) -> None:
    for place in (HERE, ELSEWHERE):
        for _ in range(20):
            await domain.tournaments.create(place, ANN, "swiss", "loop", moderator=True)
    with pytest.raises(LimitReached, match=r"^the limit is 20 tournaments here; end one first$"):
        await domain.tournaments.create(HERE, ANN, "swiss", "loop", moderator=True)
    wakes = {id: clock() + timedelta(minutes=id * 7 % 40 - 38) for id in range(2, 21)}
    async with domain.database.unit_of_work() as work:
        for id, wake in [*wakes.items(), (22, clock() - timedelta(days=1)), (23, clock())]:
            await work.connection.execute(
                tournaments.update().where(tournaments.c.id == id).values(wake_at=wake)
            )
    fetched = await domain.database.store.fetch(repository.due_query(clock()))
    expected = [
        22,
        *sorted((id for id, wake in wakes.items() if wake <= clock()), key=lambda id: wakes[id]),
        23,
    ]
    assert [row.id for row in fetched] == expected[:20]
    await domain.servers.removed(ELSEWHERE.scope)
    fetched = await domain.database.store.fetch(repository.due_query(clock()))
    assert [row.id for row in fetched] == expected[1:-1]
    for id in (1, 2):
        await domain.tournaments.do(id, organising.cancel, ANN.id)
    for kind in ("swiss", "ladder"):
        await domain.tournaments.create(HERE, ANN, kind, "loop", moderator=True)
    assert [item.number for item in await domain.tournaments.of(viewer(ANN))] == [*range(22, 2, -1)]
    assert [item.number for item in await domain.tournaments.of(viewer(ANN), running=False)] == [
        2,
        1,
    ]


@pytest.mark.slow
@pytest.mark.mutants
async def test_standings_are_posted_for_each_tournament_and_again_once_a_post_is_under_way(
    domain: Domain,
) -> None:
    ids = [(await begun(domain, "round-robin", 4, together=True)).id for _ in range(2)]
    await swept(domain)
    first, second = [await domain.tournaments.games(id) for id in ids]
    for game in (first[0], first[1], second[0]):
        await decide(domain, game, "1/2")
    claimed = [
        notice
        for notice in await domain.outbox.claim()
        if isinstance(notice.event, StandingsChanged)
    ]
    assert [notice.event.tournament for notice in claimed] == ids
    await decide(domain, first[2], "1/2")
    assert [notice.event for notice in await notices(domain)] == [StandingsChanged(ids[0])]


async def test_the_notice_of_a_change_is_left_to_the_interaction_that_made_it(
    domain: Domain,
) -> None:
    via = Via(7, "token", 8)
    made = await domain.tournaments.create(HERE, ANN, "swiss", "loop", via=via)
    moved = await domain.tournaments.do(made.tournament.id, organising.clear_title, via=via)
    assert [change.notice and change.notice.via for change in (made, moved)] == [via, via]
    assert await swept(domain) == []
