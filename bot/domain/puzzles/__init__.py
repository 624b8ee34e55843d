"""Puzzles for members: which one is next, what each has tried and solved, days in a row, and the daily one.

The puzzles themselves are in ``games.players.puzzles``.
"""

from .events import DailyPuzzle
from .repository import Streak
from .service import Puzzles, of_the_day, puzzle_named

__all__ = ["DailyPuzzle", "Puzzles", "Streak", "of_the_day", "puzzle_named"]
