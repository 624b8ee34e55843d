"""Finds a game's first puzzles: few pieces and one idea, from short matches against a weak player.

The winner looks ahead a little, the loser keeps out of the way, so that a win comes while the board
is nearly empty.
"""

import json
import math
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from games.core import PASS_CODE, SWAP_CODE, Position, State
from games.players import Player
from games.players.ideas import ideas_in
from games.players.knowledge import knowledge_of
from games.players.puzzles import FIRST, Puzzle, from_data, puzzles, to_data
from games.players.puzzles.answers import ALL
from games.players.solver import OutOfTime, Solver
from games.players.tree import Search
from games.registry import get

from .mine import (
    ENDINGS,
    Collection,
    Place,
    Stones,
    file_text,
    forms,
    is_like_another,
    is_proved,
    options_of,
    own_turns,
    puzzle_of,
    solver_of,
)

# The boards and options of first puzzles; one listed twice is drawn twice as often.
VARIANTS: dict[str, list[dict[str, str]]] = {
    "loop": [{}, {}, {"board": "hex37"}, {"board": "hex37"}, {"board": "mini"}],
    "loops-n-leaps": [{}, {"board": "base6"}, {"board": "base6"}, {"board": "base4"}],
    "snipsnip": [
        {"board": "hex-2-3"},
        {"board": "hex-2-4"},
        {"board": "hex-3"},
        {"board": "hex-3-4"},
        {"board": "ortho-4"},
        {"board": "omni-3"},
        {},
    ],
    "veloop-hex": [{}, {}, {"board": "hex34"}, {"board": "hex45"}],
    "veloop-square": [
        {},
        {"turns": "single"},
        {"board": "6x6"},
        {"board": "6x6", "turns": "single"},
    ],
    "vigilance": [{}, {}, {"board": "square-3-adjacent"}, {"board": "hex-s"}, {"board": "hex-xs"}],
}
# The largest share of a board's cells that is occupied. A match of SnipSnip ends only when nobody
# can place any more, so few free points take its place there.
MOST_OCCUPIED: dict[str, float] = {
    "loop": 1 / 4,
    "loops-n-leaps": 2 / 5,
    "snipsnip": 2 / 3,
    "veloop-hex": 2 / 5,
    "veloop-square": 1 / 3,
    "vigilance": 1 / 3,
}
MOST_CHOICES: dict[str, int] = {"snipsnip": 8}
FEWEST_CHOICES = 3
# The most turns that a win may take: where matches are played out, one of two needs luck.
MOST_TURNS = 2
MOST_TURNS_PLAYED_OUT = 4
# How an idea ends a match; it names a puzzle that shows nothing else.
LAST_TURNS = (*ENDINGS, "ring", "stranding", "count", "tie", "big-catch")
# Ideas that show whenever another does.
IMPLIED: dict[str, tuple[str, ...]] = {
    "two-bridges": ("preparing", "fork"),
    "great-row": ("row-capture",),
    "leaper-race": ("leaper",),
    "reserve": ("capture",),
}
PLAYOUTS = 50  # of the winner, a decision
MOST_PLIES = 100
PATIENCE = 20_000  # decisions tried to prove a win
TRIES = {"casual": 20, "novice": 10}  # how often each level looks for a puzzle's first decision
FOUND = 0.9  # the share of casual players who find a first puzzle's first decision
MOST_OF_AN_IDEA = 10
AT_ONCE = 18  # of the first puzzles, if there are as many, are won in one turn
# ratings
EASIEST = 600
STEP = 10
AWAY = 0.7  # how often the loser of a short match keeps away from the winner
CHOICES_OF_LOSER = 12

USAGE = "usage: python -m tools.puzzles.first find FILE MINUTES SLUG | choose FILE SLUG"


def short_match(start: State, winner: int, rng: random.Random) -> Iterator[Place]:
    """The places of a match at which the winner's turns start, while the board is sparse."""
    knowledge = knowledge_of(start.game)
    state = start
    moves: list[str] = []
    turn = -1
    while state.to_move is not None and state.ply < MOST_PLIES and is_sparse(state):
        if state.turn != turn and state.to_move == winner:
            turn = state.turn
            yield Place(state, moves[:])
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


def is_sparse(state: State) -> bool:
    """Whether few enough cells are occupied for a first puzzle."""
    return len(state.pieces()) <= MOST_OCCUPIED[state.game.slug] * len(state.board)


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


def puzzle_at(place: Place) -> Puzzle | None:
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


def ideas_of_key_turn(puzzle: Puzzle) -> tuple[str, ...]:
    """The ideas of a puzzle's first turn, without those that come with another.

    How the match ends is an idea only where there is no other.
    """
    (turn, *_) = own_turns(puzzle.start(), puzzle.solution)
    found = ideas_in(turn)
    implied = {idea for other in found for idea in IMPLIED.get(other, ())}
    own = [idea for idea in found if idea not in implied]
    motifs = [idea for idea in own if idea not in LAST_TURNS]
    return tuple(motifs or own)


def find(slug: str, minutes: float, rng: random.Random) -> Iterator[Puzzle]:
    """Puzzles of a game's short matches, as many as are found in that time."""
    end = time.monotonic() + 60 * minutes
    game = get(slug)
    while time.monotonic() < end:
        start = game.start(**rng.choice(VARIANTS[slug]))
        for place in short_match(start, rng.randrange(2), rng):
            puzzle = puzzle_at(place)
            if puzzle is not None and len(puzzle.ideas) == 1:
                yield puzzle


def share_found(puzzle: Puzzle, level: str, rng: random.Random) -> float:
    """The share of a level's players who find a puzzle's first decision."""
    start = puzzle.start()
    first = start.parse(puzzle.solution[0])
    tries = TRIES[level]
    return sum(Player(level, rng).think(start).move == first for _ in range(tries)) / tries


def is_first(puzzle: Puzzle) -> bool:
    """Whether a puzzle is fit for beginners: few pieces, a short win, and one idea."""
    most_turns = MOST_TURNS
    if knowledge_of(get(puzzle.slug)).plays_out:
        most_turns = MOST_TURNS_PLAYED_OUT
    start = puzzle.start()
    most_choices = MOST_CHOICES.get(puzzle.slug, math.inf)
    return (
        puzzle.turns <= most_turns
        and len(puzzle.ideas) == 1
        and is_sparse(start)
        and len(start.legal_moves()) <= most_choices
    )


def by_difficulty(puzzle: Puzzle) -> tuple[float, ...]:
    """What puzzles are sorted by: the shortest wins first, then those with little to look at."""
    start = puzzle.start()
    pieces = len(start.pieces())
    return puzzle.turns, len(puzzle.solution), pieces * math.log2(len(start.legal_moves()))


class Selection:
    """First puzzles of a game, chosen one after another.

    :param others: puzzles that none may be nearly like
    """

    def __init__(self, others: Sequence[Puzzle], rng: random.Random) -> None:
        self.taken: list[Puzzle] = []
        self._rng = rng
        self._ideas: Counter[tuple[str, ...]] = Counter()
        self._names = {puzzle.name for puzzle in others}
        self._forms: dict[object, list[Stones]] = {}
        for puzzle in others:
            self._remember(puzzle)

    def take(self, candidates: Sequence[Puzzle], count: int) -> None:
        """Take so many more of the candidates, the easiest first, if as many are fit."""
        wanted = len(self.taken) + count
        for puzzle in sorted(candidates, key=by_difficulty):
            if len(self.taken) >= wanted:
                return
            if self._is_fit(puzzle):
                self.taken.append(puzzle)
                self._ideas[puzzle.ideas] += 1
                self._remember(puzzle)

    def _is_fit(self, puzzle: Puzzle) -> bool:
        """Whether a puzzle is new, of an idea that is not shown too often, and found by many."""
        if puzzle.name in self._names or self._ideas[puzzle.ideas] >= MOST_OF_AN_IDEA:
            return False
        start = puzzle.start()
        if is_like_another(start, self._forms.get(options_of(start), [])):
            return False
        return share_found(puzzle, "casual", self._rng) >= FOUND

    def _remember(self, puzzle: Puzzle) -> None:
        start = puzzle.start()
        self._names.add(puzzle.name)
        self._forms.setdefault(options_of(start), []).append(next(forms(start)))


def chosen(slug: str, candidates: Sequence[Puzzle], rng: random.Random) -> list[Puzzle]:
    """A game's first puzzles out of some, most of them won at once if there are as many."""
    fit = [puzzle for puzzle in candidates if is_first(puzzle)]
    selection = Selection(puzzles(slug), rng)
    selection.take([puzzle for puzzle in fit if puzzle.turns == 1], AT_ONCE)
    selection.take([puzzle for puzzle in fit if puzzle.turns > 1], FIRST - len(selection.taken))
    selection.take(fit, FIRST - len(selection.taken))
    return rated(sorted(selection.taken, key=by_difficulty))


def rated(first_puzzles: Sequence[Puzzle]) -> list[Puzzle]:
    """First puzzles with ratings that rise by equal steps, all below those of other puzzles."""
    return [
        replace(puzzle, rating=EASIEST + STEP * place) for place, puzzle in enumerate(first_puzzles)
    ]


def main(arguments: list[str]) -> int:
    """``find FILE MINUTES SLUG`` adds candidates to a file, one a line.

    ``choose FILE SLUG`` puts the first puzzles chosen from it at the head of the game's file.
    """
    match arguments:
        case ["find", path, minutes, slug]:
            with Path(path).open("a", encoding="utf-8") as file:
                for puzzle in find(slug, float(minutes), random.Random()):
                    print(json.dumps(to_data(puzzle)), file=file, flush=True)
        case ["choose", path, slug]:
            lines = Path(path).read_text(encoding="utf-8").splitlines()
            candidates = [from_data(slug, json.loads(line)) for line in lines]
            collection = Collection(get(slug))
            stock = chosen(slug, candidates, random.Random(1)) + collection.puzzles
            collection.path.write_text(file_text(stock), encoding="utf-8")
        case _:
            print(USAGE, file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
