"""The strong player beside textbook UCT that makes as many playouts as Ludii does in the same time.

Where Ludii has no such game, UCT gets the same time as it is here.
"""

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
SECONDS = float(os.environ.get("PEER_SECONDS", "2"))
"""Of processor time for a decision; the peer has what Ludii plays out in so long on the reference machine.

``strong`` gets a share of that time.
"""
OPENING = int(os.environ.get("PEER_OPENING", "0"))
"""Random decisions before a match; each opening is played twice, with sides changed."""
MOST_DECISIONS = 1000
SMALLER = {"loop": ("mini draw",), "loops-n-leaps": ("base6",)}
"""Other boards of the games that Ludii does not have."""
PEERS = [*CASES, *((game, variant) for game in games.catalog() for variant in SMALLER.get(game.slug, ()))]


@pytest.mark.parametrize(("game", "variant"), PEERS, ids=[f"{game.slug} {variant}" for game, variant in PEERS])
def test_matches_with_uct(game: games.Game, variant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # Time is that of the processor, so that a busy machine weakens nobody.
    monkeypatch.setattr(time, "perf_counter", time.thread_time)
    playouts = round(SECONDS * (LUDII[game.slug].get(variant) or 0)) or None
    won = []
    for number in range(MATCHES):
        won.append(match(game, variant, playouts, number))
        print("." if won[-1] == 0.5 else "-+"[int(won[-1])], end="", flush=True)
    print(
        f"\n| {game.slug} `{variant}` | {playouts or 'own'} | {sum(won[::2]):g} of {len(won[::2])} | "
        f"{sum(won[1::2]):g} of {len(won[1::2])} |"
    )
    assert len(won) == MATCHES


def match(game: games.Game, variant: str, playouts: int | None, number: int) -> float:
    """What ``strong`` scores against UCT; it has the first move in matches of even numbers."""
    rng = random.Random(f"{game.slug}{variant}{number}")
    state = game.start(**dict(zip((option.name for option in game.options), variant.split(), strict=True)))
    state = opened(state, random.Random(f"opening {number // 2}"))
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


def opened(state: games.State, rng: random.Random) -> games.State:
    """A state after an opening drawn at random, without an exchange of sides."""
    for _ in range(OPENING):
        state = state.play(rng.choice([move for move in state.legal_moves() if move != games.core.SWAP]))
    return state
