"""Finished public matches as open data: records without persons, places and times, one JSON object
a line.
"""

import asyncio
import os
import random
from collections.abc import Awaitable, Callable, Collection
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

import aiohttp
import discord
import sqlalchemy as sa
from sqlalchemy.engine import URL

import games
from bot.chat.discord.gateway.refusals import ApiRequest, unless_refused
from bot.domain.matches import history
from bot.domain.members.settings import MemberSettings
from bot.domain.values import COMPUTER, NOBODY, TEAMS
from bot.ops import Failed
from bot.ops.copies.transfer import opened
from bot.store import Store
from bot.store.tables import matches, members, scopes
from games.records import Record, RecordedTurn, to_json

BATCH = 200  # matches that are read at a time
OpenChannels: TypeAlias = Callable[[int], Awaitable[Collection[int]]]
"""Takes a server's id; returns the ids of its channels that everyone there may view."""


async def export_matches(database: URL, file: Path, token: str | None) -> int:
    """Write the matches to a new file in random order; returns their number.

    Raises Failed.

    Left out: matches outside channels that everyone on their server may view, imported ones, and
    those of a player who has declined or deleted their data.
    """
    if token is None:
        raise Failed("set DISCORD_TOKEN: only Discord knows which channels everyone may view")
    async with opened(database):  # which there must be, before Discord is asked anything
        pass
    client = discord.Client(intents=discord.Intents.none())
    try:
        await client.login(token)
        lines = await _lines(database, partial(_open_channels, client))
        random.SystemRandom().shuffle(lines)  # their order says nothing of when they were played
        await asyncio.to_thread(_write, file, lines)
        return len(lines)
    except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
        raise Failed(f"the matches can’t be exported: {error}") from None
    finally:
        await client.close()


async def _open_channels(client: discord.Client, server: int) -> Collection[int]:
    """The channels of a server that everyone there may view; none where the bot may not look."""
    guild = await unless_refused(client.fetch_guild(server), ApiRequest.LOOK)
    if guild is None:
        return ()
    channels = await unless_refused(guild.fetch_channels(), ApiRequest.LOOK)
    everyone = guild.default_role
    return [
        channel.id for channel in channels or () if channel.permissions_for(everyone).view_channel
    ]


async def _lines(database: URL, open_channels: OpenChannels) -> list[str]:
    """The lines of all matches that may be published."""
    lines = list[str]()
    async with opened(database) as store:
        servers = sa.select(scopes.c.id).where(scopes.c.guild, scopes.c.removed_at.is_(None))
        private = await _private_members(store)
        for server in await store.fetch(servers):
            channels = await open_channels(server.id)
            query = _finished_in(server.id, channels).execution_options(yield_per=BATCH)
            async with store.read() as connection, connection.stream(query) as rows:
                async for row in rows:
                    players = {row.seat0, row.seat1}
                    if min(players) > TEAMS and not players & private:
                        lines.append(_line(row))
    return lines


async def _private_members(store: Store) -> set[int]:
    """Those who have declined, and the id that stands for those who have deleted their data."""
    rows = await store.fetch(sa.select(members.c.id, members.c.settings))
    private = {row.id for row in rows if not MemberSettings.read(row.settings).open_data}
    return private | {NOBODY}


def _finished_in(server: int, channels: Collection[int]) -> sa.Select[Any]:
    """The finished matches in channels of a server, without imported ones."""
    return sa.select(matches).where(
        matches.c.scope == server,
        matches.c.channel.in_(channels),
        matches.c.status == "finished",
        matches.c.imported.is_(None),
    )


def _write(file: Path, lines: list[str]) -> None:
    """Write a file that only its owner can read. Raises OSError where it exists."""
    descriptor = os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    with open(descriptor, "w", encoding="utf-8") as stream:
        stream.writelines(lines)


def _player_name(user: int, level: int | None) -> str:
    """The name of a player in a record: that of the computer with its level, none of a person."""
    if user != COMPUTER:
        return ""
    return f"computer, level {level}"


def _line(row: sa.Row[tuple[object, ...]]) -> str:
    """A match as a record that names nobody."""
    first, second = (_player_name(user, row.level) for user in (row.seat0, row.seat1))
    history_turns = history.read(row.game, row.options, row.decisions, row.log).whole().turns()
    turns = [RecordedTurn(turn.seat, turn.decisions, how=turn.how) for turn in history_turns]
    record = Record(
        game=games.get(row.game),
        options=row.options,
        players=(first, second),
        turns=tuple(turns),
        status="finished",
        winner=row.winner,
        reason=row.reason or "",
        clock=row.clock,
        rated=row.rated,
        hints=(row.hints0, row.hints1),
    )
    return to_json(record, indent=None)
