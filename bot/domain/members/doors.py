"""Who enters the web page: links that work once, and tokens that say whose they are.

Both work in every process that has the same key and database. A code is signed: one that was not
made here is refused without asking the database, which has a keyed hash of each code until it is
used. A token is signed, too, so a restart that keeps the key keeps those who play at their boards.
"""

import hashlib
import hmac
import json
import re
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from datetime import datetime, timedelta
from typing import NamedTuple

from bot.domain.errors import Refused
from bot.domain.members import links
from bot.domain.members.links import Link
from bot.domain.members.sessions import Session, Sessions
from bot.domain.unit_of_work import Database, retried
from bot.domain.values import Person, Place

CODE_SECONDS = 60.0
TOKEN_LIFE = timedelta(minutes=15)
LONGEST_STAY = timedelta(hours=8)
"""How long a token is renewed for a page that stays open; then its member needs a new link."""
RANDOM_BYTES = 16
SECONDS_BYTES = 5  # unix seconds until which a code works
SIGNATURE_BYTES = 12
_CODE = re.compile(r"[\w-]{44}", re.ASCII)


class NoEntry(Refused):
    """A code or token that is not, or no longer, valid."""


class Visitor(NamedTuple):
    """Who has entered, and by which ``door``: what they see is what they would see in ``place``.

    :param locale: of their Discord, as is ``name``.
    :param entered_at: when they came, in unix seconds.
    :param expires_at: until when the token is valid, in unix seconds.
    :param session: the id of the session of their browser, if it has one.
    """

    user: int
    door: str
    place: Place
    locale: str
    name: str
    entered_at: int
    expires_at: int
    session: str = ""


class Doors:
    """Makes and reads codes and tokens.

    :param key: signs codes and tokens; the same after a restart, and in all processes on one
        database.
    :param url: where the page is, without a slash at its end; empty: it is offered to nobody.

    ``activity``: the application's id where the page opens inside Discord too, else 0. ``target``:
    the match that is shown first, or the custom id of the button that opens a card; 0: what waits.
    """

    def __init__(self, key: bytes, database: Database, url: str = "") -> None:
        self.url = url
        self.activity = 0
        self._key = hashlib.sha256(b"loophole web\0" + key).digest()
        self._database = database
        self._now = database.now
        self.sessions = Sessions(self._key, database)

    async def code(
        self, user: int, door: str, place: Place, locale: str, target: int | str = 0, name: str = ""
    ) -> str:
        """A code by which a member enters once, within a minute. Raises Unavailable."""
        expiry = self._now() + timedelta(seconds=CODE_SECONDS)
        seconds = int(expiry.timestamp()).to_bytes(SECONDS_BYTES, "big")
        body = secrets.token_bytes(RANDOM_BYTES) + seconds
        code = _text(body + self._code_signature(body))
        link = Link(user, door, place, locale, name, target)
        await self._add(self._stored_form(code), link, expiry)
        return code

    @retried
    async def _add(self, code_hash: str, link: Link, expiry: datetime) -> None:
        async with self._database.unit_of_work() as work:
            await links.add(work.connection, code_hash, link, expiry)

    async def link(self, who: Person, place: Place, locale: str, target: int | str = 0) -> str:
        """The address at which a member enters once.

        What follows its ``#`` is sent to no server by a browser. Raises Unavailable.
        """
        return f"{self.url}/#{await self.code(who.id, 'link', place, locale, target, who.name)}"

    async def enter(self, code: str) -> tuple[Visitor, int | str]:
        """Use up a code: who enters, and where to. Raises NoEntry, Unavailable."""
        link = await self._use(code)
        if link is None:
            raise NoEntry("this link has been used or is too old; get a new one in Discord")
        visitor = self.visitor(link.user, link.door, link.place, link.locale, link.name)
        return visitor, link.target

    async def _use(self, code: str) -> Link | None:
        """The link of a code that was not used yet, which is used now.

        Reading comes first: who sends a used code again and again takes no turn from those who
        write.
        """
        code_hash = self._stored_form(code)
        if not self._may_work(code) or not await self._database.has(links.link_query(code_hash)):
            return None
        return await self._take(code_hash)

    @retried
    async def _take(self, code_hash: str) -> Link | None:
        async with self._database.unit_of_work() as work:
            return await links.take(work.connection, code_hash, work.now)

    def _may_work(self, code: str) -> bool:
        """Whether a code was made here and is not too old; whether it was used is known to the
        database alone."""
        if not _CODE.fullmatch(code):
            return False
        body, signature = _split(urlsafe_b64decode(code))
        expiry_seconds = int.from_bytes(body[RANDOM_BYTES:], "big")
        made_here = hmac.compare_digest(self._code_signature(body), signature)
        return made_here and self._now().timestamp() <= expiry_seconds

    @retried
    async def want(self, user: int, target: int | str) -> None:
        """Note what a member is to see who opens the page inside Discord now.

        Raises Unavailable.
        """
        expiry = self._now() + timedelta(seconds=CODE_SECONDS)
        async with self._database.unit_of_work() as work:
            await links.want(work.connection, user, target, expiry)

    async def wanted(self, user: int) -> int | str:
        """What was noted for a member within the last minute, once; 0 if nothing was.

        Raises Unavailable.
        """
        if not await self._database.has(links.wanted_query(user)):
            return 0
        return await self._take_wanted(user)

    @retried
    async def _take_wanted(self, user: int) -> int | str:
        async with self._database.unit_of_work() as work:
            return await links.take_wanted(work.connection, user, work.now)

    async def forget_unused(self) -> None:
        """Delete what nobody has used in time, and sessions that are over. Raises Unavailable."""
        await self.sessions.delete_old()
        if await self._database.has(links.unused_query(self._now())):
            await self._delete_unused()

    @retried
    async def _delete_unused(self) -> None:
        async with self._database.unit_of_work() as work:
            await links.delete_unused(work.connection, work.now)

    def visitor(
        self, user: int, door: str, place: Place, locale: str, name: str, session: str = ""
    ) -> Visitor:
        """A member who enters now."""
        entered_at = int(self._now().timestamp())
        expires_at = entered_at + int(TOKEN_LIFE.total_seconds())
        return Visitor(user, door, place, locale, name, entered_at, expires_at, session)

    async def enter_again(self, secret: str) -> Visitor:
        """Who comes in by what their browser kept of a link. Raises NoEntry, Unavailable."""
        session = await self.sessions.find(secret)
        if session is None:
            raise NoEntry("open the board from Discord")
        return self.visitor_of(session)

    def visitor_of(self, session: Session) -> Visitor:
        """The member of a session, who enters now."""
        return self.visitor(
            session.user, "link", session.place, session.locale, session.name, session.id
        )

    def token(self, visitor: Visitor) -> str:
        """The signed token of a visitor."""
        user, door, place, *other_parts = visitor
        text = json.dumps([user, door, [place.scope, place.channel, place.guild], *other_parts])
        body = urlsafe_b64encode(text.encode()).rstrip(b"=")
        return f"{body.decode()}.{self._sign(body)}"

    def read(self, token: str) -> Visitor:
        """The visitor of a token. Raises NoEntry."""
        body, _, sign = token.partition(".")
        if not (token.isascii() and hmac.compare_digest(self._sign(body.encode()), sign)):
            raise NoEntry("open the board again from Discord")
        padding = "=" * (-len(body) % 4)
        data = urlsafe_b64decode(body + padding)
        user, door, place, locale, name, entered_at, expires_at, session = json.loads(data)
        if self.sessions.has_ended_here(session):
            raise NoEntry("open the board again from Discord")
        if expires_at <= self._now().timestamp():
            raise NoEntry("this page has been open too long; open it again from Discord")
        return Visitor(user, door, Place(*place), locale, name, entered_at, expires_at, session)

    async def renew(self, visitor: Visitor) -> Visitor | None:
        """As ``renewed``; None also where the session of the visitor's browser has ended.

        Raises Unavailable.
        """
        renewed_visitor = self.renewed(visitor)
        if renewed_visitor is None or not visitor.session:
            return renewed_visitor
        goes_on = await self.sessions.goes_on(visitor.user, visitor.session)
        return renewed_visitor if goes_on else None

    def renewed(self, visitor: Visitor) -> Visitor | None:
        """The visitor with a longer stay once half of the token's life is over; None while it need
        not be renewed, and once they have stayed as long as anybody may."""
        now = int(self._now().timestamp())
        life = int(TOKEN_LIFE.total_seconds())
        expires_at = min(now + life, visitor.entered_at + int(LONGEST_STAY.total_seconds()))
        half_over = visitor.expires_at - now < life / 2
        if half_over and expires_at > visitor.expires_at:
            return visitor._replace(expires_at=expires_at)
        return None

    def signature(self, text: str) -> str:
        """The signature of a text that a browser brings back, the same in all processes."""
        return self._sign(b"text\0" + text.encode())

    def _sign(self, body: bytes) -> str:
        return _text(hmac.digest(self._key, body, "sha256"))

    def _code_signature(self, body: bytes) -> bytes:
        return hmac.digest(self._key, b"code\0" + body, "sha256")[:SIGNATURE_BYTES]

    def _stored_form(self, code: str) -> str:
        """The keyed hash under which a code is stored: who reads the database cannot enter."""
        return hmac.digest(self._key, b"stored code\0" + code.encode(), "sha256").hex()


def _text(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def _split(code: bytes) -> tuple[bytes, bytes]:
    """The body and the signature of a code."""
    return code[: RANDOM_BYTES + SECONDS_BYTES], code[RANDOM_BYTES + SECONDS_BYTES :]
