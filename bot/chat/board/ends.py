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
    half = await services.matches.half(match)
    lines = [
        None if half is None else _pair(t, match, half),
        await gains(services.ratings, t, match),
    ]
    if match.status == "finished" and match.game.best_play(match.options) is not None:
        lines += [
            t(texts.SOLVED, outlook=sentence) for sentence in outlook(match.game, match.options)
        ]
    return "\n".join(filter(None, lines))


async def gains(ratings: Ratings, t: Language, match: Match) -> str:
    """What a finished match did to the ratings on its server, a line for each player; empty if it
    was not rated.
    """
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


def _pair(t: Language, match: Match, half: Match) -> str:
    """The result of a pair, or why there is none."""
    if half.status == "running":
        return t(texts.PAIR_RUNNING, other=half.name)
    if "aborted" in (match.status, half.status):
        return t(texts.PAIR_VOID, other=half.name)
    # The first player of one is the second of the other.
    won = [
        [0.5 if each.winner is None else float(each.winner == seat) for seat in (0, 1)]
        for each in (match, half)
    ]
    first, second = (points(t, won[0][seat] + won[1][1 - seat]) for seat in (0, 1))
    players = {f"who{seat}": phrases.player(t, match, seat) for seat in (0, 1)}
    return t(
        texts.PAIR_RESULT, match=match.name, other=half.name, won0=first, won1=second, **players
    )
