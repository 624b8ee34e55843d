"""Boards that a helper process draws: the same pictures, whatever becomes of that process."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator

import pytest

import games
import render
from bot.chat.pictures import drawing
from bot.chat.pictures.images import Images
from bot.workers.pool import BOARD, Workers

SLUGS = "loop", "snipsnip", "vigilance", "veloop-hex"


@pytest.fixture
async def workers() -> AsyncIterator[Workers]:
    pool = Workers({BOARD: 1})
    yield pool
    pool.close()


@pytest.fixture
def images(workers: Workers) -> Images:
    return Images(workers)


def expected(slug: str) -> bytes:
    return render.png(games.get(slug).start())


async def drawn(images: Images, slug: str) -> bytes:
    return (await images.board(games.get(slug).start())).data


@pytest.mark.slow
async def test_boards_are_drawn_once_and_the_same_though_some_are_cancelled_and_the_process_killed(
    images: Images, workers: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    cancelled_task, *others = [asyncio.ensure_future(drawn(images, slug)) for slug in SLUGS]
    await asyncio.sleep(0.001)
    cancelled_task.cancel()
    assert await asyncio.gather(*others) == list(map(expected, SLUGS[1:]))
    state = games.get("loop").start()
    first = await images.board(state, key=(1, 2), size=200)
    assert await images.board(state, key=(1, 2), size=200) is first, "drawn once"
    assert await images.board(state, key=(1, 2), size=300) is not first
    assert await images.board(state, key=(1, 3), size=200) is not first
    with monkeypatch.context() as patch:
        patch.setattr("bot.chat.pictures.images.MAX_CACHED", 2)
        await images.board(state, key=(1, 4), size=200)
        assert await images.board(state, key=(1, 2), size=200) is not first
    (process,) = workers.processes(BOARD)
    os.kill(process, signal.SIGKILL)
    assert [await drawn(images, slug) for slug in SLUGS] == list(map(expected, SLUGS))
    assert workers.processes(BOARD) not in ([], [process])


@pytest.mark.some_cases(1)
@pytest.mark.parametrize("trouble", ["no process", "too long"])
async def test_a_board_that_no_process_draws_is_drawn(
    images: Images, monkeypatch: pytest.MonkeyPatch, trouble: str
) -> None:
    if trouble == "too long":
        await drawn(images, "snipsnip")
    if trouble == "no process":
        monkeypatch.setattr("sys.executable", "/nowhere/python")
    else:
        monkeypatch.setattr("bot.chat.pictures.images.BOARD_SECONDS", -1.0)
        monkeypatch.setattr(drawing, "draw", forever)
    assert await drawn(images, "loop") == expected("loop")


def forever(drawing: bytes, backdrop: bytes | None) -> bytes:
    signal.pause()
    return b""
