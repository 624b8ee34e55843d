"""Prepared answers: the planned nodes of a tree, turn by turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias, TypedDict

from bot.domain.explorations.tree import Exploration, Node, Spot

Tree: TypeAlias = "Mapping[str, Answer]"
"""Prepared answers by the opponent's whole turn, as text."""


class Answer(TypedDict):
    """A prepared turn, as text, and the answers to what may follow it."""

    reply: str
    then: Tree


def prepared(tree: Exploration, seat: int) -> Tree:
    """The answers of a seat to the opponent's turn that is played next."""
    return _answers(tree, tree.now, seat) if tree.planned else {}


def after_my_turn(tree: Exploration, seat: int) -> Mapping[str, Tree]:
    """The answers that a seat, which is to move, has prepared for after its own turn, by that turn."""
    if not tree.planned:
        return {}
    prepared = {text: _answers(tree, end, seat) for text, end in _turns(tree, tree.now, seat)}
    return {text: answers for text, answers in prepared.items() if answers}


def _turns(tree: Exploration, spot: Spot, seat: int) -> Iterator[tuple[str, Spot]]:
    """The whole turns of a seat tried at a position, if an answer was tried too: as text, and the position after."""
    for node in tree.children(spot):
        if node.seat == seat:
            after = tree.after(node)
            if any(child.seat != seat for child in tree.children(after)):
                yield node.decision, after
            yield from ((f"{node.decision} {text}", end) for text, end in _turns(tree, after, seat))


def _answers(tree: Exploration, spot: Spot, seat: int) -> Tree:
    """The answers of a seat at a position where the opponent is to move."""
    answers: dict[str, Answer] = {}
    for theirs, end in _turns(tree, spot, 1 - seat):
        reply = []
        while (node := _planned(tree, end, seat)) is not None:
            reply.append(node.decision)
            end = tree.after(node)
        if reply:
            answers[theirs] = Answer(reply=" ".join(reply), then=_answers(tree, end, seat))
    return answers


def _planned(tree: Exploration, spot: Spot, seat: int) -> Node | None:
    return next((node for node in tree.children(spot) if node.seat == seat and node.id in tree.planned), None)
