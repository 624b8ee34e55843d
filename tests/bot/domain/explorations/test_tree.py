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
    return str(rng.choice(state.legal_moves()[:3]))


def replayed(decisions: tuple[str, ...]) -> State:
    return start().replay(map(exact, decisions))


def holds(tree: Exploration) -> None:
    """What is so of every tree."""
    assert read(stored(tree)) == tree
    assert tree.planned | tree.missed <= set(tree.nodes)
    assert tree.untold <= tree.missed
    assert not tree.planned & tree.missed
    assert all(node <= tree.serial for node in tree.nodes)
    for key in tree.notes:
        assert key[0] == "p" or int(key[1:]) in tree.nodes
    for node in tree.nodes.values():
        line = tree.line(tree.after(node))
        root = tree.root(tree.after(node))
        assert root <= len(tree.trunk)
        assert [node.ply for node in line] == list(range(root, root + len(line)))
        state = replayed(tree.trunk[:root])
        for node in line:
            assert state.to_move == node.seat
            state = state.play(exact(node.decision))
        if root < len(tree.trunk):
            assert line[0].decision != tree.trunk[root], "what was played is still in the tree"
    siblings = [(node.parent, node.ply, node.decision) for node in tree.nodes.values()]
    assert len(siblings) == len(set(siblings)), "a decision stands twice in one place"


def line_of(tree: Exploration, node: int) -> tuple[str, ...]:
    """All decisions from the start of the match to a node."""
    spot = tree.after(tree.nodes[node])
    return (*tree.trunk[: tree.root(spot)], *(node.decision for node in tree.line(spot)))


@pytest.mark.slow
@pytest.mark.mutants
@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**6), steps=st.integers(10, 60))
def test_a_tree_is_never_invalid_after_the_match_goes_on_or_back(seed: int, steps: int) -> None:
    rng = random.Random(seed)
    tree = EMPTY
    played = tuple[str, ...]()
    for _ in range(steps):
        what = rng.choice(
            ("try", "try", "try", "play", "play", "take back", "delete", "note", "plan", "settle")
        )
        before = {line_of(tree, node) for node in tree.nodes}
        spots = [Spot(ply) for ply in range(len(played) + 1)]
        spot = rng.choice([*spots[-2:], *(tree.after(node) for node in tree.nodes.values())])
        state = replayed(
            (*tree.trunk[: tree.root(spot)], *(node.decision for node in tree.line(spot)))
        )
        if what == "try" and state.to_move is not None:
            tree, after = tree.with_child(spot, state.to_move, some(state, rng))
            assert tree.current(after) == after
        elif what == "play" and replayed(played).to_move is not None:
            played = (*played, some(replayed(played), rng))
            tree = tree.at(played, start)
        elif what == "take back":
            played = played[: max(0, len(played) - rng.choice((1, 2, 3)))]
            tree = tree.lapsed().at(played, start)
        elif what == "delete" and spot.node and rng.random() < 0.3:
            gone = {line_of(tree, node.id) for node in tree.below(spot.node)}
            tree = tree.without(spot.node)
            assert before - gone == {line_of(tree, node) for node in tree.nodes}
            continue
        elif what == "note":
            tree = tree.with_note(spot, rng.choice(("good", "bad", "")))
        elif what == "plan" and spot.node:
            tree = tree.with_plans([spot.node])
        elif what == "settle":
            tree = tree.settled()
            assert all(tree.open(tree.after(tree.nodes[node])) for node in tree.planned)
        holds(tree)
        # Nothing of what was tried is lost but what was really played.
        kept = {line_of(tree, node) for node in tree.nodes} | {
            played[:end] for end in range(len(played) + 1)
        }
        assert before <= kept
        for seat in (0, 1):
            prepared(tree, seat)
            after_my_turn(tree, seat)


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
    made = list[str]()
    for _ in range(count):
        made.append(str(state.legal_moves()[0]))
        state = state.play(state.legal_moves()[0])
    return tuple(made)


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
    back = gone_on.at((), start)
    assert sorted(line_of(back, node) for node in back.nodes) == [
        (one,),
        (one, two),
        (one, two, three),
    ]
    assert list(back.notes.values()) == ["as I thought"]


def test_a_line_that_did_not_happen_stays_and_is_no_longer_open() -> None:
    one, two, three = decisions(3)
    other = str(start().legal_moves()[5])
    tree = grown((one, two, three)).with_plans([2]).at((other,), start)
    (end,) = [tree.after(node) for node in tree.nodes.values() if node.decision == three]
    assert not tree.open(end)
    assert prepared(tree, 1) == {}
    settled = tree.settled()
    assert (settled.planned, settled.missed, settled.untold) == (frozenset(), {2}, {2})


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
