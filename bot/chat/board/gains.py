"""What a finished match did to the ratings of its players."""

from bot.chat.language import phrases, texts
from bot.chat.language.i18n import Language, Markup
from bot.domain.matches.match import Match
from bot.domain.ratings.glicko import PROVISIONAL
from bot.domain.ratings.service import Ratings


async def gains(ratings: Ratings, t: Language, match: Match) -> str:
    """What a finished match did to the ratings on its server, a line for each player; empty if it was not rated."""
    if not match.rated or match.status != "finished":
        return ""
    changes = await ratings.change(match.id)
    return "\n".join(
        t(
            texts.GAIN,
            mark=phrases.mark(match.game, seat),
            who=phrases.who(t, match.seats[seat]),
            before=f"{change.before.rating:.0f}",
            after=f"{change.after.rating:.0f}{'?' * (change.after.deviation > PROVISIONAL)}",
            gain=Markup(f"{change.gain:+d}".replace("-", "−")),
        )
        for seat, change in enumerate(changes)
    )
