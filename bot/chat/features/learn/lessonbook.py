"""The steps of a game's lesson: first how it is played, then the game's ideas."""

from __future__ import annotations

from functools import cache

import games
from bot.chat.language.texts import _
from games.players.courses import ONWARD, examples
from games.teaching import Lesson, Step, lesson_of

_FIND = _("**{name}.** {text} Which move shows it?")
_FIND_TURN = _("**{name}.** {text} Which turn shows it?")
_SHOWS = _("That’s it: {name}.")
_SHOWS_NOT = _("Not {move}: it isn’t an example of this idea.")


@cache
def course(slug: str) -> Lesson | None:
    """All steps of a game: how it is played, then two positions or more for each of its ideas; None if it has none."""
    lesson = lesson_of(games.get(slug))
    if lesson is None:
        return None
    ideas = (
        Step("idea", " ".join(it.moves), " ".join(it.choices), task, _SHOWS, _SHOWS_NOT, it.options, it.idea)
        for it in examples(slug)
        for task in (_FIND_TURN if ONWARD in it.right else _FIND,)
    )
    return Lesson(lesson.options, (*lesson.steps, *ideas))
