"""Turns texts and values into what a member reads: translated, filled in, and safe to show whatever
was typed.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from gettext import NullTranslations, translation
from pathlib import Path

from games.core import Sentence, listed

LOCALE_FOLDER = Path(__file__).parents[2] / "locale"
LANGUAGES: Mapping[str, str] = {
    "de": "de",
    "fr": "fr",
    "es-ES": "es",
    "es-419": "es",
    "es": "es",
    "pt-BR": "pt_BR",
    "ja": "ja",
}
"""The catalogue for each of Discord's locales and of the languages members may set; all others read
English.
"""
NAMES = "name"  # the context of the names of commands and of their options in the catalogues
TYPED = "typed"
"""The context of words that members may type, of which a text lists several that mean the same:
``days|day``.
"""

LONGEST_VALUE = 200

_CONTRACTIONS = {
    "a el": "al",
    "de el": "del",
    "a o": "ao",
    "a a": "à",
    "de o": "do",
    "de a": "da",
    "em o": "no",
    "em a": "na",
}
"""What two words become before a name that is no member's: ``al equipo 1``."""
_BESIDE_NAME = re.compile(
    rf"\b(?P<words>{'|'.join(_CONTRACTIONS)})(?= equip[eo] \d| computador\b)"
    r"|(?P<name>チーム\d+|ピューター|のプレイヤー)さん"
)
"""What changes beside such a name: words before it are contracted, さん behind it goes."""
_SPECIAL = re.compile(r"([\\`*_~|\[<])")
_AT_START = re.compile(r"^([->#+]|\d+(?=[.)]))")
_PINGS_AND_LINKS = re.compile(r"@(?=\w)|:(?=//)|(?<=\w)\.(?=[a-z]{2,}[/\\])", re.IGNORECASE)
"""Signs that make a ping or a link of what follows; invitations such as discord.gg/x need no
scheme.
"""
_SPACES = re.compile(r"[^\S\u00a0\u202f]+")  # but for the no-break spaces, which French typesets
_UNSEEN = re.compile(r"[\x00-\x08\x0e-\x1f\x7f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Control characters, and those that turn the direction of all that follows."""
_NUMBER = re.compile(r"1(?P<thousands>\D)234(?P<decimal>\D)5")
_STARTS_WITH_CELL = re.compile(r"x?\d?[a-z]\d")
_STOPS = tuple(".!?…。！？")
_STARTS_WITH_VALUE = re.compile(r"\{(\w+)\}")


class Markup(str):
    """Text whose markup is meant.

    Every other string that goes into a text is shown as it was written.
    """

    __slots__ = ()


class Command(str):
    """The name of a command, such as ``match draw``, which every reader is to see as their Discord
    lists it.
    """

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class NumberSigns:
    """The signs with which a language parts the digits of a number."""

    thousands: str
    decimal: str

    @classmethod
    def parse(cls, example: str) -> "NumberSigns":
        """The signs in the number 1,234.5 as the language writes it. Raises ValueError."""
        number = _NUMBER.fullmatch(example)
        if number is None:
            raise ValueError(f"no number 1,234.5: {example!r}")
        return cls(number["thousands"], number["decimal"])


def plain(text: object, longest: int = LONGEST_VALUE) -> Markup:
    """``text`` on one line, cut to ``longest`` characters, so that nothing in it pings, links or is
    set in bold.

    All that members have written is shown by way of this, unless Discord reads no markup there
    (``Language.label``).
    """
    words = one_line(text, longest)
    if words.isalnum():
        return Markup(words)
    words = _SPECIAL.sub(r"\\\1", words)
    words = _PINGS_AND_LINKS.sub("\\g<0>\u200b", words)
    return Markup(_AT_START.sub("\u200b\\1", words))


def heading(text: str) -> str:
    """The name of a thread, in which Discord reads no markup, but which it repeats in a message."""
    return one_line(_PINGS_AND_LINKS.sub("\\g<0>\u200b", text))


class Language:
    """One language.

    ``t(TEXT, name=value)`` gives the text in it with its placeholders filled in.
    """

    def __init__(self, locale: str = "en-US") -> None:
        self.locale = locale
        self.names: Mapping[int, str] = {}
        """Members who are called by name: in direct messages Discord may not know whom a mention
        means.
        """
        self.zone = ""
        """The time zone of the one who reads it, where they have set it and nobody else reads
        it.
        """
        self._catalogue = catalogue(LANGUAGES.get(locale, ""))
        self.say: Callable[[str], str] = self._catalogue.gettext
        """Translates single texts as they are, for the words in pictures; the same for all who
        speak the language.
        """

    def another(self, locale: str) -> "Language":
        """Another language, spoken where this one is: in the chat, or on the page."""
        return Language(locale)

    def __call__(self, text: str, /, **values: object) -> Markup:
        return _contract(self.say(text).format_map(self._safe_values(values)))

    def count(self, one: str, many: str, number: int, /, **values: object) -> Markup:
        """The text for a number of things; ``{n}`` in it is the number."""
        template = self._catalogue.ngettext(one, many, number)
        all_values = {"n": self.number(number), **values}
        return _contract(template.format_map(self._safe_values(all_values)))

    def number(self, number: float) -> Markup:
        """A number with the signs of CLDR, which stand in a text of their own: ``12,345.25``."""
        digits = f"{number:,.10g}" if isinstance(number, float) else f"{number:,}"
        if LANGUAGES.get(self.locale) == "es" and abs(number) < 10_000:
            digits = digits.replace(",", "")
        signs = NumberSigns.parse(self.say("1,234.5"))
        return Markup(digits.translate({ord(","): signs.thousands, ord("."): signs.decimal}))

    def listed(self, parts: Sequence[str]) -> Markup:
        """Parts that are safe to show, one after another as the language writes a list."""
        return Markup(listed(parts, self.say))

    def label(self, text: str, /, longest: int = 80, **values: object) -> str:
        """As a call, but for buttons, options and choices, where Discord reads no markup: nothing
        is escaped.
        """
        longest_value = max(100, longest)
        plain_values = {}
        for name, value in values.items():
            plain_values[name] = self._plain_value(value, longest_value)
        return one_line(_contract(self.say(text).format_map(plain_values)), longest)

    def name(self, words: str, /) -> str:
        """The name of a command or of an option, such as ``match draw``, as the reader's Discord
        lists it.
        """
        return " ".join(self._catalogue.pgettext(NAMES, word) for word in words.split())

    def command(self, name: str) -> Markup:
        """A command as it is written in texts."""
        return Markup(f"`/{self.name(name)}`")

    def typed(self, words: str, /) -> list[str]:
        """Words that members may type in this language, in place of ``words``."""
        return self._catalogue.pgettext(TYPED, words).split("|")

    def sentence(self, sentence: Sentence) -> Markup:
        """A sentence of the rules or of the match service, as part of another."""
        return self(sentence.template, **sentence.values)

    def as_sentence(self, sentence: Sentence) -> Markup:
        """A sentence that stands alone: it begins with a capital, unless with a cell, and ends."""
        words = self.sentence(sentence)
        start = _STARTS_WITH_VALUE.match(self.say(sentence.template))
        # What somebody has typed, such as a member's name, stays as it is.
        keeps_start = start is not None and not isinstance(sentence.values.get(start[1]), Sentence)
        if not (keeps_start or _STARTS_WITH_CELL.match(words)):
            words = capitalised(words)
        if words.endswith(_STOPS):
            return words
        stop = "。" if LANGUAGES.get(self.locale) == "ja" else "."
        return Markup(words + stop)

    def _safe_values(self, values: Mapping[str, object]) -> dict[str, str]:
        """Values as they go into a text."""
        safe_values = dict[str, str]()
        for name, value in values.items():
            safe_values[name] = self._value(value, large=name != "number")
        return safe_values

    def _value(self, value: object, *, large: bool = True) -> Markup:
        """A value as it goes into a text.

        :param large: numbers from 10,000 on are written with signs: those are no years or ratings
        """
        if isinstance(value, Markup):
            return value
        if isinstance(value, Sentence):
            return self.sentence(value)
        if isinstance(value, Command):
            return self.command(value)
        if type(value) is int and value >= 10_000 and large:
            return self.number(value)
        if type(value) is tuple:
            return self.listed([self._value(part) for part in value])
        return plain(value)

    def _plain_value(self, value: object, longest: int) -> str:
        """A value as it goes where Discord reads no markup."""
        if isinstance(value, Sentence):
            return self.label(value.template, LONGEST_VALUE, **value.values)
        if type(value) is tuple:
            parts = [self._plain_value(part, longest) for part in value]
            value = listed(parts, self.say)
        if isinstance(value, Command):
            return f"/{self.name(value)}"
        return one_line(value, longest)


def _contract(text: str) -> Markup:
    """A text in which what stands before or behind a name fits that."""
    return Markup(_BESIDE_NAME.sub(_contracted, text))


def _contracted(part: re.Match[str]) -> str:
    return part["name"] or _CONTRACTIONS[part["words"]]


def one_line(text: object, longest: int = 100) -> str:
    """``text`` on one line and no longer than ``longest``, for places where markup is not read."""
    words = _SPACES.sub(" ", _UNSEEN.sub("", str(text))).strip()
    return words if len(words) <= longest else words[: longest - 1] + "…"


def capitalised(words: str) -> Markup:
    """Words that are safe to show, as at the start of a line."""
    return Markup(words[:1].upper() + words[1:])


def bold(text: object) -> Markup:
    """Text that we made ourselves, such as moves, in bold."""
    return Markup(f"**{text}**")


def mention(user: int) -> Markup:
    """A member, shown under the name they have now; who is pinged is decided by the post, not by
    this.
    """
    return Markup(f"<@{user}>")


def moment(when: datetime, style: str = "f") -> Markup:
    """A time as each reader's own client shows it: ``f`` a date and time, ``R`` relative, ``D`` a
    date.
    """
    return Markup(f"<t:{int(when.timestamp())}:{style}>")


@cache
def catalogue(name: str) -> NullTranslations:
    """The catalogue of a language, such as ``pt_BR``; without a name English, which has none."""
    if not name:
        return NullTranslations()
    return translation("loophole", LOCALE_FOLDER, languages=[name])
