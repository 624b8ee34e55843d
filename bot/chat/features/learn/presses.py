"""The buttons of puzzles and hints: they carry what was played so far, and no more."""

from bot.chat.board.links import PuzzlePress
from bot.chat.discord.press import MatchPress, Press, Version


class ChooseInPuzzle(PuzzlePress, action="pzchoose"):
    """Press a cell, a stone, a step or an area; ``pressed`` is a decision or a focus (``bot.chat.board.choosing``)."""

    pressed: str


class TypeInPuzzle(PuzzlePress, action="pztype"):
    """Open the form in which a decision is typed."""


class NextPuzzle(PuzzlePress, action="pznext"):
    """Leave a puzzle for another."""


class GiveUp(PuzzlePress, action="pzsolve"):
    """See the solution."""


class PostPuzzle(Press, action="pzpost"):
    """Show a puzzle that one has solved to everyone, without its solution."""

    game: str
    name: str


class PostAnalysis(MatchPress, action="analysispost"):
    """Show an analysis to everyone."""


class TryInLesson(Press, action="learntry"):
    """Try moves in a step of a lesson."""

    step: Version
    game: str
    path: str
    pressed: str
