"""What a feature is: its commands, buttons, posts and repeating work, gathered in one value that the root registers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeAlias, TypeVar

import discord
from discord import app_commands

from bot.chat.discord.commands import SlashCommand
from bot.chat.discord.delivery.notices import AnyComposer
from bot.chat.discord.delivery.pending import PendingKind
from bot.chat.discord.gateway.gate import Work
from bot.chat.discord.press import Press
from bot.chat.discord.reply import Reply
from bot.chat.discord.services import Delivered, Services
from bot.domain.events import Event
from games.core import GameError

P = TypeVar("P", bound=Press)
AnyCommand: TypeAlias = "SlashCommand | app_commands.ContextMenu"

CHORES_SECONDS = 20.0
"""How often a job looks for what falls due, such as reminders and ends of time."""
THINKING_SECONDS = 0.5
"""How often a job looks for what has been thought out."""


@dataclass(frozen=True, slots=True)
class Button(Generic[P]):
    """What is done when a button is pressed, something is chosen in a menu, or a form is sent, and what that costs."""

    press: type[P]
    handler: Callable[[Reply, P], Awaitable[None]]
    work: Work = "words"


AnyButton: TypeAlias = Button[Any]


@dataclass(frozen=True, slots=True)
class Job:
    """Work that is repeated every so many seconds. What fails in it is logged, and the next run tries again."""

    name: str
    seconds: float
    run: Callable[[Services], Awaitable[object]]


@dataclass(frozen=True, slots=True)
class Feature:
    """One thing that members can do, whole.

    ``groups`` describe groups of commands, such as ``match``. ``refusals`` show something better than a sentence where
    a command or press is refused with an error of that type, and give False where that was not possible. ``delivered``
    is called after notices of these events were sent, ``joined`` when the bot enters a server.
    """

    name: str
    commands: tuple[AnyCommand, ...] = ()
    groups: Mapping[str, str] = field(default_factory=dict)
    buttons: tuple[AnyButton, ...] = ()
    composers: tuple[AnyComposer, ...] = ()
    jobs: tuple[Job, ...] = ()
    pending: Mapping[str, PendingKind] = field(default_factory=dict)
    refusals: Mapping[type[GameError], Callable[[Reply], Awaitable[bool]]] = field(default_factory=dict)
    delivered: Mapping[type[Event], Delivered] = field(default_factory=dict)
    joined: Callable[[Services, discord.Guild], Awaitable[None]] | None = None
