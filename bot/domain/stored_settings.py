"""Settings of members and servers, declared as data, checked, and stored as JSON."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import Field, dataclass, field, fields, replace
from typing import Any, ClassVar, NamedTuple, Self, TypeAlias, TypeVar

from bot.domain.errors import Refused
from bot.domain.events import JSON
from games.core import Sentence

D = TypeVar("D")
SettingValue: TypeAlias = str | int | bool | Collection[int]

LONGEST_TEXT = 40
MOST_LISTED = 50
LANGUAGES = ("", "en", "de", "fr", "es", "pt-BR", "ja")


class About(NamedTuple):
    """What members call a setting, and what it can be.

    ``choices``: its values. ``range``: its least and greatest number. ``check``: makes the value to
    store of a text; may raise Refused.
    """

    label: str
    choices: tuple[str, ...] = ()
    range: tuple[int, int] | None = None
    check: Callable[[str], str] | None = None


def setting(
    default: D,
    label: str,
    choices: tuple[str, ...] = (),
    range: tuple[int, int] | None = None,
    check: Callable[[str], str] | None = None,
) -> D:
    """The field of a setting; see ``About``."""
    return field(default=default, metadata={"about": About(label, choices, range, check)})


@dataclass(frozen=True, slots=True)
class StoredSettings:
    """Settings that are stored as JSON, each made by ``setting``; only values other than the
    defaults are stored.
    """

    descriptions: ClassVar[Mapping[str, About]] = {}
    labels: ClassVar[Mapping[str, str]] = {}

    def __init_subclass__(cls) -> None:
        # A dataclass with slots is made twice, the second time without its fields' defaults.
        setting_fields = {
            name: value for name, value in vars(cls).items() if isinstance(value, Field)
        }
        descriptions = {name: value.metadata["about"] for name, value in setting_fields.items()}
        if descriptions:
            cls.descriptions = descriptions
            cls.labels = {name: entry.label for name, entry in descriptions.items()}

    @classmethod
    def read(cls, data: Mapping[str, JSON]) -> Self:
        """Settings as stored, without those that no longer exist."""
        if not data:
            return cls()
        values = dict[str, Any]()
        for name, value in data.items():
            if name not in cls.descriptions:
                continue
            choices = cls.descriptions[name].choices
            if not choices or value in choices:
                values[name] = tuple(value) if isinstance(value, list) else value
        return cls(**values)

    def stored(self) -> dict[str, JSON]:
        """The values that differ from the defaults."""
        values = dict[str, JSON]()
        for setting_field in fields(self):
            value = getattr(self, setting_field.name)
            if value != setting_field.default:
                values[setting_field.name] = list(value) if isinstance(value, tuple) else value
        return values

    def changed(self, changes: Mapping[str, SettingValue]) -> Self:
        """The settings after some changes. Raises Refused."""
        values = {name: self._checked(name, value) for name, value in changes.items()}
        return replace(self, **values)

    def _checked(self, name: str, value: SettingValue) -> SettingValue:
        defaults: dict[str, object] = {field.name: field.default for field in fields(self)}
        if defaults.get(name) is None:
            raise Refused("there’s no setting “{name}”", name=name[:LONGEST_TEXT])
        default = defaults[name]
        descriptions = self.descriptions[name]
        label = Sentence(self.labels[name])
        if descriptions.choices and value not in descriptions.choices:
            raise Refused(
                "“{label}” can’t be “{value}”", label=label, value=str(value)[:LONGEST_TEXT]
            )
        if descriptions.range is not None:
            lowest, highest = descriptions.range
            if not isinstance(value, int) or not lowest <= value <= highest:
                raise Refused(
                    "“{label}” can be {least} to {most}", label=label, least=lowest, most=highest
                )
        if descriptions.choices or descriptions.range is not None:
            return value
        if descriptions.check is not None:
            return descriptions.check(str(value))
        if isinstance(default, tuple):
            values = value if isinstance(value, Collection) and not isinstance(value, str) else ()
            return tuple(dict.fromkeys(int(item) for item in values))[:MOST_LISTED]
        if isinstance(default, bool):
            return bool(value)
        if isinstance(default, int):
            return int(value) if isinstance(value, (int, str)) else default
        return str(value)[:LONGEST_TEXT]
