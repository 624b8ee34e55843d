"""A person's data: given out whole, and deleted in one transaction, whatever else happens at that
moment.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

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
from bot.domain.tournaments.tournament import TournamentTerms
from bot.domain.unit_of_work import Database, UnitOfWork
from bot.domain.values import NOBODY, InteractionRef, Place
from bot.store.personal import SEVERAL
from bot.store.tables import members, metadata, outbox, posts, scopes
from games.players.puzzles import puzzles
from games.records import to_text
from tests.bot.conftest import ANN, BEN, CAT, DAN, HERE, viewer
from tests.bot.domain.matches.helpers import cleared, kinds, played, started, swept


class Broken:
    """A part of the domain that cannot let anybody go."""

    async def forgotten(self, work: UnitOfWork, user: int) -> int:
        deletion = members.delete().where(members.c.id == user)
        await work.connection.execute(deletion)
        raise RuntimeError


async def test_what_cannot_be_deleted_whole_is_not_deleted_in_part(
    domain: Domain, database: Database
) -> None:
    await domain.members.change(ANN.id, flip=True)
    export = await domain.privacy.export(ANN.id)
    with pytest.raises(RuntimeError):
        await Privacy(database, [Broken()]).delete(ANN.id)
    assert await domain.privacy.export(ANN.id) == export


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
    exported = plain(row._asdict())
    assert exported["id"] == str(2**60)
    assert exported["guild"] is True
    assert exported["numbers"] == 0
    assert exported["settings"] == {"channels": [str(2**61)]}
    assert exported["removed_at"] == "2026-03-02T12:00:00+00:00"
    assert exported["puzzle_at"] is None


async def exported_json(domain: Domain, user: int) -> dict[str, Any]:
    """What a member is given out, as a reader of JSON has it."""
    return json.loads(json.dumps(await domain.privacy.export(user)))


async def test_an_export_holds_what_is_ones_own_and_nothing_secret_of_others(
    domain: Domain,
) -> None:
    match = await started(domain, variant="single turns")
    move = match.state.legal_moves()[0]
    answer = match.state.play(move).legal_moves()[0]
    line = [str(move), str(answer)]
    await domain.prepared_moves.add(match.id, BEN.id, line)
    await domain.matches.play(match.id, ANN.id, "e4-d6", confirm=True)
    await domain.members.change(ANN.id, flip=True)

    anns = await exported_json(domain, ANN.id)
    assert anns["members"][0]["settings"] == {"flip": True}
    assert "e4-d6" in anns["explorations"][0]["tree"]["nodes"]

    bens = await exported_json(domain, BEN.id)
    [exploration] = bens["explorations"]
    assert exploration["user"] == BEN.id
    assert exploration["tree"]["draft"] == 0
    assert str(move) in exploration["tree"]["nodes"]
    assert bens["members"] == []

    cats = await exported_json(domain, CAT.id)
    assert cats["matches"] == []
    assert cats["follows"] == []
    assert "followers" not in cats


async def test_what_one_has_asked_solved_and_set_is_given_out_without_keys_to_it_and_deleted(
    domain: Domain,
) -> None:
    (puzzle, *_) = puzzles("loop")
    await domain.puzzles.wrong(ANN.id, puzzle)
    await domain.puzzles.solved(ANN.id, puzzle)
    await domain.members.take_vacation(ANN.id, 1)
    interaction = InteractionRef(5, "a token", 6)
    question = {"match": 1, "made": []}
    for who in (ANN, BEN):
        await domain.pending_answers.ask("hint", who.id, question, HERE, "en", interaction)

    export = await domain.privacy.export(ANN.id)
    [attempt] = export["puzzle_tries"]
    assert (attempt["puzzle"], attempt["wrong"]) == (puzzle.name, 1)
    assert attempt["solved_at"] == "2026-03-02T12:00:00+00:00"
    [streak] = export["puzzle_streaks"]
    assert streak["days"] == 1
    [pending] = export["pending_answers"]
    assert pending["about"] == question
    [member] = export["members"]
    assert str(member["vacation_until"]).startswith("2026-03-03T12:00")
    assert "a token" not in json.dumps(export)

    await domain.privacy.delete(ANN.id)
    await assert_nothing_exported(domain, ANN.id)
    bens = await domain.privacy.export(BEN.id)
    assert len(bens["pending_answers"]) == 1


async def assert_nothing_exported(domain: Domain, user: int) -> None:
    """No row is left of a member."""
    export = await domain.privacy.export(user)
    tables = {table: rows for table, rows in export.items() if isinstance(rows, list) and rows}
    assert tables == {}


async def test_deleting_leaves_finished_matches_to_the_others(domain: Domain) -> None:
    match = await started(domain, note="hello")
    await domain.matches.act(match.id, BEN.id, endings.resign)
    await domain.privacy.delete(ANN.id)
    match = await domain.matches.get(match.id)
    assert match.seats == (NOBODY, BEN.id)
    assert match.names == ("somebody", "Ben")
    assert match.winner == 0
    assert match.note == ""
    with pytest.raises(NotYours, match="is a former member against Ben; you can only watch"):
        match.playing(CAT.id)
    with pytest.raises(Refused, match="deleted their data"):
        await domain.challenges.rematch(match.id, BEN.id)


async def test_deleting_ends_running_matches(domain: Domain) -> None:
    match = await started(domain)
    await played(domain, match.id, 3)
    young = await started(domain)
    await cleared(domain)
    assert await domain.privacy.delete(ANN.id) == 2
    match = await domain.matches.get(match.id)
    assert (match.status, match.winner, match.reason) == ("finished", 1, "deleted")
    young = await domain.matches.get(young.id)
    assert young.status == "aborted"

    notices = await swept(domain)
    assert kinds(notices) == [("finished", BEN.id), ("finished", BEN.id)]
    for notice in notices:
        assert isinstance(notice.event, MatchFinished)
        assert notice.event.by == NOBODY


async def test_deleting_leaves_no_row_of_matches_challenges_or_settings(domain: Domain) -> None:
    finished_match = await started(domain, note="hello")
    await domain.matches.act(finished_match.id, BEN.id, endings.resign)
    await started(domain)
    await domain.challenges.make(HERE, ANN, "veloop-square")
    await domain.members.change(ANN.id, flip=True)
    assert await domain.privacy.delete(ANN.id) == 2
    assert await domain.challenges.open(viewer(DAN)) == ()
    await assert_nothing_exported(domain, ANN.id)


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
            "next_try": work.now,
        }
        await work.connection.execute(outbox.insert().values(unknown))
    export = await domain.privacy.export(ANN.id)
    assert len(export["outbox"]) == 3

    await domain.privacy.delete(ANN.id)
    async with database.read() as connection:
        query = sa.select(outbox.c.payload).order_by(outbox.c.id)
        result = await connection.scalars(query)
    assert list(result) == [
        {"version": 1, "by": NOBODY, "banned": False},
        CheckInOpened(1, (BEN.id,), 0).payload(),
        {"whom": NOBODY},
    ]


def test_numbers_of_turns_name_nobody() -> None:
    assert payloads.named("turn", {"end": ANN.id, "start": 3}) == set()


async def test_the_title_that_an_organiser_gave_goes_with_them(domain: Domain) -> None:
    creation = await domain.tournaments.create(
        HERE, ANN, "round-robin", "loop", TournamentTerms(4), title="Jabberwock"
    )
    id = creation.tournament.id
    for who in (BEN, CAT, DAN):
        await domain.tournaments.do(id, organising.join, who)
    await domain.tournaments.do(id, organising.start, ANN.id)
    await domain.tournaments.work()
    [game] = await domain.tournaments.games(id)
    aborted_match = await domain.matches.get(game.match)
    assert "Jabberwock" in aborted_match.note
    await domain.matches.act(aborted_match.id, aborted_match.seats[0], endings.abort)
    await domain.tournaments.work()
    [game] = await domain.tournaments.games(id)
    assert game.match != aborted_match.id, "it is played again"

    await domain.privacy.delete(ANN.id)
    tournament = await domain.tournaments.get(id)
    assert tournament.title == "Loop"
    assert tournament.organiser.name == "somebody"
    assert tournament.status == "running"
    for match in (aborted_match.id, game.match):
        assert (await domain.matches.get(match)).note == ""


async def test_only_bans_and_shut_outs_name_who_has_left(
    domain: Domain, database: Database
) -> None:
    await domain.blocks.block(BEN.id, ANN)
    await domain.exclusions.ban(HERE, BEN.id, ANN)
    await domain.exclusions.shut_out(user=ANN.id)
    await domain.privacy.delete(ANN.id)
    columns = set()
    async with database.read() as connection:
        for table in metadata.sorted_tables:
            result = await connection.execute(sa.select(table))
            for row in result.mappings():
                for name, value in row.items():
                    if value in (ANN.id, ANN.name):
                        columns.add(f"{table.name}.{name}")
    assert columns == {"bans.user", "shut_outs.user"}


@pytest.mark.some_cases(1)
@pytest.mark.mutants
@pytest.mark.parametrize("delay", [0, 2, 8])
async def test_a_challenge_that_is_accepted_meanwhile_leaves_no_match_against_nobody(
    domain: Domain, open_domain: Callable[[], Awaitable[Domain]], database: Database, delay: int
) -> None:
    other = domain if database.store.sqlite else await open_domain()
    for _ in range(2):
        await started(domain)
    offer = await domain.challenges.make(HERE, ANN, "veloop-square", opponent=BEN, clock="1d")

    async def accept() -> None:
        for _ in range(delay):
            await asyncio.sleep(0.001)
        await other.challenges.accept(offer.challenge.id, BEN)

    await asyncio.gather(domain.privacy.delete(ANN.id), accept(), return_exceptions=True)
    assert await domain.matches.of(BEN.id, status="running") == ()
    assert str(ANN.id) not in json.dumps(await domain.privacy.export(BEN.id))


# --------------------------------------------------------------------------------- private channels

DIRECT = Place(scope=5001, channel=5001, guild=False)
GROUP = Place(scope=5002, channel=5002, guild=False)


async def stored_places(database: Database) -> set[int]:
    """The ids of all servers and private channels there are."""
    async with database.read() as connection:
        return set(await connection.scalars(sa.select(scopes.c.id)))


async def test_matches_against_the_computer_in_direct_messages_go_with_the_channel(
    domain: Domain, database: Database
) -> None:
    finished_match = await domain.challenges.play_computer(DIRECT, ANN, "loop", 1)
    await domain.matches.act(finished_match.match.id, ANN.id, endings.resign)
    await domain.challenges.play_computer(DIRECT, ANN, "loop", 1)
    await domain.privacy.delete(ANN.id)
    assert await stored_places(database) == set()
    assert await domain.outbox.depth() == 0


async def test_an_import_that_was_deleted_leaves_no_private_channel_behind(
    domain: Domain, database: Database
) -> None:
    match = await started(domain, "loop")
    await played(domain, match.id, 3)
    record = read_record(to_text(await domain.matches.record(match.id)))
    for place in (DIRECT, GROUP):
        await domain.imports.add(place, ANN, record)
    await domain.challenges.make(GROUP, BEN, "loop")
    for place in (DIRECT, GROUP):
        [(import_, _, _)] = await domain.imports.of(place, ANN.id)
        await domain.imports.delete(import_, ANN.id)
    assert await stored_places(database) == {HERE.scope, GROUP.scope}


async def test_a_match_in_a_private_channel_stays_for_the_other_under_a_number_that_leads_nowhere(
    domain: Domain, database: Database
) -> None:
    offer = await domain.challenges.make(GROUP, ANN, "loop", opponent=BEN)
    match = (await domain.challenges.accept(offer.challenge.id, BEN)).match
    await domain.matches.play(match.id, match.mover, "a1")
    await domain.privacy.delete(ANN.id)
    match = await domain.matches.get(match.id)
    assert match.decisions == ("1a1",)
    assert match.scope < NOBODY
    assert match.channel == match.scope
    assert await stored_places(database) == {match.scope}
    await domain.privacy.delete(BEN.id)
    assert await stored_places(database) == set()


async def test_posts_that_name_others_are_not_read_for_what_is_kept_of_a_person(
    domain: Domain, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await started(domain)
    async with database.unit_of_work() as work:
        post = {
            "kind": "turn",
            "payload": {"version": 1, "start": 0, "end": 1},
            "named": None,
            "scope": HERE.scope,
            "ping": BEN.id,
            "match": match.id,
            "place": 1,
            "message": 2,
            "created_at": work.now,
        }
        await work.connection.execute(posts.insert(), [post] * 2_000)
        payload = Asked(1, "draw", CAT.id).payload()
        naming = post | {"kind": "asked", "payload": payload, "named": CAT.id}
        await work.connection.execute(posts.insert().values(naming))
    kinds_read = []
    named_in = payloads.named

    def counting(kind: str, payload: Any) -> set[int]:
        kinds_read.append(kind)
        return named_in(kind, payload)

    monkeypatch.setattr(payloads, "named", counting)
    export = await domain.privacy.export(CAT.id)
    await domain.privacy.delete(CAT.id)
    assert [row["kind"] for row in export["posts"]] == ["asked"]
    assert len(kinds_read) < 10
    async with database.read() as connection:
        query = sa.select(posts.c.payload).where(posts.c.kind == "asked")
        [payload] = await connection.scalars(query)
    assert payload["by"] == NOBODY


async def test_what_names_a_person_is_found_by_index(domain: Domain, database: Database) -> None:
    for column in ("named", "dm", "ping", "answered_by"):
        query = sa.select(posts).where(posts.c[column] == CAT.id)
        async with database.read() as connection:
            explain = "EXPLAIN QUERY PLAN"
            if not database.store.sqlite:
                explain = "EXPLAIN"
                # so small a table is read whole
                await connection.exec_driver_sql("SET LOCAL enable_seqscan = off")
            text = query.compile(dialect=connection.dialect, compile_kwargs={"literal_binds": True})
            rows = (await connection.exec_driver_sql(f"{explain} {text}")).all()
        assert f"ix_posts_{column}" in str(rows), rows


READ_WHOLE = {"outbox", "server_log", "tournaments"}
"""Tables that stay small, whatever is played."""


async def test_no_table_that_grows_with_what_is_played_is_read_whole(
    domain: Domain, database: Database
) -> None:
    if not database.store.sqlite:
        pytest.skip("PostgreSQL reads small tables whole")
    await started(domain)
    statements = list[tuple[str, Any]]()

    def note(_: Any, __: Any, statement: str, parameters: Any, *more: Any) -> None:
        statements.append((statement, parameters))

    sa.event.listen(sa.Engine, "before_cursor_execute", note)
    await domain.privacy.export(ANN.id)
    await domain.privacy.delete(ANN.id)
    sa.event.remove(sa.Engine, "before_cursor_execute", note)
    scans = set[str]()
    async with database.read() as connection:
        for statement, parameters in statements:
            if statement.split()[0] not in ("SELECT", "UPDATE", "DELETE"):
                continue
            rows = await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
            for row in rows:
                if row.detail.startswith("SCAN") and "USING" not in row.detail:
                    scans.add(f"{row.detail}: {statement}")
    found = {scan for scan in scans if scan.split(":")[0].split()[1] not in READ_WHOLE}
    assert found == set()


def test_the_only_person_whom_an_event_names_is_stored_beside_it() -> None:
    assert TurnPlayed(1, 0, 1).named is None
    assert Asked(1, "draw", ANN.id).named == ANN.id
    assert TimeRanOut(1, ANN.id, (ANN.id,)).named == ANN.id
    assert CheckInOpened(1, (ANN.id, BEN.id), 0).named == SEVERAL
