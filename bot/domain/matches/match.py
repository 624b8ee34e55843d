"""A match as an immutable value: its state, and who may act in it.

Commands take a match and return ``Changed``, or raise Refused. The time of a command is the match's
own ``now``.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Literal, TypeAlias

from bot.domain.clocks import Clock
from bot.domain.errors import NotYours, NotYourTurn, Over, Refused, Stale
from bot.domain.events import Event, Notice
from bot.domain.explorations.tree import EMPTY, Exploration, Tree, after_my_turn, prepared
from bot.domain.hours import ALWAYS, Hours
from bot.domain.matches.events import MatchEvent
from bot.domain.matches.history import MOST_DECISIONS, History, Turn, begin, follow
from bot.domain.matches.timing import Banks, MatchClock
from bot.domain.members.settings import MemberSettings
from bot.domain.quiet import Quiet
from bot.domain.refusals import NONE, Refusals
from bot.domain.values import (
    COMPUTER,
    NOBODY,
    TEAMS,
    WORLD,
    Place,
    Viewer,
    at_seat,
    match_name,
    named,
)
from games.core import Game, Sentence, State

Status = Literal["running", "finished", "aborted"]
RATED_TURNS = 2  # turns that each side must have made before the result counts for ratings
Asking: TypeAlias = Literal["draw_offer", "takeback_asked", "pause_asked", "abandon_asked"]
"""The attributes of ``Match`` with a seat that asks something."""


@dataclass(frozen=True, slots=True)
class Draft:
    """Decisions of an unfinished or unconfirmed turn, private to the player to move.

    ``states``: the current state, then one after each decision. ``complete``: only confirmation is
    missing. ``draw``: a draw offer goes with the turn.
    """

    states: tuple[State, ...]
    complete: bool = False
    draw: bool = False

    @property
    def decisions(self) -> tuple[str, ...]:
        """The drafted decisions as text."""
        return tuple(str(state.last_move) for state in self.states[1:])

    @property
    def state(self) -> State:
        """The state after all drafted decisions."""
        return self.states[-1]

    @classmethod
    def of(cls, states: Sequence[State], draw: bool = False) -> "Draft":
        """The draft with these states, cut where the match reaches MOST_DECISIONS."""
        states = tuple(states[: MOST_DECISIONS - states[0].ply + 1])
        complete = states[-1].to_move != states[0].to_move or states[-1].ply >= MOST_DECISIONS
        return cls(states, complete, draw and len(states) > 1)


@dataclass(frozen=True, slots=True)
class Match:
    """A match at ``now``.

    Pairs are by seat.

    ``number``: in its ``scope``, a server or private channel; ``guild``: it is a server. ``seats``:
    user ids (COMPUTER, NOBODY possible); ``names``: when the match began. ``level``: of the
    computer. ``version``: counts turns, takebacks and endings, and is part of every press;
    ``revision``: counts every change.

    ``winner`` (a seat, None: draw) and ``reason`` are set once ``status`` is ``finished``: a reason
    of the game, or ``resigned``, ``agreed``, ``time``, ``left``, ``limit`` (MOST_DECISIONS),
    ``deleted``, ``settled`` (by the organiser of a tournament). Reasons of ``aborted``:
    ``aborted``, ``abandoned`` (agreed), ``adjourned`` (silent for long; both can resume it),
    ``taken-back`` (result annulled), ``unfinished`` (imported).

    ``draw_offer``, ``takeback_asked``, ``pause_asked``, ``abandon_asked``: the seat that asks.
    While paused, ``pause_asked`` asks to resume; once over, ``takeback_asked`` asks to annul the
    result or to resume. ``requested``: the version at which each of these that is open was asked,
    by its name; once over, as it was at the end. ``draw_plies``: when each seat last offered a
    draw. ``refusals``: recently declined requests.

    ``gone``: the seat whose player left the server, noticed at ``gone_since``. ``tournament``: its
    result stands even if the match is too short to be rated. ``hints``: how many were given.
    ``explore``: the Think board is allowed. ``pair``: the number of the match begun with it, with
    sides exchanged. ``imported``: the user who imported it; its players are known by name only.
    ``language``: of the server; empty: not set. ``vacations``: their ends; ``hours``: when players
    are awake; ``snoozed``: until when. ``quiet``: how long both players have been silent.
    ``followers``: their count.

    ``homes``, ``rooms``: across servers (``scope`` WORLD), each player's server and channel;
    ``names`` are then what the players let others read; ``arranged``: they have chosen each other.
    ``ends``: when its tournament's round is over, where that is known.

    ``explorations`` and ``draft`` are private to their player: show a draft only through
    ``draft_of``.
    """

    id: int
    number: int
    scope: int
    guild: bool
    channel: int
    thread: int | None
    game: Game
    options: Mapping[str, str]
    seats: tuple[int, int]
    names: tuple[str, str]
    level: int | None
    rated: bool
    note: str
    created: datetime
    now: datetime
    history: History
    draft: Draft
    time: MatchClock
    moved: datetime
    quiet: Quiet
    version: int = 1
    revision: int = 1
    status: Status = "running"
    winner: int | None = None
    reason: str | None = None
    finished: datetime | None = None
    draw_offer: int | None = None
    draw_plies: tuple[int | None, int | None] = (None, None)
    takeback_asked: int | None = None
    pause_asked: int | None = None
    abandon_asked: int | None = None
    requested: Mapping[str, int] = field(default_factory=dict)
    gone: int | None = None
    gone_since: datetime | None = None
    tournament: int | None = None
    rematch: int | None = None
    pair: int | None = None
    hints: tuple[int, int] = (0, 0)
    explorations: tuple[Exploration, Exploration] = (EMPTY, EMPTY)
    explore: bool = True
    vacations: tuple[datetime | None, datetime | None] = (None, None)
    settings: tuple[MemberSettings, MemberSettings] = (MemberSettings(), MemberSettings())
    hours: tuple[Hours, Hours] = (ALWAYS, ALWAYS)
    snoozed: tuple[datetime | None, datetime | None] = (None, None)
    refusals: Refusals = NONE
    language: str = ""
    followers: int = 0
    imported: int | None = None
    homes: tuple[int | None, int | None] = (None, None)
    rooms: tuple[int | None, int | None] = (None, None)
    arranged: bool = False
    ends: datetime | None = None

    @property
    def name(self) -> str:
        """The short name people use: M27."""
        return match_name(self.scope, self.number)

    @property
    def sides(self) -> tuple[Place, ...]:
        """Where it is played: in one place, or across servers in that of each seat."""
        if self.scope != WORLD:
            return (Place(self.scope, self.channel, self.guild),)
        return tuple(
            Place(home or 0, room or 0) for home, room in zip(self.homes, self.rooms, strict=True)
        )

    def place_of(self, user: int) -> Place:
        """Where a player plays; for others, where they first may see it."""
        return self.sides[(self.seat_of(user) or 0) % len(self.sides)]

    async def seen_by(self, viewer: Viewer) -> bool:
        """Whether somebody who looks may see it; a player across servers does on their own side."""
        sides = (self.place_of(viewer.user),) if viewer.user in self.seats else self.sides
        return any([await viewer.sees(side.scope, side.channel, self.seats) for side in sides])

    @property
    def state(self) -> State:
        """The current state of the game."""
        return self.history.states[-1]

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The turns of the latest post."""
        return self.history.turns()

    @property
    def decisions(self) -> tuple[str, ...]:
        """All decisions as text."""
        return self.history.decisions

    @property
    def to_move(self) -> int | None:
        """The seat to move; None once the match is over."""
        return self.state.to_move if self.status == "running" else None

    @property
    def mover(self) -> int | None:
        """The user id of the player to move; None once the match is over."""
        return None if (seat := self.to_move) is None else self.seats[seat]

    @property
    def clock(self) -> Clock:
        """The time control."""
        return self.time.terms

    @property
    def due(self) -> datetime | None:
        """When the player to move runs out of time; None without a clock, and once the match is
        over.
        """
        return self.time.due

    @property
    def until(self) -> datetime | None:
        """When the time for the turn is over: it is due, or the round ends; None without a
        limit.
        """
        return min(filter(None, (self.due, self.ends)), default=None)

    def asking(self, name: Asking, seat: int | None) -> "Match":
        """The match with a request of a seat, made at this version; None: without that request."""
        requested = {other: version for other, version in self.requested.items() if other != name}
        if seat is not None:
            requested[name] = self.version
        changes: dict[str, Any] = {name: seat, "requested": requested}
        return replace(self, **changes)

    @property
    def overdue(self) -> bool:
        """Whether the player to move is out of time, so that the opponent may claim."""
        return self.time.late(self.now)

    @property
    def counts_for_rating(self) -> bool:
        """Whether both sides have made RATED_TURNS turns; any match across servers counts from the
        start.
        """
        return self.scope == WORLD or self.history.each_made(RATED_TURNS)

    @property
    def binding(self) -> bool:
        """Whether it always has a result: who could end a match without one would choose whom they
        meet.
        """
        return self.rated and self.scope == WORLD

    def require_voidable(self) -> None:
        """Raises Refused for a binding match."""
        if self.binding:
            raise Refused(
                "{name} counts for world ratings, so it can’t end without a result", name=self.name
            )

    @property
    def paused(self) -> datetime | None:
        """Since when the clock is paused by agreement."""
        return self.time.paused

    @property
    def banks(self) -> Banks | None:
        """Seconds left in both banks; None without banks."""
        return self.time.left(self.to_move, self.now)

    @property
    def away(self) -> tuple[datetime | None, datetime | None]:
        """When each player's present vacation ends; None for others, and once the match is over."""
        if self.status != "running":
            return None, None
        first, second = (until if until and until > self.now else None for until in self.vacations)
        return first, second

    @property
    def prepared(self) -> tuple[Tree, Tree]:
        """By seat, the answers to the turn played next; empty for the player to move."""
        seat = self.to_move
        if seat is None:
            return {}, {}
        answers = prepared(self.explorations[1 - seat], 1 - seat)
        return ({}, answers) if seat == 0 else (answers, {})

    @property
    def after_my_turn(self) -> Mapping[str, Tree]:
        """The answers that the player to move has prepared for after their turn, by that turn."""
        return (
            {}
            if self.to_move is None
            else after_my_turn(self.explorations[self.to_move], self.to_move)
        )

    def begin(self) -> State:
        """The first state of the game."""
        return begin(self.game, self.options)

    def exploration_of(self, seat: int) -> Exploration:
        """The tree of a seat, attached to the current decisions."""
        return self.explorations[seat].at(self.decisions, self.begin)

    def with_exploration(self, seat: int, tree: Exploration) -> "Match":
        """The match with another tree of a seat, and the draft in it."""
        draft = self.draft
        if seat == self.to_move and tree.drafted != draft.decisions:
            draft = Draft.of(follow(self.state, tree.drafted), tree.draw)
        return replace(self, draft=draft, explorations=at_seat(self.explorations, seat, tree))

    def drafting(self, draft: Draft) -> "Match":
        """The match with another draft, which is also a line in the tree of the player to move."""
        assert self.to_move is not None
        tree = self.exploration_of(self.to_move).with_draft(
            self.to_move, draft.decisions, draft.draw
        )
        return replace(self, draft=draft).with_exploration(self.to_move, tree)

    def seat_of(self, user: int) -> int | None:
        """The seat of a user; None for others."""
        return self.seats.index(user) if user in self.seats else None

    def player_name(self, seat: int) -> str | Sentence:
        """The name of a player, or what to call the computer, or one who has deleted their data or
        hides it.
        """
        if self.seats[seat] == COMPUTER:
            return Sentence("the computer")
        return (
            Sentence("a former member") if self.seats[seat] == NOBODY else named(self.names[seat])
        )

    def opponent(self, user: int) -> int:
        """The user id of a player's opponent."""
        return self.seats[1 - self.seats.index(user)]

    def draft_of(self, user: int) -> Draft | None:
        """The draft of a player, if there is one; None for everyone else."""
        return self.draft if len(self.draft.states) > 1 and self.mover == user else None

    def at(self, now: datetime) -> "Match":
        """The same match at another time."""
        return replace(self, now=now)

    @property
    def by_teams(self) -> bool:
        """Whether a side is a team, whose members vote."""
        return min(self.seats) < TEAMS

    def playing(self, user: int) -> int:
        """The seat of a player. Raises NotYours."""
        if user not in self.seats and self.by_teams:
            raise NotYours(
                "the sides of {name} vote on what they do; press Team on its latest post",
                name=self.name,
            )
        if user not in self.seats:
            raise NotYours(
                "{name} is {first} against {second}; you can only watch",
                name=self.name,
                first=self.player_name(0),
                second=self.player_name(1),
            )
        return self.seats.index(user)

    def player(self, user: int, version: int | None = None) -> int:
        """The seat of a player in a running match at ``version``, if given.

        Raises NotYours, Over, Stale.
        """
        seat = self.playing(user)
        if self.status != "running":
            raise self.over()
        if version is not None and version != self.version:
            raise self.stale()
        return seat

    def moving(self, user: int, version: int | None = None) -> int:
        """The seat of the player to move; as ``player``.

        Also raises NotYourTurn, and Refused while paused.
        """
        seat = self.player(user)
        if seat != self.to_move:
            raise NotYourTurn(
                "it’s not your turn in {name}; {other} to move",
                name=self.name,
                other=self.player_name(1 - seat),
            )
        if self.paused is not None:
            raise Refused("{name} is paused; resume it with /match pause first", name=self.name)
        if version is not None and version != self.version:
            raise self.stale()
        return seat

    def over(self) -> Over:
        """The error for an action in a match that is over."""
        return Over("{name} is over", name=self.name)

    def stale(self) -> Stale:
        """The error for an action meant for an earlier state."""
        return Stale("{name} has moved on; here is the current board", name=self.name)


@dataclass(frozen=True, slots=True)
class Addressed:
    """An event and the user it pings, for that user only if not ``public``; and the earliest time
    to send it.
    """

    event: MatchEvent
    ping: int | None = None
    public: bool = True
    not_before: datetime | None = None


@dataclass(frozen=True, slots=True)
class Changed:
    """A match after a command, and its events."""

    match: Match
    events: tuple[Addressed, ...] = ()


@dataclass(frozen=True, slots=True)
class Change:
    """A match after a command was stored, and the notice to post, if any; not ``complete``: a turn
    is only drafted.
    """

    match: Match
    notice: Notice[Event] | None = None
    complete: bool = True


def other_than(match: Match, user: int | None) -> int:
    """The user id of a player who is not ``user``."""
    return match.seats[0] if match.seats[0] != user else match.seats[1]
