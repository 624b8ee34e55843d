"""How the matches of two members against each other have gone, by game."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import games
from bot.chat.discord.components import BLURPLE, Button, Post, button, post, row, text
from bot.chat.discord.delivery.sharing import posted_by, share
from bot.chat.discord.press import MemberPress, number
from bot.chat.discord.reply import Reply, no_such_button
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
    """Show how the matches of two members went, as far as the one who asks may see them. Raises Refused."""
    await _show(reply, press.member, press.other)


@feature.on(ChooseOpponent)
async def choose(reply: Reply, press: ChooseOpponent) -> None:
    """Show it for the member chosen in the menu. Raises Refused."""
    chosen = number(reply.values[0]) if reply.values else None
    if chosen is None:
        raise no_such_button()
    await _show(reply, press.member, chosen)


class PostHeadToHead(MemberPress, action="versuspost"):
    """Show to everyone how the matches of two members have gone."""

    other: int


@feature.on(PostHeadToHead)
async def post_card(reply: Reply, press: PostHeadToHead) -> None:
    """Show it to everyone: the matches that all readers of the channel may see. Raises Refused, LimitReached."""

    async def compose(t: Language) -> Post:
        found = await reply.services.ratings.between(_readers(reply), press.member, press.other)
        return _card(t, found, [_history(t, found)], tail=posted_by(t, reply))

    await share(reply, press, compose, (press.member, press.other))


def _readers(reply: Reply) -> Viewer:
    """All who read the channel; outside servers they see what is played there."""
    visibility, place = reply.services.visibility, reply.place

    async def views(scope: int, channels: Collection[int]) -> Collection[int]:
        return await visibility.of_readers(scope, place.channel, channels)

    return Viewer(EVERYONE, place, views)


async def _show(reply: Reply, member: int, other: int) -> None:
    t = reply.t
    found = await reply.services.ratings.between(reply.viewer, member, other)
    may_post = found.total.matches and (reply.place.guild or reply.user in (member, other))
    share_it = button(t.label(shared.POST_HERE), PostHeadToHead(member, other)) if may_post else None
    await reply.private(_card(t, found, [_history(t, found), share_it]), anew=True)


def _history(t: Language, found: Meetings) -> Button | None:
    """The button for the matches themselves."""
    if not found.latest:
        return None
    return button(t.label(texts.HISTORY), HistoryOn(found.user, 0, "-", str(found.other)))


def _card(t: Language, found: Meetings, ways: Sequence[Button | None], tail: str = "") -> Post:
    """The card of two members, with ways to go on from it and a line below."""
    first, second = phrases.who(t, found.user), phrases.who(t, found.other)
    total = found.total
    score = t(
        texts.HEAD_SCORE,
        matches=matches(t, total.matches),
        first=first,
        second=second,
        wins=total.wins,
        losses=total.losses,
        draws=total.draws,
    )
    return post(
        text(
            t(texts.HEAD_TO_HEAD, first=first, second=second),
            score if total.matches else t(texts.HEAD_NONE),
        ),
        text(*(_line(t, found, record) for record in found.records)) if found.records else None,
        text(*(_latest(t, found, entry) for entry in found.latest)) if found.latest else None,
        row(*ways),
        text(tail) if tail else None,
        colour=BLURPLE,
    )


def _line(t: Language, found: Meetings, record: ResultCount) -> Markup:
    return t(
        texts.HEAD_LINE,
        game=games.get(record.game).name,
        matches=matches(t, record.matches),
        wins=record.wins,
        losses=record.losses,
        draws=record.draws,
    )


def _latest(t: Language, found: Meetings, entry: HistoryEntry) -> Markup:
    winner = {"won": found.user, "lost": found.other}.get(entry.result)
    result = t(texts.HEAD_WON, who=phrases.who(t, winner)) if winner else t(texts.HEAD_ENDED[entry.result])
    return t(
        texts.HEAD_LATEST,
        match=entry.name,
        game=games.get(entry.game).name,
        result=result,
        when=moment(entry.finished, "d"),
    )
