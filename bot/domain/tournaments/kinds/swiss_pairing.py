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

from collections import Counter
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
class SwissPlayer:
    """A player before a round.

    :param score: in half points
    :param sides: the seats had so far
    :param floats: by round: 1 for an opponent with fewer points, -1 for more, else 0
    :param bye: they may not have another
    """

    slot: int
    seed: int
    score: int = 0
    opponents: set[int] = field(default_factory=set)
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
        if not self.sides:
            return None
        if self.balance == 0:
            return 1 - self.sides[-1]
        return 1 if self.balance > 0 else 0

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


def pair(players: Sequence[SwissPlayer]) -> list[Slots]:
    """The pairs of a round by slot and seat, the best score first, a bye last.

    Raises NoPairing if there are none.
    """
    ranking = sorted(players, key=lambda player: (-player.score, player.seed))
    costs = _costs(ranking)
    count = len(ranking)
    has_bye = count % 2 == 1
    top = max(costs.values(), default=0) + 1
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph()
    graph.add_nodes_from(list(range(count + has_bye)))
    graph.add_edges_from([(low, high, top - cost) for (low, high), cost in costs.items()])
    matching = rustworkx.max_weight_matching(
        graph, max_cardinality=True, weight_fn=lambda weight: weight
    )
    if 2 * len(matching) < count:
        raise NoPairing("everybody left has met")
    games = list[Slots]()
    byes = list[Slots]()
    for low, high in sorted((min(edge), max(edge)) for edge in matching):
        if high == count:
            byes.append((ranking[low].slot, None))
        else:
            games.append(_seated(ranking[low], ranking[high]))
    return games + byes


def _costs(ranking: Sequence[SwissPlayer]) -> dict[tuple[int, int], int]:
    """The costs of all possible pairs, by the places of both; of a bye with the number of players
    as the second one.
    """
    count = len(ranking)
    sizes = Counter(player.score for player in ranking)
    places = _places_in_groups(ranking)
    costs: dict[tuple[int, int], int] = {}
    for low, player in enumerate(ranking):
        for high, other in enumerate(ranking[low + 1 :], low + 1):
            if other.slot not in player.opponents:
                same_score = player.score == other.score
                order = _order(places[low], places[high], sizes[player.score], same_score)
                costs[low, high] = _cost(player, other) + order
        if count % 2 and not player.bye:
            costs[low, count] = _BYE * player.score + count - low
    return costs


def _places_in_groups(ranking: Sequence[SwissPlayer]) -> list[int]:
    """The place of each player among those with as many points, counted from 0."""
    places = list[int]()
    for _, group in groupby(ranking, key=lambda player: player.score):
        places += [place for place, _ in enumerate(group)]
    return places


def _cost(player: SwissPlayer, other: SwissPlayer) -> int:
    """The cost of a pair, without the order within a score group; ``player`` has at least as many
    points.
    """
    difference = player.score - other.score
    cost = _SCORE * difference**2
    if player.wanted is not None and player.wanted == other.wanted:
        need = min(player.need, other.need)
        cost += _SIDE
        if need >= 2:
            cost += _STRONG
        if need == 3:
            cost += _ABSOLUTE
    if difference and player.floats[-1:] == [1]:
        cost += _FLOAT
    if difference and other.floats[-1:] == [-1]:
        cost += _FLOAT
    return cost


def _order(place: int, other: int, size: int, same: bool) -> int:
    """How far a pair is from a group's halves meeting in order; of two groups, from the lowest
    meeting the highest.
    """
    if same:
        return (other - place - size // 2) ** 2
    return (size - 1 - place) ** 2 + other**2


def _seated(player: SwissPlayer, other: SwissPlayer) -> Slots:
    """Two players by seat; ``player`` is ranked higher (FIDE Handbook C.04.3, E)."""
    first = _first(player, other)
    return (player.slot, other.slot) if first is player else (other.slot, player.slot)


def _first(player: SwissPlayer, other: SwissPlayer) -> SwissPlayer:
    if player.wanted is None and other.wanted is None:
        return player if player.seed % 2 else other
    if player.wanted is None or other.wanted is None:
        due, free = (player, other) if other.wanted is None else (other, player)
        return due if due.wanted == 0 else free
    if player.wanted != other.wanted:
        return player if player.wanted == 0 else other
    # Both are due the same seat: the greater need gets it, else the one who did not have it when
    # last they differed.
    need = (player.need, abs(player.balance))
    other_need = (other.need, abs(other.balance))
    if need == other_need:
        gets_it = other if _last_difference(player, other) == player.wanted else player
    else:
        gets_it = player if need > other_need else other
    if player.wanted == 0:
        return gets_it
    return other if gets_it is player else player


def _last_difference(player: SwissPlayer, other: SwissPlayer) -> int | None:
    """The seat of ``player`` in the last round in which the two had different seats."""
    sides = zip(reversed(player.sides), reversed(other.sides), strict=False)
    return next((own for own, theirs in sides if own != theirs), None)
