"""The ideas of Vigilance."""

from collections.abc import Mapping

from ...core import State, _
from ...vigilance import PIE
from ..claims.base import JudgedTurn
from ..claims.seen import room
from .base import Idea, does, marked, score_of, win_of, with_move


def _seen(state: State, seat: int) -> set[str]:
    return marked(state, f"seen{seat}")


def _slides(state: State, seat: int) -> int | None:
    """How many slides a seat would have; None where the rules have no position with it to move."""
    position = with_move(state, seat)
    if position is None:
        return None
    kinds = [position.move(code).kind for code in position.codes()]
    return kinds.count("step")


def _crossing(turn: JudgedTurn) -> bool:
    """A slide or a placement, not a swap, lets the stones see more."""
    more = len(_seen(turn.after, turn.seat)) - len(_seen(turn.before, turn.seat))
    return more >= 4 and bool(turn.cells("slid") or turn.cells("placed"))


def _balanced(turn: JudgedTurn) -> bool:
    """The whole pie is laid in this turn."""
    if turn.before.ply or len(turn.states) != 4:
        return False
    first = room(turn.after, 0) or 0
    second = room(turn.after, 1) or 0
    return abs(first - second) <= 2


def _has_captures(options: Mapping[str, str]) -> bool:
    return options["captures"] == "on"


def _starved(turn: JudgedTurn) -> bool:
    other = 1 - turn.seat
    cells = room(turn.after, other)
    if cells is None or turn.after.to_move != other:
        return False
    return cells < turn.after.reserve[other] + 1


def _hemmed(turn: JudgedTurn) -> bool:
    """The other side has few slides left; at the start nobody has many."""
    other = 1 - turn.seat
    if turn.before.ply <= PIE:
        return False
    old_slides = _slides(turn.before, other)
    new_slides = _slides(turn.after, other)
    if new_slides is None or new_slides > 4:
        return False
    return old_slides is None or new_slides < old_slides


def _refuge(turn: JudgedTurn) -> bool:
    """A placed stone has no empty neighbour in the enemy's sight.

    Nor does any slide of the enemy capture it.
    """
    if turn.before.ply < 3 or turn.after.to_move != 1 - turn.seat:
        return False
    board = turn.after.board
    visible = _seen(turn.after, 1 - turn.seat)
    pieces = set(turn.after.pieces())
    for stone in pieces.intersection(turn.cells("placed")):
        empty = set(board.neighbours(stone)) - pieces
        if empty and not empty & visible and _is_kept(turn.after, stone):
            return True
    return False


def _is_kept(state: State, stone: str) -> bool:
    """Whether a stone stays on the board whatever is decided next."""
    position = state.position()
    return all(stone in position.after(code).pieces() for code in position.codes())


def _slide_win(turn: JudgedTurn) -> bool:
    move = turn.after.last_move
    if win_of(turn, "sealed") is None or len(turn.states) != 2:
        return False
    return move is not None and move.kind == "step"


def _seals(turn: JudgedTurn) -> bool:
    return score_of(turn.after, turn.seat) > score_of(turn.before, turn.seat)


def _breaks_in(turn: JudgedTurn) -> bool:
    other = 1 - turn.seat
    return score_of(turn.after, other) < score_of(turn.before, other)


IDEAS = (
    Idea(
        "sight",
        _("Crossing sight"),
        _("Your stones see at least four cells more: your opponent can’t place there."),
        _crossing,
        repeats=("Room", "room", "slides", "shelter", "reserve", "refuge"),
        is_quiet=True,
    ),
    Idea(
        "pie",
        _("A balanced pie"),
        _("The three stones of the start leave both sides about as many cells to place on."),
        _balanced,
    ),
    Idea(
        "capture",
        _("Capture by looking"),
        _("A chain is captured once every empty cell beside it is seen."),
        does("captured"),
        repeats=("Captures", "reserve"),
    ),
    Idea(
        "reserve",
        _("The reserve as a weapon"),
        _(
            "Two stones or more go back into your opponent’s reserve, and count against them "
            "until placed again."
        ),
        does("captured", 2),
        repeats=("Reserve", "reserve", "capture"),
    ),
    Idea(
        "starving",
        _("More stones than room"),
        _("Your opponent is about to have more stones to place than cells that you don’t see."),
        _starved,
        repeats=("Reserve",),
    ),
    Idea(
        "sealing",
        _("Seal and count"),
        _("You seal off more cells."),
        _seals,
        repeats=("Counts",),
    ),
    Idea(
        "breaking-in",
        _("Breaking in"),
        _("Cells that your opponent had sealed off are open again."),
        _breaks_in,
        repeats=("Counts",),
    ),
    Idea(
        "hemming",
        _("Hemming in"),
        _("Your opponent has four slides left, or fewer."),
        _hemmed,
        repeats=("slides",),
        is_quiet=True,
    ),
    Idea(
        "refuge",
        _("Out of sight"),
        _(
            "You place a stone beside which your opponent sees no empty cell, so it can’t be "
            "captured at once."
        ),
        _refuge,
        helps=_has_captures,
        is_quiet=True,
    ),
    Idea(
        "slide-win",
        _("Won by the slide"),
        _("The slide alone seals off enough: you need not place any more."),
        _slide_win,
    ),
)
