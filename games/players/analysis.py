"""A finished match analysed: what it was worth turn by turn, and where it turned."""

import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice, pairwise, product
from math import hypot

from ..core import Move, Sentence, State
from .claims import Claim, JudgedTurn, Prover, claims, difference, refutation, sentences
from .claims.forced import Allows
from .curve import CoursePoint, Estimate, course
from .knowledge import knowledge_of
from .knowledge.base import value_of
from .levels import LEVELS
from .plans.saying import Comparison, alternatives
from .player import ComputerPlayer
from .praise import WITHIN, ProvedWorth, worth
from .puzzles import Puzzle, defence
from .puzzles.answers import path
from .solver import OutOfTime, Solver
from .turning import exercise, safe_turn, winning_turn

TURNING_POINTS = 3
MOST_REASONS = 2
# What a turning point costs at least: 15 points of chance, and more than the errors of both values
# explain, which they do in one of twenty.
LEAST_LOSS = 0.3
SURE = 1.64
# The same where a win was proved before the turn, and nothing after it: there may be a longer one.
LEAST_LOSS_OF_WIN = 0.6
# Up to this many cells, and on solved boards, a solver comes to the end of most matches: there only
# a turn that is proved to lose is a turning point.
SMALL_BOARD = 25
DOUBTFUL_LOSS = 0.1  # of a turn that is searched once more
# How many turns are searched once more, and how many of these at least by the searches alone.
DOUBTFUL = 6
DOUBTFUL_BY_SEARCH = 2
TRIED = 4_000  # decisions for each proof that a better turn does not lose
DEEPEST = 40  # turns ahead that the value of a turning point is proved
# Shares of the time: for a look at every turn, for a second one, for proofs that a turn lost at
# once, and for proofs of the values of turning points; the rest explains them.
FIRST_LOOK = 0.3
SECOND_LOOK = 0.25
BLUNDERS = 0.125
PROOFS = 0.2
# Of the time of a turn with several decisions the first one's share, and each further one's.
FIRST_DECISION = 0.6
FURTHER_DECISION = 0.2


@dataclass(frozen=True, slots=True)
class Judged:
    """A turn as it was played: what the match was worth before and after it, from -1 to 1 for seat
    0.

    ``error_before`` and ``error_after`` are the standard errors of the values, 0 where proved.

    :param start: Where the turn starts in the analysed states.
    :param better: A better turn; () where none is known.
    :param refutation: Of a turning point, how the other side wins after it; None if not proved.
    :param difference: The claim by which the better turn differs from it; None if not proved.
    :param reasons: What is true of the better turn.
    :param better_path: The better turn as a short text (``puzzles.answers.path``).
    :param refuting_path: The line from the punishing turn to the end of the match, against the
        longest defence, as far as it is known; a short text, too.
    """

    start: int
    turn: int
    seat: int
    moves: tuple[Move, ...]
    value_before: float
    value_after: float
    better: tuple[Move, ...]
    refutation: Allows | None = None
    difference: Claim | None = None
    reasons: tuple[Sentence, ...] = ()
    better_path: str = ""
    refuting_path: str = ""
    error_before: float = 0.0
    error_after: float = 0.0

    @property
    def loss(self) -> float:
        """What the turn cost the seat that played it, from 0 to 2."""
        fall = self.value_before - self.value_after
        if self.seat == 1:
            fall = -fall
        return max(0.0, fall)

    @property
    def is_costly(self) -> bool:
        """Whether it cost enough for a turning point, and more than errors explain."""
        error = hypot(self.error_before, self.error_after)
        least_loss = LEAST_LOSS_OF_WIN if self._may_still_win else LEAST_LOSS
        return self.loss >= max(least_loss, SURE * error)

    @property
    def is_proved_to_lose(self) -> bool:
        """Whether the other side is proved to win after it."""
        return self.error_after == 0.0 and self.value_after == (1.0 if self.seat else -1.0)

    @property
    def _may_still_win(self) -> bool:
        """Whether its seat is proved to win before it, and nothing is proved after it."""
        win = -1.0 if self.seat else 1.0
        return self.error_before == 0.0 and self.value_before == win and self.error_after > 0.0


@dataclass(frozen=True, slots=True)
class Analysis:
    """All turns of a match, in order.

    :param turning_points: The three turns that cost most, in order as well; fewer if fewer cost
        anything.
    :param exercises: What of the turning points is proved enough to be an exercise.
    """

    turns: tuple[Judged, ...]
    turning_points: tuple[Judged, ...]
    exercises: tuple[Puzzle, ...] = ()

    def values(self, seat: int = 0) -> tuple[float, ...]:
        """What the match was worth before the first turn and after each.

        From -1 to 1, for ``seat``.
        """
        if not self.turns:
            return ()
        values = (self.turns[0].value_before, *(turn.value_after for turn in self.turns))
        return tuple(-value for value in values) if seat else values


def analyse(
    states: Sequence[State],
    seconds: float = 30.0,
    rng: random.Random | None = None,
    progress: Callable[[float], None] = lambda share: None,
) -> Analysis:
    """Analyse a match.

    :param states: All its states.
    :param seconds: About how long it may take.
    :param progress: Called with the share that is done, 0 to 1, after each turn.
    """
    starts = _turn_starts(states)
    match = MatchCourse(states[-1], starts, _turns(states, starts))
    player = ComputerPlayer(LEVELS["strong"], rng)
    _look_at_all(match, player, FIRST_LOOK * seconds, progress)
    _look_again(match, player, SECOND_LOOK * seconds, progress)
    # What is proved to have thrown a match away comes before what was only estimated.
    blunders = _blunders(match, BLUNDERS * seconds)
    _prove_costly(match, blunders, PROOFS * seconds)
    judged = match.judged()
    judged = [replace(turn, better=blunders.get(turn.start, turn.better)) for turn in judged]
    share = seconds / 8 / TURNING_POINTS
    worst = islice(_worst(states, judged, blunders, share), TURNING_POINTS)
    explained: dict[int, Judged] = {}
    for turn in sorted(worst, key=lambda turn: turn.start):
        explained[turn.start] = _explained(states[turn.start], turn, share)
    decisions = [str(state.last_move) for state in states[1:]]
    exercises = []
    for start, judged_turn in explained.items():
        turning_point = JudgedTurn.of(states[start], judged_turn.moves)
        exercises.append(exercise(turning_point, decisions[:start], share))
    return Analysis(
        turns=tuple(explained.get(turn.start, turn) for turn in judged),
        turning_points=tuple(explained.values()),
        exercises=tuple(filter(None, exercises)),
    )


def _turn_starts(states: Sequence[State]) -> list[int]:
    """Where turns start in the states of a match."""
    starts = []
    for number, state in enumerate(states):
        begins = number == 0 or state.turn != states[number - 1].turn
        if begins and state.to_move is not None:
            starts.append(number)
    return starts


def _turns(states: Sequence[State], starts: Sequence[int]) -> list[JudgedTurn]:
    """The turns of a match as they were played, by where they start."""
    turns = []
    for start, end in pairwise([*starts, len(states) - 1]):
        turns.append(JudgedTurn(tuple(states[start : end + 1])))
    return turns


class MatchCourse:
    """What is known of a match before each of its turns and at its end.

    ``without_choice`` tells of each turn whether all its decisions were the only ones.

    :param starts: Where the turns start in the states of the match.
    """

    def __init__(self, end: State, starts: Sequence[int], turns: Sequence[JudgedTurn]) -> None:
        self.starts = starts
        self.turns = turns
        # By turns: what is known before each, and the best turn that was found.
        self.estimates: list[Estimate] = []
        self.bests: list[tuple[Move, ...]] = []
        self.outcome = end.outcome
        self.without_choice = [_is_without_choice(turn) for turn in turns]
        if self.outcome is None and turns:
            # What follows the last turn of a match that was broken off is known by no other search.
            self.without_choice[-1] = False

    def note(self, index: int, estimate: Estimate, best: tuple[Move, ...]) -> None:
        """Note what a search gave before a turn; a proof stays."""
        if index == len(self.estimates):
            self.estimates.append(estimate)
            self.bests.append(best)
        elif not self.estimates[index].proven:
            self.estimates[index] = estimate
            self.bests[index] = best

    def note_proof(self, index: int, winner: int, best: tuple[Move, ...] = ()) -> None:
        """Note that a seat is proved to win before a turn; at the end of the match it is known."""
        if index < len(self.estimates):
            self.estimates[index] = _proof(winner, self.turns[index].seat)
            self.bests[index] = best or self.bests[index]

    def judged(self) -> list[Judged]:
        """All turns with the values before and after them."""
        self._spread_proofs()
        points = self._points()
        judged = []
        rows = zip(self.starts, self.turns, pairwise(points), self.bests, strict=True)
        for start, turn, (start_point, end_point), best in rows:
            # Where a match was resigned, its last turn has no moves, and nothing was better.
            better = best if turn.moves and best != turn.moves else ()
            judged.append(
                Judged(
                    start=start,
                    turn=turn.before.turn,
                    seat=turn.seat,
                    moves=turn.moves,
                    value_before=start_point.value,
                    value_after=end_point.value,
                    better=better,
                    error_before=start_point.error,
                    error_after=end_point.error,
                )
            )
        return judged

    def _points(self) -> list[CoursePoint]:
        """What the match was worth before each turn and at its end.

        Before a turn without a choice it is worth what it is after it.
        """
        with_choice = []
        for estimate, is_without_choice in zip(self.estimates, self.without_choice, strict=True):
            if not is_without_choice:
                with_choice.append(estimate)
        points_with_choice = course(with_choice)
        if self.outcome is not None:
            end_point = CoursePoint(2 * value_of(self.outcome.winner) - 1)
        elif points_with_choice:
            # A match that was broken off is worth what it was before its last turn.
            end_point = points_with_choice[-1]
        else:
            end_point = CoursePoint(0.0)
        points = [end_point]
        for is_without_choice in reversed(self.without_choice):
            points.append(points[-1] if is_without_choice else points_with_choice.pop())
        points.reverse()
        return points

    def _spread_proofs(self) -> None:
        """Note what follows of proofs for the turns round them.

        A turn after which its seat wins was made in a won position; whoever has lost loses after
        any turn. A turn without a choice changes nothing.
        """
        estimates = self.estimates
        turns = self.turns
        for index in range(len(estimates) - 1, -1, -1):
            seat = turns[index].seat
            winner = self._winner(index + 1)
            if winner is not None and (winner == seat or self.without_choice[index]):
                estimates[index] = _proof(winner, seat)
        for index in range(len(estimates) - 1):
            opponent = 1 - turns[index].seat
            winner = self._winner(index)
            if winner is not None and (winner == opponent or self.without_choice[index]):
                estimates[index + 1] = _proof(winner, turns[index + 1].seat)

    def _winner(self, index: int) -> int | None:
        """Who is proved to win before a turn, or has won at the end."""
        if index == len(self.estimates):
            return None if self.outcome is None else self.outcome.winner
        estimate = self.estimates[index]
        if not estimate.proven or not estimate.value:
            return None
        return 0 if estimate.value > 0 else 1


def _is_without_choice(turn: JudgedTurn) -> bool:
    """Whether each decision of a turn was the only one."""
    *starts, _end = turn.states
    # A turn that was resigned has no decisions.
    return bool(starts) and all(len(state.legal_moves()) == 1 for state in starts)


def _proof(winner: int, seat: int) -> Estimate:
    """The estimate of a state in which ``seat`` is to move and ``winner`` is proved to win."""
    return Estimate(-1.0 if winner else 1.0, seat, proven=True)


def _look_at_all(
    match: MatchCourse, player: ComputerPlayer, seconds: float, progress: Callable[[float], None]
) -> None:
    """Search every turn."""
    count = len(match.turns)
    for index, turn in enumerate(match.turns):
        match.note(index, *_search(player, turn, seconds / count))
        progress(0.5 * (index + 1) / count)


def _look_again(
    match: MatchCourse, player: ComputerPlayer, seconds: float, progress: Callable[[float], None]
) -> None:
    """Search the turns that may have cost most once more, those after them, and better ones.

    Half of the time goes into what could have been played instead.
    """
    costly = _doubtful(match)
    share = seconds / max(1, 4 * len(costly))
    for number, index in enumerate(costly, 1):
        match.note(index, *_search(player, match.turns[index], 2 * share))
        if index + 1 < len(match.turns) and not match.estimates[index + 1].proven:
            match.note(index + 1, *_search(player, match.turns[index + 1], share))
        _look_at_better(match, player, index, share)
        progress(0.5 + 0.5 * number / len(costly))


def _doubtful(match: MatchCourse) -> list[int]:
    """The numbers of the turns that may have cost most, of which nothing is proved.

    By the course of the match; then by the searches alone, which it takes for errors where only one
    of them falls out of line.
    """
    turns = match.judged()
    falls = _falls(match)
    open_turns = []
    for index, estimate in enumerate(match.estimates):
        if not estimate.proven and not match.without_choice[index]:
            open_turns.append(index)
    by_loss = sorted(open_turns, key=lambda index: -turns[index].loss)
    costly = [index for index in by_loss if turns[index].loss >= DOUBTFUL_LOSS]
    costly = costly[: DOUBTFUL - DOUBTFUL_BY_SEARCH]
    by_fall = sorted(open_turns, key=lambda index: -falls[index])
    others = [index for index in by_fall if falls[index] >= LEAST_LOSS and index not in costly]
    return sorted([*costly, *others[: DOUBTFUL - len(costly)]])


def _falls(match: MatchCourse) -> list[float]:
    """By how much the search after each turn is worse for its seat than the one before it."""
    falls = [0.0] * len(match.turns)
    for index, (earlier, later) in enumerate(pairwise(match.estimates)):
        fall = earlier.value - later.value
        falls[index] = -fall if match.turns[index].seat == 1 else fall
    return falls


def _look_at_better(match: MatchCourse, player: ComputerPlayer, index: int, seconds: float) -> None:
    """Search what the better turn leads to, and raise the value before the turn to that.

    Where few of many decisions are good, a short search before the turn is spent on the others: its
    mean sees no loss in a turn that is as bad as most. What the turn led to was searched by itself,
    and so is what the better one leads to: the errors of both are alike. Where both this search and
    the one before the turn say that the turn cost much, neither is taken for a mistake.
    """
    turn = match.turns[index]
    better = JudgedTurn.of(turn.before, match.bests[index])
    opponent = 1 - turn.seat
    before = match.estimates[index]
    if before.proven or better.moves == turn.moves or better.after.to_move != opponent:
        return
    player.forget()
    thought = player.think(better.after, seconds)
    value = -thought.value if opponent else thought.value
    after_better = Estimate(value, opponent, thought.playouts, thought.proven)
    sign = -1 if turn.seat else 1
    higher = max(before, after_better, key=lambda estimate: sign * estimate.value)
    if index + 1 < len(match.estimates):
        after_turn = match.estimates[index + 1].value
        losses = [sign * (estimate.value - after_turn) for estimate in (before, after_better)]
        higher = replace(higher, is_checked=min(losses) >= LEAST_LOSS)
    match.note(index, higher, better.moves)


def _blunders(match: MatchCourse, seconds: float) -> dict[int, tuple[Move, ...]]:
    """Better turns than those that threw a match away, by where these start.

    Proved, as far as time goes: after them the other side could win at once though another turn
    prevented that.
    """
    blunders: dict[int, tuple[Move, ...]] = {}
    turns = match.judged()
    share = seconds / max(1, len(turns))
    for index, (judged, turn) in enumerate(zip(turns, match.turns, strict=True)):
        if turn.after.to_move != 1 - turn.seat:
            continue
        try:
            better = _prevention(judged, turn, Prover(turn.after, share))
        except OutOfTime:
            continue
        if better and better != turn.moves:
            blunders[judged.start] = better
            match.note_proof(index + 1, 1 - turn.seat)
    return blunders


def _prevention(judged: Judged, turn: JudgedTurn, prover: Prover) -> tuple[Move, ...]:
    """The turn that keeps the other side from winning at once as it can after the one played.

    () where it cannot, or where no turn prevents it. Raises OutOfTime.
    """
    if not prover.wins(turn.after.position(), 1 - turn.seat):
        return ()
    if _is_safe(prover, turn.before, judged.better):
        return judged.better
    return safe_turn(prover, turn.before)


def _prove_costly(
    match: MatchCourse, blunders: Mapping[int, tuple[Move, ...]], seconds: float
) -> None:
    """Prove the values before and after the turns that cost most, as far as time goes.

    One that turns out to have cost nothing makes room for another.
    """
    end = time.perf_counter() + seconds
    share = seconds / (2 * TURNING_POINTS)
    tried_turns: set[int] = set()
    while time.perf_counter() < end:
        turns = match.judged()
        costly = [index for index, turn in enumerate(turns) if turn.is_costly]
        costly.sort(key=lambda index: (turns[index].start not in blunders, -turns[index].loss))
        untried = [index for index in costly if index not in tried_turns]
        if not untried:
            return
        index = untried[0]
        tried_turns.add(index)
        turn = match.turns[index]
        _prove(match, index + 1, turn.after, share)
        _prove(match, index, turn.before, share)


def _prove(match: MatchCourse, index: int, state: State, seconds: float) -> None:
    """Prove who wins before a turn, and by which turn, within ``seconds``.

    Where that is known already, nothing is done.
    """
    if index >= len(match.estimates) or match.estimates[index].proven:
        return
    position = state.position()
    knowledge = knowledge_of(state.game)
    solvers = [Solver(knowledge, seat, seconds) for seat in (0, 1)]
    # Where no match is short, it is asked who wins at all, not how soon.
    depths = range(DEEPEST, DEEPEST + 1) if knowledge.plays_out else range(1, DEEPEST + 1)
    with suppress(OutOfTime):
        for turns, solver in product(depths, solvers):
            if solver.wins(position, turns):
                best: tuple[Move, ...] = ()
                if solver.seat == state.to_move:
                    best = winning_turn(solver.wins, state, turns)
                match.note_proof(index, solver.seat, best)
                return


def _is_safe(prover: Prover, state: State, moves: Sequence[Move]) -> bool:
    """Whether moves are a whole turn, and the other side cannot win in its next turn.

    Raises OutOfTime.
    """
    seat = state.to_move
    end = state.replay(moves)
    if not moves or seat is None:
        return False
    if end.to_move is None:
        return end.position().winner == seat
    if end.to_move == seat:
        return False
    return not prover.wins(end.position(), 1 - seat)


def _worst(
    states: Sequence[State],
    turns: Sequence[Judged],
    blunders: Mapping[int, tuple[Move, ...]],
    seconds: float,
) -> Iterator[Judged]:
    """The turns that cost most, blunders first, each with a better turn.

    :param seconds: For the search for another better turn where the first is proved to lose.
    """
    only_proofs = bool(states) and _is_solvable(states[0])
    costly = []
    for turn in turns:
        counts = turn.is_proved_to_lose or not only_proofs
        if turn.better and turn.is_costly and counts:
            costly.append(turn)
    costly.sort(key=lambda turn: (turn.start not in blunders, -turn.loss))
    for turn in costly:
        praised = _praised(states[turn.start], turn, seconds)
        if praised is not None:
            yield praised
        elif turn.start in blunders:
            # A turn that loses at once stays a turning point even if the better one loses later.
            yield turn


def _is_solvable(state: State) -> bool:
    """Whether a solver comes to the end of most matches on this board."""
    is_small = len(state.board) <= SMALL_BOARD
    return is_small or state.game.best_play(state.options) is not None


def _praised(start: State, judged: Judged, seconds: float) -> Judged | None:
    """A turning point whose better turn is not proved to lose, too.

    None where no such turn is known.
    """
    if worth(JudgedTurn.of(start, judged.better), most_tried=TRIED) is not ProvedWorth.LOSES:
        return judged
    with suppress(OutOfTime):
        better = safe_turn(Prover(start, seconds), start, WITHIN)
        if better:
            return replace(judged, better=better)
    return None


def _explained(start: State, judged: Judged, seconds: float) -> Judged:
    """A turning point with the line that punishes it, and what is true of the better turn."""
    turn = JudgedTurn.of(start, judged.moves)
    better = JudgedTurn.of(start, judged.better)
    punishment = refutation(turn, seconds)
    refuting_line = () if punishment is None else _refuting_line(turn.after, punishment, seconds)
    judged = replace(
        judged,
        refutation=punishment,
        better_path=path(start, [str(move) for move in judged.better]),
        refuting_path=path(turn.after, refuting_line),
    )
    if better.after.to_move == start.to_move:
        return judged
    unlike = difference(better, punishment, seconds)
    reasons = _reasons(better, unlike, seconds)
    if len(reasons) < MOST_REASONS:
        # Where little is proved, a plan is said that the better turn serves more than the one
        # played.
        compared = Comparison(better, alternatives(better))
        reasons = (*reasons, *compared.than(turn.after))
    return replace(judged, difference=unlike, reasons=reasons[:MOST_REASONS])


def _reasons(better: JudgedTurn, unlike: Claim | None, seconds: float) -> tuple[Sentence, ...]:
    """What is proved of a better turn: how it differs, then what says more than that."""
    others = [claim for claim in claims(better, seconds) if claim != unlike]
    if unlike is not None:
        others.insert(0, unlike)
    return sentences(others, better)


def _refuting_line(state: State, punishment: Allows, seconds: float) -> tuple[str, ...]:
    """How the match ends after a turn that is refuted.

    Only the punishing turn where the rest is not proved in time.
    """
    winner = state.to_move
    assert winner is not None
    next_state = JudgedTurn.of(state, punishment.moves).after
    solver = Solver(knowledge_of(state.game), winner, seconds)
    with suppress(OutOfTime):
        return punishment.moves + defence(next_state, punishment.turns - 1, solver)
    return punishment.moves


def _search(
    player: ComputerPlayer, turn: JudgedTurn, seconds: float
) -> tuple[Estimate, tuple[Move, ...]]:
    """What a match is worth before a turn, and the best turn."""
    state = turn.before
    seat = turn.seat
    player.forget()
    has_several = len(turn.moves) > 1
    thought = player.think(state, FIRST_DECISION * seconds if has_several else seconds)
    estimate = Estimate(
        value=-thought.value if seat else thought.value,
        seat=seat,
        playouts=thought.playouts,
        proven=thought.proven,
    )
    best = [thought.move]
    state = state.play(thought.move)
    while state.to_move == seat:
        player.observe(state)
        thought = player.think(state, FURTHER_DECISION * seconds)
        best.append(thought.move)
        state = state.play(thought.move)
    return estimate, tuple(best)
