"""The ideas of each game: named motifs, each with a text and a test for turns."""

from ...registry import GAMES, module_about
from ..claims.base import JudgedTurn
from .base import Idea


def ideas_of(slug: str) -> tuple[Idea, ...]:
    """The ideas of a game, from the module here that is named after it.

    () where there is no such module.
    """
    game = GAMES.get(slug)
    ideas: tuple[Idea, ...] = getattr(game and module_about(game, __name__), "IDEAS", ())
    return ideas


def idea(slug: str, name: str) -> Idea | None:
    """An idea of a game by its own slug; None if there is none."""
    return next((idea for idea in ideas_of(slug) if idea.slug == name), None)


def ideas_in(turn: JudgedTurn) -> tuple[str, ...]:
    """The slugs of the ideas that a turn shows, in the game's order."""
    return tuple(idea.slug for idea in ideas_of(turn.before.game.slug) if idea.occurs(turn))
