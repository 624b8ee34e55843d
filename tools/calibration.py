"""How often a side wins that is valued at so much: ``python -m tools.calibration play|fit``."""

import argparse
import json
import random
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import pairwise
from math import exp, log, sqrt
from pathlib import Path
from typing import TypeAlias

import games
from games.players import LEVELS, ComputerPlayer
from games.players.knowledge import knowledge_of

LONGEST = 200  # turns of a match
TURNS_A_SAMPLE = 8
"""Of so many turns the first two are valued, and decided as ``club`` does."""
QUICK_PLAYOUTS = 50
"""With which the other turns are decided: what counts is the number of matches."""
STEEPEST = 4.0
HALVINGS = 12
UPSETS = tuple(number / 100 for number in range(11))
LEAST_GAIN = 5.0
"""In logarithms of likelihood, by which upsets must explain results better than none."""
FOLDED_TENTHS = range(5, 10)
"""A side at 30 % is the other one at 70 %: what counts is how often the side ahead wins."""
UNVARIED = {"loops-n-leaps"}
"""Games whose players leave nothing but their first decisions to chance: here the first of all is
random.
"""


@dataclass(frozen=True, slots=True)
class Valued:
    """A position at the start of a turn, as the search of the player to move valued it.

    :param seat: Who is to move.
    :param odds: The logarithm of the odds that the mean of the playouts is, for this seat; None
        where something is proved.
    """

    turn: int
    seat: int
    odds: float | None


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match of ``club`` against itself, to its end."""

    slug: str
    number: int
    winner: int | None
    positions: tuple[Valued, ...]

    @classmethod
    def parse(cls, line: str) -> "PlayedMatch":
        """The match of a line of a file."""
        fields = json.loads(line)
        positions = tuple(Valued(**position) for position in fields.pop("positions"))
        return cls(**fields, positions=positions)

    def line(self) -> str:
        """The match as a line of a file."""
        return json.dumps(asdict(self))

    def result(self, seat: int) -> float:
        """1 if ``seat`` won, 0 if it lost."""
        if self.winner is None:
            return 0.5
        return 1.0 if self.winner == seat else 0.0


def play(slug: str, number: int) -> PlayedMatch | None:
    """The match of a number; None if it comes to no end."""
    rng = random.Random(f"{slug} {number}")
    level = replace(LEVELS["club"], seconds=60.0)
    quick_level = replace(level, playouts=QUICK_PLAYOUTS)
    players = [ComputerPlayer(level, rng), ComputerPlayer(level, rng)]
    quick_players = [ComputerPlayer(quick_level, rng), ComputerPlayer(quick_level, rng)]
    game = games.get(slug)
    knowledge = knowledge_of(game)
    state = game.start()
    if slug in UNVARIED:
        state = state.play(rng.choice(state.legal_moves()))
    positions = []
    while state.to_move is not None and state.turn < LONGEST:
        seat = state.to_move
        is_valued = state.turn % TURNS_A_SAMPLE in (0, 1)
        thinking = players if is_valued else quick_players
        thought = thinking[seat].think(state)
        if is_valued and state.decisions_this_turn == 0:
            odds = None
            if not thought.proven:
                odds = round(knowledge.log_odds((1 + thought.value) / 2), 4)
            positions.append(Valued(state.turn, seat, odds))
        state = state.play(thought.move)
        for player in (*players, *quick_players):
            player.observe(state)
    if state.to_move is not None:
        return None
    return PlayedMatch(slug, number, state.position().winner, tuple(positions))


Sample: TypeAlias = tuple[float, float]
"""The logarithm of the odds of a position's mover, and the mover's result."""


@dataclass(frozen=True, slots=True)
class ChanceFit:
    """What makes chances of a search's mean (``Knowledge.chance``)."""

    steepness: float
    tempo: float
    upsets: float = 0.0

    def chance(self, odds: float) -> float:
        """The chance of the side to move."""
        usual = 1 / (1 + exp(-self.steepness * (odds - self.tempo)))
        return self.upsets + (1 - 2 * self.upsets) * usual

    def likelihood(self, samples: Sequence[Sample]) -> float:
        """The logarithm of how likely results are."""
        total = 0.0
        for odds, result in samples:
            chance = self.chance(odds)
            total += result * log(chance) + (1 - result) * log(1 - chance)
        return total


def fit(matches: Sequence[PlayedMatch]) -> ChanceFit:
    """The tempo by the saw of the values, then the steepness and the upsets by the results."""
    teeth = [tooth for match in matches for tooth in _teeth(match)]
    tempo = sum(teeth) / len(teeth)
    samples: list[Sample] = []
    for match in matches:
        for position in match.positions:
            if position.odds is not None:
                samples.append((position.odds, match.result(position.seat)))
    fits = [_likeliest_fit(samples, tempo, upsets) for upsets in UPSETS]
    best = max(fits, key=lambda candidate: candidate.likelihood(samples))
    gain = best.likelihood(samples) - fits[0].likelihood(samples)
    return best if gain >= LEAST_GAIN else fits[0]


def _likeliest_fit(samples: Sequence[Sample], tempo: float, upsets: float) -> ChanceFit:
    """The fit whose steepness makes results likeliest: it is between two that are less so."""
    low = 0.0
    high = STEEPEST
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        width = (high - low) / 8
        flatter = ChanceFit(middle - width, tempo, upsets).likelihood(samples)
        steeper = ChanceFit(middle + width, tempo, upsets).likelihood(samples)
        if steeper > flatter:
            low = middle - width
        else:
            high = middle + width
    return ChanceFit((low + high) / 2, tempo, upsets)


def _teeth(match: PlayedMatch) -> Iterator[float]:
    """By how much each position's mover is overvalued, compared with the turns round it."""
    for previous_position, position in pairwise(match.positions):
        consecutive = (
            position.turn == previous_position.turn + 1 and position.seat != previous_position.seat
        )
        if consecutive and previous_position.odds is not None and position.odds is not None:
            # The odds of the two sides would add up to none.
            yield (previous_position.odds + position.odds) / 2


def rows(model: ChanceFit, matches: Sequence[PlayedMatch]) -> Iterator[str]:
    """For each tenth of chances the share of positions that the side ahead won, ± its error.

    Positions of one match end alike: the error is that of the sums over matches.
    """
    for tenth in FOLDED_TENTHS:
        count = 0
        expectation = 0.0
        wins = 0.0
        squares = 0.0
        for match in matches:
            surplus = 0.0
            for position in match.positions:
                if position.odds is None:
                    continue
                chance = model.chance(position.odds)
                result = match.result(position.seat)
                if chance < 0.5:
                    chance = 1 - chance
                    result = 1 - result
                if min(9, int(10 * chance)) == tenth:
                    count += 1
                    expectation += chance
                    wins += result
                    surplus += result - chance
            squares += surplus * surplus
        if count:
            error = 100 * sqrt(squares) / count
            expected_share = 100 * expectation / count
            share = 100 * wins / count
            yield f"{expected_share:.0f} → {share:.0f} ± {error:.0f} ({count})"
        else:
            yield "–"


def main(arguments: Sequence[str] | None = None) -> int:
    """Add matches to a file, or fit one half of a file's matches and hold the other against it."""
    parser = argparse.ArgumentParser(prog="python -m tools.calibration", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    player = commands.add_parser("play", help="add matches to a file")
    player.add_argument("slug")
    player.add_argument("seconds", type=float)
    player.add_argument("file", type=Path)
    fitter = commands.add_parser("fit", help="fit every other match, and print a table's row")
    fitter.add_argument("files", type=Path, nargs="+")
    options = parser.parse_args(arguments)
    if options.command == "play":
        _add(options.slug, options.seconds, options.file)
        return 0
    for file in options.files:
        matches = [PlayedMatch.parse(line) for line in file.read_text("utf-8").splitlines()]
        model = fit([match for match in matches if match.number % 2 == 0])
        other_matches = [match for match in matches if match.number % 2]
        cells = [matches[0].slug, str(len(matches)), *rows(model, other_matches)]
        print(f"steepness {model.steepness:.2f} tempo {model.tempo:+.3f} upsets {model.upsets:.2f}")
        print(f"| {' | '.join(cells)} |", flush=True)
    return 0


def _add(slug: str, seconds: float, file: Path) -> None:
    """Play matches for some seconds, and add them to a file."""
    number = 0
    if file.exists():
        for line in file.read_text("utf-8").splitlines():
            number = PlayedMatch.parse(line).number + 1
    end = time.monotonic() + seconds
    with file.open("a", encoding="utf-8") as lines:
        while time.monotonic() < end:
            match = play(slug, number)
            if match is not None:
                lines.write(match.line() + "\n")
                lines.flush()
            number += 1


if __name__ == "__main__":
    sys.exit(main())
