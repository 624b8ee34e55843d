"""Presses of the Think board."""

from __future__ import annotations

from typing import Literal, TypeAlias

from bot.chat.discord.press import MatchPress, Press, Version
from bot.domain.explorations.tree import Spot

Paging: TypeAlias = Literal["first", "before", "after", "menu"]


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


class WriteNote(SpotPress, action="thinknote"):
    """Store a note on the spot or on the ``whole`` match."""

    whole: bool

    @property
    def opener(self) -> Press:
        return OpenNote(self.match, self.node, self.ply, self.whole)


class OpenNote(SpotPress, action="thinknoteagain"):
    """Open the form of a note again after a refusal."""

    whole: bool


class DeleteTree(MatchPress, action="thinkclear"):
    """Delete all own lines and notes, after confirmation."""


class AskToShow(MatchPress, action="thinkask"):
    """Ask for confirmation before own lines are shared."""


class ShowTree(MatchPress, action="thinkshow"):
    """Share own lines."""


class SharedPress(SpotPress):
    """A press about a spot in the shared lines, given as a spot in the tree of ``owner``."""

    owner: int


class PageTree(SharedPress, action="treepage"):
    """Show the spot; with ``menu`` the spot that was chosen."""

    how: Paging


class TryShared(SharedPress, action="treetry"):
    """Try moves from the spot in the presser's own tree."""


class RemoveLine(SharedPress, action="treeremove"):
    """Stop sharing the line that ``owner`` has added, from the spot on."""


class AddLine(SpotPress, action="treeadd"):
    """Add the line to the spot to the shared lines."""
