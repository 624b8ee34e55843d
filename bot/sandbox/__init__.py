"""Plays without Discord: the same bot inside SimCord's offline Discord, on a page of this
machine.
"""

import asyncio
import contextlib
import logging
import math
import os
import re
import secrets
import socket
import sys
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import cast

import discord
import simcord
from simcord import BackendError, SetupError

from bot.app import Bot, opened
from bot.chat.discord import press as presses
from bot.chat.features.play import matches
from bot.chat.language.i18n import Language
from bot.domain.privacy.journal import Journal
from bot.domain.unit_of_work import Database
from bot.domain.values import Place
from bot.ops import Failed
from bot.ops.hosting import hosted
from bot.settings import Settings
from bot.store.key_value import recall, remember

from .page import SandboxPage

log = logging.getLogger(__name__)

SERVER = "Loophole Club"
CHANNEL = "games"
MEMBERS = ("alice", "bob", "carol", "dave")
MOST_MESSAGES = 30
KEPT_MESSAGES = 20
"""How many messages a channel may have on the page, and how many of them stay when it has more."""
TICK_SECONDS = 1.0  # how often the offline Discord catches up with the time

UNITS = {"m": timedelta(minutes=1), "h": timedelta(hours=1), "d": timedelta(days=1)}
LONGEST_MOVE = timedelta(days=60)
# longest move of the time in one step, so that what falls due on the way happens in order
HOP = timedelta(minutes=30)
MOST_HOPS = 200
HOP_SECONDS = 5.0  # seconds that the bot then has to do what is due


@dataclass(slots=True)
class MovableClock:
    """The bot's clock, ``ahead`` of real time.

    ``moves``: typed moves of the time, still to be made.
    """

    ahead: timedelta = timedelta(0)
    moves: list[timedelta] = field(default_factory=list)

    def __call__(self) -> datetime:
        return datetime.now(UTC) + self.ahead

    def monotonic(self) -> float:
        """Seconds by which the bot waits."""
        return time.perf_counter() + self.ahead.total_seconds()

    def listen(self) -> None:
        """Read moves of the time from the terminal: ``+3d``, ``+6h`` or ``+30m``."""
        loop = asyncio.get_running_loop()

        def read() -> None:
            text = os.read(sys.stdin.fileno(), 1024).decode(errors="replace")
            if not text:
                loop.remove_reader(sys.stdin)
            for count, unit in re.findall(r"\+\s*([1-9]\d{0,3})\s*([mhd])", text):
                self.moves.append(min(int(count) * UNITS[unit], LONGEST_MOVE))

        # The standard input may be closed, and loops of Windows cannot read it.
        with contextlib.suppress(OSError, ValueError, NotImplementedError):
            loop.add_reader(sys.stdin, read)


async def serve(settings: Settings, stop: asyncio.Event) -> None:
    """Run the sandbox until ``stop`` is set. Raises Failed, StoreError."""
    _free(settings.sandbox_port)
    clock = MovableClock()
    async with (
        opened(
            settings.database,
            clock,
            monotonic=clock.monotonic,
            shard_count=1,
            always_sync=True,
            limits=settings.limits,
            journal=Journal(settings.deletions),
        ) as bot,
        hosted(settings, bot.status, bot.services.database),
    ):
        env = simcord.Env(bot.client, shard_count=1, check_errors=False)
        channel, viewers = _people(env)
        _set_clock(env)
        await env.start()
        zone = os.environ.get("TZ", "UTC").lstrip(":") or "UTC"
        secret = await _secret(bot.services.database)
        page = SandboxPage(env, channel, secret=secret, zone=zone, bot=bot)
        _open_boards(bot, page)
        try:
            with env.time_context():
                try:
                    await page.open(viewers, settings.sandbox_port)
                except OSError:
                    raise _taken(settings.sandbox_port) from None
                await _greet(bot, channel.id)
                async with page.turn:
                    await page.refresh()
                _welcome(page.url)
                clock.listen()
                await _run(bot, env, page, clock, stop)
        finally:
            await page.close()
            await bot.client.close()
            await env.shutdown()


def _set_clock(env: simcord.Env) -> None:
    """Set the offline Discord's clock to now, once its people are there.

    Their ids are those of its first moment, the same at every start. Messages and interactions are
    to get ids that no earlier run has used.
    """
    lag = datetime.now(UTC) - env.now()
    env.backend.advance_clock(max(0.0, lag.total_seconds()))


def _taken(port: int) -> Failed:
    return Failed(f"port {port} is in use; stop what uses it, or set SANDBOX_PORT to another")


def _free(port: int) -> None:
    """Raise Failed before anything is set up. Port 0 is any free port."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            raise _taken(port) from None


async def _secret(database: Database) -> str:
    """The secret part of the page's address, the same at every start so that an open tab can be
    loaded again.
    """
    secret = await recall(database.store, "sandbox")
    if secret is None:
        secret = secrets.token_urlsafe(32)
        await remember(database.store, "sandbox", secret)
    return secret


async def _greet(bot: Bot, channel: int) -> None:
    """Post the welcome that a new server gets, and the running matches."""
    (guild,) = bot.client.guilds
    await bot.client.welcome(guild)
    language = Language(guild.preferred_locale.value)
    card = await matches.for_everyone(bot.services, language, Place(guild.id, channel))
    if card is not None:
        here_now = bot.services.gateway.channel(channel)
        await here_now.send(**card.message())


def _people(env: simcord.Env) -> tuple[simcord.ChannelHandle, list[simcord.MemberActor]]:
    """The channel and the members, made in the same order at every start so that ids stay."""
    env.backend.bot_user.name = "Loophole"
    users = [env.create_user(name) for name in MEMBERS]
    guild = env.create_guild(SERVER, owner=users[0])
    channel = guild.create_text_channel(CHANNEL)
    return channel, [guild.add_member(user) for user in users]


def _welcome(url: str) -> None:
    print(f"\nOpen the sandbox in your browser:\n\n    {url}\n")
    print(
        "As alice, type /play and press Enter; choose a game, then opponent and bob, and press "
        "Enter again."
    )
    print(
        "Switch to bob at the top of the page and press Accept. Then take turns with Move or "
        "/move.\n"
    )
    print("Type +3d, +6h or +30m here and press Enter to move the time on.")
    print("Your matches are saved. Stop with Ctrl-C.", flush=True)


def _open_boards(bot: Bot, page: SandboxPage) -> None:
    """When a button of a match that shows its board is pressed, open that board to be touched on
    the page.
    """
    answer = bot.client.on_interaction

    async def on_interaction(interaction: discord.Interaction) -> None:
        data = cast("dict[str, object]", interaction.data or {})
        press = presses.read(str(data.get("custom_id", "")))
        target: int | dict[str, str] | None = None
        if press is not None and bot.handling.buttons[type(press)].touched:
            target = press.match if isinstance(press, presses.MatchPress) else {"press": str(press)}
        elif (
            data.get("name") == "puzzle"
            and interaction.type is discord.InteractionType.application_command
        ):
            options = cast("list[dict[str, str]]", data.get("options") or [])
            values = {option["name"]: option["value"] for option in options}
            target = (
                None if values.get("today") else {"what": "puzzle", "game": values.get("game", "")}
            )
        if target is not None:
            _, count = page.targets.get(interaction.user.id, (0, 0))
            page.targets[interaction.user.id] = target, count + 1
        await answer(interaction)  # type: ignore[arg-type]  # as discord.py calls it

    bot.client.event(on_interaction)


def _tidy(env: simcord.Env, channel: simcord.ChannelHandle) -> None:
    """Delete all but the latest messages: the page draws each of them anew for each member who
    looks.
    """
    messages = channel.history()
    if len(messages) > MOST_MESSAGES:
        for message in messages[:-KEPT_MESSAGES]:
            env.backend.delete_message(channel.id, message.id)


async def _move_on(bot: Bot, env: simcord.Env, clock: MovableClock, span: timedelta) -> None:
    """Move the time of the bot and of the offline Discord on, in hops."""
    hops = min(math.ceil(span / HOP), MOST_HOPS)
    hop = span / hops
    for _ in range(hops):
        clock.ahead += hop
        env.backend.advance_clock(hop.total_seconds())
        await bot.services.heartbeat.skip()
        bot.client.restart_loops()
        await env.advance_time(HOP_SECONDS)
        clock.ahead += timedelta(seconds=HOP_SECONDS)
    print(f"It is {clock():%A %d %B %H:%M} UTC.", flush=True)


async def _run(
    bot: Bot, env: simcord.Env, page: SandboxPage, clock: MovableClock, stop: asyncio.Event
) -> None:
    """Let time pass in the offline Discord as it passes here, between actions on the page, until
    ``stop`` is set.
    """
    last_time = time.monotonic()
    event_count = 0
    while not stop.is_set():
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(stop.wait(), TICK_SECONDS)
        async with page.turn:
            now = time.monotonic()
            try:
                while clock.moves:
                    await _move_on(bot, env, clock, clock.moves.pop(0))
                    now = last_time = time.monotonic()
                await env.advance_time(now - last_time)
                if len(env.backend.transcript) > event_count:
                    for place in page.places():
                        _tidy(env, place.channel)
                    event_count = len(env.backend.transcript)
                await page.refresh()
            except (SetupError, BackendError, TimeoutError) as error:
                log.warning("the offline Discord could not go on: %s", error)
            last_time = now
