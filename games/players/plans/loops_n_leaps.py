"""The plans of Loops 'n Leaps."""

from collections.abc import Iterator, Mapping

from ...core import Sentence, _
from ...loops_n_leaps import LoopsNLeaps
from ..knowledge.loops_n_leaps import most_taken, rings, triangles
from .base import Plan, by_gain, first_telling, names

WALL_SHOWS = 4  # men on a loop round three pillars from which on it is spoken of


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
    board = position.board
    takes = {}
    for source in position.doubles[seat]:
        for flight in position.colonnade.flights[source]:
            captures = position.captures(seat, flight.target)
            if captures and position.may_fly(seat, flight):
                takes[str(position.move(flight.code))] = board.names(captures)
    return takes


def _best_take(takes: dict[str, tuple[str, ...]]) -> str:
    """The leap that takes most. There is one."""
    return max(takes, key=lambda move: len(takes[move]))


def _take_men(start: LoopsNLeaps, end: LoopsNLeaps, seat: int) -> Sentence | None:
    men = start.men[1 - seat] & ~end.men[1 - seat]
    if not men:
        return None
    return Sentence(_("take men: {cells}. More men make longer rings"), cells=end.board.names(men))


def _crown(start: LoopsNLeaps, end: LoopsNLeaps, seat: int) -> Sentence | None:
    for cell in end.doubles[seat]:
        if not start.men[seat] >> cell & 1:
            return Sentence(
                _("crown a leaper on {cell}: only leapers can move and take men"),
                cell=end.board.cell[cell],
            )
    return None


def _hunt(start: LoopsNLeaps, end: LoopsNLeaps, seat: int) -> Sentence | None:
    for cell in start.doubles[1 - seat]:
        if not end.men[1 - seat] >> cell & 1:
            return Sentence(
                _("take the leaper on {cell}: only leapers can move and take men"),
                cell=end.board.cell[cell],
            )
    return None


def _prepare_crown(start: LoopsNLeaps, end: LoopsNLeaps, seat: int) -> Sentence | None:
    new = _crowning(end, seat) - _crowning(start, seat)
    if new:
        return Sentence(_("prepare a leaper: your next man on {next} is crowned"), next=min(new))
    nearly = _crowning(end, seat, 1) - _crowning(start, seat, 1)
    if nearly:
        return Sentence(
            _(
                "prepare a leaper on {next}: with one more of your men in sight, a man there is "
                "crowned"
            ),
            next=min(nearly),
        )
    return None


def _spoil_crown(start: LoopsNLeaps, end: LoopsNLeaps, seat: int) -> Sentence | None:
    lost_cells = _crowning(start, 1 - seat) - _crowning(end, 1 - seat)
    if not lost_cells:
        return None
    return Sentence(
        _("spoil {cell} for your opponent: a man of theirs was about to be crowned there"),
        cell=min(lost_cells),
    )


def _threaten(start: LoopsNLeaps, end: LoopsNLeaps, seat: int) -> Sentence | None:
    earlier = _takes(start, seat)
    new = {move: cells for move, cells in _takes(end, seat).items() if move not in earlier}
    if not new:
        return None
    move = _best_take(new)
    return Sentence(_("threaten {move}: that leap takes {cells}"), move=move, cells=new[move])


def _dodge(start: LoopsNLeaps, end: LoopsNLeaps, seat: int) -> Sentence | None:
    """The leap that took most, if it is gone and none that is left takes as much."""
    earlier = _takes(start, 1 - seat)
    later = _takes(end, 1 - seat)
    if not earlier:
        return None
    move = _best_take(earlier)
    most_left = max(map(len, later.values()), default=0)
    if move in later or most_left >= len(earlier[move]):
        return None
    return Sentence(
        _("stop your opponent’s leap {move}: it would have taken {cells}"),
        move=move,
        cells=earlier[move],
    )


def _build_round(start: LoopsNLeaps, end: LoopsNLeaps, seat: int) -> Sentence | None:
    """The pillar with most men round it of those that the turn has brought a man to."""
    own = end.men[seat]
    new = own & ~start.men[seat]
    ground = end.colonnade.ground
    approached = [(pillar, ring) for pillar, ring in _free_rings(end, seat) if ring & new]
    if not approached:
        return None
    pillar, ring = max(approached, key=lambda item: (item[1] & own).bit_count())
    free = ring & ~own & end.board.full
    if not free:
        return None
    if (ring & own).bit_count() == 1:
        return Sentence(
            _(
                "begin at the pillar {pillar}: your opponent has nothing beside it. Go on with "
                "{cells}"
            ),
            pillar=ground.cell[pillar],
            cells=names(end.board, free),
        )
    return Sentence(
        _(
            "build round the pillar {pillar}: with this turn you hold {count} of the {around} "
            "cells beside it, your opponent none. Go on with {cells}"
        ),
        pillar=ground.cell[pillar],
        count=(ring & own).bit_count(),
        around=ring.bit_count(),
        cells=names(end.board, free),
    )


def _step_in(start: LoopsNLeaps, end: LoopsNLeaps, seat: int) -> Sentence | None:
    new = end.men[seat] & ~start.men[seat]
    for pillar, ring in _free_rings(start, 1 - seat):
        if ring & start.men[1 - seat] and ring & new:
            return Sentence(
                _(
                    "step in at the pillar {pillar}: the shortest ring round it is closed to your "
                    "opponent now"
                ),
                pillar=end.colonnade.ground.cell[pillar],
            )
    return None


def _plan_loop(start: LoopsNLeaps, end: LoopsNLeaps, seat: int) -> Sentence | None:
    wall, count = _best_wall(end, seat)
    new = end.men[seat] & ~start.men[seat]
    free = wall & ~end.men[seat]
    if not wall & new or not free or count < 2:
        return None
    return Sentence(
        _(
            "plan one ring round the pillars {pillars}: with this turn you hold {count} of its "
            "{around} cells. Go on with {cells}. Three pillars win"
        ),
        pillars=_inside(end, wall),
        count=count,
        around=wall.bit_count(),
        cells=names(end.board, free),
    )


def _inside(position: LoopsNLeaps, wall: int) -> tuple[str, ...]:
    """The pillars that a loop goes round."""
    ground = position.colonnade.ground
    return ground.names(ground.enclosed(wall) & position.colonnade.pillars)


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
    for cells in _most_first(_takes(position, seat)):
        yield Sentence(_("you have a leap that takes {cells}"), cells=cells)


def _enemy_take(position: LoopsNLeaps, seat: int) -> Iterator[Sentence]:
    for cells in _most_first(_takes(position, 1 - seat)):
        yield Sentence(_("be careful: your opponent has a leap that takes {cells}"), cells=cells)


def _most_first(takes: Mapping[str, tuple[str, ...]]) -> list[tuple[str, ...]]:
    return sorted(takes.values(), key=len, reverse=True)


def _own_leaper(position: LoopsNLeaps, seat: int) -> Iterator[Sentence]:
    leapers = position.doubles[seat]
    text = _("you have more leapers, one of them on {cell}: let it leap")
    if len(leapers) == 1:
        text = _("you have the only leaper, on {cell}: let it leap")
    for cell in leapers:
        yield Sentence(text, cell=position.board.cell[cell])


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
    Plan("men", _("take men"), _men, _take_men),
    Plan(
        "leapers",
        _("crown leapers, and take your opponent’s"),
        _leapers,
        by_gain(_leapers, _crown, _hunt),
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
        first_telling(_build_round, _step_in),
        strong=_own_ring,
        weak=_enemy_ring,
    ),
    Plan(
        "wall",
        _("plan one ring round three pillars"),
        _wall,
        _plan_loop,
        strong=_own_loop,
        weak=_enemy_loop,
    ),
)
