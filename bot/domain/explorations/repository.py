"""Rows of trees, one per member and match, and the limit on how many a member has.

A tree is JSON: nodes as ``id.parent.ply.seat.decision``, marks as ``[id, better, claim, line,
within]``.
"""

from collections.abc import Mapping
from typing import Any, TypeAlias

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from bot.domain.errors import LimitReached
from bot.domain.explorations.tree import EMPTY, Exploration, Node, TurningMark
from bot.domain.unit_of_work import RowSource, UnitOfWork
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
    sets = {name: sorted(getattr(tree, name)) for name in _SETS}
    plain_values = {name: getattr(tree, name) for name in _PLAIN}
    nodes = [_text_of(node) for node in tree.nodes.values()]
    line_ends = [str(node) for node in sorted(tree.added)]
    return {
        "trunk": " ".join(tree.trunk),
        "nodes": " ".join(nodes),
        "added": " ".join(line_ends),  # a text, so that SQL can compare it
        "marks": [[node, *mark] for node, mark in tree.marks.items()],
        **sets,
        **plain_values,
    }


def read(data: StoredTree | None) -> Exploration:
    """The tree of a row's JSON; the empty tree for None."""
    if data is None:
        return EMPTY
    nodes = [_read_node(text) for text in data["nodes"].split()]
    line_ends = [int(node) for node in data["added"].split()]
    marks = {node: TurningMark(*mark) for node, *mark in data["marks"]}
    sets: StoredTree = {name: frozenset(data[name]) for name in _SETS}
    plain_values = {name: data[name] for name in _PLAIN}
    return Exploration(
        trunk=tuple(data["trunk"].split()),
        nodes={node.id: node for node in nodes},
        added=frozenset(line_ends),
        marks=marks,
        **sets,
        **plain_values,
    )


def _text_of(node: Node) -> str:
    """A node as text; the inverse of ``_read_node``."""
    return ".".join(map(str, node))


def _read_node(text: str) -> Node:
    id, parent, ply, seat, decision = text.split(".", 4)
    return Node(int(id), int(parent), int(ply), int(seat), decision)


async def load(reader: RowSource, match: int, user: int) -> Exploration:
    """A member's tree in a match, as stored; empty if there is none."""
    is_row = (explorations.c.match == match, explorations.c.user == user)
    rows = await reader.fetch(sa.select(explorations.c.tree).where(*is_row))
    return read(rows[0].tree) if rows else EMPTY


async def shared_of(reader: RowSource, match: int) -> dict[int, Exploration]:
    """The trees of a match of which anything is shared, by member; they also contain private
    lines.
    """
    tree = explorations.c.tree
    is_shared = sa.or_(tree["opened"].as_boolean(), tree["added"].as_string() != "")
    query = sa.select(explorations.c.user, tree).where(explorations.c.match == match, is_shared)
    rows = await reader.fetch(query.order_by(explorations.c.user))
    return {row.user: read(row.tree) for row in rows}


async def store(
    work: UnitOfWork, match: int, user: int, old_tree: Exploration, new_tree: Exploration
) -> None:
    """Store a member's tree, which was ``old_tree`` before, or delete it if it is empty.

    Raises LimitReached.
    """
    if new_tree.tried and not old_tree.tried:
        await _require_room(work, match, user)
    connection = work.connection
    if new_tree.empty:
        await connection.execute(_DELETE, {"in_match": match, "of": user})
    else:
        row = {"match": match, "user": user, "tree": stored(new_tree)}
        await connection.execute(_UPSERT[connection.dialect.name], row)


async def _require_room(work: UnitOfWork, match: int, user: int) -> None:
    """Raises LimitReached if a member has trees in MOST_TREES other matches."""
    await work.lock_quotas(user)
    is_other = (explorations.c.user == user, explorations.c.match != match)
    [row] = await work.fetch(sa.select(sa.func.count()).where(*is_other))
    count = int(row[0])
    if count >= MOST_TREES:
        # Trees that contain only a drafted turn do not count.
        has_draft = explorations.c.tree["draft"].as_integer() != 0
        query = sa.select(explorations.c.tree).where(*is_other, has_draft)
        trees = [read(row.tree) for row in await work.fetch(query)]
        count -= sum(not tree.tried for tree in trees)
    if count >= MOST_TREES:
        raise LimitReached(
            "you’ve tried lines in {most} matches, the most there can be; delete all lines of one "
            "you no longer need",
            most=MOST_TREES,
        )
