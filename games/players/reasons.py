"""A good turn and why it is good, in claims that were decided before they are said."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

from ..core import Move, Sentence, State
from .claims import Claim, Story, claims, sentences, situation
from .ideas import shown
from .knowledge import knowledge_of
from .player import Player, Thought, winning_turn
from .solved import advice as certified

# How long a win within the turn is looked for where a certificate tells a longer one.
SOON = 0.3


class Hint(NamedTuple):
    """A good turn, decision by decision, and what the match is then worth, from -1 to 1.

    ``reasons`` say why, best first; ``ideas`` are the slugs of the game's ideas that the turn shows. ``stake`` says
    what is forced or at stake before it, without telling the turn; None where nothing is. ``lines`` is how many the
    search looked at that found the turn; 0 where its value is proved.
    """

    moves: tuple[Move, ...]
    value: float
    reasons: tuple[Sentence, ...]
    ideas: tuple[str, ...] = ()
    stake: Sentence | None = None
    lines: int = 0

    @property
    def percent(self) -> int:
        """The value as chances."""
        return round(50 * (self.value + 1))


def hint(state: State, level: str = "strong", seconds: float | None = None, rng: random.Random | None = None) -> Hint:
    """What a player of ``level`` would do in the rest of the turn in ``state``, which is not over, and why.

    ``seconds`` are for the whole turn; by default the level's own for every decision.
    """
    player = Player(level, rng)
    seat = state.to_move
    states = [state]
    share = seconds
    first: Thought | None = None
    while states[-1].to_move == seat:
        if seconds is not None:
            share = seconds = seconds / 2
        thought = _solved(states[-1]) or player.think(states[-1], share)
        first = first or thought
        states.append(states[-1].play(thought.move))
        player.observe(states[-1])
    assert first is not None
    told = Story(tuple(states))
    return _hint(told, first.value, 0 if first.proven else first.playouts, first, situation(state), 0.8)


def _solved(state: State) -> Thought | None:
    """The decision by which a certificate wins, or one that wins sooner; None where it says nothing of a win.

    No level may be asked instead, or the turn would give away what is said to be won.
    """
    held = certified(state)
    if held is None or not held.wins:
        return None
    position = state.position()
    sooner = winning_turn(position, knowledge_of(state.game), SOON)
    return Thought(held.move if sooner is None else position.move(sooner), 1.0, 0, proven=True)


def advice(states: Sequence[State], seconds: float = 0.8, value: float = 0.0, lines: int = 0) -> Hint:
    """The same for a turn that is known already, with what a search made of it."""
    told, first = Story(tuple(states)), states[1].last_move
    thought = Thought(first, value, lines) if lines and first is not None else None
    return _hint(told, value, lines, thought, situation(told.before, seconds / 2), seconds)


def _hint(told: Story, value: float, lines: int, thought: Thought | None, stake: Claim | None, seconds: float) -> Hint:
    moves = tuple(move for state in told.states[1:] if (move := state.last_move) is not None)
    known = () if stake is None else (stake,)
    # Where something is proved, no estimate is given, which says that nothing is.
    found = claims(told, None if known else thought, seconds) or known
    said = sentences(known, told)
    reasons = tuple(one for one in sentences(found, told) if one not in said) or said
    return Hint(moves, value, reasons, shown(told), said[0] if said else None, lines)


def reasons(states: Sequence[State], thought: Thought | None = None, seconds: float = 0.8) -> tuple[Sentence, ...]:
    """Why the turn that leads from the first of ``states`` to the last may be good for the seat that makes it."""
    told = Story(tuple(states))
    return sentences(claims(told, thought, seconds), told)
