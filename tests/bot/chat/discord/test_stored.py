"""Custom ids, notices and pending answers that any version since 1.0.0 has stored are read as what
they were.
"""

from dataclasses import asdict
from typing import Any

import pytest

from bot.chat.discord.delivery.pending import QUESTIONS, read_question
from bot.chat.discord.press import PRESSES, read
from bot.chat.features import FEATURES
from bot.domain.events import JSON, KINDS, event_class, read_event
from tools.samples import samples

assert FEATURES  # all presses and events are known
PRESSED = samples("presses")
SENT = samples("notices")
ASKED = samples("pending_answers")


@pytest.mark.parametrize("sample", PRESSED, ids=lambda sample: sample["id"])
def test_a_stored_custom_id_is_read(sample: dict[str, Any]) -> None:
    press = read(sample["id"])
    assert press is not None
    assert asdict(press) == sample["fields"]


@pytest.mark.parametrize(
    "sample", SENT, ids=lambda sample: f"{sample['kind']} {sample['payload'].get('what', '')}"
)
def test_a_stored_notice_is_read(sample: dict[str, Any]) -> None:
    event = read_event(sample["kind"], sample["payload"])
    # what was stored before may have fewer fields
    assert event.payload() | sample["payload"] == event.payload()


@pytest.mark.parametrize("sample", ASKED, ids=lambda sample: sample["kind"])
def test_a_stored_pending_answer_is_read(sample: dict[str, Any]) -> None:
    assert read_question(sample["kind"], sample["about"]).stored() == sample["about"]


def test_every_press_event_and_question_has_a_sample() -> None:
    press_kinds = {type(read(sample["id"])) for sample in PRESSED}
    assert press_kinds == set(PRESSES.values()), "run: make samples"
    assert {event_class(sample["kind"], sample["payload"]) for sample in SENT} == set(
        KINDS.values()
    )
    assert {sample["kind"] for sample in ASKED} == QUESTIONS.keys()


@pytest.mark.parametrize("payload", [{}, {"what": "nothing"}, {"what": "started", "tournament": 1}])
def test_a_payload_that_this_version_does_not_know_is_no_event(payload: dict[str, JSON]) -> None:
    assert read_event("tournament", payload) is None
    assert read_event("nothing", payload) is None
