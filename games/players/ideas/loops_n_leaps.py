"""The ideas of Loops 'n Leaps."""

from __future__ import annotations

from ...core import State, _
from ..claims.base import Story
from .base import Idea, events, forks, has_won, own_cells, proved, saves


def _pillars(state: State, seat: int) -> int:
    score = state.score
    return 0 if score is None else score[seat]


def _safe(state: State, seat: int) -> set[str]:
    return set(state.marks.get(f"safe{seat}", ()))


def _doubles(state: State, seat: int) -> int:
    return sum(stack == (seat, seat) for stack in state.pieces().values())


def _safe_group(told: Story) -> bool:
    return len(_safe(told.after, told.seat)) >= len(_safe(told.before, told.seat)) + 6


def _leaper_lost(told: Story) -> bool:
    """A direct capture of a double."""
    doubles = {cell for cell, stack in told.before.pieces().items() if stack == (1 - told.seat,) * 2}
    return bool(doubles & set(own_cells(told, "captured") + own_cells(told, "converted")))


def _race(told: Story) -> bool:
    seat = told.seat
    return _doubles(told.before, seat) <= _doubles(told.before, 1 - seat) and _doubles(told.after, seat) > _doubles(
        told.after, 1 - seat
    )


def _shared_wall(told: Story) -> bool:
    return len(own_cells(told, "surrounded")) >= 2


def _safe_broken(told: Story) -> bool:
    """A row capture takes pieces that no direct capture could take."""
    return bool(_safe(told.before, 1 - told.seat) & set(own_cells(told, "converted")))


IDEAS = (
    Idea(
        "leaper",
        _("Making a leaper"),
        _("The new man sees enough friends and is crowned."),
        lambda told: bool(own_cells(told, "promoted")),
    ),
    Idea(
        "direct-capture",
        _("Direct capture"),
        _("A leaper lands on an enemy piece; your single man stands there instead."),
        lambda told: bool(own_cells(told, "captured")),
    ),
    Idea(
        "row-capture",
        _("Row capture"),
        _("A leaper lands at the end of a row of enemies, with a friend at the other end, and they change sides."),
        lambda told: bool(own_cells(told, "converted")),
    ),
    Idea(
        "great-row",
        _("A rich landing"),
        _("One landing turns three enemy pieces or more."),
        lambda told: len(own_cells(told, "converted")) >= 3,
    ),
    Idea(
        "safe-group",
        _("A safe group"),
        _("A loop makes at least six more pieces of yours safe from direct capture."),
        _safe_group,
    ),
    Idea(
        "safe-broken",
        _("Safe from one, not from the other"),
        _("A row capture turns pieces that were safe from direct capture."),
        _safe_broken,
    ),
    Idea(
        "breaking",
        _("Breaking a loop"),
        _("An enemy loop is open again; its pillar no longer counts."),
        lambda told: any(event.seat == 1 - told.seat for event in events(told, "broken")),
    ),
    Idea("leaper-hunt", _("Hunting leapers"), _("An enemy double is taken or turned."), _leaper_lost),
    Idea("leaper-race", _("The leaper race"), _("The turn puts you ahead in leapers."), _race),
    Idea("shared-wall", _("One wall, two pillars"), _("One turn surrounds two pillars or more."), _shared_wall),
    Idea(
        "third-pillar",
        _("The third pillar"),
        _("The turn brings you to three pillars, and wins."),
        lambda told: has_won(told, "pillars"),
    ),
    Idea(
        "second-pillar",
        _("Two pillars stand"),
        _("The turn brings you to two pillars: a third one wins."),
        lambda told: _pillars(told.before, told.seat) < 2 == _pillars(told.after, told.seat),
    ),
    Idea("fork", _("Two threats at once"), _("Several moves would win, and no answer stops them all."), forks),
    Idea(
        "quiet",
        _("Nothing to say against it"),
        _("Nothing is threatened yet, but every answer lets you win."),
        lambda told: proved(told, threatening=False),
    ),
    Idea("stopping", _("Taking the key cell"), _("The turn stops a win that was threatened."), saves),
)
