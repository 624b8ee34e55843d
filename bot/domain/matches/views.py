"""What the match service takes and gives: people, places, matches, turns, challenges and notices, all immutable."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from bot.domain.matches.clocks import Clock
from games.core import Game, Move, State

COMPUTER = 0
"""The user id that stands in a seat played by the bot itself."""
NOBODY = -1
"""The user id that stands in a seat whose player has deleted their data."""

Status = Literal["running", "finished", "aborted"]
Side = Literal["first", "second", "random"]
How = Literal["played", "passed", "prepared"]


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who acts: a Discord user id and the name shown at the moment."""

    id: int
    name: str


@dataclass(frozen=True, slots=True)
class Place:
    """Where something is asked: ``scope`` is the server's id or, outside servers, the id of the private channel."""

    scope: int
    channel: int
    guild: bool = True


@dataclass(frozen=True, slots=True)
class Via:
    """The interaction whose answer will carry the post; kept until then, so that a restart can look for the answer."""

    interaction: int
    token: str
    application: int


@dataclass(frozen=True, slots=True)
class Notice:
    """A post that is owed: a row of the outbox. Send it, then call ``outbox.done``.

    ``kind``, with what ``payload`` holds:

    - ``challenge``: a challenge was made (``challenge``); ``ping`` is the member challenged, if any
    - ``declined``, ``withdrawn``, ``expired``: the challenge came to nothing
    - ``countered``: ``challenge`` is the counter-offer, ``payload["instead_of"]`` the id of the first one
    - ``started``: the first board of ``match``
    - ``turn``: ``payload["from"]`` and ``["to"]`` are the plies before and after what was played, ``["version"]`` the
      version it made; the match may have gone on since: ``matches.look(match, ply=payload["to"])``
    - ``finished``: the last post, as ``turn`` if a decision ended it (else from == to); ``payload["by"]``: the user who
      resigned, claimed or the like, if anybody
    - ``asked``: ``payload["what"]`` (``draw``, ``takeback``, ``pause``, ``resume``; ``result``: to take that back) is
      wanted by the user ``["by"]``
    - ``answered``: ``payload["by"]`` has said ``["yes"]`` (true or false) to ``["what"]``; lapsing is silent
    - ``reminder``: ``payload["due"]`` (unix seconds) is near; ``overdue``: time is out and ``ping`` may claim
    - ``more_time``: the opponent gave more time instead of claiming
    - ``digest``: the daily list of running matches of ``scope``
    - ``puzzle``: the daily puzzle, ``payload["puzzle"]`` of ``["game"]``
    - ``tournament``: see ``bot.tournaments``
    - ``left``: ``payload["by"]`` has left the server, ``ping`` may claim or close the match

    Exactly one of ``channel`` and ``dm`` (a user id) says where it goes. ``attempts`` counts the tries including this
    one: from the second on it may have been sent already, so look first (the answer to ``via``, or the nonce, which is
    ``id``).
    """

    id: int
    kind: str
    scope: int
    channel: int | None
    dm: int | None
    ping: int | None
    match: int | None
    challenge: int | None
    payload: Mapping[str, Any]
    via: Via | None
    created: datetime
    attempts: int


@dataclass(frozen=True, slots=True)
class Turn:
    """Decisions made in one go by a seat: ``how`` is ``played``, ``passed`` (forced) or ``prepared`` (conditional)."""

    number: int
    seat: int
    decisions: tuple[str, ...]
    at: datetime
    how: How


@dataclass(frozen=True, slots=True)
class Draft:
    """Decisions of an unfinished or unconfirmed turn; for the eyes of the mover only.

    ``states`` are the states after each decision, the first being the one before the draft. ``complete``: nothing is
    missing but the mover's confirmation. ``draw``: a draw offer goes with it.
    """

    decisions: tuple[str, ...]
    states: tuple[State, ...]
    complete: bool
    draw: bool = False

    @property
    def state(self) -> State:
        """The state after all drafted decisions."""
        return self.states[-1]


@dataclass(frozen=True, slots=True)
class Match:
    """A match as anyone may see it.

    ``version`` goes up with every turn, takeback and ending, so buttons carry ``id`` and ``version``. ``trail`` are the
    states of what was played last: the one before it, then one after each decision; ``turns`` say whose they were.
    ``seats`` are the players' user ids by seat (COMPUTER, NOBODY possible), ``names`` their names when they sat down.
    ``winner`` (a seat, None: draw) and ``reason`` hold once ``status`` is ``finished``; reasons are the game's own, or
    ``resigned``, ``agreed``, ``time``, ``left``, ``limit`` (2,000 decisions), ``deleted``, ``settled`` (by a
    tournament's organiser); ``aborted`` ones have ``aborted``, or ``taken-back`` where both took the result back.
    ``draw_offer``, ``takeback_asked`` and ``pause_asked`` hold the seat that asks (while paused: asks to go on).
    ``overdue``: time is out and the opponent may claim. ``gone``: the seat whose player has left the server.
    ``hints`` are how many each seat was given. ``away``: when the vacations of the players end, as far as the clock
    knows of them: of the player to move, if it began before the turn. ``people.away`` knows of all.
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
    version: int
    state: State
    trail: tuple[State, ...]
    turns: tuple[Turn, ...]
    decisions: tuple[str, ...]
    status: Status
    winner: int | None
    reason: str | None
    rated: bool
    level: int | None
    clock: Clock
    due: datetime | None
    banks: tuple[float, float] | None
    overdue: bool
    paused: datetime | None
    draw_offer: int | None
    takeback_asked: int | None
    pause_asked: int | None
    created: datetime
    moved: datetime
    finished: datetime | None
    gone: int | None
    rematch: int | None
    note: str = ""
    hints: tuple[int, int] = (0, 0)
    away: tuple[datetime | None, datetime | None] = (None, None)

    @property
    def name(self) -> str:
        """The short name people use: M27."""
        return f"M{self.number}"

    @property
    def to_move(self) -> int | None:
        """The seat that the match waits for; None once it is over."""
        return self.state.to_move if self.status == "running" else None

    @property
    def mover(self) -> int | None:
        """The user id of the player that the match waits for; None once it is over."""
        return None if (seat := self.to_move) is None else self.seats[seat]

    @property
    def last_move(self) -> Move | None:
        """The decision made last."""
        return self.state.last_move

    def seat_of(self, user: int) -> int | None:
        """The seat of a user; None for onlookers."""
        return self.seats.index(user) if user in self.seats else None

    def opponent(self, user: int) -> int:
        """The user id of the other player."""
        return self.seats[1 - self.seats.index(user)]


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
    notice: Notice | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """A match after something other than a move, and the post that it calls for, if any."""

    match: Match
    notice: Notice | None = None


@dataclass(frozen=True, slots=True)
class Challenge:
    """An offer to play. ``target`` None: open to anyone. ``side`` is the maker's wish.

    ``status`` is ``open``, ``taken`` (``match`` is its id), ``declined``, ``withdrawn``, ``countered`` or ``expired``.
    ``rematch_of`` is the id of the match that it is to follow, if any.
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
    status: str
    match: int | None
    rematch_of: int | None
    created: datetime
    expires: datetime


@dataclass(frozen=True, slots=True)
class Offered:
    """A challenge that was made or has changed, and the post that it calls for."""

    challenge: Challenge
    notice: Notice | None = None


@dataclass(frozen=True, slots=True)
class Summary:
    """A line of a list of matches: what can be said without replaying. ``due`` is None without a clock."""

    id: int
    number: int
    scope: int
    game: str
    options: Mapping[str, str]
    seats: tuple[int, int]
    names: tuple[str, str]
    status: Status
    winner: int | None
    reason: str | None
    turn: int
    ply: int
    version: int
    mover: int | None
    due: datetime | None
    overdue: bool
    paused: bool
    moved: datetime

    @property
    def name(self) -> str:
        """The short name people use: M27."""
        return f"M{self.number}"
