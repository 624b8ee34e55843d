"""Turns that a member has tried already and that can be made at a spot too: whoever answers several replies alike, or
walks a line again, need not choose them cell by cell."""

from __future__ import annotations

from collections.abc import Iterator

from bot.domain.explorations.tree import Exploration, Node
from bot.domain.matches.exploring.commands import Thought
from games.core import IllegalMove, State
from games.core.notation import exact

MOST_TRIED = 12
"""So many turns are looked at: whether one can be made here is played through."""


def known_turns(thought: Thought, most: int) -> list[tuple[str, ...]]:
    """Turns of who is to move, or what is left of them in the middle of one, that were tried and can be made here.

    Those that were tried here come first, then the latest.
    """
    tree, spot, state = thought.tree, thought.spot, thought.state
    seat = state.to_move
    if seat is None:
        return []
    made = sum(before.to_move == seat for before in thought.states[:-1])
    tried: dict[tuple[str, ...], bool] = {}
    for turn in _turns(tree, seat):
        if rest := tuple(node.decision for node in turn[made:]):
            tried[rest] = tried.get(rest, False) or tree.before(turn[made]) == spot
    order = sorted(tried, key=lambda rest: not tried[rest])[:MOST_TRIED]
    return [rest for rest in order if _ends_turn(state, rest)][:most]


def _turns(tree: Exploration, seat: int) -> Iterator[list[Node]]:
    """The turns of a seat in a tree, as far as they were tried, the latest first."""
    for last in sorted(tree.nodes.values(), reverse=True):
        if last.seat != seat or any(child.seat == seat for child in tree.children(tree.after(last))):
            continue
        turn = [last]
        while (before := tree.nodes.get(turn[0].parent)) is not None and before.seat == seat:
            turn.insert(0, before)
        yield turn


def _ends_turn(state: State, decisions: tuple[str, ...]) -> bool:
    """Whether decisions can be made in a state and are a whole turn, or what is left of one."""
    seat = state.to_move
    for decision in decisions:
        if state.to_move != seat:
            return False
        try:
            state = state.play(exact(decision))
        except IllegalMove:
            return False
    return state.to_move != seat
