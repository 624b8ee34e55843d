"""The ideas of SnipSnip."""

from __future__ import annotations

from ...core import State, _
from ..claims.base import Story
from .base import Idea, has_won, held, lines, own_cells


def _largest(state: State, seat: int) -> int:
    score = state.score
    return 0 if score is None else score[seat]


def _groups(state: State, seat: int) -> list[set[str]]:
    return list(lines(held(state, seat), state.board.neighbours))


def _banned(state: State) -> set[str]:
    return set(state.marks.get("banned", ()))


def _row(told: Story) -> bool:
    """The new stone is the third or a later one of a straight row."""
    board, stones = told.after.board, held(told.after, told.seat)
    for cell in own_cells(told, "placed"):
        index = board.index[cell]
        for step in board.steps:
            if all(board.cell.get(index + way * step) in stones for way in (-1, 1)):
                return True
            if all(board.cell.get(index + way * step) in stones for way in (1, 2)):
                return True
    return False


def _honeycomb(told: Story) -> bool:
    stones = held(told.after, told.seat)
    return len(stones) >= 3 and all(len(group) == 1 for group in _groups(told.after, told.seat))


def _joined(told: Story) -> bool:
    return len(_groups(told.after, told.seat)) < len(_groups(told.before, told.seat)) and not own_cells(
        told, "captured"
    )


def _split(told: Story) -> bool:
    """A capture leaves the enemy one group more."""
    other = 1 - told.seat
    return bool(own_cells(told, "captured")) and len(_groups(told.after, other)) > len(_groups(told.before, other))


def _ban(told: Story) -> bool:
    return len(_banned(told.after) - _banned(told.before)) >= 2


def _freed(told: Story) -> bool:
    return bool(_banned(told.before) - _banned(told.after) - held(told.after, 0) - held(told.after, 1))


def _choice(told: Story) -> bool:
    kinds = [(state, {move.kind for move in state.legal_moves()}) for state in told.states]
    return any(kind == {"remove"} and len(state.legal_moves()) > 1 for state, kind in kinds)


def _extra_turn(told: Story) -> bool:
    return len(own_cells(told, "placed")) >= 2


def _last_word(told: Story) -> bool:
    outcome = told.after.outcome
    return outcome is not None and outcome.winner == told.seat and outcome.reason == "tie"


def _forced_growth(told: Story) -> bool:
    """Misère: every answer makes the enemy's largest group larger."""
    after, other = told.after, 1 - told.seat
    if after.to_move != other or not after.options.get("scoring", "").endswith("misere"):
        return False
    now = _largest(after, other)
    return all(_largest(after.play(move), other) > now for move in after.legal_moves())


IDEAS = (
    Idea(
        "line",
        _("Lines"),
        _("Three stones or more in a straight row: they hold together and trap nothing between themselves."),
        _row,
    ),
    Idea(
        "honeycomb",
        _("Honeycomb"),
        _("At least three stones, and no two of them touch: every group is a single stone."),
        _honeycomb,
    ),
    Idea("joining", _("Joining"), _("One stone makes one group out of several of your own."), _joined),
    Idea("splitting", _("Snipping a group apart"), _("The captured stone held an enemy group together."), _split),
    Idea("banning", _("Closing points"), _("The turn makes at least two more points forbidden for everybody."), _ban),
    Idea("freeing", _("Opening points"), _("A point that was forbidden can be played on again."), _freed),
    Idea(
        "choice",
        _("A choice of captures"),
        _("The stone traps several enemy stones, and you choose which of them goes."),
        _choice,
    ),
    Idea(
        "extra-turn",
        _("The extra turn"),
        _("In misère a capture gives another turn, with which you may capture again."),
        _extra_turn,
    ),
    Idea(
        "tie",
        _("Winning the tie"),
        _("Largest groups of the same size, and your opponent would have to place next: that wins."),
        _last_word,
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
        _("The last stone is placed, and the comparison of the largest groups is won."),
        lambda told: has_won(told, "group"),
    ),
)
