"""Taking part in tournaments: joining, withdrawing, checking in, and challenging on a ladder."""

from collections.abc import Callable
from typing import TypeVarTuple

import discord

from bot.chat.discord.components import Post, button, question, word
from bot.chat.discord.press import number
from bot.chat.discord.reply import Reply, no_such_button
from bot.chat.features.tournaments import cards, feature, presses, texts
from bot.chat.features.tournaments.completion import tournament_command
from bot.chat.language.i18n import mention
from bot.domain.tournaments import organising
from bot.domain.tournaments.contest import Contest
from bot.domain.tournaments.tournament import Tournament

Ts = TypeVarTuple("Ts")


async def named(reply: Reply, name: str, *conditions: Callable[[Tournament], bool]) -> Tournament:
    """The tournament named; else the one like ``conditions`` in which the member takes part.

    Raises NotFound, Ambiguous.
    """
    own = (*conditions, lambda item: item.entrant(reply.user) is not None)
    return await reply.services.tournaments.resolve(reply.viewer, name, own)


def line(reply: Reply, item: Tournament, template: str, **values: object) -> Post:
    """A card of one line about a tournament."""
    return word(reply.t(template, name=item.name, **values))


async def publish(
    reply: Reply, item: int, change: Callable[[Contest, *Ts], None], *args: *Ts
) -> Tournament:
    """Change a tournament, and post what is announced of that."""
    result = await reply.services.tournaments.do(
        item, change, *args, interaction=reply.interaction_ref
    )
    await reply.publish(result.notice)
    return result.tournament


@tournament_command("tournament join", texts.ABOUT_JOIN)
async def join(reply: Reply, tournament: str = "") -> None:
    """Take part; without a name, in the tournament that the member may still join."""
    conditions = (
        lambda item: cards.early(item) or cards.open_ladder(item),
        lambda item: item.entrant(reply.user) is None,
    )
    item = await reply.services.tournaments.resolve(reply.viewer, tournament, conditions)
    await join_pressed(reply, presses.JoinTournament(item.id))


@feature.on(presses.JoinTournament, work="board", page="place")
async def join_pressed(reply: Reply, press: presses.JoinTournament) -> None:
    """Take part, or wait for a place where there is none left."""
    result = await reply.services.tournaments.do(press.tournament, organising.join, reply.person)
    item = result.tournament
    entrant = item.entrant(reply.user)
    if item.kind == "ladder":
        challenge_command = reply.t.command("tournament challenge")
        card = line(reply, item, texts.JOINED_LADDER, challenge=challenge_command)
    elif entrant is not None and entrant.status == "waiting":
        card = line(reply, item, texts.JOINED_WAITING)
    else:
        card = line(reply, item, texts.JOINED)
    await _answer(reply, item, card)


@tournament_command("tournament withdraw", texts.ABOUT_WITHDRAW)
async def withdraw(reply: Reply, tournament: str = "") -> None:
    """Withdraw, after a question while games are played."""
    item = await named(reply, tournament)
    await leave_pressed(reply, presses.LeaveTournament(item.id))


@feature.on(presses.LeaveTournament, work="board", page="place")
async def leave_pressed(reply: Reply, press: presses.LeaveTournament) -> None:
    """Withdraw, or stay after all; while games are played, the member is asked first."""
    service = reply.services.tournaments
    item = await service.shown(reply.viewer, press.tournament)
    if press.sure == "n":
        await reply.private(line(reply, item, texts.STAYED))
        return
    if not press.sure and await _has_games(reply, item):
        t = reply.t
        leave = presses.LeaveTournament(item.id, "y")
        stay = presses.LeaveTournament(item.id, "n")
        yes = button(t.label(texts.LEAVE_YES), leave, "danger")
        no = button(t.label(texts.LEAVE_NO), stay)
        ask = t(texts.LEAVE_ASK, name=item.name)
        await reply.private(question(ask, yes, no), anew=True)
        return
    item = (await service.do(item.id, organising.leave, reply.user)).tournament
    await _answer(reply, item, line(reply, item, texts.LEFT), anew=not press.sure)


async def _has_games(reply: Reply, item: Tournament) -> bool:
    """Whether the member has games to play in a tournament; on a ladder, whether one is open."""
    entrant = item.entrant(reply.user)
    if item.status != "running" or entrant is None:
        return False
    if item.kind != "ladder":
        return True
    games = await reply.services.tournaments.games(item.id)
    return any(entrant.slot in game.slots and not game.result for game in games)


async def _answer(reply: Reply, item: Tournament, card: Post, *, anew: bool = True) -> None:
    """Answer the member, and update the announcement."""
    await reply.settle(tournament=item.id)
    await reply.private(card, anew=anew)


@feature.on(presses.CheckIn, page="place")
async def check_in(reply: Reply, press: presses.CheckIn) -> None:
    """Confirm to be there for the start."""
    result = await reply.services.tournaments.do(
        press.tournament, organising.check_in, reply.person
    )
    await reply.private(line(reply, result.tournament, texts.CHECKED), anew=True)


@feature.on(presses.AcceptPlace, presses.DeclinePlace, page="place")
async def answer_offer(reply: Reply, press: presses.PlacePress) -> None:
    """Take the place that is offered, or decline it."""
    if isinstance(press, presses.AcceptPlace):
        answer = organising.accept_place
    else:
        answer = organising.decline_place
    result = await reply.services.tournaments.do(
        press.tournament, answer, press.slot, reply.person, interaction=reply.interaction_ref
    )
    await reply.settle(tournament=press.tournament)
    await reply.publish(result.notice)


@tournament_command(
    "tournament challenge", texts.ABOUT_CHALLENGE, {"member": texts.ABOUT_CHALLENGE_MEMBER}
)
async def challenge(reply: Reply, member: discord.User, tournament: str = "") -> None:
    """Challenge a member who is above on a ladder."""
    item = await named(reply, tournament, cards.open_ladder)
    await _challenge(reply, item.id, member.id)


@feature.on(presses.ChallengeAbove, page="place")
async def challenge_chosen(reply: Reply, press: presses.ChallengeAbove) -> None:
    """Challenge the member chosen in the menu. Raises NotFound."""
    user = number(reply.values[0]) if len(reply.values) == 1 else None
    if user is None:
        raise no_such_button()
    await _challenge(reply, press.tournament, user)


async def _challenge(reply: Reply, tournament: int, rival: int) -> None:
    result = await reply.services.tournaments.do(
        tournament, organising.challenge, reply.person, rival
    )
    await reply.private(
        line(reply, result.tournament, texts.CHALLENGED, who=mention(rival)), anew=True
    )
