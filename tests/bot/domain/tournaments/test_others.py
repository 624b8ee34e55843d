"""What happens in a tournament leaves all others as they are: here and elsewhere, and with the same
members.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from itertools import product
from typing import Any

import pytest
import sqlalchemy as sa

from bot.domain.domain import Domain
from bot.domain.errors import LimitReached, Stale
from bot.domain.tournaments import organising, repository
from bot.domain.tournaments.events import CalendarDue, StandingsChanged
from bot.domain.unit_of_work import UnitOfWork
from bot.domain.values import InteractionRef, Place
from bot.store.tables import matches, pairings, scopes, tournaments
from tests.bot.conftest import ANN, HERE, Clock, viewer
from tests.bot.domain.matches.helpers import cleared, swept
from tests.bot.domain.tournaments.helpers import (
    ORGANISER,
    announcements,
    begun,
    decide,
    field,
    notices,
)

ELSEWHERE = Place(800, 801)
P1, P2, P3 = field(3)


async def everything(domain: Domain) -> dict[int, tuple[Any, ...]]:
    """All tournaments, each with its games and the notes and revisions of its matches, by id."""
    columns = (matches.c.tournament, matches.c.note, matches.c.revision)
    async with domain.database.read() as connection:
        ids = list(await connection.scalars(sa.select(tournaments.c.id)))
        rows = (await connection.execute(sa.select(*columns))).all()
    by_id = {}
    for id in ids:
        tournament = await domain.tournaments.get(id)
        games = await domain.tournaments.games(id)
        own_rows = [row for row in rows if row.tournament == id]
        by_id[id] = (tournament, games, own_rows)
    return by_id


async def in_every_state(domain: Domain) -> dict[str, int]:
    """Tournaments with the same three entrants, and one without the third: their ids by what is
    said of them.
    """
    finished_tournament = await begun(domain, "swiss", 3)
    await domain.tournaments.do(finished_tournament.id, organising.cancel, ORGANISER.id)
    by_name = {
        "over": finished_tournament,
        "open": await announcements(domain, "swiss", 3),
        "open elsewhere": await announcements(domain, "swiss", 3, place=ELSEWHERE),
        "running": await begun(domain, "swiss", 3, days=7),
        "running elsewhere": await begun(domain, "swiss", 3, days=7, place=ELSEWHERE),
        "without": await begun(domain, "round-robin", 2, organiser=ANN),
    }
    assert [tournament.number for tournament in by_name.values()] == [1, 2, 1, 3, 2, 4]
    return {name: tournament.id for name, tournament in by_name.items()}


async def ids_of_changed(domain: Domain, state: dict[int, tuple[Any, ...]]) -> set[int]:
    """The ids of the tournaments that are not as they were."""
    now = await everything(domain)
    return {id for id in now if now[id] != state[id]}


@pytest.mark.slow
@pytest.mark.mutants
async def test_a_change_is_made_in_one_tournament_only(domain: Domain) -> None:
    ids = await in_every_state(domain)
    state = await everything(domain)
    await domain.tournaments.do(ids["open"], organising.leave, P1.id)
    await domain.tournaments.do(ids["running"], organising.leave, P1.id)
    assert await ids_of_changed(domain, state) == {ids["open"], ids["running"]}
    tournament = await domain.tournaments.get(ids["open"])
    assert [entrant.user for entrant in tournament.entrants] == [P2.id, P3.id]

    await domain.tournaments.note_post(ids["open"], 5, 6)
    posts = {}
    for id, (tournament, _, _) in (await everything(domain)).items():
        if tournament.post:
            posts[id] = tournament.post
    assert posts == {ids["open"]: (5, 6)}


async def test_what_is_decided_on_a_tournament_that_has_changed_meanwhile_is_not_stored(
    domain: Domain,
) -> None:
    tournament = await announcements(domain, "swiss", 2)
    async with domain.database.read() as connection:
        contest = await repository.load(connection, tournament.id, domain.now())
    organising.join(contest, P3)
    await domain.tournaments.do(tournament.id, organising.join, ANN)
    with pytest.raises(Stale, match=r"^T1 has moved on; look again$"):
        async with domain.database.unit_of_work() as work:
            await repository.save(work.connection, contest)


@pytest.mark.slow
@pytest.mark.mutants
async def test_a_member_leaves_tournaments_that_are_not_over(domain: Domain) -> None:
    ids = await in_every_state(domain)
    state = await everything(domain)
    await cleared(domain)
    async with domain.database.unit_of_work() as work:
        assert await domain.tournaments.forgotten(work, P3.id) == 0
    not_over = {ids[name] for name in ids if name.startswith(("open", "running"))}
    assert await ids_of_changed(domain, state) == not_over
    for id in not_over:
        old, _, _ = state[id]
        now = await domain.tournaments.get(id)
        if old.status == "running":
            assert [entrant.status for entrant in now.entrants] == ["in", "in", "out"]
            assert (now.version, now.wake) == (old.version + 1, work.now)
        else:
            assert (now.entrants, now.version) == (old.entrants[:2], old.version)
    assert await swept(domain) == []


@pytest.mark.slow
@pytest.mark.mutants
async def test_what_an_organiser_wrote_is_taken_out_of_matches_and_server_events(
    domain: Domain,
) -> None:
    ids = await in_every_state(domain)
    await domain.tournaments.do(ids["open"], organising.hand_over, ORGANISER.id, ANN)
    await cleared(domain)
    state = await everything(domain)
    async with domain.database.unit_of_work() as work:
        await domain.tournaments.forgotten(work, ORGANISER.id)

    updates = [(notice.event, notice.scope, notice.channel) for notice in await notices(domain)]
    expected = [
        (CalendarDue(ids["open"]), HERE.scope, HERE.channel),
        (CalendarDue(ids["open elsewhere"]), ELSEWHERE.scope, ELSEWHERE.channel),
        (CalendarDue(ids["running"]), HERE.scope, HERE.channel),
        (CalendarDue(ids["running elsewhere"]), ELSEWHERE.scope, ELSEWHERE.channel),
    ]
    assert sorted(updates, key=str) == sorted(expected, key=str)

    for id, (_, _, rows) in (await everything(domain)).items():
        _, _, old_rows = state[id]
        for row, old in zip(rows, old_rows, strict=True):
            if id == ids["without"]:
                assert row == old
            else:
                assert (row.note, row.revision) == ("", old.revision + 1)


async def store_copy(
    work: UnitOfWork, tournament: Mapping[str, Any], id: int, status: str, scope: int, end: datetime
) -> None:
    """Store a tournament again, with a game that is being played and one that is over.

    :param end: when it starts and ends, and its games end
    """
    changes = {
        "id": id,
        "number": id,
        "scope": scope,
        "status": status,
        "starts_at": end,
        "ends_at": end,
    }
    await work.connection.execute(tournaments.insert().values({**tournament, **changes}))
    for board, result in ((1, None), (2, "1-0")):
        game = {
            "tournament": id,
            "round": 1,
            "board": board,
            "leg": 1,
            "slot0": 1,
            "result": result,
            "ends_at": end,
        }
        await work.connection.execute(pairings.insert().values(game))


@pytest.mark.parametrize("everywhere", [False, True])
async def test_an_outage_moves_what_was_to_come_in_running_rounds_and_check_ins(
    domain: Domain, clock: Clock, everywhere: bool
) -> None:
    """Every status, with moments before, at and after the beginning of the outage, here and
    elsewhere.
    """
    begin = clock()
    outage = timedelta(hours=5, milliseconds=7)
    moments = [begin + timedelta(milliseconds=shift) for shift in (-1, 0, 1)]
    statuses = ("signup", "checkin", "running", "finished")
    cases = list(product((HERE.scope, ELSEWHERE.scope), statuses, moments))
    for place in (HERE, ELSEWHERE):
        await announcements(domain, "swiss", 0, place=place)
    async with domain.database.unit_of_work() as work:
        result = await work.connection.execute(sa.select(tournaments))
        tournament = result.mappings().first()
        await work.connection.execute(tournaments.delete())
        for id, (scope, status, moment) in enumerate(cases, 1):
            await store_copy(work, tournament, id, status, scope, moment)

    clock.moment += outage
    this_server = sa.select(scopes.c.id).where(scopes.c.id == HERE.scope)
    inside = None if everywhere else this_server
    async with domain.database.unit_of_work() as work:
        await domain.tournaments.time_lost(work, begin, inside)

    for id, (scope, status, moment) in enumerate(cases, 1):
        later = moment
        if moment > begin and (everywhere or scope == HERE.scope):
            later = moment + outage
        item = await domain.tournaments.get(id)
        assert item.starts == (later if status == "checkin" else moment)
        assert item.ends == (later if status == "running" else moment)
        running_tournament, finished_tournament = await domain.tournaments.games(id)
        assert running_tournament.ends == item.ends
        assert finished_tournament.ends == moment


async def create_twenty(domain: Domain, place: Place) -> None:
    """Create as many tournaments as a server may have."""
    for _ in range(20):
        await domain.tournaments.create(place, ANN, "swiss", "loop", moderator=True)


async def test_a_server_has_twenty_tournaments(domain: Domain) -> None:
    await create_twenty(domain, HERE)
    with pytest.raises(LimitReached, match=r"^the limit is 20 tournaments here; end one first$"):
        await domain.tournaments.create(HERE, ANN, "swiss", "loop", moderator=True)
    for id in (1, 2):
        await domain.tournaments.do(id, organising.cancel, ANN.id)
    for kind in ("swiss", "ladder"):
        await domain.tournaments.create(HERE, ANN, kind, "loop", moderator=True)
    running_tournament = await domain.tournaments.of(viewer(ANN))
    assert [item.number for item in running_tournament] == [*range(22, 2, -1)]
    tournaments = await domain.tournaments.of(viewer(ANN), is_running=False)
    assert [item.number for item in tournaments] == [2, 1]


async def ids_of_due(domain: Domain) -> list[int]:
    """The ids of the tournaments that are due, in the order in which they are seen to."""
    rows = await domain.database.store.fetch(repository.due_query(domain.now()))
    return [row.id for row in rows]


async def test_tournaments_that_are_longest_due_come_first(domain: Domain, clock: Clock) -> None:
    for place in (HERE, ELSEWHERE):
        await create_twenty(domain, place)
    wakes = {id: clock() + timedelta(minutes=id * 7 % 40 - 38) for id in range(2, 21)}
    wakes_elsewhere = {22: clock() - timedelta(days=1), 23: clock()}
    async with domain.database.unit_of_work() as work:
        for id, wake in (wakes | wakes_elsewhere).items():
            update = tournaments.update().where(tournaments.c.id == id)
            await work.connection.execute(update.values(wake_at=wake))
    due_here = [id for id, wake in wakes.items() if wake <= clock()]
    due_here.sort(key=lambda id: wakes[id])
    assert await ids_of_due(domain) == [22, *due_here, 23][:20]

    await domain.servers.removed(ELSEWHERE.scope)
    assert await ids_of_due(domain) == due_here


@pytest.mark.slow
@pytest.mark.mutants
async def test_standings_are_posted_for_each_tournament_and_again_once_a_post_is_under_way(
    domain: Domain,
) -> None:
    first = await begun(domain, "round-robin", 4, together=True)
    second = await begun(domain, "round-robin", 4, together=True)
    await cleared(domain)
    first_games = await domain.tournaments.games(first.id)
    second_games = await domain.tournaments.games(second.id)
    for game in (first_games[0], first_games[1], second_games[0]):
        await decide(domain, game, "1/2")
    posts = []
    for notice in await domain.outbox.claim():
        if isinstance(notice.event, StandingsChanged):
            posts.append(notice.event.tournament)
    assert posts == [first.id, second.id]

    await decide(domain, first_games[2], "1/2")
    events = [notice.event for notice in await notices(domain)]
    assert events == [StandingsChanged(first.id)]


async def test_the_notice_of_a_change_is_left_to_the_interaction_that_made_it(
    domain: Domain,
) -> None:
    interaction = InteractionRef(7, "token", 8)
    creation = await domain.tournaments.create(HERE, ANN, "swiss", "loop", interaction=interaction)
    tournament = creation.tournament.id
    change = await domain.tournaments.do(
        tournament, organising.clear_title, interaction=interaction
    )
    assert creation.notice.interaction == interaction
    assert change.notice.interaction == interaction
    assert await swept(domain) == []
