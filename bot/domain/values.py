"""Who acts and where: the small values that every part of the domain shares."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.store import personal

COMPUTER = 0
"""The user id that stands in a seat played by the bot itself."""
NOBODY: Final = personal.NOBODY
"""The user id that stands in a seat whose player has deleted their data."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who acts: a Discord user id and the name shown at the moment."""

    id: int
    name: str


@dataclass(frozen=True, slots=True)
class Place:
    """Where something is asked: ``scope`` is the server's id or, outside servers, the id of the private channel."""

    scope: int
    channel: int
    guild: bool = True


@dataclass(frozen=True, slots=True)
class Via:
    """The interaction whose answer will carry a post; stored until then, so that a restart can look for the answer."""

    interaction: int
    token: str
    application: int
