"""Sentences for people, and the errors that carry a sentence."""

import difflib
from collections.abc import Callable, Iterable, Sequence


def _(text: str) -> str:
    """Marks a text for translation; it is translated when it is shown."""
    return text


class Sentence:
    """A sentence for a person: a template in English and the values of its placeholders.

    A translation replaces ``template`` and takes the same values. A tuple among the values is a
    list, which each language writes with signs of its own.
    """

    __slots__ = ("template", "values")

    def __init__(self, template: str, **values: object) -> None:
        self.template = template
        self.values = values

    def __str__(self) -> str:
        return self.translate(str)

    def translate(self, say: Callable[[str], str]) -> str:
        """The sentence with its template, and the sentences among its values, translated by
        ``say``.
        """
        values = {name: _translate(value, say) for name, value in self.values.items()}
        return say(self.template).format(**values)

    def __repr__(self) -> str:
        return f"Sentence({str(self)!r})"


class GameError(ValueError):
    """A person asked a game for something impossible; ``sentence`` says why."""

    def __init__(self, sentence: Sentence | str, **values: object) -> None:
        if isinstance(sentence, str):
            sentence = Sentence(sentence, **values)
        self.sentence = sentence
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
    """Alternatives joined as in ``c4, d5 or e6``; ``texts`` has at least one."""
    if len(texts) == 1:
        return texts[0]
    return Sentence("{some} or {last}", some=(*texts[:-1],), last=texts[-1])


def listed(parts: Iterable[object], say: Callable[[str], str] = str) -> str:
    """Parts one after another, as the language of ``say`` writes a list."""
    comma = say(_("{some}, {last}")).format(some="", last="")
    return comma.join(str(_translate(part, say)) for part in parts)


def _translate(value: object, say: Callable[[str], str]) -> object:
    """A value of a sentence as the language of ``say`` writes it."""
    if isinstance(value, Sentence):
        return value.translate(say)
    # Not a named tuple: a Move among the values is written as a move.
    if type(value) is tuple:
        return listed(value, say)
    return value


def first_of(parts: Sequence[str], most: int) -> tuple[str, ...]:
    """The first ``most`` parts of a list, with a sign where more follow."""
    if len(parts) > most:
        return (*parts[:most], "…")
    return tuple(parts)


def ranked(text: str, names: Sequence[str]) -> list[str]:
    """The names by their likeness to ``text``, the most alike first.

    Those that are equally alike stay in their order; capitals do not matter.
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
    line = " ".join(str(text).split())
    if len(line) <= most:
        return line
    return line[: most - 1] + "…"
