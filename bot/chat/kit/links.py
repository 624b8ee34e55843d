"""Presses that lead from one feature into another: shown by many, handled by the feature whose subject they are."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias

from bot.chat.kit.press import Press, Subject, Version

Agreement: TypeAlias = Literal["draw", "takeback", "pause", "resume", "result"]
Claim: TypeAlias = Literal["win", "draw", "time", "close"]


@dataclass(frozen=True, slots=True)
class OpenMove(Press, action="move"):
    """Choose one's move."""

    match: Subject
    version: Version


@dataclass(frozen=True, slots=True)
class ShowBoard(Press, action="board"):
    """Look at the board."""

    match: Subject
    version: Version


@dataclass(frozen=True, slots=True)
class LookAt(Press, action="look"):
    """Look at the board in another way."""

    match: Subject
    flip: bool
    legal: bool
    older = re.compile(r"(?=(?P<flip>l?f)?)(?=(?P<legal>f?l)?)[fl]{0,2}")


@dataclass(frozen=True, slots=True)
class ShowMore(Press, action="more"):
    """See what else can be done in a match."""

    match: Subject
    version: Version


@dataclass(frozen=True, slots=True)
class LookThrough(Press, action="page"):
    """See a match as it was after ``ply`` decisions. ``step`` keeps the buttons of one message apart."""

    match: Subject
    step: Literal["a", "b", "c", "d", "e"]
    flip: bool
    ply: int
    older = re.compile(r"(?P<step>[a-e])(?P<flip>f?)(?P<ply>\d+)")


@dataclass(frozen=True, slots=True)
class FollowMatch(Press, action="follow"):
    """Follow a match of others, or follow it no longer."""

    match: Subject


@dataclass(frozen=True, slots=True)
class OpenPrepared(Press, action="plan"):
    """See and prepare answers."""

    match: Subject


@dataclass(frozen=True, slots=True)
class AskDraw(Press, action="draw"):
    """Offer a draw."""

    match: Subject
    version: Version


@dataclass(frozen=True, slots=True)
class AskTakeback(Press, action="takeback"):
    """Ask to take back one's latest turn."""

    match: Subject
    version: Version


@dataclass(frozen=True, slots=True)
class AskPause(Press, action="pause"):
    """Ask to pause the clock, or to go on."""

    match: Subject
    version: Version


@dataclass(frozen=True, slots=True)
class AskResult(Press, action="result"):
    """Ask to take back the result of a match."""

    match: Subject


@dataclass(frozen=True, slots=True)
class AnswerAgreement(Press, action="answer"):
    """Agree to what the other player asks, or not."""

    match: Subject
    version: Version
    what: Agreement
    yes: bool


@dataclass(frozen=True, slots=True)
class ClaimMatch(Press, action="claim"):
    """Settle a match whose other player is out of time or gone."""

    match: Subject
    version: Version
    what: Claim


@dataclass(frozen=True, slots=True)
class ConfirmResign(Press, action="resign"):
    """Resign; it is asked first whether that is meant."""

    match: Subject


@dataclass(frozen=True, slots=True)
class ConfirmAbort(Press, action="abort"):
    """Call a match off; it is asked first whether that is meant."""

    match: Subject


@dataclass(frozen=True, slots=True)
class Rematch(Press, action="rematch"):
    """Play a match again, sides exchanged."""

    match: Subject


@dataclass(frozen=True, slots=True)
class AcceptChallenge(Press, action="accept"):
    """Accept a challenge, or take an open one."""

    challenge: Subject


@dataclass(frozen=True, slots=True)
class WithdrawChallenge(Press, action="withdraw"):
    """Withdraw one's own challenge."""

    challenge: Subject


@dataclass(frozen=True, slots=True)
class ListChallenges(Press, action="offers"):
    """See the open challenges."""

    page: Version


@dataclass(frozen=True, slots=True)
class ListMatches(Press, action="matches"):
    """See somebody's running matches."""

    player: Subject
    page: Version


@dataclass(frozen=True, slots=True)
class ShowRules(Press, action="rules"):
    """Read how the game of a match is played."""

    match: Subject


@dataclass(frozen=True, slots=True)
class ShowRulesPage(Press, action="rulespage"):
    """Read a page of how a game is played."""

    page: Version
    game: str


@dataclass(frozen=True, slots=True)
class AskHint(Press, action="hint"):
    """Have a hint thought out."""

    match: Subject


@dataclass(frozen=True, slots=True)
class Analyse(Press, action="analyse"):
    """Have a finished match gone over."""

    match: Subject


@dataclass(frozen=True, slots=True)
class OpenLesson(Press, action="lesson"):
    """Take the first steps in a game, at step ``step``."""

    step: Version
    game: str


@dataclass(frozen=True, slots=True)
class ShowSeason(Press, action="season"):
    """See the season ``back`` quarters ago; ``where`` n: in a new message, not in place of the one pressed."""

    back: Version
    where: Literal["", "n"]


@dataclass(frozen=True, slots=True)
class RecountRatings(Press, action="recount"):
    """Count the ratings of this server again."""
