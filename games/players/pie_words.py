"""What a hint says of a start that may be taken over, and of taking it over."""

from ..core import SWAP, Sentence, _
from .claims import JudgedTurn
from .knowledge import knowledge_of
from .pie import even_first_cells, is_known_to_be_even, offers_start
from .plans.places import targets

ABOUT_EVEN = 0.2  # how far from nothing the value of a start may be, from -1 to 1

_TAKE = _(
    "take over {cells}: I’d rather have that start than play against it. It becomes yours, and "
    "your opponent moves next"
)
_LEAVE = _("don’t take {cells} over: you do at least as well against that start")
_LEAVE_SEEING = _(
    "don’t take {cells} over: after this turn your stones see more of the board than those do"
)
_LEAVE_EVEN = _("don’t take {cells} over: that start is about even")
_EITHER = _("take {cells} over or not, as you like: neither side won much more often from there")
_TRIED = _(
    "start with {cells}: in matches tried from there, neither side won much more often, so your "
    "opponent gains little by taking it over"
)
_EVEN = _(
    "start with {cells}: as far as I can tell that’s about even, so your opponent gains little by "
    "taking it over"
)
_OPEN = _("start with {cells}: your opponent may take it over, so it mustn’t be too good")
_TRIED_BOTH = _(
    "put your stones on {cells} and your opponent’s on {theirs}: in matches tried from there, "
    "neither side won much more often, so your opponent gains little by taking it over"
)
_EVEN_BOTH = _(
    "put your stones on {cells} and your opponent’s on {theirs}: as far as I can tell that’s about "
    "even, so your opponent gains little by taking it over"
)
_OPEN_BOTH = _(
    "put your stones on {cells} and your opponent’s on {theirs}: your opponent may take it over, "
    "so it mustn’t be too good"
)
_LOOK = _("for an even start, which your opponent may take over, look at {cells}")
_ANY = _("most starts are about even here, {cells} for example: choose the one you like")
_CAREFUL = _("your opponent may take over your start, so it mustn’t be too good")


def is_settled(turn: JudgedTurn) -> bool:
    """Whether a turn offers a start or takes one over, so that no other is as good for its plan."""
    return SWAP in turn.moves or SWAP in turn.after.legal_moves()


def about_turn(turn: JudgedTurn, value: float) -> Sentence | None:
    """Why a good turn takes a start over, leaves it or offers it; None of any other turn.

    :param value: what the turn is worth for the side that makes it, from -1 to 1
    """
    if SWAP in turn.before.legal_moves():
        return _about_taking_over(turn, value)
    if SWAP not in turn.after.legal_moves():
        return None
    cells = targets(turn.moves)
    pieces = turn.after.pieces()
    own = tuple(cell for cell in cells if pieces[cell][-1] == turn.seat)
    theirs = tuple(cell for cell in cells if cell not in own)
    is_tried = is_known_to_be_even(turn.after)
    is_even = abs(value) <= ABOUT_EVEN
    if own and theirs:
        text = _text(_TRIED_BOTH, _EVEN_BOTH, _OPEN_BOTH, is_tried=is_tried, is_even=is_even)
        return Sentence(text, cells=own, theirs=theirs)
    text = _text(_TRIED, _EVEN, _OPEN, is_tried=is_tried, is_even=is_even)
    return Sentence(text, cells=cells)


def _text(tried: str, even: str, uneven: str, *, is_tried: bool, is_even: bool) -> str:
    """What is said of a start, by whether it was tried and whether it seems even."""
    if is_tried:
        return tried
    return even if is_even else uneven


def _about_taking_over(turn: JudgedTurn, value: float) -> Sentence | None:
    cells = turn.before.play(SWAP).taken_over
    if is_known_to_be_even(turn.before):
        return Sentence(_EITHER, cells=cells)
    if SWAP in turn.moves:
        return Sentence(_TAKE, cells=cells)
    if value >= 0 and _sees_more(turn):
        return Sentence(_LEAVE_SEEING, cells=cells)
    if value >= 0:
        return Sentence(_LEAVE, cells=cells)
    if value >= -ABOUT_EVEN:
        return Sentence(_LEAVE_EVEN, cells=cells)
    return None


def _sees_more(turn: JudgedTurn) -> bool:
    """Whether a side then sees more empty cells than the other, in a game with sight."""
    cells = [turn.after.marks.get(f"seen{seat}", ()) for seat in (turn.seat, 1 - turn.seat)]
    return len(cells[0]) > len(cells[1])


def about_start(turn: JudgedTurn) -> Sentence | None:
    """Where the start that a side is about to offer is even; the one that the turn offers is among
    them.

    Where no even one is looked for, that there are many; None where no start is offered.
    """
    state = turn.before
    if not offers_start(state, knowledge_of(state.game)):
        may_be_taken_over = SWAP in turn.after.legal_moves()
        return Sentence(_ANY, cells=targets(turn.moves)) if may_be_taken_over else None
    cells = even_first_cells(state, targets(turn.moves))
    return Sentence(_LOOK, cells=cells) if cells else Sentence(_CAREFUL)
