"""The compiled solver as Python sees it: rules of small boards, and proof-number search.

Built by `make solver`.
"""

import ctypes
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from ...core import PASS_CODE, SWAP_CODE, Position
from ...lattice import Lattice, bits
from ...loop import EVERY_PLACE, TOUCHING, Loop, strands
from ...loops_n_leaps import LoopsNLeaps
from ...snipsnip import SnipSnip
from ...veloop import Veloop
from ...vigilance import FIRST_TEST, Vigilance
from .build import LIBRARY
from .forms import PLACES, Mirror, compact, grid_width

MOST_CODES = 512
NATIVE_PASS = -1
NATIVE_SWAP = -2
NO_CELL = 255
FOREVER = 1 << 62


class NoSolver(Exception):
    """The compiled solver is not built, or does not know this game or board."""


class At(ctypes.Structure):
    """A position in the layout of the compiled rules."""

    _fields_ = (
        ("boards", ctypes.c_uint64 * 6),
        ("to_move", ctypes.c_uint8),
        ("left", ctypes.c_uint8),
        ("flags", ctypes.c_uint8),
        ("over", ctypes.c_uint8),
        ("winner", ctypes.c_int8),
        ("hand", ctypes.c_uint8 * 2),
    )


class Known(NamedTuple):
    """Whether one decision reaches the goal (None: not decided), and the positions searched for
    it.
    """

    code: int
    reaches: bool | None
    effort: int


@cache
def load(path: Path) -> ctypes.CDLL:
    """A compiled solver. Raises NoSolver where there is none."""
    try:
        library = ctypes.CDLL(str(path))
    except OSError as error:
        raise NoSolver("the compiled solver is not built: make solver") from error
    for name in (
        "veloop_new",
        "snipsnip_new",
        "loop_new",
        "vigilance_new",
        "leaps_new",
        "search_new",
    ):
        getattr(library, name).restype = ctypes.c_void_p
    library.search_looked.restype = ctypes.c_uint64
    return library


class Rules:
    """The compiled rules of one match, by the bot's library or another.

    Raises NoSolver where there are none.
    """

    def __init__(self, start: Position, library: ctypes.CDLL | None = None) -> None:
        rules: Mapping[type[Position], Callable[[Any, Sequence[object]], int]] = {
            Veloop: self._veloop,
            SnipSnip: self._snipsnip,
            Loop: self._loop,
            Vigilance: self._vigilance,
            LoopsNLeaps: self._leaps,
        }
        build = rules.get(type(start))
        if build is None:
            raise NoSolver("the compiled solver does not know this game")
        self.library = library or load(LIBRARY)
        self.cells = compact(start.board)
        self.size = max(self.cells.values()) + 1
        if self.size > PLACES:
            raise NoSolver("the board is too large for the compiled solver")
        mirror = Mirror(start)
        tables = bytearray([NO_CELL]) * (self.size * len(mirror.tables))
        for n, table in enumerate(mirror.tables):
            for one, other in table.items():
                tables[n * self.size + self.cells[one]] = self.cells[other]
        symmetric = (
            self.size,
            len(mirror.tables),
            bytes(tables),
            ctypes.c_uint64(self.set(start.board.full)),
        )
        # Decisions are numbered in their own way by the compiled rules: these are the codes of
        # ``games``.
        self.code: dict[int, int] = {}
        self.address = ctypes.c_void_p(build(start, symmetric))

    def set(self, cells: int) -> int:
        """A set of cells in the order of the compiled rules."""
        return sum(1 << self.cells[index] for index in bits(cells))

    def _veloop(self, start: Veloop, symmetric: Sequence[object]) -> int:
        by_support = sorted(
            start.leaps.by_code.items(), key=lambda item: self.cells[item[1].support]
        )
        self.code = {number: code for number, (code, _) in enumerate(by_support)} | {
            NATIVE_PASS: PASS_CODE
        }
        quadruples = bytes(self.cells[cell] for _, leap in by_support for cell in leap[:4])
        board, width, square = start.board, grid_width(start.board), start.board.kind == "squares"
        files = [0, 0]
        if width is None:
            # Only on squares can rows follow each other without a margin.
            if not square:
                raise NoSolver("the board is too large for the compiled solver")
            width = 1 + max(site[0] for site in board.coordinates.values())
            files = [
                self.set(board.mask(c for c, site in board.coordinates.items() if site[0] == x))
                for x in (0, width - 1)
            ]
        sets = map(ctypes.c_uint64, (self.set(board.rim), *files))
        turn = 2 if start.double else 1
        return int(
            self.library.veloop_new(
                *symmetric, *sets, width, square, turn, len(by_support), quadruples
            )
        )

    def _snipsnip(self, start: SnipSnip, symmetric: Sequence[object]) -> int:
        sites = start.sites
        cell = start.board.cell
        self.code = {self.cells[index]: index for index in cell}
        linked = (ctypes.c_uint64 * self.size)()
        facings: list[tuple[int, int, int]] = []
        for index in cell:
            near = sum(1 << index + step for step in start.links.steps if index + step in cell)
            linked[self.cells[index]] = self.set(near)
            for place in bits(sites.far):
                far = index + place - sites.offset
                if far in cell:
                    window = sites.spans[1 << place] & ~(1 << sites.offset)
                    between = self.set((window << index >> sites.offset) & start.board.full)
                    facings.append((self.cells[index], self.cells[far], between))
        facings.sort()
        between_sets = (ctypes.c_uint64 * len(facings))(*(facing[2] for facing in facings))
        ends = [bytes(facing[end] for facing in facings) for end in (0, 1)]
        return int(
            self.library.snipsnip_new(
                *symmetric, start.misere, linked, len(facings), ends[0], ends[1], between_sets
            )
        )

    def _loop(self, start: Loop, symmetric: Sequence[object]) -> int:
        board = start.board
        places = start.vicinity.places
        self.code = {number: index for index, number in self.cells.items()} | {
            NATIVE_PASS: SWAP_CODE
        }
        feet, touching, beside = ((ctypes.c_uint64 * self.size)() for _ in range(3))
        nearby = bytearray()
        for index, number in self.cells.items():
            around = [index + place if index + place in board.cell else None for place in places]
            nearby += bytes(NO_CELL if cell is None else self.cells[cell] for cell in around)
            near = (
                cell
                for place, cell in enumerate(around)
                if TOUCHING >> place & 1 and cell is not None
            )
            touching[number] = self.set(sum(1 << cell for cell in near))
            feet[number] = self.set(board.mask(board.feet(board.cell[index])))
            if board.cell[index] in board.ground:
                beside[number] = self.set(
                    board.ground.mask(board.ground.neighbours(board.cell[index]))
                )
        bridges = bytes(len(strands()[held]) > 1 for held in range(EVERY_PLACE + 1))
        levels = (
            ctypes.c_uint64(self.set(cells)) for cells in (board.ground.full, board.ground.rim)
        )
        return int(
            self.library.loop_new(
                *symmetric,
                *levels,
                start.last_mover,
                feet,
                touching,
                beside,
                bytes(nearby),
                bridges,
            )
        )

    def _vigilance(self, start: Vigilance, symmetric: Sequence[object]) -> int:
        board = start.board
        self.code = {NATIVE_PASS: PASS_CODE, NATIVE_SWAP: SWAP_CODE}
        rays = self._rays(board, board.steps)
        near = (ctypes.c_uint64 * self.size)()
        for index, number in self.cells.items():
            near[number] = self.set(
                sum(1 << index + step for step in board.steps if index + step in board.cell)
            )
        up = bytes(step > 0 for step in board.steps)
        return int(
            self.library.vigilance_new(*symmetric, start.captures, near, len(board.steps), up, rays)
        )

    def _leaps(self, start: LoopsNLeaps, symmetric: Sequence[object]) -> int:
        colonnade = start.colonnade
        width = grid_width(start.board)
        if width is None:
            raise NoSolver("the board is too large for the compiled solver")
        self.code = {NATIVE_PASS: PASS_CODE, NATIVE_SWAP: SWAP_CODE}
        rays = self._rays(start.board, sorted(start.board.steps, reverse=True))
        majorities = bytearray(self.size)
        for index, number in self.cells.items():
            majorities[number] = colonnade.rays[index].majority
        ground = colonnade.ground
        sites = {ground.index[cell]: j * width + i for cell, (i, j) in ground.coordinates.items()}
        rim, pillars = (
            ctypes.c_uint64(sum(1 << sites[index] for index in bits(cells)))
            for cells in (ground.rim, colonnade.pillars)
        )
        return int(self.library.leaps_new(*symmetric, rim, pillars, width, rays, bytes(majorities)))

    def _rays(self, board: Lattice, steps: Sequence[int]) -> ctypes.Array[ctypes.c_uint64]:
        """The cells seen from each cell in each direction; numbers placements, and steps along the
        rays.
        """
        rays = (ctypes.c_uint64 * (self.size * len(steps)))()
        for index, number in self.cells.items():
            self.code[PLACES * PLACES + number] = index
            for direction, step in enumerate(steps):
                ray = board.ray(index, step)
                rays[number * len(steps) + direction] = self.set(sum(1 << cell for cell in ray))
                self.code |= {
                    number * PLACES + self.cells[cell]: index * board.size + cell for cell in ray
                }
        return rays

    def at(self, position: Position) -> At:
        """A position of the match, for the compiled rules."""
        sets, _ = position.key()
        at = At(to_move=position.to_move)
        for number, cells in enumerate(sets):
            at.boards[number] = self.set(cells)
        if isinstance(position, Veloop):
            at.left = position.moves_left
            at.flags = position.moved | position.passed << 1
        elif isinstance(position, SnipSnip):
            at.boards[3] = self.set(position.shut & position.board.full)
        elif isinstance(position, Vigilance):
            at.boards[2] = self.set(position.seen) if position.slid else 0
            at.flags = min(position.ply, FIRST_TEST) | position.slid << 3 | position.idle << 4
            at.hand[0], at.hand[1] = position.hand
        elif isinstance(position, LoopsNLeaps):
            at.boards[3], at.boards[4] = map(self.set, position.safe)
            at.flags = position.stuck
        at.over = position.reason is not None
        at.winner = -1 if position.winner is None else position.winner
        return at

    def outward(self, at: At, number: int) -> int:
        """The code that ``games`` gives a decision; negative where a stone is chosen to be
        removed.
        """
        return (
            -self.code[number]
            if NATIVE_PASS not in self.code and at.boards[2]
            else self.code[number]
        )


class Search:
    """Whether ``seat`` can force a win (or, with ``draws``, at least a draw) from positions of one
    match.
    """

    def __init__(
        self, rules: Rules, seat: int, *, draws: bool = False, megabytes: int = 512
    ) -> None:
        self.rules = rules
        self.library = rules.library
        address = self.library.search_new(rules.address, seat, draws, megabytes)
        if not address:
            raise MemoryError
        self.address = ctypes.c_void_p(address)

    def __del__(self) -> None:
        if hasattr(self, "address"):
            self.library.search_free(self.address)

    @property
    def looked(self) -> int:
        """How many positions were looked at."""
        return int(self.library.search_looked(self.address))

    def run(
        self, position: Position, *, positions: int = FOREVER, seconds: float = 1e9
    ) -> bool | None:
        """Whether the goal can be forced; None if that is not decided within ``positions`` and
        ``seconds``.
        """
        at = self.rules.at(position)
        limits = ctypes.c_uint64(positions), ctypes.c_double(seconds)
        answer: int = self.library.search_run(self.address, ctypes.byref(at), *limits)
        return None if answer < 0 else bool(answer)

    def known(self, position: Position) -> list[Known]:
        """What is proved of each decision."""
        at = self.rules.at(position)
        codes = (ctypes.c_int16 * MOST_CODES)()
        reaches, efforts = ((ctypes.c_int8 * MOST_CODES)() for _ in range(2))
        number = self.library.search_known(self.address, ctypes.byref(at), codes, reaches, efforts)
        outward = (self.rules.outward(at, codes[n]) for n in range(number))
        return [
            Known(code, None if reaches[n] < 0 else bool(reaches[n]), efforts[n])
            for n, code in enumerate(outward)
        ]
