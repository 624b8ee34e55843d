"""Finished public matches as open data: records without persons, places and times, one JSON object
a line.
"""

import asyncio
import os
import random
from collections.abc import Awaitable, Callable, Collection
from pathlib import Path
from typing import TypeAlias

import aiohttp
import discord
import sqlalchemy as sa
from sqlalchemy.engine import URL

import games
from bot.chat.discord.gateway.refusals import Request, unless_refused
from bot.domain.matches import history
from bot.domain.members.settings import MemberSettings
from bot.domain.values import COMPUTER, NOBODY, TEAMS
from bot.ops import Failed
from bot.ops.copies.transfer import opened
from bot.store.tables import matches, members, scopes
from games.records import Record, RecordedTurn, to_json

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

    async def asked(server: int) -> Collection[int]:
        guild = await unless_refused(client.fetch_guild(server), Request.LOOK)
        there = (
            None if guild is None else await unless_refused(guild.fetch_channels(), Request.LOOK)
        )
        if guild is None or there is None:
            return ()
        return [
            channel.id
            for channel in there
            if channel.permissions_for(guild.default_role).view_channel
        ]

    try:
        await client.login(token)
        lines = await _lines(database, asked)
        random.SystemRandom().shuffle(lines)  # their order says nothing of when they were played
        await asyncio.to_thread(_write, file, lines)
        return len(lines)
    except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
        raise Failed(f"the matches can’t be exported: {error}") from None
    finally:
        await client.close()


async def _lines(database: URL, open_channels: OpenChannels) -> list[str]:
    lines = list[str]()
    async with opened(database) as store:
        servers = await store.fetch(
            sa.select(scopes.c.id).where(scopes.c.guild, scopes.c.removed_at.is_(None))
        )
        settings = await store.fetch(sa.select(members.c.id, members.c.settings))
        declined = {
            row.id for row in settings if not MemberSettings.read(row.settings).open_data
        } | {NOBODY}
        for server in servers:
            seen = await open_channels(server.id)
            finished = matches.c.status == "finished", matches.c.imported.is_(None)
            query = sa.select(matches).where(
                matches.c.scope == server.id, matches.c.channel.in_(seen), *finished
            )
            async with (
                store.read() as connection,
                connection.stream(query.execution_options(yield_per=200)) as rows,
            ):
                lines += [
                    _line(row)
                    async for row in rows
                    if min(row.seat0, row.seat1) > TEAMS and not {row.seat0, row.seat1} & declined
                ]
    return lines


def _write(file: Path, lines: list[str]) -> None:
    """Write a file that only its owner can read. Raises OSError where it exists."""
    with open(
        os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w", encoding="utf-8"
    ) as written:
        written.writelines(lines)


def _line(row: sa.Row[tuple[object, ...]]) -> str:
    turns = history.read(row.game, row.options, row.decisions, row.log).whole().turns()
    computer = f"computer, level {row.level}"
    first, second = (computer if seat == COMPUTER else "" for seat in (row.seat0, row.seat1))
    record = Record(
        game=games.get(row.game),
        options=row.options,
        players=(first, second),
        turns=tuple(RecordedTurn(turn.seat, turn.decisions, how=turn.how) for turn in turns),
        status="finished",
        winner=row.winner,
        reason=row.reason or "",
        clock=row.clock,
        rated=row.rated,
        hints=(row.hints0, row.hints1),
    )
    return to_json(record, indent=None)
