"""Results of entrants, and their order by points and tie-breaks."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from bot.domain.tournaments.tournament import Entrant, Pairing, Standing

BYE = 1.0  # the points for a bye in a Swiss tournament


@dataclass(frozen=True, slots=True)
class Score:
    """A result against a slot.

    :param opponent: None for a bye
    :param is_played: on the board, or settled by the organiser
    """

    opponent: int | None
    score: float
    is_played: bool


@dataclass(slots=True)
class EntrantRecord:
    """The results of an entrant."""

    entrant: Entrant
    scores: list[Score] = field(default_factory=list)

    @property
    def points(self) -> float:
        """The sum of the scores."""
        return sum(result.score for result in self.scores)

    def count(self, score: float) -> int:
        """The number of results against others with a score."""
        against_others = [result for result in self.scores if result.opponent is not None]
        return sum(result.score == score for result in against_others)

    def standing(self, rank: int, breaks: tuple[tuple[str, float], ...] = ()) -> Standing:
        """The line of the standings."""
        return Standing(
            rank=rank,
            entrant=self.entrant,
            points=self.points,
            wins=self.count(1),
            draws=self.count(0.5),
            losses=self.count(0),
            breaks=breaks,
        )


Records: TypeAlias = Mapping[int, EntrantRecord]
"""The results of entrants, by slot."""
TieBreak: TypeAlias = tuple[str, Callable[[EntrantRecord], float]]


def records(entrants: Iterable[Entrant], pairings: Iterable[Pairing]) -> dict[int, EntrantRecord]:
    """The results of each entrant, by slot."""
    by_slot = {entrant.slot: EntrantRecord(entrant) for entrant in entrants}
    for pairing in sorted(pairings, key=lambda pairing: pairing.order):
        first, second = pairing.slots
        if pairing.result == "bye":
            by_slot[first].scores.append(Score(None, BYE, is_played=False))
        elif pairing.scores is not None and second is not None:
            is_played = pairing.how in ("played", "settled")
            by_slot[first].scores.append(Score(second, pairing.scores[0], is_played))
            by_slot[second].scores.append(Score(first, pairing.scores[1], is_played))
    return by_slot


def by_merit(
    records: Records, merits: Mapping[int, tuple[float, ...]], names: Sequence[str] = ()
) -> tuple[Standing, ...]:
    """Standings by merits, greater ones first; equal ones share a rank.

    :param merits: of each slot, the most important first
    :param names: of all merits but the first
    """

    def best_first(slot: int) -> tuple[float, ...]:
        return (*(-merit for merit in merits[slot]), records[slot].entrant.seed)

    standings: list[Standing] = []
    previous_merits: tuple[float, ...] | None = None
    for number, slot in enumerate(sorted(records, key=best_first), 1):
        rank = standings[-1].rank if merits[slot] == previous_merits else number
        breaks = zip(names, merits[slot][1:], strict=True)
        standings.append(records[slot].standing(rank, tuple(breaks)))
        previous_merits = merits[slot]
    return tuple(standings)


def by_points(
    records: Records, breaks: Sequence[TieBreak], *, all_met: bool
) -> tuple[Standing, ...]:
    """Standings by points, points against equals, then ``breaks`` in order.

    :param all_met: points against equals count only if all of them have met
    """
    equals: dict[float, set[int]] = {}
    for slot, record in records.items():
        equals.setdefault(record.points, set()).add(slot)

    def direct_encounter(record: EntrantRecord) -> float:
        equal_slots = equals[record.points]
        if all_met and not _all_met(records, equal_slots):
            return 0.0
        return sum(result.score for result in record.scores if result.opponent in equal_slots)

    def wins(record: EntrantRecord) -> float:
        return float(record.count(1))

    rules = [("direct encounter", direct_encounter), *breaks, ("wins", wins)]
    merits = {
        slot: (record.points, *(rule(record) for _, rule in rules))
        for slot, record in records.items()
    }
    return by_merit(records, merits, [name for name, _ in rules])


def _all_met(records: Records, slots: set[int]) -> bool:
    """Whether each of some entrants has a result against each other one."""
    for slot in slots:
        opponents = {result.opponent for result in records[slot].scores}
        if slots - {slot} - opponents:
            return False
    return True
