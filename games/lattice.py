"""Boards as bitboards: cells in a padded grid, so that a step is one shift for all stones."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import TypeAlias

Vector: TypeAlias = tuple[int, ...]
Dilation: TypeAlias = Callable[[int], int]

ORTHOGONAL: tuple[Vector, ...] = ((1, 0), (0, 1), (-1, 0), (0, -1))
KING: tuple[Vector, ...] = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
# In axial coordinates, anticlockwise from east: files lean to the right going up.
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


def _lowest(mask: int) -> int:
    """The index of the lowest set bit."""
    return (mask & -mask).bit_length() - 1


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

    ``index`` gives the bit of a cell, ``cell`` the name of a bit, ``rim`` the cells that lack a
    neighbour.

    :param kind: what the cells look like: ``squares``, ``hexagons``, ``points`` or ``pyramid``
    :param cells: the sites of the cells, by name
    :param steps: vectors from a cell to its neighbours
    :param centre: where the centre of a site is; neighbours are at a distance of 1
    :param leaps: longer vectors that the rules shift by
    :param features: sites that are no cells, such as pillars and holes, and their centres
    :param owned: the cells that belong to each seat, such as the edges it has to join
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
        sites = self._embed(cells, (*steps, *leaps))
        self.index: Mapping[str, int] = {cell: self._site(site) for cell, site in sites}
        self.cell: Mapping[int, str] = {index: cell for cell, index in self.index.items()}
        self.coordinates: Mapping[str, Vector] = dict(sites)
        self.cells: tuple[str, ...] = tuple(self.index)
        self.full = self.mask(self.cells)
        self.vectors = tuple(steps)
        self.steps = tuple(map(self.shift, steps))
        self.dilate = _dilation(tuple(steps), self.width, self.steps)
        self.rim = sum(1 << index for index in self.cell if self._is_on_rim(index))
        self._centres = {cell: centre(site) for cell, site in sites}

    def _embed(
        self, cells: Mapping[str, Vector], vectors: Sequence[Vector]
    ) -> list[tuple[str, Vector]]:
        """Choose strides that leave margins as wide as ``vectors``; gives the cells in order."""
        dimensions = range(len(next(iter(cells.values()))))
        margins = [max(abs(vector[axis]) for vector in vectors) for axis in dimensions]
        extents = [max(site[axis] for site in cells.values()) + 1 for axis in dimensions]
        strides = [1]
        for extent, margin in zip(extents, margins, strict=True):
            strides.append(strides[-1] * (extent + margin))
        strides.pop()
        self._strides = tuple(strides)
        pairs = zip(strides, margins, strict=True)
        self._origin = sum(stride * margin for stride, margin in pairs)
        self.width = strides[1]
        self.size = self._origin * 2 + strides[-1] * extents[-1]
        return sorted(cells.items(), key=lambda item: self._site(item[1]))

    def _is_on_rim(self, index: int) -> bool:
        """Whether a step from the cell at ``index`` leads off the board."""
        return any(not self.full >> index + step & 1 for step in self.steps)

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
        """The cells from the one at ``index`` on, by ``step``, until the board ends.

        Nearest first; the cell at ``index`` is left out.
        """
        ray = []
        index += step
        while index in self.cell:
            ray.append(index)
            index += step
        return tuple(ray)

    def mask(self, cells: Iterable[str]) -> int:
        """The set of ``cells`` as bits."""
        mask = 0
        for cell in cells:
            mask |= 1 << self.index[cell]
        return mask

    def names(self, mask: int) -> tuple[str, ...]:
        """The cells of a set of bits, in the order of the board."""
        return tuple(self.cell[index] for index in bits(mask))

    def flood(self, seed: int, area: int) -> int:
        """All cells that steps over ``area`` reach from the cells of ``seed`` that lie in it."""
        dilate = self.dilate
        region = seed & area
        next_region = dilate(region) & area
        while next_region != region:
            region = next_region
            next_region = dilate(region) & area
        return region

    def groups(self, stones: int) -> list[int]:
        """The connected groups of ``stones``, each as bits, by their lowest cells."""
        groups = []
        while stones:
            group = self.flood(stones & -stones, stones)
            groups.append(group)
            stones ^= group
        return groups

    def largest(self, stones: int) -> int:
        """The largest connected group of ``stones``; of several, the one with the lowest cell."""
        largest_group = 0
        most = 0
        while stones.bit_count() > most:
            group = self.flood(stones & -stones, stones)
            if group.bit_count() > most:
                largest_group = group
                most = group.bit_count()
            stones ^= group
        return largest_group

    def largest_groups(self, stones: int) -> int:
        """All stones of ``stones`` whose connected groups are as large as the largest."""
        groups = []
        while stones:
            group = self.flood(stones & -stones, stones)
            groups.append(group)
            stones ^= group
        most = max(map(int.bit_count, groups), default=0)
        return sum(group for group in groups if group.bit_count() == most)

    def enclosed(self, wall: int) -> int:
        """The cells that ``wall`` cuts off from the rim: no walk past its cells leads there."""
        free_cells = self.full & ~wall
        return free_cells & ~self.flood(self.rim, free_cells)

    @cached_property
    def arcs(self) -> "Arcs":
        """What a stone has round it, cut into arcs."""
        return Arcs(self)

    def walk(self, area: int, start: int, goal: int) -> tuple[int, ...]:
        """A shortest walk over ``area`` from the cell at ``start`` to one of ``goal``, or ().

        Indices of the cells, both ends included.
        """
        layers = [1 << start]
        visited_mask = layers[0]
        while not layers[-1] & goal:
            next_layer = self.dilate(layers[-1]) & area & ~visited_mask
            if not next_layer:
                return ()
            visited_mask |= next_layer
            layers.append(next_layer)
        ends = layers.pop() & goal
        path = [_lowest(ends)]
        while layers:
            previous_layer = self.dilate(1 << path[-1]) & layers.pop()
            path.append(_lowest(previous_layer))
        return tuple(reversed(path))


class Pyramid(Lattice):
    """Levels of cells packed like cannonballs: each rests in the gap of its three feet.

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
        """The three cells that ``cell`` rests on: the far, the left and the right one.

        None on level one.
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
        self.window = sum(1 << step + self.offset for step in lattice.steps)
        # By the stones in the window: the arcs that they leave, and the sides they stand on.
        self.table: dict[int, tuple[int, ...]] = {}
        self.sides: dict[int, tuple[int, ...]] = {}
        ring = 0
        for _ in range(1 << len(lattice.steps)):
            self.table[ring] = self._several(self.window & ~ring)
            self.sides[ring] = self._several(ring)
            ring = (ring - self.window) & self.window  # the next subset of the window

    def _several(self, places: int) -> tuple[int, ...]:
        """The arcs that ``places`` of the window make up; () unless there are several."""
        lattice = self._lattice
        # High enough that no step leads below the lowest bit.
        arcs = [arc >> lattice.size for arc in lattice.groups(places << lattice.size)]
        return tuple(arcs) if len(arcs) > 1 else ()

    def gaps(self, stones: int, index: int) -> tuple[int, ...]:
        """The arcs not of ``stones`` round the cell at ``index``; () unless there are several.

        They are sets of places in the window, to be shifted to the cell.
        """
        return self.table[stones >> index - self.offset & self.window]

    def joins(self, stones: int, index: int) -> bool:
        """Whether the stone at ``index``, just placed, joins sides that were one group before.

        Where walls hold together by steps, on hexagons, only such a stone can close one.
        """
        shift = index - self.offset
        ring = stones >> shift & self.window
        sides = self.sides[ring]
        if not sides:
            return False
        dilate = self._lattice.dilate
        other_stones = stones ^ 1 << index
        for side in sides[1:]:
            group = side << shift
            goal = (ring ^ side) << shift
            while not group & goal:
                next_group = dilate(group) & other_stones
                if next_group == group:
                    break
                group = next_group
            else:
                return True
        return False

    def pocket(self, stones: int, index: int) -> int:
        """Cells that ``stones`` enclose beside the one at ``index``, just placed.

        0 if it closed no wall.
        """
        shift = index - self.offset
        gaps = self.table[stones >> shift & self.window]
        if not gaps:
            return 0
        lattice = self._lattice
        dilate = lattice.dilate
        rim = lattice.rim
        free_cells = lattice.full & ~stones
        pocket = 0
        for gap in gaps:
            region = gap << shift & free_cells
            # Flood outwards; an arc that gets to the rim is open.
            while not region & rim:
                next_region = dilate(region) & free_cells
                if next_region == region:
                    pocket |= region
                    break
                region = next_region
        return pocket


def _dilation(steps: tuple[Vector, ...], width: int, shifts: tuple[int, ...]) -> Dilation:
    """A function that adds to a set of cells all that lie one step away, on the board or not."""

    def orthogonal(cells: int) -> int:
        return cells | cells << 1 | cells >> 1 | cells << width | cells >> width

    def king(cells: int) -> int:
        row = cells | cells << 1 | cells >> 1
        return row | row << width | row >> width

    def hexagonal(cells: int) -> int:
        # Up and up-left are one shift of the row joined with its left neighbours; down and
        # down-right likewise.
        leftward = cells | cells >> 1
        rightward = cells | cells << 1
        return leftward | rightward | leftward << width | rightward >> width

    def any_steps(cells: int) -> int:
        region = cells
        for shift in shifts:
            region |= cells << shift if shift > 0 else cells >> -shift
        return region

    if steps == ORTHOGONAL:
        return orthogonal
    if steps == KING:
        return king
    if steps in (HEXAGONAL, ROUND):
        return hexagonal
    return any_steps
