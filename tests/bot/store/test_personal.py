"""Every column says what it holds about people, whose it is and how long it stays."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
import sqlalchemy as sa

from bot.store import Store
from bot.store.key_value import remember
from bot.store.personal import ROW, Category, Key, Plain, Rows, Stays, UndeclaredKey, UserId, keys_of, undeclared
from bot.store.tables import metadata


def test_every_column_says_what_it_holds() -> None:
    missing = undeclared(metadata.tables.values())
    assert not missing, "\n".join(missing)


def test_every_table_has_a_key_by_which_a_row_that_was_changed_is_found() -> None:
    assert all(table.primary_key.columns for table in metadata.tables.values())


def test_what_is_missing_is_named() -> None:
    rows = Rows(Stays.PLAYED)
    table = sa.Table(
        "notes",
        sa.MetaData(),
        sa.Column("user", sa.BigInteger, info=rows.person(ROW)),
        sa.Column("text", sa.Text),
        sa.Column("name", sa.Text, info=rows.name("maker")),
        sa.Column("more", sa.JSON, info=rows.about("user")),
    )
    text, name, more = undeclared([table])
    assert text.startswith("notes.text is not declared")
    assert name == "notes.name is said to be about maker, which is no column with the id of a person"
    assert more == "notes.more is JSON and does not say who declares its keys: keys=…"


def test_every_field_that_is_stored_as_json_says_what_it_holds() -> None:
    @dataclass
    class Told:
        round: Plain[int]
        by: UserId | None

    @dataclass
    class Silent:
        round: int

    nothing, person = Key(Category.NOTHING), Key(Category.PERSONAL, person=True)
    assert keys_of(Told) == {"round": nothing, "by": person}
    with pytest.raises(UndeclaredKey, match=r"Silent\.round is stored as JSON and is not declared"):
        keys_of(Silent)


async def test_what_the_service_remembers_says_what_it_holds(tmp_path: object) -> None:
    store = await Store.open(f"sqlite+aiosqlite:///{tmp_path}/loophole.db")
    with pytest.raises(UndeclaredKey, match=r"'birthdays:7' is not declared"):
        await remember(store, "birthdays:7", "4 May")
    await store.close()
