"""The ideas of Veloop, on squares and on hexagons."""

from __future__ import annotations

from ...core import State, _
from ..claims.base import Story
from .base import Idea, forks, has_won, held, own_cells, proved, saves, threats_of


def _rim(state: State) -> set[str]:
    return set(state.board.names(state.board.rim))


def _leaps(state: State, seat: int) -> set[str]:
    """The stones of a seat that can support a leap."""
    position = state.position()
    if position.reason is not None:
        return set()
    if position.to_move != seat:
        turned = position.turned()
        assert turned is not None
        position = turned
    return {move.source for move in map(position.move, position.codes()) if move.kind == "step"}


def _support_net(told: Story) -> bool:
    before, after = _leaps(told.before, told.seat), _leaps(told.after, told.seat)
    return len(after) >= 3 and len(after) >= len(before) + 2


def _cut_off(told: Story) -> bool:
    other = 1 - told.seat
    before, after = _leaps(told.before, other), _leaps(told.after, other)
    return bool(before) and told.after.to_move is not None and len(after) <= len(before) - 2


def _self_confinement(told: Story) -> bool:
    """A legal leap of this position would close the other's wall round one's own stones."""
    if told.before.options.get("turns") == "double" and len(told.before.legal_moves()) > 60:
        return False
    ends = (told.before.play(move).outcome for move in told.before.legal_moves())
    return any(end is not None and end.winner == 1 - told.seat for end in ends)


def _walks_in(told: Story) -> bool:
    outcome = told.after.outcome
    return outcome is not None and outcome.winner == 1 - told.seat


def _double_closure(told: Story) -> bool:
    return has_won(told) and len(told.states) == 3 and not threats_of(told.before, told.seat)


def _edge(told: Story) -> bool:
    rim, danger = _rim(told.before), set(told.before.threats)
    moved = (held(told.after, told.seat) - held(told.before, told.seat)) & rim
    return bool(danger) and saves(told) and bool(moved)


def _pull_out(told: Story) -> bool:
    danger, swapped = set(told.before.threats), set(own_cells(told, "swapped"))
    return saves(told) and bool(danger & swapped)


def _closed_by_swap(told: Story) -> bool:
    outcome = told.after.outcome
    if not has_won(told, "confined") or outcome is None:
        return False
    move = told.after.last_move
    return move is not None and all(move.target not in chain for chain in outcome.loops)


def _closed_by_stone(told: Story) -> bool:
    outcome, move = told.after.outcome, told.after.last_move
    if not has_won(told, "confined") or outcome is None or move is None:
        return False
    return any(move.target in chain for chain in outcome.loops)


def _big_catch(told: Story) -> bool:
    outcome = told.after.outcome
    return has_won(told, "confined") and outcome is not None and len(outcome.cells) >= 3


IDEAS = (
    Idea(
        "support-net",
        _("Support net"),
        _("The leap gives at least two more of your stones a leap of their own: threats come from several sides."),
        _support_net,
    ),
    Idea(
        "cut-off",
        _("Taking supports away"),
        _("At least two enemy stones lose their last leap: whoever has few supports can stop little."),
        _cut_off,
    ),
    Idea(
        "covering",
        _("Covering"),
        _("With no empty cell to leap to, a stone is placed on top of a single enemy stone and takes its cell."),
        lambda told: bool(own_cells(told, "covered")),
    ),
    Idea(
        "self-confinement",
        _("Walking into the wall"),
        _("A leap that looks harmless here closes your opponent’s wall round your own stones and loses at once."),
        _self_confinement,
        _walks_in,
    ),
    Idea(
        "double-closure",
        _("A wall in two leaps"),
        _("No single leap wins, but the two leaps of a double turn together close the wall."),
        _double_closure,
    ),
    Idea(
        "edge",
        _("The edge as a refuge"),
        _("A stone in danger is answered from the edge: what stands there is never confined."),
        _edge,
    ),
    Idea(
        "pull-out",
        _("Pulled out by the swap"),
        _("The swap of your own leap takes the stone in danger out of the closing wall."),
        _pull_out,
    ),
    Idea(
        "closing-swap",
        _("Closed by the swap"),
        _("Not the new stone but the swap puts the last stone into the wall."),
        _closed_by_swap,
    ),
    Idea(
        "closing-stone",
        _("Closed by the new stone"),
        _("The stone that is placed is itself the last one of the wall."),
        _closed_by_stone,
    ),
    Idea(
        "big-catch",
        _("A big catch"),
        _("The wall confines three stones or more."),
        _big_catch,
    ),
    Idea(
        "fork",
        _("Two threats at once"),
        _("Several leaps would each close a wall, and no answer stops them all."),
        forks,
    ),
    Idea(
        "quiet",
        _("Nothing to say against it"),
        _("Nothing is threatened yet, but every answer makes a wall possible."),
        lambda told: proved(told, threatening=False),
    ),
)
