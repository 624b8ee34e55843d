"""Serves on Discord, or in the sandbox on this machine, until a signal ends it."""

import asyncio
import logging
import os
import signal

import discord
import uvloop

from bot.app import Bot, opened
from bot.chat.discord.gateway.failures import FAILURES
from bot.chat.discord.gateway.reaching import SHARDING_REQUIRED, lasting_refusal, why
from bot.domain.privacy.journal import Journal
from bot.ops import Failed, FailedForGood, logs
from bot.ops.check import application_of
from bot.ops.hosting import hosted
from bot.settings import Settings
from bot.web.activity import Activity
from bot.web.server import served
from bot.workers import cores

ENDED = (
    *FAILURES,
    discord.GatewayNotFound,
    discord.LoginFailure,
    discord.ConnectionClosed,
    discord.PrivilegedIntentsRequired,
)
"""What ends the connection with Discord."""


def serve(settings: Settings, secrets: logs.Secrets) -> None:
    """Run on Discord or in the sandbox until a signal ends it. Raises StoreError, Failed."""
    # The bot does not speak, so warnings about libraries for voice would mislead the host.
    discord.VoiceClient.warn_nacl = False
    discord.VoiceClient.warn_dave = False
    logs.configure(level=settings.log_level, form=settings.log_format, secrets=secrets)
    for question in (*settings.doubtful, settings.shards_without_process):
        if question:
            logging.getLogger(__name__).warning(question)
    # The offline Discord moves the timers of asyncio's own loop.
    loop_factory = uvloop.new_event_loop if settings.token else None
    with asyncio.Runner(loop_factory=loop_factory) as runner:
        runner.run(_run(settings))


async def _run(settings: Settings) -> None:
    # A signal asks for a stop and cancels nothing, so that no transaction is cut off.
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    log = logging.getLogger(__name__)

    def end(number: signal.Signals) -> None:
        log.info("stopping: %s", number.name)
        stop.set()

    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, end, number)
    if settings.token is None:
        await _play_offline(settings, stop)
    else:
        await _connect(settings, settings.token, stop)
    log.info("stopped" if stop.is_set() else "stopped: the connection with Discord was closed")


async def _play_offline(settings: Settings, stop: asyncio.Event) -> None:
    """Run in the sandbox until ``stop`` is set. Raises Failed."""
    try:
        from . import sandbox
    except ImportError:
        raise Failed(
            "DISCORD_TOKEN is not set, and the offline sandbox is not installed here; set the "
            "token, or start the sandbox from the program's folder with: make run"
        ) from None
    await sandbox.serve(settings, stop)


async def _connect(settings: Settings, token: str, stop: asyncio.Event) -> None:
    """Run on Discord until ``stop`` is set. Raises Failed."""
    with cores.single(min(settings.shard_ids or (os.getpid(),))):
        async with opened(
            settings.database,
            shard_count=settings.shard_count,
            shard_ids=settings.shard_ids,
            limits=settings.limits,
            journal=Journal(settings.deletions),
            key=token.encode(),
            url=settings.web_url,
            hosted_by=settings.hosted_by,
        ) as bot:
            await _run_on_discord(bot, settings, token, stop)


async def _run_on_discord(bot: Bot, settings: Settings, token: str, stop: asyncio.Event) -> None:
    """Be connected until ``stop`` is set. Raises Failed."""
    client = bot.client
    application = application_of(token)
    activity = None
    if settings.secret and application:
        activity = Activity(application, settings.secret, token)
    try:
        async with (
            hosted(settings, bot.status, bot.services.database),
            served(
                bot.handling, settings.web_host, settings.web_port, activity, settings.web_proxies
            ),
            client,
        ):
            client_task = asyncio.ensure_future(client.start(token))
            stop_task = asyncio.ensure_future(stop.wait())
            overtaken_task = asyncio.ensure_future(bot.overtaken.wait())
            await asyncio.wait(
                {client_task, stop_task, overtaken_task}, return_when=asyncio.FIRST_COMPLETED
            )
            stop_task.cancel()
            overtaken_task.cancel()
            if not client_task.done():
                await client.close()
                client_task.cancel()
                await asyncio.wait({client_task})
            else:
                client_task.result()
        if bot.overtaken.is_set():
            raise Failed("another process has taken over the shards of this one (SHARD_IDS)")
    except ENDED as error:
        raise _explained(error, settings) from None


def _explained(error: Exception, settings: Settings) -> Failed:
    """What the host is told of a connection that has ended: FailedForGood where another start would
    change nothing.
    """
    refusal = lasting_refusal(error)
    if refusal is None:
        return Failed(f"Discord cannot be reached: {why(error)}")
    more_shards = isinstance(error, discord.ConnectionClosed) and error.code == SHARDING_REQUIRED
    if more_shards and not settings.shard_count:
        return Failed("Discord asks for more shards, which the next start opens")
    return FailedForGood(refusal)
