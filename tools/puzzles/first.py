"""Finds a game's first puzzles: few pieces and one idea, from short matches against a weak player.

The winner looks ahead a little, the loser keeps out of the way, so that a win comes while the board
is nearly empty.
"""

import json
import math
import random
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from games.core import PASS_CODE, SWAP_CODE, Position, State
from games.players import Player
from games.players.ideas import ideas_in
from games.players.knowledge import knowledge_of
from games.players.puzzles import FIRST, Puzzle, from_data, main_idea, puzzles, to_data
from games.players.puzzles.answers import ALL
from games.players.solver import OutOfTime, Solver
from games.players.tree import Search
from games.registry import get

from .curate import EASIEST as LEAST_LATER, board_of, of_one_match
from .mine import (
    ENDINGS,
    Collection,
    Place,
    Stones,
    described,
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
# The largest share of a board's cells that is occupied. A match of SnipSnip ends only when nobody
# can place any more, so few free points take its place there.
MOST_OCCUPIED: dict[str, float] = {
    "loop": 1 / 8,
    "loops-n-leaps": 1 / 3,
    "snipsnip": 2 / 3,
    "veloop-hex": 2 / 5,
    "veloop-square": 2 / 5,
    "vigilance": 1 / 4,
}
# Games with first puzzles that are won by captures: one that captures nearly as many would mislead.
BY_CAPTURE = ("vigilance",)
MOST_CHOICES: dict[str, int] = {"snipsnip": 8}
FEWEST_CHOICES = 3
# The most turns that a win may take: where matches are played out, one of two needs luck.
MOST_TURNS = 2
MOST_TURNS_PLAYED_OUT = 4
# How an idea ends a match; it names a puzzle that shows nothing else.
LAST_TURNS = (*ENDINGS, "ring", "stranding", "count", "tie", "big-catch")
# Ideas that show whenever another does.
IMPLIED: dict[str, tuple[str, ...]] = {
    "covering": ("support-net", "cut-off"),
    "two-bridges": ("preparing", "fork", "no-step"),
    "fork": ("preparing", "no-step", "undercut", "support-net", "leaper"),
    "ground-threat": ("cascade", "preparing", "no-step"),
    "cascade": ("preparing", "no-step"),
    "waiting": ("no-step",),
    "double-closure": ("support-net", "cut-off"),
    "extra-turn": ("choice", "banning", "freeing"),
    "shared-wall": ("leaper", "direct-capture"),
    "great-row": ("row-capture",),
    "leaper-race": ("leaper",),
    "sight": ("slide-win", "sealing", "reserve", "capture", "starving", "hemming", "refuge"),
    "slide-win": ("sealing", "reserve", "capture", "starving", "hemming", "refuge"),
    "reserve": ("capture", "starving", "hemming", "refuge"),
    "capture": ("starving", "hemming", "refuge"),
}
PLAYOUTS = 50  # of the winner, a decision
MOST_PLIES = 100
PATIENCE = 5_000  # decisions tried to prove a win
TRIES = {
    "club": 10,
    "casual": 20,
    "novice": 10,
}  # how often each level looks for a puzzle's first decision
# The share of players who find a first puzzle's first decision: of casual ones if the win takes one
# turn or the match is played out, else of club players.
FOUND = 0.9
MOST_OF_AN_IDEA = 14
AT_ONCE = 27  # of the first puzzles, if there are as many, are won in one turn
# ratings
EASIEST = 600
STEP = 10
AWAY = 0.5  # how often the loser of a short match keeps away from the winner
CHOICES_OF_LOSER = 12
# How often both sides play at random: such matches play fast and have short wins now and then.
RANDOM: dict[str, float] = {
    "loop": 0.9,
    "veloop-square": 1.0,
    "veloop-hex": 0.995,
    "vigilance": 0.2,
}
# Other ends of a match that is won, from one of its last places; how many places of an end are
# looked at.
BRANCHES = 4
FORK = 6
LAST: dict[str, int] = {"vigilance": 1}  # where a longer win takes long to prove
MOST_LAST = 4

USAGE = """\
usage: python -m tools.puzzles first find FILE MINUTES SLUG
       python -m tools.puzzles first choose FILE SLUG
       python -m tools.puzzles first table [SLUG …]"""


def short_match(start: Place, winner: int, rng: random.Random) -> Iterator[Place]:
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


def random_match(start: State, rng: random.Random) -> list[Place]:
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


def _places_of(start: State, codes: Sequence[int], seat: int) -> Iterator[Place]:
    """The places of a match at which a seat's turns start."""
    state = start
    moves: list[str] = []
    turn = -1
    for code in codes:
        if state.to_move == seat and state.turn != turn:
            turn = state.turn
            yield Place(state, moves[:])
        move = state.position().move(code)
        moves.append(str(move))
        state = state.play(move)


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
    places = list(short_match(Place(start, []), winner, rng))
    yield from _of_last(places)
    if not places or not _wins_soon(places[-1].state):
        return
    for _ in range(BRANCHES):
        fork = rng.choice(places[-FORK:-1] or places)
        yield from _of_last(list(short_match(fork, winner, rng))[1:])


def _of_last(places: Sequence[Place]) -> Iterator[Puzzle]:
    """The puzzles of the last places of a match: its win is not seen from farther."""
    if not places:
        return
    last = LAST.get(places[-1].state.game.slug, MOST_LAST)
    for place in reversed(places[-last:]):
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


def share_found(puzzle: Puzzle, level: str, rng: random.Random) -> float:
    """The share of a level's players who find a puzzle's first decision."""
    start = puzzle.start()
    first = start.parse(puzzle.solution[0])
    tries = TRIES[level]
    return sum(Player(level, rng).think(start).move == first for _ in range(tries)) / tries


def has_usual_rules(puzzle: Puzzle) -> bool:
    """Whether only the board differs from what is usual, or a turn has one move in place of two."""
    board, *_ = puzzle.options
    changed = {board: puzzle.options[board]}
    if "turns" in puzzle.options:
        changed["turns"] = puzzle.options["turns"]
    return dict(puzzle.options) == dict(get(puzzle.slug).complete(changed))


def captures_most(puzzle: Puzzle) -> bool:
    """Whether no other first decision captures half as many stones or more."""
    start = puzzle.start()
    seat = start.to_move
    counts = {str(move): captured(start.play(move), seat) for move in start.legal_moves()}
    own_count = counts.pop(puzzle.solution[0])
    return all(2 * count < own_count for count in counts.values())


def captured(state: State, seat: int | None) -> int:
    """How many stones a seat has captured with the last decision."""
    events = [event for event in state.events if event.kind == "captured" and event.seat == seat]
    return sum(len(event.cells) for event in events)


def is_on_usual_board(puzzle: Puzzle) -> bool:
    """Whether a puzzle's board is the default one of its game."""
    return board_of(puzzle) == get(puzzle.slug).options[0].default


def is_first(puzzle: Puzzle) -> bool:
    """Whether a puzzle is fit for beginners: few pieces, a short win, and one idea."""
    most_turns = MOST_TURNS
    if knowledge_of(get(puzzle.slug)).plays_out:
        most_turns = MOST_TURNS_PLAYED_OUT
    start = puzzle.start()
    most_choices = MOST_CHOICES.get(puzzle.slug, math.inf)
    return (
        has_usual_rules(puzzle)
        and puzzle.turns <= most_turns
        and len(puzzle.ideas) == 1
        and is_sparse(start)
        and len(start.board) <= len(get(puzzle.slug).start().board)
        and len(start.legal_moves()) <= most_choices
        and (puzzle.slug not in BY_CAPTURE or captures_most(puzzle))
    )


def finders(puzzle: Puzzle) -> str:
    """The level whose players find a first puzzle's first decision.

    Casual ones look no farther than the turn they make, unless the match is nearly played out.
    """
    plays_out = knowledge_of(get(puzzle.slug)).plays_out
    return "casual" if puzzle.turns == 1 or plays_out else "club"


def by_difficulty(puzzle: Puzzle) -> tuple[float, ...]:
    """What puzzles are sorted by: the shortest wins first, then those with little to look at."""
    start = puzzle.start()
    pieces = len(start.pieces())
    return puzzle.turns, len(puzzle.solution), pieces * math.log2(len(start.legal_moves()))


class Selection:
    """First puzzles of a game, chosen one after another; no two are nearly alike."""

    def __init__(self, rng: random.Random) -> None:
        self.taken: list[Puzzle] = []
        self._rng = rng
        self._ideas: Counter[tuple[str, ...]] = Counter()
        self._forms: dict[object, list[Stones]] = {}

    def take(self, candidates: Sequence[Puzzle], count: int, most_of_an_idea: int) -> None:
        """Take candidates until there are ``count``, if as many are fit: first those on the usual
        board, of these first the easiest.
        """

        def rank(puzzle: Puzzle) -> tuple[bool, tuple[float, ...]]:
            return not is_on_usual_board(puzzle), by_difficulty(puzzle)

        for puzzle in sorted(candidates, key=rank):
            if len(self.taken) >= count:
                return
            if self._ideas[puzzle.ideas] < most_of_an_idea and self._is_fit(puzzle):
                self.taken.append(puzzle)
                self._ideas[puzzle.ideas] += 1
                start = puzzle.start()
                self._forms.setdefault(options_of(start), []).append(next(forms(start)))

    def _is_fit(self, puzzle: Puzzle) -> bool:
        """Whether a puzzle is of a match of its own, like none so far, and found by many."""
        if any(of_one_match(puzzle, other) for other in self.taken):
            return False
        start = puzzle.start()
        if is_like_another(start, self._forms.get(options_of(start), [])):
            return False
        return share_found(puzzle, finders(puzzle), self._rng) >= FOUND


def chosen(candidates: Sequence[Puzzle], rng: random.Random) -> list[Puzzle]:
    """A game's first puzzles out of some, most of them won at once if there are as many.

    At the end so few may be fit that an idea is shown more often.
    """
    fit = [puzzle for puzzle in candidates if is_first(puzzle)]
    selection = Selection(rng)
    selection.take([puzzle for puzzle in fit if puzzle.turns == 1], AT_ONCE, MOST_OF_AN_IDEA)
    selection.take([puzzle for puzzle in fit if puzzle.turns > 1], FIRST, MOST_OF_AN_IDEA)
    selection.take(fit, FIRST, MOST_OF_AN_IDEA)
    selection.take(fit, FIRST, FIRST)
    return rated(sorted(selection.taken, key=by_difficulty))


def rated(first_puzzles: Sequence[Puzzle]) -> list[Puzzle]:
    """First puzzles with ratings that rise by equal steps, all below those of other puzzles."""
    return [
        replace(puzzle, rating=EASIEST + STEP * place) for place, puzzle in enumerate(first_puzzles)
    ]


def _later(puzzle: Puzzle) -> Puzzle:
    """A puzzle that is not among the first, or no longer: then it is rated as when it was mined."""
    return puzzle if puzzle.rating >= LEAST_LATER else described(puzzle)


def table(slug: str, rng: random.Random) -> Iterator[str]:
    """What a game's first puzzles show: ideas, turns, pieces, choices, and who finds them."""
    first_puzzles = puzzles(slug)[:FIRST]
    starts = [puzzle.start() for puzzle in first_puzzles]
    choices = [len(state.legal_moves()) for state in starts]
    yield f"{slug}: {len(first_puzzles)}"
    yield f"  turns: {_counts(puzzle.turns for puzzle in first_puzzles)}"
    yield f"  ideas: {_counts(main_idea(puzzle) for puzzle in first_puzzles)}"
    yield f"  boards: {_counts(board_of(puzzle) for puzzle in first_puzzles)}"
    yield f"  pieces: {_range([len(state.pieces()) for state in starts])}"
    yield f"  first decisions: {_range(choices)}, of which one wins"
    for level in TRIES:
        shares = [share_found(puzzle, level, rng) for puzzle in first_puzzles]
        often = sum(share >= FOUND for share in shares)
        mean = sum(shares) / len(shares)
        yield f"  {level}: {mean:.0%} found, {often} of them in at least {FOUND:.0%} of tries"


def _counts(values: Iterable[object]) -> str:
    """How often each value occurs, the most frequent first."""
    return ", ".join(f"{value} {count}" for value, count in Counter(values).most_common())


def _range(numbers: Sequence[int]) -> str:
    """The least, the middle and the greatest of some numbers."""
    return f"{min(numbers)} to {max(numbers)}, median {statistics.median_low(numbers)}"


def main(arguments: list[str]) -> int:
    """``find FILE MINUTES SLUG`` adds candidates to a file, one a line.

    ``choose FILE SLUG`` puts the first puzzles chosen from it at the head of the game's file,
    ``table [SLUG …]`` prints what they show.
    """
    match arguments:
        case ["find", path, minutes, slug]:
            with Path(path).open("a", encoding="utf-8") as file:
                for puzzle in find(slug, float(minutes), random.Random()):
                    print(json.dumps(to_data(puzzle)), file=file, flush=True)
        case ["choose", path, slug]:
            lines = Path(path).read_text(encoding="utf-8").splitlines()
            found = [from_data(slug, json.loads(line)) for line in lines]
            collection = Collection(get(slug))
            candidates = [
                replace(puzzle, ideas=ideas_of_key_turn(puzzle))
                for puzzle in (*found, *collection.puzzles)
            ]
            first_puzzles = chosen(candidates, random.Random(1))
            names = {puzzle.name for puzzle in first_puzzles}
            others = [_later(puzzle) for puzzle in collection.puzzles if puzzle.name not in names]
            collection.path.write_text(file_text(first_puzzles + others), encoding="utf-8")
        case ["table", *slugs]:
            for slug in slugs or VARIANTS:
                print("\n".join(table(slug, random.Random(1))), flush=True)
        case _:
            print(USAGE, file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
