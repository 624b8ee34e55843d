"""The tournaments of the simulated server: one is announced every few weeks, and some of the
members take part.
"""

import random
from collections.abc import Collection
from datetime import datetime, timedelta

from bot.domain.domain import Domain
from bot.domain.errors import Refused
from bot.domain.matches.match import Match
from bot.domain.tournaments import organising
from bot.domain.tournaments.tournament import TournamentTerms
from bot.domain.values import Person, Place

from .people import DAY, SimulatedMember, Span
from .time_rule import uncounted

EVERY = 24 * DAY
TERMS = (
    ("swiss", "2d", TournamentTerms(rounds=3, days=7, checkin=24)),
    ("round-robin", "3d", TournamentTerms(players=6, together=True)),
    ("knock-out", "3d", TournamentTerms(days=6)),
    ("swiss", "none", TournamentTerms(rounds=3, days=5, late="draw")),
)
ORGANISER = Person(4000, "organiser")


class Contests:
    """What is announced at ``place``, and who has made up their mind about it."""

    def __init__(self, domain: Domain, rng: random.Random, place: Place) -> None:
        self._domain = domain
        self._rng = rng
        self._place = place
        self._next: datetime | None = None
        self._open: list[int] = []
        self._asked: set[tuple[int, int]] = set()
        self.announced = 0

    async def announce(self, now: datetime) -> None:
        """Announce the next tournament if it is time for it."""
        if self._next is not None and now < self._next:
            return
        kind, clock, terms = TERMS[self.announced % len(TERMS)]
        event = await self._domain.tournaments.create(
            self._place,
            ORGANISER,
            kind,
            "loop",
            terms,
            variant="mini",
            clock=clock,
            rated=clock != "none",
            starts=now + 5 * DAY,
            moderator=True,
        )
        self._open.append(event.tournament.id)
        self._next = now + EVERY
        self.announced += 1

    async def look(self, player: SimulatedMember) -> None:
        """A member joins what is announced, or does not; and checks in."""
        for number in [*self._open]:
            item = await self._domain.tournaments.get(number)
            if item.status not in ("signup", "checkin"):
                self._open.remove(number)
                continue
            entrant = item.entrant(player.who.id)
            key = (number, player.who.id)
            try:
                if entrant is None and key not in self._asked and self._rng.random() < 0.4:
                    await self._domain.tournaments.do(number, organising.join, player.who)
                elif entrant is not None and item.status == "checkin" and not entrant.checked:
                    await self._domain.tournaments.do(number, organising.check_in, player.who)
            except Refused:
                continue
            finally:
                self._asked.add(key)

    async def over(
        self, match: Match, start: datetime, end: datetime, outages: Collection[Span]
    ) -> bool:
        """Whether the round of a match has lasted as long as it was to, outages not counted.

        :param start: When the match began.
        """
        assert match.tournament is not None
        days = (await self._domain.tournaments.get(match.tournament)).terms.days
        seconds = (end - start).total_seconds() - uncounted(start, end, outages, weekends_off=False)
        return bool(days) and seconds >= timedelta(days=days).total_seconds() - 1
