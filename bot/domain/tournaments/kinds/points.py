"""Results of entrants, and their order by points and tie-breaks."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from bot.domain.tournaments.tournament import Entrant, Pairing, Standing

BYE = 1.0  # the points for a bye in a Swiss tournament


class Game(NamedTuple):
    """A result against a slot, or None for a bye.

    ``played``: on the board, or settled by the organiser.
    """

    opponent: int | None
    score: float
    played: bool


@dataclass(slots=True)
class Line:
    """The games of an entrant."""

    entrant: Entrant
    games: list[Game] = field(default_factory=list)

    @property
    def points(self) -> float:
        """The sum of the scores."""
        return sum(game.score for game in self.games)

    def count(self, score: float) -> int:
        """The number of games against others with a score."""
        return sum(game.opponent is not None and game.score == score for game in self.games)

    def standing(self, rank: int, breaks: tuple[tuple[str, float], ...] = ()) -> Standing:
        """The line of the standings."""
        return Standing(
            rank, self.entrant, self.points, self.count(1), self.count(0.5), self.count(0), breaks
        )


Lines: TypeAlias = Mapping[int, Line]
TieBreak: TypeAlias = tuple[str, Callable[[Line], float]]


def lines(entrants: Iterable[Entrant], pairings: Iterable[Pairing]) -> dict[int, Line]:
    """The games of each entrant, by slot."""
    result = {entrant.slot: Line(entrant) for entrant in entrants}
    for pairing in sorted(pairings, key=lambda pairing: pairing.order):
        first, second = pairing.slots
        if pairing.result == "bye":
            result[first].games.append(Game(None, BYE, False))
        elif pairing.scores is not None and second is not None:
            played = pairing.how in ("played", "settled")
            result[first].games.append(Game(second, pairing.scores[0], played))
            result[second].games.append(Game(first, pairing.scores[1], played))
    return result


def by_merit(
    scored: Lines, merits: Mapping[int, tuple[float, ...]], names: Sequence[str] = ()
) -> tuple[Standing, ...]:
    """Standings by merits, greater ones first; equal ones share a rank.

    ``names``: of all merits but the first.
    """
    order = sorted(
        scored, key=lambda slot: (*(-value for value in merits[slot]), scored[slot].entrant.seed)
    )
    standings: list[Standing] = []
    for index, slot in enumerate(order):
        tied = index > 0 and merits[slot] == merits[order[index - 1]]
        rank = standings[-1].rank if tied else index + 1
        standings.append(
            scored[slot].standing(rank, tuple(zip(names, merits[slot][1:], strict=True)))
        )
    return tuple(standings)


def by_points(scored: Lines, breaks: Sequence[TieBreak], *, all_met: bool) -> tuple[Standing, ...]:
    """Standings by points, points against equals (``all_met``: if all have met), then ``breaks`` in
    order.
    """
    level: dict[float, set[int]] = {}
    for slot, line in scored.items():
        level.setdefault(line.points, set()).add(slot)

    def direct(line: Line) -> float:
        tied = level[line.points]
        if all_met and any(
            tied - {slot} - {game.opponent for game in scored[slot].games} for slot in tied
        ):
            return 0.0
        return sum(game.score for game in line.games if game.opponent in tied)

    rules: list[TieBreak] = [
        ("direct encounter", direct),
        *breaks,
        ("wins", lambda line: float(line.count(1))),
    ]
    merits = {
        slot: (line.points, *(rule(line) for _, rule in rules)) for slot, line in scored.items()
    }
    return by_merit(scored, merits, [name for name, _ in rules])
