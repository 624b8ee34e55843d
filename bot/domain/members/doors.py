"""Who enters the web page: links that work once, and tokens that say whose they are.

A code is 128 random bits, kept in memory until it is used or a minute old. A token is signed, so a restart that keeps
the key keeps those who play at their boards.
"""

import hashlib
import hmac
import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import NamedTuple

from bot.domain.errors import Refused
from bot.domain.values import Person, Place

CODE_SECONDS = 60.0
TOKEN_LIFE = timedelta(minutes=15)
LONGEST_STAY = timedelta(hours=8)
"""How long a token is renewed for a page that stays open; then its member needs a new link."""
MOST_CODES = 10_000


class NoEntry(Refused):
    """A code or token that is not, or no longer, valid."""


class Visitor(NamedTuple):
    """Who has entered, and by which ``door``: what they see is what they would see in ``place``. ``until``: how long
    the token is valid. ``since``: when they came, in unix seconds. ``locale``: of their Discord, as is ``name``."""

    user: int
    door: str
    place: Place
    locale: str
    name: str
    since: int
    until: int


class Doors:
    """Makes and reads codes and tokens.

    :param key: signs tokens; the same after a restart.
    :param url: where the page is, without a slash at its end; empty: it is offered to nobody.
    ``activity``: the application's id where the page opens inside Discord too, else 0. ``to``: the match that is shown
    first, or the custom id of the button that opens a card; 0: what waits.
    """

    def __init__(self, key: bytes, now: Callable[[], datetime], monotonic: Callable[[], float], url: str = "") -> None:
        self.url = url
        self.activity = 0
        self._key = hashlib.sha256(b"loophole web\0" + key).digest()
        self._now = now
        self._monotonic = monotonic
        self._codes: dict[str, tuple[float, int, str, Place, str, str, int | str]] = {}
        self._wanted: dict[int, tuple[float, int | str]] = {}

    def code(self, user: int, door: str, place: Place, locale: str, to: int | str = 0, name: str = "") -> str:
        """A code by which a member enters once."""
        late = self._monotonic() - CODE_SECONDS
        while self._codes and (len(self._codes) >= MOST_CODES or next(iter(self._codes.values()))[0] < late):
            del self._codes[next(iter(self._codes))]
        code = secrets.token_urlsafe(16)
        self._codes[code] = (self._monotonic(), user, door, place, locale, name, to)
        return code

    def want(self, user: int, to: int | str) -> None:
        """Note what a member is to see who opens the page inside Discord now."""
        self._wanted.pop(user, None)
        self._wanted[user] = (self._monotonic(), to)
        if len(self._wanted) > MOST_CODES:
            del self._wanted[next(iter(self._wanted))]

    def wanted(self, user: int) -> int | str:
        """What was noted for a member within the last minute, once; 0 if nothing was."""
        at, to = self._wanted.pop(user, (0.0, 0))
        return to if self._monotonic() - at <= CODE_SECONDS else 0

    def forget(self, user: int) -> None:
        """Drop the codes of a member who has deleted their data, and what they were to see."""
        self._codes = {code: issued for code, issued in self._codes.items() if issued[1] != user}
        self._wanted.pop(user, None)

    def link(self, who: Person, place: Place, locale: str, to: int | str = 0) -> str:
        """The address at which a member enters once. What follows its ``#`` is sent to no server by a browser."""
        return f"{self.url}/#{self.code(who.id, 'link', place, locale, to, who.name)}"

    def enter(self, code: str) -> tuple[Visitor, int | str]:
        """Use up a code: who enters, and where to. Raises NoEntry."""
        at, user, door, place, *said, to = self._codes.pop(code, (0.0, 0, "", Place(0, 0), "", "", 0))
        if not user or self._monotonic() - at > CODE_SECONDS:
            raise NoEntry("this link has been used or is too old; press the button again for a new one")
        return self.visitor(user, door, place, *said), to

    def visitor(self, user: int, door: str, place: Place, locale: str, name: str) -> Visitor:
        """A member who enters now."""
        since = int(self._now().timestamp())
        return Visitor(user, door, place, locale, name, since, since + int(TOKEN_LIFE.total_seconds()))

    def token(self, visitor: Visitor) -> str:
        """The signed token of a visitor."""
        user, door, place, *others = visitor
        written = json.dumps([user, door, [place.scope, place.channel, place.guild], *others])
        body = urlsafe_b64encode(written.encode()).rstrip(b"=")
        return f"{body.decode()}.{self._sign(body)}"

    def read(self, token: str) -> Visitor:
        """The visitor of a token. Raises NoEntry."""
        body, _, sign = token.partition(".")
        if not (token.isascii() and hmac.compare_digest(self._sign(body.encode()), sign)):
            raise NoEntry("open the board again from Discord")
        user, door, place, locale, name, since, until = json.loads(urlsafe_b64decode(body + "=" * (-len(body) % 4)))
        if not since <= self._now().timestamp() + 60 or until <= self._now().timestamp():
            raise NoEntry("this page has been open too long; open it again from Discord")
        return Visitor(user, door, Place(*place), locale, name, since, until)

    def renewed(self, visitor: Visitor) -> Visitor | None:
        """The visitor with a longer stay once half of the token's life is over; None while it need not be renewed,
        and once they have stayed as long as anybody may."""
        now, life = int(self._now().timestamp()), int(TOKEN_LIFE.total_seconds())
        until = min(now + life, visitor.since + int(LONGEST_STAY.total_seconds()))
        return visitor._replace(until=until) if until > visitor.until and visitor.until - now < life / 2 else None

    def _sign(self, body: bytes) -> str:
        return urlsafe_b64encode(hmac.digest(self._key, body, "sha256")).rstrip(b"=").decode()
