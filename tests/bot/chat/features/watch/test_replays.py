"""Animations: drawn once for all who want to see one, one at a time for a member, out of the way of
boards.
"""

import asyncio
import threading
from collections.abc import Callable, Iterator

import pytest

import render
from bot.chat.discord import reply
from bot.chat.pictures import jobs
from bot.workers.task import Task
from tests.bot.chat.conftest import Club
from tests.bot.chat.reading import pictures, words
from tests.bot.chat.world import Wire, said


class Drawing:
    """Animations that are drawn when the test says so."""

    def __init__(self) -> None:
        self.count = 0
        self.go_on = threading.Event()


@pytest.fixture
def drawing(monkeypatch: pytest.MonkeyPatch) -> Iterator[Drawing]:
    drawing_work = Drawing()
    draw = render.replay

    def replay(states: object, *, progress: Callable[[float], None], **look: object) -> bytes:
        drawing_work.count += 1
        assert drawing_work.go_on.wait(10)
        return draw(states, progress=progress, **look)  # type: ignore[arg-type]

    monkeypatch.setattr(jobs.render, "replay", replay)
    yield drawing_work
    drawing_work.go_on.set()


async def test_an_animation_is_drawn_once_while_boards_pass_and_one_at_a_time_for_a_member(
    club: Club, drawing: Drawing
) -> None:
    await club.match()
    wire = Wire(club)
    options = [{"name": "match", "type": 3, "value": "M1"}]
    mine = [wire.command(club.alice, ("match", "replay"), options) for _ in range(20)]
    theirs = wire.command(club.bob, ("match", "replay"), options)
    command = wire.command(club.carol, ("match", "show"), options)
    async with asyncio.timeout(10):
        while not command.acknowledged:  # noqa: ASYNC110  # nothing tells of it
            await asyncio.sleep(0.01)
    assert drawing.count == 1
    drawing.go_on.set()
    await club.env.settle()
    texts_of_answers = [said(answer) for answer in mine]
    assert sum("still working" in answer for answer in texts_of_answers) == 19
    assert sum("M1.gif" in answer for answer in [*texts_of_answers, said(theirs)]) == 2
    assert drawing.count == 1
    second_answer = await club.alice.slash("match replay", match="M1")
    assert "M1" in words(second_answer)
    assert pictures(second_answer)
    assert drawing.count == 1


async def test_after_another_move_it_is_drawn_anew(club: Club, drawing: Drawing) -> None:
    drawing.go_on.set()
    number = await club.match()
    await club.alice.slash("match replay")
    match = await club.services.matches.get(number)
    assert match.mover is not None
    await club.services.matches.play(number, match.mover, str(match.state.legal_moves()[0]))
    await club.alice.slash("match replay")
    assert drawing.count == 2


@pytest.mark.some_cases(1)
@pytest.mark.parametrize("announced_after", [reply.DEFER_AFTER, 0.0])
async def test_a_long_animation_tells_progress(
    club: Club, monkeypatch: pytest.MonkeyPatch, announced_after: float
) -> None:
    await club.match()
    monkeypatch.setattr(reply, "DEFER_AFTER", announced_after)
    draw = render.replay
    ready = Task.ready
    start = threading.Event()
    report = threading.Event()

    def replay(states: object, *, progress: Callable[[float], None], **look: object) -> bytes:
        progress(0.37)
        start.set()
        assert report.wait(10)
        return draw(states, progress=progress, **look)  # type: ignore[arg-type]

    async def once_begun(task: Task[bytes], seconds: float) -> bool:
        if report.is_set():
            return await ready(task, seconds)
        await asyncio.to_thread(start.wait)
        report.set()
        return False

    monkeypatch.setattr(jobs.render, "replay", replay)
    monkeypatch.setattr(Task, "ready", once_begun)
    count = len(club.posts())
    await club.bob.slash("match replay", match="M1")
    assert len(club.posts()) == count + 1
    assert club.post().attachments[0].filename == "M1.gif"
    assert any("Drawing M1 … 37%" in str(entry.json) for entry in club.env.http_requests)
