"""Knock-outs: losers are out; a drawn game is played again with sides exchanged, then the better
seed goes on.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain

from bot.domain.tournaments.kinds.base import TournamentKind, placed, seated
from bot.domain.tournaments.kinds.points import by_merit, records
from bot.domain.tournaments.tournament import (
    Entrant,
    Pairing,
    Slots,
    Standing,
    Tie,
    Tournament,
    TournamentTerms,
)


class KnockOut(TournamentKind):
    """Winners of two neighbouring ties meet in the next round."""

    name = "knock-out"
    fixed = True

    def rounds(self, count: int, terms: TournamentTerms) -> int:
        return (count - 1).bit_length()

    def draw(
        self, tournament: Tournament, pairings: Sequence[Pairing], number: int
    ) -> list[Pairing]:
        if number == 1:
            slots = [entrant.slot for entrant in placed(tournament.entrants)]
            new_pairings = list[Pairing]()
            for board, (better, worse) in enumerate(first_round(len(slots)), 1):
                opponent = None if worse is None else slots[worse]
                new_pairings.append(Pairing(1, board, (slots[better], opponent)))
            return new_pairings
        previous_ties = ties(tournament.entrants, pairings)[number - 2]
        new_pairings = []
        for board, neighbours in enumerate(
            zip(previous_ties[::2], previous_ties[1::2], strict=True), 1
        ):
            winners = [tie.winner for tie in neighbours if tie.winner is not None]
            winners.sort(key=lambda slot: tournament.slot(slot).seed)
            if len(winners) == 2:
                new_pairings.append(Pairing(number, board, seated(pairings, *winners)))
            elif winners:
                new_pairings.append(Pairing(number, board, (winners[0], None)))
        return new_pairings

    def replays(self, tournament: Tournament, pairings: Sequence[Pairing]) -> list[Pairing]:
        new_pairings = []
        for tie in ties(tournament.entrants, pairings)[tournament.round - 1]:
            is_over = bool(tie.games) and tie.games[-1].result is not None
            if is_over and not tie.is_decided:
                first, second = tie.games[0].slots
                assert second is not None
                new_pairings.append(Pairing(tie.round, tie.board, (second, first), leg=2))
        return new_pairings

    def standings(
        self, entrants: Iterable[Entrant], pairings: Iterable[Pairing]
    ) -> tuple[Standing, ...]:
        seeded_entrants = placed(entrants)
        games = list(pairings)
        scores = records(seeded_entrants, [game for game in games if game.result != "bye"])
        # Twice the round in which somebody played last, and one more for winning it.
        progress = dict.fromkeys(scores, (0.0,))
        for tie in chain.from_iterable(ties(seeded_entrants, games)):
            for slot in tie.slots:
                if slot is not None:
                    is_winner = tie.is_decided and slot == tie.winner
                    progress[slot] = (2 * tie.round + is_winner,)
        return by_merit(scores, progress)


def first_round(count: int) -> list[Slots]:
    """The first round of ``count`` players, numbered from 0 by strength, from top to bottom.

    The best two can meet in the final only, the best four in the semi-finals only, and so on; the
    best have the byes.
    """
    order = [0]
    while len(order) < count:
        size = 2 * len(order)
        order = [place for seed in order for place in (seed, size - 1 - seed)]
    if count < 2:
        return []
    pairs = zip(order[::2], order[1::2], strict=True)
    return [(better, worse if worse < count else None) for better, worse in pairs]


def ties(entrants: Iterable[Entrant], pairings: Iterable[Pairing]) -> tuple[tuple[Tie, ...], ...]:
    """The bracket round by round, with the ties to come; empty before it starts."""
    seeds = {entrant.slot: entrant.seed for entrant in entrants}
    boards: dict[tuple[int, int], list[Pairing]] = {}
    for game in sorted(pairings, key=lambda game: game.order):
        boards.setdefault((game.round, game.board), []).append(game)
    size = sum(number == 1 for number, _ in boards)
    bracket: list[tuple[Tie, ...]] = []
    while size:
        number = len(bracket) + 1
        row = []
        for board in range(1, size + 1):
            feeders = bracket[-1][2 * board - 2 : 2 * board] if bracket else ()
            games = boards.get((number, board), [])
            if games:
                row.append(_tie(games, feeders, seeds))
            else:
                row.append(_tie_to_come(number, board, feeders))
        bracket.append(tuple(row))
        size //= 2
    return tuple(bracket)


def _tie_to_come(number: int, board: int, feeders: Sequence[Tie]) -> Tie:
    """A tie without games.

    :param feeders: the two ties whose winners meet in it; none in the first round
    """
    if not feeders:
        return Tie(number, board, (None, None), None, is_decided=False)
    winners = (feeders[0].winner, feeders[1].winner)
    nobody_comes = winners == (None, None) and all(tie.is_decided for tie in feeders)
    return Tie(number, board, winners, None, is_decided=nobody_comes)


def _tie(games: Sequence[Pairing], feeders: Sequence[Tie], seeds: Mapping[int, int]) -> Tie:
    """A tie with its games.

    :param feeders: the two ties whose winners meet in it; none in the first round
    :param seeds: by slot
    """
    first = games[0]
    last_game = games[-1]
    slots = [slot for slot in first.slots if slot is not None]
    slots.sort(key=lambda slot: seeds[slot])
    pair: tuple[int | None, int | None] = (slots[0], slots[1] if len(slots) > 1 else None)
    if feeders and pair[0] not in (None, feeders[0].winner):
        pair = (pair[1], pair[0])  # drawn beside the tie that each comes from
    winner = None
    is_decided = last_game.result is not None
    if last_game.result == "1/2":
        # Drawn twice, or without time to play again: the better seed goes on.
        is_decided = last_game.leg == 2 or last_game.how != "played"
        winner = slots[0] if is_decided else None
    elif last_game.result in ("1-0", "bye"):
        winner = last_game.slots[0]
    elif last_game.result == "0-1":
        winner = last_game.slots[1]
    return Tie(first.round, first.board, pair, winner, is_decided, tuple(games))
