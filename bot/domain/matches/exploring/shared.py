"""What members have shared of a match that is over, as one board: the players' trees, and the lines that others add."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, groupby

from bot.domain.explorations.tree import Exploration, Mark, Node, Spot
from bot.domain.matches.match import Match
from bot.workers.jobs import TriedTurn


@dataclass(frozen=True, slots=True)
class Shared:
    """The lines that members have shared of a match, in one ``tree``.

    ``trees`` are those of the members that it was made of. ``found`` is where a node of one of them is in it, by the
    member and that node; ``by`` has those same nodes by the one in it, in the order in which members are named.
    """

    match: Match
    tree: Exploration
    trees: Mapping[int, Exploration]
    found: Mapping[tuple[int, int], int]
    by: Mapping[int, Mapping[int, int]]

    @property
    def sharers(self) -> tuple[int, ...]:
        """Those who show all their lines."""
        return tuple(user for user, tree in self.trees.items() if tree.opened)

    def spot(self, user: int, seen: Spot) -> Spot:
        """The spot that a spot in a member's tree is here; in place of one that is gone the board nearest to it."""
        node = self.found.get((user, seen.node), 0)
        return self.tree.found(Spot(seen.ply, node))

    def place(self, spot: Spot) -> tuple[int, int]:
        """The member whose line a spot is on, and its node in their tree; (0, 0) on the match itself."""
        return next(iter(self.by[spot.node].items())) if spot.node else (0, 0)

    def holds(self, line: Sequence[Node]) -> bool:
        """Whether a line of somebody's is shared, by whomever."""
        at = Spot(line[0].ply)
        for one in line:
            if (node := self.tree.child(at, one.decision)) is None:
                return False
            at = self.tree.after(node)
        return True

    def adder(self, spot: Spot) -> int | None:
        """Who has added the line that a spot is on; None where those who share all their lines have tried it too."""
        users = list(self.by.get(spot.node, ()))
        return users[0] if users and users[0] not in self.sharers else None

    def notes(self, spot: Spot) -> list[tuple[int, str]]:
        """What those who show all their lines have noted at a spot, with their ids."""
        own = {user: Spot(spot.ply, self.by[spot.node].get(user, -1) if spot.node else 0) for user in self.sharers}
        noted = ((user, self.trees[user].notes.get(at.key)) for user, at in own.items())
        return [(user, note) for user, note in noted if note]

    def without_marks(self) -> Shared:
        """The same without the computer's marks."""
        return replace(self, tree=replace(self.tree, marks={}))

    # ------------------------------------------------------------------------------------- the computer's marks

    def unlooked(self) -> Mapping[int, TriedTurn]:
        """The turns that the computer has not gone over yet, by the node with which each ends."""
        found = {}
        for node in self.tree.nodes.values():
            new = any(own > self.trees[user].looked for user, own in self.by[node.id].items())
            after = self.tree.children(self.tree.after(node))
            if new and (not after or any(one.seat != node.seat for one in after)):
                line = self.tree.line(self.tree.after(node))
                turns = [tuple(one.decision for one in run) for _, run in groupby(line, key=lambda one: one.seat)]
                found[node.id] = TriedTurn(line[0].ply, tuple(chain.from_iterable(turns[:-1])), turns[-1])
        return found

    def marked(self, user: int, marks: Mapping[int, Mark], now: Exploration) -> Exploration:
        """A member's tree, as it is ``now``, with the marks of the nodes that were looked at here.

        A tree that was deleted and begun anew since is left as it is: its nodes have the numbers of others.
        """
        then = self.trees[user]
        if any(node != then.nodes.get(one, node) for one, node in now.nodes.items()) or now.serial < then.serial:
            return now
        own = {at: marks[node] for node, users in self.by.items() if node in marks and (at := users.get(user))}
        kept = {node: mark for node, mark in {**now.marks, **own}.items() if node in now.nodes}
        return replace(now, marks=kept, looked=max(now.looked, then.serial))


def shared(match: Match, trees: Mapping[int, Exploration]) -> Shared:
    """What is shared of a match, of the trees of those who share any of theirs; those first who share all of it."""
    order = sorted(trees, key=lambda user: (not trees[user].opened, user))
    ours = {user: trees[user].at(match.decisions, match.begin) for user in order}
    nodes: dict[int, Node] = {}
    index: dict[tuple[int, int, str], int] = {}
    found: dict[tuple[int, int], int] = {}
    by: dict[int, dict[int, int]] = {}
    missed: set[int] = set()
    marks: dict[int, Mark] = {}
    for user, tree in ours.items():
        for node in _shown(tree):
            parent = found[user, node.parent] if node.parent else 0
            number = index.setdefault((parent, node.ply, node.decision), len(nodes) + 1)
            nodes.setdefault(number, node._replace(id=number, parent=parent))
            found[user, node.id] = number
            by.setdefault(number, {})[user] = node.id
            if tree.opened and node.id in tree.missed:
                missed.add(number)
            if (mark := tree.marks.get(node.id)) is not None:
                marks[number] = mark
    whole = Exploration(match.decisions, nodes, missed=frozenset(missed), marks=marks, serial=len(nodes))
    return Shared(match, whole, ours, found, by)


def _shown(tree: Exploration) -> Iterator[Node]:
    """The nodes of a tree that everyone is shown, each after the one it follows."""
    ends = [tree.after(tree.nodes[end]) for end in tree.added if end in tree.nodes]
    added = {node.id for end in ends for node in tree.line(end)}
    for root in [node for node in tree.nodes.values() if not node.parent]:
        yield from (node for node in tree.below(root.id) if tree.opened or node.id in added)
