"""Conditional moves: answers that a player has prepared while the other one is to move, as a secret tree.

What happens otherwise cancels it; ``turns`` plays the answers.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from bot.domain.errors import LimitReached, Refused
from bot.domain.matches.match import Answer, Changed, Match, Tree
from bot.domain.matches.service import Matches
from bot.domain.matches.turns import own_turn
from games.core import Sentence, State

MOST_PREPARED = 60
"""How many answers can be prepared in a match."""
MOST_DEEP = 12
MOST_CHARACTERS = 2000
_BETWEEN = re.compile(r"\b(?:if|then|and)\b|[;/|\n?、。；]|→|⇒|=>", re.IGNORECASE)
_ELSE = re.compile(r"\b(?:else|otherwise)\b[^;|\n]*", re.IGNORECASE)
"""What is to happen otherwise is the rule anyway."""


def lines(text: str) -> list[str]:
    """The turns in text such as ``if d4-e6 then c3-d5``: theirs and one's own in alternation."""
    return [part for part in (part.strip(" ,:.") for part in _BETWEEN.split(_ELSE.sub(";", text))) if part]


def size(tree: Tree) -> int:
    """How many answers a tree holds."""
    return sum(1 + size(answer["then"]) for answer in tree.values())


def tree_of(match: Match, user: int) -> Tree:
    """What a player has prepared; nothing for everyone else."""
    seat = match.seat_of(user)
    return {} if seat is None else match.prepared[seat]


def prepare(match: Match, user: int, line: str | Sequence[str]) -> Changed:
    """Prepare answers along ``line``: their turn, one's own, and so on.

    Raises Refused, and Unplayable where a turn is not legal and whole after those before it.
    """
    if isinstance(line, str):
        if len(line) > MOST_CHARACTERS:
            raise Refused("that’s too long; the limit is {most} characters", most=MOST_CHARACTERS)
        line = lines(line)
    if len(line) < 2 or len(line) % 2 or len(line) > 2 * MOST_DEEP:
        example = Sentence("if d4-e6 then c3-d5")
        raise Refused("write turns in pairs, theirs then yours: {example}", example=example)
    seat = match.player(user)
    if match.to_move == seat:
        raise Refused(
            "it’s your turn in {name}; set up conditional moves while your opponent is to move", name=match.name
        )
    steps: list[tuple[str, str]] = []
    state = match.state
    for theirs, mine in zip(line[::2], line[1::2], strict=True):
        text, state = _turn(state, theirs)
        if state.to_move is None:
            raise Refused("the match is over after {moves}", moves=text)
        if state.to_move != seat:
            raise Refused("after {moves} you must pass, so there’s no answer to set up", moves=text)
        reply, state = _turn(state, mine)
        steps.append((text, reply))
        if state.to_move != 1 - seat:
            break
    tree = _added(match.prepared[seat], steps)
    if size(tree) > MOST_PREPARED:
        raise LimitReached("the limit is {most} conditional moves in one match", most=MOST_PREPARED)
    return _with(match, seat, tree)


def drop(match: Match, user: int, path: Sequence[str] = ()) -> Changed:
    """Drop the answer at ``path`` (their turns, in order) and all that follows it; without a path, everything."""
    seat = match.playing(user)
    return _with(match, seat, _without(match.prepared[seat], path) if path else {})


def _with(match: Match, seat: int, tree: Tree) -> Changed:
    return Changed(replace(match, prepared=(tree, match.prepared[1]) if seat == 0 else (match.prepared[0], tree)))


def _added(tree: Tree, steps: Sequence[tuple[str, str]]) -> Tree:
    """A tree with a line of answers in it. Another answer to the same turn takes the place of what was there."""
    if not steps:
        return tree
    (theirs, reply), *rest = steps
    known = tree.get(theirs)
    then = known["then"] if known is not None and known["reply"] == reply else {}
    return {**tree, theirs: Answer(reply=reply, then=_added(then, rest))}


def _without(tree: Tree, path: Sequence[str]) -> Tree:
    """A tree without the answer at ``path``. Raises Refused."""
    answer = tree.get(path[0])
    if answer is None:
        raise Refused("that conditional move no longer exists")
    if len(path) > 1:
        return {**tree, path[0]: Answer(reply=answer["reply"], then=_without(answer["then"], path[1:]))}
    return {theirs: other for theirs, other in tree.items() if theirs != path[0]}


def _turn(state: State, text: str) -> tuple[str, State]:
    """A whole turn as it is stored, and the state after it. Raises Unplayable, Refused."""
    states = own_turn(state, text)
    if states[-1].to_move == state.to_move:
        short = " ".join(text.split())[:40]
        raise Refused("“{text}” isn’t a whole turn; give all its moves", text=short)
    return " ".join(str(after.last_move) for after in states), states[-1]


class PreparedMoves:
    """What players have prepared. All of it is for the eyes of whoever did so."""

    def __init__(self, matches: Matches) -> None:
        self._matches = matches

    async def get(self, match: int, user: int) -> Tree:
        """What a player has prepared; nothing for everyone else."""
        return tree_of(await self._matches.get(match), user)

    async def add(self, match: int, user: int, line: str | Sequence[str]) -> Tree:
        """Prepare answers along ``line``: their turn, one's own, and so on. The whole tree afterwards.

        Raises Refused, and Unplayable where a turn is not legal and whole after those before it.
        """
        async with self._matches.open(match) as opened:
            await opened.apply(prepare(opened.match, user, line))
            return tree_of(opened.match, user)

    async def remove(self, match: int, user: int, path: Sequence[str] = ()) -> Tree:
        """Drop the answer at ``path`` (their turns, in order) and all that follows it; without a path, everything."""
        async with self._matches.open(match) as opened:
            await opened.apply(drop(opened.match, user, path))
            return tree_of(opened.match, user)
