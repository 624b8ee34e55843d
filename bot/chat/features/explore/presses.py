"""Presses of the Think board."""

from __future__ import annotations

from typing import Literal

from bot.chat.discord.press import MatchPress, Version
from bot.domain.explorations.tree import Spot


class SpotPress(MatchPress):
    """A press about a spot in the presser's own tree: a node, or (0) the match after ``ply`` decisions."""

    node: Version
    ply: int

    @property
    def spot(self) -> Spot:
        """The spot that was shown."""
        return Spot(self.ply, self.node)


class ThinkMove(SpotPress, action="thinkmove"):
    """Press a cell, a stone, a step or an area: ``pressed`` is a decision or a focus (``bot.chat.board.choosing``)."""

    sight: bool
    pressed: str


class ThinkGo(SpotPress, action="thinkgo"):
    """Show the spot, or with ``undo`` the one before. ``how`` makes the custom ids of one message different."""

    sight: bool
    how: Literal["undo", "other", "sight"]


class ThinkPlan(SpotPress, action="thinkplan"):
    """Prepare the line to the spot, or cancel that."""

    on: bool


class ThinkDraft(SpotPress, action="thinkdraft"):
    """Draft the first turn of the line."""


class ThinkMenu(SpotPress, action="thinkmenu"):
    """A choice in the menu: a spot to show, or an action."""


class AskToShow(MatchPress, action="thinkask"):
    """Ask for confirmation before own lines are shared."""


class AddLine(SpotPress, action="treeadd"):
    """Add the line to the spot to the shared lines."""
