"""Why a match ended and what was counted, said in a module named after each game."""

from ..core import Sentence, State
from ..registry import module_about


def account(state: State) -> Sentence | None:
    """What the game's module says of an end (``because``), with the sides' names; None if nothing, or it goes on."""
    because = getattr(module_about(state.game, __name__), "because", None)
    if state.outcome is None or because is None:
        return None
    said: Sentence = because(state)
    sides, winner = [Sentence(seat) for seat in state.game.seats], state.outcome.winner or 0
    named = {"first": sides[0], "second": sides[1], "winner": sides[winner], "loser": sides[1 - winner]}
    return Sentence(said.template, **named, **said.values)
