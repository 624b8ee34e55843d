"""What a member sees after a decision: the choices of the next one, a preview of the turn, or that
it was played, its post, and the next match that waits.
"""

import logging

import games
from bot.chat.board import boards
from bot.chat.board.links import OpenMove
from bot.chat.discord.components import BLURPLE, Post, button, post, row, text, word
from bot.chat.discord.reply import Reply
from bot.chat.features.play import texts
from bot.chat.features.play.picker import pick
from bot.chat.language import phrases, texts as shared
from bot.domain.matches.lists.summary import Summary
from bot.domain.matches.match import Match, StoredResult
from bot.domain.matches.waiting.to_move import FEWEST, MatchesToMove, matches_to_move
from bot.domain.values import COMPUTER
from bot.store import Unavailable
from games.core import SWAP

log = logging.getLogger(__name__)


def wants_preview(reply: Reply) -> bool:
    """Whether the member wants to see a turn that was pressed or chosen before it is played."""
    return reply.settings.confirm or reply.settings.preview


async def show_choices(reply: Reply, match: Match) -> None:
    """Let the member choose a move, or show why they cannot."""
    if match.mover != reply.user or match.paused:
        await boards.show(reply, match, lead=_why_not(reply, match))
        return
    draft = match.draft_of(reply.user)
    legal = match.state.legal_moves()
    if draft is None and len(legal) == 1:
        # There is nothing to choose, only a preview to confirm.
        result = await reply.services.matches.play(
            match.id, reply.user, str(legal[0]), version=match.version, draft_length=0, confirm=True
        )
        match = result.match
        draft = match.draft_of(reply.user)
    missed_lines = await reply.services.explorations.missed(match, reply.user)
    lines = [reply.t(shared.MISSED, line=phrases.line(reply.t, line)) for line in missed_lines]
    await pick(reply, match, draft, lead="\n".join(lines))


async def show_next_step(
    reply: Reply,
    result: StoredResult,
    queue: MatchesToMove | None = None,
    *,
    by_command: bool = False,
    sight: bool = False,
) -> None:
    """Show the choices of the next decision, or post a complete turn and show the next match that
    waits.

    :param queue: the matches that waited before, if they were read
    :param by_command: the post of the turn is the answer, so nothing else says that it was played
    :param sight: choices are shown with sight lines
    """
    match = result.match
    if not result.complete:
        await pick(reply, match, match.draft_of(reply.user), sight=sight)
        return
    # A turn against the computer is posted together with the computer's.
    if not by_command or match.mover == COMPUTER:
        await reply.private(word(_was_played(reply, match)))
    await reply.publish(result.notice)
    if COMPUTER not in match.seats or match.status != "running":
        await _show_next_match(reply, match, queue)


def _why_not(reply: Reply, match: Match) -> str:
    """Why the member cannot move in a match."""
    t = reply.t
    if match.seat_of(reply.user) is None:
        return t(texts.NOT_YOURS, match=match.name)
    if match.mover is None:
        return t(texts.IS_OVER, match=match.name)
    if match.mover == reply.user:
        return t(texts.IS_PAUSED, match=match.name)
    return t(texts.NOT_YOUR_TURN, who=phrases.who(t, match.mover))


def _was_played(reply: Reply, match: Match) -> str:
    """The sentence that tells the mover that the turn was played."""
    own_turns = (turn.decisions for turn in match.turns if match.seats[turn.seat] == reply.user)
    decisions = next(own_turns, ())
    if decisions == (str(SWAP),):
        cells = phrases.took_over(match)
        return reply.t(texts.DONE_TOOK_OVER, cells=cells, match=match.name)
    template = texts.DONE
    if match.status != "running":
        template = texts.DONE_OVER
    elif match.mover == COMPUTER:
        template = texts.DONE_COMPUTER
    return reply.t(template, moves=phrases.moves(reply.t, decisions), match=match.name)


async def _show_next_match(reply: Reply, match: Match, queue: MatchesToMove | None) -> None:
    """Show the most urgent other match that waits for the member, if there is one."""
    try:
        if queue is None:
            queue = await matches_to_move(reply.services.matches, reply.viewer, most=FEWEST)
        summary = queue.other_than(match.id)
    except Unavailable as error:  # the turn is played and posted all the same
        log.info("the next match could not be read: %s", error)
        return
    if summary is not None:
        await reply.private(_next_match(reply, summary), anew=True)


def _next_match(reply: Reply, summary: Summary) -> Post:
    """The card that leads to the next match."""
    t = reply.t
    opponent = phrases.who(t, summary.opponent(reply.user))
    game = games.get(summary.game).name
    line = t(texts.NEXT, match=summary.name, game=game, who=opponent)
    label = t.label(texts.NEXT_BUTTON, match=summary.name)
    move = button(label, OpenMove(summary.id, summary.version), "primary")
    return post(text(line), row(move), colour=BLURPLE)
