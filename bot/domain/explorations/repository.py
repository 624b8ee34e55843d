"""The rows of trees: one for each member and match; how many a member may keep is counted as they are written."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.domain.errors import LimitReached
from bot.domain.explorations.stored import read, stored
from bot.domain.explorations.tree import Exploration
from bot.domain.unit_of_work import UnitOfWork
from bot.store import Step
from bot.store.tables import explorations

_SQLITE, _POSTGRESQL = sqlite.insert(explorations), postgresql.insert(explorations)
_KEY = ["match", "user"]
_UPSERT = {
    "sqlite": _SQLITE.on_conflict_do_update(index_elements=_KEY, set_={"tree": _SQLITE.excluded.tree}),
    "postgresql": _POSTGRESQL.on_conflict_do_update(index_elements=_KEY, set_={"tree": _POSTGRESQL.excluded.tree}),
}
"""By the name of the dialect, for each has its own."""
_DELETE = explorations.delete().where(
    explorations.c.match == sa.bindparam("in_match"), explorations.c.user == sa.bindparam("of")
)
MOST_TREES = 500
"""How many trees a member may keep, in all matches together."""


async def load(connection: AsyncConnection, match: int, user: int) -> Exploration:
    """What a member has thought through in a match, as it was stored; the empty tree if nothing."""
    query = sa.select(explorations.c.tree).where(*_of(match, user))
    return read((await connection.execute(query)).scalar_one_or_none())


async def shown(connection: AsyncConnection, match: int) -> dict[int, Exploration]:
    """The trees of a match that hold something for everyone, by member, in which there is more for them alone."""
    tree = explorations.c.tree
    public = sa.or_(tree["opened"].as_boolean(), tree["added"].as_string() != "")
    rows = await connection.execute(
        sa.select(explorations.c.user, tree).where(explorations.c.match == match, public).order_by(explorations.c.user)
    )
    return {user: read(found) for user, found in rows}


def saving(match: int, user: int, tree: Exploration, dialect: str) -> Step:
    """The step that stores what a member has thought through in a match; a tree that is empty goes."""
    if tree.empty:
        return Step(_DELETE, {"in_match": match, "of": user})
    return Step(_UPSERT[dialect], {"match": match, "user": user, "tree": stored(tree)})


async def store(work: UnitOfWork, match: int, user: int, old: Exploration, new: Exploration) -> None:
    """Store what a member has thought through in a match, which was ``old`` before. Raises LimitReached."""
    if new.tried and not old.tried:
        await _require_room(work, match, user)
    await work.run(saving(match, user, new, work.connection.dialect.name))


async def _require_room(work: UnitOfWork, match: int, user: int) -> None:
    """Raises LimitReached where a member has tried lines in as many other matches as they may."""
    await work.lock_members(user)
    others = explorations.c.user == user, explorations.c.match != match
    count = (await work.connection.execute(sa.select(sa.func.count()).where(*others))).scalar_one()
    if count >= MOST_TREES:
        # A turn that is drafted is a row too: those with nothing else in them do not count.
        drafted = sa.select(explorations.c.tree).where(*others, explorations.c.tree["draft"].as_integer() != 0)
        count -= sum(not read(tree).tried for tree in await work.connection.scalars(drafted))
    if count >= MOST_TREES:
        raise LimitReached(
            "you’ve tried lines in {most} matches, the most there can be; delete all lines of one you no longer need",
            most=MOST_TREES,
        )


def _of(match: int, user: int) -> tuple[sa.ColumnElement[bool], ...]:
    return explorations.c.match == match, explorations.c.user == user
