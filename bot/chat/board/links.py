"""Presses that lead from one feature into another: shown by many, handled by the feature whose
subject they are.
"""

from typing import Literal, TypeAlias, TypedDict

from bot.chat.discord.press import (
    PREFIX,
    ChallengePress,
    MatchPress,
    MemberPress,
    Press,
    TournamentPress,
    Version,
    VersionPress,
)

Agreement: TypeAlias = Literal[
    "draw", "takeback", "pause", "resume", "abandon", "result", "take_up"
]
ClaimKind: TypeAlias = Literal["win", "draw", "time", "close"]


class OpenMove(VersionPress, action="move"):
    """Choose one's move."""


class OpenThink(MatchPress, action="think"):
    """Try lines on a private board, beginning with that of the match after ``ply`` decisions."""

    ply: int


class TryLines(OpenThink, action="thinktry"):
    """Try moves on that board at once."""


class ShowBoard(VersionPress, action="board"):
    """Look at the board."""


class OpenTeam(MatchPress, action="team"):
    """See the vote of one's side of a team match, or join a side."""


class ProposeLine(MatchPress, action="teampropose"):
    """Propose the line to a node of one's tree, in the match after ``ply`` decisions, to one's
    side.
    """

    node: Version
    ply: int


class OpenPage(MatchPress, action="touch"):
    """Have a link to the board's page in a browser."""


class OpenCard(Press, action="touchcard"):
    """Have a link to that page with the card of another press, written without what all begin
    with.
    """

    card: str

    @classmethod
    def of(cls, press: Press) -> "OpenCard":
        return cls(str(press).removeprefix(f"{PREFIX}:"))


class LookAt(MatchPress, action="look"):
    """Look at the board in another way."""

    flip: bool
    legal: bool
    sight: bool


class ShowMore(VersionPress, action="more"):
    """See what else can be done in a match."""


class LookThrough(MatchPress, action="page"):
    """See a match as it was after ``ply`` decisions.

    ``step`` makes the buttons of a message differ.
    """

    step: Literal["a", "b", "c", "d", "e"]
    flip: bool
    ply: int


class JumpTo(MatchPress, action="jump"):
    """See a match as it was after the turn chosen in a menu."""

    flip: bool


class FollowMatch(MatchPress, action="follow"):
    """Follow a match of others, or ``stop`` following it."""

    stop: bool = False


class FollowHighlights(MatchPress, action="highlights"):
    """Follow a match of others, sent its highlights ``only``, or every turn again."""

    only: bool


class OpenPrepared(MatchPress, action="plan"):
    """See and prepare answers."""


class PlayOnFrom(MatchPress, action="playonfrom"):
    """Play on from the position after ``ply`` decisions, against the computer."""

    ply: Version


class PuzzleFields(TypedDict):
    """What every press about a puzzle carries."""

    attempt_length: int
    game: str
    name: str
    path: str


class PuzzlePress(Press):
    """A press about a puzzle after the decisions of both sides that ``path`` stands for, the first
    ``attempt_length`` of which were made to solve it, the others to try them.
    """

    attempt_length: Version
    game: str
    name: str
    path: str


class ShowPuzzle(PuzzlePress, action="puzzle"):
    """See a puzzle."""


class TryInPuzzle(PuzzlePress, action="pztry"):
    """Try moves in a puzzle."""

    selection: str


class AskDraw(VersionPress, action="draw"):
    """Offer a draw."""


class AskTakeback(VersionPress, action="takeback"):
    """Ask to take back one's latest turn."""


class AskPause(VersionPress, action="pause"):
    """Ask to pause the clock, or to go on."""


class AskResult(MatchPress, action="result"):
    """Ask to take back the result of a match."""


class AnswerAgreement(VersionPress, action="answer"):
    """Agree to what the other player asks, or not."""

    what: Agreement
    yes: bool


class WithdrawRequest(VersionPress, action="withdrawask"):
    """Take back what one has asked of the other player."""

    what: Agreement


class Agree(VersionPress, action="agree"):
    """Agree to what the other player asks and what decides the match, having been asked whether
    that is meant.
    """

    what: Agreement


class Nudge(MatchPress, action="nudge"):
    """Remind the other player of their turn."""


class Snooze(MatchPress, action="snooze"):
    """Hear nothing of a match for a while."""


class ConfirmAbandon(MatchPress, action="abandon"):
    """End a match without a result, if the other player agrees; it is asked first whether that is
    meant.
    """


class KeepPlaying(VersionPress, action="keep"):
    """Neither resign nor call the match off nor abandon it."""


class AskTakeUp(MatchPress, action="takeup"):
    """Take a match up again that was put away."""


class ClaimMatch(VersionPress, action="claim"):
    """Settle a match whose other player is out of time or gone."""

    what: ClaimKind


class ConfirmResign(MatchPress, action="resign"):
    """Resign; it is asked first whether that is meant."""


class ConfirmAbort(MatchPress, action="abort"):
    """Call a match off; it is asked first whether that is meant."""


class Rematch(MatchPress, action="rematch"):
    """Play a match again, sides exchanged."""


class AcceptChallenge(ChallengePress, action="accept"):
    """Accept or take a challenge."""


class WithdrawChallenge(ChallengePress, action="withdraw"):
    """Withdraw one's own challenge."""


class ListChallenges(Press, action="offers"):
    """See the open challenges."""

    page: Version


class ListMatches(MemberPress, action="matches"):
    """See somebody's running matches."""

    page: Version


class ListHere(Press, action="here"):
    """See the running matches of the place."""

    page: Version


class FollowHere(MatchPress, action="followhere"):
    """Follow a match in the list of running ones, or follow it no longer; the page of the list is
    shown again.
    """

    page: Version


class ShowRules(MatchPress, action="rules"):
    """Read how the game of a match is played."""


class ShowRulesPage(Press, action="rulespage"):
    """Read a page of how a game is played."""

    page: Version
    game: str


class AskHint(MatchPress, action="hint"):
    """Have a hint thought out."""


class Analyse(MatchPress, action="analyse"):
    """Have a finished match gone over."""


GO_ON = 999  # in place of a step: the one at which the member left off


class OpenLesson(Press, action="lesson"):
    """Take the first steps in a game, at step ``step``."""

    step: Version
    game: str


class PlayComputer(Press, action="lessonplay"):
    """Play the computer at its weakest; without a game it is asked which."""

    game: str


class ShowLobby(Press, action="lobby"):
    """See a page of the offers that stand."""

    page: Version


class OpenOwnProfile(Press, action="myprofile"):
    """See one's own profile."""


class OpenLeaderboards(Press, action="leaders"):
    """See a leaderboard of this server, and choose that of another game."""


class ListTournaments(Press, action="tournaments"):
    """See the tournaments of this server."""


class ShowLeagues(Press, action="leagues"):
    """See the leagues of a server in a message of one's own: a ``game``’s, or with none the cup."""

    season: Version
    game: str


class OpenSettings(Press, action="settings"):
    """See one's settings."""


class ShowSeason(Press, action="season"):
    """See the season ``back`` quarters ago; ``where`` n: in a new message, not in place of the one
    pressed.
    """

    back: Version
    where: Literal["", "n"]


class ShowLog(Press, action="serverlog"):
    """See what managers of this server changed in its ratings."""


class OpenTournament(TournamentPress, action="topen"):
    """See how a tournament stands, in a message of its own."""
