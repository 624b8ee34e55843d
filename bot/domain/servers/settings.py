"""What a server may set."""

from dataclasses import dataclass
from typing import ClassVar

from bot.domain import clocks
from bot.domain.stored_settings import LANGUAGES, StoredSettings
from bot.store.personal import Plain
from games.core import _


@dataclass(frozen=True, slots=True)
class ServerSettings(StoredSettings):
    """What a server has set.

    ``channels`` (ids) and ``challengers`` (role ids): empty for all. ``digest``: the channel for daily cards, 0 for
    where the match is; ``puzzles``: the channel for the daily puzzle; ``forum``: the forum in which each match gets a
    post; 0: none. ``matches``: how many a member may have running. ``days`` that a challenge stays open. ``rated``:
    matches that two members may begin in a month. ``across``: members may play those of other servers.
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
    across: Plain[bool] = False

    labels: ClassVar = {
        "channels": _("Channels for matches"),
        "challengers": _("Roles that can challenge"),
        "threads": _("A thread for each match"),
        "forum": _("Forum for matches"),
        "clock": _("Default time limit"),
        "matches": _("Running matches per member"),
        "days": _("Days a challenge stays open"),
        "language": _("Language"),
        "digest": _("Channel for daily cards"),
        "puzzles": _("Daily puzzle"),
        "rated": _("Rated matches per pair and month"),
        "across": _("Matches across servers"),
    }
    choices: ClassVar = {"language": LANGUAGES}
    checks: ClassVar = {"clock": lambda text: str(clocks.parse(text))}
    ranges: ClassVar = {"matches": (1, 100), "days": (1, 60), "rated": (0, 100)}
