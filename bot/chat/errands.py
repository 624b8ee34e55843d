"""What members have asked and is being thought about: told to them in place of “thinking …” when it is ready.

Errands are kept in the store until they are told, so a restart takes them up again. An answer can be changed for a
quarter of an hour; after that it is told by direct message or, where all may know it, in the channel.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import discord
from discord.http import Route, handle_message_parameters

from bot.domain.errors import LimitReached
from bot.domain.pending_answers import Wanted
from bot.store import Unavailable
from bot.thinking import Task
from games.core import GameError

from . import cards, texts
from .answers import liked
from .failures import FAILURES
from .layout import Post
from .tongue import Tongue

if TYPE_CHECKING:
    from .answers import Answer
    from .client import Bot

log = logging.getLogger(__name__)

MOST = 3
"""So many answers a member may be waiting for."""
PROGRESS_STEP = 0.02
"""How much must have been done since progress was last shown; each time costs a request to Discord."""
PROGRESS_EVERY = timedelta(seconds=3)
"""So much time is between two such requests, at least."""
AGAIN = timedelta(seconds=5)
"""After so long an answer that Discord could not take is sent again."""
MOST_TELLINGS = 12
GONE = (401, 403, 404)
"""What Discord answers when an answer cannot be looked at or changed any more."""
LOOK_EVERY = 40
"""How often, in rounds of ``work``, the store is looked at for errands whose process is gone."""


@dataclass(frozen=True, slots=True)
class Reader:
    """Whoever will read an answer: their language, and how they like boards."""

    bot: Bot
    user: int
    t: Tongue
    liked: Mapping[str, Any]

    def look(self) -> dict[str, Any]:
        """Settings of a picture."""
        return dict(self.liked)


class Kind(NamedTuple):
    """What is done about errands of a kind.

    ``begin`` gives the task, ``tell`` makes the answer of its value, and ``progress`` what is shown when a share of it
    is done; each may raise GameError. ``late`` is where the answer goes once the one given cannot be changed: to the
    member alone, to the channel where it was asked if not, or nowhere. ``shows`` is some text, or
    a button's custom id, that the answer must still have to be changed: it may show something else by now.
    """

    begin: Callable[[Bot, Wanted], Awaitable[Task]]
    tell: Callable[[Reader, Wanted, Any], Awaitable[Post]]
    progress: Callable[[Reader, Wanted, float], Awaitable[Post]] | None = None
    late: Literal["member", "channel", "nowhere"] = "member"
    shows: Callable[[Wanted], str] | None = None


@dataclass(eq=False, slots=True)
class Errand:
    """An errand that is being thought about, and what was shown of it."""

    wanted: Wanted
    kind: Kind
    task: Task
    shown: float = 0.0
    next: datetime | None = None
    tellings: int = 0


class Errands:
    """Looks after what members wait for. ``work`` is to be called about twice a second."""

    def __init__(self, bot: Bot, kinds: Mapping[str, Kind]) -> None:
        self.bot = bot
        self._kinds = kinds
        self._errands: dict[int, Errand] = {}
        self._rounds = 0

    @property
    def busy(self) -> bool:
        """Whether somebody waits, or it was not yet looked who does."""
        return bool(self._errands) or not self._rounds

    def room(self, user: int) -> None:
        """Raises LimitReached when a member waits for as much as one may wait for."""
        if sum(errand.wanted.user == user for errand in self._errands.values()) >= MOST:
            raise LimitReached("you are already waiting for {most} answers; please wait for one of them", most=MOST)

    async def ask(self, answer: Answer, kind: str, about: Mapping[str, Any], shown: Post, anew: bool = False) -> None:
        """Answer with ``shown``, and change that to what comes of an errand."""
        locale = answer.interaction.locale.value
        wanted = await self.bot.waiting.ask(kind, answer.user, about, answer.place, locale, answer.via)
        try:
            await answer.private(shown, anew=anew)
        finally:
            await self._begin(wanted)

    async def work(self) -> None:
        """Tell what is ready, and how far the rest is. Never raises for a single one."""
        if not self._rounds:
            await self._take_up()
        self._rounds = (self._rounds + 1) % LOOK_EVERY
        await asyncio.gather(*(self._looked(errand) for errand in list(self._errands.values())))

    async def put_back(self) -> None:
        """Leave what is not told yet to whoever comes after."""
        if self._errands:
            await self.bot.waiting.put_back(list(self._errands))
            self._errands.clear()

    async def _take_up(self) -> None:
        held = list(self._errands)
        if held:
            await self.bot.waiting.keep(held)
        for wanted in await self.bot.waiting.take(but=held):
            log.info("the %s that a member asked for is taken up again", wanted.kind)
            await self._begin(wanted)

    async def _begin(self, wanted: Wanted) -> None:
        kind = self._kinds[wanted.kind]
        try:
            task = await kind.begin(self.bot, wanted)
        except GameError as why:
            task = Task(wanted.user, kind.begin, (), 0.0, done=True, error=why)
        self._errands[wanted.id] = Errand(wanted, kind, task)

    async def _looked(self, errand: Errand) -> None:
        now = self.bot.matches.now()
        if errand.next is not None and now < errand.next:
            return
        try:
            if errand.task.done:
                await self._told(errand)
            elif errand.kind.progress is not None and errand.task.progress >= errand.shown + PROGRESS_STEP:
                errand.shown, errand.next = errand.task.progress, now + PROGRESS_EVERY
                reader = await self._reader(errand.wanted)
                await self._change(errand.wanted, await errand.kind.progress(reader, errand.wanted, errand.shown))
        except (*FAILURES, Unavailable) as error:
            log.warning("an answer could not be given yet: %s", error or type(error).__name__)
            errand.next = now + AGAIN
            errand.tellings += 1
            if errand.tellings >= MOST_TELLINGS:
                await self._drop(errand)
        except Exception:
            log.exception("what was thought about could not be told")
            await self._drop(errand)

    async def _drop(self, errand: Errand) -> None:
        self._errands.pop(errand.wanted.id, None)
        await self.bot.waiting.told(errand.wanted.id)

    async def _reader(self, wanted: Wanted) -> Reader:
        settings = await self.bot.matches.people.member(wanted.user)
        t = Tongue(settings.language or wanted.locale)
        return Reader(self.bot, wanted.user, t, liked(settings, t))

    async def _told(self, errand: Errand) -> None:
        """Tell an errand's outcome, or why there is none. Raises what may be better later."""
        wanted, error = errand.wanted, errand.task.error
        if errand.kind.shows is not None and not await self._shows(wanted, errand.kind.shows(wanted)):
            await self._drop(errand)
            return
        reader = await self._reader(wanted)
        good = False
        if error is None:
            try:
                post = await errand.kind.tell(reader, wanted, errand.task.value)
                good = True
            except GameError as refused:
                post = cards.wrong(reader.t, reader.t.error(refused))
        elif isinstance(error, GameError):
            post = cards.wrong(reader.t, reader.t.error(error))
        else:
            log.error("something asked could not be thought about", exc_info=error)
            post = cards.wrong(reader.t, reader.t(texts.WRONG_FAILED))
        if not await self._change(wanted, post) and good:
            await self._late(errand, post)
        await self._drop(errand)

    async def _change(self, wanted: Wanted, post: Post) -> bool:
        """Put ``post`` in place of the answer that was given; False if that cannot be done any more."""
        route = _original("PATCH", wanted)
        with handle_message_parameters(
            view=post.view, attachments=post.files(), allowed_mentions=post.mentions()
        ) as made:
            try:
                if made.files:
                    await self.bot.http.request(route, files=made.files, form=made.multipart)
                else:
                    await self.bot.http.request(route, json=made.payload)
            except discord.HTTPException as error:
                if error.status in GONE:
                    return False
                raise
        return True

    async def _shows(self, wanted: Wanted, text: str) -> bool:
        """Whether the answer that was given has ``text`` on it, and so can and should be changed."""
        try:
            message = await self.bot.http.request(_original("GET", wanted))
        except discord.HTTPException as error:
            if error.status in GONE:
                return False
            raise
        return json.dumps(text)[1:-1] in json.dumps(message["components"])

    async def _late(self, errand: Errand, post: Post) -> None:
        wanted, late = errand.wanted, errand.kind.late
        if late == "nowhere":
            return
        try:
            await self._send(await self.bot.create_dm(discord.Object(wanted.user)), wanted, post)
        except (discord.Forbidden, discord.NotFound):
            if late == "channel":
                await self._send(self.bot.get_partial_messageable(wanted.channel), wanted, post)

    async def _send(self, where: discord.abc.Messageable, wanted: Wanted, post: Post) -> None:
        # A message with a nonce that was sent a moment ago is not sent twice.
        await where.send(
            view=post.view, files=post.files(), allowed_mentions=post.mentions(), nonce=f"errand-{wanted.id}"
        )


def _original(method: str, wanted: Wanted) -> Route:
    """The request for the answer that was given to an interaction."""
    return Route(
        method,
        "/webhooks/{application_id}/{webhook_token}/messages/@original",
        application_id=wanted.via.application,
        webhook_token=wanted.via.token,
    )
