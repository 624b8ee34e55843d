"""Answers of the page's server: JSON, and content that is packed already."""

import hashlib

import orjson
from aiohttp import web

from bot.web.compression import GZIP_CODING, gunzipped, gzipped, takes_gzip
from bot.workers.spending import in_thread

SMALLEST_PACKED = 600  # bytes of JSON: less is sent as it is
LARGE = 100_000  # bytes of what is packed: more is unpacked in a thread
FOR_EVER = "public, max-age=31536000, immutable"
JSON = "application/json"
TAG_CHARACTERS = 20


def json_answer(content: object, status: int = 200) -> web.Response:
    """An answer that no browser keeps."""
    data = orjson.dumps(content)
    if len(data) > SMALLEST_PACKED:
        return packed_answer(gzipped(data), JSON, "no-store", status)
    return web.Response(body=data, status=status, content_type=JSON)


def packed_answer(
    data: bytes,
    content_type: str,
    cache_control: str,
    status: int = 200,
    coding: str = GZIP_CODING,
) -> web.Response:
    """An answer of content that is packed already.

    :param coding: the way it is packed.
    """
    return web.Response(
        body=data,
        status=status,
        content_type=content_type,
        charset=None if content_type == JSON else "utf-8",
        headers={
            "Content-Encoding": coding,
            "Vary": "Accept-Encoding",
            "Cache-Control": cache_control,
        },
    )


async def unpack_unless_accepted(request: web.Request, answer: web.StreamResponse) -> None:
    """Unpack an answer for a sender who takes no gzip, as hardly any does."""
    if not isinstance(answer, web.Response) or not isinstance(answer.body, bytes):
        return
    if answer.headers.get("Content-Encoding") == GZIP_CODING and not takes_gzip(request):
        del answer.headers["Content-Encoding"]
        if len(answer.body) > LARGE:
            answer.body = await in_thread(gunzipped, answer.body)
        else:
            answer.body = gunzipped(answer.body)


def entity_tag(*parts: object) -> str:
    """The tag of an answer, which changes with any of the parts: it is sent anew only then."""
    digest = hashlib.sha256(repr(parts).encode("utf-8", "surrogatepass")).hexdigest()
    return f'"{digest[:TAG_CHARACTERS]}"'
