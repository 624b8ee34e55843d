"""Answers that are thought about: shown in place of “thinking …” when they are ready.

They are stored until they have been given, so a restart takes them up again. An answer can be changed for a quarter of
an hour; after that it goes by direct message or, where all may know it, to the channel.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, fields
from datetime import datetime, timedelta
from typing import Any, Literal, NamedTuple, TypeVar

import discord

from bot.chat.discord.components import Post, refusal
from bot.chat.discord.gateway.failures import FAILURES
from bot.chat.discord.reply import look_of
from bot.chat.discord.services import Asker, Services
from bot.chat.language import texts
from bot.chat.language.i18n import Language
from bot.domain.events import JSON
from bot.domain.pending_answers import PendingAnswer, check_pending
from bot.store import Unavailable
from bot.workers.task import Task
from games.core import GameError
from render import Look

log = logging.getLogger(__name__)

Q = TypeVar("Q", bound="Question")

PROGRESS_STEP = 0.02
"""How much must have been done since progress was last shown; each time costs a request to Discord."""
PROGRESS_EVERY = timedelta(seconds=3)
"""How much time is between two such requests at least."""
TRY_AGAIN = timedelta(seconds=5)
"""After what time an answer that Discord could not take is sent again."""
MOST_TRIES = 12
LOOK_EVERY = timedelta(seconds=20)
"""How often the database is searched for answers whose process is gone."""


@dataclass(frozen=True, slots=True)
class Reader:
    """Whoever will read an answer: their language, and how they like boards."""

    services: Services
    user: int
    t: Language
    liked: Look

    def look(self) -> Look:
        """Settings of a picture."""
        return self.liked.copy()


@dataclass(frozen=True, slots=True)
class Question:
    """What is to be thought about. Subclasses are dataclasses whose fields have JSON values or tuples."""

    def stored(self) -> dict[str, JSON]:
        """The fields as JSON values."""
        found = ((field.name, getattr(self, field.name)) for field in fields(self))
        return {name: list(value) if isinstance(value, tuple) else value for name, value in found}


def asked(kind: type[Q], pending: PendingAnswer) -> Q:
    """The question of a pending answer."""
    return kind(**{name: tuple(value) if isinstance(value, list) else value for name, value in pending.about.items()})


class PendingKind(NamedTuple):
    """What is done about pending answers of a kind.

    ``begin`` gives the task, ``tell`` makes the answer of its value, and ``progress`` what is shown when a share of it
    is done; each may raise GameError. ``late`` is where the answer goes once the one given cannot be changed: to the
    member alone, to the channel where it was asked if not, or nowhere. ``shows`` is some text, or a button's custom id,
    that the answer must still have to be changed: it may show something else by now.
    """

    begin: Callable[[Services, PendingAnswer], Awaitable[Task[object]]]
    tell: Callable[[Reader, PendingAnswer, Any], Awaitable[Post]]
    progress: Callable[[Reader, PendingAnswer, float], Awaitable[Post]] | None = None
    late: Literal["member", "channel", "nowhere"] = "member"
    shows: Callable[[PendingAnswer], str] | None = None


@dataclass(eq=False, slots=True)
class Thought:
    """A pending answer that is being thought about, and what was shown of it."""

    pending: PendingAnswer
    kind: PendingKind
    task: Task[object]
    shown: float = 0.0
    next: datetime | None = None
    tries: int = 0


class Pending:
    """Looks after the answers that members wait for. ``work`` is to be called twice a second while it is ``busy``."""

    def __init__(self, kinds: Mapping[str, PendingKind]) -> None:
        self._kinds = kinds
        self._thoughts: dict[int, Thought] = {}
        self._searched_at: datetime | None = None

    @property
    def busy(self) -> bool:
        """Whether somebody waits, or it was not yet looked who does."""
        return bool(self._thoughts) or self._searched_at is None

    def room(self, user: int) -> None:
        """Raises LimitReached when a member waits for as much as one may wait for."""
        check_pending(sum(thought.pending.user == user for thought in self._thoughts.values()))

    async def ask(
        self, services: Services, asker: Asker, kind: str, about: Mapping[str, JSON], shown: Post, anew: bool = False
    ) -> None:
        """Answer with ``shown``, and change that to what comes of thinking."""
        pending = await services.pending_answers.ask(kind, asker.user, about, asker.place, asker.locale, asker.via)
        try:
            await asker.private(shown, anew=anew)
        finally:
            await self._begin(services, pending)
            services.hurry()

    async def work(self, services: Services) -> None:
        """Tell what is ready, and how far the rest is. Never raises for a single one."""
        now = services.now()
        if self._searched_at is None or now - self._searched_at >= LOOK_EVERY:
            self._searched_at = now
            await self._take_up(services)
        await asyncio.gather(*(self._looked(services, thought) for thought in list(self._thoughts.values())))

    async def put_back(self, services: Services) -> None:
        """Leave what is not told yet to the process that comes after."""
        if self._thoughts:
            await services.pending_answers.put_back(list(self._thoughts))
            self._thoughts.clear()

    async def _take_up(self, services: Services) -> None:
        held = list(self._thoughts)
        if held:
            await services.pending_answers.keep(held)
        for pending in await services.pending_answers.take(but=held):
            log.info("the %s that a member asked for is taken up again", pending.kind)
            await self._begin(services, pending)

    async def _begin(self, services: Services, pending: PendingAnswer) -> None:
        kind = self._kinds.get(pending.kind)
        if kind is None:
            log.error("somebody waits for %r, which this version does not know; it is dropped", pending.kind)
            await services.pending_answers.done(pending.id)
            return
        try:
            task = await kind.begin(services, pending)
        except Exception as why:  # told like what fails later; others wait too
            task = Task(pending.user)
            task.finish(error=why)
        self._thoughts[pending.id] = Thought(pending, kind, task)

    async def _looked(self, services: Services, thought: Thought) -> None:
        now, progress = services.now(), thought.kind.progress
        if thought.next is not None and now < thought.next:
            return
        try:
            if thought.task.done:
                await self._told(services, thought)
            elif progress is not None and thought.task.progress >= thought.shown + PROGRESS_STEP:
                thought.shown, thought.next = thought.task.progress, now + PROGRESS_EVERY
                reader = await _reader(services, thought.pending)
                post = await progress(reader, thought.pending, thought.shown)
                await services.gateway.change_answer(thought.pending.via, post)
        except (*FAILURES, Unavailable) as error:
            log.warning("an answer could not be given yet: %s", error or type(error).__name__)
            thought.next = now + TRY_AGAIN
            thought.tries += 1
            if thought.tries >= MOST_TRIES:
                await self._drop(services, thought)
        except Exception:
            log.exception("what was thought about could not be told")
            await self._drop(services, thought)

    async def _drop(self, services: Services, thought: Thought) -> None:
        self._thoughts.pop(thought.pending.id, None)
        await services.pending_answers.done(thought.pending.id)

    async def _told(self, services: Services, thought: Thought) -> None:
        """Tell what came of thinking, or why nothing did. Raises what may be better later."""
        pending, error, kind = thought.pending, thought.task.error, thought.kind
        if kind.shows is not None and not await _shows(services, pending, kind.shows(pending)):
            await self._drop(services, thought)
            return
        reader = await _reader(services, pending)
        good = False
        if error is None:
            try:
                post = await kind.tell(reader, pending, thought.task.value)
                good = True
            except GameError as refused:
                post = refusal(reader.t, reader.t.error(refused))
        elif isinstance(error, GameError):
            post = refusal(reader.t, reader.t.error(error))
        else:
            log.error("something asked could not be thought about", exc_info=error)
            post = refusal(reader.t, reader.t(texts.WRONG_FAILED))
        if not await services.gateway.change_answer(pending.via, post) and good:
            await _late(services, thought, post)
        await self._drop(services, thought)


async def _reader(services: Services, pending: PendingAnswer) -> Reader:
    settings = await services.members.settings(pending.user)
    t = Language(settings.language or pending.locale)
    return Reader(services, pending.user, t, look_of(settings, t))


async def _shows(services: Services, pending: PendingAnswer, text: str) -> bool:
    """Whether the answer that was given has ``text`` on it, and so can and should be changed."""
    message = await services.gateway.answer_to(pending.via)
    if message is None:
        return False
    return json.dumps(text)[1:-1] in json.dumps([component.to_dict() for component in message.components])


async def _late(services: Services, thought: Thought, post: Post) -> None:
    """Give an answer that was not given in time elsewhere."""
    pending, late = thought.pending, thought.kind.late
    if late == "nowhere":
        return
    try:
        await _send(await services.gateway.direct(pending.user), pending, post)
    except (discord.Forbidden, discord.NotFound):
        if late == "channel":
            await _send(services.gateway.channel(pending.channel), pending, post)


async def _send(where: discord.abc.Messageable, pending: PendingAnswer, post: Post) -> None:
    # A message with a nonce that was sent a moment ago is not sent twice.
    await where.send(view=post.view, files=post.files(), allowed_mentions=post.mentions(), nonce=f"errand-{pending.id}")
