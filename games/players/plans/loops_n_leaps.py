"""The plans of Loops 'n Leaps."""

from collections.abc import Iterable, Iterator, Mapping
from math import dist
from typing import Any

from ...core import Sentence, _
from ...loops_n_leaps import LoopsNLeaps
from ..knowledge.loops_n_leaps import most_taken, rings, triangles
from .base import MOST_NAMES, Plan, by_gain, first_telling, names

WALL_SHOWS = 4  # men on a loop round three pillars from which on it is spoken of
NEARLY = 4  # men beside a pillar from which on it is nearly surrounded
FEW_MEN = 4  # of a seat, up to which a match is young


def _friends_missing(position: LoopsNLeaps, seat: int, cell: int) -> int:
    """How many more friends in sight a man of a seat needs on a free cell to be crowned.

    None are missing from 0 on.
    """
    friends = position.men[seat]
    all_men = friends | position.men[1 - seat]
    up, down, lack = position.colonnade.rays[cell]
    for ray in up:
        pieces = ray & all_men
        nearest = pieces & -pieces
        if nearest & friends:
            lack -= 1
    for ray in down:
        pieces = ray & all_men
        if pieces and friends >> pieces.bit_length() - 1 & 1:
            lack -= 1
    return lack


def _crowning(position: LoopsNLeaps, seat: int, most_lack: int = 0) -> set[str]:
    """The free cells where a man is crowned, or would be with so many friends more in sight."""
    board = position.board
    return {
        board.cell[cell]
        for cell in position.vacant
        if _friends_missing(position, seat, cell) <= most_lack
    }


def _nearly(position: LoopsNLeaps, seat: int) -> int:
    return len(_crowning(position, seat, 1))


def _crowns(position: LoopsNLeaps, seat: int) -> int:
    return len(_crowning(position, seat))


def _men(position: LoopsNLeaps, seat: int) -> int:
    return position.men[seat].bit_count()


def _leapers(position: LoopsNLeaps, seat: int) -> int:
    return len(position.doubles[seat])


def _free_rings(position: LoopsNLeaps, seat: int) -> Iterator[tuple[int, int]]:
    """The pillars without an enemy beside them, each with the cells round it, as bits."""
    enemy = position.men[1 - seat]
    for pillar, ring in rings(position.colonnade).items():
        if not ring & enemy:
            yield pillar, ring


def _pillars(position: LoopsNLeaps, seat: int) -> int:
    own = position.men[seat]
    return sum((own & ring).bit_count() for _pillar, ring in _free_rings(position, seat))


def _best_wall(position: LoopsNLeaps, seat: int) -> tuple[int, int]:
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


def _wall(position: LoopsNLeaps, seat: int) -> int:
    return _best_wall(position, seat)[1]


def _takes(position: LoopsNLeaps, seat: int) -> dict[str, tuple[str, ...]]:
    """The leaps with which a seat would take something in its turn, with what they take."""
    takes: dict[str, tuple[str, ...]] = {}
    for source in position.doubles[seat]:
        takes |= _takes_from(position, seat, source)
    return takes


def _takes_from(position: LoopsNLeaps, seat: int, source: int) -> dict[str, tuple[str, ...]]:
    """The same for the leaper of a seat on one cell."""
    board = position.board
    takes = {}
    for flight in position.colonnade.flights[source]:
        captures = position.captures(seat, flight.target)
        if captures and position.may_fly(seat, flight):
            takes[str(position.move(flight.code))] = board.names(captures)
    return takes


def _best_take(takes: dict[str, tuple[str, ...]]) -> str:
    """The leap that takes most. There is one."""
    return max(takes, key=lambda move: len(takes[move]))


def _taken(start: LoopsNLeaps, end: LoopsNLeaps, seat: int) -> int:
    """The men that a turn has taken, as bits; none where a start is taken over."""
    if not start.doubles[seat]:
        return 0
    return start.men[1 - seat] & ~end.men[1 - seat]


def _take_last_beside(start: LoopsNLeaps, end: LoopsNLeaps, seat: int) -> Sentence | None:
    men = _taken(start, end, seat)
    pillar = _last_beside(start, end, seat)
    if not men or pillar is None:
        return None
    return Sentence(
        _(
            "take men: {cells}. Your opponent has none beside the pillar {pillar} any more, where "
            "you hold {count} of the {around} cells"
        ),
        cells=end.board.names(men),
        **_around(end, seat, pillar),
    )


def _take_and_save(start: LoopsNLeaps, end: LoopsNLeaps, seat: int) -> Sentence | None:
    men = _taken(start, end, seat)
    rescue = _rescue(start, end, seat)
    if not men or rescue is None:
        return None
    move, saved = rescue
    return Sentence(
        _(
            "take men: {cells}. That also stops your opponent’s leap {move}, which would have "
            "taken {saved}"
        ),
        cells=end.board.names(men),
        move=move,
        saved=saved,
    )


def _take_out_of_loop(start: LoopsNLeaps, end: LoopsNLeaps, seat: int) -> Sentence | None:
    men = _taken(start, end, seat)
    wall, count = _best_wall(start, 1 - seat)
    if not men & wall or count < WALL_SHOWS:
        return None
    return Sentence(
        _(
            "take men: {cells}. That breaks into your opponent’s ring round the pillars "
            "{pillars}, where they held {count} of {around} cells"
        ),
        cells=end.board.names(men),
        count=count,
        around=wall.bit_count(),
        pillars=_inside(start, wall),
    )


def _take_for_loop(start: LoopsNLeaps, end: LoopsNLeaps, seat: int) -> Sentence | None:
    men = _taken(start, end, seat)
    wall, count = _best_wall(end, seat)
    if not men or count < WALL_SHOWS or count <= _best_wall(start, seat)[1]:
        return None
    return Sentence(
        _(
            "take men: {cells}. Now you hold {count} of the {around} cells of a ring round the "
            "pillars {pillars}, your opponent none"
        ),
        cells=end.board.names(men),
        count=count,
        around=wall.bit_count(),
        pillars=_inside(end, wall),
    )


def _take_men(start: LoopsNLeaps, end: LoopsNLeaps, seat: int) -> Sentence | None:
    men = _taken(start, end, seat)
    if not men:
        return None
    cells = end.board.names(men)
    leapers = men & _bits_of(start.doubles[1 - seat])
    if leapers and len(cells) > 1:
        return Sentence(
            _("take men: {cells}, with the leaper on {leaper}"),
            cells=cells,
            leaper=end.board.names(leapers)[0],
        )
    return Sentence(_("take men: {cells}. More men make longer rings"), cells=cells)


def _last_beside(start: LoopsNLeaps, end: LoopsNLeaps, seat: int) -> int | None:
    """A pillar beside which the other side has lost its last man, and the seat holds most cells,
    but not all.
    """
    own = end.men[seat]
    free_before = dict(_free_rings(start, seat))
    cleared = []
    for pillar, ring in _free_rings(end, seat):
        count = (own & ring).bit_count()
        if pillar not in free_before and NEARLY <= count < ring.bit_count():
            cleared.append((count, pillar))
    return max(cleared, default=(0, None))[1]


def _around(position: LoopsNLeaps, seat: int, pillar: int) -> dict[str, Any]:
    """A pillar, and how many of the cells beside it a seat holds."""
    ring = rings(position.colonnade)[pillar]
    return {
        "pillar": position.colonnade.ground.cell[pillar],
        "count": (position.men[seat] & ring).bit_count(),
        "around": ring.bit_count(),
    }


def _crown(start: LoopsNLeaps, end: LoopsNLeaps, seat: int) -> Sentence | None:
    for cell in end.doubles[seat]:
        if start.men[seat] >> cell & 1:
            continue
        name = end.board.cell[cell]
        taken = _takes_from(end, seat, cell)
        if taken:
            return Sentence(
                _("crown a leaper on {cell}: from there it can take {taken}"),
                cell=name,
                taken=max(taken.values(), key=len),
            )
        text = _("crown a leaper on {cell}: only leapers can move and take men")
        if not start.doubles[seat] and end.doubles[1 - seat]:
            text = _("crown a leaper on {cell}: until now only your opponent had any")
        elif not start.doubles[seat]:
            text = _(
                "crown a leaper on {cell}, the only one on the board: only leapers can move and "
                "take men"
            )
        return Sentence(text, cell=name)
    return None


def _hunt(start: LoopsNLeaps, end: LoopsNLeaps, seat: int) -> Sentence | None:
    other = 1 - seat
    lost = [cell for cell in start.doubles[other] if not end.men[other] >> cell & 1]
    for cell in lost:
        taken = _takes_from(start, other, cell)
        if taken:
            return Sentence(
                _("take the leaper on {cell}: it could have taken {taken}"),
                cell=end.board.cell[cell],
                taken=max(taken.values(), key=len),
            )
    for cell in lost:
        text = _("take the leaper on {cell}: only leapers can move and take men")
        if start.doubles[other] == lost[:1]:
            text = _(
                "take the leaper on {cell}, your opponent’s only one: until they crown another, "
                "none of their men can move"
            )
        return Sentence(text, cell=end.board.cell[cell])
    return None


def _prepare_crown(start: LoopsNLeaps, end: LoopsNLeaps, seat: int) -> Sentence | None:
    new = _crowning(end, seat) - _crowning(start, seat)
    if new:
        cell, men = _nearest_crown(end, seat, new)
        return Sentence(
            _("prepare a leaper: your next man on {next} sees {men} and is crowned"),
            next=cell,
            men=men,
        )
    nearly = _crowning(end, seat, 1) - _crowning(start, seat, 1)
    if nearly:
        cell, men = _nearest_crown(end, seat, nearly)
        if len(men) > 1:
            return Sentence(
                _(
                    "prepare a leaper on {next}: a man there sees {men}, and with one more in "
                    "sight it is crowned"
                ),
                next=cell,
                men=men,
            )
    return None


def _nearest_crown(
    position: LoopsNLeaps, seat: int, cells: Iterable[str]
) -> tuple[str, tuple[str, ...]]:
    """The one of some free cells from which a man sees most friends, and the nearest, with them."""
    board = position.board

    def rank(name: str) -> tuple[int, float, str]:
        men = _friends_in_sight(position, seat, name)
        distance = sum(dist(board.xy(name), board.xy(man)) for man in men)
        return -len(men), distance, name

    cell = min(cells, key=rank)
    return cell, _friends_in_sight(position, seat, cell)


def _friends_in_sight(position: LoopsNLeaps, seat: int, name: str) -> tuple[str, ...]:
    """The men of a seat that a man of it would see from a free cell."""
    friends = position.men[seat]
    all_men = friends | position.men[1 - seat]
    up, down, _majority = position.colonnade.rays[position.board.index[name]]
    seen = 0
    for ray in up:
        pieces = ray & all_men
        seen |= pieces & -pieces & friends
    for ray in down:
        pieces = ray & all_men
        seen |= 1 << pieces.bit_length() >> 1 & friends
    return position.board.names(seen)


def _spoil_crown(start: LoopsNLeaps, end: LoopsNLeaps, seat: int) -> Sentence | None:
    lost_cells = _crowning(start, 1 - seat) - _crowning(end, 1 - seat)
    if not lost_cells:
        return None
    return Sentence(
        _("spoil {cell} for your opponent: a man of theirs was about to be crowned there"),
        cell=min(lost_cells),
    )


def _threaten(start: LoopsNLeaps, end: LoopsNLeaps, seat: int) -> Sentence | None:
    """The leap that takes most of those that the turn has made possible, and what else it does."""
    earlier = _takes(start, seat)
    new = {move: cells for move, cells in _takes(end, seat).items() if move not in earlier}
    if not new:
        return None
    move = _best_take(new)
    later = _after_leap(end, seat, move)
    values: dict[str, Any] = {"move": move, "cells": new[move]}
    return _ring_after_leap(end, later, seat, values) or _about_leap(end, seat, values)


def _ring_after_leap(
    position: LoopsNLeaps, later: LoopsNLeaps, seat: int, values: Mapping[str, Any]
) -> Sentence | None:
    """What a leap does for a ring, if it does.

    :param later: The position after it.
    :param values: The leap and what it takes.
    """
    ground = position.colonnade.ground
    closed = later.closed[seat] & ~position.closed[seat]
    if closed:
        return Sentence(
            _("threaten {move}, a leap that takes {cells} and closes a ring round {pillars}"),
            **values,
            pillars=ground.names(closed),
        )
    opened = position.closed[1 - seat] & ~later.closed[1 - seat]
    if opened:
        return Sentence(
            _(
                "threaten {move}, a leap that takes {cells} and opens your opponent’s ring round "
                "{pillars}"
            ),
            **values,
            pillars=ground.names(opened),
        )
    pillar = _last_beside(position, later, seat)
    if pillar is None:
        return None
    return Sentence(
        _(
            "threaten {move}, a leap that takes {cells}: then you hold {count} of the "
            "{around} cells beside the pillar {pillar}, and your opponent none"
        ),
        **values,
        **_around(later, seat, pillar),
    )


def _about_leap(position: LoopsNLeaps, seat: int, values: Mapping[str, Any]) -> Sentence:
    """What a leap takes, and whether a leaper is among it."""
    board = position.board
    leapers = board.mask(values["cells"]) & _bits_of(position.doubles[1 - seat])
    if leapers and len(values["cells"]) > 1:
        return Sentence(
            _("threaten {move}, a leap that takes {cells}, with the leaper on {leaper}"),
            **values,
            leaper=board.names(leapers)[0],
        )
    if leapers:
        return Sentence(_("threaten {move}, a leap that takes the leaper on {cells}"), **values)
    return Sentence(_("threaten {move}: that leap takes {cells}"), **values)


def _after_leap(position: LoopsNLeaps, seat: int, move: str) -> LoopsNLeaps:
    """A position after a leap of a seat in its turn."""
    source, target = move.split("-")
    later = position.copy()
    later.to_move = seat
    index = position.board.index
    later.play(index[source] * position.board.size + index[target])
    return later


def _bits_of(cells: Iterable[int]) -> int:
    return sum(1 << cell for cell in cells)


def _dodge(start: LoopsNLeaps, end: LoopsNLeaps, seat: int) -> Sentence | None:
    """The leap that took most, if none that is left takes as much, and how it is stopped."""
    rescue = _rescue(start, end, seat)
    if rescue is None:
        return None
    move, cells = rescue
    source, target = move.split("-")
    index = start.board.index
    if not end.men[1 - seat] >> index[source] & 1:
        return Sentence(
            _("take the leaper on {cell}: it could have taken {taken}"), cell=source, taken=cells
        )
    new = end.men[seat] & ~start.men[seat]
    flight = start.colonnade.flight[index[source] * start.board.size + index[target]]
    if new & flight.target:
        return Sentence(
            _("take {cell} yourself: there your opponent’s leap {move} would have taken {taken}"),
            cell=target,
            move=move,
            taken=cells,
        )
    for cell in end.board.names(new & flight.path):
        return Sentence(
            _("block your opponent’s leap {move} on {cell}: it would have taken {taken}"),
            move=move,
            cell=cell,
            taken=cells,
        )
    return Sentence(
        _("stop your opponent’s leap {move}: it would have taken {cells}"), move=move, cells=cells
    )


def _rescue(start: LoopsNLeaps, end: LoopsNLeaps, seat: int) -> tuple[str, tuple[str, ...]] | None:
    """The leap of the other side that took most, with what it took; None where it is still
    possible, or another takes as much.
    """
    earlier = _takes(start, 1 - seat)
    if not earlier:
        return None
    later = _takes(end, 1 - seat)
    move = _best_take(earlier)
    most_left = max(map(len, later.values()), default=0)
    if most_left >= len(earlier[move]):
        return None
    return move, earlier[move]


def _closing(position: LoopsNLeaps, seat: int) -> dict[int, int]:
    """The free cells where a man of a seat closes a ring, with the pillars in it, as bits."""
    ground = position.colonnade.ground
    men = position.men[seat]
    neighbours = ground.dilate(men)
    open_pillars = position.colonnade.pillars & ~position.closed[seat]
    closing = {}
    for cell in position.vacant:
        with_man = men | 1 << cell
        if neighbours >> cell & 1 and ground.arcs.joins(with_man, cell):
            pillars = ground.enclosed(with_man) & open_pillars
            if pillars:
                closing[cell] = pillars
    return closing


def _best_closing(closing: Mapping[int, int]) -> tuple[int, int]:
    """The cell that closes in most pillars, with them as bits. There is one."""
    return max(sorted(closing.items()), key=lambda item: item[1].bit_count())


def _threaten_ring(start: LoopsNLeaps, end: LoopsNLeaps, seat: int) -> Sentence | None:
    """The ring that the turn has made ready to be closed."""
    earlier = _closing(start, seat)
    new = {cell: ring for cell, ring in _closing(end, seat).items() if cell not in earlier}
    if not new:
        return None
    cell, pillars = _best_closing(new)
    return Sentence(
        _("get ready to close a ring: a man on {next} closes it round {pillars}"),
        next=end.board.cell[cell],
        pillars=end.colonnade.ground.names(pillars),
    )


def _stop_ring(start: LoopsNLeaps, end: LoopsNLeaps, seat: int) -> Sentence | None:
    """The ring that the other side would have closed where the turn has put a man."""
    new = end.men[seat] & ~start.men[seat]
    closing = _closing(start, 1 - seat)
    taken = {cell: pillars for cell, pillars in closing.items() if new >> cell & 1}
    if not taken:
        return None
    cell, pillars = _best_closing(taken)
    return Sentence(
        _("take {cell}: a man of your opponent’s there would have closed a ring round {pillars}"),
        cell=end.board.cell[cell],
        pillars=end.colonnade.ground.names(pillars),
    )


def _build_round(start: LoopsNLeaps, end: LoopsNLeaps, seat: int) -> Sentence | None:
    """The pillar with most men round it of those that the turn has brought a man to, if they hold
    half of the cells.
    """
    own = end.men[seat]
    new = own & ~start.men[seat]
    approached = []
    for pillar, ring in _free_rings(end, seat):
        count = (own & ring).bit_count()
        if ring & new and ring.bit_count() <= 2 * count < 2 * ring.bit_count():
            approached.append((count, pillar, ring))
    if not approached:
        return None
    count, pillar, ring = max(approached)
    free = ring & ~own
    values = _around(end, seat, pillar)
    text = _(
        "build round the pillar {pillar}: you hold {count} of the {around} cells beside it now, "
        "your opponent none. Go on with {cells}"
    )
    if count >= NEARLY:
        text = _("build round the pillar {pillar}: the ring round it lacks only {cells} now")
    return Sentence(text, cells=names(end.board, free), **values)


def _step_in(start: LoopsNLeaps, end: LoopsNLeaps, seat: int) -> Sentence | None:
    """The pillar at which the turn has stepped in where the other side held most cells, if it held
    two.
    """
    new = end.men[seat] & ~start.men[seat]
    enemy = start.men[1 - seat]
    entered = []
    for pillar, ring in _free_rings(start, 1 - seat):
        count = (enemy & ring).bit_count()
        if ring & new and count > 1:
            entered.append((count, pillar))
    if not entered:
        return None
    _count, pillar = max(entered)
    return Sentence(
        _(
            "step in at the pillar {pillar}: your opponent held {count} of the {around} cells "
            "beside it, and you none"
        ),
        **_around(start, 1 - seat, pillar),
    )


def _plan_loop(start: LoopsNLeaps, end: LoopsNLeaps, seat: int) -> Sentence | None:
    """The ring round three pillars on which the turn has put a man, if it has many by now, or all
    that there are.
    """
    wall, count = _best_wall(end, seat)
    own = end.men[seat]
    new = own & ~start.men[seat]
    free = wall & ~own
    if not wall & new or not free:
        return None
    pillars = _inside(end, wall)
    is_young = own.bit_count() <= FEW_MEN
    if is_young and count == own.bit_count() > 1:
        return Sentence(
            _(
                "keep your men on one ring: the one round {pillars} runs through {men}, and your "
                "opponent has no man on it"
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
    first = _first_inside(end, seat, wall)
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


def _first_inside(position: LoopsNLeaps, seat: int, wall: int) -> tuple[int, int] | None:
    """The pillar inside a loop round three that a seat has nearly surrounded already, with the
    cells missing, as bits.
    """
    own = position.men[seat]
    inside = position.colonnade.ground.enclosed(wall)
    nearly = []
    for pillar, ring in _free_rings(position, seat):
        count = (own & ring).bit_count()
        if inside >> pillar & 1 and NEARLY <= count < ring.bit_count():
            nearly.append((count, pillar, ring & ~own))
    if not nearly:
        return None
    _count, pillar, missing = max(nearly)
    return pillar, missing


def _cut_loop(start: LoopsNLeaps, end: LoopsNLeaps, seat: int) -> Sentence | None:
    """The ring round three pillars on which the other side had most men, of those on which the turn
    has put the first of the seat.
    """
    own = start.men[seat]
    enemy = start.men[1 - seat]
    new = end.men[seat] & ~own
    entered = []
    for wall in triangles(start.colonnade):
        if wall & new and not wall & own:
            entered.append(((enemy & wall).bit_count(), wall))
    count, wall = max(entered, default=(0, 0))
    if count < WALL_SHOWS:
        return None
    return Sentence(
        _(
            "cut your opponent’s ring round the pillars {pillars}: they held {count} of its "
            "{around} cells, and you none"
        ),
        pillars=_inside(start, wall),
        count=count,
        around=wall.bit_count(),
    )


def _inside(position: LoopsNLeaps, wall: int) -> tuple[str, ...]:
    """The pillars that a loop goes round."""
    ground = position.colonnade.ground
    return ground.names(ground.enclosed(wall) & position.colonnade.pillars)


def _own_closing(position: LoopsNLeaps, seat: int) -> Iterator[Sentence]:
    for cell, pillars in _most_pillars_first(_closing(position, seat)):
        yield Sentence(
            _("you can close a ring round {pillars} with a man on {next}"),
            next=position.board.cell[cell],
            pillars=position.colonnade.ground.names(pillars),
        )
    yield from _own_ring(position, seat)


def _enemy_closing(position: LoopsNLeaps, seat: int) -> Iterator[Sentence]:
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
            _(
                "the pillar {pillar} is open to you: you hold {count} of the {around} cells beside "
                "it, and your opponent none"
            ),
            pillar=pillar,
            count=count,
            around=ring_size,
        )


def _enemy_ring(position: LoopsNLeaps, seat: int) -> Iterator[Sentence]:
    for pillar, count, ring_size in _open_rings(position, 1 - seat):
        yield Sentence(
            _(
                "step in at the pillar {pillar}: your opponent holds {count} of the {around} cells "
                "beside it, and you none"
            ),
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
    for pillar, ring in _free_rings(position, seat):
        count = (own & ring).bit_count()
        size = ring.bit_count()
        if size <= 2 * count < 2 * size:
            open_rings.append((ground.cell[pillar], count, size))
    return sorted(open_rings, key=lambda item: item[1], reverse=True)


def _own_loop(position: LoopsNLeaps, seat: int) -> Iterator[Sentence]:
    wall, count = _best_wall(position, seat)
    if wall and count >= WALL_SHOWS:
        yield Sentence(
            _(
                "look at the pillars {pillars}: you hold {count} of the {around} cells of a ring "
                "round them"
            ),
            pillars=_inside(position, wall),
            count=count,
            around=wall.bit_count(),
        )


def _enemy_loop(position: LoopsNLeaps, seat: int) -> Iterator[Sentence]:
    wall, count = _best_wall(position, 1 - seat)
    if wall and count >= WALL_SHOWS:
        yield Sentence(
            _(
                "watch the pillars {pillars}: your opponent holds {count} of the {around} cells of "
                "a ring round them"
            ),
            pillars=_inside(position, wall),
            count=count,
            around=wall.bit_count(),
        )


def _own_take(position: LoopsNLeaps, seat: int) -> Iterator[Sentence]:
    for move, cells in _most_first(_takes(position, seat)):
        yield Sentence(_("you have the leap {move}: it takes {cells}"), move=move, cells=cells)


def _enemy_take(position: LoopsNLeaps, seat: int) -> Iterator[Sentence]:
    for move, cells in _most_first(_takes(position, 1 - seat)):
        yield Sentence(
            _("be careful: your opponent has the leap {move}, which takes {cells}"),
            move=move,
            cells=cells,
        )


def _most_first(takes: Mapping[str, tuple[str, ...]]) -> list[tuple[str, tuple[str, ...]]]:
    return sorted(takes.items(), key=lambda item: len(item[1]), reverse=True)


def _own_leaper(position: LoopsNLeaps, seat: int) -> Iterator[Sentence]:
    board = position.board
    leapers = position.doubles[seat]
    for cell in leapers:
        taken = _takes_from(position, seat, cell)
        if taken:
            yield Sentence(
                _("your leaper on {cell} can take {taken}"),
                cell=board.cell[cell],
                taken=max(taken.values(), key=len),
            )
    if len(leapers) == 1 and not position.doubles[1 - seat]:
        yield Sentence(
            _("you have the only leaper, on {cell}: let it leap"), cell=board.cell[leapers[0]]
        )


def _enemy_leaper(position: LoopsNLeaps, seat: int) -> Iterator[Sentence]:
    """Leapers that one can take first; what else is to be done about them, where they are more."""
    board = position.board
    in_danger = {cell for cells in _takes(position, seat).values() for cell in cells}
    leapers = [board.cell[cell] for cell in position.doubles[1 - seat]]
    for cell in leapers:
        if cell in in_danger:
            yield Sentence(
                _("your opponent has more leapers, one of them on {cell}: take it"), cell=cell
            )
    if len(leapers) <= len(position.doubles[seat]):
        return
    text = _("your opponent has more leapers, one of them on {cell}: crown your own")
    if len(leapers) == 1:
        text = _("your opponent has the only leaper, on {cell}: crown your own")
    for cell in leapers:
        yield Sentence(text, cell=cell)


def _own_crown(position: LoopsNLeaps, seat: int) -> Iterator[Sentence]:
    for cell in sorted(_crowning(position, seat)):
        yield Sentence(_("a man of yours on {next} would be crowned"), next=cell)


def _enemy_crown(position: LoopsNLeaps, seat: int) -> Iterator[Sentence]:
    for cell in sorted(_crowning(position, 1 - seat)):
        yield Sentence(
            _("a man of your opponent’s on {next} would be crowned: spoil that"), next=cell
        )


PLANS = (
    Plan(
        "men",
        _("take men"),
        _men,
        first_telling(
            _take_last_beside, _take_and_save, _take_out_of_loop, _take_for_loop, _take_men
        ),
    ),
    Plan(
        "leapers",
        _("crown leapers, and take your opponent’s"),
        _leapers,
        first_telling(
            by_gain(_leapers, _crown, _hunt), by_gain(_crowns, _prepare_crown, _spoil_crown)
        ),
        strong=_own_leaper,
        weak=_enemy_leaper,
    ),
    Plan(
        "crowns",
        _("prepare leapers, and spoil your opponent’s"),
        _nearly,
        by_gain(_nearly, _prepare_crown, _spoil_crown),
        strong=_own_crown,
        weak=_enemy_crown,
    ),
    Plan(
        "takes",
        _("threaten to take men, and save yours"),
        most_taken,
        by_gain(most_taken, _threaten, _dodge),
        strong=_own_take,
        weak=_enemy_take,
    ),
    Plan(
        "pillars",
        _("claim pillars for yourself, and step in at your opponent’s"),
        _pillars,
        first_telling(_threaten_ring, _stop_ring, by_gain(_pillars, _build_round, _step_in)),
        strong=_own_closing,
        weak=_enemy_closing,
    ),
    Plan(
        "wall",
        _("plan one ring round three pillars, and cut your opponent’s"),
        _wall,
        first_telling(_threaten_ring, _stop_ring, by_gain(_wall, _plan_loop, _cut_loop)),
        strong=_own_loop,
        weak=_enemy_loop,
    ),
)
