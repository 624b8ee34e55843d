"""What happens with puzzles as time goes by."""

from __future__ import annotations

from bot.domain.events import Event


class DailyPuzzle(Event, kind="puzzle"):
    """The puzzle of the day is due in a server: the slug of its game, and its name."""

    game: str
    puzzle: str
