"""A match: what it is, how it stands, and who may do something in it. It never changes; commands give another one.

The commands are in ``turns``, ``agreements``, ``endings`` and ``prepared_moves``: each takes a match and gives
``Changed``, or raises Refused. The moment is the match's own ``now``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from bot.domain.clocks import Clock
from bot.domain.errors import NotYours, NotYourTurn, Over, Refused, Stale
from bot.domain.events import Event, Notice
from bot.domain.explorations.prepared import Tree, after_my_turn, prepared
from bot.domain.explorations.tree import EMPTY, Exploration
from bot.domain.hours import ALWAYS, Hours
from bot.domain.matches.events import MatchEvent
from bot.domain.matches.history import MOST_DECISIONS, History, Turn, begin, follow
from bot.domain.matches.timing import Banks, MatchClock
from bot.domain.members.settings import MemberSettings
from bot.domain.quiet import Quiet
from bot.domain.refusals import NONE, Refusals
from bot.domain.values import NOBODY
from games.core import Game, Move, Sentence, State

Status = Literal["running", "finished", "aborted"]
RATED_TURNS = 2
"""How many turns either side must have made in a match that is rated."""


@dataclass(frozen=True, slots=True)
class Draft:
    """Decisions of an unfinished or unconfirmed turn; for the eyes of the mover only.

    ``states`` are the states after each decision, the first being the one before the draft. ``complete``: nothing is
    missing but the mover's confirmation. ``draw``: a draw offer goes with it.
    """

    states: tuple[State, ...]
    complete: bool = False
    draw: bool = False

    @property
    def decisions(self) -> tuple[str, ...]:
        """What was decided so far."""
        return tuple(str(state.last_move) for state in self.states[1:])

    @property
    def state(self) -> State:
        """The state after all drafted decisions."""
        return self.states[-1]

    @classmethod
    def of(cls, states: Sequence[State], draw: bool = False) -> Draft:
        """The draft of which these are the states. It is cut where the match has had its most decisions."""
        states = tuple(states[: MOST_DECISIONS - states[0].ply + 1])
        complete = states[-1].to_move != states[0].to_move or states[-1].ply >= MOST_DECISIONS
        return cls(states, complete, draw and len(states) > 1)


@dataclass(frozen=True, slots=True)
class Match:
    """A match as it stood at ``now``.

    ``version`` goes up with every turn, takeback and ending, so buttons carry ``id`` and ``version``; ``revision``
    with everything. ``seats`` are the players' user ids by seat (COMPUTER, NOBODY possible), ``names`` their names
    when they sat down. ``winner`` (a seat, None: draw) and ``reason`` hold once ``status`` is ``finished``; reasons
    are the game's own, or ``resigned``, ``agreed``, ``time``, ``left``, ``limit`` (2,000 decisions), ``deleted``,
    ``settled`` (by a tournament's organiser). ``aborted`` ones have ``aborted``; ``abandoned`` by agreement;
    ``adjourned`` where it was put away because nobody said a word, so that both can take it up again; or
    ``taken-back`` where both took the result back. ``draw_offer``, ``takeback_asked``, ``pause_asked`` and
    ``abandon_asked`` hold the seat that asks (while paused: asks to go on; once over, ``takeback_asked``: to take
    the result back, or the match up again). ``draw_plies``: when each seat last offered a draw. ``gone``: the seat
    whose player has left the server, ``gone_since`` when that was noticed. ``tournament``: the id of the one it is
    played for; its result then stands even where it is too short to be rated. ``hints`` are how many each seat was
    given. ``vacations``: when those of the players end; ``settings``: what they have set; ``language``: what the
    server has, empty for none. ``hours``: when the players are awake; ``snoozed``: until when they want to hear
    nothing of the match; ``quiet``: how long nobody has said a word; ``refusals``: what was declined lately.
    ``followers``: how many there are. The ``explorations`` of a seat – the lines it has tried, and what is drafted and
    prepared in them – are for the player in it, and so is the ``draft`` that follows from those of the mover: who
    shows a match uses ``draft_of``. ``explore``:
    lines may be tried on a board while it runs. ``imported``: who has brought it from a record; its players are known
    by name only.
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
    gone: int | None = None
    gone_since: datetime | None = None
    tournament: int | None = None
    rematch: int | None = None
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

    @property
    def name(self) -> str:
        """The short name people use: M27."""
        return f"M{self.number}"

    @property
    def state(self) -> State:
        """How it stands on the board."""
        return self.history.states[-1]

    @property
    def trail(self) -> tuple[State, ...]:
        """The states of what was played last: the one before it, then one after each decision."""
        return self.history.states

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The turns that ``trail`` shows."""
        return self.history.turns()

    @property
    def decisions(self) -> tuple[str, ...]:
        """Everything that was decided, as text."""
        return self.history.decisions

    @property
    def last_move(self) -> Move | None:
        """The decision made last."""
        return self.state.last_move

    @property
    def to_move(self) -> int | None:
        """The seat that the match waits for; None once it is over."""
        return self.state.to_move if self.status == "running" else None

    @property
    def mover(self) -> int | None:
        """The user id of the player that the match waits for; None once it is over."""
        return None if (seat := self.to_move) is None else self.seats[seat]

    @property
    def clock(self) -> Clock:
        """How long the players may think."""
        return self.time.terms

    @property
    def due(self) -> datetime | None:
        """When the time of the player to move is out; None without a clock, and once the match is over."""
        return self.time.due

    @property
    def overdue(self) -> bool:
        """Whether time is out, so that the opponent may claim."""
        return self.time.late(self.now)

    @property
    def counts_for_rating(self) -> bool:
        """Whether either side has made turns enough for a result that counts for ratings."""
        return self.history.each_made(RATED_TURNS)

    @property
    def paused(self) -> datetime | None:
        """Since when the clock stands still by agreement."""
        return self.time.paused

    @property
    def banks(self) -> Banks | None:
        """Seconds left in the banks of both seats; None without banks."""
        return self.time.left(self.to_move, self.now)

    @property
    def away(self) -> tuple[datetime | None, datetime | None]:
        """By seat, when the vacation ends that a player is on; None for all others, and once the match is over."""
        first, second = (until if until and until > self.now else None for until in self.vacations)
        return (first, second) if self.status == "running" else (None, None)

    @property
    def prepared(self) -> tuple[Tree, Tree]:
        """By seat, the answers prepared to the turn that is to be made now; none of the player who is to make it."""
        seat = self.to_move
        if seat is None:
            return {}, {}
        answers = prepared(self.explorations[1 - seat], 1 - seat)
        return ({}, answers) if seat == 0 else (answers, {})

    @property
    def after_my_turn(self) -> Mapping[str, Tree]:
        """What the player to move has prepared for after their turn, by that turn."""
        return {} if self.to_move is None else after_my_turn(self.explorations[self.to_move], self.to_move)

    def begin(self) -> State:
        """The first state."""
        return begin(self.game, self.options)

    def exploration_of(self, seat: int) -> Exploration:
        """The tree of a seat, as it hangs on what was played."""
        return self.explorations[seat].at(self.decisions, self.begin)

    def with_exploration(self, seat: int, tree: Exploration) -> Match:
        """The match with another tree of a seat, and with what is drafted in it."""
        draft = self.draft
        if seat == self.to_move and tree.drafted != draft.decisions:
            draft = Draft.of(follow(self.state, tree.drafted), tree.draw)
        return replace(
            self, draft=draft, explorations=(tree, self.explorations[1]) if seat == 0 else (self.explorations[0], tree)
        )

    def drafting(self, draft: Draft) -> Match:
        """The match in which the player to move has drafted a turn: a line in their tree."""
        assert self.to_move is not None
        tree = self.exploration_of(self.to_move).with_draft(self.to_move, draft.decisions, draft.draw)
        return replace(self, draft=draft).with_exploration(self.to_move, tree)

    def seat_of(self, user: int) -> int | None:
        """The seat of a user; None for onlookers."""
        return self.seats.index(user) if user in self.seats else None

    def called(self, seat: int) -> str | Sentence:
        """The name of a player, or what stands for who has deleted theirs."""
        return Sentence("a former member") if self.seats[seat] == NOBODY else self.names[seat]

    def opponent(self, user: int) -> int:
        """The user id of the other player."""
        return self.seats[1 - self.seats.index(user)]

    def draft_of(self, user: int) -> Draft | None:
        """The draft of a player; None for everyone else, and where there is none."""
        return self.draft if len(self.draft.states) > 1 and self.mover == user else None

    def at(self, now: datetime) -> Match:
        """The same match at another moment."""
        return replace(self, now=now)

    def playing(self, user: int) -> int:
        """The seat of a player. Raises NotYours."""
        if user not in self.seats:
            raise NotYours(
                "{name} is {first} against {second}; you can only watch",
                name=self.name,
                first=self.called(0),
                second=self.called(1),
            )
        return self.seats.index(user)

    def player(self, user: int, version: int | None = None) -> int:
        """The seat of a player of a match that runs, and who has seen its version. Raises NotYours, Over, Stale."""
        seat = self.playing(user)
        if self.status != "running":
            raise self.over()
        if version is not None and version != self.version:
            raise self.stale()
        return seat

    def moving(self, user: int, version: int | None = None) -> int:
        """The seat of the player to move, as ``player``. Raises also NotYourTurn, and Refused while it is paused."""
        seat = self.player(user)
        if seat != self.to_move:
            raise NotYourTurn(
                "it’s not your turn in {name}; {other} to move", name=self.name, other=self.names[1 - seat]
            )
        if self.paused is not None:
            raise Refused("{name} is paused; resume it with /match pause first", name=self.name)
        if version is not None and version != self.version:
            raise self.stale()
        return seat

    def over(self) -> Over:
        """What somebody is told who wants to do something in a match that is over."""
        return Over("{name} is over", name=self.name)

    def stale(self) -> Stale:
        """What somebody is told who has seen an earlier state of the match."""
        return Stale("{name} has moved on; here is the current board", name=self.name)


@dataclass(frozen=True, slots=True)
class Addressed:
    """An event and the user it calls; one that is not ``public`` is for that user alone.

    ``not_before``: when it may be told at the earliest.
    """

    event: MatchEvent
    ping: int | None = None
    public: bool = True
    not_before: datetime | None = None


@dataclass(frozen=True, slots=True)
class Changed:
    """A match after a command, and what is to be told of it."""

    match: Match
    events: tuple[Addressed, ...] = ()


@dataclass(frozen=True, slots=True)
class Change:
    """A match after something was done, and the post that it calls for, if any."""

    match: Match
    notice: Notice[Event] | None = None


@dataclass(frozen=True, slots=True)
class Played:
    """What came of a move.

    ``complete``: the turn is played and ``turns`` (one's own, forced passes, conditional answers) go into the post that
    ``notice`` stands for. Otherwise ``draft`` holds what there is so far and nobody else is told.
    """

    match: Match
    complete: bool
    draft: Draft | None = None
    turns: tuple[Turn, ...] = ()
    notice: Notice[Event] | None = None


def other_than(match: Match, user: int | None) -> int:
    """The user id of a player who is not ``user``."""
    return match.seats[0] if match.seats[0] != user else match.seats[1]
