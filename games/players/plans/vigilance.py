"""The plans of Vigilance."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from ...core import Sentence, _
from ...lattice import Lattice, bits
from ...vigilance import PIE, Vigilance
from .base import MOST_NAMES, Plan, Telling, beside, by_gain, first_telling, names

FEW_CELLS = 3  # to place on: with more, a side still has a choice
FEWEST_TAKEN = 2  # cells that a turn newly sees or hides: one alone is not worth a word
FEWEST_BY_STONE = 3  # the same past the slide, where each stone placed sees some
LEAST_SEALED = 3  # cells that one more stone seals off: with fewer it is no wall worth a word
MOST_CAPTURED = 4  # stones that are named as threatened


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
    """A few of some cells: those beside stones of a seat, if there are enough."""
    beside_stones = cells & position.board.dilate(position.stones[seat])
    if beside_stones.bit_count() < FEWEST_TAKEN:
        return names(position.board, cells)
    return names(position.board, beside_stones)


def _placed(start: Vigilance, end: Vigilance, seat: int) -> int:
    """The cells where a seat has a stone that had none there, as bits."""
    return end.stones[seat] & ~start.stones[seat]


@dataclass(frozen=True, slots=True)
class _Stones:
    """Where the stones of a position are, by which it is known again."""

    board: Lattice
    red: int
    white: int
    position: Vigilance = field(compare=False)


def _stones(position: Vigilance) -> _Stones:
    red, white = position.stones
    return _Stones(position.board, red, white, position)


def _captures(position: Vigilance, seat: int) -> Mapping[str, int]:
    """The slides with which a seat would capture if it were to slide, each with the stones that it
    would capture, as bits.
    """
    if not position.captures or position.ply < PIE:
        return {}
    return _captures_of(_stones(position), seat)


@lru_cache(maxsize=512)
def _captures_of(stones: _Stones, seat: int) -> Mapping[str, int]:
    captures: dict[str, int] = {}
    tried = stones.position.copy()
    cell = tried.board.cell
    for source, target in _slide_moves(tried, seat):
        tried._toggle(seat, source)
        tried._toggle(seat, target)
        dead = tried._dead(1 - seat)
        tried._toggle(seat, target)
        tried._toggle(seat, source)
        if dead:
            captures[f"{cell[source]}-{cell[target]}"] = dead
    return captures


def _after_captures(position: Vigilance, seat: int) -> tuple[Vigilance, ...]:
    """The positions after each slide with which a seat would capture if it were to slide.

    What a turn does should still be so in all of them: to capture is the obvious reply.
    """
    if not position.captures or position.ply < PIE:
        return ()
    return _after_captures_of(_stones(position), seat)


@lru_cache(maxsize=64)
def _after_captures_of(stones: _Stones, seat: int) -> tuple[Vigilance, ...]:
    replies: list[Vigilance] = []
    index = stones.board.index
    for slide, dead in _captures_of(stones, seat).items():
        source, target = slide.split("-")
        reply = stones.position.copy()
        reply._toggle(seat, index[source])
        reply._toggle(seat, index[target])
        for stone in bits(dead):
            reply._toggle(1 - seat, stone)
        replies.append(reply)
    return tuple(replies)


def _together(captures: Mapping[str, int]) -> int:
    """All stones that some slide captures, as bits."""
    stones = 0
    for captured in captures.values():
        stones |= captured
    return stones


def _most(captures: Mapping[str, int], stones: int) -> str:
    """The slide that captures most of some stones."""
    return max(captures, key=lambda slide: (captures[slide] & stones).bit_count())


def _most_with(captures: Mapping[str, int], stones: int, some: int) -> str:
    """The slide that captures most of some stones, of those that capture one of ``some``."""
    slides = {slide: captured for slide, captured in captures.items() if captured & some}
    return _most(slides, stones)


def _easy(position: Vigilance, seat: int, captures: Mapping[str, int]) -> int:
    """The stones that most slides of a seat would capture, as bits."""
    counts = dict.fromkeys(bits(_together(captures)), 0)
    for captured in captures.values():
        for stone in bits(captured):
            counts[stone] += 1
    slides = _slides(position, seat)
    return sum(1 << stone for stone, count in counts.items() if 2 * count > slides)


def _last_cells(position: Vigilance, owner: int) -> dict[int, int]:
    """The chains of a seat beside which the other does not see just one cell, and that cell, both
    as bits.
    """
    unseen = _open(position, owner)
    cells: dict[int, int] = {}
    for chain in position.board.groups(position.stones[owner]):
        liberties = position.board.dilate(chain) & unseen
        if liberties.bit_count() == 1:
            cells[chain] = liberties
    return cells


def _gaps(position: Vigilance, seat: int) -> dict[int, int]:
    """The cells where a seat may place, each with the cells that a stone there would newly seal
    off, where they are enough for a wall.
    """
    gaps: dict[int, int] = {}
    if position.ply < PIE:
        return gaps
    board = position.board
    sealed = position._sealed(seat)
    reached = board.dilate(position.stones[1 - seat])
    for gap in bits(_open(position, seat) & ~sealed):
        area = position.empty & ~(1 << gap)
        cells = area & ~board.flood(reached & area, area) & ~sealed
        if cells.bit_count() >= LEAST_SEALED:
            gaps[gap] = cells
    return gaps


def _seal(start: Vigilance, end: Vigilance, seat: int) -> Sentence | None:
    sealed = end._sealed(seat)
    cells = sealed & ~start._sealed(seat)
    if start.slid:
        return None  # the slide may have opened what is closed again
    if sealed.bit_count() <= start._sealed(seat).bit_count() or cells.bit_count() < 2:
        return None
    if any(cells & ~reply._sealed(seat) for reply in _after_captures(end, 1 - seat)):
        return None
    if cells.bit_count() > MOST_NAMES:
        text = _(
            "close your wall: {count} more cells, such as {cells}, are sealed off. Your opponent’s "
            "stones have no way in over empty cells"
        )
    else:
        text = _(
            "close your wall: {cells} are sealed off now. Your opponent’s stones have no way in "
            "over empty cells"
        )
    return Sentence(text, count=cells.bit_count(), cells=names(end.board, cells))


def _break_in(start: Vigilance, end: Vigilance, seat: int) -> Sentence | None:
    lost_cells = start._sealed(1 - seat) & ~end._sealed(1 - seat)
    cells = lost_cells & end.empty
    if not cells or end._sealed(1 - seat).bit_count() >= start._sealed(1 - seat).bit_count():
        return None
    return Sentence(
        _("break in: for your opponent {cells} were sealed off, and no longer are"),
        cells=names(end.board, cells),
    )


def _save(start: Vigilance, end: Vigilance, seat: int) -> Sentence | None:
    """What the other seat could have captured, and no longer can, where it then can capture less
    altogether.
    """
    captures = _captures(start, 1 - seat)
    endangered = _together(captures)
    later = _together(_captures(end, 1 - seat)) if captures else 0
    if later.bit_count() >= endangered.bit_count():
        return None
    saved = endangered & ~later
    if later & _placed(start, end, seat):
        saved &= end.stones[seat]  # the stone that slid may be in danger still
    if not saved:
        return None
    easy = saved & _easy(start, 1 - seat, captures)
    if easy:
        return Sentence(
            _("save {cells}: most slides of your opponent would have captured there"),
            cells=names(end.board, easy),
        )
    slide = _most(captures, saved)
    if saved & ~captures[slide]:
        return Sentence(
            _("save {cells}: your opponent’s next slide could have captured there"),
            cells=names(end.board, saved),
        )
    return Sentence(
        _("save {cells}: your opponent’s slide {move} would have captured there"),
        cells=names(end.board, saved),
        move=slide,
    )


def _listed(position: Vigilance, cells: int) -> tuple[str, ...]:
    """Captured stones by name: all but those beyond what is read at a glance."""
    return position.board.names(cells)[:MOST_CAPTURED]


def _threaten(start: Vigilance, end: Vigilance, seat: int) -> Sentence | None:
    """What the turn makes capturable, where the other seat then captures no more itself."""
    most = max(map(int.bit_count, _captures(end, 1 - seat).values()), default=0)
    return _threaten_stones(start, end, seat, most)


def _threaten_anyway(start: Vigilance, end: Vigilance, seat: int) -> Sentence | None:
    """What a turn that captures nothing makes capturable, though the other seat may capture more
    itself.
    """
    if start.stones[1 - seat] & ~end.stones[1 - seat]:
        return None
    return _threaten_stones(start, end, seat, 0)


def _threaten_stones(start: Vigilance, end: Vigilance, seat: int, least: int) -> Sentence | None:
    """What the turn makes capturable, whatever the other seat captures.

    :param least: So many stones at least by one slide.
    """
    captures = _captures(end, seat)
    lasting = _together(captures) & start.stones[1 - seat]
    new = lasting & ~_together(_captures(start, seat)) if lasting else 0
    for reply in _after_captures(end, 1 - seat):
        if not new:
            break
        captured_then = _together(_captures(reply, seat))
        lasting &= captured_then
        new &= captured_then
    if not new:
        return None
    slide = _most_with(captures, lasting, new)
    if (captures[slide] & lasting).bit_count() < least:
        return None
    easy = new & _easy(end, seat, captures)
    if easy:
        return Sentence(
            _(
                "threaten {cells}: unless your opponent does something about it, most of your "
                "slides capture there next"
            ),
            cells=_listed(end, easy),
        )
    return Sentence(
        _("threaten {cells}: {move} would capture there next"),
        cells=_listed(end, captures[slide] & lasting),
        move=slide,
    )


def _spoil_wall(start: Vigilance, end: Vigilance, seat: int) -> Sentence | None:
    other = 1 - seat
    gaps = _gaps(start, other)
    left = _gaps(end, other)
    reopened = _open(end, other)
    for reply in _after_captures(end, other):
        reopened |= _open(reply, other)
    spoilt = [gap for gap in gaps if not reopened >> gap & 1 and gap not in left]
    if not spoilt:
        return None
    gap = max(spoilt, key=lambda cell: gaps[cell].bit_count())
    most_left = max((cells.bit_count() for cells in left.values()), default=0)
    if most_left >= gaps[gap].bit_count():
        return None
    return Sentence(
        _(
            "spoil your opponent’s wall: with a stone on {gap} they would have sealed off {count} "
            "more cells, such as {cells}"
        ),
        gap=end.board.cell[gap],
        count=gaps[gap].bit_count(),
        cells=names(end.board, gaps[gap]),
    )


def _build_wall(start: Vigilance, end: Vigilance, seat: int) -> Sentence | None:
    gaps = _gaps(end, seat)
    if not gaps:
        return None
    gap = max(gaps, key=lambda cell: gaps[cell].bit_count())
    earlier = max((cells.bit_count() for cells in _gaps(start, seat).values()), default=0)
    if earlier >= gaps[gap].bit_count():
        return None
    if any(gap not in _gaps(reply, seat) for reply in _after_captures(end, 1 - seat)):
        return None
    return Sentence(
        _(
            "build a wall: with {next} as the next stone of it you’d seal off {count} more cells, "
            "such as {cells}"
        ),
        next=end.board.cell[gap],
        count=gaps[gap].bit_count(),
        cells=names(end.board, gaps[gap]),
    )


def _starve(start: Vigilance, end: Vigilance, seat: int) -> Sentence | None:
    cells = _open(end, 1 - seat)
    if cells.bit_count() > FEW_CELLS or cells.bit_count() >= _room(start, 1 - seat):
        return None
    if any(_room(reply, 1 - seat) > FEW_CELLS for reply in _after_captures(end, 1 - seat)):
        return None
    if not cells:
        return Sentence(
            _(
                "leave your opponent no cell to place on: your stones see or hold {cells} and all "
                "others now"
            ),
            cells=names(end.board, _open(start, 1 - seat)),
        )
    return Sentence(
        _("leave your opponent only {cells} to place on: your stones see all other empty cells"),
        cells=names(end.board, cells),
    )


def _press(start: Vigilance, end: Vigilance, seat: int) -> Sentence | None:
    """The largest chain that is left one cell out of sight, which had more."""
    other = 1 - seat
    chains = _last_cells(end, other)
    unseen = _open(start, other)
    pressed = [
        chain
        for chain in chains
        if not chain & ~start.stones[other] and (start.board.dilate(chain) & unseen).bit_count() > 1
    ]
    for reply in _after_captures(end, other):
        chains_then = _last_cells(reply, other)
        pressed = [chain for chain in pressed if chain in chains_then]
    if not pressed or not end.captures:
        return None
    chain = max(pressed, key=int.bit_count)
    return Sentence(
        _(
            "close in on {stones}: {next} is the last cell there that you don’t see. See "
            "that one too, and you capture"
        ),
        stones=names(end.board, chain),
        next=end.board.names(chains[chain])[0],
    )


def _urgent(*tellings: Telling) -> Telling:
    """What a turn does for walls and stones that are about to go, before what tellings say.

    Of a decision after which others follow in the same turn only that.
    """
    urgent = first_telling(_seal, _break_in, _save, _spoil_wall, _build_wall, _threaten)
    others = first_telling(_starve, _press, _threaten_anyway, *tellings)

    def tell(start: Vigilance, end: Vigilance, seat: int) -> Sentence | None:
        sentence = urgent(start, end, seat)
        if sentence is None and end.to_move != seat:
            return others(start, end, seat)
        return sentence

    return tell


def _fewest(start: Vigilance) -> int:
    """How many cells must newly be seen or hidden since a position to be worth a word."""
    return FEWEST_BY_STONE if start.slid else FEWEST_TAKEN


def _hide(start: Vigilance, end: Vigilance, seat: int) -> Sentence | None:
    cells = _open(end, seat) & start._seen_by(1 - seat)
    for reply in _after_captures(end, 1 - seat):
        cells &= _open(reply, seat)
    if cells.bit_count() < _fewest(start):
        return None
    captured = start.stones[1 - seat] & ~end.stones[1 - seat]
    if captured:
        return Sentence(
            _(
                "open cells for yourself: with {stones} gone, your opponent no longer sees "
                "{cells}, so you can place there"
            ),
            stones=names(end.board, captured),
            cells=_most_wanted(end, cells, seat),
        )
    return Sentence(
        _("open cells for yourself: your opponent no longer sees {cells}, so you can place there"),
        cells=_most_wanted(end, cells, seat),
    )


def _look(start: Vigilance, end: Vigilance, seat: int) -> Sentence | None:
    """The cells that a turn takes from the other seat, two or more: one is soon made up for."""
    cells = _open(start, 1 - seat) & end._seen_by(seat)
    for reply in _after_captures(end, 1 - seat):
        cells &= reply._seen_by(seat)
    if cells.bit_count() < _fewest(start):
        return None
    near = cells & end.board.dilate(end.stones[1 - seat])
    stone, seen = _best_looker(start, end, seat, near)
    if seen.bit_count() >= _fewest(start):
        return Sentence(
            _(
                "watch the cells beside your opponent’s stones: {stone} sees {cells}, so your "
                "opponent can’t place there now"
            ),
            cells=names(end.board, seen),
            stone=end.board.cell[stone],
        )
    stone, seen = _best_looker(start, end, seat, cells)
    if seen.bit_count() >= _fewest(start):
        return Sentence(
            _(
                "take {cells} from your opponent: {stone} looks there, so they can’t place there "
                "now"
            ),
            cells=names(end.board, seen),
            stone=end.board.cell[stone],
        )
    return Sentence(
        _("bring {cells} into your sight, so your opponent can’t place there now"),
        cells=_most_wanted(end, cells, 1 - seat),
    )


def _open_by_capture(start: Vigilance, end: Vigilance, seat: int) -> Sentence | None:
    """The cells that a capture opens, if the turn captures."""
    captured = start.stones[1 - seat] & ~end.stones[1 - seat]
    return _hide(start, end, seat) if captured else None


def _best_looker(start: Vigilance, end: Vigilance, seat: int, cells: int) -> tuple[int, int]:
    """The new stone of a seat that sees most of some cells, and those, as bits; 0 if none does.

    Not one that the other seat can capture at once.
    """
    best = (0, 0)
    endangered = _together(_captures(end, 1 - seat))
    for stone in bits(_placed(start, end, seat) & ~endangered):
        observers = end.sight.observers(end.gaps, end.sight.looked_at[stone])
        seen = cells & end.sight.cells(observers)
        if seen.bit_count() > best[1].bit_count():
            best = (stone, seen)
    return best


def _deploy(start: Vigilance, end: Vigilance, seat: int) -> Sentence | None:
    more = end.stones[seat].bit_count() - start.stones[seat].bit_count()
    # Every turn places one stone.
    if more < 2 or end.hand[seat] >= max(1, start.hand[seat]):
        return None
    for reply in _after_captures(end, 1 - seat):
        if reply.stones[seat].bit_count() <= start.stones[seat].bit_count() + 1:
            return None
    left = end.hand[seat]
    if left:
        return Sentence(
            _("place {count} stones at once: you have {own} in reserve then"), count=more, own=left
        )
    return Sentence(
        _("place {count} stones at once: you have none left in reserve then"), count=more
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
    """The cells that are new to the seat alone, beside that stone of its that has most of them."""
    new = _sheltered(end, seat) & ~_sheltered(start, seat) & start.empty
    for reply in _after_captures(end, 1 - seat):
        new &= _sheltered(reply, seat)
    if not new:
        return None
    endangered = _together(_captures(end, 1 - seat))
    keepers = bits(end.stones[seat] & ~endangered)
    by_stone = {stone: beside(end.board, stone) & new for stone in keepers}
    keeper = max(by_stone, key=lambda stone: by_stone[stone].bit_count(), default=-1)
    if keeper < 0 or by_stone[keeper].bit_count() < _fewest(start):
        return None
    return Sentence(
        _(
            "keep {cells} for yourself: your {stone} looks there and your opponent doesn’t, so "
            "only you may place there"
        ),
        cells=names(end.board, by_stone[keeper]),
        stone=end.board.cell[keeper],
    )


def _own_room(position: Vigilance, seat: int) -> Iterator[Sentence]:
    """The cells beside one's own stones that the other seat does not see, where they are few."""
    cells = _sheltered(position, seat)
    if cells.bit_count() > FEW_CELLS:
        return
    for cell in position.board.names(cells):
        yield Sentence(_("only you may place on {cell}: your opponent doesn’t see it"), cell=cell)


def _reserves(position: Vigilance, seat: int) -> Iterator[Sentence]:
    # Past a slide one stone is always still to be placed. A single one will be soon.
    if max(position.hand[seat] - position.slid, position.hand[1 - seat]) < 2:
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


SURROUND = _("surround {cells}")
SEAL = _("seal off {cells}")
SAVE = _("look after {cells}, which your opponent could capture")
WATCH = _("watch cells where your opponent could place")
OPEN = _("open cells where you can place")
KEEP = _("keep cells beside your stones that your opponent doesn’t see")
STARVE = _("leave your opponent no cell to place on")
AIMS = {
    "threaten": SURROUND,
    "close in": _("surround {stones}"),
    "close your wall": SEAL,
    "build a wall": SEAL,
    "break in": _("get in at {cells}, which your opponent has sealed off"),
    "spoil": _("keep your opponent from sealing off {cells}"),
    "save": SAVE,
    "send": SURROUND,
    "leave your opponent": STARVE,
    "watch the cells": WATCH,
    "take {cells} from": WATCH,
    "bring {cells} into your sight": WATCH,
    "open cells": OPEN,
    "keep {cells}": KEEP,
}
"""What a turn aims at, by the first words of what is told of it, whichever plan tells it."""

PLANS = (
    Plan(
        "room",
        _("see more than your opponent"),
        _room,
        _urgent(by_gain(_room, _hide, _look)),
        strong=_own_room,
        aims=AIMS,
    ),
    Plan(
        "reserve",
        _("empty your reserve, or fill your opponent’s"),
        _reserve,
        _urgent(_open_by_capture, _send_back, _deploy),
        strong=_reserves,
        weak=_reserves,
        less=True,
        aims=AIMS,
    ),
    Plan(
        "slides",
        _("have more slides than your opponent"),
        _slides,
        _urgent(by_gain(_slides, _free_stone, _hem_in)),
        strong=_enemy_stuck,
        weak=_own_stuck,
        aims=AIMS,
    ),
    Plan(
        "shelter",
        KEEP,
        _shelter,
        _urgent(_keep_shelter),
        aims=AIMS,
    ),
)
