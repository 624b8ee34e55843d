"""A game as data, and a state of a match of it as everyone outside the rules sees it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from ..lattice import Lattice
from . import notation
from .errors import BadOption, IllegalMove, Sentence, _, brief
from .handicap import (
    HANDICAP,
    SIDE,
    Handicap,
    HandicapWorth,
    HeadStart,
    handicap_option,
    require_offered,
    variant_on_board,
    variant_without,
)
from .moves import PASS, SWAP, Event, Move, MoveExample, Option, Outcome, SideResults
from .position import Position
from .solved import SolvedVariant

# Why a site with a name is no cell, by the feature of the board that it is.
_OBJECTIONS_TO_SITES = {
    "pillars": _("{cell} is a pillar; you can’t play there"),
    "holes": _("{cell} is a hole in the board; you can’t play there"),
}


@dataclass(frozen=True, slots=True)
class Game:
    """A game as data: its names, credits and options, and how a match of it is set up.

    :param seats: what the players are called; seat 0 moves first
    :param aim_of: what wins in a variant, in a sentence or two, by all of its options
    :param setup: makes the first position from the options chosen
    :param formerly: earlier names
    :param link: a page about the game
    :param examples: moves as players type them, but for taking over a start
    :param pie: whether the second player may take over the start
    :param draw_from: the turn from which a draw is offered beside a move; the rules draw no match
        sooner, and so early nobody thinks of a draw
    :param measured: variants with results of matches between equal players; a variant is named by
        its choices with spaces between
    :param solved_variants: variants whose end in best play is proved
    :param score_changes: how a turn has changed the score, in words with ``{was}`` and ``{now}``,
        for the mover's count and for the other's
    :param score_label: what the score counts, in words with ``{count}``
    :param head_starts: variants in which the second side may be given turns, named as above
    """

    slug: str
    name: str
    seats: tuple[str, str]
    author: str
    year: int
    aim_of: Callable[[Mapping[str, str]], str]
    options: tuple[Option, ...]
    setup: Callable[[Mapping[str, str]], Position]
    formerly: tuple[str, ...] = ()
    link: str = ""
    examples: tuple[MoveExample, ...] = ()
    pie: bool = False
    draw_from: int = 10
    measured: tuple[tuple[str, SideResults], ...] = ()
    solved_variants: tuple[SolvedVariant, ...] = ()
    score_changes: tuple[str, str] | None = None
    score_label: str = "{count}"
    head_starts: tuple[tuple[str, HeadStart], ...] = ()

    @property
    def module(self) -> str:
        """The name of the module with the rules, without its package."""
        return self.setup.__module__.rpartition(".")[2]

    @property
    def file_names(self) -> tuple[str, str]:
        """How modules about this game are named in other folders: after its slug, or after the
        module of its rules.
        """
        return self.slug.replace("-", "_"), self.module

    def aim(self, options: Mapping[str, str] | None = None) -> str:
        """What wins in a variant; options not named take their defaults. Raises BadOption."""
        return self.aim_of(self.complete(options or {}))

    def results(self, options: Mapping[str, str]) -> SideResults | None:
        """Results of matches between equal players at ``options``; None where none were played."""
        return dict(self.measured).get(variant_on_board(options))

    def leader(self, options: Mapping[str, str]) -> int | None:
        """The seat that wins clearly more matches between equal players; None with a pie."""
        results = self.results(options)
        if results is None or self.pie:
            return None
        return results.leader

    def best_play(self, options: Mapping[str, str]) -> SolvedVariant | None:
        """How a variant ends in best play; None where that is not proved.

        :param options: All of the variant's options, in the game's order.
        """
        variant = variant_on_board(options)
        for solved_variant in self.solved_variants:
            if solved_variant.variant == variant:
                return solved_variant
        return None

    def favourite(self, options: Mapping[str, str]) -> int | None:
        """The seat that wins in best play, where that is proved; else the ``leader``.

        :param options: All of the variant's options, in the game's order.
        """
        best_play = self.best_play(options)
        if best_play is not None:
            return best_play.winner
        return self.leader(options)

    def start(self, **options: str) -> "State":
        """The first state of a match; options not named take their defaults. Raises BadOption."""
        choices = self.complete(options)
        position = self.setup(choices)
        handicap = Handicap.of(choices)
        head_start = self.head_start(choices)
        if handicap is not None and handicap.turns and head_start is not None:
            position = head_start.place(position, handicap.turns)
        return State(self, choices, position)

    @property
    def handicap(self) -> Option:
        """The choices of handicap; not each is offered in each variant."""
        counts = list[int]()
        for _variant, head_start in self.head_starts:
            counts += head_start.counts
        return handicap_option(self.seats[SIDE], counts)

    def head_start(self, options: Mapping[str, str]) -> HeadStart | None:
        """The turns that the second side may be given in a variant; None where there are none.

        :param options: All of the variant's options, in the game's order, with or without handicap.
        """
        return dict(self.head_starts).get(variant_without(options))

    def worth(self, options: Mapping[str, str]) -> HandicapWorth | None:
        """What the handicap of a match is worth to the second side; None without one, and where
        that was not measured.
        """
        handicap = Handicap.of(options)
        head_start = self.head_start(options)
        if handicap is None or not handicap.turns or head_start is None:
            return None
        return head_start.worth(handicap.turns)

    def phrases(self, options: Mapping[str, str]) -> list[Sentence]:
        """What players call the options of a match, its handicap last if it has one.

        :param options: Those not named take their defaults.
        """
        phrases = []
        for option in self.options:
            phrases.append(option.phrase(options.get(option.name, option.default)))
        handicap = Handicap.of(options)
        if handicap is not None:
            phrases.append(handicap.phrase(self.seats[SIDE]))
        return phrases

    def complete(self, options: Mapping[str, str]) -> dict[str, str]:
        """``options`` checked and with defaults filled in, in the game's order.

        A handicap comes last, if there is one. Raises BadOption.
        """
        every_option = (*self.options, self.handicap)
        by_name = {option.name: option for option in every_option}
        for name in options:
            if name not in by_name:
                raise BadOption(
                    "{game} has no option “{name}”; choose from {names}",
                    game=self.name,
                    name=brief(name),
                    names=tuple(option.name for option in self.options) or Sentence("none"),
                )
        choices = {}
        for option in every_option:
            value = options.get(option.name, option.default)
            if value not in option.choices:
                raise BadOption(
                    "{label} of {game} can’t be “{value}”; choose from {choices}",
                    label=Sentence(option.label),
                    game=self.name,
                    value=brief(value),
                    choices=tuple(option.choices),
                )
            choices[option.name] = value
        handicap = Handicap.of(choices)
        if handicap is None:
            del choices[HANDICAP]
        else:
            require_offered(handicap, self.head_start(choices), self.name)
        return choices


class State:
    """A position in a match, as everyone outside the rules sees it. Immutable.

    ``ply`` counts the decisions made, and ``decisions_this_turn`` those of the turn that is going
    on. ``turn`` counts the runs of decisions by one seat; the first turn is 1.
    """

    def __init__(self, game: Game, options: Mapping[str, str], position: Position) -> None:
        self.game = game
        self.options = options
        self.ply = 0
        self.decisions_this_turn = 0
        self.turn = 1
        self._position = position
        # The position before the last decision, and the decision.
        self._played: tuple[Position, Move] | None = None
        # The states after the decisions before the last one in its turn.
        self._earlier_in_turn: tuple[State, ...] = ()

    @property
    def has_head_start(self) -> bool:
        """Whether the second side has made turns before the match began."""
        handicap = Handicap.of(self.options)
        return handicap is not None and handicap.turns > 0

    def pieces_of_head_start(self) -> tuple[str, ...]:
        """The cells, in the order of the board, on which the second side has what it would not have
        without the turns of its head start; none without one.
        """
        head_start = self.game.head_start(self.options)
        if not self.has_head_start or head_start is None:
            return ()
        pieces_without = head_start.place(self.game.setup(self.options), 0).pieces()
        cells = list[str]()
        for cell, column in self.pieces().items():
            if column[-1] == SIDE and column != pieces_without.get(cell):
                cells.append(cell)
        return tuple(cells)

    @property
    def variant(self) -> str:
        """What measurements of the start are named by: its choices, with a head start."""
        return variant_on_board(self.options)

    @property
    def turns(self) -> int:
        """How many turns were made, one that has only begun included."""
        if self.decisions_this_turn == 0:
            return self.turn - 1
        return self.turn

    @property
    def board(self) -> Lattice:
        """The board: its cells, their centres and neighbours."""
        return self._position.board

    @property
    def to_move(self) -> int | None:
        """The seat that decides next; None once the match is over."""
        return self._position.to_move if self._position.reason is None else None

    @property
    def last_move(self) -> Move | None:
        """The decision that led here; None at the start and after ``replay``."""
        return None if self._played is None else self._played[1]

    @property
    def last_mover(self) -> int | None:
        """The seat that made the last decision; None at the start and after ``replay``."""
        return None if self._played is None else self._played[0].to_move

    @property
    def last_turn(self) -> tuple["State", ...]:
        """The states after each decision of the last turn, this one last; it may be unfinished.

        Decisions before a ``replay`` are missing, so that there is none right after it or at the
        start.
        """
        return () if self._played is None else (*self._earlier_in_turn, self)

    def position(self) -> Position:
        """A copy of the position, to search or play out."""
        return self._position.copy()

    def legal_moves(self) -> tuple[Move, ...]:
        """Every legal decision, in the order of the board; none once the match is over."""
        return self._legal_moves

    @cached_property
    def _legal_moves(self) -> tuple[Move, ...]:
        if self.to_move is None:
            return ()
        return tuple(map(self._position.move, self._position.codes()))

    def parse(self, text: str) -> Move:
        """The legal decision that a player means by ``text``.

        Raises NotationError or IllegalMove, saying why.
        """
        return notation.parse(self, text)

    def read(self, text: str) -> "notation.Reading[State]":
        """What a player has typed so far, one decision or several: impossible, good so far, or
        complete.
        """
        return notation.read(self, text)

    def play(self, move: Move) -> "State":
        """The state after a decision.

        Raises IllegalMove; TypeError for a text, which ``parse`` reads.
        """
        if not isinstance(move, Move):
            raise TypeError(f"play takes a Move, as from state.parse({brief(str(move))!r})")
        if not self._is_legal(move):
            raise IllegalMove(self.objection(move))
        return self.after(move)

    def after(self, move: Move) -> "State":
        """The state after a decision that is known to be legal and not checked again, as those of
        ``legal_moves``.
        """
        state = self.replay((move,))
        state._played = self._position, move
        # Of the turn before nothing is kept, or a state would keep its whole match alive.
        if self.decisions_this_turn:
            state._earlier_in_turn = self.last_turn
        return state

    def replay(self, moves: Iterable[Move]) -> "State":
        """The state after decisions that are known to be legal and not checked again.

        Three times as fast as ``play``; the state does not know its last decision. Raises
        IllegalMove for what no position allows.
        """
        state = State(self.game, self.options, self._position.copy())
        state.ply = self.ply
        state.decisions_this_turn = self.decisions_this_turn
        state.turn = self.turn
        position = state._position
        for move in moves:
            code = position.code(move)
            mover = position.to_move
            if code is None or position.reason is not None:
                raise IllegalMove(state.objection(move))
            position.play(code)
            state.ply += 1
            turn_is_over = position.reason is None and position.to_move != mover
            if turn_is_over:
                state.turn += 1
                state.decisions_this_turn = 0
            else:
                state.decisions_this_turn += 1
        return state

    def _is_legal(self, move: Move) -> bool:
        """Whether a decision is legal.

        Codes are compared, as listing all decisions as moves takes longer.
        """
        if self.to_move is None or not all(cell in self.board for cell in move.cells):
            return False
        return self._position.code(move) in self._position.codes()

    def objection(self, move: Move) -> Sentence:
        """Why a decision is not legal here, in one sentence."""
        if self.to_move is None:
            return Sentence("the match is over")
        for cell in move.cells:
            if cell not in self.board:
                return self._objection_to_site(cell)
        if move == PASS:
            return Sentence("you can only pass if you have no other move")
        if move == SWAP and self.has_head_start:
            return Sentence("with extra turns on the board, nothing can be taken over")
        return self._position.objection(move)

    def _objection_to_site(self, name: str) -> Sentence:
        """Why nothing can be done on ``name``, which is no cell of the board."""
        for feature, objection in _OBJECTIONS_TO_SITES.items():
            if name in self.board.features.get(feature, ()):
                return Sentence(objection, cell=name)
        return Sentence("there’s no cell {cell} on this board", cell=name)

    @cached_property
    def outcome(self) -> Outcome | None:
        """How the match ended; None while it goes on."""
        if self.to_move is not None:
            return None
        if self._played is None:
            return self._position.outcome(None, None)
        return self._position.outcome(*self._played)

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """What the last decision did; nothing at the start."""
        if self._played is None:
            return ()
        return self._position.events(*self._played)

    @property
    def taken_over(self) -> tuple[str, ...]:
        """The cells whose pieces the last decision took over from the first player; none after any
        but a swap.
        """
        pieces = self.pieces()
        cells: list[str] = []
        for event in self.events:
            if event.kind == "recoloured":
                cells += (cell for cell in event.cells if pieces[cell][-1] == event.seat)
        return tuple(cells)

    def pieces(self) -> dict[str, tuple[int, ...]]:
        """Occupied cells, in the order of the board, and the seats of their pieces from bottom to
        top.
        """
        return self._position.pieces()

    @property
    def reserve(self) -> tuple[int, int]:
        """Stones in hand, by seat; (0, 0) where the game has none."""
        return self._position.reserve

    @property
    def score(self) -> tuple[int, int] | None:
        """What the players count, by seat; None where they count nothing."""
        return self._position.score

    @cached_property
    def marks(self) -> dict[str, tuple[str, ...]]:
        """Cells worth showing beside the pieces, by what they are; the game's module names the
        kinds.
        """
        return self._position.marks()

    @cached_property
    def threats(self) -> tuple[str, ...]:
        """Cells, in the order of the board, that the other seat could win, take or close if it were
        its turn.
        """
        if self.to_move is None:
            return ()
        return self._position.threats()

    @property
    def threatens_win(self) -> bool:
        """Whether the seat that does not decide would win by one decision if the one that does
        could pass.
        """
        return self.to_move is not None and self._position.threatens_win()

    def __repr__(self) -> str:
        options = " ".join(f"{name}={value}" for name, value in self.options.items())
        return f"<{self.game.slug} {options} ply {self.ply}>"
