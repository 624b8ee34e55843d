"""What is said in Loops 'n Leaps of leapers: crowned, prepared and taken."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import dist

from ...core import Sentence, _
from ...loops_n_leaps import LoopsNLeaps
from .loops_n_leaps_takes import (
    Take,
    all_takes,
    endangered,
    take_if_crowned,
    takes_from,
    with_man,
)

FEW_MEN = 8  # of a seat, up to which a place for a leaper is spoken of that sees only two of them


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


def crowning(position: LoopsNLeaps, seat: int, most_lack: int = 0) -> set[str]:
    """The free cells where a man is crowned, or would be with so many friends more in sight."""
    board = position.board
    return {
        board.cell[cell]
        for cell in position.vacant
        if _friends_missing(position, seat, cell) <= most_lack
    }


def crown(start: LoopsNLeaps, end: LoopsNLeaps, seat: int) -> Sentence | None:
    for cell in end.doubles[seat]:
        if start.men[seat] >> cell & 1 or endangered(end, seat) >> cell & 1:
            continue
        name = end.board.cell[cell]
        taken = takes_from(end, seat, cell)
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


def hunt(start: LoopsNLeaps, end: LoopsNLeaps, seat: int) -> Sentence | None:
    other = 1 - seat
    lost = [cell for cell in start.doubles[other] if not end.men[other] >> cell & 1]
    for cell in lost:
        taken = takes_from(start, other, cell)
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


def prepare_crown(start: LoopsNLeaps, end: LoopsNLeaps, seat: int) -> Sentence | None:
    """The place that the turn has made ready for a leaper, and what that could take.

    Else where just one man in sight is missing, if the turn has put one in sight of it, and the
    leaper could take something. Not where the other side can take a man that is seen from there.
    """
    in_danger = endangered(end, seat)
    ready = _steady(end, seat, crowning(end, seat), in_danger)
    new = ready & ~end.board.mask(crowning(start, seat))
    if new:
        return _about_ready(end, seat, new, ready)
    nearly = crowning(end, seat, 1) - crowning(start, seat, 1)
    fewest = 2 if end.men[seat].bit_count() <= FEW_MEN else 3
    placed = set(end.board.names(end.men[seat] & ~start.men[seat]))
    seen = {}
    for name in end.board.names(_steady(end, seat, nearly, in_danger)):
        men = _friends_in_sight(end, seat, name)
        if len(men) >= fewest and placed.intersection(men):
            seen[name] = men
    for name in _nearest_first(end, seat, seen):
        last = _last_missing(end, seat, name)
        if last is not None:
            return Sentence(
                _(
                    "prepare a leaper on {next}: a man there sees {men}. With one on {third}, too, "
                    "it’s crowned, and {move} would take {taken}"
                ),
                next=name,
                men=seen[name],
                third=last.cell,
                move=last.take.move,
                taken=last.take.cells,
            )
    return None


@dataclass(frozen=True, slots=True)
class LastMissing:
    """A free cell where one more man lets a leaper be crowned elsewhere, and what that can take."""

    cell: str
    take: Take


def _last_missing(position: LoopsNLeaps, seat: int, name: str) -> LastMissing | None:
    """The safe cell where a man is missing for a leaper on ``name`` that could then take most, and
    of those the nearest.

    Where there are leapers already, one more matters only if it could take two men.
    """
    board = position.board
    crown_cell = board.index[name]
    fewest = 2 if position.doubles[0] or position.doubles[1] else 1
    candidates = []
    for cell in position.vacant:
        if cell == crown_cell or _friends_missing(position, seat, cell) <= 0:
            continue
        later = with_man(position, seat, cell)
        if later.reason is not None or _friends_missing(later, seat, crown_cell) > 0:
            continue
        take = take_if_crowned(later, seat, name)
        if take is None or len(take.cells) < fewest or endangered(later, seat) >> cell & 1:
            continue
        candidates.append(LastMissing(board.cell[cell], take))

    def rank(missing: LastMissing) -> tuple[int, float, str]:
        distance = dist(board.xy(name), board.xy(missing.cell))
        return -len(missing.take.cells), distance, missing.cell

    return min(candidates, key=rank, default=None)


def _steady(position: LoopsNLeaps, seat: int, cells: Iterable[str], in_danger: int) -> int:
    """Those of some free cells from which a man sees no friend that is in danger, as bits."""
    board = position.board
    steady = []
    for name in cells:
        if not board.mask(_friends_in_sight(position, seat, name)) & in_danger:
            steady.append(name)
    return board.mask(steady)


def _about_ready(position: LoopsNLeaps, seat: int, new: int, ready: int) -> Sentence:
    """What is told of a place that has become ready for a leaper.

    :param new: Those that have, as bits.
    :param ready: These and those that were before.
    """
    board = position.board
    places = board.names(new)
    takes = _takes_by_place(position, seat, places)
    if takes:
        best = max(takes, key=lambda name: len(takes[name].cells))
        return Sentence(
            _(
                "prepare a leaper on {next}: your next man there sees {men} and is crowned. Then "
                "{move} would take {taken}"
            ),
            next=best,
            men=_friends_in_sight(position, seat, best),
            move=takes[best].move,
            taken=takes[best].cells,
        )
    cell = _nearest_first(position, seat, places)[0]
    others = [name for name in board.names(ready) if name != cell]
    if others:
        return Sentence(
            _(
                "prepare a leaper: your next man on {next} or {more} is crowned, and your opponent "
                "can’t occupy both"
            ),
            next=cell,
            more=others[0],
        )
    return Sentence(
        _("prepare a leaper: your next man on {next} sees {men} and is crowned"),
        next=cell,
        men=_friends_in_sight(position, seat, cell),
    )


def _takes_by_place(position: LoopsNLeaps, seat: int, places: Iterable[str]) -> dict[str, Take]:
    """What a leaper could take at best by where it is crowned next, where it could."""
    takes = {}
    for name in places:
        take = take_if_crowned(position, seat, name)
        if take is not None:
            takes[name] = take
    return takes


def _nearest_first(position: LoopsNLeaps, seat: int, cells: Iterable[str]) -> list[str]:
    """Some free cells, those from which a man sees most friends, and the nearest, first."""
    board = position.board

    def rank(name: str) -> tuple[int, float, str]:
        men = _friends_in_sight(position, seat, name)
        distance = sum(dist(board.xy(name), board.xy(man)) for man in men)
        return -len(men), distance, name

    return sorted(cells, key=rank)


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


def spoil_crown(start: LoopsNLeaps, end: LoopsNLeaps, seat: int) -> Sentence | None:
    """The place where the other side was about to crown its best leaper, if none as good is left.

    The better one is the one that could take more.
    """
    other = 1 - seat
    left = crowning(end, other)
    lost = crowning(start, other) - left
    if not lost:
        return None
    takes = _takes_by_place(start, other, sorted(lost))
    takes_left = _takes_by_place(end, other, left)
    most_left = max((len(take.cells) for take in takes_left.values()), default=0)
    best = max(takes, key=lambda name: len(takes[name].cells), default=None)
    if best is not None and len(takes[best].cells) > most_left:
        return Sentence(
            _(
                "keep your opponent from crowning a leaper on {cell}: there it would have "
                "threatened {taken}"
            ),
            cell=best,
            taken=takes[best].cells,
        )
    if left:
        return None
    return Sentence(
        _("keep your opponent from crowning a leaper on {cell}: they have no other place for one"),
        cell=min(lost),
    )


def own_leaper(position: LoopsNLeaps, seat: int) -> Iterator[Sentence]:
    board = position.board
    leapers = position.doubles[seat]
    for cell in leapers:
        taken = takes_from(position, seat, cell)
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


def enemy_leaper(position: LoopsNLeaps, seat: int) -> Iterator[Sentence]:
    """Leapers that one can take first; what else is to be done about them, where they are more."""
    board = position.board
    in_danger = {cell for cells in all_takes(position, seat).values() for cell in cells}
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


def own_crown(position: LoopsNLeaps, seat: int) -> Iterator[Sentence]:
    for cell in sorted(crowning(position, seat)):
        yield Sentence(_("a man of yours on {next} would be crowned"), next=cell)


def enemy_crown(position: LoopsNLeaps, seat: int) -> Iterator[Sentence]:
    for cell in sorted(crowning(position, 1 - seat)):
        yield Sentence(
            _("a man of your opponent’s on {next} would be crowned: spoil that"), next=cell
        )
