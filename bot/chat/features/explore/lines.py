"""Lines of a tree in words: what leads to a spot, what can be gone to, and how the spots in menus are written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

import discord

from bot.chat.discord.press import number
from bot.chat.features.explore import texts
from bot.chat.language import phrases
from bot.chat.language.i18n import Language, Markup
from bot.domain.explorations.tree import Exploration, Node, Spot
from bot.domain.matches.exploring.commands import Thought
from bot.domain.matches.match import Match

MOST_LINES = 10
"""Lines in a menu."""
MOST_TURNS = 5
"""Turns of the match in a menu."""


class Group(NamedTuple):
    """The decisions of one turn in a line."""

    seat: int
    nodes: tuple[Node, ...]

    @property
    def moves(self) -> str:
        """The decisions as text."""
        return " ".join(node.decision for node in self.nodes)


def groups(line: Iterable[Node]) -> list[Group]:
    """A line, turn by turn."""
    return [Group(seat, tuple(nodes)) for seat, nodes in groupby(line, key=lambda node: node.seat)]


def said(t: Language, thought: Thought) -> Markup:
    """What leads to a spot from the match on."""
    game, tree = thought.match.game, thought.tree
    return Markup(
        " ".join(
            t(
                texts.STEP_PLANNED if group.nodes[-1].id in tree.planned else texts.STEP,
                mark=phrases.mark(game, group.seat),
                moves=phrases.moves([group.moves]),
            )
            for group in groups(thought.line)
        )
    )


def ends(tree: Exploration) -> Sequence[Spot]:
    """Where the lines of a tree end, those that are prepared or can still come about first, then the latest."""
    leaves = [tree.after(node) for node in tree.nodes.values() if not tree.children(tree.after(node))]
    marked = [tree.after(tree.nodes[one]) for one in (*tree.planned, *tree.missed)]
    spots = dict.fromkeys([*leaves, *marked])
    return sorted(spots, key=lambda spot: (spot.node not in tree.planned, not tree.open(spot), -spot.node))


def options(
    t: Language, tree: Exploration, spot: Spot, place: Callable[[Spot], tuple[int, int]] | None = None
) -> Iterator[discord.SelectOption]:
    """The lines of a tree, but for the one shown, as options of a menu; turning points first.

    ``place``: of a tree that is made of several members', the member whose line a spot is on, and its node in theirs.
    """
    turning = [tree.after(tree.nodes[one]) for one in tree.marks if one in tree.nodes]
    for end in [one for one in dict.fromkeys([*turning, *ends(tree)]) if one != spot][:MOST_LINES]:
        label = texts.GO_LINE
        if end.node in tree.marks:
            label = texts.GO_TURNING
        elif end.node in tree.planned:
            label = texts.GO_PLANNED
        elif end.node in tree.missed:
            label = texts.GO_MISSED
        moves = " – ".join(group.moves for group in groups(tree.line(end)))
        moves = moves if len(moves) <= 90 else "… " + moves[-88:]
        yield discord.SelectOption(label=t.label(label, 100, moves=moves), value=value(end, place))


def turns(t: Language, match: Match, spot: Spot) -> Iterator[discord.SelectOption]:
    """The present board, the latest turns of the match and its start, as options of a menu."""
    now = Spot(len(match.decisions))
    if spot != now:
        yield discord.SelectOption(label=t.label(texts.GO_NOW, 100), value=value(now))
    made, end = list(match.history.entries), now.ply
    for count, entry in enumerate(reversed(made)):
        start = end - entry.length
        if count >= MOST_TURNS or not start:
            break
        moves = " ".join(match.decisions[start:end])
        label = t.label(texts.GO_BEFORE, 100, moves=moves, turn=len(made) - count)
        yield discord.SelectOption(label=label, value=value(Spot(start)))
        end = start
    if now.ply and spot != Spot(0):
        yield discord.SelectOption(label=t.label(texts.GO_START, 100), value=value(Spot(0)))


def value(spot: Spot, place: Callable[[Spot], tuple[int, int]] | None = None) -> str:
    """A spot as the value of an option; ``spot_of`` reads it."""
    if place is None:
        return f"{spot.ply}.{spot.node}"
    owner, node = place(spot)
    return f"{spot.ply}.{node}.{owner}"


def spot_of(chosen: str) -> tuple[Spot, int] | None:
    """The spot that a value stands for, and the member in whose tree it is, 0 if that is not said; None if nothing."""
    found = [number(part) for part in chosen.split(".")]
    if len(found) == 2:
        found.append(0)
    if len(found) != 3:
        return None
    ply, node, owner = found
    return None if ply is None or node is None or owner is None else (Spot(ply, node), owner)
