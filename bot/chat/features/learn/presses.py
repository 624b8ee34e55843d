"""The buttons of puzzles: they carry the puzzle and how many of its decisions have been found, and no more."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bot.chat.kit.match.pickers import Menu
from bot.chat.kit.press import Press, Version

OLDER = re.compile(r"(?P<game>[a-z-]+)\.(?P<name>[a-z0-9]+)\.?")


@dataclass(frozen=True, slots=True)
class PuzzlePress(Press):
    """A press about a puzzle of which ``found`` decisions have been found."""

    found: Version
    game: str
    name: str


@dataclass(frozen=True, slots=True)
class ShowPuzzle(PuzzlePress, action="puzzle"):
    """See a puzzle."""

    older = OLDER


@dataclass(frozen=True, slots=True)
class PickInPuzzle(PuzzlePress, action="pzpick"):
    """Choose something of a decision in a menu."""

    menu: Menu


@dataclass(frozen=True, slots=True)
class TypeInPuzzle(PuzzlePress, action="pztype"):
    """Open the form in which a decision is typed."""

    older = OLDER


@dataclass(frozen=True, slots=True)
class TypedInPuzzle(PuzzlePress, action="pztyped"):
    """What was typed in the form."""

    older = OLDER


@dataclass(frozen=True, slots=True)
class NextPuzzle(PuzzlePress, action="pznext"):
    """Leave a puzzle for another."""

    older = OLDER


@dataclass(frozen=True, slots=True)
class GiveUp(PuzzlePress, action="pzsolve"):
    """See the solution."""

    older = OLDER
