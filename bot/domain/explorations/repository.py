"""The rows of trees: one for each member and match; how many a member may keep is counted as they are written."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.domain.errors import LimitReached
from bot.domain.explorations.tree import Exploration, read
from bot.domain.unit_of_work import UnitOfWork
from bot.store.tables import explorations

MOST_TREES = 500
"""How many trees a member may keep, in all matches together."""


async def load(connection: AsyncConnection, match: int, user: int) -> Exploration:
    """What a member has thought through in a match, as it was stored; the empty tree if nothing."""
    query = sa.select(explorations.c.tree).where(*_of(match, user))
    return read((await connection.execute(query)).scalar_one_or_none())


async def of_match(connection: AsyncConnection, match: int) -> dict[int, Exploration]:
    """What anybody has thought through in a match, by member."""
    rows = await connection.execute(
        sa.select(explorations.c.user, explorations.c.tree).where(explorations.c.match == match)
    )
    return {user: read(tree) for user, tree in rows}


async def store(work: UnitOfWork, match: int, user: int, tree: Exploration) -> None:
    """Store what a member has thought through in a match; a tree that is empty goes. Raises LimitReached."""
    if tree.empty:
        await work.connection.execute(explorations.delete().where(*_of(match, user)))
        return
    values = {"tree": tree.stored()}
    if (await work.connection.execute(explorations.update().where(*_of(match, user)).values(values))).rowcount:
        return
    await work.lock_members(user)
    count = sa.select(sa.func.count()).select_from(explorations).where(explorations.c.user == user)
    if (await work.connection.execute(count)).scalar_one() >= MOST_TREES:
        raise LimitReached("the limit is trees in {most} matches; delete one you no longer need", most=MOST_TREES)
    await work.connection.execute(explorations.insert().values(match=match, user=user, **values))


def _of(match: int, user: int) -> tuple[sa.ColumnElement[bool], ...]:
    return explorations.c.match == match, explorations.c.user == user
