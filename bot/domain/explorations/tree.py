"""A member's private tree of lines in one match: moves to try, notes, and answers to prepare.

A root of the tree is attached to the position of the match after ``ply`` decisions. A decision that
is played leaves the tree (``at``), so lines attached to the current position can still be played,
and all others did not happen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple, TypeAlias, TypedDict

from bot.domain.errors import LimitReached, NotFound, Refused
from bot.store.tables import storable
from games.core import State
from games.core.notation import exact

MOST_NODES = 300  # decisions in one tree
MOST_NOTES = 60  # positions of one tree that can have a note
LONGEST_LINE = 60  # decisions in a row: each time a position is shown, the line to it is replayed
LONGEST_NOTE = 300
LONGEST_MATCH_NOTE = 1000  # characters


class Node(NamedTuple):
    """A decision of ``seat`` after ``ply`` others.

    ``parent`` is a node's id, or 0 for the match itself.
    """

    id: int
    parent: int
    ply: int
    seat: int
    decision: str


class Spot(NamedTuple):
    """A position: after a node, or with ``node`` 0 that of the match after ``ply`` decisions."""

    ply: int
    node: int = 0

    @property
    def key(self) -> str:
        """The key of this position's note."""
        return f"n{self.node}" if self.node else f"p{self.ply}"


class TurningMark(NamedTuple):
    """A turning point: a turn that the computer has proved to lose, or to miss a win.

    ``better`` is the turn to play instead, ``claim`` its advantage (``claims.short``). ``line`` is
    the turn that refutes the one tried and wins within ``win_turns``; empty and 0 where a win
    was missed. Turns are text.
    """

    better: str
    claim: str
    line: str = ""
    win_turns: int = 0


Tree: TypeAlias = (
    "Mapping[str, PreparedReply]"  # prepared answers by the opponent's whole turn, as text
)


class PreparedReply(TypedDict):
    """A prepared turn, as text, and the answers to what may follow it."""

    reply: str
    answers: Tree


@dataclass(frozen=True)
class Exploration:
    """The tree of one member in one match.

    Immutable; methods return a changed copy.

    :param trunk: the decisions of the match
    :param planned: nodes to play automatically when their position is reached
    :param missed: planned nodes that did not happen
    :param untold: those of them that the member has not seen yet
    :param notes: by ``Spot.key``
    :param note: on the whole match
    :param serial: the last id given to a node
    :param draft: the last node of the drafted turn; 0 without one
    :param draw: a draw offer goes with the draft
    :param fresh: nodes that exist only for the draft
    :param opened: everyone may see the tree after the end
    :param added: last nodes of single lines that everyone may see
    :param marks: turning points by the last node of a turn
    :param looked: nodes up to this one have been searched for turning points
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
    marks: Mapping[int, TurningMark] = field(default_factory=dict)
    looked: int = 0

    @property
    def empty(self) -> bool:
        """Whether it has neither lines nor notes."""
        return not (self.nodes or self.notes or self.note)

    @property
    def tried(self) -> bool:
        """Whether it has more than a draft."""
        return bool(self.nodes.keys() - self.fresh or self.notes or self.note)

    @property
    def drafted(self) -> tuple[str, ...]:
        """The decisions of the drafted turn."""
        return tuple(node.decision for node in self.line(Spot(0, self.draft)))

    @property
    def now(self) -> Spot:
        """The current position of the match."""
        return Spot(len(self.trunk))

    @cached_property
    def _children(self) -> Mapping[tuple[int, int], Sequence[Node]]:
        children: dict[tuple[int, int], list[Node]] = {}
        for node in self.nodes.values():
            children.setdefault((node.parent, node.ply), []).append(node)
        return children

    def children(self, spot: Spot) -> Sequence[Node]:
        """The decisions tried at a position, oldest first."""
        return self._children.get((spot.node, spot.ply), ())

    def child(self, spot: Spot, decision: str) -> Node | None:
        """The node of a decision tried at a position, if any."""
        return next((node for node in self.children(spot) if node.decision == decision), None)

    def after(self, node: Node) -> Spot:
        """The position after a node."""
        return Spot(node.ply + 1, node.id)

    def before(self, node: Node) -> Spot:
        """The position before a node."""
        return Spot(node.ply, node.parent)

    def current(self, spot: Spot) -> Spot:
        """An earlier spot as it is now; if its node is gone, the position of the match nearest to
        it.
        """
        if spot.node in self.nodes:
            return self.after(self.nodes[spot.node])
        return Spot(min(spot.ply, len(self.trunk)))

    def line(self, spot: Spot) -> tuple[Node, ...]:
        """The nodes from the match to a position."""
        line: list[Node] = []
        id = spot.node
        while id:
            line.append(self.nodes[id])
            id = self.nodes[id].parent
        return tuple(reversed(line))

    def root(self, spot: Spot) -> int:
        """The ply of the match at which the line to a position begins."""
        line = self.line(spot)
        return line[0].ply if line else spot.ply

    def open(self, spot: Spot) -> bool:
        """Whether a position can still be reached, or is the current one."""
        return self.root(spot) == len(self.trunk)

    def below(self, node: int) -> Iterator[Node]:
        """A node and all its descendants, parents first."""
        yield self.nodes[node]
        for child in self.children(self.after(self.nodes[node])):
            yield from self.below(child.id)

    # ------------------------------------------------------------------------------------- changing

    def with_child(self, spot: Spot, seat: int, decision: str) -> tuple[Exploration, Spot]:
        """Try a decision; also the position after it. Raises LimitReached."""
        if not spot.node and spot.ply < len(self.trunk) and self.trunk[spot.ply] == decision:
            return self, Spot(spot.ply + 1)  # the match itself went this way
        node = self.child(spot, decision)
        if node is not None:
            tree = self
            if node.id in self.fresh:
                tree = replace(self, fresh=self.fresh - {node.id})
            return tree, self.after(node)
        if len(self.nodes) >= MOST_NODES:
            raise LimitReached(
                "the limit is {most} moves in one match; delete a line first", most=MOST_NODES
            )
        if len(self.line(spot)) >= LONGEST_LINE:
            raise LimitReached("the limit is {most} moves in one line", most=LONGEST_LINE)
        return self._with_node(spot, seat, decision)

    def _with_node(self, spot: Spot, seat: int, decision: str) -> tuple[Exploration, Spot]:
        node = Node(self.serial + 1, spot.node, spot.ply, seat, decision)
        tree = replace(self, nodes={**self.nodes, node.id: node}, serial=node.id)
        return tree, self.after(node)

    def with_draft(self, seat: int, decisions: Sequence[str], draw: bool = False) -> Exploration:
        """Draft a turn in place of the earlier draft, whose ``fresh`` nodes are deleted.

        No limit applies.
        """
        tree = self
        spot = self.now
        fresh = set(self.fresh)
        for decision in decisions:
            node = tree.child(spot, decision)
            if node is not None:
                spot = tree.after(node)
            else:
                tree, spot = tree._with_node(spot, seat, decision)
                fresh.add(spot.node)
        tree = replace(tree, draft=spot.node, draw=draw and bool(decisions))
        line_ids = {node.id for node in tree.line(spot)}
        for old_id in sorted(fresh - line_ids, reverse=True):  # descendants have larger ids
            if tree._is_unused(old_id):
                tree = tree.without(old_id)
        return replace(tree, fresh=frozenset(fresh & line_ids))

    def _is_unused(self, id: int) -> bool:
        """Whether nothing follows a node, and there is no note on it."""
        node = self.nodes.get(id)
        if node is None:
            return False
        position = self.after(node)
        return not self.children(position) and position.key not in self.notes

    def without(self, node: int) -> Exploration:
        """Delete a node and all its descendants. Raises NotFound."""
        if node not in self.nodes:
            raise NotFound("that line no longer exists")
        ids = {descendant.id for descendant in self.below(node)}
        draft = self.nodes[node].parent if self.draft in ids else self.draft
        return replace(self._without_ids(ids), draft=draft, draw=self.draw and bool(draft))

    def _without_ids(self, ids: Set[int]) -> Exploration:
        nodes = {id: node for id, node in self.nodes.items() if id not in ids}
        marks = {id: mark for id, mark in self.marks.items() if id not in ids}
        keys = {f"n{node}" for node in ids}
        notes = {key: note for key, note in self.notes.items() if key not in keys}
        return replace(
            self,
            nodes=nodes,
            planned=self.planned - ids,
            missed=self.missed - ids,
            untold=self.untold - ids,
            fresh=self.fresh - ids,
            added=self.added - ids,
            marks=marks,
            notes=notes,
        )

    def with_plans(self, nodes: Iterable[int]) -> Exploration:
        """Plan these nodes, and no longer their planned siblings of the same seat."""
        plans = set(self.planned)
        for id in nodes:
            node = self.nodes[id]
            for other in self.children(self.before(node)):
                if other.id != id and other.seat == node.seat and other.id in plans:
                    plans -= {descendant.id for descendant in self.below(other.id)}
            plans.add(id)
        return replace(
            self,
            planned=frozenset(plans),
            missed=self.missed - plans,
            untold=self.untold - plans,
        )

    def without_plans(self, node: int) -> Exploration:
        """No longer plan a node nor its descendants."""
        return replace(
            self, planned=self.planned - {descendant.id for descendant in self.below(node)}
        )

    def lapsed(self) -> Exploration:
        """Without draft and plans: after a takeback or the end of the match all plans are
        missed.
        """
        tree = self.with_draft(0, ()) if self.draft else self
        return tree._with_missed(tree.planned)

    def settled(self) -> Exploration:
        """With plans that can no longer happen noted as missed; the same object if there are
        none.
        """
        impossible = [id for id in self.planned if not self.open(self.after(self.nodes[id]))]
        return self._with_missed(frozenset(impossible))

    def _with_missed(self, missed: frozenset[int]) -> Exploration:
        if not missed:
            return self
        return replace(
            self,
            planned=self.planned - missed,
            missed=self.missed | missed,
            untold=self.untold | missed,
        )

    def hidden(self) -> Exploration:
        """Shared with nobody, and without the computer's marks."""
        if not (self.opened or self.added):
            return self
        return replace(self, opened=False, added=frozenset(), marks={}, looked=0)

    def with_note(self, spot: Spot, text: str) -> Exploration:
        """Write a note on a position; empty text deletes it. Raises LimitReached, Refused."""
        text = _checked_note(text, LONGEST_NOTE)
        notes = {key: note for key, note in self.notes.items() if key != spot.key}
        if not text:
            return replace(self, notes=notes)
        if len(notes) >= MOST_NOTES:
            raise LimitReached(
                "the limit is {most} notes in one match; delete one first", most=MOST_NOTES
            )
        return replace(self, notes={**notes, spot.key: text})

    def with_match_note(self, text: str) -> Exploration:
        """Write a note on the whole match; empty text deletes it. Raises Refused."""
        return replace(self, note=_checked_note(text, LONGEST_MATCH_NOTE))

    # ---------------------------------------------------------------------------- the match goes on

    def at(self, decisions: Sequence[str], start: Callable[[], State]) -> Exploration:
        """The tree when the match has these decisions; ``start`` returns the first state of the
        match.

        Decisions that were played leave the tree. Decisions that were taken back enter it if lines
        depend on them.
        """
        trunk = tuple(decisions)
        if self.trunk == trunk:
            return self
        if self.empty:
            return replace(self, trunk=trunk)
        tree = self.with_draft(0, ()) if self.draft else self
        common_length = _common_length(self.trunk, trunk)
        if common_length < len(tree.trunk):
            tree = tree._taken_back(common_length, start)
        for ply in range(common_length, len(trunk)):
            tree = tree._played(ply, trunk[ply])
        return replace(tree, trunk=trunk)

    def _taken_back(self, ply: int, start: Callable[[], State]) -> Exploration:
        """The tree after a takeback to ``ply``: the undone decisions become a line as far as
        something needs them.
        """
        state = start().replay(map(exact, self.trunk[:ply]))
        nodes = dict(self.nodes)
        notes = dict(self.notes)
        serial = self.serial
        spot = Spot(ply)
        for decision in self.trunk[ply : self._needed_until(ply)]:
            assert state.to_move is not None
            serial += 1
            nodes[serial] = Node(serial, spot.node, spot.ply, state.to_move, decision)
            state = state.play(exact(decision))
            spot = Spot(spot.ply + 1, serial)
            for node in self.nodes.values():
                if not node.parent and node.ply == spot.ply:
                    nodes[node.id] = node._replace(parent=serial)
            note = notes.pop(f"p{spot.ply}", "")
            if note:
                notes[spot.key] = note
        return replace(self, trunk=self.trunk[:ply], nodes=nodes, notes=notes, serial=serial)

    def _needed_until(self, ply: int) -> int:
        """The last ply of the match, but at least ``ply``, from which a line goes or on which there
        is a note.
        """
        plies = [ply]
        plies += [node.ply for node in self.nodes.values() if not node.parent]
        plies += [int(key[1:]) for key in self.notes if key.startswith("p")]
        return min(max(plies), len(self.trunk))

    def _played(self, ply: int, decision: str) -> Exploration:
        """The tree after one more decision of the match, at ``ply``: its node's children become
        roots.
        """
        match_node = self.child(Spot(ply), decision)
        if match_node is None:
            return self
        nodes = dict(self.nodes)
        for node in self.nodes.values():
            if node.parent == match_node.id:
                nodes[node.id] = node._replace(parent=0)
        notes = dict(self.notes)
        note = notes.get(f"n{match_node.id}")
        if note:
            key = f"p{ply + 1}"
            notes[key] = f"{notes[key]}\n{note}" if notes.get(key) else note
        return replace(self, nodes=nodes, notes=notes)._without_ids({match_node.id})


def _common_length(first: Sequence[str], second: Sequence[str]) -> int:
    """How many decisions two matches have in common from their start."""
    length = 0
    for one, other in zip(first, second, strict=False):
        if one != other:
            break
        length += 1
    return length


EMPTY = Exploration()


def prepared(tree: Exploration, seat: int) -> Tree:
    """The answers of a seat to the opponent's turn that is played next."""
    return _answers(tree, tree.now, seat) if tree.planned else {}


def after_my_turn(tree: Exploration, seat: int) -> Mapping[str, Tree]:
    """The answers that a seat, which is to move, has prepared for after its own turn, by that
    turn.
    """
    if not tree.planned:
        return {}
    answers_to = {text: _answers(tree, end, seat) for text, end in _turns(tree, tree.now, seat)}
    return {text: answers for text, answers in answers_to.items() if answers}


def _turns(tree: Exploration, spot: Spot, seat: int) -> Iterator[tuple[str, Spot]]:
    """The whole turns of a seat tried at a position, if an answer was tried too: as text, and the
    position after.
    """
    for node in tree.children(spot):
        if node.seat != seat:
            continue
        position = tree.after(node)
        if any(child.seat != seat for child in tree.children(position)):
            yield node.decision, position
        for text, end in _turns(tree, position, seat):
            yield f"{node.decision} {text}", end


def _answers(tree: Exploration, spot: Spot, seat: int) -> Tree:
    answers: dict[str, PreparedReply] = {}
    for theirs, end in _turns(tree, spot, 1 - seat):
        reply = []
        node = _planned(tree, end, seat)
        while node is not None:
            reply.append(node.decision)
            end = tree.after(node)
            node = _planned(tree, end, seat)
        if reply:
            answers[theirs] = PreparedReply(
                reply=" ".join(reply), answers=_answers(tree, end, seat)
            )
    return answers


def _planned(tree: Exploration, spot: Spot, seat: int) -> Node | None:
    for node in tree.children(spot):
        if node.seat == seat and node.id in tree.planned:
            return node
    return None


def _checked_note(text: str, most: int) -> str:
    """A note without surrounding space. Raises Refused if it has more than ``most`` characters."""
    text = storable(text).strip()
    if len(text) > most:
        raise Refused("that’s too long; the limit is {most} characters", most=most)
    return text
