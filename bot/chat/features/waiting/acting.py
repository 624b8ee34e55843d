"""Matches that wait: nudged, snoozed, called off or taken up again, and the posts about them."""

from datetime import datetime

from bot.chat.board import boards, calls, cards, links
from bot.chat.board.completion import match_command
from bot.chat.board.requests import request_buttons
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
from bot.domain.matches.match import Match
from bot.domain.matches.waiting import commands as waiting
from bot.domain.quiet import PUT_AWAY_AFTER
from bot.domain.values import COMPUTER

SNOOZES = (3, 7)  # days to snooze a match for, besides until tomorrow


class PlayOn(VersionPress, action="playon"):
    """Say that one plays on."""


@feature.on(links.Nudge, page=True)
async def nudge(reply: Reply, press: links.Nudge) -> None:
    """Remind the other player of their turn, now or once they are awake."""
    match = (await reply.services.matches.act(press.match, reply.user, waiting.nudge)).match
    boards.call_by_name(reply, [match])
    other = phrases.who(reply.t, match.opponent(reply.user))
    sent_at = waiting.nudge_at(match, match.playing(reply.user))
    template = texts.NUDGED_LATER if sent_at > match.now else texts.NUDGED
    await reply.private(word(reply.t(template, other=other, when=moment(sent_at))))


@feature.on(PlayOn, page=True)
async def play_on(reply: Reply, press: PlayOn) -> None:
    """Say that one plays on."""
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


@feature.on(links.Snooze, page=True)
async def snooze(reply: Reply, press: links.Snooze) -> None:
    """Ask how long to snooze a match."""
    match = await reply.watched(press.match)
    t = reply.t
    seat = match.player(reply.user)
    buttons = [button(t.label(texts.SNOOZE_TOMORROW), SnoozeFor(match.id, 1), "primary")]
    for days in SNOOZES:
        label = t.label(texts.SNOOZE_SPAN, span=phrases.span(t, days * DAY))
        buttons.append(button(label, SnoozeFor(match.id, days)))
    if match.snoozed[seat]:
        buttons.append(button(t.label(texts.SNOOZE_END), SnoozeFor(match.id, 0)))
    ask = texts.SNOOZE_ASK if match.due is not None else texts.SNOOZE_ASK_NO_CLOCK
    await reply.private(question(t(ask, match=match.name), *buttons))


@feature.on(SnoozeFor, page=True)
async def snooze_for(reply: Reply, press: SnoozeFor) -> None:
    """Snooze a match, or end its snooze."""
    change = await reply.services.matches.do(
        press.match, lambda match: waiting.snooze(match, reply.user, press.days)
    )
    match = change.match
    end = match.snoozed[match.playing(reply.user)]
    if end is None:
        line = reply.t(texts.UNSNOOZED, match=match.name)
    else:
        line = reply.t(texts.SNOOZED, match=match.name, when=moment(end))
    await reply.private(word(line))


@feature.on(links.ConfirmAbandon, page=True)
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
    abandon_press = Abandon(match.id, match.version)
    if COMPUTER in match.seats:
        ask = shared.CALL_OFF_ASK
        yes = shared.CALL_OFF
    else:
        ask = texts.ABANDON_ASK
        yes = shared.ASK_CALL_OFF
    await boards.ask_sure(reply, match, ask, yes, abandon_press)


@feature.on(Abandon, page=True)
async def abandon(reply: Reply, press: Abandon) -> None:
    """Ask to end a match without a result; against the computer, end it."""
    change = await reply.services.matches.act(
        press.match,
        reply.user,
        agreements.ask_abandon,
        version=press.version,
        interaction=reply.interaction_ref,
    )
    await calls.tell(reply, change)


@feature.on(links.AskTakeUp, page=True)
async def take_up(reply: Reply, press: links.AskTakeUp) -> None:
    """Ask to take a match up again that was put away."""
    match = await reply.watched(press.match)
    if await calls.offer_withdrawal(reply, match, "take_up"):
        return
    change = await reply.services.matches.act(
        match, reply.user, agreements.ask_take_up, interaction=reply.interaction_ref
    )
    await calls.tell(reply, change)


@feature.composes(Nudged, QuietReminder)
async def compose_reminder(
    services: Services, t: Language, notice: Notice[MatchEvent]
) -> Post | None:
    """A nudge from the opponent, or a reminder of a match without a clock.

    None if it was moved in or is over.
    """
    match = await cards.match_of(services, t, notice)
    event = notice.event
    if match.mover is None or match.version != event.version:
        return None
    start = event.since if isinstance(event, QuietReminder) else int(match.moved_at.timestamp())
    span = _span(t, notice.created_at, start)
    template = texts.NUDGE if isinstance(event, Nudged) else texts.REMINDER
    line = t(template, span=span, **calls.both(t, match, match.mover))
    snooze_button = button(t.label(shared.SNOOZE), links.Snooze(match.id))
    return await calls.call(services, t, match, notice, line, more=(snooze_button,))


@feature.composes(QuietAsked)
async def compose_question(
    services: Services, t: Language, notice: Notice[QuietAsked]
) -> Post | None:
    """The question whether a match that was quiet for weeks goes on.

    Once it is answered, the post says how.
    """
    match = await cards.match_of(services, t, notice)
    event = notice.event
    readers = event.several or ([] if notice.dm is None else [notice.dm])
    line = t(
        texts.QUESTION,
        who=phrases.pinged(t, readers),
        span=_span(t, notice.created_at, event.since),
        game=match.game.name,
        match=match.name,
    )
    is_open = match.status == "running" and match.version == event.version
    if not is_open or match.quiet.asked_at is None:
        if notice.message is None:
            return None
        outcome = _what_became(t, match, notice)
        return await calls.call(services, t, match, notice, line, outcome=outcome)
    put_away_at = match.quiet.asked_at + PUT_AWAY_AFTER
    keep = button(t.label(shared.KEEP_PLAYING), PlayOn(match.id, match.version), "success")
    asks = request_buttons(t, match, match.to_move or 0)
    hint = t(texts.QUESTION_HINT, when=moment(put_away_at, "D"))
    return await calls.call(
        services, t, match, notice, line, hint, first=(keep,), more=asks[:3], asks="open"
    )


def _what_became(t: Language, match: Match, notice: Notice[QuietAsked]) -> str:
    """What has become of the question: who plays on, or what happened in the match."""
    plays_on = None if notice.answer is None else notice.answer.user
    if plays_on:
        return t(texts.CLOSED_ON, who=phrases.who(t, plays_on))
    return calls.outcome(t, match, notice, None, match.seats[0])


def _span(t: Language, now: datetime, start: int) -> str:
    """The time since a moment (unix seconds), in whole days, at least one."""
    days = round((now.timestamp() - start) / DAY)
    return phrases.span(t, max(days, 1) * DAY)
