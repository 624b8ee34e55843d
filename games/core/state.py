"""A game as data, and a state of a match of it as everyone outside the rules sees it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from ..lattice import Lattice
from . import notation
from .errors import BadOption, IllegalMove, Sentence, _, brief
from .moves import PASS, Event, Move, Option, Outcome
from .position import Position

# What is said of a site that has a name but is no cell, by the feature of the board that it is.
_NO_CELL = {
    "pillars": _("{cell} is a pillar; you can’t play there"),
    "holes": _("{cell} is a hole in the board; you can’t play there"),
}


@dataclass(frozen=True, slots=True)
class Game:
    """A game as data: its names, credits and options, and how a match of it is set up.

    Optional: ``formerly`` are earlier names, ``link`` is a page about the game, ``examples`` are moves as players type
    them. ``pie``: the second player may swap sides after the start. ``measured``: matches between equal players, by the
    choices of a variant with spaces between: won by seat 0, won by seat 1, and all. ``counted``: how a turn has changed
    the score, for the mover's count and for the other's, with ``{was}`` and ``{now}``.
    """

    slug: str
    name: str
    seats: tuple[str, str]
    author: str
    year: int
    aim: str
    options: tuple[Option, ...]
    setup: Callable[[Mapping[str, str]], Position]
    formerly: tuple[str, ...] = ()
    link: str = ""
    examples: tuple[str, ...] = ()
    pie: bool = False
    measured: tuple[tuple[str, tuple[int, int, int]], ...] = ()
    counted: tuple[str, str] | None = None

    @property
    def module(self) -> str:
        """The name of the module with the rules, without its package."""
        return self.setup.__module__.rpartition(".")[2]

    @property
    def file_names(self) -> tuple[str, str]:
        """How modules about this game are named in other folders: after its slug, or after the module of its rules."""
        return self.slug.replace("-", "_"), self.module

    def start(self, **options: str) -> State:
        """The first state of a match; options not named take their defaults. Raises BadOption."""
        return State(self, (chosen := self.complete(options)), self.setup(chosen))

    def complete(self, options: Mapping[str, str]) -> dict[str, str]:
        """``options`` checked and with defaults filled in, in the game's order. Raises BadOption."""
        known = {option.name: option for option in self.options}
        for name in options:
            if name not in known:
                raise BadOption(
                    "{game} has no option “{name}”; choose from {names}",
                    game=self.name,
                    name=brief(name),
                    names=", ".join(known) or Sentence("none"),
                )
        chosen = {}
        for option in self.options:
            value = options.get(option.name, option.default)
            if value not in option.choices:
                raise BadOption(
                    "{label} of {game} can’t be “{value}”; choose from {choices}",
                    label=Sentence(option.label),
                    game=self.name,
                    value=brief(value),
                    choices=", ".join(option.choices),
                )
            chosen[option.name] = value
        return chosen


class State:
    """A position in a match, as everyone outside the rules sees it. Immutable.

    ``ply`` counts decisions made, ``turn`` the runs of decisions by one seat (the first turn is 1).
    """

    __slots__ = (
        "_before",
        "_events",
        "_legal",
        "_outcome",
        "_position",
        "_threats",
        "game",
        "last_move",
        "options",
        "ply",
        "turn",
    )

    game: Game
    options: Mapping[str, str]
    ply: int
    turn: int
    last_move: Move | None

    def __init__(self, game: Game, options: Mapping[str, str], position: Position) -> None:
        self.game = game
        self.options = options
        self.ply = 0
        self.turn = 1
        self.last_move = None
        self._position = position
        self._before: Position | None = None
        self._legal: tuple[Move, ...] | None = None
        self._outcome: Outcome | None = None
        self._events: tuple[Event, ...] | None = None
        self._threats: tuple[str, ...] | None = None

    @property
    def board(self) -> Lattice:
        """The board: its cells, their centres and neighbours."""
        return self._position.board

    @property
    def to_move(self) -> int | None:
        """The seat that decides next; None once the match is over."""
        position = self._position
        return position.to_move if position.reason is None else None

    def position(self) -> Position:
        """A position of one's own, to search or play out."""
        return self._position.copy()

    def legal_moves(self) -> tuple[Move, ...]:
        """Every legal decision, in the order of the board; none once the match is over."""
        if self._legal is None:
            position = self._position
            self._legal = () if position.reason is not None else tuple(map(position.move, position.codes()))
        return self._legal

    def parse(self, text: str) -> Move:
        """The legal decision that a player means by ``text``. Raises NotationError or IllegalMove, saying why."""
        return notation.parse(self, text)

    def read(self, text: str) -> notation.Reading[State]:
        """What a player has typed so far, one decision or several: impossible, good so far, or complete."""
        return notation.read(self, text)

    def play(self, move: Move) -> State:
        """The state after a decision. Raises IllegalMove."""
        code = self._legal_code(move)
        if code is None:
            raise IllegalMove(self.objection(move))
        return self._after(move, code)

    def forward(self, moves: Iterable[Move]) -> State:
        """The state after decisions that are known to be legal, which are not checked again: three times as quick."""
        state = State(self.game, self.options, self._position.copy())
        state.ply, state.turn, position = self.ply, self.turn, state._position
        for move in moves:
            code, mover = position.code(move), position.to_move
            if code is None or position.reason is not None:
                raise IllegalMove(state.objection(move))
            position.play(code)
            state.ply += 1
            state.turn += position.reason is None and position.to_move != mover
        return state

    def _legal_code(self, move: Move) -> int | None:
        """The code of a decision if it is legal. Codes are compared: listing all moves as such takes longer."""
        position, board = self._position, self._position.board
        if position.reason is not None or any(cell and cell not in board for cell in (move.source, move.target)):
            return None
        code = position.code(move)
        return code if code in position.codes() else None

    def objection(self, move: Move) -> Sentence:
        """Why a decision is not legal here, in one sentence."""
        if self.to_move is None:
            return Sentence("the match is over")
        for cell in (move.source, move.target):
            if cell and cell not in self.board:
                features = [kind for kind, sites in self.board.features.items() if cell in sites]
                said = _NO_CELL[features[0]] if features else _("there’s no cell {cell} on this board")
                return Sentence(said, cell=cell)
        if move == PASS:
            return Sentence("you can only pass if you have no other move")
        return self._position.objection(move)

    def _after(self, move: Move, code: int) -> State:
        before = self._position
        position = before.copy()
        position.play(code)
        state = State(self.game, self.options, position)
        state.ply = self.ply + 1
        state.turn = self.turn + (position.reason is None and position.to_move != before.to_move)
        state.last_move = move
        state._before = before
        return state

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended; None while it goes on."""
        if self._outcome is None and self._position.reason is not None:
            self._outcome = self._position.outcome(self._before, self.last_move)
        return self._outcome

    @property
    def events(self) -> tuple[Event, ...]:
        """What the last decision did; nothing at the start."""
        if self._events is None:
            if self._before is None or self.last_move is None:
                self._events = ()
            else:
                self._events = self._position.events(self._before, self.last_move)
        return self._events

    def pieces(self) -> dict[str, tuple[int, ...]]:
        """Occupied cells, in the order of the board, and the seats of their pieces from bottom to top."""
        return self._position.pieces()

    @property
    def reserve(self) -> tuple[int, int]:
        """Stones in hand, by seat; (0, 0) where the game has none."""
        return self._position.reserve

    @property
    def score(self) -> tuple[int, int] | None:
        """What the players count, by seat; None where they count nothing."""
        return self._position.score

    @property
    def marks(self) -> dict[str, tuple[str, ...]]:
        """Cells worth showing beside the pieces, by what they are; the game's module names the kinds."""
        return self._position.marks()

    @property
    def threats(self) -> tuple[str, ...]:
        """The cells at stake for the seat to move: what the other could win, take or close with one decision.

        It is what would happen if the seat to move could pass; the game's module says what counts. In the order of
        the board; nothing once the match is over.
        """
        if self._threats is None:
            self._threats = () if self._position.reason is not None else self._position.threats()
        return self._threats

    @property
    def threatens_win(self) -> bool:
        """Whether the seat that does not decide would win by one decision if the one that does could pass."""
        return self.outcome is None and self._position.threatens_win()

    def __repr__(self) -> str:
        options = " ".join(f"{name}={value}" for name, value in self.options.items())
        return f"<{self.game.slug} {options} ply {self.ply}>"
