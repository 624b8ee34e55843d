"""The ideas of Veloop, on squares and on hexagons."""

from ...core import State, _
from ..claims.base import JudgedTurn
from .base import Idea, does, forks, owned, quiet_win, saves, threats_of, win_of, with_move


def _supports(state: State, seat: int) -> set[str]:
    """The cells of the stones that would have a leap if it were the turn of a seat."""
    position = with_move(state, seat)
    if position is None:
        return set()
    moves = map(position.move, position.codes())
    return {move.source for move in moves if move.kind == "step"}


def _support_net(turn: JudgedTurn) -> bool:
    old_supports = _supports(turn.before, turn.seat)
    new_supports = _supports(turn.after, turn.seat)
    return len(new_supports) >= max(3, len(old_supports) + 2)


def _cut_off(turn: JudgedTurn) -> bool:
    other = 1 - turn.seat
    old_supports = _supports(turn.before, other)
    new_supports = _supports(turn.after, other)
    if not old_supports or turn.after.to_move is None:
        return False
    return len(new_supports) <= len(old_supports) - 2


def _self_confinement(turn: JudgedTurn) -> bool:
    """A legal leap of this position would close the other's wall round one's own stones."""
    legal = turn.before.legal_moves()
    if turn.before.options.get("turns") == "double" and len(legal) > 60:
        return False
    outcomes = (turn.before.play(move).outcome for move in legal)
    return any(outcome is not None and outcome.winner == 1 - turn.seat for outcome in outcomes)


def _edge(turn: JudgedTurn) -> bool:
    board = turn.before.board
    new = owned(turn.after, turn.seat) - owned(turn.before, turn.seat)
    on_edge = new.intersection(board.names(board.rim))
    return bool(turn.before.threats) and saves(turn) and bool(on_edge)


def _stone_closes(turn: JudgedTurn) -> bool | None:
    """Whether the wall that won goes through the new stone; None where no wall has won."""
    outcome = win_of(turn, "confined")
    move = turn.after.last_move
    if outcome is None or move is None:
        return None
    return any(move.target in chain for chain in outcome.loops)


def _big_catch(turn: JudgedTurn) -> bool:
    outcome = win_of(turn, "confined")
    return outcome is not None and len(outcome.cells) >= 3


def _double_closure(turn: JudgedTurn) -> bool:
    if win_of(turn) is None or len(turn.states) != 3:
        return False
    return not threats_of(turn.before, turn.seat)


def _pulled_out(turn: JudgedTurn) -> bool:
    return saves(turn) and not set(turn.before.threats).isdisjoint(turn.cells("swapped"))


def _closed_by_swap(turn: JudgedTurn) -> bool:
    return _stone_closes(turn) is False


def _closed_by_stone(turn: JudgedTurn) -> bool:
    return _stone_closes(turn) is True


IDEAS = (
    Idea(
        "support-net",
        _("Many leaps"),
        _("At least two more of your stones can leap now: you can threaten from several sides."),
        _support_net,
        repeats=("leaps", "supports"),
        is_quiet=True,
    ),
    Idea(
        "cut-off",
        _("Taking leaps away"),
        _(
            "At least two of your opponent’s stones can’t leap any more: that leaves less to "
            "stop you."
        ),
        _cut_off,
        repeats=("leaps", "supports", "support-net"),
        is_quiet=True,
    ),
    Idea(
        "covering",
        _("Covering"),
        _(
            "No empty cell is in reach, so your stone goes on top of a single stone of your "
            "opponent’s."
        ),
        does("covered"),
        repeats=("Covers",),
        is_quiet=True,
    ),
    Idea(
        "self-confinement",
        _("Walking into the wall"),
        _(
            "Be careful: one of the moves here closes your opponent’s wall round your own "
            "stones, and loses at once."
        ),
        _self_confinement,
        is_quiet=True,
    ),
    Idea(
        "double-closure",
        _("A wall in two moves"),
        _("No single move wins, but your two moves together close the wall."),
        _double_closure,
    ),
    Idea(
        "edge",
        _("The edge as a refuge"),
        _("The edge saves your stone in danger: stones there are never confined."),
        _edge,
    ),
    Idea(
        "pull-out",
        _("Pulled out by the swap"),
        _("The swap of your move pulls the stone in danger out of the wall."),
        _pulled_out,
    ),
    Idea(
        "closing-swap",
        _("Closed by the swap"),
        _("Not the new stone but the swap completes the wall."),
        _closed_by_swap,
    ),
    Idea(
        "closing-stone",
        _("Closed by the new stone"),
        _("The stone you place is the last one of the wall."),
        _closed_by_stone,
    ),
    Idea("big-catch", _("A big catch"), _("Your wall confines three stones or more."), _big_catch),
    Idea(
        "fork",
        _("Two threats at once"),
        _("Several moves would each close a wall, and your opponent can’t stop them all."),
        forks,
    ),
    Idea(
        "quiet",
        _("No good answer"),
        _("Whatever the answer, you can close a wall next."),
        quiet_win,
        repeats=("ForcesWin",),
    ),
)
