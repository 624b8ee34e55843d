"""Veloop on squares and hexagons, by Dale Walton (2022).

Leap, swap what lies between, wall the enemy in.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Self

from .boards import Labels, hexagon, hexagonal_centre, hexagons, named, square, square_centre
from .core import (
    PASS,
    PASS_CODE,
    SEARCHED,
    SWAP,
    Event,
    Game,
    HandicapWorth,
    HeadStart,
    Move,
    MoveExample,
    Option,
    Outcome,
    Position,
    Random,
    Sentence,
    SideResults,
    SolvedVariant,
    _,
)
from .core.position import PositionKey
from .lattice import HEXAGONAL, KING, ORTHOGONAL, Lattice, bits, nth_bit
from .leaps import DIAGONAL, KNIGHT, Leap, Leaps
from .loops import chain_round

EMPTY = 2  # a cell without a stone, where the seat of one stands otherwise

# Boards with their sides and the cells of the first two stones.
SQUARES = {
    "8x8": (8, ("e4", "e5")),
    "5x5": (5, ("c2", "c3")),
    "6x6": (6, ("d3", "d4")),
    "12x12": (12, ("g6", "g7")),
}
HEXAGONS = {
    "hex4": ((4, 4), ("c5", "d5")),
    "hex34": ((3, 4), ("c4", "d4")),
    "hex3": ((3, 3), ("b4", "c4")),
    "hex45": ((4, 5), ("d5", "e5")),
}


class Veloop(Position):
    """A position of Veloop.

    ``tops`` and ``lower`` hold the stones that are seen and those beneath, as bits by seat;
    ``cells`` has by index the seat of the top stone, or ``EMPTY``. ``moves_left`` counts the moves
    left in the turn. A code is that of a leap, or ``PASS_CODE``.
    """

    __slots__ = (
        "cells",
        "double",
        "leaps",
        "lower",
        "moved",
        "moves_left",
        "passed",
        "tops",
        "walled",
    )

    def __init__(self, board: Lattice, leaps: Leaps, start: tuple[str, str], double: bool) -> None:
        super().__init__(board)
        self.leaps = leaps
        self.double = double
        self.tops = [board.mask(start[:1]), board.mask(start[1:])]
        self.lower = [0, 0]
        self.cells = [EMPTY] * board.size
        for seat, cell in enumerate(start):
            self.cells[board.index[cell]] = seat
        self.moves_left = 1
        self.moved = False  # has the decider placed a stone in this turn?
        self.passed = False  # was the turn before this one nothing but a pass?
        self.walled = False  # does a wall stand that encloses empty cells only?

    def copy(self) -> Self:
        twin = self._twin()
        twin.leaps = self.leaps
        twin.double = self.double
        twin.tops = self.tops[:]
        twin.lower = self.lower[:]
        twin.cells = self.cells[:]
        twin.moves_left = self.moves_left
        twin.moved = self.moved
        twin.passed = self.passed
        twin.walled = self.walled
        return twin

    def key(self) -> PositionKey:
        flags = self.to_move | self.moves_left << 1 | self.moved << 3 | self.passed << 4
        return (*self.tops, *self.lower), flags

    def _legal(self) -> int:
        """The codes of all legal leaps, as bits."""
        leaps = self.leaps
        black, white = self.tops
        swaps = 0  # leaps over two cells that do not hold the same
        for distance, lanes in leaps.axes:
            pairs = (black ^ black >> distance) | (white ^ white >> distance)
            swaps |= pairs * lanes
        swaps &= self.tops[self.to_move] * leaps.copies
        empty = self.board.full ^ black ^ white
        onto_empty = swaps & empty * leaps.shifted
        if onto_empty:
            return onto_empty
        columns = self.lower[0] | self.lower[1]
        singles = self.tops[1 - self.to_move] & ~columns
        return swaps & singles * leaps.shifted

    def codes(self) -> list[int]:
        legal = sorted(bits(self._legal()), key=self.leaps.by_code.__getitem__)
        return legal or [PASS_CODE]

    def random_code(self, random: Random) -> int:
        legal = self._legal()
        if not legal:
            return PASS_CODE
        return nth_bit(legal, int(random() * legal.bit_count()))

    def play(self, code: int) -> None:
        if code == PASS_CODE:
            if not self.moved:
                if self.passed:
                    self.reason = "passes"
                    return
                self.passed = True
                self._next_turn()
                return
        else:
            self._leap(code)
            if self.reason is not None:
                return
            self.moves_left -= 1
            if self.moves_left:
                self.moved = True
                return
        self.passed = False
        self._next_turn()

    def _next_turn(self) -> None:
        self.to_move = 1 - self.to_move
        self.moves_left = 2 if self.double else 1
        self.moved = False

    def _leap(self, code: int) -> None:
        """Place a stone and swap what lies between; the match is over if that confines stones."""
        _, placement, one, other, pair = self.leaps.by_code[code]
        tops = self.tops
        cells = self.cells
        seat = self.to_move
        if cells[placement] != EMPTY:
            self.lower[1 - seat] |= 1 << placement
            tops[1 - seat] ^= 1 << placement
        tops[seat] |= 1 << placement
        cells[placement] = seat
        stone = cells[one]
        other_stone = cells[other]
        arrivals = [(placement, seat)]
        if stone != EMPTY != other_stone:
            tops[0] ^= pair
            tops[1] ^= pair
            cells[one] = other_stone
            cells[other] = stone
            arrivals += (one, other_stone), (other, stone)
        elif other_stone == EMPTY:
            self._slide(one, other, pair, arrivals)
        else:
            self._slide(other, one, pair, arrivals)
        # A wall stands where one stood, or where a stone has just parted the cells round it.
        arcs = self.board.arcs
        if self.walled or any(arcs.pocket(tops[owner], index) for index, owner in arrivals):
            self._judge()

    def _slide(self, source: int, target: int, pair: int, arrivals: list[tuple[int, int]]) -> None:
        """Move the top stone of ``source`` to the empty ``target``; ``pair`` are both as bits.

        What stood beneath the stone comes to light. What is now seen on either cell is added to
        ``arrivals``, as the index of the cell and the seat of the stone.
        """
        tops = self.tops
        cells = self.cells
        lower = self.lower
        mover = cells[source]
        tops[mover] ^= pair
        cells[target] = mover
        cells[source] = EMPTY
        arrivals.append((target, mover))
        for owner in (0, 1):
            if lower[owner] >> source & 1:
                lower[owner] ^= 1 << source
                tops[owner] |= 1 << source
                cells[source] = owner
                arrivals.append((source, owner))

    def _judge(self) -> None:
        enclosed_cells = [self.board.enclosed(wall) for wall in self.tops]
        self.walled = any(enclosed_cells)
        black = (self.tops[0] & enclosed_cells[1]).bit_count()
        white = (self.tops[1] & enclosed_cells[0]).bit_count()
        if black or white:
            self.reason = "confined"
            if black != white:
                self.winner = 0 if black < white else 1

    def move(self, code: int) -> Move:
        if code == PASS_CODE:
            return PASS
        leap = self.leaps.by_code[code]
        return Move("step", self.board.cell[leap.placement], self.board.cell[leap.support])

    def code(self, move: Move) -> int | None:
        if move == PASS:
            return PASS_CODE
        if move.kind != "step":
            return None
        index = self.board.index
        return self.leaps.code.get((index[move.source], index[move.target]))

    def _leap_of(self, move: Move) -> Leap:
        index = self.board.index
        code = self.leaps.code[index[move.source], index[move.target]]
        return self.leaps.by_code[code]

    def objection(self, move: Move) -> Sentence:
        if move == SWAP:
            return Sentence("in Veloop the start can’t be taken over")
        if move.kind != "step":
            return Sentence(
                "name a stone of yours and where to place, such as {move}",
                move=self.move(self.codes()[0]),
            )
        source = move.source
        target = move.target
        index = self.board.index
        seat = self.to_move
        if self.cells[index[source]] == EMPTY:
            return Sentence("{cell} is empty; start from one of your own stones", cell=source)
        if self.cells[index[source]] != seat:
            return Sentence(
                "the top stone on {cell} is your opponent’s; start from one of your own",
                cell=source,
            )
        code = self.code(move)
        if code is None:
            if self.board.kind == "squares":
                return Sentence(
                    "{target} isn’t a knight’s leap from {source}", source=source, target=target
                )
            return Sentence("{target} isn’t diagonal from {source}", source=source, target=target)
        leap = self.leaps.by_code[code]
        if self.cells[leap.placement] == seat:
            return Sentence("you already have a stone on {cell}", cell=target)
        if (self.lower[0] | self.lower[1]) >> leap.placement & 1:
            return Sentence("the column on {cell} is already two high, the limit", cell=target)
        if self.cells[leap.one] == self.cells[leap.other]:
            return Sentence(
                "the two cells between {source} and {target} hold the same, so there’s nothing to "
                "swap",
                source=source,
                target=target,
            )
        return Sentence(
            "you can still place on an empty cell, so you can’t cover {cell}", cell=target
        )

    def pieces(self) -> dict[str, tuple[int, ...]]:
        pieces = {}
        for index, cell in self.board.cell.items():
            top = self.cells[index]
            if top != EMPTY:
                beneath = tuple(seat for seat in (0, 1) if self.lower[seat] >> index & 1)
                pieces[cell] = (*beneath, top)
        return pieces

    def events(self, previous: Self, move: Move) -> tuple[Event, ...]:
        seat = previous.to_move
        if move == PASS:
            return (Event("passed", seat),)
        board = self.board
        leap = self._leap_of(move)
        kind = "placed" if previous.cells[leap.placement] == EMPTY else "covered"
        events = [
            Event("supported", seat, (move.source,)),
            Event(kind, seat, (move.target,)),
            Event("swapped", seat, (board.cell[leap.one], board.cell[leap.other])),
        ]
        if self.reason == "confined":
            for owner in (0, 1):
                confined_groups = self._confined(owner)
                if confined_groups:
                    events.append(Event("confined", owner, board.names(confined_groups)))
            events += (Event("looped", owner, chain) for owner, chain in self._walls(leap))
        return tuple(events)

    def with_other_to_move(self) -> Self:
        twin = self.copy()
        twin._next_turn()
        return twin

    def threats(self) -> tuple[str, ...]:
        """Stones, where they stand now, that a leap of the other side would confine to win."""
        seat = self.to_move
        opponent = 1 - seat
        # A leap brings two or three stones; with fewer than go round one cell it confines nothing.
        if self.tops[opponent].bit_count() + 3 < len(self.board.steps) and not self.walled:
            return ()
        position = self.with_other_to_move()
        own_stones = self.tops[seat] | self.lower[seat]
        threats = 0
        for code in bits(position._legal()):
            next_position = position.copy()
            next_position._leap(code)
            if next_position.reason is not None and next_position.winner == opponent:
                confined_groups = next_position._confined(seat)
                threats |= confined_groups & own_stones
                if confined_groups & ~own_stones:
                    # A stone is swapped into the wall.
                    threats |= self.leaps.by_code[code].pair & self.tops[seat]
        return self.board.names(threats)

    def outcome(self, previous: Self | None, move: Move | None) -> Outcome:
        assert self.reason is not None
        if self.reason != "confined" or move is None:
            return Outcome(self.winner, self.reason)
        walls = self._walls(self._leap_of(move))
        cells = self.board.names(self._confined(0) | self._confined(1))
        return Outcome(self.winner, self.reason, cells, tuple(chain for _, chain in walls))

    def _confined(self, seat: int) -> int:
        return self.tops[seat] & self.board.enclosed(self.tops[1 - seat])

    def _walls(self, leap: Leap) -> list[tuple[int, tuple[str, ...]]]:
        """The walls that confine stones, each with its owner's seat.

        A wall is the shortest chain, through the cells of the last ``leap`` if possible.
        """
        board = self.board
        last_cells = leap.pair | 1 << leap.placement
        walls = []
        for owner in (0, 1):
            enclosed_cells = board.enclosed(self.tops[owner])
            for region in board.groups(enclosed_cells):
                inner_stones = board.names(region & self.tops[1 - owner])
                if inner_stones:
                    chain = chain_round(
                        board, self.tops[owner], inner_stones[0], last_cells, self.leaps.wall_steps
                    )
                    walls.append((owner, chain))
        return walls


@cache
def _board(name: str) -> tuple[Lattice, Leaps, tuple[str, str]]:
    """A board, its leaps, and the cells of the first two stones."""
    if name in SQUARES:
        side, stones = SQUARES[name]
        lattice = Lattice(
            name, "squares", named(square(side)), KING, leaps=KNIGHT, centre=square_centre
        )
        return lattice, Leaps(lattice, KNIGHT, ORTHOGONAL), stones
    sides, stones = HEXAGONS[name]
    lattice = Lattice(
        name, "hexagons", named(hexagon(*sides)), HEXAGONAL, leaps=DIAGONAL, centre=hexagonal_centre
    )
    return lattice, Leaps(lattice, DIAGONAL, HEXAGONAL), stones


def _options(
    turns: tuple[str, str], sizes: Mapping[str, tuple[int, int]], labels: Labels = ()
) -> tuple[Option, ...]:
    """The options of a game of the family.

    :param turns: single and double turns, the default first
    :param sizes: boards by name, each with the number of cells on its edge and of all its cells
    """
    boards = tuple(sizes)
    edges = []
    for name, (edge, cells) in sizes.items():
        size = Sentence("{part} of {cells} cells on the edge", part=edge, cells=cells)
        edges.append((name, size))
    meaning = _(
        "On a small board the edge is always near, and what stands there is safe. A large one has "
        "more room."
    )
    pace = _(
        "Two moves a turn close walls that a single move can’t. With one move, every threat can be "
        "seen coming."
    )
    return (
        Option(
            "board",
            _("Board"),
            boards,
            default=boards[0],
            help=_("Size of the board"),
            labels=labels,
            meaning=meaning,
            sizes=tuple(edges),
        ),
        Option(
            "turns",
            _("Turns"),
            turns,
            default=turns[0],
            help=_("Two moves per turn after the first, or one"),
            meaning=pace,
        ),
    )


def _square_options() -> tuple[Option, ...]:
    sizes = {name: (4 * side - 4, side * side) for name, (side, _stones) in SQUARES.items()}
    return _options(("double", "single"), sizes)


def _hexagon_options() -> tuple[Option, ...]:
    sizes = {}
    for name, (sides, _stones) in HEXAGONS.items():
        edge_cells = 3 * sum(sides) - 6
        sizes[name] = (edge_cells, len(hexagon(*sides)))
    labels = hexagons({name: "-".join(name.removeprefix("hex")) for name in HEXAGONS})
    return _options(("single", "double"), sizes, labels)


def _setup(options: Mapping[str, str]) -> Veloop:
    board, leaps, start = _board(options["board"])
    return Veloop(board, leaps, start, double=options["turns"] == "double")


def _aim(options: Mapping[str, str]) -> str:
    """What wins, whatever the options."""
    return _("Wall in your opponent’s stones: cut them off from the edge of the board.")


VELOOP_SQUARE = Game(
    slug="veloop-square",
    name="Veloop",
    seats=(_("Black"), _("White")),
    author="Dale Walton",
    year=2022,
    aim_of=_aim,
    options=_square_options(),
    setup=_setup,
    link="https://boardgamegeek.com/boardgamedesigner/1988/dale-walton",
    examples=(
        MoveExample("d4-e6", _("place a stone on e6, a leap away from yours on d4")),
        MoveExample("d4-e6 c3-d5", _("both moves of a double turn"), "turns", "double"),
    ),
    measured=(
        ("8x8 double", SideResults(130, 170, 300)),
        ("8x8 single", SideResults(105, 95, 200)),
        ("5x5 double", SideResults(21, 11, 40)),
        ("5x5 single", SideResults(11, 15, 40)),
    ),
    head_starts=(
        (
            "8x8 double",
            HeadStart(
                turns=("e5-f3 f3-g5", "f3-h4 h4-f5", "f5-d4 g4-f2"),
                counts=(2, 3),
                worths=(HandicapWorth(183, 26), HandicapWorth(238, 36)),
            ),
        ),
        (
            "12x12 double",
            HeadStart(
                turns=("g7-h5 g7-i6", "g7-i8 g7-h9", "h9-i7 h8-g10"),
                counts=(2, 3),
                worths=(HandicapWorth(112, 24), HandicapWorth(235, 28)),
            ),
        ),
    ),
)
VELOOP_HEX = replace(
    VELOOP_SQUARE,
    slug="veloop-hex",
    name="Veloop Hex",
    options=_hexagon_options(),
    examples=(
        MoveExample("c5-d6", _("place a stone on d6, diagonally from yours on c5")),
        MoveExample("c5-d6 b4-c5", _("both moves of a double turn"), "turns", "double"),
    ),
    measured=(
        ("hex4 single", SideResults(223, 177, 400)),
        ("hex4 double", SideResults(87, 111, 200)),
        ("hex45 single", SideResults(235, 165, 400)),
        ("hex45 double", SideResults(168, 231, 400)),
    ),
    head_starts=(
        (
            "hex4 single",
            HeadStart(
                turns=("d5-b6", "d5-c7"),
                counts=(2,),
                worths=(HandicapWorth(121, 23),),
            ),
        ),
        (
            "hex45 single",
            HeadStart(
                turns=("e5-c6", "c6-d7", "d7-b8"),
                counts=(1, 3),
                worths=(HandicapWorth(79, 26), HandicapWorth(144, 27)),
            ),
        ),
    ),
    # docs/solved.md
    solved_variants=(
        SolvedVariant("hex3 double", winner=None),
        SolvedVariant("hex3 single", winner=0),
        SolvedVariant("hex34 single", winner=0, proof=SEARCHED),
    ),
)
GAMES = (VELOOP_SQUARE, VELOOP_HEX)
