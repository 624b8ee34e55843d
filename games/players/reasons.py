"""A good turn and why it is good, in claims that are decided before they are said."""

import random
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import NamedTuple

from ..core import Move, Sentence, State
from .claims import Claim, Turn, claims, sentences, situation
from .claims.base import Prover
from .claims.forced import CanWin, Endangered, Estimated, Only, Searched
from .claims.proposing import is_common
from .ideas import idea, shown
from .knowledge import knowledge_of
from .plans.saying import CANDIDATES, Comparison, Others, others, standing
from .player import Player, Thought
from .praise import Worth, worth
from .solver import OutOfTime

FORCED = 2.0  # seconds for a turn that keeps a win that is known to be there
TRIED = 4_000  # decisions for each proof that a turn whose ideas are named does not lose
GLANCE = 1_000  # the same for another turn that may be worth a try
BEGINNINGS = 2  # other first decisions of a turn that are tried for one with a plan
NEAR = 40  # decisions tried for one with a plan
FEW = 8  # other turns that a reason is held against
SHORT = 0.2  # seconds for holding ideas against them


class Hint(NamedTuple):
    """A good turn, decision by decision, and what the match is then worth, from -1 to 1.

    ``reasons`` say why, best first; ``ideas`` are the slugs of the game's ideas that the turn
    shows, none where it is proved to lose; so are ``plans``, what the turn plans and gives up, and
    other turns. ``stake`` says what is forced or at stake before it, without giving the turn away;
    None where nothing is; ``standing`` what is strong or weak there. ``lines`` counts the playouts
    of the search that chose the turn; 0 where its value is proved.
    """

    moves: tuple[Move, ...]
    value: float
    reasons: tuple[Sentence, ...]
    ideas: tuple[str, ...] = ()
    stake: Sentence | None = None
    lines: int = 0
    plans: tuple[Sentence, ...] = ()
    standing: tuple[Sentence, ...] = ()

    @property
    def percent(self) -> int:
        """The value as chances; neither 0 nor 100 where it is not proved."""
        return _percent(self.value, self.lines)


def _percent(value: float, lines: int) -> int:
    percent = round(50 * (value + 1))
    return min(99, max(1, percent)) if lines else percent


def hint(
    state: State,
    level: str = "strong",
    seconds: float | None = None,
    rng: random.Random | None = None,
) -> Hint:
    """What a player of ``level`` would do in the rest of the turn, and why.

    ``seconds``: for all; None: the level's.
    """
    line = _line(Player(level, rng), [state], seconds)
    stake = situation(state)
    turn = line.turn
    first = line.thoughts[0]
    if isinstance(stake, CanWin) and (winning := _winning(turn, stake.turns)) is not None:
        turn = winning
        first = Thought(winning.moves[0], 1.0, 0, True)
    elif stake is None or isinstance(stake, Endangered):
        turn = _explicable(line) or next(_explained(line, level, seconds, rng), turn)
    return _hint(turn, first, stake, 0.8)


class Line(NamedTuple):
    """A turn with what was thought before each decision, and the decisions that the search cannot
    tell from it.
    """

    turn: Turn
    thoughts: list[Thought]
    near: list[list[Move]]


def _line(player: Player, states: list[State], seconds: float | None) -> Line:
    """The turn that a player makes of its beginning."""
    thoughts: list[Thought] = []
    near: list[list[Move]] = []
    share = seconds
    while states[-1].to_move == states[0].to_move:
        if seconds is not None:
            share = seconds = seconds / 2
        thought = player.think(states[-1], share)
        thoughts.append(thought)
        near.append([] if thought.proven or not thought.playouts else player.near())
        states.append(states[-1].play(thought.move))
        player.observe(states[-1])
    return Line(Turn(tuple(states)), thoughts, near)


def _explained(
    line: Line, level: str, seconds: float | None, rng: random.Random | None
) -> Iterator[Turn]:
    """Turns with a plan that begin with another decision that is as good, and are worth as much at
    the end.
    """
    state = line.turn.before
    seat = line.turn.seat
    best = line.thoughts[-1]
    begins = (
        state.play(move)
        for move in line.near[0]
        if move != line.turn.moves[0] and len(line.near) > 1
    )
    for begun in islice((begun for begun in begins if begun.to_move == seat), BEGINNINGS):
        other = _line(Player(level, rng), [state, begun], seconds and seconds / 2)
        last = other.thoughts[-1]
        as_good = last.playouts and last.value + last.playouts**-0.5 >= best.value
        if as_good and (turn := _explicable(other)) is not None:
            yield turn


def _explicable(line: Line) -> Turn | None:
    """The turn, or one with another last decision that is as good, if it has a plan; None if none
    has.
    """
    turn, seat = line.turn, line.turn.seat
    if turn.after.to_move is None:
        return turn
    beside = others(turn)
    forced = knowledge_of(turn.before.game).forced
    compared = Comparison(turn, beside)
    if any(compared.sentences()):
        return turn
    for move in line.near[-1][:NEAR]:
        other = Turn((*turn.states[:-1], turn.states[-2].play(move)))
        if other.after.to_move != 1 - seat or not any(
            Comparison(other, beside, compared.leads).sentences()
        ):
            continue
        if forced(other.after.position()) is None and worth(other, tried=TRIED) is not Worth.LOSES:
            return other
    return None


def _winning(turn: Turn, turns: int) -> Turn | None:
    """The turn if it wins within ``turns``, else one that does; None where time is too short."""
    states = [turn.before]
    prover = Prover(turn.before, FORCED)
    with suppress(OutOfTime):
        if prover.wins(turn.after.position(), turn.seat, turns - 1):
            return turn
        while states[-1].to_move == turn.seat:
            position = states[-1].position()
            states.append(
                states[-1].play(position.move(prover.winners(position, turns, most=1)[0]))
            )
        return Turn(tuple(states))
    return None


def advice(turn: Turn, seconds: float = 0.8, value: float = 0.0, lines: int = 0) -> Hint:
    """The hint for a given turn, with its value by a search of ``lines`` playouts."""
    return _hint(
        turn, Thought(turn.moves[0], value, lines), situation(turn.before, seconds / 2), seconds
    )


def _hint(turn: Turn, thought: Thought, stake: Claim | None, seconds: float) -> Hint:
    known = () if stake is None else (stake,)
    beside = others(turn)
    few = [
        Turn.of(turn.before, other.moves)
        for other in beside.turns[:: max(1, len(beside.turns) // FEW)]
    ]
    # Where something is proved, no estimate is given, which says that nothing is.
    claimed = claims(turn, seconds)
    proved = tuple(claim for claim in claimed if not is_common(claim, turn, few)) or known
    if not proved and thought.proven:
        proved = (Searched(round(thought.value)),)
    elif not proved and thought.playouts:
        proved = (Estimated(_percent(thought.value, thought.playouts), thought.playouts),)
    elif not proved:
        proved = claimed or (Only(),) * (len(turn.before.legal_moves()) == 1)
    lines = 0 if thought.proven else thought.playouts
    said = next(iter(sentences(known, turn)), None)
    loses = worth(turn, tried=TRIED) is Worth.LOSES
    ideas, plans = ((), ()) if loses else (_ideas(turn, few), _plans(turn, beside))
    return Hint(
        turn.moves,
        thought.value,
        sentences(proved, turn),
        ideas,
        said,
        lines,
        plans,
        standing(turn.before),
    )


def _ideas(turn: Turn, few: Sequence[Turn]) -> tuple[str, ...]:
    """The ideas that a turn shows, but not those that most other turns show as well."""
    end = time.perf_counter() + SHORT
    telling = []
    for slug in shown(turn):
        named = idea(turn.before.game.slug, slug)
        same = 0
        for other in few:
            same += named is not None and time.perf_counter() < end and named.occurs(other)
        if 2 * same <= len(few):
            telling.append(slug)
    return tuple(telling)


def planned(turn: Turn) -> tuple[Sentence, ...]:
    """What a turn plans and gives up, and other turns; nothing where it is proved to lose."""
    beside = others(turn)
    said = any(Comparison(turn, beside).sentences()) and worth(turn, tried=TRIED) is not Worth.LOSES
    return _plans(turn, beside) if said else ()


def _plans(turn: Turn, beside: Others) -> tuple[Sentence, ...]:
    """What a turn plans and gives up, and other turns that are not proved to lose."""
    compared = Comparison(turn, beside)
    said = list(compared.sentences())
    tried = (
        sentence
        for other, sentence in (compared.candidates() if said else ())
        if worth(Turn.of(turn.before, other.moves), tried=GLANCE) is not Worth.LOSES
    )
    return (*said, *islice(tried, CANDIDATES))
