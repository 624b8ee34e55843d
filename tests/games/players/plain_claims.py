"""Claims once more, slowly: decided by trying everything with the rules alone, none of the players'
searches.
"""

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from games.core import Position, SolvedVariant, State
from games.players.claims import forced, seen
from games.players.claims.base import Claim, Turn
from tests.games.plain_loop import PlainLoop

BOARDS = json.loads((Path(__file__).parents[2] / "data" / "boards.json").read_text())["loop"]


class TooMuch(Exception):
    """A claim takes too many tries to be decided here."""


class Tries:
    """Tries everything that can be played from a position, up to ``most`` decisions, and remembers
    the results.
    """

    def __init__(self, most: int) -> None:
        self.left = most
        self.known: dict[object, bool] = {}
        self.last = [0, 0]

    def after(self, position: Position, code: int) -> Position:
        """Raises TooMuch."""
        self.left -= 1
        if self.left < 0:
            raise TooMuch
        then = position.copy()
        then.play(code)
        return then

    def wins(self, position: Position, seat: int, turns: int) -> bool:
        """Whether a seat can force a win within ``turns`` of its own, the present one included."""
        if position.reason is not None:
            return position.winner == seat
        if turns <= 0:
            return False
        key = (seat, turns, form(position))
        known = self.known.get(key)
        if known is not None:
            return known
        own = position.to_move == seat
        codes = position.codes()
        if self.last[own] in codes:  # what has settled another position may settle this one
            codes.insert(0, self.last[own])
        won = not own
        for code in codes:
            then = self.after(position, code)
            ended = own and (then.reason is not None or then.to_move != seat)
            if self.wins(then, seat, turns - ended) == own:
                self.last[own] = code
                won = own
                break
        self.known[key] = won
        return won


@cache
def slots(kind: type[Position]) -> tuple[str, ...]:
    return tuple(name for base in kind.__mro__ for name in getattr(base, "__slots__", ()))


def form(position: Position) -> tuple[object, ...]:
    """All that tells a position from others of its match: its numbers, and what is made of them."""
    return tuple(plain(getattr(position, name)) for name in slots(type(position)))


def plain(value: object) -> object:
    if isinstance(value, list | tuple):
        return tuple(map(plain, value))
    return value if isinstance(value, int | str | None) else None


def is_true(claim: Claim, turn: Turn, tries: Tries) -> bool:
    """Whether a claim is true. Raises TooMuch."""
    return MEANS[type(claim)](claim, turn, tries)


def top(state: State, cell: str) -> int | None:
    stack = state.pieces().get(cell)
    return stack[-1] if stack else None


def move(position: Position, text: str) -> int | None:
    return next((code for code in position.codes() if str(position.move(code)) == text), None)


def wins_at_once(position: Position, text: str, seat: int, tries: Tries) -> bool:
    if (
        position.reason is not None
        or position.to_move != seat
        or (code := move(position, text)) is None
    ):
        return False
    then = tries.after(position, code)
    return then.reason is not None and then.winner == seat


def _wins(claim: forced.Wins, turn: Turn, tries: Tries) -> bool:
    outcome = turn.after.outcome
    return outcome is not None and outcome.winner == turn.seat and outcome.reason == claim.reason


def _ends(claim: forced.Ends, turn: Turn, tries: Tries) -> bool:
    outcome = turn.after.outcome
    return (
        outcome is not None
        and (outcome.winner is not None) == claim.lost
        and outcome.winner != turn.seat
    )


def best_play(turn: Turn) -> SolvedVariant:
    """How a match ends of which nothing has been played yet."""
    assert turn.before.ply == 0
    solved = turn.before.game.best_play(turn.before.options)
    assert solved is not None
    return solved


def _allows(claim: forced.Allows, turn: Turn, tries: Tries) -> bool:
    position = turn.after.position()
    for text in claim.moves:
        code = move(position, text)
        if code is None or position.to_move == turn.seat:
            return False
        position = tries.after(position, code)
    if position.reason is not None:
        return position.winner == 1 - turn.seat
    return tries.wins(position, 1 - turn.seat, claim.turns - 1)


def _holds(claim: forced.Holds, turn: Turn, tries: Tries) -> bool:
    after = turn.after.position()
    other = 1 - turn.seat
    return (after.reason is not None or after.to_move == other) and not tries.wins(
        after, other, claim.turns
    )


def _endangered(claim: forced.Endangered, turn: Turn, tries: Tries) -> bool:
    position = turn.before.position()
    losing = sum(
        tries.wins(tries.after(position, code), 1 - turn.seat, 1) for code in position.codes()
    )
    return (losing, len(position.codes())) == (claim.losing, claim.choices)


def _stops(claim: forced.Stops, turn: Turn, tries: Tries) -> bool:
    position = turn.before.position()
    other = 1 - turn.seat
    (made,) = (state.last_move for state in turn.states[1:])
    codes = [code for code in position.codes() if position.move(code) != made]
    lost = sum(
        wins_at_once(tries.after(position, code), claim.move, other, tries) for code in codes
    )
    return (
        not tries.wins(turn.after.position(), other, 1)
        and (lost, len(codes)) == (claim.lost, claim.others)
        and 2 * lost > len(codes)
    )


def _threatens(claim: forced.Threatens, turn: Turn, tries: Tries) -> bool:
    position = turn.after.position()
    codes = position.codes()
    if len(codes) != claim.choices or position.to_move == turn.seat:
        return False
    for code in codes:
        then = tries.after(position, code)
        if tries.wins(then, turn.seat, 1) == (str(position.move(code)) in claim.answers):
            return False
        stops = not claim.move or str(position.move(code)) in claim.answers
        if not stops and not wins_at_once(then, claim.move, turn.seat, tries):
            return False
    return True


def _captures(claim: seen.Captures, turn: Turn, tries: Tries) -> bool:
    enemy = 1 - turn.seat
    before = {cell for cell in turn.before.board.cells if top(turn.before, cell) == enemy}
    gone = {cell for cell in before if top(turn.after, cell) != enemy}
    return set(claim.cells) == gone


def _converts(claim: seen.Converts, turn: Turn, tries: Tries) -> bool:
    enemy = 1 - turn.seat
    cells = {
        cell
        for cell in turn.before.board.cells
        if (top(turn.before, cell), top(turn.after, cell)) == (enemy, 1 - enemy)
    }
    return set(claim.cells) == cells


def _crowns(claim: seen.Crowns, turn: Turn, tries: Tries) -> bool:
    (cell,) = claim.cells
    return turn.after.pieces()[cell] == (turn.seat, turn.seat) and top(turn.before, cell) is None


def _covers(claim: seen.Covers, turn: Turn, tries: Tries) -> bool:
    covered = []
    for before, after in zip(turn.states, turn.states[1:], strict=False):
        target = after.last_move.target if after.last_move else ""
        if target and before.pieces().get(target) == (1 - turn.seat,):
            covered.append(target)
    return list(claim.cells) == covered


def _surrounds(claim: seen.Surrounds, turn: Turn, tries: Tries) -> bool:
    before = turn.before.score
    after = turn.after.score
    return after[turn.seat] == claim.now == before[turn.seat] + len(claim.pillars)


def _breaks(claim: seen.Breaks, turn: Turn, tries: Tries) -> bool:
    before = turn.before.score
    after = turn.after.score
    return before[1 - turn.seat] - after[1 - turn.seat] == len(claim.cells) > 0


def _counts(claim: seen.Counts, turn: Turn, tries: Tries) -> bool:
    """Groups and sealed regions are flooded here cell by cell."""
    seat = turn.seat if claim.whose == "own" else 1 - turn.seat
    return (count(turn.before, seat), count(turn.after, seat)) == (claim.was, claim.now)


def _room(claim: seen.Room, turn: Turn, tries: Tries) -> bool:
    seat = turn.seat if claim.whose == "own" else 1 - turn.seat
    rooms = [len(empty(state) - sight(state, 1 - seat)) for state in (turn.before, turn.after)]
    return rooms == [claim.was, claim.now]


def _bridge(claim: seen.Bridge, turn: Turn, tries: Tries) -> bool:
    state, seat = (turn.after, turn.seat) if claim.whose == "own" else (turn.before, 1 - turn.seat)
    for cell in claim.cells:
        tries.left -= 2000
        if tries.left < 0:
            raise TooMuch
        plain = PlainLoop(BOARDS[state.options["board"]])
        tiles = {plain.place[held] for held, stack in state.pieces().items() if stack == (seat,)}
        if cell in state.pieces() or plain.tunnels(tiles | {plain.place[cell]}) <= plain.tunnels(
            tiles
        ):
            return False
    return True


def empty(state: State) -> set[str]:
    return set(state.board.cells) - set(state.pieces())


def sight(state: State, seat: int) -> set[str]:
    """The empty cells that a seat's stones see, walked to by the vectors from each stone to its
    neighbours.
    """
    at = {
        tuple(round(part, 3) for part in state.board.xy(cell)): cell for cell in state.board.cells
    }
    seen_cells: set[str] = set()
    for stone in (cell for cell in state.pieces() if top(state, cell) == seat):
        x, y = state.board.xy(stone)
        for first in state.board.neighbours(stone):
            dx, dy = (a - b for a, b in zip(state.board.xy(first), (x, y), strict=True))
            n = 1
            while (cell := at.get((round(x + n * dx, 3), round(y + n * dy, 3)))) and top(
                state, cell
            ) is None:
                seen_cells.add(cell)
                n += 1
    return seen_cells


def count(state: State, seat: int) -> int:
    """Cells that a seat has sealed off; elsewhere, what the rules say it counts."""
    if state.game.slug != "vigilance":
        return state.score[seat]
    reached = [
        cell
        for cell in empty(state)
        if any(top(state, near) == 1 - seat for near in state.board.neighbours(cell))
    ]
    seen_ones = set(reached)
    while reached:
        for cell in state.board.neighbours(reached.pop()):
            if cell not in seen_ones and top(state, cell) is None:
                seen_ones.add(cell)
                reached.append(cell)
    return len(empty(state) - seen_ones)


MEANS: dict[type[Claim], Callable[[Any, Turn, Tries], bool]] = {
    forced.Wins: _wins,
    forced.Ends: _ends,
    forced.ForcesWin: lambda claim, turn, tries: (
        turn.after.to_move is not None and tries.wins(turn.after.position(), turn.seat, claim.turns)
    ),
    forced.CanWin: lambda claim, turn, tries: tries.wins(
        turn.before.position(), turn.seat, claim.turns
    ),
    forced.IsLost: lambda claim, turn, tries: tries.wins(
        turn.before.position(), 1 - turn.seat, claim.turns
    ),
    forced.Solved: lambda claim, turn, tries: (
        best_play(turn).winner == (1 - turn.seat if claim.lost else turn.seat)
    ),
    forced.Drawn: lambda claim, turn, tries: best_play(turn).winner is None,
    forced.Allows: _allows,
    forced.Holds: _holds,
    forced.Endangered: _endangered,
    forced.Stops: _stops,
    forced.Threatens: _threatens,
    seen.Captures: _captures,
    seen.Converts: _converts,
    seen.Crowns: _crowns,
    seen.Covers: _covers,
    seen.Surrounds: _surrounds,
    seen.Breaks: _breaks,
    seen.Counts: _counts,
    seen.Room: _room,
    seen.Reserve: lambda claim, turn, tries: (
        turn.after.reserve[1 - turn.seat] - turn.before.reserve[1 - turn.seat] == claim.stones > 0
    ),
    seen.Bridge: _bridge,
}
