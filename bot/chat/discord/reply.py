"""Replies to interactions: handlers are run, refusals explained, and what they store is posted."""

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import partial
from types import TracebackType
from typing import Any, Generic, Literal, Self, TypeAlias, TypeVar, cast

import discord

from bot import metrics
from bot.chat.discord.answer import Answer
from bot.chat.discord.components import Post, refusal, word
from bot.chat.discord.delivery.notices import Delivery
from bot.chat.discord.delivery.outcomes import DeliveryOutcome
from bot.chat.discord.delivery.pending import Thinker, look_of
from bot.chat.discord.forms import Form
from bot.chat.discord.gateway.failures import FAILURES
from bot.chat.discord.gateway.gate import LimitRefusal, Work
from bot.chat.discord.gateway.refusals import reason
from bot.chat.discord.gateway.spending import Account
from bot.chat.discord.lengths import TooLong
from bot.chat.discord.press import ChallengePress, MatchPress, Press, TournamentPress, number
from bot.chat.discord.services import Services
from bot.chat.language import texts
from bot.chat.language.i18n import Command, Language, Markup, mention, moment
from bot.domain.errors import LimitReached, NotFound
from bot.domain.events import DomainEvent, Notice
from bot.domain.matches.match import Match
from bot.domain.members.settings import MemberSettings
from bot.domain.unit_of_work import Changes, of_nobody, watch_changes
from bot.domain.values import Viewer
from bot.store import Unavailable
from games.core import GameError, Sentence
from render import Look

log = logging.getLogger(__name__)
P = TypeVar("P", bound=Press)

# for which the page waits that is to open; the interaction has to be answered
OPENING_SECONDS = 1.0
DEFER_AFTER = 2.0  # seconds after which a late answer is announced; Discord gives up after three


class Reply(Answer):
    """The reply to one interaction, used as ``async with Reply(interaction, name) as reply``.

    Leaving the block on a ``GameError`` tells the member why; on another error, that it was the
    bot's fault, and the error goes on to the log.

    :param name: what is used, such as ``/move``
    :param match: what it is about, if known

    ``on_page``: it was asked for on the web page, so there is no interaction. ``page_session``
    names the session of the browser there; empty for none.
    """

    on_page = False
    page_session = ""

    def __init__(
        self, interaction: discord.Interaction, name: str = "", match: int | None = None
    ) -> None:
        super().__init__(interaction)
        self._handling = cast(Handling, interaction.client.handling)  # type: ignore[attr-defined]
        self.services = self._handling.services
        self.thinker = self._handling.thinker
        self.t = Language(interaction.locale.value)
        self.match = match
        self.settings = MemberSettings()
        self._name = name
        self._changes = Changes()
        self._seen_match: Match | None = None

    async def __aenter__(self) -> Self:
        metrics.INTERACTION.set(self.interaction.id)
        self._since = time.perf_counter()
        watch_changes(self._changes)
        self.services.database.begin_request(self.user, anew=False)  # else since the gate was asked
        self._late = asyncio.get_running_loop().call_later(DEFER_AFTER, self._announce)
        with contextlib.suppress(GameError):
            await self.refresh()
        return self

    def _announce(self) -> None:
        self._announcing = asyncio.create_task(self.announce())

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        self._late.cancel()
        try:
            is_told = await self._settle(error)
            if self.answered:
                with of_nobody():
                    await self._handling.delivery.retry_soon()
            return is_told
        finally:
            seconds = time.perf_counter() - self._since
            outcome = self._outcome(error)
            metrics.ended(self._name, outcome, seconds)
            level = logging.WARNING if outcome == "unanswered" else logging.DEBUG
            log.log(level, "%s: %s after %.0f ms", self._name, outcome, seconds * 1000)

    def _outcome(self, error: BaseException | None) -> str:
        """How the interaction has ended for its member: one of ``metrics.OUTCOMES``."""
        if self.arrived != "yes":
            return "late" if self.arrived == "late" else "unanswered"
        if error is None:
            return "ok"
        return "refused" if isinstance(error, GameError) else "failed"

    async def _settle(self, error: BaseException | None) -> bool:
        """Tell the member what went wrong; False where the error is to go on to the log."""
        if error is None:
            if self.pressed and not self.answered:
                await self.acknowledge()
            return False
        if not isinstance(error, Exception):
            return False
        is_fault = isinstance(error, Unavailable) or not isinstance(error, GameError)
        if self._changes.anything_stored and is_fault:
            await self._tell_stored()  # what failed came after: nothing is to be done again
            return isinstance(error, GameError)
        if not isinstance(error, GameError):
            await self.private(refusal(self.t, self.t(texts.WRONG_FAILED)))
            return False
        await self._explain(error)
        return True

    async def _explain(self, error: GameError) -> None:
        """Tell the member why something is refused, or show what a feature shows instead."""
        show = self._handling.refusals.get(type(error))
        try:
            if show is not None and await show(self):
                return
        except GameError as other_error:
            error = other_error
        # Beside what was pressed, which can then be tried again; nothing that was written is to be
        # typed again.
        form = self.refused_form
        form_texts = form.texts
        if isinstance(error, TooLong):
            form_texts = error.form_texts
        why = self.t.as_sentence(error.sentence)
        await self.private(refusal(self.t, why, form_texts, form.opener), anew=True)

    async def _tell_stored(self) -> None:
        await self.private(word(self.t(texts.WRONG_AFTER, board=Command("board"))), anew=True)

    @property
    def viewer(self) -> Viewer:
        """The member as somebody who looks at what others play."""
        views = partial(self.services.visibility.of, self.interaction)
        return Viewer(
            self.user, self.place, views, self.services.exclusions.barring.get(self.user, ())
        )

    @property
    def named_by(self) -> int | None:
        """Who reads an answer and is not called by name in it, as ``phrases.names_of`` takes it: in
        a server None, since mentions do there.
        """
        return None if self.place.guild else self.user

    async def require_present(self) -> None:
        """Raises Refused for a member who cannot view the channel any more in which they ask.

        Who uses a command or presses a button there is there.
        """

    async def watched(self, match: int) -> Match:
        """A match that the member may look at.

        Raises NotFound, as for a match that does not exist.
        """
        cached_match = self._seen_match
        self._seen_match = None
        if cached_match is not None and cached_match.id == match:
            return cached_match  # read when the press was checked
        return await self.services.matches.shown(self.viewer, match)

    async def current(self, match: int, version: int) -> Match:
        """The match of a press as it is now.

        Raises NotFound, as ``watched`` does, and Stale if it has gone on since ``version``.
        """
        current_match = await self.watched(match)
        if current_match.version != version:
            raise current_match.stale()
        return current_match

    async def find_match(self, match: str, *, status: str = "any", to_move: bool = False) -> Match:
        """The match that the member names, or means where ``match`` is empty; see
        ``MatchQueries.resolve``.
        """
        self._seen_match = await self.services.matches.resolve(
            self.viewer, match, to_move=to_move, status=status
        )
        return self._seen_match

    def chosen(self) -> int:
        """The number chosen in a menu. Raises NotFound."""
        value = number(self.values[0]) if self.values else None
        if value is None:
            raise no_such_button()
        return value

    async def handle(self, press: Press) -> None:
        """Do what a press asks for.

        Raises NotFound where what it is about may not be seen by the member here: somebody has made
        the press up, or may no longer view the channel.
        """
        if isinstance(press, MatchPress):
            self._seen_match = await self.watched(press.match)
        elif isinstance(press, ChallengePress):
            await self.services.challenges.shown(self.viewer, press.challenge)
        elif isinstance(press, TournamentPress):
            await self.services.tournaments.shown(self.viewer, press.tournament)
        button = self._handling.buttons[type(press)]
        if button.touched and self._opens_activity():
            await self._note_opening(press)
            await self.launch()
        self.require_no_debt(button.work)
        with self.services.gate.one_heavy_job(self.user, button.work):
            await button.handler(self, press)

    def _opens_activity(self) -> bool:
        """Whether a press is answered by the page, opened in Discord: below a post of a server."""
        on_post = self.pressed and not self.pressed_private
        return bool(self.services.doors.activity) and self.place.guild and on_post

    async def _note_opening(self, press: Press) -> None:
        """Note what the page is to show that is about to be opened; where that cannot be, it shows
        what waits.
        """
        target = press.match if isinstance(press, MatchPress) else str(press)
        with contextlib.suppress(Unavailable, TimeoutError):
            async with asyncio.timeout(OPENING_SECONDS):
                await self.services.doors.want(self.user, target)

    @contextlib.asynccontextmanager
    async def turn(self, work: Work) -> AsyncIterator[None]:
        """Wait for a turn to work on the answer, which is over once it is sent.

        Raises LimitReached.
        """
        async with self.services.gate.turn(self.user, self.scope) as self._turn:
            self.require_no_debt(work)
            yield

    @property
    def account(self) -> Account:
        """Who pays for what is done to answer."""
        return self.services.gate.account(self.user, self.scope)

    def require_no_debt(self, work: Work) -> None:
        """Raises LimitReached where what was used since this was admitted is more than may be."""
        _require_admitted(self.services.gate.debt(self.user, self.scope, work))

    async def perform(self, press: Press) -> None:
        """Do what a press asks for that the member has not made. Raises LimitReached, NotFound."""
        work = self._handling.buttons[type(press)].work
        _require_admitted(await self.services.gate.admit(self.user, self.scope, work))
        await self.handle(press)

    async def form(self, modal: Form) -> None:
        """Open a form, which Discord does not allow in answer to another one: its id is forged.

        Raises NotFound.
        """
        if self.interaction.type is discord.InteractionType.modal_submit:
            raise no_such_button()
        await super().form(modal)

    async def refresh(self) -> None:
        """Read the member's settings."""
        self.settings = await self.services.members.settings(self.user)
        if self.settings.language:
            self.t = self.t.another(self.settings.language)
        self.t.zone = self.settings.time_zone

    async def shared(self, match: Match | None = None, *, for_everyone: bool = False) -> Language:
        """The language of a message that everyone here reads: that of the server.

        :param match: with which the language was read, if it is played here
        :param for_everyone: everyone reads it, also where the pressed message is private
        """
        if not self.place.guild or (self.pressed_private and not for_everyone):
            return self.t
        if match is not None and match.scope == self.scope:
            setting = match.language
        else:
            setting = (await self.services.servers.settings(self.scope)).language
        locale = self.interaction.guild_locale or self.interaction.locale
        language = Language(setting or locale.value)
        language.names = self.t.names  # in a server only of those who play from others
        return language

    def look(self) -> Look:
        """How the member likes boards, in the language they read."""
        return look_of(self.settings, self.t)

    async def publish(self, notice: Notice[DomainEvent] | None, *, where: bool = False) -> None:
        """Send the post of a change: as the answer, or where the match is played.

        If the post could not be sent, the member reads that the change is stored all the same.

        :param where: the member is pointed to a post elsewhere also if they have an answer
        """
        if notice is not None:
            # what is posted is stored: it is no longer the member's to be refused
            with of_nobody():
                outcome = await self._handling.delivery.send(notice, self)
            line = self._report(outcome, where=where)
            if line is not None:
                await self.private(word(line), anew=not outcome.complete or outcome.hidden)
        if self._announced:
            await self.withdraw_announcement()

    def _report(self, outcome: DeliveryOutcome, *, where: bool) -> str | None:
        """What the member hears of a post: where it is, or who has not seen it; None: nothing."""
        if outcome.hidden and outcome.recipient is not None:
            return self.t(texts.UNSEEN_TOLD, who=mention(outcome.recipient))
        if outcome.hidden and outcome.unreachable is not None:
            return self.t(texts.UNSEEN_UNTOLD, who=mention(outcome.unreachable))
        if outcome.hidden:
            return self.t(texts.UNSEEN)
        if outcome.later:
            return self.t(texts.SHOWN_LATER, board=Command("board"))
        if not outcome.complete:
            return self.t(texts.WRONG_AFTER, board=Command("board"))
        if self.answered and not where:
            return None
        if outcome.recipient is not None:
            return self.t(texts.TOLD_DIRECTLY, who=mention(outcome.recipient))
        if outcome.elsewhere is not None:
            return self.t(texts.POSTED_IN, channel=Markup(f"<#{outcome.elsewhere}>"))
        return None

    async def show_all(self, post: Post) -> None:
        """Answer for all to see, behind an answer if there is one; the member reads if that could
        not be.
        """
        answer = None
        try:
            answer = await self.public(post, more=True)
        except FAILURES as error:
            log.warning("it is not known whether a card was posted: %s", reason(error))
        if answer is None:
            await self.private(refusal(self.t, self.t(texts.NOT_POSTED)), anew=True)
        elif not answer.to_all:
            await self.private(word(self.t(texts.UNSEEN)), anew=True)

    async def settle(self, **subject: int) -> None:
        """Close the posts that ask what was settled just now about a match, challenge or
        tournament, this one first.
        """
        with of_nobody():
            await self._handling.delivery.settle(self, **subject)

    async def decline(self, template: str, **values: object) -> None:
        """Tell a member in one sentence why nothing is done; to one who is typing, nothing is
        offered.
        """
        if self.interaction.type is not discord.InteractionType.autocomplete:
            # what is declined before it is begun is said in their language too
            with contextlib.suppress(GameError):
                await self.refresh()
            await self.private(refusal(self.t, self.t(template, **values)), anew=True)
            return
        async with self._private_request():
            await self.interaction.response.autocomplete([])


PressHandler: TypeAlias = Callable[[Reply, P], Awaitable[None]]
PageUse: TypeAlias = Literal[False, True, "place"]
"""Whether a press can be made on the web page; see ``Feature.on``."""
ShowInstead: TypeAlias = Callable[[Reply], Awaitable[bool]]


@dataclass(frozen=True, slots=True)
class PressRoute(Generic[P]):
    """The handler of a press (of a button, a choice in a menu, a sent form), and what it costs; see
    ``Feature.on``.
    """

    press: type[P]
    handler: PressHandler[P]
    work: Work = "words"
    page: PageUse = False
    address: bool = False
    touched: bool = False


@dataclass(frozen=True, slots=True)
class Handling:
    """What replies work with; ``refusals``: what is shown instead of the sentence of an error."""

    services: Services
    delivery: Delivery
    thinker: Thinker
    buttons: Mapping[type[Press], PressRoute[Any]]
    refusals: Mapping[type[GameError], ShowInstead]


def _require_admitted(gate_refusal: LimitRefusal | None) -> None:
    """Raises LimitReached for what the gate refuses."""
    if gate_refusal is not None:
        when = moment(gate_refusal.end, "R")
        raise LimitReached(texts.TOO_MUCH[gate_refusal.limit], when=when)


def no_such_button() -> NotFound:
    """The refusal of a button or choice that the bot does not make, or no longer."""
    return NotFound(Sentence(texts.WRONG_OLD_BUTTON, board=Command("board")))
