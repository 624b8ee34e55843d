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
"""Holds the state with which this browser was sent to Discord.

So what comes back is what its member began: an address with a code on anybody's page, as that of a
picture, brings no cookie and does nothing.
"""
COOKIE_SECONDS = 600
START_AGAIN = _("start again from Discord, in the same browser")
_STATE = re.compile(r"[\w-]{22}", re.ASCII)


class LinkedRoles:
    """Sends members to Discord, and takes what they come back with."""

    def __init__(self, services: Services, activity: Activity) -> None:
        self._services = services
        self._activity = activity

    async def answer(self, request: web.Request, sender: int) -> web.Response:
        """Send the member to Discord; or tell Discord, once it has sent them back, what they have
        played until now. Raises NoEntry, NotNow, ShutOut."""
        url = f"{self._services.doors.url}/linked-roles"
        if "error" in request.query:  # they did not agree
            raise NoEntry(START_AGAIN)
        if "code" not in request.query:
            return self._redirect_to_discord(url)
        _require_same_browser(request)
        async with self._activity.link(request.query["code"], url, sender) as linking:
            require_allowed(self._services, 0, linking.user)
            linking.values.update(await self._achievements(linking.user))
        answer = web.Response(text=Language(linking.locale)(texts.LINKED_DONE))
        answer.del_cookie(COOKIE, path="/", secure=True, httponly=True, samesite="Lax")
        return answer

    def _redirect_to_discord(self, url: str) -> web.Response:
        state = secrets.token_urlsafe(16)
        address = self._activity.authorize(url, state)
        answer = web.Response(status=302, headers={"Location": address})
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

    async def _achievements(self, user: int) -> dict[str, int]:
        """The numbers by which servers may give roles."""
        profile = await self._services.ratings.profile(user)
        world = await self._services.ratings.of(user, WORLD)
        ratings = [entry.rating for entry in world if not entry.provisional]
        return {
            "rating": round(max(ratings, default=0)),
            "matches": profile.total.matches,
            "games": len(profile.records),
        }


def _require_same_browser(request: web.Request) -> None:
    """Raises NoEntry unless the state that came back is the one that this browser was sent away
    with."""
    state = request.query.get("state", "")
    own_state = request.cookies.get(COOKIE, "")
    well_formed = _STATE.fullmatch(state) and _STATE.fullmatch(own_state)
    if not well_formed or not compare_digest(state, own_state):
        raise NoEntry(START_AGAIN)
