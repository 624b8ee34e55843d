"""A computer player: decides in a state at its level, and says what it expects of the match."""

import random
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain
from math import dist, exp
from threading import Event
from typing import Any

from ..core import SWAP, Move, Position, State
from .book import advice
from .knowledge import Knowledge, knowledge_of
from .knowledge.base import value_of
from .levels import Level, level_of
from .pie import (
    chance_of_start,
    codes_beside_taking_over,
    may_take_over,
    offer,
    offers_start,
    prefers_to_take_over,
    search_of_start,
)
from .solver import OutOfTime, Solver
from .tree import Search

# Shares of a decision's time: for a win in one turn, and for the search; the rest is for checking
# its choice.
LOOK = 0.2
SEARCH = 0.75
# The share of the time given that is planned for; the rest covers what cannot be broken off.
USED = 0.985
MOST_FORCED = 60  # decisions in a row without a choice that are followed ahead
# Turns ahead that the end of a match is proved, and the share of the time for that.
AHEAD = 40
PROOF = 0.5
THREATS = 400  # threats tried for a win by nothing but threats
# First decisions of a match that differ from match to match, and among how many that are as good.
VARIED_PLIES = 2
VARIED_CHOICES = 3
LEAST_SECONDS = 0.02  # of a search


@dataclass(frozen=True, slots=True)
class Thought:
    """A player's decision, and what the match is worth to the seat that decides, from -1 to 1.

    :param playouts: Those that the value rests on, with those of earlier searches.
    :param proven: Whether the value is certain.
    """

    move: Move
    value: float
    playouts: int
    proven: bool = False


class ComputerPlayer:
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
        if not self._follow(state):
            self.forget()

    def _follow(self, state: State) -> bool:
        """Keep the search of the match so far, if ``state`` follows its last one."""
        move = state.last_move
        if self._search is None or self._state is None or move is None:
            return False
        if state.ply <= self._state.ply:
            # The search has followed forced decisions ahead of the match.
            return _is_same(after_forced(state), self._state)
        if state.ply != self._state.ply + 1:
            return False
        code = self._search.position.code(move)
        if code is None:
            return False
        self._search.advance(code)
        self._state = state
        return True

    def rivals(self, state: State) -> list[Move]:
        """The decisions in ``state`` that the last search cannot tell from its best.

        None where it did not search.
        """
        search = self._search
        if search is None or self._state is None or not _is_same(state, self._state):
            return []
        return [search.position.move(code) for code in search.rivals()]

    def think(self, state: State, seconds: float | None = None) -> Thought:
        """Decide in a ``state`` that goes on, within ``seconds``.

        A weak level takes no longer than its own time.
        """
        level = self.level
        if seconds is None:
            seconds = level.seconds
        elif level.free:
            level = replace(level, playouts=None, proves=True)
        else:
            seconds = min(seconds, level.seconds)
        return self._decide(state, level, seconds)

    def _decide(self, state: State, level: Level, seconds: float) -> Thought:
        """Decide in a ``state`` that goes on, as a level does."""
        end = time.perf_counter() + USED * seconds
        position = state.position()
        knowledge = knowledge_of(state.game)
        codes = position.codes()
        if len(codes) == 1:
            return self._only(state, level, seconds)
        if offers_start(state, knowledge):
            move = offer(state, knowledge, self.rng, SEARCH * seconds, self.stop)
            return self._offering(position, knowledge, move, level, end)
        winner = winning_turn(position, knowledge, LOOK * seconds, self.stop)
        if winner is not None:
            return _won(position, winner)
        if not level.uses_knowledge:
            return self._shallow_search(state, position, knowledge, level, end)
        return self._deep_search(state, position, knowledge, level, end)

    def _offering(
        self,
        position: Position,
        knowledge: Knowledge[Any],
        move: Move,
        level: Level,
        end: float,
    ) -> Thought:
        """The thought of an even start; who has all its time uses the rest to tell its value."""
        if level.playouts is not None:
            return Thought(move, 0.0, playouts=0)
        search = Search(position, knowledge, self.rng)
        search.run(max(LEAST_SECONDS, end - time.perf_counter()), stop=self.stop)
        return _thought(search, position.code(move))

    def _only(self, state: State, level: Level, seconds: float) -> Thought:
        """The thought where there is only one decision: it is worth what follows it."""
        move = state.legal_moves()[0]
        next_state = after_forced(state)
        if next_state.to_move is None:
            value = 2 * value_of(next_state.position().winner) - 1
            if state.to_move == 1:
                value = -value
            return Thought(move, value, playouts=0, proven=True)
        if level.playouts is not None:
            # Nothing is to be decided yet: less will do.
            level = replace(level, playouts=max(1, level.playouts // 4))
            seconds /= 4
        if self._search is not None and self._state is not None:
            self._follow_forced(state)
        thought = self._decide(next_state, level, seconds)
        value = thought.value if next_state.to_move == state.to_move else -thought.value
        return replace(thought, move=move, value=value)

    def _follow_forced(self, state: State) -> None:
        """Take the search of ``state``, if there is one, on to where there is a choice again."""
        if self._state is None or not _is_same(state, self._state):
            return
        while _is_forced(state):
            state = state.after(state.legal_moves()[0])
            self._follow(state)

    def _shallow_search(
        self, state: State, position: Position, knowledge: Knowledge[Any], level: Level, end: float
    ) -> Thought:
        """Search a few decisions, most of them near the last move, and overlook what is far away.

        A careful player also looks for what the other side may win by at once, and tries others if
        all of them lose.
        """
        if may_take_over(position, knowledge):
            # Its own few playouts are too hopeful to judge a start by.
            seconds = (end - time.perf_counter()) / 2
            judgement = search_of_start(position, knowledge, self.rng, seconds, self.stop)
            if prefers_to_take_over(state, knowledge, judgement, self.rng):
                return _taking_over(state, judgement)
        codes = codes_beside_taking_over(position, knowledge)
        width = len(codes)
        if level.width is not None and len(codes) > level.width:
            self._sort_by_likelihood(codes, state, position, knowledge, level)
            width = level.width
        search = Search(position, Knowledge(), self.rng, codes[:width])
        search.run(end - time.perf_counter(), level.playouts, self.stop)
        if not level.careful:
            return _thought(search)
        seconds = end - time.perf_counter()
        seat = 1 - position.to_move
        guard = Solver(knowledge, seat, seconds, most_tried=knowledge.glimpse, stop=self.stop)
        choice = _last_stand(search, guard, codes[width:])
        if choice is None:
            choice = _block(search, knowledge)
        return _thought(search, choice)

    def _sort_by_likelihood(
        self,
        codes: list[int],
        state: State,
        position: Position,
        knowledge: Knowledge[Any],
        level: Level,
    ) -> None:
        """Shuffle decisions so that those near the last move tend to come early.

        A level that prefers good ones sees these earlier, too. The largest of u^(1/w) are a sample
        without replacement by weight (Efraimidis and Spirakis, 2006).
        """
        if not level.prefers:
            knowledge = Knowledge()
        keys: dict[int, float] = {}
        for code, prior in zip(codes, knowledge.priors(position, codes), strict=True):
            weight = (0.05 + prior) ** 2 * _nearness(state, position.move(code))
            keys[code] = self.rng.random() ** (1 / weight)
        codes.sort(key=keys.__getitem__, reverse=True)

    def _deep_search(
        self, state: State, position: Position, knowledge: Knowledge[Any], level: Level, end: float
    ) -> Thought:
        """Prove a win if possible, else search, and check the choice against the answers."""
        begin = time.perf_counter()
        seconds = end - begin
        threat = knowledge.forced(position, THREATS)
        if threat is not None:
            return _won(position, threat[0])
        is_lost = False
        if level.proves and knowledge.near_end(position, PROOF * seconds):
            with suppress(OutOfTime):
                solver = Solver(knowledge, position.to_move, PROOF * seconds, stop=self.stop)
                winner = _first_win(solver, position, AHEAD)
                if winner is not None:
                    return _won(position, winner)
                is_lost = True
        search = self._search_of(state, position, knowledge)
        book_move = advice(state) if level.proves else None
        share = _search_share(level, book_move, is_lost)
        rest = begin + share * seconds - time.perf_counter()
        search.run(max(LEAST_SECONDS, rest), level.playouts, self.stop)
        if prefers_to_take_over(state, knowledge, search, self.rng):
            if level.playouts is None:
                search.run(end - time.perf_counter(), stop=self.stop)
            return _taking_over(state, search)
        if book_move is not None and not _is_won(search):
            return _thought(search, position.code(book_move))
        other_seat = 1 - position.to_move
        guard = Solver(knowledge, other_seat, end - time.perf_counter(), stop=self.stop)
        self._refute(search, guard, level, seconds, end)
        if level.playouts is None and not is_lost:
            self._use_rest(search, guard, level, seconds, end)
        if is_lost:
            solver = Solver(knowledge, other_seat, end - time.perf_counter(), stop=self.stop)
            thought = _thought(search, _trap(search, solver) or search.best())
            return replace(thought, value=-1.0, proven=True)
        return _thought(search, self._choice(state, search, guard))

    def _search_of(self, state: State, position: Position, knowledge: Knowledge[Any]) -> Search:
        """The search of the match so far if it has led to ``state``, else a new one."""
        if self._search is None or self._state is None or not _is_same(state, self._state):
            codes = None
            if may_take_over(position, knowledge):
                codes = codes_beside_taking_over(position, knowledge)
            self._search = Search(position, knowledge, self.rng, codes)
            self._state = state
        return self._search

    def _refute(
        self, search: Search, guard: Solver, level: Level, seconds: float, end: float
    ) -> None:
        """Drop the search's choice as long as it loses to the next turn, and search on."""
        position = search.position
        while search.root.result is None:
            best = search.best()
            try:
                next_position = position.after(best)
                loses = guard.wins(next_position, 1)
                if not loses:
                    loses = guard.knowledge.forced(next_position, THREATS) is not None
            except OutOfTime:
                return
            if not loses or not search.refute(best):
                return  # it holds, or what is known of it already decides
            playouts = level.playouts and level.playouts // 10
            search.run(min(0.05 * seconds, end - time.perf_counter()), playouts, self.stop)

    def _use_rest(
        self, search: Search, guard: Solver, level: Level, seconds: float, end: float
    ) -> None:
        """Search on for as long as the check of the choice has left, and check it again."""
        while search.root.result is None and not self.stop.is_set():
            rest = end - time.perf_counter()
            if rest < 0.01 * seconds:
                return
            checked = search.best()
            search.run(0.8 * rest, stop=self.stop)
            if search.best() != checked:
                self._refute(search, guard, level, seconds, end)

    def _choice(self, state: State, search: Search, guard: Solver) -> int:
        """The decision to make after a search, as a code."""
        root = search.root
        if root.result is None and state.ply < VARIED_PLIES:
            as_good = search.rivals() or search.ranked()
            return self.rng.choice(as_good[:VARIED_CHOICES])
        if root.result is not None and root.worth(root.result) == 0.0:
            return _last_stand(search, guard) or search.best()
        return search.best()


def _search_share(level: Level, book_move: Move | None, is_lost: bool) -> float:
    """The share of a decision's time for the search."""
    if book_move is not None:
        # What is played is clear; a search without a limit still uses its time for the value.
        return 1.0 if level.playouts is None else 0.3
    return SEARCH - 0.2 if is_lost else SEARCH


def _is_won(search: Search) -> bool:
    """Whether a search has proved a win of the seat that decides."""
    root = search.root
    return root.result is not None and root.worth(root.result) == 1.0


def _taking_over(state: State, search: Search) -> Thought:
    """The thought that takes a start over, by a search of what else may be done."""
    value = 1 - 2 * chance_of_start(state, search)
    return Thought(SWAP, value, playouts=search.root.count)


def _won(position: Position, code: int) -> Thought:
    return Thought(position.move(code), 1.0, playouts=0, proven=True)


def _is_forced(state: State) -> bool:
    """Whether there is only one decision in a state."""
    return state.to_move is not None and len(state.position().codes()) == 1


def after_forced(state: State) -> State:
    """The first state, ``state`` or one that must follow it, in which there is a choice.

    The last of a long row if there is none, or the end of the match.
    """
    for _ in range(MOST_FORCED):
        if not _is_forced(state):
            break
        state = state.after(state.legal_moves()[0])
    return state


def _is_same(state: State, other: State) -> bool:
    """Whether two states of a match are the same moment of it."""
    if state is other:
        return True
    return state.ply == other.ply and state.position().key() == other.position().key()


def _thought(search: Search, code: int | None = None) -> Thought:
    """What a search makes of the position.

    :param code: The decision to make; None: the search's best.
    """
    chance = search.value()
    is_proven = search.root.result is not None
    if not is_proven:
        chance = search.knowledge.chance(chance)
    value = 2 * chance - 1
    move = search.position.move(search.best() if code is None else code)
    return Thought(move, value, playouts=search.root.count, proven=is_proven)


def _last_stand(search: Search, guard: Solver, others: Iterable[int] = ()) -> int | None:
    """The best decision that does not lose to the next turn; None if none is proved.

    :param others: Decisions to be tried after those of the search.
    """
    with suppress(OutOfTime):
        for code in chain(search.ranked(), others):
            if not guard.wins(search.position.after(code), 1):
                return code
    return None


def _block(search: Search, knowledge: Knowledge[Any]) -> int | None:
    """Where nothing stops all threats: a decision on the cell of one; None if there is none.

    A player who sees that the other side wins there next takes it, and hopes.
    """
    position = search.position
    next_position = position.after(search.best())
    if next_position.reason is not None or next_position.to_move == position.to_move:
        return None
    threat = knowledge.winning(next_position)
    return threat if threat in position.codes() else None


def _trap(search: Search, solver: Solver) -> int | None:
    """In a lost position, the decision to which the smallest share of answers is right.

    None if time is too short.
    """
    position = search.position
    shares: dict[int, float] = {}
    with suppress(OutOfTime):
        for code in search.ranked():
            next_position = position.after(code)
            if next_position.reason is not None or next_position.to_move != solver.seat:
                continue
            answers = next_position.codes()
            right = len(solver.winners(next_position, AHEAD))
            shares[code] = right / len(answers)
            if right == len(answers):
                shares[code] += 0.1
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
    if not solver.wins(position, turns):
        return None
    return solver.winners(position, turns, most=1)[0]


def _nearness(state: State, move: Move) -> float:
    """How likely a decision is to be seen: from 1 beside the last one down to 0.03 far away."""
    last = state.last_move
    if last is None or not last.target or not move.target:
        return 0.3
    distance = dist(state.board.xy(last.target), state.board.xy(move.target))
    return 0.03 + exp(-distance / 2.0)
