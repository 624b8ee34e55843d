"""Settings of the page that turn out to be wrong only when a member comes: the host is told once in
the log, and the member each time.
"""

import logging
import re

from aiohttp import web

from bot.domain.errors import Refused
from games.core import _ as _

log = logging.getLogger(__name__)

CLOSED = _(
    "the page can’t be opened until this bot’s host mends a setting; play in the chat meanwhile"
)
WRONG_SECRET = (
    "DISCORD_CLIENT_SECRET was refused by Discord; copy it anew from the developer portal, page "
    "“OAuth2”"
)
WRONG_ADDRESS = (
    "WEB_URL is {url}, but members reach the page at {origin}: set WEB_URL to the address at which "
    "they end up, or have the web server lead them to WEB_URL"
)
_ADDRESS = re.compile(r"https?://[\w.:\[\]-]{1,200}", re.ASCII)


class Misconfigured(Refused):
    """The page cannot be entered because of a setting of the host's."""

    def __init__(self) -> None:
        super().__init__(CLOSED)


class Mistakes:
    """Logs each kind of mistake once, since strangers can bring one about."""

    def __init__(self) -> None:
        self._logged: set[str] = set()

    def secret(self) -> Misconfigured:
        """Discord does not take the application's secret."""
        self._log_once("secret", WRONG_SECRET)
        return Misconfigured()

    def address(self, request: web.Request, url: str) -> Misconfigured | None:
        """A page of another origin asks: the host's mistake, if it is ours at another address.

        A browser says itself whether a page asks where it came from; an older one shows it by the
        host it asks.

        :param url: the page's address by the settings; empty: it has none.
        """
        origin = request.headers.get("Origin", "")
        _, _, host = origin.partition("://")
        is_same = request.headers.get("Sec-Fetch-Site") == "same-origin" or host == request.host
        if not url or not is_same or not _ADDRESS.fullmatch(origin):
            return None
        self._log_once("address", WRONG_ADDRESS.format(url=url, origin=origin))
        return Misconfigured()

    def _log_once(self, kind: str, mistake: str) -> None:
        if kind not in self._logged:
            self._logged.add(kind)
            log.error("%s", mistake)
