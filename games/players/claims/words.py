"""Claims in words: the one place where they become sentences, in English, to be translated when they are shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ...core import Sentence, _
from .base import Claim, Story
from .forced import (
    Allows,
    CanWin,
    Drawn,
    Endangered,
    Ends,
    Estimated,
    ForcesWin,
    Holds,
    IsLost,
    IsSafe,
    Keeps,
    Solved,
    Stops,
    Threatens,
    Wins,
)
from .seen import Breaks, Bridge, Captures, Converts, Counts, Covers, Crowns, Reserve, Room, Surrounds

# What ends a match, told to its winner.
WINS: Mapping[str, str] = {
    "confined": _("closes a wall round stones on {cells}, and wins"),
    "loop": _("closes a ring on level one, and wins"),
    "bridge": _("closes a bridge over a river, and wins"),
    "no-move": _("leaves your opponent no move, and wins"),
    "full": _("fills the pyramid with the last tile, and wins"),
    "pillars": _("surrounds enough pillars ({own}), and wins"),
    "exhausted": _("ends the match with the better count of pillars, {own} to {other}, and wins"),
    "sealed": _("seals off enough: {own} cells, with both reserves counted in, and wins"),
    "group": _("ends the match with largest groups of {own} and {other}, and wins"),
    "tie": _("ends the match with largest groups of the same size and your opponent next to place, and wins"),
}


def in_words(claim: Claim, told: Story) -> Sentence:
    """What a claim says of a turn, as the end of a sentence about it or as a sentence of its own."""
    return _WORDS[type(claim)](claim, told)


def sentences(claims: Sequence[Claim], told: Story) -> tuple[Sentence, ...]:
    """Claims in words, in their order."""
    return tuple(in_words(claim, told) for claim in claims)


def listed(cells: Sequence[str]) -> str:
    """Cells or moves in a row."""
    return ", ".join(cells)


def _wins(claim: Wins, told: Story) -> Sentence:
    score = told.after.score or (0, 0)
    own, other = score[told.seat], score[1 - told.seat]
    said = WINS.get(claim.reason, _("wins the match"))
    return Sentence(said, cells=listed(claim.cells), own=own, other=other)


def _ends(claim: Ends, told: Story) -> Sentence:
    said = _("it ends the match, and your opponent wins") if claim.lost else _("it makes the match a draw")
    return Sentence(said)


def _forces(claim: ForcesWin, told: Story) -> Sentence:
    if claim.turns == 1:
        return Sentence("whatever your opponent answers, you win with your next turn")
    return Sentence("whatever your opponent answers, you win within {turns} more turns", turns=claim.turns)


def _can_win(claim: CanWin, told: Story) -> Sentence:
    if claim.turns == 1:
        return Sentence("you can win with this turn")
    return Sentence("you can force a win within {turns} turns", turns=claim.turns)


def _is_lost(claim: IsLost, told: Story) -> Sentence:
    if claim.turns == 1:
        return Sentence("whatever you play, your opponent can win with the next turn")
    return Sentence("whatever you play, your opponent can win within {turns} turns", turns=claim.turns)


def _solved(claim: Solved, told: Story) -> Sentence:
    if claim.lost:
        return Sentence("this variant is worked out: with best play, your opponent wins from here")
    return Sentence("this variant is worked out: with best play, you win from here")


def _keeps(claim: Keeps, told: Story) -> Sentence:
    return _solved(Solved(False), told)


def _drawn(claim: Drawn, told: Story) -> Sentence:
    return Sentence("this variant is worked out: with best play, the match is a draw from here")


def _allows(claim: Allows, told: Story) -> Sentence:
    moves = " ".join(claim.moves)
    if claim.turns == 1:
        return Sentence("it lets your opponent win at once with {moves}", moves=moves)
    return Sentence(
        "it lets your opponent force a win within {turns} turns, beginning with {moves}", turns=claim.turns, moves=moves
    )


def _is_safe(claim: IsSafe, told: Story) -> Sentence:
    return Sentence("your opponent has no turn that wins at once")


def _holds(claim: Holds, told: Story) -> Sentence:
    if claim.turns == 1:
        return _is_safe(IsSafe(), told)
    return Sentence("your opponent can’t force a win within {turns} turns", turns=claim.turns)


def _endangered(claim: Endangered, told: Story) -> Sentence:
    return Sentence(
        "{losing} of your {choices} possible moves let your opponent win with the next turn",
        losing=claim.losing,
        choices=claim.choices,
    )


def _stops(claim: Stops, told: Story) -> Sentence:
    if any(str(state.last_move) == claim.move for state in told.states[1:]):
        return Sentence(
            "it takes {move}, with which your opponent would win after {lost} of the {others} other moves",
            move=claim.move,
            lost=claim.lost,
            others=claim.others,
        )
    return Sentence(
        "it stops {move}, with which your opponent would win after {lost} of the {others} other moves",
        move=claim.move,
        lost=claim.lost,
        others=claim.others,
    )


def _threatens(claim: Threatens, told: Story) -> Sentence:
    values: dict[str, object] = {
        "answers": listed(claim.answers),
        "n": len(claim.answers),
        "choices": claim.choices,
        "move": claim.move,
    }
    if len(claim.answers) > 4:
        if claim.move:
            return Sentence(
                "it threatens {move}, which wins unless one of {n} of the {choices} answers is found", **values
            )
        return Sentence("it threatens to win, unless one of {n} of the {choices} answers is found", **values)
    if claim.move:
        return Sentence("it threatens {move}, which wins; nothing but {answers} may stop it", **values)
    return Sentence("it threatens to win; nothing but {answers} may stop it", **values)


def _estimated(claim: Estimated, told: Story) -> Sentence:
    return Sentence(
        "nothing is proved here; a search of {lines} lines puts your chances at {percent} %",
        lines=claim.lines,
        percent=claim.percent,
    )


def _counts(claim: Counts, told: Story) -> Sentence:
    counted = told.before.game.counted
    assert counted is not None
    theirs = claim.whose == "other"
    return Sentence(counted[theirs], was=claim.was, now=claim.now)


def _room(claim: Room, told: Story) -> Sentence:
    if claim.whose == "other":
        return Sentence("cells out of your sight, where your opponent may place: {now}, before {was}", **vars(claim))
    return Sentence("cells out of your opponent’s sight, where you may place: {now}, before {was}", **vars(claim))


def _reserve(claim: Reserve, told: Story) -> Sentence:
    return Sentence("stones that go back into your opponent’s hand: {stones}", stones=claim.stones)


def _bridge(claim: Bridge, told: Story) -> Sentence:
    if claim.whose == "own":
        return Sentence(
            "a tile of yours on {cells} closes a bridge as soon as enemy tiles fill the feet it still needs",
            cells=listed(claim.cells),
        )
    return Sentence("it takes {cells}, where your opponent was about to build a bridge", cells=listed(claim.cells))


def _surrounds(claim: Surrounds, told: Story) -> Sentence:
    return Sentence(
        "it closes a loop round {pillars}; pillars that you surround now: {now}",
        pillars=listed(claim.pillars),
        now=claim.now,
    )


_WORDS: Mapping[type[Claim], Callable[[Any, Story], Sentence]] = {
    Wins: _wins,
    Ends: _ends,
    ForcesWin: _forces,
    CanWin: _can_win,
    IsLost: _is_lost,
    Solved: _solved,
    Drawn: _drawn,
    Keeps: _keeps,
    Allows: _allows,
    IsSafe: _is_safe,
    Holds: _holds,
    Endangered: _endangered,
    Stops: _stops,
    Threatens: _threatens,
    Estimated: _estimated,
    Counts: _counts,
    Room: _room,
    Reserve: _reserve,
    Bridge: _bridge,
    Surrounds: _surrounds,
    Captures: lambda claim, told: Sentence("it captures {cells}", cells=listed(claim.cells)),
    Converts: lambda claim, told: Sentence("it turns {cells} into your own", cells=listed(claim.cells)),
    Crowns: lambda claim, told: Sentence("it makes a leaper on {cell}", cell=claim.cell),
    Covers: lambda claim, told: Sentence("it covers the enemy stone on {cells}", cells=listed(claim.cells)),
    Breaks: lambda claim, told: Sentence("it breaks your opponent’s loop round {cells}", cells=listed(claim.pillars)),
}
