"""Choices that are offered while a member types, and the way back: from what a choice is called to
its value.

Some of Discord's apps send the name of a choice in place of its value. Each kind of choice
therefore has a ``read`` beside what makes it. It needs nothing but the name: one that was offered
long ago, in another language, or before the bot was restarted is read as well. What a member types
in their own words stays as it is.
"""

import re
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from discord.app_commands import Choice

from bot.chat.discord.reply import Reply
from bot.chat.language.i18n import LANGUAGES, Language, capitalised, one_line
from bot.domain.errors import Refused

MOST_CHOICES = 25
LONGEST_CHOICE = 100

LOCALES = ("en-US", *{catalogue: locale for locale, catalogue in LANGUAGES.items()}.values())
"""A locale for each language in which choices are offered."""

Completer: TypeAlias = Callable[[Reply, str], Awaitable[list[Choice[str]]]]
"""Gives what is offered while a member types; the reply has not been begun.

What fails in it offers nothing.
"""

REFUSAL = "✗ "
"""Before a sentence that is offered in place of choices, and says why there are none."""


@dataclass(frozen=True, slots=True)
class Completion:
    """How an option is completed.

    :param choices: gives what is offered for a text
    :param read: gives the value of the choice that a text is the name of, and every other text as
        it is; may raise Refused
    """

    choices: Completer
    read: Callable[[Reply, str], str]

    async def offer(self, reply: Reply, text: str) -> list[Choice[str]]:
        """What is offered for a text, which is also the name of a choice where a member returns to
        what they chose.
        """
        try:
            text = self.read(reply, text)
        except Refused:
            return [choice(text)]
        return (await self.choices(reply, text))[:MOST_CHOICES]


def choice(name: str, value: str | None = None) -> Choice[str]:
    """A choice that Discord takes, whatever is in it."""
    if value is None:
        value = name
    shown_name = one_line(name, LONGEST_CHOICE) or "…"
    return Choice(name=shown_name, value=value[:LONGEST_CHOICE].strip() or "?")


def refusal_choice(t: Language, text: str, template: str, /, **values: object) -> Choice[str]:
    """A sentence in place of choices; choosing it sends what was typed."""
    return choice(REFUSAL + t.label(template, LONGEST_CHOICE - len(REFUSAL), **values), text)


def repeat_refusal(name: str) -> None:
    """Raises Refused with the sentence of a ``refusal_choice``, which tells nothing of what had
    been typed.
    """
    sentence = name.removeprefix(REFUSAL)
    first_word = sentence.partition(" ")[0]
    if not any(sign.isdigit() for sign in first_word):
        sentence = capitalised(sentence)
    raise Refused("{why}", why=sentence)


def as_typed(reply: Reply, text: str) -> str:
    """The ``read`` of choices whose names are read where their values are."""
    return text


_NUMBERED = re.compile(r"\s*([MWT]\d{1,9})\s*·\s*\S.*", re.DOTALL | re.IGNORECASE)


def read_numbered(reply: Reply, text: str) -> str:
    """The ``read`` of matches and tournaments, whose names begin with how they are called: ``M1 ·
    Veloop …``.

    What follows may have changed since: whose turn it is, what a player is called.
    """
    number = _NUMBERED.fullmatch(text)
    return text if number is None else number[1]


def labels_read(template: str, text: str, **patterns: str) -> Iterator[re.Match[str]]:
    """Matches of a text, with single blanks, as a label made from ``template`` in any language.

    :param patterns: what may stand for each placeholder, by its name; each is a group of the
        matches
    """
    # Of which kind blanks are, and how many, is Discord's to change. Each run is made one, so that
    # no two parts of a pattern can share it among them in many ways.
    text = " ".join(text.split())
    for locale in LOCALES:
        translation = Language(locale).say(template)
        label = _label_pattern(translation, tuple(patterns.items())).fullmatch(text)
        if label is not None:
            yield label


@cache
def _label_pattern(template: str, patterns: tuple[tuple[str, str], ...]) -> re.Pattern[str]:
    pattern_of = dict(patterns)
    pattern = ""
    # Every other part is the name of a placeholder.
    for number, part in enumerate(re.split(r"\{(\w+)\}", template)):
        if number % 2:
            pattern += f"(?P<{part}>{pattern_of[part]})"
        else:
            words = re.split(r"\s+", part)
            pattern += " ?".join(map(re.escape, words))
    return re.compile(f" ?{pattern} ?", re.DOTALL)
