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
        slope = _slope(matches, values)
        inverse = inverted(slope.curvature)
        for place in range(size):
            row = zip(inverse[place], slope.gradient, strict=True)
            values[place] += sum(share * gradient for share, gradient in row)
    first_worth = len(LADDER)
    errors = [sqrt(inverse[place][place]) for place in range(first_worth, size)]
    return Fit(tuple(values[:first_worth]), tuple(values[first_worth:]), tuple(errors))


@dataclass(frozen=True, slots=True)
class _Slope:
    """The first and second derivatives of the likelihood's logarithm, the second with the other
    sign.
    """

    gradient: list[float]
    curvature: list[list[float]]


def _slope(matches: Sequence[PlayedMatch], values: Sequence[float]) -> _Slope:
    """How the likelihood of some matches changes with the values."""
    places = range(len(values))
    gradient = [-PRIOR * value for value in values]
    curvature = [[PRIOR * (row == column) for column in places] for row in places]
    for match in matches:
        signs = _signs(match)
        odds = sum(sign * values[place] for place, sign in signs.items())
        chance = 1 / (1 + exp(-odds))
        information = chance * (1 - chance)
        for place, sign in signs.items():
            gradient[place] += sign * (match.score - chance)
            for other, other_sign in signs.items():
                curvature[place][other] += sign * other_sign * information
    return _Slope(gradient, curvature)


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
    rows = []
    for number, row in enumerate(matrix):
        identity = [float(number == other) for other in range(size)]
        rows.append([*row, *identity])
    for place in range(size):
        pivot = rows[place][place]
        rows[place] = [value / pivot for value in rows[place]]
        for other in range(size):
            if other != place:
                rows[other] = _without_multiple(rows[other], rows[place], rows[other][place])
    return [row[size:] for row in rows]


def _without_multiple(
    row: Sequence[float], pivot_row: Sequence[float], factor: float
) -> list[float]:
    """A row of a matrix less a multiple of another one."""
    return [value - factor * pivot for value, pivot in zip(row, pivot_row, strict=True)]


def read(path: Path) -> list[PlayedMatch]:
    """The matches of a file."""
    return [PlayedMatch(**json.loads(line)) for line in path.read_text("utf-8").splitlines()]


def table(matches: Sequence[PlayedMatch]) -> Iterator[str]:
    """Per board what was fitted, and how it holds on the pairs that were held out."""
    boards = dict.fromkeys((match.slug, match.board) for match in matches)
    for slug, board in boards:
        own = [match for match in matches if (match.slug, match.board) == (slug, board)]
        fit_matches = [match for match in own if not match.is_held_out]
        others = [match for match in own if match.is_held_out]
        result = fit(fit_matches)
        counts = sorted({match.turns for match in fit_matches} - {0})
        yield (
            f"{slug} {board}: {len(fit_matches)} + {len(others)} matches; "
            f"second side {POINTS * result.turns[0]:+.0f}; levels {_levels(result)}; "
            f"turns {_worths(result, counts)}"
        )
        if others:
            expected_share = sum(map(result.expected, others)) / len(others)
            share = sum(match.score for match in others) / len(others)
            yield f"  held out: expected {100 * expected_share:.1f} %, came {100 * share:.1f} %"


def _levels(result: Fit) -> str:
    """By how many points each level is stronger than the weakest."""
    lowest = result.levels[0]
    return " ".join(f"{POINTS * (level - lowest):.0f}" for level in result.levels)


def _worths(result: Fit, counts: Sequence[int]) -> str:
    """What each count of turns is worth, with its error."""
    worths = []
    for turns in counts:
        points = POINTS * result.turns[turns]
        error = POINTS * result.errors[turns]
        worths.append(f"{turns}: {points:+.0f} ± {error:.0f}")
    return ", ".join(worths)


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
    first_number = len(read(options.file)) if options.file.exists() else 0
    with options.file.open("a", encoding="utf-8") as file:
        for number in count(first_number):
            turns, pair = random.Random(f"condition {number}").choice(conditions)
            match = play(game.slug, options.board, turns, pair, number)
            file.write(json.dumps(asdict(match)) + "\n")
            file.flush()
            if time.monotonic() >= end:
                break


if __name__ == "__main__":
    main()
