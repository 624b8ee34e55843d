"""A tournament and what belongs to it: entrants, pairings, standings and ties, all immutable."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal, NamedTuple, TypeAlias, get_args

from bot.domain.clocks import Clock
from bot.domain.values import Person
from bot.store.personal import Plain
from games.core import Game

LATE = ("forfeit", "draw", "organiser")
SEEDINGS = ("rating", "order", "random")
ScoreMark: TypeAlias = Literal["1-0", "0-1", "1/2", "0-0"]
PAIRING_RESULTS: tuple[ScoreMark, ...] = get_args(ScoreMark)

OFFER = timedelta(days=3)  # the time in which a member who was offered a place may accept it

TournamentStatus: TypeAlias = Literal["signup", "checkin", "running", "finished", "cancelled"]
ResultOrigin: TypeAlias = Literal["played", "forfeit", "settled", "bye", "late"]
Membership: TypeAlias = Literal["in", "waiting", "out", "removed"]
Slots: TypeAlias = tuple[int, int | None]  # two entrants by seat, or one who has a bye


@dataclass(frozen=True, slots=True)
class TournamentTerms:
    """How a tournament goes: ``players`` at most, ``rounds`` of a Swiss (0: as many as find a
    winner), ``cycles`` of a round robin, ``checkin`` in hours, ``days`` for each round (0: no end),
    the rule for ``late`` games, whether the rounds of a round robin are played ``together``,
    ``seeding``, and whether those who meet play ``pairs``: two matches at once, with sides
    exchanged, that have one result (None: as the board asks for).

    ``handicap``: each match has the handicap that makes its players even, if they need one.
    ``league``: it is a division, announced with all others, in which each member chooses how many
    matches to play at a time.
    """

    players: Plain[int] = 64
    rounds: Plain[int] = 0
    cycles: Plain[int] = 1
    checkin: Plain[int] = 0
    days: Plain[int] = 0
    late: Plain[str] = "forfeit"
    together: Plain[bool] = False
    seeding: Plain[str] = "rating"
    pairs: Plain[bool | None] = False
    handicap: Plain[bool] = False
    league: Plain[bool] = False


@dataclass(frozen=True, slots=True)
class Entrant:
    """A place in a tournament and who has it.

    A slot keeps its results when another member takes it over.

    :param status: ``in``, ``waiting`` (the list is full), ``out`` or ``removed`` (by the
        organiser).
    :param seed: 0: not seeded yet.
    :param offered_to: the user id of the member to whom the place was offered at ``offered_at``, or
        whom a ladder's player challenged, and who has not answered yet.
    """

    slot: int
    user: int
    name: str
    status: Membership
    checked: bool
    seed: int
    joined_at: datetime
    offered_to: int | None = None
    offered_at: datetime | None = None

    def open_offer(self, user: int, now: datetime) -> bool:
        """Whether a member may accept the place."""
        return (
            self.offered_to == user
            and self.offered_at is not None
            and now < self.offered_at + OFFER
        )

    @property
    def gone(self) -> bool:
        """Whether they no longer take part."""
        return self.status in ("out", "removed")


class RunningGame(NamedTuple):
    """How far a running match is.

    ``due``: when the turn is due, None without a clock; it stands still while the match is
    ``paused``.
    """

    seats: tuple[int, int]
    to_move: int
    turn: int
    due: datetime | None
    paused: datetime | None

    @property
    def deadline(self) -> datetime | None:
        """When the turn is due; None where no clock runs."""
        return None if self.paused is not None else self.due


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two entrants who meet.

    :param slots: by seat, the second None for a bye
    :param leg: the number of the game, above 1 for the second of a pair and a knock-out game played
        again
    :param id: 0: not stored yet
    :param result: one of PAIRING_RESULTS or ``bye``
    :param how: ``played``, ``forfeit``, ``settled`` (by the organiser) or ``bye``; ``late`` while
        the organiser is asked to settle it
    :param ends: until when it may be played if a vacation moved that, else it ends with its round
    :param number: that of its match
    :param game: its match while it runs
    :param points: of a pair as one, those of both games by seat
    """

    round: int
    board: int
    slots: Slots
    leg: int = 1
    id: int = 0
    match: int | None = None
    result: str | None = None
    how: ResultOrigin | None = None
    settled: datetime | None = None
    ends: datetime | None = None
    number: int | None = None
    game: RunningGame | None = None
    points: tuple[float, float] | None = None

    @property
    def match_name(self) -> str | None:
        """The short name of its match: M27; None while it has no match."""
        return None if self.number is None else f"M{self.number}"

    @property
    def scores(self) -> tuple[float, float] | None:
        """The score of each seat; None without a result or an opponent."""
        return {"1-0": (1.0, 0.0), "0-1": (0.0, 1.0), "1/2": (0.5, 0.5), "0-0": (0.0, 0.0)}.get(
            self.result or ""
        )

    @property
    def order(self) -> tuple[int, int, int]:
        """Its position among the pairings of its tournament."""
        return self.round, self.board, self.leg


@dataclass(frozen=True, slots=True, kw_only=True)
class Tournament:
    """A tournament.

    :param round: the one being played; 0: not begun
    :param rounds: 0: not known
    :param starts: when it begins by itself
    :param ends: when the time of the round is over
    :param post: the channel and message with the latest standings
    :param warned: when members were reminded that the round ends
    :param wake: when something may next fall due
    """

    id: int = 0
    number: int = 0
    scope: int
    channel: int
    title: str
    organiser: Person
    kind: str
    game: Game
    options: Mapping[str, str]
    clock: Clock
    rated: bool
    terms: TournamentTerms
    status: TournamentStatus
    round: int = 0
    rounds: int = 0
    version: int = 1
    starts: datetime | None = None
    ends: datetime | None = None
    finished: datetime | None = None
    entrants: tuple[Entrant, ...] = ()
    post: tuple[int, int] | None = None
    warned: datetime | None = None
    wake: datetime | None = None

    @property
    def name(self) -> str:
        """The short name people use: T3."""
        return f"T{self.number}"

    @property
    def at_once(self) -> bool:
        """Whether all rounds are played together."""
        return self.kind == "round-robin" and self.terms.together

    @property
    def people(self) -> set[int | None]:
        """Members who may see it: its organiser, entrants, and those offered a place."""
        places = {user for entrant in self.entrants for user in (entrant.user, entrant.offered_to)}
        return {self.organiser.id, *places}

    def entrant(self, user: int) -> Entrant | None:
        """The place of a member who takes part or waits; None if there is none."""
        return next(
            (entrant for entrant in self.entrants if entrant.user == user and not entrant.gone),
            None,
        )

    def challenged(self, place: Entrant) -> bool:
        """Whether it is a player of the ladder, challenged from this place, who has not
        answered.
        """
        return (
            self.kind == "ladder"
            and place.offered_to is not None
            and self.entrant(place.offered_to) is not None
        )

    def slot(self, slot: int) -> Entrant:
        """The entrant with a slot. Raises KeyError."""
        return {entrant.slot: entrant for entrant in self.entrants}[slot]


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the standings.

    ``rank`` is shared if ``breaks`` (tie-breaks by name, in order) are equal too; 0 for who
    withdrew so early that none of their matches counts.
    """

    rank: int
    entrant: Entrant
    points: float
    wins: int
    draws: int
    losses: int
    breaks: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Tie:
    """A tie of a knock-out: the slots that meet (None: not known yet, or nobody), the winner, and
    their games.
    """

    round: int
    board: int
    slots: tuple[int | None, int | None]
    winner: int | None
    is_decided: bool
    games: tuple[Pairing, ...] = ()
