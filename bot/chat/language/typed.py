"""What members type in any language that the bot speaks, put into the English that the domain
reads.

Each text lists words that mean the same, with bars between them.
"""

import json
import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import cache
from unicodedata import numeric

from bot.chat.language.i18n import LANGUAGES, LOCALE_FOLDER, Language
from bot.chat.language.texts import FORCED_PASS, NO_CLOCK, OPTION_PASS, TAKE_OVER
from bot.domain import clocks, hours as hours_of
from bot.domain.errors import Refused
from bot.domain.hours import WEEKDAYS
from bot.domain.members import daily
from bot.domain.values import folded


def _p(context: str, text: str) -> str:
    """Marks a text for translation, in a context that distinguishes it from the same words
    elsewhere.
    """
    return text


UNITS = ("week", "day", "hour", "minute")
WORDS_FILE = LOCALE_FOLDER / "words.json"
"""By language the words of CLDR for units, weekdays, months and parts of the day."""
NUMBERS = _p("typed", "a|an|one"), _p("typed", "two"), _p("typed", "three")
EACH = _p("typed", "per|each|every|a|turn|move|player|bank")
WITHOUT = _p("typed", "without|minus|no|not|except|excluding|excl|w/o")
WEEKENDS = _p("typed", "weekends|weekend|week-ends|week-end")
WORKDAYS = _p("typed", "weekdays|weekdays only|workdays|working days")
DAILY = _p("typed", "daily|every day")
OFF = _p("typed", "off|free")
NONE = _p(
    "typed", "none|no|off|unlimited|untimed|no clock|no limit|no time limit|without limit|infinite"
)
LINKS = _p("typed", "if|then|and")
THEN = _p("typed", "then|and")
ELSE = _p("typed", "else|otherwise")
AND = _p("typed", "and|plus")
TODAY = _p("typed", "today")
TONIGHT = _p("typed", "tonight")
TOMORROW = _p("typed", "tomorrow")
AFTER_TOMORROW = _p("typed", "day after tomorrow")
WITHIN = _p("typed", "in|from now|later")
SHARP = _p("typed", "o'clock|h")
SMALL_WORDS = _p("typed", "at|on|of|the|from|between|to|until|till|through")
INTO = _p("typed", "to|onto")

CLDR_KEYS = (
    *WEEKDAYS,
    *(f"month{month}" for month in range(1, 13)),
    "am",
    "pm",
    "night",
    "12:00",
    "24:00",
)
"""Words for times in the file, by which they are read."""
MEANINGS = {
    AFTER_TOMORROW: "after tomorrow",
    TOMORROW: "tomorrow",
    TONIGHT: "today pm",
    TODAY: "today",
    DAILY: "~",
    WORKDAYS: "mon-fri",
    WEEKENDS: "sat-sun",
    AND: "&",
    SMALL_WORDS: "~",
}
"""What other words for times are read as."""

LOCALES = ("en-US", *{code: locale for locale, code in LANGUAGES.items()}.values())
LONGEST_MOVES = 2_000  # characters of moves, as many as a form takes
LONGEST_CLOCK = 100  # characters of a clock; the domain takes no longer text
_NO_BLANKS = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
"""Letters of a language that writes its words without blanks between them."""
_CELL = r"\d{0,2}[a-z]\d{1,2}"
_DAY = rf"(?:{'|'.join(WEEKDAYS)})"
_DAYS = rf"{_DAY}(?:-{_DAY})?"


def english_clock(text: str) -> str:
    """A clock as ``clocks.parse`` reads it: ``3 Tage pro Zug`` becomes ``3d``."""
    if len(text) > LONGEST_CLOCK:
        return text
    clock = _counted(text)
    no_clock = {folded(Language(locale)(NO_CLOCK)) for locale in LOCALES}
    if re.fullmatch(_any(NONE), clock) or clock in no_clock:
        return "none"
    weekends = rf"{_any(WORKDAYS)}|{_any(WEEKENDS)}"
    clock, weekends_off = re.subn(weekends, " ", _units(clock))
    # “3d per turn”, “3d/turn”
    clock = re.sub(rf"/?\s*(?:{_any(EACH)})", " ", clock)
    if weekends_off:
        filler = rf"{_any(WITHOUT)}|{_any(OFF)}|{_any(SMALL_WORDS)}|[();]"
        clock = re.sub(filler, " ", clock).strip(" ,")
    clock = re.sub(r"(\d+)w", lambda weeks: f"{7 * int(weeks[1])}d", clock)
    # “10d and 12h”, “10d, 12h”: a bank and its increment
    if "+" not in clock:
        clock = re.sub(rf"(?<=[dhm])\s*(?:{_any(AND)}|,)\s*(?=\d)", "+", clock)
    clock = clock.strip(" ,")
    if weekends_off:
        clock += " weekends off"
    return _if_read(clock, text, clocks.parse)


def english_time(text: str) -> str:
    """A time to come as ``start_time`` reads it: ``demain 19h`` becomes ``tomorrow 19:00``,
    ``3時間後`` ``in 3h``.
    """
    if len(text) > LONGEST_CLOCK:
        return text
    time = _counted(text)
    span = _units(re.sub(_any(WITHIN), " ", time)).strip()
    is_span = re.fullmatch(r"(?:\d+[wdhm][\s,]*)+", span)
    is_hour_of_day = re.fullmatch(r"(1[3-9]|2[0-3]) ?h", time)
    if is_span and not is_hour_of_day:
        return f"in {span}"
    # Dates first in digits, then with the names of months that are known by their meaning.
    time = _times(_dates(_meanings(_dates(time))))
    time = " ".join(re.sub("[~&,]", " ", time).split())
    # an hour alone at the end: “tomorrow 19”
    time = re.sub(r"(?<![\d:+-])(\d\d?)$", r"\1:00", time)
    # the time of day before the day: “19:00 tomorrow”
    return re.sub(r"^(\d\d?:\d\d) (\D.*|[\d-]+)$", r"\2 \1", time)


def english_prepared(text: str) -> str:
    """Prepared moves as the domain reads them: ``wenn d4-e6 dann c3-d5`` becomes ``; d4-e6 ;
    c3-d5``.
    """
    # What is to happen otherwise is the rule anyway.
    text = re.sub(rf"(?:{_any(ELSE)})[^;|\n]*", ";", text, flags=re.I)
    return english_moves(re.sub(_any(LINKS), ";", text, flags=re.I))


def english_moves(text: str) -> str:
    """Moves as the rules read them: ``b3 nach c1, dann c1 nach a2`` becomes ``b3-c1, c1-a2``;
    ``Passen`` ``pass``.
    """
    if len(text) > LONGEST_MOVES:
        return text
    for words in (FORCED_PASS, OPTION_PASS):
        text = _decision_in_words(words).sub("pass", text)
    text = _without_cells_taken_over(text)
    # “b3 to c1”
    text = re.sub(rf"(?<=\d)\s*(?:{_any(INTO)})\s*(?={_CELL})", "-", text, flags=re.I)
    # “b3-c1 then c1-a2”; only before a cell: what is still being typed may be its first letter
    return re.sub(
        rf"(?<=\d)(?:[\s,;、へ]*(?:{_any(THEN)})\s*(?=x?{_CELL})|へ)", " ", text, flags=re.I
    )


def english_days(text: str) -> str:
    """Hours or times of the week as the domain reads them: ``Mo-Fr 7-22 Uhr`` becomes ``mon-fri
    7-22``.
    """
    if len(text) > LONGEST_CLOCK:
        return text
    days = _counted(text.replace("\n", ","))
    # From here on ``~`` stands for a word that only joins, such as “from” or “to”, ``&`` for “and”.
    days = _times(_meanings(re.sub("[/・]", "&", days)))
    # “0730”
    days = re.sub(r"(?<![\d:])(\d\d)(\d\d)(?![\d:])", r"\1:\2", days)
    # “between 7 and 22”
    days = re.sub(r"(?<![-\d:])(\d{1,2}(?::\d\d)?)\s*&[\s~]*(?=\d)", r"\1-", days)
    # “7 to 22”, “mon to fri”, “7 - 22”
    between_hours = r"(?<=\d)\s*~[\s~]*(?=\d)"
    between_days = rf"(?<={_DAY})\s*~[\s~]*(?={_DAY})"
    days = re.sub(rf"{between_hours}|{between_days}|\s*-[\s~]*", "-", days)
    days = " ".join(days.replace("~", " ").split())
    # the hours before the days: “7-22 mon-fri”
    days = re.sub(rf"^([\d:-]+) ({_DAYS})$", r"\2 \1", days)
    # “mon-fri, 7-22”
    days = re.sub(rf"({_DAYS})\s*,?\s*(?=\d)", r"\1 ", days)
    # Without spans of hours a comma may stand between times: “mon 7, 12, 19”.
    separators = "[,;&]" if re.search(r"\d-\d", days) else "[;&]"
    english = ", ".join(_with_hours(re.split(separators, days)))
    return _if_read(english, text, hours_of.parse, daily.parse)


def _with_hours(parts: Sequence[str]) -> list[str]:
    """Days, each with the hours that stand behind it or behind the next ones that have some."""
    complete = list[str]()
    hours = ""
    for part in reversed(parts):
        digit = re.search(r"\d", part)
        if digit is None:
            complete.append(f"{part.strip()} {hours}".strip())
        else:
            hours = part[digit.start() :]
            complete.append(part.strip())
    return complete[::-1]


def _if_read(english: str, text: str, *readers: Callable[[str], object]) -> str:
    """``english`` if one of ``readers`` takes it, else ``text``: so an error quotes what was
    typed.
    """
    for reader in readers:
        with suppress(Refused):
            reader(english)
            return english
    return text


def local_days(t: Language, text: str) -> str:
    """Hours or times of the week that the domain has written, in the reader's language."""
    words = _words()[LANGUAGES.get(t.locale, "en")]
    in_words = re.sub("|".join(WEEKDAYS), lambda day: words[day[0]][0], text)
    return t.listed(in_words.split(", "))


def _counted(text: str) -> str:
    """Folded text whose counts are digits: ``三日`` becomes ``3日``, ``drei Tage`` ``3 tage``."""
    text = _digits(text)
    for pattern, number in _number_words():
        text = pattern.sub(number, text)
    return text


def _digits(text: str) -> str:
    text = re.sub("[一二三四五六七八九十]+(?=[手日時分週月])", _from_kanji, folded(text))
    return re.sub(r"(?<=[\d時分])ー(?=\d)", "-", text.replace("時半", "時30分"))


def _from_kanji(digits: re.Match[str]) -> str:
    """A number below a hundred in digits: ``二十三`` becomes ``23``."""
    tens, separator, ones = digits[0].rpartition("十")
    number = 0.0
    if separator:
        number += numeric(tens or "一") * 10
    if ones:
        number += numeric(ones)
    return str(int(number))


def _units(text: str) -> str:
    """Text whose spans of time are short: ``3 tage`` becomes ``3d``."""
    for unit in UNITS:
        text = re.sub(rf"(?<=\d)\s*(?:{_named(unit, after_digit=True)})\.?", unit[0], text)
    return text


def _dates(text: str) -> str:
    """Text whose dates are as in ``2026-12-24``, or ``12-24`` without a year; what could be two
    dates stays.
    """
    # 2026年12月24日, 2026/12/24, 2026.12.24
    text = re.sub(r"\b(\d{4})[年/.](\d\d?)[月/.](\d\d?)日?", r"\1-\2-\3 ", text)
    # 24.12.2026, 24/12/26
    text = re.sub(r"\b(\d\d?)([./])(\d\d?)\2(?:20)?(\d\d)\b", r"20\4-\3-\1", text)
    # 12月24日
    text = re.sub(r"(\d\d?)月(\d\d?)日", r"\1-\2 ", text)
    # 24.12.
    text = re.sub(r"\b(\d\d?)\.\s?(\d\d?)\.(?!\d)", r"\2-\1 ", text)
    # 12/24, and 5/5, which is the same either way
    text = re.sub(r"\b(\d\d?)/(1[3-9]|[23]\d|\1)\b", r"\1-\2", text)
    # 24/12
    text = re.sub(r"\b(1[3-9]|[23]\d)/(\d\d?)\b", r"\2-\1", text)
    # 24th of month12 2026, then month12 24th, 2026
    year = r"(?:[\s~,]+(?P<year>20\d\d))?"
    day_of = r"(?P<day>\d\d?)(?:st|nd|rd|th|er|o|\.)?[\s~]*month(?P<month>\d+)"
    text = re.sub(day_of + year, _in_digits, text)
    of_month = r"month(?P<month>\d+)[\s~]*(?P<day>\d\d?)(?:st|nd|rd|th)?(?![\d:])"
    return re.sub(of_month + year, _in_digits, text)


def _in_digits(date: re.Match[str]) -> str:
    """A date whose month was a word, as ``2026-12-24``, or ``12-24`` without a year."""
    if date["year"]:
        return f"{date['year']}-{date['month']}-{date['day']} "
    return f"{date['month']}-{date['day']} "


def _times(text: str) -> str:
    """Text whose times of day are as in ``19:00``: ``7pm``, ``19h30``, ``8.30 Uhr``, ``pm 7`` and
    ``19時`` are.
    """
    sharp = rf"\s*(?:{_any(SHARP, after_digit=True)})"
    # 19h30, 8.30, 19時30分
    with_minutes = rf"(?<![\d:])(\d{{1,2}})(?:\s*[h.時]\s*|{sharp}\s*)(\d\d)(?!\d)(?:分|min)?"
    text = re.sub(with_minutes, r"\1:\2", text)
    # 19h
    text = re.sub(rf"(?<![\d:])(\d{{1,2}}){sharp}", r"\1:00", text)
    # 19:30 Uhr
    text = re.sub(rf"(:\d\d){sharp}", r"\1", text)
    # 7 pm, then pm 7
    before_part = r"(?<![\d:])(?P<hour>\d{1,2})(?P<minute>:\d\d)?\s+(?P<part>am|pm|night)\b"
    text = re.sub(before_part, _of_24_hours, text)
    after_part = r"\b(?P<part>am|pm|night)[\s~,]*(?P<hour>\d{1,2})(?P<minute>:\d\d)?"
    return re.sub(after_part, _of_24_hours, text)


def _of_24_hours(time: re.Match[str]) -> str:
    """A time with its part of the day, as on a clock of 24 hours: ``7 pm`` becomes ``19:00``."""
    hour = int(time["hour"])
    part = time["part"]
    if 1 <= hour <= 12 and (part != "night" or hour >= 6):
        hour %= 12
        if part[0] != "a":
            hour += 12
    return f"{hour}{time['minute'] or ':00'}"


def _meanings(text: str) -> str:
    """Folded text with words of any language in place of which are: ``tue``, ``month3``, ``today``,
    ``pm``, ``&`` for “and”, and ``~`` for what only joins others.
    """
    pattern, meanings = _lexicon()
    # 7 p. m.
    half = r"(?<!\d)(?P<hour>0?[1-9]|1[0-2])(?P<minute>:\d\d)?\s*(?P<part>[ap])\.?\s?m\b\.?(?!\w)"
    text = re.sub(half, _of_24_hours, text)
    return pattern.sub(lambda word: f" {meanings[_bare(word[0])]} ", text)


def _bare(word: str) -> str:
    """A word without its blanks and points."""
    return re.sub("[ .]", "", word)


@cache
def _words() -> dict[str, dict[str, list[str]]]:
    words: dict[str, dict[str, list[str]]] = json.loads(WORDS_FILE.read_text(encoding="utf-8"))
    return words


def _words_for(key: str) -> set[str]:
    """What CLDR calls a unit, a day, a month or a part of the day in all languages."""
    words = set[str]()
    for language in _words().values():
        words.update(map(folded, language[key]))
    return words


@cache
def _number_words() -> list[tuple[re.Pattern[str], str]]:
    """Patterns of “one” to “three” before a unit of the same language, with what stands for
    them.
    """
    patterns = list[tuple[re.Pattern[str], str]]()
    for locale in LOCALES:
        language = _words()[LANGUAGES.get(locale, "en")]
        units = _one_of(folded(word) for unit in UNITS for word in language[unit])
        for number, words in enumerate(NUMBERS, 1):
            counts = _one_of(map(folded, Language(locale).typed(words)))
            patterns.append((re.compile(rf"(?:{counts})\s+(?={units})"), f"{number} "))
    return patterns


@cache
def _named(key: str, *, after_digit: bool = False) -> str:
    """A pattern of what CLDR calls a unit, in all languages."""
    return _one_of(_words_for(key), after_digit)


@cache
def _lexicon() -> tuple[re.Pattern[str], dict[str, str]]:
    """A pattern of all words for times, and what each means, without its blanks and points."""
    words = list[str]()
    meanings = dict[str, str]()

    def learn(word: str, meaning: str) -> None:
        words.append(word)
        meanings.setdefault(_bare(word), meaning)

    for key in CLDR_KEYS:
        for word in _words_for(key):
            learn(word, key)
    for phrase, meaning in MEANINGS.items():
        for locale in LOCALES:
            for word in Language(locale).typed(phrase):
                learn(folded(word), meaning)
    return re.compile(rf"(?:{_one_of(words)})\.?"), meanings


@cache
def _any(words: str, *, after_digit: bool = False) -> str:
    """A pattern of words that mean the same, in all languages."""
    forms = set[str]()
    for locale in LOCALES:
        for word in Language(locale).typed(words):
            forms |= {word, folded(word), _digits(word)}
    return _one_of(forms, after_digit)


@cache
def _decision_in_words(words: str) -> re.Pattern[str]:
    """A pattern of a decision as buttons have it in all languages."""
    return re.compile(rf"(?:{_on_buttons(words)})\s*", re.I)


@cache
def _taken_over() -> re.Pattern[str]:
    """A pattern of the decision to take over, and of cells in a row, which may stand before and
    after it.
    """
    # One or the other, so that nothing is read twice: of cells before it only what follows them
    # tells.
    cells = rf"(?:(?<![a-z\d]){_CELL}(?![a-z\d])[\s,]*)+"
    return re.compile(rf"(?P<decision>(?:{_on_buttons(TAKE_OVER)})\s*)|(?P<cells>{cells})", re.I)


def _without_cells_taken_over(text: str) -> str:
    """Text with ``swap`` in place of the decision to take over, and of the cells that are named
    beside it.
    """
    parts = list[str]()
    cells = ""  # right before what comes next
    just_taken_over = False
    end = 0
    for part in _taken_over().finditer(text):
        if part.start() > end:
            parts += [cells, text[end : part.start()]]
            cells = ""
            just_taken_over = False
        end = part.end()
        if part["decision"]:
            parts.append("swap")
            cells = ""
            just_taken_over = True
        elif not just_taken_over:
            cells = part["cells"]
    return "".join((*parts, cells, text[end:]))


def _on_buttons(words: str) -> str:
    """A pattern of what buttons say in all languages."""
    labels = {Language(locale).label(words, cells="") for locale in LOCALES}
    return _one_of({*labels, *map(folded, labels)})


def _one_of(words: Iterable[str], after_digit: bool = False) -> str:
    """A pattern of some words that are no part of longer ones, though they may follow a digit
    directly; the longest first, for one may begin with another.
    """
    with_blanks = list[str]()
    without_blanks = list[str]()
    for word in sorted(words, key=lambda word: (-len(word), word)):
        pattern = r"\s*".join(map(re.escape, word.split()))
        if _NO_BLANKS.search(word) is None:
            with_blanks.append(pattern)
        else:
            without_blanks.append(pattern)
    alternatives = list[str]()
    if with_blanks:
        boundary = "" if after_digit else r"(?<!\w)"
        alternatives.append(rf"{boundary}(?:{'|'.join(with_blanks)})(?!\w)")
    return "|".join([*alternatives, *without_blanks])
