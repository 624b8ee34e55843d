"""The ids of people in the payloads of events, found and taken out by what the events declare."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from bot.domain.events import JSON, KINDS, event_class
from bot.store.personal import NOBODY, keys_of


def named(kind: str, payload: Mapping[str, JSON]) -> set[int]:
    """The ids of those whom an event names."""
    return {one for key in _keys(kind, payload) for one in _numbers(payload.get(key))}


def without(kind: str, payload: Mapping[str, JSON], user: int) -> dict[str, JSON]:
    """The payload with nobody in the place of a person."""
    found = dict(payload)
    for key in _keys(kind, payload):
        value = found.get(key)
        if isinstance(value, list):
            found[key] = [one for one in value if one != user]
        elif value == user:
            found[key] = NOBODY
    return found


def _numbers(value: JSON) -> list[int]:
    listed = value if isinstance(value, list) else [value]
    return [one for one in listed if isinstance(one, int) and not isinstance(one, bool) and one > 0]


def _keys(kind: str, payload: Mapping[str, JSON]) -> Iterable[str]:
    """The keys that hold ids. Of an event that this version does not know any may."""
    event = event_class(kind, payload)
    return payload if event is None else _declared(event.kind, event.what)


@cache
def _declared(kind: str, what: str) -> tuple[str, ...]:
    event = KINDS[kind, what]
    return tuple(name for name, key in keys_of(event).items() if key.person)
