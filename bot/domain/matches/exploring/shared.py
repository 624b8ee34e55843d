"""The lines that members share of a match, merged into one tree: players' whole trees, and lines
that others add.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.domain.computer.thinking import TriedTurn
from bot.domain.explorations.tree import Exploration, Node, Spot, TurningMark
from bot.domain.matches.exploring.commands import turns_of
from bot.domain.matches.match import Match


@dataclass(frozen=True, slots=True)
class Shared:
    """The shared lines of a match, merged into one ``tree``.

    :param trees: the members' own trees.
    :param merged: the node in ``tree`` of each member's node, by ``(user, node)``.
    :param sources: the inverse, by node of ``tree`` and user; members who share everything come
        first.
    """

    match: Match
    tree: Exploration
    trees: Mapping[int, Exploration]
    merged: Mapping[tuple[int, int], int]
    sources: Mapping[int, Mapping[int, int]]

    @property
    def sharers(self) -> tuple[int, ...]:
        """The members who share their whole tree."""
        return tuple(user for user, tree in self.trees.items() if tree.opened)

    def spot(self, user: int, own_spot: Spot) -> Spot:
        """The spot in the merged tree of a spot in a member's tree; if it is gone, the match
        position nearest to it.
        """
        return self.tree.current(Spot(own_spot.ply, self.merged.get((user, own_spot.node), 0)))

    def source(self, spot: Spot) -> tuple[int, int]:
        """The first member who tried the line to a spot, and its node in their tree; (0, 0) in the
        match itself.
        """
        if not spot.node:
            return 0, 0
        return next(iter(self.sources[spot.node].items()))

    def contains(self, line: Sequence[Node]) -> bool:
        """Whether a line is already shared."""
        spot = Spot(line[0].ply)
        for node in line:
            same_node = self.tree.child(spot, node.decision)
            if same_node is None:
                return False
            spot = self.tree.after(same_node)
        return True

    def adder(self, spot: Spot) -> int | None:
        """The member who added the line to a spot; None if somebody who shares their whole tree has
        tried it too.
        """
        first = next(iter(self.sources.get(spot.node, ())), None)
        return None if first in self.sharers else first

    def tried_by(self, spot: Spot) -> list[int]:
        """Those who share the line to a spot: who added it, or all who share their whole tree and
        have tried it.
        """
        adder = self.adder(spot)
        if adder:
            return [adder]
        return [user for user in self.sources.get(spot.node, ()) if user in self.sharers]

    def notes(self, spot: Spot) -> list[tuple[int, str]]:
        """The notes on a spot of those who share their whole tree, with their ids."""
        notes = []
        for user in self.sharers:
            own_spot = Spot(spot.ply)
            if spot.node:
                own_spot = Spot(spot.ply, self.sources[spot.node].get(user, -1))
            note = self.trees[user].notes.get(own_spot.key)
            if note:
                notes.append((user, note))
        return notes

    def unlooked(self) -> Mapping[int, TriedTurn]:
        """The turns that the computer has not examined yet, by their last node."""
        turns = {}
        for node in self.tree.nodes.values():
            if self._is_new(node) and self._ends_turn(node):
                line = self.tree.line(self.tree.after(node))
                decisions = tuple(node.decision for node in line)
                _, latest_turn = turns_of(line)[-1]
                start = len(decisions) - len(latest_turn)
                turns[node.id] = TriedTurn(line[0].ply, decisions[:start], decisions[start:])
        return turns

    def _is_new(self, node: Node) -> bool:
        """Whether the computer has not looked at a node since a member tried it."""
        own_nodes = self.sources[node.id].items()
        return any(id > self.trees[user].looked for user, id in own_nodes)

    def _ends_turn(self, node: Node) -> bool:
        """Whether nothing was tried after a node, or something of the other seat."""
        children = self.tree.children(self.tree.after(node))
        return not children or any(child.seat != node.seat for child in children)

    def marked(
        self, user: int, marks: Mapping[int, TurningMark], current_tree: Exploration
    ) -> Exploration:
        """The ``current_tree`` of a member with the marks of the merged tree; unchanged if it was
        cleared since (other ids).
        """
        previous_tree = self.trees[user]
        was_cleared = any(
            node != previous_tree.nodes.get(id, node) for id, node in current_tree.nodes.items()
        )
        if was_cleared or current_tree.serial < previous_tree.serial:
            return current_tree
        all_marks = dict(current_tree.marks)
        for node, own_nodes in self.sources.items():
            if node in marks and user in own_nodes:
                all_marks[own_nodes[user]] = marks[node]
        own_marks = {id: mark for id, mark in all_marks.items() if id in current_tree.nodes}
        return replace(
            current_tree, marks=own_marks, looked=max(current_tree.looked, previous_tree.serial)
        )


def shared(match: Match, trees: Mapping[int, Exploration]) -> Shared:
    """Merge what members share of their trees; those who share everything come first."""
    order = sorted(trees, key=lambda user: (not trees[user].opened, user))
    own_trees = {user: trees[user].at(match.decisions, match.begin) for user in order}
    nodes: dict[int, Node] = {}
    ids: dict[tuple[int, int, str], int] = {}
    shared_ids: dict[tuple[int, int], int] = {}
    sources: dict[int, dict[int, int]] = {}
    missed_nodes: set[int] = set()
    marks: dict[int, TurningMark] = {}
    for user, tree in own_trees.items():
        for node in _public_nodes(tree):
            parent = shared_ids[user, node.parent] if node.parent else 0
            id = ids.setdefault((parent, node.ply, node.decision), len(nodes) + 1)
            nodes.setdefault(id, node._replace(id=id, parent=parent))
            shared_ids[user, node.id] = id
            sources.setdefault(id, {})[user] = node.id
            if tree.opened and node.id in tree.missed:
                missed_nodes.add(id)
            if node.id in tree.marks:
                marks[id] = tree.marks[node.id]
    whole_tree = Exploration(
        trunk=match.decisions,
        nodes=nodes,
        missed=frozenset(missed_nodes),
        marks=marks,
        serial=len(nodes),
    )
    return Shared(match, whole_tree, own_trees, shared_ids, sources)


def _public_nodes(tree: Exploration) -> Iterator[Node]:
    """The nodes of a tree that everyone may see, parents first."""
    added_ids: set[int] = set()
    for end in tree.added & tree.nodes.keys():
        added_ids |= {node.id for node in tree.line(tree.after(tree.nodes[end]))}
    for root in [node for node in tree.nodes.values() if not node.parent]:
        for node in tree.below(root.id):
            if tree.opened or node.id in added_ids:
                yield node
