"""Finds puzzles: plays matches against itself, and keeps positions that turn out to have exactly one solution."""

from __future__ import annotations

import hashlib
import json
import random
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from ...core import Game, State
from ...registry import get
from ..knowledge import knowledge_of
from ..solver import OutOfTime
from ..tree import Search
from . import Puzzle, defence, from_data, solution_of, to_data

FOLDER = Path(__file__).parent
# How long one position may be searched for a win in so many turns, in seconds.
PATIENCE = {1: 1.0, 2: 15.0}
# From how many decisions on a choice is a riddle.
FEWEST_CHOICES = 5
# Self-play: playouts a decision, and how often a decision is drawn at random, for variety.
PLAYOUTS = 40
WHIM = 0.1

# Variants whose puzzles are worth having, with their share: small enough for proofs, the default ones first.
VARIANTS: dict[str, tuple[dict[str, str], ...]] = {
    "veloop-square": ({}, {}, {"turns": "single"}, {"board": "6x6"}),
    "veloop-hex": ({}, {}, {"board": "hex4"}, {"board": "hex45"}, {"turns": "double"}),
    "snipsnip": ({}, {}, {"scoring": "group"}, {"board": "hex-3"}, {"board": "ortho-5"}),
    "vigilance": ({}, {}, {"board": "hex-s"}, {"board": "hex-m"}, {"captures": "off"}),
    "loop": ({}, {}, {"board": "mini"}, {"board": "hex37"}),
    "loops-n-leaps": ({}, {}, {"board": "base6"}),
}
# Where a turn has too many ways for wins in two turns to be proven.
DEPTHS = {"vigilance": (1,)}


def make(game: Game, count: int, rng: random.Random) -> None:
    """Add ``count`` puzzles to the file of a game, reporting each."""
    path = FOLDER / f"{game.slug}.json"
    data = json.loads(path.read_text(encoding="utf-8")) if path.exists() else []
    found = [from_data(game.slug, entry) for entry in data]
    names = {puzzle.name for puzzle in found}
    begin = time.perf_counter()
    goal = len(found) + count
    for puzzle in finds(game, rng):
        if puzzle.name in names:
            continue
        names.add(puzzle.name)
        found.append(puzzle)
        path.write_text(written(found), encoding="utf-8")
        seconds = time.perf_counter() - begin
        print(
            f"{len(found)}: {puzzle.name} {dict(puzzle.options)} in {puzzle.turns}: {' '.join(puzzle.solution)}"
            f" ({seconds:.0f} s)",
            flush=True,
        )
        if len(found) >= goal:
            return


def written(found: list[Puzzle]) -> str:
    """The text of a file of puzzles, one a line."""
    lines = ",\n".join(json.dumps(to_data(puzzle), ensure_ascii=False) for puzzle in found)
    return f"[\n{lines}\n]\n"


def finds(game: Game, rng: random.Random) -> Iterator[Puzzle]:
    """Puzzles from one match after another, for ever; at most one of each length a match."""
    variants = VARIANTS.get(game.slug, ({},))
    while True:
        starts = list(self_play(game.start(**rng.choice(variants)), rng))
        for turns in DEPTHS.get(game.slug, (1, 2)):
            # One turn is soon searched; wins in two are looked for near the end, where they were made.
            for state, moves in reversed(starts if turns == 1 else starts[-5:-2]):
                if len(state.legal_moves()) < FEWEST_CHOICES:
                    continue
                try:
                    solution = solution_of(state, turns, PATIENCE[turns])
                except OutOfTime:
                    continue
                if solution:
                    yield puzzle_of(state, moves, turns, solution)
                    break


def puzzle_of(state: State, moves: list[str], turns: int, solution: tuple[str, ...]) -> Puzzle:
    """The puzzle of a position with its solution, named after what it is."""
    options: Mapping[str, str] = dict(state.options)
    text = f"{state.game.slug} {sorted(options.items())} {' '.join(moves)}"
    name = hashlib.sha256(text.encode()).hexdigest()[:6]
    after = state
    for move in solution:
        after = after.play(after.parse(move))
    line = defence(after, turns - 1)
    return Puzzle(name, state.game.slug, options, tuple(moves), turns, solution, line)


def self_play(state: State, rng: random.Random) -> Iterator[tuple[State, list[str]]]:
    """The states of a match at which turns start, with the moves that lead there."""
    knowledge = knowledge_of(state.game)
    moves: list[str] = []
    turn = 0
    while state.to_move is not None and state.ply < 400:
        if state.turn != turn:
            turn = state.turn
            yield state, moves[:]
        position = state.position()
        if rng.random() < WHIM:
            code = position.draw(rng.random)
        else:
            search = Search(position, knowledge, rng)
            search.run(1.0, PLAYOUTS)
            code = search.best()
        move = position.move(code)
        moves.append(str(move))
        state = state.play(move)


def main(arguments: list[str]) -> int:
    """``make SLUG N [SEED]``: add N puzzles to those of a game."""
    if len(arguments) not in (3, 4) or arguments[0] != "make" or not arguments[2].isdigit():
        print("usage: python -m games.players.puzzles make SLUG N [SEED]", file=sys.stderr)
        return 2
    seed = arguments[3] if len(arguments) == 4 else None
    make(get(arguments[1]), int(arguments[2]), random.Random(seed))
    return 0
