"""What goes wrong is logged without names, notes, ids, and values of statements."""

import io
import logging
from collections.abc import Awaitable, Iterator

import pytest
import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import JSONB

from bot.domain.domain import Domain
from bot.domain.errors import NotYours
from bot.domain.unit_of_work import Database
from bot.domain.values import Person
from bot.ops import logs
from bot.store.errors import cause
from bot.store.tables import blocks, challenges, explorations, matches, members, scopes
from tests.bot.conftest import BEN, HERE
from tests.bot.domain.matches.helpers import started
from tests.bot.ops.helpers import log_as_before

WHO = Person(123456789012345678, "Zyxwvut Qqname")
NOTE = "the safe is 4711, Jabberwock"
PRIVATE = (str(WHO.id), WHO.name, NOTE, "Jabberwock")
log = logging.getLogger("bot.test")


@pytest.fixture
def text() -> Iterator[io.StringIO]:
    with log_as_before():
        stream = io.StringIO()
        logs.configure(level="INFO", secrets=logs.Secrets(), stream=stream)
        yield stream


async def private_row(database: Database) -> dict[str, object]:
    """The only challenge, as a row that says what nobody may read."""
    async with database.read() as connection:
        result = await connection.execute(sa.select(challenges))
        row = dict(result.mappings().one())
    return row | {"note": NOTE, "maker": WHO.id, "maker_name": WHO.name}


async def in_unit_of_work(database: Database, statement: sa.Executable) -> None:
    async with database.unit_of_work() as work:
        await work.connection.execute(statement)


async def failing_reads(domain: Domain, database: Database) -> list[Awaitable[object]]:
    """Reads that fail, with what nobody may read in the statement or in the row."""
    store = database.store
    unreadable = (await started(domain, note=NOTE)).id
    columns = {"game": "no-such-game", "name0": WHO.name, "revision": 7}
    update = matches.update().where(matches.c.id == unreadable).values(columns)
    await store.execute(update, {})
    nothing = sa.literal_column("nothing")
    note_as_number = sa.cast(sa.literal(NOTE), sa.Integer)
    text = sa.text("SELECT * FROM nowhere WHERE note = :note").bindparams(note=NOTE)
    by_note = sa.select(nothing).where(matches.c.note == NOTE)
    of_sum = sa.select(note_as_number + nothing)
    reads: list[Awaitable[object]] = [
        domain.matches.get(unreadable),
        in_unit_of_work(database, text),
        store.fetch(by_note),
        store.fetch(of_sum),
    ]
    if not store.sqlite:
        note_as_json = sa.cast(sa.literal(f'{{"{NOTE}": '), JSONB)
        wrong_number = matches.c.number == matches.c.number + NOTE
        reads += [
            store.fetch(sa.select(note_as_number)),
            store.fetch(sa.select(note_as_json)),
            store.fetch(sa.select(matches.c.id).where(wrong_number)),
        ]
    return reads


async def failing_writes(domain: Domain, database: Database) -> list[Awaitable[object]]:
    """Writes that fail, with what nobody may read in their values."""
    store = database.store
    await domain.challenges.make(HERE, WHO, "loop", opponent=BEN, note=NOTE)
    row = await private_row(database)
    block_row = {"user": BEN.id, "other": WHO.id, "name": WHO.name, "at": database.now()}
    block = blocks.insert().values(block_row)
    await store.execute(block, {})
    unknown_place = challenges.insert().values(row | {"id": 99, "scope": 7})
    no_game = challenges.insert().values(row | {"id": 99, "game": None})
    too_large = members.insert().values(id=2**70, settings={"note": NOTE})
    same_id = challenges.insert().values(row)
    unknown_match = explorations.insert().values(
        match=99, user=WHO.id, tree={"notes": {"p1": NOTE}}
    )
    unknown_table = sa.insert(sa.table("nowhere", sa.column("note"))).values(note=NOTE)
    writes: list[Awaitable[object]] = [
        in_unit_of_work(database, unknown_place),
        in_unit_of_work(database, no_game),
        in_unit_of_work(database, too_large),
        store.execute(same_id, {}),
        store.execute(unknown_table, {}),
        database.run(block),
        database.run(unknown_match),
        database.run(unknown_table),
    ]
    if not store.sqlite:
        no_number = scopes.insert().values(id=5, guild=True, settings={"note": NOTE}, numbers=NOTE)
        writes.append(in_unit_of_work(database, no_number))
    return writes


async def test_a_failed_statement_is_logged_without_values(
    domain: Domain, database: Database, text: io.StringIO
) -> None:
    statements = await failing_writes(domain, database)
    statements += await failing_reads(domain, database)
    for statement in statements:
        try:
            await statement
        except Exception as error:
            log.exception("it failed")
            log.error("it failed: %s, %s", error, cause(error))
        else:
            raise AssertionError("it did not fail")
    assert "challenges" in text.getvalue(), "what went wrong is told"
    assert text.getvalue().count("Traceback") >= len(statements)
    for private in PRIVATE:
        assert private not in text.getvalue()


async def test_a_refusal_that_is_logged_names_nobody(text: io.StringIO) -> None:
    refusal = NotYours(
        "{name} is the match of {first} and {second}", name="M1", first=WHO.name, second="Ben"
    )
    try:
        try:
            raise refusal
        except NotYours as error:
            raise RuntimeError("another mistake") from error
    except RuntimeError:
        log.exception("it failed")
    log.info("match 7: %s", refusal)
    log.warning("GET https://discord.com/api/v10/guilds/1/members/%s was answered with 500", WHO.id)
    assert "{name} is the match of {first} and {second}" in text.getvalue()
    assert not any(private in text.getvalue() for private in PRIVATE)
