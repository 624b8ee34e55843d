"""How a tournament stands, from its entrants and its games alone: points, tie-breaks, the bracket, the ladder.

Nothing here depends on the order in which games or entrants are given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from bot.domain.tournaments.swiss import Player
from bot.domain.tournaments.views import Entrant, Game, Standing, Tie

_BYE = 1.0
"""A bye in a Swiss tournament is a point."""


@dataclass(slots=True)
class _Line:
    """What an entrant has done. ``games`` are (opponent's slot or None, score, whether it was played)."""

    entrant: Entrant
    points: float = 0.0
    games: list[tuple[int | None, float, bool]] = field(default_factory=list)
    wins: int = 0
    draws: int = 0
    losses: int = 0


def standings(kind: str, entrants: Iterable[Entrant], games: Iterable[Game]) -> tuple[Standing, ...]:
    """The standings in order. In a knock-out by how far everybody came; on a ladder by rung, from the top."""
    placed = [one for one in entrants if one.seed and one.status != "waiting"]
    ordered = sorted(games, key=lambda game: (game.round, game.board, game.leg))
    if kind == "ladder":
        return _ladder(entrants, ordered)
    if kind == "knock-out":
        return _knock_out(placed, ordered)
    lines = _lines(placed, _counting(kind, placed, ordered))
    breaks = _round_robin(lines) if kind == "round-robin" else _swiss(lines)
    decided = {
        slot: (line.points, _direct(line, lines, complete=kind == "swiss"), *(rule(line) for _, rule in breaks))
        for slot, line in lines.items()
    }
    names = ("direct encounter", *(name for name, _ in breaks))
    order = sorted(lines, key=lambda slot: (*(-value for value in decided[slot]), lines[slot].entrant.seed))
    found: list[Standing] = []
    for index, slot in enumerate(order):
        tied = index > 0 and decided[slot] == decided[order[index - 1]]
        rank = found[-1].rank if tied else index + 1
        found.append(_standing(rank, lines[slot], tuple(zip(names, decided[slot][1:], strict=True))))
    return tuple(found)


def _counting(kind: str, entrants: Sequence[Entrant], games: Sequence[Game]) -> list[Game]:
    """The games that count: in a round robin not those of somebody who went out with less than half of theirs played.

    FIDE Handbook C.06, 6.2; points that only some have had the chance to win would be unjust.
    """
    if kind != "round-robin":
        return list(games)
    struck = set()
    for entrant in entrants:
        if entrant.status == "out":
            own = [game for game in games if entrant.slot in game.slots]
            played = sum(game.how == "played" for game in own)
            total = max(len(own), len(entrants) - 1)
            if 2 * played < total:
                struck.add(entrant.slot)
    return [game for game in games if not struck & set(game.slots)]


def _lines(entrants: Sequence[Entrant], games: Iterable[Game]) -> dict[int, _Line]:
    lines = {entrant.slot: _Line(entrant) for entrant in entrants}
    for game in games:
        first, second = game.slots
        if game.result == "bye":
            lines[first].points += _BYE
            lines[first].games.append((None, _BYE, False))
        elif game.scores is not None and second is not None:
            for slot, other, score in ((first, second, game.scores[0]), (second, first, game.scores[1])):
                line = lines[slot]
                line.points += score
                line.games.append((other, score, game.how in ("played", "settled")))
                line.wins += score == 1
                line.draws += score == 0.5
                line.losses += score == 0
    return lines


def _direct(line: _Line, lines: dict[int, _Line], *, complete: bool) -> float:
    """Points against those with as many points; ``complete``: only if all of them have met, else 0."""
    level = {slot for slot, other in lines.items() if other.points == line.points}
    if complete:
        for slot in level:
            met = {other for other, _, _ in lines[slot].games}
            if level - {slot} - met:
                return 0.0
    return sum(score for other, score, _ in line.games if other in level)


def _round_robin(lines: dict[int, _Line]) -> list[tuple[str, Callable[[_Line], float]]]:
    def sonneborn(line: _Line) -> float:
        return sum(score * lines[other].points for other, score, _ in line.games if other is not None)

    return [("Sonneborn-Berger", sonneborn), ("wins", lambda line: float(line.wins))]


def _swiss(lines: dict[int, _Line]) -> list[tuple[str, Callable[[_Line], float]]]:
    """Buchholz and the like. Against a bye, or a game that was not played, stands an opponent with one's own points."""

    def opponents(line: _Line) -> list[float]:
        return [lines[other].points if other is not None and played else line.points for other, _, played in line.games]

    def buchholz(line: _Line) -> float:
        return sum(opponents(line))

    def cut(line: _Line) -> float:
        found = opponents(line)
        return sum(found) - min(found, default=0.0)

    def sonneborn(line: _Line) -> float:
        return sum(score * points for (_, score, _), points in zip(line.games, opponents(line), strict=True))

    return [
        ("Buchholz cut 1", cut),
        ("Buchholz", buchholz),
        ("Sonneborn-Berger", sonneborn),
        ("wins", lambda line: float(line.wins)),
    ]


def _standing(rank: int, line: _Line, breaks: tuple[tuple[str, float], ...] = ()) -> Standing:
    return Standing(rank, line.entrant, line.points, line.wins, line.draws, line.losses, breaks)


def ties(entrants: Iterable[Entrant], games: Iterable[Game]) -> tuple[tuple[Tie, ...], ...]:
    """The bracket of a knock-out, round by round, with the ties that are still to come; empty before it starts."""
    seeds = {one.slot: one.seed for one in entrants}
    boards: dict[tuple[int, int], list[Game]] = {}
    for game in sorted(games, key=lambda game: (game.round, game.board, game.leg)):
        boards.setdefault((game.round, game.board), []).append(game)
    size = max((board for number, board in boards if number == 1), default=0)
    found: list[tuple[Tie, ...]] = []
    number = 1
    while size:
        row = []
        for board in range(1, size + 1):
            before = found[-1][2 * board - 2 : 2 * board] if found else ()
            row.append(_tie(number, board, boards.get((number, board), []), before, seeds))
        found.append(tuple(row))
        size //= 2
        number += 1
    return tuple(found)


def _tie(number: int, board: int, games: list[Game], before: Sequence[Tie], seeds: dict[int, int]) -> Tie:
    if not games:
        coming = (before[0].winner, before[1].winner) if before else (None, None)
        nobody = bool(before) and all(tie.decided for tie in before) and coming == (None, None)
        return Tie(number, board, coming, None, nobody)
    slots = sorted((slot for slot in games[0].slots if slot is not None), key=lambda slot: seeds[slot])
    pair: tuple[int | None, int | None] = (slots[0], slots[1] if len(slots) > 1 else None)
    if before and pair[0] not in (None, before[0].winner):
        pair = (pair[1], pair[0])  # drawn where they come from
    last = games[-1]
    winner, decided = None, last.result is not None
    if last.result == "bye":
        winner = last.slots[0]
    elif last.result == "1/2":
        # Drawn twice, or where there was no time to play again: the better seed goes on.
        decided = last.leg == 2 or last.how != "played"
        winner = slots[0] if decided else None
    elif last.result in ("1-0", "0-1"):
        winner = last.slots[0 if last.result == "1-0" else 1]
    return Tie(number, board, pair, winner, decided, tuple(games))


def _knock_out(entrants: Sequence[Entrant], games: Sequence[Game]) -> tuple[Standing, ...]:
    lines = _lines(entrants, [game for game in games if game.result != "bye"])
    reached = dict.fromkeys(lines, 0)
    for row in ties(entrants, games):
        for tie in row:
            for slot in tie.slots:
                if slot is not None:
                    reached[slot] = max(reached[slot], 2 * tie.round)
            if tie.decided and tie.winner is not None:
                reached[tie.winner] = max(reached[tie.winner], 2 * tie.round + 1)
    order = sorted(lines, key=lambda slot: (-reached[slot], lines[slot].entrant.seed))
    found: list[Standing] = []
    for index, slot in enumerate(order):
        tied = index > 0 and reached[slot] == reached[order[index - 1]]
        found.append(_standing(found[-1].rank if tied else index + 1, lines[slot]))
    return tuple(found)


def rungs(entrants: Iterable[Entrant], games: Iterable[Game]) -> list[int]:
    """The slots on a ladder from the top: newcomers stand lowest; who beats somebody higher takes their rung.

    Those between go down by one. Games count in the order in which they ended.
    """
    everybody = list(entrants)
    settled = [game for game in games if game.settled is not None and game.result in ("1-0", "0-1")]
    events = [(one.joined, 0, one.slot, None) for one in everybody]
    events += [(game.settled, 1, game.id, game) for game in settled if game.settled is not None]  # type: ignore[misc]
    order: list[int] = []
    for _, _, slot, game in sorted(events, key=lambda event: event[:3]):
        if game is None:
            order.append(slot)
            continue
        winner, loser = game.slots if game.result == "1-0" else game.slots[::-1]
        if {winner, loser} <= set(order) and order.index(winner) > order.index(loser):
            order.remove(winner)
            order.insert(order.index(loser), winner)
    staying = {one.slot for one in everybody if one.status != "out"}
    return [slot for slot in order if slot in staying]


def _ladder(entrants: Iterable[Entrant], games: Sequence[Game]) -> tuple[Standing, ...]:
    everybody = list(entrants)
    lines = _lines(everybody, games)
    return tuple(_standing(rank, lines[slot]) for rank, slot in enumerate(rungs(everybody, games), 1))


def players(entrants: Iterable[Entrant], games: Iterable[Game]) -> list[Player]:
    """Everybody who is still in a Swiss tournament, as the pairing of the next round needs them."""
    everybody = [one for one in entrants if one.seed]
    found = {one.slot: Player(one.slot, one.seed) for one in everybody}
    ordered = sorted(games, key=lambda game: (game.round, game.board))
    for _, together in groupby(ordered, key=lambda game: game.round):
        gained: list[tuple[Player, int]] = []
        for game in together:
            first = found[game.slots[0]]
            if game.slots[1] is None:
                first.bye = True
                first.floats.append(1)
                gained.append((first, int(2 * _BYE)))
                continue
            second = found[game.slots[1]]
            first.met.add(second.slot)
            second.met.add(first.slot)
            first.floats.append((first.score > second.score) - (first.score < second.score))
            second.floats.append(-first.floats[-1])
            for seat, (player, score) in enumerate(zip((first, second), game.scores or (0.0, 0.0), strict=True)):
                gained.append((player, int(2 * score)))
                if game.match is not None:
                    player.sides.append(seat)
                elif score == 1:
                    player.bye = True  # a point without a game is as good as one
        for player, score in gained:
            player.score += score
    return [found[one.slot] for one in everybody if one.status == "in"]
