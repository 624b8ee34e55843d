"""Finds puzzles with few pieces: in matches at random, and in short ones against a weak player.

The winner looks ahead a little, the loser keeps out of the way, so that a win comes while the board
is nearly empty.
"""

import math
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace

from games.core import PASS_CODE, SWAP_CODE, Position, State
from games.players.knowledge import knowledge_of
from games.players.puzzles import Puzzle
from games.players.puzzles.answers import ALL
from games.players.solver import OutOfTime, Solver
from games.players.tree import Search
from games.registry import get

from .fit import (
    MOST_CHOICES,
    MOST_OCCUPIED,
    MOST_TURNS,
    MOST_TURNS_PLAYED_OUT,
    ideas_of_key_turn,
    is_sparse,
)
from .mine import TurnStart, is_proved, puzzle_of, solver_of

# The boards and options of first puzzles; one listed twice is drawn twice as often.
VARIANTS: dict[str, list[dict[str, str]]] = {
    "loop": [{}],
    "loops-n-leaps": [{}, {"board": "base6"}, {"board": "base4"}],
    "snipsnip": [
        {"board": "hex-2-3"},
        {"board": "hex-2-4"},
        {"board": "hex-3"},
        {"board": "hex-3-4"},
        {"board": "ortho-4"},
        {"board": "omni-3"},
    ],
    "veloop-hex": [{}],
    "veloop-square": [{}, {"turns": "single"}, {"turns": "single"}],
    "vigilance": [{}, {}, {}, {}, {"board": "square-3-adjacent"}],
}
FEWEST_CHOICES = 3
PLAYOUTS = 50  # of the winner, a decision
MOST_PLIES = 100
PATIENCE = 5_000  # decisions tried to prove a win
AWAY = 0.5  # how often the loser of a short match keeps away from the winner
CHOICES_OF_LOSER = 12
# How often both sides play at random: such matches play fast and have short wins now and then.
RANDOM: dict[str, float] = {
    "loop": 0.9,
    "veloop-square": 1.0,
    "veloop-hex": 0.995,
    "vigilance": 0.2,
}
# Other ends of a match that is won, from one of its last places.
BRANCHES = 4
FORK = 6
# How many places of an end are looked at: one where a longer win takes long to prove.
LAST: dict[str, int] = {"vigilance": 1}
MOST_LAST = 4


def find(slug: str, minutes: float, rng: random.Random) -> Iterator[Puzzle]:
    """Puzzles of a game's short matches, as many as are found in that time."""
    end = time.monotonic() + 60 * minutes
    while time.monotonic() < end:
        start = get(slug).start(**rng.choice(VARIANTS[slug]))
        if rng.random() < RANDOM.get(slug, 0.0):
            yield from _of_last(random_match(start, rng))
        else:
            yield from _of_short_match(start, rng)


def _of_short_match(start: State, rng: random.Random) -> Iterator[Puzzle]:
    """The puzzles of a match against a weak player, and of other ends that it could have had."""
    winner = rng.randrange(2)
    places = list(short_match(TurnStart(start, []), winner, rng))
    yield from _of_last(places)
    if not places or not _wins_soon(places[-1].state):
        return
    for _ in range(BRANCHES):
        fork = rng.choice(places[-FORK:-1] or places)
        yield from _of_last(list(short_match(fork, winner, rng))[1:])


def short_match(start: TurnStart, winner: int, rng: random.Random) -> Iterator[TurnStart]:
    """The places of a match at which the winner's turns start, while the board is sparse.

    :param start: Where it begins, or goes on in another way.
    """
    state = start.state
    knowledge = knowledge_of(state.game)
    moves = start.moves[:]
    turn = -1
    while state.to_move is not None and state.ply < MOST_PLIES and is_sparse(state):
        if state.turn != turn and state.to_move == winner:
            turn = state.turn
            yield TurnStart(state, moves[:])
        position = state.position()
        if state.ply < 3:
            code = rng.choice([code for code in position.codes() if code != SWAP_CODE])
        elif state.to_move == winner:
            search = Search(position, knowledge, rng)
            search.run(1.0, PLAYOUTS)
            code = search.best()
        else:
            code = _out_of_the_way(state, winner, rng)
        move = position.move(code)
        moves.append(str(move))
        state = state.play(move)


def _out_of_the_way(state: State, winner: int, rng: random.Random) -> int:
    """A decision of the loser that does not win, mostly far from the winner's pieces."""
    position = state.position()
    codes = [code for code in position.codes() if code not in (SWAP_CODE, PASS_CODE)]
    if not codes:
        return position.codes()[0]
    sample = rng.sample(codes, min(len(codes), CHOICES_OF_LOSER))
    quiet = [code for code in sample if position.after(code).winner is None]
    if not quiet:
        return sample[0]
    if rng.random() > AWAY:
        return quiet[0]
    return max(quiet, key=lambda code: _distance(state, position, code, winner))


def _distance(state: State, position: Position, code: int, winner: int) -> float:
    """How far from the winner's nearest piece a decision ends."""
    coordinates = state.board.coordinates
    target = coordinates[position.move(code).target]
    distances = [
        math.dist(target, coordinates[cell])
        for cell, stack in state.pieces().items()
        if stack[-1] == winner
    ]
    return min(distances, default=0.0)


def random_match(start: State, rng: random.Random) -> list[TurnStart]:
    """The winner's places of a match at random; [] if none wins while the board is sparse."""
    position = start.position()
    most = MOST_OCCUPIED[start.game.slug] * len(start.board)
    codes: list[int] = []
    while position.reason is None and len(codes) < most:
        codes.append(position.random_code(rng.random))
        position.play(codes[-1])
    if position.winner is None:
        return []
    return list(_places_of(start, codes, position.winner))


def _places_of(start: State, codes: Sequence[int], seat: int) -> Iterator[TurnStart]:
    """The places of a match at which a seat's turns start."""
    state = start
    moves: list[str] = []
    turn = -1
    for code in codes:
        if state.to_move == seat and state.turn != turn:
            turn = state.turn
            yield TurnStart(state, moves[:])
        move = state.position().move(code)
        moves.append(str(move))
        state = state.play(move)


def _of_last(places: Sequence[TurnStart]) -> Iterator[Puzzle]:
    """The puzzles of the last places of a match: its win is not seen from farther."""
    if not places:
        return
    last_count = LAST.get(places[-1].state.game.slug, MOST_LAST)
    for place in reversed(places[-last_count:]):
        puzzle = puzzle_at(place)
        if puzzle is not None and len(puzzle.ideas) == 1:
            yield puzzle
        if place is places[-1] and not _wins_soon(place.state):
            return


def _wins_soon(state: State) -> bool:
    """Whether the side to move wins at once, or the match is one that is played out."""
    solver = solver_of(state, state.to_move or 0, PATIENCE)
    if solver.knowledge.plays_out:
        return True
    try:
        return solver.wins(state.position(), 1)
    except OutOfTime:
        return False


def puzzle_at(place: TurnStart) -> Puzzle | None:
    """The puzzle of a place: one first decision wins, soon, and shows one idea; None if none."""
    state = place.state
    choices = len(state.legal_moves())
    if not FEWEST_CHOICES <= choices <= MOST_CHOICES.get(state.game.slug, choices):
        return None
    solver = solver_of(state, state.to_move or 0, PATIENCE)
    try:
        turns = _turns_to_win(state, solver)
        puzzle = puzzle_of(place, turns, solver) if turns else None
    except OutOfTime:
        return None
    if puzzle is None or not is_proved(puzzle, 2 * PATIENCE):
        return None
    return replace(puzzle, ideas=ideas_of_key_turn(puzzle))


def _turns_to_win(state: State, solver: Solver) -> int:
    """Within how few turns the side to move forces a win; 0 if it takes too many.

    Raises OutOfTime.
    """
    plays_out = solver.knowledge.plays_out
    position = state.position()
    if plays_out and len(solver.winners(position, ALL, most=2)) != 1:
        return 0
    most = MOST_TURNS_PLAYED_OUT if plays_out else MOST_TURNS
    return next((turns for turns in range(1, most + 1) if solver.wins(position, turns)), 0)
