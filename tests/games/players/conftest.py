"""How the tests of the players time what is thought."""

import time

import pytest


@pytest.fixture(autouse=True)
def processor_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Players think for so many seconds of a processor, so that they don't think less where other
    programs have the machine.
    """
    monkeypatch.setattr(time, "perf_counter", time.thread_time)
