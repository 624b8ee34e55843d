"""What every feature is given: the services, made by the composition root."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime
from typing import NamedTuple, Protocol, TypeAlias

from bot.chat.discord.components import Post
from bot.chat.discord.gateway.gate import Gate
from bot.chat.discord.gateway.gateway import Gateway
from bot.chat.discord.gateway.membership import Membership
from bot.chat.discord.gateway.presence import Presence
from bot.chat.discord.gateway.visibility import Visibility
from bot.chat.language.i18n import Language
from bot.chat.pictures.heavy import HeavyWork
from bot.chat.pictures.images import Images
from bot.domain.domain import Domain
from bot.domain.events import JSON, Event, Notice
from bot.domain.matches.exploring.marking import Marking
from bot.domain.opponent import Opponent
from bot.domain.privacy.journal import Journal
from bot.domain.values import Place, Via
from bot.store import Store
from bot.workers.pool import Workers


class Carrier(Protocol):
    """An interaction that can carry a post as its answer."""

    @property
    def place(self) -> Place: ...
    @property
    def pressed(self) -> bool: ...
    @property
    def answered(self) -> bool: ...
    async def public(self, post: Post, *, silent: bool = False) -> bool: ...
    async def follow_up(self, post: Post, *, silent: bool = False) -> None: ...


class Asker(Carrier, Protocol):
    """An interaction whose answer may be thought about."""

    @property
    def user(self) -> int: ...
    @property
    def via(self) -> Via: ...
    @property
    def locale(self) -> str: ...
    async def private(self, post: Post, *, anew: bool = False) -> None: ...


class Sent(NamedTuple):
    """What became of a post: whether it is ``done`` with, and the channel, where that is not the one it answers in."""

    done: bool
    elsewhere: int | None = None


Delivered: TypeAlias = "Callable[[Services, Notice[Event]], Awaitable[None]]"
"""What follows a notice that was sent."""


class Delivers(Protocol):
    """Sends the notices of the outbox; see ``bot.chat.discord.delivery.notices``."""

    async def send(self, services: Services, notice: Notice[Event], carrier: Carrier) -> Sent: ...
    async def flush(self, services: Services) -> None: ...
    async def compose(self, services: Services, t: Language, notice: Notice[Event]) -> Post | None: ...


class PendingQueue(Protocol):
    """Answers that are thought about; see ``bot.chat.discord.delivery.pending``."""

    def room(self, user: int) -> None: ...
    async def ask(
        self, services: Services, asker: Asker, kind: str, about: Mapping[str, JSON], shown: Post, anew: bool = False
    ) -> None: ...


class Services(Domain):
    """All that features work with: the services of the domain, and those that draw, think and talk to Discord.

    :param hurry: lets the jobs that tell what was thought out run twice a second, until nothing is thought about.
    :param pace: share of its time that the computer takes to think.
    :param limits: percent of what the gate usually lets members and servers ask for.
    """

    def __init__(
        self,
        store: Store,
        now: Callable[[], datetime],
        *,
        gateway: Gateway,
        hurry: Callable[[], None],
        workers: Workers,
        delivery: Delivers,
        pending: PendingQueue,
        pace: float,
        limits: float,
        journal: Journal | None,
    ) -> None:
        super().__init__(store, now, journal=journal)
        self.gateway = gateway
        self.hurry = hurry
        self.workers = workers
        self.heavy = HeavyWork(workers)
        self.images = Images(workers)
        self.delivery = delivery
        self.pending = pending
        self.pace = pace
        self.gate = Gate(now, limits)
        self.opponent = Opponent(self.matches, self.imports, workers, gateway.serves, now, hurry, pace)
        self.marking = Marking(self.sharing, workers, hurry, pace)
        self.presence = Presence(self.matches, self.exclusions, gateway)
        self.membership = Membership(self.servers)
        self.visibility = Visibility(gateway, now)
