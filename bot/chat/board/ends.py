"""What is said after the end of a match: the pair that it is of, its ratings, and who wins with
best play.
"""

from bot.chat.board.charts import points
from bot.chat.discord.services import Services
from bot.chat.language import phrases, texts
from bot.chat.language.i18n import Language, Markup
from bot.chat.language.meanings import outlook
from bot.domain.matches.match import Match
from bot.domain.ratings.glicko import PROVISIONAL
from bot.domain.ratings.service import Ratings


async def after_the_end(services: Services, t: Language, match: Match) -> str:
    """The lines below the end of a match; empty if there is nothing to tell."""
    lines = list[str]()
    half = await services.matches.half(match)
    if half is not None:
        lines.append(_pair(t, match, half))
    lines.append(await gains(services.ratings, t, match))
    solution = outlook(match.game, match.options)
    if match.status == "finished" and match.game.best_play(match.options) is not None:
        lines.append(t(texts.SOLVED, outlook=solution))
    return "\n".join(filter(None, lines))


async def gains(ratings: Ratings, t: Language, match: Match) -> str:
    """What a finished match did to the ratings on its server, a line for each player; empty if it
    was not rated.
    """
    if not match.rated or match.status != "finished":
        return ""
    lines = list[str]()
    for seat, change in enumerate(await ratings.change(match.id)):
        new_rating = f"{change.strength_after.rating:.0f}"
        if change.strength_after.deviation > PROVISIONAL:
            new_rating += "?"
        gain = f"{change.gain:+d}".replace("-", "−")
        line = t(
            texts.GAIN,
            mark=phrases.mark(match.game, seat),
            who=phrases.who(t, match.seats[seat]),
            before=f"{change.strength_before.rating:.0f}",
            after=new_rating,
            gain=Markup(gain),
        )
        lines.append(line)
    return "\n".join(lines)


def _pair(t: Language, match: Match, half: Match) -> str:
    """The result of a pair, or why there is none."""
    if half.status == "running":
        return t(texts.PAIR_RUNNING, other=half.name)
    if "aborted" in (match.status, half.status):
        return t(texts.PAIR_VOID, other=half.name)
    # The first player of one is the second of the other.
    return t(
        texts.PAIR_RESULT,
        match=match.name,
        other=half.name,
        who0=phrases.player(t, match, 0),
        who1=phrases.player(t, match, 1),
        won0=points(t, _points(match, 0) + _points(half, 1)),
        won1=points(t, _points(match, 1) + _points(half, 0)),
    )


def _points(match: Match, seat: int) -> float:
    """The points that a seat has in a finished match."""
    if match.winner is None:
        return 0.5
    return 1.0 if match.winner == seat else 0.0
