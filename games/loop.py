"""Loop, by David J. Bush (2003).

Stack tiles into a pyramid; close a loop on the ground, or a bridge over a river.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Self

from .boards import hexagon, hexagons, named, pyramid_centre, stacked, trapezoid
from .core import (
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
    SideResults,
    _,
)
from .core.position import PositionKey
from .lattice import FEET, HEADS, ROUND, Pyramid, Vector, bits
from .loops import chain_round

# Level one of each board, and its number of ranks.
BOARDS = {
    "main": (trapezoid(7, 6), 6),
    "mini": (trapezoid(5, 4), 4),
    "lazo145": (trapezoid(10, 10), 10),
    "hex91": (hexagon(6, 6), 11),
    "hex37": (hexagon(4, 4), 7),
}

# The twelve places that decide whether a tile closes a 3-D loop: the six beside it, its three feet,
# and the three that lie below it across a point where four others meet. The first nine touch the
# tile.
BESIDE: tuple[Vector, ...] = ((-1, 0, 0), (-1, 1, 0), (0, 1, 0), (1, 0, 0), (1, -1, 0), (0, -1, 0))
ACROSS: tuple[Vector, ...] = ((-1, 1, -1), (1, 1, -1), (1, -1, -1))
PLACES = (*BESIDE, *FEET, *ACROSS)
TOUCHING = (1 << len(BESIDE) + len(FEET)) - 1
EVERY_PLACE = (1 << len(PLACES)) - 1


def _is_step(vector: Vector) -> bool:
    """Whether cells that far apart touch each other."""
    return vector in ROUND or vector in FEET or vector in HEADS


def _neighbours(place: Vector) -> int:
    """Which of the places lie one step from ``place``, as bits."""
    neighbours = 0
    for number, other in enumerate(PLACES):
        i, j, level = other
        if _is_step((i - place[0], j - place[1], level - place[2])):
            neighbours |= 1 << number
    return neighbours


# For each of the places, which of them lie one step from it.
NEIGHBOURS = tuple(map(_neighbours, PLACES))


@cache
def strands() -> tuple[tuple[int, ...], ...]:
    """The strands of tiles that meet in the middle, for every set of the twelve places, as bits.

    A strand is a group connected by steps, as bits; one that does not touch the middle is left out.
    A tile put in the middle closes a 3-D loop exactly when it ties two strands together: both lead
    down to the ground, and what parts them is the river.
    """
    groups_by_set: list[tuple[int, ...]] = [()]
    for place, neighbours in enumerate(NEIGHBOURS):
        for groups in groups_by_set[:]:
            neighbour_cells = sum(group for group in groups if group & neighbours)
            other_groups = (group for group in groups if not group & neighbours)
            groups_by_set.append((*other_groups, neighbour_cells | 1 << place))
    return tuple(tuple(group for group in groups if group & TOUCHING) for groups in groups_by_set)


def rivers(own_tiles: int, one: int, other: int) -> list[tuple[int, ...]]:
    """The shortest ways for a river to part the strands of places ``one`` and ``other``.

    ``own_tiles`` are the places of the owner's tiles. A way leads from beside the tile, below it
    and out again, by places in walking order. All places off the way count as the owner's here, so
    that nothing but the river parts the two.
    """
    ring_places = range(len(BESIDE))
    ways: list[tuple[int, ...]] = [(place,) for place in ring_places if not own_tiles >> place & 1]
    rivers: list[tuple[int, ...]] = []
    while ways and not rivers:
        rivers = [way for way in ways if way[-1] in ring_places and _parts(way, one, other)]
        ways = [longer for way in ways for longer in _longer_ways(way, own_tiles)]
    return rivers


def _parts(way: tuple[int, ...], one: int, other: int) -> bool:
    """Whether a river along ``way`` parts the places ``one`` and ``other``."""
    water = sum(1 << place for place in way)
    pair = 1 << one | 1 << other
    banks = strands()[EVERY_PLACE ^ water]
    return not any(bank & pair == pair for bank in banks)


def _longer_ways(way: tuple[int, ...], own_tiles: int) -> Iterator[tuple[int, ...]]:
    """``way`` with one more place, none of the owner's and none twice."""
    for place in bits(NEIGHBOURS[way[-1]] & ~own_tiles):
        if place not in way:
            yield (*way, place)


class Vicinity:
    """What lies round a cell of one board, cut out of a set of tiles by a shift and a mask.

    ``tiles >> index - offset & window`` are the twelve places round the cell at ``index``, and with
    ``& touching`` the nine of them that touch it; in ``bridges`` are those where a tile put there
    closes a 3-D loop. From the six beside it, ``tiles >> index - ring_offset & ring``, ``rises``
    tells how far above a tile put there the cells are that get their third foot by it. Cells from
    ``level_two`` on are higher than level one.
    """

    def __init__(self, board: Pyramid) -> None:
        self.level_two = max(board.ground.cell) + 1
        self.places = tuple(map(board.shift, PLACES))
        self.offset = -min(self.places)
        windows = [0]  # for every set of the twelve places, its tiles in the window
        for place in self.places:
            windows += [window | 1 << place + self.offset for window in windows]
        self.window = windows[EVERY_PLACE]
        self.touching = windows[TOUCHING]
        self.bridges = frozenset(
            window for window, parts in zip(windows, strands(), strict=True) if len(parts) > 1
        )
        ring_shifts = [board.shift(step) for step in ROUND]
        self.ring_offset = -min(ring_shifts)
        self.ring = sum(1 << step + self.ring_offset for step in ring_shifts)
        # The cells that may rest on a tile, each with the shifts to its three feet.
        feet_of: dict[int, set[int]] = {}
        for head in map(board.shift, HEADS):
            feet_of[head] = {head + board.shift(foot) for foot in FEET}
        self.rises: dict[int, tuple[int, ...]] = {}
        for pattern in range(1 << len(ring_shifts)):
            tiles = {step for number, step in enumerate(ring_shifts) if pattern >> number & 1}
            ring = sum(1 << step + self.ring_offset for step in tiles)
            self.rises[ring] = tuple(head for head, feet in feet_of.items() if feet <= {0, *tiles})


class Loop(Position):
    """A position of Loop.

    ``tiles`` are the seats' tiles, as bits; ``open`` lists the empty cells that have all their
    feet, those of level one first. A code is the index of a cell, or ``SWAP_CODE``. ``closing`` is
    the tile that closed a loop, 0 while there is none. The chain shown of a 3-D loop may start and
    end on level one without closing there: then the surface of the board closes it.
    """

    __slots__ = ("closing", "last_mover", "open", "tiles", "vicinity")

    board: Pyramid

    def __init__(self, board: Pyramid, vicinity: Vicinity, last_mover: bool) -> None:
        super().__init__(board)
        self.vicinity = vicinity
        self.last_mover = last_mover
        self.tiles = [0, 0]
        self.open = list(board.ground.cell)
        self.closing = 0

    def copy(self) -> Self:
        twin = self._twin()
        twin.vicinity = self.vicinity
        twin.last_mover = self.last_mover
        twin.tiles = self.tiles[:]
        twin.open = self.open[:]
        twin.closing = self.closing
        return twin

    def key(self) -> PositionKey:
        return tuple(self.tiles), self.to_move

    def _placements(self, seat: int) -> list[int]:
        """Where a seat may place: on level one, and higher up beside a tile of its own."""
        vicinity = self.vicinity
        own_tiles = self.tiles[seat]
        level_two = vicinity.level_two
        offset = vicinity.offset
        touching = vicinity.touching
        return [
            code for code in self.open if code < level_two or own_tiles >> code - offset & touching
        ]

    def _may_swap(self) -> bool:
        """Whether it is White's first turn."""
        return self.to_move == 1 and not self.tiles[1]

    def codes(self) -> list[int]:
        codes = sorted(self._placements(self.to_move))
        if self._may_swap():
            codes.append(SWAP_CODE)
        return codes

    def random_code(self, random: Random) -> int:
        vicinity = self.vicinity
        cells = self.open
        own_tiles = self.tiles[self.to_move]
        if not own_tiles and self._may_swap() and random() * (len(cells) + 1) < 1:
            return SWAP_CODE
        while True:
            code = cells[int(random() * len(cells))]
            if code < vicinity.level_two or own_tiles >> code - vicinity.offset & vicinity.touching:
                return code

    def play(self, code: int) -> None:
        if code == SWAP_CODE:
            self.tiles.reverse()
            self.to_move = 0
            return
        vicinity = self.vicinity
        tiles = self.tiles
        cells = self.open
        seat = self.to_move
        own_tiles = tiles[seat] | 1 << code
        tiles[seat] = own_tiles
        cells.remove(code)
        ring = (own_tiles | tiles[1 - seat]) >> code - vicinity.ring_offset & vicinity.ring
        for rise in vicinity.rises[ring]:
            cells.append(code + rise)
        if code >= vicinity.level_two:
            if own_tiles >> code - vicinity.offset & vicinity.window in vicinity.bridges:
                self._close(code, "bridge")
                return
        elif self.board.ground.arcs.pocket(own_tiles, code):
            self._close(code, "loop")
            return
        if not cells:
            self.winner = seat if self.last_mover else None
            self.reason = "full"
        elif cells[0] < vicinity.level_two or self._placements(1 - seat):
            self.to_move = 1 - seat
        else:
            self.winner = seat
            self.reason = "no-move"

    def _close(self, code: int, reason: str) -> None:
        self.closing = code
        self.winner = self.to_move
        self.reason = reason

    def objection(self, move: Move) -> Sentence:
        if move.kind == "swap":
            return Sentence(
                "only White can take over the start, and only instead of the first white tile"
            )
        if move.kind != "place":
            return Sentence(
                "name the cell to place on, such as {move}", move=self.move(self.codes()[0])
            )
        cell = move.target
        index = self.board.index[cell]
        if self.tiles[self.to_move] >> index & 1:
            return Sentence("you already have a tile on {cell}", cell=cell)
        if self.tiles[1 - self.to_move] >> index & 1:
            return Sentence("your opponent already has a tile on {cell}", cell=cell)
        occupied_cells = self.tiles[0] | self.tiles[1]
        feet = self.board.feet(cell)
        empty = [foot for foot in feet if not occupied_cells >> self.board.index[foot] & 1]
        if len(empty) == 1:
            return Sentence(
                "a tile on {cell} must rest on three others, and {foot} is empty",
                cell=cell,
                foot=empty[0],
            )
        if empty:
            return Sentence(
                "a tile on {cell} must rest on three others, and {feet} and {foot} are empty",
                cell=cell,
                feet=tuple(empty[:-1]),
                foot=empty[-1],
            )
        return Sentence(
            "a tile on level two or higher must touch one of your own, and {cell} touches only "
            "your opponent’s",
            cell=cell,
        )

    def pieces(self) -> dict[str, tuple[int, ...]]:
        black, white = self.tiles
        return {self.board.cell[index]: (white >> index & 1,) for index in bits(black | white)}

    def marks(self) -> dict[str, tuple[str, ...]]:
        """``holes`` are gaps above level one for a tile.

        ``river`` is what passes through the 3-D loop that was closed, in walking order.
        """
        if self.reason == "bridge":
            return {"river": self._river()}
        if self.reason is not None:
            return {}
        level_two = self.vicinity.level_two
        holes = [self.board.cell[code] for code in sorted(self.open) if code >= level_two]
        return {"holes": tuple(holes)} if holes else {}

    def with_other_to_move(self) -> Self:
        twin = self.copy()
        twin.to_move = 1 - self.to_move
        return twin

    def events(self, previous: Self, move: Move) -> tuple[Event, ...]:
        seat = previous.to_move
        if move == SWAP:
            return (Event("recoloured", seat, self.board.names(self.tiles[seat])),)
        placement = Event("placed", seat, (move.target,))
        if not self.closing:
            return (placement,)
        return placement, Event("looped", seat, self._chain())

    def outcome(self, previous: Self | None, move: Move | None) -> Outcome:
        assert self.reason is not None
        if not self.closing:
            return Outcome(self.winner, self.reason)
        chain = self._chain()
        return Outcome(self.winner, self.reason, chain, (chain,))

    def _chain(self) -> tuple[str, ...]:
        """The cells of the chain that closed a loop, in walking order."""
        if self.reason == "bridge":
            return tuple(self.board.cell[index] for index in self._bridge())
        ground = self.board.ground
        wall = self.tiles[self.to_move] & ground.full
        closing_tile = 1 << self.closing
        chains = []
        for region in ground.groups(ground.enclosed(wall)):
            inner_cell = ground.names(region)[0]
            chains.append(chain_round(ground, wall, inner_cell, closing_tile, ground.steps))
        return min(chains, key=len)

    def _around(self) -> int:
        """The winner's tiles on the twelve places round the closing one, as a set of places."""
        tiles = self.tiles[self.to_move]
        places = 0
        for place, shift in enumerate(self.vicinity.places):
            if tiles >> self.closing + shift & 1:
                places |= 1 << place
        return places

    def _cells_at(self, places: Iterable[int]) -> list[int]:
        """The cells at some of the twelve places round the closing tile, by index."""
        shifts = self.vicinity.places
        return [self.closing + shifts[place] for place in places]

    def _bridge(self) -> tuple[int, ...]:
        """A shortest chain through the closing tile, in walking order.

        The surface of the board may close it.
        """
        # The tiles of each strand that touch the closing one.
        strand_tiles = []
        for strand in strands()[self._around()]:
            strand_tiles.append(self._cells_at(bits(strand & TOUCHING)))
        chains: list[tuple[int, ...]] = []
        for tiles in strand_tiles:
            goal = 0
            for other in strand_tiles:
                if other is not tiles:
                    goal |= sum(1 << tile for tile in other)
            walk = self._shortest_walk(tiles, goal)
            if walk:
                chains.append((self.closing, *walk))
        ground = self.board.ground.full
        walks_to_ground = [self._shortest_walk(tiles, ground) for tiles in strand_tiles]
        first, second, *_ = sorted(walks_to_ground, key=len)
        chains.append((*reversed(first), self.closing, *second))
        return min(chains, key=len)

    def _shortest_walk(self, starts: Iterable[int], goal: int) -> tuple[int, ...]:
        """A shortest walk over the winner's tiles but the closing one, from ``starts`` to ``goal``.

        () if there is none.
        """
        area = self.tiles[self.to_move] ^ 1 << self.closing
        walks = [self.board.walk(area, start, goal) for start in starts]
        return min(filter(None, walks), key=len, default=())

    def _river(self) -> tuple[str, ...]:
        chain = self._bridge()
        middle = chain.index(self.closing)
        places = self.vicinity.places
        cell = self.board.cell
        previous_tile = chain[middle - 1]
        next_tile = chain[(middle + 1) % len(chain)]
        first_place = places.index(previous_tile - self.closing)
        other = places.index(next_tile - self.closing)
        enemy = self.tiles[1 - self.to_move]
        ways = [self._cells_at(way) for way in rivers(self._around(), first_place, other)]
        # Of several ways, one under as many enemy tiles as can be: there it is seen best.
        river = max(ways, key=lambda way: sum(enemy >> index & 1 for index in way))
        return tuple(cell[index] for index in river if index in cell)


@cache
def _board(name: str) -> tuple[Pyramid, Vicinity]:
    level_one, ranks = BOARDS[name]
    board = Pyramid(name, named(stacked(level_one)), centre=pyramid_centre(ranks))
    return board, Vicinity(board)


def _setup(options: Mapping[str, str]) -> Loop:
    board, vicinity = _board(options["board"])
    return Loop(board, vicinity, last_mover=options["full_board"] == "last-mover")


AIMS = {
    "draw": _(
        "Close a loop of your tiles: a ring on level one wins, and so does a bridge over a river."
    ),
    "last-mover": _(
        "Close a loop of your tiles: a ring on level one wins, and so does a bridge over a river. "
        "If the pyramid fills up without a loop, the last player to place wins."
    ),
}
"""What wins, by what a full pyramid means."""


def _aim(options: Mapping[str, str]) -> str:
    """What wins, by the options."""
    return AIMS[options["full_board"]]


LOOP = Game(
    slug="loop",
    name="Loop",
    seats=(_("Black"), _("White")),
    author="David J. Bush",
    year=2003,
    aim_of=_aim,
    options=(
        Option(
            "board",
            _("Board"),
            tuple(BOARDS),
            default="main",
            help=_("Size and base of the pyramid"),
            labels=(
                ("main", Sentence("standard pyramid")),
                ("mini", Sentence("mini pyramid")),
                ("lazo145", Sentence("Lazo pyramid")),
                *hexagons({"hex91": 6, "hex37": 4}),
            ),
            meaning=_(
                "Mini is a short first match. The more level one holds, the higher the pyramid "
                "grows."
            ),
        ),
        Option(
            "full_board",
            _("Full pyramid"),
            ("draw", "last-mover"),
            default="draw",
            help=_(
                "If the pyramid is full without a loop: a draw, or a win for the last player to "
                "place"
            ),
            labels=(
                ("draw", Sentence("full pyramid is a draw")),
                ("last-mover", Sentence("full pyramid wins for the last player")),
            ),
            meaning=_(
                "Only a full pyramid without a loop is affected: a draw, or a win for the last "
                "tile."
            ),
        ),
    ),
    setup=_setup,
    formerly=("Lazo",),
    link="http://www.oocities.org/twixtplayer/Lazo1.html",
    examples=(
        MoveExample("1c4", _("place a tile on level one")),
        MoveExample("2d3", _("place a tile on level two")),
    ),
    pie=True,
    head_starts=(
        (
            "main draw",
            HeadStart(
                turns=(
                    "1f3",
                    "1h3",
                    "1d6",
                    "1b6",
                    "1e3",
                    "1f2",
                    "1d5",
                    "1f4",
                    "1d3",
                    "1b4",
                    "1j1",
                    "1f1",
                ),
                counts=(4, 8, 12),
                worths=(HandicapWorth(35, 17), HandicapWorth(59, 17), HandicapWorth(134, 19)),
            ),
        ),
        (
            "hex91 draw",
            HeadStart(
                turns=(
                    "1a6",
                    "1e7",
                    "1c8",
                    "1g5",
                    "1e5",
                    "1g7",
                    "1e10",
                    "1f6",
                    "1f4",
                    "1c4",
                    "1c6",
                    "1k5",
                ),
                counts=(4, 8, 12),
                worths=(HandicapWorth(21, 18), HandicapWorth(135, 19), HandicapWorth(180, 15)),
            ),
        ),
    ),
    draw_from=20,  # only a full pyramid is drawn
    measured=(("main draw", SideResults(157, 143, 300)), ("mini draw", SideResults(22, 18, 40))),
)
GAMES = (LOOP,)
