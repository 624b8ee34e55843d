"""What head starts are worth: ``python -m tools.handicap play|fit``.

``play`` adds matches between levels to a file, one a line; ``fit`` finds from some pairs of levels
what each count of turns is worth in rating points, and tries that on the other pairs.
"""

import argparse
import json
import random
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import count
from math import exp, log, sqrt
from pathlib import Path
from typing import NamedTuple

import games
from games.core import HANDICAP, NO_HANDICAP
from games.players import LEVELS, Level, Player

POINTS = 400 / log(10)
"""Rating points for one of the logarithm of odds."""
LONGEST = 400  # turns of a match; a longer one is a draw
NEWTON_STEPS = 30
PRIOR = 1e-4  # curvature that holds what no match tells anything of
MOST_GAP = 3  # steps between two levels that play each other

SECONDS = 0.15  # of a decision, so that no search for a win or a loss takes long
LADDER: tuple[Level, ...] = tuple(
    replace(LEVELS["casual"], name=f"casual at {playouts}", playouts=playouts, seconds=SECONDS)
    for playouts in (4, 12, 36, 108)
)
"""The levels that play, weakest first: alike but for how far they look.

``novice``, careless in another way, loses more to whoever has much on the board than its strength
tells.
"""


class Pair(NamedTuple):
    """The places in LADDER of who moves first, and second, which has the head start."""

    first: int
    second: int


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match with a head start.

    :param turns: how many the second side had.
    :param score: of the second side: 1, 0 or, for a draw, 0.5.
    """

    slug: str
    board: str
    turns: int
    first: int
    second: int
    score: float
    number: int

    @property
    def pair(self) -> Pair:
        """The levels that met."""
        return Pair(self.first, self.second)

    @property
    def is_held_out(self) -> bool:
        """Whether it tries what was fitted on the others: every other gap between levels."""
        low, high = sorted(self.pair)
        return (low + high) % 2 == 0 and low != high


def play(slug: str, board: str, turns: int, pair: Pair, number: int) -> PlayedMatch:
    """Play one match to its end."""
    rng = random.Random(f"{slug} {board} {turns} {pair.first} {pair.second} {number}")
    players = [Player(LADDER[place], rng) for place in pair]
    handicap = f"turns-{turns}" if turns else NO_HANDICAP
    state = games.get(slug).start(board=board, **{HANDICAP: handicap})
    while state.to_move is not None and state.turn < LONGEST:
        state = state.play(players[state.to_move].think(state).move)
    winner = None if state.outcome is None else state.outcome.winner
    score = 0.5 if winner is None else float(winner == 1)
    return PlayedMatch(slug, board, turns, *pair, score, number)


def pairs_of(levels: int) -> Iterator[Pair]:
    """Pairs of the lowest levels: the second side no stronger than the first."""
    for first in range(levels):
        for second in range(max(0, first - MOST_GAP), first + 1):
            yield Pair(first, second)


@dataclass(frozen=True, slots=True)
class Fit:
    """What was fitted on one board, in the logarithm of odds.

    :param levels: the strength of each of LADDER.
    :param turns: what the second side has ahead with each count of turns, from none on: beside its
        turns that the other side moves first, which in a match without them is drawn.
    :param errors: of ``turns``.
    """

    levels: tuple[float, ...]
    turns: tuple[float, ...]
    errors: tuple[float, ...]

    def expected(self, match: PlayedMatch) -> float:
        """The score expected of the second side."""
        odds = self.levels[match.second] - self.levels[match.first] + self.turns[match.turns]
        return 1 / (1 + exp(-odds))


def fit(matches: Sequence[PlayedMatch]) -> Fit:
    """The likeliest strengths and worths, by Newton's method."""
    most_turns = max(match.turns for match in matches)
    size = len(LADDER) + most_turns + 1
    values = [0.0] * size
    inverse = [[0.0] * size for _ in range(size)]
    for _step in range(NEWTON_STEPS):
        gradient = [-PRIOR * value for value in values]
        curvature = [[PRIOR * (row == column) for column in range(size)] for row in range(size)]
        for match in matches:
            signs = _signs(match)
            odds = sum(sign * values[place] for place, sign in signs.items())
            chance = 1 / (1 + exp(-odds))
            for place, sign in signs.items():
                gradient[place] += sign * (match.score - chance)
                for other, other_sign in signs.items():
                    curvature[place][other] += sign * other_sign * chance * (1 - chance)
        inverse = inverted(curvature)
        for place in range(size):
            values[place] += sum(inverse[place][other] * gradient[other] for other in range(size))
    first_worth = len(LADDER)
    errors = [sqrt(inverse[place][place]) for place in range(first_worth, size)]
    return Fit(tuple(values[:first_worth]), tuple(values[first_worth:]), tuple(errors))


def _signs(match: PlayedMatch) -> Mapping[int, float]:
    """What the odds of the second side are made of: places of values, each with its sign."""
    signs = {len(LADDER) + match.turns: 1.0}
    if match.first != match.second:
        signs[match.second] = 1.0
        signs[match.first] = -1.0
    return signs


def inverted(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """The inverse of a positive definite matrix, by Gauss and Jordan."""
    size = len(matrix)
    rows = [
        [*row, *(float(number == other) for other in range(size))]
        for number, row in enumerate(matrix)
    ]
    for place in range(size):
        pivot = rows[place][place]
        rows[place] = [value / pivot for value in rows[place]]
        for other in range(size):
            factor = rows[other][place]
            if other != place:
                rows[other] = [
                    value - factor * own
                    for value, own in zip(rows[other], rows[place], strict=True)
                ]
    return [row[size:] for row in rows]


def read(path: Path) -> list[PlayedMatch]:
    """The matches of a file."""
    return [PlayedMatch(**json.loads(line)) for line in path.read_text("utf-8").splitlines()]


def table(matches: Sequence[PlayedMatch]) -> Iterator[str]:
    """Per board what was fitted, and how it holds on the pairs that were held out."""
    boards = dict.fromkeys((match.slug, match.board) for match in matches)
    for slug, board in boards:
        own = [match for match in matches if (match.slug, match.board) == (slug, board)]
        fit_matches = [match for match in own if not match.is_held_out]
        held_out = [match for match in own if match.is_held_out]
        result = fit(fit_matches)
        worths = []
        for turns in sorted({match.turns for match in fit_matches} - {0}):
            points = POINTS * result.turns[turns]
            worths.append(f"{turns}: {points:+.0f} ± {POINTS * result.errors[turns]:.0f}")
        levels = [f"{POINTS * (level - result.levels[0]):.0f}" for level in result.levels]
        expected = sum(map(result.expected, held_out))
        score = sum(match.score for match in held_out)
        yield (
            f"{slug} {board}: {len(fit_matches)} + {len(held_out)} matches; second side "
            f"{POINTS * result.turns[0]:+.0f}; levels {' '.join(levels)}; turns {', '.join(worths)}"
        )
        if held_out:
            yield (
                f"  held out: expected {100 * expected / len(held_out):.1f} %, "
                f"came {100 * score / len(held_out):.1f} %"
            )


def main(arguments: Sequence[str] | None = None) -> None:
    """Play matches, or print what they tell."""
    parser = argparse.ArgumentParser(prog="python -m tools.handicap", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    player = commands.add_parser("play")
    player.add_argument("slug")
    player.add_argument("board")
    player.add_argument("seconds", type=float)
    player.add_argument("file", type=Path)
    player.add_argument("--levels", type=int, default=3, help="so many of the ladder")
    fitter = commands.add_parser("fit")
    fitter.add_argument("file", type=Path, nargs="+")
    options = parser.parse_args(arguments)
    if options.command == "fit":
        matches = [match for path in options.file for match in read(path)]
        print("\n".join(table(matches)))
        return
    game = games.get(options.slug)
    head_start = game.head_start(game.complete({"board": options.board}))
    if head_start is None:
        sys.exit("this board has no head start")
    counts = (0, *head_start.counts)
    conditions = [(turns, pair) for pair in pairs_of(options.levels) for turns in counts]
    end = time.monotonic() + options.seconds
    done = len(read(options.file)) if options.file.exists() else 0
    with options.file.open("a", encoding="utf-8") as file:
        for number in count(done):
            turns, pair = random.Random(f"condition {number}").choice(conditions)
            match = play(game.slug, options.board, turns, pair, number)
            file.write(json.dumps(asdict(match)) + "\n")
            file.flush()
            if time.monotonic() >= end:
                break


if __name__ == "__main__":
    main()
