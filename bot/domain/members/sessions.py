"""Browsers that stay at the page: for 30 days after a link was opened in one, it comes in again by
itself.

A browser keeps a secret that only it and this server see; the database has a keyed hash of it, so
that nobody who reads the database can come in. A session ends by itself, by ``/settings``, or with
the member's data.
"""

import hmac
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa

from bot.domain.unit_of_work import Database, UnitOfWork, retried
from bot.domain.values import Place
from bot.store.tables import page_sessions

LIFE = timedelta(days=30)
MOST_OF_MEMBER = 12  # browsers; the oldest gives way
SECRET_BYTES = 32
SIGNATURE_CHARACTERS = 24
LONGEST_SECRET = 100
ID_CHARACTERS = 16
"""Of a session's hash, by which it is named: it says nothing of the secret."""
MOST_REMEMBERED = 1_000  # sessions that came in, or were ended, lately in this process


@dataclass(frozen=True, slots=True)
class Session:
    """A browser in which a member stays at the page.

    :param id: names it among the member's
    :param browser: what it calls itself, in two words
    """

    id: str
    user: int
    place: Place
    locale: str
    name: str
    browser: str
    start: datetime


class Sessions:
    """Begins, reads and ends sessions.

    :param key: the same in all processes on one database
    """

    def __init__(self, key: bytes, database: Database) -> None:
        self._key = key
        self._database = database
        self._ended = dict[str, None]()
        self._members = dict[str, int]()  # of the sessions that came in here lately

    @retried
    async def begin(self, user: int, place: Place, locale: str, name: str, browser: str) -> str:
        """Begin a session; the secret that its browser keeps. Raises Unavailable."""
        body = secrets.token_urlsafe(SECRET_BYTES)
        secret = f"{body}.{self._signature(body)}"
        async with self._database.unit_of_work() as work:
            await work.connection.execute(
                page_sessions.insert(),
                {
                    "key": self._hash(secret),
                    "user": user,
                    "scope": place.scope,
                    "channel": place.channel,
                    "guild": place.guild,
                    "locale": locale,
                    "name": name,
                    "browser": browser,
                    "begun": work.now,
                    "until": work.now + LIFE,
                },
            )
            await _keep_latest(work, user)
        return secret

    async def find(self, secret: str) -> Session | None:
        """The session of a secret; None where it has ended, or there was none.

        A secret that was not made here is refused without asking the database. Raises Unavailable.
        """
        if not self._is_made_here(secret):
            return None
        query = _current(self._database.now()).where(page_sessions.c.key == self._hash(secret))
        rows = await self._read(query)
        if not rows:
            return None
        self._members[rows[0].id] = rows[0].user
        _keep_newest(self._members)
        return rows[0]

    async def of(self, user: int) -> Sequence[Session]:
        """The sessions of a member, the latest first. Raises Unavailable."""
        query = _current(self._database.now()).where(page_sessions.c.user == user)
        return await self._read(query.order_by(page_sessions.c.begun.desc()))

    async def goes_on(self, user: int, id: str) -> bool:
        """Whether a session of a member has not ended. Raises Unavailable."""
        return any(session.id == id for session in await self.of(user))

    def has_ended_here(self, id: str) -> bool:
        """Whether this process has ended a session lately: what it was given goes no further."""
        return id in self._ended

    @retried
    async def end(self, user: int, id: str) -> None:
        """End a session of a member; nothing where they have none of that name.

        Only what was a session of theirs is remembered: else anybody could shut out those who have
        none, and crowd out what is remembered. Raises Unavailable.
        """
        is_own = page_sessions.c.user == user
        has_id = sa.func.substr(page_sessions.c.key, 1, ID_CHARACTERS) == id
        async with self._database.unit_of_work() as work:
            result = await work.connection.execute(page_sessions.delete().where(is_own, has_id))
            if result.rowcount:
                self._remember(id)

    def forget(self, user: int) -> None:
        """Close the pages that came in here of a member whose data are deleted."""
        for id in [id for id, member in self._members.items() if member == user]:
            del self._members[id]
            self._remember(id)

    @retried
    async def delete_old(self) -> None:
        """Delete the sessions whose time is over. Raises Unavailable."""
        is_over = page_sessions.c.until < self._database.now()
        if not await self._database.has(sa.select(page_sessions.c.key).where(is_over)):
            return
        async with self._database.unit_of_work() as work:
            await work.connection.execute(page_sessions.delete().where(is_over))

    async def _read(self, query: "sa.Select[*tuple[object, ...]]") -> list[Session]:
        async with self._database.read() as connection:
            rows = await connection.execute(query)
            return [_session(row) for row in rows]

    def _is_made_here(self, secret: str) -> bool:
        body, _, signature = secret.partition(".")
        if len(secret) > LONGEST_SECRET or not secret.isascii():
            return False
        return hmac.compare_digest(self._signature(body), signature)

    def _signature(self, body: str) -> str:
        digest = hmac.digest(self._key, b"session made here\0" + body.encode(), "sha256")
        return digest.hex()[:SIGNATURE_CHARACTERS]

    def _remember(self, id: str) -> None:
        self._ended[id] = None
        _keep_newest(self._ended)

    def _hash(self, secret: str) -> str:
        return hmac.digest(self._key, b"session\0" + secret.encode(), "sha256").hex()


def _current(now: datetime) -> "sa.Select[*tuple[object, ...]]":
    return sa.select(page_sessions).where(page_sessions.c.until > now)


def _session(row: "sa.Row[*tuple[object, ...]]") -> Session:
    columns = row._mapping
    return Session(
        id=columns["key"][:ID_CHARACTERS],
        user=columns["user"],
        place=Place(columns["scope"], columns["channel"], columns["guild"]),
        locale=columns["locale"],
        name=columns["name"],
        browser=columns["browser"],
        start=columns["begun"],
    )


def _keep_newest(entries: dict[str, Any]) -> None:
    """Drop what was remembered first where too much is."""
    for oldest in [*entries][:-MOST_REMEMBERED]:
        del entries[oldest]


async def _keep_latest(work: UnitOfWork, user: int) -> None:
    """Delete the oldest sessions of a member who has too many."""
    is_own = page_sessions.c.user == user
    latest_keys = (
        sa.select(page_sessions.c.key)
        .where(is_own)
        .order_by(page_sessions.c.begun.desc(), page_sessions.c.key)
        .limit(MOST_OF_MEMBER)
    )
    keys = (await work.connection.execute(latest_keys)).scalars().all()
    await work.connection.execute(
        page_sessions.delete().where(is_own, page_sessions.c.key.not_in(keys))
    )
