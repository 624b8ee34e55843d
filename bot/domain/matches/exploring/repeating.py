"""Turns tried before that are legal at a position too, offered so that nobody must choose them cell
by cell again.
"""

from collections.abc import Iterator

from bot.domain.explorations.tree import Exploration, Node
from bot.domain.matches.exploring.commands import Explored
from games.core import IllegalMove, State
from games.core.notation import exact

MOST_TRIED = 12  # turns that are replayed to see whether they are legal here


def known_turns(explored: Explored, most: int) -> list[tuple[str, ...]]:
    """Legal turns (or what remains of them) that the side to move has tried: those tried here, then
    the latest.
    """
    tree = explored.tree
    state = explored.state
    seat = state.to_move
    if seat is None:
        return []
    count = sum(previous_state.to_move == seat for previous_state in explored.states[:-1])
    tried_here: dict[tuple[str, ...], bool] = {}
    for turn in _turns(tree, seat):
        rest = tuple(node.decision for node in turn[count:])
        if rest:
            is_here = tree.before(turn[count]) == explored.spot
            tried_here[rest] = is_here or tried_here.get(rest, False)
    order = sorted(tried_here, key=lambda rest: not tried_here[rest])[:MOST_TRIED]
    return [rest for rest in order if _ends_turn(state, rest)][:most]


def _turns(tree: Exploration, seat: int) -> Iterator[list[Node]]:
    """The turns of a seat in a tree, finished or not, the latest first."""
    for last_node in sorted(tree.nodes.values(), reverse=True):
        children = tree.children(tree.after(last_node))
        if last_node.seat == seat and all(child.seat != seat for child in children):
            turn = [last_node]
            previous_node = tree.nodes.get(last_node.parent)
            while previous_node is not None and previous_node.seat == seat:
                turn.insert(0, previous_node)
                previous_node = tree.nodes.get(previous_node.parent)
            yield turn


def _ends_turn(state: State, decisions: tuple[str, ...]) -> bool:
    """Whether decisions are legal and finish the turn, not earlier than with the last."""
    seat = state.to_move
    for decision in decisions:
        if state.to_move != seat:
            return False
        try:
            state = state.play(exact(decision))
        except IllegalMove:
            return False
    return state.to_move != seat
