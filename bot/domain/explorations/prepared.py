"""Prepared answers, as they follow from a tree: what is planned in it, turn by turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias, TypedDict

from bot.domain.explorations.tree import Exploration, Node, Spot

Tree: TypeAlias = "Mapping[str, Answer]"
"""Prepared answers: the other player's whole turn, as text, and what is to be played then."""


class Answer(TypedDict):
    """A prepared turn, as text, and the answers to what may follow it."""

    reply: str
    then: Tree


def prepared(tree: Exploration, seat: int) -> Tree:
    """What a seat has prepared for the turn that the other one is to make now."""
    return _answers(tree, tree.now, seat) if tree.planned else {}


def after_my_turn(tree: Exploration, seat: int) -> Mapping[str, Tree]:
    """What a seat, which is to move, has prepared for after its own turn, by that turn."""
    if not tree.planned:
        return {}
    found = {text: _answers(tree, end, seat) for text, end in turns(tree, tree.now, seat)}
    return {text: answers for text, answers in found.items() if answers}


def turns(tree: Exploration, spot: Spot, seat: int) -> Iterator[tuple[str, Spot]]:
    """The turns of a seat tried at a spot, after which the other one is to move: each as text, and where it ends."""
    for node in tree.children(spot):
        if node.seat != seat:
            continue
        after = tree.after(node)
        if any(child.seat != seat for child in tree.children(after)):
            yield node.decision, after
        for text, end in turns(tree, after, seat):
            yield f"{node.decision} {text}", end


def _answers(tree: Exploration, spot: Spot, seat: int) -> Tree:
    """What a seat has prepared at a spot at which the other one is to move."""
    found: dict[str, Answer] = {}
    for theirs, end in turns(tree, spot, 1 - seat):
        reply = []
        at: Node | None = _planned(tree, end, seat)
        while at is not None:
            reply.append(at.decision)
            end = tree.after(at)
            at = _planned(tree, end, seat)
        if reply:
            found[theirs] = Answer(reply=" ".join(reply), then=_answers(tree, end, seat))
    return found


def _planned(tree: Exploration, spot: Spot, seat: int) -> Node | None:
    return next((one for one in tree.children(spot) if one.seat == seat and one.id in tree.planned), None)
