"""Whatever is stored as JSON says of each of its keys what it holds about people."""

from typing import Any

import pytest

import bot.app as everything  # every event and every question is known then
from bot.chat.discord.delivery.pending import QUESTIONS
from bot.domain.events import KINDS
from bot.domain.members.settings import MemberSettings
from bot.domain.servers.settings import ServerSettings
from bot.domain.tournaments.tournament import Terms
from bot.store.personal import Category, keys_of

assert everything
EVENTS = [event for event in KINDS.values() if event.__module__.startswith("bot.")]
OTHERS = [*QUESTIONS.values(), MemberSettings, ServerSettings, Terms]


@pytest.mark.parametrize("kind", [*EVENTS, *OTHERS], ids=lambda kind: kind.__name__)
def test_every_key_says_what_it_holds(kind: type[Any]) -> None:
    keys_of(kind)  # raises UndeclaredKey, which says what to write


def test_a_payload_that_names_somebody_says_so() -> None:
    by = {kind: keys_of(event) for (kind, _), event in KINDS.items() if kind in ("left", "turn")}
    assert by["left"]["by"].person
    assert {key.category for key in by["turn"].values()} == {Category.NOTHING}
