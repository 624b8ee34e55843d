"""The plans of Vigilance."""

from collections.abc import Iterator

from ...core import Sentence, _
from ...lattice import bits
from ...vigilance import Vigilance
from .base import Plan, beside, by_gain, first_telling, names


def _open(position: Vigilance, seat: int) -> int:
    """The empty cells out of the other seat's sight, as bits."""
    return position.empty & ~position._seen_by(1 - seat)


def _observers(position: Vigilance, seat: int) -> int:
    return position.sight.observers(position.gaps, position.visible[seat])


def _slides(position: Vigilance, seat: int) -> int:
    return _observers(position, seat).bit_count()


def _slide_moves(position: Vigilance, seat: int) -> list[tuple[int, int]]:
    """The slides that a seat would have: the stone and the cell where it ends."""
    size = position.board.size
    stones = position.stones[seat]
    observers = bits(_observers(position, seat))
    return [(position.sight.met(observer, stones), observer % size) for observer in observers]


def _stuck_stones(position: Vigilance, seat: int) -> int:
    """The stones of a seat that cannot slide, as bits."""
    stuck = position.stones[seat]
    for stone, _target in _slide_moves(position, seat):
        stuck &= ~(1 << stone)
    return stuck


def _room(position: Vigilance, seat: int) -> int:
    return _open(position, seat).bit_count()


def _reserve(position: Vigilance, seat: int) -> int:
    return position.hand[seat]


def _sheltered(position: Vigilance, seat: int) -> int:
    beside_stones = position.board.dilate(position.stones[seat])
    return _open(position, seat) & beside_stones


def _shelter(position: Vigilance, seat: int) -> int:
    return _sheltered(position, seat).bit_count()


def _most_wanted(position: Vigilance, cells: int, seat: int) -> tuple[str, ...]:
    """A few of some cells: those beside stones of a seat, if there are any."""
    beside_stones = cells & position.board.dilate(position.stones[seat])
    return names(position.board, beside_stones or cells)


def _hide(start: Vigilance, end: Vigilance, seat: int) -> Sentence | None:
    cells = _open(end, seat) & start._seen_by(1 - seat)
    if not cells:
        return None
    return Sentence(
        _("open cells for yourself: your opponent no longer sees {cells}, so you can place there"),
        cells=_most_wanted(end, cells, seat),
    )


def _look(start: Vigilance, end: Vigilance, seat: int) -> Sentence | None:
    cells = _open(start, 1 - seat) & end._seen_by(seat)
    if not cells:
        return None
    return Sentence(
        _("bring {cells} into your sight: your opponent can no longer place there"),
        cells=_most_wanted(end, cells, 1 - seat),
    )


def _deploy(start: Vigilance, end: Vigilance, seat: int) -> Sentence | None:
    new = end.stones[seat] & ~start.stones[seat]
    more = end.stones[seat].bit_count() - start.stones[seat].bit_count()
    # Every turn places one stone.
    if more < 2 or end.hand[seat] >= max(1, start.hand[seat]):
        return None
    return Sentence(
        _("bring your stones onto the board: {cells}. Each one in reserve counts against you"),
        cells=names(end.board, new),
    )


def _send_back(start: Vigilance, end: Vigilance, seat: int) -> Sentence | None:
    lost_stones = start.stones[1 - seat] & ~end.stones[1 - seat]
    if not lost_stones or end.hand[1 - seat] <= start.hand[1 - seat]:
        return None
    return Sentence(
        _("send {cells} back to your opponent’s reserve: each stone there counts against them"),
        cells=end.board.names(lost_stones),
    )


def _free_stone(start: Vigilance, end: Vigilance, seat: int) -> Sentence | None:
    stuck = _stuck_stones(start, seat)
    for stone, target in _slide_moves(end, seat):
        if stuck >> stone & 1:
            return Sentence(
                _("free your stone on {stone}: it couldn’t slide, and can slide to {next} now"),
                stone=end.board.cell[stone],
                next=end.board.cell[target],
            )
    return None


def _hem_in(start: Vigilance, end: Vigilance, seat: int) -> Sentence | None:
    stuck = _stuck_stones(end, 1 - seat) & start.stones[1 - seat]
    for stone in end.board.names(stuck & ~_stuck_stones(start, 1 - seat)):
        return Sentence(
            _(
                "hem in your opponent: their stone on {stone} can’t slide any more. Without a "
                "slide they can’t place"
            ),
            stone=stone,
        )
    return None


def _keep_shelter(start: Vigilance, end: Vigilance, seat: int) -> Sentence | None:
    new = _sheltered(end, seat) & ~_sheltered(start, seat) & start.empty
    for cell in bits(new):
        stones = beside(end.board, cell) & end.stones[seat]
        return Sentence(
            _(
                "keep {cell} for yourself: {stone} sees it and your opponent doesn’t, so only you "
                "may place there"
            ),
            stone=end.board.names(stones)[0],
            cell=end.board.cell[cell],
        )
    return None


def _own_room(position: Vigilance, seat: int) -> Iterator[Sentence]:
    """The cells beside one's own stones that the other seat does not see."""
    for cell in position.board.names(_sheltered(position, seat)):
        yield Sentence(_("only you may place on {cell}: your opponent doesn’t see it"), cell=cell)


def _enemy_room(position: Vigilance, seat: int) -> Iterator[Sentence]:
    """The cells beside the other seat's stones that one does not see."""
    for cell in position.board.names(_sheltered(position, 1 - seat)):
        yield Sentence(
            _("only your opponent may place on {cell}, beside their stones: look there"), cell=cell
        )


def _reserves(position: Vigilance, seat: int) -> Iterator[Sentence]:
    # Past a slide one stone is always still to be placed.
    if position.slid and position.hand[seat] < 2 and not position.hand[1 - seat]:
        return
    yield Sentence(
        _("stones in reserve: you {own}, your opponent {other}. Each one counts against its owner"),
        own=position.hand[seat],
        other=position.hand[1 - seat],
    )


def _enemy_stuck(position: Vigilance, seat: int) -> Iterator[Sentence]:
    for stone in position.board.names(_stuck_stones(position, 1 - seat)):
        yield Sentence(_("your opponent’s stone on {stone} can’t slide: keep it so"), stone=stone)


def _own_stuck(position: Vigilance, seat: int) -> Iterator[Sentence]:
    for stone in position.board.names(_stuck_stones(position, seat)):
        yield Sentence(_("your stone on {stone} can’t slide: make room for it"), stone=stone)


PLANS = (
    Plan(
        "room",
        _("see more than your opponent"),
        _room,
        by_gain(_room, _hide, _look),
        strong=_own_room,
        weak=_enemy_room,
    ),
    Plan(
        "reserve",
        _("empty your reserve, and fill your opponent’s"),
        _reserve,
        first_telling(_send_back, _deploy),
        strong=_reserves,
        weak=_reserves,
        less=True,
    ),
    Plan(
        "slides",
        _("have more slides than your opponent"),
        _slides,
        by_gain(_slides, _free_stone, _hem_in),
        strong=_enemy_stuck,
        weak=_own_stuck,
    ),
    Plan(
        "shelter",
        _("keep cells beside your stones that your opponent doesn’t see"),
        _shelter,
        _keep_shelter,
    ),
)
