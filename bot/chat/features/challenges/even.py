"""What makes two even, offered unasked: the buttons that take it or leave it."""

from bot.chat.board import boards, calls
from bot.chat.board.handicaps import LeaveRematchUneven, LeaveUneven, PlayEven, RematchEven
from bot.chat.discord.components import word
from bot.chat.discord.permissions import require_allowed
from bot.chat.discord.reply import Reply
from bot.chat.features.challenges import feature, texts
from bot.domain.challenges.challenge import Challenge
from bot.domain.errors import NotYours, Over
from bot.domain.handicaps.suggestion import Suggestion
from bot.domain.values import Person


@feature.on(PlayEven, work="board", page=True)
async def play_even(reply: Reply, press: PlayEven) -> None:
    """Have the handicap in a challenge: its maker makes it anew, the other one counters it.

    Raises NotYours, Over, Refused.
    """
    await require_allowed(reply)
    services = reply.services
    item = await services.challenges.shown(reply.viewer, press.challenge)
    other = _other(item, reply.user)
    suggestion = await services.handicaps.suggestion(
        item.place.scope, reply.user, other.id, item.game, item.options
    )
    change = await services.challenges.make_even(
        item.id, reply.person, _still_due(suggestion), interaction=reply.interaction_ref
    )
    await reply.settle(challenge=item.id)
    await reply.publish(change.notice)


@feature.on(LeaveUneven, work="board", page=True)
async def leave_uneven(reply: Reply, press: LeaveUneven) -> None:
    """Leave a challenge as it is. Raises NotYours."""
    services = reply.services
    item = await services.challenges.shown(reply.viewer, press.challenge)
    other = _other(item, reply.user)
    await services.handicaps.decline(reply.user, other.id, item.game.slug)
    await services.posts.reopen(challenge=item.id)
    await reply.settle(challenge=item.id)
    await _tell_declined(reply)


@feature.on(RematchEven, work="board", page=True)
async def rematch_even(reply: Reply, press: RematchEven) -> None:
    """Offer a rematch with the handicap, or answer one that is offered with it.

    Raises NotYours, Refused, LimitReached.
    """
    await require_allowed(reply)
    services = reply.services
    match = await reply.watched(press.match)
    if match.rematch is not None:
        await boards.show(reply, await reply.watched(match.rematch))
        return
    match.playing(reply.user)
    suggestion = await services.handicaps.suggestion(
        match.scope, reply.user, match.opponent(reply.user), match.game, match.options
    )
    offer = _still_due(suggestion)
    rematch = await services.challenges.open_rematch(match.id)
    if rematch is not None and rematch.maker.id != reply.user:
        answer = await services.challenges.make_even(
            rematch.id, reply.person, offer, interaction=reply.interaction_ref
        )
        await reply.settle(challenge=rematch.id)
        await reply.publish(answer.notice)
        return
    change = await services.challenges.rematch(
        match.id, reply.user, suggestion=offer, interaction=reply.interaction_ref
    )
    await calls.tell(reply, change)


@feature.on(LeaveRematchUneven, work="board", page=True)
async def leave_rematch_uneven(reply: Reply, press: LeaveRematchUneven) -> None:
    """Have no handicap offered soon. Raises NotYours."""
    services = reply.services
    match = await reply.watched(press.match)
    match.playing(reply.user)
    await services.handicaps.decline(reply.user, match.opponent(reply.user), match.game.slug)
    await services.posts.reopen(match=match.id)
    await reply.settle(match=match.id)
    await _tell_declined(reply)


def _other(item: Challenge, user: int) -> Person:
    """The other one of the two whom a challenge concerns. Raises NotYours."""
    people = [person for person in (item.maker, item.target) if person is not None]
    others = [person for person in people if person.id != user]
    if len(others) != 1 or len(people) != 2:
        raise NotYours("this is for the two who are to play")
    return others[0]


def _still_due(suggestion: Suggestion | None) -> Suggestion:
    """Raises Over where two have become even since it was offered."""
    if suggestion is None:
        raise Over("you’re even by now, so play without a handicap")
    return suggestion


async def _tell_declined(reply: Reply) -> None:
    if not reply.answered:
        await reply.private(word(reply.t(texts.LEFT_UNEVEN)))
