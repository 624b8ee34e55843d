"""Nudging, snoozing, playing on, abandoning and resuming, by button or command."""

from __future__ import annotations

from bot.chat.board import boards, links
from bot.chat.board.completion import match_command
from bot.chat.discord.components import button, question, word
from bot.chat.discord.press import MatchPress, VersionPress
from bot.chat.discord.reply import Reply
from bot.chat.features.waiting import feature, texts
from bot.chat.language import phrases
from bot.chat.language import texts as shared
from bot.chat.language.i18n import moment
from bot.domain.clocks import DAY
from bot.domain.matches import agreements
from bot.domain.matches.waiting import commands as waiting
from bot.domain.values import COMPUTER

SNOOZES = (3, 7)
"""Days to snooze a match for, besides until tomorrow."""


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
