"""A computer player: thinks about a state at its level, and says what it would do and how it sees the match."""

from __future__ import annotations

import random
import time
from collections.abc import Iterable
from itertools import chain
from math import exp
from threading import Event
from typing import Any, NamedTuple

from ..core import Move, Position, State
from .book import advice
from .knowledge import Knowledge, knowledge_of
from .levels import Level, level_of
from .solved import advice as certified
from .solved.live import loses as forced_loss
from .solved.live import winning as forced_win
from .solver import OutOfTime, Solver, played
from .tree import Search, value_of

# Shares of a decision's time: for finding a win in one turn, for the search, for looking after what it has found.
LOOK, SEARCH = 0.2, 0.75
# How many turns ahead the end of a match is worked out, and for which share of the time.
AHEAD, PROOF = 40, 0.5
# Which share of the time the compiled solver gets, where it is built, for a forced win, and for one against a decision.
COMPILED, SECOND_LOOK = 0.2, 0.1

# How many threats are tried for a win by nothing but threats, and for one of the other side.
THREATS = 400

# The values that come nearest to a proven loss or win without a proof.
ALMOST = 0.999


class Thought(NamedTuple):
    """What a player makes of a state: a decision, what the match is worth to the seat that decides (from -1 to 1),

    how many playouts that rests on, those kept from earlier thinking too, and the decisions expected. ``proven`` tells
    that the value is certain.
    """

    move: Move
    value: float
    playouts: int
    line: tuple[Move, ...] = ()
    proven: bool = False


class Player:
    """A player of one level. One that is told the moves of a match keeps what it has thought of them before."""

    def __init__(self, level: str | Level = "club", rng: random.Random | None = None) -> None:
        self.level = level if isinstance(level, Level) else level_of(level)
        self.rng = rng or random.Random()
        # Whoever sets it ends the thinking that is under way; until it is cleared, nothing is thought about for long.
        self.stop = Event()
        self._search: Search | None = None
        self._state: State | None = None

    def forget(self) -> None:
        """Drop all thoughts of the match so far."""
        self._search = self._state = None

    def observe(self, state: State) -> None:
        """Take in that the last decision led to ``state``, whoever made it."""
        search, before = self._search, self._state
        move = state.last_move
        if search is not None and before is not None and move is not None and state.ply == before.ply + 1:
            code = search.position.code(move)
            if code is not None:
                search.advance(code)
                self._state = state
                return
        self.forget()

    def think(self, state: State, seconds: float | None = None) -> Thought:
        """What to do in ``state``, which is not over. ``seconds`` takes the place of the level's own time,

        but does not make a player think longer who is to play weakly.
        """
        level = self.level
        if seconds is None:
            seconds = level.seconds
        elif level.free:
            level = level._replace(playouts=None, proves=True)
        else:
            seconds = min(seconds, level.seconds)
        end = time.perf_counter() + seconds
        position = state.position()
        knowledge = knowledge_of(state.game)
        codes = position.codes()
        if len(codes) == 1:
            return self._only(position, codes[0])
        winner = winning_turn(position, knowledge, LOOK * seconds, self.stop)
        if winner is not None:
            return Thought(position.move(winner), 1.0, 0, (position.move(winner),), True)
        proved = certified(state) if level.proves else None
        if proved is not None and proved.wins:
            return Thought(proved.move, 1.0, 0, (proved.move,), True)
        if not level.sight:
            return self._glance(state, position, knowledge, end)
        return self._study(state, position, knowledge, level, end)

    def _only(self, position: Position, code: int) -> Thought:
        after = played(position, code)
        value = 0.0
        if after.reason is not None:
            value = 2 * value_of(after.winner) - 1
            value = -value if position.to_move else value
        return Thought(position.move(code), value, 0, (position.move(code),), after.reason is not None)

    def _glance(self, state: State, position: Position, knowledge: Knowledge[Any], end: float) -> Thought:
        """Give a few decisions a thought, most of them near the last move, and overlook what is far away.

        A careful player also minds what the other side may win by at once, and looks further if all of them lose.
        """
        level = self.level
        codes = position.codes()
        others: list[int] = []
        if level.width is not None and len(codes) > level.width:
            guesses = knowledge.priors(position, codes)
            weights = [
                (0.05 + guess) ** 2 * _nearness(state, position.move(code))
                for code, guess in zip(codes, guesses, strict=True)
            ]
            # The largest of u^(1/w) are a sample without replacement by weight (Efraimidis and Spirakis, 2006).
            drawn = {code: self.rng.random() ** (1 / weight) for code, weight in zip(codes, weights, strict=True)}
            codes.sort(key=drawn.__getitem__, reverse=True)
            codes, others = codes[: level.width], codes[level.width :]
        search = Search(position, Plain(codes), self.rng)
        search.run(end - time.perf_counter(), level.playouts, self.stop)
        if not level.careful:
            return self._thought(search)
        guard = Solver(knowledge, 1 - position.to_move, end - time.perf_counter(), stop=self.stop)
        return self._thought(search, _last_stand(search, guard, others))

    def _study(self, state: State, position: Position, knowledge: Knowledge[Any], level: Level, end: float) -> Thought:
        """Look for a win in the end of the match, then search; and mind what the other side may do."""
        begin = time.perf_counter()
        seconds = end - begin
        seat = position.to_move
        resigned = False
        chain = knowledge.forced(position, THREATS)
        if chain is not None:
            return Thought(position.move(chain[0]), 1.0, 0, (position.move(chain[0]),), True)
        if level.proves:
            forced = forced_win(state, COMPILED * seconds)
            if forced is not None:
                return Thought(position.move(forced), 1.0, 0, (position.move(forced),), True)
        if level.proves and knowledge.near_end(position, PROOF * seconds):
            try:
                solver = Solver(knowledge, seat, PROOF * seconds, stop=self.stop)
                winner = _first_win(solver, position, AHEAD)
                if winner is not None:
                    return Thought(position.move(winner), 1.0, 0, (position.move(winner),), True)
                resigned = True
            except OutOfTime:
                pass
        if self._search is None or self._state is not state:
            self._search = Search(position, knowledge, self.rng)
            self._state = state
        search = self._search
        guard = Solver(knowledge, 1 - seat, end - time.perf_counter(), stop=self.stop)
        known = None
        if level.proves:
            drawn = certified(state)
            known = drawn.move if drawn is not None else advice(state)
        share = 0.3 if known else SEARCH if not resigned else SEARCH - 0.2
        search.run(max(0.02, begin + share * seconds - time.perf_counter()), level.playouts, self.stop)
        result = search.root.result
        if known and (result is None or search.root.worth(result) < 1.0):
            return self._thought(search, position.code(known))
        while search.root.result is None:
            best = search.best()
            try:
                after = played(position, best)
                loses = guard.wins(after, 1) or knowledge.forced(after, THREATS) is not None
                if not loses and not (
                    level.proves and forced_loss(state, best, min(SECOND_LOOK * seconds, end - time.perf_counter()))
                ):
                    break
            except OutOfTime:
                break
            if not search.refute(best):
                break  # what is known of it already decides
            more = level.playouts and level.playouts // 10
            search.run(min(0.05 * seconds, end - time.perf_counter()), more, self.stop)
        best = search.best()
        if resigned:
            best = _trap(search, Solver(knowledge, 1 - seat, end - time.perf_counter(), stop=self.stop)) or best
        elif search.root.result is not None and search.root.worth(search.root.result) == 0.0:
            best = _last_stand(search, guard) or best
        thought = self._thought(search, best)
        return thought._replace(value=-1.0, proven=True) if resigned else thought

    def _thought(self, search: Search, best: int | None = None) -> Thought:
        position = search.position
        line, at = [], position.copy()
        for code in search.line():
            line.append(at.move(code))
            at.play(code)
        move = position.move(search.best() if best is None else best)
        value, proven = 2 * search.value() - 1, search.root.result is not None
        # A few playouts may all be won or lost, which proves nothing.
        value = value if proven else max(-ALMOST, min(ALMOST, value))
        return Thought(move, value, search.root.count, tuple(line), proven)


class Plain(Knowledge[Position]):
    """Nothing but the rules, for a player who looks at some decisions of a position only."""

    def __init__(self, codes: list[int]) -> None:
        self._codes: list[int] | None = codes

    def candidates(self, position: Position) -> list[int]:
        if self._codes is not None:
            codes, self._codes = self._codes, None
            return codes
        return position.codes()


def _last_stand(search: Search, guard: Solver, others: Iterable[int] = ()) -> int | None:
    """The best decision, or else one of ``others``, that does not lose to the very next turn, if one is found."""
    codes = search.root.codes or []
    by_merit = sorted(range(len(codes)), key=search.merit, reverse=True)
    try:
        for code in chain((codes[n] for n in by_merit), others):
            if not guard.wins(played(search.position, code), 1):
                return code
    except OutOfTime:
        pass
    return None


def _trap(search: Search, solver: Solver) -> int | None:
    """In a position that is lost in the end the decision to which the fewest answers are right, as far as time goes."""
    position, codes = search.position, search.root.codes or []
    shares: dict[int, float] = {}
    try:
        for n in sorted(range(len(codes)), key=search.merit, reverse=True):
            after = played(position, codes[n])
            if after.reason is not None or after.to_move != solver.seat:
                continue
            answers = after.codes()
            right = len(solver.winners(after, AHEAD))
            shares[codes[n]] = right / len(answers) + 0.1 * (right == len(answers))
    except OutOfTime:
        pass
    return min(shares, key=shares.__getitem__) if shares else None


def winning_turn(
    position: Position, knowledge: Knowledge[Any], seconds: float, stop: Event | None = None
) -> int | None:
    """A decision that starts a turn which wins the match, if there is one and it is found in time."""
    code = knowledge.winning(position)
    if code is not None:
        return code
    try:
        return _first_win(Solver(knowledge, position.to_move, seconds, stop=stop), position, 1)
    except OutOfTime:
        return None


def _first_win(solver: Solver, position: Position, turns: int) -> int | None:
    """A decision that is proven to win within so many turns; None if there is none. Raises OutOfTime."""
    if not solver.wins(position, turns):
        return None
    return solver.winners(position, turns, most=1)[0]


def _nearness(state: State, move: Move) -> float:
    """How likely a decision is to be seen at all: from 1 at the place of the last one, down to little far away."""
    last = state.last_move
    if last is None or not last.target or not move.target:
        return 0.3
    (x, y), (u, v) = state.board.xy(last.target), state.board.xy(move.target)
    return 0.03 + exp(-(((x - u) ** 2 + (y - v) ** 2) ** 0.5) / 2.0)
