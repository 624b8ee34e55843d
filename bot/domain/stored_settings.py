"""Settings of members and servers, declared as data, checked, and stored as JSON."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, fields, replace
from typing import ClassVar, Self, TypeAlias

from bot.domain.errors import Refused
from bot.domain.events import JSON
from games.core import Sentence

SettingValue: TypeAlias = str | int | bool | Collection[int]

LONGEST_TEXT = 40
MOST_LISTED = 50
LANGUAGES = ("", "en", "de", "fr", "es", "pt-BR", "ja")


@dataclass(frozen=True, slots=True)
class StoredSettings:
    """Settings that are stored as JSON. Every field has a default; only other values are stored. By the name of a
    setting, ``labels``: what members call it; ``choices``: its values; ``ranges``: the least and the greatest number;
    ``checks``: a function from a text to the value to store, which may raise Refused."""

    labels: ClassVar[Mapping[str, str]] = {}
    choices: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    ranges: ClassVar[Mapping[str, tuple[int, int]]] = {}
    checks: ClassVar[Mapping[str, Callable[[str], str]]] = {}

    @classmethod
    def read(cls, stored: Mapping[str, JSON]) -> Self:
        """Settings as stored, without those that no longer exist."""
        if not stored:
            return cls()
        names = {field.name for field in fields(cls)}
        known = {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in stored.items()
            if name in names and (name not in cls.choices or value in cls.choices[name])
        }
        return cls(**known)

    def stored(self) -> dict[str, JSON]:
        """The values that differ from the defaults."""
        return {
            field.name: list(value) if isinstance(value, tuple) else value
            for field in fields(self)
            if (value := getattr(self, field.name)) != field.default
        }

    def changed(self, changes: Mapping[str, SettingValue]) -> Self:
        """The settings after some changes. Raises Refused."""
        return replace(self, **{name: self._checked(name, value) for name, value in changes.items()})

    def _checked(self, name: str, value: SettingValue) -> SettingValue:
        default: object = next((field.default for field in fields(self) if field.name == name), None)
        if default is None:
            raise Refused("there’s no setting “{name}”", name=name[:LONGEST_TEXT])
        label = Sentence(self.labels[name])
        if name in self.choices:
            if value not in self.choices[name]:
                shown = str(value)[:LONGEST_TEXT]
                raise Refused("“{label}” can’t be “{value}”", label=label, value=shown)
            return value
        if name in self.ranges:
            least, most = self.ranges[name]
            if not isinstance(value, int) or not least <= value <= most:
                raise Refused("“{label}” can be {least} to {most}", label=label, least=least, most=most)
            return value
        if name in self.checks:
            return self.checks[name](str(value))
        if isinstance(default, tuple):
            listed = value if isinstance(value, Collection) and not isinstance(value, str) else ()
            return tuple(dict.fromkeys(int(item) for item in listed))[:MOST_LISTED]
        if isinstance(default, bool):
            return bool(value)
        if isinstance(default, int):
            return int(value) if isinstance(value, (int, str)) else default
        return str(value)[:LONGEST_TEXT]
