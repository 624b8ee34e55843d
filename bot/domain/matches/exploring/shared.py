"""The lines that members share of a match, merged into one tree: players' whole trees, and lines
that others add.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.domain.computer.thinking import TriedTurn
from bot.domain.explorations.tree import Exploration, Mark, Node, Spot
from bot.domain.matches.exploring.commands import turns_of
from bot.domain.matches.match import Match


@dataclass(frozen=True, slots=True)
class Shared:
    """The shared lines of a match, merged into one ``tree``.

    ``trees``: the members' own trees. ``merged``: the node in ``tree`` of each member's node, by
    ``(user, node)``. ``sources``: the inverse, by node of ``tree`` and user; members who share
    everything come first.
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

    def spot(self, user: int, own: Spot) -> Spot:
        """The spot in the merged tree of a spot in a member's tree; if it is gone, the match
        position nearest to it.
        """
        return self.tree.current(Spot(own.ply, self.merged.get((user, own.node), 0)))

    def source(self, spot: Spot) -> tuple[int, int]:
        """The first member who tried the line to a spot, and its node in their tree; (0, 0) in the
        match itself.
        """
        return next(iter(self.sources[spot.node].items())) if spot.node else (0, 0)

    def contains(self, line: Sequence[Node]) -> bool:
        """Whether a line is already shared."""
        at = Spot(line[0].ply)
        for node in line:
            same = self.tree.child(at, node.decision)
            if same is None:
                return False
            at = self.tree.after(same)
        return True

    def adder(self, spot: Spot) -> int | None:
        """The member who added the line to a spot; None if somebody who shares their whole tree has
        tried it too.
        """
        users = list(self.sources.get(spot.node, ()))
        return users[0] if users and users[0] not in self.sharers else None

    def tried_by(self, spot: Spot) -> list[int]:
        """Those who share the line to a spot: who added it, or all who share their whole tree and
        have tried it.
        """
        adder = self.adder(spot)
        users = self.sources.get(spot.node, ())
        return [user for user in users if user == adder or (not adder and user in self.sharers)]

    def notes(self, spot: Spot) -> list[tuple[int, str]]:
        """The notes on a spot of those who share their whole tree, with their ids."""
        own = {
            user: Spot(spot.ply, self.sources[spot.node].get(user, -1) if spot.node else 0)
            for user in self.sharers
        }
        notes = ((user, self.trees[user].notes.get(at.key)) for user, at in own.items())
        return [(user, note) for user, note in notes if note]

    def unlooked(self) -> Mapping[int, TriedTurn]:
        """The turns that the computer has not examined yet, by their last node."""
        turns = {}
        for node in self.tree.nodes.values():
            new = any(own > self.trees[user].looked for user, own in self.sources[node.id].items())
            after = self.tree.children(self.tree.after(node))
            if new and (not after or any(child.seat != node.seat for child in after)):
                line = self.tree.line(self.tree.after(node))
                decisions = tuple(node.decision for node in line)
                count = len(turns_of(line)[-1][1])
                turns[node.id] = TriedTurn(line[0].ply, decisions[:-count], decisions[-count:])
        return turns

    def marked(self, user: int, marks: Mapping[int, Mark], now: Exploration) -> Exploration:
        """A member's tree ``now`` with the marks of the merged tree; unchanged if it was cleared
        since (other ids).
        """
        then = self.trees[user]
        if (
            any(node != then.nodes.get(id, node) for id, node in now.nodes.items())
            or now.serial < then.serial
        ):
            return now
        new = {
            own[user]: marks[node]
            for node, own in self.sources.items()
            if node in marks and user in own
        }
        kept = {node: mark for node, mark in {**now.marks, **new}.items() if node in now.nodes}
        return replace(now, marks=kept, looked=max(now.looked, then.serial))


def shared(match: Match, trees: Mapping[int, Exploration]) -> Shared:
    """Merge what members share of their trees; those who share everything come first."""
    order = sorted(trees, key=lambda user: (not trees[user].opened, user))
    own = {user: trees[user].at(match.decisions, match.begin) for user in order}
    nodes: dict[int, Node] = {}
    ids: dict[tuple[int, int, str], int] = {}
    merged: dict[tuple[int, int], int] = {}
    sources: dict[int, dict[int, int]] = {}
    missed: set[int] = set()
    marks: dict[int, Mark] = {}
    for user, tree in own.items():
        for node in _public_nodes(tree):
            parent = merged[user, node.parent] if node.parent else 0
            id = ids.setdefault((parent, node.ply, node.decision), len(nodes) + 1)
            nodes.setdefault(id, node._replace(id=id, parent=parent))
            merged[user, node.id] = id
            sources.setdefault(id, {})[user] = node.id
            if tree.opened and node.id in tree.missed:
                missed.add(id)
            if node.id in tree.marks:
                marks[id] = tree.marks[node.id]
    whole = Exploration(
        match.decisions, nodes, missed=frozenset(missed), marks=marks, serial=len(nodes)
    )
    return Shared(match, whole, own, merged, sources)


def _public_nodes(tree: Exploration) -> Iterator[Node]:
    """The nodes of a tree that everyone may see, parents first."""
    added = {
        node.id
        for end in tree.added
        if end in tree.nodes
        for node in tree.line(tree.after(tree.nodes[end]))
    }
    for root in [node for node in tree.nodes.values() if not node.parent]:
        yield from (node for node in tree.below(root.id) if tree.opened or node.id in added)
