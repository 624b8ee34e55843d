"""Matches that wait: nudging, snoozing, playing on, abandoning and resuming, and the posts about them."""

from datetime import datetime

from bot.chat.board import boards, cards, links
from bot.chat.board.completion import match_command
from bot.chat.discord.components import AMBER, Post, button, post, question, row, text, word
from bot.chat.discord.press import MatchPress, VersionPress
from bot.chat.discord.reply import Reply
from bot.chat.discord.services import Services
from bot.chat.features.waiting import feature, texts
from bot.chat.language import phrases
from bot.chat.language import texts as shared
from bot.chat.language.i18n import Language, moment
from bot.domain.clocks import DAY
from bot.domain.events import Notice
from bot.domain.matches import agreements
from bot.domain.matches.events import MatchEvent, Nudged, QuietAsked, QuietReminder
from bot.domain.matches.match import Match
from bot.domain.matches.waiting import commands as waiting
from bot.domain.values import COMPUTER

SNOOZES = (3, 7)  # days to snooze a match for, besides until tomorrow


class PlayOn(VersionPress, action="playon"):
    """Say that one plays on."""


@feature.on(links.Nudge)
async def nudge(reply: Reply, press: links.Nudge) -> None:
    """Remind the opponent of their turn."""
    change = await reply.services.matches.act(press.match, reply.user, waiting.nudge)
    boards.call_by_name(reply, [change.match])
    other = phrases.who(reply.t, change.match.opponent(reply.user))
    await reply.private(word(reply.t(texts.NUDGED, other=other)))


@feature.on(PlayOn)
async def play_on(reply: Reply, press: PlayOn) -> None:
    """Say that one plays on."""
    change = await reply.services.matches.act(press.match, reply.user, waiting.play_on)
    await reply.private(word(reply.t(texts.PLAYING_ON, match=change.match.name)))


class SnoozeFor(MatchPress, action="snoozefor"):
    """Snooze a match for some days; 0 ends a snooze."""

    days: int


class Abandon(VersionPress, action="abandonyes"):
    """Ask to end a match without a result."""


@feature.on(links.Snooze)
async def snooze(reply: Reply, press: links.Snooze) -> None:
    """Ask how long to snooze a match."""
    match, t = await reply.watched(press.match), reply.t
    seat = match.player(reply.user)
    days = [button(t.label(texts.SNOOZE_SPAN, span=phrases.span(t, n * DAY)), SnoozeFor(match.id, n)) for n in SNOOZES]
    tomorrow = button(t.label(texts.SNOOZE_TOMORROW), SnoozeFor(match.id, 1), "primary")
    end = [button(t.label(texts.SNOOZE_END), SnoozeFor(match.id, 0))] if match.snoozed[seat] else []
    ask = texts.SNOOZE_ASK if match.due is not None else texts.SNOOZE_ASK_NO_CLOCK
    await reply.private(question(t(ask, match=match.name), tomorrow, *days, *end))


@feature.on(SnoozeFor)
async def snooze_for(reply: Reply, press: SnoozeFor) -> None:
    """Snooze a match until the morning in ``days``."""
    change = await reply.services.matches.do(press.match, lambda match: waiting.snooze(match, reply.user, press.days))
    match = change.match
    until = match.snoozed[match.playing(reply.user)]
    if until is None:
        await reply.private(word(reply.t(texts.UNSNOOZED, match=match.name)))
    else:
        await reply.private(word(reply.t(texts.SNOOZED, match=match.name, when=moment(until))))


@feature.on(links.ConfirmAbandon)
@match_command(feature, "match abandon", texts.ABOUT_ABANDON, lambda match: links.ConfirmAbandon(match.id))
async def confirm_abandon(reply: Reply, press: links.ConfirmAbandon) -> None:
    """Ask for confirmation before a match is abandoned."""
    match = await reply.watched(press.match)
    ask = texts.ABANDON_COMPUTER if COMPUTER in match.seats else texts.ABANDON_ASK
    await boards.ask_sure(reply, match, ask, texts.ABANDON_YES, Abandon)


@feature.on(Abandon)
async def abandon(reply: Reply, press: Abandon) -> None:
    """Ask to end a match without a result, or agree to that."""
    change = await reply.services.matches.act(
        press.match, reply.user, agreements.ask_abandon, version=press.version, via=reply.via
    )
    await reply.private(word(reply.t(shared.DONE_ASKED if change.match.status == "running" else shared.DONE_AT_ONCE)))
    await reply.publish(change.notice)


@feature.on(links.AskTakeUp)
async def take_up(reply: Reply, press: links.AskTakeUp) -> None:
    """Ask to resume an adjourned match, or agree to that."""
    change = await reply.services.matches.act(press.match, reply.user, agreements.ask_take_up, via=reply.via)
    await reply.private(word(reply.t(shared.DONE_ASKED)), anew=True)
    await reply.publish(change.notice)


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
            t(texts.QUESTION, who=phrases.who(t, reader), span=span, match=match.name),
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
