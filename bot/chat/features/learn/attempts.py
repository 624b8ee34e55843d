"""A puzzle as far as a member has come with it, and what the decisions they make next come to."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from bot.chat.board.links import PuzzleFields, PuzzlePress
from bot.chat.board.trying import last_turn
from bot.domain.computer.thinking import PositionData
from bot.domain.matches.history import follow
from bot.domain.matches.turns import parse_decisions
from games.core import State
from games.players.puzzles import Puzzle, answers

PRESSED_LENGTH = 3  # characters of a path left for a turn that is made decision by decision


@dataclass(frozen=True)
class Attempt:
    """A puzzle after the decisions of both sides."""

    puzzle: Puzzle
    decisions: tuple[str, ...] = ()

    @classmethod
    def parse(cls, puzzle: Puzzle, path: str) -> "Attempt":
        """The attempt that ``path`` stands for. Raises ValueError where it stands for none."""
        return cls(puzzle, answers.moves_of(puzzle.start(), path))

    @cached_property
    def path(self) -> str:
        """The decisions as a short text, for custom ids."""
        return answers.path(self.states[0], self.decisions)

    @cached_property
    def states(self) -> tuple[State, ...]:
        """The states that the decisions lead through, from the start of the puzzle."""
        return follow(self.puzzle.start(), self.decisions)

    @property
    def state(self) -> State:
        """The state after the last decision."""
        return self.states[-1]

    @property
    def position(self) -> PositionData:
        """The position after the last decision, for a worker process."""
        puzzle = self.puzzle
        decisions = (*puzzle.moves, *self.decisions)
        return PositionData(puzzle.slug, dict(puzzle.options), decisions)

    @property
    def turns_left(self) -> int:
        """The number of turns that the shortest win still takes."""
        return answers.turns_left(self.puzzle, self.decisions)

    @property
    def can_go_on(self) -> bool:
        """Whether there is more to solve, and buttons have room for it."""
        longest = answers.LONGEST_PATH - PRESSED_LENGTH
        return self.state.outcome is None and len(self.path) <= longest

    def first(self, count: int) -> "Attempt":
        """The attempt after the first ``count`` decisions."""
        return Attempt(self.puzzle, self.decisions[:count])

    def plus(self, decisions: Iterable[str]) -> "Attempt":
        """The attempt after more decisions."""
        return Attempt(self.puzzle, (*self.decisions, *decisions))

    def before_last_turn(self) -> "Attempt":
        """The attempt before the turn whose decision is the last one."""
        return self.first(len(self.decisions) - self.last_turn_length)

    @property
    def last_turn_length(self) -> int:
        """The number of decisions in the last turn."""
        return len(last_turn(self.states)) - 1

    @property
    def last_turn_states(self) -> Sequence[State]:
        """The states of the last turn, from before its first decision.

        Before the first decision it is the turn that leads to the puzzle.
        """
        if self.decisions:
            return last_turn(self.states)
        return self.puzzle.turn_before()

    @property
    def unfinished_turn_start(self) -> int:
        """The number of decisions before the turn that the side to move is making."""
        count = len(self.decisions)
        to_move = self.state.to_move
        while count and self.states[count - 1].to_move == to_move:
            count -= 1
        return count

    @property
    def press_fields(self) -> PuzzleFields:
        """What a press about this attempt carries."""
        return {
            "attempt_length": len(self.decisions),
            "game": self.puzzle.slug,
            "name": self.puzzle.name,
            "path": self.path,
        }

    def press(self, kind: type[PuzzlePress]) -> PuzzlePress:
        """A press about this attempt, of a kind that carries nothing else."""
        return kind(**self.press_fields)


@dataclass(frozen=True)
class PuzzleSolved:
    """The decisions solve the puzzle."""

    attempt: Attempt


@dataclass(frozen=True)
class Lost:
    """The decisions end the match, but not as the puzzle asks."""

    attempt: Attempt


@dataclass(frozen=True)
class TurnUnfinished:
    """The decisions are legal, and the turn goes on."""

    attempt: Attempt


@dataclass(frozen=True)
class Replied:
    """The turn is on the puzzle's line: ``reply`` is what the other side does then."""

    attempt: Attempt
    reply: tuple[str, ...]


@dataclass(frozen=True)
class OffLine:
    """The turn is not on the puzzle's line: only a search says whether it is right."""

    attempt: Attempt


AnswerDecision: TypeAlias = PuzzleSolved | Lost | TurnUnfinished | Replied | OffLine
"""What an answer comes to; ``attempt`` is the one after it."""


def decide_answer(attempt: Attempt, move_text: str) -> AnswerDecision:
    """What decisions come to that a member makes in a puzzle. Raises Unplayable."""
    new_states = parse_decisions(attempt.state, move_text)
    next_attempt = attempt.plus(str(state.last_move) for state in new_states)
    if _reaches_goal(attempt, next_attempt):
        return PuzzleSolved(next_attempt)
    if next_attempt.state.outcome is not None:
        return Lost(next_attempt)
    if next_attempt.state.to_move == attempt.state.to_move:
        return TurnUnfinished(next_attempt)
    reply = answers.steps(next_attempt.puzzle, next_attempt.decisions)
    if reply is None:
        return OffLine(next_attempt)
    # Where the line is too long for buttons, or the loser's own turn ends it, the solution is
    # complete.
    if not next_attempt.plus(reply).can_go_on:
        return PuzzleSolved(next_attempt)
    return Replied(next_attempt, reply)


def _reaches_goal(attempt: Attempt, next_attempt: Attempt) -> bool:
    """Whether the decisions since ``attempt`` win, or save what the puzzle asks to be saved."""
    puzzle = next_attempt.puzzle
    if puzzle.saves and next_attempt.decisions == puzzle.solution:
        return True
    outcome = next_attempt.state.outcome
    if outcome is None:
        return False
    if outcome.winner is None:
        return bool(puzzle.saves)
    return outcome.winner == attempt.state.to_move
