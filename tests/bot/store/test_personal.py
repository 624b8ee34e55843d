"""Every column says what it holds about people, whose it is and how long it stays."""

from dataclasses import dataclass

import pytest
import sqlalchemy as sa

from bot.store import Store, personal
from bot.store.key_value import remember
from bot.store.personal import (
    NOBODY,
    NOTHING,
    ROW,
    Declared,
    Plain,
    Stays,
    UndeclaredKey,
    UserId,
    declared,
    keys_of,
)
from bot.store.tables import Key, columns, metadata


@pytest.mark.parametrize("table", metadata.sorted_tables, ids=str)
def test_every_column_says_what_it_holds_and_its_table_how_long(table: sa.Table) -> None:
    assert isinstance(table.info.get("stays"), Stays), (
        f"{table} is not made by bot.store.tables.columns.table"
    )
    undeclared = [column.name for column in table.c if "personal" not in column.info]
    assert not undeclared, f"{undeclared} are not made by bot.store.tables.columns.column"
    persons = {column.name for column in table.c if declared(column).person}
    for column in table.c:
        assert persons >= set(declared(column).whose), (
            f"{column} is about what is no column with the id of a person"
        )
        assert declared(column).keys or not isinstance(column.type, sa.JSON), (
            f"who declares the keys of {column}?"
        )


def test_every_table_has_a_key_by_which_a_row_that_was_changed_is_found() -> None:
    assert all(table.primary_key.columns for table in metadata.tables.values())


def test_what_is_declared_of_columns_and_their_table_is_read_from_them() -> None:
    who, what, sentence, _ = personal.Category
    says = {
        "user": (
            personal.person(ROW, secret_to="by"),
            Declared(who, (), ROW, person=True, secret_to="by"),
        ),
        "by": (personal.person(NOBODY), Declared(who, (), NOBODY, person=True)),
        "name": (personal.name("user", "by"), Declared(who, ("user", "by"), "somebody")),
        "wins": (personal.about("user"), Declared(what, ("user",))),
        "said": (
            personal.words("by", secret_to="by"),
            Declared(sentence, ("by",), "", secret_to="by"),
        ),
        "terms": (personal.json("terms", "user"), Declared(what, ("user",), keys="terms")),
    }
    made_of = (
        columns.column(name, Key, says[name][0], sa.ForeignKey("x.id"), index=True) for name in says
    )
    table = columns.table("told", Stays.SERVICE, *made_of, sqlite_autoincrement=True)
    where = table.c.wins > 1
    columns.partial_index("first", table.c.wins, where=where)
    metadata.remove(table)
    assert {each.name: declared(each) for each in table.c} == {
        name: form for name, (_, form) in says.items()
    }
    assert all(each.index and each.foreign_keys and each.type is Key for each in table.c)
    assert (table.info, table.dialect_kwargs["sqlite_autoincrement"]) == (
        {"stays": Stays.SERVICE},
        True,
    )
    (first,) = [index for index in table.indexes if index.name == "first"]
    assert (first.table, [*first.columns]) == (table, [table.c.wins])
    assert first.dialect_kwargs["sqlite_where"] is first.dialect_kwargs["postgresql_where"] is where


def test_every_field_that_is_stored_as_json_says_what_it_holds() -> None:
    @dataclass
    class Told:
        round: Plain[int]
        by: UserId | None

    @dataclass
    class Silent:
        round: int

    assert keys_of(Told) == {"round": NOTHING, "by": personal.person(NOBODY)}
    with pytest.raises(UndeclaredKey, match=r"Silent\.round is stored as JSON and is not declared"):
        keys_of(Silent)


async def test_what_the_service_remembers_says_what_it_holds(tmp_path: object) -> None:
    store = await Store.open(f"sqlite+aiosqlite:///{tmp_path}/loophole.db")
    with pytest.raises(UndeclaredKey, match=r"'birthdays:7' is not declared"):
        await remember(store, "birthdays:7", "4 May")
    await store.close()
