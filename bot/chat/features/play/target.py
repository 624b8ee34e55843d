"""Which match a typed move is meant for: the one that is named, the only one in which it is legal,
or one that has to be asked for.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from string import digits
from typing import TypeAlias

from bot.chat.discord.reply import Reply
from bot.chat.features.play.typed_move import TypedMove
from bot.domain.matches import turns
from bot.domain.matches.lists.summary import Summary
from bot.domain.matches.match import Match
from bot.domain.matches.waiting.to_move import MOST, MatchesToMove, matches_to_move

MOST_ASKED = 10  # matches that are tried, and offered as buttons


@dataclass(frozen=True, slots=True)
class MoveTarget:
    """A match and the moves that are meant in it; without moves its board is meant."""

    match: Match
    moves: str


@dataclass(frozen=True, slots=True)
class FindMatch:
    """The match does not wait for the member here: it is to be looked up.

    :param name: of the match; empty for the only one of the member's that fits
    """

    name: str
    moves: str


@dataclass(frozen=True, slots=True)
class AskWhich:
    """Several matches may be meant: the member is asked.

    :param matches: those to choose from
    :param candidates: the moves that make sense in some of them
    """

    matches: Sequence[Summary]
    candidates: Sequence[MoveTarget]


Target: TypeAlias = MoveTarget | FindMatch | AskWhich


async def waiting_matches(reply: Reply, typed_move: TypedMove) -> MatchesToMove:
    """The matches that wait for the member, among them the one that is or may be named."""
    most = None if typed_move.names_match else MOST
    return await matches_to_move(reply.services.matches, reply.viewer, typed_move.match, most=most)


def resolve_target(typed_move: TypedMove, queue: MatchesToMove) -> Target:
    """Which match is meant.

    What is a legal move is never a match's name alone, and what may be a mistyped move is asked
    about.
    """
    if typed_move.names_match:
        return _named_target(typed_move, queue)
    if not typed_move.text or (not typed_move.match and len(queue.local) < 2):
        return _one_of([], typed_move, queue)
    matches = first_matches(queue)
    complete = [
        MoveTarget(match, typed_move.text)
        for match in matches
        if is_complete(match, typed_move.text)
    ]
    by_name = _targets_by_name(typed_move, queue)
    if complete and len(matches) > 1:
        playable = [target.match.id for target in complete]
        other_targets = [
            target for target in by_name if target.moves or target.match.id not in playable
        ]
        return _one_of([*complete, *other_targets], typed_move, queue)
    if complete or not typed_move.match:
        return _one_of(complete, typed_move, queue)
    confusable = [match for match in matches if has_cell(match, typed_move.match)]
    if typed_move.surely_named or not confusable:
        return _named_target(typed_move, queue)
    if not by_name:
        return _one_of([], typed_move, queue)
    corrections = [
        MoveTarget(match, "")
        for match in confusable
        if match.name != typed_move.match and is_possible(match, typed_move.moves_after_match)
    ]
    if corrections and any(target.moves for target in by_name):
        return _one_of([*by_name, *corrections], typed_move, queue)
    return _named_target(typed_move, queue)


def first_matches(queue: MatchesToMove) -> list[Match]:
    """The most urgent matches that wait here."""
    return [queue.match(summary) for summary in queue.local[:MOST_ASKED]]


def is_complete(match: Match, moves: str) -> bool:
    """Whether a text is moves that can be played in a match as they are."""
    _, reading = turns.read(match, moves)
    return reading.status == "complete"


def is_possible(match: Match, moves: str) -> bool:
    """Whether a text is, or may become, moves that can be played in a match."""
    _, reading = turns.read(match, moves)
    return reading.status != "impossible"


def has_cell(match: Match, name: str) -> bool:
    """Whether the name of a match, such as M9, is that of a cell of its board, too."""
    cell = name.lower()
    return any(other.lstrip(digits) == cell for other in match.state.board.cells)


def _named_target(typed_move: TypedMove, queue: MatchesToMove) -> MoveTarget | FindMatch:
    """The match that is named, with what follows its name."""
    match = queue.named(typed_move.match)
    if match is None:
        return FindMatch(typed_move.match, typed_move.moves_after_match)
    return MoveTarget(match, typed_move.moves_after_match)


def _targets_by_name(typed_move: TypedMove, queue: MatchesToMove) -> list[MoveTarget]:
    """The matches here of the name typed; without moves where what follows is not complete."""
    targets = list[MoveTarget]()
    for summary in queue.local:
        if summary.name == typed_move.match:
            match = queue.match(summary)
            moves = typed_move.moves_after_match
            targets.append(MoveTarget(match, moves if is_complete(match, moves) else ""))
    return targets


def _one_of(
    candidates: Sequence[MoveTarget], typed_move: TypedMove, queue: MatchesToMove
) -> Target:
    """The only candidate, or without any the only match that waits here; else which is asked."""
    if not queue.local:
        return FindMatch("", typed_move.text)
    if len(candidates) == 1:
        return candidates[0]
    if not candidates and len(queue.local) == 1:
        return MoveTarget(queue.match(queue.local[0]), typed_move.text)
    if not candidates:
        return AskWhich(queue.local, [])
    playable = {target.match.id for target in candidates}
    matches = [summary for summary in queue.local if summary.id in playable]
    return AskWhich(matches, candidates)
