"""Taking part in tournaments: joining, leaving, checking in, and challenging on a ladder."""

from __future__ import annotations

from collections.abc import Callable

from bot.chat.discord.components import Post, word
from bot.chat.discord.press import number
from bot.chat.discord.reply import Reply, no_such_button
from bot.chat.features.tournaments import cards, feature, texts
from bot.chat.features.tournaments.presses import (
    AcceptPlace,
    ChallengeAbove,
    CheckIn,
    DeclinePlace,
    JoinTournament,
    LeaveTournament,
)
from bot.chat.language.i18n import mention
from bot.domain.tournaments.tournament import Tournament


async def named(reply: Reply, name: str, fits: Callable[[Tournament], bool] = lambda item: True) -> Tournament:
    """The tournament meant by a name, or by nothing: of those that ``fit``, the one in which the member takes part.

    Raises NotFound, Ambiguous.
    """
    return await reply.services.tournaments.resolve(
        reply.viewer, name, (fits, lambda item: item.entrant(reply.user) is not None)
    )


async def joinable(reply: Reply, name: str) -> Tournament:
    """The tournament meant by a name, or by nothing: the one that the member may still join. Raises as ``named``."""
    return await reply.services.tournaments.resolve(
        reply.viewer,
        name,
        (lambda item: cards.early(item) or cards.open_ladder(item), lambda item: item.entrant(reply.user) is None),
    )


async def join(reply: Reply, item: int) -> None:
    """Take part; the announcement that the button was on is brought up to date."""
    joined = (await reply.services.tournaments.join(item, reply.person)).tournament
    entrant = joined.entrant(reply.user)
    if joined.kind == "ladder":
        said = said_of(reply, joined, texts.JOINED_LADDER, challenge=reply.t.command("tournament challenge"))
    elif entrant is not None and entrant.status == "waiting":
        said = said_of(reply, joined, texts.JOINED_WAITING)
    else:
        said = said_of(reply, joined, texts.JOINED)
    await _tell(reply, joined, said)


async def leave(reply: Reply, item: int, *, sure: bool = False) -> None:
    """Take part no longer; while it is being played, only where the member is ``sure``."""
    found = await reply.services.tournaments.shown(reply.viewer, item)
    playing = found.status == "running" and found.kind != "ladder" and found.entrant(reply.user) is not None
    if playing and not sure:
        await reply.private(cards.leave(reply.t, found), anew=True)
        return
    left = (await reply.services.tournaments.leave(item, reply.person)).tournament
    await _tell(reply, left, said_of(reply, left, texts.LEFT), anew=not sure)


async def challenge(reply: Reply, item: int, above: int) -> None:
    """On a ladder: play somebody above."""
    changed = await reply.services.tournaments.challenge(item, reply.person, above)
    await reply.private(said_of(reply, changed.tournament, texts.CHALLENGED, who=mention(above)), anew=True)


async def _tell(reply: Reply, item: Tournament, said: Post, *, anew: bool = True) -> None:
    """Tell the member, and bring the announcement whose button was pressed up to date."""
    if reply.pressed and not reply.pressed_private and (cards.early(item) or item.kind == "ladder"):
        await reply.replace(cards.announcement(reply.t, item))
    await reply.private(said, anew=anew)


def said_of(reply: Reply, item: Tournament, said: str, **values: object) -> Post:
    """A card of one line about a tournament."""
    return word(reply.t(said, name=item.name, **values))


@feature.on(JoinTournament)
async def join_pressed(reply: Reply, press: JoinTournament) -> None:
    """Take part."""
    await join(reply, press.tournament)


@feature.on(LeaveTournament)
async def leave_pressed(reply: Reply, press: LeaveTournament) -> None:
    """Take part no longer, or stay after all."""
    if press.sure == "n":
        item = await reply.services.tournaments.shown(reply.viewer, press.tournament)
        await reply.private(said_of(reply, item, texts.STAYED))
    else:
        await leave(reply, press.tournament, sure=press.sure == "y")


@feature.on(CheckIn)
async def check_in(reply: Reply, press: CheckIn) -> None:
    """Say that one is there."""
    changed = await reply.services.tournaments.check_in(press.tournament, reply.person)
    await reply.private(said_of(reply, changed.tournament, texts.CHECKED), anew=True)


@feature.on(AcceptPlace)
async def accept_place(reply: Reply, press: AcceptPlace) -> None:
    """Take the place over that one was offered."""
    changed = await reply.services.tournaments.accept_place(press.tournament, press.slot, reply.person, via=reply.via)
    await reply.publish(changed.notice)


@feature.on(DeclinePlace)
async def decline_place(reply: Reply, press: DeclinePlace) -> None:
    """Do not take the place over that one was offered."""
    changed = await reply.services.tournaments.decline_place(press.tournament, press.slot, reply.person, via=reply.via)
    await reply.publish(changed.notice)


@feature.on(ChallengeAbove)
async def challenge_chosen(reply: Reply, press: ChallengeAbove) -> None:
    """Play the member who was chosen. Raises NotFound."""
    chosen = number(reply.values[0]) if len(reply.values) == 1 else None
    if chosen is None:
        raise no_such_button()
    await challenge(reply, press.tournament, chosen)
