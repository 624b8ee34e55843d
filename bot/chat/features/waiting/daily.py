"""A member's daily card: the matches that wait for them, by direct message or in a channel."""

from __future__ import annotations

from bot.chat.board import waiting_list
from bot.chat.board.links import ListMatches
from bot.chat.discord.components import BLURPLE, Item, Post, button, for_notice, post, row, text
from bot.chat.discord.feature import CHORES_SECONDS
from bot.chat.discord.services import Services
from bot.chat.features.waiting import feature, texts
from bot.chat.language import phrases
from bot.chat.language.i18n import Command, Language
from bot.domain.daily_cards.service import DailyCard, WaitingMatch
from bot.domain.events import Notice
from bot.domain.matches.finding import Summary
from bot.domain.members.daily import MAX_DELAY

MOST_NAMED = 15
"""Matches that are named without their boards."""


@feature.job("the daily cards of members", CHORES_SECONDS)
async def put_out(services: Services) -> None:
    """Put the cards that are due into the outbox."""
    await services.daily_cards.work()


@feature.composes(DailyCard)
async def compose(services: Services, t: Language, notice: Notice[DailyCard]) -> Post | None:
    """The card; None where nothing waits any more, and where it comes too late or its member is asleep by now."""
    user = notice.event.user
    late = services.now() - notice.created > MAX_DELAY
    if late or notice.ping is None or await services.members.asleep(user):
        return None
    found = [one.match for one in await _shown(services, notice, await services.daily_cards.waiting(user))]
    if not found:
        return None
    if notice.dm is not None:
        t.zone = (await services.members.settings(user)).time_zone
        people = [pair for match in found for pair in zip(match.seats, match.names, strict=True)]
        t.names = phrases.names_for(user, people)
    shown = await waiting_list.drawn(services, t, found)
    return post(
        text(t(texts.DAILY, who=phrases.who(t, user)), t.count(*texts.DAILY_WAITING, len(found))),
        *waiting_list.rows(t, shown, user, notice.event.since),
        _rest(t, found[len(shown) :]),
        row(button(t.label(texts.DAILY_ALL), ListMatches(user, 0))),
        text(t(texts.DAILY_HINT, settings=Command("settings"))),
        pictures=[one.board for one in shown],
        colour=BLURPLE,
        **for_notice(notice),
    )


async def _shown(services: Services, notice: Notice[DailyCard], found: list[WaitingMatch]) -> list[WaitingMatch]:
    """Those that belong on a card: where the member may use the bot; in a channel only what all its readers may see."""
    event, channel = notice.event, notice.channel
    found = [one for one in found if services.exclusions.why(one.scope, event.user) is None]
    if event.of == "private":
        return [one for one in found if not one.guild]
    if event.of != "server" or channel is None:
        return found
    here = [one for one in found if one.guild and one.scope == notice.scope]
    views = await services.visibility.of_readers(notice.scope, channel, {one.channel for one in here})
    return [one for one in here if one.channel in views]


def _rest(t: Language, rest: list[Summary]) -> Item | None:
    """What waits besides, by name."""
    if not rest:
        return None
    names = ", ".join(match.name for match in rest[:MOST_NAMED]) + " …" * (len(rest) > MOST_NAMED)
    return text(t.count(*texts.DAILY_MORE, len(rest), names=names))
