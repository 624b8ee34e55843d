"""The ideas of Loop."""

from ...core import State, _
from ...lattice import Pyramid
from ..claims.base import JudgedTurn
from ..claims.seen import bridge_cells
from .base import Idea, forces, forks, marked, owned, quiet_win, saves, won_by


def _board(state: State) -> Pyramid:
    board = state.board
    assert isinstance(board, Pyramid)
    return board


def _placed(turn: JudgedTurn) -> str | None:
    move = turn.after.last_move
    return move.target if move is not None and move.kind == "place" else None


def _level(turn: JudgedTurn) -> int:
    cell = _placed(turn)
    return 0 if cell is None else _board(turn.after).level(cell)


def _bridges(turn: JudgedTurn) -> int:
    """How many cells for a bridge the tile makes."""
    return len(bridge_cells(turn, "own")) if turn.after.to_move is not None else 0


def _ground_threat(turn: JudgedTurn) -> bool:
    """A tile on level one threatens a ring there, and the only answer is on level one, too."""
    if _level(turn) != 1:
        return False
    board = _board(turn.after)
    return any(board.level(board.cell[code]) == 1 for code in forces(turn))


def _false_bridge(turn: JudgedTurn) -> bool:
    """A tile higher up joins own tiles of separate groups beside it, and closes no loop."""
    cell = _placed(turn)
    if cell is None or _level(turn) < 2 or turn.after.outcome is not None:
        return False
    board = _board(turn.after)
    neighbours = set(board.neighbours(cell)) & owned(turn.after, turn.seat)
    not_above = [tile for tile in neighbours if board.level(tile) <= board.level(cell)]
    return len(board.groups(board.mask(not_above))) >= 2


def _rests_on_enemies(turn: JudgedTurn) -> bool:
    cell = _placed(turn)
    if cell is None:
        return False
    feet = _board(turn.after).feet(cell)
    return bool(feet) and owned(turn.before, 1 - turn.seat).issuperset(feet)


def _gives_no_step(turn: JudgedTurn) -> bool:
    if _level(turn) != 1 or turn.after.to_move is None or turn.before.ply < 6:
        return False
    return not marked(turn.after, "holes") - marked(turn.before, "holes")


IDEAS = (
    Idea(
        "bridge",
        _("The bridge"),
        _("A tile joins two of your own above a river."),
        won_by("bridge"),
    ),
    Idea(
        "ring",
        _("The ring"),
        _("Your tiles on level one close a ring round a cell that isn’t yours."),
        won_by("loop"),
    ),
    Idea(
        "preparing",
        _("Preparing a bridge"),
        _(
            "Your tile prepares a bridge: once your opponent’s tiles fill the cells that it still "
            "needs below, you close it."
        ),
        lambda turn: _bridges(turn) >= 1,
        repeats=("Bridge", "bridges"),
        is_quiet=True,
    ),
    Idea(
        "two-bridges",
        _("Two bridges"),
        _("One tile prepares two bridges or more."),
        lambda turn: _bridges(turn) >= 2,
        is_quiet=True,
    ),
    Idea(
        "undercut",
        _("Taking the keystone"),
        _("You take the cell where your opponent would have closed a bridge."),
        lambda turn: bool(bridge_cells(turn, "other")),
        repeats=("Bridge", "Stops", "bridges"),
    ),
    Idea(
        "ground-threat",
        _("A ground threat for height"),
        _(
            "You threaten a ring on level one: your opponent must answer there, and may give "
            "you a foothold."
        ),
        _ground_threat,
        repeats=("Threatens", "ForcesWin"),
    ),
    Idea(
        "cascade",
        _("One threat after another"),
        _("You threaten to win on just one cell, so your opponent must answer there."),
        lambda turn: bool(forces(turn)),
        repeats=("Threatens", "ground-threat"),
    ),
    Idea(
        "fork",
        _("Two threats at once"),
        _("Several cells win for you, and your opponent can’t stop them all."),
        forks,
    ),
    Idea(
        "waiting",
        _("A waiting move"),
        _("You threaten nothing yet, but wherever your opponent places, you win next."),
        quiet_win,
    ),
    Idea(
        "false-bridge",
        _("A false bridge"),
        _(
            "Your tile joins tiles of yours that don’t touch, but no river runs below: that "
            "closes no loop."
        ),
        _false_bridge,
        is_quiet=True,
    ),
    Idea(
        "shoulders",
        _("On enemy shoulders"),
        _("Your tile rests on three of your opponent’s tiles and touches one of yours beside it."),
        _rests_on_enemies,
        repeats=("shoulders",),
        is_quiet=True,
    ),
    Idea(
        "no-step",
        _("Giving no step"),
        _("Your tile on level one opens no new cell to build on."),
        _gives_no_step,
        is_quiet=True,
    ),
    Idea(
        "stopping",
        _("Taking the only cell"),
        _("Your tile stops a loop that your opponent was about to close."),
        saves,
        repeats=("Stops", "undercut"),
    ),
    Idea(
        "stranding",
        _("No move left"),
        _("Level one is full and your opponent touches no open cell: that wins, too."),
        won_by("no-move"),
    ),
)
