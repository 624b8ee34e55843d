"""How the matches of two members against each other have gone, by game."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import games
from bot.chat.discord.components import BLURPLE, Button, Post, button, post, row, text
from bot.chat.discord.press import MemberPress, number
from bot.chat.discord.reply import Reply, no_such_button
from bot.chat.discord.sharing import posted_by, share
from bot.chat.features.profile import feature, texts
from bot.chat.features.profile.presses import ChooseOpponent, HeadToHead, HistoryOn
from bot.chat.features.profile.profiles import matches
from bot.chat.language import phrases
from bot.chat.language import texts as shared
from bot.chat.language.i18n import Language, Markup, moment
from bot.domain.ratings.history import HeadToHead as Meetings
from bot.domain.ratings.history import HistoryEntry, ResultCount
from bot.domain.viewer import EVERYONE, Viewer


@feature.on(HeadToHead)
async def show(reply: Reply, press: HeadToHead) -> None:
    """Show the matches of two members that the reader may see. Raises Refused."""
    await _show(reply, press.member, press.other)


@feature.on(ChooseOpponent)
async def choose(reply: Reply, press: ChooseOpponent) -> None:
    """Show them for the member chosen in the menu. Raises Refused."""
    chosen = number(reply.values[0]) if reply.values else None
    if chosen is None:
        raise no_such_button()
    await _show(reply, press.member, chosen)


class PostHeadToHead(MemberPress, action="versuspost"):
    """Show to everyone how the matches of two members have gone."""

    other: int


@feature.on(PostHeadToHead)
async def post_card(reply: Reply, press: PostHeadToHead) -> None:
    """Post the matches that all readers of the channel may see. Raises Refused, LimitReached."""

    async def compose(t: Language) -> Post:
        meetings = await reply.services.ratings.between(_readers(reply), press.member, press.other)
        return _card(t, meetings, [_history(t, meetings)], tail=posted_by(t, reply))

    await share(reply, press, compose, (press.member, press.other))


def _readers(reply: Reply) -> Viewer:
    """All readers of the channel; outside servers they see the matches played there."""
    visibility, place = reply.services.visibility, reply.place

    async def views(scope: int, channels: Collection[int]) -> Collection[int]:
        return await visibility.of_readers(scope, place.channel, channels)

    return Viewer(EVERYONE, place, views)


async def _show(reply: Reply, member: int, other: int) -> None:
    t = reply.t
    meetings = await reply.services.ratings.between(reply.viewer, member, other)
    may_post = meetings.total.matches and (reply.place.guild or reply.user in (member, other))
    share_it = button(t.label(shared.POST_HERE), PostHeadToHead(member, other)) if may_post else None
    await reply.private(_card(t, meetings, [_history(t, meetings), share_it]), anew=True)


def _history(t: Language, meetings: Meetings) -> Button | None:
    """The button that lists the matches."""
    if not meetings.latest:
        return None
    return button(t.label(texts.HISTORY), HistoryOn(meetings.user, 0, "-", str(meetings.other)))


def _card(t: Language, meetings: Meetings, ways: Sequence[Button | None], tail: str = "") -> Post:
    """The card of two members, with buttons and a line below."""
    first, second = phrases.who(t, meetings.user), phrases.who(t, meetings.other)
    total = meetings.total
    score = t(texts.HEAD_SCORE, first=first, second=second, **_counts(t, total))
    return post(
        text(t(texts.HEAD_TO_HEAD, first=first, second=second), score if total.matches else t(texts.HEAD_NONE)),
        text(
            *(t(texts.HEAD_LINE, game=games.get(record.game).name, **_counts(t, record)) for record in meetings.records)
        ),
        text(*(_latest(t, meetings, entry) for entry in meetings.latest)),
        row(*ways),
        text(tail),
        colour=BLURPLE,
    )


def _counts(t: Language, record: ResultCount) -> dict[str, object]:
    won = {"wins": record.wins, "losses": record.losses, "draws": record.draws}
    return {"matches": matches(t, record.matches), **won}


def _latest(t: Language, meetings: Meetings, entry: HistoryEntry) -> Markup:
    winner = {"won": meetings.user, "lost": meetings.other}.get(entry.result)
    result = t(texts.HEAD_WON, who=phrases.who(t, winner)) if winner else t(texts.HEAD_ENDED[entry.result])
    game, when = games.get(entry.game).name, moment(entry.finished, "d")
    return t(texts.HEAD_LATEST, match=entry.name, game=game, result=result, when=when)
