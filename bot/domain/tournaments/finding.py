"""Finding tournaments: by id or short name, those of a server, and how they stand."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

import sqlalchemy as sa

from bot.domain.errors import Ambiguous, NotFound
from bot.domain.tournaments import standings, state
from bot.domain.tournaments.views import Entrant, Game, Standing, Tie, Tournament
from bot.store.contests import entrants, pairings, tournaments
from bot.store.tables import matches, scopes

_NAME = re.compile(r"[\s`*_#]*t?[\s#-]*(\d{1,9})[\s`*_]*", re.IGNORECASE | re.ASCII)


class Finding(state.Base):
    """The part of the service that finds tournaments."""

    async def get(self, tournament: int) -> Tournament:
        """A tournament by its id. Raises NotFound."""
        async with self.store.read() as connection:
            return (await self.open(connection, tournament, lock=False)).view()

    async def resolve(
        self, scope: int, name: str | None = None, wanted: Iterable[Callable[[Tournament], bool]] = ()
    ) -> Tournament:
        """The tournament meant by ``name`` (T3), or by nothing where one is going on.

        Of several, those are meant that are as ``wanted``, if there are any. Raises NotFound, Ambiguous.
        """
        if name and name.strip():
            read = _NAME.fullmatch(name) if len(name) <= 40 else None
            if read is None:
                raise NotFound("“{text}” is not the name of a tournament; they are written like T3", text=name[:40])
            query = sa.select(tournaments.c.id).where(
                tournaments.c.scope == scope, tournaments.c.number == int(read[1])
            )
            async with self.store.read() as connection:
                found = (await connection.execute(query)).scalar_one_or_none()
            if found is None:
                raise NotFound("there is no tournament T{number} here", number=int(read[1]))
            return await self.get(found)
        going = await self.of(scope) or (await self.of(scope, running=False, limit=1))
        if not going:
            raise NotFound("there has been no tournament here yet; announce one with /tournament create")
        for fits in wanted:
            going = tuple(filter(fits, going)) or going
        if len(going) > 1:
            error = Ambiguous("which tournament do you mean: {names}?", names=", ".join(one.name for one in going))
            error.names = tuple(one.name for one in going)
            raise error
        return going[0]

    async def of(
        self, scope: int, *, running: bool = True, user: int | None = None, limit: int = 25, offset: int = 0
    ) -> tuple[Tournament, ...]:
        """Tournaments of a server that are not over, or that are; the latest first. ``user``: who takes part."""
        over = tournaments.c.finished_at
        query = (
            sa.select(tournaments, scopes.c.guild)
            .join(scopes, scopes.c.id == tournaments.c.scope)
            .where(tournaments.c.scope == scope, over.is_(None) if running else over.is_not(None))
            .order_by(tournaments.c.number.desc())
            .limit(limit)
            .offset(offset)
        )
        if user is not None:
            inside = sa.select(entrants.c.tournament).where(entrants.c.user == user, entrants.c.status != "out")
            query = query.where(tournaments.c.id.in_(inside))
        async with self.store.read() as connection:
            rows = (await connection.execute(query)).mappings().all()
            ids = [row["id"] for row in rows]
            listed = sa.select(entrants).where(entrants.c.tournament.in_(ids)).order_by(entrants.c.slot)
            inside_of: dict[int, list[Entrant]] = {}
            for row in (await connection.execute(listed)).mappings():
                inside_of.setdefault(row["tournament"], []).append(state.entrant(row))
        return tuple(state.view(row, inside_of.get(row["id"], [])) for row in rows)

    async def games(self, tournament: int, round: int | None = None) -> tuple[Game, ...]:
        """The pairings of a tournament, or of one of its rounds."""
        async with self.store.read() as connection:
            found = await state.read_games(connection, tournament)
        return tuple(game for game in found if round in (None, game.round))

    async def of_match(self, match: int) -> tuple[Tournament, Game] | None:
        """The tournament that a match belongs to, and its game; None for other matches."""
        async with self.store.read() as connection:
            query = sa.select(pairings).where(pairings.c.match == match)
            row = (await connection.execute(query)).mappings().one_or_none()
            if row is None:
                return None
            return (await self.open(connection, row["tournament"], lock=False)).view(), state.game(row)

    async def standings(self, tournament: int) -> tuple[Standing, ...]:
        """The standings in order."""
        async with self.store.read() as connection:
            opened = await self.open(connection, tournament, lock=False)
        return standings.standings(opened.row["kind"], opened.entrants, opened.games)

    async def bracket(self, tournament: int) -> tuple[tuple[Tie, ...], ...]:
        """The ties of a knock-out by round, those to come included; empty before it starts."""
        async with self.store.read() as connection:
            opened = await self.open(connection, tournament, lock=False)
        return standings.ties(opened.entrants, opened.games) if opened.row["kind"] == "knock-out" else ()

    async def match_names(self, tournament: int) -> dict[int, str]:
        """The short names of all matches of a tournament, by their ids."""
        query = (
            sa.select(matches.c.id, matches.c.number)
            .join(pairings, pairings.c.match == matches.c.id)
            .where(pairings.c.tournament == tournament)
        )
        async with self.store.read() as connection:
            return {row.id: f"M{row.number}" for row in (await connection.execute(query)).all()}
