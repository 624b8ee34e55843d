"""What a member may set."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.domain import hours
from bot.domain.hours import Hours
from bot.domain.stored_settings import LANGUAGES, StoredSettings, setting
from bot.store.personal import Own
from games.core import _


@dataclass(frozen=True, slots=True)
class MemberSettings(StoredSettings):
    """What a member has set.

    :param theme: the name of one; empty for the default, which also replaces an unknown name
    :param confirm: a whole turn, typed or not, is previewed before it is played
    :param preview: a turn that was pressed or chosen is previewed
    :param language: empty for that of their Discord
    :param hours: empty for those learnt from their moves
    :param hold_dms: direct messages about turns wait for their waking hours, too
    :param daily: where the daily card is sent
    :param daily_when: see ``members.daily``
    :param open_data: their public matches are part of ``export-matches``, without names
    :param lobby: servers of whose new offers they want a card in the morning
    :param across: whether they play across servers, and by name
    """

    theme: Own[str] = setting("", _("Theme"))
    coordinates: Own[str] = setting("edge", _("Coordinates"), choices=("edge", "cells", "none"))
    flip: Own[bool] = setting(False, _("Always flip the board"))
    confirm: Own[bool] = setting(False, _("Ask before typed moves"))
    preview: Own[bool] = setting(True, _("Ask before pressed moves"))
    notices: Own[str] = setting(
        "channel", _("How to reach me"), choices=("channel", "dm", "both", "none")
    )
    language: Own[str] = setting("", _("Language"), choices=LANGUAGES)
    challenges: Own[bool] = setting(True, _("Challenges to me"))
    hours: Own[str] = setting("", _("Waking hours"), check=lambda text: str(hours.parse(text)))
    time_zone: Own[str] = setting(
        "", _("Time zone"), check=lambda text: hours.time_zone(text) if text.strip() else ""
    )
    reminders: Own[str] = setting("usual", _("Reminders"), choices=("usual", "rare", "none"))
    hold_dms: Own[bool] = setting(False, _("Hold DMs while I sleep"))
    daily: Own[str] = setting("none", _("Daily card"), choices=("none", "dm", "channel"))
    daily_when: Own[str] = setting("", _("Time of the daily card"))
    open_data: Own[bool] = setting(True, _("My matches as open data"))
    lobby: Own[tuple[int, ...]] = setting((), _("Morning card of the lobby"))
    across: Own[str] = setting(
        "none", _("Matches across servers"), choices=("none", "hidden", "named")
    )

    def waking(self, moves: Sequence[int]) -> Hours:
        """The waking hours that are set, else those learnt from the ``moves`` made in each hour of
        the day (UTC).
        """
        if self.hours:
            return hours.parse(self.hours, self.time_zone or "UTC")
        return hours.learnt(tuple(moves))
