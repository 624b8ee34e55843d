"""Sentences for people, and the errors that carry a sentence."""

import difflib
from collections.abc import Callable, Iterable, Sequence


def _(text: str) -> str:
    """Marks a text for translation; it is translated when it is shown."""
    return text


class Sentence:
    """A template in English with its values; a translation replaces ``template`` and takes the same
    values.

    A tuple among them is a list, which each language writes with signs of its own.
    """

    __slots__ = ("template", "values")

    def __init__(self, template: str, **values: object) -> None:
        self.template = template
        self.values = values

    def __str__(self) -> str:
        return self.said(str)

    def said(self, say: Callable[[str], str]) -> str:
        """The sentence as ``say`` translates it."""
        return say(self.template).format(
            **{name: _said(value, say) for name, value in self.values.items()}
        )

    def __repr__(self) -> str:
        return f"Sentence({str(self)!r})"


class GameError(ValueError):
    """A person asked a game for something impossible; ``sentence`` says why."""

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
    """Alternatives joined as in ``c4, d5 or e6``, never empty."""
    if len(texts) == 1:
        return texts[0]
    return Sentence("{some} or {last}", some=(*texts[:-1],), last=texts[-1])


def listed(parts: Iterable[object], say: Callable[[str], str] = str) -> str:
    """Parts one after another, as the language of ``say`` writes a list."""
    return (
        say(_("{some}, {last}"))
        .format(some="", last="")
        .join(str(_said(part, say)) for part in parts)
    )


def _said(value: object, say: Callable[[str], str]) -> object:
    if isinstance(value, Sentence):
        return value.said(say)
    return listed(value, say) if type(value) is tuple else value


def first_of(parts: Sequence[str], most: int) -> tuple[str, ...]:
    """The first ``most`` parts of a list, with a sign where more follow."""
    return (*parts[:most], *("…",) * (len(parts) > most))


def ranked(text: str, names: Sequence[str]) -> list[str]:
    """The names by likeness to ``text``, the most alike first; equally alike ones in their
    order.
    """
    matcher = difflib.SequenceMatcher(None, b=text.lower(), autojunk=False)

    def likeness(name: str) -> float:
        matcher.set_seq1(name.lower())
        return matcher.ratio()

    return sorted(names, key=likeness, reverse=True)


def nearest(text: str, names: Sequence[str]) -> str:
    """The name most like ``text``."""
    return ranked(text, names)[0]


def brief(text: object, most: int = 40) -> str:
    """``text`` on one line, cut to ``most`` characters."""
    text = " ".join(str(text).split())
    return text if len(text) <= most else text[: most - 1] + "…"
