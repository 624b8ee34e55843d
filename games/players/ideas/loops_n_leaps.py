"""The ideas of Loops 'n Leaps."""

from ...core import State, _
from ..claims.base import JudgedTurn
from .base import Idea, does, forks, marked, quiet_win, saves, score_of, won_by


def _safe(state: State, seat: int) -> set[str]:
    return marked(state, f"safe{seat}")


def _leapers(state: State, seat: int) -> set[str]:
    return {cell for cell, stack in state.pieces().items() if stack == (seat, seat)}


def _leaper_lost(turn: JudgedTurn) -> bool:
    losses = turn.cells("captured") + turn.cells("converted")
    return not _leapers(turn.before, 1 - turn.seat).isdisjoint(losses)


def _leads_in_leapers(state: State, seat: int) -> bool:
    return len(_leapers(state, seat)) > len(_leapers(state, 1 - seat))


def _race(turn: JudgedTurn) -> bool:
    was_ahead = _leads_in_leapers(turn.before, turn.seat)
    return not was_ahead and _leads_in_leapers(turn.after, turn.seat)


def _safe_group(turn: JudgedTurn) -> bool:
    old_size = len(_safe(turn.before, turn.seat))
    new_size = len(_safe(turn.after, turn.seat))
    return new_size >= old_size + 6


def _safe_broken(turn: JudgedTurn) -> bool:
    return not _safe(turn.before, 1 - turn.seat).isdisjoint(turn.cells("converted"))


def _second_pillar(turn: JudgedTurn) -> bool:
    old_score = score_of(turn.before, turn.seat)
    new_score = score_of(turn.after, turn.seat)
    return old_score < 2 and new_score == 2


IDEAS = (
    Idea(
        "leaper",
        _("Making a leaper"),
        _("Your new man sees enough of your other men and becomes a leaper."),
        does("promoted"),
        repeats=("Crowns", "leapers"),
        is_quiet=True,
    ),
    Idea(
        "direct-capture",
        _("Direct capture"),
        _(
            "Your leaper lands on a piece of your opponent’s and takes it; a single man of "
            "yours stays there."
        ),
        does("captured"),
        repeats=("men", "leapers"),
    ),
    Idea(
        "row-capture",
        _("Row capture"),
        _(
            "Your leaper lands at one end of a row of your opponent’s men, with a man of yours "
            "at the other: the row becomes yours."
        ),
        does("converted"),
    ),
    Idea(
        "great-row",
        _("A rich landing"),
        _("One landing turns three pieces or more into yours."),
        does("converted", 3),
    ),
    Idea(
        "safe-group",
        _("A safe group"),
        _("A ring makes at least six more pieces of yours safe from direct capture."),
        _safe_group,
        is_quiet=True,
    ),
    Idea(
        "safe-broken",
        _("Safe from one, not from the other"),
        _("A row capture takes pieces that were safe from direct capture."),
        _safe_broken,
    ),
    Idea(
        "breaking",
        _("Breaking a ring"),
        _("Your opponent’s ring is open again: its pillar no longer counts."),
        lambda turn: bool(turn.cells("broken", 1 - turn.seat)),
        repeats=("Breaks",),
    ),
    Idea(
        "leaper-hunt",
        _("Hunting leapers"),
        _("You take a leaper of your opponent’s."),
        _leaper_lost,
        repeats=("leapers",),
    ),
    Idea(
        "leaper-race",
        _("The leaper race"),
        _("Now you have more leapers than your opponent."),
        _race,
        repeats=("leapers",),
        is_quiet=True,
    ),
    Idea(
        "shared-wall",
        _("One wall, two pillars"),
        _("One turn of yours surrounds two pillars or more."),
        does("surrounded", 2),
    ),
    Idea(
        "third-pillar",
        _("The third pillar"),
        _("You surround your third pillar, and win."),
        won_by("pillars"),
        repeats=("Wins",),
    ),
    Idea(
        "second-pillar",
        _("Two pillars stand"),
        _("You surround two pillars now: a third one wins."),
        _second_pillar,
        repeats=("Surrounds",),
    ),
    Idea(
        "fork",
        _("Two threats at once"),
        _("Several moves would win, and your opponent can’t stop them all."),
        forks,
    ),
    Idea(
        "quiet",
        _("No good answer"),
        _("You threaten nothing yet, but whatever the answer, you win next."),
        quiet_win,
    ),
    Idea(
        "stopping",
        _("Taking the key cell"),
        _("You stop a win that your opponent threatened."),
        saves,
        repeats=("Stops",),
    ),
)
