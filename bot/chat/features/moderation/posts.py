"""The notice to the players of a match that a manager ended or whose result a manager undid."""

from __future__ import annotations

from bot.chat.discord.components import AMBER, Post, word
from bot.chat.discord.services import Services
from bot.chat.features.moderation import feature, texts
from bot.chat.language import phrases
from bot.chat.language.i18n import Language
from bot.domain.events import Notice
from bot.domain.matches.events import MatchStopped


@feature.composes(MatchStopped)
async def compose_stopped(services: Services, t: Language, notice: Notice[MatchStopped]) -> Post | None:
    """The notice to one of the players, or to the channel."""
    match = await services.matches.match_of(notice)
    t.names = phrases.names_for(notice.dm, zip(match.seats, match.names, strict=True))
    said = texts.UNDONE if match.reason == "taken-back" else texts.STOPPED
    called = "" if notice.ping is None else phrases.who(t, notice.ping) + ": "
    return word(called + t(said, match=match.name), notice=notice, colour=AMBER)
