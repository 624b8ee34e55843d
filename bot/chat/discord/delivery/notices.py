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
from bot.chat.discord.delivery.composers import Composer, Hook
from bot.chat.discord.delivery.follow_ups import FollowUps
from bot.chat.discord.delivery.outcomes import DeliveryOutcome, Hold
from bot.chat.discord.delivery.places import DeliveryResult, Places, PostedMessage, Tries
from bot.chat.discord.delivery.settling import Settling
from bot.chat.discord.gateway.failures import FAILURES
from bot.chat.discord.gateway.refusals import ApiRequest, passes, reason
from bot.chat.discord.services import Services
from bot.domain.errors import NotFound
from bot.domain.events import DomainEvent, Notice
from bot.domain.matches.events import MatchStarted
from bot.domain.outbox.repository import LEASE, Lease
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
IN_TURN_SECONDS = 1.0  # after which a notice is sent that others of its match go before


class Delivery:
    """Composes and sends notices, and deletes them once sent."""

    def __init__(
        self,
        services: Services,
        composers: Mapping[type[DomainEvent], Composer[Any]],
        hooks: Iterable[Hook],
    ) -> None:
        self._services = services
        self._places = Places(services, composers)
        self._follow_ups = FollowUps(services, hooks)
        self._settling = Settling(services, self._places)
        self._sending: set[asyncio.Task[DeliveryOutcome]] = set()
        # those of them that are sent to followers
        self._to_followers: set[asyncio.Task[DeliveryOutcome]] = set()
        self._latest: dict[int | None, asyncio.Task[DeliveryOutcome]] = {}  # by place
        # ids and attempts of notices that are being sent
        self._leased: set[Lease] = set()
        # when (monotonic) Discord did not take which of them
        self._failed: dict[Lease, float] = {}
        self._holds: dict[int, Hold] = {}  # by notice
        self._trying: dict[int, Tries] = {}  # of the notices that are being sent
        services.privacy.deleted.append(self._forget)

    async def take_over(self) -> None:
        """Hold back what an earlier process could not send, so that answers in its matches wait for
        it.

        Raises Unavailable.
        """
        now = self._services.monotonic()
        for notice in await self._services.outbox.tried():
            self._holds[notice.id] = Hold(notice, now, Tries())

    async def flush(self) -> None:
        """Send all that is due and not claimed by another worker; what takes very long goes on by
        itself.
        """
        while len(self._sending) < MAX_CONCURRENT:
            notices = await self._services.outbox.claim(
                MAX_CONCURRENT - len(self._sending),
                exclude=[lease.notice for lease in self._leased],
                most_to_followers=MAX_TO_FOLLOWERS - len(self._to_followers),
                shards=self._services.gateway.shards(),
            )
            if not notices:
                break
            for notice in notices:
                self._begin_sending(notice)
            players = self._sending - self._to_followers
            await asyncio.wait(players or self._sending, timeout=PATIENCE)
        await self._follow_ups.try_again()

    def _begin_sending(self, notice: Notice[DomainEvent]) -> None:
        """Send a notice in a task of its own, after the one before it in its place."""
        place = notice.dm or notice.channel
        sending = asyncio.create_task(self.send(notice, predecessor=self._latest.get(place)))
        self._latest[place] = sending
        self._sending.add(sending)
        if notice.followed:
            self._to_followers.add(sending)
        sending.add_done_callback(self._end_sending)

    def _end_sending(self, sending: asyncio.Task[DeliveryOutcome]) -> None:
        self._sending.discard(sending)
        self._to_followers.discard(sending)
        self._latest = {place: task for place, task in self._latest.items() if task is not sending}

    async def close(self, seconds: float) -> None:
        """Wait for posts that are being sent, at most ``seconds``."""
        if self._sending:
            await asyncio.wait(self._sending, timeout=seconds)

    async def retry_soon(self) -> None:
        """Discord answers: try again soon what it could not take before. Raises nothing."""
        if not self._failed:
            return
        now = self._services.monotonic()
        failures = self._failed
        self._failed = {}
        waits = {lease: max(0.0, when + AGAIN_SECONDS - now) for lease, when in failures.items()}
        with contextlib.suppress(Unavailable):  # they are tried later
            await self._services.outbox.retry_soon(waits)

    async def renew_leases(self) -> None:
        """Extend the leases of the notices that are still being sent. Raises Unavailable."""
        for lease in list(self._leased):
            await self._services.outbox.extend_lease(lease.notice, attempts=lease.attempts)

    async def settle(self, answer: Answer | None = None, **subject: int | None) -> None:
        """Close the posts whose question is settled: see ``Settling``."""
        await self._settling.settle(answer, **subject)

    async def send(
        self,
        notice: Notice[DomainEvent],
        answer: Answer | None = None,
        predecessor: asyncio.Task[DeliveryOutcome] | None = None,
    ) -> DeliveryOutcome:
        """Send a notice that is leased to this worker, or put it back for another try.

        Raises nothing: what it is about is stored, whatever becomes of the post.

        :param answer: to the interaction that the notice is leased to, which is answered with it if
            possible
        :param predecessor: the sending of another notice, which is waited for
        """
        lease = Lease.of(notice)
        self._leased.add(lease)
        try:
            if predecessor is not None:
                await asyncio.wait({predecessor})
            return await self._try(notice, answer)
        except Unavailable:
            self._log_waiting(notice)
            return DeliveryOutcome(False)
        except NotFound:
            # What it is about was deleted.
            with contextlib.suppress(Unavailable):
                await self._strike_off(notice)
            return DeliveryOutcome(True)
        except Exception as error:
            # one post that cannot be made must not hold up all others
            if not isinstance(error, FAILURES):
                log.exception("notice %s (%s) could not be composed", notice.id, notice.event.kind)
            await self._retry(notice, error)
            return DeliveryOutcome(False, later=isinstance(error, FAILURES))
        finally:
            self._leased.discard(lease)
            self._trying.pop(notice.id, None)

    async def _try(self, notice: Notice[DomainEvent], answer: Answer | None) -> DeliveryOutcome:
        """Send a notice once.

        Raises Unavailable, NotFound, FAILURES that may pass, and what composers raise.
        """
        not_now = await self._not_now(notice, answer)
        if not_now is not None:
            return not_now
        tries = self._tries(notice)
        if isinstance(notice.event, MatchStarted):
            notice = await threads.opened(self._services, notice, patient=tries.patient)
        message = await self._already_sent(notice, tries)
        post = await self._compose(notice)
        if post is None:
            await self._strike_off(notice)
        elif message is not None:
            await self._finish(notice, post, message)
        else:
            return await self._send(notice, post, answer, tries)
        await self._follow_ups.begin(notice)
        return DeliveryOutcome(True)

    async def _not_now(
        self, notice: Notice[DomainEvent], answer: Answer | None
    ) -> DeliveryOutcome | None:
        """Why a notice is not to be sent now; None where it is. Raises Unavailable."""
        outbox = self._services.outbox
        if answer is None:
            if not await outbox.postpone(notice):
                return None
            self._holds.pop(notice.id, None)  # nothing waits for what waits until morning
            return DeliveryOutcome(False)
        age = self._services.now() - notice.created_at
        in_time = timedelta(0) <= age <= LEASE / 2
        if not in_time and not await outbox.extend_lease(notice.id, attempts=notice.attempts):
            return DeliveryOutcome(True)  # it took so long to get here that another worker sends it
        if await self._caught_up(notice):
            return None
        self._hold(notice)
        await outbox.retry(notice.id, wait=IN_TURN_SECONDS)
        return DeliveryOutcome(False, later=True)

    async def _already_sent(
        self, notice: Notice[DomainEvent], tries: Tries
    ) -> PostedMessage | None:
        """The message of an earlier try, if it has arrived. Raises FAILURES that may pass."""
        if notice.attempts <= 1:
            return None
        return await self._places.already_sent(notice, tries)

    async def _compose(self, notice: Notice[DomainEvent]) -> Post | None:
        """The post of a notice; None where nothing is to be sent. Raises FAILURES that may pass."""
        if notice.followed and not await self._may_follow(notice):
            return None
        return await self._places.compose(notice)

    async def _send(
        self, notice: Notice[DomainEvent], post: Post, answer: Answer | None, tries: Tries
    ) -> DeliveryOutcome:
        """Send a post to the first place that takes it, and finish its notice.

        Raises Unavailable, NotFound, and FAILURES that may pass.
        """
        delivery = await self._places.deliver(notice, post, answer, tries)
        if delivery.message is None:
            await self._undeliverable(notice, tries, shown_to_actor=delivery.hidden)
            await self._follow_ups.begin(notice)
            return DeliveryOutcome(False, hidden=delivery.hidden, unreachable=notice.ping)
        try:
            await self._finish(notice, post, delivery.message)
        except NotFound:
            raise
        except Exception as error:
            # It was shown, whatever happens now. Its next try finds the message, and strikes it
            # off.
            await self._unfinished(notice, error)
        else:
            await self.retry_soon()
            await self._follow_ups.begin(notice)
        return _report(delivery, delivery.message, answer)

    async def _finish(
        self, notice: Notice[DomainEvent], post: Post, message: PostedMessage
    ) -> None:
        """Take a notice that was sent out of the outbox; its post is kept if it asks something.

        Raises Unavailable.
        """
        if post.asks and message.id and not notice.followed:
            self._holds.pop(notice.id, None)
            if await self._services.posts.register(notice, message.place, message.id):
                return
        await self._strike_off(notice)

    async def _unfinished(self, notice: Notice[DomainEvent], error: Exception) -> None:
        """Note that a notice that was sent is still in the outbox."""
        if isinstance(error, Unavailable):
            self._log_waiting(notice)
            return
        log.error(
            "notice %s (%s) could not be struck off", notice.id, notice.event.kind, exc_info=error
        )
        await self._retry(notice, error)

    async def _undeliverable(
        self, notice: Notice[DomainEvent], tries: Tries, *, shown_to_actor: bool
    ) -> None:
        """Go on with a notice that no place takes for good. Raises Unavailable."""
        is_about_play = notice.match is not None or notice.challenge is not None
        if notice.dm is not None and is_about_play and not notice.followed:
            self._holds.pop(notice.id, None)
            if await self._services.outbox.fall_back_to_channel(notice.id):
                return
        else:
            await self._strike_off(notice)
        if notice.followed:
            return  # the players are told by themselves
        why = "; ".join(tries.refusals) or "Discord refuses its answer"
        subject = f"in {notice.scope}" if notice.match is None else f"of match {notice.match}"
        # Who acted reads that nobody else has seen it; nobody was called to do anything.
        level = logging.WARNING if shown_to_actor and notice.ping is None else logging.ERROR
        log.log(level, "notice %s (%s) %s is lost: %s", notice.id, notice.event.kind, subject, why)

    async def _strike_off(self, notice: Notice[DomainEvent]) -> None:
        """Delete a notice with which nothing is left to do. Raises Unavailable."""
        self._holds.pop(notice.id, None)
        await self._services.outbox.done(notice.id)

    async def _retry(self, notice: Notice[DomainEvent], error: Exception) -> None:
        """Put a notice back for another try, or give it up."""
        kind = notice.event.kind
        with contextlib.suppress(Unavailable):
            if self._gives_up(notice, error):
                log.error(
                    "gave up on notice %s (%s) after %s tries: %s",
                    notice.id,
                    kind,
                    notice.attempts,
                    reason(error),
                )
                await self._strike_off(notice)
                return
            self._hold(notice)
            log.warning("notice %s (%s) could not be sent yet: %s", notice.id, kind, reason(error))
            delay = error.retry_after if isinstance(error, discord.RateLimited) else None
            await self._services.outbox.retry(notice.id, wait=delay)
            if delay is None and passes(error, ApiRequest.POST):
                self._failed[Lease.of(notice)] = self._services.monotonic()

    def _gives_up(self, notice: Notice[DomainEvent], error: Exception) -> bool:
        """Whether a notice has been tried often enough."""
        if not isinstance(error, FAILURES):
            return notice.attempts >= MAX_ATTEMPTS_UNMADE
        if self._services.now() - notice.created_at < GIVE_UP_AFTER:
            return False
        is_refusal = isinstance(error, discord.HTTPException) and error.status < 500
        return notice.attempts >= (MAX_REFUSED if is_refusal else MAX_ATTEMPTS)

    def _log_waiting(self, notice: Notice[DomainEvent]) -> None:
        """Log that a notice stays: its lease runs out, and it is claimed again when the database is
        back.
        """
        log.warning("notice %s (%s) waits for the database", notice.id, notice.event.kind)

    # ------------------------------------------------------------------- notices that are held back

    def _tries(self, notice: Notice[DomainEvent]) -> Tries:
        """The tries to send a notice: those of now, which know of earlier ones."""
        tries = self._trying.get(notice.id)
        if tries is None:
            tries = Tries()
            hold = self._holds.get(notice.id)
            if hold is not None:
                patient = self._services.monotonic() - hold.start < PLACE_PATIENCE
                tries = Tries(patient, hold.tries.uncertain, hold.tries.recipients)
            self._trying[notice.id] = tries
        return tries

    def _hold(self, notice: Notice[DomainEvent]) -> None:
        """Note that a notice is held back, so that later ones of its match wait for it."""
        hold = self._holds.get(notice.id)
        start = self._services.monotonic() if hold is None else hold.start
        self._holds[notice.id] = Hold(notice, start, self._tries(notice))

    def _forget(self, user: int) -> None:
        """Forget what is held back that names a member whose data are deleted.

        What is left of it in the outbox is still sent in its turn.
        """
        self._holds = {
            id: hold for id, hold in self._holds.items() if not _names(hold.notice, user)
        }

    async def _caught_up(self, notice: Notice[DomainEvent]) -> bool:
        """Send what is held back of the match of a notice, which is to be told before; whether
        there is none left.
        """
        earlier_notices = [
            hold.notice for hold in self._holds.values() if _goes_before(hold.notice, notice)
        ]
        if not earlier_notices:
            return True
        outbox = self._services.outbox
        await outbox.retry_soon({Lease.of(other): 0.0 for other in earlier_notices})
        await self.flush()
        unsent = await outbox.still_waiting([other.id for other in earlier_notices])
        for other in earlier_notices:
            if other.id not in unsent:
                self._holds.pop(other.id, None)  # another process may have sent it
        return not unsent

    async def _may_follow(self, notice: Notice[DomainEvent]) -> bool:
        """Whether a follower may still use the bot in a server of the match and view its channel;
        if not, they no longer follow it.

        Raises FAILURES that may pass.
        """
        if notice.match is None or notice.dm is None:
            return False
        services = self._services
        user = notice.dm
        match = await services.matches.get(notice.match)
        certain = True
        for side in match.sides:
            if services.exclusions.why(side.scope, user) is not None:
                continue
            if not side.guild:
                return True
            try:
                if await services.visibility.of_user(user, side.scope, (side.channel,)):
                    return True
            except discord.HTTPException as error:
                if passes(error, ApiRequest.MEMBER):
                    raise
                certain = False  # the bot may not look
        if certain:
            await services.matches.unfollow(match.id, user)
        return False


def _names(notice: Notice[DomainEvent], user: int) -> bool:
    """Whether a notice is to a member, calls them, or names them."""
    if user in (notice.dm, notice.ping):
        return True
    return user in named(notice.event.kind, notice.event.payload())


def _goes_before(other: Notice[DomainEvent], notice: Notice[DomainEvent]) -> bool:
    """Whether a notice is to be sent before another in the channel of their match."""
    if notice.match is None or other.match != notice.match:
        return False
    return other.scope == notice.scope and other.dm == notice.dm and other.id < notice.id


def _report(
    delivery: DeliveryResult, message: PostedMessage, answer: Answer | None
) -> DeliveryOutcome:
    """What the member of an interaction may have to hear of a notice that was sent."""
    if answer is None:
        return DeliveryOutcome(True)
    if delivery.recipient is not None or delivery.hidden:
        return DeliveryOutcome(True, hidden=delivery.hidden, recipient=delivery.recipient)
    elsewhere = None if message.place == answer.place.channel else message.place
    return DeliveryOutcome(True, elsewhere=elsewhere)
