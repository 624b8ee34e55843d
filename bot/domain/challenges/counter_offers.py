"""Counter-offers: a challenge answered with other terms."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from bot.domain import clocks, variants
from bot.domain.challenges import beginning
from bot.domain.challenges.challenge import OPPOSITE, Challenge, Side, side_of
from bot.domain.clocks import Clock
from bot.domain.values import Person
from games.core import HANDICAP, NO_HANDICAP


@dataclass(frozen=True, slots=True)
class OfferedTerms:
    """What a counter-offer can change."""

    options: Mapping[str, str]
    side: Side
    clock: Clock
    rated: bool


def terms_to_answer(challenge: Challenge) -> OfferedTerms:
    """The terms of a challenge, as the opponent would offer them."""
    side = OPPOSITE[challenge.side]
    return OfferedTerms(challenge.options, side, challenge.clock, challenge.rated)


def changed_terms(
    original: Challenge,
    variant: str | None,
    handicap: str | None,
    side: str | None,
    clock: str | None,
    rated: bool | None,
) -> OfferedTerms:
    """The terms of a counter-offer; those that are None stay. Raises Refused, ValueError."""
    is_rated = original.rated if rated is None else rated
    chosen_clock = None if clock is None else clocks.parse(clock)
    terms = terms_to_answer(original)
    options = _changed_options(original, variant, handicap)
    terms = replace(terms, options=options)
    if side is not None:
        terms = replace(terms, side=side_of(side))
    beginning.require_side(options, terms.side)
    clock_in_use = beginning.clock_of(chosen_clock, original.clock, is_rated)
    return replace(terms, clock=clock_in_use, rated=is_rated)


def _changed_options(
    original: Challenge, variant: str | None, handicap: str | None
) -> Mapping[str, str]:
    """The options of a counter-offer: a handicap stays on another board, unless another one is
    named. Raises BadOption.
    """
    game = original.game
    options = original.options
    if variant is not None:
        options = variants.parse(game, variant)
        if handicap is None and HANDICAP not in options:
            handicap = original.options.get(HANDICAP)
    if handicap is None:
        return options
    return variants.with_handicap(game, options, handicap or NO_HANDICAP)


def counter_offer(original: Challenge, who: Person, terms: OfferedTerms, note: str) -> Challenge:
    """The answer of ``who`` to a challenge with other terms."""
    return replace(
        original,
        maker=who,
        target=original.maker,
        options=terms.options,
        side=terms.side,
        clock=terms.clock,
        rated=terms.rated,
        note=note,
        counters=original.id if original.target is None else original.counters,
    )
