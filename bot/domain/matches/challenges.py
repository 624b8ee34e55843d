"""Challenges: made to a member or to anyone, accepted, taken, declined, withdrawn, countered, and run out."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

import games
from bot.domain.errors import NotFound, NotYours, Over, Refused
from bot.domain.matches import clocks, replay, timing, variants
from bot.domain.matches.base import Base, Open, Row
from bot.domain.matches.challenge_terms import name_of, note_of, room, selected, side_of, still_open, view
from bot.domain.matches.terms import rated_begun, rated_room
from bot.domain.matches.views import COMPUTER, NOBODY, Challenge, Change, Offered, Person, Place, Via
from bot.store.tables import challenges, matches, scopes

OPPOSITE: Mapping[str, str] = {"first": "second", "second": "first", "random": "random"}
"""The side of whoever plays against one that has this side."""


class Challenges:
    """The part of the service that brings players together."""

    def __init__(self, base: Base) -> None:
        self._base = base

    async def make(
        self,
        place: Place,
        maker: Person,
        game: str,
        *,
        opponent: Person | None = None,
        variant: str = "",
        options: Mapping[str, str] | None = None,
        side: str = "random",
        clock: str = "",
        rated: bool = False,
        note: str = "",
        via: Via | None = None,
    ) -> Offered:
        """Challenge ``opponent``, or anyone. ``clock`` empty: the server's default. ``options`` go before ``variant``.

        Raises Refused and other GameErrors for what cannot be: oneself as opponent, unknown games and variants, too
        long a note, more challenges or matches than a member may have.
        """
        kind = games.get(game)
        chosen = variants.parse(kind, variant) if options is None else kind.complete(options)
        if opponent is not None and opponent.id == maker.id:
            raise Refused("you cannot challenge yourself; leave the opponent out and anyone may take your challenge")
        wish = side_of(side)
        words = note_of(note)
        clock = str(clocks.parse(clock)) if clock.strip() else ""
        async with self._base.store.write() as connection:
            settings = await self._base.scope(connection, place)
            await room(connection, self._base.now(), place.scope, maker, settings.matches)
            now = self._base.now()
            if rated and opponent is not None:
                await rated_room(connection, now, place.scope, maker, opponent, settings.rated)
            row: dict[str, Any] = {
                "scope": place.scope,
                "channel": place.channel,
                "maker": maker.id,
                "maker_name": name_of(maker),
                "target": opponent.id if opponent else None,
                "target_name": name_of(opponent) if opponent else None,
                "game": kind.slug,
                "options": chosen,
                "side": wish,
                "clock": clock or settings.clock,
                "rated": rated,
                "note": words,
            }
            return await self.put(connection, row, now, settings.days, "challenge", place.guild, via)

    async def play_computer(
        self,
        place: Place,
        maker: Person,
        game: str,
        level: int,
        *,
        variant: str = "",
        side: str = "random",
        computer: str = "Loophole",
        via: Via | None = None,
    ) -> Change:
        """A match against the bot itself, at once, without a clock and unrated."""
        kind = games.get(game)
        row: dict[str, Any] = {
            "scope": place.scope,
            "channel": place.channel,
            "maker": maker.id,
            "maker_name": name_of(maker),
            "target": COMPUTER,
            "target_name": computer,
            "game": kind.slug,
            "options": variants.parse(kind, variant),
            "side": side_of(side),
            "clock": "none",
            "rated": False,
            "note": "",
        }
        async with self._base.store.write() as connection:
            settings = await self._base.scope(connection, place)
            await room(connection, self._base.now(), place.scope, maker, settings.matches, challenges_too=False)
            return await self.start(connection, row, Person(COMPUTER, computer), None, via, level=level)

    async def accept(self, challenge: int, who: Person, *, via: Via | None = None) -> Change:
        """Accept the challenge made to ``who``, or take an open one: a match begins. Of two at once, one gets it."""
        async with self._base.store.write() as connection:
            row = await self._row(connection, challenge, lock=True)
            if who.id == row["maker"]:
                raise NotYours("this is your own challenge; somebody else has to take it")
            if row["target"] not in (None, who.id):
                raise NotYours("this challenge is for {name}", name=row["target_name"])
            still_open(row)
            settings = await self._base.scope(connection, Place(row["scope"], row["channel"], row["guild"]))
            await room(connection, self._base.now(), row["scope"], who, settings.matches, challenges_too=False)
            maker = Person(row["maker"], row["maker_name"])
            await room(
                connection, self._base.now(), row["scope"], maker, settings.matches, challenges_too=False, other=True
            )
            if row["rated"]:
                await rated_room(connection, self._base.now(), row["scope"], who, maker, settings.rated)
            return await self.start(connection, row, who, challenge, via)

    async def decline(self, challenge: int, who: Person, *, via: Via | None = None) -> Offered:
        """Decline the challenge made to ``who``; its maker is told."""
        return await self._close(challenge, who, "declined", via)

    async def withdraw(self, challenge: int, who: Person, *, via: Via | None = None) -> Offered:
        """Withdraw one's own challenge."""
        return await self._close(challenge, who, "withdrawn", via)

    async def counter(
        self,
        challenge: int,
        who: Person,
        *,
        variant: str | None = None,
        side: str | None = None,
        clock: str | None = None,
        rated: bool | None = None,
        note: str = "",
        via: Via | None = None,
    ) -> Offered:
        """Answer a challenge made to ``who`` with one's own terms; what is None stays as it was, sides as wished."""
        async with self._base.store.write() as connection:
            row = await self._row(connection, challenge, lock=True)
            if row["target"] != who.id:
                raise NotYours("only {name} can answer this challenge", name=row["target_name"] or row["maker_name"])
            still_open(row)
            kind = games.get(row["game"])
            settings = await self._base.scope(connection, Place(row["scope"], row["channel"], row["guild"]))
            await room(connection, self._base.now(), row["scope"], who, settings.matches)
            if row["rated"] if rated is None else rated:
                maker = Person(row["maker"], row["maker_name"])
                await rated_room(connection, self._base.now(), row["scope"], who, maker, settings.rated)
            new: dict[str, Any] = {
                "scope": row["scope"],
                "channel": row["channel"],
                "maker": who.id,
                "maker_name": name_of(who),
                "target": row["maker"],
                "target_name": row["maker_name"],
                "game": row["game"],
                "options": row["options"] if variant is None else variants.parse(kind, variant),
                "side": OPPOSITE[row["side"]] if side is None else side_of(side),
                "clock": row["clock"] if clock is None else str(clocks.parse(clock)),
                "rated": row["rated"] if rated is None else rated,
                "note": note_of(note),
                "rematch_of": row["rematch_of"],
            }
            await self._end(connection, row, "countered")
            payload = {"instead_of": challenge}
            return await self.put(
                connection, new, self._base.now(), settings.days, "countered", row["guild"], via, payload
            )

    async def get(self, challenge: int) -> Challenge:
        """A challenge by its id. Raises NotFound."""
        async with self._base.store.read() as connection:
            return view(await self._row(connection, challenge))

    async def open(
        self, scope: int, *, user: int | None = None, limit: int = 25, offset: int = 0
    ) -> tuple[Challenge, ...]:
        """Open challenges of a place, newest first: for anyone, and with ``user`` also those to or by them."""
        anyone = challenges.c.target.is_(None)
        mine = sa.or_(challenges.c.target == user, challenges.c.maker == user)
        query = (
            selected()
            .where(challenges.c.scope == scope, challenges.c.open_until > self._base.now())
            .where(anyone if user is None else sa.or_(anyone, mine))
            .order_by(challenges.c.id.desc())
            .limit(limit)
            .offset(offset)
        )
        async with self._base.store.read() as connection:
            return tuple(view(row) for row in (await connection.execute(query)).mappings())

    async def rematch(self, match: int, user: int, *, via: Via | None = None) -> Offered | Change:
        """Play a match that is over again, with sides exchanged: asks the other player, or agrees if they have asked.

        Against the computer it begins at once.
        """
        base = self._base
        async with base.store.write() as connection:
            row = await base.row(connection, match, lock=True)
            opened = Open(base, connection, row, base.now())
            seat = opened.seat(user)
            if row["status"] == "running":
                raise Refused("{name} is not over yet", name=f"M{row['number']}")
            if row["rematch"] is not None:
                query = sa.select(matches.c.number).where(matches.c.id == row["rematch"])
                again = (await connection.execute(query)).scalar_one_or_none()
                raise Over("{name} is already played again, as {again}", name=f"M{row['number']}", again=f"M{again}")
            other = opened.user(1 - seat)
            if other == NOBODY:
                raise Refused("the other player has deleted their data, so there is nobody to play against")
            query = sa.select(challenges.c.id, challenges.c.maker).where(
                challenges.c.rematch_of == match, challenges.c.open_until > base.now()
            )
            asked = (await connection.execute(query)).one_or_none()
            me, them = Person(user, row[f"name{seat}"]), Person(other, row[f"name{1 - seat}"])
            if asked is not None and asked.maker == user:
                raise Refused("you have already asked {other} for a rematch", other=them.name)
            settings = await base.scope(connection, Place(row["scope"], row["channel"], row["guild"]))
            await room(connection, self._base.now(), row["scope"], me, settings.matches, challenges_too=asked is None)
            if asked is not None:
                await room(
                    connection, self._base.now(), row["scope"], them, settings.matches, challenges_too=False, other=True
                )
                offer = await self._row(connection, asked.id)
                if offer["rated"]:
                    await rated_room(connection, base.now(), row["scope"], me, them, settings.rated)
                return await self.start(connection, offer, me, asked.id, via)
            new: dict[str, Any] = {
                **{name: row[name] for name in ("scope", "game", "options", "clock")},
                "rated": row["rated"]
                and await rated_begun(connection, base.now(), row["scope"], user, other) < settings.rated,
                "channel": row["thread"] or row["channel"],
                "maker": user,
                "maker_name": me.name,
                "target": other,
                "target_name": them.name,
                "side": "second" if seat == 0 else "first",
                "note": "",
                "rematch_of": match,
            }
            if other == COMPUTER:
                return await self.start(connection, new, them, None, via, level=row["level"])
            return await self.put(connection, new, base.now(), settings.days, "challenge", row["guild"], via)

    async def expire(self, limit: int = 100) -> int:
        """Close challenges whose time is over; their makers are told. How many there were."""
        due = (challenges.c.open_until.is_not(None), challenges.c.open_until <= self._base.now())
        async with self._base.store.read() as connection:
            if (await connection.execute(sa.select(challenges.c.id).where(*due).limit(1))).first() is None:
                return 0
        async with self._base.store.write() as connection:
            query = selected().where(*due).limit(limit).with_for_update(of=challenges)
            rows = (await connection.execute(query)).mappings().all()
            for row in rows:
                await self._end(connection, dict(row), "expired")
                await self._tell(connection, dict(row), "expired", ping=row["maker"], public=False)
            return len(rows)

    async def put(
        self,
        connection: AsyncConnection,
        row: dict[str, Any],
        now: datetime,
        days: int,
        kind: str,
        guild: bool,
        via: Via | None,
        payload: Mapping[str, Any] | None = None,
    ) -> Offered:
        """Store a challenge and put its notice out."""
        until = now + timedelta(days=days)
        row = {"rematch_of": None, **row, "created_at": now, "expires_at": until, "open_until": until}
        row |= {"status": "open", "match": None}
        result = await connection.execute(challenges.insert().values(**row).returning(challenges.c.id))
        row |= {"id": result.scalar_one(), "guild": guild}
        notice = await self._tell(connection, row, kind, ping=row["target"], via=via, payload=payload)
        return Offered(view(row), notice)

    async def start(
        self,
        connection: AsyncConnection,
        row: Row,
        taker: Person,
        challenge: int | None,
        via: Via | None,
        *,
        level: int | None = None,
    ) -> Change:
        """Begin the match that a challenge leads to."""
        base, now = self._base, self._base.now()
        maker = Person(row["maker"], row["maker_name"])
        first = row["side"] if row["side"] != "random" else base.rng.choice(("first", "second"))
        seats = (maker, taker) if first == "first" else (taker, maker)
        state = replay.begin(row["game"], row["options"])
        clock = clocks.parse(row["clock"])
        result = await connection.execute(
            scopes.update()
            .where(scopes.c.id == row["scope"])
            .values(numbers=scopes.c.numbers + 1)
            .returning(scopes.c.numbers)
        )
        number = result.scalar_one()
        assert state.to_move is not None
        mover = seats[state.to_move].id
        bank = float(clock.bank) if clock.bank else None
        values: dict[str, Any] = {
            "scope": row["scope"],
            "number": number,
            "channel": row["channel"],
            "thread": None,
            "game": row["game"],
            "options": dict(row["options"]),
            "decisions": "",
            "log": "",
            "seat0": seats[0].id,
            "seat1": seats[1].id,
            "name0": name_of(seats[0]),
            "name1": name_of(seats[1]),
            "level": level,
            "rated": row["rated"],
            "clock": row["clock"],
            "note": row["note"],
            "to_move": state.to_move,
            "mover": mover,
            "created_at": now,
            "moved_at": now,
            "bank0": bank,
            "bank1": bank,
        }
        away = await base.away_until(connection, mover, now) if clock else None
        values |= timing.started(values, state.to_move, now, away)
        result = await connection.execute(matches.insert().values(**values).returning(matches.c.id))
        match = result.scalar_one()
        if challenge is not None:
            await self._end(connection, row, "taken", match)
        if row.get("rematch_of") is not None:
            await connection.execute(matches.update().where(matches.c.id == row["rematch_of"]).values(rematch=match))
        stored = await base.row(connection, match)
        opened = Open(base, connection, stored, now, replay.Trail((), (), (state,)))
        ping = maker.id if taker.id != COMPUTER else None  # the one who does not see it as an answer
        notice = await base.tell_match(opened, "started", ping=ping, payload={"challenge": challenge}, via=via)
        return Change(opened.view(), notice)

    async def _close(self, challenge: int, who: Person, status: str, via: Via | None) -> Offered:
        async with self._base.store.write() as connection:
            row = await self._row(connection, challenge, lock=True)
            if status == "withdrawn" and who.id != row["maker"]:
                raise NotYours("only {name} can withdraw this challenge", name=row["maker_name"])
            if status == "declined" and who.id != row["target"]:
                if row["target"] is None:
                    raise Refused("this challenge is open to anyone, so there is nothing to decline")
                raise NotYours("this challenge is for {name}", name=row["target_name"])
            still_open(row)
            row |= await self._end(connection, row, status)
            other = row["maker"] if status == "declined" else row["target"]
            notice = await self._tell(connection, row, status, ping=other, via=via)
            return Offered(view(row), notice)

    async def _end(
        self, connection: AsyncConnection, row: Row, status: str, match: int | None = None
    ) -> dict[str, Any]:
        """Close a challenge that is open, of two who try one is refused; the columns written."""
        columns: dict[str, Any] = {"status": status, "match": match, "open_until": None}
        result = await connection.execute(
            challenges.update().where(challenges.c.id == row["id"], challenges.c.status == "open").values(**columns)
        )
        if result.rowcount != 1:
            raise Over("this challenge is no longer open")
        return columns

    async def _tell(self, connection: AsyncConnection, row: Row, kind: str, *, ping: int | None, **more: Any) -> Any:
        return await self._base.tell(
            connection,
            kind,
            scope=row["scope"],
            channel=row["channel"],
            ping=ping,
            challenge=row["id"],
            **more,
        )

    async def _row(self, connection: AsyncConnection, challenge: int, *, lock: bool = False) -> dict[str, Any]:
        query = selected().where(challenges.c.id == challenge)
        if lock:
            query = query.with_for_update(of=challenges)
        found = (await connection.execute(query)).mappings().one_or_none()
        if found is None:
            raise NotFound("that challenge is no longer kept")
        row = dict(found)
        if row["status"] == "open" and row["expires_at"] <= self._base.now():
            row["status"] = "expired"
        return row
