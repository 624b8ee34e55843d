"""What requests to Discord raise; ``refusals`` says what that means."""

from types import SimpleNamespace
from typing import Final

import aiohttp
import discord
import orjson
from discord.http import Route

FAILURES = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError)
"""What a request raises that was refused, put off, or lost on its way."""

LONGEST_WAIT = 30.0
"""Seconds that a request waits at most when Discord asks for patience; a longer wait is raised as
RateLimited.
"""

NO_CONTENT = 204
TOO_MANY_REQUESTS = 429
JSON = "application/json"

LISTS: Final = ("channels", "commands", "messages", "scheduled-events")
"""How the paths end to which GET and PUT are answered with a list."""
FIELDS: Final = frozenset(("id", "interaction", "resource", "threads", "url", "user", "user_id"))
"""Fields of which every other answer of Discord's has one: messages, channels, servers, members of
servers and threads, callbacks of interactions, active threads, the gateway.
"""


async def only_discords(
    _: aiohttp.ClientSession, __: SimpleNamespace, params: aiohttp.TraceRequestEndParams
) -> None:
    """Raise ContentTypeError, one of FAILURES, for an answer that cannot be Discord's.

    At the end of every request of the client's: discord.py would take a page of HTML for what was
    asked for, and stumble over JSON that is cut or of somebody else.
    """
    if not str(params.url).startswith(Route.BASE):
        return
    response = params.response
    body = await response.read()  # aiohttp keeps it for discord.py
    if response.status >= 400:
        is_discords = _is_error(response, body)
    else:
        is_discords = _is_answer(params.method, params.url.path, response, body)
    if not is_discords:
        message = f"{response.content_type} that is not Discord's JSON"
        raise aiohttp.ContentTypeError(
            response.request_info, response.history, status=response.status, message=message
        )


def _is_answer(method: str, path: str, response: aiohttp.ClientResponse, body: bytes) -> bool:
    """Whether Discord may have answered a request so, and done what it asks for."""
    if response.status == NO_CONTENT:
        return method in ("DELETE", "PUT") or "/webhooks/" in path or path.endswith("/callback")
    if response.headers.get("Content-Type") != JSON:
        return False  # which discord.py would read as text
    try:
        data = orjson.loads(body)
    except orjson.JSONDecodeError:
        return False
    if method in ("GET", "PUT") and path.endswith(LISTS):
        return isinstance(data, list) and all(isinstance(item, dict) for item in data)
    return isinstance(data, dict) and not FIELDS.isdisjoint(data)


def _is_error(response: aiohttp.ClientResponse, body: bytes) -> bool:
    """Whether discord.py can read a refusal, by whomever it is."""
    try:
        text = body.decode()
        data = orjson.loads(body) if response.headers.get("Content-Type") == JSON else text
        discord.HTTPException(response, data)
    except (ValueError, AttributeError, KeyError, TypeError):
        return False
    if response.status != TOO_MANY_REQUESTS or "Via" not in response.headers:
        return True
    return isinstance(data, str) or (
        isinstance(data, dict) and isinstance(data.get("retry_after"), int | float)
    )
