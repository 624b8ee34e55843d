"""Answers are packed once for all who take them: with gzip, what never changes with Brotli, too.
They are unpacked for the few who take neither.
"""

import zlib
from functools import lru_cache

import brotli
from aiohttp import web

GZIP = 31  # zlib's number for the largest window and the form of gzip
GZIP_CODING = "gzip"
BROTLI_CODING = "br"  # which browsers take over https only


def gzipped(data: bytes, level: int = 6) -> bytes:
    packer = zlib.compressobj(level, wbits=GZIP)
    return packer.compress(data) + packer.flush()


def gunzipped(data: bytes) -> bytes:
    return zlib.decompress(data, wbits=GZIP)


@lru_cache(maxsize=256)
def brotli_packed(text: str) -> bytes:
    """A text as small as Brotli makes it, which takes a while: it is done once for all."""
    packed: bytes = brotli.compress(text.encode(), mode=brotli.MODE_TEXT)
    return packed


def takes_gzip(request: web.Request) -> bool:
    return _takes(request, (GZIP_CODING, "*"))


def takes_brotli(request: web.Request) -> bool:
    return _takes(request, (BROTLI_CODING,))


def _takes(request: web.Request, names: tuple[str, ...]) -> bool:
    """Whether the sender of a request has said that an answer may be packed in a way.

    :param names: the content coding, and what stands for any.
    """
    for coding in request.headers.get("Accept-Encoding", "").lower().split(","):
        name, _, weight = coding.partition(";")
        if name.strip() in names:
            return weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False
