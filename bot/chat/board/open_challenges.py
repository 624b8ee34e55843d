"""Open challenges in a list: among a member's matches, and on pages of their own."""

from __future__ import annotations

from collections.abc import Iterable

from bot.chat.board.links import AcceptChallenge, WithdrawChallenge
from bot.chat.discord.components import Item, beside, button
from bot.chat.language import phrases, texts
from bot.chat.language.i18n import Language, mention
from bot.domain.challenges.challenge import Challenge


def rows(t: Language, challenges: Iterable[Challenge], reader: int) -> list[Item]:
    """Open challenges that concern the reader, each with what the reader may do about it."""
    return [_row(t, item, reader) for item in challenges]


def _row(t: Language, item: Challenge, reader: int) -> Item:
    to = None if item.target is None else mention(item.target.id)
    line = t(
        texts.OPEN_TO_ANYONE if to is None else texts.OPEN_TO,
        game=item.game.name,
        maker=mention(item.maker.id),
        target=to,
    )
    terms = t(texts.OPEN_TERMS, variant=phrases.variant(t, item), clock=phrases.clock_terms(t, item.clock))
    if item.maker.id == reader:
        press = button(t.label(texts.WITHDRAW), WithdrawChallenge(item.id))
    else:
        press = button(t.label(texts.ACCEPT if to else texts.TAKE), AcceptChallenge(item.id), "success")
    return beside(press, line, terms + phrases.remarks(t, item, item.explore))
