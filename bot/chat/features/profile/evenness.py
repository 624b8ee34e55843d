"""What makes two members even at a game, and how one has closed in on the other."""

from collections.abc import Sequence

from bot.chat.board.handicaps import even_line
from bot.chat.discord.services import Services
from bot.chat.features.profile import texts
from bot.chat.language import phrases, texts as shared
from bot.chat.language.i18n import Language, Markup
from bot.domain.handicaps.suggestion import MonthOfMatches
from bot.domain.values import Viewer
from games.core import Handicap


async def even_lines(
    services: Services, t: Language, viewer: Viewer, user: int, other: int, slug: str
) -> list[Markup]:
    """What makes two members even at a game, and how that has changed; nothing where they are even
    or have not played enough.
    """
    if min(user, other) <= 0 or user == other:
        return []
    lines = list[Markup]()
    suggestion = await services.handicaps.even_between(viewer, user, other, slug)
    if suggestion is not None:
        lines.append(even_line(t, suggestion))
    closer = closing_in(t, await services.handicaps.months(viewer, user, other, slug))
    if closer is not None:
        lines.append(closer)
    return [t(shared.MEANS, meaning=line) for line in lines]


def closing_in(t: Language, months: Sequence[MonthOfMatches]) -> Markup | None:
    """How much less, or more, one of two needs than when they first played with a handicap: ``bob
    needed 3 extra turns in May, 1 extra turn now``. None where nothing has changed.
    """
    with_handicap = [month for month in months if month.handicap is not None]
    if not with_handicap:
        return None
    first = with_handicap[0]
    latest_month = months[-1]
    if first.handicap is None or latest_month.handicap == first.handicap:
        return None
    if latest_month.handicap is not None and latest_month.weaker_user != first.weaker_user:
        return None
    return t(
        texts.CLOSER,
        who=phrases.who(t, first.weaker_user),
        before=phrases.handicap(t, first.handicap),
        month=t(texts.MONTHS[first.month.month - 1]),
        now=_now(t, latest_month.handicap),
    )


def _now(t: Language, handicap: Handicap | None) -> Markup:
    return t(texts.NOTHING_NOW) if handicap is None else phrases.handicap(t, handicap)
