"""No field of a request to the page holds the event loop, whatever 6,000 characters are in it."""

import pytest
from hypothesis import HealthCheck, given, settings

from bot.web.fields import FIELD
from tests.bot.chat.hostile.test_held_up import lengths, nasty
from tests.bot.chat.hostile.watchdog import HOLD_SECONDS, watched
from tests.bot.web.conftest import Inside, Tab
from tests.bot.web.test_fuzzing import FIELDS, POSTED, READ

pytestmark = pytest.mark.slow

SENT = (*(path.format(1) for path in POSTED), "enter")


@settings(
    max_examples=8,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(text=nasty, length=lengths)
async def test_no_field_of_the_page_holds_the_loop(inside: Inside, text: str, length: int) -> None:
    club = inside.club
    tab = Tab(club, inside.client)
    club.services.doors.url = ""
    if not await club.services.matches.of(club.alice.id, scope=None, status="running", limit=1):
        await club.match()
    await tab.enter(club.alice)
    input_text = text[:length].encode("utf-8", "replace").decode()
    with watched() as longest:
        for path in SENT:
            for field in FIELDS:
                for _ in range(3):  # something may be made only once
                    longest.forget()
                    body = {"version": 1, "drafted": 0, "spot": "0.0", field: input_text}
                    status, _ = await tab.ask(path, body)
                    assert status < 500
                    if longest.seconds <= HOLD_SECONDS:
                        break
                assert longest.seconds <= HOLD_SECONDS, (path, field, longest)
        for path in READ:
            longest.forget()
            await tab.ask(
                f"{path.format(1)}{'&' if '?' in path else '?'}theme={input_text[:FIELD]}",
                **{"Accept-Language": "x" * 6_000},
            )
            assert longest.seconds <= HOLD_SECONDS, (path, longest)


async def test_what_is_too_long_is_refused_in_a_sentence(inside: Inside) -> None:
    club = inside.club
    tab = Tab(club, inside.client)
    club.services.doors.url = ""
    await club.match()
    await tab.enter(club.alice)
    too_long = {"do": "note", "spot": "0.0", "text": "x" * 301}
    status, answer = await tab.ask("m/1/think", too_long)
    assert (status, answer["error"]) == (422, "That’s too long; the limit is 300 characters.")
