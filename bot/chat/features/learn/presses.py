"""The buttons of hints and puzzles; those of puzzles carry the puzzle and how many of its decisions have been found."""

import re

from bot.chat.kit.match.pickers import Menu
from bot.chat.kit.press import Press, Version, VersionPress

OLDER = re.compile(r"(?P<game>[a-z-]+)\.(?P<name>[a-z0-9]+)\.?")


class PuzzlePress(Press):
    """A press about a puzzle of which ``found`` decisions have been found."""

    found: Version
    game: str
    name: str


class ShowPuzzle(PuzzlePress, action="puzzle"):
    """See a puzzle."""

    older = OLDER


class ChooseInPuzzle(PuzzlePress, action="pzchoose"):
    """Press a cell, a stone, a step or an area; ``pressed`` is a decision or a focus (``kit.match.choosing``)."""

    pressed: str


class PickInPuzzle(PuzzlePress, action="pzpick"):
    """Choose something of a decision in a menu of an earlier version."""

    menu: Menu


class TypeInPuzzle(PuzzlePress, action="pztype"):
    """Open the form in which a decision is typed."""

    older = OLDER


class TypedInPuzzle(PuzzlePress, action="pztyped"):
    """What was typed in the form."""

    older = OLDER


class NextPuzzle(PuzzlePress, action="pznext"):
    """Leave a puzzle for another."""

    older = OLDER


class GiveUp(PuzzlePress, action="pzsolve"):
    """See the solution."""

    older = OLDER


class PlayHint(VersionPress, action="hintplay"):
    """Put the decisions of a hint into the draft, which had so many ``drafted`` ones before; ``moves`` as text."""

    drafted: int
    moves: str
