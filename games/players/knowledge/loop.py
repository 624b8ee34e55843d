"""What players know of Loop: which cells close a bridge for whom, and that such a cell must be taken at once."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache

from ...lattice import Pyramid, bits
from ...loop import PLACES, SWAP_CODE, Loop
from .base import Knowledge, any_win

# The fewest tiles on level one that close a loop when one more joins them.
RING = 5


class LoopKnowledge(Knowledge[Loop]):
    """Bridges are seen wherever they stand open: closed, stopped, and not invited. Playouts are random."""

    prior_weight = 3.0
    trust = 10.0
    exploration = 0.3
    guesses = True
    sees_all = True

    def key(self, position: Loop) -> Hashable:
        return position.to_move, position.tiles[0], position.tiles[1]

    def ends_turn(self, position: Loop) -> bool:
        return True

    def winning(self, position: Loop) -> int | None:
        level_one = position.board.ground.full
        if (level_one & (position.tiles[0] | position.tiles[1])).bit_count() >= len(position.board.ground) - 1:
            # Level one fills up: now a tile may also win by leaving the other no move.
            return any_win(position)
        for code in bits(self.wins(position, position.to_move)):
            return code
        return None

    def wins(self, position: Loop, seat: int) -> int:
        """The open cells where a tile of ``seat`` would close a loop, as bits."""
        own = position.tiles[seat]
        taken = own | position.tiles[1 - seat]
        found = standing(bridges(position, seat), taken, _feet(position.board))
        ground = position.board.ground
        if (own & ground.full).bit_count() >= RING:
            arcs = ground.arcs
            for code in bits(ground.full & ground.dilate(own & ground.full) & ~taken):
                if arcs.gaps(own, code) and arcs.pocket(own | 1 << code, code):
                    found |= 1 << code
        return found

    def candidates(self, position: Loop) -> list[int]:
        codes = position.codes()
        threats = self.wins(position, 1 - position.to_move)
        if not threats:
            return codes
        # Only a tile on the very cell stops a loop.
        stops = [code for code in codes if code != SWAP_CODE and threats >> code & 1]
        return stops[:1] or codes[:1]

    def priors(self, position: Loop, codes: list[int]) -> list[float]:
        if len(codes) == 1:
            return [0.5]
        seat = position.to_move
        board, vicinity = position.board, position.vicinity
        own = position.tiles[seat]
        taken = own | position.tiles[1 - seat]
        danger, promise = bridges(position, 1 - seat), bridges(position, seat)
        middle, dependents, feet = _middle(board), _dependents(board), _feet(board)
        guesses = []
        for code in codes:
            if code == SWAP_CODE:
                guesses.append(0.5)
                continue
            guess = 0.35 + middle[code]
            for rise in vicinity.rises[taken >> code - vicinity.beside & vicinity.ring]:
                # What this tile helps to carry is the other's to take first.
                if danger >> code + rise & 1:
                    guess -= 0.6
                elif promise >> code + rise & 1:
                    guess -= 0.1
            if danger >> code & 1:
                guess += 0.2
            with_it = own | 1 << code
            new = 0
            for cell in dependents[code]:
                if not taken >> cell & 1 and with_it >> cell - vicinity.below & vicinity.window in vicinity.bridges:
                    new |= 1 << cell
            if new := new & ~promise:
                guess += 0.25 if standing(new, taken | 1 << code, feet) else 0.08
            guesses.append(min(0.95, max(0.02, guess)))
        return guesses


def standing(cells: int, taken: int, feet: dict[int, int]) -> int:
    """Those of some cells above level one that are free and have all their feet."""
    found = 0
    cells &= ~taken
    while cells:
        low = cells & -cells
        cells ^= low
        if not feet[low.bit_length() - 1] & ~taken:
            found |= low
    return found


def bridges(position: Loop, seat: int) -> int:
    """The empty cells above level one where a tile of ``seat`` would close a bridge, whether they have feet or not."""
    board, vicinity = position.board, position.vicinity
    own = position.tiles[seat]
    near = board.dilate(own) & board.full & ~(own | position.tiles[1 - seat] | board.ground.full)
    found = 0
    below, window, known = vicinity.below, vicinity.window, vicinity.bridges
    while near:
        low = near & -near
        near ^= low
        if own >> low.bit_length() - 1 - below & window in known:
            found |= low
    return found


@cache
def _feet(board: Pyramid) -> dict[int, int]:
    """For each cell above level one, its feet as bits."""
    return {index: board.mask(board.feet(cell)) for index, cell in board.cell.items() if board.feet(cell)}


@cache
def _dependents(board: Pyramid) -> dict[int, tuple[int, ...]]:
    """For each cell, those above level one among whose twelve places it is."""
    shifts = [board.shift(place) for place in PLACES]
    high = board.full & ~board.ground.full
    return {
        index: tuple(index - shift for shift in shifts if index >= shift and high >> index - shift & 1)
        for index in board.cell
    }


@cache
def _middle(board: Pyramid) -> dict[int, float]:
    """A little more for cells nearer to the middle of the board."""
    points = {index: board.xy(cell) for index, cell in board.cell.items()}
    x, y = (sum(point[axis] for point in points.values()) / len(points) for axis in (0, 1))
    far = {index: ((px - x) ** 2 + (py - y) ** 2) ** 0.5 for index, (px, py) in points.items()}
    most = max(far.values())
    return {index: 0.15 * (1 - distance / most) for index, distance in far.items()}
