"""The plans of SnipSnip."""

from collections.abc import Iterator, Mapping

from ...core import Sentence, _
from ...lattice import bits
from ...snipsnip import SnipSnip
from .base import MOST_NAMES, Plan, Telling, beside, by_gain, first_telling, names

DEPENDS = "scoring"
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
    """What a telling says of turns after which the seat's group is not the largest for having
    grown: in misère that spoils whatever else a turn does.
    """

    def tell(start: SnipSnip, end: SnipSnip, seat: int) -> Sentence | None:
        size = _largest(end, seat)
        grows = size > max(1, _largest(start, seat))
        if grows and size >= _largest(end, 1 - seat):
            return None
        return telling(start, end, seat)

    return tell


def _stay_small(start: SnipSnip, end: SnipSnip, seat: int) -> Sentence | None:
    count = _largest(end, seat)
    if count != _largest(start, seat):
        return None
    own = end.stones()[seat]
    for point in bits(_placed(start, end, seat)):
        stones = beside(end.links, point) & own
        if not stones:
            return Sentence(
                _(
                    "keep apart: {point} touches none of your stones, and your largest group stays "
                    "at {count}. The largest group loses"
                ),
                point=end.board.cell[point],
                count=count,
            )
        return Sentence(
            _(
                "grow a small group: {point} joins {stones}, and your largest group stays at "
                "{count}. The largest group loses"
            ),
            point=end.board.cell[point],
            stones=names(end.board, stones),
            count=count,
        )
    return None


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


def _save_points(start: SnipSnip, end: SnipSnip, seat: int) -> Sentence | None:
    """What a turn leaves of its seat's quiet points: all of them where they are few, else what it
    spoils.
    """
    points = _quiet_points(end, seat)
    placed = _placed(start, end, seat)
    if not points or not placed:
        return None
    spoilt_points = _quiet_points(start, seat) & ~points & ~placed
    count = spoilt_points.bit_count()
    if points.bit_count() <= MOST_NAMES:
        text = _(
            "save your quiet points, which touch none of your stones: {point} leaves you {points}. "
            "Once you have none, every stone grows a group"
        )
    elif not count:
        text = _(
            "save your quiet points, which touch none of your stones: {point} spoils none. Once "
            "you have none left, every stone grows a group"
        )
    elif count <= MOST_NAMES:
        points = spoilt_points
        text = _(
            "save your quiet points, which touch none of your stones: {point} spoils only "
            "{points}. Once you have none left, every stone grows a group"
        )
    else:
        text = _(
            "save your quiet points, which touch none of your stones: {point} leaves you some, "
            "such as {points}. Once you have none, every stone grows a group"
        )
    return Sentence(text, point=end.board.names(placed)[0], points=names(end.board, points))


def _spoil_points(start: SnipSnip, end: SnipSnip, seat: int) -> Sentence | None:
    lost_points = _quiet_points(start, 1 - seat) & ~_quiet_points(end, 1 - seat)
    points = lost_points & ~_placed(start, end, seat)
    if not points:
        return None
    return Sentence(
        _(
            "spoil your opponent’s quiet points: {points}. There they could place without growing "
            "a group"
        ),
        points=names(end.board, points),
    )


def _snip(start: SnipSnip, end: SnipSnip, seat: int) -> Sentence | None:
    lost_stones = start.stones()[1 - seat] & ~end.stones()[1 - seat]
    if not lost_stones:
        return None
    return Sentence(
        _("snip out {points}: fewer stones make smaller groups"),
        points=end.board.names(lost_stones),
    )


def _keep_to_edge(start: SnipSnip, end: SnipSnip, seat: int) -> Sentence | None:
    for point in end.board.names(_placed(start, end, seat) & end.board.rim):
        return Sentence(
            _("keep to the edge: {point} has fewer neighbours, so a group grows less there"),
            point=point,
        )
    return None


def _threaten(start: SnipSnip, end: SnipSnip, seat: int) -> Sentence | None:
    stones = _stones_in_danger(end, 1 - seat) & ~_stones_in_danger(start, 1 - seat)
    if not stones:
        return None
    return Sentence(
        _(
            "threaten {points}: your next stone can capture there, which leaves you one more way "
            "to go on near the end"
        ),
        points=names(end.board, stones),
    )


def _save(start: SnipSnip, end: SnipSnip, seat: int) -> Sentence | None:
    own = end.stones()[seat]
    stones = _stones_in_danger(start, seat) & ~_stones_in_danger(end, seat) & own
    if not stones:
        return None
    return Sentence(
        _(
            "get {points} out of danger: your opponent’s next stone can’t capture there now, which "
            "leaves them one way fewer to go on"
        ),
        points=names(end.board, stones),
    )


def _sizes_in_misere(position: SnipSnip, seat: int) -> Iterator[Sentence]:
    template = _("your largest group is {own}, your opponent’s {other}: the larger one loses")
    return _sizes(template, position, seat)


def _sizes_in_plain(position: SnipSnip, seat: int) -> Iterator[Sentence]:
    template = _("your largest group is {own}, your opponent’s {other}: the larger one wins")
    return _sizes(template, position, seat)


def _sizes(template: str, position: SnipSnip, seat: int) -> Iterator[Sentence]:
    own = _largest(position, seat)
    other = _largest(position, 1 - seat)
    if own and other:
        yield Sentence(template, own=own, other=other)


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
    if points and points.bit_count() <= FEW_POINTS:
        yield Sentence(
            _("you have quiet points left, where you can place without growing a group: {points}"),
            points=names(position.board, points),
        )


def _enemy_points(position: SnipSnip, seat: int) -> Iterator[Sentence]:
    points = _quiet_points(position, 1 - seat)
    if points and points.bit_count() <= FEW_POINTS:
        yield Sentence(
            _("your opponent can place on {points} without growing a group: spoil that"),
            points=names(position.board, points),
        )


def _enemy_danger(position: SnipSnip, seat: int) -> Iterator[Sentence]:
    if position.removable:
        return
    for point in position.board.names(_stones_in_danger(position, 1 - seat)):
        yield Sentence(
            _(
                "you can capture {point}; but in misère that gives you another turn, and you "
                "seldom want one"
            ),
            point=point,
        )


def _own_danger(position: SnipSnip, seat: int) -> Iterator[Sentence]:
    if position.removable:
        return
    for point in position.board.names(_stones_in_danger(position, seat)):
        yield Sentence(
            _(
                "your opponent’s next stone can capture {point}: one more way for them to go on "
                "near the end"
            ),
            point=point,
        )


PLANS = (
    Plan(
        "small",
        _("keep your groups small"),
        _largest,
        _stay_small,
        strong=_sizes_in_misere,
        weak=_sizes_in_misere,
        less=True,
        fits=_misere,
    ),
    Plan(
        "large",
        _("grow your largest group"),
        _largest,
        by_gain(_largest, _grow, _cut),
        strong=_sizes_in_plain,
        weak=_sizes_in_plain,
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
        _("save quiet points for later"),
        _apart,
        _unless_growing(
            first_telling(_take_contested, by_gain(_apart, _save_points, _spoil_points))
        ),
        strong=_own_points,
        weak=_enemy_points,
        fits=_misere,
    ),
    Plan("stones", _("capture stones"), _stones, _snip, fits=_plain),
    Plan("edge", _("keep to the edge"), _edge, _unless_growing(_keep_to_edge), fits=_misere),
    Plan(
        "endangered",
        _("threaten stones, and protect yours"),
        _endangered,
        _unless_growing(first_telling(_threaten, _save)),
        strong=_enemy_danger,
        weak=_own_danger,
        less=True,
        fits=_misere,
    ),
)
