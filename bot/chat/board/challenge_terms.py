"""What a challenge offers, wherever it is shown: the terms of the match, and whether it is fair."""

from bot.chat.discord.services import Services
from bot.chat.language import phrases, texts
from bot.chat.language.i18n import Language, Markup
from bot.chat.language.meanings import fairness, worth
from bot.domain.challenges.challenge import Challenge
from bot.domain.challenges.offers import StandingOffer
from games.core import Handicap, Sentence


def terms_line(t: Language, item: Challenge) -> str:
    """The variant, who moves first, the time limit, and whether the match counts for ratings."""
    terms = t(
        texts.CHALLENGE_DETAILS,
        variant=phrases.variant(t, item, capital=True),
        side=t(texts.MAKER_SIDE[item.side], maker=item.maker.name),
        clock=phrases.clock_terms(t, item.clock),
    )
    return terms + phrases.remarks(t, item, item.explore)


async def handicap_line(services: Services, t: Language, item: Challenge) -> Markup | None:
    """Who has the handicap, and what it is worth now; None without one."""
    handicap = Handicap.of(item.options)
    if handicap is None:
        return None
    state = phrases.handicap(t, handicap)
    worth_now = await services.handicaps.worth(item.game, item.options)
    meaning = t.sentence(worth(item.game, item.options, worth_now))
    if item.side == "random":
        return Markup(f"{state} – {meaning}")
    if item.side == "second":
        who = phrases.who(t, item.maker.id)
    elif item.target is not None:
        who = phrases.who(t, item.target.id)
    else:
        who = t(texts.OPPONENT_OF, maker=phrases.who(t, item.maker.id))
    line = t(texts.STATE_OF, name=who, state=state)
    return Markup(f"{line} – {meaning}")


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
    has_no_handicap = Handicap.of(item.options) is None
    is_uneven = item.game.favourite(item.options) is not None
    if has_other_terms and has_no_handicap and is_uneven:
        sentence = Sentence(texts.PAIR_ADVISED, fairness=sentence)
    return t.as_sentence(sentence)
