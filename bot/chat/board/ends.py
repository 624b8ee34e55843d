"""What is posted after the end of a match: the pair that it is of, its ratings, and who wins with best play."""

from bot.chat.board.charts import points
from bot.chat.board.gains import gains
from bot.chat.discord.services import Services
from bot.chat.language import phrases, texts
from bot.chat.language.i18n import Language
from bot.chat.language.meanings import outlook
from bot.domain.matches.match import Match
from games.players.solved import best_play


async def after_the_end(services: Services, t: Language, match: Match) -> str:
    """The lines below the end of a match; empty if there is nothing to tell."""
    half = await services.matches.half(match)
    lines = [None if half is None else _pair(t, match, half), await gains(services.ratings, t, match)]
    if match.status == "finished" and best_play(match.game.slug, match.options) is not None:
        lines += [t(texts.SOLVED, outlook=sentence) for sentence in outlook(match.game, match.options)]
    return "\n".join(filter(None, lines))


def _pair(t: Language, match: Match, half: Match) -> str:
    """The result of a pair, or why there is none."""
    if half.status == "running":
        return t(texts.PAIR_RUNNING, other=half.name)
    if "aborted" in (match.status, half.status):
        return t(texts.PAIR_VOID, other=half.name)
    # The first player of one is the second of the other.
    won = [[0.5 if each.winner is None else float(each.winner == seat) for seat in (0, 1)] for each in (match, half)]
    first, second = (points(t, won[0][seat] + won[1][1 - seat]) for seat in (0, 1))
    players = {f"who{seat}": phrases.player(t, match, seat) for seat in (0, 1)}
    return t(texts.PAIR_RESULT, match=match.name, other=half.name, won0=first, won1=second, **players)
