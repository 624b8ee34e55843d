"""What a feature registers: its commands, handlers of presses, posts and repeated jobs, each beside
its function.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

import discord
from discord import app_commands

from bot.chat.discord.commands import SlashCommand
from bot.chat.discord.delivery.composers import (
    AfterSent,
    Compose,
    Composer,
    Edit,
    Hook,
    Instead,
    OnPosted,
)
from bot.chat.discord.delivery.pending import PendingKind
from bot.chat.discord.gateway.gate import Work
from bot.chat.discord.press import Press
from bot.chat.discord.reply import PageUse, PressHandler, PressRoute, ShowInstead
from bot.chat.discord.services import Services
from bot.domain.events import DomainEvent
from games.core import GameError

P = TypeVar("P", bound=Press)
E = TypeVar("E", bound=DomainEvent)
AnyCommand: TypeAlias = "SlashCommand | app_commands.ContextMenu"
C = TypeVar("C", bound=AnyCommand)
ChoreRun: TypeAlias = Callable[[Services], Awaitable[object]]
Joined: TypeAlias = Callable[[Services, discord.Guild], Awaitable[None]]

# interval of jobs that look for what falls due, such as reminders and ends of time
CHORES_SECONDS = 20.0
THINKING_SECONDS = 0.5  # interval of jobs that look for results of the computer's thinking


F = TypeVar("F", bound=Callable[..., object])


def _registering(add: Callable[[F], object]) -> Callable[[F], F]:
    """A decorator that adds functions and leaves them as they are."""

    def register(function: F) -> F:
        add(function)
        return function

    return register


@dataclass(frozen=True, slots=True)
class Job:
    """Work that is repeated every ``seconds``.

    :param run: gives True if it has left notices in the outbox, to be sent at once
    """

    name: str
    seconds: float
    run: ChoreRun


class Feature:
    """A thing that members can do, with which its modules register.

    :param groups: describes groups of commands by their names
    """

    def __init__(self, groups: Mapping[str, str] | None = None) -> None:
        self.groups = groups or {}
        self.commands: list[AnyCommand] = []
        self.buttons: list[PressRoute[Any]] = []
        self.composers: list[Composer[Any]] = []
        self.jobs: list[Job] = []
        self.pending_kinds: list[PendingKind[Any]] = []
        self.refusals: dict[type[GameError], ShowInstead] = {}
        self.after_sent: list[Hook] = []
        self.join_handlers: list[Joined] = []

    def command(self, command: C) -> C:
        """Register a command or an entry of a menu."""
        self.commands.append(command)
        return command

    def on(
        self,
        *presses: type[P],
        work: Work = "words",
        page: PageUse = False,
        address: bool = False,
        touched: bool = False,
    ) -> Callable[[PressHandler[P]], PressHandler[P]]:
        """Register the handler of presses.

        :param work: what it costs, which the gate asks for
        :param page: they can be pressed on the web page too: they show the presser a card, and need
            no interaction; “place”: what they show is that of the place where the page was opened,
            whose channel the presser must be able to view
        :param address: their custom id may stand in an address of that page: they show a card,
            change nothing, and need nothing that is chosen or written
        :param touched: what they show opens on that page as well, beside the chat
        """

        def add(handler: PressHandler[P]) -> None:
            for press in presses:
                self.buttons.append(PressRoute(press, handler, work, page, address, touched))

        return _registering(add)

    def composes(
        self,
        *events: type[E],
        edit: Edit[E] | None = None,
        on_posted: OnPosted[E] | None = None,
        instead: Instead[E] | None = None,
    ) -> Callable[[Compose[E]], Compose[E]]:
        """Register the function that makes the posts of events; see ``Composer``."""

        def add(compose: Compose[E]) -> None:
            for event in events:
                self.composers.append(Composer(event, compose, edit, on_posted, instead))

        return _registering(add)

    def after(self, *events: type[DomainEvent]) -> Callable[[AfterSent], AfterSent]:
        """Register what is done once a notice of one of these events was sent, wherever to."""
        return _registering(lambda handler: self.after_sent.append(Hook(events, handler)))

    def job(self, name: str, seconds: float) -> Callable[[ChoreRun], ChoreRun]:
        """Register work that is repeated every ``seconds``."""
        return _registering(lambda run: self.jobs.append(Job(name, seconds, run)))

    def instead_of(self, error: type[GameError]) -> Callable[[ShowInstead], ShowInstead]:
        """Register what a member is shown instead of the sentence of an ``error``; False: that was
        not possible.
        """
        return _registering(lambda show: self.refusals.update({error: show}))

    def when_joined(self, handler: Joined) -> Joined:
        """Register what is done when the bot enters a server."""
        self.join_handlers.append(handler)
        return handler
