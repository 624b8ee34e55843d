"""What is said of plans, decided once more by the rules alone: by walking over the cells, by trying
moves, and by counting.
"""

import itertools
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from math import dist
from typing import Any

from games.core import Move, Position, Sentence, State
from games.players.claims import JudgedTurn
from games.players.ideas.base import with_move
from tests.games.plain_counts import edge, empty, held, reached, sealed, surrounded, top
from tests.games.plain_leaps import PlainLeaps
from tests.games.plain_loop import PlainLoop

from .plain_claims import BOARDS, Tries, closes_bridge, rounded, sight

Values = Mapping[str, Any]
Told = Callable[[Values, JudgedTurn], bool]
Noticed = Callable[[Values, State, int], bool]


def decisions(state: State, seat: int) -> dict[str, Position]:
    """Where each decision leads that a seat would have in its turn."""
    position = with_move(state, seat)
    if position is None:
        return {}
    return {str(position.move(code)): position.after(code) for code in position.codes()}


def leaps(state: State, seat: int) -> set[Move]:
    """The moves of a seat from one cell to another, if it were its turn."""
    position = with_move(state, seat)
    assert position is not None
    moves = map(position.move, position.codes())
    return {move for move in moves if move.kind == "step"}


def sources(state: State, seat: int) -> set[str]:
    return {move.source for move in leaps(state, seat)}


def leads_to(state: State, seat: int, source: str, target: str) -> bool:
    return any((move.source, move.target) == (source, target) for move in leaps(state, seat))


def touching(state: State, seat: int, cell: str) -> set[str]:
    return held(state, seat).intersection(state.board.neighbours(cell))


def is_new(turn: JudgedTurn, seat: int, cell: str) -> bool:
    return cell in held(turn.after, seat) - held(turn.before, seat)


def is_alone(state: State, seat: int, cell: str) -> bool:
    return cell in held(state, seat) and not touching(state, seat, cell)


def _wakes(values: Values, turn: JudgedTurn) -> bool:
    stone = values["stone"]
    leads = leads_to(turn.after, turn.seat, stone, values["next"])
    return leads and stone not in sources(turn.before, turn.seat)


def _wakes_where_few_could(values: Values, turn: JudgedTurn) -> bool:
    return sources(turn.before, turn.seat) == set(values["able"]) and _wakes(values, turn)


def _wakes_several(values: Values, turn: JudgedTurn) -> bool:
    own = held(turn.before, turn.seat)
    could = sources(turn.before, turn.seat)
    return set(values["stones"]) <= (own & sources(turn.after, turn.seat)) - could


def _pins(values: Values, turn: JudgedTurn) -> bool:
    stone = values["stone"]
    other = 1 - turn.seat
    stands = stone in held(turn.after, other)
    has_lost = stone in sources(turn.before, other) - sources(turn.after, other)
    return stands and has_lost


def _pins_where_few_can(values: Values, turn: JudgedTurn) -> bool:
    return sources(turn.after, 1 - turn.seat) == set(values["able"]) and _pins(values, turn)


def _pins_beside(values: Values, turn: JudgedTurn) -> bool:
    beside = touching(turn.after, turn.seat, values["stone"])
    return set(values["own"]) <= beside and _pins(values, turn)


def _goes_to_middle(values: Values, turn: JudgedTurn) -> bool:
    seat = turn.seat
    cell = values["cell"]
    is_inner = is_new(turn, seat, cell) and cell not in edge(turn.after)
    return is_inner and all(leads_to(turn.after, seat, cell, place) for place in values["cells"])


def _goes_beside(values: Values, turn: JudgedTurn) -> bool:
    """Whether an inner stone is new beside an enemy stone off the edge, with others."""
    seat = turn.seat
    cell = values["cell"]
    enemy = values["enemy"]
    is_inner = not {cell, enemy} & edge(turn.after)
    is_target = enemy in held(turn.after, 1 - seat) - ashore(turn.after, 1 - seat)
    stand = {cell, *values["stones"]} <= touching(turn.after, seat, enemy)
    return is_new(turn, seat, cell) and is_inner and is_target and stand


def _goes_and_pulls(values: Values, turn: JudgedTurn) -> bool:
    return is_new(turn, 1 - turn.seat, values["enemy"]) and _goes_beside(values, turn)


def _parts(values: Values, turn: JudgedTurn) -> bool:
    other = 1 - turn.seat
    cell = values["cell"]
    was_held = cell in held(turn.before, other)
    together = values["other"] in held(turn.before, other)
    together = together and _are_side_by_side(turn.before, cell, values["other"])
    return was_held and together and cell not in held(turn.after, other)


def _accompanies(values: Values, turn: JudgedTurn) -> bool:
    stone = values["stone"]
    was_alone = is_alone(turn.before, turn.seat, stone)
    stays = stone in held(turn.after, turn.seat)
    return was_alone and stays and values["cell"] in touching(turn.after, turn.seat, stone)


def _are_side_by_side(state: State, one: str, other: str) -> bool:
    return dist(state.board.xy(one), state.board.xy(other)) < 1.1


def _gets_neighbour(values: Values, turn: JudgedTurn) -> bool:
    is_beside = _are_side_by_side(turn.after, values["stone"], values["cell"])
    return is_beside and _accompanies(values, turn)


def _backs_up(values: Values, turn: JudgedTurn) -> bool:
    state = turn.after
    stone = values["stone"]
    enemies = touching(state, 1 - turn.seat, stone)
    between = {enemy for enemy in enemies if _are_side_by_side(state, stone, enemy)}
    between = {enemy for enemy in between if _are_side_by_side(state, enemy, values["cell"])}
    hang_together = _are_side_by_side(state, stone, values["cell"]) or not between
    return hang_together and set(values["enemies"]) <= enemies and _accompanies(values, turn)


def _strands(values: Values, turn: JudgedTurn) -> bool:
    other = 1 - turn.seat
    stone = values["stone"]
    return is_alone(turn.after, other, stone) and not is_alone(turn.before, other, stone)


def _strands_beside(values: Values, turn: JudgedTurn) -> bool:
    own = touching(turn.after, turn.seat, values["stone"])
    return set(values["own"]) <= own and _strands(values, turn)


def steps_to_edge(state: State, cell: str) -> int:
    cells = {cell}
    for steps in itertools.count():
        if cells & edge(state):
            return steps
        cells |= {other for inner in cells for other in state.board.neighbours(inner)}
    raise AssertionError


def _swaps_out(values: Values, turn: JudgedTurn) -> bool:
    other = 1 - turn.seat
    stone = values["stone"]
    has_gone = stone in held(turn.before, other) - held(turn.after, other)
    return has_gone and is_new(turn, other, values["cell"])


def _pushes_outwards(values: Values, turn: JudgedTurn) -> bool:
    """Whether an enemy stone is new nearer to the edge than one that is gone."""
    other = 1 - turn.seat
    cell = values["cell"]
    gone = held(turn.before, other) - held(turn.after, other)
    steps = steps_to_edge(turn.after, cell)
    is_outward = any(steps < steps_to_edge(turn.before, stone) for stone in gone)
    return is_new(turn, other, cell) and is_outward


def _pushes_to_edge(values: Values, turn: JudgedTurn) -> bool:
    return values["cell"] in edge(turn.after) and _pushes_outwards(values, turn)


def _pushes_to_fewer_leaps(values: Values, turn: JudgedTurn) -> bool:
    """Whether the one stone that is gone had more leaps than the new one has on the edge."""
    other = 1 - turn.seat
    (source,) = held(turn.before, other) - held(turn.after, other)
    were = sum(move.source == source for move in leaps(turn.before, other))
    are = sum(move.source == values["cell"] for move in leaps(turn.after, other))
    return are < were and _pushes_to_edge(values, turn)


def _cannot_leap_there(values: Values, turn: JudgedTurn) -> bool:
    return values["cell"] not in sources(turn.after, 1 - turn.seat)


def _can_leap_to_few(values: Values, turn: JudgedTurn) -> bool:
    leaps_there = {
        move.target for move in leaps(turn.after, 1 - turn.seat) if move.source == values["cell"]
    }
    return leaps_there == set(values["targets"])


def _pushes_apart(values: Values, turn: JudgedTurn) -> bool:
    other = 1 - turn.seat
    gone = held(turn.before, other) - held(turn.after, other)
    friends = set(values["stones"])
    stay = friends <= held(turn.before, other) & held(turn.after, other)
    were_beside = any(friends <= touching(turn.before, other, stone) for stone in gone)
    is_apart = is_alone(turn.after, other, values["cell"])
    return stay and were_beside and is_apart and _pushes_outwards(values, turn)


def _pushes_from(values: Values, turn: JudgedTurn) -> bool:
    steps = steps_to_edge(turn.before, values["source"])
    is_outward = steps_to_edge(turn.after, values["cell"]) < steps
    return is_outward and _swaps_out({**values, "stone": values["source"]}, turn)


def _pushes_and_stands(values: Values, turn: JudgedTurn) -> bool:
    return is_new(turn, turn.seat, values["source"]) and _pushes_from(values, turn)


def _pushes_and_follows(values: Values, turn: JudgedTurn) -> bool:
    step = values["next"]
    is_there = step.endswith(values["source"]) and step in decisions(turn.after, turn.seat)
    return is_there and _pushes_from(values, turn)


def ashore(state: State, seat: int) -> set[str]:
    """The stones that hang together with one on the edge."""
    stones = held(state, seat)
    return reached(state, stones & edge(state), stones)


def _connects(values: Values, turn: JudgedTurn) -> bool:
    stones = set(values["stones"])
    own = held(turn.after, turn.seat)
    were_apart = stones <= held(turn.before, turn.seat) - ashore(turn.before, turn.seat)
    is_at_edge = values["cell"] in own & edge(turn.after)
    is_joined = stones <= reached(turn.after, [values["cell"]], own)
    was_near = lacks(values, turn.before, 1 - turn.seat) and len(values["gaps"]) < 3
    return were_apart and is_at_edge and is_joined and was_near


def _connects_many(values: Values, turn: JudgedTurn) -> bool:
    is_told = values["count"] == len(values["stones"]) and values["stone"] in values["stones"]
    return is_told and _connects(values, turn)


def _cuts_off(values: Values, turn: JudgedTurn) -> bool:
    other = 1 - turn.seat
    stones = set(values["stones"])
    board = turn.after.board
    are_apart = stones <= held(turn.after, other) - ashore(turn.after, other)
    is_whole = reached(turn.after, list(stones)[:1], held(turn.after, other)) == stones
    ring = {cell for stone in stones for cell in board.neighbours(stone)} - stones
    is_hemmed = 3 * len(ring & held(turn.after, turn.seat)) >= len(ring)
    return are_apart and is_whole and is_hemmed and stones <= ashore(turn.before, other)


def _pulls_off(values: Values, turn: JudgedTurn) -> bool:
    other = 1 - turn.seat
    was_ashore = values["stone"] in ashore(turn.before, other)
    is_apart = values["cell"] not in ashore(turn.after, other)
    return _swaps_out(values, turn) and was_ashore and is_apart


def _pulls_off_edge(values: Values, turn: JudgedTurn) -> bool:
    return _pulls_off(values, turn) and values["stone"] in edge(turn.before)


def chain_with(state: State, seat: int, cell: str) -> frozenset[str]:
    """The stones that are joined side by side with the one on a cell."""
    board = state.board
    stones = held(state, seat)
    chain: set[str] = set()
    frontier = {cell} & stones
    while frontier:
        one = frontier.pop()
        chain.add(one)
        for other in stones - chain:
            if dist(board.xy(one), board.xy(other)) < 1.1:
                frontier.add(other)
    return frozenset(chain)


def _joins_chains(values: Values, turn: JudgedTurn) -> bool:
    stones = values["stones"]
    earlier = {chain_with(turn.before, turn.seat, stone) for stone in stones}
    later = {chain_with(turn.after, turn.seat, stone) for stone in stones}
    return len(earlier) == len(stones) > 1 and all(earlier) and len(later) == 1


def _faces_stone(values: Values, turn: JudgedTurn, chain: frozenset[str]) -> bool:
    """Whether two stones of a chain stand beside the enemy stone that is named, if one is, and its
    group does not reach the edge.
    """
    if "enemy" not in values:
        return True
    enemy = values["enemy"]
    other = 1 - turn.seat
    is_target = enemy in held(turn.after, other) - ashore(turn.after, other)
    return is_target and len(chain & set(turn.after.board.neighbours(enemy))) > 1


def _links(values: Values, turn: JudgedTurn) -> bool:
    chain = chain_with(turn.after, turn.seat, values["stones"][0])
    is_told = len(chain) == values["count"] and _faces_stone(values, turn, chain)
    return is_told and _joins_chains(values, turn)


def _hems_with(values: Values, turn: JudgedTurn, stone: str) -> bool:
    """Whether the chain of a stone holds so many of so many cells round a whole enemy group."""
    group = set(values["enemies"])
    chain = chain_with(turn.after, turn.seat, stone)
    cells = {cell for inner in group for cell in turn.after.board.neighbours(inner)} - group
    enemy = held(turn.after, 1 - turn.seat)
    is_whole = reached(turn.after, values["enemies"][:1], enemy) == group
    is_counted = (len(cells & chain), len(cells)) == (values["count"], values["around"])
    return is_whole and is_counted and not group & edge(turn.after)


def _links_round(values: Values, turn: JudgedTurn) -> bool:
    return _joins_chains(values, turn) and _hems_with(values, turn, values["stones"][0])


def _breaks_chain(values: Values, turn: JudgedTurn) -> bool:
    other = 1 - turn.seat
    chain = chain_with(turn.before, other, values["one"])
    later = chain_with(turn.after, other, values["one"])
    was_one = values["other"] in chain and len(chain) == values["count"]
    stays = values["other"] in held(turn.after, other)
    return was_one and stays and bool(later) and values["other"] not in later


def _grows_longest(values: Values, turn: JudgedTurn) -> frozenset[str] | None:
    """The chain of some new stones, if it is longer than any was; None if it is not."""
    seat = turn.seat
    chains = {chain_with(turn.after, seat, cell) for cell in values["cells"]}
    lengths = [len(chain_with(turn.before, seat, cell)) for cell in held(turn.before, seat)]
    is_new_all = all(is_new(turn, seat, cell) for cell in values["cells"])
    (chain, *others) = chains
    return chain if is_new_all and not others and len(chain) > max(lengths) else None


def _lengthens(values: Values, turn: JudgedTurn) -> bool:
    chain = _grows_longest(values, turn)
    if chain is None or len(chain) != values["count"]:
        return False
    return _faces_stone(values, turn, chain)


def _lengthens_round(values: Values, turn: JudgedTurn) -> bool:
    is_longer = _grows_longest(values, turn) is not None
    return is_longer and _hems_with(values, turn, values["cells"][0])


def is_walled(state: Any, seat: int, stones: set[str], filled: set[str]) -> bool:
    """Whether no way leads from stones to the edge past those of a seat and some filled cells."""
    passable = set(state.board.cells) - held(state, seat) - filled
    return stones.isdisjoint(reached(state, edge(state), passable))


def lacks(values: Values, state: Any, seat: int) -> bool:
    """Whether the wall of a seat round stones is closed by filling free cells, and not by fewer of
    them.
    """
    stones = set(values["stones"])
    gaps = set(values["gaps"])
    if not (stones <= held(state, 1 - seat) and gaps <= empty(state)):
        return False
    if any(is_walled(state, seat, stones, gaps - {gap}) for gap in gaps):
        return False
    return is_walled(state, seat, stones, gaps)


def is_walled_by_few(state: Any, seat: int, stones: set[str], most: int) -> bool:
    """Whether stones are walled in with so many more cells filled: one on each way that is left."""

    def walled(filled: set[str]) -> bool:
        way = way_out(state, seat, stones, filled)
        if not way or len(filled) == most:
            return not way
        return any(walled(filled | {cell}) for cell in way & empty(state))

    return walled(set())


def way_out(state: Any, seat: int, stones: set[str], filled: set[str]) -> set[str]:
    """A shortest way from stones to the edge past those of a seat and filled cells, if any."""
    ways = {stone: {stone} for stone in stones}
    closed_cells = held(state, seat) | filled
    rim = edge(state)
    queue = list(ways)
    for cell in queue:
        if cell in rim:
            return ways[cell]
        for other in state.board.neighbours(cell):
            if other not in ways and other not in closed_cells:
                ways[other] = ways[cell] | {other}
                queue.append(other)
    return set()


def _is_being_walled(values: Values, state: State, seat: int) -> bool:
    stones = set(values["stones"])
    return stones <= held(state, seat) and is_walled_by_few(state, 1 - seat, stones, 3)


def _walls_in(values: Values, turn: JudgedTurn) -> bool:
    """Whether a wall lacks some cells, and lacked more before the turn."""
    stones = set(values["stones"])
    fillable = set(values["gaps"]) - held(turn.before, 1 - turn.seat)
    was_closer = is_walled(turn.before, turn.seat, stones, fillable)
    return lacks(values, turn.after, turn.seat) and not was_closer and goes_on(values, turn)


def goes_on(values: Values, turn: JudgedTurn) -> bool:
    """Whether the leap that is told to come next leaves less of a wall to fill.

    Where none is, for each cell some leap does that fills it.
    """
    stones = set(values.get("stones", (values.get("cell"),)))
    left = len(values["gaps"]) - 1
    if "next" not in values:
        fillable: set[str] = set()
        for position in decisions(turn.after, turn.seat).values():
            if is_walled_by_few(position, turn.seat, stones, left):
                fillable |= set(values["gaps"]) & held(position, turn.seat)
        return fillable == set(values["gaps"])
    position = after_leap(turn.after, turn.seat, values["next"])
    return position is not None and is_walled_by_few(position, turn.seat, stones, left)


def _pulls_into_wall(values: Values, turn: JudgedTurn) -> bool:
    cell = values["cell"]
    is_there = is_new(turn, 1 - turn.seat, cell)
    is_told = lacks({**values, "stones": (cell,)}, turn.after, turn.seat)
    return is_there and is_told and goes_on(values, turn)


def _breaks_out(values: Values, turn: JudgedTurn) -> bool:
    other = 1 - turn.seat
    stones = set(values["stones"])
    left = set(values["gaps"]) & empty(turn.after)
    stay = stones <= held(turn.after, turn.seat)
    is_open = not is_walled(turn.after, other, stones, left)
    return stay and is_open and lacks(values, turn.before, other)


def _breaks_at(values: Values, turn: JudgedTurn) -> bool:
    other = 1 - turn.seat
    gone = held(turn.before, other) - held(turn.after, other)
    return {values.get("cell")} - {None} <= gone and _breaks_out(values, turn)


def _blocks_wall(values: Values, turn: JudgedTurn) -> bool:
    cell = values["cell"]
    is_gap = cell in values["gaps"] and is_new(turn, turn.seat, cell)
    return is_gap and _breaks_out(values, turn)


def has_ring(values: Values, state: Any, seat: int) -> bool:
    """Whether a seat holds so many of so many cells round a whole group of enemy stones."""
    group = set(values["stones"])
    enemy = held(state, 1 - seat)
    ring = {cell for stone in group for cell in state.board.neighbours(stone)} - group
    is_whole = reached(state, list(group)[:1], enemy) == group and not group & edge(state)
    is_counted = values["around"] == len(ring) and values["count"] == len(ring & held(state, seat))
    return is_whole and is_counted


def _closes_in(values: Values, turn: JudgedTurn) -> bool:
    """Whether a ring is as is said, and was less full."""
    group = set(values["stones"])
    ring = {cell for stone in group for cell in turn.after.board.neighbours(stone)} - group
    earlier = len(ring & held(turn.before, turn.seat))
    was_other = not group <= held(turn.before, 1 - turn.seat)
    is_fuller = was_other or values["count"] > earlier or ring & held(turn.before, 1 - turn.seat)
    return bool(is_fuller) and has_ring(values, turn.after, turn.seat)


def all_but(values: Values, turn: JudgedTurn) -> Values:
    """What is told of a ring by the cells that it lacks, as counts."""
    stones = set(values["stones"])
    if "pull" in values:
        stones.add(values["cell"])
    board = turn.after.board
    around = {cell for stone in stones for cell in board.neighbours(stone)} - stones
    count = len(around) - len(values["open"])
    is_open = set(values["open"]) <= around & empty(turn.after)
    return {**values, "around": len(around), "count": count if is_open else -1}


def _closes_in_but(values: Values, turn: JudgedTurn) -> bool:
    return _closes_in(all_but(values, turn), turn)


def _pulls_in_but(values: Values, turn: JudgedTurn) -> bool:
    return _pulls_in(all_but({**values, "pull": True}, turn), turn)


def _is_half_walled(values: Values, turn: JudgedTurn) -> bool:
    """Whether just these stones hold half of the cells round others, which were less full."""
    stones = set(values["stones"])
    board = turn.after.board
    around = {cell for stone in stones for cell in board.neighbours(stone)} - stones
    own = set(values["own"])
    is_all = own == around & held(turn.after, turn.seat)
    ring_values = {**values, "count": len(own), "around": len(around)}
    return is_all and 2 * len(own) >= len(around) and _closes_in(ring_values, turn)


def _closes_in_next(values: Values, turn: JudgedTurn) -> bool:
    if "next" not in values:
        return _closes_in(values, turn)
    can_add = _can_add(turn, set(values["stones"]), values["next"])
    return can_add and _closes_in(values, turn)


def _can_add(turn: JudgedTurn, group: set[str], cell: str) -> bool:
    """Whether a leap to a cell beside some enemy stones leaves them there, with all own stones that
    stand round them, and brings no other enemy there.
    """
    other = 1 - turn.seat
    ring = {near for stone in group for near in turn.after.board.neighbours(stone)} - group
    own = ring & held(turn.after, turn.seat)
    enemies = ring & held(turn.after, other)
    for move, position in decisions(turn.after, turn.seat).items():
        keeps = group <= held(position, other) and own <= held(position, turn.seat)
        joins_none = ring & held(position, other) <= enemies
        if cell in ring and move.endswith(f"-{cell}") and keeps and joins_none:
            return True
    return False


def _pulls_in(values: Values, turn: JudgedTurn) -> bool:
    cell = values["cell"]
    ring_values = {**values, "stones": (cell, *values["stones"])}
    is_there = is_new(turn, 1 - turn.seat, cell)
    if "next" in values:
        is_there = is_there and _can_add(turn, set(ring_values["stones"]), values["next"])
    return is_there and has_ring(ring_values, turn.after, turn.seat)


def _stands_beside(values: Values, turn: JudgedTurn) -> bool:
    cell = values["cell"]
    stones = touching(turn.after, turn.seat, cell)
    is_inner = cell in held(turn.after, 1 - turn.seat) - edge(turn.after)
    can_join = "next" not in values or _can_add(turn, {cell}, values["next"])
    return is_inner and can_join and stones == set(values["stones"])


def _pulls_beside(values: Values, turn: JudgedTurn) -> bool:
    return is_new(turn, 1 - turn.seat, values["cell"]) and _stands_beside(values, turn)


def _loosens(values: Values, turn: JudgedTurn) -> bool:
    other = 1 - turn.seat
    group = set(values["stones"])
    stay = group <= held(turn.after, turn.seat)
    ring = {cell for stone in group for cell in turn.after.board.neighbours(stone)} - group
    now = len(ring & held(turn.after, other))
    is_less = now == values["count"] < values["was"]
    return stay and is_less and has_ring({**values, "count": values["was"]}, turn.before, other)


def after_leap(state: State, seat: int, move: str) -> Position | None:
    return decisions(state, seat).get(move)


def _prepares(result: Callable[[Values, Any, int], bool]) -> Told:
    """Whether a leap is new with which something will be so."""

    def told(values: Values, turn: JudgedTurn) -> bool:
        was_there = values["move"] in decisions(turn.before, turn.seat)
        position = after_leap(turn.after, turn.seat, values["move"])
        return not was_there and position is not None and result(values, position, turn.seat)

    return told


def _rules_out(result: Callable[[Values, Any, int], bool]) -> Told:
    """Whether a leap of the other side is gone with which something would have been so."""

    def told(values: Values, turn: JudgedTurn) -> bool:
        other = 1 - turn.seat
        is_there = values["move"] in decisions(turn.after, other)
        position = after_leap(turn.before, other, values["move"])
        stay = held(turn.after, turn.seat).issuperset(values["stones"])
        return stay and not is_there and position is not None and result(values, position, other)

    return told


def _leaves_leaps(values: Values, turn: JudgedTurn) -> bool:
    other = 1 - turn.seat
    left = set(map(str, leaps(turn.after, other)))
    return left == set(values["moves"]) and len(left) < len(leaps(turn.before, other))


def _leaves_able(values: Values, turn: JudgedTurn) -> bool:
    other = 1 - turn.seat
    left = sources(turn.after, other)
    return left == set(values["stones"]) and len(left) < len(held(turn.after, other))


def _wakes_all(values: Values, turn: JudgedTurn) -> bool:
    seat = turn.seat
    can_all = sources(turn.after, seat) == held(turn.after, seat)
    return can_all and not sources(turn.before, seat) & set(values["stones"])


def _pins_several(values: Values, turn: JudgedTurn) -> bool:
    return all(_pins({"stone": stone}, turn) for stone in values["stones"])


def _is_target(values: Values, state: State, seat: int) -> bool:
    """Whether no ring round a small group is as nearly full."""
    enemy = held(state, 1 - seat)
    missing = []
    for stone in enemy:
        group = reached(state, [stone], enemy)
        if len(group) <= 3 and not group & edge(state):
            ring = {cell for inner in group for cell in state.board.neighbours(inner)} - group
            missing.append(len(ring - held(state, seat)))
    is_best = values["around"] - values["count"] == min(missing)
    return is_best and has_ring(values, state, seat)


def _is_endangered(values: Values, state: State, seat: int) -> bool:
    return has_ring(values, state, 1 - seat)


def _cannot_leap(values: Values, state: State, seat: int) -> bool:
    return values["cell"] in held(state, seat) - sources(state, seat)


def _stands_alone(values: Values, state: State, seat: int) -> bool:
    """Whether a stone has only stones of the other side beside it, on a third of the cells."""
    cell = values["cell"]
    beside = touching(state, 1 - seat, cell)
    around = set(state.board.neighbours(cell))
    return 3 * len(beside) >= len(around) and is_alone(state, seat, cell)


def of_other(noticed: Noticed) -> Noticed:
    """The same of the other seat."""
    return lambda values, state, seat: noticed(values, state, 1 - seat)


# Loop


def is_free_high(state: State, cell: str) -> bool:
    return not cell.startswith("1") and cell in empty(state)


def reaches(state: State, seat: int, cell: str) -> bool:
    return is_free_high(state, cell) and bool(touching(state, seat, cell))


def empty_feet(state: State, cell: str) -> set[str]:
    return empty(state).intersection(state.board.feet(cell))


def _climbs(values: Values, turn: JudgedTurn) -> bool:
    high = values["high"]
    is_new = reaches(turn.after, turn.seat, high) and not reaches(turn.before, turn.seat, high)
    return is_new and empty_feet(turn.after, high) == set(values["feet"])


def _climbs_alone(values: Values, turn: JudgedTurn) -> bool:
    return _climbs(values, turn) and not reaches(turn.after, 1 - turn.seat, values["high"])


def _climbs_alone_later(values: Values, turn: JudgedTurn) -> bool:
    can_fill = set(values["feet"]) <= set(decisions(turn.after, 1 - turn.seat))
    return can_fill and len(values["feet"]) == 1 and _climbs_alone(values, turn)


def _climbs_alone_next(values: Values, turn: JudgedTurn) -> bool:
    return values["high"] in decisions(turn.after, turn.seat) and _climbs_alone(values, turn)


def _contests(values: Values, turn: JudgedTurn) -> bool:
    """Whether both touch now what one other tile below is missing for, and one did before.

    The other side can put that there, and does not win once the seat has placed above it.
    """
    high = values["high"]
    other = 1 - turn.seat
    are_both = reaches(turn.before, other, high) and reaches(turn.after, other, high)
    if not are_both or len(values["feet"]) != 1 or not _climbs(values, turn):
        return False
    filled = decisions(turn.after, other).get(values["feet"][0])
    if filled is None or filled.reason is not None:
        return False
    answer = next((code for code in filled.codes() if str(filled.move(code)) == high), None)
    if answer is None:
        return False
    answered = filled.after(answer)
    return answered.reason is not None or not Tries(20_000).wins(answered, other, 1)


def _contests_beside(values: Values, turn: JudgedTurn) -> bool:
    """The same of a place that rests on the new tile and on one of the other side beside it."""
    tile = values["tile"]
    below = set(turn.after.board.feet(values["high"]))
    (new,) = held(turn.after, turn.seat) - held(turn.before, turn.seat)
    is_beside = {new, tile} <= below and tile in touching(turn.after, 1 - turn.seat, new)
    return is_beside and _contests(values, turn)


def _contests_beside_against(values: Values, turn: JudgedTurn) -> bool:
    return _contests_beside(values, turn) and _contests_against(values, turn)


def _contests_two(values: Values, turn: JudgedTurn) -> bool:
    """The same of two places that lack different tiles."""
    one = {"high": values["high"], "feet": (values["foot"],)}
    other = {"high": values["more"], "feet": (values["other"],)}
    are_different = values["foot"] != values["other"]
    return are_different and _contests(one, turn) and _contests(other, turn)


def _opens_alone(values: Values, turn: JudgedTurn) -> bool:
    """Whether a place has got its last foot that one side may place on, and the other may not."""
    high = values["high"]
    was_closed = bool(empty_feet(turn.before, high))
    is_own = high in decisions(turn.after, turn.seat)
    return was_closed and is_own and high not in decisions(turn.after, 1 - turn.seat)


def would_prepare(state: State, seat: int, cell: str, bridge: str) -> bool:
    """Whether a tile of a seat on a cell would prepare a bridge on another that it has not yet."""
    plain = PlainLoop(BOARDS[state.options["board"]])
    tiles = {plain.place[own] for own in held(state, seat)}
    with_tile = tiles | {plain.place[cell]}
    both = with_tile | {plain.place[bridge]}
    is_bridge = plain.tunnels(both) > plain.tunnels(with_tile)
    is_free = is_free_high(state, bridge) and bridge != cell
    return is_free and is_bridge and not closes_bridge(state, seat, bridge)


def _contests_for(values: Values, turn: JudgedTurn) -> bool:
    """The same of a cell from which a bridge of its own would be prepared."""
    leads_on = would_prepare(turn.after, turn.seat, values["high"], values["bridge"])
    return leads_on and _contests(values, turn)


def _contests_against(values: Values, turn: JudgedTurn) -> bool:
    """The same of a cell from which the other side would prepare a bridge."""
    other = 1 - turn.seat
    is_bridge = would_prepare(turn.before, other, values["high"], values["bridge"])
    leads_on = is_bridge and would_prepare(turn.after, other, values["high"], values["bridge"])
    (new,) = held(turn.after, turn.seat) - held(turn.before, turn.seat)
    is_over_new = new in turn.after.board.feet(values["bridge"])
    return leads_on and not is_over_new and _contests(values, turn)


def _climbs_alone_for(values: Values, turn: JudgedTurn) -> bool:
    leads_on = would_prepare(turn.after, turn.seat, values["high"], values["bridge"])
    return leads_on and _climbs_alone(values, turn)


def plans_bridge(values: Values, state: State, seat: int) -> bool:
    """Whether two more tiles make a bridge, the second one above level one."""
    plain = PlainLoop(BOARDS[state.options["board"]])
    tiles = {plain.place[cell] for cell in held(state, seat)}
    one = tiles | {plain.place[values["next"]]}
    both = one | {plain.place[values["high"]]}
    is_free = values["next"] in empty(state) and is_free_high(state, values["high"])
    planned = (values["next"], values["high"])
    feet = {foot for cell in planned for foot in empty_feet(state, cell)}.difference(planned)
    is_bridge = plain.tunnels(both) > plain.tunnels(one)
    own = held(state, seat) | {values["next"]}
    return is_free and feet == set(values["feet"]) and is_bridge and is_over(values, state, own)


def is_over(values: Values, state: State, own: set[str]) -> bool:
    """Whether a bridge leads from one tile of its owner’s to another over some cells.

    The tiles are beside what closes it, or beside what is put before that. The cells are below
    it, not its owner’s, and if all that is empty or the other side’s there were, there would be no
    bridge.
    """
    plain = PlainLoop(BOARDS[state.options["board"]])
    board = state.board
    high = values["high"]
    over = set(values["over"])
    planned = {high, values.get("next", high)}
    near = {other for cell in planned for other in board.neighbours(cell)}
    ends = {values["one"], values["other"]}
    are_ends = len(ends) == 2 and ends <= own & (near | planned)
    feet = set(board.feet(high))
    across = {other for foot in feet for other in board.neighbours(foot) if other[0] == foot[0]}
    is_below = bool(over) and over <= (feet | across) - own
    filled = {plain.place[cell] for cell in own | over | feet}
    is_river = plain.tunnels(filled | {plain.place[high]}) <= plain.tunnels(filled)
    return are_ends and is_below and is_river


def _plans_bridge(values: Values, turn: JudgedTurn) -> bool:
    return plans_bridge(values, turn.after, turn.seat)


def _faces(values: Values, turn: JudgedTurn) -> bool:
    """Whether the new tile and another lie beside two empty cells, over which a bridge can go."""
    board = turn.after.board
    own = held(turn.after, turn.seat)
    (new,) = own - held(turn.before, turn.seat)
    feet = set(values["feet"])
    are_beside = feet <= set(board.neighbours(new)) & set(board.neighbours(values["tile"]))
    is_pair = values["tile"] in own - {new} and are_beside and len(feet) == 2
    return is_pair and plans_bridge(values, turn.after, turn.seat)


def _spoils_bridge(values: Values, turn: JudgedTurn) -> bool:
    taken = values["taken"]
    is_part = taken in (values["next"], values["high"])
    is_taken = is_part and is_new(turn, turn.seat, taken)
    return is_taken and plans_bridge(values, turn.before, 1 - turn.seat)


def _would_prepare(values: Values, turn: JudgedTurn) -> bool:
    """Whether a tile of the other side on the cell of a turn would prepare a bridge."""
    cell = values["cell"]
    prepares = would_prepare(turn.before, 1 - turn.seat, cell, values["high"])
    return is_new(turn, turn.seat, cell) and prepares


def _forestalls(values: Values, turn: JudgedTurn) -> bool:
    cell = values["cell"]
    return is_new(turn, turn.seat, cell) and reaches(turn.before, 1 - turn.seat, cell)


def _forestalls_preparing(values: Values, turn: JudgedTurn) -> bool:
    return _forestalls(values, turn) and _would_prepare(values, turn)


def open_high(state: State) -> set[str]:
    """The free cells above level one that have all their feet."""
    return {
        cell for cell in empty(state) if is_free_high(state, cell) and not empty_feet(state, cell)
    }


def _takes_only_place(values: Values, turn: JudgedTurn) -> bool:
    return open_high(turn.before) == {values["cell"]} and _forestalls(values, turn)


def _waits(values: Values, turn: JudgedTurn) -> bool:
    cell = values["cell"]
    other = 1 - turn.seat
    opened = open_high(turn.after) - open_high(turn.before)
    gives_nothing = not any(reaches(turn.after, other, high) for high in opened)
    return is_new(turn, turn.seat, cell) and not reaches(turn.before, other, cell) and gives_nothing


def _takes_steps(values: Values, turn: JudgedTurn) -> bool:
    """Whether a cell rests on two tiles or more of the other side, and the seat touches it."""
    high = values["high"]
    steps = set(values["steps"])
    enemies = held(turn.after, 1 - turn.seat).intersection(turn.after.board.feet(high))
    rests = steps == enemies and len(steps) >= 2 and reaches(turn.after, turn.seat, high)
    return rests and empty_feet(turn.after, high) == set(values["feet"])


def _takes_open_steps(values: Values, turn: JudgedTurn) -> bool:
    is_shared = reaches(turn.after, 1 - turn.seat, values["high"])
    return not values["feet"] and not is_shared and _takes_steps(values, turn)


def prepares_bridge(values: Values, state: State, seat: int) -> bool:
    high = values["high"]
    feet = set(values["feet"])
    is_waiting = is_free_high(state, high) and feet == empty_feet(state, high)
    return bool(feet) and is_waiting and closes_bridge(state, seat, high)


def _prepares_bridge(values: Values, turn: JudgedTurn) -> bool:
    own = held(turn.after, turn.seat)
    return prepares_bridge(values, turn.after, turn.seat) and is_over(values, turn.after, own)


def _can_fill_next(values: Values, turn: JudgedTurn) -> bool:
    return set(values["feet"]) <= set(decisions(turn.after, 1 - turn.seat))


def _can_fill_later(values: Values, turn: JudgedTurn) -> bool:
    """Whether the other side touches all that is missing above level one."""
    above = {foot for foot in values["feet"] if not foot.startswith("1")}
    return all(reaches(turn.after, 1 - turn.seat, foot) for foot in above)


def _threatens_bridge(values: Values, turn: JudgedTurn) -> bool:
    """Whether nothing is missing any more for a bridge."""
    high = values["high"]
    is_open = is_free_high(turn.after, high) and not empty_feet(turn.after, high)
    is_bridge = closes_bridge(turn.after, turn.seat, high)
    return is_open and is_bridge and is_over(values, turn.after, held(turn.after, turn.seat))


def _threatens_bridge_alone(values: Values, turn: JudgedTurn) -> bool:
    is_shared = values["high"] in decisions(turn.after, 1 - turn.seat)
    return not is_shared and _threatens_bridge(values, turn)


def _threatens_bridge_open_to_both(values: Values, turn: JudgedTurn) -> bool:
    is_shared = values["high"] in decisions(turn.after, 1 - turn.seat)
    return is_shared and _threatens_bridge(values, turn)


def _stops_bridge(values: Values, turn: JudgedTurn) -> bool:
    cell = values["cell"]
    other = 1 - turn.seat
    is_taken = is_new(turn, turn.seat, cell) and closes_bridge(turn.before, other, cell)
    own = held(turn.before, other)
    return is_taken and is_over({**values, "high": cell}, turn.before, own)


def _only_reaches(values: Values, state: State, seat: int) -> bool:
    high = values["high"]
    is_alone = reaches(state, seat, high) and not reaches(state, 1 - seat, high)
    feet = empty_feet(state, high)
    return is_alone and feet == set(values["feet"]) and len(feet) <= 1


def _can_climb(values: Values, state: State, seat: int) -> bool:
    can_fill = set(values["feet"]) <= set(decisions(state, seat))
    return can_fill and len(values["feet"]) == 1 and _only_reaches(values, state, seat)


def _is_only_high(values: Values, state: State, seat: int) -> bool:
    high = {cell for cell in (*held(state, 0), *held(state, 1)) if cell[0] > "1"}
    return high == {values["cell"]} and high <= held(state, seat)


def _climbs_on_enemies(values: Values, state: State, seat: int) -> bool:
    """Whether a seat touches a place that rests on tiles of the other side."""
    enemies = held(state, 1 - seat).intersection(state.board.feet(values["high"]))
    return len(enemies) >= 2 and reaches(state, seat, values["high"])


def _lacks_two(values: Values, state: State, seat: int) -> bool:
    """Whether a seat wins with two tiles more round a cell on level one, both of them free."""
    one, other = values["cells"]
    cells = set(state.board.neighbours(values["middle"]))
    around = {cell for cell in cells if cell.startswith("1")}
    is_missing = around - held(state, seat) == {one, other}
    if not is_missing or not {one, other} <= empty(state):
        return False
    closed = placed(placed(with_turn(state, seat), seat, one), seat, other)
    return closed.reason is not None and closed.winner == seat


def with_turn(state: State, seat: int) -> Position:
    position = with_move(state, seat)
    assert position is not None
    return position


def _builds_ring(values: Values, turn: JudgedTurn) -> bool:
    (new,) = held(turn.after, turn.seat) - held(turn.before, turn.seat)
    is_beside = new in turn.after.board.neighbours(values["middle"])
    return is_beside and _lacks_two(values, turn.after, turn.seat)


def _breaks_ring(values: Values, turn: JudgedTurn) -> bool:
    (new,) = held(turn.after, turn.seat) - held(turn.before, turn.seat)
    return new in values["cells"] and _lacks_two(values, turn.before, 1 - turn.seat)


# Loops 'n Leaps


def captured(state: State, seat: int, move: str) -> set[str]:
    """The enemy men that a decision would take."""
    next_state = decisions(state, seat).get(move)
    if next_state is None:
        return set()
    pieces = next_state.pieces()
    has_lost = set()
    for cell in held(state, 1 - seat):
        if cell not in pieces or pieces[cell][-1] == seat:
            has_lost.add(cell)
    return has_lost


def leapers(state: State, seat: int) -> set[str]:
    return {cell for cell, stack in state.pieces().items() if stack == (seat, seat)}


def crowns(state: State, seat: int, cell: str) -> bool:
    next_state = decisions(state, seat).get(cell)
    return next_state is not None and next_state.pieces()[cell] == (seat, seat)


def friends_seen(state: State, seat: int, cell: str) -> set[str]:
    """The men of a seat that a man on a cell sees: the first in each direction, if it is theirs."""
    board = state.board
    cells = {rounded(board.xy(other)): other for other in board.cells}
    x, y = board.xy(cell)
    friends = set()
    for next_x, next_y in map(board.xy, board.neighbours(cell)):
        for steps in itertools.count(1):
            place = rounded((x + steps * (next_x - x), y + steps * (next_y - y)))
            other = cells.get(place)
            if other is None or top(state, other) is not None:
                if other is not None and top(state, other) == seat:
                    friends.add(other)
                break
    return friends


def friends_missing(state: State, seat: int, cell: str) -> int:
    """How many more friends a man must see to be crowned: in more than half of all directions."""
    directions = state.board.neighbours(cell)
    return len(directions) // 2 + 1 - len(friends_seen(state, seat, cell))


def surrounded_by(state: State, seat: int, pieces: Mapping[str, tuple[int, ...]]) -> set[str]:
    """The pillars that a seat surrounds with some pieces on the board."""
    plain = PlainLeaps(state.options["board"])
    for cell, stack in pieces.items():
        plain.pieces[plain.cell(cell)] = (stack[-1], len(stack))
    return {plain.name(cell) for cell in plain.surrounded(plain.men(seat))}


def closed_with(state: State, seat: int, cell: str) -> set[str]:
    """The pillars that a man more of a seat would surround."""
    pieces = state.pieces()
    return surrounded_by(state, seat, pieces | {cell: (seat,)}) - surrounded_by(state, seat, pieces)


def pillar_ring(state: State, pillar: str) -> set[str]:
    centre = state.board.features["pillars"][pillar]
    return {cell for cell in state.board.cells if dist(state.board.xy(cell), centre) < 1.1}


def wall_round(state: State, pillars: tuple[str, ...]) -> set[str]:
    """The cells of the smallest loop round three pillars next to each other."""
    rings = [pillar_ring(state, pillar) for pillar in pillars]
    inside = {cell for ring in rings for cell in ring if sum(cell in one for one in rings) > 1}
    neighbours = {other for cell in inside for other in state.board.neighbours(cell)}
    return (neighbours | set().union(*rings)) - inside


def _takes_men(values: Values, turn: JudgedTurn) -> bool:
    other = 1 - turn.seat
    return (held(turn.before, other) - held(turn.after, other)).issuperset(values["cells"])


def in_danger(state: State, seat: int) -> set[str]:
    """The men of a seat that the other side can take at once."""
    other = 1 - seat
    return {cell for move in leaps(state, other) for cell in captured(state, other, str(move))}


def _takes_for_good(values: Values, turn: JudgedTurn) -> bool:
    return _takes_men(values, turn) and not in_danger(turn.after, turn.seat) & set(values["cells"])


def _takes_last_beside(values: Values, turn: JudgedTurn) -> bool:
    was_there = held(turn.before, 1 - turn.seat) & pillar_ring(turn.before, values["pillar"])
    return bool(was_there) and _takes_men(values, turn) and is_ring(values, turn.after, turn.seat)


def _takes_and_saves(values: Values, turn: JudgedTurn) -> bool:
    stopped = {"move": values["move"], "cells": values["saved"]}
    return _takes_men(values, turn) and _dodges(stopped, turn)


def _takes_from_loop(values: Values, turn: JudgedTurn) -> bool:
    is_broken = not wall_round(turn.before, values["pillars"]).isdisjoint(values["cells"])
    return is_broken and is_wall(values, turn.before, 1 - turn.seat) and _takes_men(values, turn)


def _takes_for_loop(values: Values, turn: JudgedTurn) -> bool:
    return _takes_men(values, turn) and is_wall(values, turn.after, turn.seat)


def _takes_leaper(values: Values, turn: JudgedTurn) -> bool:
    is_leaper = values["leaper"] in leapers(turn.before, 1 - turn.seat)
    return is_leaper and values["leaper"] in values["cells"] and _takes_men(values, turn)


def _crowns(values: Values, turn: JudgedTurn) -> bool:
    return values["cell"] in leapers(turn.after, turn.seat) - held(turn.before, turn.seat)


def takes_from(state: State, seat: int, source: str, cells: tuple[str, ...]) -> bool:
    """Whether some leap from a cell takes just some cells."""
    leaps = [move for move in decisions(state, seat) if move.startswith(f"{source}-")]
    return any(captured(state, seat, move) == set(cells) for move in leaps)


def _crowns_attacker(values: Values, turn: JudgedTurn) -> bool:
    takes = takes_from(turn.after, turn.seat, values["cell"], values["taken"])
    return takes and _crowns(values, turn)


def _crowns_first(values: Values, turn: JudgedTurn) -> bool:
    others = leapers(turn.before, 1 - turn.seat)
    had_none = not leapers(turn.before, turn.seat)
    return had_none and bool(others) and _crowns(values, turn)


def _crowns_only(values: Values, turn: JudgedTurn) -> bool:
    all_leapers = leapers(turn.after, 0) | leapers(turn.after, 1)
    return all_leapers == {values["cell"]} and _crowns(values, turn)


def _hunts(values: Values, turn: JudgedTurn) -> bool:
    other = 1 - turn.seat
    return values["cell"] in leapers(turn.before, other) - held(turn.after, other)


def _hunts_attacker(values: Values, turn: JudgedTurn) -> bool:
    takes = takes_from(turn.before, 1 - turn.seat, values["cell"], values["taken"])
    return takes and _hunts(values, turn)


def _hunts_only(values: Values, turn: JudgedTurn) -> bool:
    return leapers(turn.before, 1 - turn.seat) == {values["cell"]} and _hunts(values, turn)


def _will_crown(values: Values, turn: JudgedTurn) -> bool:
    men = friends_seen(turn.after, turn.seat, values["next"])
    return men == set(values["men"]) and crowns(turn.after, turn.seat, values["next"])


def _will_crown_either(values: Values, turn: JudgedTurn) -> bool:
    places = {values["next"], values["more"]}
    return len(places) == 2 and all(crowns(turn.after, turn.seat, cell) for cell in places)


def would_take(state: State, seat: int, cell: str) -> list[set[str]]:
    """What each leap would take of a leaper that a seat crowns on a cell."""
    crowned = decisions(state, seat)[cell]
    crowned.to_move = seat
    takes = []
    for code in crowned.codes():
        if str(crowned.move(code)).startswith(f"{cell}-"):
            pieces = crowned.after(code).pieces()
            takes.append({man for man in held(state, 1 - seat) if pieces[man][-1] == seat})
    return takes


def _can_take_when_crowned(values: Values, state: Position, seat: int) -> bool:
    """Whether a leaper that a seat crowns on a cell could make a leap that takes just some men."""
    crowned = placed(state, seat, values["next"])
    is_leaper = crowned.pieces()[values["next"]] == (seat, seat)
    crowned.to_move = seat
    codes = {str(crowned.move(code)): code for code in crowned.codes()}
    if values["move"] not in codes or not is_leaper:
        return False
    pieces = crowned.after(codes[values["move"]]).pieces()
    enemies = {cell for cell, stack in crowned.pieces().items() if stack[-1] == 1 - seat}
    lost = {cell for cell in enemies if pieces[cell][-1] == seat}
    return values["move"].startswith(f"{values['next']}-") and lost == set(values["taken"])


def placed(position: Position, seat: int, cell: str) -> Position:
    """A position with a man more of a seat, whose turn it need not be."""
    later = position.copy()
    later.to_move = seat
    codes = {str(later.move(code)): code for code in later.codes()}
    return later.after(codes[cell])


def _will_crown_attacker(values: Values, turn: JudgedTurn) -> bool:
    takes = _can_take_when_crowned(values, turn.after.position(), turn.seat)
    return takes and _will_crown(values, turn)


def _will_soon_crown(values: Values, turn: JudgedTurn) -> bool:
    """Whether a man on a cell sees some men, and with one more on another cell is crowned there and
    could take some men.
    """
    cell = values["next"]
    men = friends_seen(turn.after, turn.seat, cell)
    is_free = cell in empty(turn.after) and men == set(values["men"])
    is_missing = friends_missing(turn.after, turn.seat, cell) == 1
    later = placed(turn.after.position(), turn.seat, values["third"])
    return is_free and is_missing and _can_take_when_crowned(values, later, turn.seat)


def _spoils_crown(values: Values, turn: JudgedTurn) -> bool:
    other = 1 - turn.seat
    cell = values["cell"]
    return crowns(turn.before, other, cell) and not crowns(turn.after, other, cell)


def _spoils_attacker(values: Values, turn: JudgedTurn) -> bool:
    takes = would_take(turn.before, 1 - turn.seat, values["cell"])
    return set(values["taken"]) in takes and _spoils_crown(values, turn)


def _spoils_last_crown(values: Values, turn: JudgedTurn) -> bool:
    other = 1 - turn.seat
    is_last = not any(crowns(turn.after, other, cell) for cell in empty(turn.after))
    return is_last and _spoils_crown(values, turn)


def _threatens(values: Values, turn: JudgedTurn) -> bool:
    return captured(turn.after, turn.seat, values["move"]) == set(values["cells"])


def _threatens_to_close(values: Values, turn: JudgedTurn) -> bool:
    pieces = decisions(turn.after, turn.seat)[values["move"]].pieces()
    closed = surrounded_by(turn.after, turn.seat, pieces) - surrounded(turn.after, turn.seat)
    return closed == set(values["pillars"]) and _threatens(values, turn)


def _threatens_to_open(values: Values, turn: JudgedTurn) -> bool:
    other = 1 - turn.seat
    pieces = decisions(turn.after, turn.seat)[values["move"]].pieces()
    opened = surrounded(turn.after, other) - surrounded_by(turn.after, other, pieces)
    return opened == set(values["pillars"]) and _threatens(values, turn)


def _threatens_last_beside(values: Values, turn: JudgedTurn) -> bool:
    pieces = decisions(turn.after, turn.seat)[values["move"]].pieces()
    ring = pillar_ring(turn.after, values["pillar"])
    tops = [pieces[cell][-1] for cell in ring if cell in pieces]
    is_counted = tops.count(turn.seat) == values["count"] and values["around"] == len(ring)
    return is_counted and 1 - turn.seat not in tops and _threatens(values, turn)


def _threatens_leaper(values: Values, turn: JudgedTurn) -> bool:
    cells = set(values["cells"])
    hunted = {values["leaper"]} if "leaper" in values else cells
    others = leapers(turn.after, 1 - turn.seat)
    return hunted <= cells & others and _threatens(values, turn)


def _dodges(values: Values, turn: JudgedTurn) -> bool:
    other = 1 - turn.seat
    was = captured(turn.before, other, values["move"])
    left = [captured(turn.after, other, move) for move in decisions(turn.after, other)]
    return was == set(values["cells"]) and len(was) > max(map(len, left), default=0)


def _blocks_leap(values: Values, turn: JudgedTurn) -> bool:
    """Whether a new man stands between the ends of a leap of the other side."""
    source, target = values["move"].split("-")
    board = turn.after.board
    cell = values["cell"]
    first, middle, last = (board.xy(place) for place in (source, cell, target))
    is_between = abs(dist(first, middle) + dist(middle, last) - dist(first, last)) < 0.01
    is_inside = cell not in (source, target) and is_between
    return is_inside and is_new(turn, turn.seat, cell) and _dodges_as_told(values, turn)


def _takes_landing(values: Values, turn: JudgedTurn) -> bool:
    cell = values["cell"]
    is_there = values["move"].endswith(f"-{cell}") and is_new(turn, turn.seat, cell)
    return is_there and _dodges_as_told(values, turn)


def _dodges_as_told(values: Values, turn: JudgedTurn) -> bool:
    return _dodges({"move": values["move"], "cells": values["taken"]}, turn)


def _can_close(values: Values, state: State, seat: int) -> bool:
    cell = values["next"]
    return cell in empty(state) and closed_with(state, seat, cell) == set(values["pillars"])


def _will_close(values: Values, turn: JudgedTurn) -> bool:
    was_none = not closed_with(turn.before, turn.seat, values["next"])
    return was_none and _can_close(values, turn.after, turn.seat)


def _will_close_either(values: Values, turn: JudgedTurn) -> bool:
    closes_more = _can_close({**values, "next": values["more"]}, turn.after, turn.seat)
    return closes_more and values["more"] != values["next"] and _will_close(values, turn)


def _stops_closing(values: Values, turn: JudgedTurn) -> bool:
    cell = values["cell"]
    closed = closed_with(turn.before, 1 - turn.seat, cell)
    return is_new(turn, turn.seat, cell) and closed == set(values["pillars"])


def is_ring(values: Values, state: State, seat: int) -> bool:
    return _holds_alone(values, state, seat, pillar_ring(state, values["pillar"]))


def _is_open_ring(values: Values, state: State, seat: int) -> bool:
    return values["count"] < values["around"] and is_ring(values, state, seat)


def _holds_alone(values: Values, state: State, seat: int, cells: set[str]) -> bool:
    """Whether a seat holds as many of some cells as is said, and the other side none."""
    own = held(state, seat) & cells
    is_counted = values["count"] == len(own) and values["around"] == len(cells)
    return is_counted and not held(state, 1 - seat) & cells


def _builds_round(values: Values, turn: JudgedTurn) -> bool:
    free = pillar_ring(turn.after, values["pillar"]) & empty(turn.after)
    return free.issuperset(values["cells"]) and is_ring(values, turn.after, turn.seat)


def _lacks_round(values: Values, turn: JudgedTurn) -> bool:
    missing = values["around"] - values["count"]
    return missing == len(values["cells"]) and _builds_round(values, turn)


def _steps_in(values: Values, turn: JudgedTurn) -> bool:
    ring = pillar_ring(turn.before, values["pillar"])
    was_alone = is_ring(values, turn.before, 1 - turn.seat)
    return was_alone and bool(held(turn.after, turn.seat) & ring)


def is_wall(values: Values, state: State, seat: int) -> bool:
    return _holds_alone(values, state, seat, wall_round(state, values["pillars"]))


def _plans_loop(values: Values, turn: JudgedTurn) -> bool:
    free = wall_round(turn.after, values["pillars"]) & empty(turn.after)
    return free.issuperset(values["cells"]) and is_wall(values, turn.after, turn.seat)


def _lacks_loop(values: Values, turn: JudgedTurn) -> bool:
    missing = values["around"] - values["count"]
    return missing == len(values["cells"]) and _plans_loop(values, turn)


def _plans_first_inside(values: Values, turn: JudgedTurn) -> bool:
    """Whether all that is missing beside a pillar is named, inside a loop that is planned."""
    ring = pillar_ring(turn.after, values["pillar"])
    missing = ring - held(turn.after, turn.seat)
    is_free = not held(turn.after, 1 - turn.seat) & ring
    is_inside = values["pillar"] in values["pillars"]
    is_planned = is_wall(values, turn.after, turn.seat)
    return missing == set(values["cells"]) and is_free and is_inside and is_planned


def _keeps_on_loop(values: Values, turn: JudgedTurn) -> bool:
    wall = wall_round(turn.after, values["pillars"])
    own = held(turn.after, turn.seat)
    return own == set(values["men"]) and own <= wall and not held(turn.after, 1 - turn.seat) & wall


def _cuts_loop(values: Values, turn: JudgedTurn) -> bool:
    stands_in = held(turn.after, turn.seat) & wall_round(turn.before, values["pillars"])
    return bool(stands_in) and is_wall(values, turn.before, 1 - turn.seat)


def _can_take(values: Values, state: State, seat: int) -> bool:
    """Whether a leap takes just some cells, and closes a ring round just some pillars, if any."""
    if captured(state, seat, values["move"]) != set(values["cells"]):
        return False
    pieces = decisions(state, seat)[values["move"]].pieces()
    closed = surrounded_by(state, seat, pieces) - surrounded(state, seat)
    return closed == set(values["pillars"])


def _has_more_leapers(values: Values, state: State, seat: int) -> bool:
    own = leapers(state, seat)
    return values["cell"] in own and len(own) > len(leapers(state, 1 - seat))


def _leaper_takes(values: Values, state: State, seat: int) -> bool:
    is_leaper = values["cell"] in leapers(state, seat)
    return is_leaper and takes_from(state, seat, values["cell"], values["taken"])


def _can_be_taken(values: Values, state: State, seat: int) -> bool:
    """Whether the other side has more leapers, and a leap takes one."""
    taken = {cell for move in decisions(state, seat) for cell in captured(state, seat, move)}
    return values["cell"] in taken & leapers(state, 1 - seat)


def _can_crown(values: Values, state: State, seat: int) -> bool:
    return crowns(state, seat, values["next"])


# SnipSnip


def linked(state: State, point: str) -> set[str]:
    """The points that hold together with one, with a stone on both."""
    position: Any = state.position()
    return set(position.links.neighbours(point))


def groups(state: State, seat: int) -> list[set[str]]:
    unseen = held(state, seat)
    all_groups = []
    while unseen:
        group: set[str] = set()
        frontier = [unseen.pop()]
        while frontier:
            point = frontier.pop()
            group.add(point)
            neighbours = linked(state, point) & unseen
            unseen -= neighbours
            frontier += neighbours
        all_groups.append(group)
    return all_groups


def largest(state: State, seat: int) -> int:
    return max(map(len, groups(state, seat)), default=0)


def free(state: State) -> set[str]:
    return empty(state) - set(state.marks.get("banned", ()))


def endangered(state: State, seat: int) -> set[str]:
    """The stones that a stone of the other seat could capture, if it were to place next."""
    position = with_move(state, 1 - seat)
    stones: set[str] = set()
    if position is None:
        return stones
    for code in position.codes():
        next_state = position.after(code)
        if next_state.reason is None and next_state.to_move == 1 - seat:
            moves = map(next_state.move, next_state.codes())
            stones |= {move.target for move in moves if move.kind == "remove"}
    return stones


def quiet(state: State, seat: int) -> set[str]:
    stones = held(state, seat)
    return {point for point in free(state) if not linked(state, point) & stones}


def room(state: State, seat: int) -> list[set[str]]:
    """For each largest group, the free points where it can grow."""
    size = largest(state, seat)
    rooms = []
    for group in groups(state, seat):
        if len(group) == size:
            rooms.append({point for point in free(state) if linked(state, point) & group})
    return rooms


def has_room(state: State, seat: int, points: tuple[str, ...]) -> bool:
    return any(points_of_one.issuperset(points) for points_of_one in room(state, seat))


def _keeps_apart(values: Values, turn: JudgedTurn) -> bool:
    point = values["point"]
    own = held(turn.after, turn.seat)
    is_apart = is_new(turn, turn.seat, point) and not linked(turn.after, point) & own
    return is_apart and _stays_small(values, turn)


def _stays_small(values: Values, turn: JudgedTurn) -> bool:
    return largest(turn.before, turn.seat) == largest(turn.after, turn.seat) == values["count"]


def _stays_below(values: Values, turn: JudgedTurn) -> bool:
    return values["count"] < values["other"] == largest(turn.after, 1 - turn.seat)


def _stays_level(values: Values, turn: JudgedTurn) -> bool:
    return values["count"] == largest(turn.after, 1 - turn.seat)


def _stays_above(values: Values, turn: JudgedTurn) -> bool:
    return values["count"] > values["other"] == largest(turn.after, 1 - turn.seat)


def _grows_small(values: Values, turn: JudgedTurn) -> bool:
    point = values["point"]
    friends = linked(turn.after, point) & held(turn.after, turn.seat)
    is_joined = is_new(turn, turn.seat, point) and friends.issuperset(values["stones"])
    size = len(group_round(turn.after, turn.seat, point))
    has_better = quiet(turn.before, 0) & quiet(turn.before, 1)
    return is_joined and size == values["now"] and not has_better and _stays_small(values, turn)


def both(*tolds: Told) -> Told:
    return lambda values, turn: all(told(values, turn) for told in tolds)


def group_round(state: State, seat: int, point: str) -> set[str]:
    """The stones of a seat that hang together with a point, and the point."""
    joined = [group for group in groups(state, seat) if group & linked(state, point)]
    return {point}.union(*joined)


def joins_at(values: Values, state: State, seat: int) -> bool:
    """Whether a stone of a seat on a point would join the named stones to so large a group."""
    point = values["point"]
    stones = set(values["stones"])
    joined = [group for group in groups(state, seat) if group & linked(state, point)]
    is_named = all(group & stones for group in joined) and stones <= set().union(*joined)
    size = sum(map(len, joined)) + 1
    return len(joined) > 1 and is_named and size == values["count"] > largest(state, seat)


def _closes_junction(values: Values, turn: JudgedTurn) -> bool:
    was_free = values["point"] in free(turn.before)
    is_closed = values["point"] in empty(turn.after) - free(turn.after)
    return was_free and is_closed and joins_at(values, turn.before, turn.seat)


def _takes_last(values: Values, turn: JudgedTurn) -> bool:
    other = 1 - turn.seat
    return not quiet(turn.after, other) and quiet(turn.before, other).issuperset(values["points"])


def _leaves_only(values: Values, turn: JudgedTurn) -> bool:
    other = 1 - turn.seat
    points = quiet(turn.after, other)
    has_more = len(points) < len(quiet(turn.after, turn.seat))
    return has_more and points == set(values["points"]) and points < quiet(turn.before, other)


def _takes_for_nothing(values: Values, turn: JudgedTurn) -> bool:
    point = values["point"]
    group = group_round(turn.after, turn.seat, point)
    is_taken = is_new(turn, turn.seat, point) and point in quiet(turn.before, 1 - turn.seat)
    is_joined = group.issuperset(values["stones"]) and len(group) == values["count"]
    return (
        is_taken and is_joined and largest(turn.before, turn.seat) == largest(turn.after, turn.seat)
    )


def _reopens(values: Values, turn: JudgedTurn) -> bool:
    points = quiet(turn.after, turn.seat) - free(turn.before)
    stones = held(turn.before, 1 - turn.seat) - held(turn.after, 1 - turn.seat)
    return points.issuperset(values["points"]) and stones == set(values["stones"])


def safe(state: State, seat: int) -> set[str]:
    """The free points where a stone of a seat makes no group larger than its largest one."""
    most = largest(state, seat)
    return {point for point in free(state) if len(group_round(state, seat, point)) <= most}


def _leaves_only_safe(values: Values, turn: JudgedTurn) -> bool:
    other = 1 - turn.seat
    points = safe(turn.after, other)
    has_more = len(points) < len(safe(turn.after, turn.seat))
    return has_more and points == set(values["points"]) and points < safe(turn.before, other)


def _forces_to_grow(values: Values, turn: JudgedTurn) -> bool:
    other = 1 - turn.seat
    are_gone = safe(turn.before, other).issuperset(values["points"])
    return are_gone and bool(free(turn.after)) and not safe(turn.after, other)


def _takes_safe(values: Values, turn: JudgedTurn) -> bool:
    points = set(values["points"])
    is_placed = points <= held(turn.after, turn.seat) - held(turn.before, turn.seat)
    other = 1 - turn.seat
    has_fewer = len(safe(turn.after, other)) < len(safe(turn.before, other))
    return is_placed and points <= safe(turn.before, other) and has_fewer


def _reopens_safe(values: Values, turn: JudgedTurn) -> bool:
    points = safe(turn.after, turn.seat) - free(turn.before)
    stones = held(turn.before, 1 - turn.seat) - held(turn.after, 1 - turn.seat)
    return points.issuperset(values["points"]) and stones == set(values["stones"])


def _stays_near(values: Values, turn: JudgedTurn) -> bool:
    stone = values["stone"]
    point = values["point"]
    around = linked(turn.after, point)
    is_near = is_new(turn, turn.seat, point) and not around & held(turn.after, turn.seat)
    shared = around & linked(turn.after, stone) & free(turn.after)
    if not is_cheapest(turn):
        return False
    return is_near and stone in held(turn.before, turn.seat) and shared >= set(values["points"])


def grows_on(state: State, seat: int, point: str) -> set[str]:
    """The free points beside the group of a seat that has a stone on a point."""
    around: set[str] = set()
    for stone in group_round(state, seat, point):
        around |= linked(state, stone)
    return around & free(state)


def _takes_corner(values: Values, turn: JudgedTurn) -> bool:
    point = values["point"]
    sizes = {cell: len(linked(turn.after, cell)) for cell in turn.after.board.cells}
    is_taken = is_new(turn, turn.seat, point) and point in quiet(turn.before, turn.seat)
    grows_there = grows_on(turn.after, turn.seat, point) == set(values["points"])
    return is_taken and grows_there and sizes[point] == min(sizes.values()) < max(sizes.values())


def _closes(values: Values, turn: JudgedTurn) -> bool:
    """Whether nobody may place on points now on which somebody could, but not the seat without
    growing a group.
    """
    closed = set(values["closed"])
    if closed & quiet(turn.before, turn.seat):
        return False
    return closed <= free(turn.before) and closed <= empty(turn.after) - free(turn.after)


def _locks_largest(values: Values, turn: JudgedTurn) -> bool:
    size = values["count"]
    rooms = room(turn.after, turn.seat)
    is_same = size == largest(turn.after, turn.seat) == largest(turn.before, turn.seat)
    return is_same and rooms == [set(values["points"])] and _closes(values, turn)


def _closes_round(values: Values, turn: JudgedTurn) -> bool:
    """Whether points are closed that a new stone and some enemy stone touch or lie between."""
    point = values["point"]
    enemy = held(turn.after, 1 - turn.seat)
    is_placed = is_new(turn, turn.seat, point) and enemy.issuperset(values["stones"])
    around = set(turn.after.board.neighbours(point))
    for stone in values["stones"]:
        between = around & set(turn.after.board.neighbours(stone)) & set(values["closed"])
        if stone in around or not between:
            return False
    grows_there = grows_on(turn.after, turn.seat, point) == set(values["points"])
    return is_placed and grows_there and _closes(values, turn)


def captured_from(state: State, seat: int, point: str) -> set[str]:
    """The stones of which a seat would capture one by a stone on a point."""
    position = with_move(state, seat)
    codes = [] if position is None else position.codes()
    for code in codes:
        assert position is not None
        next_state = position.after(code)
        if str(position.move(code)) == point and next_state.to_move == seat:
            moves = map(next_state.move, next_state.codes())
            return {move.target for move in moves if move.kind == "remove"}
    return set()


def _snips_apart(values: Values, turn: JudgedTurn) -> bool:
    """Whether a stone of the other side is gone that touched several groups which are left."""
    other = 1 - turn.seat
    point = values["point"]
    parts = [group for group in groups(turn.after, other) if group & set(values["stones"])]
    is_gone = point in held(turn.before, other) - held(turn.after, other)
    touches_all = all(group & linked(turn.before, point) for group in parts)
    return is_gone and touches_all and len(parts) == len(values["stones"]) > 1


def _prepares_capture(values: Values, turn: JudgedTurn) -> bool:
    return values["stone"] in captured_from(turn.after, turn.seat, values["point"])


def _prevents_capture(values: Values, turn: JudgedTurn) -> bool:
    other = 1 - turn.seat
    was_endangered = values["stone"] in captured_from(turn.before, other, values["point"])
    stays = values["stone"] in held(turn.after, turn.seat) - endangered(turn.after, turn.seat)
    return was_endangered and stays and values["point"] not in free(turn.after)


def _grows(values: Values, turn: JudgedTurn) -> bool:
    size = values["count"]
    is_more = largest(turn.before, turn.seat) < largest(turn.after, turn.seat) == size
    (group,) = (one for one in groups(turn.after, turn.seat) if values["point"] in one)
    return is_new(turn, turn.seat, values["point"]) and is_more and len(group) == size


def _grows_next(values: Values, turn: JudgedTurn) -> bool:
    return has_room(turn.after, turn.seat, (values["next"],)) and _grows(values, turn)


def _cuts(values: Values, turn: JudgedTurn) -> bool:
    other = 1 - turn.seat
    size = largest(turn.before, other)
    (group,) = (one for one in groups(turn.before, other) if values["point"] in one)
    was_largest = len(group) == size and values["point"] not in held(turn.after, other)
    return was_largest and size > largest(turn.after, other) == values["count"]


def _keeps_room(values: Values, turn: JudgedTurn) -> bool:
    return has_room(turn.after, turn.seat, values["points"])


def _hems_in(values: Values, turn: JudgedTurn) -> bool:
    is_closed = not free(turn.after).intersection(values["points"])
    return is_closed and has_room(turn.before, 1 - turn.seat, values["points"])


def _joins(values: Values, turn: JudgedTurn) -> bool:
    stones = set(values["stones"])
    old = groups(turn.before, turn.seat)
    were = [group for group in old if group & stones]
    new_groups = [group for group in groups(turn.after, turn.seat) if group & stones]
    is_together = len(were) == len(stones) > len(new_groups) == 1
    return is_together and values["point"] in new_groups[0]


def _attaches(values: Values, turn: JudgedTurn) -> bool:
    point = values["point"]
    friends = linked(turn.after, point) & held(turn.before, turn.seat)
    return is_new(turn, turn.seat, point) and friends.issuperset(values["stones"])


def _takes_contested(values: Values, turn: JudgedTurn) -> bool:
    seat = turn.seat
    point = values["point"]
    was_quiet_for_both = point in quiet(turn.before, 0) & quiet(turn.before, 1)
    points = quiet(turn.after, seat) - quiet(turn.after, 1 - seat)
    return is_new(turn, seat, point) and was_quiet_for_both and points.issuperset(values["points"])


def _leaves_few(values: Values, turn: JudgedTurn) -> bool:
    is_placed = is_new(turn, turn.seat, values["point"])
    return is_placed and quiet(turn.after, turn.seat) == set(values["points"])


def spoilt(turn: JudgedTurn) -> set[str]:
    """The quiet points that a turn costs its seat, but for those where it places."""
    lost_points = quiet(turn.before, turn.seat) - quiet(turn.after, turn.seat)
    return lost_points - held(turn.after, turn.seat)


def _spoils_none(values: Values, turn: JudgedTurn) -> bool:
    is_placed = is_new(turn, turn.seat, values["point"])
    return is_placed and not spoilt(turn) and bool(quiet(turn.after, turn.seat))


def _spoils_few(values: Values, turn: JudgedTurn) -> bool:
    points = set(values["points"])
    is_placed = is_new(turn, turn.seat, values["point"])
    return is_placed and spoilt(turn) == points and is_cheapest(turn)


def is_cheapest(turn: JudgedTurn) -> bool:
    """Whether no other decision spoils fewer quiet points of its seat."""
    for move in turn.before.legal_moves():
        if len(spoilt(JudgedTurn.of(turn.before, [move]))) < len(spoilt(turn)):
            return False
    return True


def _snips(values: Values, turn: JudgedTurn) -> bool:
    other = 1 - turn.seat
    return (held(turn.before, other) - held(turn.after, other)).issuperset(values["points"])


def _keeps_to_edge(values: Values, turn: JudgedTurn) -> bool:
    point = values["point"]
    group = group_round(turn.after, turn.seat, point)
    beside_group = {other for stone in group for other in linked(turn.after, stone)}
    is_placed = is_new(turn, turn.seat, point) and point in edge(turn.after)
    return is_placed and beside_group & free(turn.after) == set(values["points"])


def _keeps_alone_to_edge(values: Values, turn: JudgedTurn) -> bool:
    is_alone = linked(turn.after, values["point"]).isdisjoint(held(turn.after, turn.seat))
    most = max(len(linked(turn.after, cell)) for cell in turn.after.board.cells)
    return is_alone and len(values["points"]) < most and _keeps_to_edge(values, turn)


def _has_room(values: Values, state: State, seat: int) -> bool:
    return has_room(state, seat, values["points"])


def _has_quiet(values: Values, state: State, seat: int) -> bool:
    return quiet(state, seat) == set(values["points"])


# Vigilance


def slides(state: State, seat: int) -> set[tuple[str, str]]:
    """The stones of a seat, each with the cells on a line from it that nothing stands before."""
    board = state.board
    cells = {rounded(board.xy(cell)): cell for cell in board.cells}
    pairs = set()
    for stone in held(state, seat):
        x, y = board.xy(stone)
        for next_x, next_y in map(board.xy, board.neighbours(stone)):
            for steps in itertools.count(1):
                place = rounded((x + steps * (next_x - x), y + steps * (next_y - y)))
                cell = cells.get(place)
                if cell is None or top(state, cell) is not None:
                    break
                pairs.add((stone, cell))
    return pairs


def hidden(state: State, seat: int) -> set[str]:
    """The empty cells that the other seat does not see."""
    return empty(state) - sight(state, 1 - seat)


def rays(state: State, cell: str) -> Iterator[list[str]]:
    """The cells in line from one, direction by direction, as far as the board goes."""
    board = state.board
    cells = {rounded(board.xy(other)): other for other in board.cells}
    x, y = board.xy(cell)
    for next_x, next_y in map(board.xy, board.neighbours(cell)):
        ray: list[str] = []
        for steps in itertools.count(1):
            place = rounded((x + steps * (next_x - x), y + steps * (next_y - y)))
            if place not in cells:
                break
            ray.append(cells[place])
        yield ray


def seen_from(state: State, stones: set[str], occupied: set[str]) -> set[str]:
    """The cells that some stones see if some cells are occupied."""
    visible: set[str] = set()
    for stone in stones:
        for ray in rays(state, stone):
            visible |= set(itertools.takewhile(lambda cell: cell not in occupied, ray))
    return visible


def catches(state: State, seat: int) -> dict[str, set[str]]:
    """By each slide of a seat, if it were to slide, the stones that it would capture."""
    if state.options["captures"] == "off" or state.ply < 3:
        return {}
    stones = held(state, 1 - seat)
    by_slide = {}
    for source, target in slides(state, seat):
        own = held(state, seat) - {source} | {target}
        liberties = set(state.board.cells) - own - stones
        liberties -= seen_from(state, own, own | stones)
        alive = {
            stone for stone in stones if not liberties.isdisjoint(state.board.neighbours(stone))
        }
        by_slide[f"{source}-{target}"] = stones - reached(state, alive, stones)
    return by_slide


def caught(state: State, seat: int) -> set[str]:
    """The stones that a seat could capture if it were to slide."""
    return set().union(*catches(state, seat).values())


def caught_by_most(state: State, seat: int) -> set[str]:
    """The stones that most slides of a seat would capture."""
    by_slide = catches(state, seat).values()
    counts = Counter(stone for stones in by_slide for stone in stones)
    return {stone for stone, count in counts.items() if 2 * count > len(by_slide)}


def sealed_by(state: State, seat: int, cell: str) -> set[str]:
    """The cells that a stone of a seat on an empty one would newly seal off."""
    vacant = empty(state) - {cell}
    enemy = held(state, 1 - seat)
    beside_enemy = [
        other for other in vacant if not enemy.isdisjoint(state.board.neighbours(other))
    ]
    return vacant - reached(state, beside_enemy, vacant) - sealed(state, seat)


def _seals(values: Values, turn: JudgedTurn) -> bool:
    earlier = sealed(turn.before, turn.seat)
    later = sealed(turn.after, turn.seat)
    new = later - earlier
    return len(later) > len(earlier) and len(new) == values["count"] and new >= set(values["cells"])


def _breaks_in(values: Values, turn: JudgedTurn) -> bool:
    other = 1 - turn.seat
    lost_cells = sealed(turn.before, other) - sealed(turn.after, other)
    return (lost_cells & empty(turn.after)).issuperset(values["cells"])


def _is_saved(values: Values, turn: JudgedTurn) -> bool:
    """Whether stones can no longer be captured; one that is gone has slid, and none that is new
    can be captured.
    """
    own = held(turn.after, turn.seat)
    endangered_stones = caught(turn.after, 1 - turn.seat)
    stones = set(values["cells"])
    if stones - own and endangered_stones & own - held(turn.before, turn.seat):
        return False
    return stones <= held(turn.before, turn.seat) and not stones & endangered_stones


def _saves_from_one(values: Values, turn: JudgedTurn) -> bool:
    stones = catches(turn.before, 1 - turn.seat)[values["move"]]
    return stones.issuperset(values["cells"]) and _is_saved(values, turn)


def _saves_from_some(values: Values, turn: JudgedTurn) -> bool:
    stones = caught(turn.before, 1 - turn.seat)
    return stones.issuperset(values["cells"]) and _is_saved(values, turn)


def _saves_from_most(values: Values, turn: JudgedTurn) -> bool:
    stones = caught_by_most(turn.before, 1 - turn.seat)
    return stones.issuperset(values["cells"]) and _is_saved(values, turn)


def _is_new_target(values: Values, turn: JudgedTurn) -> bool:
    """Whether one of some stones could not be captured before."""
    return not caught(turn.before, turn.seat).issuperset(values["cells"])


def _threatens_by_one(values: Values, turn: JudgedTurn) -> bool:
    stones = catches(turn.after, turn.seat)[values["move"]]
    return stones.issuperset(values["cells"]) and _is_new_target(values, turn)


def _threatens_by_most(values: Values, turn: JudgedTurn) -> bool:
    stones = caught_by_most(turn.after, turn.seat)
    return stones.issuperset(values["cells"]) and _is_new_target(values, turn)


def _closes_gap(values: Values, state: State, seat: int, gap: str) -> bool:
    """Whether a seat may place on a cell, and what it would seal off so."""
    cells = sealed_by(state, seat, gap)
    is_said = len(cells) == values["count"] and cells.issuperset(values["cells"])
    return gap in hidden(state, seat) and is_said


def _spoils_wall(values: Values, turn: JudgedTurn) -> bool:
    other = 1 - turn.seat
    could_close = _closes_gap(values, turn.before, other, values["gap"])
    return could_close and values["gap"] not in hidden(turn.after, other)


def _builds_wall(values: Values, turn: JudgedTurn) -> bool:
    return _closes_gap(values, turn.after, turn.seat, values["next"])


def _starves(values: Values, turn: JudgedTurn) -> bool:
    return hidden(turn.after, 1 - turn.seat) == set(values.get("cells", ()))


def _starves_wholly(values: Values, turn: JudgedTurn) -> bool:
    other = 1 - turn.seat
    return not hidden(turn.after, other) and hidden(turn.before, other) >= set(values["cells"])


def _closes_in_on_chain(values: Values, turn: JudgedTurn) -> bool:
    other = 1 - turn.seat
    stones = set(values["stones"])
    (chain,) = (chain for chain in groups_of(turn.after, other) if chain & stones)
    around = {cell for stone in chain for cell in turn.after.board.neighbours(stone)}
    return stones <= chain and around & hidden(turn.after, other) == {values["next"]}


def groups_of(state: State, seat: int) -> list[set[str]]:
    """The chains of a seat."""
    stones = held(state, seat)
    chains: list[set[str]] = []
    for stone in stones:
        chain = reached(state, [stone], stones)
        if chain not in chains:
            chains.append(chain)
    return chains


def _hides(values: Values, turn: JudgedTurn) -> bool:
    other = 1 - turn.seat
    lost_stones = held(turn.before, other) - held(turn.after, other)
    new = hidden(turn.after, turn.seat) & sight(turn.before, other)
    return new.issuperset(values["cells"]) and lost_stones.issuperset(values.get("stones", ()))


def _looks(values: Values, turn: JudgedTurn) -> bool:
    was_hidden = hidden(turn.before, 1 - turn.seat)
    return (was_hidden & sight(turn.after, turn.seat)).issuperset(values["cells"])


def _looks_with(values: Values, turn: JudgedTurn) -> bool:
    stone = values["stone"]
    visible = seen_from(turn.after, {stone}, set(turn.after.pieces()))
    is_there = is_new(turn, turn.seat, stone) and visible.issuperset(values["cells"])
    return is_there and _looks(values, turn)


def _looks_in(values: Values, turn: JudgedTurn) -> bool:
    other = 1 - turn.seat
    return all(touching(turn.after, other, cell) for cell in values["cells"]) and _looks_with(
        values, turn
    )


def _deploys(values: Values, turn: JudgedTurn) -> bool:
    earlier = held(turn.before, turn.seat)
    later = held(turn.after, turn.seat)
    is_left = turn.after.reserve[turn.seat] == values.get("own", 0)
    return is_left and len(later) - len(earlier) == values["count"] > 1


def _sends_back(values: Values, turn: JudgedTurn) -> bool:
    other = 1 - turn.seat
    losses = held(turn.before, other) - held(turn.after, other)
    return losses.issuperset(values["cells"]) and turn.after.reserve[other] >= len(losses)


def _captures(values: Values, turn: JudgedTurn) -> bool:
    other = 1 - turn.seat
    return held(turn.before, other) - held(turn.after, other) == set(values["cells"])


def _frees(values: Values, turn: JudgedTurn) -> bool:
    pair = (values["stone"], values["next"])
    was_stuck = _cannot_slide(values, turn.before, turn.seat)
    return was_stuck and pair in slides(turn.after, turn.seat)


def _blocks(values: Values, turn: JudgedTurn) -> bool:
    other = 1 - turn.seat
    could_slide = values["stone"] in {stone for stone, _cell in slides(turn.before, other)}
    return could_slide and _cannot_slide(values, turn.after, other)


def _shelters(values: Values, turn: JudgedTurn) -> bool:
    own = values["stone"] in held(turn.after, turn.seat)
    neighbours = turn.after.board.neighbours(values["stone"])
    for cell in values["cells"]:
        if cell not in neighbours or not _is_for_one({"cell": cell}, turn.after, turn.seat):
            return False
    return own


def _is_for_one(values: Values, state: State, seat: int) -> bool:
    """Whether only one side sees some empty cells that touch its stones."""
    beside_stones = {
        cell
        for cell in hidden(state, seat) - hidden(state, 1 - seat)
        if touching(state, seat, cell)
    }
    return values["cell"] in beside_stones


def _have_reserves(values: Values, state: State, seat: int) -> bool:
    return state.reserve[seat] == values["own"] and state.reserve[1 - seat] == values["other"]


def _cannot_slide(values: Values, state: State, seat: int) -> bool:
    return values["stone"] in held(state, seat) - {stone for stone, _cell in slides(state, seat)}


# The places of good turns


def _have_place(values: Values, state: State, seat: int) -> bool:
    """Whether named cells lie where they are said to."""
    where = str(values.get("where", ""))
    return all(PLACES[where](state, cell, seat) for cell in values["cells"]) if where else True


def _in_the_middle(state: State, cell: str, seat: int) -> bool:
    """Nearer to the middle than to the farthest cells."""
    centres = [state.board.xy(other) for other in state.board.cells]
    middle = (
        sum(x for x, _ in centres) / len(centres),
        sum(y for _, y in centres) / len(centres),
    )
    farthest = max(dist(centre, middle) for centre in centres)
    return dist(state.board.xy(cell), middle) <= 0.66 * farthest


def _is_at_rim(state: State, cell: str, seat: int) -> bool:
    """With nothing beyond it in some direction, neither a cell nor a pillar or hole."""
    board = state.board
    ground = [other for other in board.cells if board.kind != "pyramid" or other[0] == "1"]
    sites = [board.xy(other) for other in ground]
    for features in board.features.values():
        sites += features.values()
    ring_size = sum(0.1 < dist(board.xy(cell), site) < 1.5 for site in sites)
    most = max(sum(0.1 < dist(one, site) < 1.5 for site in sites) for one in sites)
    return ring_size < most


def _touches(state: State, cell: str, seat: int) -> bool:
    return bool(touching(state, seat, cell))


def _touches_other(state: State, cell: str, seat: int) -> bool:
    return _touches(state, cell, 1 - seat)


PLACES: Mapping[str, Callable[[State, str, int], bool]] = {
    "in the middle of the board": _in_the_middle,
    "on the edge of the board": _is_at_rim,
    "above level one": lambda state, cell, seat: not cell.startswith("1"),
    "beside a pillar": lambda state, cell, seat: any(
        cell in pillar_ring(state, pillar) for pillar in state.board.features["pillars"]
    ),
    "beside a piece of yours": _touches,
    "beside a stone of yours": _touches,
    "beside a piece of your opponent’s": _touches_other,
    "beside a stone of your opponent’s": _touches_other,
    "not beside your own pieces": lambda state, cell, seat: not _touches(state, cell, seat),
    "not beside your own stones": lambda state, cell, seat: not _touches(state, cell, seat),
    "not beside your opponent’s pieces": lambda state, cell, seat: (
        not _touches_other(state, cell, seat)
    ),
    "not beside your opponent’s stones": lambda state, cell, seat: (
        not _touches_other(state, cell, seat)
    ),
}

APART = "{point} touches none of your stones, and your largest group stays at {count}"
JOINED = "{point} makes {now} with {stones}, and your largest group stays at {count}"

TOLD: Mapping[str, Told] = {
    "wall in": _walls_in,
    "pull your opponent’s stone to {cell}, into your wall": _pulls_into_wall,
    "block your opponent’s wall": _blocks_wall,
    "break your opponent’s wall": _breaks_at,
    "get {move} ready: after that leap your wall": _prepares(lacks),
    "get {move} ready: with that leap you would hold": _prepares(has_ring),
    "rule out {move}: after that leap your opponent’s wall": _rules_out(lacks),
    "rule out {move}: with that leap your opponent would have held": _rules_out(has_ring),
    "leave your opponent no leap but": _leaves_leaps,
    "leave your opponent only leaps from": _leaves_able,
    "let each of your stones leap": _wakes_all,
    "open leaps for": _wakes_several,
    "give your stone on {stone} a leap": _wakes_where_few_could,
    "take the last leap from your opponent’s stone on {stone}: only": _pins_where_few_can,
    "take the last leap from your opponent’s stone on {stone}, beside": _pins_beside,
    "take the last leaps from": _pins_several,
    "get a stone to {cell}, in the middle: from": _goes_to_middle,
    "get a stone to {cell}, in the middle: with": _goes_beside,
    "get a stone to {cell}, in the middle, and pull": _goes_and_pulls,
    "push your opponent’s stone out to {cell}: it has no leap": both(
        _pushes_outwards, _cannot_leap_there
    ),
    "push your opponent’s stone out to {cell}, where": _pushes_apart,
    "push your opponent’s stone to the edge at {cell}: it has no leap": both(
        _pushes_to_edge, _cannot_leap_there
    ),
    "push your opponent’s stone to the edge at {cell}: it can’t be": both(
        _pushes_to_edge, _can_leap_to_few
    ),
    "push your opponent’s stone to the edge at {cell}: fewer": _pushes_to_fewer_leaps,
    "push your opponent’s stone from {source} out to {cell}: your": _pushes_and_stands,
    "push your opponent’s stone from {source} out to {cell}, and": _pushes_and_follows,
    "connect {stones} with the edge": _connects,
    "connect your {count} stones": _connects_many,
    "cut {stones} off": _cuts_off,
    "pull {stone} to {cell}, away": _pulls_off,
    "pull {stone} off the edge": _pulls_off_edge,
    "break up your opponent’s chain": _breaks_chain,
    "link {stones} into one chain of": _links,
    "link {stones} into one chain: it holds": _links_round,
    "lengthen your chain with {cells}: it has": _lengthens,
    "lengthen your chain with {cells}: it holds": _lengthens_round,
    "part your opponent’s stones": _parts,
    "give your stone on {stone} a neighbour": _gets_neighbour,
    "back up your stone": _backs_up,
    "isolate your opponent’s stone on {stone}: none": _strands,
    "isolate your opponent’s stone on {stone}: alone": _strands_beside,
    "close in on {cell}: you’ll": _closes_in_next,
    "close in on {cell}: all": _closes_in_but,
    "close in on {stones}: you’ll hold": _closes_in_next,
    "close in on {stones}: your stones on {own} are half the wall": _is_half_walled,
    "close in on {stones}: all": _closes_in_but,
    "pull your opponent’s stone to {cell} and close in: you’ll": _pulls_in,
    "pull your opponent’s stone to {cell} and close in: all": _pulls_in_but,
    "pull your opponent’s stone to {cell}, beside {stones}, and close in: you’ll": _pulls_in,
    "pull your opponent’s stone to {cell}, beside {stones}, and close in: all": _pulls_in_but,
    "pull your opponent’s stone to {cell}, where": _pulls_beside,
    "pull your opponent’s stone to {stones}, amid": _is_half_walled,
    "stand beside {cell}": _stands_beside,
    "make room for": _loosens,
    "guard {high}: until": _contests,
    "guard {high}, from": _contests_against,
    "guard {high} and {more}": _contests_two,
    "open {high} for yourself": _opens_alone,
    "stand beside {tile}: if": _contests_beside,
    "stand beside {tile}, for": _contests_beside_against,
    "reach for {high}, where a tile of yours": _contests_for,
    "reach for {high}: only you": _climbs_alone_later,
    "reach for {high}: it is open, and your": _climbs_alone_next,
    "reach for {high}: your opponent doesn’t touch it, and a": _climbs_alone_for,
    "stand opposite {tile}": both(_faces, _can_fill_later),
    "plan a bridge": both(_plans_bridge, _can_fill_later),
    "take {taken} from your opponent": _spoils_bridge,
    "take {cell} before your opponent does: a tile": _forestalls_preparing,
    "take {cell} before your opponent does: it is the only": _takes_only_place,
    "take {cell} before your opponent does: both": _forestalls,
    "place on {cell}: your tile there opens": _waits,
    "use your opponent’s tiles as steps: {high} rests on {steps}, and only": _takes_open_steps,
    "use your opponent’s tiles as steps: {high} rests on {steps}, and once": _takes_steps,
    "prepare a bridge on {high}, from {one} to {other} over {over}: from": both(
        _prepares_bridge, _can_fill_next
    ),
    "prepare a bridge on {high}, from {one} to {other} over {over}: once": _prepares_bridge,
    "threaten a bridge on {high}, from {one} to {other} over {over}: there": (
        _threatens_bridge_alone
    ),
    "threaten a bridge on {high}, from {one} to {other} over {over}: your": (
        _threatens_bridge_open_to_both
    ),
    "take {cell} yourself: there your opponent would": _stops_bridge,
    "build a ring round {middle}": _builds_ring,
    "break your opponent’s ring round {middle}": _breaks_ring,
    "take men: {cells}. Your opponent has none": _takes_last_beside,
    "take men: {cells}. That also": _takes_and_saves,
    "take men: {cells}. That breaks": _takes_from_loop,
    "take men: {cells}. Now": _takes_for_loop,
    "take men: {cells}, with the leaper": _takes_leaper,
    "take men: {cells}. Your opponent can’t": _takes_for_good,
    "take men: {cells}. Your rings": _takes_men,
    "crown a leaper on {cell}: from": _crowns_attacker,
    "crown a leaper on {cell}: until": _crowns_first,
    "crown a leaper on {cell}, the only": _crowns_only,
    "crown a leaper on {cell}: only": _crowns,
    "take the leaper on {cell}: it could": _hunts_attacker,
    "take the leaper on {cell}, your": _hunts_only,
    "take the leaper on {cell}: only": _hunts,
    "prepare a leaper: your next man on {next} sees": _will_crown,
    "prepare a leaper: your next man on {next} or": _will_crown_either,
    "prepare a leaper on {next}: your": _will_crown_attacker,
    "prepare a leaper on {next}: a man": _will_soon_crown,
    "keep your opponent from crowning a leaper on {cell}: there": _spoils_attacker,
    "keep your opponent from crowning a leaper on {cell}: they": _spoils_last_crown,
    "threaten {move}, a leap that takes {cells} and closes": _threatens_to_close,
    "threaten {move}, a leap that takes {cells} and opens": _threatens_to_open,
    "threaten {move}, a leap that takes {cells}: then": _threatens_last_beside,
    "threaten {move}, a leap that takes {cells}, with": _threatens_leaper,
    "threaten {move}, a leap that takes the leaper": _threatens_leaper,
    "threaten {move}: that leap": _threatens,
    "stop your opponent’s leap": _dodges,
    "block your opponent’s leap": _blocks_leap,
    "occupy {cell}: there your opponent’s leap": _takes_landing,
    "threaten to close a ring round {pillars}: only": _will_close,
    "threaten to close a ring round {pillars} on": _will_close_either,
    "occupy {cell}: a man of your opponent’s there": _stops_closing,
    "build round the pillar {pillar}: you hold": _builds_round,
    "build round the pillar {pillar}: the ring": _lacks_round,
    "step in at the pillar": _steps_in,
    f"keep apart: {APART}, below": both(_keeps_apart, _stays_below),
    f"keep apart: {APART}, level": both(_keeps_apart, _stays_level),
    f"keep apart: {APART}. Your": both(_keeps_apart, _stays_above),
    f"grow a small group: {JOINED}, below": both(_grows_small, _stays_below),
    f"grow a small group: {JOINED}, level": both(_grows_small, _stays_level),
    f"grow a small group: {JOINED}. Your": both(_grows_small, _stays_above),
    "close {closed}: your largest group, {count} stones, has": _locks_largest,
    "close {closed}: your largest group, {count} stones, can": _locks_largest,
    "close {closed}: {point} faces {stones}, so nobody may place between them. No f": (
        _closes_round
    ),
    "close {closed}: {point} faces {stones}, so nobody may place between them. Now": (
        _closes_round
    ),
    "close {point}: a stone of yours": _closes_junction,
    "take your opponent’s last quiet points": _takes_last,
    "leave your opponent only {points} to place on": _leaves_only,
    "leave your opponent only {points} where": _leaves_only_safe,
    "with {points} gone": _forces_to_grow,
    "take {points} from your opponent: there": _takes_safe,
    "take {point} from your opponent, who would grow no group there: with {stones} y": (
        _takes_for_nothing
    ),
    "snip out {stones}: {points} are open again": _reopens,
    "snip out {stones}: that opens": _reopens_safe,
    "stay near {stone}": _stays_near,
    "take the corner": _takes_corner,
    "prepare a capture": _prepares_capture,
    "keep your opponent off {point}": _prevents_capture,
    "keep your men on one ring": _keeps_on_loop,
    "plan one ring round the pillars {pillars}: you hold {count} of its {around} cells now, your "
    "opponent none. Go on": _plans_loop,
    "plan one ring round the pillars {pillars}: you hold {count} of its {around} cells now, your "
    "opponent none. First": _plans_first_inside,
    "close one ring": _lacks_loop,
    "cut your opponent’s ring": _cuts_loop,
    "grow your largest group: {point} makes it {count}, and": _grows_next,
    "grow your largest group: {point} makes it {count}.": _grows,
    "cut down your opponent’s": _cuts,
    "keep room for your largest group": _keeps_room,
    "hem in your opponent’s largest group": _hems_in,
    "join {stones}": _joins,
    "stay together": _attaches,
    "first take points where neither of you grows a group": _takes_contested,
    "save your quiet points, where you can place without growing a group: {point} l": _leaves_few,
    "save your quiet points, where you can place without growing a group: {point} spoils n": (
        _spoils_none
    ),
    "place where it costs least": (_spoils_few),
    "snip out {points}: fewer": _snips,
    "snip out {point}, which held": _snips_apart,
    "keep to the edge: the group": _keeps_to_edge,
    "keep to the edge: only stones": _keeps_alone_to_edge,
    "open cells for yourself": _hides,
    "bring {cells} into your sight": _looks,
    "watch the cells beside your opponent’s stones": _looks_in,
    "take {cells} from your opponent": _looks_with,
    "close your wall": _seals,
    "break in": _breaks_in,
    "save {cells}: most slides": _saves_from_most,
    "save {cells}: your opponent’s next slide": _saves_from_some,
    "save {cells}: your opponent’s slide {move}": _saves_from_one,
    "threaten {cells}: unless": _threatens_by_most,
    "threaten {cells}: {move}": _threatens_by_one,
    "spoil your opponent’s wall": _spoils_wall,
    "build a wall": _builds_wall,
    "leave your opponent no cell to place on": _starves_wholly,
    "leave your opponent only {cells} to place on": _starves,
    "close in on {stones}: {next} is the last": _closes_in_on_chain,
    "place {count} stones at once": _deploys,
    "send {cells} back": _sends_back,
    "captures {cells}": _captures,
    "free your stone on": _frees,
    "hem in your opponent: their stone": _blocks,
    "keep {cells} for yourself": _shelters,
}
"""By how a sentence about a turn begins: whether it is true of it."""

NOTICED: Mapping[str, Noticed] = {
    "your wall round": lacks,
    "be careful: your opponent is building a wall": _is_being_walled,
    "your best target": _is_target,
    "watch your stone": _is_endangered,
    "your opponent’s stone on {cell} has no leap": of_other(_cannot_leap),
    "your stone on {cell} has no leap": _cannot_leap,
    "your opponent’s stone on {cell} stands alone": of_other(_stands_alone),
    "your stone on {cell} stands alone": _stands_alone,
    "only you can place on {high}": _only_reaches,
    "you touch {high}": _only_reaches,
    "only your opponent can place on {high}": of_other(_only_reaches),
    "your opponent touches {high}": of_other(_can_climb),
    "you can plan a bridge": plans_bridge,
    "watch {next} and {high}": of_other(plans_bridge),
    "your tile on {cell} is the only one above": _is_only_high,
    "your opponent’s tile on {cell} is the only one above": of_other(_is_only_high),
    "look at {high}: it rests on tiles of your opponent’s": _climbs_on_enemies,
    "your next bridge": prepares_bridge,
    "mind your opponent’s ring round {middle}": of_other(_lacks_two),
    "be careful with {feet}": of_other(prepares_bridge),
    "the pillar {pillar} is open": _is_open_ring,
    "mind the pillar": of_other(_is_open_ring),
    "look at the pillars": is_wall,
    "watch the pillars": of_other(is_wall),
    "you can close a ring": _can_close,
    "be careful: your opponent can close a ring": of_other(_can_close),
    "one leap of yours": _can_take,
    "be careful: one leap of your opponent’s": of_other(_can_take),
    "your leaper on {cell} can take": _leaper_takes,
    "your opponent has more leapers, one of them on {cell}: take it": _can_be_taken,
    "your opponent has more leapers, one of them on {cell}: crown": of_other(_has_more_leapers),
    "you have the only leaper": _has_more_leapers,
    "your opponent has the only leaper": of_other(_has_more_leapers),
    "a man of yours": _can_crown,
    "a man of your opponent’s": of_other(_can_crown),
    "your largest group has room": _has_room,
    "your opponent’s largest group has room": of_other(_has_room),
    "you can place only on": _has_quiet,
    "your opponent can place only on": of_other(_has_quiet),
    "keep off {point}": joins_at,
    "only you may place on": _is_for_one,
    "stones in reserve": _have_reserves,
    "your opponent’s stone on {stone} can’t slide": of_other(_cannot_slide),
    "your stone on {stone} can’t slide": _cannot_slide,
    "good places here": _have_place,
    "a good aim here": _have_place,
    "for an even start": _have_place,
    "most starts are about even": lambda values, state, seat: empty(state).issuperset(
        values["cells"]
    ),
}
"""By how a sentence about a position begins: whether it is true for the seat to move."""


def is_told_truly(sentence: Sentence, turn: JudgedTurn) -> bool:
    """Whether what is said of a turn's plan is true."""
    (begins,) = (text for text in TOLD if sentence.template.startswith(text))
    return TOLD[begins](sentence.values, turn)


def is_noticed_truly(sentence: Sentence, state: State) -> bool:
    """Whether what is said of a position is true."""
    (begins,) = (text for text in NOTICED if sentence.template.startswith(text))
    return NOTICED[begins](sentence.values, state, state.to_move or 0)
