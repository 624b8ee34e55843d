"""What a turn costs or leaves in danger, though it may be the best: a hint says it, too."""

from typing import TypeVar

from ...core import SWAP, SWAP_CODE, Move, Position, Sentence, State, _
from ...loops_n_leaps import LoopsNLeaps
from ...snipsnip import SnipSnip
from ...veloop import Veloop
from ..claims.base import JudgedTurn
from .veloop_walls import MOST_GAPS, shown, walls

P = TypeVar("P", bound=Position)

MOST_ENDANGERED = 4  # cells that are named, one of which can be captured
GAMES_OF_CAPTURE = {"loops-n-leaps", "vigilance"}  # where what is captured is missed

_CAPTURED = _("but mind: your opponent can then capture {cells}")
_ONE_OF = _("but mind: your opponent can then capture one of {cells}")
_CAPTURED_BY = _("but mind: your opponent’s {move} would then capture {cells}")
_EXCHANGE = _(
    "but mind: your opponent’s {move} would then capture {cells}; in return your {answer} could "
    "take {back}"
)
_RING_OPENED = _(
    "but mind: your opponent’s {move} would then capture {cells} and open your ring round {pillars}"
)
_RINGED = _("but mind: your opponent can then close a ring round {pillars}")
_OPENED = _("but mind: your opponent can then place on {cells}")
_WALLED = _("but mind: your opponent’s wall round {stones} then lacks only {gaps}")
_GROWN = _("but mind: your largest group grows to {count}")


def price(turn: JudgedTurn) -> Sentence | None:
    """What a turn gives away that the other side moves after; None where that is nothing."""
    if turn.after.to_move != 1 - turn.seat:
        return None
    slug = turn.before.game.slug
    if slug == "snipsnip":
        return _grown_group(turn)
    if slug.startswith("veloop"):
        return _nearly_walled(turn)
    if slug == "loop":
        opened_cells = _opened(turn)
        return Sentence(_OPENED, cells=opened_cells) if opened_cells else None
    pillars = _ringable(turn) if slug == "loops-n-leaps" else ()
    if pillars:
        return Sentence(_RINGED, pillars=pillars)
    return _loss(turn)


def _loss(turn: JudgedTurn) -> Sentence | None:
    """What the other side can capture at once; in Loops 'n Leaps also what that costs it.

    A capture that opens a ring there is worse than any other.
    """
    losses = captures(turn)
    if not losses:
        return None
    opened = {move: _pillars_opened(turn, move) for move in losses}
    worst = max(losses, key=lambda move: (len(opened[move]), len(losses[move])))
    lost = losses[worst]
    if opened[worst]:
        return Sentence(_RING_OPENED, move=str(worst), cells=lost, pillars=opened[worst])
    # A turn of Vigilance goes on after a capture: what may be taken back then is open.
    if turn.before.game.slug == "loops-n-leaps":
        recapture = _recapture(turn, worst)
        if recapture is not None:
            answer, back = recapture
            return Sentence(_EXCHANGE, move=str(worst), cells=lost, answer=str(answer), back=back)
    endangered = tuple(dict.fromkeys(cell for cells in losses.values() for cell in cells))
    if len(endangered) == len(lost):
        return Sentence(_CAPTURED, cells=lost)
    if len(lost) == 1 and len(endangered) <= MOST_ENDANGERED:
        return Sentence(_ONE_OF, cells=endangered)
    return Sentence(_CAPTURED_BY, move=str(worst), cells=lost)


def _pillars_opened(turn: JudgedTurn, capture: Move) -> tuple[str, ...]:
    """The pillars that the seat of a turn no longer surrounds after a capture."""
    pillars: list[str] = []
    for event in turn.after.after(capture).events:
        if event.kind == "broken" and event.seat == turn.seat:
            pillars += event.cells
    return tuple(pillars)


def _recapture(turn: JudgedTurn, capture: Move) -> tuple[Move, tuple[str, ...]] | None:
    """The decision with which a seat can take most pieces after a capture of the other side's.

    Of those that take as many, the one that takes the piece that has captured.
    """
    state = turn.after.after(capture)
    if state.to_move != turn.seat:
        return None
    answers = _losses(state, 1 - turn.seat)
    if not answers:
        return None

    def rank(answer: Move) -> tuple[int, bool]:
        taken = answers[answer]
        return len(taken), capture.target in taken

    best = max(answers, key=rank)
    return best, answers[best]


def given_away(turn: JudgedTurn) -> int:
    """How many pieces of its seat the other side's next decision can capture.

    In SnipSnip by how many stones its largest group grows, if that is then the largest and loses.
    """
    if turn.before.game.slug != "snipsnip":
        return captured_at_most(turn)
    grown = _grown_group(turn) if turn.after.to_move == 1 - turn.seat else None
    if grown is None:
        return 0
    earlier, later = _positions(turn, SnipSnip)
    return _largest(later, turn.seat) - _largest(earlier, turn.seat)


def captured_at_most(turn: JudgedTurn) -> int:
    """How many pieces of its seat the other side's next decision can capture."""
    return max(map(len, captures(turn).values()), default=0)


def captures(turn: JudgedTurn) -> dict[Move, tuple[str, ...]]:
    """The other side's next decisions that capture, with the cells on which pieces are lost."""
    state = turn.after
    if turn.before.game.slug not in GAMES_OF_CAPTURE or state.to_move != 1 - turn.seat:
        return {}
    return _losses(state, turn.seat)


def _losses(state: State, seat: int) -> dict[Move, tuple[str, ...]]:
    """The decisions in a state after which pieces of a seat are gone, with their cells."""
    pieces = _held(state, seat)
    losses = {}
    for move in state.legal_moves():
        if move == SWAP:
            continue
        left = set(_held(state.after(move), seat))
        lost = tuple(cell for cell in pieces if cell not in left)
        if lost:
            losses[move] = lost
    return losses


def _ringable(turn: JudgedTurn) -> tuple[str, ...]:
    """The most pillars that the other side's next decision closes in and that it could not close
    in before the turn.
    """
    earlier, later = _positions(turn, LoopsNLeaps)
    other = 1 - turn.seat
    closable_before = _closable(earlier.with_other_to_move(), other)
    most = 0
    for pillars in _closable(later, other):
        is_old = any(not pillars & ~before for before in closable_before)
        if pillars.bit_count() > most.bit_count() and not is_old:
            most = pillars
    return later.colonnade.ground.names(most)


def _closable(position: LoopsNLeaps, seat: int) -> set[int]:
    """The pillars that each decision of a seat, which moves, closes in, as bits."""
    closed = position.closed[seat]
    closable = set()
    for code in position.codes():
        pillars = 0 if code == SWAP_CODE else position.after(code).closed[seat] & ~closed
        if pillars:
            closable.add(pillars)
    return closable


def _opened(turn: JudgedTurn) -> tuple[str, ...]:
    """The places above level one that a turn opens, and the other side can place on."""
    earlier = turn.before.marks.get("holes", ())
    places = {move.target for move in turn.after.legal_moves()}
    later = turn.after.marks.get("holes", ())
    return tuple(cell for cell in later if cell not in earlier and cell in places)


def _nearly_walled(turn: JudgedTurn) -> Sentence | None:
    """That a wall of the other side is nearer to closing than any of its walls was."""
    earlier, later = _positions(turn, Veloop)
    lacked = [wall.lacks for wall in walls(earlier, 1 - turn.seat)]
    for wall in shown(later, 1 - turn.seat):
        if wall.lacks < min(lacked, default=MOST_GAPS + 1):
            stones = later.board.names(wall.stones)
            return Sentence(_WALLED, stones=stones, gaps=later.board.names(wall.gaps))
    return None


def _held(state: State, seat: int) -> list[str]:
    """The cells on which a piece of a seat lies on top."""
    return [cell for cell, stack in state.pieces().items() if stack[-1] == seat]


def _grown_group(turn: JudgedTurn) -> Sentence | None:
    """That the largest group grows to the other side's or beyond, where the largest loses.

    To lose a stone may be welcome there.
    """
    if not turn.before.options["scoring"].endswith("misere"):
        return None
    earlier, later = _positions(turn, SnipSnip)
    size = _largest(later, turn.seat)
    grows = size > max(1, _largest(earlier, turn.seat))
    if not grows or size < _largest(later, 1 - turn.seat):
        return None
    return Sentence(_GROWN, count=size)


def _positions(turn: JudgedTurn, kind: type[P]) -> tuple[P, P]:
    """The positions before and after a turn, of the game that they are of."""
    earlier = turn.before.position()
    later = turn.after.position()
    assert isinstance(earlier, kind)
    assert isinstance(later, kind)
    return earlier, later


def _largest(position: SnipSnip, seat: int) -> int:
    return position.links.largest(position.stones()[seat]).bit_count()
