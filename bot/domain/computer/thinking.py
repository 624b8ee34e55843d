"""What the computer thinks about, in helper processes: functions that take and return plain
values.
"""

import time
from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

import games
from bot.workers.helper import progress
from games.core import State
from games.players import LEVELS, ComputerPlayer, analysis as analyses, reasons
from games.players.analysis import Analysis
from games.players.claims import JudgedTurn
from games.players.puzzles.answers import TurnVerdict, save_verdict, verdict
from games.players.reasons import Hint
from games.players.turning import TurningPoint, turning_point

TURN_SECONDS = {"strong": 3.0, "master": 8.0}
"""Seconds for a whole turn, however many decisions it has; one second at the other levels."""


def turn_seconds(level: str) -> float:
    """Seconds that a player of a level takes for a whole turn, at most."""
    return TURN_SECONDS.get(level, 1.0)


class PositionData(NamedTuple):
    """A position as plain values: the game's slug, its options and the decisions made."""

    slug: str
    options: Mapping[str, str]
    decisions: tuple[str, ...]

    def state(self) -> State:
        """The state after the last decision."""
        return games.replay(self.slug, self.options, self.decisions)

    def last_states(self, count: int) -> tuple[State, ...]:
        """The state before the last ``count`` decisions, and the one after each of them."""
        first_ply = len(self.decisions) - count
        start = self._replace(decisions=self.decisions[:first_ply]).state()
        return JudgedTurn.of(start, self.decisions[first_ply:]).states


class ChosenTurn(NamedTuple):
    """A whole turn, and the value of the match for the seat that makes it, from -1 to 1."""

    moves: tuple[str, ...]
    value: float


def choose(position: PositionData, level: str, pace: float) -> ChosenTurn:
    """The whole turn of a player of ``level``, who takes ``pace`` (1: all) of the level's time."""
    state = position.state()
    player = ComputerPlayer(level)
    seat = state.to_move
    moves: list[str] = []
    value = 0.0
    end = time.perf_counter() + turn_seconds(level) * pace
    while state.to_move == seat:
        # One player for the whole turn, who reuses the search of the decisions before.
        seconds_left = max(0.02, end - time.perf_counter())
        goes_on = state.play(state.legal_moves()[0]).to_move == seat
        seconds = min(LEVELS[level].seconds * pace, seconds_left / 2 if goes_on else seconds_left)
        player.level = replace(LEVELS[level], seconds=seconds)
        choice = player.think(state)
        if not moves:
            value = choice.value
        moves.append(str(choice.move))
        state = state.play(choice.move)
        player.observe(state)
    return ChosenTurn(tuple(moves), value)


def judge(position: PositionData, level: str, pace: float) -> float:
    """The value of a match for the seat to move, from -1 to 1, as a player of ``level`` sees it."""
    seconds = None if pace == 1 else LEVELS[level].seconds * pace
    return ComputerPlayer(level).think(position.state(), seconds).value


def least_chance(position: PositionData, seat: int, seconds: float) -> int:
    """The least chance, in percent, of a seat before a turn of its own; each is searched for so
    many seconds, the least for ten times as long.
    """
    states = position.last_states(len(position.decisions))
    turns = [
        state
        for previous_state, state in pairwise(states)
        if state.to_move == seat != previous_state.to_move
    ]
    if not turns:
        return 100

    def value(state: State, seconds: float) -> float:
        return ComputerPlayer("club").think(state, seconds).value

    worst = min(turns, key=lambda state: value(state, seconds))
    return round(50 * (1 + value(worst, 10 * seconds)))


def hint(position: PositionData, seconds: float) -> Hint:
    """A good turn, or the rest of one, with its reasons."""
    return reasons.hint(position.state(), "strong", seconds)


def explain(
    position: PositionData, moves: tuple[str, ...], value: float = 0.0, lines: int = 0
) -> Hint:
    """Reasons for a turn, or for a part of one, whose ``value`` a search of this many ``lines``
    gave.
    """
    return reasons.advice(JudgedTurn.of(position.state(), moves), value=value, lines=lines)


def judge_answer(position: PositionData, turns: int, seconds: float, saves: int = 0) -> TurnVerdict:
    """Whether the last turn keeps the win of a puzzle with this many ``turns`` left, or ``saves``
    it, and the reply.
    """
    if saves:
        return save_verdict(position.state(), saves, seconds)
    return verdict(position.state(), turns, seconds)


def analyse(position: PositionData, seconds: float) -> Analysis:
    """Analyse a whole match."""
    states = position.last_states(len(position.decisions))
    return analyses.analyse(states, seconds, progress=progress)


class TriedTurn(NamedTuple):
    """A turn that a member tried: ``line`` after the first ``ply`` decisions of a match, then
    ``moves``.
    """

    ply: int
    line: tuple[str, ...]
    moves: tuple[str, ...]


def turning_points(
    position: PositionData, turns: tuple[TriedTurn, ...], seconds: float
) -> tuple[TurningPoint | None, ...]:
    """Each tried turn as a turning point; None where that is not proved in the time."""
    points: list[TurningPoint | None] = []
    end = time.perf_counter() + seconds
    for number, turn in enumerate(turns):
        decisions = (*position.decisions[: turn.ply], *turn.line)
        state = position._replace(decisions=decisions).state()
        candidate = JudgedTurn.of(state, turn.moves)
        # A turn that is decided quickly leaves its time to the others.
        seconds_left = max(0.0, end - time.perf_counter()) / (len(turns) - number)
        is_whole = candidate.after.to_move != state.to_move
        points.append(turning_point(candidate, seconds_left) if is_whole else None)
        progress((number + 1) / len(turns))
    return tuple(points)
