"""Round robins: everybody meets everybody, by Berger's tables."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from bot.domain.tournaments.kinds.base import Kind, placed
from bot.domain.tournaments.kinds.points import Line, by_points, lines
from bot.domain.tournaments.tournament import Entrant, Pairing, Slots, Standing, Terms, Tournament


class RoundRobin(Kind):
    """All meet once in each cycle, round by round or all together."""

    name = "round-robin"
    players = most = 32

    def rounds(self, count: int, terms: Terms) -> int:
        return len(berger_tables(count, terms.cycles))

    def draw(
        self, tournament: Tournament, pairings: Sequence[Pairing], number: int
    ) -> list[Pairing]:
        slots = [entrant.slot for entrant in placed(tournament.entrants)]
        tables = berger_tables(len(slots), tournament.terms.cycles)
        return [
            Pairing(wanted, board, (slots[first], slots[second]))
            for wanted in (range(1, len(tables) + 1) if tournament.terms.together else [number])
            for board, (first, second) in enumerate(tables[wanted - 1], 1)
            if second is not None  # a player who is free has no pairing
        ]

    def standings(
        self, entrants: Iterable[Entrant], pairings: Iterable[Pairing]
    ) -> tuple[Standing, ...]:
        seeded = placed(entrants)
        games = list(pairings)
        out = struck(seeded, games)
        scored = lines(seeded, [pairing for pairing in games if not out & set(pairing.slots)])

        def sonneborn(line: Line) -> float:
            return sum(
                score * scored[other].points for other, score, _ in line.games if other is not None
            )

        def ranked(struck: bool) -> tuple[Standing, ...]:
            some = {slot: line for slot, line in scored.items() if (slot in out) is struck}
            return by_points(some, [("Sonneborn-Berger", sonneborn)], all_met=False)

        return (*ranked(False), *(replace(standing, rank=0) for standing in ranked(True)))


def berger_tables(count: int, cycles: int = 1) -> list[list[Slots]]:
    """The rounds in which ``count`` players, numbered from 0, all meet once in each cycle.

    Berger's tables (FIDE Handbook C.05, annex 1): sides are balanced to one game; with an odd
    number each has one bye a cycle. In the second of two cycles sides are exchanged.
    """
    last = count if count % 2 else count - 1  # with an odd count this number is the bye
    rounds = []
    for number in range(last):
        # Two players meet in the round that is the sum of their numbers; who would meet themselves
        # meets the last.
        half = number * (last + 1) // 2 % last
        pairs: list[Slots] = [
            (half, None) if count % 2 else (half, last) if half < count // 2 else (last, half)
        ]
        for step in range(1, last // 2 + 1):
            low, high = sorted(((half + step) % last, (half - step) % last))
            pairs.append((low, high) if (low + high) % 2 else (high, low))
        rounds.append(pairs)
    exchanged: list[list[Slots]] = [
        [(a, b) if b is None else (b, a) for a, b in pairs] for pairs in rounds
    ]
    return [pairs for cycle in range(cycles) for pairs in (exchanged if cycle % 2 else rounds)]


def struck(entrants: Sequence[Entrant], pairings: Sequence[Pairing]) -> set[int]:
    """Slots whose games don't count: of who went out with less than half played (FIDE Handbook
    C.06, 6.2).
    """
    out = set()
    for entrant in entrants:
        own = [pairing for pairing in pairings if entrant.slot in pairing.slots]
        played = sum(pairing.how == "played" for pairing in own)
        if entrant.gone and 2 * played < max(len(own), len(entrants) - 1):
            out.add(entrant.slot)
    return out
