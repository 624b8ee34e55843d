"""Pages that are open and played on, in a process of their own, as the page in a browser does.

The first line on standard input has the pages as JSON, each further one seconds for which all of
them are used; the answer is a line of JSON: milliseconds by kind of request.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import sys
import time
from collections import defaultdict
from typing import Any

import aiohttp

ASKING_SECONDS = 2.0  # between a page's questions whether anything has changed
# between the decisions of whose turn it is, so that each page sends one in twice that time
DECIDING_SECONDS = float(os.environ.get("BENCH_DECIDING", 10))
PAUSE = 0.5  # seconds until a page asks again where the bot has no time
NOT_CHANGED = 304
STALE = 409  # the turn was played a moment ago
UNAVAILABLE = 503


class Page:
    """A match as one of its players sees it in a browser, or home.

    :param match: its number; 0: home is seen
    :param times: milliseconds of each kind of request
    :ivar shown: the match as it was shown last; ``tag`` says which that is
    """

    def __init__(
        self,
        web: aiohttp.ClientSession,
        url: str,
        match: int,
        token: str,
        times: dict[str, list[float]],
    ) -> None:
        self.web = web
        self.url = url
        self.match = match
        self.token = token
        self.times = times
        self.tag = ""
        self.shown: dict[str, Any] = {}

    async def look(self) -> None:
        """See the match, or home, if anything has changed there."""
        view = await self._ask(f"m/{self.match}" if self.match else "home")
        if view is not None:
            self.shown = view

    async def act(self, what: str, **more: object) -> None:
        """Choose, undo or play on the board as it was shown."""
        view = self.shown
        state = {
            "version": view["version"],
            "drafted": len(view["made"]),
            "ply": view["ply"],
            "made": view["made"],
        }
        self.shown = await self._ask(f"m/{self.match}/{what}", {**state, **more})

    def move(self, rng: random.Random) -> str:
        """A decision that is offered."""
        move = rng.choice([*self.shown["moves"], *self.shown["specials"]])
        return move if isinstance(move, str) else str(move[0])

    async def use(self, seconds: float, rng: random.Random) -> None:
        """Be open, and be played on while it is the player's turn."""
        end = time.perf_counter() + seconds
        asker = asyncio.create_task(self._keep_asking(rng))
        try:
            await asyncio.sleep(rng.random() * DECIDING_SECONDS)
            while time.perf_counter() < end:
                if self.shown.get("mine"):
                    await self._decide(rng)
                seconds_left = end - time.perf_counter()
                pause = DECIDING_SECONDS * (0.5 + rng.random())
                await asyncio.sleep(min(max(0, seconds_left), pause))
        finally:
            asker.cancel()

    async def _keep_asking(self, rng: random.Random) -> None:
        await asyncio.sleep(rng.random() * ASKING_SECONDS)
        while True:
            await self.look()
            await asyncio.sleep(ASKING_SECONDS)

    async def _decide(self, rng: random.Random) -> None:
        """Play the turn, or choose the next decision of it."""
        if self.shown["whole"]:
            await self.act("play")
        else:
            await self.act("choose", move=self.move(rng))

    async def _ask(self, path: str, body: object = None) -> Any:
        """The content of an answer; None where nothing has changed. As the page does, it asks again
        where the bot has no time.
        """
        headers = {"Authorization": f"Bearer {self.token}"}
        if body is None and self.tag:
            headers["If-None-Match"] = self.tag
        method = "GET" if body is None else "POST"
        what = "look" if body is None else path.rpartition("/")[2]
        while True:
            begin = time.perf_counter()
            request = self.web.request(method, f"{self.url}/api/{path}", json=body, headers=headers)
            async with request as answer:
                content = None if answer.status == NOT_CHANGED else await answer.json()
            duration = (time.perf_counter() - begin) * 1000
            if answer.status != UNAVAILABLE:
                break
            self.times["unavailable"].append(duration)
            await asyncio.sleep(PAUSE)
        assert answer.status in (200, NOT_CHANGED, STALE), content
        if answer.status == NOT_CHANGED:
            what = "look in vain"
        self.times[what].append(duration)
        self.tag = answer.headers.get("ETag", self.tag)
        return content


async def use_pages() -> None:
    """Open the pages, and use them as often and long as standard input says."""
    settings = json.loads(sys.stdin.readline())
    times = defaultdict[str, list[float]](list)
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as web:
        pages = []
        for match, token in settings["pages"]:
            pages.append(Page(web, settings["url"], match, token, times))
        while line := await asyncio.to_thread(sys.stdin.readline):
            seconds = float(line)
            uses = [page.use(seconds, random.Random(n)) for n, page in enumerate(pages)]
            await asyncio.gather(*uses)
            print(json.dumps(times), flush=True)
            times.clear()


if __name__ == "__main__":
    asyncio.run(use_pages())
