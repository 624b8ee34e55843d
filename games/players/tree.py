"""Monte-Carlo tree search over positions, with proofs that go up the tree."""

import random
import time
from dataclasses import dataclass, field
from math import log, sqrt
from threading import Event
from typing import Any

from ..core import Position
from .knowledge import Knowledge
from .knowledge.base import value_of

MOST_EDGES = 1_200_000  # decisions in the tree, of about 140 bytes each: well under 300 MB
LEAST_VISITS = 3  # visits from which on a decision is compared with the best
PROVEN = float("-inf")  # the sum of a decision whose outcome is proven


@dataclass(slots=True, eq=False)
class SearchNode:
    """A position in the tree, and what is known of each decision in it.

    Values are from 0 to 1, for the seat that decides. Parallel to ``codes`` are ``children``,
    ``visits``, ``sums``, ``prior_sums`` and ``prior_weights``.

    :param codes: The decisions; None until the node is opened.
    :param depth: The decisions until the end in best play, where ``result`` is proven.
    :param open: How many decisions are not proven.
    :param result: The proven value for seat 0; None: open.
    """

    seat: int
    codes: list[int] | None = None
    count: int = 0
    depth: int = 0
    open: int = 0
    result: float | None = None
    children: "list[SearchNode | None]" = field(init=False)
    visits: list[int] = field(init=False)
    sums: list[float] = field(init=False)
    prior_sums: list[float] = field(init=False)
    prior_weights: list[float] = field(init=False)
    index: dict[int, int] = field(init=False)

    def worth(self, value: float) -> float:
        """A value for seat 0, seen by the seat that decides here."""
        return 1.0 - value if self.seat else value


class Search:
    """A search from one position, which can go on after decisions.

    ``playouts`` counts those of the last ``run``.
    """

    def __init__(
        self,
        position: Position,
        knowledge: Knowledge[Any],
        rng: random.Random,
        codes: list[int] | None = None,
    ) -> None:
        """Search from ``position``.

        :param codes: The decisions to search in the position itself; None: all candidates.
        """
        self.position = position
        self.knowledge = knowledge
        self.chance = rng.random
        self._first_codes = codes
        self.edges = 0
        self.playouts = 0
        self.root = self._leaf(position)

    def run(self, seconds: float, playouts: int | None = None, stop: Event | None = None) -> None:
        """Search for ``seconds``, or until the outcome is proven or ``stop`` is set.

        :param playouts: The most to make.
        """
        clock = time.perf_counter
        end = clock() + seconds
        self.playouts = 0
        root = self.root
        if root.codes is None and self.position.reason is None:
            self._open(root, self.position)
        while root.result is None and clock() < end:
            if playouts is not None and self.playouts >= playouts:
                break
            self._iterate()
            if stop is not None and stop.is_set():
                break
        if root.result is not None and self.position.reason is None:
            # A win may have been seen without a search: see which decision it is.
            for n in range(len(root.children)):
                self._child(n)

    def advance(self, code: int) -> None:
        """Make a decision, and keep what is known of the position it leads to."""
        root = self.root
        child = None
        if root.codes is not None and code in root.codes:
            child = root.children[root.codes.index(code)]
        self.position = self.position.after(code)
        self.root = child or self._leaf(self.position)
        self.edges = _edges(self.root)

    def ranked(self) -> list[int]:
        """The decisions, best first: proven wins, then the most visited, then proven losses."""
        codes = self.root.codes
        assert codes is not None, "run the search first"
        places = sorted(range(len(codes)), key=self.merit, reverse=True)
        return [codes[n] for n in places]

    def best(self) -> int:
        """The decision to make: a proven win, else the most visited that is no proven loss."""
        return self.ranked()[0]

    def rivals(self) -> list[int]:
        """The open decisions that the search cannot tell from the best by a standard error.

        The most visited first.
        """
        root = self.root
        if not root.codes:
            return []
        candidates: list[tuple[int, float, int]] = []
        for count, total, code in zip(root.visits, root.sums, root.codes, strict=True):
            if count >= LEAST_VISITS and total > PROVEN:
                candidates.append((count, total / count, code))
        if not candidates:
            return []
        candidates.sort(reverse=True)
        _, best_value, _ = candidates[0]
        rivals = []
        for count, value, code in candidates:
            if value + 0.5 / sqrt(count) >= best_value:
                rivals.append(code)
        return rivals

    def merit(self, n: int) -> tuple[float, float, float]:
        """A key to compare the ``n``-th decision at the root by; the best has the largest."""
        root = self.root
        child = root.children[n]
        if child is None or child.result is None:
            return 0.5, root.visits[n], root.prior_sums[n] / root.prior_weights[n]
        worth = root.worth(child.result)
        if worth == 0.5:
            # A sure draw is better than what has turned out worse so far.
            return 0.5, root.count if self._best_open() < 0.5 else 0, 0.5
        # The quickest of wins, the longest of losses.
        return worth, child.depth if worth < 0.5 else -child.depth, 0.0

    def _best_open(self) -> float:
        """The mean of the most visited decision that is not proven; 0.5 if there is none."""
        root = self.root
        open_ones = [n for n, count in enumerate(root.visits) if count and root.sums[n] > PROVEN]
        if not open_ones:
            return 0.5
        best = max(open_ones, key=root.visits.__getitem__)
        return root.sums[best] / root.visits[best]

    def value(self) -> float:
        """What the position is worth to the seat that decides, from 0 to 1.

        The mean of the playouts of its open decisions: the most visited one is the luckiest of many
        that are nearly as good, and its value rests on bad answers, too. By it, whoever is to move
        would be overvalued; in the mean their own bad decisions make up for that.
        """
        root = self.root
        if root.result is not None:
            return root.worth(root.result)
        total = 0.0
        visits = 0
        for count, worth in zip(root.visits, root.sums, strict=True):
            if worth > PROVEN:
                total += worth
                visits += count
        return total / visits if visits else 0.5

    def _child(self, n: int) -> SearchNode:
        """The node after the ``n``-th decision at the root."""
        root = self.root
        assert root.codes is not None
        child = root.children[n]
        if child is None:
            child = self._leaf(self.position.after(root.codes[n]))
            root.children[n] = child
        return child

    def refute(self, code: int) -> bool:
        """Mark a decision at the root as lost; False where its outcome was proven already."""
        assert self.root.codes is not None
        n = self.root.codes.index(code)
        child = self._child(n)
        if child.result is not None:
            return False
        child.result = float(self.root.seat)
        child.depth = 1
        self._prove(self.root, n)
        return True

    def _leaf(self, position: Position) -> SearchNode:
        node = SearchNode(position.to_move)
        if position.reason is not None:
            node.result = value_of(position.winner)
        elif self.knowledge.winning(position) is not None:
            node.result = 1.0 - node.seat
            node.depth = 1
        return node

    def _open(self, node: SearchNode, position: Position) -> None:
        """List the decisions of a node, with a guess of each."""
        knowledge = self.knowledge
        codes = self._first_codes or knowledge.candidates(position)
        self._first_codes = None
        count = len(codes)
        self.edges += count
        weight = knowledge.prior_weight
        node.codes = codes
        node.open = count
        node.children = [None] * count
        node.visits = [0] * count
        node.sums = [0.0] * count
        node.prior_weights = [weight] * count
        node.prior_sums = [weight * guess for guess in knowledge.priors(position, codes)]
        if knowledge.amaf:
            node.index = {code: n for n, code in enumerate(codes)}
        if node.result is not None:
            return
        forced_move = knowledge.forced(position)
        if forced_move is not None:
            code, depth = forced_move
            n = codes.index(code)
            child = self._leaf(position.after(code))
            child.result = 1.0 - node.seat
            child.depth = depth - 1
            node.children[n] = child
            self._prove(node, n)

    def _iterate(self) -> None:
        """Descend to a leaf, value it, and pass that up the tree.

        A leaf that is not proven is valued by a playout.
        """
        position = self.position.copy()
        leaf, path = self._descend(position)
        self.playouts += 1
        history: tuple[list[int], list[int]] = ([], [])
        is_proven = leaf.result is not None
        if leaf.result is None:
            value = self.knowledge.simulate(position, self.chance, history)
        else:
            value = leaf.result
        leaf.count += 1
        amaf = self.knowledge.amaf
        for node, n in reversed(path):
            worth = 1.0 - value if node.seat else value
            node.count += 1
            node.visits[n] += 1
            node.sums[n] += worth
            if amaf:
                decisions = history[node.seat]
                decisions.append(node.codes[n])  # type: ignore[index]
                _note_priors(node, decisions, worth)
            if is_proven:
                is_proven = self._prove(node, n)

    def _descend(self, position: Position) -> tuple[SearchNode, list[tuple[SearchNode, int]]]:
        """Play the decisions that look best on ``position``, down to a leaf.

        Gives the leaf and the way there.
        """
        node = self.root
        path: list[tuple[SearchNode, int]] = []
        while node.result is None:
            if node.codes is None:
                if not node.count or self.edges > MOST_EDGES:
                    break
                self._open(node, position)
                if node.result is not None:
                    break
            n = self._select(node)
            path.append((node, n))
            position.play(node.codes[n])  # type: ignore[index]
            child = node.children[n]
            if child is None:
                child = self._leaf(position)
                node.children[n] = child
            node = child
        return node, path

    def _select(self, node: SearchNode) -> int:
        knowledge = self.knowledge
        spread = knowledge.exploration * sqrt(log(node.count + 1))
        trust = knowledge.trust
        scores = [
            (total + trust * prior_sum / weight) / (visits + trust) + spread * (visits + 1) ** -0.5
            for total, prior_sum, weight, visits in zip(
                node.sums, node.prior_sums, node.prior_weights, node.visits, strict=True
            )
        ]
        return scores.index(max(scores))

    def _prove(self, node: SearchNode, n: int) -> bool:
        """Note that the ``n``-th decision is proven; whether that proves the node, too."""
        child = node.children[n]
        assert child is not None
        assert child.result is not None
        if node.result is not None or node.sums[n] == PROVEN:
            return False
        worth = node.worth(child.result)
        if worth == 1.0:
            node.result = child.result
            node.depth = child.depth + 1
            return True
        node.sums[n] = PROVEN
        node.open -= 1
        if node.open:
            return False
        # Every decision is proven: the best of them, and of those that lose the longest.
        children = [child for child in node.children if child and child.result is not None]
        best = max(
            children,
            key=lambda child: (node.worth(child.result), child.depth),  # type: ignore[arg-type]
        )
        node.result = best.result
        node.depth = best.depth + 1
        return True


def _note_priors(node: SearchNode, decisions: list[int], worth: float) -> None:
    """Count what later decisions of a node's seat were worth as guesses of them in the node."""
    index = node.index
    prior_sums = node.prior_sums
    prior_weights = node.prior_weights
    for code in decisions:
        n = index.get(code)
        if n is not None:
            prior_sums[n] += worth
            prior_weights[n] += 1.0


def _edges(node: SearchNode) -> int:
    """How many decisions are listed in the tree under a node."""
    count = 0
    stack = [node]
    while stack:
        node = stack.pop()
        if node.codes is not None:
            count += len(node.codes)
            stack += filter(None, node.children)
    return count
