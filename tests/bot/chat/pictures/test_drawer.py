"""Boards that are drawn in a process of their own: the same pictures, whatever becomes of that process."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Iterable

import pytest

import games
import render
from bot.chat.pictures import drawer as drawing
from bot.chat.pictures.drawer import Drawer
from bot.workers import cores


@pytest.fixture
async def drawer() -> AsyncIterator[Drawer]:
    made = Drawer(cores.ALL)
    yield made
    made.close()


async def drawn(drawer: Drawer, slugs: Iterable[str]) -> list[bytes]:
    return [await drawer.png(render.drawing(games.get(slug).start())) for slug in slugs]


async def test_a_drawer_draws_what_would_be_drawn_here_even_after_its_process_was_killed(
    drawer: Drawer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drawing, "MOST_BACKDROPS", 1)
    slugs = "loop", "snipsnip", "loop"
    expected = [render.png(games.get(slug).start()) for slug in slugs]
    assert await drawn(drawer, slugs) == expected
    assert drawer.process is not None
    os.kill(drawer.process, signal.SIGKILL)
    assert await drawn(drawer, slugs) == expected
    assert drawer.process is not None


async def test_pictures_asked_for_at_the_same_time_are_not_mixed_up_even_where_one_is_cancelled(drawer: Drawer) -> None:
    slugs = "loop", "snipsnip", "vigilance", "veloop-hex"
    expected = [render.png(games.get(slug).start()) for slug in slugs]
    asked = [asyncio.ensure_future(drawn(drawer, [slug])) for slug in slugs]
    await drawn(drawer, ["loop"])
    assert [picture for one in asked for picture in await one] == expected
    asked = [asyncio.ensure_future(drawn(drawer, [slug])) for slug in slugs]
    await asyncio.sleep(0.001)
    asked[0].cancel()
    assert [picture for one in asked[1:] for picture in await one] == expected[1:]
