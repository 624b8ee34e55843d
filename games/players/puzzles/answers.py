"""Answers to puzzles: whether a turn keeps the win, and with what the other side replies to it, right or wrong."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ... import core
from ..knowledge import knowledge_of
from ..solved import advice, winner
from ..solver import OutOfTime, Solver, played
from . import Puzzle, toughest

# How many turns more than the fewest a win may take.
SLOWER = 2
# Where matches are played out to the last point, more turns than any has.
ALL = 40
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
# As many characters as fit on a button beside the puzzle's name and what is pressed.
LONGEST_PATH = 24


class Verdict(NamedTuple):
    """What came of a turn: whether it keeps a forced win (None: that was not decided in time), and the reply to it.

    ``turns`` is within how many turns more it wins or, if it does not, within how many it was proved not to. The reply
    is the whole turn that holds out longest, or one that refutes it. Where a certificate alone tells that the turn
    wins, it is ``certified``: nothing is known of how soon, and the reply is any.
    """

    right: bool | None
    turns: int = 0
    reply: tuple[str, ...] = ()
    certified: bool = False


def verdict(state: core.State, turns: int, seconds: float) -> Verdict:
    """Judge the turn that led to ``state``, where the other side is to move, in a puzzle with so many turns left.

    A win that is too long for the search is right, too, where a certificate of the variant proves it.
    """
    if state.to_move is None:
        return Verdict(None)
    searched = _searched(state, turns, seconds)
    return searched if searched.right else _certified(state, turns) or searched


def _certified(state: core.State, turns: int) -> Verdict | None:
    """What the certificates say of a turn; None where they say nothing."""
    loser = state.to_move
    assert loser is not None
    if (held := advice(state)) is not None:
        # The other side wins itself, or holds the draw.
        return Verdict(False, max(1, turns), _follows(state, loser, held.move))
    if winner(state) == 1 - loser:
        return Verdict(True, turns + SLOWER + 1, _follows(state, loser, state.legal_moves()[0]), certified=True)
    return None


def _follows(state: core.State, seat: int, move: core.Move) -> tuple[str, ...]:
    """A whole turn that begins with a decision and goes on as certificates say, or anyhow."""
    line: list[str] = []
    while state.to_move == seat:
        if line:
            held = advice(state)
            move = state.legal_moves()[0] if held is None else held.move
        line.append(str(move))
        state = state.play(move)
    return tuple(line)


def _searched(state: core.State, turns: int, seconds: float) -> Verdict:
    """What search says of a turn within so many seconds."""
    loser = state.to_move
    assert loser is not None
    knowledge = knowledge_of(state.game)
    solver = Solver(knowledge, 1 - loser, seconds)
    position = state.position()
    most = ALL if knowledge.plays_out else turns + SLOWER
    found = Verdict(None)
    try:
        for number in range(max(1, most) + 1):
            if solver.wins(position, number):
                return Verdict(True, number, _whole(solver, position, loser, number))
            if number >= max(1, turns) and found.right is None:
                found = Verdict(False, number, _refuting(solver, position, loser, number))
        # Nothing slower wins either, so the reply may as well be one that leaves no win at all.
        return Verdict(False, most, _refuting(solver, position, loser, most))
    except OutOfTime:
        return found


def _whole(solver: Solver, position: core.Position, loser: int, within: int) -> tuple[str, ...]:
    """The toughest whole turn of a loser."""
    line: list[str] = []
    while position.reason is None and position.to_move == loser:
        code = toughest(solver, position, position.codes(), within)
        line.append(str(position.move(code)))
        position = played(position, code)
    return tuple(line)


def _refuting(solver: Solver, position: core.Position, loser: int, most: int) -> tuple[str, ...]:
    """A whole turn after which the win cannot be forced; one that wins itself, if there is one."""
    line: list[str] = []
    while position.reason is None and position.to_move == loser:
        codes = [code for code in position.codes() if not solver.wins(played(position, code), most)]
        ends = (code for code in codes if played(position, code).winner == loser)
        code = next(ends, codes[0])
        line.append(str(position.move(code)))
        position = played(position, code)
    return tuple(line)


def steps(puzzle: Puzzle, made: Sequence[str]) -> tuple[str, ...] | None:
    """The decisions after ``made`` that the puzzle's own line plays next, up to the solver's next turn or the end;

    None where ``made`` has left the line, or ends before a turn is whole.
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
    """How many turns the fewest-turn win still takes after ``made``, if nothing was lost; at least 1."""
    state = puzzle.start()
    seat, gone = state.to_move, 0
    for move in made:
        before, state = state, state.play(state.parse(move))
        gone += before.to_move == seat != state.to_move
    return max(1, puzzle.turns - gone)


def path(start: core.State, moves: Sequence[str]) -> str:
    """Decisions from a position as a short text: how many, then a number made of their places among the legal ones."""
    if not moves:
        return ""
    number, scale, state = 0, 1, start
    for move in moves:
        meant, legal = state.parse(move), state.legal_moves()
        number += scale * legal.index(meant)
        scale *= len(legal)
        state = state.play(meant)
    digits = ""
    while number:
        number, digit = divmod(number, len(DIGITS))
        digits = DIGITS[digit] + digits
    return DIGITS[len(moves)] + digits


def moves_of(start: core.State, text: str) -> tuple[str, ...]:
    """The decisions that a path stands for. Raises ValueError where it is none of this position."""
    if not text:
        return ()
    count, number = int(text[0], len(DIGITS)), int(text[1:] or "0", len(DIGITS))
    moves, state = [], start
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
