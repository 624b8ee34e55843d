"""Sentences for people, and the errors that carry one: each says what was asked that cannot be."""

from __future__ import annotations

import difflib
from collections.abc import Sequence


def _(text: str) -> str:
    """Marks a text for translation; it is translated when it is shown."""
    return text


class Sentence:
    """A sentence for a person: a template in English and the values that go into it.

    ``str()`` gives the English; whoever speaks another language translates ``template`` and fills in ``values``.
    """

    __slots__ = ("template", "values")

    def __init__(self, template: str, **values: object) -> None:
        self.template = template
        self.values = values

    def __str__(self) -> str:
        return self.template.format(**self.values)

    def __repr__(self) -> str:
        return f"Sentence({str(self)!r})"


class GameError(ValueError):
    """Something a person asked of a game cannot be; ``sentence`` says why."""

    def __init__(self, sentence: Sentence | str, **values: object) -> None:
        self.sentence = sentence if isinstance(sentence, Sentence) else Sentence(sentence, **values)
        super().__init__(str(self.sentence))


class UnknownGame(GameError):
    """There is no game of that name."""


class BadOption(GameError):
    """A game has no such option, or the option no such value."""


class NotationError(GameError):
    """The text cannot be read as a move at all."""


class IllegalMove(GameError):
    """The text or move can be read, but the rules do not allow it here."""


def either(texts: Sequence[str]) -> Sentence | str:
    """One or more texts of which one is meant: ``c4, d5 or e6``."""
    if len(texts) == 1:
        return texts[0]
    return Sentence("{some} or {last}", some=", ".join(texts[:-1]), last=texts[-1])


def ranked(text: str, names: Sequence[str]) -> list[str]:
    """The names, the one most like ``text`` first; of those that are alike as much, in their order."""
    matcher = difflib.SequenceMatcher(None, b=text.lower(), autojunk=False)
    ratios = []
    for name in names:
        matcher.set_seq1(name.lower())
        ratios.append(matcher.ratio())
    order = sorted(range(len(names)), key=lambda index: -ratios[index])
    return [names[index] for index in order]


def nearest(text: str, names: Sequence[str]) -> str:
    """The name most like ``text``."""
    return ranked(text, names)[0]


def brief(text: object, most: int = 40) -> str:
    """``text`` on one line, cut to ``most`` characters."""
    text = " ".join(str(text).split())
    return text if len(text) <= most else text[: most - 1] + "…"
