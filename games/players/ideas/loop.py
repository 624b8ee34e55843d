"""The ideas of Loop."""

from __future__ import annotations

from ...core import State, _
from ...lattice import Pyramid
from ...loop import Loop
from ..claims.base import Story
from ..claims.seen import bridge_cells
from .base import Idea, forces, forks, has_won, held, proved, saves


def _board(state: State) -> Pyramid:
    board = state.board
    assert isinstance(board, Pyramid)
    return board


def _placed(told: Story) -> str | None:
    move = told.after.last_move
    return move.target if move is not None and move.kind == "place" else None


def _level(told: Story) -> int:
    cell = _placed(told)
    return 0 if cell is None else _board(told.after).level(cell)


def _two_bridges(told: Story) -> bool:
    was, now = told.before.position(), told.after.position()
    assert isinstance(was, Loop)
    assert isinstance(now, Loop)
    return now.reason is None and len(bridge_cells(was, now, told.seat, "own")) >= 2


def _prepared(told: Story) -> bool:
    was, now = told.before.position(), told.after.position()
    assert isinstance(was, Loop)
    assert isinstance(now, Loop)
    return now.reason is None and bool(bridge_cells(was, now, told.seat, "own"))


def _undercut(told: Story) -> bool:
    was, now = told.before.position(), told.after.position()
    assert isinstance(was, Loop)
    assert isinstance(now, Loop)
    return bool(bridge_cells(was, now, told.seat, "other"))


def _ground_threat(told: Story) -> bool:
    """A tile on level one threatens a ring there, and the only answer is on level one, too."""
    if _level(told) != 1:
        return False
    board = _board(told.after)
    return any(board.level(board.cell[code]) == 1 for code in forces(told))


def _cascade(told: Story) -> bool:
    """The tile threatens exactly one cell, which the enemy must take."""
    return bool(forces(told))


def _false_bridge(told: Story) -> bool:
    """A tile higher up joins tiles of its own that were apart beside it, and closes no loop."""
    cell = _placed(told)
    if cell is None or _level(told) < 2 or told.after.outcome is not None:
        return False
    board = _board(told.after)
    near = set(board.neighbours(cell)) & held(told.after, told.seat)
    low = {one for one in near if board.level(one) <= board.level(cell)}
    seen: set[str] = set()
    groups = 0
    for start in sorted(low):
        if start in seen:
            continue
        groups += 1
        frontier = [start]
        while frontier:
            one = frontier.pop()
            if one not in seen:
                seen.add(one)
                frontier += [other for other in board.neighbours(one) if other in low]
    return groups >= 2


def _rests_on_enemies(told: Story) -> bool:
    cell = _placed(told)
    feet = () if cell is None else _board(told.after).feet(cell)
    return bool(feet) and all(foot in held(told.before, 1 - told.seat) for foot in feet)


def _gives_no_step(told: Story) -> bool:
    """A tile on level one that makes no new gap to build on."""
    holes = set(told.after.marks.get("holes", ())) - set(told.before.marks.get("holes", ()))
    return _level(told) == 1 and told.after.to_move is not None and told.before.ply >= 6 and not holes


IDEAS = (
    Idea(
        "bridge",
        _("The bridge"),
        _("A tile joins two of your own above a river."),
        lambda told: has_won(told, "bridge"),
    ),
    Idea(
        "ring",
        _("The ring"),
        _("Tiles on level one close round a place that is not yours."),
        lambda told: has_won(told, "loop"),
    ),
    Idea(
        "preparing",
        _("Preparing a bridge"),
        _("The tile makes a cell where another closes a bridge as soon as enemy tiles fill the feet it still needs."),
        _prepared,
    ),
    Idea("two-bridges", _("Two bridges"), _("The tile makes two such cells or more at once."), _two_bridges),
    Idea(
        "undercut",
        _("Taking the keystone"),
        _("The tile goes where your opponent would have closed a bridge."),
        _undercut,
    ),
    Idea(
        "ground-threat",
        _("A ground threat for height"),
        _("A tile on level one threatens a ring: your opponent must answer there, and may give you a foothold."),
        _ground_threat,
    ),
    Idea(
        "cascade",
        _("One threat after another"),
        _("The tile threatens to win on exactly one cell, so your opponent’s next tile is forced."),
        _cascade,
    ),
    Idea("fork", _("Two threats at once"), _("Several cells win, and no answer stops them all."), forks),
    Idea(
        "waiting",
        _("A waiting move"),
        _("Nothing is threatened, but every answer gives you a winning cell: your opponent has to build it."),
        lambda told: proved(told, threatening=False),
    ),
    Idea(
        "false-bridge",
        _("A false bridge"),
        _("The tile joins tiles of yours that do not touch, yet no river runs below: it closes no loop."),
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
    Idea("stopping", _("Taking the only cell"), _("The tile stops a loop that would have been closed next."), saves),
    Idea(
        "stranding",
        _("No move left"),
        _("Level one is full and your opponent touches no open gap: that wins, too."),
        lambda told: has_won(told, "no-move"),
    ),
)
