"""Posts about matches that wait: nudges, reminders, and the question whether a quiet match goes on."""

from __future__ import annotations

from datetime import datetime

from bot.chat.board import cards, links
from bot.chat.discord.components import AMBER, Post, button, post, row, text
from bot.chat.discord.services import Services
from bot.chat.features.waiting import feature, texts
from bot.chat.features.waiting.acting import PlayOn
from bot.chat.language import phrases
from bot.chat.language import texts as shared
from bot.chat.language.i18n import Language
from bot.domain.clocks import DAY
from bot.domain.events import Notice
from bot.domain.matches.events import MatchEvent, Nudged, QuietAsked, QuietReminder
from bot.domain.matches.match import Match


@feature.composes(Nudged, QuietReminder)
async def compose_reminder(services: Services, t: Language, notice: Notice[MatchEvent]) -> Post | None:
    """A nudge from the opponent, or a reminder of a match without a clock."""
    match, event = await _waiting(services, t, notice), notice.event
    if match is None or match.mover is None:
        return None
    if isinstance(event, Nudged):
        who, other = phrases.who(t, match.opponent(event.by)), phrases.who(t, event.by)
        line = t(texts.NUDGE, who=who, other=other, match=match.name)
    else:
        assert isinstance(event, QuietReminder)
        span = _span(t, notice.created, event.since)
        line = t(texts.REMINDER, who=phrases.who(t, match.mover), span=span, match=match.name)
    return post(
        text(line),
        row(
            button(t.label(shared.MOVE), links.OpenMove(match.id, match.version), "primary"),
            button(t.label(shared.SNOOZE), links.Snooze(match.id)),
            button(t.label(shared.BOARD), links.ShowBoard(match.id, match.version)),
        ),
        colour=AMBER,
        notice=notice,
    )


@feature.composes(QuietAsked)
async def compose_question(services: Services, t: Language, notice: Notice[QuietAsked]) -> Post | None:
    """The question whether a match that was quiet for weeks goes on, pauses, or ends."""
    match, event = await _waiting(services, t, notice), notice.event
    reader = notice.ping or notice.dm
    if match is None or reader is None:
        return None
    span = _span(t, notice.created, event.since)
    pause = button(t.label(shared.ASK_PAUSE), links.AskPause(match.id, match.version))
    return post(
        text(
            t(
                texts.QUESTION,
                who=phrases.who(t, reader),
                span=span,
                match=match.name,
            ),
            t(texts.QUESTION_HINT, match=match.name),
        ),
        row(
            button(t.label(shared.MOVE), links.OpenMove(match.id, match.version), "primary")
            if match.mover == reader
            else None,
            button(t.label(shared.KEEP_PLAYING), PlayOn(match.id, match.version), "success"),
            None if match.paused else pause,
            button(t.label(shared.OFFER_DRAW), links.AskDraw(match.id, match.version)),
            button(t.label(shared.ABANDON), links.ConfirmAbandon(match.id)),
        ),
        colour=AMBER,
        notice=notice,
    )


async def _waiting(services: Services, t: Language, notice: Notice[MatchEvent]) -> Match | None:
    """The match of a notice, None if it is over or was moved in; in a direct message, players are named."""
    match = await cards.match_of(services, t, notice)
    return match if match.status == "running" and match.version == notice.event.version else None


def _span(t: Language, now: datetime, since: int) -> str:
    """The time since a moment (unix seconds), in whole days."""
    return phrases.span(t, max(round((now.timestamp() - since) / DAY), 1) * DAY)
