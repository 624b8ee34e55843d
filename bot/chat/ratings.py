"""Ratings as members see them: what a match did to them."""

from __future__ import annotations

from bot.chat import contest_texts
from bot.chat.kit.language import phrases as words
from bot.chat.kit.language.i18n import Markup, Tongue
from bot.domain.matches.views import Match
from bot.domain.ratings import PROVISIONAL, Ratings


async def gains(ratings: Ratings, t: Tongue, match: Match) -> str:
    """What a finished match did to the ratings on its server, a line for each player; empty if it was not rated."""
    if not match.rated or match.status != "finished":
        return ""
    found = await ratings.change(match.id, match.scope)
    return "\n".join(
        t(
            contest_texts.GAIN,
            mark=words.mark(match.game, seat),
            who=words.who(t, one.user),
            before=f"{one.before:.0f}",
            after=f"{one.after:.0f}{'?' * (one.deviation > PROVISIONAL)}",
            gain=Markup(f"{one.gain:+d}".replace("-", "−")),
        )
        for seat, one in enumerate(found or ())
    )
