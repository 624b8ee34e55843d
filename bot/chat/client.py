"""The bot as Discord sees it: one client without privileged intents, its commands, its buttons and its post round."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import logging
from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import Any

import discord
from discord import app_commands
from discord.ext import tasks

from bot.domain.errors import Refused
from bot.domain.matches import due as clock
from bot.domain.matches.service import Matches
from bot.domain.pending_answers import Waiting
from bot.domain.puzzles import Puzzling
from bot.domain.ratings import Ratings
from bot.domain.tournaments import Tournaments
from bot.store import Unavailable
from bot.store.kept import recall, remember
from bot.thinking import Thinkers

from bot.chat import contests
from bot.chat.kit import press as ids
from bot.chat import presses
from bot.chat.kit.language import texts
from bot.chat.kit.reply import Answer, no_such_button
from .commands import COMMANDS
from .computer import Computer
from bot.chat.kit.transport.pending import Errands
from bot.chat.kit.transport.failures import LONGEST_WAIT
from bot.chat.kit.press import Press
from bot.chat.kit.components import Pressed
from bot.chat.kit.images import Pictures
from bot.chat.kit.transport.delivery import Poster
from .practice import ERRANDS
from bot.chat.kit.transport.presence import Presence
from bot.chat.kit.language.i18n import Command
from bot.chat.kit.language.command_names import Names
from .welcome import welcome

log = logging.getLogger(__name__)

ROUND_SECONDS = 2.0
"""How often the outbox is looked through for what was not sent at once."""
CHORES_SECONDS = 20.0
"""How often reminders, ends of time and the like are looked for."""
CLOSING_SECONDS = 5.0
"""For so long a stop waits for what is being done."""
SERVERS_SECONDS = 0.5
"""When no server has made itself known for so long, all have: members are not asked for, so nothing else is awaited."""
THINKING_SECONDS = 0.5
"""How often it is looked what has been thought out."""


OUTDATED = (app_commands.CommandNotFound, app_commands.CommandSignatureMismatch, app_commands.TransformerError)
"""What becomes of commands as an earlier version had them: apps show those for a while after an update."""


class Tree(app_commands.CommandTree["Bot"]):
    """The commands. What members do wrong is answered in the commands; what is left is ours."""

    async def on_error(self, interaction: discord.Interaction[Bot], error: app_commands.AppCommandError, /) -> None:
        name = interaction.command.qualified_name if interaction.command else "a command"
        if isinstance(error, OUTDATED):
            log.info("a member's Discord does not know the commands as they are now: %s", error)
            if interaction.type is discord.InteractionType.autocomplete:
                await interaction.response.autocomplete([])
            else:
                async with Answer(interaction):
                    raise Refused(texts.WRONG_OLD_COMMAND)
            return
        log.error("/%s failed", name, exc_info=error.__cause__ or error)


class Bot(discord.AutoShardedClient):
    """Loophole on Discord. ``matches`` is the match service; ``always_sync`` registers the commands at every start.

    ``thinkers`` do the computer's thinking, in processes of their own unless others are given; ``pace`` is the share of
    its time that it takes for a move.
    """

    def __init__(
        self,
        matches: Matches,
        *,
        shard_count: int | None = None,
        shard_ids: Sequence[int] | None = None,
        always_sync: bool = False,
        thinkers: Thinkers | None = None,
        pace: float = 1.0,
    ) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            guild_ready_timeout=SERVERS_SECONDS,
            max_messages=None,
            max_ratelimit_timeout=LONGEST_WAIT,
            shard_count=shard_count,
            shard_ids=list(shard_ids) if shard_ids is not None else None,  # type: ignore[arg-type]
        )
        self.matches = matches
        self.ratings = Ratings(matches)
        self.tournaments = Tournaments(matches, self.ratings)
        self.pictures = Pictures()
        self.poster = Poster(self)
        self.presence = Presence(self)
        self.thinkers = thinkers or Thinkers()
        self.pace = pace
        self.computer = Computer(self)
        self.waiting = Waiting(matches)
        self.errands = Errands(self, ERRANDS)
        self.puzzling = Puzzling(matches)
        self.tree = Tree(self)
        self._always_sync = always_sync
        self._unnoted: dict[int, bool] = {}  # servers in which the bot is or is not, which is not noted yet
        self._running = 0  # runs of the loops below
        self._idle = asyncio.Event()
        self._idle.set()
        for command in (*COMMANDS, *contests.MENUS):
            self.tree.add_command(command)

    async def setup_hook(self) -> None:
        """Before the gateway is opened: know our buttons, register changed commands, take over what is owed."""
        self.add_dynamic_items(Pressed)
        await self._sync()
        if self.matches.store.sqlite:
            await self.matches.outbox.release()
            await self.waiting.put_back()
        self.round.start()
        self.chores.start()
        self.think.start()

    async def close(self) -> None:
        """Leave Discord when what is being done is done, and let the renderer's threads go."""
        loops = (self.round, self.chores, self.think)
        for loop in loops:
            loop.stop()
        # A loop that was cut off amid a transaction would leave its connection broken.
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._idle.wait(), CLOSING_SECONDS)
        for loop in loops:
            loop.cancel()
        await self.poster.close(CLOSING_SECONDS)
        with self._iteration("what was not told yet"):
            await self.errands.put_back()
        self.thinkers.close()
        self.pictures.close()
        await super().close()

    async def _sync(self) -> None:
        """Register the commands with Discord, if they are not the ones registered last."""
        await self.tree.set_translator(translator := Names())
        payload = [await command.get_translated_payload(self.tree, translator) for command in self.tree.get_commands()]
        digest = hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()
        name = f"commands:{self.application_id}"
        if self._always_sync or await recall(self.matches.store, name) != digest:
            try:
                await self.tree.sync()
            except discord.RateLimited as error:
                log.warning("the commands stay as they are until the next start: %s", error)
                return
            await remember(self.matches.store, name, digest)
            log.info("registered %s commands", len(payload))

    @contextlib.contextmanager
    def _iteration(self, what: str) -> Iterator[None]:
        """One run of a loop. Whatever fails in it is logged: the loop must live on, and the next run tries again."""
        self._running += 1
        self._idle.clear()
        try:
            yield
        except Unavailable:
            log.debug("%s waits for the database", what)  # which has told the host why
        except Exception:
            log.exception("%s failed", what)
        finally:
            self._running -= 1
            if not self._running:
                self._idle.set()

    @tasks.loop(seconds=ROUND_SECONDS)
    async def round(self) -> None:
        """Send what is owed and was not sent at once."""
        with self._iteration("the post round"):
            await self.poster.flush()

    @tasks.loop(seconds=CHORES_SECONDS)
    async def chores(self) -> None:
        """Do what falls due as time goes by."""
        chores: tuple[tuple[str, Callable[[], Awaitable[object]]], ...] = (
            ("what was due in matches", lambda: clock.work(self.matches, self._connected(), self.shard_count or 1)),
            ("what was due in tournaments", self.tournaments.work),
            ("the daily puzzle", self.puzzling.work),
            ("servers that are left or joined", self._note_servers),
        )
        for what, work in chores:
            with self._iteration(what):
                await work()

    @tasks.loop(seconds=THINKING_SECONDS)
    async def think(self) -> None:
        """Play what the computer has thought out, and give it more to think about."""
        with self._iteration("what was thought out"):
            self.thinkers.watch()
            await self.computer.work()
            await self.errands.work()

    @property
    def busy(self) -> bool:
        """Whether something is being thought about or has been, and was not told yet."""
        return self.computer.busy or self.errands.busy

    @round.before_loop
    @chores.before_loop
    @think.before_loop
    async def _when_ready(self) -> None:
        await self.wait_until_ready()

    async def pressed(self, interaction: discord.Interaction[Any], press: Press, values: tuple[str, ...]) -> None:
        """A button of ours was pressed, or something chosen in a menu."""
        async with Answer(interaction, press.subject) as answer:
            await presses.pressed(answer, press, values)

    def _connected(self) -> list[int]:
        """The shards by which the bot hears of what members do."""
        return [number for number, shard in self.shards.items() if not shard.is_closed()]

    async def _back(self, shard: int) -> None:
        """Before anything else is done after an outage, give the players their time back."""
        with self._iteration("giving back the time of an outage"):
            await clock.beat(self.matches, (shard,), self.shard_count or 1)

    async def on_shard_connect(self, shard: int) -> None:
        """A shard is connected, with a new session."""
        await self._back(shard)

    async def on_shard_resumed(self, shard: int) -> None:
        """A shard is connected again, and has been told what it missed."""
        await self._back(shard)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Answer forms, and buttons that are not ours any more; all other buttons reach ``pressed`` by themselves."""
        if interaction.type not in (discord.InteractionType.component, discord.InteractionType.modal_submit):
            return
        data: Any = interaction.data or {}
        press = ids.read(str(data.get("custom_id", "")))
        if press is None:
            async with Answer(interaction):
                raise no_such_button()
        elif interaction.type is discord.InteractionType.modal_submit:
            await self.pressed(interaction, press, ())

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Back in a server, or new in it: its matches go on, and members learn how to begin."""
        await self._note_server(guild.id, here=True)
        await welcome(self, guild)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Connected with a server; the bot may have been invited to it again while it was not running."""
        await self._note_server(guild.id, here=True)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Removed from a server: its matches wait, and what is kept of it goes after a while."""
        await self._note_server(guild.id, here=False)

    async def _note_server(self, server: int, *, here: bool) -> None:
        """Note that the bot is in a server or not, again and again until the database takes it."""
        self._unnoted[server] = here
        with self._iteration("noting a server"):
            people = self.matches.people
            await (people.server_back if here else people.server_removed)(server)
            if self._unnoted.get(server) is here:
                del self._unnoted[server]

    async def _note_servers(self) -> None:
        for server, here in list(self._unnoted.items()):
            await self._note_server(server, here=here)

    def commands_named(self) -> dict[str, Command]:
        """Commands that are written in texts, by a placeholder's name."""
        return {name: Command(command) for name, command in NAMED.items()}


NAMED = {
    "play": "play",
    "move": "move",
    "board": "board",
    "matches": "matches",
    "rules": "rules",
    "puzzle": "puzzle",
    "hint": "hint",
    "analyse": "analyse",
    "resign": "match resign",
    "profile": "profile",
    "leaderboard": "leaderboard",
    "tournament": "tournament create",
}
