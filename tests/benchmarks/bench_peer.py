"""The strong player beside textbook UCT that makes as many playouts as Ludii does in the same time.

Where Ludii has no such game, UCT gets the same time as it is here.
"""

from __future__ import annotations

import os
import random
import time

import pytest

import games
from games.players import Player

from .bench_playouts import CASES, LUDII
from .uct import Uct

pytestmark = [pytest.mark.bench, pytest.mark.slow]
MATCHES = int(os.environ.get("PEER_MATCHES", "2"))
SHARE = float(os.environ.get("PEER_SHARE", "1"))
SECONDS = 2.0
"""Of processor time for a decision; the peer has what Ludii plays out in so long on the reference machine.

``strong`` gets a share of that time.
"""
MOST_DECISIONS = 1000


@pytest.mark.parametrize(("game", "variant"), CASES, ids=[f"{game.slug} {variant}" for game, variant in CASES])
def test_matches_with_uct(game: games.Game, variant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # Time is that of the processor, so that a busy machine weakens nobody.
    monkeypatch.setattr(time, "perf_counter", time.thread_time)
    playouts = round(SECONDS * (LUDII[game.slug][variant] or 0)) or None
    won = [match(game, variant, playouts, number) for number in range(MATCHES)]
    print(
        f"\n| {game.slug} `{variant}` | {playouts or 'own'} | {sum(won[::2]):g} of {len(won[::2])} | "
        f"{sum(won[1::2]):g} of {len(won[1::2])} |"
    )
    assert len(won) == MATCHES


def match(game: games.Game, variant: str, playouts: int | None, number: int) -> float:
    """What ``strong`` scores against UCT; it has the first move in matches of even numbers."""
    rng = random.Random(f"{game.slug}{variant}{number}")
    state = game.start(**dict(zip((option.name for option in game.options), variant.split(), strict=True)))
    strong, peer, seat = Player("strong", rng), Uct(playouts, SECONDS, rng), number % 2
    while state.to_move is not None and state.ply < MOST_DECISIONS:
        position = state.position()
        if state.to_move == seat:
            move = strong.think(state, SHARE * SECONDS).move
        else:
            move = position.move(peer.choose(position))
        state = state.play(move)
        strong.observe(state)
        peer.observe(position.code(move))
    if state.outcome is None or state.outcome.winner is None:
        return 0.5
    return float(state.outcome.winner == seat)
