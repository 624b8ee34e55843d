"""The log says at the start and every day what a host wants to know."""

import logging

import pytest

from bot import app
from tests.bot.chat.conftest import Club
from tests.bot.domain.matches.helpers import started


@pytest.mark.slow
async def test_the_log_says_at_the_start_and_again_and_again_how_the_bot_is(
    club: Club, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "REPORT_SECONDS", 30.0)
    caplog.set_level(logging.INFO, "bot.ops.report")
    await started(club.services, "loop")
    await started(club.services, "vigilance")
    caplog.clear()
    await club.restart()
    await club.env.advance_time(60)
    lines = [record.getMessage() for record in caplog.records if record.name == "bot.ops.report"]
    assert len(lines) == 3
    for line in lines:
        assert "1 servers, 2 running matches" in line
        assert " answers pending; sqlite+aiosqlite:///" in line
        assert line.endswith(" MB")
