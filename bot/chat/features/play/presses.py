"""Presses of the picker and of prepared answers."""

from bot.chat.discord.press import VersionPress


class ChooseMove(VersionPress, action="choose"):
    """Press a cell, a stone, a step or an area for the next decision, after ``drafted`` others.

    ``pressed`` is a decision or a focus (``bot.chat.board.choosing``); ``sight``: with the sight lines drawn.
    """

    drafted: int
    sight: bool
    pressed: str


class PlayIn(VersionPress, action="playin"):
    """Play what was typed, in this of several matches."""

    draw: bool
    moves: str


class UndoMove(VersionPress, action="undo"):
    """Take back the last of the ``drafted`` decisions."""

    drafted: int


class ConfirmMove(VersionPress, action="confirm"):
    """Play the drafted turn."""

    drafted: int
    draw: bool
