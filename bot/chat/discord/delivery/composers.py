"""How the post of an event is made: what features register for the notices of their events."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from bot.chat.discord.components import Post
from bot.chat.discord.services import Services
from bot.chat.language.i18n import Language
from bot.domain.events import DomainEvent, Notice

E = TypeVar("E", bound=DomainEvent)

Compose: TypeAlias = Callable[[Services, Language, Notice[E]], Awaitable[Post | None]]
"""Makes the post of a notice; None where there is nothing left to say."""
Edit: TypeAlias = Callable[[Services, Notice[E], Post], Awaitable[bool]]
"""Brings an earlier message up to date; False: it could not, so a new one is sent."""
OnPosted: TypeAlias = Callable[[Services, Notice[E], int], Awaitable[None]]
"""Is given the id of the message in the notice's channel."""
Instead: TypeAlias = Callable[[Services, Notice[E]], Awaitable[int | None]]
"""Gives the channel for a notice whose direct message was refused."""
AfterSent: TypeAlias = Callable[[Services, Notice[DomainEvent]], Awaitable[None]]
"""Is called once a notice was sent, wherever to."""


@dataclass(frozen=True, slots=True)
class Hook:
    """What is called once a notice of one of some events was sent."""

    events: tuple[type[DomainEvent], ...]
    call: AfterSent


@dataclass(frozen=True, slots=True)
class Composer(Generic[E]):
    """How the post of an event is made and sent."""

    event: type[E]
    compose: Compose[E]
    edit: Edit[E] | None = None
    on_posted: OnPosted[E] | None = None
    instead: Instead[E] | None = None
