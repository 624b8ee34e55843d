"""Delivers the notices of the outbox, each once: as a command's answer, into a channel, or as a direct message."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

import discord

from bot.chat.discord.answer import Answer
from bot.chat.discord.components import Post, marked
from bot.chat.discord.delivery import threads
from bot.chat.discord.gateway.failures import FAILURES, may_pass
from bot.chat.discord.services import Services
from bot.chat.language.i18n import Language
from bot.domain.errors import NotFound
from bot.domain.events import Event, Notice
from bot.domain.matches.events import MatchStarted
from bot.domain.outbox import LEASE
from bot.domain.posts import OpenPost
from bot.store import Unavailable

log = logging.getLogger(__name__)

E = TypeVar("E", bound=Event)
MAX_SEARCHED = 1_000  # messages of a channel that are searched for a post that may have been sent already
CLOCK_ERROR = timedelta(days=1)
"""How far this machine's clock may be ahead of Discord's, for notices without an interaction."""
LOCKED = (50083, 160005)  # Discord's codes for an archived thread that a post may not bring back
MAX_ATTEMPTS = 200  # within about 16 hours
MAX_CONCURRENT = 20  # posts that are sent at a time, each to a place of its own
MAX_TO_FOLLOWERS = 5  # of them to followers of matches, so that there is always room for players
AGAIN_SECONDS = 15.0  # time after which a failed post is tried again at the earliest once Discord answers
PATIENCE = 5.0  # seconds that other posts wait for one that Discord does not take; then it goes on by itself
RENEW_SECONDS = LEASE.total_seconds() / 4  # how often the leases of notices that are being sent are extended

Compose: TypeAlias = Callable[[Services, Language, Notice[E]], Awaitable[Post | None]]
"""Makes the post of a notice; None where there is nothing left to say."""
Edit: TypeAlias = Callable[[Services, Notice[E], Post], Awaitable[bool]]
"""Brings an earlier message up to date; False: it could not, so a new one is sent."""
Posted: TypeAlias = Callable[[Services, Notice[E], int], Awaitable[None]]
"""Is given the id of the message in the notice's channel."""
Instead: TypeAlias = Callable[[Services, Notice[E]], Awaitable[int | None]]
"""Gives the channel for a notice whose direct message was refused."""
AfterSent: TypeAlias = Callable[[Services, Notice[Event]], Awaitable[None]]
"""Is called once a notice was sent, wherever to."""


@dataclass(frozen=True, slots=True)
class Composer(Generic[E]):
    """How the post of an event is made and sent."""

    event: type[E]
    compose: Compose[E]
    edit: Edit[E] | None = None
    posted: Posted[E] | None = None
    instead: Instead[E] | None = None


class Stands(NamedTuple):
    """A message in a channel, which may be a direct one; 0: that is not known."""

    place: int
    message: int


class Sent(NamedTuple):
    """Whether a post needs no other try, and its channel, where that is not the one of the interaction."""

    done: bool
    elsewhere: int | None = None


class Delivery:
    """Composes and sends notices, and deletes them once sent."""

    def __init__(
        self,
        services: Services,
        composers: Mapping[type[Event], Composer[Any]],
        after: Iterable[tuple[tuple[type[Event], ...], AfterSent]],
    ) -> None:
        self._services = services
        self._composers = composers
        self._after = list(after)
        self._sending: set[asyncio.Task[Sent]] = set()
        self._to_followers: set[asyncio.Task[Sent]] = set()  # those of them that are sent to followers
        self._latest: dict[int | None, asyncio.Task[Sent]] = {}  # by place
        self._leased: set[tuple[int, int]] = set()  # ids and attempts of notices that are being sent
        self._failed: dict[tuple[int, int], float] = {}  # when (monotonic) Discord did not take which of them

    async def flush(self) -> None:
        """Send all that is due and not claimed by another worker; what takes very long goes on by itself."""
        while (room := MAX_CONCURRENT - len(self._sending)) > 0:
            followed = MAX_TO_FOLLOWERS - len(self._to_followers)
            leased = [notice for notice, _ in self._leased]
            shards = self._services.gateway.shards()
            notices = await self._services.outbox.claim(room, but=leased, followed=followed, shards=shards)
            if not notices:
                break
            for notice in notices:
                place = notice.dm or notice.channel
                sending = asyncio.create_task(self.send(notice, before=self._latest.get(place)))
                self._latest[place] = sending
                self._sending.add(sending)
                if notice.followed:
                    self._to_followers.add(sending)
                sending.add_done_callback(self._sent)
            await asyncio.wait(self._sending - self._to_followers or self._sending, timeout=PATIENCE)

    async def close(self, seconds: float) -> None:
        """Wait for posts that are being sent, at most ``seconds``."""
        if self._sending:
            await asyncio.wait(self._sending, timeout=seconds)

    async def hurry(self) -> None:
        """Discord answers: try again soon what it could not take before. Raises nothing."""
        if self._failed:
            now, failed, self._failed = self._services.monotonic(), self._failed, {}
            waits = {key: max(0.0, at + AGAIN_SECONDS - now) for key, at in failed.items()}
            with contextlib.suppress(Unavailable):  # they are tried later
                await self._services.outbox.hurry(waits)

    async def renew_leases(self) -> None:
        """Extend the leases of the notices that are still being sent. Raises Unavailable."""
        for notice, attempts in list(self._leased):
            await self._services.outbox.hold(notice, attempts=attempts)

    def _sent(self, sending: asyncio.Task[Sent]) -> None:
        self._sending.discard(sending)
        self._to_followers.discard(sending)
        self._latest = {place: task for place, task in self._latest.items() if task is not sending}

    async def send(
        self, notice: Notice[Event], answer: Answer | None = None, before: asyncio.Task[Sent] | None = None
    ) -> Sent:
        """Send a notice that is leased to this worker, after what goes ``before``, or put it back for another try.
        ``answer``: to the interaction that the notice is leased to, which is answered with it if possible. Raises
        nothing: what it is about is stored, whatever becomes of the post."""
        outbox, lease, done = self._services.outbox, (notice.id, notice.attempts), False
        self._leased.add(lease)
        try:
            if before is not None:
                await asyncio.wait({before})
            if answer is None and await outbox.put_off(notice):
                return Sent(False)
            passed = self._services.now() - notice.created
            late = answer is not None and not timedelta(0) <= passed <= LEASE / 2
            if late and not await outbox.hold(notice.id, attempts=notice.attempts):
                return Sent(True)  # it took so long to get here that another worker sends it
            if isinstance(notice.event, MatchStarted):
                notice = await threads.opened(self._services, notice)
            stands, post = await self._sent_before(notice) if notice.attempts > 1 else None, None
            if not notice.followed or await self._may_follow(notice):
                post = await self._composed(notice)
            before_this = stands is not None
            if post is not None:
                stands = stands or await self._deliver(notice, post, answer)
            done = post is None or stands is not None
            asks = post is not None and stands is not None and post.asks and stands.message and not notice.followed
            if not (asks and stands is not None and await self._services.posts.stands(notice, *stands)):
                await (outbox.done if done or notice.dm is None else outbox.to_channel)(notice.id)
            if before_this:
                return Sent(True)
            if post is not None:
                await self.hurry()
        except Unavailable:
            # Its lease runs out, and it is claimed again when the database is back.
            log.warning("notice %s (%s) waits for the database", notice.id, notice.event.kind)
        except NotFound:
            done = True  # what it is about was deleted
            with contextlib.suppress(Unavailable):
                await outbox.done(notice.id)
        except Exception as error:
            if not isinstance(error, FAILURES):  # one post that cannot be made must not hold up all others
                log.exception("notice %s (%s) could not be composed", notice.id, notice.event.kind)
            await self._retry(notice, error)
        else:
            await self._run_hooks(notice)
        finally:
            self._leased.discard(lease)
        return Sent(done, None if answer is None or answer.place.channel == notice.channel else notice.channel)

    async def _run_hooks(self, notice: Notice[Event]) -> None:
        """Call what is registered to follow a notice; an error in it changes nothing about the notice."""
        for events, hook in self._after:
            try:
                if type(notice.event) in events:
                    await hook(self._services, notice)
            except Unavailable:
                log.debug("what follows notice %s (%s) waits for the database", notice.id, notice.event.kind)
            except NotFound:
                log.debug("what notice %s (%s) is about was deleted", notice.id, notice.event.kind)
            except Exception:
                log.exception("what follows notice %s (%s) failed", notice.id, notice.event.kind)

    async def _retry(self, notice: Notice[Event], error: Exception) -> None:
        """Put a notice back for another try, or give it up after ``MAX_ATTEMPTS``."""
        kind, outbox = notice.event.kind, self._services.outbox
        with contextlib.suppress(Unavailable):
            if notice.attempts >= MAX_ATTEMPTS:
                log.error("gave up on notice %s (%s) after %s tries: %s", notice.id, kind, notice.attempts, error)
                await outbox.done(notice.id)
            else:
                log.warning("notice %s (%s) could not be sent yet: %s", notice.id, kind, error or type(error).__name__)
                after = error.retry_after if isinstance(error, discord.RateLimited) else None
                await outbox.retry(notice.id, after=after)
                if isinstance(error, FAILURES) and may_pass(error) and after is None:
                    self._failed[notice.id, notice.attempts] = self._services.monotonic()

    async def _may_follow(self, notice: Notice[Event]) -> bool:
        """Whether a follower may still use the bot in a server of the match and view its channel; if not, they no
        longer follow it. Raises FAILURES."""
        if notice.match is None or notice.dm is None:
            return False
        services, user = self._services, notice.dm
        match = await services.matches.get(notice.match)
        for side in match.sides:
            if services.exclusions.why(side.scope, user) is None and (
                not side.guild or await services.visibility.of_user(user, side.scope, (side.channel,))
            ):
                return True
        await services.matches.unfollow(match.id, user)
        return False

    async def _composed(self, notice: Notice[Event]) -> Post | None:
        return await self._composers[type(notice.event)].compose(self._services, await self._language(notice), notice)

    async def _deliver(self, notice: Notice[Event], post: Post, answer: Answer | None) -> Stands | None:
        """Where the post was sent; None if there is nowhere it can go. Raises what may be better later."""
        composer, services = self._composers[type(notice.event)], self._services
        if notice.dm is not None:
            if (sent := await self._post(notice.dm, notice, post, direct=True)) is not None:
                return sent
            instead = None if composer.instead is None else await composer.instead(services, notice)
            return None if instead is None else await self._post(instead, notice, post)
        here = answer is not None and not (answer.pressed or answer.answered) and answer.place.channel == notice.channel
        if here and answer is not None:
            message = await answer.public(post, silent=await services.members.silent(notice))
            if message is not None:
                return await self._posted(notice, Stands(answer.place.channel, message))
        if notice.channel is not None:
            if composer.edit is not None and await composer.edit(services, notice, post):
                return Stands(notice.channel, 0)
            if (sent := await self._post(notice.channel, notice, post)) is not None:
                return sent
            silent = answer is not None and await services.members.silent(notice)
            if answer is not None and (message := await answer.public(post, silent=silent, more=True)) is not None:
                return Stands(answer.place.channel, message)  # which works where the bot itself may not post
            parent = await threads.abandoned(services, notice)
            if parent is not None and (sent := await self._post(parent, notice, post)) is not None:
                return sent
        return None if notice.ping is None else await self._post(notice.ping, notice, post, direct=True)

    async def _post(self, place: int, notice: Notice[Event], post: Post, *, direct: bool = False) -> Stands | None:
        """Send into a channel, or to a member ``direct``; None if the bot may not, or there is no such place."""
        gateway = self._services.gateway
        try:
            where = await gateway.direct(place) if direct else gateway.channel(place)
            sent = await where.send(
                nonce=nonce(notice), silent=await self._services.members.silent(notice), **post.message()
            )
        except discord.HTTPException as error:
            if not (isinstance(error, discord.Forbidden | discord.NotFound) or error.code in LOCKED):
                raise
            log.warning("notice %s cannot be sent to %s %s: %s", notice.id, ("channel", "member")[direct], place, error)
            return None
        stands = Stands(where.id, sent.id)
        return stands if direct else await self._posted(notice, stands)

    async def _posted(self, notice: Notice[Event], stands: Stands) -> Stands:
        posted = self._composers[type(notice.event)].posted
        if posted is not None and notice.channel == stands.place and stands.message:
            await posted(self._services, notice, stands.message)
        return stands

    async def settle(self, answer: Answer | None = None, **about: int | None) -> None:
        """Close the posts whose question is settled, of all matches, challenges and tournaments or of that ``about``.
        ``answer``: to a press, whose own message is closed by it. Posts that cannot be changed now are tried again."""
        posts = self._services.posts
        shards = None if about else self._services.gateway.shards()
        for open_post in await posts.changed(shards, **about):
            try:
                await self._settle(open_post, answer)
            except Unavailable:
                return
            except NotFound:
                await posts.closed(open_post)  # what it is about was deleted
            except Exception as error:
                if not isinstance(error, FAILURES):
                    log.exception("the post of %s could not be closed", open_post.notice.event.kind)
                if not (isinstance(error, FAILURES) and may_pass(error)):
                    await posts.closed(open_post)

    async def _settle(self, open_post: OpenPost, answer: Answer | None) -> None:
        posts, notice = self._services.posts, open_post.notice
        post = await self._composed(notice)
        if post is not None and post.asks == "open":
            await posts.compared(open_post)
            return
        mine = answer is not None and answer.pressed_message == notice.message
        if not (mine and answer is not None and await answer.change(post)):
            message = self._services.gateway.channel(open_post.place).get_partial_message(notice.message or 0)
            if post is None:
                await message.delete()
            else:
                nobody = discord.AllowedMentions.none()
                await message.edit(view=post.view, attachments=post.files(), allowed_mentions=nobody)
        await (posts.compared if post is not None and post.asks else posts.closed)(open_post)

    async def _language(self, notice: Notice[Event]) -> Language:
        """The language of a post: that of the member it goes to, or of the server."""
        services, chosen = self._services, notice.language
        if notice.dm:
            chosen = (await services.members.settings(notice.dm)).language
        elif chosen is None:
            chosen = (await services.servers.settings(notice.scope)).language
        return await services.gateway.language(notice.scope, chosen)

    async def _sent_before(self, notice: Notice[Event]) -> Stands | None:
        """The message of an earlier try that reached Discord though its answer was lost: it has the notice's id."""
        gateway, via = self._services.gateway, notice.via
        if via is not None and (answer := await gateway.answer_to(via)) is not None and marked(answer, notice.id):
            return Stands(answer.channel.id, answer.id)
        place = notice.dm or notice.channel
        if place is None:
            return None
        # Discord's ids contain its time. Older cards may have the same id: a new database counts from 1 again.
        first = via.interaction if via else discord.utils.time_snowflake(notice.created - CLOCK_ERROR)
        channel = gateway.channel(place) if notice.dm is None else await gateway.direct(place)
        with contextlib.suppress(discord.NotFound, discord.Forbidden):
            async for message in channel.history(limit=MAX_SEARCHED):
                if message.id < first:
                    return None
                if marked(message, notice.id):
                    return Stands(channel.id, message.id)
        return None


def nonce(notice: Notice[Event]) -> str:
    """At most 25 characters by which Discord recognises a message that is sent again within a few minutes."""
    # A new database counts its notices from 1 again.
    return f"{notice.id}-{int(notice.created.timestamp() * 1000):x}"[:25]
