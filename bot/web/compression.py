"""Answers are packed with gzip, once for all who take it, and unpacked for the few who do not."""

import zlib

from aiohttp import web

GZIP = 31  # zlib's number for the largest window and the form of gzip


def gzipped(data: bytes, level: int = 6) -> bytes:
    packer = zlib.compressobj(level, wbits=GZIP)
    return packer.compress(data) + packer.flush()


def gunzipped(data: bytes) -> bytes:
    return zlib.decompress(data, wbits=GZIP)


def takes_gzip(request: web.Request) -> bool:
    """Whether the sender of a request has said that an answer may be packed."""
    for coding in request.headers.get("Accept-Encoding", "").lower().split(","):
        name, _, weight = coding.partition(";")
        if name.strip() in ("gzip", "*"):
            return weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False
