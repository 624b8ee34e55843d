"""Swiss pairings: the criteria of the FIDE (Dutch) system in their order, as one matching of least cost.

FIDE Handbook C.04.3 says what makes a pairing good, and in which order: nobody meets twice (C1), nobody has two byes
(C2), nobody gets the same side a third time running or three times more often (C3); then the bye goes to as low a score
as can be, scores of opponents differ as little as can be (C6), as many as can be get the side that is due to them
(C12), above all those to whom it is strongly due (C13), nobody floats the same way twice running (C14 to C17), and the
upper half of a score group meets the lower half in order. Here each criterion is a digit of a cost, and a matching of
least cost over everybody at once is found: the same criteria, weighed over all score groups together rather than group
by group from the top.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import rustworkx

from bot.domain.tournaments.kinds.base import NoPairing
from bot.domain.tournaments.tournament import Slots

# What a breach of each criterion costs: far more than all that could be saved by the ones below.
_BYE = 10**30
_ABSOLUTE = 10**26
_SCORE = 10**18
_SIDE = 10**15
_STRONG = 10**12
_FLOAT = 10**9


@dataclass(slots=True)
class Player:
    """A player before a round. ``score`` in half points; ``sides`` are the seats had so far, ``floats`` by round: 1 for
    an opponent with fewer points, -1 for one with more, else 0. ``bye``: may not have another.
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
        """How many times more often the first seat than the second."""
        return len(self.sides) - 2 * sum(self.sides)

    @property
    def due(self) -> int | None:
        """The seat that is due; None before the first game."""
        if self.balance:
            return 1 if self.balance > 0 else 0
        return 1 - self.sides[-1] if self.sides else None

    @property
    def need(self) -> int:
        """How much it is due: 0 not at all, 1 mildly, 2 strongly, 3 absolutely."""
        if not self.sides:
            return 0
        if abs(self.balance) > 1 or self.sides[-2:] in ([0, 0], [1, 1]):
            return 3
        return 2 if self.balance else 1

    @property
    def wanted(self) -> int | None:
        """The seat that is due, where the last two were the same the other one."""
        if len(self.sides) > 1 and self.sides[-1] == self.sides[-2] and abs(self.balance) < 2:
            return 1 - self.sides[-1]
        return self.due


def pair(players: Sequence[Player]) -> list[Slots]:
    """The pairs of a round by slot, sides given, the best score first; with an odd number one has a bye.

    Raises NoPairing when everybody cannot meet somebody new.
    """
    ranked = sorted(players, key=lambda player: (-player.score, player.seed))
    groups: dict[int, list[Player]] = {}
    for player in ranked:
        groups.setdefault(player.score, []).append(player)
    place = {player.slot: index for group in groups.values() for index, player in enumerate(group)}
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph()
    graph.add_nodes_from(list(range(len(ranked) + len(ranked) % 2)))
    edges = []
    for low, one in enumerate(ranked):
        for high in range(low + 1, len(ranked)):
            other = ranked[high]
            if other.slot not in one.met:
                order = _order(place[one.slot], place[other.slot], groups[one.score], one.score == other.score)
                edges.append((low, high, _cost(one, other) + order))
        if len(ranked) % 2 and not one.bye:
            edges.append((low, len(ranked), _BYE * one.score + len(ranked) - low))
    top = max((cost for _, _, cost in edges), default=0) + 1
    graph.add_edges_from([(one, other, top - cost) for one, other, cost in edges])
    matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=lambda weight: weight)
    if 2 * len(matched) < len(ranked):
        raise NoPairing("everybody left has met")
    pairs = sorted((min(edge), max(edge)) for edge in matched)
    found: list[Slots] = []
    for low, high in pairs:
        if high < len(ranked):
            found.append(_seated(ranked[low], ranked[high]))
    return [*found, *((ranked[low].slot, None) for low, high in pairs if high == len(ranked))]


def rounds(count: int, wanted: int = 0) -> int:
    """How many rounds: as many as wanted, or as leave one unbeaten; no more than can surely be paired without repeats.

    In round r of n players each can still meet n - r others; while these are at least half of all but one, a pairing
    exists (Dirac's theorem).
    """
    return max(1, min(wanted or (count - 1).bit_length(), (count + 1) // 2))


def _cost(one: Player, other: Player) -> int:
    """What is wrong with a pair, apart from the order within a score group."""
    apart = one.score - other.score
    cost = _SCORE * apart * apart
    if one.wanted is not None and one.wanted == other.wanted:
        both = min(one.need, other.need)
        cost += _ABSOLUTE * (both == 3) + _SIDE + _STRONG * (both >= 2)
    if apart:
        cost += _FLOAT * (one.floats[-1:] == [1]) + _FLOAT * (other.floats[-1:] == [-1])
    return cost


def _order(one: int, other: int, group: Sequence[Player], same: bool) -> int:
    """How far a pair is from the upper half meeting the lower half in order, or from the lowest meeting the highest."""
    if same:
        return (other - one - len(group) // 2) ** 2
    return (len(group) - 1 - one) ** 2 + other**2


def _seated(one: Player, other: Player) -> Slots:
    """Two players by seat; ``one`` is ranked higher (FIDE Handbook C.04.3, E)."""
    first = _first(one, other)
    return (one.slot, other.slot) if first is one else (other.slot, one.slot)


def _first(one: Player, other: Player) -> Player:
    if one.wanted is None and other.wanted is None:
        return one if one.seed % 2 else other
    if one.wanted is None or other.wanted is None:
        asks, rest = (one, other) if other.wanted is None else (other, one)
        return asks if asks.wanted == 0 else rest
    if one.wanted != other.wanted:
        return one if one.wanted == 0 else other
    # Both are due the same seat: it goes to whom it is due more, else to who did not have it when last they differed.
    needs = (one.need, abs(one.balance)), (other.need, abs(other.balance))
    if needs[0] != needs[1]:
        gets = one if needs[0] > needs[1] else other
    else:
        gets = one
        for mine, theirs in zip(reversed(one.sides), reversed(other.sides), strict=False):
            if mine != theirs:
                gets = one if mine != one.wanted else other
                break
    keeps = other if gets is one else one
    return gets if gets.wanted == 0 else keeps
