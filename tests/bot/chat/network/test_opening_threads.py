"""A match has one thread or forum post, and a second is never opened, whatever Discord answers to
its opening.
"""

import itertools

import pytest
from aiohttp import web
from simcord.enums import ChannelType

from ....sampling import only
from ...conftest import Clock, sqlite_only
from .gateway import Gateway
from .test_gateway import scene

CUT = 0
"""Instead of the status of an answer: the connection is cut."""
TROUBLES = list(itertools.product((500, 502, 503, 504, 524, CUT), (False, True), (False, True)))
"""The first answer, whether the thread was opened all the same, and whether it is to be in a
forum.
"""


@pytest.mark.some_cases(1)
@sqlite_only
@pytest.mark.parametrize(
    "trouble", only(TROUBLES, (502, True, False), (500, True, True), (502, False, False))
)
async def test_a_thread_is_looked_for_before_another_is_opened(
    trouble: tuple[int, bool, bool], prepared: str, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer, done, forum = trouble
    carried_out: list[bool] = []

    async def api(server: Gateway, request: web.Request) -> web.StreamResponse:
        opening = request.method == "POST" and request.path.endswith("/threads")
        first = opening and not carried_out
        if opening:
            carried_out.append(done or not first)
        good = await well(server, request) if not first or done else web.Response()
        if first and answer == CUT:
            request.transport.abort()
        return web.Response(status=answer, text="upstream") if first and answer else good

    well = Gateway.api
    monkeypatch.setattr(Gateway, "api", api)
    async with scene(prepared, clock) as one:
        here = one.places[0]
        channels = one.discord.backend.channels
        posts = one.discord.backend.create_channel(here.scope, "matches", type=ChannelType.FORUM)
        await (await one.start()).services.servers.change(
            here, threads=True, forum=posts.id if forum else None
        )
        await one.match(here)
        await one.passes(seconds=20)
        threads = [channel for channel in channels.values() if channel.is_thread]
        assert carried_out == ([True] if done else [False, True])
        assert [thread.parent_id for thread in threads] == [posts.id if forum else here.channel]
        assert (await one.matches.get(1)).thread == threads[0].id
        assert len(one.discord.posts(threads[0].id)) == (2 if forum else 1), (
            "the first board, after a forum's own post"
        )
