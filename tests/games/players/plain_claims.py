"""Claims once more, slowly: decided by trying everything with the rules alone, none of the players'
searches.
"""

import itertools
import json
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from games.core import Position, SolvedVariant, State
from games.players.claims import forced, seen
from games.players.claims.base import Claim, Turn
from tests.games.plain_loop import PlainLoop

DATA = Path(__file__).parents[2] / "data"
BOARDS = json.loads((DATA / "boards.json").read_text())["loop"]


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
        if key not in self.known:
            self.known[key] = self._try(position, seat, turns)
        return self.known[key]

    def _try(self, position: Position, seat: int, turns: int) -> bool:
        own = position.to_move == seat
        codes = position.codes()
        if self.last[own] in codes:  # what has settled another position may settle this one
            codes.insert(0, self.last[own])
        for code in codes:
            then = self.after(position, code)
            ends_turn = own and (then.reason is not None or then.to_move != seat)
            if self.wins(then, seat, turns - 1 if ends_turn else turns) == own:
                self.last[own] = code
                return own
        return not own


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
    codes = {str(position.move(code)): code for code in position.codes()}
    return codes.get(text)


def wins_at_once(position: Position, text: str, seat: int, tries: Tries) -> bool:
    if position.reason is not None or position.to_move != seat:
        return False
    code = move(position, text)
    if code is None:
        return False
    then = tries.after(position, code)
    return then.reason is not None and then.winner == seat


def _wins(claim: forced.Wins, turn: Turn, tries: Tries) -> bool:
    outcome = turn.after.outcome
    return outcome is not None and outcome.winner == turn.seat and outcome.reason == claim.reason


def _ends(claim: forced.Ends, turn: Turn, tries: Tries) -> bool:
    outcome = turn.after.outcome
    if outcome is None or outcome.winner == turn.seat:
        return False
    return claim.opponent_wins == (outcome.winner is not None)


def _forces_win(claim: forced.ForcesWin, turn: Turn, tries: Tries) -> bool:
    if turn.after.to_move is None:
        return False
    return tries.wins(turn.after.position(), turn.seat, claim.turns)


def _can_win(claim: forced.CanWin, turn: Turn, tries: Tries) -> bool:
    return tries.wins(turn.before.position(), turn.seat, claim.turns)


def _is_lost(claim: forced.IsLost, turn: Turn, tries: Tries) -> bool:
    return tries.wins(turn.before.position(), 1 - turn.seat, claim.turns)


def _solved(claim: forced.Solved, turn: Turn, tries: Tries) -> bool:
    winner = 1 - turn.seat if claim.opponent_wins else turn.seat
    return best_play(turn).winner == winner


def _drawn(claim: forced.Drawn, turn: Turn, tries: Tries) -> bool:
    return best_play(turn).winner is None


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
    if after.reason is None and after.to_move != other:
        return False
    return not tries.wins(after, other, claim.turns)


def _endangered(claim: forced.Endangered, turn: Turn, tries: Tries) -> bool:
    position = turn.before.position()
    afters = [tries.after(position, code) for code in position.codes()]
    losing = [after for after in afters if tries.wins(after, 1 - turn.seat, 1)]
    return len(losing) == claim.losing and len(afters) == claim.choices


def _stops(claim: forced.Stops, turn: Turn, tries: Tries) -> bool:
    position = turn.before.position()
    other = 1 - turn.seat
    if tries.wins(turn.after.position(), other, 1):
        return False
    (played,) = (state.last_move for state in turn.states[1:])
    others = [code for code in position.codes() if position.move(code) != played]
    lost = 0
    for code in others:
        if wins_at_once(tries.after(position, code), claim.move, other, tries):
            lost += 1
    are_most = 2 * lost > len(others)
    return are_most and lost == claim.lost and len(others) == claim.others


def _threatens(claim: forced.Threatens, turn: Turn, tries: Tries) -> bool:
    position = turn.after.position()
    codes = position.codes()
    if len(codes) != claim.choices or position.to_move == turn.seat:
        return False
    for code in codes:
        then = tries.after(position, code)
        is_answer = str(position.move(code)) in claim.answers
        if tries.wins(then, turn.seat, 1) == is_answer:
            return False
        if claim.move and not is_answer and not wins_at_once(then, claim.move, turn.seat, tries):
            return False
    return True


def _captures(claim: seen.Captures, turn: Turn, tries: Tries) -> bool:
    enemy = 1 - turn.seat
    before = {cell for cell in turn.before.board.cells if top(turn.before, cell) == enemy}
    captured = {cell for cell in before if top(turn.after, cell) != enemy}
    return set(claim.cells) == captured


def _converts(claim: seen.Converts, turn: Turn, tries: Tries) -> bool:
    converted = set()
    for cell in turn.before.board.cells:
        was_enemy = top(turn.before, cell) == 1 - turn.seat
        if was_enemy and top(turn.after, cell) == turn.seat:
            converted.add(cell)
    return set(claim.cells) == converted


def _crowns(claim: seen.Crowns, turn: Turn, tries: Tries) -> bool:
    (cell,) = claim.cells
    is_double = turn.after.pieces()[cell] == (turn.seat, turn.seat)
    return is_double and top(turn.before, cell) is None


def _covers(claim: seen.Covers, turn: Turn, tries: Tries) -> bool:
    covered = []
    for before, after in pairwise(turn.states):
        target = after.last_move.target if after.last_move else ""
        if target and before.pieces().get(target) == (1 - turn.seat,):
            covered.append(target)
    return list(claim.cells) == covered


def _surrounds(claim: seen.Surrounds, turn: Turn, tries: Tries) -> bool:
    before = turn.before.score
    after = turn.after.score
    new = after[turn.seat] - before[turn.seat]
    return after[turn.seat] == claim.now and new == len(claim.pillars)


def _breaks(claim: seen.Breaks, turn: Turn, tries: Tries) -> bool:
    before = turn.before.score
    after = turn.after.score
    broken = before[1 - turn.seat] - after[1 - turn.seat]
    return broken > 0 and broken == len(claim.cells)


def _counts(claim: seen.Counts, turn: Turn, tries: Tries) -> bool:
    """Groups and sealed regions are flooded here cell by cell."""
    seat = turn.seat if claim.whose == "own" else 1 - turn.seat
    was = count(turn.before, seat)
    now = count(turn.after, seat)
    return was == claim.was and now == claim.now


def _room(claim: seen.Room, turn: Turn, tries: Tries) -> bool:
    seat = turn.seat if claim.whose == "own" else 1 - turn.seat
    was = len(empty(turn.before) - sight(turn.before, 1 - seat))
    now = len(empty(turn.after) - sight(turn.after, 1 - seat))
    return was == claim.was and now == claim.now


def _reserve(claim: seen.Reserve, turn: Turn, tries: Tries) -> bool:
    other = 1 - turn.seat
    stones = turn.after.reserve[other] - turn.before.reserve[other]
    return stones > 0 and stones == claim.stones


def _bridge(claim: seen.Bridge, turn: Turn, tries: Tries) -> bool:
    state = turn.after if claim.whose == "own" else turn.before
    seat = turn.seat if claim.whose == "own" else 1 - turn.seat
    for cell in claim.cells:
        tries.left -= 2000
        if tries.left < 0:
            raise TooMuch
        if cell in state.pieces() or not closes_bridge(state, seat, cell):
            return False
    return True


def closes_bridge(state: State, seat: int, cell: str) -> bool:
    """Whether one more tile on a cell makes one more tunnel under tiles of a seat."""
    plain = PlainLoop(BOARDS[state.options["board"]])
    tiles = {plain.place[tile] for tile, stack in state.pieces().items() if stack == (seat,)}
    return plain.tunnels(tiles | {plain.place[cell]}) > plain.tunnels(tiles)


def empty(state: State) -> set[str]:
    return set(state.board.cells) - set(state.pieces())


def sight(state: State, seat: int) -> set[str]:
    """The empty cells that a seat's stones see, walked to by the vectors from each stone to its
    neighbours.
    """
    cells = {rounded(state.board.xy(cell)): cell for cell in state.board.cells}
    visible: set[str] = set()
    for stone in state.pieces():
        if top(state, stone) != seat:
            continue
        x, y = state.board.xy(stone)
        for neighbour in state.board.neighbours(stone):
            next_x, next_y = state.board.xy(neighbour)
            for steps in itertools.count(1):
                place = (x + steps * (next_x - x), y + steps * (next_y - y))
                cell = cells.get(rounded(place))
                if cell is None or top(state, cell) is not None:
                    break
                visible.add(cell)
    return visible


def rounded(place: tuple[float, float]) -> tuple[float, float]:
    return round(place[0], 3), round(place[1], 3)


def count(state: State, seat: int) -> int:
    """Cells that a seat has sealed off; elsewhere, what the rules say it counts."""
    if state.game.slug != "vigilance":
        return state.score[seat]
    reached = set()
    for cell in empty(state):
        if any(top(state, neighbour) == 1 - seat for neighbour in state.board.neighbours(cell)):
            reached.add(cell)
    waiting = list(reached)
    while waiting:
        for cell in state.board.neighbours(waiting.pop()):
            if cell not in reached and top(state, cell) is None:
                reached.add(cell)
                waiting.append(cell)
    return len(empty(state) - reached)


MEANS: dict[type[Claim], Callable[[Any, Turn, Tries], bool]] = {
    forced.Wins: _wins,
    forced.Ends: _ends,
    forced.ForcesWin: _forces_win,
    forced.CanWin: _can_win,
    forced.IsLost: _is_lost,
    forced.Solved: _solved,
    forced.Drawn: _drawn,
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
    seen.Reserve: _reserve,
    seen.Bridge: _bridge,
}
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
        best_play(turn).winner == (1 - turn.seat if claim.opponent_wins else turn.seat)
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
