"""Sight: what stones see along straight lines of empty cells, in all directions at once."""

from .lattice import Lattice


class Sight:
    """Tells who sees what on one board, for all directions and distances side by side in wide
    integers.

    Each step of the lattice has a lane of ``size`` bits. Bit ``cell`` of a lane is an observer on
    that cell who looks in the direction of the step. The *frame* of a set of cells at distance n is
    the observers who have a cell of the set n steps ahead, with no gap in the board before it; its
    *frames* are those at all distances in one integer. A cell that enters or leaves the set changes
    them by one exclusive or, so nothing need be shifted to keep them up.

    ``looked_at`` has the frames of each cell as a stone to look at, from distance 1 on, and
    ``looked_across`` as an empty cell to look across, from distance 0 on. ``open`` is all cells to
    look across.
    """

    def __init__(self, lattice: Lattice) -> None:
        self._full = lattice.full
        size = lattice.size
        width = len(lattice.steps) * size
        self._size = size
        self._width = width
        self._everyone = (1 << width) - 1
        self._ahead: dict[int, tuple[int, ...]] = {}
        for lane, step in enumerate(lattice.steps):
            for index in lattice.cell:
                self._ahead[lane * size + index] = lattice.ray(index, step)
        self._reach = max(map(len, self._ahead.values()))
        self.looked_at = dict.fromkeys(lattice.cell, 0)
        self.looked_across = dict.fromkeys(lattice.cell, 0)
        for observer, ray in self._ahead.items():
            self.looked_across[observer % size] |= 1 << observer
            for distance, index in enumerate(ray):
                self.looked_at[index] |= 1 << observer + distance * width
                if distance + 1 < self._reach:
                    self.looked_across[index] |= 1 << observer + (distance + 1) * width
        self.open = sum(self.looked_across.values())
        self._folds = []  # shifts that lay all lanes one on another
        lanes = len(lattice.steps)
        while lanes > 1:
            if lanes % 2:
                lanes -= 1
                self._folds.append(size)
            else:
                lanes //= 2
                self._folds.append(lanes * size)

    def observers(self, empty: int, stones: int) -> int:
        """The observers on empty cells who see one of some stones, from the frames of both."""
        observers_mask = last = empty & stones
        for _ in range(self._reach - 1):
            observers_mask = last | observers_mask >> self._width & empty
        return observers_mask & self._everyone

    def cells(self, observers: int) -> int:
        """The cells of observers, as bits of the board."""
        for shift in self._folds:
            observers |= observers >> shift
        return observers & self._full

    def met(self, observer: int, stones: int) -> int:
        """The index of the first of ``stones`` ahead of an observer who sees any."""
        for index in self._ahead[observer]:
            if stones >> index & 1:
                return index
        raise ValueError(f"observer {observer} sees none of these stones")

    def seen_from(self, index: int, observers: int, stones: int) -> int | None:
        """The index of a stone that ``observers`` on the cell at ``index`` see, or None."""
        for observer in range(index, observers.bit_length(), self._size):
            if observers >> observer & 1:
                return self.met(observer, stones)
        return None
