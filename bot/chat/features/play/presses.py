"""Presses of the picker and of prepared answers."""

from __future__ import annotations

import re

from bot.chat.kit.match.pickers import Menu
from bot.chat.kit.press import VersionPress


class PickMove(VersionPress, action="pick"):
    """Something of the next decision was chosen in a menu, after so many ``drafted`` ones."""

    drafted: int
    menu: Menu
    older = re.compile(r"(?P<drafted>\d+)(?P<menu>[aht])")


class UndoMove(VersionPress, action="undo"):
    """Take back the last of so many drafted decisions."""

    drafted: int


class ConfirmMove(VersionPress, action="confirm"):
    """Play the drafted turn."""

    drafted: int
    draw: bool
    older = re.compile(r"(?P<drafted>\d+)(?P<draw>d?)")


class WritePrepared(VersionPress, action="planadd"):
    """Write an answer to be prepared."""


class AddPrepared(VersionPress, action="planned"):
    """The answer is written."""


class DropPrepared(VersionPress, action="plandrop"):
    """Drop a prepared answer and all that follows it."""


class ClearPrepared(VersionPress, action="planclear"):
    """Drop all that is prepared."""
