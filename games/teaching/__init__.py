"""How games are taught: rules and a first lesson, in a module named after each game."""

from ..core import Game
from ..registry import module_about
from .base import Example, Lesson, RulesPage, Step
from .marks import MARKS

__all__ = ["MARKS", "Example", "Lesson", "RulesPage", "Step", "lesson_of", "rules_of"]


def rules_of(game: Game) -> tuple[RulesPage, ...]:
    """How a game is played, after its aim; an empty page where nobody has written more."""
    pages: tuple[RulesPage, ...] = getattr(module_about(game, __name__), "RULES", (RulesPage(""),))
    return pages


def lesson_of(game: Game) -> Lesson | None:
    """The first lesson of a game; None if it has none."""
    lesson: Lesson | None = getattr(module_about(game, __name__), "LESSON", None)
    return lesson
