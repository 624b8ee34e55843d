"""What a button, menu or form stands for: one small class each, written to and read from its custom
id here.

A custom id is ``lh:action:subject:version:extra``; ``extra`` are the other fields of the class,
separated by dots: ``int``, ``bool``, ``str`` (the last one may have dots) or a ``Literal`` of
strings. Custom ids stay on messages for ever, so a class whose fields are to change keeps them, and
a new class has a new action.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import (
    Annotated,
    ClassVar,
    Literal,
    TypeAlias,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

from games.core.numbers import whole_number

PREFIX = "lh"
LONGEST = 100
MAX = (1 << 63) - 1  # the largest number in a database; Discord gives no larger one
TEMPLATE = re.compile(
    rf"{PREFIX}:(?P<action>[a-z]+):(?P<subject>\d{{1,19}}):(?P<version>\d{{1,9}}):(?P<extra>.{{0,80}})",
    re.ASCII,
)
SLOTS = ("subject", "version")
# the id of a match, a challenge, a tournament or a member
Subject: TypeAlias = Annotated[int, "subject"]
# the version the button was shown at, or another small number
Version: TypeAlias = Annotated[int, "version"]

Value: TypeAlias = int | bool | str
PRESSES: "dict[str, type[Press]]" = {}  # every kind of press, by its action


@dataclass(frozen=True, slots=True)
class PressField:
    """A field of a press.

    :param slot: where it stands in the custom id; empty: in ``extra``
    :param type: what its text is read as
    """

    name: str
    slot: str
    type: object


class DoubledPress(Exception):
    """Two kinds of presses have the same action."""


@dataclass_transform(frozen_default=True)
@dataclass(frozen=True)
class Press:
    """A press of a button, a choice in a menu, or a form that was sent.

    Subclasses become frozen dataclasses.
    """

    action: ClassVar[str] = ""
    opened_by: "ClassVar[type[Press] | None]" = None
    """Of a form that is sent: the kind of press that opens it, with the same fields."""

    def __init_subclass__(cls, *, action: str = "", opened_by: "type[Press] | None" = None) -> None:
        dataclass(frozen=True)(cls)
        cls.opened_by = opened_by
        if action:
            other = PRESSES.get(action)
            if other is not None:
                raise DoubledPress(f"{other.__qualname__} and {cls.__qualname__} are both {action}")
            cls.action = action
            PRESSES[action] = cls

    @property
    def opener(self) -> "Press | None":
        """Of a form that is sent: the press that opens it again; None for what is no such form."""
        if self.opened_by is None:
            return None
        values = [getattr(self, field.name) for field in fields(self)]
        return self.opened_by(*values)

    def chosen(self, values: Mapping[str, str]) -> "Press":
        """Of a press that opens a form: the same, with what was chosen in the menus of that form
        before.
        """
        return self

    def __str__(self) -> str:
        """The custom id."""
        slots = dict.fromkeys(SLOTS, "0")
        extra = list[str]()
        for field in _fields(self.action):
            text = _written(getattr(self, field.name))
            if field.slot:
                slots[field.slot] = text
            else:
                extra.append(text)
        text = ":".join((PREFIX, self.action, *slots.values(), ".".join(extra)))
        assert len(text) <= LONGEST, text
        assert TEMPLATE.fullmatch(text), text
        return text


class MatchPress(Press):
    """A press about a match."""

    match: Subject


class VersionPress(MatchPress):
    """A press about a match as it stood at a version."""

    version: Version


class ChallengePress(Press):
    """A press about a challenge."""

    challenge: Subject


class TournamentPress(Press):
    """A press about a tournament."""

    tournament: Subject


class MemberPress(Press):
    """A press about a member: what it shows is chosen by what the presser may see."""

    member: Subject


def read(custom_id: str) -> Press | None:
    """The press that a custom id stands for; None for an id that no press has."""
    # None of ours has several lines.
    if len(custom_id) > LONGEST or custom_id.splitlines() != [custom_id]:
        return None
    parts = TEMPLATE.fullmatch(custom_id)
    if parts is None or int(parts["subject"]) > MAX:
        return None
    kind = PRESSES.get(parts["action"])
    if kind is None:
        return None
    press_fields = _fields(kind.action)
    extra_types = [field.type for field in press_fields if not field.slot]
    extra = parts["extra"].split(".", len(extra_types) - 1) if extra_types else []
    if len(extra) != len(extra_types):
        return None
    extra_values = map(_value, extra_types, extra)
    values = list[Value]()
    for field in press_fields:
        value: Value | None
        if field.slot:
            value = int(parts[field.slot])
        else:
            value = next(extra_values)
        if value is None:
            return None
        values.append(value)
    return kind(*values)


def _written(value: Value) -> str:
    """A field as it stands in a custom id; ``_value`` reads it."""
    if isinstance(value, bool):
        return "y" if value else "n"
    # An id is one line, whatever somebody has sent as the value of a menu.
    return " ".join(str(value).splitlines())


def _value(type_: object, text: str) -> Value | None:
    """A field as it was written; None where its type has no such value."""
    if type_ is bool:
        return {"y": True, "n": False}.get(text)
    if type_ is int:
        return number(text)
    if get_origin(type_) is Literal and text not in get_args(type_):
        return None
    return text


def number(text: str) -> int | None:
    """A number in a text from outside; None for what is none, or too large for a database."""
    value = whole_number(text, len(str(MAX)))
    if value is None or value > MAX:
        return None
    return value


@cache
def _fields(action: str) -> tuple[PressField, ...]:
    """The fields of a kind of press, in the order in which its custom id has them."""
    kind = PRESSES[action]
    hints = get_type_hints(kind, include_extras=True)
    press_fields = list[PressField]()
    for field in fields(kind):
        type_ = hints[field.name]
        slot = ""
        for mark in getattr(type_, "__metadata__", ()):
            if mark in SLOTS:
                slot = mark
                type_ = int
        press_fields.append(PressField(field.name, slot, type_))
    return tuple(press_fields)
