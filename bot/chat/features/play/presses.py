"""Presses of the picker and of prepared answers."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bot.chat.kit.match.pickers import Menu
from bot.chat.kit.press import Press, Subject, Version


@dataclass(frozen=True, slots=True)
class PickMove(Press, action="pick"):
    """Something of the next decision was chosen in a menu, after so many ``drafted`` ones."""

    match: Subject
    version: Version
    drafted: int
    menu: Menu
    older = re.compile(r"(?P<drafted>\d+)(?P<menu>[aht])")


@dataclass(frozen=True, slots=True)
class UndoMove(Press, action="undo"):
    """Take back the last of so many drafted decisions."""

    match: Subject
    version: Version
    drafted: int


@dataclass(frozen=True, slots=True)
class ConfirmMove(Press, action="confirm"):
    """Play the drafted turn."""

    match: Subject
    version: Version
    drafted: int
    draw: bool
    older = re.compile(r"(?P<drafted>\d+)(?P<draw>d?)")


@dataclass(frozen=True, slots=True)
class WritePrepared(Press, action="planadd"):
    """Write an answer to be prepared."""

    match: Subject
    version: Version


@dataclass(frozen=True, slots=True)
class AddPrepared(Press, action="planned"):
    """The answer is written."""

    match: Subject
    version: Version


@dataclass(frozen=True, slots=True)
class DropPrepared(Press, action="plandrop"):
    """Drop a prepared answer and all that follows it."""

    match: Subject
    version: Version


@dataclass(frozen=True, slots=True)
class ClearPrepared(Press, action="planclear"):
    """Drop all that is prepared."""

    match: Subject
    version: Version
