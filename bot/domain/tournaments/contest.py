"""A tournament while it is changed: the aggregate on which all rules work, without database or
clock.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from itertools import groupby
from typing import Literal

from bot.domain.errors import NotYours, Refused
from bot.domain.tournaments import events
from bot.domain.tournaments.kinds import KINDS, TournamentKind
from bot.domain.tournaments.tournament import (
    Entrant,
    Pairing,
    ResultOrigin,
    ScoreMark,
    Tournament,
    TournamentStatus,
)
from bot.domain.values import Person
from games.core import _

_STATUS = {
    "signup": _("{name} hasn’t started yet"),
    "checkin": _("{name} hasn’t started yet"),
    "running": _("{name} has already started"),
    "finished": _("{name} is over"),
    "cancelled": _("{name} was cancelled"),
}


@dataclass(frozen=True, slots=True)
class TournamentAnnouncement:
    """An event, the user to ping, and whether others may read it too."""

    event: events.TournamentEvent
    ping: int | None
    public: bool


@dataclass(frozen=True, slots=True)
class BlockableRequest:
    """That a member asks another one for something, which a block between the two forbids."""

    asker: int
    other: Person


@dataclass(frozen=True, slots=True)
class RefereeDecision:
    """That a pairing (its id) got its result by somebody's decision."""

    pairing: int
    actor: int


@dataclass(frozen=True, slots=True)
class LoadedContest:
    """A tournament and its pairings as they were loaded."""

    tournament: Tournament
    pairings: tuple[Pairing, ...]


@dataclass(slots=True)
class Contest:
    """A tournament and its pairings at a moment, and the events of the changes made to them.

    :param follow_up: what follows at once when the change is stored: a ``sweep`` of running games,
        or ``all`` that is due
    :param original: lets only the differences be written
    """

    tournament: Tournament
    pairings: list[Pairing]
    now: datetime
    announcements: list[TournamentAnnouncement] = field(default_factory=list)
    request: BlockableRequest | None = None
    follow_up: Literal["sweep", "all"] | None = None
    decision: RefereeDecision | None = None
    original: LoadedContest = field(init=False)

    def __post_init__(self) -> None:
        self.original = LoadedContest(self.tournament, tuple(self.pairings))

    @property
    def id(self) -> int:
        """The id of the tournament."""
        return self.tournament.id

    @property
    def name(self) -> str:
        """The short name people use."""
        return self.tournament.name

    @property
    def kind(self) -> TournamentKind:
        """How it is played."""
        return KINDS[self.tournament.kind]

    @property
    def meetings(self) -> list[Pairing]:
        """The pairings, with the two games of a pair as a single pairing."""
        return meetings(self.tournament, self.pairings)

    @property
    def inside(self) -> list[Entrant]:
        """The entrants who take part."""
        return [entrant for entrant in self.tournament.entrants if entrant.status == "in"]

    @property
    def current(self) -> list[Pairing]:
        """The pairings of this round; all on a ladder and if rounds are played together."""
        together = self.kind.endless or self.tournament.terms.together
        return [
            pairing
            for pairing in self.pairings
            if together or pairing.round == self.tournament.round
        ]

    def players(self, pairing: Pairing) -> list[Entrant]:
        """The entrants of a pairing, by seat; of a bye the only entrant."""
        return [self.tournament.slot(slot) for slot in pairing.slots if slot is not None]

    def entrant(self, user: int, *, asks: bool = True) -> Entrant:
        """The place of a member. Raises Refused.

        :param asks: it is the member who reads the refusal
        """
        entrant = self.tournament.entrant(user)
        if entrant is None:
            why = _("you’re not in {name}") if asks else _("this member isn’t in {name}")
            raise Refused(why, name=self.name)
        return entrant

    def only_organiser(self, actor: int, moderator: bool, *statuses: str) -> None:
        """Raises NotYours for everybody but the organiser and moderators; Refused as ``only_while``
        does.
        """
        if actor != self.tournament.organiser.id and not moderator:
            raise NotYours(
                "only {organiser}, who organises {name}, and server managers can do that",
                name=self.name,
                organiser=self.tournament.organiser.name,
            )
        if statuses:
            self.only_while(*statuses)

    def only_while(self, *statuses: str) -> None:
        """Raises Refused unless the tournament has one of these statuses."""
        status = self.tournament.status
        if status not in statuses:
            raise Refused(_STATUS[status], name=self.name)

    def wake(self) -> None:
        """Let upkeep look again at once."""
        self.sleep_until(self.now)

    def sleep_until(self, moment: datetime | None) -> None:
        """Let upkeep look again at a moment; None: once something is changed."""
        self.tournament = replace(self.tournament, wake=moment)

    def replace_entrant(self, new_entrant: Entrant) -> None:
        """Change the entrant with the same slot."""
        entrants = tuple(
            new_entrant if old.slot == new_entrant.slot else old for old in self.tournament.entrants
        )
        self.tournament = replace(self.tournament, entrants=entrants)

    def promote(self) -> None:
        """Give free places to those who wait, in the order in which they joined."""
        waiting_list = [
            entrant for entrant in self.tournament.entrants if entrant.status == "waiting"
        ]
        waiting_list.sort(key=lambda entrant: (entrant.joined_at, entrant.slot))
        free_places = max(self.tournament.terms.players - len(self.inside), 0)
        for entrant in waiting_list[:free_places]:
            self.replace_entrant(replace(entrant, status="in"))
            self.announce(events.EntrantPromoted(self.id), ping=entrant.user, public=False)

    def pair(self, new_pairings: Iterable[Pairing]) -> None:
        """Add pairings, two games for each if pairs are played.

        A player without an opponent has a bye.
        """
        for pairing in new_pairings:
            first, second = pairing.slots
            if second is None:
                self.pairings.append(replace(pairing, result="bye", how="bye", settled=self.now))
            elif self.tournament.terms.pairs:
                leg = 2 * pairing.leg
                self.pairings.append(replace(pairing, leg=leg - 1))
                self.pairings.append(replace(pairing, leg=leg, slots=(second, first)))
            else:
                self.pairings.append(pairing)

    def replace_pairing(self, new_pairing: Pairing) -> None:
        """Change the pairing with the same id."""
        self.pairings = [new_pairing if old.id == new_pairing.id else old for old in self.pairings]

    def result(
        self, pairing: Pairing, result: str, how: ResultOrigin, settled_at: datetime | None = None
    ) -> None:
        """Give a pairing its result, and let upkeep go on."""
        decided_pairing = replace(pairing, result=result, how=how, settled=settled_at or self.now)
        self.replace_pairing(decided_pairing)
        self.wake()
        self.announce(events.StandingsChanged(self.id))

    def end(self, event: events.TournamentFinished | events.TournamentCancelled) -> None:
        """Finish or cancel the tournament."""
        status: TournamentStatus = (
            "finished" if isinstance(event, events.TournamentFinished) else "cancelled"
        )
        self.tournament = replace(
            self.tournament, status=status, finished=self.now, wake=None, ends=None
        )
        self.announce(event)

    def announce(
        self, event: events.TournamentEvent, *, ping: int | None = None, public: bool = True
    ) -> None:
        """Enqueue an event once the change is stored, unless the very same already is."""
        announcement = TournamentAnnouncement(event, ping, public)
        if announcement not in self.announcements:
            self.announcements.append(announcement)

    def round_ends(self) -> datetime | None:
        """When a round that begins now is over; None without an end."""
        days = self.tournament.terms.days
        return self.now + timedelta(days=days) if days else None


def meetings(tournament: Tournament, pairings: Iterable[Pairing]) -> list[Pairing]:
    """Pairings in their order, with the two games of a pair as one, which has a result once both
    have.
    """
    if not tournament.terms.pairs:
        return list(pairings)
    pairings_in_order = sorted(pairings, key=lambda pairing: pairing.order)
    groups = groupby(
        pairings_in_order, key=lambda pairing: (pairing.round, pairing.board, _meeting_leg(pairing))
    )
    return [_meeting(tuple(games)) for _, games in groups]


def _meeting_leg(pairing: Pairing) -> int:
    """The number of the pair that a game is of: 1 for the games 1 and 2."""
    return (pairing.leg + 1) // 2


def _meeting(games: tuple[Pairing, ...]) -> Pairing:
    """A pair as one pairing, with sides as in its first game."""
    first = games[0]
    match = next((game.match for game in games if game.match), None)
    meeting = replace(first, leg=_meeting_leg(first), match=match)
    if len(games) == 1:
        return meeting
    scores = first.scores
    return_scores = games[1].scores
    if scores is None or return_scores is None:
        return replace(meeting, result=None, how=None, settled=None)
    first_score = scores[0] + return_scores[1]
    other = scores[1] + return_scores[0]
    return replace(
        meeting,
        result=_result_of(first_score, other),
        how=_how_decided(games),
        settled=max(game.settled for game in games if game.settled is not None),
        points=(first_score, other),
    )


def _result_of(one: float, other: float) -> ScoreMark:
    """The result of a pair by the points of both players."""
    if one > other:
        return "1-0"
    if other > one:
        return "0-1"
    return "1/2" if one else "0-0"


def _how_decided(games: Iterable[Pairing]) -> ResultOrigin:
    """How a pair was decided: a game that was not played makes it one that was settled, or not
    played either.
    """
    how = {game.how for game in games}
    if how == {"played"}:
        return "played"
    if how & {"played", "settled"}:
        return "settled"
    return "forfeit"
