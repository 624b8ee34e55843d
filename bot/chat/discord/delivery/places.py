"""Where a notice goes: the answer to an interaction, a channel, direct messages; and where else if
one refuses it.
"""

import contextlib
import logging
from collections.abc import Awaitable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any, Final, TypeVar

import discord

from bot.chat.discord.answer import Answer
from bot.chat.discord.components import Post, marked, post as card, rows_of, text
from bot.chat.discord.delivery import threads
from bot.chat.discord.delivery.composers import Composer
from bot.chat.discord.gateway.failures import FAILURES
from bot.chat.discord.gateway.refusals import (
    ApiRequest,
    Cause,
    Meaning,
    cause,
    meaning,
    passes,
    reason,
    undone,
)
from bot.chat.discord.services import Services
from bot.chat.language import texts
from bot.chat.language.i18n import Command, Language, mention
from bot.domain.events import DomainEvent, Notice
from bot.domain.values import COMPUTER

log = logging.getLogger(__name__)

T = TypeVar("T")

# messages of a channel that are searched for a post that may have been sent already
MAX_SEARCHED = 1_000
CLOCK_ERROR = timedelta(days=1)
"""How far this machine's clock may be ahead of Discord's, for notices without an interaction."""

TO_CHANGE: Final[Mapping[Cause, str]] = {
    Cause.WORDS: "exempt the bot's role from the AutoMod rule that blocks its posts",
    Cause.FILES: "let the bot attach files there",
    Cause.TYPE: "choose a text channel",
    Cause.LIMIT: "make room in the server",
}
"""What a host or manager can change about a post that Discord does not take as it is."""


@dataclass(frozen=True, slots=True)
class PostTarget:
    """A channel, or a member's direct messages."""

    id: int
    direct: bool = False


@dataclass(frozen=True, slots=True)
class PostedMessage:
    """A message in a channel, which may be a direct one.

    :param place: the id of the channel
    :param id: of the message; 0: that is not known
    """

    place: int
    id: int


@dataclass(frozen=True, slots=True)
class DeliveryResult:
    """Where a notice was sent.

    :param message: None: it could go nowhere for good
    :param hidden: the answer to the interaction is shown to its member alone
    :param recipient: whom a direct message told instead of a post that all can see
    """

    message: PostedMessage | None
    hidden: bool = False
    recipient: int | None = None


@dataclass(frozen=True, slots=True)
class PlaceRefusal:
    """What a place that refused a post for good has said.

    :param where: the place, and the reason
    """

    meaning: Meaning
    cause: Cause
    where: str

    @property
    def of_content(self) -> bool:
        """Whether the place may take another post."""
        return self.meaning is Meaning.NOT_POSSIBLE and self.cause not in (Cause.TYPE, Cause.LIMIT)


@dataclass(slots=True)
class Tries:
    """The tries to send one notice."""

    patient: bool = True
    """A place whose error may pass is waited for; else the next one is tried, too."""
    uncertain: set[PostTarget] = field(default_factory=set)
    """Where it may have been sent although Discord did not say so."""
    recipients: set[int] = field(default_factory=set)
    """Whom a direct message has told, as no channel took the notice."""
    passing_error: Exception | None = None
    """The latest error that may pass."""
    refusals: list[str] = field(default_factory=list)
    """What other places have said."""

    async def one(self, sending: Awaitable[T]) -> T | None:
        """What a try gives; None if it failed. Raises FAILURES that may pass while patient."""
        try:
            return await sending
        except FAILURES as error:
            if self.patient:
                raise
            self.passing_error = error
            return None


@dataclass(slots=True)
class Sending:
    """A post on its way to the first place that takes it.

    :param answer: to an interaction, which can be answered with it
    :param hidden: Discord has shown that answer to its member alone
    """

    notice: Notice[DomainEvent]
    post: Post
    answer: Answer | None
    tries: Tries
    hidden: bool = False


class Places:
    """Sends notices to where they belong, or else to the next best place."""

    def __init__(
        self, services: Services, composers: Mapping[type[DomainEvent], Composer[Any]]
    ) -> None:
        self._services = services
        self._composers = composers

    async def compose(self, notice: Notice[DomainEvent]) -> Post | None:
        """The post of a notice; None where there is nothing left to say."""
        language = await self._language(notice)
        composer = self._composers[type(notice.event)]
        return await composer.compose(self._services, language, notice)

    async def deliver(
        self, notice: Notice[DomainEvent], post: Post, answer: Answer | None, tries: Tries
    ) -> DeliveryResult:
        """Send the post of a notice. Raises FAILURES that may pass, where it was sent nowhere."""
        sending = Sending(notice, post, answer, tries)
        if notice.dm is not None:
            result = await self._to_member(sending, notice.dm)
        else:
            result = await self._to_channel(sending)
        if result.message is None and tries.passing_error is not None:
            raise tries.passing_error
        return result

    async def _to_member(self, sending: Sending, user: int) -> DeliveryResult:
        """Send a post by direct message, else where the feature says, else to the player's channel
        of their match.
        """
        notice = sending.notice
        message = await self._to_place(sending, PostTarget(user, direct=True))
        if isinstance(message, PostedMessage):
            return DeliveryResult(message)
        instead = self._composers[type(notice.event)].instead
        channel = None if instead is None else await instead(self._services, notice)
        if channel is not None:
            message = await self._to_place(sending, PostTarget(channel))
        elif sending.tries.passing_error is not None and not notice.followed:
            # Their direct messages have failed for long, though not for good.
            message = await self._to_their_channel(sending, user)
        return DeliveryResult(message if isinstance(message, PostedMessage) else None)

    async def _to_their_channel(
        self, sending: Sending, user: int
    ) -> PostedMessage | Meaning | None:
        """Tell a player in the channel of their match what was to be told by direct message."""
        notice = sending.notice
        if notice.match is None:
            return None
        match = await self._services.matches.get(notice.match)
        channel = match.place_of(user).channel
        if channel == match.channel and match.thread is not None:
            channel = match.thread
        channel_notice = replace(notice, dm=None, channel=channel)
        post = await self.compose(channel_notice)
        if post is None:
            return None
        return await self._to_place(
            replace(sending, notice=channel_notice, post=post), PostTarget(channel)
        )

    async def _to_channel(self, sending: Sending) -> DeliveryResult:
        """Answer with a post, or send it to the notice's channel, else where its readers or its
        member see it.
        """
        notice = sending.notice
        answer = sending.answer
        if answer is not None and self._answers_here(notice, answer):
            message = await self._answer(sending, answer)
            if message is not None:
                await self._note_posted(notice, message)
                return DeliveryResult(message)
            if not answer.answered:
                sending.answer = None  # it was refused, and would be again
        if notice.channel is not None:
            message = await self._past_the_answer(sending, notice.channel)
            if message is not None:
                return DeliveryResult(message)
        return await self._directly(sending)

    async def _answer(
        self, sending: Sending, answer: Answer, *, more: bool = False
    ) -> PostedMessage | None:
        """Answer an interaction with a post; None where Discord refuses it, or hides it from
        others.

        :param more: behind an earlier answer
        """
        silent = await self._services.members.silent(sending.notice)
        public_answer = await sending.tries.one(
            answer.public(sending.post, silent=silent, more=more)
        )
        if public_answer is None:
            return None
        if not public_answer.to_all:
            sending.hidden = True
            return None
        return PostedMessage(answer.place.channel, public_answer.message)

    async def _past_the_answer(self, sending: Sending, channel: int) -> PostedMessage | None:
        """Send a post to the notice's channel, behind the answer, or to the channel of its
        thread.
        """
        notice = sending.notice
        edit = self._composers[type(notice.event)].edit
        if edit is not None and await sending.tries.one(edit(self._services, notice, sending.post)):
            return PostedMessage(channel, 0)
        result = await self._to_place(sending, PostTarget(channel))
        if isinstance(result, PostedMessage):
            return result
        message = await self._behind_answer(sending, channel)
        if message is not None:
            return message
        parent = await threads.moved_out(self._services, notice, is_gone=result is Meaning.GONE)
        if parent is not None:
            result = await self._to_place(sending, PostTarget(parent))
        return result if isinstance(result, PostedMessage) else None

    async def _behind_answer(self, sending: Sending, channel: int) -> PostedMessage | None:
        """Send a post behind the answer to an interaction, which works where the bot itself may not
        post.
        """
        answer = sending.answer
        if answer is None or sending.hidden:
            return None
        if not await self._readers_see(sending.notice, channel, answer):
            return None
        return await self._answer(sending, answer, more=True)

    async def _directly(self, sending: Sending) -> DeliveryResult:
        """Tell those whom a notice is for by direct message, as no channel takes it."""
        result = DeliveryResult(None, sending.hidden)
        recipients = sending.tries.recipients
        for user in await self._concerned(sending):
            if user in recipients:
                continue
            message = await self._to_place(sending, PostTarget(user, direct=True))
            if isinstance(message, PostedMessage):
                recipients.add(user)
                result = DeliveryResult(message, sending.hidden, recipient=user)
        return result

    async def _to_place(
        self, sending: Sending, place: PostTarget
    ) -> PostedMessage | Meaning | None:
        """Try a place: None where it failed, what a refusal means where that is for good.

        Raises FAILURES that may pass while patient.
        """
        post = self._post(place, sending.notice, sending.post, sending.tries)
        return await sending.tries.one(post)

    async def _concerned(self, sending: Sending) -> list[int]:
        """Whom a notice is for: the member it pings, else the players of its match but who has
        acted, and but those who have chosen to hear of it otherwise, or not at all.

        Of teams, the members whom its post pings.
        """
        notice = sending.notice
        answer = sending.answer
        if notice.ping is not None:
            return [notice.ping]
        if notice.event.several:
            return [user for user in notice.event.several if user > COMPUTER]
        if notice.match is None:
            return []
        match = await self._services.matches.get(notice.match)
        actor = notice.event.actor if answer is None else answer.user
        if match.by_teams:
            return [user for user in sending.post.pings if user != actor]
        users = list[int]()
        for user in match.seats:
            if user <= COMPUTER or user == actor or match.place_of(user).scope != notice.scope:
                continue
            if (await self._services.members.settings(user)).notices == "channel":
                users.append(user)
        return users

    def _answers_here(self, notice: Notice[DomainEvent], answer: Answer) -> bool:
        """Whether a notice can be the first answer to an interaction, which is in its channel."""
        return not (answer.pressed or answer.answered) and answer.place.channel == notice.channel

    async def _readers_see(self, notice: Notice[DomainEvent], channel: int, answer: Answer) -> bool:
        """Whether those whom a notice in a channel is for see what answers an interaction, and
        nobody else.
        """
        place = answer.place
        if place.channel == channel:
            return True
        if not place.guild or place.scope != notice.scope:
            return False
        visibility = self._services.visibility
        seen_by_all = await visibility.of_readers(place.scope, place.channel, (channel,))
        if channel not in seen_by_all:
            return False
        if notice.ping is None:
            return True
        with contextlib.suppress(*FAILURES):
            views = await visibility.of_user(notice.ping, place.scope, (place.channel,))
            return bool(views)
        return False

    async def _post(
        self, place: PostTarget, notice: Notice[DomainEvent], post: Post, tries: Tries
    ) -> PostedMessage | Meaning:
        """Send to a place, in short where it does not take the post as it is; what its refusal
        means, if it is for good.

        Raises FAILURES that may pass.
        """
        result = await self._request(place, notice, post, tries)
        if isinstance(result, PlaceRefusal) and result.of_content:
            log.warning(
                "notice %s is sent in short to %s; %s",
                notice.id,
                result.where,
                TO_CHANGE.get(result.cause, "please report this"),
            )
            in_short = await self._in_short(notice, post)
            result = await self._request(place, notice, in_short, tries)
        if isinstance(result, PlaceRefusal):
            self._log_refusal(notice, result)
            return result.meaning
        if not place.direct:
            await self._note_posted(notice, result)
        return result

    async def _request(
        self, place: PostTarget, notice: Notice[DomainEvent], post: Post, tries: Tries
    ) -> PostedMessage | PlaceRefusal:
        """Send to a place once. Raises FAILURES that may pass."""
        kind = ApiRequest.DIRECT if place.direct else ApiRequest.POST
        silent = await self._services.members.silent(notice)
        try:
            channel = await self._channel(place)
            message = await channel.send(nonce=nonce(notice), silent=silent, **post.message())
        except FAILURES as error:
            if not undone(error):
                tries.uncertain.add(place)
            if not isinstance(error, discord.HTTPException) or passes(error, kind):
                raise
            where = f"{'member' if place.direct else 'channel'} {place.id}: {reason(error)}"
            tries.refusals.append(where)
            return PlaceRefusal(meaning(error, kind), cause(error), where)
        return PostedMessage(channel.id, message.id)

    def _log_refusal(self, notice: Notice[DomainEvent], refusal: PlaceRefusal) -> None:
        if refusal.meaning is not Meaning.NOT_POSSIBLE:
            log.warning("notice %s cannot be sent to %s", notice.id, refusal.where)
            return
        log.warning(
            "notice %s cannot be sent to %s; %s",
            notice.id,
            refusal.where,
            TO_CHANGE.get(refusal.cause, "nothing helps"),
        )

    async def _channel(self, place: PostTarget) -> discord.DMChannel | discord.PartialMessageable:
        if place.direct:
            return await self._services.gateway.direct(place.id)
        return self._services.gateway.channel(place.id)

    async def _in_short(self, notice: Notice[DomainEvent], post: Post) -> Post:
        """What is sent in place of a post that Discord does not take: its buttons alone stay."""
        t = await self._language(notice)
        line = t(texts.NEWS_REFUSED)
        if notice.match is not None:
            match = await self._services.matches.get(notice.match)
            line = t(texts.POST_REFUSED, match=match.name, board=Command("board"))
        pings: Sequence[int] = notice.event.several
        if not pings and notice.ping is not None:
            pings = (notice.ping,)
        mentions = " ".join(mention(user) for user in pings)
        rows = rows_of(post)
        return card(text(line, mentions), *rows, notice=notice, ping=pings, asks=post.asks)

    async def _note_posted(self, notice: Notice[DomainEvent], message: PostedMessage) -> None:
        """Tell the composer where its post is, if it is in the notice's channel."""
        on_posted = self._composers[type(notice.event)].on_posted
        if on_posted is not None and notice.channel == message.place and message.id:
            await on_posted(self._services, notice, message.id)

    async def _language(self, notice: Notice[DomainEvent]) -> Language:
        """The language of a post: that of the member it goes to, or of the server."""
        services = self._services
        setting = notice.language
        if notice.dm:
            setting = (await services.members.settings(notice.dm)).language
        elif setting is None:
            setting = (await services.servers.settings(notice.scope)).language
        return await services.gateway.language(notice.scope, setting)

    async def already_sent(self, notice: Notice[DomainEvent], tries: Tries) -> PostedMessage | None:
        """The message of an earlier try that reached Discord though its answer was lost: it has the
        notice's id.

        Raises FAILURES that may pass while patient.
        """
        if notice.interaction is not None:
            answer = await tries.one(self._services.gateway.answer_to(notice.interaction))
            # One that only the member of the interaction sees has told nobody else.
            if answer is not None and marked(answer, notice.id) and not answer.flags.ephemeral:
                return PostedMessage(answer.channel.id, answer.id)
        places = list[PostTarget]()
        if notice.dm is not None:
            places.append(PostTarget(notice.dm, direct=True))
        elif notice.channel is not None:
            places.append(PostTarget(notice.channel))
        places += [place for place in tries.uncertain if place not in places]
        for place in places:
            message = await tries.one(self._find(notice, place))
            if message is not None:
                return message
        return None

    async def _find(self, notice: Notice[DomainEvent], place: PostTarget) -> PostedMessage | None:
        """The message of a notice in a place. Raises FAILURES that may pass."""
        # Discord's ids contain its time. Older cards may have the same id: a new database counts
        # from 1 again.
        if notice.interaction is not None:
            first = notice.interaction.id
        else:
            first = discord.utils.time_snowflake(notice.created_at - CLOCK_ERROR)
        try:
            channel = await self._channel(place)
            async for message in channel.history(limit=MAX_SEARCHED):
                if message.id < first:
                    return None
                if marked(message, notice.id):
                    return PostedMessage(channel.id, message.id)
        except discord.HTTPException as error:
            if passes(error, ApiRequest.DIRECT if place.direct else ApiRequest.LOOK):
                raise
        return None


def nonce(notice: Notice[DomainEvent]) -> str:
    """At most 25 characters by which Discord recognises a message that is sent again within a few
    minutes.
    """
    # A new database counts its notices from 1 again.
    return f"{notice.id}-{int(notice.created_at.timestamp() * 1000):x}"[:25]
