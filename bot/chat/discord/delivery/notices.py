"""Delivers the notices of the outbox, each once: as a command's answer, into a channel, or as a direct message."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Generic, TypeAlias, TypeVar

import discord

from bot.chat.discord.components import Post, marked
from bot.chat.discord.delivery import threads
from bot.chat.discord.gateway.failures import FAILURES, GONE
from bot.chat.discord.services import Carrier, Delivered, Sent, Services
from bot.chat.language.i18n import Language
from bot.domain.errors import NotFound
from bot.domain.events import KINDS, Event, Notice
from bot.domain.matches.events import MatchStarted
from bot.domain.outbox import LEASE
from bot.store import Unavailable

log = logging.getLogger(__name__)

E = TypeVar("E", bound=Event)
MOST_SEARCHED = 1_000
"""How many messages of a channel are searched for a post that may have been sent already."""
CLOCK_ERROR = timedelta(days=1)
"""How far this machine's clock may be ahead of Discord's. Only where no interaction tells when a post was due first."""
LOCKED = (50083, 160005)
"""Discord's codes for a thread that is archived and may not be brought back by a post."""
MOST_ATTEMPTS = 20
MOST_AT_ONCE = 20
"""How many posts are on their way at a time, each to a place of its own."""
PATIENCE = 5.0
"""Seconds that other posts wait for one that Discord does not take; then it goes on by itself."""
RENEW_LEASE = LEASE.total_seconds() / 2
"""Seconds after which the lease of a notice that is still being sent is extended."""


Compose: TypeAlias = Callable[[Services, Language, Notice[E]], Awaitable[Post | None]]
"""Makes the post of a notice; None where there is nothing left to say."""
Edit: TypeAlias = Callable[[Services, Notice[E], Post], Awaitable[bool]]
"""Brings an earlier message up to date; False: it could not, so a new one is sent."""
Posted: TypeAlias = Callable[[Services, Notice[E], int], Awaitable[None]]
"""Is given the id of the message that was sent to a channel."""
Instead: TypeAlias = Callable[[Services, Notice[E]], Awaitable[int | None]]
"""Gives the channel for a notice whose direct message was refused."""


@dataclass(frozen=True, slots=True)
class Composer(Generic[E]):
    """How the post of an event is made and sent."""

    event: type[E]
    compose: Compose[E]
    edit: Edit[E] | None = None
    posted: Posted[E] | None = None
    instead: Instead[E] | None = None


AnyComposer: TypeAlias = Composer[Any]


class Uncomposed(Exception):
    """There are events that no feature composes a post of, or that several do."""


def by_event(composers: Iterable[AnyComposer]) -> dict[type[Event], AnyComposer]:
    """The composer of every event. Raises Uncomposed."""
    found: dict[type[Event], AnyComposer] = {}
    for composer in composers:
        if composer.event in found:
            raise Uncomposed(f"several features compose {composer.event.__name__}")
        found[composer.event] = composer
    if missing := sorted(event.__name__ for event in KINDS.values() if event not in found):
        raise Uncomposed(f"no feature composes {', '.join(missing)}")
    return found


class Delivery:
    """Composes and sends notices, and deletes them once sent. ``delivered``: what is done after which were sent."""

    def __init__(
        self,
        composers: Mapping[type[Event], AnyComposer],
        delivered: Iterable[tuple[type[Event], Delivered]] = (),
    ) -> None:
        self._composers = composers
        self._delivered: dict[type[Event], list[Delivered]] = {}
        for event, done in delivered:
            self._delivered.setdefault(event, []).append(done)
        self._sending: set[asyncio.Task[None]] = set()
        self._latest: dict[int | None, asyncio.Task[None]] = {}  # by place
        self._renewing: set[asyncio.Task[bool]] = set()

    async def flush(self, services: Services) -> None:
        """Send all that is due and not claimed by somebody; what takes very long goes on by itself."""
        while (room := MOST_AT_ONCE - len(self._sending)) > 0 and (notices := await services.outbox.claim(room)):
            for notice in notices:
                place = notice.dm or notice.channel
                sending = asyncio.create_task(self._send_after(self._latest.get(place), services, notice))
                self._latest[place] = sending
                self._sending.add(sending)
                sending.add_done_callback(self._sent)
            await asyncio.wait(self._sending, timeout=PATIENCE)

    async def close(self, seconds: float) -> None:
        """Wait for posts that are being sent, at most so many seconds."""
        if under_way := {*self._sending, *self._renewing}:
            await asyncio.wait(under_way, timeout=seconds)

    def _sent(self, sending: asyncio.Task[None]) -> None:
        self._sending.discard(sending)
        self._latest = {place: task for place, task in self._latest.items() if task is not sending}

    async def _send_after(self, before: asyncio.Task[None] | None, services: Services, notice: Notice[Event]) -> None:
        """Send a notice once the one before it, to the same place, is through."""
        async with self._claimed(services, notice):
            if before is not None:
                await asyncio.wait({before})
            await self._send(services, notice)

    @contextlib.asynccontextmanager
    async def _claimed(self, services: Services, notice: Notice[Event]) -> AsyncIterator[None]:
        """Keep other workers from claiming a notice for as long as it takes to send it."""
        loop = asyncio.get_running_loop()
        timers: list[asyncio.TimerHandle] = []

        def renew() -> None:
            timers[:] = [loop.call_later(RENEW_LEASE, renew)]
            renewing = asyncio.ensure_future(_hold(services, notice))
            self._renewing.add(renewing)
            renewing.add_done_callback(self._renewing.discard)

        timers.append(loop.call_later(RENEW_LEASE, renew))
        try:
            yield
        finally:
            timers[0].cancel()

    async def send(self, services: Services, notice: Notice[Event], carrier: Carrier) -> Sent:
        """Send a notice that was put out for ``carrier`` to answer with, and strike it off, or put it back for later.

        Raises nothing: what it tells of is stored, whatever becomes of the post.
        """
        if services.now() - notice.created > LEASE / 2 and not await _hold(services, notice):
            return Sent(True)  # it took so long to get here that another worker sends it
        async with self._claimed(services, notice):
            return await self._send(services, notice, carrier)

    async def _send(self, services: Services, notice: Notice[Event], carrier: Carrier | None = None) -> Sent:
        done = False
        try:
            if carrier is None and await services.outbox.put_off(notice):
                return Sent(False)
            if isinstance(notice.event, MatchStarted):
                notice = await threads.opened(services, notice)
            if notice.attempts > 1 and await _sent_before(services, notice):
                done = True
                await services.outbox.done(notice.id)
                return Sent(True)
            post = None
            if not notice.followed or await _may_follow(services, notice):
                post = await self.compose(services, await language(services, notice), notice)
            if post is None or await self._deliver(services, notice, post, carrier):
                done = True
                await services.outbox.done(notice.id)
            elif notice.dm is not None:
                await services.outbox.to_channel(notice.id)
            else:
                await services.outbox.done(notice.id)
        except Unavailable:
            # Its lease runs out, and it is claimed again when the database is back.
            log.warning("notice %s (%s) waits for the database", notice.id, notice.event.kind)
        except FAILURES as error:
            await _later(services, notice, error)
        except NotFound:
            done = True  # what it tells of was deleted meanwhile
            with contextlib.suppress(Unavailable):
                await services.outbox.done(notice.id)
        except Exception as error:
            # One post that cannot be made must not hold up all others.
            log.exception("notice %s (%s) could not be composed", notice.id, notice.event.kind)
            await _later(services, notice, error)
        else:
            await self._told(services, notice)
        return Sent(done, notice.channel if carrier is not None and carrier.place.channel != notice.channel else None)

    async def _told(self, services: Services, notice: Notice[Event]) -> None:
        """Do what follows a notice that was sent; whatever fails in it changes nothing about that."""
        for done in self._delivered.get(type(notice.event), ()):
            try:
                await done(services, notice)
            except Unavailable:
                log.debug("what follows notice %s (%s) waits for the database", notice.id, notice.event.kind)
            except Exception:
                log.exception("what follows notice %s (%s) failed", notice.id, notice.event.kind)

    async def compose(self, services: Services, t: Language, notice: Notice[Event]) -> Post | None:
        """What a notice says; None if there is nothing left to say."""
        return await self._composers[type(notice.event)].compose(services, t, notice)

    async def _deliver(self, services: Services, notice: Notice[Event], post: Post, carrier: Carrier | None) -> bool:
        """True once it is sent, False if there is nowhere it can go. Raises what may be better later."""
        composer = self._composers[type(notice.event)]
        if notice.dm is not None:
            if await _direct(services, notice.dm, notice, post):
                return True
            instead = None if composer.instead is None else await composer.instead(services, notice)
            return instead is not None and await self._post(services, instead, notice, post)
        here = carrier is not None and carrier.place.channel == notice.channel
        answers = carrier is not None and here and not carrier.pressed
        if carrier is not None and answers and await carrier.public(post, silent=await services.members.silent(notice)):
            return True
        if notice.channel is not None:
            if composer.edit is not None and await composer.edit(services, notice, post):
                return True
            if await self._post(services, notice.channel, notice, post):
                return True
            if carrier is not None and await _through(carrier, post, silent=await services.members.silent(notice)):
                return True
            parent = await threads.abandoned(services, notice)
            if parent is not None and await self._post(services, parent, notice, post):
                return True
        return notice.ping is not None and await _direct(services, notice.ping, notice, post)

    async def _post(self, services: Services, channel: int, notice: Notice[Event], post: Post) -> bool:
        """Send into a channel; False if the bot may not, or there is no such channel any more."""
        try:
            sent = await services.gateway.channel(channel).send(
                view=post.view,
                files=post.files(),
                allowed_mentions=post.mentions(),
                nonce=nonce(notice),
                silent=await services.members.silent(notice),
            )
        except discord.HTTPException as error:
            if not (isinstance(error, discord.Forbidden | discord.NotFound) or error.code in LOCKED):
                raise
            log.warning("cannot post in channel %s: %s", channel, error)
            return False
        composer = self._composers[type(notice.event)]
        if composer.posted is not None:
            await composer.posted(services, notice, sent.id)
        return True


def nonce(notice: Notice[Event]) -> str:
    """What Discord knows a message by when it is sent again within a few minutes: at most 25 characters.

    It holds the time as well as the id, for a database made anew counts its notices from 1 again.
    """
    return f"{notice.id}-{int(notice.created.timestamp() * 1000):x}"[:25]


async def language(services: Services, notice: Notice[Event]) -> Language:
    """The language of a post: that of the member it goes to, or of the server."""
    if notice.dm:
        chosen = (await services.members.settings(notice.dm)).language
    elif notice.language is not None:
        chosen = notice.language
    else:
        chosen = (await services.servers.settings(notice.scope)).language
    guild = services.gateway.guild(notice.scope)
    return Language(chosen or (guild.preferred_locale.value if guild else "en-US"))


async def _may_follow(services: Services, notice: Notice[Event]) -> bool:
    """Whether a follower may still use the bot in the server of the match and view its channel; who may not follows it
    no longer. Raises FAILURES."""
    if notice.match is None or notice.dm is None:
        return False
    match, user = await services.matches.get(notice.match), notice.dm
    if services.exclusions.why(match.scope, user) is None and (
        not match.guild or match.channel in await services.visibility.of_user(user, match.scope, (match.channel,))
    ):
        return True
    await services.matches.unfollow(match.id, notice.dm)
    return False


async def _hold(services: Services, notice: Notice[Event]) -> bool:
    """Extend the lease of a notice; False if another worker has claimed it since."""
    try:
        return await services.outbox.hold(notice.id, attempts=notice.attempts)
    except Unavailable:
        return False


async def _later(services: Services, notice: Notice[Event], error: Exception) -> None:
    kind = notice.event.kind
    if notice.attempts >= MOST_ATTEMPTS:
        log.error("gave up on notice %s (%s) after %s tries: %s", notice.id, kind, notice.attempts, error)
        with contextlib.suppress(Unavailable):
            await services.outbox.done(notice.id)
        return
    log.warning("notice %s (%s) could not be sent yet: %s", notice.id, kind, error or type(error).__name__)
    with contextlib.suppress(Unavailable):
        after = error.retry_after if isinstance(error, discord.RateLimited) else None
        await services.outbox.retry(notice.id, after=after)


async def _through(carrier: Carrier, post: Post, *, silent: bool) -> bool:
    """Send by way of the interaction, which works where the bot itself may not post; False if that is over."""
    if not carrier.answered:
        return await carrier.public(post, silent=silent)
    try:
        await carrier.follow_up(post, silent=silent)
    except discord.HTTPException as error:
        if error.status not in GONE:
            raise
        return False
    return True


async def _direct(services: Services, user: int, notice: Notice[Event], post: Post) -> bool:
    """Send as a direct message; False if the user takes none."""
    try:
        channel = await services.gateway.direct(user)
        await channel.send(
            view=post.view,
            files=post.files(),
            allowed_mentions=post.mentions(),
            nonce=nonce(notice),
            silent=await services.members.silent(notice),
        )
    except (discord.Forbidden, discord.NotFound) as error:
        log.warning("notice %s cannot be sent as a direct message: %s", notice.id, error)
        return False
    return True


async def _sent_before(services: Services, notice: Notice[Event]) -> bool:
    """Whether an earlier try did reach Discord though we never learned of it: the card carries the notice's id."""
    if notice.via is not None:
        answer = await services.gateway.answer_to(notice.via)
        if answer is not None and marked(answer, notice.id):
            return True
    channel: discord.abc.Messageable
    if notice.dm is not None:
        channel = await services.gateway.direct(notice.dm)
    elif notice.channel is not None:
        channel = services.gateway.channel(notice.channel)
    else:
        return False
    # Discord's ids hold its own time. Older cards may carry the same id: a database made anew counts from 1 again.
    first = notice.via.interaction if notice.via else discord.utils.time_snowflake(notice.created - CLOCK_ERROR)
    try:
        async for message in channel.history(limit=MOST_SEARCHED):
            if message.id < first:
                return False
            if marked(message, notice.id):
                return True
    except (discord.NotFound, discord.Forbidden):
        pass
    return False
