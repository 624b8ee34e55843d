"""The ideas of each game: named motifs with a text in our own words and a test by which a program recognises them."""

from __future__ import annotations

from collections.abc import Sequence

from ...core import State
from ...registry import GAMES, module_about
from ..claims.base import Story
from .base import Idea

__all__ = ["Idea", "idea", "ideas_of", "shown"]


def ideas_of(slug: str) -> tuple[Idea, ...]:
    """The ideas of a game, from the module here that is named after it; none where there is no such module."""
    game = GAMES.get(slug)
    ideas: tuple[Idea, ...] = getattr(game and module_about(game, __name__), "IDEAS", ())
    return ideas


def idea(slug: str, name: str) -> Idea | None:
    """An idea of a game by its own slug; None if there is none."""
    return next((one for one in ideas_of(slug) if one.slug == name), None)


def shown(told: Story | Sequence[State]) -> tuple[str, ...]:
    """The slugs of the ideas that a turn shows, in the game's order."""
    turn = told if isinstance(told, Story) else Story(tuple(told))
    return tuple(one.slug for one in ideas_of(turn.before.game.slug) if one.occurs(turn))
