"""How strong the players are: search speed, and the ladder of levels with its rating
differences.
"""

import os
import random
import resource
import time
from dataclasses import replace
from itertools import pairwise
from math import log, log10, sqrt

import pytest

import games
from games.players import LEVELS, Player, choose
from games.players.knowledge import knowledge_of
from games.players.player import Thought, winning_turn
from games.players.tree import Search

from .reference import slowness

pytestmark = pytest.mark.bench
# Matches for each rung of each game; and what share of their playouts the players of the slowest
# rung get.
MATCHES = int(os.environ.get("LADDER_MATCHES", "4"))
SHARE = float(os.environ.get("LADDER_SHARE", "0.25"))
SLOWEST = "master"
MOST_DECISIONS = 1000
BEGINNER = "beginner"
"""The rung below the lowest: a player who takes a win in one turn, and else leaves all to
chance.
"""

each_game = pytest.mark.parametrize("game", games.catalog(), ids=lambda game: game.slug)


@each_game
@pytest.mark.parametrize("level", [level for level in LEVELS if level != "master"])
def test_times_of_levels(game: games.Game, level: str) -> None:
    rng = random.Random(4)
    spent = []
    for plies in (0, 10, 20):
        state = game.start()
        for _ in range(plies):
            if state.to_move is not None:
                state = state.play(rng.choice(state.legal_moves()))
        if state.to_move is not None:
            begin = time.process_time()
            choose(state, level)
            spent.append(time.process_time() - begin)
    print(f"\n{game.slug}, {level}: a decision in {max(spent):.2f} s at most")
    assert max(spent) < {"strong": 3.0}.get(level, 1.0)


@each_game
def test_search_speed(game: games.Game) -> None:
    search = Search(game.start().position(), knowledge_of(game), random.Random(7))
    slower = slowness()
    begin = time.perf_counter()
    search.run(2.0)
    rate = search.playouts / (time.perf_counter() - begin) * slower
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"\n{game.slug}: {rate:,.0f} playouts a second in the search, {memory} MB")
    assert search.playouts


@pytest.mark.slow
@pytest.mark.timeout(0)
@each_game
@pytest.mark.parametrize(("lower", "upper"), list(pairwise((BEGINNER, *LEVELS))))
def test_ladder(game: games.Game, lower: str, upper: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # Time is that of the processor, so that no busy machine weakens those who need more of it.
    monkeypatch.setattr(time, "perf_counter", time.thread_time)
    rng = random.Random(f"{game.slug} {lower}")
    share = SHARE if upper == SLOWEST else 1.0
    results = [match(game, upper, lower, share, number % 2, rng) for number in range(MATCHES)]
    print(f"\n| {game.slug} | {lower} → {upper} | {row(results)} | {share:g} |")
    assert len(results) == MATCHES


def match(
    game: games.Game, one: str, other: str, share: float, seat: int, rng: random.Random
) -> float:
    """What the player of level ``one``, who has ``seat``, scores against one of level ``other``.

    Both make only a share of their playouts.
    """
    players = [at_share(other, share, rng), at_share(other, share, rng)]
    players[seat] = at_share(one, share, rng)
    won = winner(game.start(), players)
    return 0.5 if won is None else float(won == seat)


def winner(state: games.State, players: list[Player]) -> int | None:
    """Who wins when these players go on from a state; None if nobody does in ``MOST_DECISIONS``."""
    while state.to_move is not None and state.ply < MOST_DECISIONS:
        state = state.play(players[state.to_move].think(state).move)
        for player in players:
            player.observe(state)
    return None if state.outcome is None else state.outcome.winner


class Beginner(Player):
    """See ``BEGINNER``."""

    def think(self, state: games.State, seconds: float | None = None) -> Thought:
        position = state.position()
        code = winning_turn(position, knowledge_of(state.game), 1.0)
        return Thought(
            self.rng.choice(state.legal_moves()) if code is None else position.move(code), 0.0, 0
        )


def at_share(name: str, share: float, rng: random.Random) -> Player:
    """A player who makes only a share of its level's playouts."""
    if name == BEGINNER:
        return Beginner("novice", rng)
    level = LEVELS[name]
    return Player(replace(level, playouts=max(1, round((level.playouts or 0) * share))), rng)


def row(results: list[float]) -> str:
    """The score, how many matches, and the rating difference with its standard error, of which a
    half is prior.
    """
    count = len(results)
    score = sum(results)
    mean = (score + 0.5) / (count + 1)
    error = sqrt(mean * (1 - mean) / (count + 1))
    elo = 400 * log10(mean / (1 - mean))
    slope = 400 / (log(10) * mean * (1 - mean))
    return f"{100 * score / count:.0f} % | {count} | {elo:+.0f} ± {error * slope:.0f}"
