"""Answers to puzzles: whether a turn keeps the win, the other side's reply, and lines as short
texts.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

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
    """How many turns more than the fewest a win may take; None: any number, as all of them are
    looked at.
    """
    return None if knowledge_of(get(puzzle.slug)).plays_out else SLOWER


class Verdict(NamedTuple):
    """Whether a turn keeps a forced win (None: not decided in time), and the other side's reply to
    it.

    ``turns`` is within how many turns more it wins or, if it does not, within how many it was
    proved not to. The reply is the whole turn that holds out longest, or one that refutes it.
    """

    right: bool | None
    turns: int = 0
    reply: tuple[str, ...] = ()


def verdict(state: core.State, turns: int, seconds: float) -> Verdict:
    """Judge the turn before ``state`` in a puzzle with ``turns`` left."""
    if state.to_move is None:
        return Verdict(None)
    return _searched(state, state.to_move, turns, seconds)


def save_verdict(state: core.State, turns: int, seconds: float) -> Verdict:
    """Judge a turn that is to keep the side to move in ``state`` from forcing a win within
    ``turns``.
    """
    seat = state.to_move
    line = []
    at = state
    if seat is None:
        return Verdict(None)
    solver = Solver(knowledge_of(state.game), seat, seconds)
    try:
        if not solver.wins(state.position(), turns):
            return Verdict(True)
        while at.to_move == seat:
            move = at.position().move(solver.winners(at.position(), turns, most=1)[0])
            line.append(str(move))
            at = at.play(move)
    except OutOfTime:
        return Verdict(None)
    return Verdict(False, turns, tuple(line))


def _searched(state: core.State, loser: int, turns: int, seconds: float) -> Verdict:
    """What a search of ``seconds`` proves of a turn."""
    knowledge = knowledge_of(state.game)
    solver = Solver(knowledge, 1 - loser, seconds)
    position = state.position()
    most = ALL if knowledge.plays_out else turns + SLOWER

    def reply(choose: Callable[[core.Position, int], int], within: int) -> tuple[str, ...]:
        line = []
        at = position
        while at.reason is None and at.to_move == loser:
            code = choose(at, within)
            line.append(str(at.move(code)))
            at = at.after(code)
        return tuple(line)

    def refuting(at: core.Position, within: int) -> int:
        """A decision after which the win cannot be forced; if possible one that wins itself."""
        codes = [code for code in at.codes() if not solver.wins(at.after(code), within)]
        return next((code for code in codes if at.after(code).winner == loser), codes[0])

    judged = Verdict(None)
    try:
        for number in range(max(1, most) + 1):
            if solver.wins(position, number):
                return Verdict(
                    True,
                    number,
                    reply(lambda at, within: toughest(solver, at, at.codes(), within), number),
                )
            if number >= max(1, turns) and judged.right is None:
                judged = Verdict(False, number, reply(refuting, number))
        # Nothing slower wins either, so the reply may as well be one that leaves no win at all.
        return Verdict(False, most, reply(refuting, most))
    except OutOfTime:
        return judged


def steps(puzzle: Puzzle, made: Sequence[str]) -> tuple[str, ...] | None:
    """The puzzle's decisions after ``made``, up to the solver's next turn; None off the line or
    within a turn.
    """
    line = (*puzzle.solution, *puzzle.line)
    if tuple(made) != line[: len(made)]:
        return None
    state = puzzle.start()
    seat = state.to_move
    for move in made:
        state = state.play(state.parse(move))
    if state.to_move == seat:
        return None
    reply: list[str] = []
    for move in line[len(made) :]:
        if state.to_move == seat:
            break
        reply.append(move)
        state = state.play(state.parse(move))
    return tuple(reply)


def turns_left(puzzle: Puzzle, made: Sequence[str]) -> int:
    """How many turns the shortest win still takes after ``made``, if it was not lost; at least
    1.
    """
    state = puzzle.start()
    seat = state.to_move
    gone = 0
    for move in made:
        before = state
        state = state.play(state.parse(move))
        gone += before.to_move == seat != state.to_move
    return max(1, puzzle.turns - gone)


def path(start: core.State, moves: Sequence[str]) -> str:
    """Decisions from a position as a short text: their count, and a number made of their places
    among legal ones.
    """
    if not moves:
        return ""
    number = 0
    scale = 1
    state = start
    for move in moves:
        meant = state.parse(move)
        legal = state.legal_moves()
        number += scale * legal.index(meant)
        scale *= len(legal)
        state = state.play(meant)
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
