"""Bad input made from a seed: texts, custom ids and damaged records.

Every run has the same seed, so that a change alone can break it; with ``HYPOTHESIS_PROFILE=search``
it draws a new one. Failures name the seed; ``FUZZ_SEED=…`` in the environment repeats that run.
"""

import os
import random
import string
from collections.abc import Sequence
from typing import TypeAlias

import pytest

from bot.chat.discord.press import PRESSES

SHARES = {
    "moves": 4_000,
    "words": 3_500,
    "records": 2_500,
    "command": 280,
    "typing": 140,
    "press": 560,
    "form": 140,
    "menu": 20,
}
"""How many inputs each slow test uses."""
TIMES = pytest.mark.parametrize(
    "times", [1, pytest.param(6, marks=[pytest.mark.exhaustive, pytest.mark.timeout(3600)])]
)
"""So many times these shares."""


def _seed() -> int:
    """The seed of this run: the one asked for, a new one, or the usual one."""
    wish = os.environ.get("FUZZ_SEED")
    if wish:
        return int(wish)
    if os.environ.get("HYPOTHESIS_PROFILE") == "search":
        return random.SystemRandom().randrange(2**32)
    return 7


SEED = _seed()
LONGEST = 6_000
"""Discord's maximum length of a text option, in characters."""
BIG = (2**31 - 1, 2**31, 2**53, 2**63 - 1, 2**63, 10**19 - 1)
"""Numbers about the bounds of integers of 32 and 64 bits and of floats."""

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"

SENSIBLE = (
    "d4-e6",
    "e4-d6 d6-e5",
    "c4",
    "xd4",
    "swap",
    "pass",
    "1a1",
    "a1+b2",
    "offer draw",
    "resign",
    "M1",
    "m 27",
    "#3",
    "T2",
    "1",
    "0",
    "-1",
    "12x12, single turns",
    "8x8",
    "double",
    "board=8x8",
    "square 4",
    "base8",
    "klein",
    "3d",
    "7d+12h",
    "3d weekends off",
    "none",
    "14d",
    "1d 12h",
    "2026-12-24 18:00",
    "<t:1700000000:R>",
    "if d4-e6 then c3-d5",
    "wenn e4-d6 dann e5-d3; f4-e6 → d2-d4",
    "veloop-square",
    "loop",
    "snipsnip",
)
"""What members type."""
NASTY = (
    "",
    " ",
    "\0",
    "\ud800",
    "\udfff\ud800",
    "\u202eabc\u202c",
    "\ufeff",
    "\u200b" * 90,
    "\x1b[31m",
    "\r\n\r\n",
    "@everyone",
    "@here",
    "<@1>",
    "<@&2>",
    "<#3>",
    "</play:4>",
    "<:a:5>",
    "<t:99999999999999:R>",
    "<t:-1>",
    "**b**",
    "`c`",
    "```\nblock\n```",
    "||s||",
    "# big",
    "> q",
    "- l",
    "1. l",
    "[l](https://e.com)",
    "://",
    "{0}",
    "{name}",
    "{self.__class__}",
    "%s%n",
    "${7*7}",
    "{{",
    "}",
    "'; DROP TABLE matches; --",
    "\\",
    "\\\\",
    "../../etc/passwd",
    "C:\\nul",
    "null",
    "NaN",
    "Infinity",
    "-0",
    "1e999",
    "0x10",
    "1_000",
    "９",
    "٣",
    "²",
    "①",
    "ſ",
    "İ",
    "ß",
    "ǅ",
    "é",
    "e\u0301" * 40,
    "👨‍👩‍👧‍👦",
    "🦑" * 60,
    "漢字",
    "ｅ４-ｄ６",
    "е4-d6",
    "\U000e0001",
    "﷽" * 30,
)
"""What somebody types who looks for a hole."""
ALPHABET = string.printable + "−–—→×½…“”·٣²９éßİ漢🦑\u200b\u202e\0\ud83d"
STRANGE_VALUES: tuple[Json, ...] = (
    None,
    True,
    0,
    1,
    -1,
    2,
    1e308,
    10**30,
    "",
    "x",
    [],
    {},
    [[]],
    {"": {}},
    ["a", 1],
)
"""What a value of a record is replaced by."""


class Fuzz:
    """A source of bad input.

    ``purpose`` gives each test a seed of its own.
    """

    def __init__(self, purpose: str) -> None:
        self.rng = random.Random(f"{SEED} {purpose}")

    def text(self, seeds: Sequence[str] = SENSIBLE, longest: int = LONGEST) -> str:
        """Random characters, something nasty, or something sensible with up to three changes."""
        return self._any_length(seeds)[:longest]

    def _any_length(self, seeds: Sequence[str]) -> str:
        rng = self.rng
        kind = rng.random()
        if kind < 0.1:
            return rng.choice(NASTY)
        if kind < 0.2:
            length = rng.choice((1, 2, 3, 8, 30, 120))
            return "".join(rng.choices(ALPHABET, k=length))
        if kind < 0.24:
            return self._any_characters()
        if kind < 0.28:
            return rng.choice((*NASTY, *seeds)) * rng.choice((2, 17, 400, 3000))
        if kind < 0.34:
            return str(self._big_number())
        if kind < 0.36:
            return rng.choice("9٣0") * rng.choice((20, 400, 5000))
        text = rng.choice(seeds)
        for _ in range(rng.randrange(4)):
            text = self.change(text, seeds)
        return text

    def _any_characters(self) -> str:
        """A few characters from all of Unicode, surrogates included."""
        length = self.rng.randrange(1, 12)
        return "".join(chr(self.rng.randrange(0x110000)) for _ in range(length))

    def _big_number(self) -> int:
        power = 10 ** self.rng.randrange(200)
        bits = self.rng.getrandbits(64)
        return self.rng.choice((*BIG, -1, 10**30, power, bits))

    def change(self, text: str, seeds: Sequence[str] = SENSIBLE) -> str:
        """``text`` with one change."""
        rng = self.rng
        start, end = sorted((rng.randrange(len(text) + 1), rng.randrange(len(text) + 1)))
        head = text[:start]
        part = text[start:end]
        tail = text[end:]
        match rng.randrange(8):
            case 0:
                return head + rng.choice(ALPHABET) + part + tail
            case 1:
                return head + tail
            case 2:
                return head + part * 3 + tail
            case 3:
                return head + rng.choice((*NASTY, *seeds)) + part + tail
            case 4:
                return head + rng.choice(ALPHABET) + text[start + 1 :]
            case 5:
                return self._respelt(text)
            case 6:
                return head + str(rng.choice(BIG)) + tail
            case _:
                separator = rng.choice((" ", ", ", "\n", "/", ""))
                return text + separator + rng.choice(seeds)

    def _respelt(self, text: str) -> str:
        """The same characters in other case, order or surroundings."""
        spellings = (
            text.upper(),
            text.title(),
            text[::-1],
            text.replace("-", "−"),
            f" {text}\n",
        )
        return self.rng.choice(spellings)

    def number(self) -> int:
        """An id or a version, mostly an existing one."""
        if self.rng.random() < 0.8:
            return self.rng.randrange(8)
        bits = self.rng.getrandbits(62)
        return self.rng.choice((*BIG, bits, 10**9 - 1))

    def custom_id(self, extras: Sequence[str] = (), subjects: Sequence[int] = ()) -> str:
        """An invented custom id, mostly of an existing action."""
        action = self._action()
        subject = self._subject(subjects)
        version = self.number()
        extra = self._extra(extras)
        custom_id = f"lh:{action}:{subject}:{version}:{extra}"
        for _ in range(self.rng.choice((0, 0, 0, 0, 1, 3))):
            custom_id = self.change(custom_id, ("lh", ":", "::"))
        length = self.rng.choice((100, 100, 100, 30))
        return custom_id[:length]

    def _action(self) -> str:
        if self.rng.random() < 0.97:
            return self.rng.choice(tuple(PRESSES))
        return self.text(("move", "Nothing"), 20)

    def _subject(self, subjects: Sequence[int]) -> int:
        if subjects and self.rng.random() < 0.7:
            return self.rng.choice(subjects)
        return self.number()

    def _extra(self, extras: Sequence[str]) -> str:
        if extras and self.rng.random() < 0.7:
            return self.rng.choice(extras)
        return self.text((*extras, "1", "0.y", "-.-.-"), 60)

    def json(self, value: Json) -> Json:
        """A JSON value with one change somewhere in it."""
        rng = self.rng
        if isinstance(value, dict) and value and rng.random() < 0.9:
            return self._json_object(value)
        if isinstance(value, list) and value and rng.random() < 0.8:
            return self._json_list(value)
        if isinstance(value, str) and rng.random() < 0.6:
            return self.change(value)
        if rng.random() < 0.3:
            return self.text()
        return rng.choice(STRANGE_VALUES)

    def _json_object(self, value: dict[str, Json]) -> Json:
        """An object that lacks one of its values, or has another there."""
        key = self.rng.choice(list(value))
        if self.rng.random() < 0.1:
            return {name: part for name, part in value.items() if name != key}
        return {**value, key: self.json(value[key])}

    def _json_list(self, value: list[Json]) -> Json:
        """A list of which one value is another, missing, or there twice."""
        index = self.rng.randrange(len(value))
        part = self.json(value[index])
        copies = self.rng.choice((0, 1, 1, 1, 2))
        return [*value[:index], *([part] * copies), *value[index + 1 :]]
