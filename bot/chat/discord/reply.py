"""Answering an interaction: in time, once, to the right people, and with a clear sentence when something is wrong."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from types import TracebackType
from typing import Protocol, Self, cast

import discord

import render
from bot.chat.discord.components import Post, kept_fields, refusal, word
from bot.chat.discord.forms import Form, Part, all_chosen, all_typed, fill, typed
from bot.chat.discord.gateway.failures import OVER, unheard
from bot.chat.discord.gateway.gate import Refusal
from bot.chat.discord.measuring import Seen
from bot.chat.discord.press import ChallengePress, MatchPress, Press, TournamentPress, read
from bot.chat.discord.services import Services
from bot.chat.language import texts
from bot.chat.language.i18n import Command, Language, Markup, moment
from bot.domain.errors import NotFound
from bot.domain.events import Event, Notice
from bot.domain.matches.match import Match
from bot.domain.members.settings import MemberSettings
from bot.domain.unit_of_work import Changes, watch_changes
from bot.domain.values import Person, Place, Via
from bot.domain.viewer import Viewer
from bot.store import Unavailable
from games.core import GameError, Sentence
from render import Look

log = logging.getLogger(__name__)

DEFER_AFTER = 2.0
"""Seconds after which a late answer is announced; Discord gives up after three."""
ANSWER_SECONDS = 20.0
"""Seconds after which an answer that Discord does not take is given up."""


class Serving(Protocol):
    """What discord.py's client is to have: the services, and what is shown in place of some refusals."""

    services: Services
    refusals: Mapping[type[GameError], Callable[[Reply], Awaitable[bool]]]

    async def perform(self, reply: Reply, press: Press) -> None: ...


def no_such_button() -> NotFound:
    """The refusal of a button or choice that we do not make, or no longer."""
    return NotFound(Sentence(texts.WRONG_OLD_BUTTON, board=Command("board")))


def look_of(settings: MemberSettings, t: Language) -> Look:
    """How a member likes boards, in the language they read."""
    look = Look(say=t.say)
    if settings.theme in render.THEMES:  # an earlier version may have had others
        look["theme"] = settings.theme
    if settings.coordinates:
        look["coordinates"] = settings.coordinates
    if settings.flip:
        look["flip"] = True
    return look


class Reply:
    """The reply to one interaction, used as ``async with Reply(interaction, name) as reply``.

    Leaving the block on a ``GameError`` tells the member why; on anything else, that it was our fault, and the error
    goes on to the log. A reply that takes long is announced before Discord gives up on it. ``match`` is the id of the
    match that it is about, once that is known; ``user`` that of the member who asks, ``place`` where they do.
    ``pressed``: a button, menu or form was used, not a command.
    """

    def __init__(self, interaction: discord.Interaction, name: str = "", match: int | None = None) -> None:
        serving = cast(Serving, interaction.client)
        channel, guild = interaction.channel_id or 0, interaction.guild_id
        self.interaction = interaction
        self.services = serving.services
        self.user = interaction.user.id
        self.place = Place(channel if guild is None else guild, channel, guild is not None)
        self.pressed = interaction.type is not discord.InteractionType.application_command
        self.t = Language(interaction.locale.value)
        self.match = match
        self.settings = MemberSettings()
        self._name = name
        self._serving = serving
        self._changes = Changes()
        self._seen_match: Match | None = None
        self._lock = asyncio.Lock()
        self._deferred = False
        self._late: asyncio.TimerHandle | None = None
        self._deferring: asyncio.Task[None] | None = None

    @property
    def person(self) -> Person:
        """The member who asks."""
        return Person(self.user, self.interaction.user.display_name)

    @property
    def scope(self) -> int:
        """The server's id, or the private channel's."""
        return self.place.scope

    @property
    def via(self) -> Via:
        """This interaction, for the post that will answer it."""
        return Via(self.interaction.id, self.interaction.token, self.interaction.application_id)

    @property
    def locale(self) -> str:
        """Discord's locale of the member."""
        return self.interaction.locale.value

    @property
    def pressed_private(self) -> bool:
        """Whether a button was pressed on a message that only the member sees; it can then be changed in place."""
        message = self.interaction.message
        return message is not None and message.flags.ephemeral

    @property
    def pressed_words(self) -> Markup:
        """The text of the message that the pressed button is on."""
        message = self.interaction.message
        parts = (part for top in (message.components if message else ()) for part in (top, *_children(top)))
        return Markup("\n".join(part.content for part in parts if isinstance(part, discord.TextDisplay)))

    @property
    def answered(self) -> bool:
        """Whether Discord has been given a first answer."""
        return self.interaction.response.is_done()

    @property
    def values(self) -> tuple[str, ...]:
        """What was chosen in the menu that was used."""
        return tuple(self._data().get("values") or ())

    def typed(self, name: str) -> str:
        """What was written in a field of the form that was sent, or chosen in a menu of it."""
        return typed(self._data().get("components") or [], name)

    def _data(self) -> Part:
        return cast(Part, self.interaction.data or {})

    async def __aenter__(self) -> Self:
        self._seen = Seen(self.interaction.id, self._name)
        watch_changes(self._changes)
        self._late = asyncio.get_running_loop().call_later(DEFER_AFTER, self._announce)
        with contextlib.suppress(GameError):
            await self.refresh()
        return self

    @property
    def viewer(self) -> Viewer:
        """The member as somebody who looks at what others play."""
        services = self.services
        views, barred = services.visibility.of(self.interaction), services.exclusions.barring.get(self.user, ())
        return Viewer(self.user, self.place, views, barred)

    async def watched(self, match: int) -> Match:
        """A match that the member may look at. Raises NotFound, as if there were none, for all others."""
        seen, self._seen_match = self._seen_match, None
        if seen is not None and seen.id == match:
            return seen  # read when the press was let through
        return await self.services.matches.shown(self.viewer, match)

    async def let_through(self, press: Press) -> None:
        """Raises NotFound where what a press is about is not the member's to see here: somebody has made it up, or may
        no longer view the channel."""
        if isinstance(press, MatchPress):
            self._seen_match = await self.watched(press.match)
        elif isinstance(press, ChallengePress):
            await self.services.challenges.shown(self.viewer, press.challenge)
        elif isinstance(press, TournamentPress):
            await self.services.tournaments.shown(self.viewer, press.tournament)

    async def refresh(self) -> None:
        """Read how the member likes things."""
        self.settings = await self.services.members.settings(self.user)
        if self.settings.language:
            self.t = Language(self.settings.language)
        self.t.zone = self.settings.time_zone

    async def shared(self, *, posted: bool = False) -> Language:
        """The language of a message that everyone here reads (``posted``: in any case): that of the server."""
        if not self.place.guild or (self.pressed_private and not posted):
            return self.t
        chosen = (await self.services.servers.settings(self.scope)).language
        return Language(chosen or (self.interaction.guild_locale or self.interaction.locale).value)

    def look(self) -> Look:
        """How the member likes boards, in the language they read."""
        return look_of(self.settings, self.t)

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
        """Tell the member what went wrong; False where the error is to go on to the log."""
        if error is None:
            if self.pressed and not self.answered:
                # All that came of it was said elsewhere; Discord still waits to hear that the press was noticed.
                async with self._telling():
                    await self.interaction.response.defer()
            return False
        failed = isinstance(error, Unavailable) or not isinstance(error, GameError)
        if failed and self._changes.stored and isinstance(error, Exception):
            # What failed came after: nobody is to do again what is stored.
            await self._tell_stored()
            return isinstance(error, GameError)
        if isinstance(error, GameError):
            await self._explain(error)
            return True
        if isinstance(error, Exception):
            await self.private(refusal(self.t, self.t(texts.WRONG_FAILED)))
        return False

    async def _tell_stored(self) -> None:
        """Tell the member that what they did is stored, though showing it failed."""
        await self.private(word(self.t(texts.WRONG_AFTER, board=Command("board"))), anew=True)

    async def _explain(self, error: GameError) -> None:
        show = self._serving.refusals.get(type(error))
        if show is not None:
            try:
                if await show(self):
                    return
            except GameError as instead:
                error = instead
        # Beside what was pressed, which can then be tried again; nothing that was written is to be typed again.
        sent = read(self._data().get("custom_id") or "")
        parts = self._data().get("components") or []
        written = all_typed(parts)
        opener = sent.opener.chosen(all_chosen(parts)) if sent is not None and sent.opener is not None else None
        await self.private(refusal(self.t, self.t.error(error), written, opener), anew=True)

    def _announce(self) -> None:
        self._deferring = asyncio.create_task(self._defer())

    @contextlib.asynccontextmanager
    async def _answering(self) -> AsyncIterator[None]:
        """One request at a time, and none of them for ever. Raises FAILURES."""
        async with asyncio.timeout(ANSWER_SECONDS), self._lock:
            yield

    @contextlib.asynccontextmanager
    async def _telling(self) -> AsyncIterator[None]:
        """The same for messages to the member alone: where one cannot be sent, that is only logged."""
        try:
            async with self._answering():
                yield
        except Exception as error:
            if not unheard(error):
                raise
            log.info("a member could not be answered: %s", error or type(error).__name__)

    async def _defer(self) -> None:
        async with self._telling():
            if not self.answered:
                await self.interaction.response.defer(ephemeral=True, thinking=not self.pressed_private)
                self._deferred = True

    async def perform(self, press: Press) -> None:
        """Do what a button does that another feature may handle."""
        await self._serving.perform(self, press)

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

    async def offer_nothing(self) -> None:
        """Give no choices to a member who is typing."""
        async with self._telling():
            await self.interaction.response.autocomplete([])

    async def form(self, shown: Form) -> None:
        """Open a form over Discord, filled in with what was refused before; what is sent is another interaction."""
        fill(shown, kept_fields(self.interaction.message))
        async with self._telling():
            if self.answered:
                raise NotFound("that took too long; press the button again")
            await self.interaction.response.send_modal(shown)

    async def replace(self, post: Post) -> None:
        """Change the message that the pressed button is on, whoever sees it."""
        async with self._telling():
            if self.answered:
                await self.interaction.edit_original_response(view=post.view, attachments=post.files())
            else:
                await self.interaction.response.edit_message(view=post.view, attachments=post.files())

    async def public(self, post: Post, *, silent: bool = False) -> bool:
        """Answer for all to see; ``silent``: nobody's device makes a sound or a note of it.

        False if the answer was already given or is too late: then it is not sent.
        """
        async with self._answering():
            if self.answered:
                return False
            try:
                await self.interaction.response.send_message(
                    view=post.view, files=post.files(), allowed_mentions=post.mentions(), silent=silent
                )
            except discord.HTTPException as error:
                if error.status not in OVER:
                    raise
                return False
            return True

    async def follow_up(self, post: Post, *, silent: bool = False) -> None:
        """Another message for all to see, after the answer; works where the bot itself may not post."""
        async with self._answering():
            await self.interaction.followup.send(
                view=post.view, files=post.files(), allowed_mentions=post.mentions(), silent=silent
            )

    async def publish(self, notice: Notice[Event] | None, *, where: bool = False) -> None:
        """Send a post that this interaction led to: as its answer, or where the match is played.

        A post that goes elsewhere is pointed out, if nothing was answered yet or ``where`` says so. Where it could not
        be sent, the member is told that what it tells of is stored all the same.
        """
        if notice is not None:
            sent = await self.services.delivery.send(self.services, notice, self)
            if not sent.done:
                await self._tell_stored()
            elif sent.elsewhere is not None and (where or not self.answered):
                await self.private(word(self.t(texts.POSTED_IN, channel=Markup(f"<#{sent.elsewhere}>"))))
        if self._deferred:
            self._deferred = False
            if not self.pressed_private:
                async with self._telling():
                    await self.interaction.delete_original_response()


async def turn_away(interaction: discord.Interaction, refused: Refusal) -> None:
    """Tell a member at the gate when to try again; to who is typing nothing is offered."""
    reply = Reply(interaction)
    if interaction.type is discord.InteractionType.autocomplete:
        await reply.offer_nothing()
    else:
        said = reply.t(texts.TOO_MUCH[refused.limit], when=moment(refused.again, "R"))
        await reply.private(refusal(reply.t, said), anew=True)


def _children(part: object) -> Iterator[object]:
    for child in getattr(part, "children", ()):
        yield child
        yield from _children(child)
