"""Boards that are drawn in a process of their own: the same pictures, whatever becomes of that process."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest

import games
import render
from bot.chat.kit import drawer as drawing
from bot.chat.kit.drawer import Drawer
from bot.thinking import cores


@pytest.fixture
def drawer() -> Iterator[Drawer]:
    made = Drawer(cores.ALL)
    yield made
    made.close()


def test_a_drawer_draws_what_would_be_drawn_here_even_after_its_process_was_killed(
    drawer: Drawer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drawing, "MOST_BACKDROPS", 1)
    states = [games.get(slug).start() for slug in ("loop", "snipsnip", "loop")]
    expected = [render.png(state) for state in states]
    assert [render.png(state, draw=drawer.png) for state in states] == expected
    assert drawer.process is not None
    os.kill(drawer.process, signal.SIGKILL)
    assert [render.png(state, draw=drawer.png) for state in states] == expected
    assert drawer.process is not None
