"""Answers that the computer thinks about, stored until they have been shown in place of “thinking
…”.

After 15 minutes Discord changes no answer; then they go by direct message or, where all may see
them, to the channel.
"""

import asyncio
import json
import logging
import math
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Generic, Literal, TypeVar, dataclass_transform

import render
from bot.chat.discord.answer import Answer
from bot.chat.discord.components import Post, refusal
from bot.chat.discord.gateway.failures import FAILURES
from bot.chat.discord.gateway.refusals import ApiRequest, reason, unless_refused
from bot.chat.discord.services import Services
from bot.chat.language import texts
from bot.chat.language.i18n import Language
from bot.domain.computer.answer_repository import PendingAnswer
from bot.domain.computer.pending_answers import check_pending
from bot.domain.events import JSON
from bot.domain.members.settings import MemberSettings
from bot.store import Unavailable
from bot.workers.task import Task
from games.core import GameError
from render import Look

log = logging.getLogger(__name__)

Q = TypeVar("Q", bound="Question")

PROGRESS_STEP = 0.02
"""Share that must have been done since progress was last shown; each time costs a request to
Discord.
"""
PROGRESS_SECONDS = 3.0  # time between two such requests at least
# time after which an answer that Discord could not take is sent again; longer after each try
AGAIN_SECONDS = 5.0
LONGEST_PAUSE = 60.0
MAX_TRIES = 120  # within about two hours
LOOK_SECONDS = 20.0  # how often the database is searched for answers whose process is gone


def look_of(settings: MemberSettings, t: Language) -> Look:
    """How a member likes boards, in the language they read."""
    look = Look(say=t.say)
    if settings.theme in render.THEMES:  # themes may be taken away
        look["theme"] = settings.theme
    if settings.coordinates:
        look["coordinates"] = settings.coordinates
    if settings.flip:
        look["flip"] = True
    return look


@dataclass(frozen=True, slots=True)
class Reader:
    """The member who will read an answer.

    :param pending_answer: the id of the answer
    """

    services: Services
    user: int
    pending_answer: int
    t: Language
    settings: MemberSettings

    def look(self) -> Look:
        """Settings of a picture."""
        return look_of(self.settings, self.t)


QUESTIONS: "dict[str, type[Question]]" = {}  # every class of questions, by its kind


@dataclass_transform(frozen_default=True)
@dataclass(frozen=True)
class Question:
    """What is to be thought about; subclasses become frozen dataclasses whose fields have JSON
    values or are tuples.

    Stored questions stay readable: a class whose fields are to change keeps them, and a new one has
    a new kind.
    """

    kind: ClassVar[str]

    def __init_subclass__(cls, *, kind: str = "") -> None:
        dataclass(frozen=True)(cls)
        if kind:
            assert kind not in QUESTIONS, kind
            cls.kind = kind
            QUESTIONS[kind] = cls

    def stored(self) -> dict[str, JSON]:
        """The fields as JSON values."""
        values = dict[str, JSON]()
        for field in fields(self):
            value = getattr(self, field.name)
            values[field.name] = list(value) if isinstance(value, tuple) else value
        return values


def read_question(kind: str, content: Mapping[str, JSON]) -> Question | None:
    """The question that was stored; None for one that this version does not know."""
    question = QUESTIONS.get(kind)
    if question is None:
        return None
    values = dict[str, object]()
    for field in fields(question):
        if field.name not in content:
            return None
        value = content[field.name]
        values[field.name] = tuple(value) if isinstance(value, list) else value
    return question(**values)


@dataclass(frozen=True, slots=True)
class PendingKind(Generic[Q]):
    """How questions of a class are answered.

    :param begin: is given the member's id and makes the task; may raise GameError, as the next two
    :param tell: makes the answer of the task's value
    :param progress: makes the card that is shown when a share of the task is done
    :param late: where the answer goes once the first one cannot be changed: to the member alone, to
        the channel where it was asked if they take no direct messages, or nowhere
    :param shows: what the first answer must still have to be changed
    """

    question: type[Q]
    begin: Callable[[Services, int, Q], Awaitable[Task[Any]]]
    tell: Callable[[Reader, Q, Any], Awaitable[Post]]
    progress: Callable[[Reader, Q, float], Awaitable[Post]] | None = None
    late: Literal["member", "channel", "nowhere"] = "member"
    shows: Callable[[Q], str] | None = None


@dataclass(eq=False, slots=True)
class Thinking:
    """An answer in the making.

    :param last_progress: the share that was last shown to be done
    :param next: from when it may be sent, in monotonic seconds
    :param tries: how often it could not be sent
    """

    pending_answer: PendingAnswer
    question: Question
    kind: PendingKind[Any]
    task: Task[Any]
    last_progress: float = 0.0
    next: float = -math.inf
    tries: int = 0


class Thinker:
    """Looks after the answers that members wait for.

    ``work`` is to be called twice a second while it is ``busy``.
    """

    def __init__(self, services: Services, kinds: Iterable[PendingKind[Any]]) -> None:
        self._services = services
        self._kinds = {kind.question: kind for kind in kinds}
        self._thinking: dict[int, Thinking] = {}
        self._searched_at: float | None = None
        services.privacy.deleted.append(self._forget)

    @property
    def busy(self) -> bool:
        """Whether a member waits, or the database was not yet searched for one who does."""
        return bool(self._thinking) or self._searched_at is None

    def check_room(self, user: int) -> None:
        """Raises LimitReached when a member waits for as many answers as they may."""
        check_pending(
            sum(thinking.pending_answer.user == user for thinking in self._thinking.values())
        )

    async def ask(
        self, answer: Answer, question: Question, post: Post, *, anew: bool = False
    ) -> None:
        """Answer with ``post`` until the question is answered. Raises LimitReached."""
        pending_answer = await self._services.pending_answers.ask(
            question.kind,
            answer.user,
            question.stored(),
            answer.place,
            answer.locale,
            answer.interaction_ref,
        )
        try:
            await answer.private(post, anew=anew)
        finally:
            await self._begin(pending_answer)
            self._services.hurry()

    async def now(self, reader: Reader, question: Question) -> Post:
        """The answer to a question, waited for; nothing is stored. Raises GameError."""
        kind = self._kinds[type(question)]
        task = await kind.begin(self._services, reader.user, question)
        return await kind.tell(reader, question, await task.result())

    async def work(self) -> None:
        """Give the answers that are ready, and show how far the others are.

        An error in one leaves the others alone.
        """
        now = self._services.monotonic()
        if self._searched_at is None or now - self._searched_at >= LOOK_SECONDS:
            self._searched_at = now
            await self._take_up()
        await asyncio.gather(*map(self._look_at, list(self._thinking.values())))

    async def _take_up(self) -> None:
        """Keep the answers of this process, and take up those that another one has left."""
        answers = self._services.pending_answers
        own_ids = list(self._thinking)
        if own_ids:
            await answers.keep(own_ids)
        for pending_answer in await answers.take(exclude=own_ids):
            log.info("the %s that a member asked for is taken up again", pending_answer.kind)
            await self._begin(pending_answer)

    async def put_back(self) -> None:
        """Leave what is not answered to the next process."""
        if self._thinking:
            await self._services.pending_answers.put_back(list(self._thinking))
            self._thinking.clear()

    def _forget(self, user: int) -> None:
        """Drop the answers that a member waits for who has deleted their data; their rows are
        gone.
        """
        items = self._thinking.items()
        self._thinking = {
            id: thinking for id, thinking in items if thinking.pending_answer.user != user
        }

    async def _begin(self, pending_answer: PendingAnswer) -> None:
        question = read_question(pending_answer.kind, pending_answer.details)
        if question is None:
            log.error(
                "a member waits for %r, which this version does not know; it is dropped",
                pending_answer.kind,
            )
            await self._services.pending_answers.done(pending_answer.id)
            return
        kind = self._kinds[type(question)]
        try:
            task = await kind.begin(self._services, pending_answer.user, question)
        except Exception as error:  # answered like a task that fails; others wait too
            task = Task()
            task.finish(error=error)
        self._thinking[pending_answer.id] = Thinking(pending_answer, question, kind, task)

    async def _look_at(self, thinking: Thinking) -> None:
        """Give an answer that is ready, or show how far it is."""
        now = self._services.monotonic()
        if now < thinking.next:
            return
        try:
            if thinking.task.done:
                await self._answer(thinking)
            else:
                await self._show_progress(thinking, now)
        except (*FAILURES, Unavailable) as error:
            await self._try_later(thinking, error, now)
        except Exception:
            log.exception("an answer could not be given")
            await self._drop(thinking)

    async def _show_progress(self, thinking: Thinking, now: float) -> None:
        """Show how far an answer is, where it is further than was last shown. Raises FAILURES."""
        progress = thinking.kind.progress
        share = thinking.task.progress
        if progress is None or share < thinking.last_progress + PROGRESS_STEP:
            return
        thinking.last_progress = share
        thinking.next = now + PROGRESS_SECONDS
        reader = await self._reader(thinking.pending_answer)
        post = await progress(reader, thinking.question, share)
        await self._services.gateway.change_answer(thinking.pending_answer.interaction, post)

    async def _try_later(self, thinking: Thinking, error: Exception, now: float) -> None:
        """Put off an answer that Discord or the database does not take now, or give it up."""
        log.warning("an answer could not be given yet: %s", reason(error))
        thinking.tries += 1
        thinking.next = now + min(AGAIN_SECONDS * thinking.tries, LONGEST_PAUSE)
        if thinking.tries >= MAX_TRIES:
            kind = thinking.pending_answer.kind
            log.error("gave up on an answer (%s) after %s tries", kind, thinking.tries)
            await self._drop(thinking)

    async def _drop(self, thinking: Thinking) -> None:
        self._thinking.pop(thinking.pending_answer.id, None)
        await self._services.pending_answers.done(thinking.pending_answer.id)

    async def _answer(self, thinking: Thinking) -> None:
        """Give an answer, or say why there is none. Raises FAILURES, Unavailable."""
        if await self._is_wanted(thinking):
            reader = await self._reader(thinking.pending_answer)
            error = thinking.task.error
            if error is None:
                error = await self._tell(thinking, reader)
            if error is not None:
                failure = _failure(reader, error)
                await self._services.gateway.change_answer(
                    thinking.pending_answer.interaction, failure
                )
        await self._drop(thinking)

    async def _tell(self, thinking: Thinking, reader: Reader) -> GameError | None:
        """Give the answer that was thought out; why there is none where it is refused."""
        try:
            post = await thinking.kind.tell(reader, thinking.question, thinking.task.value)
        except GameError as error:
            return error
        if not await self._services.gateway.change_answer(
            thinking.pending_answer.interaction, post
        ):
            await self._send_late(thinking, post)
        return None

    async def _is_wanted(self, thinking: Thinking) -> bool:
        """Whether the message that is to be changed still asks for the answer."""
        kind = thinking.kind
        if kind.shows is None:
            return True
        return await self._still_shows(thinking.pending_answer, kind.shows(thinking.question))

    async def _reader(self, pending_answer: PendingAnswer) -> Reader:
        settings = await self._services.members.settings(pending_answer.user)
        t = Language(settings.language or pending_answer.locale)
        return Reader(self._services, pending_answer.user, pending_answer.id, t, settings)

    async def _still_shows(self, pending_answer: PendingAnswer, text: str) -> bool:
        """Whether the answer that was given has ``text`` on it, and so can and should be
        changed.
        """
        message = await self._services.gateway.answer_to(pending_answer.interaction)
        components = (
            [] if message is None else [component.to_dict() for component in message.components]
        )
        return json.dumps(text)[1:-1] in json.dumps(components)

    async def _send_late(self, thinking: Thinking, post: Post) -> None:
        """Send an answer elsewhere because the one that was given can no longer be changed."""
        gateway = self._services.gateway
        pending_answer = thinking.pending_answer
        # a message with a nonce that was sent a moment ago is not sent twice
        key = f"answer-{pending_answer.id}"
        if thinking.kind.late == "nowhere":
            return
        direct = await unless_refused(gateway.direct(pending_answer.user), ApiRequest.DIRECT)
        if direct is not None:
            message = await unless_refused(
                direct.send(nonce=key, **post.message()), ApiRequest.DIRECT
            )
            if message is not None:
                return
        if thinking.kind.late == "channel":
            channel = gateway.channel(pending_answer.channel)
            message = await unless_refused(
                channel.send(nonce=key, **post.message()), ApiRequest.POST
            )
            if message is not None:
                return
        # Nothing is wrong with the bot: a member who takes no direct messages has chosen so.
        log.warning("an answer (%s) is lost: no place takes it", pending_answer.kind)


def _failure(reader: Reader, error: BaseException) -> Post:
    """What a member reads in place of an answer."""
    if isinstance(error, GameError):
        return refusal(reader.t, reader.t.as_sentence(error.sentence))
    log.error("a question could not be answered", exc_info=error)
    return refusal(reader.t, reader.t(texts.WRONG_FAILED))
