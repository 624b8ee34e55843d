"""What members type in a language of their own is read as if it were English, whatever language
they have set.
"""

import re
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest

import games
from bot.chat.board.charts import points
from bot.chat.features.challenges import texts as challenge_texts
from bot.chat.features.play import typed_move
from bot.chat.features.settings import texts as settings_texts
from bot.chat.features.tournaments import texts as tournament_texts
from bot.chat.features.tournaments.start_times import start_time, written
from bot.chat.language import phrases
from bot.chat.language.i18n import LANGUAGES, Language, one_line
from bot.chat.language.texts import FORCED_PASS, OPTION_PASS, TAKE_OVER
from bot.chat.language.typed import (
    english_clock,
    english_days,
    english_moves,
    english_prepared,
    local_days,
)
from bot.domain import clocks, variants
from bot.domain.errors import Refused
from bot.domain.hours import parse, time_zone
from bot.domain.matches.prepared_moves import lines
from bot.domain.members import daily
from tests.bot.chat.conftest import Club

QUOTED = re.compile(r"[“„«「]\s?([^”“»」]+?)\s?[”“»」]")
START_REFUSED = (
    "“{text}” isn’t a start time; write it like “in 3 h”, “tomorrow 19:00” or “2026-12-24 18:00 "
    "+01:00”"
)
CLOCK_REFUSED = (
    "no limit; 1, 2, 3, 7 or 14 days per turn; or a bank plus increment, such as 7d+12h; add "
    "“weekends off” to any"
)
ZONE_REFUSED = (
    "there’s no time zone “{text}”; name a large city near you, such as Berlin, or an offset such "
    "as UTC+2"
)
CITY = {
    "en": "such as (.+?),",
    "de": "etwa (.+?),",
    "fr": "comme (.+?),",
    "es": "como (.+?), o",
    "pt": "como (.+?),",
    "ja": "。(.+?)のような",
}

HOURS = [
    "07:00-22:00",
    "mon-fri 07:30-22:00, sat-sun 09:00-24:00",
    "tue 08:00-20:00, wed-thu 09:00-21:00",
]
CLOCKS = [
    "none",
    "1d",
    "3d",
    "7d+12h",
    "1d12h+0h",
    "2h+30m",
    "3d weekends off",
    "7d+1d weekends off",
]


@pytest.mark.parametrize("locale", ["en-US", *LANGUAGES])
@pytest.mark.parametrize("clock", CLOCKS)
def test_a_clock_can_be_typed_as_it_is_shown(locale: str, clock: str) -> None:
    text = phrases.clock(Language(locale), clocks.parse(clock))
    assert str(clocks.parse(english_clock(text))) == clock


@pytest.mark.parametrize("text", ["avec", "4 Tage", "Tage", "3 Tagelang", "x" * 5000])
def test_what_is_no_clock_stays_none(text: str) -> None:
    with pytest.raises(Refused):
        clocks.parse(english_clock(text))


def test_a_clock_of_too_many_blanks_is_refused() -> None:
    with pytest.raises(Refused):
        clocks.parse(english_clock("3d" + " " * 5000))


@pytest.mark.parametrize("text", ["", " "])
def test_no_clock_stays_no_clock(text: str) -> None:
    assert not english_clock(text).strip()


@pytest.mark.parametrize("moves", ["y4", "e4 xd5", "swap", "1c4", "pass"])
def test_no_move_is_taken_for_a_word(moves: str) -> None:
    assert english_prepared(moves) == moves


@pytest.mark.parametrize("locale", ["en-US", *LANGUAGES])
@pytest.mark.parametrize("hours", HOURS)
def test_hours_of_the_week_can_be_typed_as_they_are_shown(locale: str, hours: str) -> None:
    text = local_days(Language(locale), hours)
    separator = "、" if locale == "ja" else ", "
    assert text.count(separator) == hours.count(", ")
    assert str(parse(english_days(text))) == hours
    assert str(parse(english_days(text.upper()))) == hours


NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)  # a Monday
STATE = games.replay("veloop-square", {}, ["e4-d6"])


def read_clock(text: str) -> str:
    return str(clocks.parse(english_clock(text)))


def read_time(text: str) -> str:
    return written(start_time(text, NOW) or NOW).removesuffix(" UTC")


def read_hours(text: str) -> str:
    return str(parse(english_days(text)))


def read_daily(text: str) -> str:
    return str(daily.parse(english_days(text)))


def read_prepared(text: str) -> str:
    return ", ".join(lines(english_prepared(text)))


def read_moves(text: str) -> str:
    reading = STATE.read(typed_move.parse(text, "").text)
    return " ".join(map(str, reading.moves))


READERS: dict[str, Callable[[str], str]] = {
    "clock": read_clock,
    "time": read_time,
    "hours": read_hours,
    "daily": read_daily,
    "city": time_zone,
    "prepared": read_prepared,
    "moves": read_moves,
}


def texts_of_members() -> dict[str, list[tuple[str, str]]]:
    """What members type with its meaning, by language and reader."""
    sections: dict[str, list[tuple[str, str]]] = {}
    for line in Path("tests/data/typed.txt").read_text(encoding="utf-8").splitlines():
        meaning, equals, texts = line.partition(" = ")
        if line.startswith("["):
            section = sections.setdefault(line.strip("[]"), [])
        elif equals:
            for text in texts.split(" | "):
                section.append((text.replace("\\n", "\n"), meaning))
    return sections


TEXTS = texts_of_members()


@pytest.mark.some_cases(16)
@pytest.mark.parametrize("section", TEXTS)
def test_what_members_type_is_understood_in_their_language(section: str) -> None:
    _, reader = section.split()
    parse = READERS[reader]
    for text, meaning in TEXTS[section]:
        assert parse(text) == meaning, text


@pytest.mark.parametrize(
    "text", ["d4 e", "d4-e6 y", "b3 a", "e4 y4", "M27: x e4", "y4 e5 e", "[d4-e6 e]", "1c4"]
)
def test_the_beginning_of_a_cell_is_no_word(text: str) -> None:
    assert english_moves(text) == text


@pytest.mark.parametrize("locale", ["en-US", *LANGUAGES])
def test_special_moves_are_typed_as_they_are_shown(locale: str) -> None:
    t = Language(locale)
    pass_label = t.label(OPTION_PASS)
    assert english_moves(pass_label) == "pass"
    assert english_moves(pass_label.lower()) == "pass"
    assert english_moves(t.label(FORCED_PASS)) == "pass"
    swap_label = t.label(TAKE_OVER, cells="e4, f5")
    assert english_moves(swap_label) == "swap"
    assert english_moves(swap_label.lower()) == "swap"


@pytest.mark.parametrize(
    ("read", "reason"),
    [
        (
            lambda: clocks.parse(english_clock("vier Tage pro Zug")),
            "“vier Tage pro Zug” isn’t a time limit",
        ),
        (
            lambda: parse(english_days("Mo-Fr später")),
            "“Mo-Fr später” can’t be read as waking hours",
        ),
        (
            lambda: daily.parse(english_days("Um Neunzig")),
            "“Um Neunzig” isn’t a time for the daily card",
        ),
        (lambda: start_time("am 3/4 um 19h", NOW), "“am 3/4 um 19h” isn’t a start time"),
        (lambda: time_zone("Valencia"), "which time zone: America/Caracas, Europe/Madrid?"),
    ],
)
def test_what_cannot_be_read_is_quoted_as_it_was_typed(
    read: Callable[[], object], reason: str
) -> None:
    with pytest.raises(Refused, match=re.escape(reason)):
        read()


def test_a_time_is_in_the_zone_of_the_member() -> None:
    moment = start_time("明日 19:00", NOW, "Asia/Tokyo")
    assert moment is not None
    assert written(moment, "Asia/Tokyo") == "2026-03-03 19:00 Asia/Tokyo"
    assert start_time(written(moment, "Asia/Tokyo"), NOW) == moment


def test_a_zone_is_found_though_its_name_begins_those_of_others() -> None:
    assert time_zone("etc/gmt+1") == "Etc/GMT+1"


# Whatever a field's text quotes or lists is read when it is typed just so.
IN_EVERY_LANGUAGE = pytest.mark.parametrize("locale", ["en-US", *LANGUAGES])
DAYS = r"(?:[^\W\d]{1,3}[-〜][^\W\d]{1,3} )?"
"""Two days of a week and a blank, or nothing."""


@IN_EVERY_LANGUAGE
@pytest.mark.parametrize(
    "text", [settings_texts.HOURS_EXAMPLE, "7-22, or by day: mon-fri 7:30-22, sat-sun 9-24"]
)
def test_examples_of_waking_hours_are_understood(locale: str, text: str) -> None:
    examples = re.findall(DAYS + r"\d[\d:h時]*[-〜]\d[\d:h時]*", Language(locale).say(text))
    assert len(examples) >= 2
    for example in examples:
        assert str(parse(english_days(example)))


@IN_EVERY_LANGUAGE
@pytest.mark.parametrize(
    "text", [settings_texts.DAILY_EXAMPLE, "8:30, or by day: mon-fri 8:30, sat 10"]
)
def test_examples_of_the_time_of_a_daily_card_are_understood(locale: str, text: str) -> None:
    by_day = rf"{DAYS}\d[\d:h]+[,、] ?[^\W\d]{{1,3}} 10h?"
    examples = re.findall(rf"{by_day}|\d+[:h]\d+", Language(locale).say(text))
    assert len(examples) == 2
    for example in examples:
        assert str(daily.parse(english_days(example)))


@IN_EVERY_LANGUAGE
@pytest.mark.parametrize(
    "text",
    [
        tournament_texts.CREATE_OPTIONS["starts"],
        tournament_texts.ABOUT_START_WHEN,
        START_REFUSED,
    ],
)
def test_examples_of_start_times_are_understood(locale: str, text: str) -> None:
    for example in QUOTED.findall(Language(locale).say(text)):
        if example != "{text}":
            assert start_time(example, NOW) is not None, example


@IN_EVERY_LANGUAGE
def test_examples_in_the_refusal_of_a_clock_are_understood(locale: str) -> None:
    refusal = Language(locale).say(CLOCK_REFUSED)
    no_clock = re.split("[;、]", refusal)[0]
    assert not clocks.parse(english_clock(no_clock))
    (bank,) = re.findall(r"\d+ ?[a-z日]+ ?[+＋] ?\d+ ?[^\W\d]+", refusal, re.IGNORECASE)
    assert str(clocks.parse(english_clock(bank))) == "7d+12h"
    *_, weekends = QUOTED.findall(refusal)
    assert clocks.parse(english_clock(f"3d, {weekends}")).weekends_off


@IN_EVERY_LANGUAGE
@pytest.mark.parametrize(
    "text", [challenge_texts.PLAY_OPTIONS["clock"], tournament_texts.CREATE_OPTIONS["clock"]]
)
def test_examples_of_clocks_are_understood(locale: str, text: str) -> None:
    *_, example = re.findall(
        r"(?:\d手番)?\d ?(?:días|dias|Tage|[a-z日]+)", Language(locale).say(text)
    )
    assert clocks.parse(english_clock(example)).per_turn == 3 * clocks.DAY


@IN_EVERY_LANGUAGE
@pytest.mark.parametrize(
    "text", [challenge_texts.PLAY_OPTIONS["variant"], tournament_texts.CREATE_OPTIONS["variant"]]
)
def test_examples_of_variants_are_those_of_some_game(locale: str, text: str) -> None:
    t = Language(locale)
    for example in QUOTED.findall(t.say(text)):
        assert any(_is_variant(t, game, example) for game in games.catalog()), example


@IN_EVERY_LANGUAGE
def test_examples_of_time_zones_are_understood(locale: str) -> None:
    t = Language(locale)
    refusal = t.say(ZONE_REFUSED)
    (city,) = re.findall(CITY[t.locale.partition("-")[0]], refusal)
    (offset,) = re.findall(r"UTC[+-]\d", refusal)
    assert time_zone(city) != time_zone(offset)


def _is_variant(t: Language, game: games.Game, text: str) -> bool:
    variant = phrases.english_variant(t, game.slug, text)
    with suppress(games.BadOption):
        return bool(variants.parse(game, variant))
    return False


async def test_the_clocks_offered_are_in_the_words_of_the_member(club: Club) -> None:
    await club.services.members.change(club.alice.id, language="fr")
    assert await club.alice.type("play", "clock", "sans limite", game="loop") == ["none"]
    choices = await club.alice.type("play", "clock", "3 jours", game="loop")
    assert choices[0] == "3d"


def test_weekdays_are_shown_in_the_language_of_the_reader() -> None:
    days = local_days(Language("de"), "mon-fri 07:30-22:00, sun 09:00-24:00")
    assert days == "Mo-Fr 07:30-22:00, So 09:00-24:00"


def test_one_line_keeps_the_no_break_spaces_that_french_typesets() -> None:
    assert one_line(" Prêt\u202f?\n  «\u00a0oui\u00a0»") == "Prêt\u202f? «\u00a0oui\u00a0»"


def test_numbers_and_lists_are_written_as_in_the_language_of_the_reader() -> None:
    thousands = {"en-US": "12,345.25", "fr": "12\u202f345,25", "ja": "12,345.25"}
    for locale in ("en-US", *LANGUAGES):
        assert Language(locale).number(12_345.25) == thousands.get(locale, "12.345,25")
    assert Language("es").number(1234) == "1234"
    for value, text in ((0.5, "½"), (3, "3"), (1.5, "1½"), (2.25, "2,25")):
        assert points(Language("de"), value) == text
    assert Language("ja").listed(["碁", "将棋"]) == "碁、将棋"
    assert Language("fr").count("{n} match", "{n} matches", 6001).startswith("6\u202f001")
