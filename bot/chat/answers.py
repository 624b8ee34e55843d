"""Answering an interaction: in time, once, to the right people, and with a clear word when something is wrong."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

import discord

from bot.chat.kit.measuring import Seen
from bot.domain.errors import NotFound, Stale
from bot.domain.matches import MemberSettings
from bot.domain.matches.views import Match, Notice, Person, Place, Via
from games.core import GameError, Sentence

from . import boards, cards, ids, texts
from .failures import unheard
from .layout import Post
from .tongue import Command, Markup, Tongue

if TYPE_CHECKING:
    from .client import Bot

log = logging.getLogger(__name__)


def no_such_button() -> NotFound:
    """The refusal of a button or choice that we do not make, or no longer."""
    return NotFound(Sentence(texts.WRONG_OLD_BUTTON, board=Command("board")))


def liked(settings: MemberSettings, t: Tongue) -> dict[str, Any]:
    """How a member likes boards, and what language they read: settings of a picture."""
    found = {name: getattr(settings, name) for name in ("theme", "coordinates", "flip")}
    return {name: value for name, value in found.items() if value} | {"say": t.say}


DEFER_AFTER = 2.0
"""Seconds after which a late answer is announced; Discord gives up after three."""
ANSWER_SECONDS = 20.0
"""Seconds after which an answer that Discord does not take is given up."""


class Answer:
    """The answer to one interaction, used as ``async with Answer(interaction) as answer``.

    Leaving the block on a ``GameError`` tells the member why; on anything else, that it was our fault, and the error
    goes on to the log. A command that takes long is announced before Discord gives up on it.
    """

    def __init__(self, interaction: discord.Interaction[Bot], match: int | None = None) -> None:
        self.interaction = interaction
        self.bot = interaction.client
        self.t = Tongue(interaction.locale.value)
        self.match = match
        self.settings = MemberSettings()
        self._lock = asyncio.Lock()
        self._deferred = False
        self._late: asyncio.TimerHandle | None = None
        self._deferring: asyncio.Task[None] | None = None

    @property
    def user(self) -> int:
        """The id of the member who asks."""
        return self.interaction.user.id

    @property
    def person(self) -> Person:
        """The member who asks."""
        return Person(self.user, self.interaction.user.display_name)

    @property
    def place(self) -> Place:
        """Where it is asked: in a server, or in a private channel."""
        channel = self.interaction.channel_id or 0
        guild = self.interaction.guild_id
        return Place(channel if guild is None else guild, channel, guild is not None)

    @property
    def scope(self) -> int:
        """The server's id, or the private channel's."""
        return self.place.scope

    @property
    def via(self) -> Via:
        """This interaction, for the post that will answer it."""
        return Via(self.interaction.id, self.interaction.token, self.interaction.application_id)

    @property
    def pressed(self) -> bool:
        """Whether a button or menu was used, not a command."""
        return self.interaction.type is not discord.InteractionType.application_command

    @property
    def pressed_private(self) -> bool:
        """Whether a button was pressed on a message that only the member sees; it can then be changed in place."""
        message = self.interaction.message
        return message is not None and message.flags.ephemeral

    async def __aenter__(self) -> Self:
        self._seen = Seen(self.interaction.id, _name(self.interaction))
        loop = asyncio.get_running_loop()
        self._late = loop.call_later(DEFER_AFTER, self._announce)
        with contextlib.suppress(GameError):
            await self.refresh()
        return self

    async def watched(self, match: int) -> Match:
        """A match that the member may look at: played here, their own, or followed by them. Raises NotFound."""
        found = await self.bot.matches.get(match)
        theirs = found.scope == self.scope or found.seat_of(self.user) is not None
        # The buttons of other places are never shown here: somebody has made one up.
        if not theirs and not await self.bot.matches.people.follows(match, self.user):
            raise NotFound("that match is no longer kept")
        return found

    async def refresh(self) -> None:
        """Read how the member likes things."""
        self.settings = await self.bot.matches.people.member(self.user)
        if self.settings.language:
            self.t = Tongue(self.settings.language)

    async def shared(self) -> Tongue:
        """The language of a message that everyone here reads: that of the server."""
        if not self.place.guild or self.pressed_private:
            return self.t
        liked = (await self.bot.matches.people.server(self.scope)).language
        return Tongue(liked or (self.interaction.guild_locale or self.interaction.locale).value)

    def look(self) -> dict[str, Any]:
        """How the member likes boards, and what language they read: settings of a picture."""
        return liked(self.settings, self.t)

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        if self._late is not None:
            self._late.cancel()
        try:
            return await self._settle(error)
        finally:
            self._seen.over(error)

    async def _settle(self, error: BaseException | None) -> bool:
        """Tell the member what went wrong; whether that is the end of the matter."""
        if error is None:
            if self.pressed and not self.interaction.response.is_done():
                # All that came of it was said elsewhere; Discord still waits to hear that the press was noticed.
                async with self._telling():
                    await self.interaction.response.defer()
            return False
        if isinstance(error, GameError):
            await self._explain(error)
            return True
        if isinstance(error, Exception):
            await self.private(cards.wrong(self.t, self.t(texts.WRONG_FAILED)))
        return False

    async def _explain(self, error: GameError) -> None:
        if isinstance(error, Stale) and self.match is not None:
            try:
                await boards.now(self, await self.bot.matches.get(self.match), self.t(texts.STALE))
            except GameError as instead:
                error = instead
            else:
                return
        # Beside what was pressed, which can then be tried again.
        await self.private(cards.wrong(self.t, self.t.error(error)), anew=True)

    def _announce(self) -> None:
        self._deferring = asyncio.create_task(self._defer())

    @contextlib.asynccontextmanager
    async def _answering(self) -> AsyncIterator[None]:
        """One request at a time, and none of them for ever. Raises FAILURES."""
        async with asyncio.timeout(ANSWER_SECONDS), self._lock:
            yield

    @contextlib.asynccontextmanager
    async def _telling(self) -> AsyncIterator[None]:
        """The same for what the member alone is told: nothing else depends on whether that can be done."""
        try:
            async with self._answering():
                yield
        except Exception as error:
            if not unheard(error):
                raise
            log.info("a member could not be answered: %s", error or type(error).__name__)

    async def _defer(self) -> None:
        async with self._telling():
            if not self.interaction.response.is_done():
                await self.interaction.response.defer(ephemeral=True, thinking=not self.pressed_private)
                self._deferred = True

    async def private(self, post: Post, *, anew: bool = False) -> None:
        """Show a message to the member alone: in place of the one a button of theirs was on, unless ``anew``."""
        response = self.interaction.response
        async with self._telling():
            if response.is_done():
                if self._deferred:
                    self._deferred = False
                    await self.interaction.edit_original_response(view=post.view, attachments=post.files())
                else:
                    await self.interaction.followup.send(
                        view=post.view, files=post.files(), ephemeral=True, allowed_mentions=post.mentions()
                    )
            elif self.pressed_private and not anew:
                await response.edit_message(view=post.view, attachments=post.files())
            else:
                await response.send_message(
                    view=post.view, files=post.files(), ephemeral=True, allowed_mentions=post.mentions()
                )

    async def form(self, shown: discord.ui.Modal) -> None:
        """Open a form over Discord; the answer to it is an interaction of its own."""
        async with self._telling():
            if self.interaction.response.is_done():
                raise NotFound("that took too long; please press the button again")
            await self.interaction.response.send_modal(shown)

    async def attach(self, post: Post, *files: discord.File) -> None:
        """Show a message with files to the member alone."""
        async with self._telling():
            if self.interaction.response.is_done():
                await self.interaction.edit_original_response(view=post.view, attachments=[*post.files(), *files])
            else:
                await self.interaction.response.send_message(
                    view=post.view, files=[*post.files(), *files], ephemeral=True
                )

    async def replace(self, post: Post) -> None:
        """Change the message that the pressed button is on, whoever sees it."""
        async with self._telling():
            if self.interaction.response.is_done():
                await self.interaction.edit_original_response(view=post.view, attachments=post.files())
            else:
                await self.interaction.response.edit_message(view=post.view, attachments=post.files())

    async def public(self, post: Post) -> bool:
        """Answer for all to see. False if the answer was already given or is too late: then it is not sent."""
        async with self._answering():
            if self.interaction.response.is_done():
                return False
            try:
                await self.interaction.response.send_message(
                    view=post.view, files=post.files(), allowed_mentions=post.mentions()
                )
            except discord.NotFound:
                return False
            return True

    async def follow_up(self, post: Post) -> None:
        """Another message for all to see, after the answer; works where the bot itself may not post."""
        async with self._answering():
            await self.interaction.followup.send(view=post.view, files=post.files(), allowed_mentions=post.mentions())

    async def publish(self, notice: Notice | None, *, where: bool = False) -> None:
        """Send a post that this interaction led to: as its answer, or where the match is played.

        A post that goes elsewhere is pointed out, if nothing was answered yet or ``where`` says so.
        """
        if notice is not None:
            elsewhere = await self.bot.poster.send(notice, self)
            if elsewhere is not None and (where or not self.interaction.response.is_done()):
                await self.private(cards.word(self.t(texts.POSTED_IN, channel=Markup(f"<#{elsewhere}>"))))
        if self._deferred:
            self._deferred = False
            if not self.pressed_private:
                async with self._telling():
                    await self.interaction.delete_original_response()


def _name(interaction: discord.Interaction[Any]) -> str:
    """What an interaction is called in figures: ``/move``, ``button move``."""
    if interaction.command is not None:
        return f"/{interaction.command.qualified_name}"
    data: Any = interaction.data or {}
    press = ids.read(str(data.get("custom_id", "")))
    kind = "form" if interaction.type is discord.InteractionType.modal_submit else "button"
    return f"{kind} {press.action if press else 'unknown'}"
