"""Answers to puzzles: verdicts, the other side's replies, and lines as short texts."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ... import core
from ...registry import get
from ..knowledge import knowledge_of
from ..solver import OutOfTime, Solver
from . import Puzzle, toughest

SLOWER = 2  # turns more than the fewest that a win may take
ALL = 40  # turns; a match that is played out to the last point has fewer
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
LONGEST_PATH = 24  # characters that fit on a button beside the puzzle's name and what is pressed


def slower(puzzle: Puzzle) -> int | None:
    """How many turns more than the fewest a win may take.

    None: any number, as all of them are looked at.
    """
    return None if knowledge_of(get(puzzle.slug)).plays_out else SLOWER


@dataclass(frozen=True, slots=True)
class TurnVerdict:
    """Whether a turn keeps a forced win, and the other side's reply to it.

    :param right: None: not decided in time.
    :param turns: Within how many turns more it wins or, if it does not, within how many it was
        proved not to.
    :param reply: The whole turn that holds out longest, or one that refutes it.
    """

    right: bool | None
    turns: int = 0
    reply: tuple[str, ...] = ()


def verdict(state: core.State, turns: int, seconds: float) -> TurnVerdict:
    """Judge the turn before ``state`` in a puzzle with ``turns`` left."""
    if state.to_move is None:
        return TurnVerdict(None)
    return WinJudge(state, state.to_move, seconds).verdict(turns)


def save_verdict(state: core.State, turns: int, seconds: float) -> TurnVerdict:
    """Judge a turn that is to keep the side to move in ``state`` from forcing a win.

    :param turns: Within how many turns it must not.
    """
    seat = state.to_move
    if seat is None:
        return TurnVerdict(None)
    line = []
    solver = Solver(knowledge_of(state.game), seat, seconds)
    try:
        if not solver.wins(state.position(), turns):
            return TurnVerdict(True)
        while state.to_move == seat:
            position = state.position()
            move = position.move(solver.winners(position, turns, most=1)[0])
            line.append(str(move))
            state = state.play(move)
    except OutOfTime:
        return TurnVerdict(None)
    return TurnVerdict(False, turns, tuple(line))


class WinJudge:
    """Judges by a search whether the side that is not to move forces a win.

    :param loser: The seat to move in ``state``.
    """

    def __init__(self, state: core.State, loser: int, seconds: float) -> None:
        knowledge = knowledge_of(state.game)
        self._plays_out = knowledge.plays_out
        self._solver = Solver(knowledge, 1 - loser, seconds)
        self._position = state.position()
        self._loser = loser

    def verdict(self, turns: int) -> TurnVerdict:
        """The verdict on the turn that led here.

        :param turns: In how many turns the puzzle is won; a win that takes a few more counts, too.
        """
        most = ALL if self._plays_out else turns + SLOWER
        verdict = TurnVerdict(None)
        try:
            for number in range(max(1, most) + 1):
                if self._solver.wins(self._position, number):
                    return TurnVerdict(True, number, self._reply(self._toughest, number))
                if number >= max(1, turns) and verdict.right is None:
                    verdict = TurnVerdict(False, number, self._reply(self._refuting, number))
            # Nothing slower wins either, so the reply may as well be one that leaves no win at all.
            return TurnVerdict(False, most, self._reply(self._refuting, most))
        except OutOfTime:
            return verdict

    def _reply(self, choose: Callable[[core.Position, int], int], turns: int) -> tuple[str, ...]:
        """A whole turn of the loser. Raises OutOfTime."""
        line = []
        position = self._position
        while position.reason is None and position.to_move == self._loser:
            code = choose(position, turns)
            line.append(str(position.move(code)))
            position = position.after(code)
        return tuple(line)

    def _toughest(self, position: core.Position, turns: int) -> int:
        """The decision that holds out longest."""
        return toughest(self._solver, position, position.codes(), turns)

    def _refuting(self, position: core.Position, turns: int) -> int:
        """A decision after which the win cannot be forced; if possible one that wins itself."""
        codes = [
            code for code in position.codes() if not self._solver.wins(position.after(code), turns)
        ]
        for code in codes:
            if position.after(code).winner == self._loser:
                return code
        return codes[0]


def steps(puzzle: Puzzle, decisions: Sequence[str]) -> tuple[str, ...] | None:
    """The puzzle's decisions after ``decisions``, up to the solver's next turn.

    None off the line or within a turn.
    """
    line = (*puzzle.solution, *puzzle.line)
    if tuple(decisions) != line[: len(decisions)]:
        return None
    state = puzzle.start()
    seat = state.to_move
    for move in decisions:
        state = state.play(state.parse(move))
    if state.to_move == seat:
        return None
    reply: list[str] = []
    for move in line[len(decisions) :]:
        if state.to_move == seat:
            break
        reply.append(move)
        state = state.play(state.parse(move))
    return tuple(reply)


def turns_left(puzzle: Puzzle, decisions: Sequence[str]) -> int:
    """How many turns the shortest win still takes, if it was not lost; at least 1.

    :param decisions: Those made so far, of both sides.
    """
    state = puzzle.start()
    seat = state.to_move
    own_turns = 0
    for move in decisions:
        mover = state.to_move
        state = state.play(state.parse(move))
        if mover == seat and state.to_move != seat:
            own_turns += 1
    return max(1, puzzle.turns - own_turns)


def path(start: core.State, moves: Sequence[str]) -> str:
    """Decisions from a position as a short text; the inverse of ``moves_of``.

    Their count, and a number made of their places among legal ones.
    """
    if not moves:
        return ""
    number = 0
    scale = 1
    state = start
    for text in moves:
        move = state.parse(text)
        legal = state.legal_moves()
        number += scale * legal.index(move)
        scale *= len(legal)
        state = state.play(move)
    digits = ""
    while number:
        number, digit = divmod(number, len(DIGITS))
        digits = DIGITS[digit] + digits
    return DIGITS[len(moves)] + digits


def moves_of(start: core.State, text: str) -> tuple[str, ...]:
    """The decisions of a path. Raises ValueError where it is no path from this position."""
    if not text:
        return ()
    count = int(text[0], len(DIGITS))
    number = int(text[1:] or "0", len(DIGITS))
    moves = []
    state = start
    for _ in range(count):
        legal = state.legal_moves()
        if not legal:
            raise ValueError(text)
        number, place = divmod(number, len(legal))
        moves.append(str(legal[place]))
        state = state.play(legal[place])
    if number:
        raise ValueError(text)
    return tuple(moves)
