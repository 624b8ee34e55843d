"""What is sent again because its answer never came, recognised by Discord's ids whatever this
machine's clock says.
"""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import aiohttp
import pytest
import simcord

from bot.chat.discord.components import MARK_OFFSET
from bot.store.tables import outbox
from tests.bot.chat.acting import posted_once
from tests.bot.chat.conftest import Club
from tests.bot.chat.reading import raw, words
from tests.bot.chat.requests import intercepted
from tests.sampling import only

TWICE = timedelta(seconds=15)
"""How much time passes, in which everything that failed is tried again."""


@pytest.fixture(params=only([timedelta(hours=hours) for hours in (-3, 0, 3)], timedelta(hours=3)))
async def club(
    request: pytest.FixtureRequest, copied_database: Path, without_threads: None
) -> AsyncIterator[Club]:
    new_club = Club(copied_database)
    new_club.ahead = request.param
    async with new_club:
        yield new_club
    assert not new_club.env.errors


CUT = aiohttp.ServerDisconnectedError()


@contextmanager
def unanswered(ending: str, error: Exception = CUT) -> Iterator[None]:
    """Discord does what is asked for, but the connection is cut before it answers; once."""
    connections: list[str] = []

    def cutting(request: Callable[[], object], method: str, path: str) -> object:
        answer = request()
        if method == "POST" and path.endswith(ending) and not connections:
            connections.append(path)
            raise error
        return answer

    with intercepted(cutting):
        yield
    assert connections


@pytest.mark.some_cases(1)
@pytest.mark.parametrize(
    ("ending", "error"),
    [
        ("/callback", CUT),
        ("/callback", simcord.BackendError(502, 0, "Bad Gateway")),
        ("/messages", CUT),
    ],
)
async def test_an_answer_or_a_post_that_got_through_is_not_sent_again(
    club: Club, ending: str, error: Exception
) -> None:
    await club.match()
    with unanswered(ending, error):
        if ending == "/callback":
            await club.alice.slash("move", moves="e4-d6")
        else:
            await club.services.matches.play(1, club.alice.id, "e4-d6")
        await club.env.advance_time(TWICE.total_seconds())
    await posted_once(club)


@pytest.mark.slow
async def test_an_old_card_with_the_id_of_a_notice_of_a_new_database_does_not_stand_for_it(
    club: Club,
) -> None:
    await club.match()
    card = raw(club.post())[0]["id"] - MARK_OFFSET
    club.env.backend.advance_clock(timedelta(days=2).total_seconds())
    await club.services.matches.play(1, club.alice.id, "e4-d6")
    async with club.bot.store.write() as connection:
        # Claimed once already, so it may have been sent.
        await connection.execute(outbox.update().values(id=card, attempts=1, next_try=club.now()))
    await club.bot.delivery.flush()
    await posted_once(club)


@pytest.mark.some_cases(1)
@pytest.mark.parametrize(
    "announced", [True, False], ids=["the gateway tells", "the gateway is cut"]
)
async def test_a_match_has_one_thread_though_the_answer_to_its_making_never_came(
    club: Club, announced: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    await club.services.servers.change(club.place, threads=True)
    await club.alice.slash("play", game="veloop-square", opponent=club.bob, side="first")
    with unanswered("/threads"), monkeypatch.context() as patch:
        if not announced:
            patch.setattr(club.bot.client._connection, "parse_thread_create", lambda _: None)
            patch.setitem(club.bot.client._connection.parsers, "THREAD_CREATE", lambda _: None)
        await club.bob.click(club.post(), "Accept")
        await club.env.advance_time(TWICE.total_seconds())
    (thread,) = club.channel.threads
    assert sum("to move" in words(post) for post in thread.history()) == 1
    assert (await club.services.matches.get(1)).thread == thread.id
