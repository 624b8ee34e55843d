"""The ids of people in the payloads of events, as the events declare them."""

from collections.abc import Iterable, Mapping
from functools import cache

from bot.domain.events import JSON, KINDS, event_class
from bot.store.personal import NOBODY, keys_of


def named(kind: str, payload: Mapping[str, JSON]) -> set[int]:
    """The ids of those whom an event names."""
    return {user for key in _keys(kind, payload) for user in _numbers(payload.get(key))}


def without(kind: str, payload: Mapping[str, JSON], user: int) -> dict[str, JSON]:
    """The payload with nobody in the place of a person."""
    changed = dict(payload)
    for key in _keys(kind, payload):
        value = changed.get(key)
        if isinstance(value, list):
            changed[key] = [other for other in value if other != user]
        elif value == user:
            changed[key] = NOBODY
    return changed


def _numbers(value: JSON) -> list[int]:
    listed = value if isinstance(value, list) else [value]
    return [user for user in listed if isinstance(user, int) and not isinstance(user, bool) and user > 0]


def _keys(kind: str, payload: Mapping[str, JSON]) -> Iterable[str]:
    """The keys that hold ids. Of an event that this version does not know any may."""
    event = event_class(kind, payload)
    return payload if event is None else _declared(event.kind, event.what)


@cache
def _declared(kind: str, what: str) -> tuple[str, ...]:
    event = KINDS[kind, what]
    return tuple(name for name, key in keys_of(event).items() if key.person)
