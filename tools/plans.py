"""Fits the worth of each plan to the outcomes of self-play: ``python -m tools.plans SECONDS [KIND
…]``.

A kind is a game's slug, with the choices of an option that its worths depend on, such as ``snipsnip
group``.
"""

import json
import random
import sys
import time
from collections.abc import Iterator, Sequence
from math import exp
from pathlib import Path

import games.players.plans
from games.core import Game, State
from games.players import Player
from games.players.knowledge.base import value_of
from games.players.plans import kind_of, plans_of

PATH = Path(games.players.plans.__file__).parent / "worths.json"
THINKING = 0.02  # seconds a decision
AT_RANDOM = (2, 6)  # decisions at the start of each match
LAST = 40  # decision whose position counts
PRIOR = 1.0  # on standardized worths: as if so many positions spoke for none

Sample = tuple[list[float], float]


def kinds() -> Iterator[tuple[str, Game, dict[str, str]]]:
    """Every kind with its game and the options that it is fitted on, all others as the game has
    them.
    """
    for game in games.catalog():
        seen: set[str] = set()
        for option in game.options:
            for choice in option.choices:
                options = game.complete({option.name: choice})
                if plans_of(game, options) and (kind := kind_of(game, options)) not in seen:
                    seen.add(kind)
                    yield (
                        kind,
                        game,
                        game.complete({option.name: choice} if kind != game.slug else {}),
                    )


def match(start: State, rng: random.Random) -> Iterator[Sample]:
    """Play a match, and give at the start of each turn how far the seat to move is ahead, and
    whether it won.
    """
    plans = plans_of(start.game, start.options)
    player = Player("strong", rng)
    state = start
    at_random = rng.randint(*AT_RANDOM)
    seen: list[tuple[list[float], int]] = []
    while (seat := state.to_move) is not None and state.ply < 4 * LAST:
        if state.decisions_this_turn == 0 and at_random <= state.ply <= LAST:
            position = state.position()
            seen.append(([float(plan.lead(position, seat)) for plan in plans], seat))
        if state.ply < at_random:
            move = rng.choice(state.legal_moves())
        else:
            move = player.think(state, THINKING).move
        state = state.play(move)
        player.observe(state)
    if state.outcome is not None:
        for leads, seat in seen:
            won = value_of(state.outcome.winner)
            yield leads, 1.0 - won if seat else won


def fitted(samples: Sequence[Sample], matches: int) -> list[tuple[float, float, float]]:
    """By plan, fitted alone: worth in logarithms of odds for each one ahead, its standard error,
    the usual distance.

    Positions of one match are no independent evidence: errors are as if each match were four
    positions.
    """
    repeated = max(1.0, len(samples) / (4 * matches)) ** 0.5
    worths = []
    for k in range(len(samples[0][0])):
        rows = [(leads[k], won) for leads, won in samples]
        mean = sum(lead for lead, _ in rows) / len(rows)
        spread = (sum((lead - mean) ** 2 for lead, _ in rows) / len(rows)) ** 0.5 or 1.0
        weight, error = _logistic([((lead - mean) / spread, won) for lead, won in rows])
        worths.append((weight / spread, repeated * error / spread, spread))
    return worths


def _logistic(rows: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """The weight of a number in the logarithm of the odds of winning, beside a constant, and its
    standard error.
    """
    weight = constant = 0.0
    for _ in range(12):
        chances = [1 / (1 + exp(-weight * x - constant)) for x, _ in rows]
        slopes = [
            sum((won - p) * x for (x, won), p in zip(rows, chances, strict=True)) - PRIOR * weight,
            sum(won - p for (_, won), p in zip(rows, chances, strict=True)) - PRIOR * constant,
        ]
        bends = [
            sum(p * (1 - p) * x**n for (x, _), p in zip(rows, chances, strict=True))
            for n in (0, 1, 2)
        ]
        one = bends[0] + PRIOR
        both = bends[1]
        two = bends[2] + PRIOR
        size = one * two - both * both
        weight += (one * slopes[0] - both * slopes[1]) / size
        constant += (two * slopes[1] - both * slopes[0]) / size
    return weight, (one / size) ** 0.5


def main(arguments: Sequence[str]) -> None:
    """Fit each kind that is named, or all, on matches played for SECONDS, and enter the worths."""
    seconds = float(arguments[0])
    named = arguments[1:]
    for kind, game, options in kinds():
        if named and kind not in named:
            continue
        rng = random.Random(kind)
        end = time.perf_counter() + seconds
        samples: list[Sample] = []
        matches = 0
        while time.perf_counter() < end:
            samples += match(game.start(**options), rng)
            matches += 1
        worths = fitted(samples, matches)
        slugs = [plan.slug for plan in plans_of(game, options)]
        entries = json.loads(PATH.read_text("utf-8")) if PATH.exists() else {}
        entries[kind] = {
            slug: [round(value, 4) for value in worth]
            for slug, worth in zip(slugs, worths, strict=True)
        }
        PATH.write_text(json.dumps(dict(sorted(entries.items())), indent=1) + "\n", "utf-8")
        print(f"{kind}: {matches} matches, {len(samples)} positions")
        for slug, (worth, error, spread) in entries[kind].items():
            print(
                f"  {slug}: {worth:+.3f} ± {error:.3f} each, usually {spread:.1f} apart", flush=True
            )


if __name__ == "__main__":
    main(sys.argv[1:])
