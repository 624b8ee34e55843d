"""What players know of Loop: which cells close a bridge for whom, and that such a cell must be
taken at once.
"""

from functools import cache, lru_cache

from ...core import SWAP_CODE, Random
from ...lattice import Lattice, Pyramid, bits
from ...loop import PLACES, Loop, Vicinity
from .base import Knowledge, Slips, any_win

# sets of tiles whose closing cells are cached; a tile leaves the other side's set as it was
SETS = 1 << 15
LOOK = 8  # threats tried in each position that the search opens
DRAWS = 3  # decisions drawn in a playout until one gives the other side no bridge
RING = 5  # the fewest tiles on level one that one more closes to a loop


class LoopKnowledge(Knowledge[Loop]):
    """Search and playouts see open bridges: they close them, stop them, and do not give feet to the
    enemy's.
    """

    prior_weight = 3.0
    trust = 10.0
    exploration = 0.15
    slips = Slips(0.4, 0.28, 0.62, 0.3, 0.1)
    guesses = True

    def hopeless(self, position: Loop) -> bool:
        return True

    def winning(self, position: Loop) -> int | None:
        level_one = position.board.ground.full
        if (level_one & (position.tiles[0] | position.tiles[1])).bit_count() >= len(
            position.board.ground
        ) - 1:
            # Level one fills up: now a tile may also win by leaving the other no move.
            return any_win(position)
        for code in bits(self.wins(position, position.to_move)):
            return code
        return None

    def wins(self, position: Loop, seat: int) -> int:
        """The open cells where a tile of ``seat`` would close a loop, as bits."""
        own = position.tiles[seat]
        taken = own | position.tiles[1 - seat]
        closing = standing(bridges(position, seat), taken, _feet(position.board))
        ground = position.board.ground
        return closing | rings(ground, own & ground.full) & ~taken

    def forced(self, position: Loop, most: int = LOOK) -> tuple[int, int] | None:
        return self._chain(position, [most])

    def _chain(self, position: Loop, left: list[int]) -> tuple[int, int] | None:
        """The same where ``left[0]`` threats may still be tried. Threats of rings are left out."""
        seat = position.to_move
        for code in bits(self._threats(position)):
            if not left[0]:
                break
            left[0] -= 1
            after = position.after(code)
            if after.reason is not None or self.winning(after) is not None:
                continue
            wins = self.wins(after, seat)
            if not wins:
                continue
            answer = wins.bit_length() - 1
            if wins & wins - 1 or answer not in after.codes():
                return code, 3
            after.play(answer)
            if after.reason is not None:
                continue
            if self.winning(after) is not None:
                return code, 3
            rest = self._chain(after, left)
            if rest is not None:
                return code, rest[1] + 2
        return None

    def _threats(self, position: Loop) -> int:
        """Where a tile of the side to decide, which has no win, would threaten to close a bridge
        next, as bits.
        """
        seat = position.to_move
        board = position.board
        vicinity = position.vicinity
        own = position.tiles[seat]
        taken = own | position.tiles[1 - seat]
        high = board.full & ~board.ground.full
        near = board.dilate(own) & high & ~taken
        below = vicinity.below
        window = vicinity.window
        closing = vicinity.bridges
        feet = _feet(board)
        places = places_of(board)
        threatening = 0
        for cell in bits(near):
            missing = feet[cell] & ~taken
            if missing & missing - 1:
                continue
            for place in bits((missing or places[cell] & ~taken) & ~threatening):
                if (own | 1 << place) >> cell - below & window in closing:
                    threatening |= 1 << place
        if not threatening:
            return 0
        threats = self.wins(position, 1 - seat)
        if threats:
            threatening &= threats if not threats & threats - 1 else 0
        return threatening and threatening & sum(1 << code for code in position._placements(seat))

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
        board = position.board
        vicinity = position.vicinity
        own = position.tiles[seat]
        taken = own | position.tiles[1 - seat]
        danger = bridges(position, 1 - seat)
        promise = bridges(position, seat)
        middle = _middle(board)
        upon = upon_of(board)
        feet = _feet(board)
        below = vicinity.below
        window = vicinity.window
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
            near = bits(upon[code] & ~(taken | promise))
            new = sum(
                1 << cell for cell in near if with_it >> cell - below & window in vicinity.bridges
            )
            if new:
                guess += 0.25 if standing(new, taken | 1 << code, feet) else 0.08
            guesses.append(min(0.95, max(0.02, guess)))
        return guesses

    def simulate(
        self, position: Loop, random: Random, played: tuple[list[int], list[int]]
    ) -> float:
        # Decisive and anti-decisive moves (Teytaud and Teytaud, 2010): at random, but every win
        # that is seen is taken, one that the other side has is stopped, and no feet are given to
        # one if it can be helped.
        board = position.board
        vicinity = position.vicinity
        level_two = vicinity.level_two
        below = vicinity.below
        window = vicinity.window
        touching = vicinity.touching
        closing = vicinity.bridges
        rises = vicinity.rises
        beside = vicinity.beside
        ring = vicinity.ring
        upon = upon_of(board)
        level_one = board.ground.full
        joined = board.ground.arcs.joined
        pocket = board.ground.arcs.pocket
        tiles = position.tiles
        cells = position.open
        seat = position.to_move
        own = tiles[seat]
        enemy = tiles[1 - seat]
        threats = self.wins(position, 1 - seat)
        high = sum(1 << cell for cell in cells if cell >= level_two)
        while True:
            # The side to decide has no win here.
            taken = own | enemy
            if threats:
                code = threats.bit_length() - 1
                if threats & threats - 1 or not (
                    code < level_two or own >> code - below & touching
                ):
                    return float(seat)
                rising = rises[taken >> code - beside & ring]
                invites = any(enemy >> code + rise - below & window in closing for rise in rising)
            else:
                invites = True
                for _ in range(DRAWS):
                    code = cells[int(random() * len(cells))]
                    while code >= level_two and not own >> code - below & touching:
                        code = cells[int(random() * len(cells))]
                    rising = rises[taken >> code - beside & ring]
                    for rise in rising:
                        if enemy >> code + rise - below & window in closing:
                            break
                    else:
                        invites = False
                        break
            own |= 1 << code
            threats = 0
            if code < level_two:
                # Rings that are threatened are not looked for: that takes longer than it helps.
                if joined(own & level_one, code) and pocket(own, code):
                    return 1.0 - seat
            else:
                high ^= 1 << code
            if invites:
                return float(seat)
            cells.remove(code)
            for rise in rising:
                cells.append(code + rise)
                high |= 1 << code + rise
            near = high & upon[code]
            while near:
                low = near & -near
                near ^= low
                if own >> low.bit_length() - 1 - below & window in closing:
                    threats |= low
            if not cells:
                return 1.0 - seat if position.last_mover else 0.5
            if cells[0] >= level_two and not any(
                enemy >> cell - below & touching for cell in cells
            ):
                return 1.0 - seat
            seat = 1 - seat
            own, enemy = enemy, own


def standing(cells: int, taken: int, feet: dict[int, int]) -> int:
    """Those of some cells above level one, as bits, that are free and have all their feet."""
    return sum(1 << index for index in bits(cells & ~taken) if not feet[index] & ~taken)


def bridges(position: Loop, seat: int) -> int:
    """The empty cells above level one where a tile of ``seat`` would close a bridge, whether they
    have feet or not.
    """
    tiles = position.tiles
    return _spans(position.board, position.vicinity, tiles[seat]) & ~tiles[1 - seat]


@lru_cache(maxsize=SETS)
def _spans(board: Pyramid, vicinity: Vicinity, own: int) -> int:
    """The cells above level one, none of ``own``, where one more of these tiles would close a
    bridge, as bits.
    """
    near = board.dilate(own) & board.full & ~(own | board.ground.full)
    below = vicinity.below
    window = vicinity.window
    closing = vicinity.bridges
    return sum(1 << cell for cell in bits(near) if own >> cell - below & window in closing)


@lru_cache(maxsize=SETS)
def rings(ground: Lattice, own: int) -> int:
    """The cells of level one where one more of ``own`` tiles, all on level one, would close a ring,
    as bits.
    """
    if own.bit_count() < RING:
        return 0
    arcs = ground.arcs
    closing = 0
    for code in bits(ground.full & ground.dilate(own) & ~own):
        with_it = own | 1 << code
        if arcs.joined(with_it, code) and arcs.pocket(with_it, code):
            closing |= 1 << code
    return closing


@cache
def _feet(board: Pyramid) -> dict[int, int]:
    """For each cell above level one, its feet as bits."""
    return {
        index: board.mask(board.feet(cell))
        for index, cell in board.cell.items()
        if board.feet(cell)
    }


@cache
def upon_of(board: Pyramid) -> dict[int, int]:
    """For each cell, the cells above level one that have it among their twelve places, as bits."""
    shifts = [board.shift(place) for place in PLACES]
    high = board.full & ~board.ground.full
    return {
        index: sum(
            1 << index - shift for shift in shifts if index >= shift and high >> index - shift & 1
        )
        for index in board.cell
    }


@cache
def places_of(board: Pyramid) -> dict[int, int]:
    """For each cell above level one its twelve places, as far as they are on the board, as bits."""
    places = dict.fromkeys(board.cell, 0)
    for place, cells in upon_of(board).items():
        for cell in bits(cells):
            places[cell] |= 1 << place
    return places


@cache
def _middle(board: Pyramid) -> dict[int, float]:
    """A little more for cells nearer to the middle of the board."""
    points = {index: board.xy(cell) for index, cell in board.cell.items()}
    x, y = (sum(point[axis] for point in points.values()) / len(points) for axis in (0, 1))
    far = {index: ((px - x) ** 2 + (py - y) ** 2) ** 0.5 for index, (px, py) in points.items()}
    most = max(far.values())
    return {index: 0.15 * (1 - distance / most) for index, distance in far.items()}


KNOWLEDGE = LoopKnowledge()
