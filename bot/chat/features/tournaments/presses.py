"""The buttons and menus of tournaments."""

from typing import Literal, TypeAlias

from bot.chat.discord.press import Press, TournamentPress, Version
from bot.domain.tournaments.tournament import ScoreMark

ShownPart: TypeAlias = Literal["s", "p", "b", "m"]
"""The standings, the pairings, a part of the bracket, or that part of it in which the reader
plays.
"""


class JoinTournament(TournamentPress, action="tjoin"):
    """Take part."""


class LeaveTournament(TournamentPress, action="tleave"):
    """Withdraw; or the answer to the question before."""

    sure: Literal["", "y", "n"] = ""


class CheckIn(TournamentPress, action="tcheckin"):
    """Confirm to be there for the start."""


class ChallengeAbove(TournamentPress, action="tladder"):
    """Play the member of a ladder that is chosen in the menu."""


class PagePress(TournamentPress):
    """See a page of a tournament."""

    page: Version
    view: ShownPart


class ShowTournament(PagePress, action="tshow"):
    """See a view of it."""


class TournamentBack(PagePress, action="tshowa"):
    """See the page before."""


class TournamentOn(PagePress, action="tshowz"):
    """See the next page."""


class OpenPairing(Press, action="tmatch"):
    """Open the match chosen in the menu, on the page."""


class SettlePairing(TournamentPress, action="tsettle"):
    """Give a pairing its result, as the organiser."""

    pairing: int
    result: ScoreMark


class SettleSure(TournamentPress, action="tsettlesure"):
    """The answer to the question before a pairing is given its result."""

    pairing: int
    result: ScoreMark
    sure: bool


class RemoveMember(TournamentPress, action="tremove"):
    """The answer to the question before a member is removed."""

    member: int
    sure: bool


class PlacePress(TournamentPress):
    """Answer the offer of a place."""

    slot: int


class AcceptPlace(PlacePress, action="tplace"):
    """Take it."""


class DeclinePlace(PlacePress, action="tnoplace"):
    """Decline it."""


class CloseTournament(TournamentPress, action="tclose"):
    """The answer to the question before a tournament is closed."""

    sure: bool
