"""Replies to presses that were made on the web page: boards are not drawn, and nothing is sent to
Discord.
"""

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import suppress
from copy import copy
from typing import Unpack

from bot.chat.discord.answer import Answer, RefusedForm
from bot.chat.discord.components import Post
from bot.chat.discord.delivery.pending import Question, Reader, Thinker
from bot.chat.discord.forms import BOX, LINE, Form
from bot.chat.discord.gateway.failures import FAILURES
from bot.chat.discord.lengths import TooLong
from bot.chat.discord.reply import Handling, Reply
from bot.chat.language.i18n import Language
from bot.chat.pictures.heavy import HeavyWork
from bot.chat.pictures.images import Images
from bot.chat.pictures.jobs import PictureStyle
from bot.chat.pictures.picture import File, Picture, Undrawn
from bot.domain.computer.thinking import PositionData
from bot.domain.events import DomainEvent, Notice
from bot.domain.matches.events import MatchStarted
from bot.domain.matches.history import begin, follow
from bot.domain.matches.match import Match
from bot.domain.members.doors import Visitor
from bot.domain.members.settings import MemberSettings
from bot.domain.values import InteractionRef, Person, Viewer
from games.core import State
from render import Look

NOBODY_READS = 0  # no member has this id


class _PageImages(Images):
    """Boards that the page draws."""

    touched = True

    def __init__(self) -> None:
        pass

    async def board(
        self,
        state: State,
        *,
        key: tuple[object, ...] = (),
        turn: Sequence[State] = (),
        **look: Unpack[Look],
    ) -> Picture:
        return Undrawn("", b"", "", turn or (state,), look)


class _Heavy(HeavyWork):
    """What is heavy to draw for the chat, and is not for the page."""

    async def board(
        self,
        owner: int,
        name: str,
        position: PositionData,
        turn_length: int,
        style: PictureStyle,
        locale: str,
    ) -> Picture:
        states = follow(begin(position.slug, position.options), position.decisions)
        look = Look(theme=style.get("theme", "wood"), flip=style.get("flip", False))
        return Undrawn("", b"", "", states[-1 - turn_length :], look)


class _Now(Thinker):
    """Answers that are waited for; they are stored, too, because questions are counted by their
    numbers.
    """

    def __init__(self, reply: "PageReply", thinker: Thinker) -> None:
        self._reply = reply
        self._thinker = thinker

    def check_room(self, user: int) -> None:
        self._thinker.check_room(user)

    async def ask(
        self, answer: Answer, question: Question, post: Post, *, anew: bool = False
    ) -> None:
        self._thinker.check_room(answer.user)
        reply = self._reply
        answers = self._reply.services.pending_answers
        pending_answer = await answers.ask(
            question.kind,
            reply.user,
            question.stored(),
            reply.place,
            reply.locale,
            InteractionRef(0, "", 0),
        )
        try:
            reader = Reader(reply.services, reply.user, pending_answer.id, reply.t, reply.settings)
            await answer.private(await self._thinker.now(reader, question))
        finally:
            await answers.done(pending_answer.id)


class PageReply(Reply):
    """What a handler works with when its press was made on the page.

    ``card`` is the card it answers with, ``files`` those that are sent along, ``opened_form`` the
    form that it opens, ``started_match`` the id of the match that began, or 0; ``written`` is what
    a form was sent with, by the names of its fields.
    """

    on_page = True
    find: Callable[[int], Awaitable[Match]]  # a match that the member may look at

    def __init__(
        self,
        handling: Handling,
        viewer: Viewer,
        visitor: Visitor,
        t: Language,
        settings: MemberSettings,
        look: Look,
    ) -> None:
        self._handling = handling
        self._viewer = viewer
        self._look = look
        self.services = copy(handling.services)
        self.services.images = _PageImages()
        self.services.heavy = _Heavy(handling.services.workers)
        self.thinker = _Now(self, handling.thinker)
        self.user = viewer.user
        self.place = visitor.place
        self.scope = visitor.place.scope
        self.person = Person(viewer.user, visitor.name)
        self.page_session = visitor.session
        self.started_match = 0
        self.interaction_ref = None  # type: ignore[assignment]  # of no interaction
        channel = visitor.place.channel
        self.channels = {channel, self.services.gateway.channel_of(self.scope, channel)}
        self.t = t
        self.settings = settings
        self.locale = t.locale
        self.match = None
        self.values = ()
        self.pressed = True
        self.pressed_private = True
        self.card: Post | None = None
        self.files = list[File]()
        self.opened_form: Form | None = None
        self.written: Mapping[str, str] = {}
        self._seen_match = None

    @property
    def viewer(self) -> Viewer:
        return self._viewer

    @property
    def named_by(self) -> int | None:
        """Nobody: the page shows no mentions, so that all are called by name."""
        return NOBODY_READS

    async def watched(self, match: int) -> Match:
        return await self.find(match)

    async def own_roles(self) -> Collection[int]:
        with suppress(*FAILURES):
            return await self.services.visibility.roles(self.user, self.scope)
        return ()

    def look(self) -> Look:
        return {**super().look(), **self._look}

    async def private(self, post: Post, *, anew: bool = False) -> None:
        if not self.files:  # of several parts the first says what they are
            self.card = post
        self.files += post.extra

    @property
    def answered(self) -> bool:
        return self.card is not None

    async def publish(self, notice: Notice[DomainEvent] | None, *, where: bool = False) -> None:
        """What was stored is sent with the next round of posts."""
        if notice is not None and isinstance(notice.event, MatchStarted):
            self.started_match = notice.match or 0

    async def settle(self, **subject: int) -> None:
        """Posts are settled with the next round, too."""

    async def form(self, modal: Form) -> None:
        self.opened_form = modal

    def typed(self, name: str, *, long: bool = False) -> str:
        text = self.written.get(name, "")
        if len(text) > (BOX if long else LINE):
            raise TooLong(LINE, [*self.written.values()])
        return text

    @property
    def refused_form(self) -> RefusedForm:
        return RefusedForm([*self.written.values()], None)
