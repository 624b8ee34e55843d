"""Rows of trees, one per member and match, and the limit on how many a member has.

A tree is JSON: nodes as ``id.parent.ply.seat.decision``, marks as ``[id, better, claim, line,
within]``.
"""

from collections.abc import Mapping
from typing import Any, TypeAlias

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.domain.errors import LimitReached
from bot.domain.explorations.tree import EMPTY, Exploration, Mark, Node
from bot.domain.unit_of_work import UnitOfWork
from bot.store.tables import explorations

_SQLITE = sqlite.insert(explorations)
_POSTGRESQL = postgresql.insert(explorations)
_KEY = ["match", "user"]
_UPSERT = {
    "sqlite": _SQLITE.on_conflict_do_update(
        index_elements=_KEY, set_={"tree": _SQLITE.excluded.tree}
    ),
    "postgresql": _POSTGRESQL.on_conflict_do_update(
        index_elements=_KEY, set_={"tree": _POSTGRESQL.excluded.tree}
    ),
}
_DELETE = explorations.delete().where(
    explorations.c.match == sa.bindparam("in_match"), explorations.c.user == sa.bindparam("of")
)
MOST_TREES = 500  # trees of one member, in all matches together

StoredTree: TypeAlias = Mapping[str, Any]

_SETS = ("planned", "missed", "untold", "fresh")
_PLAIN = ("notes", "note", "serial", "draft", "draw", "opened", "looked")


def stored(tree: Exploration) -> StoredTree:
    """A tree as JSON; the inverse of ``read``."""
    return {
        "trunk": " ".join(tree.trunk),
        "nodes": " ".join(".".join(map(str, node)) for node in tree.nodes.values()),
        "added": " ".join(map(str, sorted(tree.added))),  # a text, so that SQL can compare it
        "marks": [[node, *mark] for node, mark in tree.marks.items()],
        **{name: sorted(getattr(tree, name)) for name in _SETS},
        **{name: getattr(tree, name) for name in _PLAIN},
    }


def read(stored: StoredTree | None) -> Exploration:
    """The tree of a row's JSON; the empty tree for None."""
    if stored is None:
        return EMPTY
    rows = [text.split(".", 4) for text in stored["nodes"].split()]
    nodes = [
        Node(int(id), int(parent), int(ply), int(seat), decision)
        for id, parent, ply, seat, decision in rows
    ]
    sets: StoredTree = {name: frozenset(stored[name]) for name in _SETS}
    return Exploration(
        trunk=tuple(stored["trunk"].split()),
        nodes={node.id: node for node in nodes},
        added=frozenset(map(int, stored["added"].split())),
        marks={node: Mark(*mark) for node, *mark in stored["marks"]},
        **sets,
        **{name: stored[name] for name in _PLAIN},
    )


async def load(connection: AsyncConnection, match: int, user: int) -> Exploration:
    """A member's tree in a match, as stored; empty if there is none."""
    query = sa.select(explorations.c.tree).where(
        explorations.c.match == match, explorations.c.user == user
    )
    return read((await connection.execute(query)).scalar_one_or_none())


async def shared_of(connection: AsyncConnection, match: int) -> dict[int, Exploration]:
    """The trees of a match of which anything is shared, by member; they also contain private
    lines.
    """
    tree = explorations.c.tree
    public = sa.or_(tree["opened"].as_boolean(), tree["added"].as_string() != "")
    query = sa.select(explorations.c.user, tree).where(explorations.c.match == match, public)
    return {
        user: read(tree)
        for user, tree in await connection.execute(query.order_by(explorations.c.user))
    }


async def store(
    work: UnitOfWork, match: int, user: int, old: Exploration, new: Exploration
) -> None:
    """Store a member's tree, which was ``old`` before, or delete it if it is empty.

    Raises LimitReached.
    """
    if new.tried and not old.tried:
        await _require_room(work, match, user)
    connection = work.connection
    if new.empty:
        await connection.execute(_DELETE, {"in_match": match, "of": user})
    else:
        row = {"match": match, "user": user, "tree": stored(new)}
        await connection.execute(_UPSERT[connection.dialect.name], row)


async def _require_room(work: UnitOfWork, match: int, user: int) -> None:
    """Raises LimitReached if a member has trees in MOST_TREES other matches."""
    await work.lock_members(user)
    others = explorations.c.user == user, explorations.c.match != match
    count = (await work.connection.execute(sa.select(sa.func.count()).where(*others))).scalar_one()
    if count >= MOST_TREES:
        # Trees that contain only a drafted turn do not count.
        drafted = sa.select(explorations.c.tree).where(
            *others, explorations.c.tree["draft"].as_integer() != 0
        )
        count -= sum(not read(tree).tried for tree in await work.connection.scalars(drafted))
    if count >= MOST_TREES:
        raise LimitReached(
            "you’ve tried lines in {most} matches, the most there can be; delete all lines of "
            "one you no longer need",
            most=MOST_TREES,
        )
