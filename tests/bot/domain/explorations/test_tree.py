"""A tree of lines: it stays whole and legal whatever is tried, deleted, played and taken back."""

import random

import pytest
from hypothesis import given, settings, strategies as st

import games
from bot.domain.errors import LimitReached, Refused
from bot.domain.explorations import tree as trees
from bot.domain.explorations.repository import read, stored
from bot.domain.explorations.tree import EMPTY, Exploration, Spot, after_my_turn, prepared
from games.core import State
from games.core.notation import exact

GAME = games.get("snipsnip")


def start() -> State:
    return GAME.start()


def some(state: State, rng: random.Random) -> str:
    """One of few decisions, so that what was tried is often played."""
    few = state.legal_moves()[:3]
    return str(rng.choice(few))


def replayed(decisions: tuple[str, ...]) -> State:
    """The position after decisions."""
    return start().replay(map(exact, decisions))


def check_tree(tree: Exploration) -> None:
    """Check what is so of every tree."""
    assert read(stored(tree)) == tree
    assert tree.planned | tree.missed <= set(tree.nodes)
    assert tree.untold <= tree.missed
    assert not tree.planned & tree.missed
    assert all(node <= tree.serial for node in tree.nodes)
    for key in tree.notes:
        assert key[0] == "p" or int(key[1:]) in tree.nodes
    for node in tree.nodes.values():
        check_line(tree, tree.after(node))
    siblings = [(node.parent, node.ply, node.decision) for node in tree.nodes.values()]
    assert len(siblings) == len(set(siblings)), "a decision stands twice in one place"
    for seat in (0, 1):
        prepared(tree, seat)
        after_my_turn(tree, seat)


def check_line(tree: Exploration, spot: Spot) -> None:
    """A line is legal, and begins with another decision than was played there."""
    line = tree.line(spot)
    root = tree.root(spot)
    assert root <= len(tree.trunk)
    assert [node.ply for node in line] == list(range(root, root + len(line)))
    state = replayed(tree.trunk[:root])
    for node in line:
        assert state.to_move == node.seat
        state = state.play(exact(node.decision))
    if root < len(tree.trunk):
        assert line[0].decision != tree.trunk[root], "what was played is still in the tree"


def line_to(tree: Exploration, spot: Spot) -> tuple[str, ...]:
    """All decisions from the start of the match to a spot."""
    trunk = tree.trunk[: tree.root(spot)]
    return trunk + tuple(node.decision for node in tree.line(spot))


def lines_of(tree: Exploration) -> set[tuple[str, ...]]:
    """All decisions from the start of the match to each node."""
    return {line_to(tree, tree.after(node)) for node in tree.nodes.values()}


class Life:
    """A tree, and the decisions of its match, while both change at random."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.tree = EMPTY
        self.decisions: tuple[str, ...] = ()
        self.deleted: set[tuple[str, ...]] = set()
        """What the last change was to delete."""

    def change(self) -> None:
        """Change something, or nothing if it cannot be."""
        self.deleted = set()
        act = self.rng.choice(
            (
                self.try_move,
                self.try_move,
                self.try_move,
                self.play,
                self.play,
                self.take_back,
                self.delete,
                self.note,
                self.plan,
                self.settle,
            )
        )
        act()

    def some_spot(self) -> Spot:
        """One of the last two positions of the match, or of those in the tree."""
        last = len(self.decisions)
        plies = range(max(0, last - 1), last + 1)
        spots = [Spot(ply) for ply in plies]
        spots += [self.tree.after(node) for node in self.tree.nodes.values()]
        return self.rng.choice(spots)

    def try_move(self) -> None:
        spot = self.some_spot()
        state = replayed(line_to(self.tree, spot))
        if state.to_move is not None:
            move = some(state, self.rng)
            self.tree, child = self.tree.with_child(spot, state.to_move, move)
            assert self.tree.current(child) == child

    def play(self) -> None:
        state = replayed(self.decisions)
        if state.to_move is not None:
            self.decisions = (*self.decisions, some(state, self.rng))
            self.tree = self.tree.at(self.decisions, start)

    def take_back(self) -> None:
        turn_count = self.rng.choice((1, 2, 3))
        length = max(0, len(self.decisions) - turn_count)
        self.decisions = self.decisions[:length]
        self.tree = self.tree.lapsed().at(self.decisions, start)

    def delete(self) -> None:
        spot = self.some_spot()
        if spot.node and self.rng.random() < 0.3:
            nodes = self.tree.below(spot.node)
            self.deleted = {line_to(self.tree, self.tree.after(node)) for node in nodes}
            self.tree = self.tree.without(spot.node)

    def note(self) -> None:
        text = self.rng.choice(("good", "bad", ""))
        self.tree = self.tree.with_note(self.some_spot(), text)

    def plan(self) -> None:
        spot = self.some_spot()
        if spot.node:
            self.tree = self.tree.with_plans([spot.node])

    def settle(self) -> None:
        self.tree = self.tree.settled()
        for node in self.tree.planned:
            assert self.tree.open(self.tree.after(self.tree.nodes[node]))


@pytest.mark.slow
@pytest.mark.mutants
@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**6), steps=st.integers(10, 60))
def test_a_tree_is_never_invalid_after_the_match_goes_on_or_back(seed: int, steps: int) -> None:
    life = Life(seed)
    for _ in range(steps):
        lines = lines_of(life.tree)
        life.change()
        check_tree(life.tree)
        lengths = range(len(life.decisions) + 1)
        beginnings = {life.decisions[:end] for end in lengths}
        lost_lines = lines - lines_of(life.tree) - beginnings
        assert lost_lines == life.deleted, "something that was tried is lost"


def grown(*lines: tuple[str, ...], trunk: tuple[str, ...] = ()) -> Exploration:
    """A tree with some lines that begin on the present board."""
    tree = Exploration(trunk=trunk)
    for line in lines:
        spot = tree.now
        state = replayed(trunk)
        for decision in line:
            assert state.to_move is not None
            tree, spot = tree.with_child(spot, state.to_move, decision)
            state = state.play(exact(decision))
    return tree


def decisions(count: int) -> tuple[str, ...]:
    """Decisions that can be played in a row from the start."""
    state = start()
    line = list[str]()
    for _ in range(count):
        line.append(str(state.legal_moves()[0]))
        state = state.play(state.legal_moves()[0])
    return tuple(line)


def test_a_decision_may_have_dots() -> None:
    tree, _ = EMPTY.with_child(EMPTY.now, 0, "a1.b2.c3")
    assert read(stored(tree)) == tree


def test_what_was_played_leaves_the_tree_and_keeps_its_note() -> None:
    one, two, three = decisions(3)
    tree = grown((one, two, three)).with_note(Spot(1, 1), "as I thought")
    gone_on = tree.at((one,), start)
    assert [node.decision for node in gone_on.nodes.values()] == [two, three]
    assert gone_on.notes == {"p1": "as I thought"}
    assert gone_on.current(Spot(1, 1)) == Spot(1)
    # What was taken back comes into it again, with all that hangs on it.
    earlier_tree = gone_on.at((), start)
    assert sorted(lines_of(earlier_tree)) == [
        (one,),
        (one, two),
        (one, two, three),
    ]
    assert list(earlier_tree.notes.values()) == ["as I thought"]


def test_a_line_that_did_not_happen_stays_and_is_no_longer_open() -> None:
    one, two, three = decisions(3)
    other = str(start().legal_moves()[5])
    tree = grown((one, two, three)).with_plans([2]).at((other,), start)
    [last] = [node for node in tree.nodes.values() if node.decision == three]
    assert not tree.open(tree.after(last))
    assert prepared(tree, 1) == {}
    settled_tree = tree.settled()
    assert settled_tree.planned == frozenset()
    assert settled_tree.missed == {2}
    assert settled_tree.untold == {2}


def test_what_is_planned_are_the_answers_and_another_answer_takes_the_place_of_the_first() -> None:
    one, two, three, four = decisions(4)
    tree = grown((one, two, three, four)).with_plans([2, 4])
    assert prepared(tree, 1) == {
        one: {"reply": two, "answers": {three: {"reply": four, "answers": {}}}}
    }
    other = str(replayed((one,)).legal_moves()[4])
    tree, spot = tree.with_child(Spot(1, 1), 1, other)
    tree = tree.with_plans([spot.node])
    assert prepared(tree, 1) == {one: {"reply": other, "answers": {}}}
    assert prepared(tree.without_plans(spot.node), 1) == {}
    # What follows one's own move is ready for when that is played.
    assert after_my_turn(grown((one, two, three)).with_plans([3]), 0) == {
        one: {two: {"reply": three, "answers": {}}}
    }


def test_a_tree_and_its_notes_have_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trees, "MOST_NODES", 3)
    monkeypatch.setattr(trees, "MOST_NOTES", 1)
    tree = grown(decisions(3))
    with pytest.raises(LimitReached, match="3 moves in one match"):
        tree.with_child(tree.now, 0, str(start().legal_moves()[7]))
    assert tree.with_child(tree.now, 0, decisions(1)[0])[0] is tree
    monkeypatch.setattr(trees, "LONGEST_LINE", 2)
    one, two, three = decisions(3)
    with pytest.raises(LimitReached, match="2 moves in one line"):
        grown((one, two, three))
    tree = tree.with_note(Spot(0), "one").with_note(Spot(0), "another")
    with pytest.raises(LimitReached, match="is 1 note"):
        tree.with_note(Spot(1, 1), "two")
    with pytest.raises(Refused, match="too long"):
        tree.with_note(Spot(0), "x" * 301)
    with pytest.raises(Refused, match="too long"):
        tree.with_match_note("x" * 1001)
    assert tree.with_note(Spot(0), "\0").notes == {}
