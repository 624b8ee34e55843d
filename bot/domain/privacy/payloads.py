"""The ids of people in the payloads of events, as the events declare them."""

from collections.abc import Iterable, Mapping

from bot.domain.events import JSON, event_class, person_fields
from bot.store.personal import NOBODY, SEVERAL


def named(kind: str, payload: Mapping[str, JSON]) -> set[int]:
    """The ids of those whom an event names."""
    return {user for key in _keys(kind, payload) for user in _numbers(payload.get(key))}


def only_named(kind: str, payload: Mapping[str, JSON]) -> int | None:
    """What ``DomainEvent.named`` is of an event."""
    people = named(kind, payload)
    return SEVERAL if len(people) > 1 else next(iter(people), None)


def without(kind: str, payload: Mapping[str, JSON], user: int) -> dict[str, JSON]:
    """The payload with nobody in the place of a person."""
    new_payload = dict(payload)
    for key in _keys(kind, payload):
        value = new_payload.get(key)
        if isinstance(value, list):
            new_payload[key] = [other for other in value if other != user]
        elif value == user:
            new_payload[key] = NOBODY
    return new_payload


def _numbers(value: JSON) -> list[int]:
    values = value if isinstance(value, list) else [value]
    numbers = [each for each in values if isinstance(each, int) and not isinstance(each, bool)]
    return [number for number in numbers if number > 0]


def _keys(kind: str, payload: Mapping[str, JSON]) -> Iterable[str]:
    """The keys that hold ids. Of an event that this version does not know any may."""
    event = event_class(kind, payload)
    return payload if event is None else person_fields(event)
