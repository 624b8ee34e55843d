"""Start times of tournaments: parsing, and what organisers see."""

from datetime import UTC, datetime

import pytest
from hypothesis import given, strategies as some

from bot.chat.features.tournaments.start_times import LONGEST, start_time, written
from bot.domain.errors import Refused
from tests.bot.chat.conftest import Club
from tests.bot.chat.features.tournaments.test_tournaments import HOUR, announced
from tests.bot.chat.reading import private, words

NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)  # a Monday


@pytest.mark.parametrize(
    "text",
    [
        *(
            "soon",
            "in",
            "99",
            "UTC",
            "+01:00",
            "25:00",
            "13pm",
            "2026-02-30",
            "month 18:00",
            "tomorrow 19:00 +99",
        ),
        *(
            "2026-12-24 18:00 Mars/Phobos",
            "2026-12-24 18:00 CET",
            "../../etc/passwd 1:00",
            "0001-01-01 0:00 +23:00",
        ),
        "1" * (LONGEST + 1),
    ],
)
def test_invalid_times_are_refused_with_an_example(text: str) -> None:
    with pytest.raises(Refused, match="write it like “in 3 h”"):
        start_time(text, NOW)


@given(some.text(max_size=70))
def test_whatever_is_typed_is_a_time_or_refused(text: str) -> None:
    try:
        time = start_time(text, NOW)
    except Refused:
        return
    assert (time is None) == (not text.split())
    assert time is None or start_time(written(time), NOW) == time


async def test_an_organiser_sees_how_a_time_is_read_before_sending_it(club: Club) -> None:
    options_of_command = {"kind": "swiss", "game": "veloop-square"}
    (value,) = await club.alice.type("tournament create", "starts", "in 3 h", **options_of_command)
    assert value.endswith(" UTC")
    assert len(await club.alice.type("tournament create", "starts", "", **options_of_command)) == 3
    assert await club.alice.type("tournament create", "starts", "soon", **options_of_command) == [
        "soon"
    ]
    await announced(club, "swiss", starts=value)
    start_moment = (await club.services.tournaments.get(1)).starts
    assert 2.9 * HOUR < (start_moment - club.services.now()).total_seconds() <= 3 * HOUR


async def test_moving_the_start_is_announced(club: Club) -> None:
    await announced(club, "swiss", starts="in 3 h")
    answer = await club.alice.slash("tournament start", when="in 5 h")
    assert not private(answer)
    assert words(answer).startswith("**New start time**")
    starts = (await club.services.tournaments.get(1)).starts
    assert f"<t:{int(starts.timestamp())}:R>" in words(answer)
    assert "Only alice, who organises" in words(
        await club.bob.slash("tournament start", when="in 1 h")
    )
