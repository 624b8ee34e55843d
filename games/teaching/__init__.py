"""How games are taught: rules in a module of each game, a course in a file of ``chapters``."""

from collections.abc import Mapping

from ..core import HANDICAP, Game, Handicap, Sentence, _
from ..registry import module_about
from .base import MARKS, Example, RulesPage
from .course import CourseStep, StepAnswer, chapters_of, course_of, texts_of
from .writing import Writing, writing_of

OTHER_START = _(
    "what the rules say of the start holds without extra turns; with extra turns, nothing can be "
    "taken over"
)


def rules_of_handicap(game: Game, options: Mapping[str, str] | None) -> tuple[Sentence, ...]:
    """What the handicap of a match does, to be said before its rules; nothing without one."""
    handicap = Handicap.of(options or {})
    if handicap is None:
        return ()
    effect = handicap.effect(game.seats)
    return (effect, Sentence(OTHER_START)) if handicap.turns else (effect,)


def rules_of(game: Game, options: Mapping[str, str] | None = None) -> tuple[RulesPage, ...]:
    """How a game is played, after its aim; an empty page where nobody has written more.

    A handicap changes no rule, and the examples are of matches without one; but the marks of a head
    start are explained with the others.

    :param options: all options of a variant, for its rules alone; None for those of all variants
    """
    pages = _pages_about(game, options)
    if not _may_have_head_start(game, options):
        return pages
    with_head_start = list[RulesPage]()
    for page in pages:
        marks = (*page.marks, "head-start") if page.marks else ()
        with_head_start.append(page._replace(marks=marks))
    return tuple(with_head_start)


def _pages_about(game: Game, options: Mapping[str, str] | None) -> tuple[RulesPage, ...]:
    """What the game's module says of the rules of a variant, or of all."""
    module = module_about(game, __name__)
    rules_in = getattr(module, "rules_in", None)
    if options is not None and rules_in is not None:
        choices = {name: choice for name, choice in options.items() if name != HANDICAP}
        variant_pages: tuple[RulesPage, ...] = rules_in(choices)
        return variant_pages
    pages: tuple[RulesPage, ...] = getattr(module, "RULES", (RulesPage(""),))
    return pages


def _may_have_head_start(game: Game, options: Mapping[str, str] | None) -> bool:
    """Whether a variant has a head start, or any of the game where none is named."""
    if options is None:
        return bool(game.head_starts)
    handicap = Handicap.of(options)
    return handicap is not None and handicap.turns > 0
