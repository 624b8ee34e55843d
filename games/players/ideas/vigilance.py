"""The ideas of Vigilance."""

from __future__ import annotations

from ...core import State, _
from ..claims.base import Story
from ..claims.seen import room
from ..solver import played
from .base import Idea, has_won, own_cells


def _sealed(state: State, seat: int) -> int:
    score = state.score
    return 0 if score is None else score[seat]


def _seen(state: State, seat: int) -> set[str]:
    return set(state.marks.get(f"seen{seat}", ()))


def _slides(state: State, seat: int) -> int | None:
    """How many slides a seat would have; None where that cannot be asked."""
    position = state.position()
    if position.reason is not None:
        return None
    if position.to_move != seat:
        turned = position.turned()
        if turned is None:
            return None
        position = turned
    return sum(position.move(code).kind == "step" for code in position.codes())


def _crossing(told: Story) -> bool:
    """Some cell is newly seen by stones of one's own along two lines."""
    return len(_seen(told.after, told.seat)) >= len(_seen(told.before, told.seat)) + 4


def _balanced(told: Story) -> bool:
    """The whole pie is laid in this turn."""
    rooms = [room(told.after, seat) or 0 for seat in (0, 1)]
    return told.before.ply == 0 and len(told.states) == 4 and abs(rooms[0] - rooms[1]) <= 2


def _starved(told: Story) -> bool:
    """The enemy has more stones to place than cells to place them on."""
    other = 1 - told.seat
    free = room(told.after, other)
    return free is not None and told.after.to_move == other and free < told.after.reserve[other] + 1


def _hemmed(told: Story) -> bool:
    other = 1 - told.seat
    before, after = _slides(told.before, other), _slides(told.after, other)
    return after is not None and after <= 4 and (before is None or after < before)


def _refuge(told: Story) -> bool:
    """A placed stone has no empty neighbour in the enemy's sight, and no slide of the enemy captures it."""
    board, seen = told.after.board, _seen(told.after, 1 - told.seat)
    taken = set(told.after.pieces())
    hidden = {
        one
        for one in own_cells(told, "placed")
        if all(cell not in seen for cell in board.neighbours(one) if cell not in taken)
        and any(cell not in taken for cell in board.neighbours(one))
    }
    if told.before.ply < 3 or told.after.to_move != 1 - told.seat:
        return False
    position = told.after.position()
    return any(all(one in played(position, code).pieces() for code in position.codes()) for one in hidden & set(taken))


IDEAS = (
    Idea(
        "sight",
        _("Crossing sight"),
        _("Your stones see at least four cells more than before; your opponent can’t place where they look."),
        _crossing,
    ),
    Idea(
        "pie",
        _("A balanced pie"),
        _("Red’s three stones leave each side as many cells out of the other’s sight, give or take two."),
        _balanced,
    ),
    Idea(
        "capture",
        _("Capture by looking"),
        _("A chain goes when every empty cell beside it is seen."),
        lambda told: bool(own_cells(told, "captured")),
    ),
    Idea(
        "reserve",
        _("The reserve as a weapon"),
        _("Two stones or more go back into your opponent’s hand, and count against them until they are placed."),
        lambda told: len(own_cells(told, "captured")) >= 2,
    ),
    Idea(
        "starving",
        _("More stones than room"),
        _("As things stand, your opponent will have more stones to place than cells out of your sight."),
        _starved,
    ),
    Idea(
        "sealing",
        _("Seal and count"),
        _("Your sealed cells grow."),
        lambda told: _sealed(told.after, told.seat) > _sealed(told.before, told.seat),
    ),
    Idea(
        "breaking-in",
        _("Breaking in"),
        _("Cells that your opponent had sealed off are sealed no longer."),
        lambda told: _sealed(told.after, 1 - told.seat) < _sealed(told.before, 1 - told.seat),
    ),
    Idea(
        "hemming",
        _("Hemming in"),
        _("Your opponent is left with four slides or fewer, less than before."),
        _hemmed,
    ),
    Idea(
        "refuge",
        _("Out of sight"),
        _("A stone is placed where no empty cell beside it is seen, so its chain cannot be captured at once."),
        _refuge,
    ),
    Idea(
        "slide-win",
        _("Won by the slide"),
        _("The slide alone seals off enough; nothing needs to be placed any more."),
        lambda told: (
            has_won(told, "sealed")
            and len(told.states) == 2
            and told.after.last_move is not None
            and told.after.last_move.kind == "step"
        ),
    ),
)
