"""What a member does on the Think board: pure functions of the match, the member's tree and a
position in it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby, takewhile

from bot.domain.errors import Refused
from bot.domain.explorations.tree import Exploration, Node, Spot
from bot.domain.matches.history import follow
from bot.domain.matches.match import CommandResult, Draft, Match
from bot.domain.matches.turns import own_turn
from games.core import PASS, State


@dataclass(frozen=True, slots=True)
class Explored:
    """A position in a member's tree with the states of its turn.

    :param missed: prepared lines that did not happen.
    :param votes: the member is of the team to move.
    """

    match: Match
    tree: Exploration
    spot: Spot
    states: tuple[State, ...]
    missed: tuple[str, ...] = ()
    votes: bool = False

    @property
    def state(self) -> State:
        """The state of the game at the position."""
        return self.states[-1]

    @property
    def line(self) -> tuple[Node, ...]:
        """The nodes from the match to the position."""
        return self.tree.line(self.spot)

    @property
    def open(self) -> bool:
        """Whether the match can still reach the position."""
        return self.match.status == "running" and self.tree.open(self.spot)


def require_allowed(match: Match) -> None:
    """Raises Refused in a running match whose players agreed to play without the Think board."""
    if match.status == "running" and not match.explore:
        raise Refused("{name} is played without the Think board, as agreed", name=match.name)


def position_at(
    match: Match, tree: Exploration, spot: Spot, missed: tuple[str, ...] = ()
) -> Explored:
    """The position at a spot as it is now."""
    spot = tree.current(spot)
    states = _states(match, tree, spot)
    first = len(states) - 1
    while first and (first == len(states) - 1 or states[first - 1].to_move == states[-2].to_move):
        first -= 1
    return Explored(match, tree, spot, states[first:], missed)


def turns_of(line: Iterable[Node]) -> list[tuple[int, list[Node]]]:
    """A line, turn by turn: the seat and its nodes."""
    return [(seat, list(nodes)) for seat, nodes in groupby(line, key=lambda node: node.seat)]


def walk(match: Match, tree: Exploration, spot: Spot, text: str) -> tuple[Exploration, Spot]:
    """Try the decisions that ``text`` means and those forced after them.

    Raises Unplayable, Refused, LimitReached.
    """
    spot = tree.current(spot)
    state = _states(match, tree, spot)[-1]
    if state.to_move is None:
        raise Refused("the match is over at the end of this line")
    states = own_turn(state, text)
    while states[-1].legal_moves() == (PASS,):
        states = (*states, states[-1].play(PASS))
    current_state = state
    for following_state in states:
        assert current_state.to_move is not None
        tree, spot = tree.with_child(spot, current_state.to_move, str(following_state.last_move))
        current_state = following_state
    return tree, spot


def back(match: Match, tree: Exploration, spot: Spot) -> Spot:
    """The spot before the latest decision that was not forced; in the match itself, before its
    latest decision.
    """
    spot = tree.current(spot)
    line = tree.line(spot)
    if not line:
        return Spot(max(spot.ply - 1, 0))
    states = _states(match, tree, spot)[:-1]
    states = states[-len(line) :]
    for node, state_before in zip(reversed(line), reversed(states), strict=True):
        spot = tree.before(node)
        if len(state_before.legal_moves()) > 1:
            break
    return spot


def siblings(tree: Exploration, spot: Spot) -> Sequence[Node]:
    """The alternatives to the decision that leads to a spot, in rotation from the next one; that
    decision is last.
    """
    if not spot.node:
        return ()
    node = tree.nodes[spot.node]
    children = list(tree.children(tree.before(node)))
    next_one = children.index(node) + 1
    return (*children[next_one:], *children[:next_one])


def to_plan(explored: Explored, user: int) -> tuple[int, ...]:
    """The nodes of the member's own turns on the line, to be played automatically.

    Raises Refused.
    """
    tree = explored.tree
    seat = explored.match.player(user)
    spot = before_passes(tree, explored.spot)
    if not tree.open(spot):
        raise Refused("this line can’t happen any more")
    is_unfinished = spot == explored.spot and explored.state.to_move == seat
    if is_unfinished or not spot.node or tree.nodes[spot.node].seat != seat:
        raise Refused("end the line with a whole turn of yours")
    answers: list[int] = []
    for mover, nodes in turns_of(tree.line(spot))[1:]:
        if mover == seat:
            if not _is_pass(nodes):
                answers += [node.id for node in nodes]
        elif _is_pass(nodes):
            raise Refused(
                "your opponent must pass in this line, so it’s your turn again: there’s no answer "
                "to set up"
            )
    if not answers:
        raise Refused("the line needs a turn of your opponent and your answer to it")
    return tuple(answers)


def before_passes(tree: Exploration, spot: Spot) -> Spot:
    """The spot without the turns at the end of its line that were only passes."""
    turns = turns_of(tree.line(spot))
    for _, nodes in reversed(turns):
        if not _is_pass(nodes):
            break
        spot = tree.before(nodes[0])
    return spot


def _is_pass(nodes: Sequence[Node]) -> bool:
    return all(node.decision == str(PASS) for node in nodes)


def to_draft(match: Match, user: int, tree: Exploration, spot: Spot) -> tuple[str, ...]:
    """The decisions of the member's own turn with which a line begins.

    Raises NotYourTurn, Refused.
    """
    seat = match.moving(user)
    spot = tree.current(spot)
    if not tree.open(spot) or not spot.node:
        raise Refused("this line doesn’t start from the current board")
    own_nodes = takewhile(lambda node: node.seat == seat, tree.line(spot))
    return tuple(node.decision for node in own_nodes)


def draft(match: Match, user: int, tree: Exploration, spot: Spot) -> CommandResult:
    """Draft the first turn of a line, in place of the earlier draft.

    Raises NotYourTurn, Refused.
    """
    states = follow(match.state, to_draft(match, user, tree, spot))
    return CommandResult(match.drafting(Draft.of(states, match.draft.draw)))


def missed(tree: Exploration) -> tuple[str, ...]:
    """The prepared lines that did not happen and that the member has not seen yet, as text."""
    lines = []
    for end in sorted(tree.untold):
        descendants = {node.id for node in tree.below(end)} - {end}
        if descendants.isdisjoint(tree.untold):
            lines.append(tree.line(tree.after(tree.nodes[end])))
    return tuple(_text_of(line) for line in lines)


def _text_of(line: Iterable[Node]) -> str:
    turns = []
    for _, nodes in turns_of(line):
        turns.append(" ".join(node.decision for node in nodes))
    return " – ".join(turns)


def _states(match: Match, tree: Exploration, spot: Spot) -> tuple[State, ...]:
    """The states of the turn in the match before the line begins, then those of the line."""
    root = tree.root(spot)
    history = match.history if root == match.state.ply else match.history.until(root)
    *earlier, start = history.states
    decisions = [node.decision for node in tree.line(spot)]
    return (*earlier, *follow(start, decisions))
