"""Lines that end a match: how a forced win goes on, and where a win or a danger lies."""

import random
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import TypeAlias

from ...core import Position, State
from ..knowledge import knowledge_of
from ..knowledge.base import value_of
from ..solver import OutOfTime
from ..tree import Search
from . import forced
from .base import JudgedTurn, Prover, Whose

MOST_ANSWERS = 500  # turns of the other side that a threat is held against
MOST_THREATS = 4  # winning turns tried for one that most answers do not stop
MOST_CELLS = 6  # of the end of a match that are named

Codes: TypeAlias = tuple[int, ...]
"""The decisions of a turn."""


def goes_on(turn: JudgedTurn, turns: int, seconds: float) -> forced.GoesOn | None:
    """How a win that is forced within ``turns`` more turns goes on after a turn.

    None where that is not found in time.
    """
    if turn.after.to_move != 1 - turn.seat:
        return None
    position = turn.after.position()
    with suppress(OutOfTime):
        answers = _Answers(turn.after, turn.seat, Prover(turn.before, seconds))
        threat = answers.threat() if turns == 1 else ()
        answer = answers.best(threat, turns)
        if answer is None:
            return forced.GoesOn(turns, threat=_texts(position, threat))
        moves = answers.win_after(answer, turns)
        return forced.GoesOn(
            turns,
            threat=_texts(position, threat),
            answer=_texts(position, answer),
            moves=_texts(position, moves),
        )
    return None


def best_line(turn: JudgedTurn, seconds: float) -> forced.GoesOn | None:
    """How a win goes on that a search to the end has found: after the longest defence.

    None where a search of ``seconds`` does not find it again.
    """
    state = turn.after
    if state.to_move != 1 - turn.seat:
        return None
    end = time.perf_counter() + seconds
    search = Search(state.position(), knowledge_of(state.game), random.Random(0))
    search.run(seconds)
    if search.root.result != value_of(turn.seat):
        return None
    decisions = search.root.depth
    answer = _best_turn(search, end)
    moves = _best_turn(search, end) if search.position.reason is None else ()
    if not answer or not moves:
        return None
    start = state.position()
    after = _played(start, answer)
    return forced.GoesOn(decisions, answer=_texts(start, answer), moves=_texts(after, moves))


def _best_turn(search: Search, end: float) -> Codes:
    """The best turn of the side to move by a search, which goes on to where it ends.

    () where that is not proved by ``end``.
    """
    seat = search.position.to_move
    turn: list[int] = []
    while not turn or not _is_over(search.position, seat):
        search.run(end - time.perf_counter())
        if search.root.result is None:
            return ()
        turn.append(search.best())
        search.advance(turn[-1])
    return tuple(turn)


class _Answers:
    """What the other side can answer where a seat forces a win; the likeliest first."""

    def __init__(self, state: State, seat: int, prover: Prover) -> None:
        self._position = state.position()
        self._seat = seat
        self._prover = prover
        turns = _turns_of(self._position)
        self._is_complete = turns is not None
        self._turns = _likeliest_first(state, turns or [_any_turn(self._position)])

    def threat(self) -> Codes:
        """A turn that wins after more than half of the answers; () if there is none."""
        if not self._is_complete:
            return ()
        wins = dict.fromkeys(map(self.win_after, self._turns[:MOST_THREATS]))
        for win in wins:
            count = sum(self._wins(turn, win) for turn in self._turns)
            if 2 * count > len(self._turns):
                return win
        return ()

    def best(self, threat: Codes, turns: int) -> Codes | None:
        """The likeliest answer that stops a threat, or the win at once; else the likeliest.

        None where nothing stops the threat.
        """
        if threat:
            held = (turn for turn in self._turns if not self._wins(turn, threat))
            return next(held, None)
        if turns > 1:
            for turn in self._turns:
                if not self._prover.wins(_played(self._position, turn), self._seat):
                    return turn
        return self._turns[0]

    def win_after(self, answer: Codes, turns: int = 1) -> Codes:
        """A turn that wins within ``turns`` after an answer; () where that has ended the match."""
        return _winning_turn(_played(self._position, answer), turns, self._prover)

    def _wins(self, answer: Codes, win: Codes) -> bool:
        """Whether a turn is legal after an answer, and wins the match at once."""
        return bool(win) and _wins_at_once(_played(self._position, answer), win)


def _turns_of(position: Position) -> list[Codes] | None:
    """All turns of the side to move; None where they are too many."""
    turns: list[Codes] = []
    seat = position.to_move
    unfinished: list[Codes] = [()]
    while unfinished:
        beginning = unfinished.pop()
        place = _played(position, beginning)
        for code in place.codes():
            turn = (*beginning, code)
            if _is_over(place.after(code), seat):
                turns.append(turn)
            else:
                unfinished.append(turn)
        if len(turns) + len(unfinished) > MOST_ANSWERS:
            return None
    return turns


def _is_over(position: Position, seat: int) -> bool:
    """Whether the turn of a seat is over."""
    return position.reason is not None or position.to_move != seat


def _any_turn(position: Position) -> Codes:
    """The first turn of the side to move."""
    seat = position.to_move
    turn: list[int] = []
    while not turn or not _is_over(position, seat):
        code = position.codes()[0]
        turn.append(code)
        position = position.after(code)
    return tuple(turn)


def _likeliest_first(state: State, turns: Sequence[Codes]) -> list[Codes]:
    """Turns by what the game's players know of their first decisions."""
    position = state.position()
    codes = position.codes()
    priors = knowledge_of(state.game).priors(position, codes)
    likelihood = dict(zip(codes, priors, strict=True))
    return sorted(turns, key=lambda turn: likelihood[turn[0]], reverse=True)


def _played(position: Position, codes: Codes) -> Position:
    """The position after some legal decisions."""
    position = position.copy()
    for code in codes:
        position.play(code)
    return position


def _winning_turn(position: Position, turns: int, prover: Prover) -> Codes:
    """A turn by which the side to move forces a win within ``turns``.

    () where the match is over. Raises OutOfTime.
    """
    if position.reason is not None:
        return ()
    seat = position.to_move
    moves: list[int] = []
    while not moves or not _is_over(position, seat):
        code = prover.win_at_once(position)
        if code is None:
            code = prover.winners(position, turns, most=1)[0]
        moves.append(code)
        position = position.after(code)
    return tuple(moves)


def _wins_at_once(position: Position, turn: Codes) -> bool:
    """Whether the side to move can make a turn that wins the match at once."""
    if position.reason is not None:
        return False
    seat = position.to_move
    for code in turn:
        if _is_over(position, seat) or code not in position.codes():
            return False
        position = position.after(code)
    return position.winner == seat


def _texts(position: Position, turn: Codes) -> tuple[str, ...]:
    return tuple(str(position.move(code)) for code in turn)


def own_end(turn: JudgedTurn, turns: int, seconds: float) -> forced.EndInSight | None:
    """Where the win lies that a turn makes, or forces within ``turns`` more turns.

    None where that is not found in time.
    """
    prover = Prover(turn.before, seconds)
    state = turn.after
    line = tuple(map(str, turn.moves))
    last_turn = line
    with suppress(OutOfTime):
        while state.to_move is not None:
            answers = _Answers(state, turn.seat, prover)
            answer = answers.best((), turns)
            assert answer is not None
            last_turn = _texts(state.position(), answers.win_after(answer, turns))
            texts = (*_texts(state.position(), answer), *last_turn)
            line += texts
            state = JudgedTurn.of(state, texts).after
            turns -= 1
        return _end(turn.before, state, turn.seat, "own", line, last_turn)
    return None


def danger(state: State, seconds: float) -> forced.EndInSight | None:
    """How the other side wins in its next turn, unless the side to move prevents it.

    First a turn that most decisions let happen, else one after the likeliest decision that does.
    None where nothing is found in time.
    """
    position = state.position()
    prover = Prover(state, seconds)
    with suppress(OutOfTime):
        losing = [(code,) for code in prover.losing(position)]
        slips = [_finished(position, slip) for slip in _likeliest_first(state, losing)]
        found = [
            (slip, _winning_turn(_played(position, slip), 1, prover))
            for slip in slips[:MOST_THREATS]
        ]
        lost_to = [(slip, win) for slip, win in found if win]  # not lost by the slip itself
        if not lost_to:
            return None
        threats = [(slip, win) for slip, win in lost_to if _is_threat(position, slips, win)]
        slip, win = (threats or lost_to)[0]
        line = _texts(position, (*slip, *win))
        end = JudgedTurn.of(state, line).after
        winner = 1 - position.to_move
        allowed_by = () if threats else _texts(position, slip)
        return _end(state, end, winner, "other", line, _texts(position, win), allowed_by)
    return None


def _finished(position: Position, beginning: Codes) -> Codes:
    """A turn that begins with a decision, and goes on with the first that there are."""
    after = _played(position, beginning)
    if _is_over(after, position.to_move):
        return beginning
    return (*beginning, *_any_turn(after))


def _is_threat(position: Position, slips: Sequence[Codes], win: Codes) -> bool:
    """Whether a turn of the other side wins after more than half of the decisions of a position.

    False where one of them is not a whole turn.
    """
    if any(len(slip) > 1 for slip in slips):
        return False
    count = sum(_wins_at_once(_played(position, slip), win) for slip in slips)
    return 2 * count > len(position.codes())


def _end(
    start: State,
    state: State,
    winner: int,
    whose: Whose,
    line: tuple[str, ...],
    moves: tuple[str, ...],
    slip: tuple[str, ...] = (),
) -> forced.EndInSight | None:
    """What is said of the end of a match; None where it is not a win of the seat."""
    outcome = state.outcome
    if outcome is None or outcome.winner != winner:
        return None
    # Pillars that were surrounded before the line are no part of where it is decided.
    earlier = start.marks.get(f"surrounded{winner}", ())
    cells = tuple(cell for cell in outcome.cells if cell not in earlier)
    return forced.EndInSight(whose, line, moves, slip, outcome.reason, cells[:MOST_CELLS])
