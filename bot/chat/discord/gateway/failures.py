"""What goes wrong with requests to Discord though nothing is wrong with what was asked."""

from __future__ import annotations

import aiohttp
import discord

FAILURES = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError)
"""What a request raises that was refused, put off, or lost on its way. Whether it was carried out is not known."""

LONGEST_WAIT = 30.0
"""Seconds that a request waits at most when Discord asks for patience; a longer wait is raised as RateLimited."""

ACKNOWLEDGED = 40060  # Discord's code for an interaction that has been answered already

OVER = (401, 404)
"""Statuses of an answer to an interaction that can no longer be given: its token has expired, or is not known."""
GONE = (*OVER, 403)  # statuses of an answer that can no longer be looked at, changed, or followed by another message


def unheard(error: Exception) -> bool:
    """Whether an answer to a member failed because it was too late, Discord was in trouble, or the network was.

    What remains are mistakes of ours: answers that Discord would never take.
    """
    if isinstance(error, discord.HTTPException):
        return error.status in (*OVER, 429) or error.status >= 500 or error.code == ACKNOWLEDGED
    return isinstance(error, FAILURES)


def may_pass(error: Exception) -> bool:
    """Whether a request may go better a little later: Discord was in trouble or asked for patience, or the network."""
    return error.status == 429 or error.status >= 500 if isinstance(error, discord.HTTPException) else True
