"""How a member likes things."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from bot.domain.stored_settings import LANGUAGES, StoredSettings
from bot.store.personal import Own
from games.core import _


@dataclass(frozen=True, slots=True)
class MemberSettings(StoredSettings):
    """How a member likes things.

    ``theme``: any name of one, empty for the default; who draws falls back to it for an unknown one. ``confirm``: a
    whole turn waits for a press before it is played. ``language`` empty: that of their Discord.
    """

    theme: Own[str] = ""
    coordinates: Own[str] = "edge"
    flip: Own[bool] = False
    confirm: Own[bool] = False
    notices: Own[str] = "channel"
    language: Own[str] = ""
    global_rating: Own[bool] = False

    labels: ClassVar = {
        "theme": _("Theme"),
        "coordinates": _("Names of cells"),
        "flip": _("Always look from the other side"),
        "confirm": _("Confirm every turn"),
        "notices": _("Tell me about my turn"),
        "language": _("Language"),
        "global_rating": _("Ratings over all servers"),
    }
    choices: ClassVar = {
        "coordinates": ("edge", "cells", "none"),
        "notices": ("channel", "dm", "both", "none"),
        "language": LANGUAGES,
    }
