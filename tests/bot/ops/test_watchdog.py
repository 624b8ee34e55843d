"""What holds the event loop up is logged with its place; waiting is not held against anybody."""

import asyncio
import signal
import time

import pytest

from bot.ops.watchdog import watched_loop


def hold_up(seconds: float) -> None:
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


async def test_what_takes_long_is_named(caplog: pytest.LogCaptureFixture) -> None:
    with watched_loop(lambda: True):
        await asyncio.sleep(0.1)
        hold_up(0.3)
        await asyncio.sleep(0.2)
        sum(range(20_000_000))  # a single call
        hold_up(0.03)
        await asyncio.sleep(0.2)
    first, second = [record.getMessage() for record in caplog.records]
    assert "hold_up" in first
    assert "test_watchdog.py" in first
    assert "test_what_takes_long" in second


@pytest.mark.slow
async def test_who_waits_or_does_a_little_holds_nobody_up(caplog: pytest.LogCaptureFixture) -> None:
    with watched_loop(lambda: True):
        for _ in range(20):
            hold_up(0.01)
            await asyncio.sleep(0.01)
        time.sleep(0.2)  # noqa: ASYNC251  # no processor time
        await asyncio.sleep(0.1)
    assert not caplog.records


async def test_ticks_that_a_busy_system_loses_accuse_nobody(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(signal, "setitimer", lambda *_: None)
    with watched_loop(lambda: True):
        for _ in range(10):
            hold_up(0.01)
            await asyncio.sleep(0.001)
        signal.raise_signal(signal.SIGPROF)
        await asyncio.sleep(0.001)
    assert not caplog.records
