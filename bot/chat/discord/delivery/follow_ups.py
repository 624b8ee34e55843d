"""What follows a notice that was sent, such as the tags of a forum post: each hook that is
registered for its event, tried again where Discord does not take it.
"""

import logging
from collections.abc import Iterable
from dataclasses import dataclass

from bot.chat.discord.delivery.composers import AfterSent, Hook
from bot.chat.discord.gateway.failures import FAILURES
from bot.chat.discord.gateway.refusals import reason
from bot.chat.discord.services import Services
from bot.domain.errors import NotFound
from bot.domain.events import DomainEvent, Notice
from bot.store import Unavailable

log = logging.getLogger(__name__)

MAX_TRIES = 20
# seconds after the first try; after each other one as many more
AGAIN_SECONDS = 15.0


@dataclass(frozen=True, slots=True)
class FollowUp:
    """A hook that is to be called for a notice.

    :param tries: how often it was called
    :param due: when it is to be called again, in monotonic seconds
    """

    notice: Notice[DomainEvent]
    hook: AfterSent
    tries: int = 0
    due: float = 0.0


class FollowUps:
    """Calls the hooks of notices; an error in one changes nothing about its notice."""

    def __init__(self, services: Services, hooks: Iterable[Hook]) -> None:
        self._services = services
        self._hooks = list(hooks)
        self._waiting: list[FollowUp] = []

    async def begin(self, notice: Notice[DomainEvent]) -> None:
        """Call what is registered to follow a notice, which was sent just now. Raises nothing."""
        for hook in self._hooks:
            if type(notice.event) in hook.events:
                await self._call(FollowUp(notice, hook.call))

    async def try_again(self) -> None:
        """Call again what is due and could not be done before. Raises nothing."""
        now = self._services.monotonic()
        due = [follow_up for follow_up in self._waiting if follow_up.due <= now]
        self._waiting = [follow_up for follow_up in self._waiting if follow_up.due > now]
        for follow_up in due:
            await self._call(follow_up)

    async def _call(self, follow_up: FollowUp) -> None:
        notice = follow_up.notice
        kind = notice.event.kind
        try:
            await follow_up.hook(self._services, notice)
        except Unavailable:
            log.debug("what follows notice %s (%s) waits for the database", notice.id, kind)
        except NotFound:
            log.debug("what notice %s (%s) is about was deleted", notice.id, kind)
        except FAILURES as error:
            self._postpone(follow_up, error)
        except Exception:
            log.exception("what follows notice %s (%s) failed", notice.id, kind)

    def _postpone(self, follow_up: FollowUp, error: Exception) -> None:
        """Have a hook called again that Discord has not taken, unless that was tried often."""
        notice = follow_up.notice
        tries = follow_up.tries + 1
        if tries in (1, MAX_TRIES):
            log.warning(
                "what follows notice %s failed %s times: %s", notice.id, tries, reason(error)
            )
        if tries < MAX_TRIES:
            due = self._services.monotonic() + AGAIN_SECONDS * tries
            self._waiting.append(FollowUp(notice, follow_up.hook, tries, due))
