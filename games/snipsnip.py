"""SnipSnip, by Dale Walton (2023).

Snip out stones between facing ones; then the largest groups are compared.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product
from typing import Self

from .boards import diamond, hexagon, hexagonal_centre, hexagons, named, square, square_centre
from .core import (
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
LABELS = (
    *hexagons({name: name.removeprefix("hex-") for name in HEXAGONS}),
    *((name, Sentence("square {size}x{size}", size=size)) for name, size in SQUARES.items()),
    *((name, Sentence("diamond {size}", size=size)) for name, size in DIAMONDS.items()),
)
SCORINGS = ("group-misere", "group", "linked-misere", "linked")
AIMS = {
    "group-misere": _("When nobody can place any more, the player with the largest group loses."),
    "group": _("When nobody can place any more, the player with the largest group wins."),
    "linked-misere": _(
        "When nobody can place any more, the player with the largest group loses. Groups also "
        "connect diagonally."
    ),
    "linked": _(
        "When nobody can place any more, the player with the largest group wins. Groups also "
        "connect diagonally."
    ),
}
"""What wins, by the scoring."""
CAPTURES = ("diagonal", "between")

# How many random points to try before counting out those that are free.
TRIES = range(3)


def facings(steps: Sequence[Vector], capture: str) -> dict[Vector, tuple[Vector, ...]]:
    """Where stones that face a stone stand, as vectors from it, with the points between the two.

    ``between``: two steps on in a straight line. ``diagonal``: two steps away, but not in a line.
    """
    in_line: dict[Vector, tuple[Vector, ...]] = {_sum(step, step): (step,) for step in steps}
    if capture == "between":
        return in_line
    first_steps: dict[Vector, list[Vector]] = {}
    for first, second in product(steps, repeat=2):
        first_steps.setdefault(_sum(first, second), []).append(first)
    # Not the stone itself, no neighbour, and nothing in a straight line.
    bent = first_steps.keys() - {*steps, (0, 0)} - in_line.keys()
    return {far: tuple(first_steps[far]) for far in sorted(bent)}


def _sum(one: Vector, other: Vector) -> Vector:
    return one[0] + other[0], one[1] + other[1]


class Sites:
    """Tables that tell capture sites from a window of the board round a point.

    The board is shifted so that ``offset`` is the middle of the window. ``spans`` maps the stones
    in the ``far`` window that face the middle to the points between them and it, the middle
    included. ``opposites`` maps stones in the ``near`` window to the points where a stone of the
    other colour would make the middle a capture site.
    """

    def __init__(self, lattice: Lattice, facing: Mapping[Vector, Sequence[Vector]]) -> None:
        spans: dict[int, int] = {}
        opposites: dict[int, int] = {}
        shifts: dict[int, list[int]] = {}
        for vector, steps in facing.items():
            shifts[lattice.shift(vector)] = [lattice.shift(step) for step in steps]
        self.offset = max(shifts)
        for far, middles in shifts.items():
            spans[1 << self.offset + far] = sum(1 << self.offset + step for step in middles)
            for step in middles:
                # Seen from the point between, one stone is a step back and the other what remains
                # of the way.
                one = 1 << self.offset - step
                other = 1 << self.offset + far - step
                opposites[one] = opposites.get(one, 0) | other
        self.far = sum(spans)
        self.near = sum(opposites)
        self.spans = _for_all_sets(spans, 1 << self.offset)
        self.opposites = _for_all_sets(opposites, 0)
        self.points = tuple(lattice.cell)
        self.everything = (1 << lattice.size) - 1
        self.outside = self.everything ^ lattice.full


def _for_all_sets(table: Mapping[int, int], nothing: int) -> dict[int, int]:
    """What ``table`` says of single bits, joined for every set of them; ``nothing`` for none."""
    by_set = {0: nothing}
    for bit, value in table.items():
        by_set |= {pattern | bit: union | value for pattern, union in by_set.items()}
    return by_set


class SnipSnip(Position):
    """A position of SnipSnip.

    ``own`` are the stones of the seat that decides, ``enemy`` those of the other. ``shut`` are the
    points where nobody may place, and all bits off the board. ``removable`` are the enemy stones of
    which the decider must remove one, because of the stone ``placed``. A code is the index of a
    point to place on, or the negative of one to remove from.
    """

    __slots__ = ("enemy", "links", "misere", "own", "past", "placed", "removable", "shut", "sites")

    def __init__(self, board: Lattice, sites: Sites, links: Lattice, misere: bool) -> None:
        super().__init__(board)
        self.sites = sites
        self.links = links  # the board again, with a step wherever stones are linked to a group
        self.misere = misere
        self.own = 0
        self.enemy = 0
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

    def key(self) -> PositionKey:
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
        occupied_points = self.shut
        points = self.sites.points
        count = len(points)
        for _attempt in TRIES:
            point = points[int(random() * count)]
            if not occupied_points >> point & 1:
                return point
        free_points = self.sites.everything ^ occupied_points
        return nth_bit(free_points, int(random() * free_points.bit_count()))

    def play(self, code: int) -> None:
        if code < 0:
            self._remove(-code)
            return
        sites = self.sites
        own_stones = self.own
        enemy = self.enemy
        shift = code - sites.offset
        # Between the new stone and enemy stones that face it, stones can be captured and points
        # become sites.
        span = sites.spans[enemy >> shift & sites.far] << shift
        self.shut |= span
        removable = span & enemy
        if removable:
            self.past = self.past or ((self.to_move, own_stones, enemy),)
            self.own = own_stones | 1 << code
            self.removable = removable
            self.placed = code
            return
        self.past = ()
        self.own = enemy
        self.enemy = own_stones | 1 << code
        self.to_move = 1 - self.to_move
        if self.shut == sites.everything:
            self._count()

    def _remove(self, index: int) -> None:
        sites = self.sites
        own_stones = self.own
        enemy = self.enemy ^ 1 << index
        self.removable = 0
        # The point itself is empty now, and those that were sites because of the stone may be so no
        # longer.
        shift = index - sites.offset
        span = sites.spans[own_stones >> shift & sites.far] << shift
        for point in bits(span & self.board.full & ~(own_stones | enemy)):
            shift = point - sites.offset
            if not sites.opposites[own_stones >> shift & sites.near] & enemy >> shift:
                self.shut ^= 1 << point
        if self.misere:
            self.enemy = enemy
        else:
            self.own = enemy
            self.enemy = own_stones
            self.to_move = 1 - self.to_move
        if self.shut == sites.everything:
            self._count()
            return
        situation = (self.to_move, self.own, self.enemy)
        if self.past.count(situation) == 2:
            self.reason = "repetition"
        self.past += (situation,)

    def _count(self) -> None:
        own_size = self.links.largest(self.own).bit_count()
        enemy = self.links.largest(self.enemy).bit_count()
        if own_size == enemy:
            # Who would have been next to place loses.
            self.reason = "tie"
            self.winner = 1 - self.to_move
            return
        self.reason = "group"
        has_won = own_size < enemy if self.misere else own_size > enemy
        self.winner = self.to_move if has_won else 1 - self.to_move

    def move(self, code: int) -> Move:
        if code < 0:
            return Move("remove", self.board.cell[-code])
        return Move("place", self.board.cell[code])

    def code(self, move: Move) -> int | None:
        if move.kind == "place":
            return self.board.index[move.target]
        if move.kind == "remove":
            return -self.board.index[move.target]
        return None

    def objection(self, move: Move) -> Sentence:
        if move == SWAP:
            return Sentence("in SnipSnip the start can’t be taken over")
        if move.kind not in ("place", "remove"):
            return Sentence("name one point, such as {move}", move=self.move(self.codes()[0]))
        if move.kind == "place":
            return self._objection_to_placement(move.target)
        return self._objection_to_removal(move.target)

    def _objection_to_placement(self, cell: str) -> Sentence:
        index = self.board.index[cell]
        if self.removable:
            return Sentence(
                "your stone on {placed} captures: first remove one enemy stone ({cells})",
                placed=self.board.cell[self.placed],
                cells=tuple(self.board.names(self.removable)),
            )
        if (self.own | self.enemy) >> index & 1:
            return Sentence("{cell} is occupied", cell=cell)
        one, other = self._facing(index)
        return Sentence(
            "{cell} is a capture site (opposite colours face each other on {one} and {other}), so "
            "nobody can place there",
            cell=cell,
            one=one,
            other=other,
        )

    def _objection_to_removal(self, cell: str) -> Sentence:
        index = self.board.index[cell]
        if not self.removable:
            return Sentence("there’s nothing to capture now; place a stone")
        if self.own >> index & 1:
            return Sentence("the stone on {cell} is yours; remove an enemy stone", cell=cell)
        if not self.enemy >> index & 1:
            return Sentence("{cell} is empty; remove an enemy stone", cell=cell)
        return Sentence(
            "the stone on {cell} isn’t between yours on {placed} and an enemy stone facing it",
            cell=cell,
            placed=self.board.cell[self.placed],
        )

    def _facing(self, index: int) -> tuple[str, str]:
        """Two stones that make the point at ``index`` a capture site."""
        sites = self.sites
        shift = index - sites.offset
        for one in bits(self.own >> shift & sites.near):
            facing = sites.opposites[1 << one] & self.enemy >> shift
            if facing:
                other = next(bits(facing))
                first, second = self.board.names(1 << shift + one | 1 << shift + other)
                return first, second
        raise ValueError(f"{self.board.cell[index]} is no capture site")

    def pieces(self) -> dict[str, tuple[int, ...]]:
        white, black = self.stones()
        return {self.board.cell[index]: (black >> index & 1,) for index in bits(white | black)}

    def stones(self) -> tuple[int, int]:
        """The stones on the board, by seat."""
        if self.to_move == 0:
            return self.own, self.enemy
        return self.enemy, self.own

    def events(self, previous: Self, move: Move) -> tuple[Event, ...]:
        kind = "placed" if move.kind == "place" else "captured"
        return (Event(kind, previous.to_move, (move.target,)),)

    def marks(self) -> dict[str, tuple[str, ...]]:
        """``banned`` are capture sites, where nobody may place.

        ``group0`` and ``group1`` are the stones of the seats' largest groups, of all that are
        equally large.
        """
        names = self.board.names
        white, black = self.stones()
        sites = self.board.full & self.shut & ~(white | black)
        return {
            "banned": names(sites),
            "group0": names(self.links.largest_groups(white)),
            "group1": names(self.links.largest_groups(black)),
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
        """Stones that the other side's next stone could capture, and points where it would win."""
        opponent = 1 - self.to_move
        cells = 0
        for code, position in self.replies():
            cells |= position.removable
            if position.winner == opponent:
                cells |= 1 << code
        return self.board.names(cells)

    def outcome(self, previous: Self | None, move: Move | None) -> Outcome:
        assert self.reason is not None
        if self.winner is None:
            return Outcome(None, self.reason)
        return Outcome(self.winner, self.reason, self.board.names(self._decisive_stones()))

    def _decisive_stones(self) -> int:
        """The largest of all groups: in misère those of the loser, in a tie those of both sides."""
        white, black = map(self.links.largest_groups, self.stones())
        white_score, black_score = self.score
        if white_score == black_score:
            return white | black
        return white if white_score > black_score else black

    @property
    def score(self) -> tuple[int, int]:
        white, black = self.stones()
        return self.links.largest(white).bit_count(), self.links.largest(black).bit_count()


@cache
def _board(name: str) -> tuple[Lattice, Lattice]:
    """A board, and the same with diagonal links."""
    if name in HEXAGONS:
        side, bottom = HEXAGONS[name]
        sites = hexagon(bottom, side)
        centre = hexagonal_centre
    elif name in SQUARES:
        sites = square(SQUARES[name])
        centre = square_centre
    else:
        sites = diamond(DIAMONDS[name])
        centre = square_centre
    cells = named(sites)
    steps = _steps(name)
    diagonal = tuple(facings(steps, "diagonal"))
    in_line = tuple(facings(steps, "between"))
    board = Lattice(name, "points", cells, steps, leaps=diagonal + in_line, centre=centre)
    links = Lattice(name, "points", cells, steps + diagonal, leaps=in_line, centre=centre)
    return board, links


def _steps(name: str) -> tuple[Vector, ...]:
    """From a point to its neighbours, on the board of that name."""
    if name in HEXAGONS:
        return HEXAGONAL
    if name in SQUARES:
        return ORTHOGONAL
    return KING


@cache
def _sites(name: str, capture: str) -> Sites:
    board, _linked_board = _board(name)
    return Sites(board, facings(_steps(name), capture))


def _setup(options: Mapping[str, str]) -> SnipSnip:
    board, linked_board = _board(options["board"])
    sites = _sites(options["board"], options["capture"])
    scoring = options["scoring"]
    links = linked_board if scoring.startswith("linked") else board
    return SnipSnip(board, sites, links, misere=scoring.endswith("-misere"))


# How small boards end in best play (docs/solved.md).
SOLVED = (
    SolvedVariant("hex-2-3 group-misere between", winner=1),
    SolvedVariant("hex-2-3 group-misere diagonal", winner=1),
    SolvedVariant("hex-2-3 group between", winner=0),
    SolvedVariant("hex-2-3 group diagonal", winner=0),
    SolvedVariant("hex-2-3 linked-misere between", winner=1),
    SolvedVariant("hex-2-3 linked-misere diagonal", winner=1),
    SolvedVariant("hex-2-3 linked between", winner=0),
    SolvedVariant("hex-2-3 linked diagonal", winner=1),
    SolvedVariant("hex-2-4 group-misere diagonal", winner=1),
    SolvedVariant("hex-2-4 group between", winner=0, proof=SEARCHED),
    SolvedVariant("hex-2-4 group diagonal", winner=0, proof=SEARCHED),
    SolvedVariant("hex-2-4 linked-misere diagonal", winner=1),
    SolvedVariant("hex-2-4 linked diagonal", winner=0, proof=SEARCHED),
    SolvedVariant("hex-3 group-misere diagonal", winner=1, proof=SEARCHED),
    SolvedVariant("hex-3 group diagonal", winner=0, proof=SEARCHED),
    SolvedVariant("hex-3 linked-misere diagonal", winner=1, proof=SEARCHED),
    SolvedVariant("omni-3 group-misere between", winner=1),
    SolvedVariant("omni-3 group-misere diagonal", winner=1),
    SolvedVariant("omni-3 group between", winner=0),
    SolvedVariant("omni-3 group diagonal", winner=0),
    SolvedVariant("omni-3 linked-misere between", winner=1),
    SolvedVariant("omni-3 linked-misere diagonal", winner=0),
    SolvedVariant("omni-3 linked between", winner=1),
    SolvedVariant("omni-3 linked diagonal", winner=0),
    SolvedVariant("ortho-4 group-misere between", winner=1),
    SolvedVariant("ortho-4 group-misere diagonal", winner=1),
    SolvedVariant("ortho-4 group between", winner=1, proof=SEARCHED),
    SolvedVariant("ortho-4 group diagonal", winner=1),
    SolvedVariant("ortho-4 linked-misere between", winner=1),
    SolvedVariant("ortho-4 linked-misere diagonal", winner=1),
    SolvedVariant("ortho-4 linked between", winner=1, proof=SEARCHED),
    SolvedVariant("ortho-4 linked diagonal", winner=1),
)


def _aim(options: Mapping[str, str]) -> str:
    """What wins, by the options."""
    return AIMS[options["scoring"]]


SNIPSNIP = Game(
    slug="snipsnip",
    name="SnipSnip",
    seats=(_("White"), _("Black")),
    author="Dale Walton",
    year=2023,
    aim_of=_aim,
    options=(
        Option(
            "board",
            _("Board"),
            BOARDS,
            default=BOARDS[0],
            help=_("Grid and size"),
            labels=LABELS,
            meaning=_("Small boards are short puzzles for two."),
        ),
        Option(
            "scoring",
            _("Scoring"),
            SCORINGS,
            default=SCORINGS[0],
            help=_("How groups are counted, and whether large ones win"),
            labels=(
                ("group-misere", Sentence("largest group loses")),
                ("group", Sentence("largest group wins")),
                ("linked-misere", Sentence("largest linked group loses")),
                ("linked", Sentence("largest linked group wins")),
            ),
            meaning=_(
                "Misère: the larger largest group loses, and a capture gives another turn. Linked: "
                "diagonals connect."
            ),
        ),
        Option(
            "capture",
            _("Capture"),
            CAPTURES,
            default=CAPTURES[0],
            help=_("How stones must face each other to capture"),
            meaning=_(
                "Diagonal: stones capture around a corner. Between: they capture in a straight "
                "line."
            ),
        ),
    ),
    setup=_setup,
    link="https://boardgamegeek.com/boardgamedesigner/1988/dale-walton",
    examples=(
        MoveExample("c4", _("place a stone on c4")),
        MoveExample(
            "c4 xd4", _("place a stone on c4, and remove the stone that it captures on d4")
        ),
    ),
    measured=(
        ("hex-4-5 group-misere diagonal", SideResults(183, 217, 400)),
        ("hex-4-5 group diagonal", SideResults(209, 191, 400)),
        ("hex-5 group-misere diagonal", SideResults(175, 225, 400)),
        ("hex-5 group diagonal", SideResults(109, 91, 200)),
    ),
    solved_variants=SOLVED,
    head_starts=(
        (
            "hex-4-5 group-misere diagonal",
            HeadStart(
                turns=("d4", "e4", "d5", "c5", "e3", "e5"),
                counts=(4, 6),
                worths=(HandicapWorth(-39, 21), HandicapWorth(-197, 26)),
            ),
        ),
        (
            "hex-4-6 group-misere diagonal",
            HeadStart(
                turns=("e4", "f4", "e5", "d5"),
                counts=(4,),
                worths=(HandicapWorth(-83, 32),),
            ),
        ),
    ),
    score_label=_("group {count}"),
    score_changes=(
        _("your largest group goes from {was} to {now}"),
        _("your opponent’s largest group goes from {was} to {now}"),
    ),
)
GAMES = (SNIPSNIP,)
