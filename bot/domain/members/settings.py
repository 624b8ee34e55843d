"""What a member may set."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from bot.domain import hours
from bot.domain.hours import Hours
from bot.domain.stored_settings import LANGUAGES, StoredSettings
from bot.store.personal import Own
from games.core import _


@dataclass(frozen=True, slots=True)
class MemberSettings(StoredSettings):
    """What a member has set.

    ``theme``: the name of one, empty for the default, which also replaces an unknown one. ``confirm``: a whole
    turn, typed or not, is previewed before it is played; ``preview``: only one pressed or chosen. ``language``:
    empty for that of their Discord. ``hours``: empty for those learnt from their moves; ``hold_dms``: direct
    messages about turns wait for them, too. ``daily``: where the daily card is sent; ``daily_when``: see
    ``members.daily``. ``open_data``: their public matches are part of ``export-matches``, without names.
    ``lobby``: servers of whose new offers they want a card in the morning.
    ``across``: whether they play across servers, and by name.
    """

    theme: Own[str] = ""
    coordinates: Own[str] = "edge"
    flip: Own[bool] = False
    confirm: Own[bool] = False
    preview: Own[bool] = True
    notices: Own[str] = "channel"
    language: Own[str] = ""
    challenges: Own[bool] = True
    hours: Own[str] = ""
    time_zone: Own[str] = ""
    reminders: Own[str] = "usual"
    hold_dms: Own[bool] = False
    daily: Own[str] = "none"
    daily_when: Own[str] = ""
    open_data: Own[bool] = True
    lobby: Own[tuple[int, ...]] = ()
    across: Own[str] = "none"

    labels: ClassVar = {
        "theme": _("Theme"),
        "coordinates": _("Coordinates"),
        "flip": _("Always flip the board"),
        "confirm": _("Ask before typed moves"),
        "preview": _("Ask before pressed moves"),
        "notices": _("How to reach me"),
        "language": _("Language"),
        "challenges": _("Challenges to me"),
        "hours": _("Waking hours"),
        "time_zone": _("Time zone"),
        "reminders": _("Reminders"),
        "hold_dms": _("Hold DMs while I sleep"),
        "daily": _("Daily card"),
        "daily_when": _("Time of the daily card"),
        "open_data": _("My matches as open data"),
        "lobby": _("Morning card of the lobby"),
        "across": _("Matches across servers"),
    }
    choices: ClassVar = {
        "coordinates": ("edge", "cells", "none"),
        "notices": ("channel", "dm", "both", "none"),
        "reminders": ("usual", "rare", "none"),
        "language": LANGUAGES,
        "daily": ("none", "dm", "channel"),
        "across": ("none", "hidden", "named"),
    }
    checks: ClassVar = {
        "hours": lambda text: str(hours.parse(text)),
        "time_zone": lambda text: hours.time_zone(text) if text.strip() else "",
    }

    def waking(self, moves: Sequence[int]) -> Hours:
        """The waking hours that are set, else those learnt from the ``moves`` made in each hour of the day (UTC)."""
        return hours.parse(self.hours, self.time_zone or "UTC") if self.hours else hours.learnt(tuple(moves))
