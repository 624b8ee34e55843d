"""Boards as bitboards: cells embedded in a padded grid, so that a step is one shift for all stones
at once.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import TypeAlias

Vector: TypeAlias = tuple[int, ...]
Dilation: TypeAlias = Callable[[int], int]

ORTHOGONAL: tuple[Vector, ...] = ((1, 0), (0, 1), (-1, 0), (0, -1))
KING: tuple[Vector, ...] = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
# Axial, anticlockwise from east: files lean to the right going up.
HEXAGONAL: tuple[Vector, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
# On a pyramid: the six round a tile on its level, its three feet (the apex, left and right one) and
# three that may rest on it.
ROUND: tuple[Vector, ...] = tuple((*step, 0) for step in HEXAGONAL)
FEET: tuple[Vector, ...] = ((0, 1, -1), (0, 0, -1), (1, 0, -1))
HEADS: tuple[Vector, ...] = ((0, -1, 1), (0, 0, 1), (-1, 0, 1))


def bits(mask: int) -> Iterator[int]:
    """The indices of the set bits, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def nth_bit(mask: int, n: int) -> int:
    """The index of the ``n``-th set bit, counted from 0 at the lowest.

    ``mask`` has more than ``n``.
    """
    width = mask.bit_length()
    base = 0
    while n > 4 and width > 8:
        # Halve the field until few bits stand below the one that is looked for.
        width >>= 1
        low = mask & ((1 << width) - 1)
        count = low.bit_count()
        if n < count:
            mask = low
        else:
            n -= count
            base += width
            mask >>= width
            width = mask.bit_length()
    while n:
        mask &= mask - 1
        n -= 1
    return base + (mask & -mask).bit_length() - 1


class Lattice:
    """The cells of a board, each at an integer coordinate, and a bit for each in one Python
    integer.

    Coordinates are ``(file, rank)`` or ``(file, rank, level)``, from 0. The grid has empty margins
    as wide as the longest of ``steps`` and ``leaps``, so no shift by one of them ever wraps from
    cell to cell: a shifted set of stones needs one mask, ``full``, to be back on the board.
    ``kind`` tells a renderer what the cells look like: ``squares``, ``hexagons``, ``points`` or
    ``pyramid``. ``features`` names sites that are no cells (pillars, holes) and where their centres
    are. ``owned`` are the cells that belong to each seat, such as the edges it has to join.
    """

    def __init__(
        self,
        name: str,
        kind: str,
        cells: Mapping[str, Vector],
        steps: Sequence[Vector],
        *,
        centre: Callable[[Vector], tuple[float, float]],
        leaps: Iterable[Vector] = (),
        features: Mapping[str, Mapping[str, tuple[float, float]]] = MappingProxyType({}),
        owned: tuple[Iterable[str], Iterable[str]] = ((), ()),
    ) -> None:
        self.name = name
        self.kind = kind
        self.features = features
        self.owned = (tuple(owned[0]), tuple(owned[1]))
        dimensions = len(next(iter(cells.values())))
        reach = [
            max(abs(vector[axis]) for vector in (*steps, *leaps)) for axis in range(dimensions)
        ]
        extent = [max(site[axis] for site in cells.values()) + 1 for axis in range(dimensions)]
        strides = [1]
        for axis in range(dimensions - 1):
            strides.append(strides[-1] * (extent[axis] + reach[axis]))
        self._strides = tuple(strides)
        self._origin = sum(stride * margin for stride, margin in zip(strides, reach, strict=True))
        self.width = strides[1]
        self.size = self._origin * 2 + strides[-1] * extent[-1]
        ordered = sorted(cells.items(), key=lambda item: self._site(item[1]))
        self.index: Mapping[str, int] = {cell: self._site(site) for cell, site in ordered}
        self.cell: Mapping[int, str] = {index: cell for cell, index in self.index.items()}
        self.coordinates: Mapping[str, Vector] = dict(ordered)
        self.cells: tuple[str, ...] = tuple(self.index)
        self.full = self.mask(self.cells)
        self.vectors = tuple(steps)
        self.steps = tuple(map(self.shift, steps))
        self.dilate = _dilation(tuple(steps), self.width, self.steps)
        self.rim = self.mask(
            cell
            for cell, index in self.index.items()
            if any(not self.full >> index + step & 1 for step in self.steps)
        )
        self._centres = {cell: centre(site) for cell, site in ordered}

    def _site(self, site: Vector) -> int:
        return self._origin + self.shift(site)

    def shift(self, vector: Vector) -> int:
        """How far a step of ``vector`` moves a bit to the left."""
        return sum(part * stride for part, stride in zip(vector, self._strides, strict=True))

    def __contains__(self, cell: object) -> bool:
        return cell in self.index

    def __len__(self) -> int:
        return len(self.cells)

    def __repr__(self) -> str:
        return f"<{self.name}: {len(self)} {self.kind}>"

    def xy(self, cell: str) -> tuple[float, float]:
        """The centre of a cell; x to the right, y up, neighbours at a distance of 1."""
        return self._centres[cell]

    def neighbours(self, cell: str) -> tuple[str, ...]:
        """The cells one step from ``cell``, anticlockwise from east where the board is flat."""
        index = self.index[cell]
        return tuple(self.cell[index + step] for step in self.steps if index + step in self.cell)

    def ray(self, index: int, step: int) -> tuple[int, ...]:
        """The cells met in going on by ``step`` from the one at ``index``, nearest first, until the
        board ends.
        """
        met = []
        while (index := index + step) in self.cell:
            met.append(index)
        return tuple(met)

    def mask(self, cells: Iterable[str]) -> int:
        """The set of ``cells`` as bits."""
        mask = 0
        for cell in cells:
            mask |= 1 << self.index[cell]
        return mask

    def names(self, mask: int) -> tuple[str, ...]:
        """The cells of a set of bits, in the order of the board."""
        return tuple(self.cell[index] for index in bits(mask))

    def flood(self, seed: int, through: int) -> int:
        """All cells that steps over ``through`` reach from the cells of ``seed`` that lie in it."""
        reached = seed & through
        dilate = self.dilate
        while (grown := dilate(reached) & through) != reached:
            reached = grown
        return reached

    def groups(self, stones: int) -> list[int]:
        """The connected groups of ``stones``, each as bits, by their lowest cells."""
        groups = []
        while stones:
            group = self.flood(stones & -stones, stones)
            groups.append(group)
            stones ^= group
        return groups

    def largest(self, stones: int) -> int:
        """The largest connected group of ``stones``; the one with the lowest cell if several are as
        large.
        """
        best = most = 0
        while stones.bit_count() > most:
            group = self.flood(stones & -stones, stones)
            if group.bit_count() > most:
                best = group
                most = group.bit_count()
            stones ^= group
        return best

    def enclosed(self, wall: int) -> int:
        """The cells, none of ``wall``, from which no walk over cells not of ``wall`` reaches the
        rim.
        """
        free = self.full & ~wall
        return free & ~self.flood(self.rim, free)

    @cached_property
    def arcs(self) -> "Arcs":
        """What a stone has round it, cut into arcs."""
        return Arcs(self)

    def walk(self, area: int, start: int, goal: int) -> tuple[int, ...]:
        """A shortest walk by steps over ``area`` from ``start`` to one of ``goal``, both ends
        included; or ().
        """
        layers = [1 << start]
        seen = layers[0]
        while not layers[-1] & goal:
            grown = self.dilate(layers[-1]) & area & ~seen
            if not grown:
                return ()
            seen |= grown
            layers.append(grown)
        here = layers.pop() & goal
        path = [(here & -here).bit_length() - 1]
        while layers:
            near = self.dilate(1 << path[-1]) & layers.pop()
            path.append((near & -near).bit_length() - 1)
        return tuple(reversed(path))


class Pyramid(Lattice):
    """Levels of cells packed like cannonballs: from level two on, each rests in the gap of its
    three feet.

    Steps lead to the twelve cells that a cell touches. ``ground`` is level one as a flat board, on
    the same bits.
    """

    def __init__(
        self,
        name: str,
        cells: Mapping[str, Vector],
        *,
        centre: Callable[[Vector], tuple[float, float]],
    ) -> None:
        super().__init__(name, "pyramid", cells, (*ROUND, *FEET, *HEADS), centre=centre)
        level_one = {cell: site for cell, site in cells.items() if site[2] == 0}
        self.ground = Lattice(
            f"{name}, level one", "hexagons", level_one, ROUND, leaps=FEET, centre=centre
        )
        self._feet = tuple(map(self.shift, FEET))

    def level(self, cell: str) -> int:
        """The level of a cell; 1 is the lowest."""
        return self.coordinates[cell][2] + 1

    def feet(self, cell: str) -> tuple[str, ...]:
        """The three cells that ``cell`` rests on: the far one, the left and the right one; none on
        level one.
        """
        if cell in self.ground:
            return ()
        return tuple(self.cell[self.index[cell] + foot] for foot in self._feet)


class Arcs:
    """Tells from the ring of cells round a stone whether that stone may have closed a wall.

    The cells round a stone that the wall's owner does not hold fall into arcs, connected by steps.
    A stone that leaves one arc, or none, cannot part anything; one that leaves several may have
    shut one of them in.
    """

    def __init__(self, lattice: Lattice) -> None:
        self._lattice = lattice
        self.offset = -min(lattice.steps)
        places = [step + self.offset for step in lattice.steps]
        self.window = sum(1 << place for place in places)
        self.table: dict[int, tuple[int, ...]] = {}
        self.sides: dict[int, tuple[int, ...]] = {}
        for pattern in range(1 << len(places)):
            held = sum(1 << place for bit, place in enumerate(places) if pattern >> bit & 1)
            self.table[held] = self._several(self.window & ~held)
            self.sides[held] = self._several(held)

    def _several(self, places: int) -> tuple[int, ...]:
        """The arcs that ``places`` of the window make up; () unless there are several."""
        lattice = self._lattice
        # High enough that no step leads below the lowest bit.
        arcs = [arc >> lattice.size for arc in lattice.groups(places << lattice.size)]
        return tuple(arcs) if len(arcs) > 1 else ()

    def gaps(self, stones: int, index: int) -> tuple[int, ...]:
        """The arcs not of ``stones`` round the cell at ``index``, to be shifted to it; () unless
        there are several.
        """
        return self.table[stones >> index - self.offset & self.window]

    def joined(self, stones: int, index: int) -> bool:
        """Whether stones on different sides of the one at ``index``, just placed, are of one group
        without it.

        Where walls hold together by steps, on hexagons, only such a stone can close one.
        """
        at = index - self.offset
        held = stones >> at & self.window
        sides = self.sides[held]
        if not sides:
            return False
        dilate = self._lattice.dilate
        others = stones ^ 1 << index
        for side in sides[1:]:
            group = side << at
            goal = (held ^ side) << at
            while not group & goal:
                grown = dilate(group) & others
                if grown == group:
                    break
                group = grown
            else:
                return True
        return False

    def pocket(self, stones: int, index: int) -> int:
        """Cells that ``stones`` enclose beside the one at ``index``, just placed; 0 if it closed no
        wall.
        """
        gaps = self.table[stones >> index - self.offset & self.window]
        if not gaps:
            return 0
        lattice = self._lattice
        dilate = lattice.dilate
        rim = lattice.rim
        free = lattice.full & ~stones
        pocket = 0
        for gap in gaps:
            region = gap << index - self.offset & free
            # Flood outwards; an arc that gets to the rim is open.
            while not region & rim:
                grown = dilate(region) & free
                if grown == region:
                    pocket |= region
                    break
                region = grown
        return pocket


def _dilation(steps: tuple[Vector, ...], width: int, shifts: tuple[int, ...]) -> Dilation:
    """A function that adds to a set of cells all that lie one step away, on the board or beside
    it.
    """

    def orthogonal(cells: int) -> int:
        return cells | cells << 1 | cells >> 1 | cells << width | cells >> width

    def king(cells: int) -> int:
        row = cells | cells << 1 | cells >> 1
        return row | row << width | row >> width

    def hexagonal(cells: int) -> int:
        # Up and up-left are one shift of the row joined with its left neighbours; down and
        # down-right likewise.
        left = cells | cells >> 1
        right = cells | cells << 1
        return left | right | left << width | right >> width

    def any_steps(cells: int) -> int:
        grown = cells
        for shift in shifts:
            grown |= cells << shift if shift > 0 else cells >> -shift
        return grown

    return {ORTHOGONAL: orthogonal, KING: king, HEXAGONAL: hexagonal, ROUND: hexagonal}.get(
        steps, any_steps
    )
