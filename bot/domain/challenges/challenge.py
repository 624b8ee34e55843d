"""A challenge: its terms, checked as they are asked for, and who may answer it how."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Literal

from bot.domain.clocks import Clock
from bot.domain.errors import NotYours, Over, Refused
from bot.domain.matches.beginning import name_of
from bot.domain.matches.match import Match
from bot.domain.values import Person
from games.core import Game, _

Side = Literal["first", "second", "random"]
Status = Literal["open", "taken", "declined", "withdrawn", "countered", "expired"]

SIDES: tuple[Side, ...] = ("random", "first", "second")
OPPOSITE: Mapping[Side, Side] = {"first": "second", "second": "first", "random": "random"}
"""The side of whoever plays against one that has this side."""
MOST_NOTE = 300
_ENDINGS: Mapping[Status, str] = {
    "taken": _("someone has already accepted this challenge"),
    "declined": _("this challenge was declined"),
    "withdrawn": _("this challenge was withdrawn"),
    "countered": _("this challenge was answered with a counter-offer"),
    "expired": _("this challenge has expired"),
}


@dataclass(frozen=True, slots=True)
class Challenge:
    """An offer to play. ``target`` None: open to anyone. ``side`` is the maker's wish.

    ``status``: ``taken`` ones have become the match with the id ``match``. ``rematch_of`` is the id of the match that
    it is to follow, if any. ``explore``: lines may be tried on a board while the match runs.
    """

    id: int
    scope: int
    guild: bool
    channel: int
    maker: Person
    target: Person | None
    game: Game
    options: Mapping[str, str]
    side: Side
    clock: Clock
    rated: bool
    note: str
    status: Status
    match: int | None
    rematch_of: int | None
    created: datetime
    expires: datetime
    explore: bool = True

    def at(self, now: datetime) -> Challenge:
        """The challenge at a moment: one that is still open may have run out."""
        return replace(self, status="expired") if self.status == "open" and self.expires <= now else self

    def accepted_by(self, who: Person) -> None:
        """Raises NotYours, Over where somebody cannot accept or take it."""
        if who.id == self.maker.id:
            raise NotYours("this is your own challenge; wait for someone to accept it")
        if self.target is not None and self.target.id != who.id:
            raise self._for_target(self.target)
        self._still_open()

    def declined_by(self, who: Person) -> Challenge:
        """The challenge after the member challenged has declined it. Raises Refused, NotYours, Over."""
        if self.target is None:
            raise Refused("this is an open challenge, so there’s nothing to decline")
        if self.target.id != who.id:
            raise self._for_target(self.target)
        return self.ended("declined")

    def withdrawn_by(self, who: Person) -> Challenge:
        """The challenge after its maker has withdrawn it. Raises NotYours, Over."""
        if who.id != self.maker.id:
            raise NotYours("only {name} can withdraw this challenge", name=self.maker.name)
        return self.ended("withdrawn")

    def countered_by(self, who: Person) -> Challenge:
        """The challenge after the member challenged has answered with another one. Raises NotYours, Over."""
        if self.target is None or self.target.id != who.id:
            raise NotYours("this challenge is for {name}", name=(self.target or self.maker).name)
        return self.ended("countered")

    def ended(self, status: Status, match: int | None = None) -> Challenge:
        """The challenge once it has come to something. Raises Over if it has already."""
        self._still_open()
        return replace(self, status=status, match=match)

    def players(self, taker: Person, first: Side) -> tuple[Person, Person]:
        """The players by seat; ``first``: the maker's side, drawn if the wish is ``random``."""
        return (self.maker, taker) if first == "first" else (taker, self.maker)

    def _still_open(self) -> None:
        if self.status != "open":
            raise Over(_ENDINGS[self.status])

    def _for_target(self, target: Person) -> NotYours:
        return NotYours("this challenge is for {name}", name=target.name)


def side_of(side: str) -> Side:
    """The side that is wished for. Raises Refused."""
    word = side.strip().lower() or "random"
    for known in SIDES:
        if word == known:
            return known
    raise Refused("the side can be random, first or second")


def note_of(note: str) -> str:
    """The note in one line. Raises Refused if it is too long."""
    words = " ".join(note.split())
    if len(words) > MOST_NOTE:
        raise Refused("the message is too long; the limit is {most} characters", most=MOST_NOTE)
    return words


def named(who: Person) -> Person:
    """Somebody under the name that is kept."""
    return Person(who.id, name_of(who))


def rematch_of(over: Match, maker: Person, target: Person, rated: bool, days: int) -> Challenge:
    """The challenge to play a match again, with sides exchanged."""
    return Challenge(
        id=0,
        scope=over.scope,
        guild=over.guild,
        channel=over.thread or over.channel,
        maker=maker,
        target=target,
        game=over.game,
        options=over.options,
        side="second" if over.seats[0] == maker.id else "first",
        clock=over.clock,
        rated=rated,
        note="",
        status="open",
        match=None,
        rematch_of=over.id,
        created=over.now,
        expires=over.now + timedelta(days=days),
        explore=over.explore,
    )
