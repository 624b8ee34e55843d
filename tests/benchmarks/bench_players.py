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
from games.players import LEVELS, ComputerPlayer, choose
from games.players.knowledge import knowledge_of
from games.players.player import Thought, winning_turn
from games.players.tree import Search
from tests.games.playing import wander

from .reference import slowness

pytestmark = pytest.mark.bench
MATCHES = int(os.environ.get("LADDER_MATCHES", "4"))
"""For each rung of each game."""
SLOWEST = "master"
SHARE = float(os.environ.get("LADDER_SHARE", "0.25"))
"""The share of their playouts, or of their time, that the players of the slowest rung get."""
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
    times = []
    for plies in (0, 10, 20):
        state = wander(game.start(), rng, plies)
        if state.to_move is not None:
            begin = time.process_time()
            choose(state, level)
            times.append(time.process_time() - begin)
    print(f"\n{game.slug}, {level}: a decision in {max(times):.2f} s at most")
    assert max(times) < (3.0 if level == "strong" else 1.0)


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

    Both think only a share of what they may.
    """
    players = [at_share(other, share, rng), at_share(other, share, rng)]
    players[seat] = at_share(one, share, rng)
    victor = winner(game.start(), players)
    if victor is None:
        return 0.5
    return float(victor == seat)


def winner(state: games.State, players: list[ComputerPlayer]) -> int | None:
    """Who wins when these players go on from a state; None if nobody does in ``MOST_DECISIONS``."""
    while state.to_move is not None and state.ply < MOST_DECISIONS:
        state = state.play(players[state.to_move].think(state).move)
        for player in players:
            player.observe(state)
    if state.outcome is None:
        return None
    return state.outcome.winner


class Beginner(ComputerPlayer):
    """See ``BEGINNER``."""

    def think(self, state: games.State, seconds: float | None = None) -> Thought:
        position = state.position()
        code = winning_turn(position, knowledge_of(state.game), 1.0)
        if code is not None:
            return Thought(position.move(code), 0.0, 0)
        return Thought(self.rng.choice(state.legal_moves()), 0.0, 0)


def at_share(name: str, share: float, rng: random.Random) -> ComputerPlayer:
    """A player who makes only a share of its level's playouts.

    One whose time is its only limit gets that share of it.
    """
    if name == BEGINNER:
        return Beginner("novice", rng)
    level = LEVELS[name]
    if level.playouts is None:
        return ComputerPlayer(replace(level, seconds=share * level.seconds), rng)
    playouts = max(1, round(share * level.playouts))
    return ComputerPlayer(replace(level, playouts=playouts), rng)


def row(results: list[float]) -> str:
    """The score, how many matches, and the rating difference with its standard error.

    Half a match is taken to have been won beforehand and half of one lost.
    """
    count = len(results)
    score = sum(results)
    mean = (score + 0.5) / (count + 1)
    error = sqrt(mean * (1 - mean) / (count + 1))
    elo = 400 * log10(mean / (1 - mean))
    elo_error = error * 400 / (log(10) * mean * (1 - mean))
    return f"{100 * score / count:.0f} % | {count} | {elo:+.0f} ± {elo_error:.0f}"
