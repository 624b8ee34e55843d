"""Claims in words: English sentences, translated later, and short texts for buttons."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from ...core import Sentence, _
from . import forced, seen
from .base import Claim, JudgedTurn

MOST_CELLS = 4  # cells named one after another
FEW_ANSWERS = 4  # answers that are named

# How a match ends, for its winner.
WINS: Mapping[str, str] = {
    "confined": _("closes a wall round stones on {cells}, and wins"),
    "loop": _("closes a ring on level one, and wins"),
    "bridge": _("closes a bridge over a river, and wins"),
    "no-move": _("leaves your opponent no move, and wins"),
    "full": _("fills the pyramid with the last tile, and wins"),
    "pillars": _("surrounds enough pillars ({own}), and wins"),
    "exhausted": _("ends the match with the better count of pillars, {own} to {other}, and wins"),
    "sealed": _("seals off {own} cells, enough after taking off the reserves, and wins"),
    "group": _("ends the match with largest groups of {own} and {other}, and wins"),
    "tie": _(
        "ends the match with largest groups of the same size and your opponent next to place, and "
        "wins"
    ),
}


def in_words(claim: Claim, turn: JudgedTurn) -> Sentence:
    """A claim about a turn, as the end of a sentence about it or as a sentence of its own."""
    values = {name: _listed(name, value) for name, value in vars(claim).items()}
    if isinstance(claim, forced.Wins):
        own, other = turn.after.score or (0, 0)
        if turn.seat == 1:
            own, other = other, own
        values |= {"own": own, "other": other}
    elif isinstance(claim, seen.Crowns):
        (values["cell"],) = claim.cells
    elif isinstance(claim, forced.EndInSight):
        values["end"] = Sentence(_other_end(claim, turn), cells=claim.cells)
    elif isinstance(claim, seen.Room):
        values["cells"] = claim.cells[:MOST_CELLS]
    template = _TEMPLATES[type(claim)]
    text = template if isinstance(template, str) else template(claim, turn)
    return Sentence(text, **values)


def sentences(claims: Sequence[Claim], turn: JudgedTurn) -> tuple[Sentence, ...]:
    """Claims in words, in their order."""
    return tuple(in_words(claim, turn) for claim in claims)


ONE_TURN = {"answer", "line", "moves", "slip", "threat"}


def _listed(name: str, value: object) -> object:
    """Decisions of one turn follow each other; all else is a list, which each language writes."""
    if name in ONE_TURN and isinstance(value, tuple):
        return " ".join(value)
    return value


Template: TypeAlias = str | Callable[[Any, JudgedTurn], str]


def _by_turns(one: str, more: str) -> Template:
    """``one`` for a claim about a single turn, else ``more``."""
    return lambda claim, turn: one if claim.turns == 1 else more


def _whose(own: str, other: str) -> Template:
    return lambda claim, turn: own if claim.whose == "own" else other


def _stops(claim: forced.Stops, turn: JudgedTurn) -> str:
    if any(str(state.last_move) == claim.move for state in turn.states[1:]):
        return _("plays {move} first, with which your opponent would win")
    return _("stops {move}, with which your opponent would win")


def _threatens(claim: forced.Threatens, turn: JudgedTurn) -> str:
    if len(claim.answers) > FEW_ANSWERS:
        if claim.move:
            return _("threatens to win with {move}: your opponent must answer that")
        return _("threatens to win: your opponent must answer that")
    if len(claim.answers) == 1:
        if claim.move:
            return _("threatens to win with {move}: only {answers} may stop it")
        return _("threatens to win: only {answers} may stop it")
    if claim.move:
        return _("threatens to win with {move}; the answers that may stop it: {answers}")
    return _("threatens to win; the answers that may stop it: {answers}")


def _endangered(claim: forced.Endangered, turn: JudgedTurn) -> str:
    if claim.losing == claim.choices:
        return _("be careful: after each of your moves your opponent wins with the next turn")
    if 2 * claim.losing > claim.choices:
        return _(
            "be careful: your opponent threatens to win next turn, and most moves don’t stop it"
        )
    return _("be careful: some moves let your opponent win with the next turn")


def _goes_on(claim: forced.GoesOn, turn: JudgedTurn) -> str:
    if claim.turns > 1:
        return _("if your opponent answers {answer}, go on with {moves}")
    if not claim.threat:
        return _("if your opponent answers {answer}, you win with {moves}")
    if not claim.answer:
        return _("you threaten {threat}, and nothing stops it")
    if claim.answer == claim.threat:
        return _("you threaten {threat}; if your opponent takes it, you win with {moves}")
    return _("you threaten {threat}; after {answer} you win with {moves}")


# Where a win lies, before the turn that begins it.
_OWN_ENDS: Mapping[str, str] = {
    "confined": _("look at {cells}: a wall can close round your opponent there"),
    "loop": _("look at {cells}: a ring can close there"),
    "bridge": _("look at {cells}: a bridge can close there"),
    "no-move": _("count your opponent’s moves: they can run out"),
    "pillars": _("look at the pillars {cells}: you can surround them"),
    "exhausted": _("count the pillars: the match is about to end"),
    "sealed": _("look at what you can seal off: it’s enough to win"),
    "group": _("count to the end: the largest groups decide"),
    "tie": _("count to the end: the largest groups decide"),
}

# What a winning turn of the other side does.
_OTHER_ENDS: Mapping[str, str] = {
    "confined": _("closes a wall round your stones on {cells}"),
    "loop": _("closes a ring on level one"),
    "bridge": _("closes a bridge"),
    "no-move": _("leaves you no move"),
    "pillars": _("surrounds the pillars {cells}"),
    "exhausted": _("ends the match, and the pillars decide"),
    "sealed": _("seals off enough cells"),
    "group": _("ends the match, and the largest groups decide"),
    "tie": _("ends the match, and the largest groups decide"),
}


def _other_end(claim: forced.EndInSight, turn: JudgedTurn) -> str:
    """What a winning turn of the other side does."""
    is_one = len(claim.cells) == 1
    if claim.reason == "confined" and is_one and not _stand(turn, turn.seat, claim.cells):
        return _("pulls a stone of yours to {cells} and walls it in")
    if claim.reason == "pillars" and is_one:
        return _("surrounds the pillar {cells}, the last that is needed")
    return _OTHER_ENDS.get(claim.reason, _("wins the match"))


def _stand(turn: JudgedTurn, seat: int, cells: Iterable[str]) -> bool:
    """Whether stones of a seat stand on some cells before a turn."""
    pieces = turn.before.pieces()
    return all(cell in pieces and pieces[cell][-1] == seat for cell in cells)


def _end_in_sight(claim: forced.EndInSight, turn: JudgedTurn) -> str:
    if claim.whose == "own":
        if claim.reason == "confined" and not _stand(turn, 1 - turn.seat, claim.cells):
            return _("look at {cells}: a stone pulled there can be walled in")
        if claim.reason == "pillars" and len(claim.cells) == 1:
            return _("look at the pillar {cells}: you can surround it")
        return _OWN_ENDS.get(claim.reason, _("count to the end of the match"))
    if claim.slip:
        return _("be careful: after {slip}, say, your opponent wins: {moves} {end}")
    return _("be careful: your opponent threatens to win: {moves} {end}")


def _counts(claim: seen.Counts, turn: JudgedTurn) -> str:
    phrases = turn.before.game.score_changes
    assert phrases is not None
    own_phrase, other_phrase = phrases
    return own_phrase if claim.whose == "own" else other_phrase


def _bridge(claim: seen.Bridge, turn: JudgedTurn) -> str:
    if claim.whose == "other":
        return _("occupies {cells}, where your opponent was about to build a bridge")
    if claim.feet:
        return _("prepares a bridge on {cells}: you win there once your opponent fills {feet}")
    return _(
        "prepares a bridge on {cells}: you win there once your opponent’s tiles fill the cells it "
        "still needs below"
    )


_SEARCHED = {
    1: _("searched to the end: with best play, you win from here"),
    0: _("searched to the end: with best play, the match is a draw from here"),
    -1: _("searched to the end: with best play, your opponent wins from here"),
}
_TEMPLATES: Mapping[type[Claim], Template] = {
    forced.Wins: lambda claim, turn: WINS.get(claim.reason, _("wins the match")),
    forced.Ends: lambda claim, turn: (
        _("ends the match, and your opponent wins")
        if claim.opponent_wins
        else _("makes the match a draw")
    ),
    forced.ForcesWin: _by_turns(
        _("whatever your opponent answers, you win with your next turn"),
        _("whatever your opponent answers, you win within {turns} more turns"),
    ),
    forced.CanWin: _by_turns(
        _("you can win with this turn"), _("you can force a win within {turns} turns")
    ),
    forced.IsLost: _by_turns(
        _("whatever you play, your opponent can win with the next turn"),
        _("whatever you play, your opponent can win within {turns} turns"),
    ),
    forced.Solved: lambda claim, turn: (
        _("this variant is solved: with best play, your opponent wins from here")
        if claim.opponent_wins
        else _("this variant is solved: with best play, you win from here")
    ),
    forced.Drawn: _("this variant is solved: with best play, the match is a draw from here"),
    forced.Allows: _by_turns(
        _("lets your opponent win at once with {moves}"),
        _("lets your opponent force a win within {turns} turns, beginning with {moves}"),
    ),
    forced.StillToFind: _by_turns(
        _("your opponent still has to find the win, such as {moves}"),
        _("your opponent still has to find the win, which may begin with {moves}"),
    ),
    forced.Holds: _by_turns(
        _("after that your opponent can’t win with the next turn"),
        _("your opponent can’t force a win within {turns} turns"),
    ),
    forced.Endangered: _endangered,
    forced.Stops: _stops,
    forced.Threatens: _threatens,
    forced.GoesOn: _goes_on,
    forced.EndInSight: _end_in_sight,
    forced.Only: _("it’s your only legal move"),
    forced.Searched: lambda claim, turn: _SEARCHED[claim.value],
    forced.Estimated: _("nothing is forced here, and I found nothing better"),
    seen.Counts: _counts,
    seen.Room: _whose(
        _("hides {cells} from your opponent: you can place there"),
        _("sees {cells}: your opponent can’t place there now"),
    ),
    seen.Reserve: _(
        "gives your opponent {stones} more to place: each stone in reserve counts against them"
    ),
    seen.Bridge: _bridge,
    seen.Surrounds: _("closes a ring round {pillars}: {now} of the three pillars that win"),
    seen.Captures: _("captures {cells}"),
    seen.Converts: _("turns {cells} into your own"),
    seen.Crowns: _("makes a leaper on {cell}"),
    seen.Covers: _("covers your opponent’s stone on {cells}"),
    seen.Breaks: _("breaks your opponent’s ring round {cells}"),
}
_CLAIM_TEXT = re.compile(r"(?P<kind>[hf])(?P<turns>[1-9])|e?", re.ASCII)


def claim_text(claim: Claim | None) -> str:
    """A claim made by ``difference`` as a text; the inverse of ``parse_claim``.

    ``h`` or ``f`` with a number of turns, ``e``, or nothing.
    """
    if isinstance(claim, forced.Holds):
        return f"h{claim.turns}"
    if isinstance(claim, forced.ForcesWin):
        return f"f{claim.turns}"
    return "e" if isinstance(claim, forced.Wins | forced.Ends) else ""


def parse_claim(text: str, turn: JudgedTurn) -> Claim | None:
    """The claim about a turn that ``claim_text`` wrote as ``text``; None where there is none.

    Raises ValueError.
    """
    parts = _CLAIM_TEXT.fullmatch(text)
    if parts is None:
        raise ValueError(text)
    if parts["kind"] == "h":
        return forced.Holds(int(parts["turns"]))
    if parts["kind"] == "f":
        return forced.ForcesWin(int(parts["turns"]))
    return forced.ending(turn) if text and turn.after.outcome is not None else None
