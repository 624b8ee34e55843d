"""A server with members and the bot on a database file, restarted at will; every payload it sends
is checked.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, ClassVar, Self

import discord
import pytest
from simcord import InteractionResult, MemberActor, ResponseMessage
from simcord.backend.ops.commands import COMMAND_FIELDS

from bot.app import Bot
from bot.chat.client import FIRST_SECONDS
from bot.chat.discord.feature import THINKING_SECONDS
from bot.chat.discord.services import Services
from bot.chat.language import i18n
from bot.domain.values import Person, Place
from bot.store import Store
from bot.store.engine import BUSY_SECONDS
from bot.store.key_value import recall, remember
from bot.workers.pool import THREADS, Workers

from . import active_threads, discord_api  # noqa: F401  # which answers by being imported
from .known_texts import KnownTexts
from .reading import BUTTON, MENU, Message, buttons, options, parts, says, stored, words
from .settling import POLL_SECONDS, Env

SETTLE_SECONDS = 20.0
"""How long the bot may take for what is done to it: a machine may be busy."""

UNLIMITED = 1e7
"""Percent, for tests in which members press more in a moment than anybody would."""


class Member:
    """A member at the keyboard, in the server's one channel."""

    def __init__(self, club: Club, actor: MemberActor) -> None:
        self.club = club
        self.actor = actor
        self.id = actor.id
        self.name = actor.name
        self.person = Person(actor.id, actor.name)

    async def slash(self, command: str, **options: Any) -> InteractionResult:
        """Use a command; members may be given as they are."""
        for name, value in options.items():
            if isinstance(value, Member):
                options[name] = value.actor
        return await self.actor.slash(self.club.channel, command, **options)

    async def type(self, command: str, option: str, text: str, **filled: Any) -> list[str]:
        """Type into an option; gives the values on offer."""
        choices = await self.actor.autocomplete(self.club.channel, command, option, text, **filled)
        return [choice["value"] for choice in choices]

    async def offered(self, **filled: Any) -> list[str]:
        """The moves that ``/move`` offers, as a member types them in full."""
        values = await self.type("move", "moves", "", **filled)
        return [value.replace("[", "").replace("]", "") for value in values]

    async def click(self, message: Message, label: str) -> InteractionResult:
        """Press the first button whose label begins with ``label``."""
        for button in parts(message, BUTTON):
            if (button.get("label") or "").startswith(label):
                return await self.actor.click(stored(message), custom_id=button["custom_id"])
        raise AssertionError(f"no button {label!r}; there are {buttons(message)}")

    async def choose(self, message: Message, value: str) -> InteractionResult:
        """Choose the option of that value in whatever menu has it."""
        for menu in parts(message, MENU):
            if any(option["value"] == value for option in menu["options"]):
                source = stored(message)
                return await self.actor.select(source, [value], custom_id=menu["custom_id"])
        raise AssertionError(f"no option {value!r} in {options(message)}")


class Club:
    """A server with four members, and the bot in it."""

    registered: ClassVar[tuple[list[dict[str, Any]], str] | None] = None
    """The commands as the first bot of the run gave them to Discord, and what it remembered them
    by.
    """
    busy_seconds = BUSY_SECONDS
    ahead = timedelta(0)
    """By how much the clock of the bot's machine is ahead of Discord's."""

    def __init__(self, database: Path, limits: float = UNLIMITED) -> None:
        self.database = f"sqlite+aiosqlite:///{database}"
        self.limits = limits
        self.stores: list[Store] = []
        self.env: Env
        self.bot: Bot
        self.alice: Member
        self.bob: Member
        self.carol: Member
        self.dave: Member

    def now(self) -> datetime:
        return self.env.now() + self.ahead

    def monotonic(self) -> float:
        """Seconds that have passed, whatever the host's clock says."""
        return self.env.backend.clock.elapsed

    async def new_bot(self, **settings: Any) -> Bot:
        store = await Store.open(self.database, busy_seconds=self.busy_seconds)
        self.stores.append(store)
        settings = {"workers": Workers(THREADS), "pace": 0.03, "limits": self.limits, **settings}
        return Bot(store, self.now, monotonic=self.monotonic, shard_count=1, **settings)

    @property
    def services(self) -> Services:
        """What the features of the bot that runs now are given."""
        return self.bot.services

    @property
    def server(self) -> discord.Guild:
        """As the bot that runs now sees it."""
        guild = self.bot.client.get_guild(self.guild.id)
        assert guild is not None
        return guild

    @property
    def place(self) -> Place:
        return Place(self.guild.id, self.channel.id)

    def boss(self) -> Member:
        """A new member who may manage the server."""
        permissions = discord.Permissions(manage_guild=True)
        role = self.guild.create_role("boss", permissions=permissions)
        user = self.env.create_user("boss")
        return Member(self, self.guild.add_member(user, roles=[role]))

    async def open(self) -> None:
        self.bot = await self.new_bot()
        self.env = Env(self.bot.client, shard_count=1, settle_timeout=SETTLE_SECONDS)
        users = [self.env.create_user(name) for name in ("alice", "bob", "carol", "dave")]
        self.guild = self.env.create_guild("Loophole Club")
        self.channel = self.guild.create_text_channel("games")
        members = [Member(self, self.guild.add_member(user)) for user in users]
        self.alice, self.bob, self.carol, self.dave = members
        key = f"commands:{self.env.backend.application_id}"
        if Club.registered is not None:
            commands, digest = Club.registered
            self.env.backend.register_commands(None, [_as_stored(one) for one in commands])
            await remember(self.bot.store, key, digest)
        await self.env.start()
        for commands in registrations(self):
            digest = await recall(self.bot.store, key) or ""
            Club.registered = (commands, digest)

    async def restart(
        self, *, gently: bool = True, seconds: float = FIRST_SECONDS, **settings: Any
    ) -> None:
        """Another bot on the same database, in the same Discord, as after a stop, so many seconds
        after its start.
        """
        if gently:
            await self.bot.client.close()
        self._release_cancelled()
        self.bot = await self.new_bot(**settings)
        await self.env.restart_bot(self.bot.client)
        if seconds:
            await self.env.advance_time(seconds)

    def quiet(self) -> None:
        """Stop what the bot does by itself every so often."""
        for loop in self.bot.client._loops.values():
            loop.cancel()

    async def thought(self) -> None:
        """Let pass what time it takes until nothing is being thought about any more."""
        quiet = 0
        while quiet < 2:
            await self.env.advance_time(THINKING_SECONDS)
            if self.services.workers.idle and not self.bot.client.busy:
                quiet += 1
            else:
                quiet = 0
            await self.workers_idle()

    async def workers_idle(self) -> None:
        """Wait until nothing is being thought about or drawn."""
        while not self.services.workers.idle:  # noqa: ASYNC110  # nothing tells of it
            await asyncio.sleep(POLL_SECONDS)

    async def close(self) -> None:
        await self.env.shutdown()
        await self.bot.client.close()
        self._release_cancelled()
        for store in self.stores:
            await store.close()

    def _release_cancelled(self) -> None:
        """Take from the cancelled tasks of a bot the errors that cancelled them.

        A task's reference to its error is hidden from the garbage collector of Python 3.11, and the
        error's traceback leads to the club: thousands of clubs would be kept until a process of the
        tests is out of memory.
        """
        for loop in self.bot.client._loops.values():
            task = loop.get_task()
            if task is not None and task.cancelled():
                with suppress(asyncio.CancelledError):
                    task.exception()

    async def __aenter__(self) -> Self:
        await self.open()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
        self.check()

    def check(self) -> None:
        """Every request that the bot has made is one that Discord takes."""
        for entry in self.env.http_requests:
            discord_api.check(entry.method, entry.path, entry.json)

    def posts(self) -> list[discord.Message]:
        """What everyone in the channel can read."""
        return [message for message in self.channel.history() if not message.flags.ephemeral]

    def post(self) -> discord.Message:
        """The latest of them."""
        return self.posts()[-1]

    def post_with(self, text: str) -> discord.Message:
        """The latest post that has a text."""
        for post in reversed(self.posts()):
            if text in words(post):
                return post
        raise AssertionError(f"no post has {text!r}")

    def as_it_is_now(self, post: discord.Message | ResponseMessage) -> discord.Message:
        """A post of the channel, which may have been edited meanwhile."""
        for current in self.posts():
            if current.id == post.id:
                return current
        raise AssertionError(f"this post is gone: {words(post)}")

    def pings(self) -> list[int]:
        """Whom the latest post pings."""
        return self.pings_of(self.post())

    def pings_of(self, post: discord.Message) -> list[int]:
        message = self.env.backend.get_message(post.channel.id, post.id)
        return sorted(message.ping_user_ids)

    def posted(self, *texts: str, pings: Iterable[Member]) -> None:
        """Assert that the latest post has all of these texts, and pings these members alone."""
        says(self.post(), *texts)
        assert self.pings() == sorted(member.id for member in pings)

    async def match(
        self, variant: str = "", game: str = "veloop-square", side: str = "first", **terms: Any
    ) -> int:
        """A match of alice, who moves first, and bob; gives its number."""
        await self.alice.slash(
            "play", game=game, opponent=self.bob, side=side, variant=variant, **terms
        )
        await self.bob.click(self.post(), "Accept")
        matches = await self.services.matches.of(self.alice.id)
        return max(match.number for match in matches)

    async def begun(
        self, variant: str = "", game: str = "veloop-square", side: str = "first", **terms: Any
    ) -> int:
        """A match like that of ``match``, of which nothing is posted until time passes."""
        offer = await self.services.challenges.make(
            self.place,
            self.alice.person,
            game,
            opponent=self.bob.person,
            variant=variant,
            side=side,
            **terms,
        )
        change = await self.services.challenges.accept(offer.challenge.id, self.bob.person)
        return change.match.number


class Elsewhere(Club):
    """Another server with one member, ``eve``, who is met across servers, and may manage it."""

    def __init__(self, club: Club, *, manages: bool = False) -> None:
        self.club = club
        self.guild = club.env.create_guild("Elsewhere")
        self.channel = self.guild.create_text_channel("far")
        self.env = club.env
        self.bot = club.bot
        permissions = discord.Permissions(manage_guild=manages)
        role = self.guild.create_role("chief", permissions=permissions)
        user = club.env.create_user("eve")
        self.eve = Member(self, self.guild.add_member(user, roles=[role]))

    async def opened(self, language: str) -> Self:
        """Both servers play across servers, this one in its own language."""
        await self.env.settle()
        await self.club.services.servers.change(self.place, across=True, language=language)
        await self.club.services.servers.change(self.club.place, across=True)
        return self


def _as_stored(command: dict[str, Any]) -> dict[str, Any]:
    """A command as Discord keeps it, of what the bot sends."""
    return {name: value for name, value in command.items() if name in COMMAND_FIELDS}


def registrations(club: Club) -> list[list[dict[str, Any]]]:
    """The lists of commands that Discord has been given by the bots of a club."""
    requests = club.env.http_requests
    return [
        request.json
        for request in requests
        if request.method == "PUT" and request.path.endswith("/commands")
    ]


@pytest.fixture
def nothing_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot starts on a Discord that does not know its commands; in other tests it has been
    started before.
    """
    monkeypatch.setattr(Club, "registered", None)


@pytest.fixture
def limits() -> float:
    """Percent of what the gate lets through; a host has 100."""
    return UNLIMITED


@pytest.fixture
async def club(
    copied_database: Path, limits: float, caplog: pytest.LogCaptureFixture, without_threads: None
) -> AsyncIterator[Club]:
    """A club whose bot runs; at the end, nothing may have failed."""
    async with Club(copied_database, limits) as club:
        yield club
    assert not club.env.errors
    records = caplog.get_records("call")
    trouble = [record.getMessage() for record in records if record.levelno >= logging.ERROR]
    assert not trouble


@pytest.fixture(autouse=True)
def every_text_is_known(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nothing is shown that no translator has been given."""
    texts = KnownTexts()
    monkeypatch.setattr(i18n, "catalogue", texts.catalogue)
    yield
    assert not texts.unknown, "mark these texts, see docs/translating.md"
