"""Swiss pairings: the criteria of the FIDE (Dutch) system in their order, as one matching of least
cost.

FIDE Handbook C.04.3 says what makes a pairing good, and in which order: nobody meets twice (C1),
nobody has two byes (C2), nobody gets the same side a third time running or three times more often
(C3); then the bye goes to as low a score as can be, scores of opponents differ as little as can be
(C6), as many as can be get the side that is due to them (C12), above all those to whom it is
strongly due (C13), nobody floats the same way twice running (C14 to C17), and the upper half of a
score group meets the lower half in order. Here each criterion is a digit of a cost, and a matching
of least cost over everybody at once is computed: the same criteria, weighed over all score groups
together rather than group by group from the top.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby

import rustworkx

from bot.domain.tournaments.kinds.base import NoPairing
from bot.domain.tournaments.tournament import Slots

# The cost of a breach of each criterion: more than breaches of all criteria below it.
_BYE = 10**30
_ABSOLUTE = 10**26
_SCORE = 10**18
_SIDE = 10**15
_STRONG = 10**12
_FLOAT = 10**9


@dataclass(slots=True)
class Player:
    """A player before a round.

    ``score`` in half points; ``sides`` are the seats had so far, ``floats`` by round: 1 for an
    opponent with fewer points, -1 for more, else 0. ``bye``: may not have another.
    """

    slot: int
    seed: int
    score: int = 0
    met: set[int] = field(default_factory=set)
    sides: list[int] = field(default_factory=list)
    floats: list[int] = field(default_factory=list)
    bye: bool = False

    @property
    def balance(self) -> int:
        """How many more times they had the first seat than the second."""
        return len(self.sides) - 2 * sum(self.sides)

    @property
    def due(self) -> int | None:
        """The seat that is due; None before the first game."""
        if self.balance:
            return 1 if self.balance > 0 else 0
        return 1 - self.sides[-1] if self.sides else None

    @property
    def need(self) -> int:
        """How strongly that seat is due: 0 not at all, 1 mildly, 2 strongly, 3 absolutely."""
        if not self.sides:
            return 0
        if abs(self.balance) > 1 or self.sides[-2:] in ([0, 0], [1, 1]):
            return 3
        return 2 if self.balance else 1

    @property
    def wanted(self) -> int | None:
        """The seat that is due, or if the last two were the same, the other."""
        if len(self.sides) > 1 and self.sides[-1] == self.sides[-2] and abs(self.balance) < 2:
            return 1 - self.sides[-1]
        return self.due


def pair(players: Sequence[Player]) -> list[Slots]:
    """The pairs of a round by slot and seat, the best score first, a bye last.

    Raises NoPairing if there are none.
    """
    ranked = sorted(players, key=lambda player: (-player.score, player.seed))
    count = len(ranked)
    bye = len(ranked) % 2
    groups = {
        score: list(group) for score, group in groupby(ranked, key=lambda player: player.score)
    }
    place = {player.slot: index for group in groups.values() for index, player in enumerate(group)}
    costs = {}
    for low, player in enumerate(ranked):
        for high, other in enumerate(ranked[low + 1 :], low + 1):
            if other.slot not in player.met:
                group = groups[player.score]
                order = _order(
                    place[player.slot], place[other.slot], len(group), player.score == other.score
                )
                costs[low, high] = _cost(player, other) + order
        if bye and not player.bye:
            costs[low, count] = _BYE * player.score + count - low
    top = max(costs.values(), default=0) + 1
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph()
    graph.add_nodes_from(list(range(count + bye)))
    graph.add_edges_from([(low, high, top - cost) for (low, high), cost in costs.items()])
    matched = rustworkx.max_weight_matching(
        graph, max_cardinality=True, weight_fn=lambda weight: weight
    )
    if 2 * len(matched) < count:
        raise NoPairing("everybody left has met")
    pairs = sorted((min(edge), max(edge)) for edge in matched)
    games: list[Slots] = [_seated(ranked[low], ranked[high]) for low, high in pairs if high < count]
    return [*games, *((ranked[low].slot, None) for low, high in pairs if high == count)]


def _cost(player: Player, other: Player) -> int:
    """The cost of a pair, without the order within a score group; ``player`` has at least as many
    points.
    """
    difference = player.score - other.score
    cost = _SCORE * difference**2
    if player.wanted is not None and player.wanted == other.wanted:
        both = min(player.need, other.need)
        cost += _ABSOLUTE * (both == 3) + _SIDE + _STRONG * (both >= 2)
    if difference:
        cost += _FLOAT * (player.floats[-1:] == [1]) + _FLOAT * (other.floats[-1:] == [-1])
    return cost


def _order(place: int, other: int, size: int, same: bool) -> int:
    """How far a pair is from a group's halves meeting in order; of two groups, from the lowest
    meeting the highest.
    """
    return (other - place - size // 2) ** 2 if same else (size - 1 - place) ** 2 + other**2


def _seated(player: Player, other: Player) -> Slots:
    """Two players by seat; ``player`` is ranked higher (FIDE Handbook C.04.3, E)."""
    first = _first(player, other)
    return (player.slot, other.slot) if first is player else (other.slot, player.slot)


def _first(player: Player, other: Player) -> Player:
    if player.wanted is None and other.wanted is None:
        return player if player.seed % 2 else other
    if player.wanted is None or other.wanted is None:
        asks, rest = (player, other) if other.wanted is None else (other, player)
        return asks if asks.wanted == 0 else rest
    if player.wanted != other.wanted:
        return player if player.wanted == 0 else other
    # Both are due the same seat: the greater need gets it, else the one who did not have it when
    # last they differed.
    needs = (player.need, abs(player.balance)), (other.need, abs(other.balance))
    gets, keeps = (player, other) if needs[0] >= needs[1] else (other, player)
    if needs[0] == needs[1]:
        sides = zip(reversed(player.sides), reversed(other.sides), strict=False)
        if next((own for own, theirs in sides if own != theirs), None) == player.wanted:
            gets = other
            keeps = player
    return gets if gets.wanted == 0 else keeps
