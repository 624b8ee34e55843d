"""Swiss tournaments: in each round those meet who have about as many points and have not met
yet.
"""

from collections.abc import Iterable, Sequence
from itertools import groupby

from bot.domain.tournaments.kinds import swiss_pairing
from bot.domain.tournaments.kinds.base import TournamentKind, placed
from bot.domain.tournaments.kinds.points import BYE, EntrantRecord, Score, by_points, records
from bot.domain.tournaments.kinds.swiss_pairing import SwissPlayer
from bot.domain.tournaments.tournament import (
    Entrant,
    Pairing,
    Standing,
    Tournament,
    TournamentTerms,
)


class Swiss(TournamentKind):
    """As many rounds as leave one unbeaten, or as were agreed."""

    name = "swiss"
    fixed = True

    def rounds(self, count: int, terms: TournamentTerms) -> int:
        """The rounds wanted, or as many as leave one unbeaten; no more than can surely be paired
        without repeats.

        In round r of n players each can still meet n - r others; while these are at least half of
        all but one, a pairing exists (Dirac's theorem).
        """
        return max(1, min(terms.rounds or (count - 1).bit_length(), (count + 1) // 2))

    def draw(
        self, tournament: Tournament, pairings: Sequence[Pairing], number: int
    ) -> list[Pairing]:
        pairs = swiss_pairing.pair(players(tournament.entrants, pairings))
        if all(other is None for _, other in pairs):
            return []
        return [Pairing(number, board, slots) for board, slots in enumerate(pairs, 1)]

    def standings(
        self, entrants: Iterable[Entrant], pairings: Iterable[Pairing]
    ) -> tuple[Standing, ...]:
        scores = records(placed(entrants), pairings)

        def opponent_points(record: EntrantRecord, result: Score) -> float:
            # The opponent in a bye, or in a game that was not played, counts with one's own points.
            if result.opponent is None or not result.is_played:
                return record.points
            return scores[result.opponent].points

        def buchholz(record: EntrantRecord) -> float:
            return sum(opponent_points(record, result) for result in record.scores)

        def buchholz_cut(record: EntrantRecord) -> float:
            lowest = min((opponent_points(record, result) for result in record.scores), default=0.0)
            return buchholz(record) - lowest

        def sonneborn(record: EntrantRecord) -> float:
            return sum(result.score * opponent_points(record, result) for result in record.scores)

        breaks = [
            ("Buchholz cut 1", buchholz_cut),
            ("Buchholz", buchholz),
            ("Sonneborn-Berger", sonneborn),
        ]
        return by_points(scores, breaks, all_met=True)


def players(entrants: Iterable[Entrant], pairings: Iterable[Pairing]) -> list[SwissPlayer]:
    """Everybody who is still in, as the pairing of the next round needs them."""
    seeded_entrants = [entrant for entrant in entrants if entrant.seed]
    by_slot = {entrant.slot: SwissPlayer(entrant.slot, entrant.seed) for entrant in seeded_entrants}
    pairings_in_order = sorted(pairings, key=lambda pairing: pairing.order)
    for _, together in groupby(pairings_in_order, key=lambda pairing: pairing.round):
        gains: list[tuple[SwissPlayer, float]] = []
        for pairing in together:
            first = by_slot[pairing.slots[0]]
            if pairing.slots[1] is None:
                first.bye = True
                first.floats.append(1)
                gains.append((first, BYE))
                continue
            second = by_slot[pairing.slots[1]]
            first.opponents.add(second.slot)
            second.opponents.add(first.slot)
            float_down = (first.score > second.score) - (first.score < second.score)
            first.floats.append(float_down)
            second.floats.append(-float_down)
            scores = pairing.scores or (0.0, 0.0)
            for seat, (player, score) in enumerate(zip((first, second), scores, strict=True)):
                gains.append((player, score))
                if pairing.match is not None:
                    player.sides.append(seat)
                elif score == 1:
                    player.bye = True  # a point without a game is as good as a bye
        for player, score in gains:
            player.score += int(2 * score)
    return [by_slot[entrant.slot] for entrant in seeded_entrants if entrant.status == "in"]
