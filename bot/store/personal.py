"""Declarations of personal data: what each column and JSON key says about people, whose it is, how long it stays.

A table makes a ``Rows`` for how long its rows stay, and each column is declared with it:

    rows = Rows(Stays.PLAYED)
    sa.Column("id", Key, primary_key=True, info=rows.nothing())
    sa.Column("user", sa.BigInteger, info=rows.person(ROW))       # their rows are deleted with their data
    sa.Column("name", Name(100), info=rows.name("user"))          # the name of the person in ``user``
    sa.Column("wins", sa.Integer, info=rows.about("user"))        # something about that person

Fields of what is stored as JSON are annotated: ``Plain[int]``, ``Own[bool]``, ``UserId``, ``UserIds``.
Export, deletion and the table in docs/privacy.md follow from that (``bot.domain.privacy``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from enum import Enum
from typing import Annotated, Any, Final, Literal, NamedTuple, TypeAlias, TypeVar, get_type_hints

import sqlalchemy as sa

T = TypeVar("T")

NOBODY: Final = -1
"""Replaces the id of a user who has deleted their data."""
DELETED_NAME: Final = "somebody"
"""Replaces their name."""

_LEFT, _UNUSED = "data of servers that were left", "private channels that are no longer used"


class Category(Enum):
    """What a value says about a person."""

    PERSONAL = "personal"  # who somebody is: an id, a name
    PSEUDONYMOUS = "pseudonymous"  # something about somebody whose id stands beside it
    WORDS = "somebody's words"
    NOTHING = "none"


class Stays(Enum):
    """How long something stays, in the words of docs/privacy.md, and the jobs that delete it then."""

    PLAYED = (
        "until you delete your data or the server's is deleted; in a private channel until 180 days after the last "
        "match there",
        (_LEFT, _UNUSED),
    )
    RATED = (
        "until you delete your data, a manager resets your rating or the server's is deleted; in a private channel "
        "until 180 days after the last match there",
        (_LEFT, _UNUSED),
    )
    CHOSEN = ("until you change it or delete your data", ())
    SERVER = (
        "until 30 days after the bot is removed from the server; a private channel's as long as its matches",
        (_LEFT, _UNUSED),
    )
    BANNED = (
        "until the server’s managers take it back, or 30 days after the bot is removed from the server",
        (_LEFT,),
    )
    SHUT_OUT = ("until the host takes it back", ())
    OWED = ("until it is sent, 14 days at most", ("posts that cannot be sent",))
    ASKED = ("until you are answered, a day at most", ("answers that are thought about",))
    SERVICE = ("as long as the bot runs", ())
    TOKENS = ("two years", ("deletions of long ago",))

    def __init__(self, text: str, jobs: tuple[str, ...]) -> None:
        self.text = text
        self.jobs = jobs


class Fate(Enum):
    """What happens to a value when its person deletes their data, unless another value replaces it."""

    KEPT = "kept"
    ROW = "the row is deleted"


ROW: Final = Fate.ROW
KEPT: Final = Fate.KEPT


@dataclass(frozen=True, slots=True)
class Declared:
    """What a column says about people.

    ``whose``: the columns with the ids of the people it is about. ``instead``: what replaces it when one of them
    deletes their data, or a ``Fate``. ``secret_to``: the column with the id of the only person who may see it;
    ``secret``: nobody may. ``keys``: who declares the keys of a JSON value, or the category of all of them.
    ``place``: the server or private channel, or the channel, of the row. ``seat_in``: this is a seat of the match in
    that column, and stands for its player. ``guard``: counts the changes of the row.
    """

    category: Category
    stays: Stays
    whose: tuple[str, ...] = ()
    instead: object = KEPT
    person: bool = False
    secret: bool = False
    secret_to: str | None = None
    keys: str | Category | None = None
    place: Literal["scope", "channel"] | None = None
    seat_in: str | None = None
    guard: bool = False

    @property
    def identifies(self) -> bool:
        """Whether the value alone identifies a person."""
        return self.person or self.seat_in is not None


Info: TypeAlias = dict[Any, Any]
Column: TypeAlias = sa.Column[Any]
_KEY = "personal"


class Rows:
    """Declares the columns of a table whose rows all stay as long."""

    def __init__(self, stays: Stays) -> None:
        self.stays = stays

    def nothing(self, *, keys: str | Category | None = None) -> Info:
        """Nothing about a person."""
        return {_KEY: Declared(Category.NOTHING, self.stays, keys=keys)}

    def guard(self) -> Info:
        """A counter of the row's changes: an update based on an earlier read cannot undo a deletion."""
        return {_KEY: Declared(Category.NOTHING, self.stays, guard=True)}

    def person(self, instead: object, *, secret_to: str | None = None) -> Info:
        """The id of a person. ``secret_to``: only the person in that column may learn it."""
        return {_KEY: Declared(Category.PERSONAL, self.stays, instead=instead, person=True, secret_to=secret_to)}

    def seat(self, match: str) -> Info:
        """A seat of the match in the column ``match``; the row is deleted with its player's data."""
        return {_KEY: Declared(Category.PSEUDONYMOUS, self.stays, instead=ROW, seat_in=match)}

    def name(self, *whose: str, instead: object = DELETED_NAME, secret_to: str | None = None) -> Info:
        """The name of the person whose id is in the column ``whose``."""
        return {_KEY: Declared(Category.PERSONAL, self.stays, whose, instead, secret_to=secret_to)}

    def words(self, *whose: str, instead: object = "") -> Info:
        """Text written by one of the persons whose ids are in the columns ``whose``."""
        return {_KEY: Declared(Category.WORDS, self.stays, whose, instead)}

    def about(
        self, *whose: str, instead: object = KEPT, secret_to: str | None = None, keys: str | Category | None = None
    ) -> Info:
        """Something about the persons whose ids are in the columns ``whose``; no longer once those ids are gone."""
        return {_KEY: Declared(Category.PSEUDONYMOUS, self.stays, whose, instead, secret_to=secret_to, keys=keys)}

    def credential(self, *whose: str) -> Info:
        """A secret such as the token of an interaction; nobody is given it."""
        return {_KEY: Declared(Category.PSEUDONYMOUS, self.stays, whose, secret=True)}

    def scope(self) -> Info:
        """The server, or private channel outside servers, with which the row is deleted."""
        return {_KEY: Declared(Category.PSEUDONYMOUS, self.stays, place="scope")}

    def channel(self) -> Info:
        """A channel; a private one leads to its members."""
        return {_KEY: Declared(Category.PSEUDONYMOUS, self.stays, place="channel")}


def declared(column: Column) -> Declared:
    """The declaration of a column. Raises KeyError if it has none."""
    declaration: Declared = column.info[_KEY]
    return declaration


def undeclared(tables: Iterable[sa.Table]) -> list[str]:
    """What is missing or wrong in the declarations of some tables, a line each."""
    wrong = []
    for column in (column for table in tables for column in table.c):
        name = f"{column.table.name}.{column.name}"
        if _KEY not in column.info:
            wrong.append(f"{name} is not declared: info=rows.nothing(), .person(…), .about(…), … ({__name__})")
            continue
        declaration = declared(column)
        persons = [other.name for other in column.table.c if _KEY in other.info and declared(other).identifies]
        wrong += [
            f"{name} is said to be about {other}, which is no column with the id of a person"
            for other in declaration.whose
            if other not in persons
        ]
        if isinstance(column.type, sa.JSON) and declaration.keys is None:
            wrong.append(f"{name} is JSON and does not say who declares its keys: keys=…")
    return wrong


class Key(NamedTuple):
    """What a key of a JSON value says about people. ``person``: it is an id or a list of ids."""

    category: Category
    person: bool = False


Plain: TypeAlias = Annotated[T, Key(Category.NOTHING)]
"""A field that says nothing about a person."""
Own: TypeAlias = Annotated[T, Key(Category.PSEUDONYMOUS)]
"""A field about the person to whom the row belongs."""
UserId: TypeAlias = Annotated[int, Key(Category.PERSONAL, person=True)]
UserIds: TypeAlias = Annotated[tuple[int, ...], Key(Category.PERSONAL, person=True)]


class UndeclaredKey(Exception):
    """A field that is stored as JSON is not declared."""


def keys_of(kind: type[Any]) -> dict[str, Key]:
    """The declarations of a dataclass's fields, by name. Raises UndeclaredKey."""
    hints = get_type_hints(kind, include_extras=True)
    keys = {}
    for field in fields(kind):
        key = next((note for note in _annotations(hints[field.name]) if isinstance(note, Key)), None)
        if key is None:
            raise UndeclaredKey(
                f"{kind.__module__}.{kind.__qualname__}.{field.name} is stored as JSON and is not declared: "
                f"write its type as Plain[…], Own[…], UserId or UserIds ({__name__})"
            )
        keys[field.name] = key
    return keys


def _annotations(hint: Any) -> Iterator[object]:
    """The annotations of a type, and of the parts of a union such as ``UserId | None``."""
    yield from getattr(hint, "__metadata__", ())
    for part in getattr(hint, "__args__", ()):
        yield from _annotations(part)
