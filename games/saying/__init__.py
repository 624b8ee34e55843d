"""What a player is asked to do step by step, and why a match ended, said in a module named after
each game.
"""

from typing import NamedTuple

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


class Prompt(NamedTuple):
    """What the side to move is asked to do: step ``number`` of a turn of ``of`` steps; None where
    that depends on it.

    ``why``: what a player who meets this for the first time has to know, a sentence each.
    """

    asks: Sentence
    number: int = 1
    of: int | None = 1
    why: tuple[Sentence, ...] = ()


def prompt(state: State) -> Prompt:
    """What the side to move is asked to do: ``ask`` of the game's module.

    Only while the match goes on.
    """
    legal = state.legal_moves()
    made = state.decisions_this_turn
    kinds = {move.kind for move in legal} - {"swap"}
    if kinds == {"pass"}:
        return Prompt(Sentence("you have no legal move, so you pass"), made + 1, made + 1)
    ask = getattr(module_about(state.game, __name__), "ask", None)
    asked: Prompt = Prompt(Sentence(_ASKS.get(frozenset(kinds), _ANY)), made + 1, None)
    if ask is not None:
        asked = ask(state)
    why = asked.why
    if state.ply == 0 and state.game.pie:
        why += (Sentence(_PIE),)
    if SWAP in legal and state.to_move is not None:
        side = state.game.seats[state.to_move]
        other = state.game.seats[1 - state.to_move]
        cells = tuple(state.play(SWAP).taken_over)
        why += (Sentence(_TAKE_OVER, cells=cells, side=Sentence(side), other=Sentence(other)),)
    return asked._replace(why=why)


def account(state: State) -> Sentence | None:
    """What the game's module says of an end (``because``), with the sides' names; None if nothing,
    or it goes on.
    """
    because = getattr(module_about(state.game, __name__), "because", None)
    if state.outcome is None or because is None:
        return None
    said: Sentence = because(state)
    sides = [Sentence(seat) for seat in state.game.seats]
    winner = state.outcome.winner or 0
    named = {
        "first": sides[0],
        "second": sides[1],
        "winner": sides[winner],
        "loser": sides[1 - winner],
    }
    return Sentence(said.template, **named, **said.values)
