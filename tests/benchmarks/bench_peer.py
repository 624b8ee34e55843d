"""The strong player beside textbook UCT (Kocsis and Szepesvári 2006), with as many playouts as
Ludii makes in its time.

Where Ludii has no such game, UCT plays out as quickly as it is done here, or for a share of that
time: Ludii plays an eighth of the random matches at most in the games that it has.
"""

import os
import random
import time
from math import log, sqrt

import pytest

import games
from games.core import Position
from games.players import ComputerPlayer

from .bench_playouts import CASES, LUDII

pytestmark = [pytest.mark.bench, pytest.mark.slow]
MATCHES = int(os.environ.get("PEER_MATCHES", "2"))
SHARE = float(os.environ.get("PEER_SHARE", "1"))
SECONDS = float(os.environ.get("PEER_SECONDS", "2"))
"""Of processor time for a decision; the peer has what Ludii plays out in so long on the reference
machine.

``strong`` gets a share of that time.
"""
OWN_SHARE = float(os.environ.get("PEER_OWN_SHARE", "1"))
"""Of its time, which the peer gets where Ludii has no such game."""
OPENING = int(os.environ.get("PEER_OPENING", "0"))
"""Random decisions before a match; each opening is played twice, with sides changed."""
MOST_DECISIONS = 1000
SMALLER = {"loop": ("mini draw",), "loops-n-leaps": ("base6",)}
"""Other boards of the games that Ludii does not have."""
PEERS = [*CASES]
for game in games.catalog():
    PEERS += [(game, variant) for variant in SMALLER.get(game.slug, ())]


@pytest.mark.timeout(0)
@pytest.mark.parametrize(
    ("game", "variant"), PEERS, ids=[f"{game.slug} {variant}" for game, variant in PEERS]
)
def test_matches_with_uct(game: games.Game, variant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # Time is that of the processor, so that a busy machine weakens nobody.
    monkeypatch.setattr(time, "perf_counter", time.thread_time)
    playouts = round(SECONDS * (LUDII[game.slug].get(variant) or 0)) or None
    scores = []
    for number in range(MATCHES):
        score = match(game, variant, playouts, number)
        scores.append(score)
        print(SIGNS[score], end="", flush=True)
    first = scores[::2]
    second = scores[1::2]
    print(
        f"\n| {game.slug} `{variant}` | {playouts or 'own'} | {sum(first):g} of {len(first)} | "
        f"{sum(second):g} of {len(second)} |"
    )
    assert len(scores) == MATCHES


SIGNS = {0.0: "-", 0.5: ".", 1.0: "+"}
"""What is printed of a match by its score."""


def match(game: games.Game, variant: str, playouts: int | None, number: int) -> float:
    """What ``strong`` scores against UCT; it has the first move in matches of even numbers."""
    rng = random.Random(f"{game.slug}{variant}{number}")
    names = [option.name for option in game.options]
    start = game.start(**dict(zip(names, variant.split(), strict=True)))
    state = after_opening(start, random.Random(f"opening {number // 2}"))
    strong = ComputerPlayer("strong", rng)
    peer = Uct(playouts, OWN_SHARE * SECONDS, rng)
    seat = number % 2
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


def after_opening(state: games.State, rng: random.Random) -> games.State:
    """A state after an opening drawn at random, without an exchange of sides."""
    for _ in range(OPENING):
        moves = [move for move in state.legal_moves() if move != games.core.SWAP]
        state = state.play(rng.choice(moves))
    return state


EXPLORATION = sqrt(2)


class Node:
    """A position that was reached: what is not tried yet, and how often each seat won from here."""

    __slots__ = ("children", "untried", "visits", "wins")

    def __init__(self, position: Position) -> None:
        self.untried = list(position.codes()) if position.reason is None else []
        self.children: dict[int, Node] = {}
        self.visits = 0
        self.wins = [0.0, 0.0]

    def best(self, seat: int) -> int:
        """The decision with the highest upper confidence bound for the seat that decides."""
        most = log(self.visits)

        def bound(code: int) -> float:
            child = self.children[code]
            return child.wins[seat] / child.visits + EXPLORATION * sqrt(most / child.visits)

        return max(self.children, key=bound)


class Uct:
    """A player that makes ``playouts`` for a decision, and keeps its tree of the match.

    Without a number it makes as many as it can in ``seconds``.
    """

    def __init__(self, playouts: int | None, seconds: float, rng: random.Random) -> None:
        self.playouts = playouts
        self.seconds = seconds
        self.rng = rng
        self.root: Node | None = None

    def choose(self, position: Position) -> int:
        """The code of the decision that was tried most."""
        if self.root is None:
            self.root = Node(position)
        if self.playouts is None:
            end = time.perf_counter() + self.seconds
            while time.perf_counter() < end:
                self._try(position.copy(), self.root)
        else:
            for _ in range(self.playouts):
                self._try(position.copy(), self.root)
        children = self.root.children
        return max(children, key=lambda code: children[code].visits)

    def observe(self, code: int | None) -> None:
        """A decision was made, by whichever side."""
        if self.root is None or code is None:
            self.root = None
        else:
            self.root = self.root.children.get(code)

    def _try(self, position: Position, node: Node) -> None:
        """Go down from a node to one that is new, play out from there, and note who won."""
        path = [node]
        while not node.untried and node.children:
            code = node.best(position.to_move)
            position.play(code)
            node = node.children[code]
            path.append(node)
        if node.untried:
            code = node.untried.pop(self.rng.randrange(len(node.untried)))
            position.play(code)
            child = Node(position)
            node.children[code] = child
            path.append(child)
        while position.reason is None:
            position.play(position.random_code(self.rng.random))
        for node in path:
            node.visits += 1
            if position.winner is None:
                node.wins[0] += 0.5
                node.wins[1] += 0.5
            else:
                node.wins[position.winner] += 1
