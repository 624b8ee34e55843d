"""Presses of the board to think on. A spot is ``node``, or (0) the match after ``ply`` decisions."""

from __future__ import annotations

from typing import Literal, TypeAlias

from bot.chat.discord.press import MatchPress, Press, Version
from bot.domain.explorations.tree import Spot

Paging: TypeAlias = Literal["first", "before", "after", "menu"]


class SpotPress(MatchPress):
    """A press about a spot in the presser's own tree."""

    node: Version
    ply: int

    @property
    def spot(self) -> Spot:
        """The spot that was shown."""
        return Spot(self.ply, self.node)


class ThinkMove(SpotPress, action="thinkmove"):
    """Press a cell, a stone, a step or an area: ``pressed`` is a decision or a focus (``kit.match.choosing``)."""

    sight: bool
    pressed: str


class ThinkGo(SpotPress, action="thinkgo"):
    """See the spot, or with ``undo`` what comes before it. ``how`` keeps the buttons of one message apart."""

    sight: bool
    how: Literal["undo", "other", "sight"]


class ThinkPlan(SpotPress, action="thinkplan"):
    """Prepare the line to the spot, or no longer."""

    on: bool


class ThinkDraft(SpotPress, action="thinkdraft"):
    """Make the beginning of the line one's move."""


class ThinkMenu(SpotPress, action="thinkmenu"):
    """Something was chosen in the menu: a spot to go to, or what to do there."""


class WriteNote(SpotPress, action="thinknote"):
    """A note is written, of the spot or of the ``whole`` match."""

    whole: bool

    @property
    def opener(self) -> Press:
        return OpenNote(self.match, self.node, self.ply, self.whole)


class OpenNote(SpotPress, action="thinknoteagain"):
    """Open the form of a note again, after a mistake."""

    whole: bool


class DeleteTree(MatchPress, action="thinkclear"):
    """Delete all of one's lines and notes; it was asked whether that is meant."""


class AskToShow(MatchPress, action="thinkask"):
    """Show one's lines to everyone; it is asked first whether that is meant."""


class ShowTree(MatchPress, action="thinkshow"):
    """Show one's lines to everyone."""


class SharedPress(SpotPress):
    """A press about a spot of what is shared of a match, given as one in the tree of ``owner``."""

    owner: int


class PageTree(SharedPress, action="treepage"):
    """See the spot; in a menu the spot is what is chosen."""

    how: Paging


class TryShared(SharedPress, action="treetry"):
    """Try moves from the spot, on one's own board."""


class RemoveLine(SharedPress, action="treeremove"):
    """Take the line that ``owner`` has added, from the spot on, out of what is shared."""


class AddLine(SpotPress, action="treeadd"):
    """Add the line to a spot in one's own tree to what is shared."""
