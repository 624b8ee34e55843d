"""What is said in Loops 'n Leaps of leapers: crowned, prepared and taken."""

from collections.abc import Iterable, Iterator
from math import dist

from ...core import Sentence, _
from ...loops_n_leaps import LoopsNLeaps
from .loops_n_leaps_leaps import all_takes, takes_from


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
        if start.men[seat] >> cell & 1:
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
    new = crowning(end, seat) - crowning(start, seat)
    if new:
        cell, men = _nearest_crown(end, seat, new)
        return Sentence(
            _("prepare a leaper: your next man on {next} sees {men} and is crowned"),
            next=cell,
            men=men,
        )
    nearly = crowning(end, seat, 1) - crowning(start, seat, 1)
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


def spoil_crown(start: LoopsNLeaps, end: LoopsNLeaps, seat: int) -> Sentence | None:
    lost_cells = crowning(start, 1 - seat) - crowning(end, 1 - seat)
    if not lost_cells:
        return None
    return Sentence(
        _("spoil {cell} for your opponent: a man of theirs was about to be crowned there"),
        cell=min(lost_cells),
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
