"""Closes posts that asked something, once that is settled."""

import logging
from dataclasses import dataclass

import discord

from bot.chat.discord.answer import Answer
from bot.chat.discord.components import Post
from bot.chat.discord.delivery import threads
from bot.chat.discord.delivery.places import Places
from bot.chat.discord.gateway.failures import FAILURES
from bot.chat.discord.gateway.refusals import ARCHIVED, ApiRequest, Meaning, meaning, reason
from bot.chat.discord.services import Services
from bot.domain.errors import NotFound
from bot.domain.posts import OpenPost
from bot.store import Unavailable

log = logging.getLogger(__name__)

CLOSING_PATIENCE = 86_400.0  # seconds for which a post that is settled is tried to be changed
SHORTEST_CLOSING_PAUSE = 15.0  # seconds between two such tries, at least
LONGEST_CLOSING_PAUSE = 1_800.0  # and at most


@dataclass(frozen=True, slots=True)
class Unsettled:
    """A settled post that could not be changed, or not yet to what it is to be.

    :param first_try: when that was tried first, in monotonic seconds
    :param next_try: when it is tried again
    """

    first_try: float
    next_try: float


class Settling:
    """Closes the posts whose question is settled."""

    def __init__(self, services: Services, places: Places) -> None:
        self._services = services
        self._places = places
        self._unsettled: dict[int, Unsettled] = {}  # by post

    async def settle(self, answer: Answer | None = None, **subject: int | None) -> None:
        """Close the posts whose question is settled; those that cannot be changed now are tried
        again.

        Raises Unavailable.

        :param answer: to a press, whose own message is closed by it
        :param subject: the match, challenge or tournament whose posts are meant; without one, all
        """
        for open_post in await self._changed(**subject):
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

    async def _changed(self, **subject: int | None) -> list[OpenPost]:
        """The posts of what has changed; of all matches only those that are due, in the servers of
        this process.
        """
        now = self._services.monotonic()
        # Another process may have closed some of them.
        self._unsettled = {
            id: unsettled_post
            for id, unsettled_post in self._unsettled.items()
            if now - unsettled_post.first_try < 2 * CLOSING_PATIENCE
        }
        if subject:
            return await self._services.posts.changed(None, (), **subject)
        shards = self._services.gateway.shards()
        not_due = [
            id for id, unsettled_post in self._unsettled.items() if now < unsettled_post.next_try
        ]
        return await self._services.posts.changed(shards, not_due)

    async def _settle(self, open_post: OpenPost, answer: Answer | None) -> None:
        """Bring a post up to date whose question may be settled.

        One that lacks the link to its match's latest turn, whose post is on its way, is changed
        again once it can have that.

        Raises NotFound, and FAILURES that may pass: what the bot may not do now it may do later, as
        in a thread that was locked.
        """
        notice = open_post.notice
        turn_is_awaited = await self._services.outbox.has_turn_to_post(notice)
        post = await self._places.compose(notice)
        if post is not None and post.asks == "open":
            await self._services.posts.mark_checked(open_post)
            return
        is_changed = False
        if answer is not None and answer.pressed_message == notice.message:
            is_changed = await answer.change(post)
        if not is_changed:
            await self._change(open_post, post)
        if post is not None and post.asks:
            self._unsettled.pop(open_post.id, None)
            await self._services.posts.mark_checked(open_post)
            return
        lacks_link = post is not None and post.lacks_turn and turn_is_awaited
        if not (lacks_link and self._postpone(open_post)):
            await self._close(open_post)

    async def _change(self, open_post: OpenPost, post: Post | None) -> None:
        """Show a post in place of an open one, which stays where Discord never takes that.

        Raises FAILURES that may pass.

        :param post: None: the message is deleted
        """
        try:
            await self._edit(open_post, post)
        except discord.HTTPException as error:
            if error.code == ARCHIVED:
                await threads.bring_back(self._services, open_post.notice.scope, open_post.place)
            refusal = meaning(error, ApiRequest.CHANGE)
            if refusal in (Meaning.PASSING, Meaning.NOT_ALLOWED):
                raise
            if refusal is Meaning.NOT_POSSIBLE:
                self._log_unchanged(open_post, error)

    async def _edit(self, open_post: OpenPost, post: Post | None) -> None:
        """Edit or delete a message. Raises FAILURES."""
        channel = self._services.gateway.channel(open_post.place)
        message = channel.get_partial_message(open_post.notice.message or 0)
        if post is None:
            await message.delete()
            return
        nobody = discord.AllowedMentions.none()
        await message.edit(view=post.view, attachments=post.files(), allowed_mentions=nobody)

    async def _settle_later(self, open_post: OpenPost, error: Exception) -> None:
        """Try again to change a post that is settled, or leave it as it is."""
        if not self._postpone(open_post):
            self._log_unchanged(open_post, error)
            await self._close(open_post)

    def _postpone(self, open_post: OpenPost) -> bool:
        """Have a post changed again after as long as that has been tried; False once that was long
        enough.
        """
        now = self._services.monotonic()
        settlement = self._unsettled.get(open_post.id)
        first_try = now if settlement is None else settlement.first_try
        if now - first_try > CLOSING_PATIENCE:
            return False
        pause = min(max(now - first_try, SHORTEST_CLOSING_PAUSE), LONGEST_CLOSING_PAUSE)
        self._unsettled[open_post.id] = Unsettled(first_try, now + pause)
        return True

    def _log_unchanged(self, open_post: OpenPost, error: Exception) -> None:
        log.warning("post %s stays as it is: %s", open_post.notice.message, reason(error))

    async def _close(self, open_post: OpenPost) -> None:
        """Forget a post that asks nothing any more."""
        self._unsettled.pop(open_post.id, None)
        await self._services.posts.remove(open_post)
