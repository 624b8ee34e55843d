"""What ``python -m games hint``, ``analyse`` and ``solve`` print about a position given as typed
moves.
"""

import random
from collections.abc import Iterator, Sequence

from ..core import GameError, State
from ..registry import get
from .analysis import analyse
from .claims import Turn, in_words
from .ideas import idea
from .knowledge import knowledge_of
from .reasons import hint
from .solver import OutOfTime, Solver

DEEPEST = 12  # turns


def typed(words: Sequence[str]) -> list[State]:
    """The states of a match given as ``SLUG [option=value …] [MOVE …]``, from the first on.

    Raises GameError.
    """
    pairs = [word.partition("=") for word in words[1:] if "=" in word]
    start = get(words[0]).start(**{name: value for name, _, value in pairs})
    return list(Turn.of(start, (word for word in words[1:] if "=" not in word)).states)


def not_over(state: State) -> State:
    """A state of a match that goes on. Raises GameError."""
    if state.to_move is None:
        raise GameError("the match is over")
    return state


def hinted(
    states: Sequence[State], seconds: float, rng: random.Random | None = None
) -> Iterator[str]:
    """A good turn and why it is good. Raises GameError."""
    state = not_over(states[-1])
    advised = hint(state, "strong", seconds, rng)
    if advised.stake is not None:
        yield f"{state.game.seats[state.to_move or 0]}: {advised.stake}"
    yield from map(str, advised.standing)
    yield f"play {' '.join(map(str, advised.moves))}"
    yield from (f"- {reason}" for reason in (*advised.reasons, *advised.plans))
    for slug in advised.ideas:
        shown = idea(state.game.slug, slug)
        if shown is not None:
            yield f"- {shown.name}: {shown.text}"


def solved(states: Sequence[State], seconds: float) -> Iterator[str]:
    """Who can force a win within how many turns, as far as that is proved in time.

    Raises GameError.
    """
    state = not_over(states[-1])
    solvers = [Solver(knowledge_of(state.game), seat, seconds / 2) for seat in (0, 1)]
    position = state.position()
    turns = 0
    try:
        for turns in range(1, DEEPEST + 1):
            for solver in solvers:
                if solver.wins(position, turns):
                    yield f"{state.game.seats[solver.seat]} wins within {turns} turns of its own"
                    if solver.seat == state.to_move:
                        moves = (
                            str(position.move(code)) for code in solver.winners(position, turns)
                        )
                        yield f"winning moves: {' '.join(moves)}"
                    return
    except OutOfTime:
        turns -= 1
    in_best_play = _in_best_play(state)
    if in_best_play is not None:
        yield in_best_play
        return
    yield f"nobody wins by force within {turns} turns; more was not decided"


def _in_best_play(state: State) -> str | None:
    """How a match of a solved variant ends, of which nothing has been played yet."""
    solved = state.game.best_play(state.options)
    if solved is None or state.ply:
        return None
    if solved.winner is None:
        return "this variant is solved: the match is a draw in best play"
    return f"this variant is solved: {state.game.seats[solved.winner]} wins in best play"


def analysed(
    states: Sequence[State], seconds: float, rng: random.Random | None = None
) -> Iterator[str]:
    """What a match was worth after each turn; its turning points, each with a better turn, a
    refutation, and why.
    """
    seats = states[0].game.seats
    analysis = analyse(states, seconds, rng)
    if analysis.turns:
        yield (
            f"value for {seats[0]}, from -1 (lost) to 1 (won); at the start "
            f"{analysis.turns[0].before:+.2f}"
        )
    for judged in filter(lambda judged: judged.moves, analysis.turns):
        yield (
            f"{judged.after:+.2f} after turn {judged.turn}, {seats[judged.seat]}: "
            f"{' '.join(map(str, judged.moves))}"
        )
    points = analysis.turning_points
    for point in points:
        played, better = (" ".join(map(str, moves)) for moves in (point.moves, point.better))
        yield f"turn {point.turn}, {seats[point.seat]}: {played}; better {better}"
        if point.punished is not None:
            yield f"- {in_words(point.punished, Turn.of(states[point.at], point.moves))}"
        yield from (f"- {better}: {reason}" for reason in point.reasons)
    if not points:
        yield "no turning points"
