"""What the computer owes: the matches in which it is to move, or to answer an offer; and that hints were given."""

from __future__ import annotations

from typing import Any, NamedTuple

import sqlalchemy as sa

from bot.domain.errors import Refused, Stale
from bot.domain.matches.base import Base
from bot.domain.matches.views import COMPUTER, Match
from bot.store.practice import errands
from bot.store.tables import matches, scopes

MOST = 200
_ZERO: sa.ColumnElement[int] = sa.literal_column("0")
"""The computer's id as it stands in a partial index, which is not used for a bound value."""


class Owed(NamedTuple):
    """A match that waits for the computer, as it stands at ``version``.

    ``owner`` is the other player. ``moves``: the computer is to move; else it is only to answer ``offer``, a draw.
    """

    match: int
    version: int
    owner: int
    scope: int
    guild: bool
    moves: bool
    offer: bool


async def owed(base: Base) -> tuple[Owed, ...]:
    """What the computer owes; not in servers without the bot. Those waiting longest come first, one of each member

    before a second of any, so that who plays many matches keeps nobody else from theirs.
    """
    columns = [matches.c[name] for name in ("id", "version", "seat0", "seat1", "scope", "mover", "draw_offer")]
    other = matches.c.seat0 + matches.c.seat1 - COMPUTER
    turn = sa.func.row_number().over(partition_by=other, order_by=(matches.c.moved_at, matches.c.id))
    query = (
        sa.select(*columns, scopes.c.guild)
        .join(scopes, scopes.c.id == matches.c.scope)
        .where(matches.c.finished_at.is_(None), matches.c.paused_at.is_(None), scopes.c.removed_at.is_(None))
        .where(matches.c.level.is_not(None))
        .order_by(turn, matches.c.moved_at, matches.c.id)
        .limit(MOST)
    )
    async with base.store.read() as connection:
        moving = (await connection.execute(query.where(matches.c.mover == _ZERO))).all()
        asked = (
            await connection.execute(query.where(matches.c.draw_offer.is_not(None), matches.c.mover != COMPUTER))
        ).all()
    return tuple(_owed(row) for row in (*moving, *asked))


def _owed(row: Any) -> Owed:
    return Owed(
        row.id,
        row.version,
        row.seat1 if row.seat0 == COMPUTER else row.seat0,
        row.scope,
        row.guild,
        row.mover == COMPUTER,
        row.draw_offer is not None,
    )


def advisable(match: Match, user: int) -> None:
    """Raises Refused where a member may have no hint: others' matches, rated ones, and when they are not to move."""
    if match.seat_of(user) is None:
        raise Refused("{name} is not your match, so there is no hint for you", name=match.name)
    if match.status != "running":
        raise Refused("{name} is over; it can be analysed now", name=match.name)
    if match.rated:
        raise Refused("{name} is rated, so there are no hints in it", name=match.name)
    if match.mover != user:
        raise Refused("it is not your turn in {name}; hints are for the player to move", name=match.name)


def advised(match: Match, user: int, version: int) -> Match:
    """The match, if it stands as it did when a hint was asked for. Raises Refused, Stale."""
    if match.version != version:
        raise Stale("{name} has gone on since you asked for a hint; ask again if you want one", name=match.name)
    advisable(match, user)
    return match


async def hinted(base: Base, match: int, user: int, version: int, errand: int) -> Match:
    """Note that a player to move was given a hint, once for each errand. Raises Refused, Stale."""
    async with base.change(match) as opened:
        advised(opened.view(), user, version)
        new = errands.update().where(errands.c.id == errand, errands.c.noted.is_(False)).values(noted=True)
        if (await opened.connection.execute(new)).rowcount:
            name = f"hints{opened.seat(user)}"
            await opened.set(**{name: opened.row[name] + 1})
        return opened.view()
