"""Sends what answers an interaction: one request at a time, and each given up after a while."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Collection, Sequence
from dataclasses import dataclass
from typing import Literal, cast

import discord

from bot.chat.discord.components import Post, kept_fields
from bot.chat.discord.forms import LINE, Form, SentPart, fill, form_input
from bot.chat.discord.gateway.failures import FAILURES
from bot.chat.discord.gateway.refusals import (
    ACKNOWLEDGED,
    ApiRequest,
    Meaning,
    meaning,
    reason,
    undone,
    unheard,
    unless_refused,
)
from bot.chat.discord.gateway.turns import WorkTurn
from bot.chat.discord.lengths import TooLong, require_lengths
from bot.chat.discord.press import Press, read
from bot.domain.errors import NotFound
from bot.domain.values import InteractionRef, Person, Place

log = logging.getLogger(__name__)

ANSWER_SECONDS = 20.0  # seconds after which a request that Discord does not answer is given up


@dataclass(frozen=True, slots=True)
class PublicAnswer:
    """An answer that was given.

    :param message: its id; 0 if that is not known
    :param to_all: everyone there can see it; else Discord shows it to the member alone, as where
        members may not use apps that the server has not
    """

    message: int
    to_all: bool


@dataclass(frozen=True, slots=True)
class RefusedForm:
    """A form that could not be taken as it was sent.

    :param texts: of its fields
    :param opener: opens it again
    """

    texts: Sequence[str] = ()
    opener: Press | None = None


class Answer:
    """The answer to an interaction of ``user`` in ``place``.

    ``interaction_ref`` is stored with a post that is to answer the interaction. ``pressed``: a
    button, menu or form was used, not a command, on ``pressed_message``; ``pressed_private``: which
    only the member sees, and which can then be changed in place. ``values``: what was chosen in a
    menu.
    """

    _turn: WorkTurn | None = None

    def __init__(self, interaction: discord.Interaction) -> None:
        channel = interaction.channel_id or 0
        guild = interaction.guild_id
        self.interaction = interaction
        self.user = interaction.user.id
        self.person = Person(self.user, interaction.user.display_name)
        self.place = Place(channel if guild is None else guild, channel, guild is not None)
        self.scope = self.place.scope
        self.channels = {channel, getattr(interaction.channel, "parent_id", 0)}  # a thread's, too
        self.interaction_ref = InteractionRef(
            interaction.id, interaction.token, interaction.application_id
        )
        self.locale: str = interaction.locale.value
        self.pressed = interaction.type is not discord.InteractionType.application_command
        self.pressed_private = (
            interaction.message is not None and interaction.message.flags.ephemeral
        )
        self.pressed_message = interaction.message.id if interaction.message is not None else None
        self._data = cast(SentPart, interaction.data or {})
        self.values = tuple(self._data.get("values") or ())
        self._lock = asyncio.Lock()
        self._announced = False
        # for all to see, after an announcement
        self._followed: discord.WebhookMessage | None = None
        self._failure: Exception | None = None  # with which the latest try of a first answer ended

    @property
    def answered(self) -> bool:
        """Whether Discord has been given a first answer."""
        return self.interaction.response.is_done()

    @property
    def arrived(self) -> Literal["yes", "late", "no"]:
        """Whether a first answer has arrived.

        Late: Discord knew the interaction no more, as after three seconds.
        """
        failure = self._failure
        if self.answered:
            return "yes"
        if not isinstance(failure, discord.HTTPException):
            return "no"
        if failure.code == ACKNOWLEDGED:
            return "yes"  # only the receipt was lost
        return "late" if meaning(failure, ApiRequest.ANSWER) is Meaning.GONE else "no"

    def require_lengths(self) -> None:
        """Raises TooLong where a text that was sent is longer than it may be."""
        command = self.interaction.command
        require_lengths(self._data, {} if command is None else command.extras.get("longest", {}))

    def typed(self, name: str, *, long: bool = False) -> str:
        """The text of a field of the form that was sent, ``long`` if it is a box, or what was
        chosen in a menu of it.

        Raises TooLong.
        """
        sent_form = form_input(self._data)
        values = {**sent_form.texts, **sent_form.choices}
        text = values.get(name, "")
        if not long and len(text) > LINE:
            raise TooLong(LINE, sent_form.texts.values())
        return text

    @property
    def refused_form(self) -> RefusedForm:
        """The form that was sent; an empty one if none was."""
        sent_form = form_input(self._data)
        press = read(self._data.get("custom_id") or "")
        opener = None if press is None else press.opener
        if opener is not None:
            opener = opener.chosen(sent_form.choices)
        return RefusedForm(list(sent_form.texts.values()), opener)

    async def own_roles(self) -> Collection[int]:
        """The member's roles in the server in which they ask."""
        return {role.id for role in getattr(self.interaction.user, "roles", ())}

    @contextlib.asynccontextmanager
    async def _request(self) -> AsyncIterator[None]:
        """A request that answers the interaction, one at a time. Raises TimeoutError, FAILURES."""
        try:
            async with asyncio.timeout(ANSWER_SECONDS), self._lock:
                yield
        except Exception as error:
            self._note(error)
            raise

    def _note(self, error: Exception) -> None:
        """Note why a request failed, if it was to be the first answer."""
        if not self.answered:
            self._failure = error

    @contextlib.asynccontextmanager
    async def _private_request(self) -> AsyncIterator[None]:
        """A request to show something to the member alone: one that cannot be sent is only logged,
        as our mistake where Discord does not take it as it is.
        """
        self._work_done()
        try:
            async with self._request():
                yield
        except FAILURES as error:
            level = logging.INFO if unheard(error) else logging.ERROR
            log.log(level, "a member could not be answered: %s", reason(error))

    def _work_done(self) -> None:
        """While Discord is waited for, others have their turn."""
        if self._turn is not None:
            self._turn.end()

    async def announce(self) -> None:
        """Show that an answer is on its way, if there is none yet."""
        async with self._private_request():
            if not self.answered:
                await self.interaction.response.defer(
                    ephemeral=True, thinking=not self.pressed_private
                )
                self._announced = True

    async def withdraw_announcement(self) -> None:
        """Delete the announcement of an answer that was given elsewhere."""
        self._announced = False
        if not self.pressed_private:
            async with self._private_request():
                await self.interaction.delete_original_response()

    async def acknowledge(self) -> None:
        """Tell Discord that a press was received whose answer was given elsewhere."""
        async with self._private_request():
            await self.interaction.response.defer()

    async def private(self, post: Post, *, anew: bool = False) -> None:
        """Show a message to the member alone: in place of the private one with the pressed button,
        unless ``anew``.
        """
        response = self.interaction.response
        interaction = self.interaction
        async with self._private_request():
            if self._announced:
                self._announced = False
                await interaction.edit_original_response(view=post.view, attachments=post.files())
            elif self.answered:
                await interaction.followup.send(ephemeral=True, **post.message())
            elif self.pressed_private and not anew:
                await response.edit_message(view=post.view, attachments=post.files())
            else:
                await response.send_message(ephemeral=True, **post.message())

    async def launch(self) -> None:
        """Open the page inside Discord; the answer follows, or stands alone where Discord refuses
        that.
        """
        async with self._private_request():
            try:
                if not self.answered:
                    await self.interaction.response.launch_activity()
            except discord.HTTPException as error:
                log.warning("the Activity could not be opened: %s", reason(error))

    async def form(self, modal: Form) -> None:
        """Open a form, filled in with what was refused before; what is sent is another interaction.

        Raises NotFound.
        """
        fill(modal, kept_fields(self.interaction.message))
        async with self._private_request():
            if self.answered:
                raise NotFound("that took too long; press the button again")
            await self.interaction.response.send_modal(modal)

    async def change(self, post: Post | None) -> bool:
        """Change the message with the pressed button, or delete it (None); False if there is an
        answer, such as an announcement, which would be changed instead, or if it is too late.
        """
        success = False
        async with self._private_request():
            if not self.answered and post is not None:
                await self.interaction.response.edit_message(
                    view=post.view, attachments=post.files()
                )
                success = True
            elif not self.answered:
                await self.interaction.response.defer()
                await self.interaction.delete_original_response()
                success = True
        return success

    async def replace(self, post: Post) -> None:
        """Change the answer that everyone sees."""
        async with self._private_request():
            if self._followed is not None:
                await self._followed.edit(view=post.view, attachments=post.files())
            else:
                await self.interaction.edit_original_response(
                    view=post.view, attachments=post.files()
                )

    async def public(
        self, post: Post, *, silent: bool = False, more: bool = False
    ) -> PublicAnswer | None:
        """Answer for all to see; None if there is an answer or Discord refuses it: later is too
        late.

        Raises FAILURES where it is not known whether the answer was given.

        :param silent: without a notification
        :param more: send another message after an answer, which works where the bot itself may not
            post
        """
        self._work_done()
        try:
            async with self._request():
                if not self.answered:
                    return await self._answer_first(post, silent=silent)
                if more:
                    return await self._follow_up(post, silent=silent)
                return None
        except FAILURES as error:
            if not undone(error):
                raise
            log.info("an answer was refused: %s", reason(error))
            return None

    async def _answer_first(self, post: Post, *, silent: bool) -> PublicAnswer:
        """Send the first answer for all to see. Raises FAILURES."""
        response = await self.interaction.response.send_message(silent=silent, **post.message())
        is_hidden = response.is_ephemeral()
        if isinstance(response.resource, discord.InteractionMessage):
            is_hidden = is_hidden or response.resource.flags.ephemeral
        return PublicAnswer(response.message_id or 0, to_all=not is_hidden)

    async def _follow_up(self, post: Post, *, silent: bool) -> PublicAnswer:
        """Send another message after the answer. Raises FAILURES."""
        thinking = self._announced and not self.pressed_private
        if thinking:
            # Discord would put the next message in place of the announcement, for the member alone.
            self._announced = False
            await self.interaction.edit_original_response(view=post.view, attachments=post.files())
        message = await self.interaction.followup.send(silent=silent, wait=True, **post.message())
        if thinking:
            self._followed = message
            with contextlib.suppress(*FAILURES):
                await unless_refused(self.interaction.delete_original_response(), ApiRequest.ANSWER)
        return PublicAnswer(message.id, to_all=not message.flags.ephemeral)
