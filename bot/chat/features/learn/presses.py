"""The buttons of puzzles and hints: they carry what was played so far, and no more."""

from bot.chat.board.links import PuzzlePress
from bot.chat.discord.press import MatchPress, Press, Version, VersionPress


class ChooseInPuzzle(PuzzlePress, action="pzchoose"):
    """Press a cell, a stone, a step or an area; ``pressed`` is a decision or a focus (``kit.match.choosing``)."""

    pressed: str


class TypeInPuzzle(PuzzlePress, action="pztype"):
    """Open the form in which a decision is typed."""


class TypedInPuzzle(PuzzlePress, action="pztyped"):
    """What was typed in the form."""

    @property
    def opener(self) -> Press:
        return TypeInPuzzle(self.made, self.game, self.name, self.path)


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


class TellMore(VersionPress, action="hintmore"):
    """See more of a hint: the area of the turn that ``path`` stands for, or the turn itself (``all``).

    A search of so many ``lines`` put the chances at ``percent``.
    """

    all: bool
    percent: int
    lines: int
    path: str


class PointPress(MatchPress):
    """A press about a ``page`` of a turning point: the turn of ``made`` decisions after the first ``at`` of the match.

    ``better`` and ``line``, the better turn and what refutes the one played within ``within`` turns (0: nothing does),
    are paths. ``claim`` is what sets the better turn apart: ``h`` or ``f`` with a number of turns, ``e`` or nothing.
    ``before`` and ``after`` are chances in percent.
    """

    at: Version
    page: int
    made: int
    before: int
    after: int
    within: int
    claim: str
    better: str
    line: str


class OpenPoint(PointPress, action="point"):
    """See a turning point in pictures, in a message of its own."""


class TurnPage(PointPress, action="pointpage"):
    """See another picture of it."""


class PlayHint(VersionPress, action="hintplay"):
    """Put the decisions of a hint into the draft, which had so many ``drafted`` ones before; ``moves`` as text."""

    drafted: int
    moves: str


class TryInLesson(Press, action="learntry"):
    """Try moves in a step of a lesson."""

    step: Version
    game: str
    path: str
    pressed: str
