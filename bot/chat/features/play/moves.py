"""Typed moves: ``/move``, and the answer to the question in which match one is to be played."""

from bot.chat.board.completion import match_to_move
from bot.chat.discord.commands import slash
from bot.chat.discord.reply import Reply
from bot.chat.features.play import feature, offered_moves, texts, which_match
from bot.chat.features.play.next_step import show_choices, show_next_step, wants_preview
from bot.chat.features.play.target import (
    AskWhich,
    FindMatch,
    MoveTarget,
    resolve_target,
    waiting_matches,
)
from bot.chat.features.play.typed_move import MoveText, parse
from bot.chat.features.play.which_match import PlayIn
from bot.chat.language import texts as shared
from bot.domain.matches.match import Match
from bot.domain.matches.waiting.to_move import MatchesToMove
from games.core.notation import MOST_CHARACTERS


@feature.command
@slash(
    "move",
    texts.ABOUT_MOVE,
    options={
        "moves": texts.ABOUT_MOVES,
        "match": shared.ABOUT_MATCH,
        "draw": texts.ABOUT_MOVE_DRAW,
    },
    complete={"moves": offered_moves.moves, "match": match_to_move},
    longest={"moves": MOST_CHARACTERS},
    work="board",
)
async def move(reply: Reply, moves: str = "", match: str = "", draw: bool = False) -> None:
    typed_move = parse(moves, match)
    queue = await waiting_matches(reply, typed_move)
    target = resolve_target(typed_move, queue)
    if isinstance(target, AskWhich):
        await reply.private(which_match.question(reply, typed_move, target, draw=draw))
        return
    if isinstance(target, FindMatch):
        status = "any" if target.name else "running"
        named_match = await reply.find_match(target.name, to_move=True, status=status)
        target = MoveTarget(named_match, target.moves)
    reply.match = target.match.id
    if not target.moves:
        await show_choices(reply, target.match)
        return
    confirm = wants_preview(reply) if typed_move.is_choice else None
    if not typed_move.match and _ended_meanwhile(target.match, queue):
        confirm = True
    await _play(reply, target, confirm=confirm, draw=draw, queue=queue)


@feature.on(PlayIn, work="board")
async def play_in(reply: Reply, press: PlayIn) -> None:
    moves = MoveText.parse(press.moves)
    match = await reply.current(press.match, press.version)
    confirm = wants_preview(reply) if moves.is_choice else None
    await _play(reply, MoveTarget(match, moves.text), confirm=confirm, draw=press.draw)


async def _play(
    reply: Reply,
    target: MoveTarget,
    *,
    confirm: bool | None,
    draw: bool,
    queue: MatchesToMove | None = None,
) -> None:
    """Play what was typed, and show what is next.

    :param confirm: a complete turn is shown before it is played; None: as the member has set for
        what is typed in full. What is chosen may be a slip, from a list as on the board
    :param draw: a draw is offered with the turn
    :param queue: the matches that waited before, if they were read
    """
    result = await reply.services.matches.play(
        target.match,
        reply.user,
        target.moves,
        confirm=confirm,
        draw=draw,
        interaction=reply.interaction_ref,
    )
    await show_next_step(reply, result, queue, by_command=True)


def _ended_meanwhile(match: Match, queue: MatchesToMove) -> bool:
    """Whether a move without the name of a match may be meant for another one, which ended while
    this one waited.
    """
    return queue.latest_end is not None and queue.latest_end > match.moved_at
