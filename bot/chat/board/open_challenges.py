"""Open challenges in a list: among a member's matches, and on pages of their own."""

from collections.abc import Iterable

from bot.chat.board.links import AcceptChallenge, WithdrawChallenge
from bot.chat.discord.components import Item, beside, button
from bot.chat.language import phrases, texts
from bot.chat.language.i18n import Language, mention
from bot.domain.challenges.challenge import Challenge


def rows(t: Language, challenges: Iterable[Challenge], reader: int) -> list[Item]:
    """Open challenges that concern the reader, each with what the reader may do about it."""
    rows = []
    for item in challenges:
        to = item.target and mention(item.target.id)
        maker = mention(item.maker.id)
        line = t(
            texts.OPEN_TO if to else texts.OPEN_TO_ANYONE,
            game=item.game.name,
            maker=maker,
            target=to,
        )
        terms = t(
            texts.OPEN_TERMS,
            variant=phrases.variant(t, item, capital=True),
            clock=phrases.clock_terms(t, item.clock),
        )
        if item.maker.id == reader:
            press = button(t.label(texts.WITHDRAW), WithdrawChallenge(item.id))
        else:
            press = button(t.label(texts.ACCEPT), AcceptChallenge(item.id), "success")
        rows.append(beside(press, line, terms + phrases.remarks(t, item, item.explore)))
    return rows
