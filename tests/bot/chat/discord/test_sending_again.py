"""What is sent again because its answer never came, recognised by Discord's ids whatever this machine's clock says."""

from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path

import aiohttp
import pytest
from simcord.http import client as discord_client

from bot.chat.discord.components import MARK_OFFSET
from bot.domain.values import Place
from bot.store.tables import outbox
from tests.bot.chat.conftest import Club
from tests.bot.chat.reading import raw, words

TWICE = timedelta(seconds=15)
"""How much time passes, in which everything that failed is tried again."""


class Skewed(Club):
    """A club whose bot runs on a machine with a wrong clock."""

    ahead = timedelta(0)

    def now(self) -> datetime:
        return self.env.now() + self.ahead


@pytest.fixture(params=[timedelta(hours=-3), timedelta(0), timedelta(hours=3)], ids=["behind", "right", "ahead"])
async def club(request: pytest.FixtureRequest, copied_database: Path) -> AsyncIterator[Skewed]:
    skewed = Skewed(copied_database)
    skewed.ahead = request.param
    async with skewed as opened:
        yield opened
    assert not opened.env.errors


@contextmanager
def unanswered(path: str) -> Iterator[list[str]]:
    """Discord does what is asked for, but the connection is cut before it answers; the first time only."""
    request, cut = discord_client.router.dispatch, []

    def dispatch(backend: object, method: str, where: str, **more: object) -> object:
        answer = request(backend, method, where, **more)
        if method == "POST" and where.endswith(path) and not cut:
            cut.append(where)
            raise aiohttp.ServerDisconnectedError
        return answer

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(discord_client.router, "dispatch", dispatch)
        yield cut


async def test_an_answer_that_got_through_is_not_sent_again(club: Skewed) -> None:
    await club.match()
    with unanswered("/callback") as cut:
        await club.alice.slash("move", moves="e4-d6")
        await club.env.advance_time(TWICE.total_seconds())
    assert cut
    assert sum("played **e4-d6**" in words(post) for post in club.posts()) == 1
    assert await club.services.outbox.depth() == 0


async def test_a_post_that_got_through_is_not_sent_again(club: Skewed) -> None:
    await club.match()
    await club.services.matches.play(1, club.alice.id, "e4-d6")
    with unanswered("/messages") as cut:
        await club.env.advance_time(TWICE.total_seconds())
    assert cut
    assert sum("played **e4-d6**" in words(post) for post in club.posts()) == 1
    assert await club.services.outbox.depth() == 0


async def test_an_old_card_with_the_id_of_a_notice_of_a_new_database_does_not_stand_for_it(club: Skewed) -> None:
    await club.match()
    card = raw(club.post())[0]["id"] - MARK_OFFSET
    club.env.backend.advance_clock(timedelta(days=2).total_seconds())
    await club.services.matches.play(1, club.alice.id, "e4-d6")
    async with club.bot.store.write() as connection:
        # Claimed once already, so it may have been sent.
        await connection.execute(outbox.update().values(id=card, attempts=1, next_try=club.now()))
    await club.bot.delivery.flush()
    assert sum("played **e4-d6**" in words(post) for post in club.posts()) == 1


@pytest.mark.parametrize("announced", [True, False], ids=["the gateway tells", "the gateway is cut"])
async def test_a_match_has_one_thread_though_the_answer_to_its_making_never_came(
    club: Skewed, announced: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    await club.services.servers.change(Place(club.guild.id, club.channel.id), threads=True)
    await club.alice.slash("play", game="veloop-square", opponent=club.bob, side="first")
    with unanswered("/threads") as cut, monkeypatch.context() as patch:
        if not announced:
            patch.setattr(club.bot.client._connection, "parse_thread_create", lambda _: None)
            patch.setitem(club.bot.client._connection.parsers, "THREAD_CREATE", lambda _: None)
        await club.bob.click(club.post(), "Accept")
        await club.env.advance_time(TWICE.total_seconds())
    assert cut
    (thread,) = club.channel.threads
    assert sum("turn 1" in words(post) for post in thread.history()) == 1
    assert (await club.services.matches.get(1)).thread == thread.id
