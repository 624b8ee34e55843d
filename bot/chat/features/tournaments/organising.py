"""What organisers do: begin, settle games, replace and remove members, hand over, close."""

from __future__ import annotations

from datetime import datetime

import discord

from bot.chat.discord.permissions import manages
from bot.chat.discord.reply import Reply
from bot.chat.features.tournaments import cards, feature, phrases, texts
from bot.chat.features.tournaments.presses import CloseTournament, SettlePairing
from bot.chat.features.tournaments.taking_part import said_of
from bot.chat.language.i18n import mention
from bot.domain.errors import NotFound, Refused
from bot.domain.tournaments.tournament import Tournament
from bot.domain.values import Person


async def start(reply: Reply, item: Tournament, at: datetime | None = None) -> None:
    """Begin now, or at another time than was announced."""
    service, moderator = reply.services.tournaments, manages(reply, item.scope)
    if at is None:
        changed = await service.start(item.id, reply.user, moderator=moderator)
        await reply.private(said_of(reply, changed.tournament, texts.BEGUN))
    else:
        changed = await service.move(item.id, reply.user, at, moderator=moderator, via=reply.via)
        await reply.publish(changed.notice)


async def settle(reply: Reply, match: str, result: str) -> None:
    """Give the pairing that a match belongs to its result. Raises Refused."""
    found = await reply.services.matches.resolve(reply.viewer, match)
    of = await reply.services.tournaments.of_match(found.id)
    if of is None:
        raise NotFound("{name} isn’t a tournament match", name=found.name)
    item, pairing = of
    await _settle(reply, item.id, pairing.id, result)


@feature.on(SettlePairing)
async def settle_pressed(reply: Reply, press: SettlePairing) -> None:
    """Give a pairing its result. Raises Refused."""
    await _settle(reply, press.tournament, press.pairing, press.result)


async def _settle(reply: Reply, item: int, pairing: int, result: str) -> None:
    service = reply.services.tournaments
    before = {one.id: one for one in await service.games(item)}
    moderator = manages(reply, (await service.shown(reply.viewer, item)).scope)
    settled = (await service.settle(item, reply.user, pairing, result, moderator=moderator)).tournament
    old = before[pairing]
    name = (await service.match_names(item)).get(old.match or 0, "–")
    said = phrases.settled(reply.t, settled, old, result)
    replaced = old.result is not None and old.match is not None and settled.rated
    text = texts.SETTLED_HERE if replaced else texts.SETTLED_DONE
    await reply.private(said_of(reply, settled, text, match=name, result=said), anew=not reply.pressed_private)


async def replace(reply: Reply, item: Tournament, out: discord.User, by: discord.User) -> None:
    """Ask somebody to take a member's place over."""
    changed = await reply.services.tournaments.offer_place(
        item.id, reply.user, out.id, _person(by), moderator=manages(reply, item.scope), via=reply.via
    )
    await reply.publish(changed.notice)


async def remove(reply: Reply, item: Tournament, member: discord.User) -> None:
    """Take a member out."""
    moderator = manages(reply, item.scope)
    changed = await reply.services.tournaments.remove(item.id, reply.user, member.id, moderator=moderator)
    await reply.private(said_of(reply, changed.tournament, texts.REMOVED, who=mention(member.id)))


async def hand_over(reply: Reply, item: Tournament, member: discord.User) -> None:
    """Let somebody else organise."""
    changed = await reply.services.tournaments.hand_over(
        item.id, reply.user, _person(member), moderator=manages(reply, item.scope), via=reply.via
    )
    await reply.publish(changed.notice)
    if not reply.answered:
        await reply.private(said_of(reply, changed.tournament, texts.HANDED_OVER, who=mention(member.id)))


def _person(user: discord.User) -> Person:
    """Raises Refused for bots."""
    if user.bot:
        raise Refused("only people can play in or organise tournaments")
    return Person(user.id, user.display_name)


async def ask_close(reply: Reply, item: Tournament) -> None:
    """Ask the organiser before a tournament is closed."""
    moderator = manages(reply, item.scope)
    item = await reply.services.tournaments.closable(item.id, reply.user, moderator=moderator)
    await reply.private(cards.close(reply.t, item))


@feature.on(CloseTournament)
async def close_pressed(reply: Reply, press: CloseTournament) -> None:
    """Close a tournament, or let it go on after all."""
    service = reply.services.tournaments
    item = await service.shown(reply.viewer, press.tournament)
    if not press.sure:
        await reply.private(said_of(reply, item, texts.NOT_CLOSED))
        return
    moderator = manages(reply, item.scope)
    changed = await service.cancel(item.id, reply.user, moderator=moderator, via=reply.via)
    await reply.private(said_of(reply, changed.tournament, texts.CLOSED))
    await reply.publish(changed.notice)
