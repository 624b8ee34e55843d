"""What a challenge offers, wherever it is shown: the terms of the match, and whether it is fair."""

from bot.chat.language import phrases, texts
from bot.chat.language.i18n import Language, Markup
from bot.chat.language.meanings import fairness
from bot.domain.challenges.challenge import Challenge
from bot.domain.challenges.offers import StandingOffer
from games.core import Sentence


def terms_line(t: Language, item: Challenge) -> str:
    """The variant, who moves first, the time limit, and whether the match counts for ratings."""
    terms = t(
        texts.CHALLENGE_DETAILS,
        variant=phrases.variant(t, item, capital=True),
        side=t(texts.MAKER_SIDE[item.side], maker=item.maker.name),
        clock=phrases.clock_terms(t, item.clock),
    )
    return terms + phrases.remarks(t, item, item.explore)


def fairness_line(t: Language, item: Challenge) -> Markup | None:
    """Whether the match is fair to both sides, or how a pair of matches counts; None where nothing
    is known.
    """
    if item.side == "both":
        return t(texts.PAIR_RATED if item.rated else texts.PAIR_MEANS)
    sentence = fairness(item.game, item.options)
    if sentence is None:
        return None
    # A standing offer is taken as it is, and a rematch exchanges the sides.
    has_other_terms = not isinstance(item, StandingOffer) and item.rematch_of is None
    if has_other_terms and item.game.favourite(item.options) is not None:
        sentence = Sentence(texts.PAIR_ADVISED, fairness=sentence)
    return t.as_sentence(sentence)
