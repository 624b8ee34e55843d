"""Open pages ask every two seconds whether their match has changed: mostly that costs one query for
all of them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping

import pytest

from bot.domain.matches.queries import MatchQueries
from bot.domain.matches.repository import MatchRepository
from bot.domain.unit_of_work import RowSource
from bot.web.pulse import BELIEVED
from tests.bot.chat.conftest import Club
from tests.bot.web.conftest import Tab

Tabs = Callable[[], Tab]


@pytest.fixture
def queries(monkeypatch: pytest.MonkeyPatch) -> list[set[int]]:
    """The matches of each query for revisions."""
    reads = []
    revisions = MatchRepository.revisions

    async def counted(
        repository: MatchRepository, reader: RowSource, ids: Collection[int]
    ) -> Mapping[int, int]:
        reads.append(set(ids))
        return await revisions(repository, reader, ids)

    monkeypatch.setattr(MatchRepository, "revisions", counted)
    return reads


class OpenPage:
    """A page of a member at a match."""

    def __init__(self, tab: Tab, match: int) -> None:
        self.tab = tab
        self.path = f"m/{match}"
        self.tag = ""

    async def ask(self, query: str = "") -> int:
        """Ask whether anything has changed; the status of the answer."""
        status, _ = await self.tab.ask(self.path + query, **{"If-None-Match": self.tag})
        self.tag = self.tab.headers.get("ETag", self.tag)
        return status


async def test_pages_that_ask_at_once_share_one_query(
    club: Club, tab: Tabs, queries: list[set[int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers = [await club.begun(), await club.match()]
    pages = []
    for number in numbers:
        for member in (club.alice, club.bob):
            page = OpenPage(tab(), number)
            await page.tab.enter(member)
            assert await page.ask() == 200
            pages.append(page)
    with monkeypatch.context() as patch:
        patch.delattr(MatchQueries, "shown")  # nothing else is read
        assert await asyncio.gather(*(page.ask() for page in pages)) == [304] * 4
    assert queries == [set(numbers)]


async def test_a_change_is_seen_at_once_and_a_page_of_another_look_is_another(
    club: Club, tab: Tabs, queries: list[set[int]]
) -> None:
    number = await club.begun("8x8, single turns")
    alice = OpenPage(tab(), number)
    await alice.tab.enter(club.alice)
    assert [await alice.ask(), await alice.ask()] == [200, 304]
    assert await alice.ask("?flip=1") == 200
    assert await alice.ask() == 200
    match = await club.services.matches.get(number)
    await club.alice.slash("move", moves=str(match.state.legal_moves()[0]))
    assert [await alice.ask(), await alice.ask()] == [200, 304]
    assert len(queries) == 3
    await club.services.members.change(club.alice.id, theme="slate")
    assert await alice.ask() == 200, "another theme is another page"


async def test_after_some_seconds_a_page_is_compared_with_all_that_it_shows(
    club: Club, tab: Tabs, queries: list[set[int]]
) -> None:
    number = await club.begun()
    alice = OpenPage(tab(), number)
    await alice.tab.enter(club.alice)
    assert [await alice.ask(), await alice.ask()] == [200, 304]
    assert len(queries) == 1
    await club.env.advance_time(BELIEVED.total_seconds() + 1)
    assert await alice.ask() == 304
    assert len(queries) == 1, "it was not believed any more"
    assert await alice.ask() == 304
    assert len(queries) == 2


async def test_what_watchers_see_is_always_compared(
    club: Club, tab: Tabs, queries: list[set[int]]
) -> None:
    number = await club.begun()
    carol = OpenPage(tab(), number)
    await carol.tab.enter(club.carol)
    assert [await carol.ask(), await carol.ask()] == [200, 304]
    assert queries == [], "whether they follow it is not in the match's revision"
