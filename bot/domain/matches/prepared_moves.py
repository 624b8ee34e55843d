"""Conditional moves typed as a line: the planned nodes of the player's tree, which ``turns``
plays.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from bot.domain.errors import LimitReached, Refused
from bot.domain.explorations.tree import Exploration, Spot, Tree
from bot.domain.matches.match import CommandResult, Match
from bot.domain.matches.service import Matches
from bot.domain.matches.turns import own_turn
from games.core import PASS, Sentence, State
from games.core.errors import brief

MOST_PREPARED = 60  # answers prepared in a match
MOST_DEEP = 12  # answers in one line
MOST_CHARACTERS = 2000
_BETWEEN = re.compile(r"\b(?:if|then|and)\b|[;/|\n?、。；]|→|⇒|=>", re.IGNORECASE)
# Ignored: any other move cancels the line anyway
_ELSE = re.compile(r"\b(?:else|otherwise)\b[^;|\n]*", re.IGNORECASE)


def lines(text: str) -> list[str]:
    """The turns, theirs and one's own in alternation, in text such as ``if d4-e6 then c3-d5``."""
    parts = _BETWEEN.split(_ELSE.sub(";", text))
    turns = [part.strip(" ,:.") for part in parts]
    return [turn for turn in turns if turn]


def size(tree: Tree) -> int:
    """The number of answers in a tree."""
    return sum(1 + size(answer["answers"]) for answer in tree.values())


def room(match: Match, seat: int) -> Match:
    """The match, if a seat has prepared at most MOST_PREPARED answers. Raises LimitReached."""
    count = size(match.prepared[seat])
    count += sum(size(tree) for tree in match.after_my_turn.values())
    if count > MOST_PREPARED:
        raise LimitReached("the limit is {most} conditional moves in one match", most=MOST_PREPARED)
    return match


def tree_of(match: Match, user: int) -> Tree:
    """A player's prepared answers; empty for everyone else."""
    seat = match.seat_of(user)
    return {} if seat is None else match.prepared[seat]


def prepare(match: Match, user: int, line: str | Sequence[str]) -> CommandResult:
    """Prepare answers along ``line``: their turn, one's own, and so on.

    Raises Refused, Unplayable, LimitReached.
    """
    turns = _read_line(line)
    seat = match.player(user)
    if match.to_move == seat:
        raise Refused(
            "it’s your turn in {name}; set up conditional moves while your opponent is to move",
            name=match.name,
        )
    tree = match.exploration_of(seat)
    node_ids = list[int]()
    spot = tree.now
    state = match.state
    for theirs, mine in zip(turns[::2], turns[1::2], strict=True):
        states = _turn(state, theirs)
        tree, spot = _with_turn(tree, spot, 1 - seat, states)
        state = states[-1]
        moves = " ".join(str(state.last_move) for state in states)
        if state.to_move is None:
            raise Refused("the match is over after {moves}", moves=moves)
        if state.legal_moves() == (PASS,):
            raise Refused(
                "after {moves} you must pass, so there’s no answer to set up", moves=moves
            )
        states = _turn(state, mine)
        tree, spot = _with_turn(tree, spot, seat, states)
        state = states[-1]
        answer = tree.line(spot)[-len(states) :]
        node_ids += [node.id for node in answer]
        if state.to_move != 1 - seat:
            break
    return CommandResult(room(match.with_exploration(seat, tree.with_plans(node_ids)), seat))


def _read_line(line: str | Sequence[str]) -> Sequence[str]:
    """The turns of a line, theirs and one's own in pairs. Raises Refused."""
    if isinstance(line, str):
        if len(line) > MOST_CHARACTERS:
            raise Refused("that’s too long; the limit is {most} characters", most=MOST_CHARACTERS)
        line = lines(line)
    if len(line) < 2 or len(line) % 2 or len(line) > 2 * MOST_DEEP:
        example = Sentence("if d4-e6 then c3-d5")
        raise Refused("write turns in pairs, theirs then yours: {example}", example=example)
    return line


def drop(match: Match, user: int, path: Sequence[str] = ()) -> CommandResult:
    """Cancel the answer at ``path`` (their turns, in order) and what follows it, or all; lines
    stay.

    Raises Refused.
    """
    seat = match.playing(user)
    tree = match.exploration_of(seat)
    if not path and not tree.planned:
        return CommandResult(match)
    if not path:
        return CommandResult(match.with_exploration(seat, replace(tree, planned=frozenset())))
    answers = match.prepared[seat]
    spot = first = tree.now
    for theirs in path:
        answer = answers.get(theirs)
        if answer is None:
            raise Refused("that conditional move no longer exists")
        spot = _after(tree, spot, theirs)
        reply = answer["reply"]
        first = _after(tree, spot, reply.split()[0])
        spot = _after(tree, spot, reply)
        answers = answer["answers"]
    return CommandResult(match.with_exploration(seat, tree.without_plans(first.node)))


def _after(tree: Exploration, spot: Spot, decisions: str) -> Spot:
    for decision in decisions.split():
        node = tree.child(spot, decision)
        assert node is not None
        spot = tree.after(node)
    return spot


def _with_turn(
    tree: Exploration, spot: Spot, seat: int, states: Sequence[State]
) -> tuple[Exploration, Spot]:
    """A tree with the decisions of a turn, given by the states after each."""
    for state in states:
        tree, spot = tree.with_child(spot, seat, str(state.last_move))
    return tree, spot


def _turn(state: State, text: str) -> tuple[State, ...]:
    """The states after each decision of a whole turn. Raises Unplayable, Refused."""
    states = own_turn(state, text)
    if states[-1].to_move == state.to_move:
        short = brief(text)
        raise Refused("“{text}” isn’t a whole turn; give all its moves", text=short)
    return states


class PreparedMoves:
    """Players' prepared answers, each private to the player."""

    def __init__(self, matches: Matches) -> None:
        self._matches = matches

    async def get(self, match: int, user: int) -> Tree:
        """A player's prepared answers; empty for everyone else."""
        return tree_of(await self._matches.get(match), user)

    async def add(self, match: int, user: int, line: str | Sequence[str]) -> Tree:
        """Do ``prepare``; all answers afterwards."""
        change = await self._matches.do(match, lambda match: prepare(match, user, line))
        return tree_of(change.match, user)

    async def remove(self, match: int, user: int, path: Sequence[str] = ()) -> Tree:
        """Do ``drop``; all answers afterwards."""
        change = await self._matches.do(match, lambda match: drop(match, user, path))
        return tree_of(change.match, user)
