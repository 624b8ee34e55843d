"""Sign-up, check-in, withdrawal and replacement, and what the organiser, or who may manage the server, can do."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa

import games
from bot.domain.matches import COMPUTER, LimitReached, Person, Place, Refused, Via, clocks, variants
from bot.domain.tournaments import standings
from bot.domain.tournaments.pairing import sides
from bot.domain.tournaments.places import inside, promote
from bot.domain.tournaments.rounds import seats
from bot.domain.tournaments.running import Running
from bot.domain.tournaments.views import KINDS, LATE, SEEDINGS, Changed, Terms, Tournament
from bot.store.contests import tournaments
from bot.store.tables import scopes

MOST_TOURNAMENTS = 20
"""A server may have this many tournaments that are not over."""
MOST_TITLE = 80
FARTHEST = timedelta(days=366)
REACH = 3
"""On a ladder one may challenge members at most so many rungs higher."""
AGAIN = timedelta(days=7)
"""On a ladder the same two meet again so long after their last game at the earliest."""

RANGES = {"players": (2, 256), "rounds": (0, 30), "cycles": (1, 2), "checkin": (0, 72), "days": (0, 60)}
MOST_ROUND_ROBIN = 32


class Organising(Running):
    """The part of the service with which people set tournaments up and take part."""

    async def create(
        self,
        place: Place,
        organiser: Person,
        kind: str,
        game: str,
        *,
        title: str = "",
        variant: str = "",
        options: Mapping[str, str] | None = None,
        clock: str = "3d",
        rated: bool = True,
        starts: datetime | None = None,
        via: Via | None = None,
        **terms: Any,
    ) -> Changed:
        """Announce a tournament; ``terms`` are those of ``Terms``. A ladder is open at once.

        Raises Refused and other GameErrors for what cannot be.
        """
        if kind not in KINDS:
            raise Refused("the kind of a tournament may be {choices}", choices=", ".join(KINDS))
        what = games.get(game)
        chosen = variants.parse(what, variant) if options is None else what.complete(options)
        time = clocks.parse(clock)
        agreed = _terms(kind, terms)
        words = " ".join(title.split()) or f"{what.name} {kind.replace('-', ' ')}"
        if len(words) > MOST_TITLE:
            raise Refused("the title is too long; {most} characters are the most", most=MOST_TITLE)
        now = self.service.now()
        if not time and (kind == "ladder" or not agreed.days):
            raise Refused("a tournament needs a clock, or days for each round, or it might never end")
        if starts is not None:
            _ahead(starts, now)
        if starts is None and agreed.checkin:
            raise Refused("a check-in needs a time at which the tournament starts")
        async with self.store.write() as connection:
            here = await self.service.scope(connection, place)
            # Writing the scope's row keeps others from giving the same number.
            lock = scopes.update().where(scopes.c.id == place.scope).values(numbers=scopes.c.numbers)
            await connection.execute(lock)
            mine = (tournaments.c.scope == place.scope, tournaments.c.finished_at.is_(None))
            going = sa.select(sa.func.count()).select_from(tournaments).where(*mine)
            if (await connection.execute(going)).scalar_one() >= MOST_TOURNAMENTS:
                raise LimitReached("there are {most} tournaments here already; end one first", most=MOST_TOURNAMENTS)
            last = sa.select(sa.func.max(tournaments.c.number)).where(tournaments.c.scope == place.scope)
            number = ((await connection.execute(last)).scalar_one() or 0) + 1
            ladder = kind == "ladder"
            values = {
                "scope": place.scope,
                "number": number,
                "channel": place.channel,
                "title": words,
                "organiser": organiser.id,
                "organiser_name": organiser.name,
                "kind": kind,
                "game": what.slug,
                "options": chosen,
                "clock": str(time),
                "rated": rated and here.rated > 0,
                "terms": agreed.stored(),
                "status": "running" if ladder else "signup",
                "round": 1 if ladder else 0,
                "rounds": 0,
                "created_at": now,
                "starts_at": None if ladder else starts,
                "wake_at": now if ladder or starts is not None else None,
            }
            result = await connection.execute(tournaments.insert().values(**values).returning(tournaments.c.id))
            opened = await self.open(connection, result.scalar_one())
            return Changed(opened.view(), await opened.tell("created", via=via))

    async def join(self, tournament: int, who: Person) -> Changed:
        """Take part, or wait for a place if the list is full."""
        async with self.change(tournament) as opened:
            ladder = opened.row["kind"] == "ladder"
            opened.status(*(("running",) if ladder else ("signup", "checkin")))
            if who.id <= COMPUTER:
                raise Refused("only people can take part")
            if opened.view().entrant(who.id) is not None:
                raise Refused("you already take part in {name}", name=opened.name)
            full = len(inside(opened)) >= opened.terms.players
            if full and ladder:
                raise LimitReached(
                    "{name} is full; {most} members are the most", name=opened.name, most=len(inside(opened))
                )
            before = next((one for one in opened.entrants if one.user == who.id), None)
            played = before is not None and any(before.slot in game.slots for game in opened.games)
            if ladder and before is not None and not played:
                # Back on the ladder: on the lowest rung again. Who has played gets a new place there: the rungs that
                # others have won from the old one stay theirs.
                await opened.put(before, status="in", name=who.name, joined_at=opened.now)
            else:
                entrant = await opened.enter(who, "waiting" if full else "in", seed=0)
                if ladder:
                    await opened.put(entrant, seed=entrant.slot)
                elif opened.row["status"] == "checkin":
                    await opened.put(entrant, checked=True)
            begin = not full and not ladder and opened.row["starts_at"] is None
            if begin and len(inside(opened)) == opened.terms.players:
                await opened.set(wake_at=opened.now)
            else:
                await opened.set()
            return Changed(opened.view())

    async def check_in(self, tournament: int, who: Person) -> Changed:
        """Say that one is there for the start."""
        async with self.change(tournament) as opened:
            entrant = opened.entrant(who.id)
            if opened.row["status"] == "signup":
                raise Refused("the check-in of {name} is not open yet", name=opened.name)
            opened.status("checkin")
            await opened.put(entrant, checked=True, name=who.name)
            await opened.set()
            return Changed(opened.view())

    async def leave(self, tournament: int, who: Person) -> Changed:
        """Take part no longer. Games that are still being played are lost, those to come too."""
        return await self._out(tournament, who.id, None, False)

    async def remove(self, tournament: int, by: int, user: int, *, moderator: bool = False) -> Changed:
        """Take a member out, as if they had left."""
        return await self._out(tournament, user, by, moderator)

    async def replace(
        self, tournament: int, by: int, out: int, person: Person, *, moderator: bool = False, via: Via | None = None
    ) -> Changed:
        """Let somebody else have a member's place, with its results.

        A game that the member has hardly begun begins again; one that has gone further is lost. Who has already left
        can be replaced too, as long as the tournament goes on.
        """
        async with self.change(tournament) as opened:
            opened.organiser(by, moderator)
            opened.status("signup", "checkin", "running")
            if person.id <= COMPUTER:
                raise Refused("only people can take part")
            if opened.view().entrant(person.id) is not None:
                raise Refused("{other} already takes part in {name}", other=person.name, name=opened.name)
            gone = [one for one in opened.entrants if one.user == out and one.status != "waiting"]
            if not gone:
                raise Refused("this member does not take part in {name}", name=opened.name)
            last = gone[-1]
            await opened.put(last, user=person.id, name=person.name, status="in", checked=True)
            await opened.set(wake_at=opened.now)
            notice = await opened.tell("replaced", ping=person.id, to=person.id, out=out, via=via)
        await self.settle_due(tournament)
        return Changed(await self.get(tournament), notice)

    async def hand_over(
        self, tournament: int, by: int, person: Person, *, moderator: bool = False, via: Via | None = None
    ) -> Changed:
        """Let somebody else organise the tournament; where the organiser is gone, a moderator can do so."""
        async with self.change(tournament) as opened:
            opened.organiser(by, moderator)
            if person.id <= COMPUTER:
                raise Refused("only people can organise")
            await opened.set(organiser=person.id, organiser_name=person.name)
            return Changed(opened.view(), await opened.tell("organiser", ping=person.id, via=via))

    async def start(self, tournament: int, by: int, *, moderator: bool = False) -> Changed:
        """Begin now, with those who have signed up (and, once the check-in is open, checked in)."""
        async with self.change(tournament) as opened:
            opened.organiser(by, moderator)
            opened.status("signup", "checkin")
            there = [one for one in inside(opened) if one.checked or opened.row["status"] == "signup"]
            if len(there) < 2:
                raise Refused("a tournament needs two members at least")
            await opened.set(starts_at=opened.now, wake_at=opened.now, terms={**opened.row["terms"], "checkin": 0})
        await self.settle_due(tournament)
        return Changed(await self.get(tournament))

    async def move(
        self, tournament: int, by: int, starts: datetime, *, moderator: bool = False, via: Via | None = None
    ) -> Changed:
        """Let it begin at another time than was announced, as long as the check-in is not open."""
        async with self.change(tournament) as opened:
            opened.organiser(by, moderator)
            if opened.row["status"] == "checkin":
                raise Refused("the check-in of {name} is open, so its start stays as it is", name=opened.name)
            opened.status("signup")
            _ahead(starts, opened.now)
            await opened.set(starts_at=starts, wake_at=opened.now)
            return Changed(opened.view(), await opened.tell("moved", via=via))

    async def closable(self, tournament: int, by: int, *, moderator: bool = False) -> Tournament:
        """A tournament that ``by`` may close. Raises NotYours, Refused."""
        async with self.store.read() as connection:
            opened = await self.open(connection, tournament, lock=False)
            opened.organiser(by, moderator)
            opened.status("signup", "checkin", "running")
            return opened.view()

    async def cancel(self, tournament: int, by: int, *, moderator: bool = False, via: Via | None = None) -> Changed:
        """End a tournament before its end; a ladder that is closed keeps its order. Matches go on as friendly ones."""
        async with self.change(tournament) as opened:
            opened.organiser(by, moderator)
            opened.status("signup", "checkin", "running")
            ladder = opened.row["kind"] == "ladder"
            await opened.set(
                status="finished" if ladder else "cancelled", finished_at=opened.now, wake_at=None, ends_at=None
            )
            notice = await opened.tell("finished" if ladder else "cancelled", why="organiser", via=via)
            return Changed(opened.view(), notice)

    async def challenge(self, tournament: int, who: Person, above: int) -> Changed:
        """Play a member on one of the three next higher rungs of a ladder; the match begins at once."""
        async with self.change(tournament) as opened:
            if opened.row["kind"] != "ladder":
                raise Refused("{name} is no ladder; its pairings are made for you", name=opened.name)
            opened.status("running")
            me, other = opened.entrant(who.id), opened.member(above)
            order = standings.rungs(opened.entrants, opened.games)
            steps = order.index(me.slot) - order.index(other.slot)
            if not 1 <= steps <= REACH:
                raise Refused("you can challenge the {count} members above you on the ladder", count=REACH)
            for game in opened.games:
                both = set(game.slots) == {me.slot, other.slot}
                if game.result is None and (both or me.slot in game.slots):
                    raise Refused("finish the game that you play on this ladder first")
                if game.result is None and other.slot in game.slots:
                    raise Refused("{other} is playing on this ladder; wait until that game is over", other=other.name)
                if both and game.settled is not None and opened.now - game.settled < AGAIN:
                    raise Refused("you two have met within the last {days} days", days=AGAIN.days)
            first = sides(seats(opened, other.slot), seats(opened, me.slot))
            pair = (other.slot, me.slot) if first else (me.slot, other.slot)
            board = max((game.board for game in opened.games), default=0) + 1
            await opened.pair([{"round": 1, "board": board, "slot0": pair[0], "slot1": pair[1]}])
            await opened.set(wake_at=opened.now)
        await self.settle_due(tournament)
        return Changed(await self.get(tournament))

    async def shown(self, tournament: int, channel: int, post: int) -> None:
        """Note where the standings were last posted."""
        async with self.store.write() as connection:
            where = tournaments.c.id == tournament
            await connection.execute(tournaments.update().where(where).values(post_channel=channel, post=post))

    async def _out(self, tournament: int, user: int, by: int | None, moderator: bool) -> Changed:
        async with self.change(tournament) as opened:
            if by is not None:
                opened.organiser(by, moderator)
            opened.status("signup", "checkin", "running")
            entrant = opened.entrant(user) if by is None else opened.member(user)
            if opened.row["status"] == "running":
                await opened.put(entrant, status="out")
                await opened.set(wake_at=opened.now)
            else:
                await opened.drop(entrant)
                if entrant.status == "in":
                    await promote(opened)
                await opened.set()
        await self.sweep(tournament)
        return Changed(await self.get(tournament))


def _ahead(starts: datetime, now: datetime) -> None:
    """Raises Refused for a start that is over, or too far away."""
    if starts <= now:
        raise Refused("the start has to lie in the future")
    if starts - now > FARTHEST:
        raise Refused("the start may be {most} days from now at most", most=FARTHEST.days)


def _terms(kind: str, given: Mapping[str, Any]) -> Terms:
    """Terms as given, checked. Raises Refused, naming what they may be."""
    for name, value in given.items():
        if name in RANGES:
            least, most = RANGES[name]
            if not isinstance(value, int) or not least <= value <= most:
                raise Refused("{name} may be {least} to {most}", name=name, least=least, most=most)
            if name == "players" and kind == "round-robin" and value > MOST_ROUND_ROBIN:
                raise Refused("a round robin takes {most} members at most", most=MOST_ROUND_ROBIN)
        elif name in ("late", "seeding"):
            choices = LATE if name == "late" else SEEDINGS
            if value not in choices:
                raise Refused("{name} may be {choices}", name=name, choices=", ".join(choices))
        elif name != "together":
            raise Refused("a tournament has no term “{name}”", name=name[:40])
    terms = Terms.read(given)
    if kind == "round-robin" and "players" not in given:
        terms = Terms.read({**given, "players": MOST_ROUND_ROBIN})
    return terms
