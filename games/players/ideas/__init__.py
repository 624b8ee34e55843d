"""The ideas of each game: named motifs with a text in our own words and a test by which a program recognises them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...core import State
from ..claims.base import Story
from . import loop, loops_n_leaps, snipsnip, veloop, vigilance
from .base import Idea

__all__ = ["IDEAS", "Idea", "idea", "ideas_of", "shown"]

IDEAS: Mapping[str, tuple[Idea, ...]] = {
    "veloop-square": veloop.IDEAS,
    "veloop-hex": veloop.IDEAS,
    "snipsnip": snipsnip.IDEAS,
    "vigilance": vigilance.IDEAS,
    "loop": loop.IDEAS,
    "loops-n-leaps": loops_n_leaps.IDEAS,
}


def ideas_of(slug: str) -> tuple[Idea, ...]:
    """The ideas of a game; none of one that nobody has thought about."""
    return IDEAS.get(slug, ())


def idea(slug: str, name: str) -> Idea | None:
    """An idea of a game by its own slug; None if there is none."""
    return next((one for one in ideas_of(slug) if one.slug == name), None)


def shown(told: Story | Sequence[State]) -> tuple[str, ...]:
    """The slugs of the ideas that a turn shows, in the game's order."""
    turn = told if isinstance(told, Story) else Story(tuple(told))
    return tuple(one.slug for one in ideas_of(turn.before.game.slug) if one.occurs(turn))
