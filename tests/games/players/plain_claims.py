"""Claims once more, slowly: decided by trying everything with the rules alone, none of the players'
searches.
"""

import itertools
import json
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from games.core import Position, SolvedVariant, State
from games.players.claims import forced, seen
from games.players.claims.base import Claim, JudgedTurn
from tests.games.plain_counts import empty, held, score, top
from tests.games.plain_loop import PlainLoop

DATA = Path(__file__).parents[2] / "data"
BOARDS = json.loads((DATA / "boards.json").read_text())["loop"]


TRIES_FOR_A_TUNNEL = 2000
"""As many decisions take the time in which the tunnels of a position are counted."""


class TooMuch(Exception):
    """A claim takes too many tries to be decided here."""


class Tries:
    """Tries everything that can be played from a position, up to ``most`` decisions, and remembers
    the results.
    """

    def __init__(self, most: int) -> None:
        self.budget = most
        self.results: dict[object, bool] = {}
        self.last = [0, 0]
        """The decision that last settled a position, for the other seat and for one's own."""

    def spend(self, tries: int) -> None:
        """Raises TooMuch."""
        self.budget -= tries
        if self.budget < 0:
            raise TooMuch

    def after(self, position: Position, code: int) -> Position:
        """The position after a decision. Raises TooMuch."""
        self.spend(1)
        next_position = position.copy()
        next_position.play(code)
        return next_position

    def wins(self, position: Position, seat: int, turns: int) -> bool:
        """Whether a seat can force a win within ``turns`` of its own, the present one included."""
        if position.reason is not None:
            return position.winner == seat
        if turns <= 0:
            return False
        key = (seat, turns, form(position))
        if key not in self.results:
            self.results[key] = self._try(position, seat, turns)
        return self.results[key]

    def _try(self, position: Position, seat: int, turns: int) -> bool:
        own = position.to_move == seat
        codes = position.codes()
        if self.last[own] in codes:  # what has settled another position may settle this one
            codes.insert(0, self.last[own])
        for code in codes:
            next_position = self.after(position, code)
            is_over = next_position.reason is not None or next_position.to_move != seat
            more_turns = turns - 1 if own and is_over else turns
            if self.wins(next_position, seat, more_turns) == own:
                self.last[own] = code
                return own
        return not own


@cache
def slots(kind: type[Position]) -> tuple[str, ...]:
    """The names of all fields of a kind of position."""
    return tuple(name for base in kind.__mro__ for name in getattr(base, "__slots__", ()))


def form(position: Position) -> tuple[object, ...]:
    """All that tells a position from others of its match: its numbers, and what is made of them."""
    return tuple(plain(getattr(position, name)) for name in slots(type(position)))


def plain(value: object) -> object:
    """A field of a position as a value that can be compared; None for what is no number or text."""
    if isinstance(value, list | tuple):
        return tuple(plain(part) for part in value)
    if isinstance(value, int | str):
        return value
    return None


def is_true(claim: Claim, turn: JudgedTurn, tries: Tries) -> bool:
    """Whether a claim is true. Raises TooMuch."""
    return MEANS[type(claim)](claim, turn, tries)


def move(position: Position, text: str) -> int | None:
    codes = {str(position.move(code)): code for code in position.codes()}
    return codes.get(text)


def wins_at_once(position: Position, text: str, seat: int, tries: Tries) -> bool:
    if position.reason is not None or position.to_move != seat:
        return False
    code = move(position, text)
    if code is None:
        return False
    next_position = tries.after(position, code)
    return next_position.reason is not None and next_position.winner == seat


def _wins(claim: forced.Wins, turn: JudgedTurn, tries: Tries) -> bool:
    outcome = turn.after.outcome
    return outcome is not None and outcome.winner == turn.seat and outcome.reason == claim.reason


def _ends(claim: forced.Ends, turn: JudgedTurn, tries: Tries) -> bool:
    outcome = turn.after.outcome
    if outcome is None or outcome.winner == turn.seat:
        return False
    return claim.opponent_wins == (outcome.winner is not None)


def _forces_win(claim: forced.ForcesWin, turn: JudgedTurn, tries: Tries) -> bool:
    if turn.after.to_move is None:
        return False
    return tries.wins(turn.after.position(), turn.seat, claim.turns)


def _can_win(claim: forced.CanWin, turn: JudgedTurn, tries: Tries) -> bool:
    return tries.wins(turn.before.position(), turn.seat, claim.turns)


def _is_lost(claim: forced.IsLost, turn: JudgedTurn, tries: Tries) -> bool:
    return tries.wins(turn.before.position(), 1 - turn.seat, claim.turns)


def _solved(claim: forced.Solved, turn: JudgedTurn, tries: Tries) -> bool:
    winner = 1 - turn.seat if claim.opponent_wins else turn.seat
    return best_play(turn).winner == winner


def _drawn(claim: forced.Drawn, turn: JudgedTurn, tries: Tries) -> bool:
    return best_play(turn).winner is None


def best_play(turn: JudgedTurn) -> SolvedVariant:
    """How a match ends of which nothing has been played yet."""
    assert turn.before.ply == 0
    variant = turn.before.game.best_play(turn.before.options)
    assert variant is not None
    return variant


def _allows(claim: forced.Allows | forced.StillToFind, turn: JudgedTurn, tries: Tries) -> bool:
    position = turn.after.position()
    for text in claim.moves:
        code = move(position, text)
        if code is None or position.to_move == turn.seat:
            return False
        position = tries.after(position, code)
    if position.reason is not None:
        return position.winner == 1 - turn.seat
    return tries.wins(position, 1 - turn.seat, claim.turns - 1)


def _holds(claim: forced.Holds, turn: JudgedTurn, tries: Tries) -> bool:
    position = turn.after.position()
    other = 1 - turn.seat
    if position.reason is None and position.to_move != other:
        return False
    return not tries.wins(position, other, claim.turns)


def _endangered(claim: forced.Endangered, turn: JudgedTurn, tries: Tries) -> bool:
    position = turn.before.position()
    choices = [tries.after(position, code) for code in position.codes()]
    losing = [choice for choice in choices if tries.wins(choice, 1 - turn.seat, 1)]
    return len(losing) == claim.losing and len(choices) == claim.choices


def _stops(claim: forced.Stops, turn: JudgedTurn, tries: Tries) -> bool:
    position = turn.before.position()
    other = 1 - turn.seat
    if tries.wins(turn.after.position(), other, 1):
        return False
    (decision,) = (state.last_move for state in turn.states[1:])
    others = [code for code in position.codes() if position.move(code) != decision]
    losses = 0
    for code in others:
        if wins_at_once(tries.after(position, code), claim.move, other, tries):
            losses += 1
    are_most = 2 * losses > len(others)
    return are_most and losses == claim.lost and len(others) == claim.others


def _threatens(claim: forced.Threatens, turn: JudgedTurn, tries: Tries) -> bool:
    position = turn.after.position()
    codes = position.codes()
    if len(codes) != claim.choices or position.to_move == turn.seat:
        return False
    for code in codes:
        next_position = tries.after(position, code)
        is_answer = str(position.move(code)) in claim.answers
        if tries.wins(next_position, turn.seat, 1) == is_answer:
            return False
        if not claim.move or is_answer:
            continue
        if not wins_at_once(next_position, claim.move, turn.seat, tries):
            return False
    return True


def _goes_on(claim: forced.GoesOn, turn: JudgedTurn, tries: Tries) -> bool:
    """Of a threat only that it wins, and whether the answer stops it: not how many others do."""
    start = turn.after.position()
    if not claim.answer:
        return all(_wins_after(start, text, claim.threat, tries) for text in _first_texts(start))
    answered = _made(start, claim.answer, tries)
    if claim.threat and _ends_match(answered, claim.threat, turn.seat, tries):
        return False
    if not claim.moves:
        return answered.winner == turn.seat
    gone_on = _made(answered, claim.moves, tries)
    if claim.turns == 1:
        return gone_on.winner == turn.seat
    return tries.wins(gone_on, turn.seat, claim.turns - 1)


def _first_texts(position: Position) -> list[str]:
    return [str(position.move(code)) for code in position.codes()]


def _wins_after(start: Position, text: str, threat: Sequence[str], tries: Tries) -> bool:
    """Whether a threat wins after each turn that begins with a decision."""
    seat = 1 - start.to_move  # whose threat it is
    position = _made(start, (text,), tries)
    if position.reason is not None or position.to_move == seat:
        return position.winner == seat or _ends_match(position, threat, seat, tries)
    return all(_wins_after(position, rest, threat, tries) for rest in _first_texts(position))


def _made(position: Position, texts: Iterable[str], tries: Tries) -> Position:
    """The position after decisions that have to be legal."""
    for text in texts:
        code = move(position, text)
        assert code is not None, text
        position = tries.after(position, code)
    return position


def _ends_match(position: Position, texts: Sequence[str], seat: int, tries: Tries) -> bool:
    """Whether decisions are legal, all of them a seat's, and win it the match."""
    for text in texts:
        code = move(position, text) if position.reason is None else None
        if code is None or position.to_move != seat:
            return False
        position = tries.after(position, code)
    return position.winner == seat


def _end_in_sight(claim: forced.EndInSight, turn: JudgedTurn, tries: Tries) -> bool:
    state = turn.before
    for text in claim.line:
        state = state.play(state.parse(text))
    outcome = state.outcome
    winner = turn.seat if claim.whose == "own" else 1 - turn.seat
    if outcome is None or outcome.winner != winner or outcome.reason != claim.reason:
        return False
    last = claim.line[len(claim.line) - len(claim.moves) :]
    earlier = set(turn.before.marks.get(f"surrounded{winner}", ()))
    is_told = last == claim.moves and set(claim.cells) <= set(outcome.cells) - earlier
    if claim.whose == "own" or claim.slip:
        return is_told and claim.line[: len(claim.slip)] == claim.slip
    start = turn.before.position()
    texts = _first_texts(start)
    losses = sum(
        _ends_match(_made(start, (text,), tries), claim.moves, winner, tries) for text in texts
    )
    return is_told and 2 * losses > len(texts)


def _captures(claim: seen.Captures, turn: JudgedTurn, tries: Tries) -> bool:
    enemy = 1 - turn.seat
    captures = {cell for cell in held(turn.before, enemy) if top(turn.after, cell) != enemy}
    return set(claim.cells) == captures


def _converts(claim: seen.Converts, turn: JudgedTurn, tries: Tries) -> bool:
    enemy = 1 - turn.seat
    conversions = {cell for cell in held(turn.before, enemy) if top(turn.after, cell) == turn.seat}
    return set(claim.cells) == conversions


def _crowns(claim: seen.Crowns, turn: JudgedTurn, tries: Tries) -> bool:
    (cell,) = claim.cells
    is_double = turn.after.pieces()[cell] == (turn.seat, turn.seat)
    return is_double and top(turn.before, cell) is None


def _covers(claim: seen.Covers, turn: JudgedTurn, tries: Tries) -> bool:
    covers = []
    for state, next_position in pairwise(turn.states):
        target = next_position.last_move.target if next_position.last_move else ""
        if target and state.pieces().get(target) == (1 - turn.seat,):
            covers.append(target)
    return list(claim.cells) == covers


def _surrounds(claim: seen.Surrounds, turn: JudgedTurn, tries: Tries) -> bool:
    old = turn.before.score[turn.seat]
    new = turn.after.score[turn.seat]
    return new == claim.now and new - old == len(claim.pillars)


def _breaks(claim: seen.Breaks, turn: JudgedTurn, tries: Tries) -> bool:
    enemy = 1 - turn.seat
    losses = turn.before.score[enemy] - turn.after.score[enemy]
    return losses > 0 and losses == len(claim.cells)


def _counts(claim: seen.Counts, turn: JudgedTurn, tries: Tries) -> bool:
    """Groups and sealed regions are flooded here cell by cell."""
    seat = turn.seat if claim.whose == "own" else 1 - turn.seat
    old = score(turn.before, seat)
    new = score(turn.after, seat)
    return old == claim.was and new == claim.now


def _room(claim: seen.Room, turn: JudgedTurn, tries: Tries) -> bool:
    seat = turn.seat if claim.whose == "own" else 1 - turn.seat
    was = empty(turn.before) - sight(turn.before, 1 - seat)
    now = empty(turn.after) - sight(turn.after, 1 - seat)
    losses = empty(turn.before) & sight(turn.before, 1 - seat) & now
    gains = empty(turn.after) & sight(turn.after, 1 - seat) & was
    cells = losses if claim.whose == "own" else gains
    are_named = bool(claim.cells) and cells.issuperset(claim.cells)
    return are_named and len(was) == claim.was and len(now) == claim.now


def _reserve(claim: seen.Reserve, turn: JudgedTurn, tries: Tries) -> bool:
    other = 1 - turn.seat
    stones = turn.after.reserve[other] - turn.before.reserve[other]
    return stones > 0 and stones == claim.stones


def _bridge(claim: seen.Bridge, turn: JudgedTurn, tries: Tries) -> bool:
    state = turn.after if claim.whose == "own" else turn.before
    seat = turn.seat if claim.whose == "own" else 1 - turn.seat
    for cell in claim.cells:
        tries.spend(TRIES_FOR_A_TUNNEL)
        if cell in state.pieces() or not closes_bridge(state, seat, cell):
            return False
    if not claim.feet:
        return True
    (cell,) = claim.cells
    return set(claim.feet) == empty(state).intersection(state.board.feet(cell))


def closes_bridge(state: State, seat: int, cell: str) -> bool:
    """Whether one more tile on a cell makes one more tunnel under tiles of a seat."""
    plain = PlainLoop(BOARDS[state.options["board"]])
    tiles = {plain.place[tile] for tile, stack in state.pieces().items() if stack == (seat,)}
    return plain.tunnels(tiles | {plain.place[cell]}) > plain.tunnels(tiles)


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


MEANS: dict[type[Claim], Callable[[Any, JudgedTurn, Tries], bool]] = {
    forced.Wins: _wins,
    forced.Ends: _ends,
    forced.ForcesWin: _forces_win,
    forced.CanWin: _can_win,
    forced.IsLost: _is_lost,
    forced.Solved: _solved,
    forced.Drawn: _drawn,
    forced.Allows: _allows,
    forced.StillToFind: _allows,
    forced.Holds: _holds,
    forced.Endangered: _endangered,
    forced.Stops: _stops,
    forced.Threatens: _threatens,
    forced.GoesOn: _goes_on,
    forced.EndInSight: _end_in_sight,
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
