"""What is said in Loops 'n Leaps of rings: round one pillar, and round three next to each other."""

from collections.abc import Iterator, Mapping
from typing import Any

from ...core import Sentence, _
from ...loops_n_leaps import LoopsNLeaps
from ..knowledge.loops_n_leaps import rings, triangles
from .base import MOST_NAMES, names
from .loops_n_leaps_takes import after_replies, endangered

WALL_SHOWS = 4  # men on a loop round three pillars from which on it is spoken of
NEARLY = 4  # men beside a pillar from which on it is nearly surrounded
MOST_MISSING = 2  # men for a loop round three pillars that is nearly closed
FEW_MEN = 4  # of a seat, up to which a match is young


def free_rings(position: LoopsNLeaps, seat: int) -> Iterator[tuple[int, int]]:
    """The pillars without an enemy beside them, each with the cells round it, as bits."""
    enemy = position.men[1 - seat]
    for pillar, ring in rings(position.colonnade).items():
        if not ring & enemy:
            yield pillar, ring


def best_wall(position: LoopsNLeaps, seat: int) -> tuple[int, int]:
    """The loop round three pillars without an enemy on which a seat has most men, and how many.

    As bits; (0, 0) where it has none on any.
    """
    own = position.men[seat]
    enemy = position.men[1 - seat]
    best = 0
    most = 0
    for wall in triangles(position.colonnade):
        count = (own & wall).bit_count()
        if count > most and not wall & enemy:
            best = wall
            most = count
    return best, most


def pillars_inside(position: LoopsNLeaps, wall: int) -> tuple[str, ...]:
    """The pillars that a loop goes round."""
    ground = position.colonnade.ground
    return ground.names(ground.enclosed(wall) & position.colonnade.pillars)


def around_pillar(position: LoopsNLeaps, seat: int, pillar: int) -> dict[str, Any]:
    """A pillar, and how many of the cells beside it a seat holds."""
    ring = rings(position.colonnade)[pillar]
    return {
        "pillar": position.colonnade.ground.cell[pillar],
        "count": (position.men[seat] & ring).bit_count(),
        "around": ring.bit_count(),
    }


def last_beside(start: LoopsNLeaps, end: LoopsNLeaps, seat: int) -> int | None:
    """A pillar beside which the other side has lost its last man, and the seat holds most cells,
    but not all. None of its men there is in danger.
    """
    own = end.men[seat]
    free_before = dict(free_rings(start, seat))
    in_danger = endangered(end, seat)
    cleared = []
    for pillar, ring in free_rings(end, seat):
        count = (own & ring).bit_count()
        if pillar in free_before or ring & in_danger:
            continue
        if NEARLY <= count < ring.bit_count():
            cleared.append((count, pillar))
    return max(cleared, default=(0, None))[1]


def _closed_by(position: LoopsNLeaps, seat: int, cell: int) -> int:
    """The pillars that a man of a seat on a free cell closes in, as bits."""
    ground = position.colonnade.ground
    men = position.men[seat] | 1 << cell
    if not ground.dilate(position.men[seat]) >> cell & 1 or not ground.arcs.joins(men, cell):
        return 0
    return ground.enclosed(men) & position.colonnade.pillars & ~position.closed[seat]


def _closing(position: LoopsNLeaps, seat: int) -> dict[int, int]:
    """The free cells where a man of a seat closes a ring, with the pillars in it, as bits."""
    closing = {}
    for cell in position.vacant:
        pillars = _closed_by(position, seat, cell)
        if pillars:
            closing[cell] = pillars
    return closing


def _best_closing(closing: Mapping[int, int]) -> tuple[int, int]:
    """The cell that closes in most pillars, with them as bits. There is one."""
    return max(sorted(closing.items()), key=lambda item: item[1].bit_count())


def threaten_ring(start: LoopsNLeaps, end: LoopsNLeaps, seat: int) -> Sentence | None:
    """The ring that the turn has made ready to be closed.

    None where the other side can undo that by taking men.
    """
    closing = _closing(end, seat)
    if not closing:
        return None
    replies = after_replies(end, seat)
    lasting = {}
    for cell, pillars in closing.items():
        if all(_closed_by(reply, seat, cell) == pillars for reply in replies):
            lasting[cell] = pillars
    earlier = _closing(start, seat)
    new = {cell: pillars for cell, pillars in lasting.items() if cell not in earlier}
    if not new:
        return None
    cell, pillars = _best_closing(new)
    values: dict[str, Any] = {
        "next": end.board.cell[cell],
        "pillars": end.colonnade.ground.names(pillars),
    }
    for other in lasting:
        if other != cell and lasting[other] == pillars:
            return Sentence(
                _(
                    "threaten to close a ring round {pillars} on {next} or {more}: your opponent "
                    "can’t occupy both"
                ),
                more=end.board.cell[other],
                **values,
            )
    return Sentence(
        _("threaten to close a ring round {pillars}: only a man on {next} is missing"), **values
    )


def stop_ring(start: LoopsNLeaps, end: LoopsNLeaps, seat: int) -> Sentence | None:
    """The ring that the other side would have closed where the turn has put a man.

    None where that is in danger, or a ring round as many pillars can still be closed.
    """
    new = end.men[seat] & ~start.men[seat]
    closing = _closing(start, 1 - seat)
    taken = {cell: pillars for cell, pillars in closing.items() if new >> cell & 1}
    if not taken:
        return None
    cell, pillars = _best_closing(taken)
    left = _closing(end, 1 - seat).values()
    most_left = max((others.bit_count() for others in left), default=0)
    if most_left >= pillars.bit_count() or endangered(end, seat) >> cell & 1:
        return None
    return Sentence(
        _("occupy {cell}: a man of your opponent’s there would have closed a ring round {pillars}"),
        cell=end.board.cell[cell],
        pillars=end.colonnade.ground.names(pillars),
    )


def build_round(start: LoopsNLeaps, end: LoopsNLeaps, seat: int) -> Sentence | None:
    """The pillar with most men round it of those that the turn has brought a man to, if they hold
    half of the cells, none of them in danger.
    """
    own = end.men[seat]
    new = own & ~start.men[seat]
    in_danger = endangered(end, seat)
    approached = []
    for pillar, ring in free_rings(end, seat):
        count = (own & ring).bit_count()
        if ring & in_danger or not ring & new:
            continue
        if ring.bit_count() <= 2 * count < 2 * ring.bit_count():
            approached.append((count, pillar, ring))
    if not approached:
        return None
    count, pillar, ring = max(approached)
    free = ring & ~own
    values = around_pillar(end, seat, pillar)
    text = _(
        "build round the pillar {pillar}: you hold {count} of the {around} cells beside it now, "
        "your opponent none. Go on with {cells}"
    )
    if count >= NEARLY:
        text = _("build round the pillar {pillar}: the ring round it lacks only {cells} now")
    return Sentence(text, cells=names(end.board, free), **values)


def _leaves_nearly_closed(end: LoopsNLeaps, seat: int) -> bool:
    """Whether the other side of the seat that has made a turn has nearly surrounded a pillar."""
    enemy = end.men[1 - seat]
    counts = []
    for pillar, ring in free_rings(end, 1 - seat):
        if not end.closed[1 - seat] >> pillar & 1:
            counts.append((enemy & ring).bit_count())
    return max(counts, default=0) >= NEARLY


def step_in(start: LoopsNLeaps, end: LoopsNLeaps, seat: int) -> Sentence | None:
    """The pillar at which the turn has stepped in where the other side held most cells, if it held
    two, and the man that has stepped in is not in danger.

    None where the other side has nearly surrounded another, and this one it has not.
    """
    new = end.men[seat] & ~start.men[seat] & ~endangered(end, seat)
    enemy = start.men[1 - seat]
    entered = []
    for pillar, ring in free_rings(start, 1 - seat):
        count = (enemy & ring).bit_count()
        if ring & new and count > 1:
            entered.append((count, pillar))
    if not entered:
        return None
    count, pillar = max(entered)
    if count < NEARLY and _leaves_nearly_closed(end, seat):
        return None
    return Sentence(
        _(
            "step in at the pillar {pillar}: your opponent held {count} of the {around} cells "
            "beside it, and you none"
        ),
        **around_pillar(start, 1 - seat, pillar),
    )


def plan_loop(start: LoopsNLeaps, end: LoopsNLeaps, seat: int) -> Sentence | None:
    """The ring round three pillars on which the turn has put a man, if it has many by now, or all
    that there are, none of them in danger.
    """
    wall, count = best_wall(end, seat)
    own = end.men[seat]
    new = own & ~start.men[seat]
    free = wall & ~own
    if not wall & new or not free or wall & endangered(end, seat):
        return None
    pillars = pillars_inside(end, wall)
    is_young = own.bit_count() <= FEW_MEN
    if is_young and count == own.bit_count() > 1:
        return Sentence(
            _(
                "keep your men on one ring: the one round the pillars {pillars} runs through "
                "{men}, and your opponent has no man on it"
            ),
            men=end.board.names(own),
            pillars=pillars,
        )
    if count < WALL_SHOWS:
        return None
    values: dict[str, Any] = {"pillars": pillars, "count": count, "around": wall.bit_count()}
    if free.bit_count() <= MOST_NAMES:
        return Sentence(
            _("close one ring round the pillars {pillars}: it lacks only {cells} now"),
            cells=end.board.names(free),
            **values,
        )
    first = _first_inside(end, seat, wall, new)
    if first is not None:
        pillar, missing = first
        return Sentence(
            _(
                "plan one ring round the pillars {pillars}: you hold {count} of its {around} cells "
                "now, your opponent none. First close a ring round {pillar}, with {cells}"
            ),
            pillar=end.colonnade.ground.cell[pillar],
            cells=end.board.names(missing),
            **values,
        )
    beside_men = free & end.board.dilate(own & wall)
    return Sentence(
        _(
            "plan one ring round the pillars {pillars}: you hold {count} of its {around} cells "
            "now, your opponent none. Go on with {cells}"
        ),
        cells=names(end.board, beside_men or free),
        **values,
    )


def _first_inside(position: LoopsNLeaps, seat: int, wall: int, new: int) -> tuple[int, int] | None:
    """The pillar inside a loop round three that a seat has nearly surrounded with some new men,
    with the cells missing, as bits.
    """
    own = position.men[seat]
    inside = position.colonnade.ground.enclosed(wall)
    nearly = []
    for pillar, ring in free_rings(position, seat):
        count = (own & ring).bit_count()
        if inside >> pillar & 1 and ring & new and NEARLY <= count < ring.bit_count():
            nearly.append((count, pillar, ring & ~own))
    if not nearly:
        return None
    _count, pillar, missing = max(nearly)
    return pillar, missing


def cut_loop(start: LoopsNLeaps, end: LoopsNLeaps, seat: int) -> Sentence | None:
    """The ring round three pillars on which the other side had most men, of those on which the turn
    has put the first of the seat that is not in danger.

    None where the other side has nearly surrounded a pillar, and this ring lacks more.
    """
    own = start.men[seat]
    enemy = start.men[1 - seat]
    new = end.men[seat] & ~own & ~endangered(end, seat)
    entered = []
    for wall in triangles(start.colonnade):
        if wall & new and not wall & own:
            entered.append(((enemy & wall).bit_count(), wall))
    count, wall = max(entered, key=lambda item: item[0], default=(0, 0))
    is_far = wall.bit_count() - count > MOST_MISSING
    if count < WALL_SHOWS or (is_far and _leaves_nearly_closed(end, seat)):
        return None
    return Sentence(
        _(
            "cut your opponent’s ring round the pillars {pillars}: they held {count} of its "
            "{around} cells, and you none"
        ),
        pillars=pillars_inside(start, wall),
        count=count,
        around=wall.bit_count(),
    )


def own_closing(position: LoopsNLeaps, seat: int) -> Iterator[Sentence]:
    for cell, pillars in _most_pillars_first(_closing(position, seat)):
        yield Sentence(
            _("you can close a ring round {pillars} with a man on {next}"),
            next=position.board.cell[cell],
            pillars=position.colonnade.ground.names(pillars),
        )
    yield from _own_ring(position, seat)


def enemy_closing(position: LoopsNLeaps, seat: int) -> Iterator[Sentence]:
    for cell, pillars in _most_pillars_first(_closing(position, 1 - seat)):
        yield Sentence(
            _("be careful: your opponent can close a ring round {pillars} with a man on {next}"),
            next=position.board.cell[cell],
            pillars=position.colonnade.ground.names(pillars),
        )
    yield from _enemy_ring(position, seat)


def _most_pillars_first(closing: Mapping[int, int]) -> list[tuple[int, int]]:
    return sorted(closing.items(), key=lambda item: (-item[1].bit_count(), item[0]))


def _own_ring(position: LoopsNLeaps, seat: int) -> Iterator[Sentence]:
    for pillar, count, ring_size in _open_rings(position, seat):
        yield Sentence(
            _("the pillar {pillar} is open to you: only you have men beside it"),
            pillar=pillar,
            count=count,
            around=ring_size,
        )


def _enemy_ring(position: LoopsNLeaps, seat: int) -> Iterator[Sentence]:
    for pillar, count, ring_size in _open_rings(position, 1 - seat):
        yield Sentence(
            _("mind the pillar {pillar}: only your opponent has men beside it"),
            pillar=pillar,
            count=count,
            around=ring_size,
        )


def _open_rings(position: LoopsNLeaps, seat: int) -> list[tuple[str, int, int]]:
    """The pillars without an enemy beside which a seat holds half of the cells, but not all: how
    many, and of how many; where it holds most first.
    """
    own = position.men[seat]
    ground = position.colonnade.ground
    open_rings = []
    for pillar, ring in free_rings(position, seat):
        count = (own & ring).bit_count()
        size = ring.bit_count()
        if size <= 2 * count < 2 * size:
            open_rings.append((ground.cell[pillar], count, size))
    return sorted(open_rings, key=lambda item: item[1], reverse=True)


def own_loop(position: LoopsNLeaps, seat: int) -> Iterator[Sentence]:
    wall, count = best_wall(position, seat)
    if wall and count >= WALL_SHOWS:
        yield Sentence(
            _("look at the pillars {pillars}: a ring round them is open to you"),
            pillars=pillars_inside(position, wall),
            count=count,
            around=wall.bit_count(),
        )


def enemy_loop(position: LoopsNLeaps, seat: int) -> Iterator[Sentence]:
    wall, count = best_wall(position, 1 - seat)
    is_far = wall.bit_count() - count > MOST_MISSING
    if is_far and _leaves_nearly_closed(position, seat):
        return
    if wall and count >= WALL_SHOWS:
        yield Sentence(
            _("watch the pillars {pillars}: a ring round them is open to your opponent"),
            pillars=pillars_inside(position, wall),
            count=count,
            around=wall.bit_count(),
        )
