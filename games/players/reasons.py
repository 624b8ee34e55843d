"""A good turn and why it is good, in claims that are decided before they are said."""

import random
from typing import NamedTuple

from ..core import Move, Sentence, State
from .claims import Claim, Turn, claims, sentences, situation
from .ideas import shown
from .knowledge import knowledge_of
from .player import Player, Thought, winning_turn
from .praise import Worth, worth
from .solved import advice as certified

SOON = 0.3  # seconds for a win within the turn where a certificate has a longer one
TRIED = 4_000  # decisions for each proof that a turn whose ideas are named does not lose


class Hint(NamedTuple):
    """A good turn, decision by decision, and what the match is then worth, from -1 to 1.

    ``reasons`` say why, best first; ``ideas`` are the slugs of the game's ideas that the turn shows, none
    where it is proved to lose. ``stake`` says
    what is forced or at stake before it, without giving the turn away; None where nothing is. ``lines`` counts the
    playouts of the search that chose the turn; 0 where its value is proved.
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
    states = [state]
    share = seconds
    first: Thought | None = None
    while states[-1].to_move == state.to_move:
        if seconds is not None:
            share = seconds = seconds / 2
        thought = _solved(states[-1]) or player.think(states[-1], share)
        first = first or thought
        states.append(states[-1].play(thought.move))
        player.observe(states[-1])
    assert first is not None
    return _hint(Turn(tuple(states)), first, situation(state), 0.8)


def _solved(state: State) -> Thought | None:
    """The decision by which a certificate wins, or one that wins sooner; None where no certificate wins.

    Asking a level instead could give away the win that is said to be there.
    """
    advised = certified(state)
    if advised is None or not advised.wins:
        return None
    position = state.position()
    sooner = winning_turn(position, knowledge_of(state.game), SOON)
    return Thought(advised.move if sooner is None else position.move(sooner), 1.0, 0, True)


def advice(turn: Turn, seconds: float = 0.8, value: float = 0.0, lines: int = 0) -> Hint:
    """The hint for a given turn, with its value by a search of ``lines`` playouts."""
    return _hint(turn, Thought(turn.moves[0], value, lines), situation(turn.before, seconds / 2), seconds)


def _hint(turn: Turn, thought: Thought, stake: Claim | None, seconds: float) -> Hint:
    known = () if stake is None else (stake,)
    # Where something is proved, no estimate is given, which says that nothing is.
    proved = claims(turn, None if known else thought, seconds) or known
    lines = 0 if thought.proven else thought.playouts
    said = next(iter(sentences(known, turn)), None)
    ideas = () if worth(turn, tried=TRIED) is Worth.LOSES else shown(turn)
    return Hint(turn.moves, thought.value, sentences(proved, turn), ideas, said, lines)
