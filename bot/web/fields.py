"""Fields of requests: what no page of ours sends is refused before anything is done for it."""

import asyncio
from collections.abc import Mapping

import orjson
from aiohttp import web

from bot.chat.discord.lengths import LONGEST_OPTION, TooLong
from bot.domain.challenges.challenge import MAX_NOTE
from bot.domain.errors import NotFound
from bot.domain.explorations.tree import LONGEST_NOTE
from bot.store.tables import storable
from games.core import _ as _

Body = Mapping[str, object]

BODY_SECONDS = 10.0  # in which a whole request must have come
LARGEST_NUMBER = 1 << 53  # that JSON of a browser has exactly
LONGEST_MOVE = 40  # characters of a decision
MOST_MOVES = 200  # decisions in one request
FIELD = 100  # characters of a field, unless another length is stated
LENGTHS: Mapping[str, int] = {
    "move": LONGEST_MOVE,
    "text": LONGEST_NOTE,
    "code": 200,
    "written": LONGEST_OPTION,
    "message": MAX_NOTE,
}
LONGEST_QUERY = 1_000  # characters of all that follows the question mark in an address
LONGEST_LANGUAGE = 100  # of the languages that a browser asks for
OUT_OF_DATE = _("this page is out of date; load it again")


def require_plain(request: web.Request) -> None:
    """Refuse a request of a form that no page of ours sends. Raises HTTPException."""
    if len(request.query_string) > LONGEST_QUERY:
        raise web.HTTPBadRequest
    if request.headers.get("Content-Encoding", "identity").lower() != "identity":
        raise web.HTTPUnsupportedMediaType
    if "Upgrade" in request.headers:
        raise web.HTTPBadRequest


async def read_body(request: web.Request) -> Body:
    """The JSON object of a request. Raises HTTPException for anything else, and TooLong."""
    if request.content_type != "application/json":
        raise web.HTTPUnsupportedMediaType
    try:
        async with asyncio.timeout(BODY_SECONDS):
            body = orjson.loads(await request.read())
    except TimeoutError:
        raise web.HTTPRequestTimeout from None
    except (orjson.JSONDecodeError, web.RequestPayloadError, ConnectionError):
        raise web.HTTPBadRequest from None
    if not isinstance(body, dict) or not all(_is_storable(value) for value in body.values()):
        raise web.HTTPBadRequest
    require_lengths(body)
    return body


def _is_storable(value: object) -> bool:
    """Whether a value of a request is of the kinds that a page of ours sends, and holds no text
    that a database cannot keep.
    """
    if isinstance(value, str):
        return storable(value) == value
    if isinstance(value, list):
        return all(isinstance(part, str) and _is_storable(part) for part in value)
    if isinstance(value, dict):  # what was written in the fields of a form
        return all(isinstance(part, str) and _is_storable(part) for part in value.values())
    if isinstance(value, int):
        return abs(value) < LARGEST_NUMBER
    return value is None


def require_lengths(body: Body) -> None:
    """Raises TooLong for a text that is longer than it may be, wherever in a field it is, and for
    too many decisions.

    What is neither a text nor a list is small, as the whole request is.
    """
    values = [*body.items()]
    for name, value in values:  # which grows
        limit = LENGTHS.get(name, FIELD)
        if isinstance(value, str) and len(value) > limit:
            raise TooLong(limit)
        if isinstance(value, list):
            if len(value) > MOST_MOVES:
                raise TooLong(MOST_MOVES * LONGEST_MOVE)
            values += [("move", move) for move in value]
        elif isinstance(value, dict):
            values += [("written", text) for text in value.values()]


def number_in(body: Body, name: str) -> int:
    """A number of a request's body. Raises NotFound for what is none."""
    value = body.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 1 << 31:
        raise NotFound(OUT_OF_DATE)
    return value


def text_in(body: Body, name: str, longest: int) -> str:
    """A text of a request's body. Raises NotFound for what is none, or longer."""
    value = body.get(name)
    if not isinstance(value, str) or len(value) > longest:
        raise NotFound(OUT_OF_DATE)
    return value
