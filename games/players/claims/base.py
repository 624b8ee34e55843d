"""What a claim is: a typed statement about a turn, with a meaning that is decided."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias, dataclass_transform

from ...core import Move, Position, State
from ..knowledge import knowledge_of
from ..solver import Solver

Whose: TypeAlias = Literal["own", "other"]
"""Of the side whose turn it is, or of the other one."""

FORESIGHT = 3  # turns within which forced wins are searched for
WITHIN = range(1, FORESIGHT + 1)


class JudgedTurn(NamedTuple):
    """A turn, or the rest of one: its states from before the first decision to after the last."""

    states: tuple[State, ...]

    @classmethod
    def of(cls, state: State, moves: Iterable[Move | str]) -> "JudgedTurn":
        """The turn that begins in ``state``. Raises IllegalMove, NotationError."""
        states = [state]
        for move in moves:
            if isinstance(move, str):
                move = state.parse(move)
            state = state.play(move)
            states.append(state)
        return cls(tuple(states))

    @property
    def before(self) -> State:
        """Where the turn starts."""
        return self.states[0]

    @property
    def after(self) -> State:
        """Where it has led to."""
        return self.states[-1]

    @property
    def seat(self) -> int:
        """The seat whose turn it is. Raises ValueError where the match is over before it."""
        seat = self.before.to_move
        if seat is None:
            raise ValueError("nobody is to move")
        return seat

    @property
    def moves(self) -> tuple[Move, ...]:
        """Its decisions."""
        moves = [state.last_move for state in self.states[1:]]
        return tuple(move for move in moves if move is not None)

    def cells(self, kind: str, seat: int | None = None) -> tuple[str, ...]:
        """The cells of all events of a kind by a seat, in their order.

        :param seat: By default the one whose turn it is.
        """
        if seat is None:
            seat = self.seat
        cells: list[str] = []
        for state in self.states[1:]:
            for event in state.events:
                if event.kind == kind and event.seat == seat:
                    cells += event.cells
        return tuple(cells)


class Prover:
    """Decides who can force a win from positions of one match, by searches of ``seconds`` each."""

    def __init__(self, state: State, seconds: float = float("inf")) -> None:
        self._knowledge = knowledge_of(state.game)
        self._solvers = tuple(Solver(self._knowledge, seat, seconds) for seat in (0, 1))

    def wins(self, position: Position, seat: int, turns: int = 1) -> bool:
        """Whether a seat can force a win within this many of its turns, including the present.

        Raises OutOfTime.
        """
        return self._solvers[seat].wins(position, turns)

    def soonest(self, position: Position, seat: int) -> int:
        """Within how few of its turns a seat can force a win; 0 if not within FORESIGHT.

        Raises OutOfTime.
        """
        return next((turns for turns in WITHIN if self.wins(position, seat, turns)), 0)

    def winners(self, position: Position, turns: int = 1, most: int | None = None) -> list[int]:
        """The decisions by which the seat to move forces a win within this many turns.

        Raises OutOfTime.
        """
        return self._solvers[position.to_move].winners(position, turns, most)

    def win_at_once(self, position: Position) -> int | None:
        """A decision with which the seat to move wins the match; None if there is none."""
        return self._knowledge.winning(position)

    def losing(self, position: Position) -> list[int]:
        """The decisions after which the other seat can win at once or in its next turn.

        Raises OutOfTime.
        """
        opponent = 1 - position.to_move
        codes = position.codes()
        return [code for code in codes if self.wins(position.after(code), opponent)]


@dataclass_transform(frozen_default=True)
class Claim:
    """A statement about a turn, a frozen dataclass.

    Its docstring is its meaning, decided before it is made.
    """

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True)(cls)
