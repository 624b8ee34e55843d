"""What goes wrong with requests to Discord though nothing is wrong with what was asked."""

from collections.abc import Awaitable
from typing import TypeVar

import aiohttp
import discord

FAILURES = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError)
"""What a request raises that was refused, put off, or lost on its way. Whether it was carried out is not known."""

LONGEST_WAIT = 30.0
"""Seconds that a request waits at most when Discord asks for patience; a longer wait is raised as RateLimited."""

ACKNOWLEDGED = 40060  # Discord's code for an interaction that has been answered already

GONE = (401, 403, 404)
"""Statuses of an answer that can no longer be given, changed or looked at: its token has expired, or is not known."""

T = TypeVar("T")


def unheard(error: Exception) -> bool:
    """Whether an answer failed because it was too late, or by Discord or the network; else it is our mistake."""
    if isinstance(error, discord.HTTPException):
        return error.status in (401, 404, 429) or error.status >= 500 or error.code == ACKNOWLEDGED
    return isinstance(error, FAILURES)


async def unless_gone(request: Awaitable[T]) -> T | None:
    """What a request about an answer gives; None where that is GONE. Raises FAILURES."""
    try:
        return await request
    except discord.HTTPException as error:
        if error.status not in GONE:
            raise
        return None


def may_pass(error: Exception) -> bool:
    """Whether a request may go better a little later: Discord was in trouble or asked for patience, or the network."""
    return error.status == 429 or error.status >= 500 if isinstance(error, discord.HTTPException) else True
