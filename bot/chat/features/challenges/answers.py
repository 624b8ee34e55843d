"""Answers to challenges: accepting, declining, withdrawing, counter-offers; and the list of open ones."""

from __future__ import annotations

from dataclasses import replace

from bot.chat.board.links import AcceptChallenge, ListChallenges, WithdrawChallenge
from bot.chat.discord.forms import Field, FormMenu, form
from bot.chat.discord.press import ChallengePress, Press
from bot.chat.discord.reply import Reply
from bot.chat.features.challenges import cards, feature, texts
from bot.chat.features.challenges.cards import DeclineChallenge, OpenCounter
from bot.chat.language import phrases
from bot.chat.language import texts as shared
from bot.chat.language.typed import english_clock
from bot.domain.challenges.challenge import OPPOSITE
from bot.domain.errors import NotYours

PAGE = 8
"""Challenges on one page."""


@feature.on(AcceptChallenge, work="board")
async def accept(reply: Reply, press: AcceptChallenge) -> None:
    """Begin the match."""
    challenge = await reply.services.challenges.shown(reply.viewer, press.challenge)
    change = await reply.services.challenges.accept(press.challenge, reply.person, via=reply.via)
    await reply.replace(cards.closed(await reply.shared(), challenge, change.match))
    await reply.publish(change.notice, where=True)


@feature.on(DeclineChallenge)
async def decline(reply: Reply, press: DeclineChallenge) -> None:
    """Decline the challenge; a post pings its maker."""
    declined = await reply.services.challenges.decline(press.challenge, reply.person, via=reply.via)
    await reply.replace(cards.closed(await reply.shared(), declined.challenge))
    await reply.publish(declined.notice)


@feature.on(WithdrawChallenge)
async def withdraw(reply: Reply, press: WithdrawChallenge) -> None:
    """Withdraw the challenge."""
    # Pressed in a list, which only the member sees, the challenge's own card stays as it is: a post follows it.
    quietly = not reply.pressed_private
    challenges = reply.services.challenges
    withdrawn = await challenges.withdraw(press.challenge, reply.person, via=reply.via, quietly=quietly)
    await reply.replace(cards.closed(await reply.shared(), withdrawn.challenge))
    await reply.publish(withdrawn.notice)


class SendCounter(ChallengePress, action="countered"):
    """Send the counter-offer."""

    @property
    def opener(self) -> Press:
        return OpenCounter(self.challenge)


@feature.on(OpenCounter)
async def open_counter(reply: Reply, press: OpenCounter) -> None:
    """Open the form for a counter-offer, filled in with the terms of the challenge."""
    challenge, t = await reply.services.challenges.shown(reply.viewer, press.challenge), reply.t
    if challenge.target is None or challenge.target.id != reply.user:
        raise NotYours("this challenge is for {name}", name=challenge.target.name if challenge.target else "")
    side, _, rated = press.terms.partition("-")
    sides = {name: t.label(label) for name, label in shared.SIDES.items()}
    answers = {"yes": t.label(shared.YES), "no": t.label(shared.NO)}
    await reply.form(
        form(
            t.label(texts.COUNTER_FORM, 45),
            SendCounter(challenge.id),
            Field("variant", t.label(texts.COUNTER_VARIANT), value=phrases.variant(t, challenge), required=False),
            FormMenu("side", t.label(texts.COUNTER_SIDE), sides, side or OPPOSITE[challenge.side]),
            Field("clock", t.label(texts.COUNTER_CLOCK), value=phrases.clock(t, challenge.clock), required=False),
            FormMenu("rated", t.label(texts.COUNTER_RATED), answers, rated or ("yes" if challenge.rated else "no")),
            Field("note", t.label(texts.COUNTER_NOTE), required=False),
        )
    )


@feature.on(SendCounter, work="board")
async def counter(reply: Reply, press: SendCounter) -> None:
    """Answer the challenge with the terms in the form."""
    challenges = reply.services.challenges
    challenge, rated = await challenges.shown(reply.viewer, press.challenge), reply.typed("rated")
    offered = await challenges.counter(
        press.challenge,
        reply.person,
        variant=phrases.variant_meant(reply.t, challenge.game.slug, reply.typed("variant")),
        side=reply.typed("side") or None,
        clock=english_clock(reply.typed("clock")),
        rated=rated == "yes" if rated else None,
        note=reply.typed("note"),
        via=reply.via,
    )
    await reply.replace(cards.closed(await reply.shared(), replace(challenge, status="countered")))
    await reply.publish(offered.notice)


@feature.on(ListChallenges)
async def list_open(reply: Reply, press: ListChallenges) -> None:
    """Show a page of the open challenges of a place."""
    listed = await reply.services.challenges.open(reply.viewer, limit=PAGE + 1, offset=press.page * PAGE)
    await reply.private(cards.listed(reply.t, listed[:PAGE], reply.user, page=press.page, more=len(listed) > PAGE))
