"""The daily list of the matches that run in a server."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime

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
from bot.domain.values import Place
from bot.domain.viewer import EVERYONE, Viewer

MOST_BUTTONS = 5
LATEST = datetime.max.replace(tzinfo=UTC)


async def owe(services: Services) -> None:
    """Put the list of each server into the outbox once it is due."""
    await services.servers.digests()


async def compose(services: Services, t: Language, notice: Notice[DailyDigest]) -> Post | None:
    """The list of a server; None where no match runs."""
    if notice.channel is None:
        return None
    place = Place(notice.scope, notice.channel)

    async def views(scope: int, channels: Collection[int]) -> Collection[int]:
        return await services.visibility.of_readers(scope, place.channel, channels)

    running = await services.matches.running(Viewer(EVERYONE, place, views))
    if not running:
        return None
    # The most urgent first: what is overdue, then what is due next; matches without a clock or paused come last.
    running = tuple(sorted(running, key=lambda match: (match.paused, match.due or LATEST)))
    looks = [
        button(t.label(texts.SHOW_MATCH, match=match.name), ShowBoard(match.id, match.version)) for match in running
    ]
    lines = [_line(t, match) for match in running]
    return post(text(t(texts.DIGEST), *lines), row(*looks[:MOST_BUTTONS]), colour=BLURPLE, **for_notice(notice))


def _line(t: Language, item: Summary) -> str:
    first, second = (phrases.who(t, seat) for seat in item.seats)
    status, game = phrases.summary_status(t, item, None), games.get(item.game).name
    line = t(texts.MATCH_LINE_OF, match=item.name, game=game, first=first, second=second, status=status)
    return line.replace("\n", " · ")
