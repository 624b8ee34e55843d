"""What is said in Loop of places above level one: who may place there, and what it leads to."""

from collections.abc import Iterator
from dataclasses import dataclass

from ...core import Sentence, _
from ...lattice import bits
from ...loop import Loop
from ..knowledge.loop import KNOWLEDGE, bridges, places_of


def _free_high(position: Loop) -> int:
    """The free cells above level one, open or not, as bits."""
    board = position.board
    all_tiles = position.tiles[0] | position.tiles[1]
    return board.full & ~board.ground.full & ~all_tiles


def within_reach(position: Loop, seat: int) -> int:
    """The free cells above level one, open or not, that tiles of a seat touch, as bits."""
    return position.board.dilate(position.tiles[seat]) & _free_high(position)


def empty_feet(position: Loop, cell: int) -> tuple[str, ...]:
    """The cells under one above level one that have no tile yet."""
    board = position.board
    all_tiles = position.tiles[0] | position.tiles[1]
    return board.names(board.mask(board.feet(board.cell[cell])) & ~all_tiles)


def high_tiles(position: Loop, seat: int) -> int:
    return position.tiles[seat] & ~position.board.ground.full


def open_high(position: Loop) -> int:
    """The free cells above level one that have all their feet, as bits."""
    return sum(1 << cell for cell in position.open) & _free_high(position)


def _with_tile(position: Loop, seat: int, tile: int) -> Loop:
    """A position with one more tile of a seat, as a bit."""
    twin = position.copy()
    twin.tiles[seat] |= tile
    return twin


def steps_on_enemies(position: Loop, seat: int) -> Iterator[tuple[int, int]]:
    """The cells above level one that rest on two enemy tiles or more, beside a tile of a seat.

    Open or not; each with the enemy tiles under it, as bits.
    """
    board = position.board
    enemy = position.tiles[1 - seat]
    for cell in bits(within_reach(position, seat)):
        feet = board.mask(board.feet(board.cell[cell])) & enemy
        if feet.bit_count() >= 2:
            yield cell, feet


@dataclass(frozen=True, slots=True)
class Foothold:
    """A free cell above level one that a seat touches, and that is open or lacks one tile below.

    :param feet: The one that is missing; () where it is open.
    :param is_shared: Whether the other side touches it, too.
    :param neighbour: A tile of the other side below it, beside the new one below it; may be empty.
    :param own_bridge: Where a tile of the seat there would prepare a bridge; may be empty.
    :param enemy_bridge: Where one of the other side would; empty where that does not touch it.
    """

    cell: str
    feet: tuple[str, ...]
    is_shared: bool
    neighbour: str
    own_bridge: str
    enemy_bridge: str

    @property
    def rank(self) -> tuple[bool, bool, bool, str]:
        """Open ones come first, then those that lead on to a bridge, then shared ones."""
        leads_on = bool(self.own_bridge or self.enemy_bridge)
        return bool(self.feet), not leads_on, not self.is_shared, self.cell

    @property
    def is_only_contested(self) -> bool:
        """Whether it is good for nothing but that the other side does not climb there first."""
        return self.is_shared and not self.own_bridge


def _new_footholds(start: Loop, end: Loop, seat: int) -> list[Foothold]:
    """The footholds that a turn has brought within reach, the best first.

    Not those that both sides touch and that are open: the other side, which moves next, takes them.
    Nor those whose last foot the other side cannot put there now, or can without giving the place
    away.
    """
    board = end.board
    reached = within_reach(end, seat) & ~within_reach(start, seat)
    shared = within_reach(end, 1 - seat)
    new_tiles = end.tiles[seat] & ~start.tiles[seat]
    footholds = []
    for cell in bits(reached & board.dilate(new_tiles)):
        feet = empty_feet(end, cell)
        is_shared = bool(shared >> cell & 1)
        if len(feet) > 1 or (is_shared and not feet):
            continue
        if feet and not _gets_place(end, seat, cell, board.index[feet[0]], is_shared=is_shared):
            continue
        foothold = Foothold(
            board.cell[cell],
            feet,
            is_shared,
            _enemy_beside(end, seat, cell, new_tiles),
            _prepared_from(end, seat, cell),
            _prepared_by_enemy(start, end, seat, cell) if is_shared else "",
        )
        footholds.append(foothold)
    return sorted(footholds, key=lambda foothold: foothold.rank)


def _gets_place(position: Loop, seat: int, cell: int, foot: int, *, is_shared: bool) -> bool:
    """Whether the other side, which moves, can put a tile on the last foot of a place, and a seat
    can then place there.

    :param is_shared: Whether the seat must do so at once: then the other side must not win next.
    """
    if foot not in position.codes():
        return False
    later = position.after(foot)
    if later.reason is not None or cell not in later.codes():
        return False
    if not is_shared:
        return True
    later.play(cell)
    return later.reason is not None or not KNOWLEDGE.wins(later, 1 - seat)


def open_for_oneself(start: Loop, end: Loop, seat: int) -> Sentence | None:
    """A place above level one that the turn has opened, and that its seat alone touches."""
    opened = open_high(end) & ~open_high(start)
    alone = opened & within_reach(end, seat) & ~within_reach(end, 1 - seat)
    for cell in end.board.names(alone):
        return Sentence(
            _(
                "open {high} for yourself: your opponent doesn’t touch it, so only you can place "
                "there"
            ),
            high=cell,
        )
    return None


def _enemy_beside(position: Loop, seat: int, cell: int, new_tiles: int) -> str:
    """A tile of the other side under a cell that a new one of a seat is under, too; else ""."""
    board = position.board
    feet = board.mask(board.feet(board.cell[cell]))
    enemies = board.names(feet & position.tiles[1 - seat])
    return enemies[0] if feet & new_tiles and enemies else ""


def reach_foothold(start: Loop, end: Loop, seat: int) -> Sentence | None:
    """The best foothold that the turn has brought within reach, if it leads on or is its own."""
    for foothold in _new_footholds(start, end, seat):
        if not foothold.is_only_contested:
            return _about_foothold(foothold)
    return None


def guard_foothold(start: Loop, end: Loop, seat: int) -> Sentence | None:
    """The best foothold at which the turn comes before the other side, or two of them at once."""
    footholds = [
        foothold for foothold in _new_footholds(start, end, seat) if foothold.is_only_contested
    ]
    if not footholds:
        return None
    best = footholds[0]
    if not best.enemy_bridge:
        for other in footholds[1:]:
            if other.feet != best.feet:
                return _guarding_both(best, other)
    return _about_contested(best)


def _guarding_both(one: Foothold, other: Foothold) -> Sentence:
    return Sentence(
        _(
            "guard {high} and {more}: until now only your opponent could climb there. Whether they "
            "fill {foot} or {other} now, you place above it first"
        ),
        high=one.cell,
        more=other.cell,
        foot=one.feet[0],
        other=other.feet[0],
    )


def _about_contested(foothold: Foothold) -> Sentence:
    """What a foothold is good for at which a seat comes before the other side."""
    if foothold.enemy_bridge:
        text = _(
            "guard {high}, from where your opponent would prepare a bridge on {bridge}: if they "
            "fill {feet} now, you place on {high} first"
        )
        if foothold.neighbour:
            text = _(
                "stand beside {tile}, for on {high} your opponent would prepare a bridge on "
                "{bridge}: if they fill {feet} now, you place on {high} first"
            )
    else:
        text = _(
            "guard {high}: until now only your opponent could climb there. If they fill {feet} "
            "now, you place on {high} first"
        )
        if foothold.neighbour:
            text = _(
                "stand beside {tile}: if your opponent fills {feet} now, you place on {high} first"
            )
    return Sentence(
        text,
        high=foothold.cell,
        feet=foothold.feet,
        tile=foothold.neighbour,
        bridge=foothold.enemy_bridge,
    )


def _about_foothold(foothold: Foothold) -> Sentence:
    """What a foothold is good for that leads on or that the other side does not touch."""
    if foothold.is_shared:
        text = _(
            "reach for {high}, where a tile of yours would prepare a bridge on {bridge}: if your "
            "opponent fills {feet}, you place on {high} first"
        )
    elif foothold.own_bridge:
        text = _(
            "reach for {high}: your opponent doesn’t touch it, and a tile of yours there would "
            "prepare a bridge on {bridge}"
        )
    elif foothold.feet:
        text = _(
            "reach for {high}: only you touch it, so your opponent can’t fill {feet} without "
            "giving it to you"
        )
    else:
        text = _("reach for {high}: it is open, and your opponent doesn’t touch it")
    return Sentence(text, high=foothold.cell, feet=foothold.feet, bridge=foothold.own_bridge)


def _prepared_from(position: Loop, seat: int, cell: int) -> str:
    """The cell on which a tile of a seat on another would prepare a bridge that lacks at most one
    tile more below, and that the other side cannot take at once; empty where there is none.
    """
    with_tile = _with_tile(position, seat, 1 << cell)
    shared = within_reach(position, 1 - seat)
    for bridge in bits(bridges(with_tile, seat) & ~bridges(position, seat)):
        missing = len(empty_feet(with_tile, bridge))
        if missing == 1 or (not missing and not shared >> bridge & 1):
            return position.board.cell[bridge]
    return ""


def _prepared_by_enemy(start: Loop, end: Loop, seat: int, cell: int) -> str:
    """The same for the other side of the seat that has made a turn, if it could without the tile
    of that turn, too; empty where the bridge would go over that.
    """
    other = 1 - seat
    bridge = _prepared_from(start, other, cell)
    if not bridge or bridge != _prepared_from(end, other, cell):
        return ""
    new_tiles = end.tiles[seat] & ~start.tiles[seat]
    is_over_new = bool(new_tiles & places_of(end.board)[end.board.index[bridge]])
    return "" if is_over_new else bridge


def gain_height(start: Loop, end: Loop, seat: int) -> Sentence | None:
    """What a new tile above level one takes from the other side, or where it leads."""
    board = end.board
    new = high_tiles(end, seat) & ~high_tiles(start, seat)
    if not new:
        return None
    (cell,) = board.names(new)
    other = 1 - seat
    if new & bridges(start, other):
        return reach_foothold(start, end, seat)  # that it stops a bridge is said by itself
    is_shared = bool(new & within_reach(start, other))
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
    climb = reach_foothold(start, end, seat)
    if is_shared and not open_high(start) & ~new:
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
    contested = guard_foothold(start, end, seat)
    if contested is not None:
        return contested
    if open_high(end) & within_reach(end, other) & ~open_high(start):
        return None
    return Sentence(
        _("place on {cell}: your tile there opens no place above level one to your opponent"),
        cell=cell,
    )


def take_steps(start: Loop, end: Loop, seat: int) -> Sentence | None:
    """A cell on two tiles of the other side that the turn has brought within reach, if the other
    side cannot place there at once.
    """
    earlier = dict(steps_on_enemies(start, seat))
    board = end.board
    shared = within_reach(end, 1 - seat)
    for cell, steps in steps_on_enemies(end, seat):
        feet = empty_feet(end, cell)
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


def _only_in_reach(position: Loop, seat: int) -> list[str]:
    """The free cells above level one that a seat touches and the other does not.

    First those for which fewest tiles are missing.
    """
    cells = within_reach(position, seat) & ~within_reach(position, 1 - seat)
    nearest_first = sorted(bits(cells), key=lambda cell: len(empty_feet(position, cell)))
    return [position.board.cell[cell] for cell in nearest_first]


def _may_place(position: Loop, seat: int, cell: str) -> bool:
    """Whether a seat may place on a free cell, if it is its turn."""
    index = position.board.index[cell]
    is_open = not empty_feet(position, index)
    touches = bool(within_reach(position, seat) >> index & 1)
    return cell in position.board.ground or (is_open and touches)


def own_reach(position: Loop, seat: int) -> Iterator[Sentence]:
    for cell in _only_in_reach(position, seat):
        feet = empty_feet(position, position.board.index[cell])
        text = _("only you can place on {high}: it is open, and your opponent doesn’t touch it")
        if feet:
            text = _(
                "you touch {high} and your opponent doesn’t: they can’t fill {feet} without giving "
                "it to you"
            )
        if len(feet) <= 1:
            yield Sentence(text, high=cell, feet=feet)


def enemy_reach(position: Loop, seat: int) -> Iterator[Sentence]:
    for cell in _only_in_reach(position, 1 - seat):
        feet = empty_feet(position, position.board.index[cell])
        text = _("only your opponent can place on {high}: it is open, and you don’t touch it")
        if feet:
            text = _(
                "your opponent touches {high} and you don’t: they can fill {feet} and climb there"
            )
        can_fill = all(_may_place(position, 1 - seat, foot) for foot in feet)
        if len(feet) <= 1 and can_fill:
            yield Sentence(text, high=cell, feet=feet)


def own_height(position: Loop, seat: int) -> Iterator[Sentence]:
    for cell in _only_high_tile(position, seat):
        yield Sentence(
            _("your tile on {cell} is the only one above level one: build from there"), cell=cell
        )


def enemy_height(position: Loop, seat: int) -> Iterator[Sentence]:
    for cell in _only_high_tile(position, 1 - seat):
        yield Sentence(
            _("your opponent’s tile on {cell} is the only one above level one: climb up beside it"),
            cell=cell,
        )


def _only_high_tile(position: Loop, seat: int) -> tuple[str, ...]:
    """The cell of the only tile above level one, if it is a seat's."""
    cells = position.board.names(high_tiles(position, seat))
    is_only = len(cells) == 1 and not high_tiles(position, 1 - seat)
    return cells if is_only else ()


def own_steps(position: Loop, seat: int) -> Iterator[Sentence]:
    for cell, _steps in steps_on_enemies(position, seat):
        if not empty_feet(position, cell):
            yield Sentence(
                _("look at {high}: it rests on tiles of your opponent’s, and you touch it"),
                high=position.board.cell[cell],
            )
