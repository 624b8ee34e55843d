"""How a server likes things."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from bot.domain import clocks
from bot.domain.stored_settings import LANGUAGES, StoredSettings
from bot.store.personal import Plain
from games.core import _


@dataclass(frozen=True, slots=True)
class ServerSettings(StoredSettings):
    """How a server likes things.

    ``channels`` and ``challengers`` (role ids) empty: all. ``digest``: the channel of the daily cards of members who
    want them in a channel, 0 for where they play; ``puzzles``: that of the daily puzzle; ``forum``: the forum in which
    each match gets a post. ``matches`` a member may have running, ``days`` a challenge stays open, ``rated`` matches
    that two members may begin against each other in a month.
    """

    channels: Plain[tuple[int, ...]] = ()
    challengers: Plain[tuple[int, ...]] = ()
    threads: Plain[bool] = False
    forum: Plain[int] = 0
    clock: Plain[str] = "none"
    matches: Plain[int] = 20
    days: Plain[int] = 14
    language: Plain[str] = ""
    digest: Plain[int] = 0
    puzzles: Plain[int] = 0
    rated: Plain[int] = 10

    labels: ClassVar = {
        "channels": _("Channels for matches"),
        "challengers": _("Roles that can challenge"),
        "threads": _("A thread for each match"),
        "forum": _("Forum for matches"),
        "clock": _("Default time control"),
        "matches": _("Running matches per member"),
        "days": _("Days a challenge stays open"),
        "language": _("Language"),
        "digest": _("Channel for daily cards"),
        "puzzles": _("Daily puzzle"),
        "rated": _("Rated matches per pair and month"),
    }
    choices: ClassVar = {"language": LANGUAGES}
    checks: ClassVar = {"clock": lambda text: str(clocks.parse(text))}
    ranges: ClassVar = {"matches": (1, 100), "days": (1, 60), "rated": (0, 100)}
