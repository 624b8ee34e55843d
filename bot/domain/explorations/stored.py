"""Trees as they are stored: written so that most of one is short texts, and read again."""

from __future__ import annotations

from typing import TypedDict

from bot.domain.explorations.tree import EMPTY, Exploration, Mark, Node


class StoredTree(TypedDict, total=False):
    """A tree as it is stored; ``nodes`` as ``id.parent.ply.seat.decision``, separated by spaces.

    ``marks`` as ``[id, better, claim, line, within]``.
    """

    trunk: str
    nodes: str
    planned: list[int]
    missed: list[int]
    untold: list[int]
    notes: dict[str, str]
    note: str
    serial: int
    draft: int
    draw: bool
    fresh: list[int]
    opened: bool
    added: str
    marks: list[tuple[int, str, str, str, int]]
    looked: int


def stored(tree: Exploration) -> StoredTree:
    """A tree as it is stored; ``read`` reads it."""
    return StoredTree(
        trunk=" ".join(tree.trunk),
        nodes=" ".join(".".join(map(str, node)) for node in tree.nodes.values()),
        planned=sorted(tree.planned),
        missed=sorted(tree.missed),
        untold=sorted(tree.untold),
        notes=dict(tree.notes),
        note=tree.note,
        serial=tree.serial,
        draft=tree.draft,
        draw=tree.draw,
        fresh=sorted(tree.fresh),
        opened=tree.opened,
        added=" ".join(map(str, sorted(tree.added))),
        marks=[(node, *mark) for node, mark in tree.marks.items()],
        looked=tree.looked,
    )


def read(found: StoredTree | None) -> Exploration:
    """The tree that is stored so; the empty one for None. Earlier versions wrote fewer keys."""
    if not found:
        return EMPTY
    nodes = {}
    for text in found.get("nodes", "").split():
        number, parent, ply, seat, decision = text.split(".", 4)
        nodes[int(number)] = Node(int(number), int(parent), int(ply), int(seat), decision)
    return Exploration(
        trunk=tuple(found.get("trunk", "").split()),
        nodes=nodes,
        planned=frozenset(found.get("planned", ())),
        missed=frozenset(found.get("missed", ())),
        untold=frozenset(found.get("untold", ())),
        notes=found.get("notes", {}),
        note=found.get("note", ""),
        serial=found.get("serial", 0),
        draft=found.get("draft", 0),
        draw=found.get("draw", False),
        fresh=frozenset(found.get("fresh", ())),
        opened=found.get("opened", False),
        added=frozenset(map(int, found.get("added", "").split())),
        marks={node: Mark(better, claim, line, turns) for node, better, claim, line, turns in found.get("marks", ())},
        looked=found.get("looked", 0),
    )
