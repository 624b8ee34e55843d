"""Boards with pillars: the cells to play on, what lies open round each, and leaps from it."""

from collections.abc import Iterator
from typing import NamedTuple

from .boards import hexagon, hexagonal_centre, named
from .lattice import HEXAGONAL, Lattice, Vector


class Rays(NamedTuple):
    """What lies open round a cell: its rays over playable cells, as bits.

    ``up`` has those in directions of rising index, ``down`` the others. ``majority`` is the number
    of directions in which a man placed here must see friends to be promoted.
    """

    up: tuple[int, ...]
    down: tuple[int, ...]
    majority: int


class Flight(NamedTuple):
    """A leap along an open line.

    :param target: Where it lands, as a bit.
    :param path: The cells it leaps over, as bits.
    """

    code: int
    target: int
    path: int


class Colonnade:
    """A hexagonal board on which every second cell of every second row is a pillar.

    Its sides have ``base`` cells, an even number. ``board`` has the cells to play on, ``ground``
    the pillars too, all on the same bits. ``rays`` and ``flights`` are by the index of the cell
    looked or leapt from.
    """

    def __init__(self, name: str, base: int) -> None:
        middle = base - 1

        def centre(site: Vector) -> tuple[float, float]:
            return hexagonal_centre((site[0] - middle, site[1] - middle))

        def is_pillar(site: Vector) -> bool:
            i, j = site
            return (i - middle) % 2 == 0 and (j - middle) % 2 == 0

        cells = named(hexagon(base, base))
        pillars = {cell: site for cell, site in cells.items() if is_pillar(site)}
        features = {"pillars": {cell: centre(site) for cell, site in pillars.items()}}
        playable = {cell: site for cell, site in cells.items() if cell not in pillars}
        self.board = Lattice(
            name, "hexagons", playable, HEXAGONAL, centre=centre, features=features
        )
        self.ground = Lattice(
            f"{name} and its pillars", "hexagons", cells, HEXAGONAL, centre=centre
        )
        self.pillars = self.ground.mask(pillars)
        self.rays: dict[int, Rays] = {}
        self.flights: dict[int, tuple[Flight, ...]] = {}
        for index in self.board.cell:
            rays = {step: self.board.ray(index, step) for step in self.board.steps}
            up = tuple(_mask(ray) for step, ray in rays.items() if ray and step > 0)
            down = tuple(_mask(ray) for step, ray in rays.items() if ray and step < 0)
            majority = (len(up) + len(down)) // 2 + 1
            self.rays[index] = Rays(up, down, majority)
            flights: list[Flight] = []
            for ray in rays.values():
                flights += self._flights_along(index, ray)
            self.flights[index] = tuple(flights)
        self.flight = {
            flight.code: flight for flights in self.flights.values() for flight in flights
        }
        self.places = max(map(len, self.flights.values()))  # the most leaps from a cell

    def _flights_along(self, source: int, ray: tuple[int, ...]) -> Iterator[Flight]:
        """The leaps from the cell at ``source`` along a ray of cells."""
        path = 0
        for target in ray:
            yield Flight(source * self.board.size + target, 1 << target, path)
            path |= 1 << target


def _mask(indices: tuple[int, ...]) -> int:
    return sum(1 << index for index in indices)
