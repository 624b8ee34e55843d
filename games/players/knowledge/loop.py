"""What players know of Loop: which cells close a bridge, and must be answered at once."""

from functools import cache, lru_cache
from math import dist

from ...core import SWAP_CODE, Random
from ...lattice import Pyramid, bits
from ...loop import PLACES, Loop, Vicinity
from .base import Knowledge, any_win
from .rings import SETS, rings, rings_in_two

LOOK = 8  # threats tried in each position that the search opens
DRAWS = 3  # decisions drawn in a playout until one gives the other side no bridge


class LoopKnowledge(Knowledge[Loop]):
    """Search and playouts see open bridges, close and stop them.

    They do not give feet to the enemy's. A tile that helped later in a playout often helps now.
    """

    # By matches at 0.2 s a decision. Against a search without all moves as first, whose guesses
    # weighed 3 playouts and 10 visits, a trust of 30 won 51 of 85, one of 80 14 of 28; against a
    # trust of 20 it won 22 of 34.
    prior_weight = 15.0
    trust = 30.0
    exploration = 0.15
    amaf = True
    guesses = True
    # Fitted by ``tools/calibration.py`` to 477 matches of ``club``: 1.24 ± 0.19.
    steepness = 1.2

    def hopeless(self, position: Loop) -> bool:
        return True

    def winning(self, position: Loop) -> int | None:
        ground = position.board.ground
        tiles = ground.full & (position.tiles[0] | position.tiles[1])
        if tiles.bit_count() >= len(ground) - 1:
            # Level one fills up: now a tile may also win by leaving the other no move.
            return any_win(position)
        for code in bits(self.wins(position, position.to_move)):
            return code
        return None

    def wins(self, position: Loop, seat: int) -> int:
        """The open cells where a tile of ``seat`` would close a loop, as bits."""
        own = position.tiles[seat]
        all_tiles = own | position.tiles[1 - seat]
        closing = having_feet(bridges(position, seat), all_tiles, _feet(position.board))
        ground = position.board.ground
        return closing | rings(ground, own & ground.full) & ~all_tiles

    def forced(self, position: Loop, most: int = LOOK) -> tuple[int, int] | None:
        return self._chain(position, [most])

    def _chain(self, position: Loop, budget: list[int]) -> tuple[int, int] | None:
        """The same where ``budget[0]`` threats may still be tried."""
        for code in bits(self._threats(position)):
            if not budget[0]:
                break
            budget[0] -= 1
            decisions = self._decisions_after(position, code, budget)
            if decisions is not None:
                return code, decisions
        return None

    def _decisions_after(self, position: Loop, code: int, budget: list[int]) -> int | None:
        """In how many decisions a threat wins, the threat included; None if it does not."""
        next_position = position.after(code)
        if next_position.reason is not None or self.winning(next_position) is not None:
            return None
        wins = self.wins(next_position, position.to_move)
        if not wins:
            return None
        answer = wins.bit_length() - 1
        has_several = wins & wins - 1
        if has_several or answer not in next_position.codes():
            return 3
        next_position.play(answer)
        if next_position.reason is not None:
            return None
        if self.winning(next_position) is not None:
            return 3
        rest = self._chain(next_position, budget)
        return None if rest is None else rest[1] + 2

    def _threats(self, position: Loop) -> int:
        """Where a tile would threaten to close a bridge or a ring next, as bits.

        The side to decide has no win.
        """
        seat = position.to_move
        threatening = self._threats_of_bridges(position) | self._threats_of_rings(position)
        if not threatening:
            return 0
        enemy_wins = self.wins(position, 1 - seat)
        if enemy_wins & enemy_wins - 1:
            return 0
        if enemy_wins:
            threatening &= enemy_wins
        if not threatening:
            return 0
        return threatening & sum(1 << code for code in position._placements(seat))

    def _threats_of_bridges(self, position: Loop) -> int:
        """Where a tile would threaten to close a bridge next, as bits."""
        board = position.board
        vicinity = position.vicinity
        own = position.tiles[position.to_move]
        all_tiles = position.tiles[0] | position.tiles[1]
        high = board.full & ~board.ground.full
        offset = vicinity.offset
        window = vicinity.window
        closing = vicinity.bridges
        feet = _feet(board)
        places = places_of(board)
        threatening = 0
        for cell in bits(board.dilate(own) & high & ~all_tiles):
            empty_feet = feet[cell] & ~all_tiles
            if empty_feet & empty_feet - 1:
                continue
            supports = empty_feet or places[cell] & ~all_tiles
            for place in bits(supports & ~threatening):
                if (own | 1 << place) >> cell - offset & window in closing:
                    threatening |= 1 << place
        return threatening

    def _threats_of_rings(self, position: Loop) -> int:
        """Where a tile on level one would threaten to close a ring next, as bits."""
        ground = position.board.ground
        own = position.tiles[position.to_move]
        empty = ground.full & ~(position.tiles[0] | position.tiles[1])
        threatening = 0
        for code, closing in rings_in_two(ground, own & ground.full).items():
            if closing & empty:
                threatening |= 1 << code
        return threatening & empty

    def candidates(self, position: Loop) -> list[int]:
        codes = position.codes()
        if self.winning(position) is not None:
            return codes
        threats = self.wins(position, 1 - position.to_move)
        if not threats:
            return self._without_gifts(position, codes) or codes[:1]
        # Only a tile on the very cell stops a loop.
        stops = [code for code in codes if code != SWAP_CODE and threats >> code & 1]
        return stops[:1] or codes[:1]

    def _without_gifts(self, position: Loop, codes: list[int]) -> list[int]:
        """Those of some decisions that carry no bridge which the other side then closes."""
        danger = bridges(position, 1 - position.to_move)
        if not danger:
            return codes
        vicinity = position.vicinity
        all_tiles = position.tiles[0] | position.tiles[1]
        safe_codes = []
        for code in codes:
            if code != SWAP_CODE:
                neighbours = all_tiles >> code - vicinity.ring_offset & vicinity.ring
                if any(danger >> code + rise & 1 for rise in vicinity.rises[neighbours]):
                    continue
            safe_codes.append(code)
        return safe_codes

    def priors(self, position: Loop, codes: list[int]) -> list[float]:
        if len(codes) == 1:
            return [0.5]
        danger = bridges(position, 1 - position.to_move)
        promise = bridges(position, position.to_move)
        return [
            0.5 if code == SWAP_CODE else self._prior(position, code, danger, promise)
            for code in codes
        ]

    def _prior(self, position: Loop, code: int, danger: int, promise: int) -> float:
        """The guess for a tile.

        :param danger: The cells that close a bridge for the other side, as bits.
        :param promise: Those that close one for the side to move.
        """
        board = position.board
        vicinity = position.vicinity
        own = position.tiles[position.to_move]
        all_tiles = own | position.tiles[1 - position.to_move]
        guess = 0.35 + _middle(board)[code]
        neighbours = all_tiles >> code - vicinity.ring_offset & vicinity.ring
        for rise in vicinity.rises[neighbours]:
            # What this tile helps to carry is the other's to take first.
            if danger >> code + rise & 1:
                guess -= 0.6
            elif promise >> code + rise & 1:
                guess -= 0.1
        if danger >> code & 1:
            guess += 0.2
        with_tile = own | 1 << code
        new = 0
        for cell in bits(upon_of(board)[code] & ~(all_tiles | promise)):
            if with_tile >> cell - vicinity.offset & vicinity.window in vicinity.bridges:
                new |= 1 << cell
        if new and having_feet(new, all_tiles | 1 << code, _feet(board)):
            guess += 0.25
        elif new:
            guess += 0.08
        return min(0.95, max(0.02, guess))

    def simulate(
        self, position: Loop, random: Random, history: tuple[list[int], list[int]]
    ) -> float:
        # Decisive and anti-decisive moves (Teytaud and Teytaud, 2010): at random, but every win
        # that is seen is occupied, one that the other side has is stopped, and no feet are given to
        # one if it can be helped.
        board = position.board
        vicinity = position.vicinity
        level_two = vicinity.level_two
        offset = vicinity.offset
        window = vicinity.window
        touching = vicinity.touching
        closing = vicinity.bridges
        rises = vicinity.rises
        ring_offset = vicinity.ring_offset
        ring = vicinity.ring
        cells_upon = upon_of(board)
        level_one = board.ground.full
        joins = board.ground.arcs.joins
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
            all_tiles = own | enemy
            if threats:
                code = threats.bit_length() - 1
                has_several = threats & threats - 1
                can_stop = code < level_two or own >> code - offset & touching
                if has_several or not can_stop:
                    return float(seat)
                rising = rises[all_tiles >> code - ring_offset & ring]
                invites = any(enemy >> code + rise - offset & window in closing for rise in rising)
            else:
                invites = True
                for _ in range(DRAWS):
                    code = cells[int(random() * len(cells))]
                    while code >= level_two and not own >> code - offset & touching:
                        code = cells[int(random() * len(cells))]
                    rising = rises[all_tiles >> code - ring_offset & ring]
                    for rise in rising:
                        if enemy >> code + rise - offset & window in closing:
                            break
                    else:
                        invites = False
                        break
            own |= 1 << code
            history[seat].append(code)
            threats = 0
            if code < level_two:
                # Rings that are threatened are not looked for: that takes longer than it helps.
                if joins(own & level_one, code) and pocket(own, code):
                    return 1.0 - seat
            else:
                high ^= 1 << code
            if invites:
                return float(seat)
            cells.remove(code)
            for rise in rising:
                cells.append(code + rise)
                high |= 1 << code + rise
            rising_cells = high & cells_upon[code]
            while rising_cells:
                low = rising_cells & -rising_cells
                rising_cells ^= low
                if own >> low.bit_length() - 1 - offset & window in closing:
                    threats |= low
            if not cells:
                return 1.0 - seat if position.last_mover else 0.5
            if cells[0] >= level_two:
                enemy_touches = any(enemy >> cell - offset & touching for cell in cells)
                if not enemy_touches:
                    return 1.0 - seat
            seat = 1 - seat
            own, enemy = enemy, own


def having_feet(cells: int, all_tiles: int, feet: dict[int, int]) -> int:
    """Those of some cells above level one, as bits, that are free and have all their feet."""
    return sum(1 << index for index in bits(cells & ~all_tiles) if not feet[index] & ~all_tiles)


def bridges(position: Loop, seat: int) -> int:
    """The empty cells above level one where a tile of ``seat`` would close a bridge.

    As bits, whether they have feet or not.
    """
    tiles = position.tiles
    return _spans(position.board, position.vicinity, tiles[seat]) & ~tiles[1 - seat]


@lru_cache(maxsize=SETS)
def _spans(board: Pyramid, vicinity: Vicinity, own: int) -> int:
    """The cells above level one where one more of some tiles would close a bridge.

    As bits, without those of the tiles ``own`` themselves.
    """
    cells = board.dilate(own) & board.full & ~(own | board.ground.full)
    offset = vicinity.offset
    window = vicinity.window
    closing = vicinity.bridges
    return sum(1 << cell for cell in bits(cells) if own >> cell - offset & window in closing)


@cache
def _feet(board: Pyramid) -> dict[int, int]:
    """For each cell above level one, its feet as bits."""
    all_feet = {}
    for index, cell in board.cell.items():
        feet = board.feet(cell)
        if feet:
            all_feet[index] = board.mask(feet)
    return all_feet


@cache
def upon_of(board: Pyramid) -> dict[int, int]:
    """For each cell, the cells above level one that have it among their twelve places, as bits."""
    shifts = [board.shift(place) for place in PLACES]
    high = board.full & ~board.ground.full
    cells_upon = dict.fromkeys(board.cell, 0)
    for index in board.cell:
        for shift in shifts:
            if index >= shift:
                cells_upon[index] |= high & 1 << index - shift
    return cells_upon


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
    middle_x = sum(x for x, _ in points.values()) / len(points)
    middle_y = sum(y for _, y in points.values()) / len(points)
    middle = (middle_x, middle_y)
    distances = {index: dist(point, middle) for index, point in points.items()}
    farthest = max(distances.values())
    return {index: 0.15 * (1 - distance / farthest) for index, distance in distances.items()}


KNOWLEDGE = LoopKnowledge()
