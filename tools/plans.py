"""Fits the worth of each plan to the outcomes of self-play: ``python -m tools.plans SECONDS [KIND
…]``.

A kind is a game's slug, with the choices of an option that its worths depend on, such as ``snipsnip
group``.
"""

import json
import random
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import exp
from pathlib import Path
from statistics import mean, pstdev

import games.players.plans
from games.core import Game, State
from games.players import ComputerPlayer
from games.players.knowledge.base import value_of
from games.players.plans import kind_of, plans_of

PATH = Path(games.players.plans.__file__).parent / "worths.json"
THINKING = 0.02  # seconds a decision
AT_RANDOM = (2, 6)  # decisions at the start of each match
LAST = 40  # decision whose position counts
PRIOR = 1.0  # on standardized worths: as if so many positions spoke for none

MATCH_WEIGHT = 4  # positions that a match counts as


@dataclass(frozen=True, slots=True)
class Sample:
    """A position of a match, seen by the seat that decides in it.

    :param leads: By how much the seat is ahead, by plan.
    :param result: 1 if it has won the match, 0 if it has lost.
    """

    leads: list[float]
    result: float


@dataclass(frozen=True, slots=True)
class PlanFit:
    """What a plan is worth.

    :param worth: In logarithms of odds for each one that a seat is ahead.
    :param error: The standard error of that.
    :param spread: How far a seat usually is ahead.
    """

    worth: float
    error: float
    spread: float


def kinds() -> Iterator[tuple[str, Game, dict[str, str]]]:
    """Every kind with its game and the options that it is fitted on.

    All other options are as the game has them.
    """
    for game in games.catalog():
        past_kinds: set[str] = set()
        for option in game.options:
            for choice in option.choices:
                options = game.complete({option.name: choice})
                kind = kind_of(game, options)
                if not plans_of(game, options) or kind in past_kinds:
                    continue
                past_kinds.add(kind)
                depends_on_choice = kind != game.slug
                yield kind, game, options if depends_on_choice else game.complete({})


def match(state: State, rng: random.Random) -> list[Sample]:
    """The positions of a match played from ``state`` where a turn begins, if it ends."""
    plans = plans_of(state.game, state.options)
    player = ComputerPlayer("strong", rng)
    at_random = rng.randint(*AT_RANDOM)
    positions: list[tuple[list[float], int]] = []
    while state.to_move is not None and state.ply < 4 * LAST:
        seat = state.to_move
        if state.decisions_this_turn == 0 and at_random <= state.ply <= LAST:
            position = state.position()
            positions.append(([float(plan.lead(position, seat)) for plan in plans], seat))
        if state.ply < at_random:
            move = rng.choice(state.legal_moves())
        else:
            move = player.think(state, THINKING).move
        state = state.play(move)
        player.observe(state)
    if state.outcome is None:
        return []
    value = value_of(state.outcome.winner)
    return [Sample(leads, 1.0 - value if seat else value) for leads, seat in positions]


def fits_of(samples: Sequence[Sample], matches: int) -> list[PlanFit]:
    """The fit of each plan, by itself.

    Positions of one match are no independent evidence: errors are as if each match were four
    positions.
    """
    repetition = max(1.0, len(samples) / (MATCH_WEIGHT * matches)) ** 0.5
    fits = []
    for number in range(len(samples[0].leads)):
        leads = [sample.leads[number] for sample in samples]
        middle = mean(leads)
        spread = pstdev(leads, middle) or 1.0
        leads_in_deviations = [(lead - middle) / spread for lead in leads]
        weight, error = _logistic(leads_in_deviations, [sample.result for sample in samples])
        fits.append(PlanFit(weight / spread, repetition * error / spread, spread))
    return fits


def _logistic(values: Sequence[float], results: Sequence[float]) -> tuple[float, float]:
    """The weight of a number in the log odds of winning, and its standard error.

    By twelve steps of Newton's method, beside a constant.
    """
    weight = 0.0
    constant = 0.0
    error = 0.0
    for _ in range(12):
        chances = [1 / (1 + exp(-weight * value - constant)) for value in values]
        misses = [result - chance for result, chance in zip(results, chances, strict=True)]
        weight_slope = _product(misses, values) - PRIOR * weight
        constant_slope = sum(misses) - PRIOR * constant
        bends = [chance * (1 - chance) for chance in chances]
        constant_bend = sum(bends) + PRIOR
        mixed_bend = _product(bends, values)
        weight_bend = _product(bends, [value * value for value in values]) + PRIOR
        size = constant_bend * weight_bend - mixed_bend * mixed_bend
        weight += (constant_bend * weight_slope - mixed_bend * constant_slope) / size
        constant += (weight_bend * constant_slope - mixed_bend * weight_slope) / size
        error = (constant_bend / size) ** 0.5
    return weight, error


def _product(one: Sequence[float], other: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


def main(arguments: Sequence[str]) -> None:
    """Fit each kind that is named, or all, on matches played for SECONDS, and enter the worths."""
    seconds = float(arguments[0])
    only = arguments[1:]
    for kind, game, options in kinds():
        if only and kind not in only:
            continue
        rng = random.Random(kind)
        end = time.perf_counter() + seconds
        samples: list[Sample] = []
        matches = 0
        while time.perf_counter() < end:
            samples += match(game.start(**options), rng)
            matches += 1
        slugs = [plan.slug for plan in plans_of(game, options)]
        fits = dict(zip(slugs, fits_of(samples, matches), strict=True))
        _enter(kind, fits)
        print(f"{kind}: {matches} matches, {len(samples)} positions")
        for slug, entry in fits.items():
            print(
                f"  {slug}: {entry.worth:+.3f} ± {entry.error:.3f} each, "
                f"usually {entry.spread:.1f} apart",
                flush=True,
            )


def _enter(kind: str, fits: Mapping[str, PlanFit]) -> None:
    """Write the fits of a kind into the file of worths."""
    entries = json.loads(PATH.read_text("utf-8")) if PATH.exists() else {}
    entries[kind] = {
        slug: [round(entry.worth, 4), round(entry.error, 4), round(entry.spread, 4)]
        for slug, entry in fits.items()
    }
    PATH.write_text(json.dumps(dict(sorted(entries.items())), indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
