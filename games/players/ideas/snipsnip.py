"""The ideas of SnipSnip."""

from collections.abc import Mapping

from ...core import State, _
from ..claims.base import JudgedTurn
from .base import Idea, does, marked, owned, score_of, won_by


def _misere(options: Mapping[str, str]) -> bool:
    return options["scoring"].endswith("misere")


def _plain(options: Mapping[str, str]) -> bool:
    return not _misere(options)


def _groups(state: State, seat: int) -> int:
    board = state.board
    return len(board.groups(board.mask(owned(state, seat))))


def _row(turn: JudgedTurn) -> bool:
    """A placed stone stands in the middle or at the end of three in a row."""
    board = turn.after.board
    stones = board.mask(owned(turn.after, turn.seat))
    for cell in turn.cells("placed"):
        index = board.index[cell]
        for step in board.steps:
            is_middle = _all_hold(stones, index - step, index + step)
            is_end = _all_hold(stones, index + step, index + 2 * step)
            if is_middle or is_end:
                return True
    return False


def _all_hold(stones: int, *cells: int) -> bool:
    return all(cell >= 0 and stones >> cell & 1 for cell in cells)


def _joined(turn: JudgedTurn) -> bool:
    fewer = _groups(turn.after, turn.seat) < _groups(turn.before, turn.seat)
    return fewer and not turn.cells("captured")


def _split(turn: JudgedTurn) -> bool:
    other = 1 - turn.seat
    more = _groups(turn.after, other) > _groups(turn.before, other)
    return more and bool(turn.cells("captured"))


def _banned(turn: JudgedTurn) -> tuple[set[str], set[str]]:
    """The points that were forbidden before the turn, and those that are after it."""
    return marked(turn.before, "banned"), marked(turn.after, "banned")


def _ban(turn: JudgedTurn) -> bool:
    was, now = _banned(turn)
    return len(now - was) >= 2


def _freed(turn: JudgedTurn) -> bool:
    was, now = _banned(turn)
    return bool(was - now - set(turn.after.pieces()))


def _choice(turn: JudgedTurn) -> bool:
    """In one of its states nothing but to remove one of several stones is legal."""
    for state in turn.states:
        moves = state.legal_moves()
        if len(moves) > 1 and all(move.kind == "remove" for move in moves):
            return True
    return False


def _forced_growth(turn: JudgedTurn) -> bool:
    """Misère: every answer makes the enemy's largest group larger."""
    end = turn.after
    other = 1 - turn.seat
    if end.to_move != other or not _misere(end.options):
        return False
    score = score_of(end, other)
    return all(score_of(end.play(move), other) > score for move in end.legal_moves())


def _honeycomb(turn: JudgedTurn) -> bool:
    stones = len(owned(turn.after, turn.seat))
    return stones >= 3 and stones == _groups(turn.after, turn.seat)


IDEAS = (
    Idea(
        "line",
        _("Lines"),
        _(
            "Three stones or more in a straight row: they hold together and capture nothing "
            "between themselves."
        ),
        _row,
        helps=_plain,
        is_quiet=True,
    ),
    Idea(
        "honeycomb",
        _("Honeycomb"),
        _("At least three stones, and no two of them touch: every group is a single stone."),
        _honeycomb,
        helps=_misere,
        is_quiet=True,
    ),
    Idea(
        "joining",
        _("Joining"),
        _("One stone joins several of your groups into one."),
        _joined,
        helps=_plain,
        repeats=("few",),
        is_quiet=True,
    ),
    Idea(
        "splitting",
        _("Snipping a group apart"),
        _("The stone you capture held a group of your opponent’s together."),
        _split,
        helps=_plain,
        is_quiet=True,
    ),
    Idea(
        "banning",
        _("Closing points"),
        _("Your turn closes two points or more for both of you."),
        _ban,
        is_quiet=True,
        helps=_plain,
    ),
    Idea(
        "freeing",
        _("Opening points"),
        _("A closed point is open again."),
        _freed,
        is_quiet=True,
    ),
    Idea(
        "choice",
        _("A choice of captures"),
        _("Your stone can capture one of several stones, and you choose which."),
        _choice,
    ),
    Idea(
        "extra-turn",
        _("The extra turn"),
        _("In misère a capture gives another turn, with which you may capture again."),
        does("placed", 2),
    ),
    Idea(
        "tie",
        _("Winning the tie"),
        _(
            "Your largest groups are the same size and your opponent would be next to place: "
            "you win."
        ),
        won_by("tie"),
        repeats=("Wins",),
    ),
    Idea(
        "forced-growth",
        _("Nowhere good to go"),
        _("Misère: wherever your opponent places now, their largest group grows."),
        _forced_growth,
    ),
    Idea(
        "count",
        _("Counting out"),
        _("Nobody can place any more, and the largest groups decide for you."),
        won_by("group"),
        repeats=("Wins",),
    ),
)
