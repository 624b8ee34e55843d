"""Open challenges in a list: among a member's matches, and on pages of their own."""

from collections.abc import Iterable

from bot.chat.board.challenge_terms import fairness_line, handicap_line, terms_line
from bot.chat.board.links import AcceptChallenge, WithdrawChallenge
from bot.chat.discord.components import Item, beside, button
from bot.chat.discord.services import Services
from bot.chat.language import texts
from bot.chat.language.i18n import Language, mention
from bot.domain.challenges.challenge import Challenge


async def rows(
    services: Services, t: Language, challenges: Iterable[Challenge], reader: int
) -> list[Item]:
    """Open challenges that concern the reader, each with what the reader may do about it."""
    return [await _row(services, t, challenge, reader) for challenge in challenges]


async def _row(services: Services, t: Language, challenge: Challenge, reader: int) -> Item:
    game = challenge.game.name
    maker = mention(challenge.maker.id)
    if challenge.target is None:
        line = t(texts.OPEN_TO_ANYONE, game=game, maker=maker)
    else:
        line = t(texts.OPEN_TO, game=game, maker=maker, target=mention(challenge.target.id))
    fair = fairness_line(t, challenge)
    handicap = await handicap_line(services, t, challenge)
    handicap_small = None if handicap is None else t(texts.MEANS, meaning=handicap)
    fair_line = None if fair is None else t(texts.MEANS, meaning=fair)
    if challenge.maker.id == reader:
        answer = button(t.label(texts.WITHDRAW), WithdrawChallenge(challenge.id))
    else:
        answer = button(t.label(texts.ACCEPT), AcceptChallenge(challenge.id), "success")
    return beside(answer, line, terms_line(t, challenge), handicap_small, fair_line)
