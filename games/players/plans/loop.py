"""The plans of Loop."""

from collections.abc import Iterator
from itertools import islice

from ...core import Sentence, _
from ...lattice import bits
from ...loop import Loop
from ..knowledge.loop import bridges, places_of, upon_of
from .base import Plan, first_telling


def _free_high(position: Loop) -> int:
    """The free cells above level one, open or not, as bits."""
    board = position.board
    all_tiles = position.tiles[0] | position.tiles[1]
    return board.full & ~board.ground.full & ~all_tiles


def _within_reach(position: Loop, seat: int) -> int:
    """The free cells above level one, open or not, that tiles of a seat touch, as bits."""
    return position.board.dilate(position.tiles[seat]) & _free_high(position)


def _above(position: Loop, seat: int) -> int:
    return _within_reach(position, seat).bit_count()


def _places(position: Loop, seat: int) -> int:
    """The free cells above level one that have a tile of a seat among their twelve places."""
    cells_upon = upon_of(position.board)
    high_cells = 0
    for cell in bits(position.tiles[seat]):
        high_cells |= cells_upon[cell]
    all_tiles = position.tiles[0] | position.tiles[1]
    return (high_cells & ~all_tiles).bit_count()


def _spans(position: Loop, seat: int) -> int:
    """The free cells above level one where a tile closes a bridge once a seat has one tile more."""
    own = position.tiles[seat]
    all_tiles = own | position.tiles[1 - seat]
    count = 0
    for cell, places in places_of(position.board).items():
        if not all_tiles >> cell & 1 and places & own:
            count += any(_closing_places(position, seat, cell, places & ~all_tiles))
    return count


def _closing_places(position: Loop, seat: int, cell: int, places: int) -> Iterator[int]:
    """Those of some places where one more tile of a seat lets another on ``cell`` close a bridge.

    No place has the index 0.
    """
    own = position.tiles[seat]
    offset = position.vicinity.offset
    window = position.vicinity.window
    closing = position.vicinity.bridges
    for place in bits(places):
        if (own | 1 << place) >> cell - offset & window in closing:
            yield place


def _planned_bridges(position: Loop, seat: int) -> Iterator[tuple[int, int]]:
    """The cells of ``_spans``, each with a place for the one tile more.

    It is on level one or touches a tile of the seat, as it must.
    """
    board = position.board
    own = position.tiles[seat]
    all_tiles = own | position.tiles[1 - seat]
    reach = (board.ground.full | board.dilate(own)) & ~all_tiles
    for cell, places in places_of(board).items():
        if not all_tiles >> cell & 1 and places & own:
            for place in islice(_closing_places(position, seat, cell, places & reach), 1):
                yield cell, place


def _height(position: Loop, seat: int) -> int:
    return _high_tiles(position, seat).bit_count()


def _high_tiles(position: Loop, seat: int) -> int:
    return position.tiles[seat] & ~position.board.ground.full


def _steps(position: Loop, seat: int) -> Iterator[tuple[int, int]]:
    """The cells above level one that rest on two enemy tiles or more, beside a tile of a seat.

    Open or not; each with the enemy tiles under it, as bits.
    """
    board = position.board
    enemy = position.tiles[1 - seat]
    for cell in bits(_within_reach(position, seat)):
        feet = board.mask(board.feet(board.cell[cell])) & enemy
        if feet.bit_count() >= 2:
            yield cell, feet


def _shoulders(position: Loop, seat: int) -> int:
    return len(list(_steps(position, seat)))


def _bridges(position: Loop, seat: int) -> int:
    return bridges(position, seat).bit_count()


def _empty_feet(position: Loop, cell: int) -> tuple[str, ...]:
    """The cells under one above level one that have no tile yet."""
    board = position.board
    all_tiles = position.tiles[0] | position.tiles[1]
    return board.names(board.mask(board.feet(board.cell[cell])) & ~all_tiles)


def _climb(start: Loop, end: Loop, seat: int) -> Sentence | None:
    """The cell above level one that the turn has brought within reach: an open one if there is."""
    new = _within_reach(end, seat) & ~_within_reach(start, seat)
    new_tiles = end.tiles[seat] & ~start.tiles[seat]
    cells = sorted(bits(new), key=lambda cell: len(_empty_feet(end, cell)))
    for cell in cells:
        if not end.board.dilate(new_tiles) >> cell & 1:
            continue
        if _empty_feet(end, cell):
            return Sentence(
                _(
                    "get ready to climb: you touch {high} now, and may place there with {feet} "
                    "filled. Bridges are built above level one"
                ),
                high=end.board.cell[cell],
                feet=_empty_feet(end, cell),
            )
        return Sentence(
            _(
                "get ready to climb: you touch {high} now, and can place there if your opponent "
                "doesn’t. Bridges are built above level one"
            ),
            high=end.board.cell[cell],
        )
    return None


def _plan_bridge(start: Loop, end: Loop, seat: int) -> Sentence | None:
    """The bridge that the turn has brought nearest."""
    earlier = set(_planned_bridges(start, seat))
    new = [pair for pair in _planned_bridges(end, seat) if pair not in earlier]
    if not new:
        return None
    cell, place = min(new, key=lambda pair: len(_missing_feet(end, *pair)))
    feet = _missing_feet(end, cell, place)
    text = _("plan a bridge: tiles on {next} and {high} would close one. A bridge wins")
    if feet:
        text = _(
            "plan a bridge: once your opponent fills {feet}, tiles on {next} and {high} would "
            "close one. A bridge wins"
        )
    return Sentence(text, next=end.board.cell[place], high=end.board.cell[cell], feet=feet)


def _missing_feet(position: Loop, cell: int, place: int) -> tuple[str, ...]:
    """The empty cells under those of a planned bridge, but these themselves."""
    board = position.board
    planned = (board.cell[cell], board.cell[place])
    feet = dict.fromkeys((*_empty_feet(position, cell), *_empty_feet(position, place)))
    return tuple(foot for foot in feet if foot not in planned)


def _gain_height(start: Loop, end: Loop, seat: int) -> Sentence | None:
    new = _high_tiles(end, seat) & ~_high_tiles(start, seat)
    for cell in end.board.names(new):
        return Sentence(
            _("gain height: your tile on {cell} is above level one, where bridges are built"),
            cell=cell,
        )
    return None


def _take_steps(start: Loop, end: Loop, seat: int) -> Sentence | None:
    earlier = dict(_steps(start, seat))
    for cell, feet in _steps(end, seat):
        if cell not in earlier:
            return Sentence(
                _(
                    "use your opponent’s tiles as steps: {high} rests on {feet}, and you touch it. "
                    "A bridge needs their tiles below"
                ),
                high=end.board.cell[cell],
                feet=end.board.names(feet),
            )
    return None


def _prepare_bridge(start: Loop, end: Loop, seat: int) -> Sentence | None:
    """The new bridge that fewest tiles are missing for."""
    new = list(bits(bridges(end, seat) & ~bridges(start, seat)))
    if not new:
        return None
    cell = min(new, key=lambda cell: len(_empty_feet(end, cell)))
    feet = _empty_feet(end, cell)
    text = _("threaten a bridge on {high}: there you win with your next turn")
    if feet:
        text = _("prepare a bridge on {high}: once your opponent fills {feet}, you win there")
    return Sentence(text, high=end.board.cell[cell], feet=feet)


def _stop_bridge(start: Loop, end: Loop, seat: int) -> Sentence | None:
    cells = end.tiles[seat] & ~start.tiles[seat] & bridges(start, 1 - seat)
    for cell in end.board.names(cells):
        return Sentence(
            _("take {cell} yourself: your opponent was about to build a bridge there"), cell=cell
        )
    return None


def _only_in_reach(position: Loop, seat: int) -> list[str]:
    """The free cells above level one that a seat touches and the other does not.

    First those for which fewest tiles are missing.
    """
    cells = _within_reach(position, seat) & ~_within_reach(position, 1 - seat)
    nearest_first = sorted(bits(cells), key=lambda cell: len(_empty_feet(position, cell)))
    return [position.board.cell[cell] for cell in nearest_first]


def _own_reach(position: Loop, seat: int) -> Iterator[Sentence]:
    for cell in _only_in_reach(position, seat):
        yield Sentence(
            _(
                "you touch {high} and your opponent doesn’t: until a tile of theirs touches it, "
                "only you may place there"
            ),
            high=cell,
        )


def _enemy_reach(position: Loop, seat: int) -> Iterator[Sentence]:
    for cell in _only_in_reach(position, 1 - seat):
        yield Sentence(
            _(
                "your opponent touches {high} and you don’t: until a tile of yours touches it, "
                "only they may place there"
            ),
            high=cell,
        )


def _own_plan(position: Loop, seat: int) -> Iterator[Sentence]:
    for cell, place in _planned_bridges(position, seat):
        feet = _missing_feet(position, cell, place)
        text = _("you can plan a bridge: tiles on {next} and {high} would close it")
        if feet:
            text = _(
                "you can plan a bridge: once your opponent fills {feet}, tiles on {next} and "
                "{high} would close it"
            )
        board = position.board
        yield Sentence(text, next=board.cell[place], high=board.cell[cell], feet=feet)


def _enemy_plan(position: Loop, seat: int) -> Iterator[Sentence]:
    for cell, place in _planned_bridges(position, 1 - seat):
        feet = _missing_feet(position, cell, place)
        text = _("watch {next} and {high}: with tiles on both your opponent would close a bridge")
        if feet:
            text = _(
                "watch {next} and {high}: once you fill {feet}, tiles on both would close a bridge "
                "for your opponent"
            )
        board = position.board
        yield Sentence(text, next=board.cell[place], high=board.cell[cell], feet=feet)


def _own_height(position: Loop, seat: int) -> Iterator[Sentence]:
    cells = position.board.names(_high_tiles(position, seat))
    text = _("you have more tiles above level one, one of them on {cell}: build from there")
    if len(cells) == 1:
        text = _("your tile on {cell} is the only one above level one: build from there")
    for cell in cells:
        yield Sentence(text, cell=cell)


def _enemy_height(position: Loop, seat: int) -> Iterator[Sentence]:
    cells = position.board.names(_high_tiles(position, 1 - seat))
    text = _(
        "your opponent has more tiles above level one, one of them on {cell}: climb up beside it"
    )
    if len(cells) == 1:
        text = _(
            "your opponent’s tile on {cell} is the only one above level one: climb up beside it"
        )
    for cell in cells:
        yield Sentence(text, cell=cell)


def _own_steps(position: Loop, seat: int) -> Iterator[Sentence]:
    for cell, feet in _steps(position, seat):
        if not _empty_feet(position, cell):
            yield Sentence(
                _("look at {high}: it rests on your opponent’s tiles {feet}, and you touch it"),
                high=position.board.cell[cell],
                feet=position.board.names(feet),
            )


def _enemy_steps(position: Loop, seat: int) -> Iterator[Sentence]:
    for cell, feet in _steps(position, 1 - seat):
        if not _empty_feet(position, cell):
            yield Sentence(
                _("watch {high}: it rests on your tiles {feet}, and your opponent touches it"),
                high=position.board.cell[cell],
                feet=position.board.names(feet),
            )


def _own_bridge(position: Loop, seat: int) -> Iterator[Sentence]:
    for cell in bits(bridges(position, seat)):
        feet = _empty_feet(position, cell)
        if feet:
            yield Sentence(
                _("your next bridge is on {high}: you win there once your opponent fills {feet}"),
                high=position.board.cell[cell],
                feet=feet,
            )


def _enemy_bridge(position: Loop, seat: int) -> Iterator[Sentence]:
    for cell in bits(bridges(position, 1 - seat)):
        feet = _empty_feet(position, cell)
        if feet:
            text = _("be careful with {feet}: once they’re filled, your opponent bridges on {high}")
            if len(feet) == 1:
                text = _(
                    "be careful with {feet}: once it’s filled, your opponent bridges on {high}"
                )
            yield Sentence(text, high=position.board.cell[cell], feet=feet)


PLANS = (
    Plan(
        "above",
        _("get a foothold for level two"),
        _above,
        _climb,
        strong=_own_reach,
        weak=_enemy_reach,
    ),
    Plan(
        "places",
        _("spread your tiles for bridges"),
        _places,
        first_telling(_plan_bridge, _climb),
        strong=_own_plan,
        weak=_enemy_plan,
    ),
    Plan("spans", _("plan a bridge"), _spans, _plan_bridge, strong=_own_plan, weak=_enemy_plan),
    Plan("height", _("gain height"), _height, _gain_height, strong=_own_height, weak=_enemy_height),
    Plan(
        "shoulders",
        _("use your opponent’s tiles as steps"),
        _shoulders,
        _take_steps,
        strong=_own_steps,
        weak=_enemy_steps,
    ),
    Plan(
        "bridges",
        _("prepare bridges, and stop your opponent’s"),
        _bridges,
        first_telling(_prepare_bridge, _stop_bridge),
        strong=_own_bridge,
        weak=_enemy_bridge,
        warns=True,
    ),
)
