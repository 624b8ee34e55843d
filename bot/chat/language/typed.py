"""What members type in any language that the bot speaks, put into the English that the domain reads.

Each text lists words that mean the same, with bars between them.
"""

import re
from functools import cache

from bot.chat.language.i18n import LANGUAGES, Language
from bot.chat.language.texts import NO_CLOCK


def _p(context: str, text: str) -> str:
    """Marks a text for translation, in a context that distinguishes it from the same words elsewhere."""
    return text


DAYS = _p("typed", "days|day")
HOURS = _p("typed", "hours|hour|hrs|hr")
MINUTES = _p("typed", "minutes|minute|mins|min")
TURN = _p("typed", "turn|move")
EACH = _p("typed", "a turn|per turn|each turn|a move|per move|each move")
WITHOUT = _p("typed", "without|minus|no")
WEEKENDS = _p("typed", "weekends|weekend|week-ends|week-end")
OFF = _p("typed", "off|free")
NONE = _p("typed", "none|no|off|unlimited|no clock")
LINKS = _p("typed", "if|then|and")
ELSE = _p("typed", "else|otherwise")
WEEK = {
    "mon": _p("typed", "mon|monday"),
    "tue": _p("typed", "tue|tuesday"),
    "wed": _p("typed", "wed|wednesday"),
    "thu": _p("typed", "thu|thursday"),
    "fri": _p("typed", "fri|friday"),
    "sat": _p("typed", "sat|saturday"),
    "sun": _p("typed", "sun|sunday"),
}
"""The words for each weekday of the domain; the first of each language is what its readers are shown."""

LOCALES = ("en-US", *LANGUAGES)
LONGEST_CLOCK = 100  # characters of a clock; the domain takes no longer text
_NO_BLANKS = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
"""Letters of a language that writes its words without blanks between them."""


def english_clock(text: str) -> str:
    """A clock as ``clocks.parse`` reads it: ``3 Tage pro Zug`` becomes ``3 d``."""
    if len(text) > LONGEST_CLOCK:
        return text
    bare = text.lower().strip()
    if re.fullmatch(_any(NONE), bare) or bare in {Language(locale)(NO_CLOCK).lower() for locale in LOCALES}:
        return "none"
    weekends = rf"(?:(?:{_any(WITHOUT)})\s*)*(?:{_any(WEEKENDS)})(?:\s*(?:{_any(OFF)}))?"
    bare = re.sub(rf"[,;、（(]?\s*{weekends}[）)]?", " weekends off", bare)
    bare = re.sub(rf"/\s*(?:{_any(TURN)})|{_any(EACH)}", "", bare)
    for words, letter in ((DAYS, "d"), (HOURS, "h"), (MINUTES, "m")):
        bare = re.sub(rf"(?<=\d)\s*(?:{_any(words, after_digit=True)})", letter, bare)
    return bare.strip() or text


def english_prepared(text: str) -> str:
    """Prepared moves as the domain reads them: ``wenn d4-e6 dann c3-d5`` becomes ``; d4-e6 ; c3-d5``."""
    # What is to happen otherwise is the rule anyway.
    text = re.sub(rf"(?:{_any(ELSE)})[^;|\n]*", ";", text, flags=re.IGNORECASE)
    return re.sub(_any(LINKS), ";", text, flags=re.IGNORECASE)


def english_days(text: str) -> str:
    """Hours or times of the week as the domain reads them: ``Mo-Fr 7-22`` becomes ``mon-fri 7-22``."""
    for day, words in WEEK.items():
        text = re.sub(_any(words), day, text, flags=re.IGNORECASE)
    return text


def local_days(t: Language, text: str) -> str:
    """Hours or times of the week that the domain has written, in the reader's language."""
    return re.sub("|".join(WEEK), lambda word: t.typed(WEEK[word[0]])[0], text)


@cache
def _any(words: str, *, after_digit: bool = False) -> str:
    """A pattern of words that mean the same, in all languages; the longest first, for one may begin with another."""
    known = {word for locale in LOCALES for word in Language(locale).typed(words)}
    return "|".join(_whole(word, after_digit) for word in sorted(known, key=lambda word: (-len(word), word)))


def _whole(word: str, after_digit: bool) -> str:
    """A pattern of a word that is no part of a longer one, though it may follow a digit directly."""
    pattern = r"\s*".join(map(re.escape, word.split()))
    if _NO_BLANKS.search(word):
        return pattern
    before = "" if after_digit else r"(?<!\w)"
    return rf"{before}{pattern}(?!\w)"
