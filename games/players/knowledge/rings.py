"""Rings on level one of Loop: where one more tile closes one, and where it threatens to."""

from functools import lru_cache

from ...lattice import Lattice, bits

# sets of tiles whose closing cells are cached; a tile leaves the other side's set as it was
SETS = 1 << 15
# the same for pairs of closing cells, which take more memory and are asked for less often
SETS_OF_PAIRS = 1 << 12
FEWEST = 5  # the fewest tiles on level one that one more closes to a loop


@lru_cache(maxsize=SETS)
def rings(ground: Lattice, own: int) -> int:
    """The cells of level one where one more of some tiles would close a ring, as bits.

    :param own: The tiles, all on level one.
    """
    if own.bit_count() < FEWEST:
        return 0
    closing = 0
    for code in bits(ground.full & ground.dilate(own) & ~own):
        if _closes(ground, own | 1 << code, code):
            closing |= 1 << code
    return closing


@lru_cache(maxsize=SETS_OF_PAIRS)
def rings_in_two(ground: Lattice, own: int) -> dict[int, int]:
    """The cells of level one where one more of some tiles would let another one close a ring.

    Each with the cells of that other tile, as bits; whether any of them are taken does not matter.

    :param own: The tiles, all on level one.
    """
    if own.bit_count() < FEWEST - 1:
        return {}
    pairs: dict[int, int] = {}
    # Of two tiles that close a ring together either may come first.
    done = own | rings(ground, own)
    for code in bits(ground.full & ground.dilate(own) & ~done):
        done |= 1 << code
        with_tile = own | 1 << code
        for other in bits(ground.full & ground.dilate(with_tile) & ~done):
            if _closes(ground, with_tile | 1 << other, other):
                pairs[code] = pairs.get(code, 0) | 1 << other
                pairs[other] = pairs.get(other, 0) | 1 << code
    return pairs


def _closes(ground: Lattice, tiles: int, code: int) -> bool:
    """Whether the tile at ``code``, the last of some tiles, has closed a ring."""
    arcs = ground.arcs
    return arcs.joins(tiles, code) and bool(arcs.pocket(tiles, code))
