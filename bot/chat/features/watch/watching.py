"""Showing a match to everyone, looking through it, trying moves in it, and following matches of others."""

from __future__ import annotations

from bot.chat.board import boards, cards, completion, trying
from bot.chat.board.gains import gains
from bot.chat.board.links import FollowHighlights, FollowMatch, JumpTo, LookThrough, OpenThink, TryInMatch
from bot.chat.board.trying import Scratch
from bot.chat.discord.commands import slash
from bot.chat.discord.components import button
from bot.chat.discord.reply import Reply
from bot.chat.discord.sharing import require_seen_by_all
from bot.chat.features.watch import feature, texts
from bot.chat.language import texts as shared
from bot.chat.language.texts import ABOUT_MATCH
from bot.domain.matches.followers import Follows
from bot.domain.matches.match import Match


@feature.command
@slash(
    "match show",
    texts.ABOUT_SHOW,
    options={"match": ABOUT_MATCH},
    complete={"match": completion.match_any},
    work="board",
)
async def show(reply: Reply, match: str = "") -> None:
    services = reply.services
    shown = await reply.meant(match)
    await require_seen_by_all(reply, shown.scope, shown.channel)
    boards.call_by_name(reply, [shown])
    t = await reply.shared()
    image = await services.images.match(shown, say=t.say)
    await reply.public(cards.turn(t, shown, shown.turns, image, tail=await gains(services.ratings, t, shown)))


@feature.on(LookThrough, work="board")
async def look_through(reply: Reply, press: LookThrough) -> None:
    """Show a match at an earlier ply."""
    await boards.look_through(reply, press.match, press.ply, flip=press.flip)


@feature.on(JumpTo, work="board")
async def jump(reply: Reply, press: JumpTo) -> None:
    """Show a match after the turn chosen in a menu. Raises NotFound."""
    await boards.look_through(reply, press.match, reply.chosen(), flip=press.flip)


@feature.on(TryInMatch, work="board")
async def try_in_match(reply: Reply, press: TryInMatch) -> None:
    """Show a tried line after a press in it; players get the Think board. Raises Refused."""
    t, match = reply.t, await reply.watched(press.match)
    ply = min(press.ply, match.state.ply)
    if match.seat_of(reply.user) is not None:
        await reply.perform(OpenThink(match.id, ply))
        return
    then = await boards.at(reply, match, ply)
    scratch = Scratch(
        then.state,
        0,
        lambda line, more: TryInMatch(match.id, ply, line, more),
        t(shared.TRY_TITLE, match=match.name, n=ply),
        (button(t.label(shared.LOOK_THROUGH), LookThrough(match.id, "a", False, ply)),),
    )
    await trying.show(reply, scratch, press.path, press.pressed)


@feature.on(FollowMatch)
async def follow(reply: Reply, press: FollowMatch) -> None:
    """Follow a match of others, or stop following it."""
    match, matches = await reply.watched(press.match), reply.services.matches
    if await matches.follows(match.id, reply.user):
        await matches.unfollow(match.id, reply.user)
        await _shown(reply, match, None, texts.UNFOLLOWED)
    else:
        await matches.follow(match.id, reply.user)
        await _shown(reply, match, "turns", texts.FOLLOWED)


@feature.on(FollowHighlights)
async def follow_highlights(reply: Reply, press: FollowHighlights) -> None:
    """Switch between highlights and all turns of a followed match."""
    match = await reply.watched(press.match)
    await reply.services.matches.follow(match.id, reply.user, highlights=press.only)
    if press.only:
        await _shown(reply, match, "highlights", texts.FOLLOWED_HIGHLIGHTS)
    else:
        await _shown(reply, match, "turns", texts.FOLLOWED)


async def _shown(reply: Reply, match: Match, follows: Follows | None, lead: str) -> None:
    boards.call_by_name(reply, [match])
    said = reply.t(lead, match=match.name)
    await reply.private(cards.more(reply.t, match, reply.user, follows=follows, lead=said))
