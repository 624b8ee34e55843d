"""What a player is asked to do step by step, and why a match ended.

A module named after each game has the words for it.
"""

from dataclasses import dataclass, replace

from ..core import SWAP, Sentence, State, _
from ..registry import module_about

# What can be done where the game's module says nothing of it, by the kinds of legal moves.
_ASKS = {
    frozenset({"place"}): _("place a piece"),
    frozenset({"remove"}): _("take a piece off"),
    frozenset({"step"}): _("move a piece"),
}
_ANY = _("make a move")
_PIE = _("your opponent may take over your start, so don’t make it too good")
_TAKE_OVER = _("or take over {cells} for {side}; then {other} moves")


@dataclass(frozen=True, slots=True)
class Prompt:
    """What the side to move is asked to do.

    :param asks: what to do now
    :param number: which step of the turn it is, from 1
    :param steps: how many steps the turn has; None where that depends on this one
    :param notes: what a player who meets this for the first time has to know, a sentence each
    """

    asks: Sentence
    number: int = 1
    steps: int | None = 1
    notes: tuple[Sentence, ...] = ()


def prompt(state: State) -> Prompt:
    """What the side to move is asked to do: ``ask`` of the game's module.

    Only while the match goes on.
    """
    legal = state.legal_moves()
    number = state.decisions_this_turn + 1
    kinds = {move.kind for move in legal} - {"swap"}
    if kinds == {"pass"}:
        return Prompt(Sentence("you have no legal move, so you pass"), number, number)
    ask = getattr(module_about(state.game, __name__), "ask", None)
    if ask is None:
        question = Prompt(Sentence(_ASKS.get(frozenset(kinds), _ANY)), number, None)
    else:
        question = ask(state)
    notes = question.notes
    if state.ply == 0 and state.game.pie and not state.has_head_start:
        notes += (Sentence(_PIE),)
    if SWAP in legal:
        notes += (_offer_of_swap(state),)
    return replace(question, notes=notes)


def _offer_of_swap(state: State) -> Sentence:
    """What the side to move may take over."""
    side, other = state.game.seats
    if state.to_move == 1:
        side, other = other, side
    cells = state.play(SWAP).taken_over
    return Sentence(_TAKE_OVER, cells=cells, side=Sentence(side), other=Sentence(other))


def account(state: State) -> Sentence | None:
    """Why the match ended, as the game's module says (``because``), with the sides' names.

    None where the module says nothing, or while the match goes on.
    """
    because = getattr(module_about(state.game, __name__), "because", None)
    if state.outcome is None or because is None:
        return None
    account: Sentence = because(state)
    first, second = map(Sentence, state.game.seats)
    winner, loser = (second, first) if state.outcome.winner == 1 else (first, second)
    sides = {"first": first, "second": second, "winner": winner, "loser": loser}
    return Sentence(account.template, **sides, **account.values)
