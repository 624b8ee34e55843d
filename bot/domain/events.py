"""Events that people are told of, one class each, and the notices that carry them to somebody.

An event is stored in the outbox as its kind and a JSON payload. Both must stay readable by later versions.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from typing import ClassVar, Generic, TypeAlias, TypeVar, dataclass_transform

from bot.domain.values import Via

JSON: TypeAlias = "bool | int | float | str | list[JSON] | dict[str, JSON] | None"

KINDS: dict[tuple[str, str], type[Event]] = {}
"""Every class of events, by its kind and, where several classes share a kind, by what tells them apart."""


class DoubledEvent(Exception):
    """Two classes of events have the same kind."""


@dataclass_transform(frozen_default=True)
@dataclass(frozen=True)
class Event:
    """Something that people are told of. Subclasses become frozen dataclasses; fields have JSON values or are tuples.

    ``class TurnPlayed(Event, kind="turn")``. Classes that share a kind differ by ``what``, which their payload holds.
    Stored events stay readable: a class whose fields are to change keeps them, and a new one has a new kind.
    ``waits``: it can wait until whom it calls is awake.
    """

    kind: ClassVar[str] = ""
    what: ClassVar[str] = ""
    waits: ClassVar[bool] = False

    def __init_subclass__(cls, *, kind: str = "", what: str = "") -> None:
        dataclass(frozen=True)(cls)
        if kind:
            if (known := KINDS.get((kind, what))) is not None:
                raise DoubledEvent(f"{known.__qualname__} and {cls.__qualname__} are both {kind} {what}")
            cls.kind, cls.what = kind, what
            KINDS[kind, what] = cls

    @property
    def calls_to_move(self) -> bool:
        """Whether it tells the member it pings that it is their turn: that comes at any hour, with a sound."""
        return False

    @property
    def ends(self) -> datetime | None:
        """From when on it is of no use to be told, where an event has such an end: its ``until`` (unix seconds)."""
        until = vars(self).get("until")
        return datetime.fromtimestamp(until, UTC) if isinstance(until, int) else None

    @property
    def several(self) -> tuple[int, ...]:
        """Whom it calls where it is said to several at once: its ``pings`` (user ids)."""
        pings = vars(self).get("pings", ())
        return pings if isinstance(pings, tuple) else ()

    def payload(self) -> dict[str, JSON]:
        """The fields as they are stored."""
        stored: dict[str, JSON] = {"what": self.what} if self.what else {}
        for field in fields(self):
            value = getattr(self, field.name)
            stored[field.name] = list(value) if isinstance(value, tuple) else value
        return stored


def event_class(kind: str, payload: Mapping[str, JSON]) -> type[Event] | None:
    """The class of the event that was stored; None for one that this version does not know."""
    what = payload.get("what")
    return KINDS.get((kind, what if isinstance(what, str) else "")) or KINDS.get((kind, ""))


def read_event(kind: str, payload: Mapping[str, JSON]) -> Event | None:
    """The event that was stored; None for a kind, or a payload of one, that this version does not know."""
    event = event_class(kind, payload)
    if event is None or any(field.name not in payload for field in fields(event)):
        return None
    values = {field.name: payload[field.name] for field in fields(event)}
    return event(**{name: tuple(value) if isinstance(value, list) else value for name, value in values.items()})


E_co = TypeVar("E_co", bound=Event, covariant=True)


@dataclass(frozen=True, slots=True)
class Notice(Generic[E_co]):
    """A post that is still to be sent: a row of the outbox. Send it, then call ``outbox.done``.

    Exactly one of ``channel`` and ``dm`` (a user id) says where it goes; ``ping`` is the user it may mention.
    ``attempts`` counts the tries including this one: from the second on it may have been sent already, so look first
    (the answer to ``via``, or a message whose card carries ``id``). ``followed``: it goes to somebody who follows the
    match. ``language``: what the server has set (empty: nothing), if whoever owed the notice had read it.
    """

    id: int
    event: E_co
    scope: int
    channel: int | None
    dm: int | None
    ping: int | None
    match: int | None
    challenge: int | None
    via: Via | None
    created: datetime
    attempts: int
    followed: bool = False
    language: str | None = None
