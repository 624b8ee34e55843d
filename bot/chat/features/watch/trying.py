"""A private board to try moves from any position of a match."""

from __future__ import annotations

from bot.chat.board import boards, trying
from bot.chat.board.links import LookThrough, OpenThink, TryInMatch
from bot.chat.board.trying import Scratch
from bot.chat.discord.components import button
from bot.chat.discord.reply import Reply
from bot.chat.features.watch import feature
from bot.chat.language import texts as shared
from bot.domain.matches.match import Match


async def open_board(reply: Reply, match: Match, ply: int | None = None) -> None:
    """Open a board to try moves at ``ply``, or at the current position; players get the Think board. Raises Refused."""
    ply = match.state.ply if ply is None else min(ply, match.state.ply)
    if match.seat_of(reply.user) is not None:
        await reply.perform(OpenThink(match.id, ply))
    else:
        await _show(reply, match, ply, anew=True)


@feature.on(TryInMatch, work="board")
async def try_in_match(reply: Reply, press: TryInMatch) -> None:
    """Show a tried line after a press in it. Raises Refused."""
    match = await reply.watched(press.match)
    if match.seat_of(reply.user) is not None:
        await open_board(reply, match, press.ply)
    else:
        await _show(reply, match, press.ply, press.path, press.pressed)


async def _show(reply: Reply, match: Match, ply: int, path: str = "", pressed: str = "", *, anew: bool = False) -> None:
    t, ply = reply.t, min(ply, match.state.ply)
    then = await boards.at(reply, match, ply)
    scratch = Scratch(
        then.state,
        0,
        lambda line, more: TryInMatch(match.id, ply, line, more),
        t(shared.TRY_TITLE, match=match.name, n=ply),
        (button(t.label(shared.LOOK_THROUGH), LookThrough(match.id, "a", False, ply)),),
    )
    await trying.show(reply, scratch, path, pressed, anew=anew)
