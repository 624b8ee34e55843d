"""The ideas of Loop."""

from ...core import State, _
from ...lattice import Pyramid
from ..claims.base import Turn
from ..claims.seen import bridge_cells
from .base import Idea, forces, forks, marked, owned, quiet_win, saves, won_by


def _board(state: State) -> Pyramid:
    board = state.board
    assert isinstance(board, Pyramid)
    return board


def _placed(turn: Turn) -> str | None:
    move = turn.after.last_move
    return move.target if move is not None and move.kind == "place" else None


def _level(turn: Turn) -> int:
    cell = _placed(turn)
    return 0 if cell is None else _board(turn.after).level(cell)


def _bridges(turn: Turn) -> int:
    """How many cells for a bridge the tile makes."""
    return len(bridge_cells(turn, "own")) if turn.after.to_move is not None else 0


def _ground_threat(turn: Turn) -> bool:
    """A tile on level one threatens a ring there, and the only answer is on level one, too."""
    if _level(turn) != 1:
        return False
    board = _board(turn.after)
    return any(board.level(board.cell[code]) == 1 for code in forces(turn))


def _false_bridge(turn: Turn) -> bool:
    """A tile higher up joins own tiles of separate groups beside it, and closes no loop."""
    cell = _placed(turn)
    if cell is None or _level(turn) < 2 or turn.after.outcome is not None:
        return False
    board = _board(turn.after)
    neighbours = set(board.neighbours(cell)) & owned(turn.after, turn.seat)
    not_above = [tile for tile in neighbours if board.level(tile) <= board.level(cell)]
    return len(board.groups(board.mask(not_above))) >= 2


def _rests_on_enemies(turn: Turn) -> bool:
    cell = _placed(turn)
    if cell is None:
        return False
    feet = _board(turn.after).feet(cell)
    return bool(feet) and owned(turn.before, 1 - turn.seat).issuperset(feet)


def _gives_no_step(turn: Turn) -> bool:
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
        _("Tiles on level one close round a place that is not yours."),
        won_by("loop"),
    ),
    Idea(
        "preparing",
        _("Preparing a bridge"),
        _(
            "The tile makes a cell where another closes a bridge as soon as enemy tiles fill the "
            "feet it still needs."
        ),
        lambda turn: _bridges(turn) >= 1,
    ),
    Idea(
        "two-bridges",
        _("Two bridges"),
        _("The tile makes two such cells or more at once."),
        lambda turn: _bridges(turn) >= 2,
    ),
    Idea(
        "undercut",
        _("Taking the keystone"),
        _("The tile goes where your opponent would have closed a bridge."),
        lambda turn: bool(bridge_cells(turn, "other")),
    ),
    Idea(
        "ground-threat",
        _("A ground threat for height"),
        _(
            "A tile on level one threatens a ring: your opponent must answer there, and may give "
            "you a foothold."
        ),
        _ground_threat,
    ),
    Idea(
        "cascade",
        _("One threat after another"),
        _("The tile threatens to win on exactly one cell, so your opponent’s next tile is forced."),
        lambda turn: bool(forces(turn)),
    ),
    Idea(
        "fork",
        _("Two threats at once"),
        _("Several cells win, and no answer stops them all."),
        forks,
    ),
    Idea(
        "waiting",
        _("A waiting move"),
        _(
            "Nothing is threatened, but every answer gives you a winning cell: your opponent has "
            "to build it."
        ),
        quiet_win,
    ),
    Idea(
        "false-bridge",
        _("A false bridge"),
        _(
            "The tile joins tiles of yours that do not touch, yet no river runs below: it closes "
            "no loop."
        ),
        _false_bridge,
    ),
    Idea(
        "shoulders",
        _("On enemy shoulders"),
        _("The tile rests on three enemy tiles and touches one of yours beside it."),
        _rests_on_enemies,
    ),
    Idea(
        "no-step",
        _("Giving no step"),
        _("A tile on level one that makes no new gap for your opponent to build on."),
        _gives_no_step,
    ),
    Idea(
        "stopping",
        _("Taking the only cell"),
        _("The tile stops a loop that would have been closed next."),
        saves,
    ),
    Idea(
        "stranding",
        _("No move left"),
        _("Level one is full and your opponent touches no open gap: that wins, too."),
        won_by("no-move"),
    ),
)
