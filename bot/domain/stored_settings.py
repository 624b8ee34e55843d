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

    about: ClassVar[Mapping[str, About]] = {}
    labels: ClassVar[Mapping[str, str]] = {}

    def __init_subclass__(cls) -> None:
        # A dataclass with slots is made twice, the second time without its fields' defaults.
        made = {name: value for name, value in vars(cls).items() if isinstance(value, Field)}
        about = {name: value.metadata["about"] for name, value in made.items()}
        if about:
            cls.about = about
            cls.labels = {name: each.label for name, each in about.items()}

    @classmethod
    def read(cls, stored: Mapping[str, JSON]) -> Self:
        """Settings as stored, without those that no longer exist."""
        if not stored:
            return cls()
        known = dict[str, Any]()
        for name, value in stored.items():
            if name not in cls.about:
                continue
            choices = cls.about[name].choices
            if not choices or value in choices:
                known[name] = tuple(value) if isinstance(value, list) else value
        return cls(**known)

    def stored(self) -> dict[str, JSON]:
        """The values that differ from the defaults."""
        differing = dict[str, JSON]()
        for each in fields(self):
            value = getattr(self, each.name)
            if value != each.default:
                differing[each.name] = list(value) if isinstance(value, tuple) else value
        return differing

    def changed(self, changes: Mapping[str, SettingValue]) -> Self:
        """The settings after some changes. Raises Refused."""
        checked = {name: self._checked(name, value) for name, value in changes.items()}
        return replace(self, **checked)

    def _checked(self, name: str, value: SettingValue) -> SettingValue:
        defaults: dict[str, object] = {field.name: field.default for field in fields(self)}
        if defaults.get(name) is None:
            raise Refused("there’s no setting “{name}”", name=name[:LONGEST_TEXT])
        default = defaults[name]
        about = self.about[name]
        label = Sentence(self.labels[name])
        if about.choices and value not in about.choices:
            raise Refused(
                "“{label}” can’t be “{value}”", label=label, value=str(value)[:LONGEST_TEXT]
            )
        if about.range is not None:
            lowest, highest = about.range
            if not isinstance(value, int) or not lowest <= value <= highest:
                raise Refused(
                    "“{label}” can be {least} to {most}", label=label, least=lowest, most=highest
                )
        if about.choices or about.range is not None:
            return value
        if about.check is not None:
            return about.check(str(value))
        if isinstance(default, tuple):
            listed = value if isinstance(value, Collection) and not isinstance(value, str) else ()
            return tuple(dict.fromkeys(int(item) for item in listed))[:MOST_LISTED]
        if isinstance(default, bool):
            return bool(value)
        if isinstance(default, int):
            return int(value) if isinstance(value, (int, str)) else default
        return str(value)[:LONGEST_TEXT]
