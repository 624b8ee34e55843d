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


async def row(database: Database) -> dict[str, object]:
    async with database.read() as connection:
        stored_row = (await connection.execute(sa.select(challenges))).mappings().one()
        return {**stored_row, "note": NOTE, "maker": WHO.id, "maker_name": WHO.name}


async def test_a_failed_statement_is_logged_without_values(
    domain: Domain, database: Database, text: io.StringIO
) -> None:
    await domain.challenges.make(HERE, WHO, "loop", opponent=BEN, note=NOTE)
    values = await row(database)
    store = database.store
    wrong = matches.c.number + NOTE
    again = challenges.insert().values(values)

    async def in_a_transaction(statement: sa.Executable) -> None:
        async with database.unit_of_work() as work:
            await work.connection.execute(statement)

    tree = explorations.insert().values(match=99, user=WHO.id, tree={"notes": {"p1": NOTE}})
    blocked = {"user": BEN.id, "other": WHO.id, "name": WHO.name, "at": database.now()}
    block = blocks.insert().values(blocked)
    nowhere = sa.insert(sa.table("nowhere", sa.column("note"))).values(note=NOTE)
    await store.execute(block, {})
    broken = {"game": "no-such-game", "name0": WHO.name, "revision": 7}
    unreadable = (await started(domain, note=NOTE)).id
    await store.execute(matches.update().where(matches.c.id == unreadable).values(broken), {})
    tries: list[Awaitable[object]] = [
        # there is no such place
        in_a_transaction(challenges.insert().values({**values, "id": 99, "scope": 7})),
        in_a_transaction(challenges.insert().values({**values, "id": 99, "game": None})),
        # too large a number
        in_a_transaction(members.insert().values(id=2**70, settings={"note": NOTE})),
        in_a_transaction(sa.text("SELECT * FROM nowhere WHERE note = :note").bindparams(note=NOTE)),
        domain.matches.get(unreadable),
        store.execute(again, {}),
        store.execute(nowhere, {}),
        database.run(block),
        database.run(tree),
        database.run(nowhere),
        store.fetch(sa.select(sa.literal_column("nothing")).where(matches.c.note == NOTE)),
        store.fetch(
            sa.select(sa.cast(sa.literal(NOTE), sa.Integer) + sa.literal_column("nothing"))
        ),
    ]
    if not store.sqlite:
        tries += [
            in_a_transaction(
                scopes.insert().values(id=5, guild=True, settings={"note": NOTE}, numbers=NOTE)
            ),
            store.fetch(sa.select(sa.cast(sa.literal(NOTE), sa.Integer))),
            store.fetch(sa.select(sa.cast(sa.literal(f'{{"{NOTE}": '), JSONB))),
            store.fetch(sa.select(matches.c.id).where(matches.c.number == wrong)),
        ]
    for one in tries:
        try:
            await one
        except Exception as error:
            log.exception("it failed")
            log.error("it failed: %s, %s", error, cause(error))
        else:
            raise AssertionError("it did not fail")
    assert "challenges" in text.getvalue(), "what went wrong is told"
    assert text.getvalue().count("Traceback") >= len(tries)
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
