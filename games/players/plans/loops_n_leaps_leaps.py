"""What is said in Loops 'n Leaps of leaps that take men: made, threatened and stopped."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ...core import Sentence, _
from ...loops_n_leaps import LoopsNLeaps
from ..knowledge.loops_n_leaps import most_taken
from .loops_n_leaps_rings import around_pillar, best_wall, last_beside, pillars_inside
from .loops_n_leaps_takes import after_leap, after_replies, all_takes, endangered

HALF = 6  # men on a loop round three pillars from which on it matters that men are taken for it


def _best_take(takes: dict[str, tuple[str, ...]]) -> str:
    """The leap that takes most. There is one."""
    return max(takes, key=lambda move: len(takes[move]))


def _taken(start: LoopsNLeaps, end: LoopsNLeaps, seat: int) -> int:
    """The men that a turn has taken, as bits; none where a start is taken over."""
    if not start.doubles[seat]:
        return 0
    return start.men[1 - seat] & ~end.men[1 - seat]


def take_last_beside(start: LoopsNLeaps, end: LoopsNLeaps, seat: int) -> Sentence | None:
    men = _taken(start, end, seat)
    pillar = last_beside(start, end, seat)
    if not men or pillar is None:
        return None
    return Sentence(
        _(
            "take men: {cells}. Your opponent has none beside the pillar {pillar} any more, where "
            "you hold {count} of the {around} cells"
        ),
        cells=end.board.names(men),
        **around_pillar(end, seat, pillar),
    )


def take_and_save(start: LoopsNLeaps, end: LoopsNLeaps, seat: int) -> Sentence | None:
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


def take_out_of_loop(start: LoopsNLeaps, end: LoopsNLeaps, seat: int) -> Sentence | None:
    men = _taken(start, end, seat)
    wall, count = best_wall(start, 1 - seat)
    if not men & wall or count < HALF:
        return None
    if start.closed[1 - seat] & ~end.closed[1 - seat]:
        return None  # that it breaks a ring is said by itself
    return Sentence(
        _(
            "take men: {cells}. That breaks into your opponent’s ring round the pillars "
            "{pillars}, where they held {count} of {around} cells"
        ),
        cells=end.board.names(men),
        count=count,
        around=wall.bit_count(),
        pillars=pillars_inside(start, wall),
    )


def take_for_loop(start: LoopsNLeaps, end: LoopsNLeaps, seat: int) -> Sentence | None:
    men = _taken(start, end, seat)
    wall, count = best_wall(end, seat)
    if not men or count < HALF or count <= best_wall(start, seat)[1]:
        return None
    if wall & endangered(end, seat):
        return None
    return Sentence(
        _(
            "take men: {cells}. Now you hold {count} of the {around} cells of a ring round the "
            "pillars {pillars}, your opponent none"
        ),
        cells=end.board.names(men),
        count=count,
        around=wall.bit_count(),
        pillars=pillars_inside(end, wall),
    )


def take_men(start: LoopsNLeaps, end: LoopsNLeaps, seat: int) -> Sentence | None:
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
    if not (end.men[seat] & ~start.men[seat]) & endangered(end, seat):
        return Sentence(
            _("take men: {cells}. Your opponent can’t take them back at once"), cells=cells
        )
    return Sentence(_("take men: {cells}. Your rings can run through them now"), cells=cells)


def threaten(start: LoopsNLeaps, end: LoopsNLeaps, seat: int) -> Sentence | None:
    """The best leap of those that the turn has made possible, and what else it does than take men.

    First one that closes or opens a ring, then the one that takes most; a leaper counts twice.
    None where the other side can undo it by taking men itself.
    """
    earlier = all_takes(start, seat)
    new = {move: cells for move, cells in all_takes(end, seat).items() if move not in earlier}
    if not new:
        return None
    replies = after_replies(end, seat)
    later = {move: after_leap(end, seat, move) for move in new}

    leapers = _bits_of(end.doubles[1 - seat])

    def use(move: str) -> tuple[int, int]:
        closed = later[move].closed[seat] & ~end.closed[seat]
        opened = end.closed[1 - seat] & ~later[move].closed[1 - seat]
        taken_leapers = end.board.mask(new[move]) & leapers
        return (closed | opened).bit_count(), len(new[move]) + taken_leapers.bit_count()

    for move in sorted(new, key=use, reverse=True):
        if all(all_takes(reply, seat).get(move) == new[move] for reply in replies):
            values: dict[str, Any] = {"move": move, "cells": new[move]}
            about_ring = _ring_after_leap(end, later[move], seat, values)
            return about_ring or _about_leap(end, seat, values)
    return None


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
    pillar = last_beside(position, later, seat)
    if pillar is None:
        return None
    return Sentence(
        _(
            "threaten {move}, a leap that takes {cells}: then you hold {count} of the "
            "{around} cells beside the pillar {pillar}, and your opponent none"
        ),
        **values,
        **around_pillar(later, seat, pillar),
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


def _bits_of(cells: Iterable[int]) -> int:
    return sum(1 << cell for cell in cells)


def dodge(start: LoopsNLeaps, end: LoopsNLeaps, seat: int) -> Sentence | None:
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
    most_left = most_taken(end, 1 - seat)
    falls = new & endangered(end, seat)
    if falls and most_left > 1 and 3 * most_left > len(cells):
        return None  # what stops the leap falls itself, for little
    flight = start.colonnade.flight[index[source] * start.board.size + index[target]]
    if new & flight.target:
        return Sentence(
            _("occupy {cell}: there your opponent’s leap {move} would have taken {taken}"),
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
    earlier = all_takes(start, 1 - seat)
    if not earlier:
        return None
    later = all_takes(end, 1 - seat)
    move = _best_take(earlier)
    most_left = max(map(len, later.values()), default=0)
    if most_left >= len(earlier[move]):
        return None
    return move, earlier[move]


def own_take(position: LoopsNLeaps, seat: int) -> Iterator[Sentence]:
    for take in _best_takes(position, seat):
        text = _("one leap of yours can take {cells}")
        if take.pillars:
            text = _("one leap of yours can take {cells} and close a ring round {pillars}")
        yield Sentence(text, move=take.move, cells=take.cells, pillars=take.pillars)


def enemy_take(position: LoopsNLeaps, seat: int) -> Iterator[Sentence]:
    for take in _best_takes(position, 1 - seat):
        text = _("be careful: one leap of your opponent’s can take {cells}")
        if take.pillars:
            text = _(
                "be careful: one leap of your opponent’s can take {cells} and close a ring round "
                "{pillars}"
            )
        yield Sentence(text, move=take.move, cells=take.cells, pillars=take.pillars)


@dataclass(frozen=True, slots=True)
class NoticedTake:
    """A leap that takes men.

    :param pillars: Those round which it closes a ring.
    """

    move: str
    cells: tuple[str, ...]
    pillars: tuple[str, ...]

    @property
    def rank(self) -> tuple[int, int]:
        """What matters most of it first."""
        return len(self.pillars), len(self.cells)


def _best_takes(position: LoopsNLeaps, seat: int) -> list[NoticedTake]:
    """The leaps of a seat that take men, the best first."""
    takes = []
    for move, cells in all_takes(position, seat).items():
        later = after_leap(position, seat, move)
        closed = later.closed[seat] & ~position.closed[seat]
        takes.append(NoticedTake(move, cells, position.colonnade.ground.names(closed)))
    return sorted(takes, key=lambda take: take.rank, reverse=True)
