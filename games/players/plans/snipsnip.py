"""The plans of SnipSnip."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from ...core import Sentence, _
from ...lattice import Lattice, bits
from ...snipsnip import SnipSnip
from .base import MOST_NAMES, Plan, Telling, beside, by_gain, first_telling, names

DEPENDS = "scoring"
FEW_LEFT = 2  # points on which a group can still grow: with more, it is not closed in
FEW_POINTS = 8  # quiet points: with more, each of them matters little


def _misere(options: Mapping[str, str]) -> bool:
    return options["scoring"].endswith("misere")


def _plain(options: Mapping[str, str]) -> bool:
    return not _misere(options)


def _free(position: SnipSnip) -> int:
    return position.sites.everything & ~position.shut


def _largest_group(position: SnipSnip, seat: int) -> int:
    return position.links.largest(position.stones()[seat])


def _largest(position: SnipSnip, seat: int) -> int:
    return _largest_group(position, seat).bit_count()


def _room(position: SnipSnip, seat: int) -> int:
    """The free points where the largest group of a seat can grow, as bits."""
    largest = _largest_group(position, seat)
    return _free(position) & position.links.dilate(largest)


def _growth(position: SnipSnip, seat: int) -> int:
    return _room(position, seat).bit_count()


def _groups(position: SnipSnip, seat: int) -> int:
    return len(position.links.groups(position.stones()[seat]))


def _stones_in_danger(position: SnipSnip, seat: int) -> int:
    """The stones of a seat that the other's next stone may capture, as bits."""
    sites = position.sites
    stones = position.stones()
    own = stones[seat]
    if not stones[1 - seat]:
        return 0
    removable = 0
    for point in bits(_free(position)):
        shift = point - sites.offset
        removable |= sites.spans[own >> shift & sites.far] << shift
    return removable & own


def _endangered(position: SnipSnip, seat: int) -> int:
    return _stones_in_danger(position, seat).bit_count()


def _quiet_points(position: SnipSnip, seat: int) -> int:
    """The free points that touch none of a seat's stones, as bits."""
    neighbours = position.links.dilate(position.stones()[seat])
    return _free(position) & ~neighbours


def _quiet_for_both(position: SnipSnip) -> int:
    """The free points that touch no stone at all, as bits."""
    return _quiet_points(position, 0) & _quiet_points(position, 1)


def _quiet_for_one(position: SnipSnip, seat: int) -> int:
    """The quiet points of a seat where the other one would grow a group, as bits."""
    return _quiet_points(position, seat) & ~_quiet_points(position, 1 - seat)


def _safe_points(position: SnipSnip, seat: int) -> int:
    """The free points where a stone of a seat makes no group larger than its largest, as bits."""
    largest = _largest(position, seat)
    points = 0
    for point in bits(_free(position)):
        stones, _number = _joined_at(position, seat, point)
        if stones.bit_count() < largest:
            points |= 1 << point
    return points


def _apart(position: SnipSnip, seat: int) -> int:
    return _quiet_points(position, seat).bit_count()


def _stones(position: SnipSnip, seat: int) -> int:
    return position.stones()[seat].bit_count()


def _edge(position: SnipSnip, seat: int) -> int:
    return (position.stones()[seat] & position.board.rim).bit_count()


def _placed(start: SnipSnip, end: SnipSnip, seat: int) -> int:
    """The new stones of a seat, as bits."""
    return end.stones()[seat] & ~start.stones()[seat]


def _unless_growing(telling: Telling) -> Telling:
    """What a telling says of turns after which the seat's group is not the larger one for having
    grown: in misère that spoils whatever else a turn does.
    """

    def tell(start: SnipSnip, end: SnipSnip, seat: int) -> Sentence | None:
        size = _largest(end, seat)
        if size > max(1, _largest(start, seat)) and size > _largest(end, 1 - seat):
            return None
        return telling(start, end, seat)

    return tell


def _joins_early(start: SnipSnip, end: SnipSnip, seat: int) -> bool:
    """Whether a stone of a turn joins others of its seat though there are better points: those
    where neither side grows a group.
    """
    placed = _placed(start, end, seat)
    own = end.stones()[seat] & ~placed
    joins = bool(end.links.dilate(placed) & own)
    return joins and bool(_quiet_for_both(start))


def _spoilt(start: SnipSnip, end: SnipSnip, seat: int) -> int:
    """The quiet points that a turn costs its seat, but for those where it places, as bits."""
    lost_points = _quiet_points(start, seat) & ~_quiet_points(end, seat)
    return lost_points & ~_placed(start, end, seat)


def _stay_small(start: SnipSnip, end: SnipSnip, seat: int) -> Sentence | None:
    """That a stone grows no group or a small one, where that is not so of nearly every turn."""
    count = _largest(end, seat)
    other = _largest(end, 1 - seat)
    placed = _placed(start, end, seat)
    if count != _largest(start, seat) or placed.bit_count() != 1:
        return None
    stones = end.links.dilate(placed) & start.stones()[seat]
    if not stones and _apart(start, seat) > FEW_POINTS:
        return None
    if _joins_early(start, end, seat):
        return None
    return Sentence(
        _size_text(count - other, is_apart=not stones),
        point=end.board.names(placed)[0],
        stones=names(end.board, stones),
        now=end.links.flood(placed, end.stones()[seat]).bit_count(),
        count=count,
        other=other,
    )


def _size_text(ahead: int, *, is_apart: bool) -> str:
    """What is said of a turn that leaves the seat's largest group as large as it is.

    :param ahead: By how much it is larger than the other side's.
    :param is_apart: Whether the new stone touches none of the seat's.
    """
    if is_apart and ahead < 0:
        return _(
            "keep apart: {point} touches none of your stones, and your largest group stays at "
            "{count}, below your opponent’s {other}"
        )
    if is_apart and ahead:
        return _(
            "keep apart: {point} touches none of your stones, and your largest group stays at "
            "{count}. Your opponent’s is {other}, and the larger one loses"
        )
    if is_apart:
        return _(
            "keep apart: {point} touches none of your stones, and your largest group stays at "
            "{count}, level with your opponent’s"
        )
    if ahead < 0:
        return _(
            "grow a small group: {point} makes {now} with {stones}, and your largest group stays "
            "at {count}, below your opponent’s {other}"
        )
    if ahead:
        return _(
            "grow a small group: {point} makes {now} with {stones}, and your largest group stays "
            "at {count}. Your opponent’s is {other}, and the larger one loses"
        )
    return _(
        "grow a small group: {point} makes {now} with {stones}, and your largest group stays at "
        "{count}, level with your opponent’s"
    )


def _joined_at(position: SnipSnip, seat: int, point: int) -> tuple[int, int]:
    """The groups of a seat that a stone of its on a point would join, as bits, and their number."""
    neighbours = beside(position.links, point)
    groups = [
        group for group in position.links.groups(position.stones()[seat]) if group & neighbours
    ]
    return sum(groups), len(groups)


def _close_junction(start: SnipSnip, end: SnipSnip, seat: int) -> Sentence | None:
    """That a turn closes a point where the seat would have joined groups to its largest."""
    closed = _closed(start, end)
    worst = (0, 0, 0)
    for point in bits(closed):
        stones, number = _joined_at(start, seat, point)
        if number > 1 and stones & end.stones()[seat] == stones:
            worst = max(worst, (stones.bit_count() + 1, point, stones))
    count, point, stones = worst
    if count <= _largest(end, seat):
        return None
    joined = start.links.groups(stones)
    return Sentence(
        _(
            "close {point}: a stone of yours there would have joined {stones} to a group of "
            "{count}. The largest group loses"
        ),
        point=end.board.cell[point],
        stones=end.board.names(sum(group & -group for group in joined)),
        count=count,
    )


def _closed(start: SnipSnip, end: SnipSnip) -> int:
    """The points that a turn makes capture sites, where nobody may place, as bits."""
    return _free(start) & ~_free(end) & ~end.stones()[0] & ~end.stones()[1]


def _lock_largest(start: SnipSnip, end: SnipSnip, seat: int) -> Sentence | None:
    """That a turn closes points at the largest group of its seat, which then has few left."""
    group = _largest_group(end, seat)
    is_alone = end.links.largest_groups(end.stones()[seat]) == group
    count = group.bit_count()
    neighbours = end.links.dilate(group)
    closed = _closed(start, end) & neighbours
    left = _free(end) & neighbours
    if not is_alone or count < 3 or count != _largest(start, seat) or not closed:
        return None
    if left.bit_count() > FEW_LEFT or closed & _quiet_points(start, seat):
        return None
    if not left:
        text = _(
            "close {closed}: your largest group, {count} stones, has no free point beside it then, "
            "so it can’t grow"
        )
    else:
        text = _(
            "close {closed}: your largest group, {count} stones, can then grow only on {points}"
        )
    return Sentence(
        text, closed=names(end.board, closed), count=count, points=end.board.names(left)
    )


def _close_round(start: SnipSnip, end: SnipSnip, seat: int) -> Sentence | None:
    """That a stone closes points beside itself, so that its group has few left to grow on.

    Not points that were quiet for the seat: there it could have placed later.
    """
    placed = _placed(start, end, seat)
    closed = _closed(start, end)
    if placed.bit_count() != 1 or not closed or closed.bit_count() > MOST_NAMES:
        return None
    if closed & _quiet_points(start, seat) or _joins_early(start, end, seat):
        return None
    neighbours = end.links.dilate(end.links.flood(placed, end.stones()[seat]))
    left = _free(end) & neighbours
    facing = _facing_across(end, placed.bit_length() - 1, closed, seat)
    if not closed & neighbours or left.bit_count() > FEW_LEFT or not facing:
        return None
    if not left:
        text = _(
            "close {closed}: {point} faces {stones}, so nobody may place between them. No free "
            "point is left beside {point}, so it can’t grow"
        )
    else:
        text = _(
            "close {closed}: {point} faces {stones}, so nobody may place between them. Now {point} "
            "can grow only to {points}"
        )
    return Sentence(
        text,
        closed=end.board.names(closed),
        point=end.board.names(placed)[0],
        stones=end.board.names(facing),
        points=end.board.names(left),
    )


def _facing_across(position: SnipSnip, point: int, closed: int, seat: int) -> int:
    """The stones of the other seat that face a stone on a point across some closed points."""
    sites = position.sites
    shift = point - sites.offset
    enemy = position.stones()[1 - seat]
    facing = 0
    for stone in bits(enemy):
        far = 1 << stone >> shift & sites.far
        if far and (sites.spans[far] << shift) & closed:
            facing |= 1 << stone
    return facing


def _grow(start: SnipSnip, end: SnipSnip, seat: int) -> Sentence | None:
    group = _largest_group(end, seat)
    for point in bits(_placed(start, end, seat) & group):
        count = group.bit_count()
        if count <= _largest(start, seat) or count < 2:
            return None
        room = _room(end, seat)
        if not room:
            return Sentence(
                _("grow your largest group: {point} makes it {count}. The largest group wins"),
                point=end.board.cell[point],
                count=count,
            )
        return Sentence(
            _(
                "grow your largest group: {point} makes it {count}, and {next} is the next point. "
                "The largest group wins"
            ),
            point=end.board.cell[point],
            count=count,
            next=end.board.names(room)[0],
        )
    return None


def _cut(start: SnipSnip, end: SnipSnip, seat: int) -> Sentence | None:
    other = 1 - seat
    count = _largest(end, other)
    lost_stones = _largest_group(start, other) & ~end.stones()[other]
    if count >= _largest(start, other) or not lost_stones:
        return None
    return Sentence(
        _(
            "cut down your opponent’s largest group: without {point} it is {count}. The largest "
            "group wins"
        ),
        point=end.board.names(lost_stones)[0],
        count=count,
    )


def _keep_room(start: SnipSnip, end: SnipSnip, seat: int) -> Sentence | None:
    room = _room(end, seat)
    if not room:
        return None
    return Sentence(
        _("keep room for your largest group: it can grow to {points}"),
        points=names(end.board, room),
    )


def _hem_in(start: SnipSnip, end: SnipSnip, seat: int) -> Sentence | None:
    lost_points = _room(start, 1 - seat) & ~_free(end)
    if not lost_points:
        return None
    return Sentence(
        _("hem in your opponent’s largest group: it can no longer grow to {points}"),
        points=names(end.board, lost_points),
    )


def _join(start: SnipSnip, end: SnipSnip, seat: int) -> Sentence | None:
    own = start.stones()[seat]
    links = end.links
    for point in bits(_placed(start, end, seat)):
        neighbours = beside(links, point) & own
        groups = [group & neighbours for group in links.groups(own) if group & neighbours]
        if len(groups) > 1:
            stones = sum(group & -group for group in groups)
            return Sentence(
                _("join {stones}: with {point} they are one group. The largest group wins"),
                stones=names(end.board, stones),
                point=end.board.cell[point],
            )
        if groups:
            return Sentence(
                _("stay together: {point} joins {stones}. The largest group wins"),
                stones=names(end.board, neighbours),
                point=end.board.cell[point],
            )
    return None


def _take_contested(start: SnipSnip, end: SnipSnip, seat: int) -> Sentence | None:
    """That a turn takes a point that was quiet for both, where the seat has others for later.

    In 104 solved positions 52 % of such turns won, and 48 % of those on the seat's own points.
    """
    contested_points = _quiet_for_both(start)
    placed = _placed(start, end, seat)
    points = _quiet_for_one(end, seat)
    if contested_points.bit_count() > FEW_POINTS or placed.bit_count() != 1:
        return None
    if not placed & contested_points or not points:
        return None
    return Sentence(
        _(
            "first take points where neither of you grows a group: {point} is one. {points} can "
            "wait: there your opponent would grow one"
        ),
        point=end.board.names(placed)[0],
        points=names(end.board, points),
    )


def _take_safe(start: SnipSnip, end: SnipSnip, seat: int) -> Sentence | None:
    """That a turn takes points where the other seat's largest group would not grow, once they are
    few.
    """
    other = 1 - seat
    points = _placed(start, end, seat) & _safe_points(start, other)
    was = _safe_points(start, other).bit_count()
    if not points or was > FEW_POINTS or _largest(end, other) < 2:
        return None
    if _safe_points(end, other).bit_count() >= was:
        return None
    return Sentence(
        _("take {points} from your opponent: there their largest group wouldn’t have grown"),
        points=names(end.board, points),
    )


def _run_out(start: SnipSnip, end: SnipSnip, seat: int) -> Sentence | None:
    """That few quiet points are left to the other seat, or none, where it had more."""
    points = _quiet_points(end, 1 - seat)
    lost_points = _quiet_points(start, 1 - seat) & ~points
    if not lost_points or points.bit_count() > MOST_NAMES:
        return None
    if not points:
        return Sentence(
            _(
                "take your opponent’s last quiet points: with {points} gone, each stone of theirs "
                "grows a group"
            ),
            points=names(end.board, lost_points),
        )
    opened = points & ~_quiet_points(start, 1 - seat)  # where a stone has been taken out
    if opened or points.bit_count() >= _apart(end, seat):
        return None
    return Sentence(
        _("leave your opponent only {points} to place on without growing a group: you have more"),
        points=names(end.board, points),
    )


def _force_to_grow(start: SnipSnip, end: SnipSnip, seat: int) -> Sentence | None:
    """That the other seat is left few points where its largest group doesn't grow, or none."""
    other = 1 - seat
    left = _safe_points(end, other)
    if left.bit_count() > MOST_NAMES or not _free(end) or _largest(end, other) < 2:
        return None
    lost_points = _safe_points(start, other) & ~left
    if not lost_points or left & ~_safe_points(start, other):
        return None
    if not left:
        return Sentence(
            _("with {points} gone, your opponent’s largest group grows wherever they place"),
            points=names(end.board, lost_points),
        )
    if left.bit_count() >= _safe_points(end, seat).bit_count():
        return None
    return Sentence(
        _(
            "leave your opponent only {points} where their largest group doesn’t grow: you have "
            "more"
        ),
        points=names(end.board, left),
    )


def _grow_for_nothing(start: SnipSnip, end: SnipSnip, seat: int) -> Sentence | None:
    """That a stone joins a small group, spoils nothing, and takes a quiet point of the other."""
    placed = _placed(start, end, seat)
    if placed.bit_count() != 1 or not placed & _quiet_points(start, 1 - seat):
        return None
    stones = end.links.dilate(placed) & start.stones()[seat]
    group = end.links.flood(placed, end.stones()[seat])
    if not stones or group.bit_count() >= _largest(end, seat) or _spoilt(start, end, seat):
        return None
    if _largest(end, seat) != _largest(start, seat):
        return None
    return Sentence(
        _(
            "take {point} from your opponent, who would grow no group there: with {stones} you "
            "make just {count}"
        ),
        point=end.board.names(placed)[0],
        stones=names(end.board, stones),
        count=group.bit_count(),
    )


def _reopen(start: SnipSnip, end: SnipSnip, seat: int) -> Sentence | None:
    """That a capture opens points where the seat grows no group, or not its largest."""
    captured = start.stones()[1 - seat] & ~end.stones()[1 - seat]
    opened = _free(end) & ~_free(start)
    quiet_points = opened & _quiet_points(end, seat)
    if not captured or not opened:
        return None
    if quiet_points:
        return Sentence(
            _(
                "snip out {stones}: {points} are open again, and there you can place without "
                "growing a group"
            ),
            stones=end.board.names(captured),
            points=names(end.board, quiet_points),
        )
    points = opened & _safe_points(end, seat)
    if not points:
        return None
    return Sentence(
        _(
            "snip out {stones}: that opens {points}, where you can place without growing your "
            "largest group"
        ),
        stones=end.board.names(captured),
        points=names(end.board, points),
    )


def _save_points(start: SnipSnip, end: SnipSnip, seat: int) -> Sentence | None:
    """What a turn leaves of its seat's quiet points: all of them where they are few, else what it
    spoils, where no other point spoils fewer.
    """
    points = _quiet_points(end, seat)
    placed = _placed(start, end, seat)
    if not points or placed.bit_count() != 1:
        return None
    spoilt_points = _spoilt(start, end, seat)
    if points.bit_count() <= MOST_NAMES:
        text = _(
            "save your quiet points, where you can place without growing a group: {point} leaves "
            "you {points}"
        )
    elif not spoilt_points:
        text = _(
            "save your quiet points, where you can place without growing a group: {point} spoils "
            "none"
        )
    elif spoilt_points.bit_count() <= MOST_NAMES and _is_cheapest(start, spoilt_points, seat):
        points = spoilt_points
        text = _(
            "place where it costs least: {point} takes only {points} from the points where you can "
            "later place without growing a group, and no other point takes fewer"
        )
    else:
        return None
    return Sentence(text, point=end.board.names(placed)[0], points=names(end.board, points))


@dataclass(frozen=True, slots=True)
class _Stones:
    """Where the stones of a position are, by which it is known again."""

    board: Lattice
    own: int
    enemy: int
    shut: int
    position: SnipSnip = field(compare=False)


def _is_cheapest(start: SnipSnip, spoilt_points: int, seat: int) -> bool:
    """Whether no single stone of a seat spoils fewer of its quiet points than some."""
    if start.removable:
        return False
    stones = _Stones(start.board, start.own, start.enemy, start.shut, start)
    return spoilt_points.bit_count() <= _fewest_spoilt(stones, seat)


@lru_cache(maxsize=64)
def _fewest_spoilt(stones: _Stones, seat: int) -> int:
    """How many of its quiet points a seat must spoil with a single stone, at least."""
    start = stones.position
    return min(_spoilt(start, start.after(code), seat).bit_count() for code in start.codes())


def _share(start: SnipSnip, end: SnipSnip, seat: int) -> Sentence | None:
    """That a stone touches points which a stone of the seat touches already, but not that stone.

    In 1,077 solved endings such turns won less often than others: it is for later that they save.
    """
    placed = _placed(start, end, seat)
    own = start.stones()[seat]
    links = end.links
    if placed.bit_count() != 1 or links.dilate(placed) & own or start.removable:
        return None
    if _apart(end, seat) <= FEW_POINTS:
        return None
    around = links.dilate(placed) & _free(end)
    if not _is_cheapest(start, _spoilt(start, end, seat), seat):
        return None
    best = (0, 0, 0)
    for stone in bits(own & end.stones()[seat]):
        shared = links.dilate(1 << stone) & around
        best = max(best, (shared.bit_count(), stone, shared))
    number, stone, shared = best
    if 4 * number < beside(links, placed.bit_length() - 1).bit_count():
        return None
    return Sentence(
        _(
            "stay near {stone} without touching it: {point} is beside {points}, where you’d grow a "
            "group anyway, so no other point spoils fewer for later"
        ),
        stone=end.board.cell[stone],
        point=end.board.names(placed)[0],
        points=names(end.board, shared),
    )


def _take_corner(start: SnipSnip, end: SnipSnip, seat: int) -> Sentence | None:
    """That a turn takes a corner where the seat grows no group."""
    placed = _placed(start, end, seat)
    board = end.board
    if placed.bit_count() != 1 or not placed & _quiet_points(start, seat) & board.rim:
        return None
    point = placed.bit_length() - 1
    numbers = [beside(end.links, cell).bit_count() for cell in board.cell]
    points = beside(end.links, point) & _free(end)
    if beside(end.links, point).bit_count() != min(numbers) or not points:
        return None
    return Sentence(
        _(
            "take the corner {point}: only stones on {points} can join it later, fewer than amid "
            "the board"
        ),
        point=board.cell[point],
        points=board.names(points),
    )


def _snip(start: SnipSnip, end: SnipSnip, seat: int) -> Sentence | None:
    lost_stones = start.stones()[1 - seat] & ~end.stones()[1 - seat]
    if not lost_stones:
        return None
    for point in bits(lost_stones):
        stones, number = _joined_at(end, 1 - seat, point)
        if number > 1:
            parts = end.links.groups(stones)
            return Sentence(
                _("snip out {point}, which held {stones} together. The largest group wins"),
                point=end.board.cell[point],
                stones=names(end.board, sum(part & -part for part in parts)),
            )
    return Sentence(
        _("snip out {points}: fewer stones make smaller groups"),
        points=end.board.names(lost_stones),
    )


def _most_beside(position: SnipSnip) -> int:
    """How many points lie round one amid the board."""
    return max(beside(position.links, cell).bit_count() for cell in position.board.cell)


def _keep_to_edge(start: SnipSnip, end: SnipSnip, seat: int) -> Sentence | None:
    """That the group on a point of the edge has few points left to grow on, or that a stone on
    its own there has fewer round it than elsewhere.
    """
    placed = _placed(start, end, seat)
    if placed.bit_count() != 1 or not placed & end.board.rim:
        return None
    group = end.links.flood(placed, end.stones()[seat])
    points = end.links.dilate(group) & _free(end)
    is_alone = group == placed
    if is_alone and 1 < points.bit_count() <= _most_beside(end) - 2:
        return Sentence(
            _(
                "keep to the edge: only stones on {points} can join {point} later, fewer than "
                "amid the board"
            ),
            point=end.board.names(placed)[0],
            points=end.board.names(points),
        )
    if not points or points.bit_count() > MOST_NAMES or _joins_early(start, end, seat):
        return None
    return Sentence(
        _("keep to the edge: the group on {point} can then grow only to {points}"),
        point=end.board.names(placed)[0],
        points=names(end.board, points),
    )


def _captures_at(position: SnipSnip, seat: int, point: int) -> int:
    """The stones of a seat of which the other's stone on a point would capture one, as bits."""
    sites = position.sites
    own = position.stones()[seat]
    shift = point - sites.offset
    return (sites.spans[own >> shift & sites.far] << shift) & own


def _prepare_capture(start: SnipSnip, end: SnipSnip, seat: int) -> Sentence | None:
    if end.removable:
        return None
    new = _stones_in_danger(end, 1 - seat) & ~_stones_in_danger(start, 1 - seat)
    for point in bits(_free(end)):
        stones = _captures_at(end, 1 - seat, point) & new
        if stones:
            return Sentence(
                _("prepare a capture: on {point} you can snip out {stone}, and then place again"),
                point=end.board.cell[point],
                stone=end.board.names(stones)[0],
            )
    return None


def _prevent_capture(start: SnipSnip, end: SnipSnip, seat: int) -> Sentence | None:
    if start.removable or end.removable:
        return None
    own = end.stones()[seat]
    stones = _stones_in_danger(start, seat) & ~_stones_in_danger(end, seat) & own
    for point in bits(_free(start) & ~_free(end)):
        saved = _captures_at(start, seat, point) & stones
        if saved:
            return Sentence(
                _(
                    "keep your opponent off {point}: there they could have snipped out {stone}, "
                    "and then placed again"
                ),
                point=end.board.cell[point],
                stone=end.board.names(saved)[0],
            )
    return None


def _of_misere(*tellings: Telling) -> Telling:
    """What a turn takes from the other side or closes, before what tellings say."""
    return _unless_growing(
        first_telling(
            _take_contested,
            _force_to_grow,
            _run_out,
            _lock_largest,
            _close_junction,
            _reopen,
            _grow_for_nothing,
            _close_round,
            *tellings,
            _take_safe,
        )
    )


def _own_room(position: SnipSnip, seat: int) -> Iterator[Sentence]:
    room = _room(position, seat)
    if room:
        yield Sentence(
            _("your largest group has room to grow: {points}"), points=names(position.board, room)
        )


def _enemy_room(position: SnipSnip, seat: int) -> Iterator[Sentence]:
    room = _room(position, 1 - seat)
    if room:
        yield Sentence(
            _("your opponent’s largest group has room to grow: {points}. Close some of it"),
            points=names(position.board, room),
        )


def _own_points(position: SnipSnip, seat: int) -> Iterator[Sentence]:
    points = _quiet_points(position, seat)
    if points and points.bit_count() <= MOST_NAMES:
        yield Sentence(
            _("you can place only on {points} without growing a group"),
            points=names(position.board, points),
        )


def _enemy_points(position: SnipSnip, seat: int) -> Iterator[Sentence]:
    points = _quiet_points(position, 1 - seat)
    if points and points.bit_count() <= MOST_NAMES:
        yield Sentence(
            _("your opponent can place only on {points} without growing a group: spoil that"),
            points=names(position.board, points),
        )


def _junctions(position: SnipSnip, seat: int) -> Iterator[Sentence]:
    """The points where a seat would join groups to one that is larger than all, the worst first."""
    junctions: list[tuple[int, int, int]] = []
    for point in bits(_free(position)):
        stones, number = _joined_at(position, seat, point)
        count = stones.bit_count() + 1
        if number > 1 and count > _largest(position, seat):
            junctions.append((-count, point, stones))
    for count, point, stones in sorted(junctions):
        neighbours = beside(position.links, point)
        touched = [group & neighbours for group in position.links.groups(stones)]
        yield Sentence(
            _("keep off {point}: it would join {stones} to a group of {count}"),
            point=position.board.cell[point],
            stones=position.board.names(sum(group & -group for group in touched)),
            count=-count,
        )


CLOSE = _("close points beside your stones, so that your groups can’t grow there")
CONTEST = _("take the points where neither of you grows a group")
SAFE = _("take points where your opponent’s largest group wouldn’t grow")
TAKE = _("take points where your opponent would grow no group")
SHARE = _("stay near {stone} without touching it")
EDGE = _("keep to the edge")
SMALL_GROUP = _("grow a small group rather than your largest")
CAPTURE = _("look for a capture")
AIMS = {
    "close {closed}": CLOSE,
    "close {point}": _("keep {stones} apart, so that no stone joins them"),
    "first take": CONTEST,
    "take {point} from": TAKE,
    "take {points} from": SAFE,
    "take your opponent’s": TAKE,
    "leave your opponent only {points} to": TAKE,
    "leave your opponent only {points} where": SAFE,
    "with {points} gone": SAFE,
    "stay near": SHARE,
    "take the corner": EDGE,
    "keep to the edge": EDGE,
    "grow a small group": SMALL_GROUP,
    "snip out": CAPTURE,
}
"""In misère, what a turn aims at, by the first words of what is told of it."""

PLANS = (
    Plan(
        "small",
        _("keep your groups small"),
        _largest,
        _of_misere(_stay_small),
        weak=_junctions,
        warns=True,
        less=True,
        aims=AIMS,
        fits=_misere,
    ),
    Plan(
        "large",
        _("grow your largest group"),
        _largest,
        by_gain(_largest, _grow, _cut),
        fits=_plain,
    ),
    Plan(
        "grow",
        _("keep room for your largest group"),
        _growth,
        by_gain(_growth, _keep_room, _hem_in),
        strong=_own_room,
        weak=_enemy_room,
        fits=_plain,
    ),
    Plan("few", _("join your groups"), _groups, _join, less=True, fits=_plain),
    Plan(
        "apart",
        _("keep many points for later where you grow no group"),
        _apart,
        _of_misere(_share, _take_corner, _save_points, _keep_to_edge),
        strong=_own_points,
        weak=_enemy_points,
        aims=AIMS,
        fits=_misere,
    ),
    Plan("stones", _("capture stones"), _stones, _snip, fits=_plain),
    Plan(
        "edge",
        _("keep to the edge"),
        _edge,
        _of_misere(_take_corner, _keep_to_edge, _share),
        aims=AIMS,
        fits=_misere,
    ),
    Plan(
        "endangered",
        _("threaten stones, or protect yours"),
        _endangered,
        _of_misere(_prepare_capture, _prevent_capture),
        less=True,
        aims=AIMS,
        fits=_misere,
    ),
)
