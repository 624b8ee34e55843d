"""SnipSnip, by Dale Walton (2023): snip out stones between facing ones; then the largest groups are
compared.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product
from typing import Self

from .boards import diamond, hexagon, hexagonal_centre, hexagons, named, square, square_centre
from .core import (
    SWAP,
    Event,
    Game,
    Move,
    Option,
    Outcome,
    Position,
    Random,
    Sentence,
    SideResults,
    _,
)
from .core.position import Key
from .lattice import HEXAGONAL, KING, ORTHOGONAL, Lattice, Vector, bits, nth_bit

# Sides of the hexagons, in turn; the second one is at the bottom.
UNEQUAL = ((4, 5), (2, 3), (2, 4), (3, 5), (4, 6), (5, 7), (6, 7), (6, 8), (3, 4), (5, 6), (7, 8))
HEXAGONS = {
    **{f"hex-{side}-{bottom}": (side, bottom) for side, bottom in UNEQUAL},
    **{f"hex-{side}": (side, side) for side in range(3, 8)},
}
SQUARES = {f"ortho-{side}": side for side in range(4, 11)}
DIAMONDS = {f"omni-{side}": side for side in range(3, 8)}
BOARDS = (*HEXAGONS, *SQUARES, *DIAMONDS)
CALLED = (
    *hexagons({name: name.removeprefix("hex-") for name in HEXAGONS}),
    *((name, Sentence("square {size}x{size}", size=size)) for name, size in SQUARES.items()),
    *((name, Sentence("diamond {size}", size=size)) for name, size in DIAMONDS.items()),
)
SCORINGS = ("group-misere", "group", "linked-misere", "linked")
CAPTURES = ("diagonal", "between")

# How many random points to try before counting out those that are free.
TRIES = range(3)


def facings(steps: Sequence[Vector], capture: str) -> dict[Vector, tuple[Vector, ...]]:
    """Where stones that face a stone stand, as vectors from it, each with the points between the
    two.

    ``between``: two steps on in a straight line. ``diagonal``: two steps away, but not in a line.
    """
    straight: dict[Vector, tuple[Vector, ...]] = {_sum(step, step): (step,) for step in steps}
    if capture == "between":
        return straight
    pairs = tuple(product(steps, repeat=2))
    bent = {_sum(*pair) for pair in pairs} - {*steps, (0, 0)} - straight.keys()
    return {far: tuple(pair[0] for pair in pairs if _sum(*pair) == far) for far in sorted(bent)}


def _sum(one: Vector, other: Vector) -> Vector:
    return one[0] + other[0], one[1] + other[1]


class Sites:
    """Tables that tell capture sites from a window of the board, shifted so that ``offset`` is its
    middle.

    ``spans`` maps the stones in the ``far`` window that face the middle to the points between them
    and it, the middle included. ``across`` maps stones in the ``near`` window to the points where a
    stone of the other colour would make the middle a capture site.
    """

    def __init__(self, lattice: Lattice, facing: Mapping[Vector, Sequence[Vector]]) -> None:
        spans: dict[int, int] = {}
        across: dict[int, int] = {}
        shifts = {
            lattice.shift(far): tuple(map(lattice.shift, between))
            for far, between in facing.items()
        }
        self.offset = max(shifts)
        for far, between in shifts.items():
            spans[1 << self.offset + far] = sum(1 << self.offset + step for step in between)
            for step in between:
                # Seen from the point between, one stone is a step back and the other what remains
                # of the way.
                one = self.offset - step
                other = self.offset + far - step
                across[1 << one] = across.get(1 << one, 0) | 1 << other
        self.far = sum(spans)
        self.near = sum(across)
        self.spans = _for_all_sets(spans, 1 << self.offset)
        self.across = _for_all_sets(across, 0)
        self.points = tuple(lattice.cell)
        self.everything = (1 << lattice.size) - 1
        self.outside = self.everything ^ lattice.full


def _for_all_sets(table: Mapping[int, int], nothing: int) -> dict[int, int]:
    """What ``table`` says of single bits, joined for every set of them; ``nothing`` for none."""
    joined = {0: nothing}
    for bit, value in table.items():
        joined |= {pattern | bit: known | value for pattern, known in joined.items()}
    return joined


class SnipSnip(Position):
    """A position of SnipSnip.

    ``own`` are the stones of the seat that decides, ``enemy`` those of the other.

    ``shut`` are the points where nobody may place, and all bits off the board. ``removable`` are
    the enemy stones of which the decider must remove one, because of the stone ``placed``. A code
    is the index of a point to place on, or the negative of one to remove from.
    """

    __slots__ = ("enemy", "links", "misere", "own", "past", "placed", "removable", "shut", "sites")

    def __init__(self, board: Lattice, sites: Sites, links: Lattice, misere: bool) -> None:
        super().__init__(board)
        self.sites = sites
        self.links = links  # the board again, with a step wherever stones are linked to a group
        self.misere = misere
        self.own = self.enemy = 0
        self.shut = sites.outside
        self.removable = 0
        self.placed = 0
        # Positions at the start of a turn since the last turn that captured nothing. No older one
        # can come back: a turn never takes stones off the board on balance, and adds one unless it
        # captures.
        self.past: tuple[tuple[int, int, int], ...] = ()

    def copy(self) -> Self:
        twin = self._twin()
        twin.sites = self.sites
        twin.links = self.links
        twin.misere = self.misere
        twin.own = self.own
        twin.enemy = self.enemy
        twin.shut = self.shut
        twin.removable = self.removable
        twin.placed = self.placed
        twin.past = self.past
        return twin

    def key(self) -> Key:
        # The past is left out: that the third time of a position is a draw does not matter to who
        # plays towards a win, since no position comes back on the way of a proof.
        return (*self.stones(), self.removable), self.to_move

    def codes(self) -> list[int]:
        if self.removable:
            return [-index for index in bits(self.removable)]
        return list(bits(self.sites.everything ^ self.shut))

    def random_code(self, random: Random) -> int:
        removable = self.removable
        if removable:
            return -nth_bit(removable, int(random() * removable.bit_count()))
        shut = self.shut
        points = self.sites.points
        count = len(points)
        for _attempt in TRIES:
            point = points[int(random() * count)]
            if not shut >> point & 1:
                return point
        free = self.sites.everything ^ shut
        return nth_bit(free, int(random() * free.bit_count()))

    def play(self, code: int) -> None:
        if code < 0:
            self._remove(-code)
            return
        sites = self.sites
        own = self.own
        enemy = self.enemy
        shift = code - sites.offset
        # Between the new stone and enemy stones that face it, stones can be captured and points
        # become sites.
        span = sites.spans[enemy >> shift & sites.far] << shift
        self.shut |= span
        removable = span & enemy
        if removable:
            self.past = self.past or ((self.to_move, own, enemy),)
            self.own = own | 1 << code
            self.removable = removable
            self.placed = code
            return
        self.past = ()
        self.own = enemy
        self.enemy = own | 1 << code
        self.to_move = 1 - self.to_move
        if self.shut == sites.everything:
            self._count()

    def _remove(self, index: int) -> None:
        sites = self.sites
        own = self.own
        enemy = self.enemy ^ 1 << index
        self.removable = 0
        # The point itself is empty now, and those that were sites because of the stone may be so no
        # longer.
        shift = index - sites.offset
        span = sites.spans[own >> shift & sites.far] << shift
        for point in bits(span & self.board.full & ~(own | enemy)):
            shift = point - sites.offset
            if not sites.across[own >> shift & sites.near] & enemy >> shift:
                self.shut ^= 1 << point
        if self.misere:
            self.enemy = enemy
        else:
            self.own = enemy
            self.enemy = own
            self.to_move = 1 - self.to_move
        if self.shut == sites.everything:
            self._count()
            return
        standing = self.to_move, self.own, self.enemy
        if self.past.count(standing) == 2:
            self.reason = "repetition"
        self.past += (standing,)

    def _count(self) -> None:
        own, enemy = (self.links.largest(stones).bit_count() for stones in (self.own, self.enemy))
        if own == enemy:
            # Who would have been next to place loses.
            self.reason = "tie"
            ahead = False
        else:
            self.reason = "group"
            ahead = (own > enemy) != self.misere
        self.winner = self.to_move if ahead else 1 - self.to_move

    def move(self, code: int) -> Move:
        return (
            Move("remove", self.board.cell[-code])
            if code < 0
            else Move("place", self.board.cell[code])
        )

    def code(self, move: Move) -> int | None:
        if move.kind == "place":
            return self.board.index[move.target]
        return -self.board.index[move.target] if move.kind == "remove" else None

    def objection(self, move: Move) -> Sentence:
        if move == SWAP:
            return Sentence("in SnipSnip the start can’t be taken over")
        if move.kind not in ("place", "remove"):
            return Sentence("name one point, such as {move}", move=self.move(self.codes()[0]))
        cell = move.target
        index = self.board.index[cell]
        taken = (self.own | self.enemy) >> index & 1
        if move.kind == "place":
            if self.removable:
                return Sentence(
                    "your stone on {placed} captures: first remove one enemy stone ({cells})",
                    placed=self.board.cell[self.placed],
                    cells=tuple(self.board.names(self.removable)),
                )
            if taken:
                return Sentence("{cell} is occupied", cell=cell)
            one, other = self._facing(index)
            return Sentence(
                (
                    "{cell} is a capture site (opposite colours face each other on {one} and "
                    "{other}), so nobody can "
                    "place there"
                ),
                cell=cell,
                one=one,
                other=other,
            )
        if not self.removable:
            return Sentence("there’s nothing to capture now; place a stone")
        if not taken:
            return Sentence("{cell} is empty; remove an enemy stone", cell=cell)
        if self.own >> index & 1:
            return Sentence("the stone on {cell} is yours; remove an enemy stone", cell=cell)
        return Sentence(
            "the stone on {cell} isn’t between yours on {placed} and an enemy stone facing it",
            cell=cell,
            placed=self.board.cell[self.placed],
        )

    def _facing(self, index: int) -> tuple[str, str]:
        """Two stones that make the point at ``index`` a capture site."""
        shift = index - self.sites.offset
        one, other = next(
            (one, other)
            for one in bits(self.own >> shift & self.sites.near)
            for other in bits(self.sites.across[1 << one] & self.enemy >> shift)
        )
        first, second = self.board.names(1 << shift + one | 1 << shift + other)
        return first, second

    def pieces(self) -> dict[str, tuple[int, ...]]:
        white, black = self.stones()
        seats = ((index, 0 if white >> index & 1 else 1) for index in bits(white | black))
        return {self.board.cell[index]: (seat,) for index, seat in seats}

    def stones(self) -> tuple[int, int]:
        """The stones on the board, by seat."""
        return (self.enemy, self.own) if self.to_move else (self.own, self.enemy)

    def events(self, before: Self, move: Move) -> tuple[Event, ...]:
        return (
            Event("placed" if move.kind == "place" else "captured", before.to_move, (move.target,)),
        )

    def marks(self) -> dict[str, tuple[str, ...]]:
        """``banned``: capture sites, where nobody may place; ``group0`` and ``group1``: the seats'
        largest groups.
        """
        stones = self.stones()
        groups = {
            f"group{seat}": self.board.names(self.links.largest(stones[seat])) for seat in (0, 1)
        }
        return {
            "banned": self.board.names(self.board.full & self.shut & ~(stones[0] | stones[1])),
            **groups,
        }

    def with_other_to_move(self) -> Self | None:
        if self.removable:
            return None
        twin = self.copy()
        twin.own = self.enemy
        twin.enemy = self.own
        twin.to_move = 1 - self.to_move
        return twin

    def threats(self) -> tuple[str, ...]:
        """Stones that the other side's next stone could capture, and points where it would end the
        match with a win.
        """
        cells = 0
        for code, after in self.replies():
            cells |= after.removable
            if after.winner == 1 - self.to_move:
                cells |= 1 << code
        return self.board.names(cells)

    def outcome(self, before: Self | None, move: Move | None) -> Outcome:
        assert self.reason is not None
        if self.winner is None:
            return Outcome(None, self.reason)
        group = self.links.largest(self.stones()[self.winner])
        return Outcome(self.winner, self.reason, self.board.names(group))

    @property
    def score(self) -> tuple[int, int]:
        white, black = (self.links.largest(stones).bit_count() for stones in self.stones())
        return white, black


@cache
def _board(name: str) -> tuple[Lattice, Lattice]:
    """A board, and the same with diagonal links."""
    if name in HEXAGONS:
        side, bottom = HEXAGONS[name]
        sites = hexagon(bottom, side)
        steps = HEXAGONAL
        centre = hexagonal_centre
    elif name in SQUARES:
        sites = square(SQUARES[name])
        steps = ORTHOGONAL
        centre = square_centre
    else:
        sites = diamond(DIAMONDS[name])
        steps = KING
        centre = square_centre
    cells = named(sites)
    diagonal, straight = (tuple(facings(steps, capture)) for capture in CAPTURES)
    return (
        Lattice(name, "points", cells, steps, leaps=diagonal + straight, centre=centre),
        Lattice(name, "points", cells, steps + diagonal, leaps=straight, centre=centre),
    )


@cache
def _sites(name: str, capture: str) -> Sites:
    steps = HEXAGONAL if name in HEXAGONS else ORTHOGONAL if name in SQUARES else KING
    return Sites(_board(name)[0], facings(steps, capture))


def _start(options: Mapping[str, str]) -> SnipSnip:
    name = options["board"]
    board, linked = _board(name)
    links, _, misere = options["scoring"].partition("-")
    return SnipSnip(
        board,
        _sites(name, options["capture"]),
        linked if links == "linked" else board,
        bool(misere),
    )


SNIPSNIP = Game(
    slug="snipsnip",
    name="SnipSnip",
    seats=(_("White"), _("Black")),
    author="Dale Walton",
    year=2023,
    aim=_(
        "When nobody can place any more, the largest group loses – or wins, in the variants "
        "without misère."
    ),
    options=(
        Option(
            "board",
            _("Board"),
            BOARDS,
            BOARDS[0],
            _("Grid and size"),
            CALLED,
            _("Small boards are short puzzles for two."),
        ),
        Option(
            "scoring",
            _("Scoring"),
            SCORINGS,
            SCORINGS[0],
            _("How groups are counted, and whether large ones win"),
            (
                ("group-misere", Sentence("largest group loses")),
                ("group", Sentence("largest group wins")),
                ("linked-misere", Sentence("largest linked group loses")),
                ("linked", Sentence("largest linked group wins")),
            ),
            _(
                "Misère: the larger largest group loses, and a capture gives another turn. "
                "Linked: diagonals connect."
            ),
        ),
        Option(
            "capture",
            _("Capture"),
            CAPTURES,
            CAPTURES[0],
            _("How stones must face each other to capture"),
            meaning=_(
                "Diagonal: stones capture around a corner. Between: they capture in a straight "
                "line."
            ),
        ),
    ),
    setup=_start,
    link="https://boardgamegeek.com/boardgamedesigner/1988/dale-walton",
    examples=("c4", "c4 xd5"),
    measured=(
        ("hex-4-5 group-misere diagonal", SideResults(183, 217, 400)),
        ("hex-4-5 group diagonal", SideResults(209, 191, 400)),
        ("hex-5 group-misere diagonal", SideResults(175, 225, 400)),
        ("hex-5 group diagonal", SideResults(109, 91, 200)),
    ),
    scored=_("group {count}"),
    counted=(
        _("your largest group goes from {was} to {now}"),
        _("your opponent’s largest group goes from {was} to {now}"),
    ),
)
GAMES = (SNIPSNIP,)
