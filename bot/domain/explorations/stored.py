"""Trees as JSON: nodes as ``id.parent.ply.seat.decision``, marks as ``[id, better, claim, line, within]``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from bot.domain.explorations.tree import EMPTY, Exploration, Mark, Node

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
    nodes = [Node(int(id), int(parent), int(ply), int(seat), decision) for id, parent, ply, seat, decision in rows]
    sets: dict[str, Any] = {name: frozenset(stored[name]) for name in _SETS}
    return Exploration(
        trunk=tuple(stored["trunk"].split()),
        nodes={node.id: node for node in nodes},
        added=frozenset(map(int, stored["added"].split())),
        marks={node: Mark(*mark) for node, *mark in stored["marks"]},
        **sets,
        **{name: stored[name] for name in _PLAIN},
    )
