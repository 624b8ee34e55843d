"""Where good turns place, on this board: what most of them have in common, and few others."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from ...core import Move, Sentence, State, _
from ...lattice import Lattice, Pyramid

SHARE = 0.8  # of the good turns: as many must have it in common
SURPLUS = 0.2  # by how much that share must be larger than among all turns
MOST_CELLS = 3

_GOOD = _("good places here: {where}, such as {cells}")

GAMES_OF_STONES = {"veloop-square", "veloop-hex", "snipsnip", "vigilance"}

Site = tuple[int, int]


@dataclass(frozen=True, slots=True)
class CellFeature:
    """Something that cells of a position may have in common.

    :param text: It, as an answer to where.
    :param holds: Whether a cell has it for the seat to move.
    :param of_stones: The text where pieces are called stones, if that is another.
    """

    slug: str
    text: str
    holds: Callable[[State, str], bool]
    of_stones: str = ""

    def where(self, state: State) -> Sentence:
        """The text in the words of the game of a state."""
        is_of_stones = bool(self.of_stones) and state.game.slug in GAMES_OF_STONES
        return Sentence(self.of_stones if is_of_stones else self.text)


@lru_cache(maxsize=64)
def depths(board: Lattice) -> dict[str, int]:
    """How many steps each cell is from the edge of the board.

    Holes and pillars amid a board are no edge. On a pyramid only level one counts.
    """
    ground = board.ground if isinstance(board, Pyramid) else board
    centres = {cell: ground.xy(cell) for cell in ground.cells}
    vectors: set[Site] = set()
    for cell, (x, y) in centres.items():
        for neighbour in ground.neighbours(cell):
            next_x, next_y = centres[neighbour]
            vectors.add(_site((next_x - x, next_y - y)))
    sites = set(map(_site, centres.values()))
    for features in board.features.values():
        sites.update(map(_site, features.values()))
    layers = _layers(sites, vectors)
    return {cell: layers[_site(centre)] for cell, centre in centres.items()}


def _site(point: tuple[float, float]) -> Site:
    return round(100 * point[0]), round(100 * point[1])


def _layers(sites: set[Site], vectors: set[Site]) -> dict[Site, int]:
    """How many steps each site is from one at which a step leads off the board."""
    layers: dict[Site, int] = {}
    inner = set(sites)
    depth = 0
    while inner:
        layer = {site for site in inner if _is_outermost(inner, site, vectors)}
        layers |= dict.fromkeys(layer, depth)
        inner -= layer
        depth += 1
    return layers


def _is_outermost(sites: set[Site], site: Site, vectors: set[Site]) -> bool:
    """Whether some step from a site leads to none of the others."""
    return any(not _near(sites, site, step) for step in vectors)


def _near(sites: set[Site], site: Site, step: Site) -> bool:
    """Whether a step from a site leads to another, up to what rounding makes of it."""
    x = site[0] + step[0]
    y = site[1] + step[1]
    shifts = (0, 1, -1)
    return any((x + right, y + up) in sites for right in shifts for up in shifts)


@cache
def _deepest(board: Lattice) -> int:
    return max(depths(board).values())


def _in_the_middle(state: State, cell: str) -> bool:
    depth = depths(state.board).get(cell, -1)
    return depth > 0 and 5 * depth >= 3 * _deepest(state.board)


def _on_the_edge(state: State, cell: str) -> bool:
    return depths(state.board).get(cell) == 0


def _touches(state: State, cell: str, seat: int) -> bool:
    pieces = state.pieces()
    stacks = [pieces[other] for other in state.board.neighbours(cell) if other in pieces]
    return any(stack[-1] == seat for stack in stacks)


def _beside_own(state: State, cell: str) -> bool:
    return _touches(state, cell, state.to_move or 0)


def _beside_other(state: State, cell: str) -> bool:
    return _touches(state, cell, 1 - (state.to_move or 0))


def _away_from_own(state: State, cell: str) -> bool:
    return not _beside_own(state, cell)


def _away_from_other(state: State, cell: str) -> bool:
    return not _beside_other(state, cell)


def _above_level_one(state: State, cell: str) -> bool:
    board = state.board
    return isinstance(board, Pyramid) and board.level(cell) > 1


def _beside_pillar(state: State, cell: str) -> bool:
    x, y = state.board.xy(cell)
    pillars = state.board.features.get("pillars", {}).values()
    return any((x - left) ** 2 + (y - low) ** 2 < 1.1 for left, low in pillars)


# The more telling ones first.
FEATURES = (
    CellFeature("middle", _("in the middle of the board"), _in_the_middle),
    CellFeature("edge", _("on the edge of the board"), _on_the_edge),
    CellFeature("high", _("above level one"), _above_level_one),
    CellFeature("pillar", _("beside a pillar"), _beside_pillar),
    CellFeature(
        "own",
        _("beside a piece of yours"),
        _beside_own,
        of_stones=_("beside a stone of yours"),
    ),
    CellFeature(
        "other",
        _("beside a piece of your opponent’s"),
        _beside_other,
        of_stones=_("beside a stone of your opponent’s"),
    ),
    CellFeature(
        "not-own",
        _("not beside your own pieces"),
        _away_from_own,
        of_stones=_("not beside your own stones"),
    ),
    CellFeature(
        "not-other",
        _("not beside your opponent’s pieces"),
        _away_from_other,
        of_stones=_("not beside your opponent’s stones"),
    ),
)


def targets(moves: Sequence[Move]) -> tuple[str, ...]:
    """The cells on which the moves of a turn put something."""
    return tuple(move.target for move in moves if move.target and move.kind != "remove")


def in_common(
    state: State,
    turns: Sequence[tuple[Move, ...]],
    number: int,
    advised: Sequence[str] = (),
) -> Sentence | None:
    """What the places of good turns have in common that others have less, with a few of them; None
    where that is nothing.

    :param turns: Turns from a state, the best first.
    :param number: How many of them are good.
    :param advised: The cells of the turn that is advised: it must not be elsewhere than said.
    """
    every = [targets(moves) for moves in turns]
    good = [cells for cells in every[:number] if cells]
    if not good:
        return None
    features = [feature for feature in FEATURES if _holds_for_all(feature, state, advised)]
    feature = _common_feature(state, features, good, [cells for cells in every if cells])
    if feature is None:
        return None
    cells: dict[str, None] = dict.fromkeys(advised)
    for turn in good:
        for cell in turn:
            if feature.holds(state, cell):
                cells.setdefault(cell)
    return Sentence(_GOOD, where=feature.where(state), cells=tuple(cells)[:MOST_CELLS])


def _holds_for_all(feature: CellFeature, state: State, cells: Iterable[str]) -> bool:
    return all(feature.holds(state, cell) for cell in cells)


def _common_feature(
    state: State,
    features: Sequence[CellFeature],
    good: Sequence[tuple[str, ...]],
    every: Sequence[tuple[str, ...]],
) -> CellFeature | None:
    """The one of some features that most tells the cells of good turns from those of all turns."""
    best: CellFeature | None = None
    most = SURPLUS
    for feature in features:
        share = _share(state, feature, good)
        surplus = share - _share(state, feature, every)
        if share >= SHARE and surplus > most:
            best = feature
            most = surplus
    return best


def _share(state: State, feature: CellFeature, turns: Sequence[tuple[str, ...]]) -> float:
    """In how many of some turns all cells have a feature, as a share."""
    count = 0
    for cells in turns:
        if _holds_for_all(feature, state, cells):
            count += 1
    return count / len(turns)
