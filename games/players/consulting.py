"""What ``python -m games hint``, ``analyse`` and ``solve`` print about typed moves."""

import random
from collections.abc import Iterable, Iterator, Sequence

from ..core import GameError, Move, State
from ..registry import get
from .analysis import analyse
from .claims import JudgedTurn, in_words
from .ideas import idea
from .knowledge import knowledge_of
from .reasons import hint
from .solver import OutOfTime, Solver

DEEPEST = 12  # turns


def parse_match(words: Sequence[str]) -> list[State]:
    """The states of a match given as ``SLUG [option=value …] [MOVE …]``, from the first on.

    Raises GameError.
    """
    options: dict[str, str] = {}
    moves: list[str] = []
    for word in words[1:]:
        name, equals, value = word.partition("=")
        if equals:
            options[name] = value
        else:
            moves.append(word)
    start = get(words[0]).start(**options)
    return list(JudgedTurn.of(start, moves).states)


def require_open(state: State) -> State:
    """A state of a match that goes on. Raises GameError."""
    if state.to_move is None:
        raise GameError("the match is over")
    return state


def hint_lines(
    states: Sequence[State], seconds: float, rng: random.Random | None = None
) -> Iterator[str]:
    """A good turn and why it is good. Raises GameError."""
    state = require_open(states[-1])
    advised = hint(state, "strong", seconds, rng)
    if advised.stake is not None:
        yield f"{state.game.seats[state.to_move or 0]}: {advised.stake}"
    yield from map(str, advised.standing)
    yield f"play {_listed(advised.moves)}"
    for reason in (*advised.reasons, *advised.plans, *advised.other_turns):
        yield f"- {reason}"
    for slug in advised.ideas:
        hint_idea = idea(state.game.slug, slug)
        if hint_idea is not None:
            yield f"- {hint_idea.name}: {hint_idea.text}"


def proof_lines(states: Sequence[State], seconds: float) -> Iterator[str]:
    """Who can force a win within how many turns, as far as that is proved in time.

    Raises GameError.
    """
    state = require_open(states[-1])
    position = state.position()
    solvers = [Solver(knowledge_of(state.game), seat, seconds / 2) for seat in (0, 1)]
    turns = 0
    try:
        for turns in range(1, DEEPEST + 1):
            for solver in solvers:
                if solver.wins(position, turns):
                    yield from _win_lines(state, solver, turns)
                    return
    except OutOfTime:
        turns -= 1
    yield _in_best_play(state) or (
        f"nobody wins by force within {turns} turns; more was not decided"
    )


def _win_lines(state: State, solver: Solver, turns: int) -> Iterator[str]:
    """Who wins within this many turns, and by which moves."""
    yield f"{state.game.seats[solver.seat]} wins within {turns} turns of its own"
    if solver.seat == state.to_move:
        position = state.position()
        winners = solver.winners(position, turns)
        yield f"winning moves: {_listed(position.move(code) for code in winners)}"


def _in_best_play(state: State) -> str | None:
    """How a match of a solved variant ends, of which nothing has been played yet."""
    solved_variant = state.game.best_play(state.options)
    if solved_variant is None or state.ply:
        return None
    if solved_variant.winner is None:
        return "this variant is solved: the match is a draw in best play"
    return f"this variant is solved: {state.game.seats[solved_variant.winner]} wins in best play"


def analysis_lines(
    states: Sequence[State], seconds: float, rng: random.Random | None = None
) -> Iterator[str]:
    """What a match was worth after each turn, and its turning points.

    Each turning point has a better turn, a refutation, and reasons.
    """
    seats = states[0].game.seats
    analysis = analyse(states, seconds, rng)
    if analysis.turns:
        start = analysis.turns[0].value_before
        yield f"value for {seats[0]}, from -1 (lost) to 1 (won); at the start {start:+.2f}"
    for judged in analysis.turns:
        if judged.moves:
            moves = _listed(judged.moves)
            mover = seats[judged.seat]
            yield f"{judged.value_after:+.2f} after turn {judged.turn}, {mover}: {moves}"
    for point in analysis.turning_points:
        mistake = _listed(point.moves)
        better = _listed(point.better)
        yield f"turn {point.turn}, {seats[point.seat]}: {mistake}; better {better}"
        if point.refutation is not None:
            yield f"- {in_words(point.refutation, JudgedTurn.of(states[point.start], point.moves))}"
        for reason in point.reasons:
            yield f"- {better}: {reason}"
    if not analysis.turning_points:
        yield "no turning points"


def _listed(moves: Iterable[Move]) -> str:
    return " ".join(map(str, moves))
