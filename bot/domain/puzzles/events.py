"""What happens with puzzles as time goes by."""

from __future__ import annotations

from dataclasses import dataclass

from bot.domain.events import Event


@dataclass(frozen=True, slots=True)
class DailyPuzzle(Event, kind="puzzle"):
    """The puzzle of the day is due in a server: the slug of its game, and its name."""

    game: str
    puzzle: str
