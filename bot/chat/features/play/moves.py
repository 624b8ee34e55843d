"""Moves: typed with ``/move``, or chosen step by step with the picker.

A complete turn is posted once.
"""

import logging

import games
from bot.chat.board import boards
from bot.chat.board.choosing import decision
from bot.chat.board.completion import match_to_move
from bot.chat.board.links import OpenMove
from bot.chat.discord.commands import slash
from bot.chat.discord.components import BLURPLE, button, post, row, text, word
from bot.chat.discord.reply import Reply
from bot.chat.features.play import feature, texts, typed
from bot.chat.features.play.picker import ChooseMove, ConfirmMove, UndoMove, pick
from bot.chat.features.play.typed import PlayIn
from bot.chat.language import phrases, texts as shared
from bot.domain.errors import Stale
from bot.domain.matches.match import Match, StoredResult
from bot.domain.matches.waiting.to_move import FEWEST, MatchesToMove, matches_to_move
from bot.domain.values import COMPUTER
from bot.store import Unavailable
from games.core import SWAP
from games.core.notation import MOST_CHARACTERS

log = logging.getLogger(__name__)


@feature.command
@slash(
    "move",
    texts.ABOUT_MOVE,
    options={
        "moves": texts.ABOUT_MOVES,
        "match": shared.ABOUT_MATCH,
        "draw": texts.ABOUT_MOVE_DRAW,
    },
    complete={"moves": typed.moves, "match": match_to_move},
    longest={"moves": MOST_CHARACTERS},
    work="board",
)
async def move(reply: Reply, moves: str = "", match: str = "", draw: bool = False) -> None:
    said = typed.split(moves, match)
    waiting = await typed.to_move(reply, said)
    fit = typed.meanings(waiting, said)
    moves = said.text
    if fit is None:
        meant = waiting.named(said.match) or await reply.meant(said.match, to_move=True)
        moves = said.rest
    elif not waiting.here:
        meant = await reply.meant("", to_move=True, status="running")
    elif len(fit) == 1:
        meant, moves = fit[0]
    elif len(waiting.here) == 1 and not fit:
        meant = waiting.match(waiting.here[0])
    else:
        await reply.private(typed.ask(reply, waiting.here, said, fit, draw=draw))
        return
    reply.match = meant.id
    if moves:
        # It may be meant for another match, which ended while this one waited.
        doubt = not said.match and waiting.ended is not None and waiting.ended > meant.moved
        await _play(
            reply, meant, moves, chosen=said.chosen, draw=draw, waiting=waiting, doubt=doubt
        )
    else:
        await _open(reply, meant)


@feature.on(PlayIn, work="board")
async def play_in(reply: Reply, press: PlayIn) -> None:
    moves, chosen = typed.unmarked(press.moves)
    await _play(
        reply,
        await _current(reply, press.match, press.version),
        moves,
        chosen=chosen,
        draw=press.draw,
    )


async def _play(
    reply: Reply,
    match: Match,
    moves: str,
    *,
    chosen: bool = False,
    draw: bool = False,
    waiting: MatchesToMove | None = None,
    doubt: bool = False,
) -> None:
    """Play what was typed; shown first if in ``doubt``: it may be meant for a match that has just
    ended.
    """
    # What is typed in full is played as it stands. What is chosen may be a slip, from a list as on
    # the board.
    confirm = True if doubt else _previews(reply) if chosen else None
    played = await reply.services.matches.play(
        match, reply.user, moves, confirm=confirm, draw=draw, via=reply.via
    )
    # The post is the answer; but a turn against the computer is posted together with the
    # computer's.
    await _go_on(reply, played, waiting, confirm=played.match.mover == COMPUTER)


def _previews(reply: Reply) -> bool:
    """Whether the member wants to see a turn that was pressed or chosen before it is played."""
    return reply.settings.confirm or reply.settings.preview


async def _go_on(
    reply: Reply,
    played: StoredResult,
    waiting: MatchesToMove | None = None,
    *,
    confirm: bool = True,
    sight: bool = False,
) -> None:
    """Show the choices of the next decision, or post a complete turn and show the next match that
    waits.

    ``waiting``: the matches that waited before, if they were read; ``confirm``: say privately that
    the turn was played.
    """
    if not played.complete:
        await pick(reply, played.match, played.match.draft_of(reply.user), sight=sight)
        return
    if confirm:
        await reply.private(word(_done(reply, played)))
    await reply.publish(played.notice)
    await _next_match(reply, played.match, waiting)


@feature.on(OpenMove, work="board", touched=True)
async def open_picker(reply: Reply, press: OpenMove) -> None:
    """Let the member choose a move, or show why they cannot."""
    await _open(reply, await _current(reply, press.match, press.version))


async def _open(reply: Reply, match: Match) -> None:
    if match.mover != reply.user or match.paused:
        await boards.show(reply, match, lead=_why_not(reply, match))
        return
    draft = match.draft_of(reply.user)
    legal = match.state.legal_moves()
    if draft is None and len(legal) == 1:
        # There is nothing to choose, only a preview to confirm.
        version = match.version
        only = str(legal[0])
        played = await reply.services.matches.play(
            match.id, reply.user, only, version=version, drafted=0, confirm=True
        )
        match, draft = played.match, played.match.draft_of(reply.user)
    missed = await reply.services.explorations.missed(match, reply.user)
    lines = (reply.t(shared.MISSED, line=phrases.line(reply.t, line)) for line in missed)
    await pick(reply, match, draft, lead="\n".join(lines))


@feature.on(ChooseMove, work="board")
async def choose(reply: Reply, press: ChooseMove) -> None:
    """Go to another page of the picker, or make the decision pressed."""
    match = await _current(reply, press.match, press.version)
    user = reply.user
    draft = match.draft_of(user)
    if match.mover != user or len(draft.decisions if draft else ()) != press.drafted:
        raise match.stale()
    made = decision(press.pressed)
    if made is None:
        await pick(reply, match, draft, press.pressed, sight=press.sight)
        return
    played = await reply.services.matches.play(
        match.id,
        user,
        made,
        version=press.version,
        drafted=press.drafted,
        confirm=_previews(reply),
        via=reply.via,
    )
    await _go_on(reply, played, sight=press.sight)


@feature.on(UndoMove, work="board")
async def undo(reply: Reply, press: UndoMove) -> None:
    played = await reply.services.matches.undo(
        press.match, reply.user, version=press.version, drafted=press.drafted
    )
    await pick(reply, played.match, played.match.draft_of(reply.user))


@feature.on(ConfirmMove, work="board")
async def confirm(reply: Reply, press: ConfirmMove) -> None:
    played = await reply.services.matches.confirm(
        press.match,
        reply.user,
        version=press.version,
        drafted=press.drafted,
        draw=press.draw,
        via=reply.via,
    )
    await _go_on(reply, played)


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


async def _current(reply: Reply, match: int, version: int) -> Match:
    """The match of a press. Raises NotFound, and Stale if it has gone on since."""
    current = await reply.watched(match)
    if current.version != version:
        raise current.stale()
    return current


def _why_not(reply: Reply, match: Match) -> str:
    t = reply.t
    if match.seat_of(reply.user) is None:
        return t(texts.NOT_YOURS, match=match.name)
    if match.mover is None:
        return t(texts.IS_OVER, match=match.name)
    if match.mover == reply.user:
        return t(texts.IS_PAUSED, match=match.name)
    return t(texts.NOT_YOUR_TURN, who=phrases.who(t, match.mover))


def _done(reply: Reply, played: StoredResult) -> str:
    """The sentence that tells the mover that the turn was played."""
    match = played.match
    mine = next(
        (turn.decisions for turn in match.turns if match.seats[turn.seat] == reply.user), ()
    )
    running = texts.DONE_COMPUTER if match.mover == COMPUTER else texts.DONE
    if mine == (str(SWAP),):
        return reply.t(texts.DONE_TOOK_OVER, cells=phrases.took_over(match), match=match.name)
    line = running if match.status == "running" else texts.DONE_OVER
    return reply.t(line, moves=phrases.moves(reply.t, mine), match=match.name)


async def _next_match(reply: Reply, match: Match, waiting: MatchesToMove | None) -> None:
    """Show the next match that waits for the member, if any; against the computer ``match`` itself
    goes on at once.
    """
    if COMPUTER in match.seats and match.status == "running":
        return
    try:
        waiting = waiting or await matches_to_move(
            reply.services.matches, reply.viewer, most=FEWEST
        )
        item = waiting.other_than(match.id)
        t = reply.t
    except Unavailable as error:  # the turn is played and posted all the same
        log.info("the next match could not be read: %s", error)
        return
    if item is not None:
        opponent = phrases.who(t, item.seats[1 - item.seats.index(reply.user)])
        line = t(texts.NEXT, match=item.name, game=games.get(item.game).name, who=opponent)
        go = button(
            t.label(texts.NEXT_BUTTON, match=item.name), OpenMove(item.id, item.version), "primary"
        )
        await reply.private(post(text(line), row(go), colour=BLURPLE), anew=True)
