"""What every feature is given: one frozen record of services, made by the composition root."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple, Protocol, TypeAlias

from bot.chat.discord.components import Post
from bot.chat.discord.gateway.gate import Gate
from bot.chat.discord.gateway.gateway import Gateway
from bot.chat.discord.gateway.membership import Membership
from bot.chat.discord.gateway.presence import Presence
from bot.chat.discord.gateway.visibility import Visibility
from bot.chat.language.i18n import Language
from bot.chat.pictures.images import Images
from bot.chat.pictures.lane import HeavyLane
from bot.domain.blocks.service import Blocks
from bot.domain.challenges.service import Challenges
from bot.domain.daily_cards.service import DailyCards
from bot.domain.events import JSON, Event, Notice
from bot.domain.exclusions.service import Exclusions
from bot.domain.imports.service import Imports
from bot.domain.matches.exploring.marking import Marking
from bot.domain.matches.exploring.service import Explorations
from bot.domain.matches.exploring.sharing import Sharing
from bot.domain.matches.outages import Heartbeat
from bot.domain.matches.prepared_moves import PreparedMoves
from bot.domain.matches.service import Matches
from bot.domain.members.service import Members
from bot.domain.opponent import Opponent
from bot.domain.outbox import Outbox
from bot.domain.pending_answers import PendingAnswers
from bot.domain.privacy.service import Privacy
from bot.domain.puzzles.service import Puzzles
from bot.domain.ratings.service import Ratings
from bot.domain.servers.service import Servers
from bot.domain.tournaments.service import Tournaments
from bot.domain.values import Place, Via
from bot.workers import Thinkers


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


@dataclass(frozen=True, slots=True)
class Services:
    """All that features work with. ``now`` gives the moment, aware and in UTC; ``pace`` is the share of its time that
    the computer takes to think."""

    now: Callable[[], datetime]
    matches: Matches
    challenges: Challenges
    prepared_moves: PreparedMoves
    daily_cards: DailyCards
    explorations: Explorations
    sharing: Sharing
    marking: Marking
    members: Members
    servers: Servers
    ratings: Ratings
    tournaments: Tournaments
    puzzles: Puzzles
    pending_answers: PendingAnswers
    blocks: Blocks
    imports: Imports
    exclusions: Exclusions
    privacy: Privacy
    outbox: Outbox
    heartbeat: Heartbeat
    opponent: Opponent
    thinkers: Thinkers
    pace: float
    gate: Gate
    gateway: Gateway
    images: Images
    heavy: HeavyLane
    presence: Presence
    membership: Membership
    visibility: Visibility
    delivery: Delivers
    pending: PendingQueue
