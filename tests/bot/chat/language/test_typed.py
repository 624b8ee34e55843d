"""What members type in a language of their own is read as if it were English, whatever language they have set."""

import re
from datetime import UTC, datetime

import pytest

import games
from bot.chat.features.challenges import texts as challenge_texts
from bot.chat.features.settings import texts as settings_texts
from bot.chat.features.tournaments import texts as tournament_texts
from bot.chat.features.tournaments.start_times import start_time, written
from bot.chat.language import phrases
from bot.chat.language.i18n import LANGUAGES, Language, one_line
from bot.chat.language.typed import english_clock, english_days, english_prepared, local_days
from bot.domain import clocks
from bot.domain.errors import Refused
from bot.domain.hours import parse, time_zone
from bot.domain.matches.prepared_moves import lines
from bot.domain.members import daily
from tests.bot.chat.conftest import Club

QUOTED = re.compile(r"[“„«「]\s?([^”“»」]+?)\s?[”“»」]")
START_REFUSED = "“{text}” isn’t a start time; write it like “in 3 h”, “tomorrow 19:00” or “2026-12-24 18:00 +01:00”"
CLOCK_REFUSED = (
    "none; 1d, 2d, 3d, 7d or 14d per turn; or a bank plus increment, such as 7d+12h; add “weekends off” to any"
)
ZONE_REFUSED = "there’s no time zone “{text}”; name a large city near you, such as Berlin, or an offset such as UTC+2"
CITY = {
    "en": "such as (.+?),",
    "de": "etwa (.+?),",
    "fr": "comme (.+?),",
    "es": "como (.+?), o",
    "pt": "como (.+?),",
    "ja": "。(.+?)のような",
}

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


NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)  # a Monday
BY_KEYBOARD = {
    "none": "no limit|No time limit|unlimited|unbegrenzt|ohne Zeitlimit|kein Limit|sans limite|illimité|"
    "sans limite de temps|sin límite|ilimitado|sin tiempo|sem limite|無制限|制限なし",
    "3d": "3j|3 j|3 Tage|3 jours par tour|3 días|3 dias por lance|1手3日|1手番3日|1手番につき3日|三日|３日|３ｄ",
    "3d weekends off": "3j sans le week-end|3 días sin fin de semana|3 dias sem o fim de semana|3日、週末は除く",
    "7d+12h": "7日＋12時間|7j+12h|7 Tage + 12 Std.|7d + 12 h",
}
HOURS_TYPED = {
    "07:00-22:00": "7h-22h|7-22|７－２２|7〜22|7時〜22時|7時から22時まで|7 Uhr bis 22 Uhr|von 7 bis 22 Uhr|7h à 22h|"
    "de 7 a 22|das 7h às 22h|7am-10pm|7 am to 10 pm|täglich 7-22|毎日7-22",
    "mon-fri 07:30-22:00": "Mo–Fr 7:30–22 Uhr|montag bis freitag 7.30-22|lun.-ven. 7h30-22h|"
    "lundi à vendredi 7h30 à 22h|lunes a viernes de 7:30 a 22|seg a sex 7h30-22h|月〜金 7:30〜22|"
    "月曜日から金曜日 7時30分から22時|weekdays 7:30-22",
}
TIMES = {
    "2026-03-02 15:00": "in 3 h|in 3 Stunden|dans 3 h|dans 3 heures|en 3 h|dentro de 3 horas|em 3 h|daqui a 3 horas|"
    "3時間後|３時間後|in 3 hours|3 hours from now",
    "2026-03-03 19:00": "tomorrow 19:00|tomorrow 7pm|morgen 19:00|morgen um 19 Uhr|demain 19:00|demain à 19h|"
    "mañana 19:00|mañana a las 19:00|amanhã 19:00|amanhã às 19h|明日 19:00|明日１９時|明日19：00",
    "2026-03-06 19:30": "Freitag 19:30|am Freitag um 19.30 Uhr|vendredi 19h30|"
    "viernes a las 19:30|sexta às 19h30|金曜日 19時30分",
    "2026-12-24 18:00": "24.12.2026 18:00|24/12/2026 18h|2026年12月24日 18時|２０２６－１２－２４ １８：００",
}
CITIES = {
    "America/Sao_Paulo": "São Paulo|sao paulo|Brasília",
    "America/Mexico_City": "Ciudad de México|Mexico City",
    "Asia/Tokyo": "東京|大阪|Osaka|Tóquio|Tokio",
    "Europe/Berlin": "Köln|Cologne|Berlín|München|ベルリン",
    "America/New_York": "Nueva York|Nova York|ニューヨーク",
    "America/Bogota": "Bogotá",
    "Etc/GMT-9": "UTC＋9|utc + 9|+09:00",
}


def each(table: dict[str, str]) -> list[tuple[str, str]]:
    return [(typed, meant) for meant, many in table.items() for typed in many.split("|")]


@pytest.mark.parametrize(("typed", "meant"), each(BY_KEYBOARD))
def test_clocks_are_understood_as_each_keyboard_gives_them(typed: str, meant: str) -> None:
    assert str(clocks.parse(english_clock(typed))) == meant


@pytest.mark.parametrize(("typed", "meant"), each(HOURS_TYPED))
def test_hours_are_understood_as_each_keyboard_gives_them(typed: str, meant: str) -> None:
    assert str(parse(english_days(typed))) == meant


@pytest.mark.parametrize("typed", ["8h30", "8:30", "８：３０", "8.30 Uhr", "8時30分", "8:30 am", "à 8h30"])
def test_a_time_of_day_is_understood(typed: str) -> None:
    assert str(daily.parse(english_days(typed))) == "08:30"


@pytest.mark.parametrize(("typed", "meant"), each(TIMES))
def test_times_to_come_are_understood_in_every_language(typed: str, meant: str) -> None:
    found = start_time(typed, NOW)
    assert found is not None
    assert written(found) == f"{meant} UTC"


def test_a_time_is_in_the_zone_of_the_member() -> None:
    found = start_time("明日 19:00", NOW, "Asia/Tokyo")
    assert found is not None
    assert written(found, "Asia/Tokyo") == "2026-03-03 19:00 Asia/Tokyo"
    assert start_time(written(found, "Asia/Tokyo"), NOW) == found


@pytest.mark.parametrize(("typed", "zone"), each(CITIES))
def test_cities_are_known_by_their_own_names(typed: str, zone: str) -> None:
    assert time_zone(typed) == zone


def test_moves_are_understood_in_full_width() -> None:
    state = games.get("veloop-square").start()
    first = state.legal_moves()[0]
    wide = "".join(chr(ord(sign) + 0xFEE0) for sign in str(first))
    assert state.parse(f"　{wide}　") == first


@pytest.mark.parametrize("locale", ["en-US", *LANGUAGES])
def test_the_examples_in_texts_are_understood(locale: str) -> None:
    """Whatever a field's text quotes or lists is read when it is typed just so."""
    t = Language(locale)
    for hours in (settings_texts.HOURS_EXAMPLE, "7-22, or by day: mon-fri 7:30-22, sat-sun 9-24"):
        for example in re.findall(r"(?:[^\W\d]{1,3}-[^\W\d]{1,3} )?\d+(?:[:h]\d\d|h)?-\d+h?", t.say(hours)):
            assert str(parse(english_days(example)))
    for text in (settings_texts.DAILY_EXAMPLE, "8:30, or by day: mon-fri 8:30, sat 10"):
        for example in re.findall(r"[^\W\d]{1,3}-[^\W\d]{1,3} \d+[:h]\d\d, [^\W\d]{1,3} 10h?|\d+[:h]\d\d", t.say(text)):
            assert str(daily.parse(english_days(example)))
    texts = tournament_texts.CREATE_OPTIONS["starts"], tournament_texts.ABOUT_START_WHEN, START_REFUSED
    for quoted in (example for text in texts for example in QUOTED.findall(t.say(text)) if example != "{text}"):
        assert start_time(quoted, NOW) is not None, quoted
    said = t.say(CLOCK_REFUSED)
    assert not clocks.parse(english_clock(re.split("[;、]", said)[0]))
    for example in re.findall(r"\d+\S+\s?\+\s?\d+[a-z時間]+", said):
        assert clocks.parse(english_clock(example)).bank
    for quoted in QUOTED.findall(said):
        assert clocks.parse(english_clock(f"3d, {quoted}")).weekends_off
    (named,) = re.findall(r"\d+[a-z日]+", t.say(challenge_texts.PLAY_OPTIONS["clock"]))
    assert clocks.parse(english_clock(named)).per_turn == 3 * clocks.DAY
    (city,) = re.findall(CITY[t.locale.partition("-")[0]], t.say(ZONE_REFUSED))
    assert time_zone(city)


async def test_the_clocks_offered_are_in_the_words_of_the_member(club: Club) -> None:
    await club.services.members.change(club.alice.id, language="fr")
    assert await club.alice.type("play", "clock", "sans limite", game="loop") == ["none"]
    assert (await club.alice.type("play", "clock", "3 jours", game="loop"))[0] == "3d"


def test_weekdays_are_shown_in_the_language_of_the_reader() -> None:
    assert local_days(Language("de"), "mon-fri 07:30-22:00, sun 09:00-24:00") == "Mo-Fr 07:30-22:00, So 09:00-24:00"


def test_one_line_keeps_the_no_break_spaces_that_french_typesets() -> None:
    assert one_line(" Prêt\u202f?\n  «\u00a0oui\u00a0»") == "Prêt\u202f? «\u00a0oui\u00a0»"
