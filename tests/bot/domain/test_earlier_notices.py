"""Notices that an earlier version has left in the outbox are the same events still."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import bot.app  # noqa: F401  # all events there are
from bot.domain.events import JSON, read_event

EARLIER: list[dict[str, JSON]] = json.loads(
    (Path(__file__).parents[2] / "data" / "earlier" / "notices.json").read_text(encoding="utf-8")
)


@pytest.mark.parametrize("notice", EARLIER, ids=lambda notice: f"{notice['kind']} {notice['payload']}")
def test_an_earlier_notice_is_read_and_nothing_of_it_is_lost(notice: dict[str, JSON]) -> None:
    kind, payload = notice["kind"], notice["payload"]
    assert isinstance(kind, str)
    assert isinstance(payload, dict)
    event = read_event(kind, payload)
    assert event is not None
    kept = event.payload()
    told = {name: value for name, value in payload.items() if name != "followed"}
    assert {name: kept.get(name) for name in told} == told


@pytest.mark.parametrize("payload", [{}, {"what": "nothing"}, {"what": "started", "tournament": 1}])
def test_what_this_version_does_not_know_is_no_event(payload: dict[str, JSON]) -> None:
    assert read_event("tournament", payload) is None
    assert read_event("nothing", payload) is None
