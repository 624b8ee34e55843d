"""Finds puzzles: plays matches against itself, and keeps positions with a proved win."""

import hashlib
import json
import math
import random
import sys
import time
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product
from pathlib import Path

import games.players.puzzles
from games.core import Game, State
from games.players.claims import JudgedTurn
from games.players.ideas import ideas_in
from games.players.knowledge import knowledge_of
from games.players.knowledge.symmetry import symmetries
from games.players.puzzles import Puzzle, defence, from_data, to_data
from games.players.puzzles.answers import ALL
from games.players.solver import OutOfTime, Solver
from games.players.tree import Search
from games.registry import get

# The cells of a position that are not empty, each with what stands there.
Stones = frozenset[tuple[int, tuple[int, ...]]]
FOLDER = Path(games.players.puzzles.__file__).parent
# The boards and options puzzles are mined on, small enough for proofs; one listed twice is drawn
# twice as often.
VARIANTS: dict[str, list[dict[str, str]]] = json.loads(
    Path(__file__).with_name("variants.json").read_text()
)
# How many decisions may be tried in search of one side's wins in a match, and the most turns that a
# win may take.
PATIENCE = 40_000
DEEPEST = 5
# From how many decisions on a choice is a riddle. Of them exactly one wins.
FEWEST_CHOICES = 5
# How many turns before the end of a match are looked at, and how many puzzles one match may give.
LATE = 12
MOST_OF_A_MATCH = 2
# Other ends of a match, played anew from a turn this many before its end.
BRANCHES = 6
FORK = (7, 16)
# In how many cells positions must differ at least, so that none is nearly another.
LEAST_DIFFERENT = 3
# The largest share of puzzles that are won at once.
MOST_AT_ONCE = 0.3
# Ideas that name how a match ends, not why.
ENDINGS = ("closing-stone", "closing-swap", "sealing", "slide-win", "bridge", "third-pillar")
# More decisions than a button can carry on its way through a puzzle.
LONGEST = 18
# Self-play: playouts a decision, as many as ``club`` has, and the decisions at a match's start
# drawn at random.
PLAYOUTS = 200
DRAWN = 3

MOST_PLIES = 400  # of a match


@dataclass(frozen=True, slots=True)
class TurnStart:
    """A state of a match at which a turn starts, and the moves that lead to it."""

    state: State
    moves: list[str]


class Collection:
    """The puzzles of a game as they stand in its file.

    With what is needed to tell new ones from copies.
    """

    def __init__(self, game: Game) -> None:
        self.path = FOLDER / f"{game.slug}.json"
        data = json.loads(self.path.read_text(encoding="utf-8")) if self.path.exists() else []
        self.puzzles = [from_data(game.slug, entry) for entry in data]
        self.names = {puzzle.name for puzzle in self.puzzles}
        self.forms: dict[Hashable, list[Stones]] = {}
        for puzzle in self.puzzles:
            start = puzzle.start()
            self.forms.setdefault(options_of(start), []).append(next(forms(start)))

    @property
    def full_lengths(self) -> frozenset[int]:
        """The numbers of turns of which there are puzzles enough."""
        at_once = sum(puzzle.turns == 1 for puzzle in self.puzzles)
        if at_once + 1 > MOST_AT_ONCE * (len(self.puzzles) + 1):
            return frozenset({1})
        return frozenset()

    def add(self, puzzle: Puzzle) -> bool:
        """Take a puzzle in; gives whether it was.

        It must show an idea, be no copy, nor one too many that is won at once.
        """
        if not puzzle.ideas or puzzle.name in self.names or puzzle.turns in self.full_lengths:
            return False
        start = puzzle.start()
        other_forms = self.forms.setdefault(options_of(start), [])
        if is_like_another(start, other_forms):
            return False
        self.names.add(puzzle.name)
        other_forms.append(next(forms(start)))
        self.puzzles.append(puzzle)
        self.path.write_text(file_text(self.puzzles), encoding="utf-8")
        return True


def forms(state: State) -> Iterator[Stones]:
    """A position and its mirror images, in colours that do not tell which side is to move."""
    mover = state.to_move or 0
    index = state.board.index
    stacks: dict[int, tuple[int, ...]] = {}
    for cell, seats in state.pieces().items():
        stacks[index[cell]] = tuple(seat ^ mover for seat in seats)
    for image in symmetries(state.board):
        yield frozenset((image[cell], stack) for cell, stack in stacks.items())


def options_of(state: State) -> Hashable:
    """What positions must have in common to be compared."""
    return tuple(sorted(state.options.items()))


def is_like_another(state: State, others: Sequence[Stones]) -> bool:
    """Whether a position or its mirror image is nearly one of some others.

    It is if it differs in fewer than ``LEAST_DIFFERENT`` cells.
    """
    for form, other in product(forms(state), others):
        different = {cell for cell, _ in form ^ other}
        if len(different) < LEAST_DIFFERENT:
            return True
    return False


def file_text(puzzles: list[Puzzle]) -> str:
    """The text of a file of puzzles, one a line."""
    lines = []
    for puzzle in puzzles:
        data = to_data(puzzle)
        del data["slug"], data["saves"]
        lines.append(json.dumps(data, ensure_ascii=False))
    return "[\n" + ",\n".join(lines) + "\n]\n"


def of_match(
    start: State, rng: random.Random, patience: int, exclude: frozenset[int] = frozenset()
) -> Iterator[Puzzle]:
    """The puzzles of one match and of other ends that it could have had.

    The first part of a match takes the longest to play, so it serves several ends.

    :param exclude: Numbers of turns within which none is to be won.
    """
    match = list(self_play(start, rng, PLAYOUTS))
    end = match
    rest = MOST_OF_A_MATCH
    for _ in range(BRANCHES):
        for puzzle in islice(of_end(end[-LATE:], patience, exclude), rest):
            rest -= 1
            yield puzzle
        if not rest:
            return
        fork = match[max(0, len(match) - rng.randint(*FORK))]
        end = list(self_play(fork.state, rng, PLAYOUTS, fork.moves))


def of_end(places: Sequence[TurnStart], patience: int, exclude: frozenset[int]) -> Iterator[Puzzle]:
    """The puzzles of the last turns of a match, no two of them won within the same number of turns.

    A turn earlier, a win takes a turn more, if it is there at all: nothing longer is looked for but
    where matches are played out to the last point.
    """
    knowledge = knowledge_of(places[0].state.game)
    solvers = [solver_of(places[0].state, seat, patience) for seat in (0, 1)]
    most = [DEEPEST, DEEPEST] if knowledge.plays_out else [2, 2]
    lengths = set(exclude)
    for place in reversed(places):
        seat = place.state.to_move
        if seat is None or not most[seat]:
            continue
        solver = solvers[seat]
        puzzle = None
        try:
            turns = fewest_turns(place.state, solver, most[seat])
            if turns and turns not in lengths:
                puzzle = puzzle_of(place, turns, solver)
        except OutOfTime:
            # What lies still farther from the end takes longer still.
            most[seat] = 0
            continue
        most[seat] = min(DEEPEST, max(most[seat], turns + 1))
        if puzzle is not None and puzzle.ideas and is_proved(puzzle, patience):
            lengths.add(puzzle.turns)
            yield puzzle


def solver_of(state: State, seat: int, patience: int) -> Solver:
    """Who looks for the wins of a seat, by trying at most ``patience`` decisions."""
    return Solver(knowledge_of(state.game), seat, most_tried=patience)


def is_proved(puzzle: Puzzle, patience: float) -> bool:
    """Whether it is proved that a puzzle's solution wins, and fewer turns do not.

    :param patience: How many decisions may be tried.
    """
    state = puzzle.start()
    seat = state.to_move or 0
    solver = Solver(knowledge_of(state.game), seat, most_tried=patience)
    try:
        if puzzle.turns > 1 and solver.wins(state.position(), puzzle.turns - 1):
            return False
        for text in puzzle.solution:
            state = state.play(state.parse(text))
        if not solver.wins(state.position(), puzzle.turns - 1):
            return False
    except OutOfTime:
        return False
    for text in puzzle.line:
        state = state.play(state.parse(text))
    return state.outcome is not None and state.outcome.winner == seat


def fewest_turns(state: State, solver: Solver, most: int) -> int:
    """Within how few turns the side to move forces a win, at most ``most``; 0 if it does not.

    Raises OutOfTime.
    """
    position = state.position()
    if len(position.codes()) < FEWEST_CHOICES:
        return 0
    if solver.knowledge.plays_out and len(solver.winners(position, ALL, most=2)) != 1:
        return 0
    for turns in range(1, most + 1):
        if solver.wins(position, turns):
            return turns
    return 0


def puzzle_of(place: TurnStart, turns: int, solver: Solver) -> Puzzle | None:
    """The puzzle of a position, won within ``turns`` and no fewer; None if too much wins.

    Raises OutOfTime.
    """
    state = place.state
    position = state.position()
    # Where matches are played out to the last point, a win in more turns is as good as one in few.
    horizon = ALL if solver.knowledge.plays_out else turns
    if len(solver.winners(position, horizon, most=2)) > 1:
        return None
    solution: list[str] = []
    while position.reason is None and position.to_move == solver.seat:
        code = solver.winners(position, turns, most=1)[0]
        move = position.move(code)
        solution.append(str(move))
        state = state.play(move)
        position = position.after(code)
    line = defence(state, turns - 1, solver)
    if len(solution) + len(line) > LONGEST:
        return None
    puzzle = Puzzle(
        name=name_of(place),
        slug=place.state.game.slug,
        options=dict(place.state.options),
        moves=tuple(place.moves),
        turns=turns,
        solution=tuple(solution),
        line=line,
    )
    return described(puzzle)


def described(puzzle: Puzzle) -> Puzzle:
    """A puzzle with its ideas but for those that name its end, and a first rating.

    A turn more is worth 200 points, twice the choices 60; this is a guess that those who try it
    soon correct.
    """
    start = puzzle.start()
    ideas: dict[str, None] = {}
    for turn in own_turns(start, puzzle.solution + puzzle.line):
        ideas |= dict.fromkeys(idea for idea in ideas_in(turn) if idea not in ENDINGS)
    rating = 900.0
    rating += 200 * (puzzle.turns - 1)
    rating += 100 * (len(puzzle.solution) - 1)
    rating += 60 * math.log2(len(start.legal_moves()))
    return replace(puzzle, ideas=tuple(ideas), rating=round(rating))


def own_turns(start: State, moves: Sequence[str]) -> list[JudgedTurn]:
    """The turns in a line of the side that begins it."""
    turns: list[list[State]] = [[start]]
    for text in moves:
        state = turns[-1][-1]
        first = turns[-1][0]
        if state.to_move != first.to_move or state.turn != first.turn:
            turns.append([state])
        turns[-1].append(state.play(state.parse(text)))
    return [JudgedTurn(tuple(turn)) for turn in turns if turn[0].to_move == start.to_move]


def name_of(place: TurnStart) -> str:
    """A short name for a position, made of what it is."""
    options = sorted(place.state.options.items())
    text = f"{place.state.game.slug} {options} {' '.join(place.moves)}"
    return hashlib.sha256(text.encode()).hexdigest()[:6]


def self_play(
    state: State, rng: random.Random, playouts: int, moves: Sequence[str] = ()
) -> Iterator[TurnStart]:
    """The places of a match at which turns start; ``moves`` led to the first."""
    knowledge = knowledge_of(state.game)
    line = list(moves)
    turn = 0
    while state.to_move is not None and state.ply < MOST_PLIES:
        if state.turn != turn:
            turn = state.turn
            yield TurnStart(state, line[:])
        position = state.position()
        if state.ply < DRAWN:
            code = position.random_code(rng.random)
        else:
            search = Search(position, knowledge, rng)
            search.run(1.0, playouts)
            code = search.best()
        move = position.move(code)
        line.append(str(move))
        state = state.play(move)


def mine(slugs: list[str], minutes: float, goal: int, rng: random.Random) -> None:
    """Mine for ``minutes``, shared among the games with fewer than ``goal`` puzzles.

    Prints a line for every match.
    """
    end = time.monotonic() + 60 * minutes
    collections = {slug: Collection(get(slug)) for slug in slugs}
    seconds_spent = dict.fromkeys(slugs, 0.0)
    while time.monotonic() < end:
        open_ones = [slug for slug in slugs if len(collections[slug].puzzles) < goal]
        if not open_ones:
            return
        slug = min(open_ones, key=seconds_spent.__getitem__)
        collection = collections[slug]
        begin = time.monotonic()
        options = rng.choice(VARIANTS.get(slug, [{}]))
        puzzles = of_match(get(slug).start(**options), rng, PATIENCE, collection.full_lengths)
        new_turns = {puzzle.name: puzzle.turns for puzzle in puzzles if collection.add(puzzle)}
        seconds = time.monotonic() - begin
        seconds_spent[slug] += seconds
        lengths = sorted(Counter(puzzle.turns for puzzle in collection.puzzles).items())
        count = len(collection.puzzles)
        print(f"{slug} {options} {new_turns} ({seconds:.0f} s) {count} {lengths}", flush=True)


USAGE = "usage: python -m tools.puzzles mine MINUTES [GOAL] [SLUG …]"


def main(arguments: list[str]) -> int:
    """``mine MINUTES [GOAL] [SLUG …]``: add puzzles to every game, or to those named.

    Up to GOAL (1000) for each.
    """
    match arguments:
        case ["mine", minutes, *rest] if minutes.isdecimal():
            pass
        case _:
            print(USAGE, file=sys.stderr)
            return 2
    goal = 1000
    if rest and rest[0].isdecimal():
        goal = int(rest.pop(0))
    slugs = [get(slug).slug for slug in rest or VARIANTS]
    mine(slugs, int(minutes), goal, random.Random())
    return 0
