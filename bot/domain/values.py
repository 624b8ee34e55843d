"""Who acts, looks and where: the small values that all of the domain shares; and typed text in a
single form.
"""

import unicodedata
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
from typing import Final, TypeAlias, TypeVar

from bot.store import personal
from games.core import Sentence, _

T = TypeVar("T")

COMPUTER = 0  # the user id in a seat played by the bot itself
WORLD = 1  # the scope of matches across servers; Discord's ids are longer
# the name across servers of who lets nobody read theirs
HIDDEN: Final = _("a player from another server")
NOBODY: Final = personal.NOBODY  # the user id in a seat whose player has deleted their data
TEAMS: Final = -1000  # the user id in a seat that a team plays is this minus the team's id


LONGEST_NAME = 100  # characters of a name; Discord's members have 32, its servers and channels 100


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who acts: a Discord user id and their current name, of which the start is taken if
    it is long.
    """

    id: int
    name: str

    def __post_init__(self) -> None:
        if len(self.name) > LONGEST_NAME:
            object.__setattr__(self, "name", self.name[:LONGEST_NAME])


@dataclass(frozen=True, slots=True)
class Place:
    """Where somebody acts: ``scope`` is the server's id or, outside servers, the id of the private
    channel.
    """

    scope: int
    channel: int
    guild: bool = True


def named(name: str) -> str | Sentence:
    """A player's name in sentences, or what to call one who hides it across servers."""
    return Sentence(HIDDEN) if name == HIDDEN else name


# the place of matches across servers; each side has one of its own
EVERYWHERE = Place(WORLD, 0, guild=False)


def match_name(scope: int, number: int) -> str:
    """The short name of a match that people use: M27, or W27 across servers."""
    return f"{'W' if scope == WORLD else 'M'}{number}"


@dataclass(frozen=True, slots=True)
class InteractionRef:
    """The interaction whose answer will carry a post; stored until then, so that a restart can look
    for the answer.
    """

    id: int
    token: str
    application: int


def at_seat(pair: tuple[T, T], seat: int, value: T) -> tuple[T, T]:
    """A pair by seat, with another value for one seat."""
    return (value, pair[1]) if seat == 0 else (pair[0], value)


Views: TypeAlias = Callable[[int, Collection[int]], Awaitable[Collection[int]]]
"""Takes a server's id and ids of its channels; returns those that somebody may view."""
# the user id of a ``Viewer`` that stands for all readers of a channel; no member has it
EVERYONE = -2


async def every_channel(scope: int, channels: Collection[int]) -> Collection[int]:
    """The ``Views`` of somebody who may view all channels, such as a manager of the server."""
    return channels


@dataclass(frozen=True, slots=True)
class Viewer:
    """A member who looks.

    What belongs to a channel is visible in its server only: to those who take part and to those who
    may view the channel. In a private channel, members see all that they take part in, except in
    servers that have shut them out.

    :param place: where they ask
    :param views: which channels they may view
    :param barred_scopes: the servers that have shut them out
    """

    user: int
    place: Place
    views: Views
    barred_scopes: Collection[int] = ()

    async def sees(self, scope: int, channel: int, people: Collection[int | None]) -> bool:
        """Whether something in a channel, in which ``people`` take part, is visible here."""
        if scope != self.place.scope:
            return not self.place.guild and self.user in people and scope not in self.barred_scopes
        return self.user in people or channel in await self.channels((channel,))

    async def channels(self, channels: Collection[int]) -> Collection[int]:
        """Those of some channels of the place that the member may view; all of a private place."""
        if not self.place.guild:
            return channels
        return await self.views(self.place.scope, frozenset(channels)) if channels else ()


_VOICED = "\u3099\u309a"  # marks that make other letters of kana, as が of か


def folded(text: str) -> str:
    """Typed ``text``, whatever keyboard it is from: small letters of normal width without accents,
    one kind of space, dash and comma.
    """
    signs = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", text).lower())
    bare = "".join(sign for sign in signs if sign in _VOICED or unicodedata.category(sign) != "Mn")
    return " ".join(unicodedata.normalize("NFC", bare).translate(_SIGNS).split())


_SIGNS = str.maketrans(dict.fromkeys("‐‑‒–—―−〜~", "-") | dict.fromkeys("、،", ",") | {"’": "'"})
