"""A match as written down: its game, players, turns and result."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from ..core import SWAP, Game, GameError, State
from ..core.errors import brief

STATUSES = ("running", "finished", "aborted")
HOWS = ("played", "passed", "prepared", "given")


class RecordError(GameError):
    """The text is no record, or its moves are not legal."""


@dataclass(frozen=True, slots=True)
class RecordedTurn:
    """Decisions, as text, that ``seat`` made in one go.

    :param made_at: when the turn was made, if that is known
    :param how: one of ``HOWS``
    :param proposer: who proposed the turn to a team
    """

    seat: int
    moves: tuple[str, ...]
    made_at: datetime | None = None
    how: str = "played"
    proposer: str = ""


@dataclass(frozen=True, slots=True)
class Record:
    """A match as written down.

    :param winner: the seat that won, or None for a draw; it counts only once the match is finished
    :param match: the name of the match on its server
    :param clock: the time limit, as ``/play`` takes it
    :param hints: how many hints each seat got
    """

    game: Game
    options: Mapping[str, str]
    players: tuple[str, str]
    turns: tuple[RecordedTurn, ...]
    status: str = "running"
    winner: int | None = None
    reason: str = ""
    match: str = ""
    started_at: datetime | None = None
    finished_at: datetime | None = None
    clock: str = "none"
    rated: bool = False
    hints: tuple[int, int] = (0, 0)

    def states(self, ply: int | None = None) -> tuple[State, ...]:
        """The states of the match from the start on, or those up to ``ply`` decisions.

        Raises RecordError for a decision that is not legal, and for a ply beyond the match.
        """
        states = [self.game.start(**self.options)]
        for number, turn in enumerate(self.turns, 1):
            for text in turn.moves:
                try:
                    states.append(self._play(states[-1], turn.seat, text))
                except GameError as error:
                    raise RecordError(
                        "turn {number}, {move}: {why}",
                        number=number,
                        move=brief(text),
                        why=error.sentence,
                    ) from None
        if ply is None:
            return tuple(states)
        if not 0 <= ply < len(states):
            raise RecordError("the match has only {most} moves", most=len(states) - 1)
        return tuple(states[: ply + 1])

    def _play(self, state: State, seat: int, text: str) -> State:
        """The state after a decision of ``seat``. Raises GameError."""
        if state.to_move != seat:
            raise RecordError("it isn’t {seat}’s turn", seat=self.game.seats[seat])
        return state.play(state.parse(text))

    @property
    def variant(self) -> str:
        """What players call the options."""
        return ", ".join(map(str, self.game.phrases(self.options)))

    def moves_of(self, number: int) -> str:
        """The moves of a turn, counted from 0; what is taken over is named beside ``swap``."""
        moves = self.turns[number].moves
        if moves != (str(SWAP),):
            return " ".join(moves)
        try:
            taken_over = replace(self, turns=self.turns[: number + 1]).states()[-1].taken_over
        except GameError:  # illegal moves are written as they are
            return str(SWAP)
        if not taken_over:
            return str(SWAP)
        return f"{SWAP} (take over {', '.join(taken_over)})"

    @property
    def result(self) -> str:
        """The result in words: ``Black wins``, ``draw``, ``running`` or ``called off``."""
        if self.status == "aborted":
            return "called off"
        if self.status != "finished":
            return self.status
        if self.winner is None:
            return "draw"
        return f"{self.game.seats[self.winner]} wins"


def one_line(text: str) -> str:
    """``text`` with single spaces instead of line breaks and other blanks."""
    return " ".join(text.split())
