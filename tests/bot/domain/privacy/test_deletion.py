"""A person's data: given out whole, and deleted in one transaction, whatever else happens at that
moment.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable

import pytest
import sqlalchemy as sa

from bot.domain.domain import Domain
from bot.domain.errors import NotYours, Refused
from bot.domain.imports.record import read_record
from bot.domain.matches import endings
from bot.domain.matches.events import Asked, MatchFinished, PlayerLeft, TimeRanOut, TurnPlayed
from bot.domain.outbox.enqueue import enqueue
from bot.domain.privacy import payloads
from bot.domain.privacy.rows import plain
from bot.domain.privacy.service import Privacy
from bot.domain.tournaments import organising
from bot.domain.tournaments.events import CheckInOpened
from bot.domain.tournaments.tournament import Terms
from bot.domain.unit_of_work import Database, UnitOfWork
from bot.domain.values import NOBODY, Place, Via
from bot.store.personal import SEVERAL
from bot.store.tables import members, metadata, outbox, posts, scopes
from games.players.puzzles import puzzles
from games.records import to_text
from tests.bot.conftest import ANN, BEN, CAT, DAN, HERE, viewer
from tests.bot.domain.matches.helpers import kinds, played, started, swept


class Broken:
    """A part of the domain that cannot let anybody go."""

    async def forgotten(self, work: UnitOfWork, user: int) -> int:
        await work.connection.execute(members.delete().where(members.c.id == user))
        raise RuntimeError


async def test_what_cannot_be_deleted_whole_is_not_deleted_in_part(
    domain: Domain, database: Database
) -> None:
    await domain.members.change(ANN.id, flip=True)
    before = await domain.privacy.export(ANN.id)
    with pytest.raises(RuntimeError):
        await Privacy(database, [Broken()]).delete(ANN.id)
    assert await domain.privacy.export(ANN.id) == before


async def test_rows_are_given_out_as_every_reader_of_json_takes_them(database: Database) -> None:
    async with database.unit_of_work() as work:
        values = {
            "id": 2**60,
            "guild": True,
            "settings": {"channels": [2**61]},
            "removed_at": work.now,
        }
        await work.connection.execute(scopes.insert().values(values))
        row = (await work.connection.execute(sa.select(scopes))).one()
    found = plain(row._asdict())
    assert (found["id"], found["guild"], found["numbers"]) == (str(2**60), True, 0)
    assert found["settings"] == {"channels": [str(2**61)]}
    assert (found["removed_at"], found["puzzle_at"]) == ("2026-03-02T12:00:00+00:00", None)


async def test_an_export_holds_what_is_ones_own_and_nothing_secret_of_others(
    domain: Domain,
) -> None:
    match = await started(domain, variant="single turns")
    move = match.state.legal_moves()[0]
    state = match.state.play(move)
    await domain.prepared_moves.add(match.id, BEN.id, [str(move), str(state.legal_moves()[0])])
    await domain.matches.play(match.id, ANN.id, "e4-d6", confirm=True)
    await domain.members.change(ANN.id, flip=True)
    mine, theirs, other = [
        json.loads(json.dumps(await domain.privacy.export(who.id))) for who in (ANN, BEN, CAT)
    ]
    assert mine["members"][0]["settings"] == {"flip": True}
    assert "e4-d6" in mine["explorations"][0]["tree"]["nodes"]
    assert [row["user"] for row in theirs["explorations"]] == [BEN.id]
    assert theirs["explorations"][0]["tree"]["draft"] == 0
    assert str(move) in theirs["explorations"][0]["tree"]["nodes"]
    assert theirs["members"] == []
    assert other["matches"] == other["follows"] == []
    assert "followers" not in other


async def test_what_one_has_asked_solved_and_set_is_given_out_without_keys_to_it_and_deleted(
    domain: Domain,
) -> None:
    (puzzle, *_) = puzzles("loop")
    await domain.puzzles.wrong(ANN.id, puzzle)
    await domain.puzzles.solved(ANN.id, puzzle)
    await domain.members.take_vacation(ANN.id, 1)
    via = Via(5, "a token", 6)
    for who in (ANN, BEN):
        await domain.pending_answers.ask("hint", who.id, {"match": 1, "made": []}, HERE, "en", via)
    mine = await domain.privacy.export(ANN.id)
    (tried,), (streak,), (asked,), (member,) = (
        mine[table] for table in ("puzzle_tries", "puzzle_streaks", "pending_answers", "members")
    )
    assert (tried["puzzle"], tried["wrong"], tried["solved_at"]) == (
        puzzle.name,
        1,
        "2026-03-02T12:00:00+00:00",
    )
    assert (streak["days"], asked["about"]) == (1, {"match": 1, "made": []})
    assert str(member["vacation_until"]).startswith("2026-03-03T12:00")
    assert "a token" not in json.dumps(mine)
    await domain.privacy.delete(ANN.id)
    assert not any(
        rows for rows in (await domain.privacy.export(ANN.id)).values() if isinstance(rows, list)
    )
    assert len((await domain.privacy.export(BEN.id))["pending_answers"]) == 1


async def test_deleting_ends_running_matches_and_leaves_finished_ones_to_the_others(
    domain: Domain,
) -> None:
    finished = await started(domain, note="hello")
    await domain.matches.act(finished.id, BEN.id, endings.resign)
    running = await started(domain)
    await played(domain, running.id, 3)
    young = await started(domain)
    await domain.challenges.make(HERE, ANN, "veloop-square")
    await domain.members.change(ANN.id, flip=True)
    await swept(domain)
    assert await domain.privacy.delete(ANN.id) == 3
    kept = await domain.matches.get(finished.id)
    assert (kept.seats, kept.names, kept.winner, kept.note) == (
        (NOBODY, BEN.id),
        ("somebody", "Ben"),
        0,
        "",
    )
    with pytest.raises(NotYours, match="is a former member against Ben; you can only watch"):
        kept.playing(CAT.id)
    ended = await domain.matches.get(running.id)
    assert (ended.status, ended.winner, ended.reason) == ("finished", 1, "deleted")
    assert (await domain.matches.get(young.id)).status == "aborted"
    assert await domain.challenges.open(viewer(DAN)) == ()
    left = await domain.privacy.export(ANN.id)
    assert not any(rows for rows in left.values() if isinstance(rows, list))
    told = await swept(domain)
    assert kinds(told) == [("finished", BEN.id)] * 2
    assert [notice.event.by for notice in told if isinstance(notice.event, MatchFinished)] == [
        NOBODY
    ] * 2
    with pytest.raises(Refused, match="deleted their data"):
        await domain.challenges.rematch(finished.id, BEN.id)


async def test_notices_to_others_name_nobody_who_has_deleted_their_data(
    domain: Domain, database: Database
) -> None:
    async with database.unit_of_work() as work:
        for event in (PlayerLeft(version=1, by=ANN.id), CheckInOpened(1, (ANN.id, BEN.id), 0)):
            await enqueue(work, event, scope=HERE.scope, channel=1, ping=BEN.id)
        unknown = {
            "kind": "later",
            "scope": 1,
            "payload": {"whom": ANN.id},
            "created_at": work.now,
            "attempts": 0,
        }
        await work.connection.execute(outbox.insert().values(unknown | {"next_try": work.now}))
    assert len((await domain.privacy.export(ANN.id))["outbox"]) == 3
    await domain.privacy.delete(ANN.id)
    async with database.read() as connection:
        found = (
            (await connection.execute(sa.select(outbox.c.payload).order_by(outbox.c.id)))
            .scalars()
            .all()
        )
    assert found == [
        {"version": 1, "by": NOBODY, "banned": False},
        CheckInOpened(1, (BEN.id,), 0).payload(),
        {"whom": NOBODY},
    ]
    assert payloads.named("turn", {"end": ANN.id, "start": 3}) == set(), (
        "these are numbers of turns"
    )


async def test_the_title_that_an_organiser_gave_goes_with_them(domain: Domain) -> None:
    made = (
        await domain.tournaments.create(
            HERE, ANN, "round-robin", "loop", Terms(4), title="Jabberwock"
        )
    ).tournament
    for who in (BEN, CAT, DAN):
        await domain.tournaments.do(made.id, organising.join, who)
    await domain.tournaments.do(made.id, organising.start, ANN.id)
    await domain.tournaments.work()
    (game,) = await domain.tournaments.games(made.id)
    off = await domain.matches.get(game.match or 0)
    await domain.matches.act(off.id, off.seats[0], endings.abort)
    await domain.tournaments.work()
    again = [game.match for game in await domain.tournaments.games(made.id)]
    assert again != [off.id], "it is played again"
    assert "Jabberwock" in off.note
    await domain.privacy.delete(ANN.id)
    now = await domain.tournaments.get(made.id)
    assert (now.title, now.organiser.name, now.status) == ("Loop", "somebody", "running")
    assert {(await domain.matches.get(match or 0)).note for match in (off.id, *again)} == {""}


async def test_only_bans_and_shut_outs_name_who_has_left(
    domain: Domain, database: Database
) -> None:
    await domain.blocks.block(BEN.id, ANN)
    await domain.exclusions.ban(HERE, BEN.id, ANN)
    await domain.exclusions.shut_out(user=ANN.id)
    await domain.privacy.delete(ANN.id)
    left = set()
    async with database.read() as connection:
        for table in metadata.sorted_tables:
            for row in (await connection.execute(sa.select(table))).mappings():
                left |= {
                    f"{table.name}.{name}"
                    for name, value in row.items()
                    if value in (ANN.id, ANN.name)
                }
    assert left == {"bans.user", "shut_outs.user"}


@pytest.mark.some_cases(1)
@pytest.mark.mutants
@pytest.mark.parametrize("later", [0, 2, 8])
async def test_a_challenge_that_is_accepted_meanwhile_leaves_no_match_against_nobody(
    domain: Domain, opened: Callable[[], Awaitable[Domain]], database: Database, later: int
) -> None:
    other = domain if database.store.sqlite else await opened()
    for _ in range(2):
        await started(domain)
    offered = await domain.challenges.make(HERE, ANN, "veloop-square", opponent=BEN, clock="1d")

    async def accept() -> None:
        for _ in range(later):
            await asyncio.sleep(0.001)
        await other.challenges.accept(offered.challenge.id, BEN)

    await asyncio.gather(domain.privacy.delete(ANN.id), accept(), return_exceptions=True)
    assert await domain.matches.of(BEN.id, status="running") == ()
    assert str(ANN.id) not in json.dumps(await domain.privacy.export(BEN.id))


# --------------------------------------------------------------------------------- private channels

DIRECT = Place(scope=5001, channel=5001, guild=False)
GROUP = Place(scope=5002, channel=5002, guild=False)


async def places(database: Database) -> set[int]:
    async with database.read() as connection:
        return set((await connection.execute(sa.select(scopes.c.id))).scalars())


async def test_matches_against_the_computer_in_direct_messages_go_with_the_channel(
    domain: Domain, database: Database
) -> None:
    over = (await domain.challenges.play_computer(DIRECT, ANN, "loop", 1)).match
    await domain.matches.act(over.id, ANN.id, endings.resign)
    await domain.challenges.play_computer(DIRECT, ANN, "loop", 1)
    await domain.privacy.delete(ANN.id)
    assert await places(database) == set()
    assert await domain.outbox.depth() == 0


async def test_an_import_that_was_deleted_leaves_no_private_channel_behind(
    domain: Domain, database: Database
) -> None:
    match = await played(domain, (await started(domain, "loop")).id, 3)
    record = read_record(to_text(await domain.matches.record(match.id)))
    for place in (DIRECT, GROUP):
        await domain.imports.add(place, ANN, record)
    await domain.challenges.make(GROUP, BEN, "loop")
    for place in (DIRECT, GROUP):
        ((brought, _, _),) = await domain.imports.of(place, ANN.id)
        await domain.imports.delete(brought, ANN.id)
    assert await places(database) == {HERE.scope, GROUP.scope}


async def test_a_match_in_a_private_channel_stays_for_the_other_under_a_number_that_leads_nowhere(
    domain: Domain, database: Database
) -> None:
    offered = await domain.challenges.make(GROUP, ANN, "loop", opponent=BEN)
    match = (await domain.challenges.accept(offered.challenge.id, BEN)).match
    await domain.matches.play(match.id, match.mover or 0, "a1")
    await domain.privacy.delete(ANN.id)
    kept = await domain.matches.get(match.id)
    assert kept.decisions == ("1a1",)
    assert kept.scope < NOBODY
    assert await places(database) == {kept.scope} == {kept.channel}
    await domain.privacy.delete(BEN.id)
    assert await places(database) == set()


async def test_posts_that_name_others_are_not_read_for_what_is_kept_of_a_person(
    domain: Domain, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await started(domain)
    post = {
        "kind": "turn",
        "payload": {"version": 1, "start": 0, "end": 1},
        "named": None,
        "scope": HERE.scope,
        "ping": BEN.id,
        "match": match.id,
        "place": 1,
        "message": 2,
    }
    async with database.unit_of_work() as work:
        post["created_at"] = work.now
        await work.connection.execute(posts.insert(), [post] * 2_000)
        asked = {"kind": "asked", "payload": Asked(1, "draw", CAT.id).payload(), "named": CAT.id}
        await work.connection.execute(posts.insert().values(post | asked))
    read = list[str]()
    named_in = payloads.named
    monkeypatch.setattr(
        payloads, "named", lambda kind, payload: read.append(kind) or named_in(kind, payload)
    )
    exported = await domain.privacy.export(CAT.id)
    await domain.privacy.delete(CAT.id)
    assert [row["kind"] for row in exported["posts"]] == ["asked"]
    assert len(read) < 10
    async with database.read() as connection:
        named = (
            await connection.execute(sa.select(posts.c.payload).where(posts.c.kind == "asked"))
        ).scalar_one()
    assert named["by"] == NOBODY


async def test_what_names_a_person_is_found_by_index(domain: Domain, database: Database) -> None:
    for column in ("named", "dm", "ping", "answered_by"):
        query = sa.select(posts).where(posts.c[column] == CAT.id)
        async with database.read() as connection:
            explain = "EXPLAIN QUERY PLAN "
            if not database.store.sqlite:
                explain = "EXPLAIN "
                # so small a table is read whole
                await connection.exec_driver_sql("SET LOCAL enable_seqscan = off")
            said = str(
                query.compile(dialect=connection.dialect, compile_kwargs={"literal_binds": True})
            )
            plan = str((await connection.exec_driver_sql(explain + said)).all())
        assert f"ix_posts_{column}" in plan, plan


def test_the_only_person_whom_an_event_names_is_stored_beside_it() -> None:
    assert TurnPlayed(1, 0, 1).named is None
    assert Asked(1, "draw", ANN.id).named == ANN.id
    assert TimeRanOut(1, ANN.id, (ANN.id,)).named == ANN.id
    assert CheckInOpened(1, (ANN.id, BEN.id), 0).named == SEVERAL
