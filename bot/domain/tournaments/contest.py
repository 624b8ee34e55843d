"""A tournament while it is changed: the aggregate that all rules work on, without database or clock."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import NamedTuple

from bot.domain.errors import NotYours, Refused
from bot.domain.tournaments import events
from bot.domain.tournaments.kinds import KINDS, Drawn, Kind
from bot.domain.tournaments.tournament import Entrant, Pairing, Status, Tournament
from bot.domain.values import Person


class Told(NamedTuple):
    """An event, the user it calls, and whether it is for others than that user too."""

    event: events.TournamentEvent
    ping: int | None
    public: bool


@dataclass(slots=True)
class Contest:
    """A tournament and its pairings at a moment, and what is to be told of the changes made to them.

    ``stored`` is what they were before, so that what is different can be written.
    """

    tournament: Tournament
    pairings: list[Pairing]
    now: datetime
    told: list[Told] = field(default_factory=list)
    stored: tuple[Tournament, tuple[Pairing, ...]] = field(init=False)

    def __post_init__(self) -> None:
        self.stored = self.tournament, tuple(self.pairings)

    @property
    def id(self) -> int:
        """The id of the tournament."""
        return self.tournament.id

    @property
    def name(self) -> str:
        """The short name people use."""
        return self.tournament.name

    @property
    def kind(self) -> Kind:
        """How it is played."""
        return KINDS[self.tournament.kind]

    @property
    def inside(self) -> list[Entrant]:
        """Those who take part."""
        return [one for one in self.tournament.entrants if one.status == "in"]

    @property
    def current(self) -> list[Pairing]:
        """The pairings of this round; where rounds are played together, and on a ladder, all."""
        together = self.kind.endless or self.tournament.terms.together
        return [pairing for pairing in self.pairings if together or pairing.round == self.tournament.round]

    def players(self, pairing: Pairing) -> list[Entrant]:
        """The entrants of a pairing, by seat; one for a bye."""
        return [self.tournament.slot(slot) for slot in pairing.slots if slot is not None]

    def entrant(self, user: int, *, asks: bool = True) -> Entrant:
        """The place of a member, who asks for something or not. Raises Refused."""
        found = self.tournament.entrant(user)
        if found is None and asks:
            raise Refused("you’re not in {name}", name=self.name)
        if found is None:
            raise Refused("this member isn’t in {name}", name=self.name)
        return found

    def only_organiser(self, by: int, moderator: bool) -> None:
        """Raises NotYours for everybody but the organiser and moderators."""
        if by != self.tournament.organiser.id and not moderator:
            raise NotYours(
                "only {organiser}, who organises {name}, and server managers can do that",
                name=self.name,
                organiser=self.tournament.organiser.name,
            )

    def only_while(self, *allowed: str) -> None:
        """Raises Refused, saying how the tournament stands."""
        status = self.tournament.status
        if status in allowed:
            return
        if status == "running":
            raise Refused("{name} has already started", name=self.name)
        if status == "finished":
            raise Refused("{name} is over", name=self.name)
        if status == "cancelled":
            raise Refused("{name} was cancelled", name=self.name)
        raise Refused("{name} hasn’t started yet", name=self.name)

    def wake(self, at: datetime | None = None) -> None:
        """Look again at a moment, or at once."""
        self.tournament = replace(self.tournament, wake=at or self.now)

    def enter(self, who: Person, status: str) -> None:
        """Give somebody a place. Joining while the check-in is open counts as checked in."""
        slot = max((one.slot for one in self.tournament.entrants), default=0) + 1
        seed, checked = slot if self.kind.endless else 0, self.tournament.status == "checkin"
        entrant = Entrant(slot, who.id, who.name, status, checked, seed, self.now)
        self.tournament = replace(self.tournament, entrants=(*self.tournament.entrants, entrant))

    def put(self, changed: Entrant) -> None:
        """Change an entrant, who is found by the slot."""
        entrants = tuple(changed if one.slot == changed.slot else one for one in self.tournament.entrants)
        self.tournament = replace(self.tournament, entrants=entrants)

    def drop(self, entrant: Entrant) -> None:
        """Take an entrant out without a trace."""
        entrants = tuple(one for one in self.tournament.entrants if one != entrant)
        self.tournament = replace(self.tournament, entrants=entrants)

    def promote(self) -> None:
        """Give places that are free to those who wait, in the order in which they came."""
        waiting = [one for one in self.tournament.entrants if one.status == "waiting"]
        waiting.sort(key=lambda one: (one.joined, one.slot))
        for one in waiting[: max(self.tournament.terms.players - len(self.inside), 0)]:
            self.put(replace(one, status="in"))
            self.tell(events.EntrantPromoted(self.id), ping=one.user, public=False)

    def pair(self, drawn: Iterable[Drawn]) -> None:
        """Add pairings. A player without an opponent has a bye."""
        for one in drawn:
            pairing = Pairing(0, one.round, one.board, one.leg, one.slots)
            if one.slots[1] is None:
                pairing = replace(pairing, result="bye", how="bye", settled=self.now)
            self.pairings.append(pairing)

    def write(self, changed: Pairing) -> None:
        """Change a pairing, which is found by its id."""
        self.pairings = [changed if one.id == changed.id else one for one in self.pairings]

    def result(self, pairing: Pairing, result: str, how: str, settled: datetime | None = None) -> None:
        """Give a pairing its result, and go on from there."""
        self.write(replace(pairing, result=result, how=how, settled=settled or self.now))
        self.wake()
        self.tell(events.StandingsChanged(self.id))

    def end(self, event: events.TournamentFinished | events.TournamentCancelled) -> None:
        """It is over: finished or cancelled."""
        status: Status = "finished" if isinstance(event, events.TournamentFinished) else "cancelled"
        self.tournament = replace(self.tournament, status=status, finished=self.now, wake=None, ends=None)
        self.tell(event)

    def tell(self, event: events.TournamentEvent, *, ping: int | None = None, public: bool = True) -> None:
        """Put out that something has happened, unless that very thing already is."""
        told = Told(event, ping, public)
        if told not in self.told:
            self.told.append(told)

    def round_ends(self) -> datetime | None:
        """When a round that begins now is over; None if it may take as long as it likes."""
        days = self.tournament.terms.days
        return self.now + timedelta(days=days) if days else None
