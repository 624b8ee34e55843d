"""What a member does on the board to think on: pure functions of the match, the member's tree and a spot in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from bot.domain.errors import NotFound, Refused
from bot.domain.explorations.tree import Exploration, Node, Spot
from bot.domain.matches.match import Changed, Draft, Match
from bot.domain.matches.turns import own_turn
from games.core import PASS, State
from games.core.notation import exact


@dataclass(frozen=True, slots=True)
class Thought:
    """A position that a member thinks about: the match, their tree, the spot, and the states that lead to it.

    ``states`` begin before the latest turn. ``missed``: the lines that were prepared and did not happen, of which the
    member is to be told now.
    """

    match: Match
    tree: Exploration
    spot: Spot
    states: tuple[State, ...]
    missed: tuple[str, ...] = ()

    @property
    def state(self) -> State:
        """How it stands there."""
        return self.states[-1]

    @property
    def line(self) -> tuple[Node, ...]:
        """What leads there from the match on."""
        return self.tree.line(self.spot)

    @property
    def open(self) -> bool:
        """Whether it can still come about in the match."""
        return self.match.status == "running" and self.tree.open(self.spot)


def allowed(match: Match) -> None:
    """Raises Refused where the players have agreed to think without a board."""
    if match.status == "running" and not match.explore:
        raise Refused("{name} is played without the Think board, as agreed", name=match.name)


def seen(match: Match, tree: Exploration, spot: Spot, missed: tuple[str, ...] = ()) -> Thought:
    """The position at a spot, or at what has become of it."""
    spot = tree.found(spot)
    return Thought(match, tree, spot, _latest_turn(_states(match, tree, spot)), missed)


def walk(match: Match, tree: Exploration, spot: Spot, text: str) -> tuple[Exploration, Spot]:
    """Try the decisions that ``text`` means, and those that are forced then. Raises Unplayable, LimitReached."""
    spot = tree.found(spot)
    state = _states(match, tree, spot)[-1]
    if state.to_move is None:
        raise Refused("the match is over at the end of this line")
    made = own_turn(state, text)
    while made[-1].legal_moves() == (PASS,):
        made = (*made, made[-1].play(PASS))
    for before, after in zip((state, *made), made, strict=False):
        assert before.to_move is not None
        tree, spot = tree.with_child(spot, before.to_move, str(after.last_move))
    return tree, spot


def back(match: Match, tree: Exploration, spot: Spot) -> Spot:
    """The spot before the latest decision that was a choice; of the match itself, before its latest one."""
    spot = tree.found(spot)
    line = tree.line(spot)
    if not line:
        return Spot(max(spot.ply - 1, 0))
    states = _states(match, tree, spot)[-len(line) - 1 :]
    for node, before in zip(reversed(line), reversed(states[:-1]), strict=True):
        spot = tree.before(node)
        if len(before.legal_moves()) > 1:
            break
    return spot


def siblings(tree: Exploration, spot: Spot) -> Sequence[Node]:
    """What was tried in place of the decision that leads to a spot, that one included; in turn from the next one on."""
    if not spot.node:
        return ()
    found = list(tree.children(tree.before(tree.nodes[spot.node])))
    at = found.index(tree.nodes[spot.node])
    return (*found[at + 1 :], *found[: at + 1])


def to_plan(thought: Thought, user: int) -> tuple[int, ...]:
    """The nodes of the member's own turns on the line shown, which would be played by themselves. Raises Refused."""
    tree, seat = thought.tree, thought.match.player(user)
    spot = before_passes(tree, thought.spot)
    if not tree.open(spot):
        raise Refused("this line can’t happen any more")
    unfinished = spot == thought.spot and thought.state.to_move == seat
    if unfinished or not spot.node or tree.nodes[spot.node].seat != seat:
        raise Refused("end the line with a whole turn of yours")
    groups = [(who, list(nodes)) for who, nodes in groupby(tree.line(spot), key=lambda node: node.seat)]
    found: list[int] = []
    for number, (who, nodes) in enumerate(groups):
        passed = _passed(nodes)
        if who != seat and passed and number:
            raise Refused("your opponent must pass in this line, so it’s your turn again: there’s no answer to set up")
        if who == seat and number and not passed:
            found += (node.id for node in nodes)
    if not found:
        raise Refused("the line needs a turn of your opponent and your answer to it")
    return tuple(found)


def before_passes(tree: Exploration, spot: Spot) -> Spot:
    """The spot before the turns at the end of a line in which somebody could only pass."""
    groups = [list(nodes) for _, nodes in groupby(tree.line(spot), key=lambda node: node.seat)]
    while groups and _passed(groups[-1]):
        spot = tree.before(groups.pop()[0])
    return spot


def _passed(nodes: Sequence[Node]) -> bool:
    return all(node.decision == str(PASS) for node in nodes)


def to_draft(match: Match, user: int, tree: Exploration, spot: Spot) -> tuple[str, ...]:
    """The decisions of the member's own turn with which the line to a spot begins. Raises Refused."""
    seat, spot = match.moving(user), tree.found(spot)
    if not tree.open(spot) or not spot.node:
        raise Refused("this line doesn’t start from the current board")
    _, nodes = next(groupby(tree.line(spot), key=lambda node: node.seat == seat))
    return tuple(node.decision for node in nodes)


def draft(match: Match, user: int, tree: Exploration, spot: Spot) -> Changed:
    """Make the beginning of a line the member's draft, in place of what they have drafted. Raises Refused."""
    decisions = to_draft(match, user, tree, spot)
    states = (match.state, *_follow(match.state, decisions))
    return Changed(match.drafting(Draft.of(states, match.draft.draw)))


def removed(tree: Exploration, spot: Spot) -> tuple[Exploration, Spot]:
    """The tree without the line from a spot on, and the spot before it. Raises NotFound."""
    if spot.node not in tree.nodes:
        raise NotFound("that line no longer exists")
    return tree.without(spot.node), tree.before(tree.nodes[spot.node])


def missed(tree: Exploration) -> tuple[str, ...]:
    """The lines that were prepared and did not happen, of which the member has not been told."""
    ends = [one for one in tree.untold if not any(node.id in tree.untold for node in tree.below(one) if node.id != one)]
    found = []
    for end in sorted(ends):
        line = tree.line(tree.after(tree.nodes[end]))
        turns = (" ".join(node.decision for node in nodes) for _, nodes in groupby(line, key=lambda node: node.seat))
        found.append(" – ".join(turns))
    return tuple(found)


def _states(match: Match, tree: Exploration, spot: Spot) -> tuple[State, ...]:
    """The latest states of the match up to where the line to a spot begins, and those of the line."""
    root = tree.root(spot)
    states = match.trail if root == match.state.ply else match.history.until(root).states
    return (*states, *_follow(states[-1], [node.decision for node in tree.line(spot)]))


def _follow(state: State, decisions: Sequence[str]) -> list[State]:
    found = []
    for decision in decisions:
        state = state.play(exact(decision))
        found.append(state)
    return found


def _latest_turn(states: tuple[State, ...]) -> tuple[State, ...]:
    """The states of the latest turn, the one before it first."""
    first = len(states) - 1
    while first and (first == len(states) - 1 or states[first - 1].to_move == states[-2].to_move):
        first -= 1
    return states[first:]
