"""Who acts and where: the small values that all of the domain shares."""

from dataclasses import dataclass
from typing import Final, TypeVar

from bot.store import personal

T = TypeVar("T")

COMPUTER = 0
"""The user id in a seat played by the bot itself."""
NOBODY: Final = personal.NOBODY
"""The user id in a seat whose player has deleted their data."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who acts: a Discord user id and their current name."""

    id: int
    name: str


@dataclass(frozen=True, slots=True)
class Place:
    """Where somebody acts: ``scope`` is the server's id or, outside servers, the id of the private channel."""

    scope: int
    channel: int
    guild: bool = True


@dataclass(frozen=True, slots=True)
class Via:
    """The interaction whose answer will carry a post; stored until then, so that a restart can look for the answer."""

    interaction: int
    token: str
    application: int


def at_seat(pair: tuple[T, T], seat: int, value: T) -> tuple[T, T]:
    """A pair by seat, with another value for one seat."""
    return (value, pair[1]) if seat == 0 else (pair[0], value)
