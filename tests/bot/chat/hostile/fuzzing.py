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
    "moves": 6_000,
    "words": 10_000,
    "records": 3_500,
    "command": 400,
    "typing": 200,
    "press": 800,
    "form": 200,
    "menu": 25,
}
"""How many inputs each slow test uses."""
TIMES = pytest.mark.parametrize(
    "times", [1, pytest.param(4, marks=[pytest.mark.exhaustive, pytest.mark.timeout(3600)])]
)
"""So many times these shares."""
SEARCHING = os.environ.get("HYPOTHESIS_PROFILE") == "search"
SEED = int(
    os.environ.get("FUZZ_SEED") or (random.SystemRandom().randrange(2**32) if SEARCHING else 7)
)
LONGEST = 6_000
"""Discord's maximum length of a text option, in characters."""
BIG = (2**31 - 1, 2**31, 2**53, 2**63 - 1, 2**63, 10**19 - 1)

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"

SENSIBLE = (
    *("d4-e6", "e4-d6 d6-e5", "c4", "xd4", "swap", "pass", "1a1", "a1+b2", "offer draw", "resign"),
    *("M1", "m 27", "#3", "T2", "1", "0", "-1"),
    *("12x12, single turns", "8x8", "double", "board=8x8", "square 4", "base8", "klein"),
    *(
        "3d",
        "7d+12h",
        "3d weekends off",
        "none",
        "14d",
        "1d 12h",
        "2026-12-24 18:00",
        "<t:1700000000:R>",
    ),
    *(
        "if d4-e6 then c3-d5",
        "wenn e4-d6 dann e5-d3; f4-e6 → d2-d4",
        "veloop-square",
        "loop",
        "snipsnip",
    ),
)
NASTY = (
    *(
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
    ),
    *(
        "@everyone",
        "@here",
        "<@1>",
        "<@&2>",
        "<#3>",
        "</play:4>",
        "<:a:5>",
        "<t:99999999999999:R>",
        "<t:-1>",
    ),
    *(
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
    ),
    *(
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
    ),
    *(
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
    ),
    *("ſ", "İ", "ß", "ǅ", "é", "e\u0301" * 40, "👨‍👩‍👧‍👦", "🦑" * 60, "漢字", "ｅ４-ｄ６", "е4-d6"),
    *("\U000e0001", "﷽" * 30),
)
ALPHABET = string.printable + "−–—→×½…“”·٣²９éßİ漢🦑\u200b\u202e\0\ud83d"


class Fuzz:
    """A source of bad input; ``what`` gives each test a seed of its own."""

    def __init__(self, what: str) -> None:
        self.rng = random.Random(f"{SEED} {what}")

    def text(self, seeds: Sequence[str] = SENSIBLE, longest: int = LONGEST) -> str:
        """A text: random characters, something nasty, or something sensible with up to three
        changes.
        """
        rng = self.rng
        kind = rng.random()
        if kind < 0.1:
            made = rng.choice(NASTY)
        elif kind < 0.2:
            made = "".join(rng.choices(ALPHABET, k=rng.choice((1, 2, 3, 8, 30, 120))))
        elif kind < 0.24:
            made = "".join(chr(rng.randrange(0x110000)) for _ in range(rng.randrange(1, 12)))
        elif kind < 0.28:
            made = rng.choice((*NASTY, *seeds)) * rng.choice((2, 17, 400, 3000))
        elif kind < 0.34:
            made = str(
                rng.choice((*BIG, -1, 10**30, 10 ** rng.randrange(200), rng.getrandbits(64)))
            )
        elif kind < 0.36:
            made = rng.choice("9٣0") * rng.choice((20, 400, 5000))
        else:
            made = rng.choice(seeds)
            for _ in range(rng.randrange(4)):
                made = self.changed(made, seeds)
        return made[:longest]

    def changed(self, text: str, seeds: Sequence[str] = SENSIBLE) -> str:
        """``text`` with one change."""
        rng = self.rng
        at, to = sorted((rng.randrange(len(text) + 1), rng.randrange(len(text) + 1)))
        match rng.randrange(8):
            case 0:
                return text[:at] + rng.choice(ALPHABET) + text[at:]
            case 1:
                return text[:at] + text[to:]
            case 2:
                return text[:at] + text[at:to] * 3 + text[to:]
            case 3:
                return text[:at] + rng.choice((*NASTY, *seeds)) + text[at:]
            case 4:
                return text[:at] + rng.choice(ALPHABET) + text[at + 1 :]
            case 5:
                return rng.choice(
                    (text.upper(), text.title(), text[::-1], text.replace("-", "−"), f" {text}\n")
                )
            case 6:
                return text[:at] + str(rng.choice(BIG)) + text[to:]
            case _:
                return text + rng.choice((" ", ", ", "\n", "/", "")) + rng.choice(seeds)

    def number(self) -> int:
        """An id or a version, mostly an existing one."""
        rng = self.rng
        return (
            rng.randrange(8)
            if rng.random() < 0.8
            else rng.choice((*BIG, rng.getrandbits(62), 10**9 - 1))
        )

    def custom_id(self, extras: Sequence[str] = (), subjects: Sequence[int] = ()) -> str:
        """A made-up custom id, mostly of an existing action."""
        rng = self.rng
        action = (
            rng.choice(tuple(PRESSES))
            if rng.random() < 0.97
            else self.text(("move", "Nothing"), 20)
        )
        subject = rng.choice(subjects) if subjects and rng.random() < 0.7 else self.number()
        extra = (
            rng.choice(extras)
            if extras and rng.random() < 0.7
            else self.text((*extras, "1", "0.y", "-.-.-"), 60)
        )
        made = f"lh:{action}:{subject}:{self.number()}:{extra}"
        for _ in range(rng.choice((0, 0, 0, 0, 1, 3))):
            made = self.changed(made, ("lh", ":", "::"))
        return made[: rng.choice((100, 100, 100, 30))]

    def json(self, value: Json) -> Json:
        """A JSON value with one change somewhere in it."""
        rng = self.rng
        if isinstance(value, dict) and value and rng.random() < 0.9:
            key = rng.choice(list(value))
            if rng.random() < 0.1:
                return {name: part for name, part in value.items() if name != key}
            return {**value, key: self.json(value[key])}
        if isinstance(value, list) and value and rng.random() < 0.8:
            at = rng.randrange(len(value))
            return [
                *value[:at],
                *([self.json(value[at])] * rng.choice((0, 1, 1, 1, 2))),
                *value[at + 1 :],
            ]
        if isinstance(value, str) and rng.random() < 0.6:
            return self.changed(value)
        strange: tuple[Json, ...] = (
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
        return self.text() if rng.random() < 0.3 else rng.choice(strange)
