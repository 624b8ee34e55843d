"""Positions for each idea of a game, from matches of its puzzles; ``tools/courses.py`` writes ``examples.json``."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import NamedTuple

from ...core import State
from ...registry import replay
from ..claims.base import Turn
from ..ideas import idea

ONWARD = "+"  # joins the decisions of an answer that is a whole turn


class IdeaExample(NamedTuple):
    """A position, as moves that lead to it, and answers, decisions or turns; only the ``right`` one shows the idea."""

    slug: str
    idea: str
    options: Mapping[str, str]
    moves: tuple[str, ...]
    choices: tuple[str, ...]
    right: str

    def start(self) -> State:
        """The position."""
        return replay(self.slug, self.options, self.moves)


def exemplifies(name: str, states: Sequence[State]) -> bool:
    """Whether decisions show an idea of their game, or do what it warns of."""
    named = idea(states[0].game.slug, name)
    return named is not None and named.test(Turn(tuple(states)))


@cache
def examples(slug: str) -> tuple[IdeaExample, ...]:
    """The examples of a game, in the order of its ideas."""
    data = json.loads((resources.files(__package__) / "examples.json").read_text(encoding="utf-8"))
    entries = data.get(slug, ())
    return tuple(
        IdeaExample(**{**entry, "slug": slug, **{name: tuple(entry[name].split()) for name in ("moves", "choices")}})
        for entry in entries
    )
