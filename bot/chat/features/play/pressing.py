"""Moves that are chosen step by step with the picker, and the board shown to who saw an earlier
one.
"""

from bot.chat.board import boards
from bot.chat.board.choosing import decision
from bot.chat.board.links import OpenMove
from bot.chat.discord.reply import Reply
from bot.chat.features.play import feature, texts
from bot.chat.features.play.next_step import show_choices, show_next_step, wants_preview
from bot.chat.features.play.picker import ChooseMove, ConfirmMove, UndoMove, pick
from bot.domain.errors import Stale


@feature.on(OpenMove, work="board", touched=True)
async def open_picker(reply: Reply, press: OpenMove) -> None:
    await show_choices(reply, await reply.current(press.match, press.version))


@feature.on(ChooseMove, work="board")
async def choose(reply: Reply, press: ChooseMove) -> None:
    """Go to another page of the picker, or make the decision pressed."""
    match = await reply.current(press.match, press.version)
    draft = match.draft_of(reply.user)
    draft_length = len(draft.decisions) if draft is not None else 0
    if match.mover != reply.user or draft_length != press.drafted:
        raise match.stale()
    pressed_decision = decision(press.selection)
    if pressed_decision is None:
        await pick(reply, match, draft, press.selection, sight=press.sight)
        return
    result = await reply.services.matches.play(
        match.id,
        reply.user,
        pressed_decision,
        version=press.version,
        draft_length=press.drafted,
        confirm=wants_preview(reply),
        interaction=reply.interaction_ref,
    )
    await show_next_step(reply, result, sight=press.sight)


@feature.on(UndoMove, work="board")
async def undo(reply: Reply, press: UndoMove) -> None:
    result = await reply.services.matches.undo(
        press.match, reply.user, version=press.version, draft_length=press.drafted
    )
    await pick(reply, result.match, result.match.draft_of(reply.user))


@feature.on(ConfirmMove, work="board")
async def confirm(reply: Reply, press: ConfirmMove) -> None:
    result = await reply.services.matches.confirm(
        press.match,
        reply.user,
        version=press.version,
        draft_length=press.drafted,
        draw=press.draw,
        interaction=reply.interaction_ref,
    )
    await show_next_step(reply, result)


@feature.instead_of(Stale)
async def show_current(reply: Reply) -> bool:
    """Show the current board to a member who saw an earlier one; a player to move also gets the
    choices.
    """
    if reply.match is None:
        return False
    match = await reply.services.matches.get(reply.match)
    lead = reply.t(texts.STALE, match=match.name)
    if match.mover == reply.user:
        await pick(reply, match, match.draft_of(reply.user), lead=lead)
    else:
        await boards.show(reply, match, lead=lead)
    return True
