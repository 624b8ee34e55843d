"""What members type in any language that the bot speaks, put into the English that the domain reads.

Each text lists words that mean the same, with bars between them.
"""

import json
import re
from collections.abc import Iterable
from functools import cache

from bot.chat.language.i18n import LANGUAGES, LOCALE_FOLDER, Language
from bot.chat.language.texts import NO_CLOCK
from bot.domain.hours import WEEKDAYS
from bot.domain.values import folded


def _p(context: str, text: str) -> str:
    """Marks a text for translation, in a context that distinguishes it from the same words elsewhere."""
    return text


WORDS_FILE = LOCALE_FOLDER / "words.json"
"""By language the words of CLDR for units of time and weekdays, which ``tools.words`` writes."""
EACH = _p("typed", "a turn|per turn|each turn|a move|per move|each move|turn|move")
WITHOUT = _p("typed", "without|minus|no")
WEEKENDS = _p("typed", "weekends|weekend|week-ends|week-end")
WORKDAYS = _p("typed", "weekdays|workdays")
DAILY = _p("typed", "daily|every day")
OFF = _p("typed", "off|free")
NONE = _p("typed", "none|no|off|unlimited|no clock|no limit|no time limit|without limit")
LINKS = _p("typed", "if|then|and")
ELSE = _p("typed", "else|otherwise")
TODAY = _p("typed", "today")
TOMORROW = _p("typed", "tomorrow")
WITHIN = _p("typed", "in|from now|later")
AT = _p("typed", "at|on")
SHARP = _p("typed", "o'clock|h")
TO = _p("typed", "to|until|till")
FROM = _p("typed", "from|between")

LOCALES = ("en-US", *LANGUAGES)
LONGEST_CLOCK = 100  # characters of a clock; the domain takes no longer text
_NO_BLANKS = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
"""Letters of a language that writes its words without blanks between them."""


def english_clock(text: str) -> str:
    """A clock as ``clocks.parse`` reads it: ``3 Tage pro Zug`` becomes ``3d``."""
    if len(text) > LONGEST_CLOCK:
        return text
    bare = _counted(text)
    if re.fullmatch(_any(NONE), bare) or bare in {folded(Language(locale)(NO_CLOCK)) for locale in LOCALES}:
        return "none"
    weekends = rf"(?:(?:{_any(WITHOUT)})\s*)*(?:{_any(WEEKENDS)})(?:\s*(?:{_any(OFF)}))?"
    bare = re.sub(rf"[,;(]?\s*{weekends}[)]?", " weekends off", bare)
    bare = re.sub(rf"/?\s*(?:{_any(EACH)})", "", bare)
    return _units(bare).strip() or text


def english_time(text: str) -> str:
    """A time to come as ``start_time`` reads it: ``demain 19h`` becomes ``tomorrow 19:00``, ``3時間後`` ``in 3h``."""
    if len(text) > LONGEST_CLOCK:
        return text
    bare = _counted(text)
    span = _units(re.sub(_any(WITHIN), " ", bare)).strip()
    if re.fullmatch(r"(?:\d+[wdhm][\s,]*)+", span):
        return f"in {span}"
    bare = re.sub(r"(\d{4})[年/](\d\d?)[月/](\d\d?)日?", r"\1-\2-\3 ", bare)
    bare = re.sub(r"\b(\d\d?)[./](\d\d?)[./](\d{4})\b", r"\3-\2-\1", bare)
    for words, english in ((TODAY, "today"), (TOMORROW, "tomorrow")):
        bare = re.sub(_any(words), f" {english} ", bare)
    bare = _hours(re.sub(_any(AT), " ", _weekdays(bare)))
    return " ".join(re.sub(r"(?<![\d:+-])(\d\d?)$", r"\1:00", bare).split())


def english_prepared(text: str) -> str:
    """Prepared moves as the domain reads them: ``wenn d4-e6 dann c3-d5`` becomes ``; d4-e6 ; c3-d5``."""
    # What is to happen otherwise is the rule anyway.
    text = re.sub(rf"(?:{_any(ELSE)})[^;|\n]*", ";", text, flags=re.IGNORECASE)
    return re.sub(_any(LINKS), ";", text, flags=re.IGNORECASE)


def english_days(text: str) -> str:
    """Hours or times of the week as the domain reads them: ``Mo-Fr 7-22 Uhr`` becomes ``mon-fri 7-22``."""
    if len(text) > LONGEST_CLOCK:
        return text
    bare = folded(text)
    for words, english in ((DAILY, " "), (WORKDAYS, "mon-fri "), (WEEKENDS, "sat-sun "), (FROM, " ")):
        bare = re.sub(_any(words), english, bare)
    bare = re.sub(rf"^\s*(?:{_any(TO)})", "", _hours(_weekdays(bare)))
    bare = re.sub(rf"\s*(?:{_any(TO)})\s*(?=[\w])", "-", bare)
    return re.sub(rf"(?:{_any(TO)})\s*(?=,|$)", "", re.sub(_any(AT), " ", bare)).strip()


def local_days(t: Language, text: str) -> str:
    """Hours or times of the week that the domain has written, in the reader's language."""
    return re.sub("|".join(WEEKDAYS), lambda day: _words()[LANGUAGES.get(t.locale, "en")][day[0]][0], text)


def _counted(text: str) -> str:
    """Folded text whose counts are digits: ``三日`` becomes ``3日``."""
    return re.sub(
        "[一二三四五六七八九](?=[手日時分週])", lambda sign: str("一二三四五六七八九".index(sign[0]) + 1), folded(text)
    )


def _units(text: str) -> str:
    """Text whose spans of time are short: ``3 tage`` becomes ``3d``."""
    for unit in ("week", "day", "hour", "minute"):
        text = re.sub(rf"(?<=\d)\s*(?:{_one_of(_named(unit), after_digit=True)})\.?", unit[0], text)
    return text


def _weekdays(text: str) -> str:
    for day in WEEKDAYS:
        text = re.sub(rf"(?:{_one_of(_named(day))})\.?", f"{day} ", text)
    return text


def _hours(text: str) -> str:
    """Text whose times of day are as in ``19:00``: ``7pm``, ``19h30``, ``8.30 Uhr`` and ``19時`` are."""
    sharp = rf"\s*(?:{_any(SHARP, after_digit=True)})"
    text = re.sub(r"(\d{1,2})(:\d\d)?\s*([ap])\.?m\b\.?", _of_24, text)
    text = re.sub(r"(?<![\d:-])(\d{1,2})\s*(?:[h.]|時)\s*(\d\d)(?:分|(?!\d))", r"\1:\2", text)
    return re.sub(rf"(:\d\d){sharp}", r"\1", re.sub(rf"(?<![\d:])(\d{{1,2}}){sharp}", r"\1:00", text))


def _of_24(time: re.Match[str]) -> str:
    hour = int(time[1])
    return f"{hour % 12 + 12 * (time[3] == 'p')}{time[2] or ':00'}" if 1 <= hour <= 12 else time[0]


@cache
def _words() -> dict[str, dict[str, list[str]]]:
    words: dict[str, dict[str, list[str]]] = json.loads(WORDS_FILE.read_text(encoding="utf-8"))
    return words


def _named(key: str) -> set[str]:
    return {folded(word) for words in _words().values() for word in words[key]}


@cache
def _any(words: str, *, after_digit: bool = False) -> str:
    """A pattern of words that mean the same, in all languages."""
    known = {word for locale in LOCALES for word in Language(locale).typed(words)}
    return _one_of({form for word in known for form in (word, _counted(word))}, after_digit)


def _one_of(words: Iterable[str], after_digit: bool = False) -> str:
    """A pattern of some words; the longest first, for one may begin with another."""
    return "|".join(_whole(word, after_digit) for word in sorted(words, key=lambda word: (-len(word), word)))


def _whole(word: str, after_digit: bool) -> str:
    """A pattern of a word that is no part of a longer one, though it may follow a digit directly."""
    pattern = r"\s*".join(map(re.escape, word.split()))
    if _NO_BLANKS.search(word):
        return pattern
    before = "" if after_digit else r"(?<!\w)"
    return rf"{before}{pattern}(?!\w)"
