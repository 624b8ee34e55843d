"""What members type in a language of their own is read as if it were English, whatever language they have set."""

import pytest

from bot.chat.language import phrases
from bot.chat.language.i18n import LANGUAGES, Language
from bot.chat.language.typed import WEEK, english_clock, english_days, english_prepared, local_days
from bot.domain import clocks
from bot.domain.errors import Refused
from bot.domain.hours import parse
from bot.domain.matches.prepared_moves import lines

HOURS = ["07:00-22:00", "mon-fri 07:30-22:00, sat-sun 09:00-24:00", "tue 08:00-20:00, wed-thu 09:00-21:00"]
CLOCKS = ["none", "1d", "3d", "7d+12h", "1d12h+0h", "2h+30m", "3d weekends off", "7d+1d weekends off"]


@pytest.mark.parametrize("locale", ["en-US", *LANGUAGES])
@pytest.mark.parametrize("clock", CLOCKS)
def test_a_clock_can_be_typed_as_it_is_shown(locale: str, clock: str) -> None:
    assert str(clocks.parse(english_clock(phrases.clock(Language(locale), clocks.parse(clock))))) == clock


@pytest.mark.parametrize(
    ("typed", "clock"),
    [
        ("7 Tage", "7d"),
        ("1 TAG", "1d"),
        ("3 Tage ohne Wochenenden", "3d weekends off"),
        ("3Tage je Zug, Wochenende frei", "3d weekends off"),
        ("7 Tage + 12 Stunden", "7d+12h"),
        ("keine", "none"),
        ("Ohne Bedenkzeit", "none"),
        ("3 jours par coup sans les week-ends", "3d weekends off"),
        ("1 jour 12 heures + 30 minutes", "1d12h+30m"),
        ("aucune", "none"),
        ("2 días por jugada", "2d"),
        ("3 dias, sin fines de semana", "3d weekends off"),
        ("7 días + 12 horas por turno, fines de semana libres", "7d+12h weekends off"),
        ("ninguno", "none"),
        ("1 dia por lance", "1d"),
        ("3 dias sem fins de semana", "3d weekends off"),
        ("nenhum", "none"),
        ("3日/手番", "3d"),
        ("一手番 3日", "3d"),
        ("7日 + 12時間", "7d+12h"),
        ("3日、週末は除く", "3d weekends off"),
        ("なし", "none"),
        ("3 days without weekends", "3d weekends off"),
        ("3d, weekends free", "3d weekends off"),
        ("2 days per move", "2d"),
        ("14", "14d"),
        ("12 hrs + 30 mins", "12h+30m"),
        ("no time limit", "none"),
    ],
)
def test_clocks_are_understood_in_every_language(typed: str, clock: str) -> None:
    assert str(clocks.parse(english_clock(typed))) == clock


@pytest.mark.parametrize("typed", ["", " ", "sans", "4 Tage", "Tage", "3 Tagelang", "x" * 5000, "3d" + " " * 5000])
def test_what_is_no_clock_stays_none(typed: str) -> None:
    said = english_clock(typed)
    if typed.strip():
        with pytest.raises(Refused):
            clocks.parse(said)
    else:
        assert not said.strip()


@pytest.mark.parametrize(
    "typed",
    [
        "if d4-e6 then c3-d5; if a1-b3 then b2-c4, otherwise ask me",
        "wenn d4-e6 dann c3-d5, wenn a1-b3 dann b2-c4, sonst frag mich und warte",
        "Si d4-e6 alors c3-d5, si a1-b3 alors b2-c4, sinon rien",
        "si d4-e6 entonces c3-d5; si a1-b3 entonces b2-c4, si no, pregúntame",
        "se d4-e6 então c3-d5; se a1-b3 então b2-c4; senão me pergunte",
        "もしd4-e6ならc3-d5、もしa1-b3ならb2-c4、それ以外は聞いて",
        "d4-e6 → c3-d5; a1-b3 → b2-c4",
        "d4-e6\nc3-d5\na1-b3\nb2-c4",
    ],
)
def test_prepared_moves_are_understood_in_every_language(typed: str) -> None:
    assert lines(english_prepared(typed)) == ["d4-e6", "c3-d5", "a1-b3", "b2-c4"]


@pytest.mark.parametrize("moves", ["y4", "e4 xd5", "swap", "1c4", "pass"])
def test_no_move_is_taken_for_a_word(moves: str) -> None:
    assert english_prepared(moves) == moves


@pytest.mark.parametrize("locale", ["en-US", *LANGUAGES])
@pytest.mark.parametrize("hours", HOURS)
def test_hours_of_the_week_can_be_typed_as_they_are_shown(locale: str, hours: str) -> None:
    shown = local_days(Language(locale), hours)
    assert str(parse(english_days(shown))) == hours
    assert str(parse(english_days(shown.upper()))) == hours


@pytest.mark.parametrize("locale", ["en-US", *LANGUAGES])
def test_every_weekday_can_be_typed_in_full(locale: str) -> None:
    for day, words in WEEK.items():
        assert {english_days(word) for word in Language(locale).typed(words)} == {day}


def test_weekdays_are_shown_in_the_language_of_the_reader() -> None:
    assert local_days(Language("de"), "mon-fri 07:30-22:00, sun 09:00-24:00") == "Mo-Fr 07:30-22:00, So 09:00-24:00"
