"""Loops 'n Leaps, by Christian Freeling (2021).

Men that see their friends grow leapers; surround three pillars.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Self

from .boards import hexagon, hexagons
from .colonnade import Colonnade, Flight
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
from .lattice import bits
from .loops import chain_round

BASES = {"base8": 8, "base10": 10, "base6": 6, "base4": 4}
PILLARS_TO_WIN = 3


class LoopsNLeaps(Position):
    """A position of Loops 'n Leaps.

    Lists of two are by seat. ``men`` are the cells held, as bits, ``doubles`` where a leaper stands
    on a man, ``vacant`` the free cells (both in no order). ``closed`` are the pillars surrounded,
    ``safe`` the groups that surround them. ``stuck``: the decider has nothing but a pass.
    """

    __slots__ = ("closed", "colonnade", "doubles", "men", "safe", "stuck", "vacant")

    def __init__(self, colonnade: Colonnade) -> None:
        super().__init__(colonnade.board)
        self.colonnade = colonnade
        self.men = [0, 0]
        self.doubles: tuple[list[int], list[int]] = ([], [])
        self.vacant = list(colonnade.board.cell)
        self.closed = [0, 0]
        self.safe = [0, 0]
        self.stuck = False

    def copy(self) -> Self:
        twin = self._twin()
        twin.colonnade = self.colonnade
        twin.men = self.men[:]
        twin.doubles = (self.doubles[0][:], self.doubles[1][:])
        twin.vacant = self.vacant[:]
        twin.closed = self.closed[:]
        twin.safe = self.safe[:]
        twin.stuck = self.stuck
        return twin

    def key(self) -> PositionKey:
        leapers = 0
        for cells in self.doubles:
            leapers |= sum(1 << index for index in cells)
        return (*self.men, leapers), self.to_move | self.stuck << 1

    def _may_swap(self) -> bool:
        """Whether White has just placed the first man."""
        return self.to_move == 1 and len(self.vacant) == len(self.board) - 1

    def codes(self) -> list[int]:
        if self.stuck:
            return [PASS_CODE]
        codes = sorted(self.vacant)
        seat = self.to_move
        for source in sorted(self.doubles[seat]):
            flights = self.colonnade.flights[source]
            codes += sorted(flight.code for flight in flights if self.may_fly(seat, flight))
        if self._may_swap():
            codes.append(SWAP_CODE)
        return codes

    def may_fly(self, seat: int, flight: Flight) -> bool:
        """Whether a leaper of ``seat`` may make a leap.

        No enemy may stand on the way, and no friend and no safe piece at its end.
        """
        forbidden_cells = self.men[seat] | self.safe[1 - seat]
        return not (flight.path & self.men[1 - seat] or flight.target & forbidden_cells)

    def random_code(self, random: Random) -> int:
        if self.stuck:
            return PASS_CODE
        seat = self.to_move
        vacant = self.vacant
        doubles = self.doubles[seat]
        cells = len(vacant)
        if self._may_swap() and random() * (cells + 1) < 1:
            return SWAP_CODE
        colonnade = self.colonnade
        places = colonnade.places
        flights = colonnade.flights
        enemy = self.men[1 - seat]
        forbidden_cells = self.men[seat] | self.safe[1 - seat]
        every = cells + len(doubles) * places
        # Draw from all placements and all conceivable leaps until it is legal.
        while True:
            n = int(random() * every)
            if n < cells:
                # The last place is where ``play`` looks first.
                code = vacant[n]
                vacant[n] = vacant[-1]
                vacant[-1] = code
                return code
            which, place = divmod(n - cells, places)
            leaps = flights[doubles[which]]
            if place < len(leaps):
                code, target, path = leaps[place]
                if not (path & enemy or target & forbidden_cells):
                    return code

    def play(self, code: int) -> None:
        seat = self.to_move
        if code >= self.board.size:
            self._leap(seat, *divmod(code, self.board.size))
        elif code > SWAP_CODE:
            self._place(seat, code)
        elif code == SWAP_CODE:
            self.men.reverse()
        if self.closed[seat].bit_count() >= PILLARS_TO_WIN:
            self.winner = seat
            self.reason = "pillars"
        elif self.vacant:
            self.to_move = 1 - seat
        else:
            self._go_on_without_placements()

    def _go_on_without_placements(self) -> None:
        self.stuck = not self._can_leap(1 - self.to_move)
        if not self.stuck or self._can_leap(self.to_move):
            self.to_move = 1 - self.to_move
            return
        self.reason = "exhausted"
        white, black = self.score
        if white != black:
            self.winner = 0 if white > black else 1

    def _can_leap(self, seat: int) -> bool:
        flights = self.colonnade.flights
        return any(
            self.may_fly(seat, flight)
            for source in self.doubles[seat]
            for flight in flights[source]
        )

    def _place(self, seat: int, cell: int) -> None:
        _take_out(self.vacant, cell)
        if self.promotes(seat, cell):
            self.doubles[seat].append(cell)
        self.men[seat] |= 1 << cell
        self._gain(seat, (cell,))

    def promotes(self, seat: int, cell: int) -> bool:
        """Whether a man of ``seat`` placed on ``cell`` sees enough friends to be promoted."""
        friends = self.men[seat]
        occupied_cells = friends | self.men[1 - seat]
        up, down, shortfall = self.colonnade.rays[cell]
        for ray in up:
            pieces = ray & occupied_cells
            if pieces and pieces & -pieces & friends:
                shortfall -= 1
        for ray in down:
            pieces = ray & occupied_cells
            if pieces and friends >> pieces.bit_length() - 1 & 1:
                shortfall -= 1
        return shortfall <= 0

    def _leap(self, seat: int, source: int, target: int) -> None:
        enemy = 1 - seat
        men = self.men
        landing = 1 << target
        _take_out(self.doubles[seat], source)
        captures = self.captures(seat, landing)
        if captures != landing:
            self.vacant.remove(target)
        men[seat] |= landing | captures
        if not captures:
            self._gain(seat, (target,))
            return
        men[enemy] ^= captures
        doubles = self.doubles[enemy]
        for cell in [cell for cell in doubles if captures >> cell & 1]:
            doubles.remove(cell)
        self._gain(seat, bits(landing | captures))
        if captures & self.safe[enemy]:
            self._judge(enemy)

    def captures(self, seat: int, landing: int) -> int:
        """The enemy pieces, as bits, that a leap of ``seat`` takes.

        ``landing`` is the bit of the cell on which the leap ends.
        """
        if self.men[1 - seat] & landing:
            return landing
        return self._custody(seat, landing.bit_length() - 1)

    def _custody(self, seat: int, target: int) -> int:
        """The runs of enemy pieces between a leaper that lands on ``target`` and its friends."""
        friends = self.men[seat]
        enemy = self.men[1 - seat]
        captures = 0
        up, down, _ = self.colonnade.rays[target]
        for ray in up:
            ray_pieces = ray & ~enemy
            end = ray_pieces & -ray_pieces
            if end & friends:
                captures |= ray & end - 1
        for ray in down:
            ray_pieces = ray & ~enemy
            end = 1 << ray_pieces.bit_length() >> 1
            if end & friends:
                captures |= ray & -end ^ end
        return captures

    def _gain(self, seat: int, cells: Iterable[int]) -> None:
        """See to loops and safe groups after ``seat`` has got pieces on ``cells``."""
        men = self.men[seat]
        joins = self.colonnade.ground.arcs.joins
        for cell in cells:
            if joins(men, cell):
                self._judge(seat)
                return
        if self.safe[seat]:
            self.safe[seat] = self.board.flood(self.safe[seat], men)

    def _judge(self, seat: int) -> None:
        """Count the pillars that ``seat`` surrounds, and find the groups that do it."""
        men = self.men[seat]
        ground = self.colonnade.ground
        enclosed_cells = ground.enclosed(men)
        self.closed[seat] = enclosed_cells & self.colonnade.pillars
        # Only with seven pillars inside can a piece beside enclosed ones belong to another group
        # than the one that encloses them, and then the match is over.
        self.safe[seat] = ground.flood(ground.dilate(enclosed_cells), men)

    def code(self, move: Move) -> int | None:
        code = super().code(move)
        if move.kind == "step" and code not in self.colonnade.flight:
            return None
        return code

    def objection(self, move: Move) -> Sentence:
        if move == SWAP:
            return Sentence("only Black can take over the start, and only on the first turn")
        if move.kind == "place":
            return Sentence("{cell} is occupied; place on an empty cell", cell=move.target)
        if move.kind == "step":
            return self._objection_to_leap(move.source, move.target)
        return Sentence(
            "name the cell to place on, or a leaper and where it lands, such as {move}",
            move=self.move(self.codes()[0]),
        )

    def _objection_to_leap(self, source: str, target: str) -> Sentence:
        seat = self.to_move
        index = self.board.index
        start = index[source]
        end = index[target]
        if self.men[1 - seat] >> start & 1:
            return Sentence(
                "the piece on {cell} is your opponent’s; move one of your own", cell=source
            )
        if not self.men[seat] >> start & 1:
            return Sentence("{cell} is empty; move one of your leapers", cell=source)
        if start not in self.doubles[seat]:
            return Sentence(
                "{cell} holds a single man; only leapers (two men) can move", cell=source
            )
        if start == end:
            return Sentence("a leaper can’t stay on {cell}, where it starts", cell=source)
        flight = self.colonnade.flight.get(start * self.board.size + end)
        if flight is None:
            return self._objection_to_way(source, target)
        blockers = flight.path & self.men[1 - seat]
        if blockers:
            cells = self.board.names(blockers)
            return Sentence(
                "the enemy piece on {cell} blocks the way from {source} to {target}",
                cell=cells[0] if start < end else cells[-1],
                source=source,
                target=target,
            )
        if flight.target & self.men[seat]:
            return Sentence("{cell} holds a piece of yours; a leaper can’t land there", cell=target)
        return Sentence(
            "{cell} is safe: it is part of a group that surrounds a pillar", cell=target
        )

    def _objection_to_way(self, source: str, target: str) -> Sentence:
        """Why no open line leads from ``source`` to ``target``."""
        ground = self.colonnade.ground
        start = self.board.index[source]
        end = self.board.index[target]
        for step in self.board.steps:
            ray = ground.ray(start, step)
            if end in ray:
                pillar = next(index for index in ray if self.colonnade.pillars >> index & 1)
                return Sentence(
                    "the pillar on {cell} blocks the way from {source} to {target}",
                    cell=ground.cell[pillar],
                    source=source,
                    target=target,
                )
        return Sentence("{target} isn’t in line with {source}", source=source, target=target)

    def pieces(self) -> dict[str, tuple[int, ...]]:
        pieces: dict[str, tuple[int, ...]] = {}
        for index, cell in self.board.cell.items():
            for seat in (0, 1):
                if self.men[seat] >> index & 1:
                    pieces[cell] = (seat, seat) if index in self.doubles[seat] else (seat,)
        return pieces

    def events(self, previous: Self, move: Move) -> tuple[Event, ...]:
        seat = previous.to_move
        enemy = 1 - seat
        if move == PASS:
            return (Event("passed", seat),)
        if move == SWAP:
            return (Event("recoloured", seat, self.board.names(self.men[seat])),)
        events = self._events_of_piece(previous, move)
        ground = self.colonnade.ground
        new_pillars = self.closed[seat] & ~previous.closed[seat]
        if new_pillars:
            events.append(Event("surrounded", seat, ground.names(new_pillars)))
            new_men = self.men[seat] & ~previous.men[seat]
            loops = self._loops(seat, new_pillars, new_men)
            events += (Event("looped", seat, loop) for loop in loops)
        broken_pillars = previous.closed[enemy] & ~self.closed[enemy]
        if broken_pillars:
            events.append(Event("broken", enemy, ground.names(broken_pillars)))
        return tuple(events)

    def _events_of_piece(self, previous: Self, move: Move) -> list[Event]:
        """What became of the piece that was placed or leapt, and of those that it took."""
        seat = previous.to_move
        target = self.board.index[move.target]
        if move.kind == "place":
            events = [Event("placed", seat, (move.target,))]
            if target in self.doubles[seat]:
                events.append(Event("promoted", seat, (move.target,)))
            return events
        events = [Event("leapt", seat, (move.source, move.target))]
        captures = previous.men[1 - seat] & ~self.men[1 - seat]
        if captures:
            kind = "captured" if captures >> target & 1 else "converted"
            events.append(Event(kind, seat, self.board.names(captures)))
        return events

    def with_other_to_move(self) -> Self:
        twin = self.copy()
        twin.to_move = 1 - self.to_move
        twin.stuck = not twin.vacant and not twin._can_leap(twin.to_move)
        return twin

    def threats(self) -> tuple[str, ...]:
        """Pieces that a leap of the other side would take, and pillars that it could surround."""
        opponent = 1 - self.to_move
        ground = self.colonnade.ground
        men = self.men[opponent]
        neighbours = ground.dilate(men)
        gains = {1 << cell for cell in self.vacant if neighbours >> cell & 1}
        cells = 0
        for source in self.doubles[opponent]:
            for flight in self.colonnade.flights[source]:
                if self.may_fly(opponent, flight):
                    captures = self.captures(opponent, flight.target)
                    gains.add(flight.target | captures)
                    cells |= captures
        open_pillars = self.colonnade.pillars & ~self.closed[opponent]
        for gain in gains:
            if any(ground.arcs.joins(men | gain, cell) for cell in bits(gain)):
                cells |= ground.enclosed(men | gain) & open_pillars
        return ground.names(cells)

    def outcome(self, previous: Self | None, move: Move | None) -> Outcome:
        assert self.reason is not None
        seats = (0, 1) if self.winner is None else (self.winner,)
        cells: tuple[str, ...] = ()
        loops: list[tuple[str, ...]] = []
        for seat in seats:
            new_men = self.men[seat] & ~previous.men[seat] if previous else 0
            cells += self.colonnade.ground.names(self.closed[seat])
            loops += self._loops(seat, self.closed[seat], new_men)
        return Outcome(self.winner, self.reason, cells, tuple(loops))

    def _loops(self, seat: int, pillars: int, new_men: int) -> list[tuple[str, ...]]:
        """The loops of ``seat`` round ``pillars``, one for each enclosed region.

        They go through the men ``new_men`` where they can.
        """
        ground = self.colonnade.ground
        men = self.men[seat]
        loops = []
        for region in ground.groups(ground.enclosed(men)):
            inner_pillars = ground.names(region & pillars)
            if inner_pillars:
                ring_men = ground.dilate(region) & men
                waypoints = ring_men & new_men or ring_men
                loops.append(chain_round(ground, men, inner_pillars[0], waypoints, ground.steps))
        return loops

    @property
    def score(self) -> tuple[int, int]:
        return self.closed[0].bit_count(), self.closed[1].bit_count()

    def marks(self) -> dict[str, tuple[str, ...]]:
        """``surrounded0`` and ``surrounded1`` are the pillars that each seat surrounds.

        ``safe0`` and ``safe1`` are its pieces that no leap takes, while the match goes on.
        """
        marks = {}
        for seat in (0, 1):
            marks[f"surrounded{seat}"] = self.colonnade.ground.names(self.closed[seat])
        if self.reason is None:
            for seat in (0, 1):
                marks[f"safe{seat}"] = self.board.names(self.safe[seat])
        return {kind: cells for kind, cells in marks.items() if cells}


def _take_out(cells: list[int], cell: int) -> None:
    """Remove ``cell``, which is likely to stand last."""
    if cells[-1] == cell:
        cells.pop()
    else:
        cells.remove(cell)


@cache
def _colonnade(name: str) -> Colonnade:
    return Colonnade(name, BASES[name])


def _size(base: int) -> Sentence:
    pillars = len(hexagon(base // 2, base // 2))
    cells = len(hexagon(base, base)) - pillars
    return Sentence("{cells} cells, {part} pillars", cells=cells, part=pillars)


def _aim(options: Mapping[str, str]) -> str:
    """What wins, whatever the options."""
    return _("Surround three pillars with closed rings of your men.")


LOOPS_N_LEAPS = Game(
    slug="loops-n-leaps",
    name="Loops 'n Leaps",
    seats=(_("White"), _("Black")),
    author="Christian Freeling",
    year=2021,
    aim_of=_aim,
    options=(
        Option(
            "board",
            _("Board"),
            tuple(BASES),
            default="base8",
            help=_("Cells on each side of the hexagon"),
            labels=hexagons(BASES),
            meaning=_(
                "On hexagon 4 there are seven pillars and no room to waste. Hexagon 8 is the "
                "designer’s board."
            ),
            sizes=tuple((name, _size(base)) for name, base in BASES.items()),
        ),
    ),
    setup=lambda options: LoopsNLeaps(_colonnade(options["board"])),
    link="https://mindsports.nl/index.php/the-pit/1159-loops-n-leaps",
    examples=(
        MoveExample("i5", _("place a man on i5")),
        MoveExample("i5-i8", _("leap from i5 to i8")),
    ),
    pie=True,
    score_label=_("pillars {count}"),
    head_starts=(
        (
            "base8",
            HeadStart(
                turns=("i4", "h5", "i3", "e4", "f3", "g8", "h7", "i8", "g10"),
                counts=(3, 6, 9),
                worths=(HandicapWorth(57, 30), HandicapWorth(216, 32), HandicapWorth(303, 37)),
            ),
        ),
        (
            "base10",
            HeadStart(
                turns=("k6", "j7", "k5", "g6", "h5", "i10", "j9", "k10", "i12"),
                counts=(3, 9),
                worths=(HandicapWorth(114, 36), HandicapWorth(168, 37)),
            ),
        ),
    ),
)
GAMES = (LOOPS_N_LEAPS,)
