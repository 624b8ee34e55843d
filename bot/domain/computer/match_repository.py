"""The matches in which a member may have no help by the computer."""

from collections.abc import Sequence

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.tables import matches
from games.core import HANDICAP


async def serious_matches(
    connection: AsyncConnection, user: int, game: str, ply: int
) -> Sequence[int]:
    """The ids of a member's rated and tournament matches of a game that go on, or can be resumed;
    those, too, in which one of two people has a handicap of hints.

    :param ply: decisions that were played in them, at least
    """
    is_serious = sa.or_(matches.c.finished_at.is_(None), matches.c.reason == "adjourned")
    between_people = matches.c.level.is_(None)
    has_hints = matches.c.options[HANDICAP].as_string().like("hints-%")
    counts_hints = sa.and_(between_people, has_hints)
    serious = sa.or_(matches.c.rated, matches.c.tournament.is_not(None), counts_hints)
    by_seat = [
        sa.select(matches.c.id).where(
            seat == user, is_serious, serious, matches.c.game == game, matches.c.ply >= ply
        )
        for seat in (matches.c.seat0, matches.c.seat1)
    ]
    return (await connection.execute(sa.union_all(*by_seat))).scalars().all()
