"""What each column, and each key of a JSON value, holds about people: whose it is, how long it stays, how it goes.

A table makes a ``Rows`` for how long its rows stay, and each column states what it holds:

    rows = Rows(Stays.PLAYED)
    sa.Column("id", Key, primary_key=True, info=rows.nothing())
    sa.Column("user", sa.BigInteger, info=rows.person(ROW))       # their rows are deleted with their data
    sa.Column("name", Name(100), info=rows.name("user"))          # the name of the person in ``user``
    sa.Column("wins", sa.Integer, info=rows.about("user"))        # something about that person

Fields of what is stored as JSON are annotated: ``Plain[int]``, ``Own[bool]``, ``UserId``, ``UserIds``.
Export, deletion and the table in docs/privacy.md follow from that (``bot.domain.privacy``).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from enum import Enum
from typing import Annotated, Any, Final, TypeAlias, TypeVar, get_type_hints

import sqlalchemy as sa

T = TypeVar("T")

NOBODY: Final = -1
"""The user id that stands where somebody was who has deleted their data."""
DELETED_NAME: Final = "somebody"
"""The name that stands there."""


class Holds(Enum):
    """What something tells of a person."""

    PERSONAL = "personal"  # who somebody is: an id, a name
    PSEUDONYMOUS = "pseudonymous"  # something about somebody whose id stands beside it
    WORDS = "somebody's words"
    NOTHING = "none"


class Stays(Enum):
    """How long something stays, in the words of docs/privacy.md, and the jobs that delete it then."""

    PLAYED = (
        "until you delete your data or the server's is deleted; in a private channel until 180 days after the last "
        "match there",
        ("data of servers that were left", "private channels that are no longer used"),
    )
    RATED = (
        "until you delete your data, a manager resets your rating or the server's is deleted; in a private channel "
        "until 180 days after the last match there",
        ("data of servers that were left", "private channels that are no longer used"),
    )
    CHOSEN = ("until you change it or delete your data", ())
    SERVER = (
        "until 30 days after the bot is removed from the server; a private channel's as long as its matches",
        ("data of servers that were left", "private channels that are no longer used"),
    )
    BANNED = (
        "until the server’s managers take it back, or 30 days after the bot is removed from the server",
        ("data of servers that were left",),
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
    """What becomes of a column when its person deletes their data, unless a value is put in its place."""

    KEPT = "kept"
    ROW = "the row is deleted"


ROW: Final = Fate.ROW
KEPT: Final = Fate.KEPT


class PlaceKind(Enum):
    """Where something is: the server, or outside servers the private channel, and the channel."""

    SCOPE = "scope"
    CHANNEL = "channel"


@dataclass(frozen=True, slots=True)
class Declared:
    """What a column holds. ``whose``: the columns in which the ids of those stand whom it tells of.

    ``instead`` is what becomes of it when one of them deletes their data: a value that is put in its place, or a
    ``Fate``. ``secret_to``: the column with the id of the only person who may see it; ``secret``: nobody is given it.
    ``keys``: who declares the keys of a JSON value, or what all of them hold. ``seat_in``: a seat of the match in that
    column, which stands for the player in it. ``guard``: counts the changes of the row.
    """

    holds: Holds
    stays: Stays
    whose: tuple[str, ...] = ()
    instead: object = KEPT
    person: bool = False
    secret: bool = False
    secret_to: str | None = None
    keys: str | Holds | None = None
    place: PlaceKind | None = None
    seat_in: str | None = None
    guard: bool = False


Info: TypeAlias = dict[Any, Any]
_KEY = "personal"


class Rows:
    """Makes the declarations of the columns of a table whose rows stay so long."""

    def __init__(self, stays: Stays) -> None:
        self.stays = stays

    def nothing(self, *, keys: str | Holds | None = None) -> Info:
        """It tells nothing of a person."""
        return {_KEY: Declared(Holds.NOTHING, self.stays, keys=keys)}

    def guard(self) -> Info:
        """It counts the changes of the row, so that whoever has read it earlier does not write over a deletion."""
        return {_KEY: Declared(Holds.NOTHING, self.stays, guard=True)}

    def person(self, instead: object, *, secret_to: str | None = None) -> Info:
        """The id of a person. ``instead``: what stands there once they have deleted their data, or ROW.

        ``secret_to``: the column of the person whose row it is; that they are in it is not told to this one.
        """
        return {_KEY: Declared(Holds.PERSONAL, self.stays, instead=instead, person=True, secret_to=secret_to)}

    def seat(self, match: str) -> Info:
        """A seat of the match in the column ``match``; the row is deleted with the data of the player in it."""
        return {_KEY: Declared(Holds.PSEUDONYMOUS, self.stays, instead=ROW, seat_in=match)}

    def name(self, *whose: str, instead: object = DELETED_NAME, secret_to: str | None = None) -> Info:
        """The name of the person whose id is in the column ``whose``."""
        return {_KEY: Declared(Holds.PERSONAL, self.stays, whose, instead, secret_to=secret_to)}

    def words(self, *whose: str, instead: object = "") -> Info:
        """Something that a person wrote: one of those whose ids are in the columns ``whose``."""
        return {_KEY: Declared(Holds.WORDS, self.stays, whose, instead)}

    def about(
        self, *whose: str, instead: object = KEPT, secret_to: str | None = None, keys: str | Holds | None = None
    ) -> Info:
        """Something about the persons whose ids are in the columns ``whose``; no longer once those ids are gone."""
        return {_KEY: Declared(Holds.PSEUDONYMOUS, self.stays, whose, instead, secret_to=secret_to, keys=keys)}

    def credential(self, *whose: str, instead: object = KEPT) -> Info:
        """What gives power over something, such as the token of an interaction; nobody is given it."""
        return {_KEY: Declared(Holds.PSEUDONYMOUS, self.stays, whose, instead, secret=True)}

    def scope(self) -> Info:
        """The server that the row belongs to and is deleted with; outside servers the private channel."""
        return {_KEY: Declared(Holds.PSEUDONYMOUS, self.stays, place=PlaceKind.SCOPE)}

    def channel(self) -> Info:
        """A channel; a private one leads to those who are in it."""
        return {_KEY: Declared(Holds.PSEUDONYMOUS, self.stays, place=PlaceKind.CHANNEL)}


def declared(column: sa.Column[Any]) -> Declared:
    """What a column holds. Raises KeyError where it does not say so."""
    declaration: Declared = column.info[_KEY]
    return declaration


def undeclared(tables: Iterable[sa.Table]) -> list[str]:
    """What is missing in the declarations of some tables, a line each."""
    return [line for table in tables for column in table.c for line in _missing(column)]


def _missing(column: sa.Column[Any]) -> list[str]:
    """What is missing in the declaration of a column."""
    name = f"{column.table.name}.{column.name}"
    if _KEY not in column.info:
        return [f"{name} does not say what it holds: info=rows.nothing(), .person(…), .about(…), … ({__name__})"]
    declaration = declared(column)
    wrong = [
        f"{name} is said to be about {other}, which is no column with the id of a person"
        for other in declaration.whose
        if other not in column.table.c or not stands_for_person(column.table.c[other])
    ]
    if isinstance(column.type, sa.JSON) and declaration.keys is None:
        wrong.append(f"{name} is JSON and does not say who declares its keys: keys=…")
    return wrong


def stands_for_person(column: sa.Column[Any]) -> bool:
    """Whether a column tells by itself whose something is."""
    declaration: Declared | None = column.info.get(_KEY)
    return declaration is not None and (declaration.person or declaration.seat_in is not None)


@dataclass(frozen=True, slots=True)
class Key:
    """What a key of a JSON value holds. ``person``: the id of one, or a list of ids."""

    holds: Holds
    person: bool = False


Plain: TypeAlias = Annotated[T, Key(Holds.NOTHING)]
"""The type of a field that tells nothing of a person."""
Own: TypeAlias = Annotated[T, Key(Holds.PSEUDONYMOUS)]
"""The type of a field that tells something of the person whom the row belongs to."""
UserId: TypeAlias = Annotated[int, Key(Holds.PERSONAL, person=True)]
"""The type of a field with the id of a person."""
UserIds: TypeAlias = Annotated[tuple[int, ...], Key(Holds.PERSONAL, person=True)]
"""The type of a field with the ids of persons."""


class UndeclaredKey(Exception):
    """A field that is stored as JSON does not say what it holds."""


def keys_of(kind: type[Any]) -> dict[str, Key]:
    """What the fields of a dataclass say about people, by name. Raises UndeclaredKey."""
    hints = get_type_hints(kind, include_extras=True)
    found = {}
    for field in fields(kind):
        keys = [one for one in _metadata(hints[field.name]) if isinstance(one, Key)]
        if not keys:
            raise UndeclaredKey(
                f"{kind.__module__}.{kind.__qualname__}.{field.name} is stored as JSON and does not say what it holds: "
                f"write its type as Plain[…], Own[…], UserId or UserIds ({__name__})"
            )
        found[field.name] = keys[0]
    return found


def _metadata(hint: Any) -> tuple[object, ...]:
    """What is annotated in a type, also in a part of a union such as ``UserId | None``."""
    own = tuple(getattr(hint, "__metadata__", ()))
    return own + tuple(one for part in getattr(hint, "__args__", ()) for one in _metadata(part))
