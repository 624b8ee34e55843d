"""Textbook UCT (Kocsis and Szepesvári 2006) with random playouts, as general game systems play: the players' peer."""

import random
import time
from math import log, sqrt

from games.core import Position

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
        self.playouts, self.seconds, self.rng = playouts, seconds, rng
        self.root: Node | None = None

    def choose(self, position: Position) -> int:
        """The code of the decision that was tried most."""
        if self.root is None:
            self.root = Node(position)
        made, end = 0, time.perf_counter() + self.seconds
        while time.perf_counter() < end if self.playouts is None else made < self.playouts:
            self._try(position.copy(), self.root)
            made += 1
        return max(self.root.children, key=lambda code: self.root.children[code].visits)  # type: ignore[union-attr]

    def observe(self, code: int | None) -> None:
        """A decision was made, by whichever side."""
        self.root = self.root.children.get(code) if self.root is not None and code is not None else None

    def _try(self, position: Position, node: Node) -> None:
        path = [node]
        while not node.untried and node.children:
            code = node.best(position.to_move)
            position.play(code)
            path.append(node := node.children[code])
        if node.untried:
            code = node.untried.pop(self.rng.randrange(len(node.untried)))
            position.play(code)
            node.children[code] = child = Node(position)
            path.append(child)
        while position.reason is None:
            position.play(position.draw(self.rng.random))
        for node in path:
            node.visits += 1
            if position.winner is None:
                node.wins[0] += 0.5
                node.wins[1] += 0.5
            else:
                node.wins[position.winner] += 1
