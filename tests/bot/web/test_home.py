"""An open home is asked for again and again: it is read and sent anew only when it has changed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

import render
from bot.domain.matches import agreements, endings
from bot.domain.unit_of_work import Database
from bot.web import home
from bot.web.home import MOST_SECONDS_KEPT
from tests.bot.chat.conftest import Club
from tests.bot.web.conftest import Tab

Tabs = Callable[[], Tab]


class Watcher:
    """A page that shows home, and asks whether it has changed."""

    def __init__(self, page: Tab) -> None:
        self.page = page
        self.tag = ""

    async def changed(self, path: str = "home") -> bool:
        """Whether home was sent anew."""
        status, _ = await self.page.ask(path, **{"If-None-Match": self.tag})
        if status == 200:
            self.tag = self.page.headers["ETag"]
        return status == 200


@pytest.fixture
async def watcher(club: Club, tab: Tabs) -> Watcher:
    club.quiet()
    page = tab()
    await page.enter(club.alice)
    watcher = Watcher(page)
    assert await watcher.changed()
    return watcher


async def test_home_is_not_put_together_while_nothing_changes(
    watcher: Watcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any) -> None:
        raise AssertionError("it is put together")

    monkeypatch.setattr(home, "home_view", fail)
    for _ in range(3):
        assert not await watcher.changed()


async def test_homes_that_ask_at_once_share_their_queries(
    club: Club, tab: Tabs, monkeypatch: pytest.MonkeyPatch
) -> None:
    await club.match()
    watchers = []
    for member in (club.alice, club.bob, club.carol):
        page = tab()
        await page.enter(member)
        watchers.append(Watcher(page))
        assert await watchers[-1].changed()
    reads = []
    read = Database.fetch

    async def counted(database: Database, query: Any, *values: Any) -> Any:
        reads.append(str(query))
        return await read(database, query, *values)

    monkeypatch.setattr(Database, "fetch", counted)
    assert await asyncio.gather(*(one.changed() for one in watchers)) == [False] * 3
    assert len(reads) == 2, "one for all matches, one for all challenges"


async def test_home_changes_with_every_challenge(club: Club, watcher: Watcher) -> None:
    challenges = club.services.challenges
    make = challenges.make
    to_me = await make(club.place, club.bob.person, "loop", opponent=club.alice.person)
    assert await watcher.changed()
    to_anyone = await make(club.place, club.carol.person, "snipsnip")
    assert await watcher.changed()
    await make(club.place, club.bob.person, "loop", opponent=club.carol.person)
    assert not await watcher.changed(), "that is no concern of alice's"
    await challenges.decline(to_me.challenge.id, club.alice.person)
    assert await watcher.changed()
    await challenges.withdraw(to_anyone.challenge.id, club.carol.person)
    assert await watcher.changed()
    assert not await watcher.changed()


async def test_home_changes_with_whatever_happens_in_ones_matches(
    club: Club, watcher: Watcher
) -> None:
    match = await club.begun()
    assert await watcher.changed()
    acts = club.services.matches.act
    await acts(match, club.bob.id, agreements.offer_draw)
    assert await watcher.changed()
    moves = (await club.services.matches.get(match)).state.legal_moves()
    mover = (await club.services.matches.get(match)).mover
    assert mover is not None
    await club.services.matches.play(match, mover, str(moves[0]))
    assert await watcher.changed()
    await acts(match, club.bob.id, endings.resign)
    assert await watcher.changed()
    assert not await watcher.changed()


async def test_home_changes_with_how_it_is_looked_at_and_with_time(
    club: Club, watcher: Watcher
) -> None:
    other = list(render.THEMES)[-1]
    assert await watcher.changed(f"home?theme={other}")
    assert await watcher.changed()
    await club.services.members.change(club.alice.id, language="de")
    assert await watcher.changed()
    await club.env.advance_time(MOST_SECONDS_KEPT)
    assert await watcher.changed(), "somebody may have been blocked, or run out of time"
    assert not await watcher.changed()


async def test_a_teams_match_changes_home(club: Club, watcher: Watcher) -> None:
    await club.alice.slash("team start", game="loop", variant="small", against="novice")
    assert await watcher.changed()
