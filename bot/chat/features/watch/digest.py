"""The daily list of the matches that run in a server."""

from __future__ import annotations

import games
from bot.chat.features.watch import texts
from bot.chat.kit.components import BLURPLE, Post, button, for_notice, post, row, text
from bot.chat.kit.language import phrases
from bot.chat.kit.language.i18n import Language
from bot.chat.kit.links import ShowBoard
from bot.chat.kit.services import Services
from bot.domain.events import Notice
from bot.domain.matches.finding import Summary
from bot.domain.servers.events import DailyDigest

MOST_BUTTONS = 5


async def owe(services: Services) -> None:
    """Put the list of each server into the outbox once it is due."""
    await services.servers.digests()


async def compose(services: Services, t: Language, notice: Notice[DailyDigest]) -> Post | None:
    """The list of a server; None where no match runs."""
    running = await services.matches.running(notice.scope)
    if not running:
        return None
    looks = [button(t.label(texts.SHOW_MATCH, match=one.name), ShowBoard(one.id, one.version)) for one in running]
    lines = [_line(t, one) for one in running]
    return post(text(t(texts.DIGEST), *lines), row(*looks[:MOST_BUTTONS]), colour=BLURPLE, **for_notice(notice))


def _line(t: Language, item: Summary) -> str:
    first, second = (phrases.who(t, seat) for seat in item.seats)
    status, game = phrases.summary_status(t, item, None), games.get(item.game).name
    line = t(texts.MATCH_LINE_OF, match=item.name, game=game, first=first, second=second, status=status)
    return line.replace("\n", " · ")
