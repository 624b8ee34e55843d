"""A member's private tree of lines in one match: decisions that might be made, notes, and what is prepared.

The tree hangs on the match itself: its roots are attached to the board after ``ply`` decisions, and what is really
played leaves the tree (``at``). So lines attached to the present board are still open, and all others did not happen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from bot.domain.errors import LimitReached, NotFound, Refused
from bot.store.tables import storable
from games.core import State
from games.core.notation import exact

MOST_NODES = 300
"""Decisions in one tree."""
MOST_NOTES = 60
"""Positions of one tree that can have a note."""
LONGEST_LINE = 60
"""Decisions in a row: each time a position is shown, the line to it is played through."""
LONGEST_NOTE = 300
LONGEST_MATCH_NOTE = 1000
"""Characters."""


class Node(NamedTuple):
    """A decision of ``seat`` that might be made after ``ply`` others. ``parent`` 0: it hangs on the match itself."""

    id: int
    parent: int
    ply: int
    seat: int
    decision: str


class Spot(NamedTuple):
    """A position: after a node, or (``node`` 0) that of the match after ``ply`` decisions."""

    ply: int
    node: int = 0

    @property
    def key(self) -> str:
        """Under which a note of this position is kept."""
        return f"n{self.node}" if self.node else f"p{self.ply}"


class Mark(NamedTuple):
    """What the computer has proved of a turn after which the match stood otherwise: a turning point.

    ``better`` is the turn that would have kept it, ``claim`` what sets that one apart (``claims.short``). ``line`` is
    the turn that punishes the one tried, ``within`` in how many turns it wins; 0 where a win was missed. Moves as text.
    """

    better: str
    claim: str
    line: str = ""
    within: int = 0


@dataclass(frozen=True)
class Exploration:
    """What a member has thought through in a match. It never changes; methods give another one.

    ``trunk`` are the decisions of the match that it hangs on. ``planned`` are the nodes that are to be played if the
    position before them comes about; ``missed`` are those that were planned and did not happen, ``untold`` those of
    them that the member has not been told of. ``notes`` are by the keys of spots, ``note`` is for the match as a whole.
    Ids of nodes are given once, ``serial`` was the last. ``draft`` is where the turn ends that the member is about to
    make (0: they have drafted nothing), ``draw`` whether they offer a draw with it; ``fresh`` are the nodes that are
    there for that alone, and go with it. ``opened``: it is shown to everyone, after the end; ``added`` are the ends of
    lines that are shown so where the tree is not. ``marks`` are the turning points by the nodes where turns end;
    the computer has looked for them in all nodes up to ``looked``.
    """

    trunk: tuple[str, ...] = ()
    nodes: Mapping[int, Node] = field(default_factory=dict)
    planned: frozenset[int] = frozenset()
    missed: frozenset[int] = frozenset()
    untold: frozenset[int] = frozenset()
    notes: Mapping[str, str] = field(default_factory=dict)
    note: str = ""
    serial: int = 0
    draft: int = 0
    draw: bool = False
    fresh: frozenset[int] = frozenset()
    opened: bool = False
    added: frozenset[int] = frozenset()
    marks: Mapping[int, Mark] = field(default_factory=dict)
    looked: int = 0

    @property
    def empty(self) -> bool:
        """Whether there is nothing in it that is worth keeping."""
        return not (self.nodes or self.notes or self.note)

    @property
    def tried(self) -> bool:
        """Whether there is more in it than a draft."""
        return bool(self.nodes.keys() - self.fresh or self.notes or self.note)

    @property
    def drafted(self) -> tuple[str, ...]:
        """The decisions of the turn that the member is about to make."""
        return tuple(node.decision for node in self.line(Spot(0, self.draft))) if self.draft else ()

    @property
    def now(self) -> Spot:
        """The present board."""
        return Spot(len(self.trunk))

    @cached_property
    def _children(self) -> Mapping[tuple[int, int], Sequence[Node]]:
        found: dict[tuple[int, int], list[Node]] = {}
        for node in self.nodes.values():
            found.setdefault((node.parent, node.ply), []).append(node)
        return found

    def children(self, spot: Spot) -> Sequence[Node]:
        """The decisions tried in a position, the first one first."""
        return self._children.get((spot.node, spot.ply), ())

    def after(self, node: Node) -> Spot:
        """The position after a node."""
        return Spot(node.ply + 1, node.id)

    def before(self, node: Node) -> Spot:
        """The position before a node."""
        return Spot(node.ply, node.parent)

    def found(self, spot: Spot) -> Spot:
        """A spot that was seen earlier, as it is now: what was played since is part of the match.

        In place of one that is gone, the board of the match nearest to it.
        """
        if spot.node in self.nodes:
            return self.after(self.nodes[spot.node])
        return Spot(min(spot.ply, len(self.trunk)))

    def line(self, spot: Spot) -> tuple[Node, ...]:
        """The nodes that lead to a spot, from the match on."""
        found: list[Node] = []
        at = spot.node
        while at:
            found.append(self.nodes[at])
            at = self.nodes[at].parent
        return tuple(reversed(found))

    def root(self, spot: Spot) -> int:
        """After how many decisions of the match the line to a spot begins."""
        line = self.line(spot)
        return line[0].ply if line else spot.ply

    def open(self, spot: Spot) -> bool:
        """Whether a position can still come about, the present board included."""
        return self.root(spot) == len(self.trunk)

    def below(self, node: int) -> Iterator[Node]:
        """A node and all that follow it."""
        yield self.nodes[node]
        for child in self.children(self.after(self.nodes[node])):
            yield from self.below(child.id)

    # ------------------------------------------------------------------------------------------------ changing

    def with_child(self, spot: Spot, seat: int, decision: str) -> tuple[Exploration, Spot]:
        """The tree with a decision tried at a spot, and the spot after it. Raises LimitReached."""
        if not spot.node and spot.ply < len(self.trunk) and self.trunk[spot.ply] == decision:
            return self, Spot(spot.ply + 1)  # what was really played
        if (node := self.child(spot, decision)) is not None:
            return (replace(self, fresh=self.fresh - {node.id}) if node.id in self.fresh else self), self.after(node)
        if len(self.nodes) >= MOST_NODES:
            raise LimitReached("the limit is {most} moves in one match; delete a line first", most=MOST_NODES)
        if len(self.line(spot)) >= LONGEST_LINE:
            raise LimitReached("the limit is {most} moves in one line", most=LONGEST_LINE)
        return self._with_node(spot, seat, decision)

    def child(self, spot: Spot, decision: str) -> Node | None:
        """The node of a decision tried at a spot, if it was."""
        return next((node for node in self.children(spot) if node.decision == decision), None)

    def _with_node(self, spot: Spot, seat: int, decision: str) -> tuple[Exploration, Spot]:
        node = Node(self.serial + 1, spot.node, spot.ply, seat, decision)
        return replace(self, nodes={**self.nodes, node.id: node}, serial=node.id), self.after(node)

    def with_draft(self, seat: int, decisions: Sequence[str], draw: bool = False) -> Exploration:
        """The tree in which the member is about to make this turn, in place of what they have drafted.

        No limit keeps them from that. What was there only for an earlier draft goes.
        """
        tree, spot, fresh = self, self.now, set(self.fresh)
        for decision in decisions:
            node = tree.child(spot, decision)
            if node is not None:
                spot = tree.after(node)
            else:
                tree, spot = tree._with_node(spot, seat, decision)
                fresh.add(spot.node)
        tree = replace(tree, draft=spot.node, draw=draw and bool(decisions))
        kept = {node.id for node in tree.line(spot)}
        for one in sorted(fresh - kept, reverse=True):  # what follows another has the larger id
            if one in tree.nodes and not tree.children(tree.after(tree.nodes[one])) and f"n{one}" not in tree.notes:
                tree = tree.without(one)
        return replace(tree, fresh=frozenset(fresh & kept))

    def without(self, node: int) -> Exploration:
        """The tree without a node and all that follow it. Raises NotFound."""
        if node not in self.nodes:
            raise NotFound("that line no longer exists")
        gone = {one.id for one in self.below(node)}
        keys = {f"n{one}" for one in gone}
        draft = self.nodes[node].parent if self.draft in gone else self.draft
        return replace(
            self,
            nodes={one: found for one, found in self.nodes.items() if one not in gone},
            planned=self.planned - gone,
            missed=self.missed - gone,
            untold=self.untold - gone,
            draft=draft,
            draw=self.draw and bool(draft),
            fresh=self.fresh - gone,
            added=self.added - gone,
            marks={one: mark for one, mark in self.marks.items() if one not in gone},
            notes={key: note for key, note in self.notes.items() if key not in keys},
        )

    def with_plans(self, nodes: Iterable[int]) -> Exploration:
        """The tree in which these nodes are to be played; what was to be played in their place is not any more."""
        planned = set(self.planned)
        for one in nodes:
            for other in self.children(self.before(self.nodes[one])):
                if other.id != one and other.seat == self.nodes[one].seat and other.id in planned:
                    planned -= {node.id for node in self.below(other.id)}
            planned.add(one)
        return replace(self, planned=frozenset(planned), missed=self.missed - planned, untold=self.untold - planned)

    def without_plans(self, node: int) -> Exploration:
        """The tree in which a node, and what follows it, is not to be played."""
        return replace(self, planned=self.planned - {one.id for one in self.below(node)})

    def lapsed(self) -> Exploration:
        """The tree in which nothing is to be played any more: what it rested on is gone."""
        tree = self.with_draft(0, ()) if self.draft else self
        if not tree.planned:
            return tree
        return replace(tree, planned=frozenset(), missed=tree.missed | tree.planned, untold=tree.untold | tree.planned)

    def hidden(self) -> Exploration:
        """The tree of which nobody else is shown anything, without what the computer has marked in it for all."""
        if not (self.opened or self.added):
            return self
        return replace(self, opened=False, added=frozenset(), marks={}, looked=0)

    def settled(self) -> Exploration:
        """The tree in which what was planned and did not happen is noted as missed."""
        passed = frozenset(one for one in self.planned if not self.open(self.after(self.nodes[one])))
        if not passed:
            return self
        return replace(self, planned=self.planned - passed, missed=self.missed | passed, untold=self.untold | passed)

    def with_note(self, spot: Spot, text: str) -> Exploration:
        """The tree with a note at a position; empty text takes it away. Raises LimitReached, Refused."""
        text = _written(text, LONGEST_NOTE)
        notes = {key: note for key, note in self.notes.items() if key != spot.key}
        if text:
            if len(notes) >= MOST_NOTES:
                raise LimitReached("the limit is {most} notes in one match; delete one first", most=MOST_NOTES)
            notes[spot.key] = text
        return replace(self, notes=notes)

    def with_match_note(self, text: str) -> Exploration:
        """The tree with a note for the match as a whole; empty text takes it away. Raises Refused."""
        return replace(self, note=_written(text, LONGEST_MATCH_NOTE))

    # ------------------------------------------------------------------------------------- the match goes on

    def at(self, decisions: Sequence[str], start: Callable[[], State]) -> Exploration:
        """The tree once the match has these decisions. ``start`` gives the first state of the match.

        What was played leaves the tree; what was taken back, and has lines hanging on it, comes into it.
        """
        if len(self.trunk) == len(decisions) and self.trunk == tuple(decisions):
            return self
        if self.empty:
            return replace(self, trunk=tuple(decisions))
        same = 0
        for one, other in zip(self.trunk, decisions, strict=False):
            if one != other:
                break
            same += 1
        tree = self.with_draft(0, ()) if self.draft else self
        tree = tree._grafted(same, start) if same < len(tree.trunk) else tree
        for ply in range(same, len(decisions)):
            tree = tree._played(ply, decisions[ply])
        return replace(tree, trunk=tuple(decisions))

    def _grafted(self, ply: int, start: Callable[[], State]) -> Exploration:
        """The tree after a takeback to ``ply``: what was taken back is a line in it where something hangs on it."""
        loose = [node.ply for node in self.nodes.values() if not node.parent]
        noted = [int(key[1:]) for key in self.notes if key[0] == "p"]
        end = min(max((*loose, *noted, ply)), len(self.trunk))
        if end <= ply:
            return replace(self, trunk=self.trunk[:ply])
        state, nodes, serial = start().forward(map(exact, self.trunk[:ply])), dict(self.nodes), self.serial
        at, notes = Spot(ply), dict(self.notes)
        for decision in self.trunk[ply:end]:
            assert state.to_move is not None
            serial += 1
            nodes[serial] = Node(serial, at.node, at.ply, state.to_move, decision)
            state, at = state.play(exact(decision)), Spot(at.ply + 1, serial)
            for node in self.nodes.values():
                if not node.parent and node.ply == at.ply:
                    nodes[node.id] = node._replace(parent=serial)
            if (note := notes.pop(f"p{at.ply}", "")) and at.ply > ply:
                notes[at.key] = note
        return replace(self, trunk=self.trunk[:ply], nodes=nodes, notes=notes, serial=serial)

    def _played(self, ply: int, decision: str) -> Exploration:
        """The tree after one more decision of the match, which stood at ``ply``."""
        node = self.child(Spot(ply), decision)
        if node is None:
            return self
        nodes = {
            one: found._replace(parent=0) if found.parent == node.id else found
            for one, found in self.nodes.items()
            if one != node.id
        }
        notes, gone = dict(self.notes), {node.id}
        if note := notes.pop(f"n{node.id}", ""):
            key = f"p{ply + 1}"
            notes[key] = "\n".join(filter(None, (notes.get(key), note)))
        return replace(
            self,
            nodes=nodes,
            notes=notes,
            planned=self.planned - gone,
            missed=self.missed - gone,
            untold=self.untold - gone,
        )


EMPTY = Exploration()


def _written(text: str, most: int) -> str:
    """A note as it is kept. Raises Refused where it is too long."""
    text = storable(text).strip()
    if len(text) > most:
        raise Refused("that’s too long; the limit is {most} characters", most=most)
    return text
