"""Declarations of personal data: what each column and JSON key says about people, whose it is, how
long it stays::

    column("user", sa.BigInteger, person(ROW))  # their rows are deleted with their data
    column("name", Name(100), name("user"))  # the name of the person in ``user``
    column("wins", sa.Integer, about("user"))  # something about that person

Fields of what is stored as JSON are annotated: ``Plain[int]``, ``Own[bool]``, ``UserId``,
``UserIds``. Export, deletion and the table in docs/privacy.md follow from that
(``bot.domain.privacy``).
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from enum import Enum
from functools import partial
from typing import Annotated, Any, Final, Literal, TypeAlias, TypeVar, get_type_hints

import sqlalchemy as sa

T = TypeVar("T")

NOBODY: Final = -1  # replaces the id of a user who has deleted their data
# in place of the id of the person whom an event names, where it is not one alone
SEVERAL: Final = 0
DELETED_NAME: Final = "somebody"  # replaces their name
_IN_PRIVATE = "in a private channel until 180 days after the last match there"


class Category(Enum):
    """What a value says about a person."""

    PERSONAL = "personal"  # who somebody is: an id, a name
    PSEUDONYMOUS = "pseudonymous"  # something about somebody whose id stands beside it
    WORDS = "somebody's words"
    NOTHING = "none"


class Stays(Enum):
    """How long the rows of a table stay, in the words of docs/privacy.md."""

    PLAYED = f"until you delete your data or the server's is deleted; {_IN_PRIVATE}"
    RATED = (
        "until you delete your data, a manager resets your rating or the server's is "
        f"deleted; {_IN_PRIVATE}"
    )
    CHOSEN = "until you change it or delete your data"
    SERVER = (
        "until 30 days after the bot is removed from the server; a private channel's as long as "
        "its matches"
    )
    BANNED = (
        "until the server’s managers take it back, or 30 days after the bot is removed from the "
        "server"
    )
    SHUT_OUT = "until the host takes it back"
    OWED = "until it is sent, 14 days at most"
    ASKED = "until you are answered, a day at most"
    OFFERED = "90 days, or until you delete your data"
    OPENING = "until the page is opened, minutes at most"
    SESSION = "30 days, or until you end it in /settings"
    SERVICE = "as long as the bot runs"
    TOKENS = "two years"
    COUNTED = "as long as the limit looks back: a day, a month, at most a year"


class Fate(Enum):
    """What happens to a value when its person deletes their data, unless another value replaces
    it.
    """

    KEPT = "kept"
    ROW = "the row is deleted"
    HASHED = "a keyed hash is put in its place"


KEPT, ROW, HASHED = Fate


@dataclass(frozen=True, slots=True)
class Declared:
    """What a column says about people.

    :param whose: the columns with the ids of the people it is about
    :param instead: what replaces it when one of them deletes their data, or a ``Fate``
    :param person: it is an id
    :param secret: nobody may see it
    :param secret_to: the column with the id of the only person who may see it
    :param keys: who declares the keys of a JSON value, or the category of all of them
    :param place: it is the server or private channel, or the channel, of the row
    :param beside: of an id: the columns in one of which it stands, too, in each row, and by which
        such a row is found
    :param guard: it counts the row's changes, so that an update based on an earlier read cannot
        undo a deletion
    """

    category: Category
    whose: tuple[str, ...] = ()
    instead: object = KEPT
    person: bool = False
    secret: bool = False
    secret_to: str | None = None
    keys: str | Category | None = None
    place: Literal["scope", "channel"] | None = None
    guard: bool = False
    beside: tuple[str, ...] = ()


NOTHING: Final = Declared(Category.NOTHING)
GUARD: Final = Declared(Category.NOTHING, guard=True)
# such as the token of an interaction
CREDENTIAL: Final = Declared(Category.PSEUDONYMOUS, secret=True)
# a keyed hash of ids, from the first on
KEYED: Final = Declared(Category.PSEUDONYMOUS, instead=HASHED, secret=True)
SCOPE: Final = Declared(Category.PSEUDONYMOUS, place="scope")
CHANNEL: Final = Declared(Category.PSEUDONYMOUS, place="channel")


def person(
    instead: object, *, secret_to: str | None = None, beside: tuple[str, ...] = ()
) -> Declared:
    """The id of a person."""
    return Declared(
        Category.PERSONAL, instead=instead, person=True, secret_to=secret_to, beside=beside
    )


def _about(
    category: Category, *whose: str, instead: object = KEPT, secret_to: str | None = None
) -> Declared:
    return Declared(category, whose, instead, secret_to=secret_to)


about = partial(_about, Category.PSEUDONYMOUS)
"""Something about the persons whose ids are in the given columns; no longer once those ids are
gone.
"""
name = partial(_about, Category.PERSONAL, instead=DELETED_NAME)
"""The name of the person whose id is in one of the given columns."""
words = partial(_about, Category.WORDS, instead="")
"""Text written by one of the persons whose ids are in the given columns."""


def json(keys: str | Category, *whose: str) -> Declared:
    """A JSON value about the persons, if any, whose ids are in the columns ``whose``."""
    return Declared(Category.PSEUDONYMOUS, whose, keys=keys)


def declared(column: sa.Column[Any]) -> Declared:
    """The declaration of a column. Raises KeyError if it has none."""
    declaration: Declared = column.info["personal"]
    return declaration


Plain: TypeAlias = Annotated[T, NOTHING]  # a field that says nothing about a person
Own: TypeAlias = Annotated[T, about()]  # a field about the person to whom the row belongs
UserId: TypeAlias = Annotated[int, person(NOBODY)]
UserIds: TypeAlias = Annotated[tuple[int, ...], person(NOBODY)]


class UndeclaredKey(Exception):
    """A field that is stored as JSON is not declared."""


def keys_of(kind: type[Any]) -> dict[str, Declared]:
    """The declarations of a dataclass's fields, by name. Raises UndeclaredKey."""
    hints = get_type_hints(kind, include_extras=True)
    keys = {}
    for field in fields(kind):
        key = _declaration(hints[field.name])
        if key is None:
            name = f"{kind.__module__}.{kind.__qualname__}.{field.name}"
            raise UndeclaredKey(
                f"{name} is stored as JSON and is not declared: write its type as Plain[…], "
                f"Own[…], UserId or UserIds ({__name__})"
            )
        keys[field.name] = key
    return keys


def _declaration(hint: Any) -> Declared | None:
    """The declaration in a type; None if it has none."""
    for note in _annotations(hint):
        if isinstance(note, Declared):
            return note
    return None


def _annotations(hint: Any) -> Iterator[object]:
    """The annotations of a type, and of the parts of a union such as ``UserId | None``."""
    yield from getattr(hint, "__metadata__", ())
    for part in getattr(hint, "__args__", ()):
        yield from _annotations(part)
