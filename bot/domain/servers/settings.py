"""What a server may set."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Self, TypeAlias

from bot.domain import clocks
from bot.domain.stored_settings import LANGUAGES, SettingValue, StoredSettings, setting
from bot.store.personal import Plain
from games.core import _

CHANNELS = ("channels", "forum", "digest", "puzzles")  # settings that name channels by their ids
ROLES = ("challengers",)  # settings that name roles


@dataclass(frozen=True, slots=True)
class ServerSettings(StoredSettings):
    """What a server has set.

    :param channels: ids; empty for all
    :param challengers: role ids; empty for all
    :param forum: in which each match gets a post; 0: none
    :param matches: how many a member may have running
    :param days: that a challenge stays open
    :param digest: the channel for daily cards; 0: where the match is
    :param puzzles: the channel for the daily puzzle; 0: none
    :param rated: matches that two members may begin in a month
    :param across: members may play those of other servers
    """

    channels: Plain[tuple[int, ...]] = setting((), _("Channels for matches"))
    challengers: Plain[tuple[int, ...]] = setting((), _("Roles that can challenge"))
    threads: Plain[bool] = setting(False, _("A thread for each match"))
    forum: Plain[int] = setting(0, _("Forum for matches"))
    clock: Plain[str] = setting(
        "none", _("Default time limit"), check=lambda text: str(clocks.parse(text))
    )
    matches: Plain[int] = setting(20, _("Running matches per member"), range=(1, 100))
    days: Plain[int] = setting(14, _("Days a challenge stays open"), range=(1, 60))
    language: Plain[str] = setting("", _("Language"), choices=LANGUAGES)
    digest: Plain[int] = setting(0, _("Channel for daily cards"))
    puzzles: Plain[int] = setting(0, _("Daily puzzle"))
    rated: Plain[int] = setting(10, _("Rated matches per pair per month"), range=(0, 100))
    across: Plain[bool] = setting(False, _("Matches across servers"))

    def named(self, name: str) -> tuple[int, ...]:
        """The ids of the channels or roles that the setting of that name has, one of CHANNELS or
        ROLES.
        """
        value: int | tuple[int, ...] = getattr(self, name)
        if isinstance(value, tuple):
            return value
        return (value,) if value else ()

    def without(self, is_gone: Callable[[int], bool]) -> Self:
        """The settings without the channels and roles that are gone; where none is left, as if none
        had been chosen.
        """
        changes = dict[str, SettingValue]()
        for name in (*CHANNELS, *ROLES):
            ids = self.named(name)
            ids_left = [id for id in ids if not is_gone(id)]
            if len(ids_left) < len(ids):
                changes[name] = ids_left if isinstance(getattr(self, name), tuple) else 0
        return self.changed(changes) if changes else self


InUse: TypeAlias = Callable[[int, ServerSettings], ServerSettings]
"""Takes a server's id and its settings as they were made; returns them without the channels and
roles that are gone.
"""


def as_made(scope: int, settings: ServerSettings) -> ServerSettings:
    """The ``InUse`` of who cannot know what is gone."""
    return settings
