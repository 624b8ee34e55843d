"""How games are taught: rules in a module of each game, a course in a file of ``chapters``."""

from ..core import Game
from ..registry import module_about
from .base import MARKS, Example, RulesPage
from .course import Answer, CourseStep, chapters_of, course_of, texts_of


def rules_of(game: Game) -> tuple[RulesPage, ...]:
    """How a game is played, after its aim; an empty page where nobody has written more."""
    pages: tuple[RulesPage, ...] = getattr(module_about(game, __name__), "RULES", (RulesPage(""),))
    return pages
