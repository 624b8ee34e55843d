"""Taking part in tournaments: joining, withdrawing, checking in, and challenging on a ladder."""

from __future__ import annotations

from collections.abc import Callable

import discord

from bot.chat.discord.components import Post, button, question, word
from bot.chat.discord.press import number
from bot.chat.discord.reply import Reply, no_such_button
from bot.chat.features.tournaments import cards, feature, presses, texts
from bot.chat.features.tournaments.completion import tournament_command
from bot.chat.language.i18n import mention
from bot.domain.tournaments import organising
from bot.domain.tournaments.tournament import Tournament


async def named(reply: Reply, name: str, *wanted: Callable[[Tournament], bool]) -> Tournament:
    """The tournament meant by a name; without one, the one like ``wanted`` in which the member takes part.

    Raises NotFound, Ambiguous.
    """
    own = (*wanted, lambda item: item.entrant(reply.user) is not None)
    return await reply.services.tournaments.resolve(reply.viewer, name, own)


def line(reply: Reply, item: Tournament, template: str, **values: object) -> Post:
    """A card of one line about a tournament."""
    return word(reply.t(template, name=item.name, **values))


@tournament_command("tournament join", texts.ABOUT_JOIN)
async def join(reply: Reply, tournament: str = "") -> None:
    """Take part; without a name, in the tournament that the member may still join."""
    wanted = (
        lambda item: cards.early(item) or cards.open_ladder(item),
        lambda item: item.entrant(reply.user) is None,
    )
    await _join(reply, (await reply.services.tournaments.resolve(reply.viewer, tournament, wanted)).id)


@feature.on(presses.JoinTournament)
async def join_pressed(reply: Reply, press: presses.JoinTournament) -> None:
    """Take part."""
    await _join(reply, press.tournament)


async def _join(reply: Reply, tournament: int) -> None:
    item = (await reply.services.tournaments.do(tournament, organising.join, reply.person)).tournament
    entrant = item.entrant(reply.user)
    if item.kind == "ladder":
        card = line(reply, item, texts.JOINED_LADDER, challenge=reply.t.command("tournament challenge"))
    elif entrant is not None and entrant.status == "waiting":
        card = line(reply, item, texts.JOINED_WAITING)
    else:
        card = line(reply, item, texts.JOINED)
    await _answer(reply, item, card)


@tournament_command("tournament withdraw", texts.ABOUT_WITHDRAW)
async def withdraw(reply: Reply, tournament: str = "") -> None:
    """Withdraw."""
    await _leave(reply, (await named(reply, tournament)).id)


@feature.on(presses.LeaveTournament)
async def leave_pressed(reply: Reply, press: presses.LeaveTournament) -> None:
    """Withdraw, or stay after all."""
    if press.sure == "n":
        item = await reply.services.tournaments.shown(reply.viewer, press.tournament)
        await reply.private(line(reply, item, texts.STAYED))
    else:
        await _leave(reply, press.tournament, sure=press.sure == "y")


async def _leave(reply: Reply, tournament: int, *, sure: bool = False) -> None:
    """Withdraw; while games are played, only if the member is ``sure``."""
    item = await reply.services.tournaments.shown(reply.viewer, tournament)
    playing = item.status == "running" and item.kind != "ladder" and item.entrant(reply.user) is not None
    if playing and not sure:
        yes = button(reply.t.label(texts.LEAVE_YES), presses.LeaveTournament(item.id, "y"), "danger")
        no = button(reply.t.label(texts.LEAVE_NO), presses.LeaveTournament(item.id, "n"))
        await reply.private(question(reply.t(texts.LEAVE_ASK, name=item.name), yes, no), anew=True)
        return
    item = (await reply.services.tournaments.do(tournament, organising.leave, reply.person.id)).tournament
    await _answer(reply, item, line(reply, item, texts.LEFT), anew=not sure)


async def _answer(reply: Reply, item: Tournament, card: Post, *, anew: bool = True) -> None:
    """Answer the member, and update the announcement whose button was pressed."""
    if reply.pressed and not reply.pressed_private and (cards.early(item) or item.kind == "ladder"):
        await reply.replace(cards.announcement(reply.t, item))
    await reply.private(card, anew=anew)


@feature.on(presses.CheckIn)
async def check_in(reply: Reply, press: presses.CheckIn) -> None:
    """Confirm to be there for the start."""
    changed = await reply.services.tournaments.do(press.tournament, organising.check_in, reply.person)
    await reply.private(line(reply, changed.tournament, texts.CHECKED), anew=True)


@feature.on(presses.AcceptPlace)
async def accept_place(reply: Reply, press: presses.AcceptPlace) -> None:
    """Take an offered place."""
    changed = await reply.services.tournaments.do(
        press.tournament, organising.accept_place, press.slot, reply.person, via=reply.via
    )
    await reply.publish(changed.notice)


@feature.on(presses.DeclinePlace)
async def decline_place(reply: Reply, press: presses.DeclinePlace) -> None:
    """Decline an offered place."""
    changed = await reply.services.tournaments.do(
        press.tournament, organising.decline_place, press.slot, reply.person, via=reply.via
    )
    await reply.publish(changed.notice)


@tournament_command("tournament challenge", texts.ABOUT_CHALLENGE, {"member": texts.ABOUT_CHALLENGE_MEMBER})
async def challenge(reply: Reply, member: discord.User, tournament: str = "") -> None:
    """Play somebody above on a ladder."""
    await _challenge(reply, (await named(reply, tournament, cards.open_ladder)).id, member.id)


@feature.on(presses.ChallengeAbove)
async def challenge_chosen(reply: Reply, press: presses.ChallengeAbove) -> None:
    """Play the member chosen in the menu. Raises NotFound."""
    chosen = number(reply.values[0]) if len(reply.values) == 1 else None
    if chosen is None:
        raise no_such_button()
    await _challenge(reply, press.tournament, chosen)


async def _challenge(reply: Reply, tournament: int, above: int) -> None:
    changed = await reply.services.tournaments.do(tournament, organising.challenge, reply.person, above)
    await reply.private(line(reply, changed.tournament, texts.CHALLENGED, who=mention(above)), anew=True)
