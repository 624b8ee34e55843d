"""The plans of Loop."""

from collections.abc import Iterable, Iterator
from itertools import islice

from ...core import Sentence, _
from ...lattice import bits
from ...loop import Loop
from ..knowledge.loop import bridges, places_of, upon_of
from .base import Plan, beside, by_gain, first_telling


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
    """The cell above level one that the turn has brought within reach, if it is open or lacks one
    tile below.

    An open one first, then one where a tile would prepare a bridge, then one that only the other
    side could have had.
    """
    reached = _within_reach(end, seat) & ~_within_reach(start, seat)
    shared = _within_reach(end, 1 - seat)
    new_tiles = end.tiles[seat] & ~start.tiles[seat]
    footholds: list[tuple[int, bool, bool, int]] = []
    for cell in bits(reached & end.board.dilate(new_tiles)):
        missing = len(_empty_feet(end, cell))
        is_shared = bool(shared >> cell & 1)
        # What the turn has opened to the other side is theirs, for they move first.
        is_given = not missing and is_shared and bool(_empty_feet(start, cell))
        if missing <= 1 and not is_given:
            owners = (0, 1) if is_shared else (seat,)
            leads_on = any(_prepared_from(end, owner, cell) for owner in owners)
            footholds.append((missing, not leads_on, not is_shared, cell))
    if not footholds:
        return None
    *_rank, cell = min(footholds)
    return _about_foothold(end, seat, cell, is_shared=bool(shared >> cell & 1))


def _about_foothold(position: Loop, seat: int, cell: int, *, is_shared: bool) -> Sentence:
    """What it is good for to touch a cell above level one that is open or lacks one tile below.

    :param is_shared: Whether the other side touches it, too.
    """
    feet = _empty_feet(position, cell)
    own_bridge = _prepared_from(position, seat, cell)
    enemy_bridge = _prepared_from(position, 1 - seat, cell) if is_shared else ""
    if feet and is_shared:
        text = _(
            "reach for {high}, where only your opponent could climb: now whoever fills {feet} "
            "gives {high} to the other"
        )
        if enemy_bridge:
            text = _(
                "reach for {high}, where only your opponent could climb and prepare a bridge on "
                "{bridge}: now whoever fills {feet} gives {high} to the other"
            )
        elif own_bridge:
            text = _(
                "reach for {high}, where a tile of yours would prepare a bridge on {bridge}: now "
                "whoever fills {feet} gives {high} to the other"
            )
    elif is_shared:
        text = _("reach for {high}: it is open, and until now only your opponent could place there")
        if enemy_bridge:
            text = _(
                "reach for {high}, which is open: until now only your opponent could place there, "
                "and prepare a bridge on {bridge}"
            )
    elif own_bridge:
        text = _(
            "reach for {high}: your opponent doesn’t touch it, and a tile of yours there would "
            "prepare a bridge on {bridge}"
        )
    elif feet:
        text = _(
            "reach for {high}: only you touch it, so your opponent can’t fill {feet} without "
            "giving it to you"
        )
    else:
        text = _("reach for {high}: it is open, and your opponent doesn’t touch it")
    return Sentence(
        text, high=position.board.cell[cell], feet=feet, bridge=enemy_bridge or own_bridge
    )


def _prepared_from(position: Loop, seat: int, cell: int) -> str:
    """The cell on which a tile of a seat on another would prepare a bridge that lacks at most one
    tile more below, and that the other side cannot take at once; empty where there is none.
    """
    with_tile = _with_tile(position, seat, 1 << cell)
    shared = _within_reach(position, 1 - seat)
    for bridge in bits(bridges(with_tile, seat) & ~bridges(position, seat)):
        missing = len(_empty_feet(with_tile, bridge))
        if missing == 1 or (not missing and not shared >> bridge & 1):
            return position.board.cell[bridge]
    return ""


def _plan_bridge(start: Loop, end: Loop, seat: int) -> Sentence | None:
    """The bridge that the turn has brought nearest, if at most one tile is missing below."""
    earlier = set(_planned_bridges(start, seat))
    new = [pair for pair in _planned_bridges(end, seat) if pair not in earlier]
    for cell, place, feet in _nearest(end, new):
        text = _("plan a bridge over {over}: tiles on {next} and {high} would close it")
        if feet:
            text = _(
                "plan a bridge over {over}: once your opponent fills {feet}, tiles on {next} and "
                "{high} would close it"
            )
        return _about_bridge(text, end, seat, cell, place, feet)
    return None


def _face(start: Loop, end: Loop, seat: int) -> Sentence | None:
    """Another tile that the new one faces across two empty cells, over which a bridge may go."""
    board = end.board
    own = end.tiles[seat]
    (tile,) = bits(own & ~start.tiles[seat])
    earlier = set(_planned_bridges(start, seat))
    for cell, place in _planned_bridges(end, seat):
        feet = _missing_feet(end, cell, place)
        between = board.mask(feet) & beside(board, tile)
        if len(feet) != len(board.names(between)) or len(feet) != 2:
            continue
        for other in bits(own & board.ground.full & ~(1 << tile)):
            if not between & ~beside(board, other) and (cell, place) not in earlier:
                return _about_bridge(
                    _(
                        "face {tile} across {feet}: if your opponent fills both, tiles on {next} "
                        "and {high} close a bridge"
                    ),
                    end,
                    seat,
                    cell,
                    place,
                    feet,
                    tile=board.cell[other],
                )
    return None


def _spoil_plan(start: Loop, end: Loop, seat: int) -> Sentence | None:
    """The nearest bridge of the other side that the turn has made impossible or farther off."""
    other = 1 - seat
    later = set(_planned_bridges(end, other))
    lost = [pair for pair in _planned_bridges(start, other) if pair not in later]
    new = end.tiles[seat] & ~start.tiles[seat]
    for cell, place, feet in _nearest(start, lost):
        if new >> place & 1 or new >> cell & 1:
            return _about_bridge(
                _(
                    "take {taken} from your opponent: with tiles on {next} and {high} they would "
                    "have bridged over {over}"
                ),
                start,
                other,
                cell,
                place,
                feet,
                taken=end.board.names(new)[0],
            )
    return None


def _nearest(
    position: Loop, pairs: Iterable[tuple[int, int]]
) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    """Planned bridges that lack at most one tile below, with its cell; those that lack none first.

    :param pairs: The cell of each and the place for the one tile more.
    """
    near = []
    for cell, place in pairs:
        feet = _missing_feet(position, cell, place)
        if len(feet) <= 1:
            near.append((cell, place, feet))
    yield from sorted(near, key=lambda bridge: len(bridge[2]))


def _about_bridge(
    text: str,
    position: Loop,
    seat: int,
    cell: int,
    place: int,
    feet: tuple[str, ...],
    **values: str,
) -> Sentence:
    """A sentence about a bridge that a seat has planned.

    :param cell: Where it is closed.
    :param place: Where one more tile is put before.
    :param feet: The empty cells below them.
    """
    board = position.board
    return Sentence(
        text,
        next=board.cell[place],
        high=board.cell[cell],
        feet=feet,
        over=_river(position, seat, cell, place),
        **values,
    )


def _river(position: Loop, seat: int, cell: int, place: int | None = None) -> tuple[str, ...]:
    """The cells under a bridge on ``cell`` that are not its owner's.

    :param place: Where its owner will have a tile more.
    """
    board = position.board
    own = position.tiles[seat]
    if place is not None:
        own |= 1 << place
    return board.names(board.mask(board.feet(board.cell[cell])) & ~own)


def _missing_feet(position: Loop, cell: int, place: int) -> tuple[str, ...]:
    """The empty cells under those of a planned bridge, but these themselves."""
    board = position.board
    planned = (board.cell[cell], board.cell[place])
    feet = dict.fromkeys((*_empty_feet(position, cell), *_empty_feet(position, place)))
    return tuple(foot for foot in feet if foot not in planned)


def _gain_height(start: Loop, end: Loop, seat: int) -> Sentence | None:
    """What a new tile above level one takes from the other side, or where it leads."""
    board = end.board
    new = _high_tiles(end, seat) & ~_high_tiles(start, seat)
    if not new:
        return None
    (cell,) = board.names(new)
    other = 1 - seat
    if new & bridges(start, other):
        return _climb(start, end, seat)  # that it stops a bridge is said by itself
    is_shared = bool(new & _within_reach(start, other))
    prepared = _prepared_from(start, other, board.index[cell]) if is_shared else ""
    if prepared:
        return Sentence(
            _(
                "take {cell} before your opponent does: a tile of theirs there would prepare a "
                "bridge on {high}"
            ),
            cell=cell,
            high=prepared,
        )
    climb = _climb(start, end, seat)
    if is_shared and not _open_high(start) & ~new:
        return Sentence(
            _(
                "take {cell} before your opponent does: it is the only open place above level one, "
                "and both of you touch it"
            ),
            cell=cell,
        )
    if climb is not None:
        return climb
    if is_shared:
        return Sentence(_("take {cell} before your opponent does: both of you touch it"), cell=cell)
    if _open_high(end) & _within_reach(end, other) & ~_open_high(start):
        return None
    return Sentence(
        _(
            "place on {cell}, where your opponent can’t: your tile there opens no place above "
            "level one to them"
        ),
        cell=cell,
    )


def _with_tile(position: Loop, seat: int, tile: int) -> Loop:
    """A position with one more tile of a seat, as a bit."""
    twin = position.copy()
    twin.tiles[seat] |= tile
    return twin


def _open_high(position: Loop) -> int:
    """The free cells above level one that have all their feet, as bits."""
    return sum(1 << cell for cell in position.open) & _free_high(position)


def _take_steps(start: Loop, end: Loop, seat: int) -> Sentence | None:
    """A cell on two tiles of the other side that the turn has brought within reach, if the other
    side cannot place there at once.
    """
    earlier = dict(_steps(start, seat))
    board = end.board
    shared = _within_reach(end, 1 - seat)
    for cell, steps in _steps(end, seat):
        feet = _empty_feet(end, cell)
        if cell in earlier or (not feet and shared >> cell & 1):
            continue
        text = _(
            "use your opponent’s tiles as steps: {high} rests on {steps}, and only you touch it. A "
            "bridge needs their tiles below"
        )
        if feet:
            text = _(
                "use your opponent’s tiles as steps: {high} rests on {steps}, and once they fill "
                "{feet}, too, you can place there. A bridge needs their tiles below"
            )
        return Sentence(text, high=board.cell[cell], steps=board.names(steps), feet=feet)
    return None


def _prepare_bridge(start: Loop, end: Loop, seat: int) -> Sentence | None:
    """The new bridge that fewest tiles are missing for."""
    new = list(bits(bridges(end, seat) & ~bridges(start, seat)))
    if not new:
        return None
    cell = min(new, key=lambda cell: len(_empty_feet(end, cell)))
    feet = _empty_feet(end, cell)
    text = _("threaten a bridge on {high}, over {over}: there you win with your next turn")
    if _within_reach(end, 1 - seat) >> cell & 1:
        text = _(
            "threaten a bridge on {high}, over {over}: your opponent must take that place at once"
        )
    if len(feet) == 1:
        text = _(
            "prepare a bridge on {high}, over {over}: from now on your opponent can’t fill {feet}, "
            "or you win there"
        )
    elif feet:
        text = _(
            "prepare a bridge on {high}, over {over}: once your opponent fills {feet}, you win "
            "there"
        )
    return Sentence(text, high=end.board.cell[cell], feet=feet, over=_river(end, seat, cell))


def _stop_bridge(start: Loop, end: Loop, seat: int) -> Sentence | None:
    other = 1 - seat
    cells = end.tiles[seat] & ~start.tiles[seat] & bridges(start, other)
    for cell in bits(cells):
        return Sentence(
            _("take {cell} yourself: there your opponent would have bridged over {over}"),
            cell=end.board.cell[cell],
            over=_river(start, other, cell),
        )
    return None


def _only_in_reach(position: Loop, seat: int) -> list[str]:
    """The free cells above level one that a seat touches and the other does not.

    First those for which fewest tiles are missing.
    """
    cells = _within_reach(position, seat) & ~_within_reach(position, 1 - seat)
    nearest_first = sorted(bits(cells), key=lambda cell: len(_empty_feet(position, cell)))
    return [position.board.cell[cell] for cell in nearest_first]


def _may_place(position: Loop, seat: int, cell: str) -> bool:
    """Whether a seat may place on a free cell, if it is its turn."""
    index = position.board.index[cell]
    is_open = not _empty_feet(position, index)
    touches = bool(_within_reach(position, seat) >> index & 1)
    return cell in position.board.ground or (is_open and touches)


def _own_reach(position: Loop, seat: int) -> Iterator[Sentence]:
    for cell in _only_in_reach(position, seat):
        feet = _empty_feet(position, position.board.index[cell])
        text = _("only you can place on {high}: it is open, and your opponent doesn’t touch it")
        if feet:
            text = _(
                "you touch {high} and your opponent doesn’t: they can’t fill {feet} without giving "
                "it to you"
            )
        if len(feet) <= 1:
            yield Sentence(text, high=cell, feet=feet)


def _enemy_reach(position: Loop, seat: int) -> Iterator[Sentence]:
    for cell in _only_in_reach(position, 1 - seat):
        feet = _empty_feet(position, position.board.index[cell])
        text = _("only your opponent can place on {high}: it is open, and you don’t touch it")
        if feet:
            text = _(
                "your opponent touches {high} and you don’t: they can fill {feet} and climb there"
            )
        can_fill = all(_may_place(position, 1 - seat, foot) for foot in feet)
        if len(feet) <= 1 and can_fill:
            yield Sentence(text, high=cell, feet=feet)


def _own_plan(position: Loop, seat: int) -> Iterator[Sentence]:
    for cell, place, feet in _nearest(position, _planned_bridges(position, seat)):
        text = _("you can plan a bridge over {over}: tiles on {next} and {high} would close it")
        if feet:
            text = _(
                "you can plan a bridge over {over}: once your opponent fills {feet}, tiles on "
                "{next} and {high} would close it"
            )
        yield _about_bridge(text, position, seat, cell, place, feet)


def _enemy_plan(position: Loop, seat: int) -> Iterator[Sentence]:
    other = 1 - seat
    for cell, place, feet in _nearest(position, _planned_bridges(position, other)):
        text = _(
            "watch {next} and {high}: with tiles on both your opponent would bridge over {over}"
        )
        if feet:
            text = _(
                "watch {next} and {high}: once you fill {feet}, tiles on both would bridge over "
                "{over} for your opponent"
            )
        yield _about_bridge(text, position, other, cell, place, feet)


def _own_height(position: Loop, seat: int) -> Iterator[Sentence]:
    for cell in _only_high_tile(position, seat):
        yield Sentence(
            _("your tile on {cell} is the only one above level one: build from there"), cell=cell
        )


def _enemy_height(position: Loop, seat: int) -> Iterator[Sentence]:
    for cell in _only_high_tile(position, 1 - seat):
        yield Sentence(
            _("your opponent’s tile on {cell} is the only one above level one: climb up beside it"),
            cell=cell,
        )


def _only_high_tile(position: Loop, seat: int) -> tuple[str, ...]:
    """The cell of the only tile above level one, if it is a seat's."""
    cells = position.board.names(_high_tiles(position, seat))
    is_only = len(cells) == 1 and not _high_tiles(position, 1 - seat)
    return cells if is_only else ()


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
        _("get a foothold higher up"),
        _above,
        first_telling(_climb, _face),
        strong=_own_reach,
        weak=_enemy_reach,
    ),
    Plan(
        "places",
        _("reach for more places above level one"),
        _places,
        first_telling(_plan_bridge, _face, _climb),
        strong=_own_plan,
        weak=_enemy_plan,
    ),
    Plan(
        "spans",
        _("plan a bridge"),
        _spans,
        by_gain(_spans, first_telling(_plan_bridge, _face), _spoil_plan),
        strong=_own_plan,
        weak=_enemy_plan,
    ),
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
