"""What handicaps are worth: ``python -m tools.handicap play|fit``.

``play`` adds matches between levels to a file, one a line; ``fit`` finds from some pairs of levels
what each handicap is worth in rating points, and tries that on the other pairs.
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
from games.core import HANDICAP, NO_HANDICAP, Handicap
from games.core.handicap import HINTS, SIDE
from games.players import LEVELS, ComputerPlayer, Level

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
ADVISER = replace(LEVELS["club"], seconds=2.0)
"""Who gives hints; in the bot a search that sees further does."""
ASKED_SHARE = 0.25
"""How often a side asks at a turn, as long as hints are left."""


class Pair(NamedTuple):
    """The places in LADDER of who moves first, and second, which has the handicap."""

    first: int
    second: int


@dataclass(frozen=True, slots=True)
class HandicapMatch:
    """A match, mostly with a handicap.

    :param turns: how many the second side had in advance.
    :param score: of the second side: 1, 0 or, for a draw, 0.5.
    :param hints: how many the second side could ask for.
    """

    slug: str
    board: str
    turns: int
    first: int
    second: int
    score: float
    number: int
    hints: int = 0

    @property
    def handicap(self) -> str:
        """As a match's options name it."""
        if self.hints:
            return str(Handicap("hints", self.hints))
        if self.turns:
            return str(Handicap("turns", self.turns))
        return NO_HANDICAP

    @property
    def pair(self) -> Pair:
        """The levels that met."""
        return Pair(self.first, self.second)

    @property
    def is_held_out(self) -> bool:
        """Whether it tries what was fitted on the others: every other gap between levels."""
        low, high = sorted(self.pair)
        return (low + high) % 2 == 0 and low != high


def play(slug: str, board: str, choice: str, pair: Pair, number: int) -> HandicapMatch:
    """Play one match to its end.

    :param choice: of handicap
    """
    handicap = Handicap.of({HANDICAP: choice})
    hints = handicap.count if handicap is not None and handicap.kind == "hints" else 0
    turns = 0 if handicap is None else handicap.turns
    rng = random.Random(f"{slug} {board} {choice} {pair.first} {pair.second} {number}")
    players = [ComputerPlayer(LADDER[place], rng) for place in pair]
    adviser = ComputerPlayer(ADVISER, rng)
    hints_left = hints
    is_advised = False
    state = games.get(slug).start(board=board, **{HANDICAP: choice})
    while state.to_move is not None and state.turn < LONGEST:
        if state.decisions_this_turn == 0:
            is_advised = state.to_move == SIDE and hints_left > 0 and rng.random() < ASKED_SHARE
            hints_left -= is_advised
        player = adviser if is_advised else players[state.to_move]
        state = state.play(player.think(state).move)
    winner = None if state.outcome is None else state.outcome.winner
    score = 0.5 if winner is None else float(winner == SIDE)
    return HandicapMatch(slug, board, turns, *pair, score, number, hints)


def pairs_of(levels: int) -> Iterator[Pair]:
    """Pairs of the lowest levels: the second side no stronger than the first."""
    for first in range(levels):
        for second in range(max(0, first - MOST_GAP), first + 1):
            yield Pair(first, second)


@dataclass(frozen=True, slots=True)
class HandicapFit:
    """What was fitted on one board, in the logarithm of odds.

    :param levels: the strength of each of LADDER.
    :param worths: what the second side has ahead with each handicap: beside it that the other side
        moves first, which in a match without one is drawn.
    :param errors: of ``worths``.
    """

    levels: tuple[float, ...]
    worths: Mapping[str, float]
    errors: Mapping[str, float]

    def expected(self, match: HandicapMatch) -> float:
        """The score expected of the second side."""
        odds = self.levels[match.second] - self.levels[match.first]
        odds += self.worths[match.handicap]
        return 1 / (1 + exp(-odds))


def fit(matches: Sequence[HandicapMatch]) -> HandicapFit:
    """The likeliest strengths and worths, by Newton's method."""
    handicaps = sorted({match.handicap for match in matches})
    places = {handicap: len(LADDER) + place for place, handicap in enumerate(handicaps)}
    size = len(LADDER) + len(places)
    values = [0.0] * size
    inverse = [[0.0] * size for _ in range(size)]
    for _step in range(NEWTON_STEPS):
        slope = _slope(matches, values, places)
        inverse = inverted(slope.curvature)
        for place in range(size):
            row = zip(inverse[place], slope.gradient, strict=True)
            values[place] += sum(share * gradient for share, gradient in row)
    worths = {handicap: values[place] for handicap, place in places.items()}
    errors = {handicap: sqrt(inverse[place][place]) for handicap, place in places.items()}
    return HandicapFit(tuple(values[: len(LADDER)]), worths, errors)


@dataclass(frozen=True, slots=True)
class _Slope:
    """The first and second derivatives of the likelihood's logarithm, the second with the other
    sign.
    """

    gradient: list[float]
    curvature: list[list[float]]


def _slope(
    matches: Sequence[HandicapMatch], values: Sequence[float], places: Mapping[str, int]
) -> _Slope:
    """How the likelihood of some matches changes with the values.

    :param places: of each handicap among the values
    """
    indices = range(len(values))
    gradient = [-PRIOR * value for value in values]
    curvature = [[PRIOR * (row == column) for column in indices] for row in indices]
    for match in matches:
        signs = _signs(match.pair, places[match.handicap])
        odds = sum(sign * values[place] for place, sign in signs.items())
        chance = 1 / (1 + exp(-odds))
        information = chance * (1 - chance)
        for place, sign in signs.items():
            gradient[place] += sign * (match.score - chance)
            for other, other_sign in signs.items():
                curvature[place][other] += sign * other_sign * information
    return _Slope(gradient, curvature)


def _signs(pair: Pair, place_of_handicap: int) -> Mapping[int, float]:
    """What the odds of the second side are made of: places of values, each with its sign."""
    signs = {place_of_handicap: 1.0}
    if pair.first != pair.second:
        signs[pair.second] = 1.0
        signs[pair.first] = -1.0
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


def read(path: Path) -> list[HandicapMatch]:
    """The matches of a file."""
    return [HandicapMatch(**json.loads(line)) for line in path.read_text("utf-8").splitlines()]


def table(matches: Sequence[HandicapMatch]) -> Iterator[str]:
    """Per board what was fitted, and how it holds on the pairs that were held out."""
    boards = dict.fromkeys((match.slug, match.board) for match in matches)
    for slug, board in boards:
        matches_on_board = [
            match for match in matches if (match.slug, match.board) == (slug, board)
        ]
        fit_matches = [match for match in matches_on_board if not match.is_held_out]
        other_matches = [match for match in matches_on_board if match.is_held_out]
        result = fit(fit_matches)
        yield (
            f"{slug} {board}: {len(fit_matches)} + {len(other_matches)} matches; "
            f"levels {_levels(result)}; second side {_worths(result)}"
        )
        if other_matches:
            expected_share = sum(map(result.expected, other_matches)) / len(other_matches)
            share = sum(match.score for match in other_matches) / len(other_matches)
            yield f"  held out: expected {100 * expected_share:.1f} %, came {100 * share:.1f} %"


def _levels(result: HandicapFit) -> str:
    """By how many points each level is stronger than the weakest."""
    lowest = result.levels[0]
    return " ".join(f"{POINTS * (level - lowest):.0f}" for level in result.levels)


def _worths(result: HandicapFit) -> str:
    """What each handicap is worth, with its error."""
    worths = []
    for handicap, worth in result.worths.items():
        error = POINTS * result.errors[handicap]
        worths.append(f"{handicap}: {POINTS * worth:+.0f} ± {error:.0f}")
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
    player.add_argument("--hints", action="store_true", help="with hints, not extra turns")
    fitter = commands.add_parser("fit")
    fitter.add_argument("file", type=Path, nargs="+")
    options = parser.parse_args(arguments)
    if options.command == "fit":
        matches = [match for path in options.file for match in read(path)]
        print("\n".join(table(matches)))
        return
    game = games.get(options.slug)
    choices = [NO_HANDICAP]
    if options.hints:
        choices += [str(Handicap("hints", count)) for count in HINTS]
    else:
        head_start = game.head_start(game.complete({"board": options.board}))
        if head_start is None:
            sys.exit("this board has no head start")
        choices += [str(Handicap("turns", count)) for count in head_start.counts]
    conditions = [(choice, pair) for pair in pairs_of(options.levels) for choice in choices]
    end = time.monotonic() + options.seconds
    first_number = len(read(options.file)) if options.file.exists() else 0
    with options.file.open("a", encoding="utf-8") as file:
        for number in count(first_number):
            choice, pair = random.Random(f"condition {number}").choice(conditions)
            match = play(game.slug, options.board, choice, pair, number)
            file.write(json.dumps(asdict(match)) + "\n")
            file.flush()
            if time.monotonic() >= end:
                break


if __name__ == "__main__":
    main()
