"""What a challenge says: checked as it is asked for, limited, and shown as it is stored."""

from __future__ import annotations

from datetime import datetime
from typing import Any, cast

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

import games
from bot.domain.errors import LimitReached, Over, Refused
from bot.domain.matches import clocks
from bot.domain.matches.base import Row
from bot.domain.matches.views import COMPUTER, Challenge, Person, Side
from bot.store.tables import challenges, matches, scopes

MOST_CHALLENGES = 10
"""A member may have this many open challenges in one place."""
MOST_MATCHES = 200
"""A member may have this many running matches in all places together."""
MOST_NOTE = 300
MOST_NAME = 100
SIDES: tuple[Side, ...] = ("random", "first", "second")


async def room(
    connection: AsyncConnection,
    now: datetime,
    scope: int,
    who: Person,
    most: int,
    *,
    challenges_too: bool = True,
    other: bool = False,
) -> None:
    """Raises LimitReached when a member has as much on the go as one may have."""
    if who.id == COMPUTER:
        return
    if challenges_too:
        query = sa.select(sa.func.count()).where(
            challenges.c.maker == who.id, challenges.c.scope == scope, challenges.c.open_until > now
        )
        if (await connection.execute(query)).scalar_one() >= MOST_CHALLENGES:
            raise LimitReached(
                "you have {most} open challenges here, which is the most; withdraw one first", most=MOST_CHALLENGES
            )
    running = [
        sa.select(matches.c.scope).where(matches.c[seat] == who.id, matches.c.finished_at.is_(None))
        for seat in ("seat0", "seat1")
    ]
    found = (await connection.execute(sa.union_all(*running))).scalars().all()
    here = found.count(scope)
    if len(found) < MOST_MATCHES and here < most:
        return
    count = here if here >= most else len(found)
    if other:
        raise LimitReached("{name} has as many matches running as one may have: {count}", name=who.name, count=count)
    raise LimitReached("you have as many matches running as you may have: {count}; finish one first", count=count)


def name_of(who: Person) -> str:
    """A name as it is kept: one line, not too long."""
    return " ".join(who.name.split())[:MOST_NAME] or str(who.id)


def view(row: Row) -> Challenge:
    """A challenge for the outside."""
    target = None if row["target"] is None else Person(row["target"], row["target_name"])
    return Challenge(
        id=row["id"],
        scope=row["scope"],
        guild=row["guild"],
        channel=row["channel"],
        maker=Person(row["maker"], row["maker_name"]),
        target=target,
        game=games.get(row["game"]),
        options=row["options"],
        side=cast(Side, row["side"]),
        clock=clocks.parse(row["clock"]),
        rated=row["rated"],
        note=row["note"],
        status=row["status"],
        match=row["match"],
        rematch_of=row["rematch_of"],
        created=row["created_at"],
        expires=row["expires_at"],
    )


def selected() -> sa.Select[Any]:
    """Challenges, with ``guild`` of their scope."""
    return sa.select(challenges, scopes.c.guild).join(scopes, scopes.c.id == challenges.c.scope)


def still_open(row: Row) -> None:
    """Raises Over, saying what has become of the challenge."""
    if row["status"] == "open":
        return
    endings = {
        "taken": "somebody has already taken this challenge",
        "declined": "this challenge was declined",
        "withdrawn": "this challenge was withdrawn",
        "countered": "this challenge was answered with another one",
    }
    raise Over(endings.get(row["status"], "this challenge has expired"))


def side_of(side: str) -> Side:
    """The side that is wished for. Raises Refused."""
    word = side.strip().lower() or "random"
    for known in SIDES:
        if word == known:
            return known
    raise Refused("the side may be random, first or second")


def note_of(note: str) -> str:
    """The note in one line. Raises Refused if it is too long."""
    words = " ".join(note.split())
    if len(words) > MOST_NOTE:
        raise Refused("the note is too long; {most} characters are the most", most=MOST_NOTE)
    return words
