"""A match as an immutable value: its state, and who may act in it.

Commands take a match and return ``CommandResult``, or raise Refused. The time of a command is the
match's own ``now``.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Literal, TypeVar

from bot.domain.clocks import Clock
from bot.domain.errors import NotYours, NotYourTurn, Over, Refused, Stale
from bot.domain.events import DomainEvent, Notice
from bot.domain.explorations.tree import EMPTY, Exploration, Tree, after_my_turn, prepared
from bot.domain.hours import ALWAYS, Hours
from bot.domain.matches.events import MatchEvent, Request
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
from games.core import Game, Handicap, Sentence, State
from games.core.handicap import SIDE

T = TypeVar("T")
MatchStatus = Literal["running", "finished", "aborted"]
NOWHERE = Place(0, 0)  # stands for the place of a player who has deleted their data
RATED_TURNS = 2  # turns that each side must have made before the result counts for ratings


@dataclass(frozen=True, slots=True)
class Draft:
    """Decisions of an unfinished or unconfirmed turn, private to the player to move.

    :param states: the current state, then one after each decision.
    :param complete: only confirmation is missing.
    :param draw: a draw offer goes with the turn.
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
        first = states[0]
        last_state = states[-1]
        complete = last_state.to_move != first.to_move or last_state.ply >= MOST_DECISIONS
        return cls(states, complete, draw and len(states) > 1)


@dataclass(frozen=True, slots=True)
class Player:
    """A player of a match, and all that belongs to their seat.

    :param user: their Discord id, COMPUTER, NOBODY, or what stands for a team.
    :param name: as it was when the match began; across servers what they let others read.
    :param place: across servers, where they play; otherwise the match is played in one place.
    :param settings: the member's, as they are now.
    :param hours: when they are awake.
    :param vacation: when their latest vacation ends or ended.
    :param snoozed: until when they want no reminders of this match.
    :param hints: how many they were given.
    :param exploration: their tree of lines, which is secret to them.
    :param draw_ply: when they last offered a draw.
    """

    user: int
    name: str
    place: Place | None = None
    settings: MemberSettings = field(default_factory=MemberSettings)
    hours: Hours = ALWAYS
    vacation: datetime | None = None
    snoozed: datetime | None = None
    hints: int = 0
    exploration: Exploration = EMPTY
    draw_ply: int | None = None

    @property
    def server(self) -> int | None:
        """Across servers, the one in which they play."""
        return None if self.place is None else self.place.scope


@dataclass(frozen=True, slots=True)
class OpenRequest:
    """What a player has asked of the other, who has not answered yet.

    :param seat: who asks.
    :param version: the match's at which they asked.
    """

    seat: int
    version: int


@dataclass(frozen=True, slots=True)
class Absence:
    """A player has left the server.

    :param start: when that was noticed.
    """

    seat: int
    start: datetime


@dataclass(frozen=True, slots=True)
class Result:
    """How a match is over.

    Reasons of ``finished``: a reason of the game, or ``resigned``, ``agreed``, ``time``, ``left``,
    ``limit`` (MOST_DECISIONS), ``deleted``, ``settled`` (by the organiser of a tournament). Reasons
    of ``aborted``: ``aborted``, ``abandoned`` (agreed), ``adjourned`` (silent for long; both can
    resume it), ``taken-back`` (result annulled), ``unfinished`` (imported).

    :param winner: a seat; None: nobody.
    :param ended_at: when it ended.
    """

    status: Literal["finished", "aborted"]
    winner: int | None
    reason: str
    ended_at: datetime


@dataclass(frozen=True, slots=True)
class Match:
    """A match at ``now``.

    A draft and the players' trees are private: show a draft only through ``draft_of``.

    :param number: counts the matches of the place, a server or private channel.
    :param place: where it is played; across servers EVERYWHERE, and each player has a place.
    :param players: by seat, as are all pairs here.
    :param level: of the computer.
    :param explore: whether the Think board is allowed.
    :param tournament: its result stands even if the match is too short to be rated.
    :param chose_opponent: across servers, whether the players have chosen each other.
    :param pair: the number of the match begun with it, with sides exchanged.
    :param imported: the user who imported it; its players are known by name only.
    :param moved_at: when the latest turn was made.
    :param quiet: how long both players have been silent.
    :param version: counts turns, takebacks and endings, and is part of every press.
    :param revision: counts every change.
    :param result: None while it runs.
    :param requests: what the players ask of each other, at most one of each kind.
    :param open_at_end: once it is over, the versions at which the requests were made that were open
        at its end; one to resume counts as one about the ``pause``.
    :param refusals: recently declined requests.
    :param rematch: the match or challenge that came of it.
    :param language: of the server; empty: not set.
    :param followers: how many there are.
    :param ends: when its tournament's round is over, where that is known.
    """

    id: int
    number: int
    place: Place
    thread: int | None
    players: tuple[Player, Player]
    game: Game
    options: Mapping[str, str]
    level: int | None
    rated: bool
    note: str
    created_at: datetime
    now: datetime
    history: History
    draft: Draft
    time: MatchClock
    moved_at: datetime
    quiet: Quiet
    version: int = 1
    revision: int = 1
    result: Result | None = None
    requests: Mapping[Request, OpenRequest] = field(default_factory=dict)
    open_at_end: Mapping[Request, int] = field(default_factory=dict)
    refusals: Refusals = NONE
    absence: Absence | None = None
    tournament: int | None = None
    rematch: int | None = None
    pair: int | None = None
    explore: bool = True
    chose_opponent: bool = False
    imported: int | None = None
    language: str = ""
    followers: int = 0
    ends: datetime | None = None

    @property
    def name(self) -> str:
        """The short name people use: M27."""
        return match_name(self.scope, self.number)

    @property
    def scope(self) -> int:
        """The server or private channel in which it is counted; WORLD across servers."""
        return self.place.scope

    @property
    def channel(self) -> int:
        """The channel in which it is played; 0 across servers."""
        return self.place.channel

    @property
    def guild(self) -> bool:
        """Whether it is played in one server."""
        return self.place.guild

    @property
    def seats(self) -> tuple[int, int]:
        """The players' user ids."""
        first, second = self.players
        return first.user, second.user

    @property
    def names(self) -> tuple[str, str]:
        """The players' names when the match began."""
        first, second = self.players
        return first.name, second.name

    @property
    def settings(self) -> tuple[MemberSettings, MemberSettings]:
        """The players' settings."""
        first, second = self.players
        return first.settings, second.settings

    @property
    def hours(self) -> tuple[Hours, Hours]:
        """When the players are awake."""
        first, second = self.players
        return first.hours, second.hours

    @property
    def vacations(self) -> tuple[datetime | None, datetime | None]:
        """When the players' latest vacations end or ended."""
        first, second = self.players
        return first.vacation, second.vacation

    @property
    def snoozed(self) -> tuple[datetime | None, datetime | None]:
        """Until when the players want no reminders."""
        first, second = self.players
        return first.snoozed, second.snoozed

    @property
    def hints(self) -> tuple[int, int]:
        """How many hints the players were given."""
        first, second = self.players
        return first.hints, second.hints

    @property
    def handicap(self) -> Handicap | None:
        """What the second side has ahead; None without a handicap."""
        return Handicap.of(self.options)

    def hints_left(self, seat: int) -> int | None:
        """How many hints a seat may still have, where the handicap says how many they are.

        None: the handicap does not say so.
        """
        handicap = self.handicap
        if handicap is None or handicap.kind != "hints":
            return None
        if seat != SIDE:
            return 0
        return max(handicap.count - self.hints[seat], 0)

    @property
    def explorations(self) -> tuple[Exploration, Exploration]:
        """The players' trees of lines."""
        first, second = self.players
        return first.exploration, second.exploration

    @property
    def servers(self) -> tuple[int | None, int | None]:
        """Across servers, the players' servers."""
        first, second = self.players
        return first.server, second.server

    @property
    def sides(self) -> tuple[Place, ...]:
        """Where it is played: in one place, or across servers in that of each seat."""
        if self.scope != WORLD:
            return (self.place,)
        return tuple(player.place or NOWHERE for player in self.players)

    @property
    def status(self) -> MatchStatus:
        """Whether it runs, and how it is over."""
        return "running" if self.result is None else self.result.status

    @property
    def winner(self) -> int | None:
        """The seat that has won; None: nobody, or not yet."""
        return None if self.result is None else self.result.winner

    @property
    def reason(self) -> str | None:
        """Why it is over, as in ``Result``; None while it runs."""
        return None if self.result is None else self.result.reason

    @property
    def finished(self) -> datetime | None:
        """When it ended; None while it runs."""
        return None if self.result is None else self.result.ended_at

    @property
    def absent_seat(self) -> int | None:
        """The seat whose player has left the server."""
        return None if self.absence is None else self.absence.seat

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
        seat = self.to_move
        return None if seat is None else self.seats[seat]

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
    def deadline(self) -> datetime | None:
        """When the time for the turn is over: it is due, or the round ends; None without a
        limit.
        """
        return min(filter(None, (self.due, self.ends)), default=None)

    @property
    def draw_offer(self) -> int | None:
        """The seat that offers a draw."""
        return self.asker("draw")

    def asker(self, kind: Request) -> int | None:
        """The seat whose request of a kind is open."""
        request = self.requests.get(kind)
        return None if request is None else request.seat

    def requested_at(self, kind: Request) -> int | None:
        """The version at which a request was made that is open, or was when the match ended."""
        request = self.requests.get(kind)
        if request is not None:
            return request.version
        return self.open_at_end.get("pause" if kind == "resume" else kind)

    def with_request(self, kind: Request, seat: int) -> "Match":
        """The match with a request of a seat, made at this version."""
        open_at_end = self.open_at_end
        if kind in ("take_up", "result"):  # which is stored in the place of the takeback
            open_at_end = _without(open_at_end, "takeback")
        requests = {**self.requests, kind: OpenRequest(seat, self.version)}
        return replace(self, requests=requests, open_at_end=open_at_end)

    def without_request(self, kind: Request) -> "Match":
        """The match with no request of a kind."""
        return replace(self, requests=_without(self.requests, kind))

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
        """Whether it cannot end without a result, so that nobody can pick opponents by leaving."""
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
        first, second = self.vacations
        return self._if_later(first), self._if_later(second)

    def _if_later(self, moment: datetime | None) -> datetime | None:
        """A moment that is still to come; None for one that is over."""
        if moment is None or moment <= self.now:
            return None
        return moment

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
        seat = self.to_move
        return {} if seat is None else after_my_turn(self.explorations[seat], seat)

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
        player = replace(self.players[seat], exploration=tree)
        return replace(self, draft=draft).with_player(seat, player)

    def with_player(self, seat: int, player: Player) -> "Match":
        """The match with another value for the player of a seat."""
        return replace(self, players=at_seat(self.players, seat, player))

    def with_players(self, change: Callable[[Player], Player]) -> "Match":
        """The match with both players changed in the same way."""
        first, second = self.players
        return replace(self, players=(change(first), change(second)))

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
        player = self.players[seat]
        if player.user == COMPUTER:
            return Sentence("the computer")
        if player.user == NOBODY:
            return Sentence("a former member")
        return named(player.name)

    def opponent(self, user: int) -> int:
        """The user id of a player's opponent."""
        return self.seats[1 - self.seats.index(user)]

    def draft_of(self, user: int) -> Draft | None:
        """The draft of a player, if there is one; None for everyone else."""
        if self.mover != user or len(self.draft.states) == 1:
            return None
        return self.draft

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
class Announcement:
    """An event and whom it is for.

    :param ping: the user it pings.
    :param public: whether it is for others, too.
    :param not_before: the earliest time to send it.
    """

    event: MatchEvent
    ping: int | None = None
    public: bool = True
    not_before: datetime | None = None


@dataclass(frozen=True, slots=True)
class CommandResult:
    """A match after a command, and its events."""

    match: Match
    events: tuple[Announcement, ...] = ()


@dataclass(frozen=True, slots=True)
class StoredResult:
    """A match after a command was stored.

    :param notice: to be posted, if any.
    :param complete: False: a turn is only drafted.
    """

    match: Match
    notice: Notice[DomainEvent] | None = None
    complete: bool = True


def _without(values: Mapping[Request, T], kind: Request) -> Mapping[Request, T]:
    return {other: value for other, value in values.items() if other != kind}


def other_than(match: Match, user: int | None) -> int:
    """The user id of a player who is not ``user``."""
    return match.seats[0] if match.seats[0] != user else match.seats[1]
