"""Delivers the notices of the outbox, each once: as a command's answer, into a channel, or as a
direct message.
"""

import asyncio
import contextlib
import logging
from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Any

import discord

from bot.chat.discord.answer import Answer
from bot.chat.discord.components import Post
from bot.chat.discord.delivery import threads
from bot.chat.discord.delivery.composers import AfterSent, Composer
from bot.chat.discord.delivery.outcomes import FollowUp, Held, Sent, Unsettled
from bot.chat.discord.delivery.places import Delivered, Places, Stands, Tries
from bot.chat.discord.gateway.failures import FAILURES
from bot.chat.discord.gateway.refusals import ARCHIVED, Meaning, Request, meaning, passes, reason
from bot.chat.discord.services import Services
from bot.domain.errors import NotFound
from bot.domain.events import Event, Notice
from bot.domain.matches.events import MatchStarted
from bot.domain.outbox import LEASE
from bot.domain.posts import OpenPost
from bot.domain.privacy.payloads import named
from bot.store import Unavailable

log = logging.getLogger(__name__)

MAX_ATTEMPTS = 200  # within about 16 hours
# of a post that cannot be made, which is a mistake of ours: within about 80 minutes
MAX_ATTEMPTS_UNMADE = 20
GIVE_UP_AFTER = timedelta(hours=16)
"""Age from which a notice is given up: after MAX_ATTEMPTS, or sooner where Discord answers each
with a refusal.
"""
MAX_REFUSED = 20  # attempts at a notice of that age that Discord answers with a refusal
# seconds that a notice waits for its place; then it goes to the next best one, too
PLACE_PATIENCE = 600.0
MAX_CONCURRENT = 20  # posts that are sent at a time, each to a place of its own
MAX_TO_FOLLOWERS = 5  # of them to followers of matches, so that there is always room for players
# time after which a failed post is tried again at the earliest once Discord answers
AGAIN_SECONDS = 15.0
# seconds that other posts wait for one that Discord does not take; then it goes on by itself
PATIENCE = 5.0
# how often the leases of notices that are being sent are extended
RENEW_SECONDS = LEASE.total_seconds() / 4
CLOSING_PATIENCE = 86_400.0  # seconds for which a post that is settled is tried to be changed
LONGEST_CLOSING_PAUSE = 1_800.0  # seconds between two such tries, at most
FOLLOW_UP_TRIES = 20  # how often what follows a notice is tried, such as a forum's tags


class Delivery:
    """Composes and sends notices, and deletes them once sent."""

    def __init__(
        self,
        services: Services,
        composers: Mapping[type[Event], Composer[Any]],
        after: Iterable[tuple[tuple[type[Event], ...], AfterSent]],
    ) -> None:
        self._services = services
        self._places = Places(services, composers)
        self._after = list(after)
        self._sending: set[asyncio.Task[Sent]] = set()
        # those of them that are sent to followers
        self._to_followers: set[asyncio.Task[Sent]] = set()
        self._latest: dict[int | None, asyncio.Task[Sent]] = {}  # by place
        # ids and attempts of notices that are being sent
        self._leased: set[tuple[int, int]] = set()
        # when (monotonic) Discord did not take which of them
        self._failed: dict[tuple[int, int], float] = {}
        self._held: dict[int, Held] = {}  # by notice
        self._trying: dict[int, Tries] = {}  # of the notices that are being sent
        self._follow_ups: list[FollowUp] = []
        self._unsettled: dict[int, Unsettled] = {}  # settled posts that could not be changed
        services.privacy.deleted.append(self._forget)

    async def flush(self) -> None:
        """Send all that is due and not claimed by another worker; what takes very long goes on by
        itself.
        """
        while (room := MAX_CONCURRENT - len(self._sending)) > 0:
            followed = MAX_TO_FOLLOWERS - len(self._to_followers)
            leased = [notice for notice, _ in self._leased]
            shards = self._services.gateway.shards()
            notices = await self._services.outbox.claim(
                room, but=leased, followed=followed, shards=shards
            )
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
            await asyncio.wait(
                self._sending - self._to_followers or self._sending, timeout=PATIENCE
            )
        await self._follow_up()

    async def close(self, seconds: float) -> None:
        """Wait for posts that are being sent, at most ``seconds``."""
        if self._sending:
            await asyncio.wait(self._sending, timeout=seconds)

    async def hurry(self) -> None:
        """Discord answers: try again soon what it could not take before. Raises nothing."""
        if self._failed:
            now = self._services.monotonic()
            failed = self._failed
            self._failed = {}
            waits = {key: max(0.0, at + AGAIN_SECONDS - now) for key, at in failed.items()}
            with contextlib.suppress(Unavailable):  # they are tried later
                await self._services.outbox.retry_soon(waits)

    async def renew_leases(self) -> None:
        """Extend the leases of the notices that are still being sent. Raises Unavailable."""
        for notice, attempts in list(self._leased):
            await self._services.outbox.extend_lease(notice, attempts=attempts)

    def _sent(self, sending: asyncio.Task[Sent]) -> None:
        self._sending.discard(sending)
        self._to_followers.discard(sending)
        self._latest = {place: task for place, task in self._latest.items() if task is not sending}

    async def send(
        self,
        notice: Notice[Event],
        answer: Answer | None = None,
        before: asyncio.Task[Sent] | None = None,
    ) -> Sent:
        """Send a notice that is leased to this worker, after what goes ``before``, or put it back
        for another try.

        ``answer``: to the interaction that the notice is leased to, which is answered with it if
        possible. Raises nothing: what it is about is stored, whatever becomes of the post.
        """
        lease = (notice.id, notice.attempts)
        self._leased.add(lease)
        try:
            if before is not None:
                await asyncio.wait({before})
            return await self._send(notice, answer)
        except Unavailable:
            # Its lease runs out, and it is claimed again when the database is back.
            log.warning("notice %s (%s) waits for the database", notice.id, notice.event.kind)
            return Sent(False)
        except NotFound:
            # What it is about was deleted.
            with contextlib.suppress(Unavailable):
                await self._done(notice)
            return Sent(True)
        except Exception as error:
            # one post that cannot be made must not hold up all others
            if not isinstance(error, FAILURES):
                log.exception("notice %s (%s) could not be composed", notice.id, notice.event.kind)
            await self._retry(notice, error)
            return Sent(False, later=isinstance(error, FAILURES))
        finally:
            self._leased.discard(lease)
            self._trying.pop(notice.id, None)

    async def _send(self, notice: Notice[Event], answer: Answer | None) -> Sent:
        """Send a notice once.

        Raises Unavailable, NotFound, FAILURES that may pass, and what composers raise.
        """
        outbox = self._services.outbox
        if answer is None and await outbox.postpone(notice):
            self._held.pop(notice.id, None)  # nothing waits for what waits until morning
            return Sent(False)
        passed = self._services.now() - notice.created
        late = answer is not None and not timedelta(0) <= passed <= LEASE / 2
        if late and not await outbox.extend_lease(notice.id, attempts=notice.attempts):
            return Sent(True)  # it took so long to get here that another worker sends it
        if answer is not None and not await self._caught_up(notice):
            self._hold(notice)
            await outbox.retry(notice.id, after=1.0)  # it is sent in its turn
            return Sent(False, later=True)
        tries = self._tries(notice)
        if isinstance(notice.event, MatchStarted):
            notice = await threads.opened(self._services, notice, patient=tries.patient)
        stands = await self._places.sent_before(notice, tries) if notice.attempts > 1 else None
        post = None
        if not notice.followed or await self._may_follow(notice):
            post = await self._places.composed(notice)
        if post is None:
            await self._done(notice)
            await self._run_hooks(notice)
            return Sent(True)
        if stands is not None:
            await self._strike_off(notice, post, stands)
            await self._run_hooks(notice)
            return Sent(True)
        delivered = await self._deliver(notice, post, answer)
        if delivered.stands is None:
            await self._undeliverable(notice, tries, shown_to_actor=delivered.hidden)
            await self._run_hooks(notice)
            return Sent(False, hidden=delivered.hidden, untold=notice.ping)
        report = _report(notice, answer, delivered)
        try:
            await self._strike_off(notice, post, delivered.stands)
        except NotFound:
            raise
        except Exception as error:
            # It was shown, whatever happens now. Its next try finds the message, and strikes it
            # off.
            await self._not_struck_off(notice, error)
            return report
        await self.hurry()
        await self._run_hooks(notice)
        return report

    async def _deliver(self, notice: Notice[Event], post: Post, answer: Answer | None) -> Delivered:
        """Send a post. Raises FAILURES that may pass."""
        return await self._places.deliver(notice, post, answer, self._tries(notice))

    def _tries(self, notice: Notice[Event]) -> Tries:
        """The tries to send a notice: those of now, which know of earlier ones."""
        tries = self._trying.get(notice.id)
        if tries is None:
            tries = Tries()
            held = self._held.get(notice.id)
            if held is not None:
                patient = self._services.monotonic() - held.since < PLACE_PATIENCE
                tries = Tries(patient, held.tries.uncertain, held.tries.told)
            self._trying[notice.id] = tries
        return tries

    def _hold(self, notice: Notice[Event]) -> None:
        """Note that a notice is held back, so that later ones of its match wait for it."""
        held = self._held.get(notice.id)
        since = self._services.monotonic() if held is None else held.since
        self._held[notice.id] = Held(notice, since, self._tries(notice))

    def _forget(self, user: int) -> None:
        """Forget what is held back that names a member whose data are deleted.

        What is left of it in the outbox is still sent in its turn.
        """
        self._held = {id: held for id, held in self._held.items() if not _names(held.notice, user)}

    async def _caught_up(self, notice: Notice[Event]) -> bool:
        """Send what is held back of the match of a notice, which is to be told before; whether
        there is none left.
        """
        earlier = [held.notice for held in self._held.values() if _goes_before(held.notice, notice)]
        if not earlier:
            return True
        outbox = self._services.outbox
        await outbox.retry_soon({(other.id, other.attempts): 0.0 for other in earlier})
        await self.flush()
        waiting = await outbox.still_waiting([other.id for other in earlier])
        for other in earlier:
            if other.id not in waiting:
                self._held.pop(other.id, None)  # another process may have sent it
        return not waiting

    async def _strike_off(self, notice: Notice[Event], post: Post, stands: Stands) -> None:
        """Take a notice that was sent out of the outbox. Raises Unavailable."""
        self._held.pop(notice.id, None)
        asks = post.asks and stands.message and not notice.followed
        if asks and await self._services.posts.register(notice, stands.place, stands.message):
            return
        await self._services.outbox.done(notice.id)

    async def _not_struck_off(self, notice: Notice[Event], error: Exception) -> None:
        """Note that a notice that was sent is still in the outbox."""
        if isinstance(error, Unavailable):
            # Its lease runs out, and it is claimed again when the database is back.
            log.warning("notice %s (%s) waits for the database", notice.id, notice.event.kind)
            return
        log.error(
            "notice %s (%s) could not be struck off", notice.id, notice.event.kind, exc_info=error
        )
        await self._retry(notice, error)

    async def _undeliverable(
        self, notice: Notice[Event], tries: Tries, *, shown_to_actor: bool
    ) -> None:
        """Go on with a notice that no place takes for good. Raises Unavailable."""
        self._held.pop(notice.id, None)
        if notice.dm is not None and notice.match is not None and not notice.followed:
            await self._services.outbox.fall_back_to_channel(notice.id)
            return
        await self._services.outbox.done(notice.id)
        if notice.followed:
            return  # the players are told by themselves
        why = "; ".join(tries.refused) or "Discord refuses its answer"
        about = f"of match {notice.match}" if notice.match is not None else f"in {notice.scope}"
        # Who acted reads that nobody else has seen it; nobody was called to do anything.
        level = logging.WARNING if shown_to_actor and notice.ping is None else logging.ERROR
        log.log(level, "notice %s (%s) %s is lost: %s", notice.id, notice.event.kind, about, why)

    async def _done(self, notice: Notice[Event]) -> None:
        """Delete a notice with which nothing is left to do. Raises Unavailable."""
        self._held.pop(notice.id, None)
        await self._services.outbox.done(notice.id)

    async def _run_hooks(self, notice: Notice[Event]) -> None:
        """Call what is registered to follow a notice; an error in it changes nothing about the
        notice.
        """
        for events, hook in self._after:
            if type(notice.event) in events:
                await self._run_hook(FollowUp(notice, hook, 0, 0.0))

    async def _run_hook(self, follow_up: FollowUp) -> None:
        """Call what follows a notice, again later if Discord does not take it now."""
        notice = follow_up.notice
        tries = follow_up.tries + 1
        try:
            await follow_up.hook(self._services, notice)
        except Unavailable:
            log.debug(
                "what follows notice %s (%s) waits for the database", notice.id, notice.event.kind
            )
        except NotFound:
            log.debug("what notice %s (%s) is about was deleted", notice.id, notice.event.kind)
        except FAILURES as error:
            if tries == 1 or tries == FOLLOW_UP_TRIES:
                log.warning(
                    "what follows notice %s failed %s times: %s", notice.id, tries, reason(error)
                )
            if tries < FOLLOW_UP_TRIES:
                due = self._services.monotonic() + AGAIN_SECONDS * tries
                self._follow_ups.append(FollowUp(notice, follow_up.hook, tries, due))
        except Exception:
            log.exception("what follows notice %s (%s) failed", notice.id, notice.event.kind)

    async def _follow_up(self) -> None:
        """Try again what follows a notice and could not be done."""
        now = self._services.monotonic()
        due = [follow_up for follow_up in self._follow_ups if follow_up.due <= now]
        self._follow_ups = [follow_up for follow_up in self._follow_ups if follow_up.due > now]
        for follow_up in due:
            await self._run_hook(follow_up)

    async def _retry(self, notice: Notice[Event], error: Exception) -> None:
        """Put a notice back for another try, or give it up."""
        kind = notice.event.kind
        outbox = self._services.outbox
        with contextlib.suppress(Unavailable):
            if self._gives_up(notice, error):
                log.error(
                    "gave up on notice %s (%s) after %s tries: %s",
                    notice.id,
                    kind,
                    notice.attempts,
                    reason(error),
                )
                await self._done(notice)
                return
            self._hold(notice)
            log.warning("notice %s (%s) could not be sent yet: %s", notice.id, kind, reason(error))
            after = error.retry_after if isinstance(error, discord.RateLimited) else None
            await outbox.retry(notice.id, after=after)
            if after is None and passes(error, Request.POST):
                self._failed[notice.id, notice.attempts] = self._services.monotonic()

    def _gives_up(self, notice: Notice[Event], error: Exception) -> bool:
        """Whether a notice has been tried often enough."""
        if not isinstance(error, FAILURES):
            return notice.attempts >= MAX_ATTEMPTS_UNMADE
        if self._services.now() - notice.created < GIVE_UP_AFTER:
            return False
        refused = isinstance(error, discord.HTTPException) and error.status < 500
        return notice.attempts >= (MAX_REFUSED if refused else MAX_ATTEMPTS)

    async def _may_follow(self, notice: Notice[Event]) -> bool:
        """Whether a follower may still use the bot in a server of the match and view its channel;
        if not, they no longer follow it.

        Raises FAILURES that may pass.
        """
        if notice.match is None or notice.dm is None:
            return False
        services = self._services
        user = notice.dm
        match = await services.matches.get(notice.match)
        known = True
        for side in match.sides:
            if services.exclusions.why(side.scope, user) is not None:
                continue
            if not side.guild:
                return True
            try:
                if await services.visibility.of_user(user, side.scope, (side.channel,)):
                    return True
            except discord.HTTPException as error:
                if passes(error, Request.MEMBER):
                    raise
                known = False  # the bot may not look
        if known:
            await services.matches.unfollow(match.id, user)
        return False

    async def settle(self, answer: Answer | None = None, **about: int | None) -> None:
        """Close the posts whose question is settled, of all matches, challenges and tournaments or
        of that ``about``.

        ``answer``: to a press, whose own message is closed by it. Posts that cannot be changed now
        are tried again.
        """
        posts = self._services.posts
        shards = None if about else self._services.gateway.shards()
        now = self._services.monotonic()
        # Another process may have closed some of them.
        self._unsettled = {
            id: one for id, one in self._unsettled.items() if now - one.since < 2 * CLOSING_PATIENCE
        }
        waiting = (
            []
            if about
            else [id for id, unsettled in self._unsettled.items() if now < unsettled.next]
        )
        for open_post in await posts.changed(shards, waiting, **about):
            try:
                await self._settle(open_post, answer)
            except Unavailable:
                return
            except NotFound:
                await self._close(open_post)  # what it is about was deleted
            except FAILURES as error:
                await self._settle_later(open_post, error)
            except Exception:
                log.exception("the post of %s could not be closed", open_post.notice.event.kind)
                await self._close(open_post)

    async def _settle_later(self, open_post: OpenPost, error: Exception) -> None:
        """Try again to change a post that is settled, after as long as it has been tried, or leave
        it as it is.
        """
        now = self._services.monotonic()
        known = self._unsettled.get(open_post.id)
        since = now if known is None else known.since
        if now - since > CLOSING_PATIENCE:
            log.warning("post %s stays as it is: %s", open_post.notice.message, reason(error))
            await self._close(open_post)
            return
        wait = min(max(now - since, AGAIN_SECONDS), LONGEST_CLOSING_PAUSE)
        self._unsettled[open_post.id] = Unsettled(since, now + wait)

    async def _settle(self, open_post: OpenPost, answer: Answer | None) -> None:
        """Bring a post up to date whose question may be settled.

        Raises NotFound, and FAILURES that may pass: what the bot may not do now it may do later, as
        in a thread that was locked.
        """
        posts = self._services.posts
        notice = open_post.notice
        post = await self._places.composed(notice)
        if post is not None and post.asks == "open":
            await posts.mark_checked(open_post)
            return
        pressed = answer is not None and answer.pressed_message == notice.message
        if not (pressed and answer is not None and await answer.change(post)):
            try:
                await self._change(open_post, post)
            except discord.HTTPException as error:
                means = meaning(error, Request.CHANGE)
                if error.code == ARCHIVED:
                    await threads.bring_back(self._services, notice.scope, open_post.place)
                if means in (Meaning.PASSING, Meaning.NOT_ALLOWED):
                    raise
                if means is Meaning.NOT_POSSIBLE:
                    log.warning("post %s stays as it is: %s", notice.message, reason(error))
        if post is not None and post.asks:
            self._unsettled.pop(open_post.id, None)
            await posts.mark_checked(open_post)
        else:
            await self._close(open_post)

    async def _change(self, open_post: OpenPost, post: Post | None) -> None:
        """Show a post in place of one that was sent before; None: delete that. Raises FAILURES."""
        message = self._services.gateway.channel(open_post.place).get_partial_message(
            open_post.notice.message or 0
        )
        if post is None:
            await message.delete()
            return
        nobody = discord.AllowedMentions.none()
        await message.edit(view=post.view, attachments=post.files(), allowed_mentions=nobody)

    async def _close(self, open_post: OpenPost) -> None:
        """Forget a post that asks nothing any more."""
        self._unsettled.pop(open_post.id, None)
        await self._services.posts.remove(open_post)


def _names(notice: Notice[Event], user: int) -> bool:
    """Whether a notice is to a member, calls them, or names them."""
    return user in (notice.dm, notice.ping) or user in named(
        notice.event.kind, notice.event.payload()
    )


def _goes_before(other: Notice[Event], notice: Notice[Event]) -> bool:
    """Whether a notice is to be sent before another in the channel of their match."""
    same = (
        other.match == notice.match is not None
        and other.scope == notice.scope
        and other.dm == notice.dm
    )
    return same and other.id < notice.id


def _report(notice: Notice[Event], answer: Answer | None, delivered: Delivered) -> Sent:
    """What the member of an interaction may have to hear of a notice that was sent."""
    if answer is None:
        return Sent(True)
    if delivered.told is not None or delivered.hidden or delivered.stands is None:
        return Sent(True, hidden=delivered.hidden, told=delivered.told)
    place = delivered.stands.place
    return Sent(True, elsewhere=None if place == answer.place.channel else place)
