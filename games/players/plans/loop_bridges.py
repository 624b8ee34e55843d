"""What is said in Loop of bridges: planned, prepared and stopped."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from ...core import Sentence, _
from ...lattice import bits
from ...loop import Loop
from ..knowledge.loop import bridges, places_of
from .base import beside
from .loop_footholds import empty_feet, open_high, within_reach


def closing_places(position: Loop, seat: int, cell: int, places: int) -> Iterator[int]:
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


@dataclass(frozen=True, slots=True)
class Span:
    """How a bridge goes once it is closed.

    :param one: The tile from which it leads to the other one, both beside what closes it.
    :param over: The cells of the river below it.
    """

    one: str
    other: str
    over: tuple[str, ...]


def _span(position: Loop, seat: int, cell: int, place: int | None = None) -> Span:
    """How a bridge of a seat goes that a tile on ``cell`` closes.

    :param place: Where a tile is put before.
    """
    board = position.board
    closed = position.copy()
    closed.to_move = seat
    if place is not None:
        closed.tiles[seat] |= 1 << place
    if cell not in closed.open:
        closed.open.append(cell)
    closed.play(cell)
    assert closed.reason == "bridge"
    chain = closed.outcome(None, None).cells
    middle = chain.index(board.cell[cell])
    planned = "" if place is None else board.cell[place]
    below = board.level(board.cell[cell]) - 1
    river = closed.marks()["river"]
    return Span(
        one=_bank(chain[:middle][::-1] or chain[::-1], planned),
        other=_bank(chain[middle + 1 :] or chain, planned),
        over=tuple(name for name in river if board.level(name) == below),
    )


def _bank(way: Sequence[str], planned: str) -> str:
    """The first tile of a way down from the middle of a bridge that is not only planned."""
    has_more = way[0] == planned and len(way) > 1
    return way[1] if has_more else way[0]


def _planned_bridges(position: Loop, seat: int) -> Iterator[tuple[int, int]]:
    """The cells where a tile closes a bridge once a seat has one tile more, each with a place for
    that one.

    The place is on level one or touches a tile of the seat, as it must.
    """
    board = position.board
    own = position.tiles[seat]
    all_tiles = own | position.tiles[1 - seat]
    reach = (board.ground.full | board.dilate(own)) & ~all_tiles
    for cell, places in places_of(board).items():
        if not all_tiles >> cell & 1 and places & own:
            for place in islice(closing_places(position, seat, cell, places & reach), 1):
                yield cell, place


def plan_bridge(start: Loop, end: Loop, seat: int) -> Sentence | None:
    """The bridge that the turn has brought nearest, if at most one tile is missing below.

    Not one that the other side can spoil above level one with its next tile, nor one that lacks a
    tile where the other side, which alone is to put it there, could not.
    """
    earlier = set(_planned_bridges(start, seat))
    takeable = open_high(end) & within_reach(end, 1 - seat)
    new = []
    for pair in _planned_bridges(end, seat):
        if pair not in earlier and not any(takeable >> cell & 1 for cell in pair):
            new.append(pair)
    for cell, place, feet in _nearest(end, new):
        if not _can_fill(end, 1 - seat, feet):
            continue
        text = _(
            "plan a bridge from {one} to {other} over {over}: tiles on {next} and {high} would "
            "close it"
        )
        if feet:
            text = _(
                "plan a bridge from {one} to {other} over {over}: once your opponent fills {feet}, "
                "tiles on {next} and {high} would close it"
            )
        return _about_bridge(text, end, seat, cell, place, feet)
    return None


def face(start: Loop, end: Loop, seat: int) -> Sentence | None:
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
        if not _can_fill(end, 1 - seat, feet):
            continue
        for other in bits(own & board.ground.full & ~(1 << tile)):
            if not between & ~beside(board, other) and (cell, place) not in earlier:
                return _about_bridge(
                    _(
                        "stand opposite {tile}: once your opponent fills {feet} between the two, "
                        "tiles on {next} and {high} close a bridge"
                    ),
                    end,
                    seat,
                    cell,
                    place,
                    feet,
                    tile=board.cell[other],
                )
    return None


def spoil_plan(start: Loop, end: Loop, seat: int) -> Sentence | None:
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
                    "have bridged from {one} to {other} over {over}"
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
    span = _span(position, seat, cell, place)
    return Sentence(
        text,
        next=board.cell[place],
        high=board.cell[cell],
        feet=feet,
        one=span.one,
        other=span.other,
        over=span.over,
        **values,
    )


def _missing_feet(position: Loop, cell: int, place: int) -> tuple[str, ...]:
    """The empty cells under those of a planned bridge, but these themselves."""
    board = position.board
    planned = (board.cell[cell], board.cell[place])
    feet = dict.fromkeys((*empty_feet(position, cell), *empty_feet(position, place)))
    return tuple(foot for foot in feet if foot not in planned)


def _can_fill(position: Loop, seat: int, feet: Iterable[str]) -> bool:
    """Whether each of some free cells is on level one, or touches a tile of a seat, which may
    place there once it is open.
    """
    board = position.board
    above = board.mask(feet) & ~board.ground.full
    return not above & ~within_reach(position, seat)


def prepare_bridge(start: Loop, end: Loop, seat: int) -> Sentence | None:
    """The new bridge that fewest tiles are missing for."""
    new = list(bits(bridges(end, seat) & ~bridges(start, seat)))
    if not new:
        return None
    cell = min(new, key=lambda cell: len(empty_feet(end, cell)))
    feet = empty_feet(end, cell)
    text = _(
        "threaten a bridge on {high}, from {one} to {other} over {over}: there you win with your "
        "next turn"
    )
    if within_reach(end, 1 - seat) >> cell & 1:
        text = _(
            "threaten a bridge on {high}, from {one} to {other} over {over}: your opponent must "
            "take that place at once"
        )
    if len(feet) == 1 and end.board.index[feet[0]] in end.codes():
        text = _(
            "prepare a bridge on {high}, from {one} to {other} over {over}: from now on your "
            "opponent can’t fill {feet}, or you win there"
        )
    elif feet:
        text = _(
            "prepare a bridge on {high}, from {one} to {other} over {over}: once your opponent "
            "fills {feet}, you win there"
        )
    span = _span(end, seat, cell)
    return Sentence(
        text,
        high=end.board.cell[cell],
        feet=feet,
        one=span.one,
        other=span.other,
        over=span.over,
    )


def stop_bridge(start: Loop, end: Loop, seat: int) -> Sentence | None:
    other = 1 - seat
    cells = end.tiles[seat] & ~start.tiles[seat] & bridges(start, other)
    for cell in bits(cells):
        span = _span(start, other, cell)
        return Sentence(
            _(
                "take {cell} yourself: there your opponent would have bridged from {one} to "
                "{other} over {over}"
            ),
            cell=end.board.cell[cell],
            one=span.one,
            other=span.other,
            over=span.over,
        )
    return None


def own_plan(position: Loop, seat: int) -> Iterator[Sentence]:
    for cell, place, feet in _nearest(position, _planned_bridges(position, seat)):
        text = _(
            "you can plan a bridge from {one} to {other} over {over}: tiles on {next} and {high} "
            "would close it"
        )
        if feet:
            text = _(
                "you can plan a bridge from {one} to {other} over {over}: once your opponent fills "
                "{feet}, tiles on {next} and {high} would close it"
            )
        yield _about_bridge(text, position, seat, cell, place, feet)


def enemy_plan(position: Loop, seat: int) -> Iterator[Sentence]:
    other = 1 - seat
    for cell, place, feet in _nearest(position, _planned_bridges(position, other)):
        text = _(
            "watch {next} and {high}: with tiles on both your opponent would bridge from {one} to "
            "{other} over {over}"
        )
        if feet:
            text = _(
                "watch {next} and {high}: once you fill {feet}, tiles on both would make a bridge "
                "from {one} to {other} over {over} for your opponent"
            )
        yield _about_bridge(text, position, other, cell, place, feet)


def own_bridge(position: Loop, seat: int) -> Iterator[Sentence]:
    for cell in bits(bridges(position, seat)):
        feet = empty_feet(position, cell)
        if feet:
            yield Sentence(
                _("your next bridge is on {high}: you win there once your opponent fills {feet}"),
                high=position.board.cell[cell],
                feet=feet,
            )


def enemy_bridge(position: Loop, seat: int) -> Iterator[Sentence]:
    for cell in bits(bridges(position, 1 - seat)):
        feet = empty_feet(position, cell)
        if feet:
            text = _("be careful with {feet}: once they’re filled, your opponent bridges on {high}")
            if len(feet) == 1:
                text = _(
                    "be careful with {feet}: once it’s filled, your opponent bridges on {high}"
                )
            yield Sentence(text, high=position.board.cell[cell], feet=feet)
