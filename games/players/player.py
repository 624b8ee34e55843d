"""A computer player: decides in a state at its level, and says what it expects of the match."""

import random
import time
from collections.abc import Iterable
from contextlib import suppress
from itertools import chain
from math import exp
from threading import Event
from typing import Any, NamedTuple

from ..core import Move, Position, State
from .book import advice
from .knowledge import Knowledge, knowledge_of
from .knowledge.base import value_of
from .levels import LEVELS, Level, level_of
from .solver import OutOfTime, Solver
from .tree import Search

# Shares of a decision's time: for a win in one turn, and for the search; the rest is for checking
# its choice.
LOOK = 0.2
SEARCH = 0.75
# Turns ahead that the end of a match is proved, and the share of the time for that.
AHEAD = 40
PROOF = 0.5
THREATS = 400  # threats tried for a win by nothing but threats
# first decisions of a match that differ from match to match, and among how many that are as good
VARIED = 2, 3
ALMOST = 0.999  # the most a value without a proof is from 0


class Thought(NamedTuple):
    """A player's decision, and what the match is worth to the seat that decides, from -1 to 1.

    ``playouts`` are those the value rests on, with those of earlier searches. ``proven``: the value
    is certain.
    """

    move: Move
    value: float
    playouts: int
    proven: bool = False


class Player:
    """A player of one level.

    One that observes the moves of a match keeps its search of them.

    ``stop``: once set, from any thread, the search under way ends, and none takes long until it is
    cleared.
    """

    def __init__(self, level: str | Level = "club", rng: random.Random | None = None) -> None:
        self.level = level if isinstance(level, Level) else level_of(level)
        self.rng = rng or random.Random()
        self.stop = Event()
        self._search: Search | None = None
        self._state: State | None = None

    def forget(self) -> None:
        """Drop the search of the match so far."""
        self._search = self._state = None

    def observe(self, state: State) -> None:
        """Take note that the last decision led to ``state``, made by either seat."""
        search = self._search
        before = self._state
        move = state.last_move
        if (
            search is not None
            and before is not None
            and move is not None
            and state.ply == before.ply + 1
        ):
            code = search.position.code(move)
            if code is not None:
                search.advance(code)
                self._state = state
                return
        self.forget()

    def near(self) -> list[Move]:
        """The decisions that the last search cannot tell from its best; none where it did not
        search.
        """
        search = self._search
        return [] if search is None else [search.position.move(code) for code in search.near()]

    def think(self, state: State, seconds: float | None = None) -> Thought:
        """Decide in a ``state`` that goes on, within ``seconds``; a weak level takes no longer than
        its own time.
        """
        level = self.level
        if seconds is None:
            seconds = level.seconds
        elif level.free:
            level = level._replace(playouts=None, proves=True, slips=False)
        else:
            seconds = min(seconds, level.seconds)
        end = time.perf_counter() + seconds
        position = state.position()
        knowledge = knowledge_of(state.game)
        codes = position.codes()
        if len(codes) == 1:
            return _only(position, codes[0])
        winner = winning_turn(position, knowledge, LOOK * seconds, self.stop)
        if winner is not None:
            return _won(position, winner)
        if level.sight and self._slips(level, knowledge):
            level = LEVELS["casual"]
        if not level.sight:
            return self._glance(state, position, knowledge, level, end)
        return self._study(state, position, knowledge, level, end)

    def _slips(self, level: Level, knowledge: Knowledge[Any]) -> bool:
        """Whether it now decides worse than it can."""
        return level.slips and self.rng.random() < getattr(knowledge.slips, level.name, 0.0)

    def _glance(
        self, state: State, position: Position, knowledge: Knowledge[Any], level: Level, end: float
    ) -> Thought:
        """Search a few decisions, most of them near the last move, and overlook what is far away.

        A careful player also looks for what the other side may win by at once, and tries others if
        all of them lose.
        """
        codes = position.codes()
        others: list[int] = []
        if self._slips(level, knowledge):
            self.rng.shuffle(codes)
            codes, others = codes[:1], codes[1:]
        elif level.width is not None and len(codes) > level.width:
            guesses = knowledge.priors(position, codes)
            # The largest of u^(1/w) are a sample without replacement by weight (Efraimidis and
            # Spirakis, 2006).
            drawn = {
                code: self.rng.random()
                ** (1 / ((0.05 + guess) ** 2 * _nearness(state, position.move(code))))
                for code, guess in zip(codes, guesses, strict=True)
            }
            codes.sort(key=drawn.__getitem__, reverse=True)
            codes, others = codes[: level.width], codes[level.width :]
        search = Search(position, Knowledge(), self.rng, codes)
        search.run(end - time.perf_counter(), level.playouts, self.stop)
        if not level.careful:
            return _thought(search)
        rest = end - time.perf_counter()
        guard = Solver(
            knowledge, 1 - position.to_move, rest, most_tried=knowledge.glimpse, stop=self.stop
        )
        return _thought(search, _last_stand(search, guard, others))

    def _study(
        self, state: State, position: Position, knowledge: Knowledge[Any], level: Level, end: float
    ) -> Thought:
        """Prove a win if possible, else search, and check what the other side may do against the
        choice.
        """
        begin = time.perf_counter()
        seconds = end - begin
        seat = position.to_move
        threat = knowledge.forced(position, THREATS)
        if threat is not None:
            return _won(position, threat[0])
        lost = False
        if level.proves and knowledge.near_end(position, PROOF * seconds):
            with suppress(OutOfTime):
                solver = Solver(knowledge, seat, PROOF * seconds, stop=self.stop)
                winner = _first_win(solver, position, AHEAD)
                if winner is not None:
                    return _won(position, winner)
                lost = True
        if self._search is None or self._state is not state:
            self._search = Search(position, knowledge, self.rng)
            self._state = state
        search = self._search
        guard = Solver(knowledge, 1 - seat, end - time.perf_counter(), stop=self.stop)
        known = advice(state) if level.proves else None
        share = 0.3 if known else SEARCH if not lost else SEARCH - 0.2
        search.run(
            max(0.02, begin + share * seconds - time.perf_counter()), level.playouts, self.stop
        )
        result = search.root.result
        if known and (result is None or search.root.worth(result) < 1.0):
            return _thought(search, position.code(known))
        while search.root.result is None:
            best = search.best()
            try:
                after = position.after(best)
                if not guard.wins(after, 1) and knowledge.forced(after, THREATS) is None:
                    break
            except OutOfTime:
                break
            if not search.refute(best):
                break  # what is known of it already decides
            more = level.playouts and level.playouts // 10
            search.run(min(0.05 * seconds, end - time.perf_counter()), more, self.stop)
        best = search.best()
        if lost:
            best = (
                _trap(
                    search, Solver(knowledge, 1 - seat, end - time.perf_counter(), stop=self.stop)
                )
                or best
            )
        elif search.root.result is None and state.ply < VARIED[0]:
            best = self.rng.choice((search.near() or search.ranked())[: VARIED[1]])
        elif search.root.result is not None and search.root.worth(search.root.result) == 0.0:
            best = _last_stand(search, guard) or best
        thought = _thought(search, best)
        return thought._replace(value=-1.0, proven=True) if lost else thought


def _won(position: Position, code: int) -> Thought:
    return Thought(position.move(code), 1.0, 0, True)


def _only(position: Position, code: int) -> Thought:
    """The thought where there is only one decision."""
    after = position.after(code)
    value = 0.0 if after.reason is None else 2 * value_of(after.winner) - 1
    return Thought(
        position.move(code), -value if position.to_move else value, 0, after.reason is not None
    )


def _thought(search: Search, best: int | None = None) -> Thought:
    value = 2 * search.value() - 1
    proven = search.root.result is not None
    # A few playouts may all be won or lost, which proves nothing.
    value = value if proven else max(-ALMOST, min(ALMOST, value))
    return Thought(
        search.position.move(search.best() if best is None else best),
        value,
        search.root.count,
        proven,
    )


def _last_stand(search: Search, guard: Solver, others: Iterable[int] = ()) -> int | None:
    """The best decision, or else one of ``others``, that does not lose to the next turn; None if
    none is proved.
    """
    with suppress(OutOfTime):
        for code in chain(search.ranked(), others):
            if not guard.wins(search.position.after(code), 1):
                return code
    return None


def _trap(search: Search, solver: Solver) -> int | None:
    """In a lost position, the decision to which the smallest share of answers is right; None if
    time is too short.
    """
    position = search.position
    shares: dict[int, float] = {}
    with suppress(OutOfTime):
        for code in search.ranked():
            after = position.after(code)
            if after.reason is not None or after.to_move != solver.seat:
                continue
            answers = after.codes()
            right = len(solver.winners(after, AHEAD))
            shares[code] = right / len(answers) + 0.1 * (right == len(answers))
    return min(shares, key=shares.__getitem__) if shares else None


def winning_turn(
    position: Position, knowledge: Knowledge[Any], seconds: float, stop: Event | None = None
) -> int | None:
    """A decision that starts a winning turn; None if none is proved in ``seconds``."""
    code = knowledge.winning(position)
    if code is not None:
        return code
    with suppress(OutOfTime):
        return _first_win(Solver(knowledge, position.to_move, seconds, stop=stop), position, 1)
    return None


def _first_win(solver: Solver, position: Position, turns: int) -> int | None:
    """A decision that is proven to win within ``turns``; None if there is none.

    Raises OutOfTime.
    """
    return solver.winners(position, turns, most=1)[0] if solver.wins(position, turns) else None


def _nearness(state: State, move: Move) -> float:
    """How likely a decision is to be seen: from 1 beside the last one down to 0.03 far away."""
    last = state.last_move
    if last is None or not last.target or not move.target:
        return 0.3
    (x, y), (u, v) = state.board.xy(last.target), state.board.xy(move.target)
    return 0.03 + exp(-(((x - u) ** 2 + (y - v) ** 2) ** 0.5) / 2.0)
