"""What entrants have done in their games, and who stands before whom by points and tie-breaks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from bot.domain.tournaments.tournament import Entrant, Pairing, Standing

BYE = 1.0
"""A bye in a Swiss tournament is a point."""


@dataclass(slots=True)
class Line:
    """What an entrant has done. ``games`` are (opponent's slot or None, score, whether it was played)."""

    entrant: Entrant
    points: float = 0.0
    games: list[tuple[int | None, float, bool]] = field(default_factory=list)
    wins: int = 0
    draws: int = 0
    losses: int = 0

    def standing(self, rank: int, breaks: tuple[tuple[str, float], ...] = ()) -> Standing:
        """The line for the outside."""
        return Standing(rank, self.entrant, self.points, self.wins, self.draws, self.losses, breaks)


Lines: TypeAlias = Mapping[int, Line]
TieBreak: TypeAlias = tuple[str, Callable[[Line], float]]


def lines(entrants: Iterable[Entrant], pairings: Iterable[Pairing]) -> dict[int, Line]:
    """What each entrant has done, by slot."""
    found = {entrant.slot: Line(entrant) for entrant in entrants}
    for pairing in sorted(pairings, key=lambda pairing: pairing.order):
        first, second = pairing.slots
        if pairing.result == "bye":
            found[first].points += BYE
            found[first].games.append((None, BYE, False))
        elif pairing.scores is not None and second is not None:
            for slot, other, score in zip((first, second), (second, first), pairing.scores, strict=True):
                line = found[slot]
                line.points += score
                line.games.append((other, score, pairing.how in ("played", "settled")))
                line.wins += score == 1
                line.draws += score == 0.5
                line.losses += score == 0
    return found


def by_merit(found: Lines, merits: Mapping[int, tuple[float, ...]], names: Sequence[str] = ()) -> tuple[Standing, ...]:
    """Standings by merits, the greater the better, compared in order; equal merits share a rank, in order of seeds.

    ``names`` are those of all merits but the first.
    """
    order = sorted(found, key=lambda slot: (*(-value for value in merits[slot]), found[slot].entrant.seed))
    standings: list[Standing] = []
    for index, slot in enumerate(order):
        tied = index > 0 and merits[slot] == merits[order[index - 1]]
        rank = standings[-1].rank if tied else index + 1
        standings.append(found[slot].standing(rank, tuple(zip(names, merits[slot][1:], strict=True))))
    return tuple(standings)


def by_points(found: Lines, breaks: Sequence[TieBreak], *, all_met: bool) -> tuple[Standing, ...]:
    """Standings by points, then by what was scored against those with as many, then by ``breaks`` in order.

    ``all_met``: the second counts only where all who are tied have met.
    """
    rules: list[TieBreak] = [("direct encounter", lambda line: _direct(line, found, all_met=all_met)), *breaks]
    merits = {slot: (line.points, *(rule(line) for _, rule in rules)) for slot, line in found.items()}
    return by_merit(found, merits, [name for name, _ in rules])


def wins(line: Line) -> float:
    """How many games were won."""
    return float(line.wins)


def _direct(line: Line, found: Lines, *, all_met: bool) -> float:
    """Points against those with as many points; with ``all_met`` 0 unless all of them have met."""
    level = {slot for slot, other in found.items() if other.points == line.points}
    if all_met and any(level - {slot} - {other for other, _, _ in found[slot].games} for slot in level):
        return 0.0
    return sum(score for other, score, _ in line.games if other in level)
