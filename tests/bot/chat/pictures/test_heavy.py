"""What is heavy is made once, in another process that stands back, and outlives the death of that
process.
"""

import asyncio
import json
import threading
import zipfile
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from io import BytesIO

import pytest

from bot.chat.pictures import heavy, jobs
from bot.chat.pictures.heavy import HeavyWork
from bot.chat.pictures.jobs import LARGEST, MatchRecord, packed
from bot.domain.computer.thinking import PositionData
from bot.domain.events import JSON
from bot.workers.pool import HEAVY, THREADS, Workers

AT = PositionData("veloop-square", {"board": "6x6"}, ("d3-c5",))
PLAIN = jobs.PictureStyle(size=200)

start_count = 0
go_on = threading.Event()


def slowly(text: str) -> bytes:
    """Work of this process that waits until it may go on."""
    global start_count
    start_count += 1
    go_on.wait(10)
    return text.encode()


def failing() -> bytes:
    raise ValueError("no")


@contextmanager
def held() -> Iterator[None]:
    """Work that was begun stands still until the block is left."""
    global start_count
    start_count = 0
    go_on.clear()
    try:
        yield
    finally:
        go_on.set()


@pytest.fixture
async def work() -> AsyncIterator[HeavyWork]:
    workers = Workers(THREADS)
    yield HeavyWork(workers)
    workers.close()


@pytest.fixture
async def helper() -> AsyncIterator[HeavyWork]:
    workers = Workers({HEAVY: 1})
    yield HeavyWork(workers)
    workers.close()


async def test_what_several_ask_for_at_once_is_made_once_and_kept(work: HeavyWork) -> None:
    with held():
        making = [work.make(member, "key", slowly, "a", seconds=1) for member in range(20)]
        go_on.set()
        assert {await task.result() for task in making} == {b"a"}
    second_task = work.make(99, "key", slowly, "a", seconds=1)
    assert await second_task.ready(0)
    assert await second_task.result() == b"a"
    assert start_count == 1


async def test_who_no_longer_waits_takes_nothing_from_the_others(work: HeavyWork) -> None:
    with held():
        cancelled_task = asyncio.ensure_future(work.make(1, "key", slowly, "a", seconds=1).result())
        stays = work.make(2, "key", slowly, "a", seconds=1)
        await asyncio.sleep(0)
        cancelled_task.cancel()
        await asyncio.sleep(0)
    assert await stays.result() == b"a"


async def test_of_what_was_made_only_so_much_is_kept(
    work: HeavyWork, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(heavy, "MAX_BYTES", 10)
    global start_count
    start_count = 0
    go_on.set()
    for name in ("aaaa", "bbbb", "cccc", "cccc", "bbbb", "aaaa"):
        assert await work.make(1, name, slowly, name, seconds=1).result() == name.encode()
    assert start_count == 4
    assert await work.make(1, "long", slowly, "x" * 11, seconds=1).result() == b"x" * 11
    assert await work.make(1, "long", slowly, "x" * 11, seconds=1).result() == b"x" * 11
    assert start_count == 6


async def test_what_fails_is_told_to_all_who_wait_and_tried_again_by_the_next(
    work: HeavyWork,
) -> None:
    making = [work.make(member, "key", failing, seconds=1) for member in range(2)]
    for task in making:
        with pytest.raises(ValueError, match="no"):
            await task.result()
    assert await work.make(3, "key", slowly, "a", seconds=1).result() == b"a"


async def test_a_large_file_is_packed_and_a_small_one_is_not(work: HeavyWork) -> None:
    assert await work.packed(1, b"[]", "matches.json") == ("matches.json", b"[]")
    large = await work.packed(1, b"x" * (LARGEST + 1), "matches.json")
    assert large.name == "matches.zip"
    with zipfile.ZipFile(BytesIO(large.data)) as archive:
        assert archive.read("matches.json") == b"x" * (LARGEST + 1)


async def test_an_export_is_packed_and_a_board_drawn_in_a_process(helper: HeavyWork) -> None:
    picture = await helper.board(1, "x.png", AT, 1, PLAIN, "de")
    assert picture.data.startswith(b"\x89PNG")
    assert "Schwarz" in picture.alt
    data: dict[str, JSON] = {"user": "1", "follows": [{"match": 1, "name": "é"}]}
    (part,) = await helper.file(1, packed, "<p>", data, [MatchRecord("records/M1.txt", "M1", "a1")])
    with zipfile.ZipFile(BytesIO(part.data)) as archive:
        assert json.loads(archive.read("data/follows.json")) == data["follows"]
        assert archive.namelist() == [
            "index.html",
            "export.json",
            "data/follows.json",
            "records/M1.txt",
        ]
