"""The buttons and menus of tournaments."""

from typing import Literal, TypeAlias

from bot.chat.kit.press import Press, Subject, Version

View: TypeAlias = Literal["s", "p", "b", "m"]
"""The standings, the pairings, a part of the bracket, or that part of it in which the reader plays."""
Result: TypeAlias = Literal["1-0", "0-1", "1/2", "0-0"]
RESULTS: tuple[Result, ...] = ("1-0", "0-1", "1/2", "0-0")


class JoinTournament(Press, action="tjoin"):
    """Take part."""

    tournament: Subject


class LeaveTournament(Press, action="tleave"):
    """Take part no longer; or the answer to the question whether that is meant."""

    tournament: Subject
    sure: Literal["", "y", "n"] = ""


class CheckIn(Press, action="tcheckin"):
    """Say that one is there."""

    tournament: Subject


class ChallengeAbove(Press, action="tladder"):
    """Play the member of a ladder that is chosen in the menu."""

    tournament: Subject


class OpenTournament(Press, action="topen"):
    """See how a tournament stands, in a message of its own."""

    tournament: Subject


class TournamentPress(Press):
    """See a page of a tournament."""

    tournament: Subject
    page: Version
    view: View


class ShowTournament(TournamentPress, action="tshow"):
    """See it in one of the ways."""


class TournamentBack(TournamentPress, action="tshowa"):
    """See the page before."""


class TournamentOn(TournamentPress, action="tshowz"):
    """See the next page."""


class SettlePairing(Press, action="tsettle"):
    """Give a pairing its result, as the organiser."""

    tournament: Subject
    pairing: int
    result: Result


class AcceptPlace(Press, action="tplace"):
    """Take the place over that one was offered."""

    tournament: Subject
    slot: int


class DeclinePlace(Press, action="tnoplace"):
    """Do not take the place over that one was offered."""

    tournament: Subject
    slot: int


class CloseTournament(Press, action="tclose"):
    """Close a tournament, or do not: the answer to the question whether that is meant."""

    tournament: Subject
    sure: bool
