"""What members and servers may set, as data: each setting's choices and default, checked and kept as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Self

import render
from bot.domain.errors import Refused
from bot.domain.matches import clocks
from games.core import Sentence

LABELS = {
    "theme": "Theme",
    "coordinates": "Names of cells",
    "flip": "Always look from the other side",
    "confirm": "Confirm every turn",
    "notices": "Tell me about my turn",
    "language": "Language",
    "global_rating": "Ratings over all servers",
    "channels": "Channels to play in",
    "challengers": "Who may challenge",
    "threads": "A thread for each match",
    "clock": "Usual clock",
    "matches": "Matches at once per member",
    "days": "Days a challenge stays open",
    "digest": "Daily list of matches in",
    "puzzles": "Daily puzzle in",
    "rated": "Rated matches of the same two in a month",
}
"""What settings are called where they are chosen."""

CHOICES: dict[str, tuple[str, ...]] = {
    "theme": ("", *render.THEMES),
    "coordinates": render.COORDINATES,
    "notices": ("channel", "dm", "both", "none"),
    "language": ("", "en", "de", "fr", "es", "pt-BR", "ja"),
}


@dataclass(frozen=True, slots=True)
class _Preferences:
    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> Self:
        """Settings as stored; what is no longer known is left out."""
        known = {
            field.name: stored[field.name]
            for field in fields(cls)
            if field.name in stored and (field.name not in CHOICES or stored[field.name] in CHOICES[field.name])
        }
        return cls(**{name: tuple(value) if isinstance(value, list) else value for name, value in known.items()})

    def stored(self) -> dict[str, Any]:
        """What to store: only what differs from the defaults."""
        return {
            field.name: list(value) if isinstance(value := getattr(self, field.name), tuple) else value
            for field in fields(self)
            if getattr(self, field.name) != field.default
        }


@dataclass(frozen=True, slots=True)
class MemberSettings(_Preferences):
    """How a member likes things.

    ``confirm``: a whole turn waits for a press before it is played. ``language`` empty: that of their Discord.
    """

    theme: str = ""
    coordinates: str = "edge"
    flip: bool = False
    confirm: bool = False
    notices: str = "channel"
    language: str = ""
    global_rating: bool = False


@dataclass(frozen=True, slots=True)
class ServerSettings(_Preferences):
    """How a server likes things.

    ``channels`` and ``challengers`` (role ids) empty: all. ``digest``: the channel of the daily list of running
    matches, 0 for none; ``puzzles``: that of the daily puzzle. ``matches`` a member may have running, ``days`` a
    challenge stays open, ``rated`` matches that two members may begin against each other in a month.
    """

    channels: tuple[int, ...] = ()
    challengers: tuple[int, ...] = ()
    threads: bool = False
    clock: str = "none"
    matches: int = 20
    days: int = 14
    language: str = ""
    digest: int = 0
    puzzles: int = 0
    rated: int = 10


RANGES = {"matches": (1, 100), "days": (1, 60), "rated": (0, 100)}


def check(name: str, value: Any, kind: type[_Preferences]) -> Any:
    """A value fit to be stored. Raises Refused, naming what it may be."""
    known = {field.name: field for field in fields(kind)}
    if name not in known:
        raise Refused("there is no setting “{name}”", name=name[:40])
    default: Any = known[name].default
    label = Sentence(LABELS[name])
    if name in CHOICES:
        if value not in CHOICES[name]:
            raise Refused("“{label}” cannot be set to “{value}”", label=label, value=str(value)[:40])
        return value
    if name == "clock":
        return str(clocks.parse(str(value)))
    if name in RANGES:
        least, most = RANGES[name]
        if not isinstance(value, int) or not least <= value <= most:
            raise Refused("“{label}” may be {least} to {most}", label=label, least=least, most=most)
        return value
    if isinstance(default, tuple):
        return tuple(dict.fromkeys(int(item) for item in value))[:50]
    if isinstance(default, str):
        return str(value)[:40]
    return type(default)(value)
