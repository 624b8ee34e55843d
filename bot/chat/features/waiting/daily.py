"""A member's daily card: the matches that wait for them, by direct message or in a channel."""

from bot.chat.board import waiting_list
from bot.chat.board.links import ListMatches
from bot.chat.discord.components import BLURPLE, Item, Post, button, post, row, text
from bot.chat.discord.feature import CHORES_SECONDS, Job
from bot.chat.discord.services import Services
from bot.chat.features.waiting import feature, texts
from bot.chat.language import phrases
from bot.chat.language.i18n import Command, Language
from bot.domain.daily_cards.service import DailyCard, WaitingMatch
from bot.domain.events import Notice
from bot.domain.matches.lists.summary import Summary
from bot.domain.members.daily import MAX_DELAY
from games.core import first_of

MOST_NAMED = 15  # matches listed by name, without their boards


feature.jobs.append(
    Job("the daily cards of members", CHORES_SECONDS, lambda services: services.daily_cards.work())
)


@feature.composes(DailyCard)
async def compose(services: Services, t: Language, notice: Notice[DailyCard]) -> Post | None:
    """The card; None if nothing waits, or if it is too late or the member is asleep."""
    event = notice.event
    is_late = services.now() - notice.created_at > MAX_DELAY
    if is_late or notice.ping is None or await services.members.asleep(event.user):
        return None
    all_waiting = await services.daily_cards.waiting(event.user)
    matches = [item.match for item in await _visible(services, notice, all_waiting)]
    if not matches:
        return None
    if notice.dm is not None:
        t.zone = (await services.members.settings(event.user)).time_zone
    t.names = phrases.names_of(matches, notice.dm, notice.scope)
    entries = await waiting_list.with_boards(services, t, matches)
    title = t(texts.DAILY, who=phrases.who(t, event.user))
    count = t.count(*texts.DAILY_WAITING, len(matches))
    show_all = button(t.label(texts.DAILY_ALL), ListMatches(event.user, 0))
    return post(
        text(title, count),
        *waiting_list.rows(t, entries, event.user, event.since),
        _rest(t, matches[len(entries) :]),
        row(show_all),
        text(t(texts.DAILY_HINT, settings=Command("settings"))),
        colour=BLURPLE,
        notice=notice,
    )


async def _visible(
    services: Services, notice: Notice[DailyCard], matches: list[WaitingMatch]
) -> list[WaitingMatch]:
    """The matches for a card: where the member may use the bot.

    In a channel they are those that all its readers may see.
    """
    event = notice.event
    channel = notice.channel
    matches = [item for item in matches if services.exclusions.why(item.scope, event.user) is None]
    if event.of == "private":
        return [item for item in matches if not item.guild]
    if event.of != "server" or channel is None:
        return matches
    in_server = [item for item in matches if item.guild and item.scope == notice.scope]
    channels = {item.channel for item in in_server}
    readable = await services.visibility.of_readers(notice.scope, channel, channels)
    return [item for item in in_server if item.channel in readable]


def _rest(t: Language, rest: list[Summary]) -> Item | None:
    """The other waiting matches, by name."""
    if not rest:
        return None
    names = first_of([match.name for match in rest], MOST_NAMED)
    return text(t.count(*texts.DAILY_MORE, len(rest), names=names))
