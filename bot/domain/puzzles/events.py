"""What happens with puzzles as time goes by."""

from bot.domain.events import Event
from bot.store.personal import Plain


class DailyPuzzle(Event, kind="puzzle"):
    """The puzzle of the day is due in a server: the slug of its game, its name, and that of an easier puzzle."""

    game: Plain[str]
    puzzle: Plain[str]
    easier: Plain[str] = ""
