"""``/matches server``: the running matches of the place that a member may see, to watch and to follow."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from bot.chat.board import boards, waiting_list
from bot.chat.board.links import FollowHere, ListHere, OpenMove, ShowBoard
from bot.chat.discord.components import BLURPLE, Button, Item, Post, beside, button, page_buttons, post, row, text
from bot.chat.discord.reply import Reply
from bot.chat.discord.services import Services
from bot.chat.features.play import feature, texts
from bot.chat.language import phrases
from bot.chat.language.i18n import Command, Language
from bot.domain.matches.finding import Summary
from bot.domain.values import Place
from bot.domain.viewer import EVERYONE, Viewer

PAGE = 4
"""Matches on one page: a message holds 40 components."""


@feature.on(ListHere, work="board")
async def turn_page(reply: Reply, press: ListHere) -> None:
    """List another page of the running matches."""
    await show(reply, press.page)


@feature.on(FollowHere, work="board")
async def follow(reply: Reply, press: FollowHere) -> None:
    """Follow a match of the list, or stop following it, and list that page again."""
    match, matches = await reply.watched(press.match), reply.services.matches
    if await matches.follows(match.id, reply.user):
        await matches.unfollow(match.id, reply.user)
    else:
        await matches.follow(match.id, reply.user)
    await show(reply, press.page)


async def show(reply: Reply, number: int = 0) -> None:
    """List a page of the running matches of the place, the latest moved first."""
    matches = reply.services.matches
    listed = await matches.running(reply.viewer, limit=PAGE + 1, offset=number * PAGE)
    shown = await waiting_list.drawn(reply.services, reply.t, listed[:PAGE])
    boards.call_by_name(reply, listed)
    followed = await matches.followed(reply.user)
    await reply.private(_card(reply.t, shown, reply.user, followed, number, more=len(listed) > PAGE))


async def for_everyone(services: Services, t: Language, place: Place) -> Post | None:
    """The first page for all who read a channel, for a process that starts where none of the bot's posts is left.

    None if no match runs that they all may see.
    """

    async def views(scope: int, channels: Collection[int]) -> Collection[int]:
        return await services.visibility.of_readers(scope, place.channel, channels)

    listed = await services.matches.running(Viewer(EVERYONE, place, views), limit=PAGE + 1)
    shown = await waiting_list.drawn(services, t, listed[:PAGE])
    return _card(t, shown, EVERYONE, (), 0, more=len(listed) > PAGE) if shown else None


def _card(
    t: Language, shown: Sequence[waiting_list.Shown], reader: int, followed: Collection[int], page: int, *, more: bool
) -> Post:
    """A page of matches. ``followed``: the ids of those that the reader follows."""
    rows: list[Item | None] = []
    for match in shown:
        rows += _match(t, match, reader, match.item.id in followed, page)
    return post(
        text(t(texts.HERE)),
        *(rows or [text(t(texts.HERE_NONE, play=Command("play")))]),
        row(*page_buttons(ListHere, page, more=more)),
        pictures=[match.board for match in shown],
        colour=BLURPLE,
    )


def _match(t: Language, shown: waiting_list.Shown, reader: int, followed: bool, page: int) -> list[Item | None]:
    """A match with its board, and what the reader may do."""
    item = shown.item
    first, second = (phrases.who(t, seat) for seat in item.seats)
    status, game = phrases.summary_status(t, item, reader), shown.match.game.name
    line = t(texts.MATCH_LINE_OF, match=item.name, game=game, first=first, second=second, status=status)
    label = t.label(texts.UNFOLLOW_ONE if followed else texts.FOLLOW_ONE, match=item.name)
    follow = None if reader in item.seats else button(label, FollowHere(item.id, page))
    return [beside(shown.board, line), row(move_or_look(t, item, reader, texts.WATCH_ONE), follow)]


def move_or_look(t: Language, item: Summary, reader: int, look: str) -> Button:
    """The button to move where it is the reader's turn, else the one to see the board, with the text ``look``."""
    if item.mover == reader:
        return button(t.label(texts.NEXT_BUTTON, match=item.name), OpenMove(item.id, item.version), "primary")
    return button(t.label(look, match=item.name), ShowBoard(item.id, item.version))
