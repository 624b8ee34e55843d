"""Linked roles: a member has Discord told what servers may give them roles for.

They come from Discord by a browser.
"""

import re
import secrets
from hmac import compare_digest

from aiohttp import web

from bot.chat.discord.services import Services
from bot.chat.language import texts
from bot.chat.language.i18n import Language
from bot.domain.members.doors import NoEntry
from bot.domain.values import WORLD
from bot.web.activity import Activity
from bot.web.visits import require_allowed
from games.core import _ as _

COOKIE = "__Host-linked-roles"
"""Holds the state with which this browser was sent to Discord, so that what comes back is what its
member began: an address with a code on anybody's page, as that of a picture, brings no cookie and
does nothing."""
COOKIE_SECONDS = 600
START_AGAIN = _("start again from Discord, in the same browser")
_STATE = re.compile(r"[\w-]{22}", re.ASCII)


class LinkedRoles:
    """Sends members to Discord, and takes what they come back with."""

    def __init__(self, services: Services, activity: Activity) -> None:
        self._services = services
        self._activity = activity

    async def visited(self, request: web.Request, sender: int) -> web.Response:
        """Send the member to Discord; or tell Discord, once it has sent them back, what they have
        played until now. Raises NoEntry, NotNow, ShutOut."""
        url = f"{self._services.doors.url}/linked-roles"
        if "error" in request.query:  # they did not agree
            raise NoEntry(START_AGAIN)
        if "code" not in request.query:
            return self._sent_to_discord(url)
        _require_same_browser(request)
        async with self._activity.link(request.query["code"], url, sender) as linking:
            require_allowed(self._services, 0, linking.user)
            linking.values.update(await self._played(linking.user))
        answer = web.Response(text=Language(linking.locale)(texts.LINKED_DONE))
        answer.del_cookie(COOKIE, path="/", secure=True, httponly=True, samesite="Lax")
        return answer

    def _sent_to_discord(self, url: str) -> web.Response:
        state = secrets.token_urlsafe(16)
        answer = web.Response(
            status=302, headers={"Location": self._activity.authorize(url, state)}
        )
        answer.set_cookie(
            COOKIE,
            state,
            max_age=COOKIE_SECONDS,
            path="/",
            secure=True,
            httponly=True,
            samesite="Lax",
        )
        return answer

    async def _played(self, user: int) -> dict[str, int]:
        profile = await self._services.ratings.profile(user)
        world = await self._services.ratings.of(user, WORLD)
        rating = round(max((each.rating for each in world if not each.provisional), default=0))
        return {"rating": rating, "matches": profile.total.matches, "games": len(profile.records)}


def _require_same_browser(request: web.Request) -> None:
    """Raises NoEntry unless the state that came back is the one that this browser was sent away
    with."""
    state = request.query.get("state", "")
    kept = request.cookies.get(COOKIE, "")
    if not (_STATE.fullmatch(state) and _STATE.fullmatch(kept) and compare_digest(state, kept)):
        raise NoEntry(START_AGAIN)
