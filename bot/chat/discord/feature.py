"""What a feature registers: its commands, handlers of presses, posts and repeated jobs, each beside its function."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

import discord
from discord import app_commands

from bot.chat.discord.commands import SlashCommand
from bot.chat.discord.delivery.notices import AnyComposer, Compose, Composer, Edit, Instead, Posted
from bot.chat.discord.delivery.pending import PendingKind
from bot.chat.discord.gateway.gate import Work
from bot.chat.discord.press import Press
from bot.chat.discord.reply import Reply
from bot.chat.discord.services import Delivered, Services
from bot.domain.events import Event
from games.core import GameError

P = TypeVar("P", bound=Press)
E = TypeVar("E", bound=Event)
AnyCommand: TypeAlias = "SlashCommand | app_commands.ContextMenu"
C = TypeVar("C", bound=AnyCommand)
Handler: TypeAlias = Callable[[Reply, P], Awaitable[None]]
Run: TypeAlias = Callable[[Services], Awaitable[object]]
Joined: TypeAlias = Callable[[Services, discord.Guild], Awaitable[None]]
Refusal: TypeAlias = Callable[[Reply], Awaitable[bool]]

CHORES_SECONDS = 20.0
"""Interval of jobs that look for what falls due, such as reminders and ends of time."""
THINKING_SECONDS = 0.5
"""Interval of jobs that look for results of the computer's thinking."""


@dataclass(frozen=True, slots=True)
class Button(Generic[P]):
    """The handler of a press (of a button, a choice in a menu, a sent form), and what it costs."""

    press: type[P]
    handler: Handler[P]
    work: Work = "words"


AnyButton: TypeAlias = Button[Any]


@dataclass(frozen=True, slots=True)
class Job:
    """Work repeated every ``seconds``. An error in it is logged, and the next run tries again."""

    name: str
    seconds: float
    run: Run


class Feature:
    """One thing that members can do. Its folder's ``__init__`` makes it, and the folder's modules register with it.

    ``groups`` describes groups of commands, such as ``match``.
    """

    def __init__(self, groups: Mapping[str, str] | None = None) -> None:
        self.groups = groups or {}
        self.commands: list[AnyCommand] = []
        self.buttons: list[AnyButton] = []
        self.composers: list[AnyComposer] = []
        self.jobs: list[Job] = []
        self.pending: dict[str, PendingKind] = {}
        self.refusals: dict[type[GameError], Refusal] = {}
        self.delivered: list[tuple[type[Event], Delivered]] = []
        self.joined: list[Joined] = []

    def command(self, command: C) -> C:
        """Register a command or an entry of a menu."""
        self.commands.append(command)
        return command

    def on(self, *presses: type[P], work: Work = "words") -> Callable[[Handler[P]], Handler[P]]:
        """Register the handler of presses; ``work`` is what it costs, which the gate asks for."""

        def register(handler: Handler[P]) -> Handler[P]:
            self.buttons += (Button(press, handler, work) for press in presses)
            return handler

        return register

    def composes(
        self,
        *events: type[E],
        edit: Edit[E] | None = None,
        posted: Posted[E] | None = None,
        instead: Instead[E] | None = None,
    ) -> Callable[[Compose[E]], Compose[E]]:
        """Register the function that makes the posts of events; see ``Composer``."""

        def register(compose: Compose[E]) -> Compose[E]:
            self.composers += (Composer(event, compose, edit, posted, instead) for event in events)
            return compose

        return register

    def after(self, *events: type[Event]) -> Callable[[Delivered], Delivered]:
        """Register what is done once a notice of one of these events was sent, wherever to."""

        def register(done: Delivered) -> Delivered:
            self.delivered += ((event, done) for event in events)
            return done

        return register

    def job(self, name: str, seconds: float) -> Callable[[Run], Run]:
        """Register work that is repeated every ``seconds``."""

        def register(run: Run) -> Run:
            self.jobs.append(Job(name, seconds, run))
            return run

        return register

    def instead_of(self, error: type[GameError]) -> Callable[[Refusal], Refusal]:
        """Register what a member is shown instead of the sentence of an ``error``; False: that was not possible."""

        def register(show: Refusal) -> Refusal:
            self.refusals[error] = show
            return show

        return register

    def when_joined(self, joined: Joined) -> Joined:
        """Register what is done when the bot enters a server."""
        self.joined.append(joined)
        return joined
