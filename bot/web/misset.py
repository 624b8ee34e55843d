"""Settings of the page that turn out to be wrong only when a member comes: told once to the host,
and to the member.
"""

import logging
import re

from aiohttp import web

from bot.domain.errors import Refused
from games.core import _ as _

log = logging.getLogger(__name__)

SHUT = _(
    "the page can’t be opened until this bot’s host mends a setting; play in the chat meanwhile"
)
WRONG_SECRET = (
    "DISCORD_CLIENT_SECRET was refused by Discord; copy it anew from the developer "
    "portal, page “OAuth2”"
)
_ADDRESS = re.compile(r"https?://[\w.:\[\]-]{1,200}", re.ASCII)


class Misset(Refused):
    """The page cannot be entered because of a setting of the host's."""

    def __init__(self) -> None:
        super().__init__(
            _(
                "the page can’t be opened until this bot’s host mends a setting; play in the "
                "chat meanwhile"
            )
        )


class Mistakes:
    """Which kinds of mistakes the host has been told of: once each, since strangers can bring an
    address about.
    """

    def __init__(self) -> None:
        self._told: set[str] = set()

    def secret(self) -> Misset:
        """Discord does not take the application's secret."""
        self._tell("secret", WRONG_SECRET)
        return Misset()

    def address(self, request: web.Request, url: str) -> Misset | None:
        """A page of another origin asks.

        If it is ours, opened elsewhere than at ``url``, that is the host's mistake.

        A browser says itself whether a page asks where it came from; an older one shows it by the
        host it asks.
        """
        origin = request.headers.get("Origin", "")
        same = (
            request.headers.get("Sec-Fetch-Site") == "same-origin"
            or origin.partition("://")[2] == request.host
        )
        if not url or not same or not _ADDRESS.fullmatch(origin):
            return None
        self._tell(
            "address",
            f"WEB_URL is {url}, but members reach the page at {origin}: set WEB_URL to the "
            "address at which they "
            "end up, or have the web server lead them to WEB_URL",
        )
        return Misset()

    def _tell(self, kind: str, mistake: str) -> None:
        if kind not in self._told:
            self._told.add(kind)
            log.error("%s", mistake)
