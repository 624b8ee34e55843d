"""The rows of imported matches."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.domain.unit_of_work import UnitOfWork
from bot.domain.values import Place
from bot.store.personal import DELETED_NAME
from bot.store.tables import matches


class Import(NamedTuple):
    """An imported match: its id, its name, and the game's slug."""

    id: int
    name: str
    game: str


async def count(work: UnitOfWork, user: int) -> int:
    """How many matches a member has imported."""
    query = sa.select(sa.func.count()).where(matches.c.imported == user)
    return (await work.connection.execute(query)).scalar_one()


async def of(connection: AsyncConnection, scope: int, user: int) -> list[Import]:
    """A member's imports in a server, the latest first."""
    query = sa.select(matches.c.id, matches.c.number, matches.c.game)
    query = query.where(matches.c.imported == user, matches.c.scope == scope)
    rows = await connection.execute(query.order_by(matches.c.id.desc()))
    return [Import(row.id, f"M{row.number}", row.game) for row in rows]


async def name_of_same(
    connection: AsyncConnection,
    place: Place,
    game: str,
    options: Mapping[str, str],
    decisions: Sequence[str],
) -> str | None:
    """The name of the first match of a channel with the same decisions; None if there is none."""
    in_channel = (matches.c.scope == place.scope, matches.c.channel == place.channel)
    same_moves = (matches.c.game == game, matches.c.decisions == " ".join(decisions))
    query = sa.select(matches.c.number, matches.c.options).order_by(matches.c.id)
    for row in await connection.execute(query.where(*in_channel, *same_moves)):
        if row.options == dict(options):
            return f"M{row.number}"
    return None


async def delete(work: UnitOfWork, match: int, user: int) -> int | None:
    """Delete a member's own import; the id of its server, or None where there is no such one."""
    deletion = matches.delete().where(matches.c.id == match, matches.c.imported == user)
    return (await work.connection.execute(deletion.returning(matches.c.scope))).scalar_one_or_none()


async def remove_name(work: UnitOfWork, user: int) -> None:
    """Remove a user's name from imports whose moves are those of a match of theirs, or its
    beginning.
    """
    own_matches = matches.alias("own")
    for seat in (0, 1):
        player = own_matches.c[f"seat{seat}"]
        name = own_matches.c[f"name{seat}"]
        imported_name = matches.c[f"name{seat}"]
        decisions = matches.c.decisions
        start = sa.func.substr(own_matches.c.decisions, 1, sa.func.length(decisions) + 1)
        same_moves = sa.or_(start == decisions, start == decisions + " ")
        is_same = sa.exists().where(
            player == user, own_matches.c.game == matches.c.game, name == imported_name, same_moves
        )
        names = sa.select(name).where(player == user)
        update = matches.update().where(
            matches.c.imported.is_not(None), imported_name.in_(names), is_same
        )
        values = {imported_name: DELETED_NAME, "revision": matches.c.revision + 1}
        await work.connection.execute(update.values(values))
