"""A challenge: its terms, and who may answer it how."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from bot.domain.clocks import Clock
from bot.domain.errors import NotYours, Over, Refused
from bot.domain.values import Person, Place
from games.core import Game, _

# ``both``: a pair, two matches at once with sides exchanged
Side = Literal["first", "second", "random", "both"]
ChallengeStatus = Literal["open", "taken", "declined", "withdrawn", "countered", "expired"]

SIDES: tuple[Side, ...] = ("random", "first", "second", "both")
OPPOSITE: Mapping[Side, Side] = {
    "first": "second",
    "second": "first",
    "random": "random",
    "both": "both",
}
"""The opponent's side, by the side of a player."""
MAX_NOTE = 300  # characters
_ENDINGS: Mapping[ChallengeStatus, str] = {
    "taken": _("someone has already accepted this challenge"),
    "declined": _("this challenge was declined"),
    "withdrawn": _("this challenge was withdrawn"),
    "countered": _("this challenge was answered with a counter-offer"),
    "expired": _("this challenge has expired"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Challenge:
    """An offer to play, with the id 0 until it is stored.

    :param target: None where anyone may accept it
    :param side: the maker's
    :param explore: the players may try lines on a board during the match
    :param match: the id of the match it became, if it was taken; of a pair, the first one
    :param rematch_of: the id of the match that it is to repeat, if any
    :param counters: the id of the open challenge that a counter-offer answers
    """

    id: int = 0
    place: Place
    maker: Person
    target: Person | None
    game: Game
    options: Mapping[str, str]
    side: Side
    clock: Clock
    rated: bool
    note: str = ""
    explore: bool
    status: ChallengeStatus = "open"
    match: int | None = None
    rematch_of: int | None = None
    counters: int | None = None
    created_at: datetime
    expires: datetime

    @property
    def matches(self) -> int:
        """The number of matches that it leads to."""
        return 2 if self.side == "both" else 1

    def accepted_by(self, who: Person) -> None:
        """Raises NotYours, Over where somebody may not accept it."""
        if who.id == self.maker.id:
            raise NotYours("this is your own challenge; wait for someone to accept it")
        self._require_target(who)
        self._require_open()

    def declined_by(self, who: Person) -> "Challenge":
        """The challenge after the member challenged has declined it.

        Raises Refused, NotYours, Over.
        """
        if self.target is None:
            raise Refused("this is an open challenge, so there’s nothing to decline")
        self._require_target(who)
        return self.ended("declined")

    def withdrawn_by(self, who: Person) -> "Challenge":
        """The challenge after its maker has withdrawn it. Raises NotYours, Over."""
        if who.id != self.maker.id:
            raise NotYours("only {name} can withdraw this challenge", name=self.maker.name)
        return self.ended("withdrawn")

    def countered_by(self, who: Person) -> "Challenge":
        """The challenge after somebody has sent a counter-offer; an open one stays open.

        Raises NotYours, Over.
        """
        self.accepted_by(who)
        return self if self.target is None else self.ended("countered")

    def ended(self, status: ChallengeStatus, match: int | None = None) -> "Challenge":
        """The challenge with its final ``status``. Raises Over if it has one already."""
        self._require_open()
        return replace(self, status=status, match=match)

    def _require_target(self, who: Person) -> None:
        if self.target is not None and self.target.id != who.id:
            raise NotYours("this challenge is for {name}", name=self.target.name)

    def _require_open(self) -> None:
        if self.status != "open":
            raise Over(_ENDINGS[self.status])


def side_of(side: str) -> Side:
    """The side meant by a word; empty for random. Raises Refused."""
    word = side.strip().lower() or "random"
    for choice in SIDES:
        if word == choice:
            return choice
    raise Refused("the side can be random, first, second or both")


def note_of(note: str) -> str:
    """The note in one line. Raises Refused if it is too long."""
    line = " ".join(note.split())
    if len(line) > MAX_NOTE:
        raise Refused("the message is too long; the limit is {most} characters", most=MAX_NOTE)
    return line
