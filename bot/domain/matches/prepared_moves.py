"""Conditional moves: answers that a player has prepared while the other one is to move, kept as a secret tree.

A tree maps the other player's whole turn, as text, to ``{"reply": own turn, "then": tree}``. What happens otherwise
cancels it; see ``playing`` for how answers are played.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, TypeAlias

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.domain.errors import LimitReached, Refused
from bot.domain.matches.base import Base, Open
from bot.domain.matches.playing import own_turn, understood
from bot.store.tables import conditionals
from games.core import Sentence, State

Tree: TypeAlias = dict[str, Any]
MOST_PLANNED = 60
"""So many answers can be prepared in a match."""
MOST_DEEP = 12
EXAMPLE = "if d4-e6 then c3-d5"
_BETWEEN = re.compile(
    r"\b(?:if|then|and|wenn|dann|und|si|alors|et|entonces|y|se|então)\b|もし|ならば|なら|[;/|\n?、。；]|→|⇒|=>",
    re.IGNORECASE,
)
_ELSE = re.compile(
    r"\b(?:else|otherwise|sonst|andernfalls|sinon|si no|de lo contrario|senão|se não|caso contrário)\b[^;|\n]*"
    r"|(?:それ以外|さもなければ)[^;|\n]*",
    re.IGNORECASE,
)
"""What is to happen otherwise is the rule anyway."""


def lines(text: str) -> list[str]:
    """The turns in text such as ``if d4-e6 then c3-d5``: theirs and one's own in alternation."""
    return [part for part in (part.strip(" ,:.") for part in _BETWEEN.split(_ELSE.sub(";", text))) if part]


class Plans:
    """The part of the service that keeps conditional moves. All of it is for the eyes of the planner only."""

    def __init__(self, base: Base) -> None:
        self._base = base

    async def get(self, match: int, user: int) -> Tree:
        """The tree of a player; empty where there is none."""
        async with self._base.store.read() as connection:
            row = await self._base.row(connection, match)
            if user not in (row["seat0"], row["seat1"]):
                return {}
            return await self._tree(connection, match, 0 if user == row["seat0"] else 1)

    async def add(self, match: int, user: int, line: str | Sequence[str]) -> Tree:
        """Prepare answers along ``line``: their turn, one's own, and so on. The whole tree afterwards.

        Raises Refused, and Unplayable where a turn is not legal and whole after those before it.
        """
        if isinstance(line, str):
            if len(line) > 2000:
                raise Refused("that is too long; {most} characters are the most", most=2000)
            line = lines(line)
        if len(line) < 2 or len(line) % 2 or len(line) > 2 * MOST_DEEP:
            raise Refused("write turns in pairs, theirs and yours: {example}", example=Sentence(EXAMPLE))
        async with self._base.change(match) as opened:
            seat = self._planner(opened, user)
            tree = await self._tree(opened.connection, match, seat)
            node, state = tree, opened.trail.states[-1]
            for theirs, mine in zip(line[::2], line[1::2], strict=True):
                text, state = _turn(state, theirs)
                if state.to_move is None:
                    raise Refused("the match would be over after {moves}", moves=text)
                if state.to_move != seat:
                    raise Refused("after {moves} you would have to pass, so no answer can be prepared", moves=text)
                reply, state = _turn(state, mine)
                known = node.get(text)
                if known is None or known["reply"] != reply:
                    node[text] = known = {"reply": reply, "then": {}}
                node = known["then"]
                if state.to_move != 1 - seat:
                    break
            if size(tree) > MOST_PLANNED:
                raise LimitReached("{most} prepared answers are the most in one match", most=MOST_PLANNED)
            await self._store(opened.connection, match, seat, tree)
            return tree

    async def remove(self, match: int, user: int, path: Sequence[str] = ()) -> Tree:
        """Drop the answer at ``path`` (their turns, in order) and all that follows it; without a path, everything."""
        async with self._base.change(match) as opened:
            seat = opened.seat(user)
            tree = await self._tree(opened.connection, match, seat)
            node = tree
            for text in path[:-1]:
                if text not in node:
                    raise Refused("there is no such prepared answer")
                node = node[text]["then"]
            if path and node.pop(path[-1], None) is None:
                raise Refused("there is no such prepared answer")
            tree = tree if path else {}
            await self._store(opened.connection, match, seat, tree)
            return tree

    def _planner(self, opened: Open, user: int) -> int:
        seat = opened.seat(user)
        opened.running()
        if opened.row["to_move"] == seat:
            raise Refused(
                "it is your turn in {name}; answers can be prepared while the other player is to move",
                name=f"M{opened.row['number']}",
            )
        return seat

    async def _tree(self, connection: AsyncConnection, match: int, seat: int) -> Tree:
        query = sa.select(conditionals.c.tree).where(conditionals.c.match == match, conditionals.c.seat == seat)
        return dict((await connection.execute(query)).scalar_one_or_none() or {})

    async def _store(self, connection: AsyncConnection, match: int, seat: int, tree: Tree) -> None:
        await connection.execute(
            conditionals.delete().where(conditionals.c.match == match, conditionals.c.seat == seat)
        )
        if tree:
            await connection.execute(conditionals.insert().values(match=match, seat=seat, tree=tree))


def size(tree: Tree) -> int:
    """How many answers a tree holds."""
    return sum(1 + size(node["then"]) for node in tree.values())


def _turn(state: State, text: str) -> tuple[str, State]:
    """A whole turn as it is stored, and the state after it. Raises Unplayable, Refused."""
    states = own_turn(state, understood(state, text))
    if states[-1].to_move == state.to_move:
        short = " ".join(text.split())[:40]
        raise Refused("“{text}” is not a whole turn yet; give all of its decisions", text=short)
    return " ".join(str(after.last_move) for after in states), states[-1]
