"""What a server may set."""

from dataclasses import dataclass

from bot.domain import clocks
from bot.domain.stored_settings import LANGUAGES, StoredSettings, setting
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

    channels: Plain[tuple[int, ...]] = setting((), _("Channels for matches"))
    challengers: Plain[tuple[int, ...]] = setting((), _("Roles that can challenge"))
    threads: Plain[bool] = setting(False, _("A thread for each match"))
    forum: Plain[int] = setting(0, _("Forum for matches"))
    clock: Plain[str] = setting("none", _("Default time limit"), check=lambda text: str(clocks.parse(text)))
    matches: Plain[int] = setting(20, _("Running matches per member"), range=(1, 100))
    days: Plain[int] = setting(14, _("Days a challenge stays open"), range=(1, 60))
    language: Plain[str] = setting("", _("Language"), choices=LANGUAGES)
    digest: Plain[int] = setting(0, _("Channel for daily cards"))
    puzzles: Plain[int] = setting(0, _("Daily puzzle"))
    rated: Plain[int] = setting(10, _("Rated matches per pair per month"), range=(0, 100))
    across: Plain[bool] = setting(False, _("Matches across servers"))
