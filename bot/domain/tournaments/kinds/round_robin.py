"""Round robins: everybody meets everybody, by Berger's tables."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from bot.domain.tournaments.kinds.base import TournamentKind, placed
from bot.domain.tournaments.kinds.points import EntrantRecord, by_points, records
from bot.domain.tournaments.tournament import (
    Entrant,
    Pairing,
    Slots,
    Standing,
    Tournament,
    TournamentTerms,
)


class RoundRobin(TournamentKind):
    """All meet once in each cycle, round by round or all together."""

    name = "round-robin"
    players = most = 32

    def rounds(self, count: int, terms: TournamentTerms) -> int:
        return len(berger_tables(count, terms.cycles))

    def draw(
        self, tournament: Tournament, pairings: Sequence[Pairing], number: int
    ) -> list[Pairing]:
        slots = [entrant.slot for entrant in placed(tournament.entrants)]
        tables = berger_tables(len(slots), tournament.terms.cycles)
        numbers = range(1, len(tables) + 1) if tournament.terms.together else [number]
        new_pairings = list[Pairing]()
        for round in numbers:
            for board, (first, second) in enumerate(tables[round - 1], 1):
                if second is not None:  # a player who is free has no pairing
                    new_pairings.append(Pairing(round, board, (slots[first], slots[second])))
        return new_pairings

    def standings(
        self, entrants: Iterable[Entrant], pairings: Iterable[Pairing]
    ) -> tuple[Standing, ...]:
        seeded_entrants = placed(entrants)
        games = list(pairings)
        struck_slots = struck(seeded_entrants, games)
        games_that_count = [pairing for pairing in games if not struck_slots & set(pairing.slots)]
        scores = records(seeded_entrants, games_that_count)

        def sonneborn(record: EntrantRecord) -> float:
            return sum(
                result.score * scores[result.opponent].points
                for result in record.scores
                if result.opponent is not None
            )

        breaks = [("Sonneborn-Berger", sonneborn)]
        in_ranking = {slot: record for slot, record in scores.items() if slot not in struck_slots}
        struck_records = {slot: record for slot, record in scores.items() if slot in struck_slots}
        last = [
            replace(standing, rank=0)
            for standing in by_points(struck_records, breaks, all_met=False)
        ]
        return (*by_points(in_ranking, breaks, all_met=False), *last)


def berger_tables(count: int, cycles: int = 1) -> list[list[Slots]]:
    """The rounds in which ``count`` players, numbered from 0, all meet once in each cycle.

    Berger's tables (FIDE Handbook C.05, annex 1): sides are balanced to one game; with an odd
    number each has one bye a cycle. In the second of two cycles sides are exchanged.
    """
    rounds = [_berger_round(count, number) for number in range(_last(count))]
    other_cycle = [[_exchanged(pair) for pair in pairs] for pairs in rounds]
    tables = list[list[Slots]]()
    for cycle in range(cycles):
        tables += other_cycle if cycle % 2 else rounds
    return tables


def _last(count: int) -> int:
    """The number of the last of ``count`` players; with an odd count it is the bye."""
    return count if count % 2 else count - 1


def _berger_round(count: int, number: int) -> list[Slots]:
    """The pairs of a round, which is numbered from 0.

    Two players meet in the round that is the sum of their numbers; who would meet themselves meets
    the last.
    """
    last_slot = _last(count)
    half = number * (last_slot + 1) // 2 % last_slot
    pairs: list[Slots] = [_pair_with_last(count, half)]
    for step in range(1, last_slot // 2 + 1):
        low, high = sorted(((half + step) % last_slot, (half - step) % last_slot))
        pairs.append((low, high) if (low + high) % 2 else (high, low))
    return pairs


def _pair_with_last(count: int, player: int) -> Slots:
    if count % 2:
        return player, None
    last_slot = _last(count)
    return (player, last_slot) if player < count // 2 else (last_slot, player)


def _exchanged(pair: Slots) -> Slots:
    first, second = pair
    return pair if second is None else (second, first)


def struck(entrants: Sequence[Entrant], pairings: Sequence[Pairing]) -> set[int]:
    """Slots whose games don't count: of who went out with less than half played (FIDE Handbook
    C.06, 6.2).
    """
    struck_slots = set()
    for entrant in entrants:
        own_pairings = [pairing for pairing in pairings if entrant.slot in pairing.slots]
        played_count = sum(pairing.how == "played" for pairing in own_pairings)
        if entrant.gone and 2 * played_count < max(len(own_pairings), len(entrants) - 1):
            struck_slots.add(entrant.slot)
    return struck_slots
