"""The cookie by which a browser comes in again, and what the browser is called.

It is bound to this page: no other site's requests carry it, no script reads it, and it is good for
nothing but a new token.
"""

import re
from urllib.parse import urlsplit

from aiohttp import web

from bot.domain.members.sessions import LIFE

COOKIE = "loophole"
LONGEST_BROWSER = 300  # characters of what a browser calls itself
_BROWSERS = (
    ("Firefox", r"Firefox/|FxiOS/"),
    ("Edge", r"Edg(A|iOS)?/"),
    ("Opera", r"OPR/"),
    ("Samsung Internet", r"SamsungBrowser/"),
    ("Chrome", r"Chrome/|CriOS/"),
    ("Safari", r"Safari/"),
)
_SYSTEMS = (
    ("Android", r"Android"),
    ("iPhone", r"iPhone"),
    ("iPad", r"iPad"),
    ("Windows", r"Windows"),
    ("macOS", r"Mac OS X|Macintosh"),
    ("Linux", r"Linux"),
)


def secret_of(request: web.Request) -> str:
    """What a browser kept; empty where it kept nothing."""
    return request.cookies.get(COOKIE, "")


def keep(answer: web.StreamResponse, secret: str, url: str) -> None:
    """Have the browser keep a secret for as long as a session lasts.

    :param url: the address of the page
    """
    parts = urlsplit(url)
    answer.set_cookie(
        COOKIE,
        secret,
        max_age=int(LIFE.total_seconds()),
        path=f"{parts.path}/api/enter",
        secure=parts.scheme == "https",
        httponly=True,
        samesite="Strict",
    )


def forget(answer: web.StreamResponse, url: str) -> None:
    """Have the browser keep it no longer."""
    answer.del_cookie(COOKIE, path=f"{urlsplit(url).path}/api/enter")


def browser_name(request: web.Request) -> str:
    """What a browser is called, such as “Firefox on Android”; empty for an unknown one."""
    text = request.headers.get("User-Agent", "")[:LONGEST_BROWSER]
    browser = _first_of(_BROWSERS, text)
    system = _first_of(_SYSTEMS, text)
    return " · ".join(filter(None, (browser, system)))


def _first_of(names: tuple[tuple[str, str], ...], text: str) -> str:
    return next((name for name, pattern in names if re.search(pattern, text)), "")
