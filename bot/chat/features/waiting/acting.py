"""Matches that wait: nudging, snoozing, playing on, abandoning and resuming, and the posts about
them.
"""

from datetime import datetime

from bot.chat.board import boards, calls, cards, links
from bot.chat.board.completion import match_command
from bot.chat.discord.components import Post, button, question, word
from bot.chat.discord.press import MatchPress, VersionPress
from bot.chat.discord.reply import Reply
from bot.chat.discord.services import Services
from bot.chat.features.waiting import feature, texts
from bot.chat.language import phrases, texts as shared
from bot.chat.language.i18n import Language, moment
from bot.domain.clocks import DAY
from bot.domain.events import Notice
from bot.domain.matches import agreements
from bot.domain.matches.events import MatchEvent, Nudged, QuietAsked, QuietReminder
from bot.domain.matches.waiting import commands as waiting
from bot.domain.quiet import PUT_AWAY_AFTER
from bot.domain.values import COMPUTER

SNOOZES = (3, 7)  # days to snooze a match for, besides until tomorrow


class PlayOn(VersionPress, action="playon"):
    """Say that one plays on."""


@feature.on(links.Nudge)
async def nudge(reply: Reply, press: links.Nudge) -> None:
    match = (await reply.services.matches.act(press.match, reply.user, waiting.nudge)).match
    boards.call_by_name(reply, [match])
    other = phrases.who(reply.t, match.opponent(reply.user))
    at = waiting.nudge_at(match, match.playing(reply.user))
    later = at > match.now
    await reply.private(
        word(reply.t(texts.NUDGED_LATER if later else texts.NUDGED, other=other, when=moment(at)))
    )


@feature.on(PlayOn)
async def play_on(reply: Reply, press: PlayOn) -> None:
    match = (await reply.services.matches.act(press.match, reply.user, waiting.play_on)).match
    boards.call_by_name(reply, [match])
    await reply.settle(match=match.id)
    other = phrases.who(reply.t, match.opponent(reply.user))
    await reply.private(word(reply.t(texts.PLAYING_ON, other=other)), anew=True)


class SnoozeFor(MatchPress, action="snoozefor"):
    """Snooze a match for some days; 0 ends a snooze."""

    days: int


class Abandon(VersionPress, action="abandonyes"):
    """Ask to end a match without a result."""


@feature.on(links.Snooze)
async def snooze(reply: Reply, press: links.Snooze) -> None:
    """Ask how long to snooze a match."""
    match = await reply.watched(press.match)
    t = reply.t
    seat = match.player(reply.user)
    days = [
        button(t.label(texts.SNOOZE_SPAN, span=phrases.span(t, n * DAY)), SnoozeFor(match.id, n))
        for n in SNOOZES
    ]
    tomorrow = button(t.label(texts.SNOOZE_TOMORROW), SnoozeFor(match.id, 1), "primary")
    end = [button(t.label(texts.SNOOZE_END), SnoozeFor(match.id, 0))] if match.snoozed[seat] else []
    ask = texts.SNOOZE_ASK if match.due is not None else texts.SNOOZE_ASK_NO_CLOCK
    await reply.private(question(t(ask, match=match.name), tomorrow, *days, *end))


@feature.on(SnoozeFor)
async def snooze_for(reply: Reply, press: SnoozeFor) -> None:
    change = await reply.services.matches.do(
        press.match, lambda match: waiting.snooze(match, reply.user, press.days)
    )
    match = change.match
    until = match.snoozed[match.playing(reply.user)]
    if until is None:
        await reply.private(word(reply.t(texts.UNSNOOZED, match=match.name)))
    else:
        await reply.private(word(reply.t(texts.SNOOZED, match=match.name, when=moment(until))))


@feature.on(links.ConfirmAbandon)
@match_command(
    feature, "match abandon", texts.ABOUT_ABANDON, lambda match: links.ConfirmAbandon(match.id)
)
async def confirm_abandon(reply: Reply, press: links.ConfirmAbandon) -> None:
    """Ask for confirmation before a match is called off, or the opponent is asked to."""
    match = await reply.watched(press.match)
    match.require_voidable()
    asker = match.asker("abandon")
    if asker is not None and match.seats[asker] != reply.user:
        await reply.handle(links.AnswerAgreement(match.id, match.version, "abandon", True))
        return
    if await calls.offer_withdrawal(reply, match, "abandon"):
        return
    alone = COMPUTER in match.seats
    ask, yes = (
        (shared.CALL_OFF_ASK, shared.CALL_OFF)
        if alone
        else (texts.ABANDON_ASK, shared.ASK_CALL_OFF)
    )
    await boards.ask_sure(reply, match, ask, yes, Abandon(match.id, match.version))


@feature.on(Abandon)
async def abandon(reply: Reply, press: Abandon) -> None:
    command = agreements.ask_abandon
    await calls.tell(
        reply,
        await reply.services.matches.act(
            press.match, reply.user, command, version=press.version, via=reply.via
        ),
    )


@feature.on(links.AskTakeUp)
async def take_up(reply: Reply, press: links.AskTakeUp) -> None:
    command = agreements.ask_take_up
    match = await reply.watched(press.match)
    if await calls.offer_withdrawal(reply, match, "take_up"):
        return
    await calls.tell(
        reply, await reply.services.matches.act(match, reply.user, command, via=reply.via)
    )


@feature.composes(Nudged, QuietReminder)
async def compose_reminder(
    services: Services, t: Language, notice: Notice[MatchEvent]
) -> Post | None:
    """A nudge from the opponent, or a reminder of a match without a clock; None if it was moved in
    or is over.
    """
    match = await cards.match_of(services, t, notice)
    event = notice.event
    if match.mover is None or match.version != event.version:
        return None
    nudged = isinstance(event, Nudged)
    since = event.since if isinstance(event, QuietReminder) else int(match.moved.timestamp())
    says = calls.both(t, match, match.mover)
    span = _span(t, notice.created, since)
    line = t(texts.NUDGE if nudged else texts.REMINDER, span=span, **says)
    snooze = button(t.label(shared.SNOOZE), links.Snooze(match.id))
    return await calls.call(services, t, match, notice, line, more=(snooze,))


@feature.composes(QuietAsked)
async def compose_question(
    services: Services, t: Language, notice: Notice[QuietAsked]
) -> Post | None:
    """The question whether a match that was quiet for weeks goes on, pauses, or ends; once
    answered, how.
    """
    match = await cards.match_of(services, t, notice)
    event = notice.event
    who = phrases.pinged(t, event.several or ([] if notice.dm is None else [notice.dm]))
    span = _span(t, notice.created, event.since)
    line = t(texts.QUESTION, who=who, span=span, game=match.game.name, match=match.name)
    if match.status != "running" or match.version != event.version or match.quiet.asked is None:
        if notice.message is None:
            return None
        on = None if notice.answer is None else notice.answer[1]
        closed = (
            t(texts.CLOSED_ON, who=phrases.who(t, on))
            if on
            else calls.outcome(t, match, notice, None, match.seats[0])
        )
        return await calls.call(services, t, match, notice, line, closed=closed)
    shelved = match.quiet.asked + PUT_AWAY_AFTER
    keep = button(t.label(shared.KEEP_PLAYING), PlayOn(match.id, match.version), "success")
    ways = cards.requests(t, match, match.to_move or 0)
    hint = t(texts.QUESTION_HINT, when=moment(shelved, "D"))
    return await calls.call(
        services, t, match, notice, line, hint, first=(keep,), more=ways[:3], asks="open"
    )


def _span(t: Language, now: datetime, since: int) -> str:
    """The time since a moment (unix seconds), in whole days."""
    return phrases.span(t, max(round((now.timestamp() - since) / DAY), 1) * DAY)
