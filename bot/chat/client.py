"""Discord's client: one without privileged intents, which hands commands, presses and events to the
features.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import logging
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from http import HTTPStatus
from types import SimpleNamespace
from typing import cast

import aiohttp
import discord
import yarl
from discord import app_commands

from bot.chat.discord import press as presses
from bot.chat.discord.feature import THINKING_SECONDS, Feature, Job
from bot.chat.discord.gateway.failures import FAILURES, LONGEST_WAIT
from bot.chat.discord.gateway.gate import Work
from bot.chat.discord.gateway.reaching import REACH_SECONDS, why
from bot.chat.discord.gateway.refusals import ApiRequest, passes, unheard
from bot.chat.discord.gateway.unreadable import leave_out_unreadable
from bot.chat.discord.reply import Handling, Reply, no_such_button
from bot.chat.language import texts
from bot.chat.language.command_names import CommandNames, digest_of
from bot.chat.language.i18n import moment
from bot.chat.registration import commands
from bot.repeating import TaskLoop, repeated
from bot.store import Unavailable
from bot.store.key_value import recall, remember
from bot.workers.spending import metered

log = logging.getLogger(__name__)

CLOSING_SECONDS = 5.0  # how long a stop waits for what is being done
GIVING_UP_SECONDS = 1.0  # and then for what is cancelled
FIRST_SECONDS = 2.0
"""Seconds after a start until jobs run for the first time, at most: members who press a button then
come first.
"""
START_AGAIN_SECONDS = (1.0, 2.0, 5.0, 15.0, 30.0, 60.0)
"""Seconds after which a start is tried again, the last one from then on."""
REGISTER_SECONDS = 90.0  # how long Discord may take to be given the commands
# how often Discord is given the commands at a start before the bot serves with those it has
SYNC_TRIES = 4
ENTRY_POINT = 4  # the type of the command that opens an Activity
# how often jobs that tell what was thought out run while nothing is thought about
IDLE_SECONDS = 10.0
SERVERS_SECONDS = 0.5
"""Seconds without another server after which the bot is ready, since nothing but servers is to
come.
"""
OUTDATED = (
    app_commands.CommandNotFound,
    app_commands.CommandSignatureMismatch,
    app_commands.TransformerError,
)
"""Errors of commands of an earlier version, which Discord's apps show for a while after an
update.
"""
OWN_DATA = ("privacy", "lh:forget:", "lh:remember:")
"""How the names of commands and presses begin by which people see and delete what is kept of them:
always open.
"""
MODERATING = (
    "server",
    "moderate",
    "lh:server:",
    "lh:serverlog:",
    "lh:forgetgone:",
    "lh:modsettle:",
)
"""The same of those by which a server is managed: no ban shuts anybody out of them who may manage
it.
"""


def _is_our_mistake(record: logging.LogRecord) -> bool:
    """Keep out of the log the traceback of an autocompletion whose member had stopped typing, or
    has an app that does not know the commands as they are now.
    """
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, OUTDATED):
        return False
    return not (isinstance(error, Exception) and unheard(error))


logging.getLogger("discord.app_commands.tree").addFilter(_is_our_mistake)


def _is_unauthorized(error: Exception) -> bool:
    """Whether Discord does not know the token."""
    return isinstance(error, discord.HTTPException) and error.status == HTTPStatus.UNAUTHORIZED


def _waits() -> Iterator[float]:
    """Seconds to wait after each attempt of a start."""
    yield from START_AGAIN_SECONDS
    yield from itertools.repeat(START_AGAIN_SECONDS[-1])


async def _pressed(reply: Reply, press: presses.Press | None, work: Work) -> None:
    """Do what was pressed, or say that there is no such button."""
    async with reply:
        if press is None:
            raise no_such_button()
        reply.require_lengths()
        async with reply.turn(work):
            await reply.handle(press)


def _is_always_open(interaction: discord.Interaction, why: str) -> bool:
    """Whether somebody who is shut out may do this all the same.

    :param why: they are shut out, as in ``texts.SHUT_OUT``
    """
    data = cast("dict[str, str]", interaction.data or {})
    name = data.get("name") or data.get("custom_id") or ""
    if name.startswith(OWN_DATA):
        return True
    permissions = interaction.permissions
    manages = permissions.manage_guild or permissions.administrator
    return why == "banned" and manages and name.startswith(MODERATING)


class BotCommandTree(app_commands.CommandTree["Client"]):
    """The commands. What members do wrong is answered in the commands; what is left is ours."""

    async def interaction_check(self, interaction: discord.Interaction[Client], /) -> bool:
        """Ask the gate for a command or an autocompletion, which costs what was declared of it."""
        work: Work = "words"
        if interaction.type is discord.InteractionType.autocomplete:
            work = "typing"
        elif interaction.command is not None:
            work = interaction.command.extras["work"]
        return await self.client.admitted(interaction, work)

    async def on_error(
        self, interaction: discord.Interaction[Client], error: app_commands.AppCommandError, /
    ) -> None:
        name = interaction.command.qualified_name if interaction.command else "a command"
        if isinstance(error, OUTDATED):
            log.info(
                "a member's Discord does not know the commands as they are now: %s",
                type(error).__name__,
            )
            async with Reply(interaction, f"/{name}") as reply:
                await reply.decline(texts.WRONG_OLD_COMMAND)
            return
        log.error("/%s failed", name, exc_info=error.__cause__ or error)


class Client(discord.AutoShardedClient):
    """Loophole on Discord, given its features by ``serve``.

    :param always_sync: register the commands at every start
    """

    handling: Handling

    def __init__(
        self,
        *,
        shard_count: int | None = None,
        shard_ids: Sequence[int] | None = None,
        always_sync: bool = False,
        http_trace: aiohttp.TraceConfig,
    ) -> None:
        leave_out_unreadable()
        ids = None if shard_ids is None else list(shard_ids)
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            guild_ready_timeout=SERVERS_SECONDS,
            max_messages=None,
            max_ratelimit_timeout=LONGEST_WAIT,
            shard_connect_timeout=REACH_SECONDS,
            http_trace=http_trace,
            shard_count=shard_count,
            shard_ids=ids,  # type: ignore[arg-type]
        )
        self.tree = BotCommandTree(self)
        self._always_sync = always_sync
        self._features: Sequence[Feature] = ()
        self._loops: dict[str, TaskLoop] = {}
        self._thinking_loop: TaskLoop | None = None
        self._unnoted: dict[int, bool] = {}  # servers that were entered or left
        self.waiting_for = ""  # what cannot be reached at the start, and why
        # of the attempt that runs, to log in or to find the gateway
        self._attempt: asyncio.Timeout | None = None
        self._launching: set[int] = set()  # shards that are being connected for the first time
        self._sessions: set[int] = set()  # shards whose latest connection has a session
        # looks whether the token is still good
        self._asking_token: asyncio.Task[None] | None = None
        self._token_refused = False
        http_trace.on_request_end.append(self._note_answer)
        self._sync_failures = 0
        self._running = 0  # runs of the loops
        self._idle = asyncio.Event()
        self._idle.set()
        self._closing = False
        self._answering: set[asyncio.Task[object]] = set()  # interactions that are being answered

    def serve(self, handling: Handling, features: Sequence[Feature]) -> None:
        """Set what this client is for, before it starts."""
        self.handling = handling
        self.services = handling.services
        self._features = features
        for command in commands(features):
            self.tree.add_command(command)
        jobs: defaultdict[float, list[Job]] = defaultdict(list)
        for feature in features:
            for job in feature.jobs:
                jobs[job.seconds].append(job)
        for seconds, group in jobs.items():
            self._loops[group[0].name] = self._loop(seconds, group)

    @property
    def busy(self) -> bool:
        """Whether something is being thought about, or its result is still to be shown."""
        return (
            self.services.opponent.busy or self.handling.thinker.busy or self.services.marking.busy
        )

    def loops_running(self) -> dict[str, bool]:
        """Whether each loop runs, by the name of its first job."""
        return {name: loop.is_running() for name, loop in self._loops.items()}

    def restart_loops(self) -> None:
        """Restart the loops after the clock was moved."""
        for loop in self._loops.values():
            loop.restart()

    def hurry(self) -> None:
        """Run the jobs that tell what was thought out twice a second, until nothing is thought
        about.
        """
        if self._thinking_loop is not None:
            self._thinking_loop.change_interval(seconds=THINKING_SECONDS)

    def _loop(self, seconds: float, jobs: Sequence[Job]) -> TaskLoop:
        async def run() -> None:
            for job in jobs:
                with self._iteration(job.name):
                    if await job.run(self.services) is True:
                        await self.handling.delivery.flush()
            if seconds == THINKING_SECONDS and not self.busy:
                loop.change_interval(seconds=IDLE_SECONDS)

        loop = repeated(seconds, run, first=min(seconds, FIRST_SECONDS))
        loop.before_loop(self.wait_until_ready)
        if seconds == THINKING_SECONDS:
            self._thinking_loop = loop
        return loop

    async def login(self, token: str) -> None:
        """Log in, retrying until Discord answers. Raises LoginFailure."""

        async def attempt() -> None:
            try:
                async with self._in_time():
                    await super(Client, self).login(token)
            except FAILURES:
                await self.http.close()
                self.http.connector = discord.utils.MISSING  # the next attempt opens another one
                raise

        await self._retry_until_connected("the login", attempt)

    async def connect(self, *, reconnect: bool = True) -> None:
        """Connect to the gateway, retrying until Discord gives its address, and be connected until
        the client is closed.

        Raises LoginFailure, also when the token is refused later, ConnectionClosed,
        PrivilegedIntentsRequired.
        """

        async def attempt() -> None:
            try:
                async with self._in_time():
                    await super(Client, self).connect(reconnect=reconnect)
            except discord.GatewayNotFound as error:
                raise error.__cause__ or error from None

        await self._retry_until_connected("the gateway", attempt)
        if self._token_refused:
            raise discord.LoginFailure("the token was refused while the bot ran")

    async def launch_shard(
        self, gateway: yarl.URL, shard_id: int, *, initial: bool = False
    ) -> None:
        """Connect a shard; discord.py calls this again for each further try."""
        self._reached()  # the gateway's address is known
        if shard_id in self._launching:
            self.waiting_for = f"the gateway of shard {shard_id}"
        self._launching.add(shard_id)
        await super().launch_shard(gateway, shard_id, initial=initial)
        self._launching.discard(shard_id)

    @contextlib.asynccontextmanager
    async def _in_time(self) -> AsyncIterator[None]:
        """An attempt to reach Discord.

        Raises TimeoutError unless ``_reached`` is called in time.
        """
        try:
            async with asyncio.timeout(REACH_SECONDS) as self._attempt:
                yield
        finally:
            self._attempt = None

    def _reached(self) -> None:
        """Discord answers: the attempt that runs has no limit any more."""
        if self._attempt is not None:
            self._attempt.reschedule(None)

    def connected(self, shard: int) -> bool:
        """Whether a shard hears of what members do: its connection is open, and Discord has
        accepted its session.
        """
        info = self.get_shard(shard)
        return info is not None and not info.is_closed() and shard in self._sessions

    async def _note_answer(
        self, _: aiohttp.ClientSession, __: SimpleNamespace, params: aiohttp.TraceRequestEndParams
    ) -> None:
        """At the end of each request: where Discord does not know who asks, look whether the token
        is still good.
        """
        if params.response.status != HTTPStatus.UNAUTHORIZED:
            return
        if "Authorization" in params.headers and self.shards and self._asking_token is None:
            self._asking_token = asyncio.create_task(self._ask_token())

    async def _ask_token(self) -> None:
        """End the connection if Discord refuses the token, which may have been reset while the bot
        ran.
        """
        try:
            await self.http.request(discord.http.Route("GET", "/users/@me"))
        except FAILURES as error:
            if _is_unauthorized(error):
                self._token_refused = True
                await self.close()
        finally:
            self._asking_token = None

    async def _retry_until_connected(
        self, what: str, attempt: Callable[[], Awaitable[None]]
    ) -> None:
        """Repeat an attempt while Discord or the way to it fails.

        A wrong token is raised at once: LoginFailure.
        """
        for wait in _waits():
            try:
                await attempt()
            except (*FAILURES, discord.GatewayNotFound) as error:
                if _is_unauthorized(error):
                    raise discord.LoginFailure("the token was refused") from error
                if self.shards:
                    raise  # a lost connection that discord.py could not restore
                seconds = wait
                if isinstance(error, discord.RateLimited):
                    seconds = max(wait, error.retry_after)
                self.waiting_for = f"{what}: {why(error)}"
                log.warning(
                    "waiting for Discord (%s); tried again in %.0f s", self.waiting_for, seconds
                )
                await asyncio.sleep(seconds)
            else:
                break

    async def setup_hook(self) -> None:
        """Before the gateway is opened: register changed commands, take over earlier work, start
        the loops.
        """
        self._reached()  # what follows may take long
        await self._retry_until_stored(self._sync)
        await self._retry_until_stored(self._take_over)
        for loop in self._loops.values():
            loop.start()

    async def _take_over(self) -> None:
        """Read who is shut out or gone, and take over what an earlier process has left.

        Raises Unavailable.
        """
        services = self.services
        await services.exclusions.refresh()
        await services.presence.refresh()
        if services.database.store.sqlite:  # no other process can have the database
            await services.outbox.release()
            await services.pending_answers.put_back()
        await self.handling.delivery.take_over()

    async def _retry_until_stored(self, work: Callable[[], Awaitable[None]]) -> None:
        """Repeat work of the start while the database cannot be used, such as while it restarts."""
        for wait in _waits():
            try:
                await work()
                return
            except Unavailable:  # the store has logged why
                self.waiting_for = "the database"
                log.warning("waiting for the database; tried again in %.0f s", wait)
                await asyncio.sleep(wait)

    async def close(self) -> None:
        """Leave Discord after the running jobs and answers have finished; what remains is left to
        the next process.
        """
        self._closing = True
        for loop in self._loops.values():
            loop.stop()
        # A loop that is cancelled in a transaction would leave its work half done.
        tasks = {asyncio.ensure_future(self._idle.wait()), *self._answering}
        _, late = await asyncio.wait(tasks, timeout=CLOSING_SECONDS)
        for loop in self._loops.values():
            loop.cancel()
        for task in late:
            task.cancel()
        await asyncio.wait(tasks, timeout=GIVING_UP_SECONDS)
        with self._iteration("sending the last answers"):
            try:
                await self.handling.delivery.close(CLOSING_SECONDS)
                await self.handling.thinker.put_back()
            finally:
                self.services.workers.close()
        await super().close()

    async def _sync(self) -> None:
        """Register the commands with Discord if they differ from those registered last.

        Raises Unavailable.
        """
        await self.tree.set_translator(CommandNames())
        commands = [command.to_dict(self.tree) for command in self.tree.get_commands()]
        digest = digest_of(json.dumps(commands, sort_keys=True))
        name = f"commands:{self.application_id}"
        store = self.services.database.store
        if not self._always_sync and await recall(store, name) == digest:
            return
        try:
            async with asyncio.timeout(REGISTER_SECONDS):
                await self._register()
        except discord.RateLimited as error:
            log.warning("the commands stay as they are until the next start: %s", error)
        except discord.HTTPException as error:
            self._sync_failures += 1
            if passes(error, ApiRequest.COMMANDS) and self._sync_failures < SYNC_TRIES:
                raise
            log.error(
                "Discord refuses the commands, which stay as they are until the next start: %s",
                " ".join(str(error).split()),
            )
        else:
            await remember(store, name, digest)
            log.info("registered %s commands", len(commands))

    async def _register(self) -> None:
        """Replace the commands that Discord knows, but for the one that it adds by itself where
        Activities are enabled: it refuses a list without it.

        Raises HTTPException, RateLimited.
        """
        application = self.application_id
        translator = self.tree.translator
        assert application is not None
        assert translator is not None
        payload = [
            await command.get_translated_payload(self.tree, translator)
            for command in self.tree.get_commands()
        ]
        for entry in await self.http.get_global_commands(application):
            if entry["type"] == ENTRY_POINT:
                payload.append(cast("dict[str, object]", entry))
        await self.http.bulk_upsert_global_commands(application, payload=payload)

    @contextlib.contextmanager
    def _iteration(self, what: str) -> Iterator[None]:
        """One run of a job.

        Errors are logged: the loop must go on, and the next run tries again.
        """
        self._running += 1
        self._idle.clear()
        try:
            yield
        except Unavailable:
            log.debug("%s waits for the database", what)  # the store has logged why
        except Exception:
            log.exception("%s failed", what)
        finally:
            self._running -= 1
            if not self._running:
                self._idle.set()

    async def on_interaction(self, interaction: discord.Interaction[Client]) -> None:
        """A press: a button, a menu or a form. Commands reach the tree by themselves."""
        if interaction.type is discord.InteractionType.component:
            kind = "button"
        elif interaction.type is discord.InteractionType.modal_submit:
            kind = "form"
        else:
            return
        data = cast("dict[str, str]", interaction.data or {})
        press = presses.read(data.get("custom_id", ""))
        work: Work = "words"
        name = "unknown"
        if press is not None:
            work = self.handling.buttons[type(press)].work
            name = press.action
        if not await self.admitted(interaction, work):
            return
        reply = Reply(interaction, f"{kind} {name}", getattr(press, "match", None))
        await metered(_pressed(reply, press, work), reply.account)

    async def admitted(self, interaction: discord.Interaction, work: Work) -> bool:
        """Whether an interaction is admitted; if not, its member reads why.

        A stop waits for the admitted ones.
        """
        if self._closing:
            return False
        task = asyncio.current_task()
        if task is not None:
            self._answering.add(task)
            task.add_done_callback(self._answering.discard)
        user = interaction.user.id
        scope = interaction.guild_id or interaction.channel_id or 0
        self.services.database.begin_request(user)
        why = self.services.exclusions.why(scope, user)
        if why is not None and not _is_always_open(interaction, why):
            await Reply(interaction).decline(texts.SHUT_OUT[why])
            return False
        if (scope, user) in self.services.presence.gone:
            await self.services.presence.back(scope, user)
        refusal = await self.services.gate.admit(user, scope, work)
        if refusal is None:
            return True
        if self.services.gate.answers(user):
            when = moment(refusal.end, "R")
            await Reply(interaction).decline(texts.TOO_MUCH[refusal.limit], when=when)
        return False

    async def on_shard_connect(self, shard: int) -> None:
        """A shard is connected: before anything else is done after an outage, players get their
        time back.
        """
        self._sessions.add(shard)
        self.waiting_for = ""
        with self._iteration("giving back the time of an outage"):
            await self.services.heartbeat.beat((shard,), self.services.gateway.shard_count)
        await self.handling.delivery.retry_soon()

    on_shard_resumed = on_shard_connect

    async def on_shard_disconnect(self, shard: int) -> None:
        """A shard's connection is gone; until Discord accepts its session again, it hears
        nothing.
        """
        if shard in self._sessions and not self._closing:
            log.info("shard %s has lost its connection with Discord, and connects again", shard)
        self._sessions.discard(shard)

    async def on_shard_ready(self, shard: int) -> None:
        """A shard knows all servers that the bot is in; from stored others the bot was removed
        while it was offline.
        """
        servers = [guild.id for guild in self.guilds if guild.shard_id == shard]
        with self._iteration("noting the servers that were left"):
            await self.services.servers.only_in(
                servers, (shard,), self.services.gateway.shard_count
            )

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """A server is available; the bot may have been added to it while it was not running."""
        await self._note_server(guild.id, present=True)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Added to a server: its matches go on, and members learn how to begin."""
        await self.on_guild_available(guild)
        await self.welcome(guild)

    async def welcome(self, guild: discord.Guild) -> None:
        """Call the features' handlers of a new server."""
        for feature in self._features:
            for handler in feature.join_handlers:
                await handler(self.services, guild)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Removed from a server: its matches wait, and its data is deleted after a while."""
        await self._note_server(guild.id, present=False)

    async def note_servers(self) -> None:
        """Note again what the database did not take: which servers the bot has entered and left."""
        for server, present in list(self._unnoted.items()):
            await self._note_server(server, present=present)

    async def _note_server(self, server: int, *, present: bool) -> None:
        self._unnoted[server] = present
        with self._iteration("noting a server"):
            if present:
                await self.services.servers.back(server)
            else:
                await self.services.servers.removed(server)
            if self._unnoted.get(server) is present:
                del self._unnoted[server]
