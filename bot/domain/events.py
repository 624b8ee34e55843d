"""Events that members are notified of, one class each, and the notices that carry them.

An event is stored in the outbox as its kind and a JSON payload. Both must stay readable by later
versions.
"""

from collections.abc import Collection, Mapping
from dataclasses import MISSING, dataclass, fields
from datetime import UTC, datetime
from functools import cache
from typing import ClassVar, Generic, TypeAlias, TypeVar, dataclass_transform

from bot.domain.values import InteractionRef
from bot.store.personal import SEVERAL, keys_of

JSON: TypeAlias = "bool | int | float | str | list[JSON] | dict[str, JSON] | None"

# every class of events by its kind and its ``what``
KINDS: "dict[tuple[str, str], type[DomainEvent]]" = {}


class DoubledEvent(Exception):
    """Two classes of events have the same kind."""


@dataclass(frozen=True, slots=True)
class PostedRequest:
    """A request in a match that the post of an event asks a player to answer.

    :param kind: such as ``draw``
    :param version: of the match once the request was made
    :param asker: the user who made it; None where the event does not name them
    """

    kind: str
    version: int
    asker: int | None = None


@dataclass(frozen=True, slots=True)
class PostAnswer:
    """How what a post asks was answered.

    :param agreed: to the request
    :param user: who answered; None: nobody, it has ended by itself
    """

    agreed: bool
    user: int | None


@dataclass_transform(frozen_default=True)
@dataclass(frozen=True)
class DomainEvent:
    """An event.

    Subclasses become frozen dataclasses; fields have JSON values or are tuples.

    ``class TurnPlayed(Event, kind="turn")``. Classes that share a kind differ by ``what``, which is
    in their payload. Stored events stay readable: a class whose fields are to change keeps them,
    and a new one has a new kind. ``waits``: its notice can wait for waking hours.
    """

    kind: ClassVar[str] = ""
    what: ClassVar[str] = ""
    waits: ClassVar[bool] = False

    def __init_subclass__(cls, *, kind: str = "", what: str = "") -> None:
        dataclass(frozen=True)(cls)
        if kind:
            namesake = KINDS.get((kind, what))
            if namesake is not None:
                raise DoubledEvent(
                    f"{namesake.__qualname__} and {cls.__qualname__} are both {kind} {what}"
                )
            cls.kind = kind
            cls.what = what
            KINDS[kind, what] = cls

    @property
    def calls_to_move(self) -> bool:
        """Whether it says that it is the pinged member's turn: delivered at any hour, with a
        sound.
        """
        return False

    @property
    def open_request(self) -> PostedRequest | None:
        """The request that its post asks a player to answer."""
        return None

    @property
    def open_pairings(self) -> Collection[int]:
        """The ids of the pairings whose results its post asks for."""
        return ()

    @property
    def actor(self) -> int | None:
        """The member who acted: its ``by`` (a user id), if any."""
        user = vars(self).get("by")
        return user if isinstance(user, int) else None

    @property
    def ends(self) -> datetime | None:
        """When it becomes useless: its ``until`` (unix seconds), if any."""
        expiry = vars(self).get("until")
        return datetime.fromtimestamp(expiry, UTC) if isinstance(expiry, int) else None

    @property
    def several(self) -> tuple[int, ...]:
        """The members it pings if they are several: its ``pings`` (user ids)."""
        pings = vars(self).get("pings", ())
        return pings if isinstance(pings, tuple) else ()

    @property
    def tournament_id(self) -> int | None:
        """The tournament that it is of: its ``tournament``, if any."""
        tournament = vars(self).get("tournament")
        return tournament if isinstance(tournament, int) else None

    @property
    def named(self) -> int | None:
        """The only person whom it names; None: it names nobody; SEVERAL: it names several."""
        people = set[int]()
        for name in person_fields(type(self)):
            value = getattr(self, name)
            if isinstance(value, tuple):
                people.update(value)
            elif value is not None:
                people.add(value)
        if len(people) > 1:
            return SEVERAL
        return next(iter(people), None)

    def payload(self) -> dict[str, JSON]:
        """The fields as stored."""
        values: dict[str, JSON] = {"what": self.what} if self.what else {}
        for field in fields(self):
            value = getattr(self, field.name)
            values[field.name] = list(value) if isinstance(value, tuple) else value
        return values


def person_fields(event: type[DomainEvent]) -> tuple[str, ...]:
    """The fields of an event that hold ids of people."""
    return _person_fields(event.kind, event.what)


@cache
def _person_fields(kind: str, what: str) -> tuple[str, ...]:
    return tuple(name for name, key in keys_of(KINDS[kind, what]).items() if key.person)


def event_class(kind: str, payload: Mapping[str, JSON]) -> type[DomainEvent] | None:
    """The class of a stored event; None for one unknown to this version."""
    what = payload.get("what")
    return KINDS.get((kind, what if isinstance(what, str) else "")) or KINDS.get((kind, ""))


def read_event(kind: str, payload: Mapping[str, JSON]) -> DomainEvent | None:
    """A stored event; None for a kind or payload unknown to this version."""
    event = event_class(kind, payload)
    if event is None:
        return None
    values = dict[str, object]()
    for field in fields(event):
        if field.name in payload:
            value = payload[field.name]
            values[field.name] = tuple(value) if isinstance(value, list) else value
        elif field.default is MISSING:
            return None
    return event(**values)


E_co = TypeVar("E_co", bound=DomainEvent, covariant=True)


@dataclass(frozen=True, slots=True)
class Notice(Generic[E_co]):
    """A row of the outbox: a post to send before calling ``outbox.done``.

    Its destination is ``channel`` or ``dm`` (a user id).

    :param ping: the user it may mention
    :param attempts: the tries, this one included: from the second on, look first whether it was
        sent (the answer to ``interaction``, or a message whose card has ``id``)
    :param followed: it goes to a follower of the match
    :param language: of the server (empty: not set), if it was known when the notice was written
    :param message: it was sent as this one, which is composed again
    """

    id: int
    event: E_co
    scope: int
    channel: int | None
    dm: int | None
    ping: int | None
    match: int | None
    challenge: int | None
    interaction: InteractionRef | None
    created_at: datetime
    attempts: int
    followed: bool = False
    language: str | None = None
    message: int | None = None
    answer: PostAnswer | None = None
