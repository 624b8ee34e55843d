"""Answers to a challenge, wherever it is shown."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from bot.chat.board.links import AcceptChallenge
from bot.chat.discord.components import Button, button
from bot.chat.discord.press import ChallengePress, Press
from bot.chat.language import texts
from bot.chat.language.i18n import Language
from bot.domain.challenges.challenge import Challenge

LONGEST_TERMS = 80  # characters of terms in a custom id


class DeclineChallenge(ChallengePress, action="decline"):
    """Decline a challenge."""


@dataclass(frozen=True, slots=True)
class CounterTerms:
    """The terms chosen in the menus of a counter-offer, written ``side-rated-variant``, and a
    handicap behind ``|``.

    Each is empty where nothing was chosen; ``rated`` is ``yes`` or ``no``.
    """

    side: str = ""
    rated: str = ""
    variant: str = ""
    handicap: str = ""

    def __str__(self) -> str:
        handicap = f"|{self.handicap}" if self.handicap else ""
        terms = f"{self.side_and_rated}-{self.variant}"
        return terms[: LONGEST_TERMS - len(handicap)] + handicap

    @property
    def side_and_rated(self) -> str:
        """The side and the rating, as the value of the menu in which they are chosen together."""
        return f"{self.side}-{self.rated}"

    @classmethod
    def parse(cls, text: str) -> "CounterTerms":
        """The terms that a text stands for; what is missing at its end was not chosen."""
        terms, _bar, handicap = text.partition("|")
        side, rated, variant = f"{terms}--".split("-", 2)
        return cls(side, rated, variant.rstrip("-"), handicap)


class OpenCounter(ChallengePress, action="counter"):
    """Open the form for a counter-offer.

    ``terms``: the ``CounterTerms`` chosen before.
    """

    terms: str = ""

    def chosen(self, values: Mapping[str, str]) -> Press:
        """The same, with what was chosen in the menus."""
        side = CounterTerms.parse(values.get("side", ""))
        terms = replace(
            side, variant=values.get("variant", ""), handicap=values.get("handicap", "")
        )
        return replace(self, terms=str(terms))


def answers(t: Language, item: Challenge) -> Iterator[Button]:
    """The buttons of who may accept a challenge; one to anyone cannot be declined."""
    yield button(t.label(texts.ACCEPT), AcceptChallenge(item.id), "success")
    if item.target is not None:
        yield button(t.label(texts.DECLINE), DeclineChallenge(item.id))
    yield button(t.label(texts.COUNTER), OpenCounter(item.id))
