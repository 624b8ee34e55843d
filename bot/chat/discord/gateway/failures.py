"""What requests to Discord raise; ``refusals`` says what that means."""

from types import SimpleNamespace

import aiohttp
import discord
from discord.http import Route

FAILURES = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError)
"""What a request raises that was refused, put off, or lost on its way."""

LONGEST_WAIT = 30.0
"""Seconds that a request waits at most when Discord asks for patience; a longer wait is raised as
RateLimited.
"""

NO_CONTENT = 204


async def only_discords(
    _: aiohttp.ClientSession, __: SimpleNamespace, params: aiohttp.TraceRequestEndParams
) -> None:
    """Raise ContentTypeError, one of FAILURES, where something else than Discord says that all went
    well.

    At the end of every request of the client's: discord.py would take a page of HTML for what was
    asked for.
    """
    response = params.response
    if (
        response.status >= 400
        or response.status == NO_CONTENT
        or not str(params.url).startswith(Route.BASE)
    ):
        return
    if response.content_type != "application/json":
        message = f"{response.content_type} instead of Discord's JSON"
        raise aiohttp.ContentTypeError(
            response.request_info, response.history, status=response.status, message=message
        )
