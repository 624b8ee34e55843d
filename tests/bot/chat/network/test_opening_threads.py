"""A match has one thread or forum post, and a second is never opened, whatever Discord answers to
its opening.
"""

import itertools
from typing import NamedTuple

import pytest
from aiohttp import web
from simcord.enums import ChannelType

from ....sampling import only
from ...conftest import Clock, sqlite_only
from .gateway import Gateway
from .scene import scene

CUT = 0
"""Instead of the status of an answer: the connection is cut."""


class Trouble(NamedTuple):
    """What becomes of the first request that opens a thread.

    :param answer: the status of the answer, or CUT
    :param is_open: whether the thread was opened all the same
    :param in_forum: whether it is to be a post of a forum
    """

    answer: int
    is_open: bool
    in_forum: bool


ANSWERS = (500, 502, 503, 504, 524, CUT)
TROUBLES = list(
    itertools.starmap(Trouble, itertools.product(ANSWERS, (False, True), (False, True)))
)


@pytest.mark.some_cases(1)
@sqlite_only
@pytest.mark.parametrize(
    "trouble",
    only(
        TROUBLES,
        Trouble(502, is_open=True, in_forum=False),
        Trouble(500, is_open=True, in_forum=True),
        Trouble(502, is_open=False, in_forum=False),
    ),
)
async def test_a_thread_is_looked_for_before_another_is_opened(
    trouble: Trouble, database_url: str, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    carried_out: list[bool] = []
    answer_well = Gateway.api

    async def api(server: Gateway, request: web.Request) -> web.StreamResponse:
        opens_thread = request.method == "POST" and request.path.endswith("/threads")
        if not opens_thread or carried_out:
            if opens_thread:
                carried_out.append(True)
            return await answer_well(server, request)
        carried_out.append(trouble.is_open)
        if trouble.is_open:
            await answer_well(server, request)
        if trouble.answer == CUT:
            request.transport.abort()
            return web.Response()
        return web.Response(status=trouble.answer, text="upstream")

    monkeypatch.setattr(Gateway, "api", api)
    async with scene(database_url, clock) as one:
        place = one.places[0]
        channels = one.discord.backend.channels
        posts = one.discord.backend.create_channel(place.scope, "matches", type=ChannelType.FORUM)
        bot = await one.start()
        forum = posts.id if trouble.in_forum else None
        await bot.services.servers.change(place, threads=True, forum=forum)
        await one.match(place)
        await one.passes(seconds=20)
        threads = [channel for channel in channels.values() if channel.is_thread]
        assert carried_out == ([True] if trouble.is_open else [False, True])
        assert [thread.parent_id for thread in threads] == [forum or place.channel]
        assert (await one.matches.get(1)).thread == threads[0].id
        assert len(one.discord.posts(threads[0].id)) == (2 if trouble.in_forum else 1), (
            "the first board, after a forum's own post"
        )
