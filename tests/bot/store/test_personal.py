"""Every column says what it holds about people, whose it is and how long it stays."""

from dataclasses import dataclass

import pytest
import sqlalchemy as sa

from bot.store import Store
from bot.store.key_value import remember
from bot.store.personal import NOBODY, NOTHING, Plain, Stays, UndeclaredKey, UserId, declared, keys_of, person
from bot.store.tables import metadata


@pytest.mark.parametrize("table", metadata.sorted_tables, ids=str)
def test_every_column_says_what_it_holds_and_its_table_how_long(table: sa.Table) -> None:
    assert isinstance(table.info.get("stays"), Stays), f"{table} is not made by bot.store.tables.columns.table"
    undeclared = [column.name for column in table.c if "personal" not in column.info]
    assert not undeclared, f"{undeclared} are not made by bot.store.tables.columns.column"
    persons = {column.name for column in table.c if declared(column).person}
    for column in table.c:
        assert persons >= set(declared(column).whose), f"{column} is about what is no column with the id of a person"
        assert declared(column).keys or not isinstance(column.type, sa.JSON), f"who declares the keys of {column}?"


def test_every_table_has_a_key_by_which_a_row_that_was_changed_is_found() -> None:
    assert all(table.primary_key.columns for table in metadata.tables.values())


def test_every_field_that_is_stored_as_json_says_what_it_holds() -> None:
    @dataclass
    class Told:
        round: Plain[int]
        by: UserId | None

    @dataclass
    class Silent:
        round: int

    assert keys_of(Told) == {"round": NOTHING, "by": person(NOBODY)}
    with pytest.raises(UndeclaredKey, match=r"Silent\.round is stored as JSON and is not declared"):
        keys_of(Silent)


async def test_what_the_service_remembers_says_what_it_holds(tmp_path: object) -> None:
    store = await Store.open(f"sqlite+aiosqlite:///{tmp_path}/loophole.db")
    with pytest.raises(UndeclaredKey, match=r"'birthdays:7' is not declared"):
        await remember(store, "birthdays:7", "4 May")
    await store.close()
