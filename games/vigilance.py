"""Vigilance, by Dale W. Walton (2023; Purview in 2020).

Slide, then place out of the enemy's sight; seal cells off.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Self

from .boards import Labels, hexagonal_centre, hexagons, mesh, named, perforated, square_centre
from .core import (
    PASS,
    PASS_CODE,
    SWAP,
    SWAP_CODE,
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
    _,
)
from .core.position import PositionKey
from .lattice import HEXAGONAL, KING, ORTHOGONAL, Lattice, Vector, bits, nth_bit
from .sight import Sight

PIE = 3  # decisions, all by Red: two red stones, then a white one
FIRST_TEST = 7  # the decision from which on a match can be won


@dataclass(frozen=True, slots=True)
class Holes:
    """Where a board has its holes: a mesh whose steps are ``along`` and ``up``.

    ``rows`` have the first place of each row, from the bottom, and its length.
    """

    rows: Sequence[tuple[int, int]]
    along: Vector
    up: Vector


# Cells round a hole: on squares four blocks of two by two, in a pinwheel; on hexagons all within
# two steps.
PINWHEEL: tuple[Vector, ...] = (
    *KING,
    (2, 0),
    (2, 1),
    (0, 2),
    (-1, 2),
    (-2, 0),
    (-2, -1),
    (0, -2),
    (1, -2),
)
TWO_STEPS: tuple[Vector, ...] = tuple(
    (i, j) for j in range(-2, 3) for i in range(-2, 3) if abs(i + j) <= 2
)

SIZES = (4, 3, 5, 6)  # half the cells on a side of the squares
SQUARES = {f"square-{n}": Holes([(0, n - 1)] * (n - 1), (2, -1), (1, 2)) for n in SIZES}
HEXAGONS = {
    "hex-xs": Holes([(0, 2), (0, 1)], (3, -1), (1, 2)),
    "hex-s": Holes([(1, 2), (0, 2)], (2, 1), (-1, 3)),
    "hex-m": Holes([(1, 2), (0, 3), (0, 2)], (3, -1), (1, 2)),
    "hex-l": Holes([(1, 3), (0, 4), (0, 3)], (3, -1), (1, 2)),
    "hex-xl": Holes([(3, 1), (1, 4), (1, 3), (0, 4), (1, 1)], (3, -1), (1, 2)),
    "hex-xxl": Holes([(1, 4), (0, 5), (0, 4), (0, 3), (0, 2)], (2, 1), (-1, 3)),
}
BOARDS: tuple[str, ...] = (
    *(f"{name}-adjacent" for name in SQUARES),
    *(f"{name}-orthogonal" for name in sorted(SQUARES)),
    *HEXAGONS,
)


def _labels() -> Labels:
    adjacent = tuple(
        (f"square-{n}-adjacent", Sentence("{size}x{size} in 8 directions", size=2 * n))
        for n in SIZES
    )
    orthogonal = tuple(
        (f"square-{n}-orthogonal", Sentence("{size}x{size} in 4 directions", size=2 * n))
        for n in SIZES
    )
    sizes = {name: name.removeprefix("hex-").upper() for name in HEXAGONS}
    return adjacent + orthogonal + hexagons(sizes)


class Vigilance(Position):
    """A position of Vigilance.

    ``stones`` are the seats' stones and ``empty`` the free cells, as bits; ``hand`` counts the
    stones in reserve. A code is PASS_CODE, SWAP_CODE, the index of a cell to place on, or for a
    slide ``source * board.size + target``.
    """

    __slots__ = (
        "captures",
        "empty",
        "gaps",
        "hand",
        "idle",
        "liberties",
        "ply",
        "seen",
        "sight",
        "slid",
        "slides",
        "stones",
        "visible",
    )

    def __init__(self, board: Lattice, sight: Sight, captures: bool) -> None:
        super().__init__(board)
        self.sight = sight
        self.captures = captures
        self.ply = 0  # the decisions made in the match
        self.stones = [0, 0]
        self.empty = board.full
        self.hand = [0, 0]
        self.visible = [0, 0]  # the frames of each seat's stones, to look at
        self.gaps = sight.open  # the frames of the empty cells, to look across
        self.slid = False  # is the decider past the slide of this turn?
        self.idle = False  # was the turn before this one nothing but a pass?
        # What the stones see of the seat that slides next: the slides, as observers, and the cells.
        # Only slides and captures change it, as a stone is placed out of the enemy's sight.
        self.slides = 0
        self.seen = 0
        self.liberties = 0  # where the decider may place, once slid

    def copy(self) -> Self:
        twin = self._twin()
        twin.sight = self.sight
        twin.captures = self.captures
        twin.ply = self.ply
        twin.stones = self.stones[:]
        twin.empty = self.empty
        twin.hand = self.hand[:]
        twin.visible = self.visible[:]
        twin.gaps = self.gaps
        twin.slid = self.slid
        twin.idle = self.idle
        twin.slides = self.slides
        twin.seen = self.seen
        twin.liberties = self.liberties
        return twin

    def key(self) -> PositionKey:
        # The first decisions and the swap go by number; after them the board tells everything.
        flags = self.to_move | self.slid << 1 | self.idle << 2 | min(self.ply, FIRST_TEST) << 3
        reserves = self.hand[0] << 6 | self.hand[1] << 14
        return tuple(self.stones), flags | reserves

    def codes(self) -> list[int]:
        if self.ply < PIE:
            return list(bits(self.empty))
        if self.slid:
            return list(bits(self.liberties)) or [PASS_CODE]
        codes = sorted(map(self._slide_code, bits(self.slides)))
        if self.ply == PIE:
            codes.append(SWAP_CODE)
        return codes or [PASS_CODE]

    def random_code(self, random: Random) -> int:
        if self.slid or self.ply < PIE:
            cells = self.liberties if self.slid else self.empty
            if not cells:
                return PASS_CODE
            return nth_bit(cells, int(random() * cells.bit_count()))
        may_swap = self.ply == PIE
        slides = self.slides.bit_count()
        n = int(random() * (slides + may_swap))
        if n < slides:
            return self._slide_code(nth_bit(self.slides, n))
        return SWAP_CODE if may_swap else PASS_CODE

    def _slide_code(self, observer: int) -> int:
        # The empty cell from which a stone is seen is the one that this stone can slide to.
        size = self.board.size
        source = self.sight.met(observer, self.stones[self.to_move])
        return source * size + observer % size

    def play(self, code: int) -> None:
        seat = self.to_move
        self.ply += 1
        if self.ply <= PIE:
            self._lay_start(code)
            return
        idle = False
        if code >= self.board.size:
            self._slide(*divmod(code, self.board.size))
        elif code == SWAP_CODE:
            self.stones.reverse()
            self.visible.reverse()
            self._watch(1 - seat)
        elif code != PASS_CODE:
            self._toggle(seat, code)
            self.hand[seat] -= 1
            self.liberties ^= 1 << code
        elif not self.slid:
            idle = True
            self._watch(1 - seat)
        if self.ply >= FIRST_TEST and self._has_won(seat):
            self.reason = "sealed"
            self.winner = seat
        elif idle and self.idle:
            self.reason = "passes"
        elif not self.slid or code == PASS_CODE or not self.hand[seat]:
            self.to_move = 1 - seat
            self.slid = False
            self.idle = idle

    def _lay_start(self, index: int) -> None:
        """Place one of the first stones: the last of them is the opponent's."""
        seat = self.to_move
        if self.ply < PIE:
            self._toggle(seat, index)
            return
        self._toggle(1 - seat, index)
        self._watch(1 - seat)
        self.to_move = 1 - seat

    def _toggle(self, owner: int, index: int) -> None:
        """Place a stone of ``owner`` on an empty cell, or take it off."""
        self.stones[owner] ^= 1 << index
        self.empty ^= 1 << index
        self.visible[owner] ^= self.sight.looked_at[index]
        self.gaps ^= self.sight.looked_across[index]

    def _watch(self, seat: int) -> None:
        self.slides = self.sight.observers(self.gaps, self.visible[seat])
        self.seen = self.sight.cells(self.slides)

    def _slide(self, source: int, target: int) -> None:
        seat = self.to_move
        self._toggle(seat, source)
        self._toggle(seat, target)
        self.hand[seat] += 1
        self.slid = True
        if self.captures:
            enemy = 1 - seat
            captures = self._dead(enemy)
            for index in bits(captures):
                self._toggle(enemy, index)
            self.hand[enemy] += captures.bit_count()
        self._watch(1 - seat)
        self.liberties = self.empty & ~self.seen

    def _dead(self, owner: int) -> int:
        """The stones of ``owner`` whose chains touch none of his placement liberties."""
        stones = self.stones[owner]
        liberties = self.empty & ~self._seen_by(1 - owner)
        alive = self.board.dilate(liberties) & stones
        if alive == stones:
            return 0
        return stones ^ self.board.flood(alive, stones)

    def _seen_by(self, seat: int) -> int:
        """The empty cells in sight of the stones of ``seat``."""
        return self.sight.cells(self.sight.observers(self.gaps, self.visible[seat]))

    def _sealed(self, seat: int) -> int:
        """The empty cells whose regions touch no enemy stone; none before the start is laid."""
        if self.ply < PIE:
            return 0
        region = self.board.flood(self._seen_by(1 - seat), self.empty)
        return self.empty & ~region

    def _has_won(self, seat: int) -> bool:
        """Whether ``seat`` has sealed off enough.

        Empty cells less the enemy's reserve are at most twice what ``seat`` has sealed less its own
        reserve.
        """
        count = self.empty.bit_count()
        quota = self.hand[seat] + (count - self.hand[1 - seat] + 1) // 2
        most_not_sealed = count - quota
        # The regions that the enemy touches, from what he sees on; most often they are too large
        # soon.
        region = self.seen
        while region.bit_count() <= most_not_sealed:
            next_region = self.board.dilate(region) & self.empty
            if next_region == region:
                return True
            region = next_region
        return False

    def code(self, move: Move) -> int | None:
        if move.kind == "step" and not self._line(move.source, move.target):
            return None
        return super().code(move)

    def _line(self, source: str, target: str) -> list[Vector]:
        """The sites from ``source`` to ``target`` in a direction of movement; [] if in none.

        That of ``target`` is included.
        """
        i, j = self.board.coordinates[source]
        x, y = self.board.coordinates[target]
        length = max(abs(x - i), abs(y - j)) or 1
        di = (x - i) // length
        dj = (y - j) // length
        if (i + di * length, j + dj * length) != (x, y) or (di, dj) not in self.board.vectors:
            return []
        return [(i + di * n, j + dj * n) for n in range(1, length + 1)]

    def objection(self, move: Move) -> Sentence:
        if move == SWAP:
            return Sentence(
                "only White can take over the start, and only right after the third stone"
            )
        if move.kind == "remove" and not self.captures:
            return Sentence("nothing is captured in this match; every stone stays on the board")
        if move.kind == "remove":
            return Sentence("captured stones leave the board by themselves; you don’t remove them")
        example = self.move(self.codes()[0])
        if self.ply < PIE:
            if move.kind == "place":
                return Sentence("{cell} is occupied", cell=move.target)
            return Sentence(
                "Red places two red stones and a white one first; name an empty cell, such as "
                "{move}",
                move=example,
            )
        if example == PASS and not self.slid:
            return Sentence("none of your stones can slide: you must pass")
        if not self.slid:
            if move.kind == "place":
                return Sentence("you must slide a stone first, such as {move}", move=example)
            return self._objection_to_slide(move.source, move.target)
        if example == PASS:
            return Sentence("enemy stones see every empty cell: you must pass")
        if move.kind == "step":
            return Sentence("you’ve already slid; now place a stone, such as {move}", move=example)
        index = self.board.index[move.target]
        seer = self.sight.seen_from(index, self.slides, self.stones[1 - self.to_move])
        if seer is None:
            return Sentence("{cell} is occupied", cell=move.target)
        return Sentence(
            "the enemy stone on {stone} sees {cell}", cell=move.target, stone=self.board.cell[seer]
        )

    def _objection_to_slide(self, source: str, target: str) -> Sentence:
        board = self.board
        index = board.index[source]
        if self.empty >> index & 1:
            return Sentence("{cell} is empty; slide one of your own stones", cell=source)
        if self.stones[1 - self.to_move] >> index & 1:
            return Sentence("the stone on {cell} is your opponent’s", cell=source)
        if source == target:
            return Sentence("a slide can’t end on {cell}, where it starts", cell=source)
        line = self._line(source, target)
        if not line:
            return Sentence("{target} isn’t in line with {source}", source=source, target=target)
        for cell in named(line):
            if cell in board.features["holes"]:
                return Sentence(
                    "there’s a hole between {source} and {target}", source=source, target=target
                )
            if cell not in board:
                return Sentence(
                    "the edge of the board is between {source} and {target}",
                    source=source,
                    target=target,
                )
            if cell != target and not self.empty >> board.index[cell] & 1:
                return Sentence("the stone on {cell} is in the way", cell=cell)
        return Sentence("{cell} is occupied; a slide ends on an empty cell", cell=target)

    def pieces(self) -> dict[str, tuple[int, ...]]:
        red, white = self.stones
        stones = red | white
        pieces: dict[str, tuple[int, ...]] = {}
        for cell, index in self.board.index.items():
            if stones >> index & 1:
                pieces[cell] = (white >> index & 1,)
        return pieces

    def with_other_to_move(self) -> Self | None:
        if self.ply <= PIE or self.slid:
            return None
        twin = self.copy()
        twin.to_move = 1 - self.to_move
        twin._watch(twin.to_move)
        return twin

    def threats(self) -> tuple[str, ...]:
        """Stones that a slide of the other side would capture, and cells to which one would win.

        A slide that captures is shown by its captures alone.
        """
        seat = self.to_move
        cells = 0
        for code, position in self.replies():
            captures = self.stones[seat] & ~position.stones[seat]
            if captures:
                cells |= captures
            elif position.winner == 1 - seat:
                cells |= 1 << code % self.board.size
        return self.board.names(cells)

    def events(self, previous: Self, move: Move) -> tuple[Event, ...]:
        seat = previous.to_move
        if move == PASS:
            return (Event("passed", seat),)
        if move == SWAP:
            recoloured_cells = self.board.names(self.stones[0] | self.stones[1])
            return (Event("recoloured", seat, recoloured_cells),)
        if move.kind == "place":
            return (Event("placed", seat, (move.target,)),)
        slide = Event("slid", seat, (move.source, move.target))
        captures = previous.stones[1 - seat] & ~self.stones[1 - seat]
        if not captures:
            return (slide,)
        return slide, Event("captured", seat, self.board.names(captures))

    def outcome(self, previous: Self | None, move: Move | None) -> Outcome:
        assert self.reason is not None
        cells = () if self.winner is None else self.board.names(self._sealed(self.winner))
        return Outcome(self.winner, self.reason, cells)

    @property
    def reserve(self) -> tuple[int, int]:
        return self.hand[0], self.hand[1]

    @property
    def score(self) -> tuple[int, int]:
        """The cells that each seat has sealed off."""
        return self._sealed(0).bit_count(), self._sealed(1).bit_count()

    def marks(self) -> dict[str, tuple[str, ...]]:
        """``sealed0`` and ``sealed1`` are cells that each seat has sealed off.

        ``seen0`` and ``seen1`` are cells that its stones see.
        """
        names = self.board.names
        return {
            "sealed0": names(self._sealed(0)),
            "sealed1": names(self._sealed(1)),
            "seen0": names(self._seen_by(0)),
            "seen1": names(self._seen_by(1)),
        }


@cache
def _board(name: str) -> tuple[Lattice, Sight]:
    if name in HEXAGONS:
        holes = HEXAGONS[name]
        patch = TWO_STEPS
        kind = "hexagons"
        steps = HEXAGONAL
        centre = hexagonal_centre
    else:
        shape, _, directions = name.rpartition("-")
        steps = KING if directions == "adjacent" else ORTHOGONAL
        holes = SQUARES[shape]
        patch = PINWHEEL
        kind = "squares"
        centre = square_centre
    cells, hole_sites = perforated(mesh(holes.rows, holes.along, holes.up), patch)
    hole_centres = {name: centre(site) for name, site in named(hole_sites).items()}
    features = {"holes": hole_centres}
    lattice = Lattice(name, kind, named(cells), steps, centre=centre, features=features)
    return lattice, Sight(lattice)


def _setup(options: Mapping[str, str]) -> Vigilance:
    board, sight = _board(options["board"])
    return Vigilance(board, sight, captures=options["captures"] == "on")


def _aim(options: Mapping[str, str]) -> str:
    """What wins, whatever the options."""
    return _(
        "Seal off at least half of the empty cells; stones in reserve count against their owner."
    )


VIGILANCE = Game(
    slug="vigilance",
    name="Vigilance",
    seats=(_("Red"), _("White")),
    author="Dale W. Walton",
    year=2023,
    aim_of=_aim,
    options=(
        Option(
            "board",
            _("Board"),
            BOARDS,
            default=BOARDS[0],
            help=_("Size of the board, and directions of movement"),
            labels=_labels(),
            meaning=_(
                "Squares have four or eight directions, hexagons six: the more directions, the "
                "more sight."
            ),
        ),
        Option(
            "captures",
            _("Captures"),
            ("on", "off"),
            default="on",
            help=_("Whether surrounded chains are captured"),
            meaning=_(
                "With captures, a chain goes back once all its empty neighbours are in sight. "
                "Without, stones stay."
            ),
        ),
    ),
    setup=_setup,
    formerly=("Purview",),
    link="https://boardgamegeek.com/boardgamedesigner/1988/dale-walton",
    examples=(
        MoveExample("f7-h7 e5", _("slide from f7 to h7, then place a stone on e5")),
        MoveExample("c7 f4 j6", _("the three stones of the start, the last for your opponent")),
    ),
    pie=True,
    score_label=_("sealed {count}"),
    head_starts=(
        (
            "square-4-adjacent on",
            HeadStart(
                turns=("c7-f4 h8", "f4-h4 d4", "d4-d3 c6"),
                counts=(1, 3),
                worths=(HandicapWorth(64, 34), HandicapWorth(187, 36)),
                opening="d9 f3 f8 f8-e8 c7",
            ),
        ),
        (
            "square-5-adjacent on",
            HeadStart(
                turns=("h8-f6 i7", "i7-j6 d9", "g10-i10 j3"),
                counts=(3,),
                worths=(HandicapWorth(125, 38),),
                opening="e11 h4 h10 h10-h8 g10",
            ),
        ),
    ),
    score_changes=(
        _("what you have sealed off goes from {was} to {now}"),
        _("what your opponent has sealed off goes from {was} to {now}"),
    ),
)
GAMES = (VIGILANCE,)
