"""``/matches server``: the running matches of the place that a member may see, to watch and to follow."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import games
from bot.chat.board import boards
from bot.chat.board.links import FollowHere, ListHere, OpenMove, ShowBoard
from bot.chat.discord.components import BLURPLE, Item, Post, beside, button, post, row, text
from bot.chat.discord.reply import Reply
from bot.chat.discord.services import Services
from bot.chat.features.play import feature, texts
from bot.chat.language import phrases
from bot.chat.language.i18n import Command, Language
from bot.chat.pictures.images import SMALL
from bot.chat.pictures.picture import Picture
from bot.domain.matches.finding import Summary
from bot.domain.values import Place
from bot.domain.viewer import EVERYONE, Viewer

PAGE = 4
"""Matches on one page: a message holds 40 components."""


@dataclass(frozen=True, slots=True)
class HerePage:
    """Running matches of a place, each with its board, as ``reader`` sees them. ``followed``: ids of matches."""

    reader: int
    number: int
    more: bool
    found: Sequence[tuple[Summary, Picture]]
    followed: Collection[int]


@feature.on(ListHere, work="board")
async def turn_page(reply: Reply, press: ListHere) -> None:
    """List another page of the running matches."""
    await show(reply, press.page)


@feature.on(FollowHere, work="board")
async def follow(reply: Reply, press: FollowHere) -> None:
    """Follow a match of the list, or follow it no longer, and list that page again."""
    match, matches = await reply.watched(press.match), reply.services.matches
    if await matches.follows(match.id, reply.user):
        await matches.unfollow(match.id, reply.user)
    else:
        await matches.follow(match.id, reply.user)
    await show(reply, press.page)


async def show(reply: Reply, number: int = 0) -> None:
    """List a page of the running matches of the place, those first in which a move was made lately."""
    services = reply.services
    found = await services.matches.running(reply.viewer, limit=PAGE + 1, offset=number * PAGE)
    shown = await _drawn(services, reply.t, found)
    boards.call_by_name(reply, found)
    followed = await services.matches.followed(reply.user)
    await reply.private(_card(reply.t, HerePage(reply.user, number, len(found) > PAGE, shown, followed)))


async def for_everyone(services: Services, t: Language, place: Place) -> Post | None:
    """The first page for all who read a channel, where the bot is at work and none of its posts is left; None if no
    match runs that they all may see."""

    async def views(scope: int, channels: Collection[int]) -> Collection[int]:
        return await services.visibility.of_readers(scope, place.channel, channels)

    found = await services.matches.running(Viewer(EVERYONE, place, views), limit=PAGE + 1)
    shown = await _drawn(services, t, found)
    return _card(t, HerePage(EVERYONE, 0, len(found) > PAGE, shown, ())) if found else None


async def _drawn(services: Services, t: Language, found: Sequence[Summary]) -> list[tuple[Summary, Picture]]:
    """The matches of a page with their boards."""
    shown: list[tuple[Summary, Picture]] = []
    for item in found[:PAGE]:
        match = await services.matches.get(item.id)
        image = await services.images.match(match, size=SMALL, coordinates="none", say=t.say)
        shown.append((item, Picture(f"{item.name}.png", image.data, image.alt)))
    return shown


def _card(t: Language, page: HerePage) -> Post:
    return post(
        text(t(texts.HERE)),
        *(item for summary, image in page.found for item in _match(t, page, summary, image)),
        None if page.found else text(t(texts.HERE_NONE, play=Command("play"))),
        row(
            button("◀", ListHere(page.number - 1)) if page.number else None,
            button("▶", ListHere(page.number + 1)) if page.more else None,
        ),
        pictures=[image for _, image in page.found],
        colour=BLURPLE,
    )


def _match(t: Language, page: HerePage, item: Summary, image: Picture) -> list[Item | None]:
    """A match with its board, and what somebody may do who looks at it."""
    first, second = (phrases.who(t, seat) for seat in item.seats)
    status, game = phrases.summary_status(t, item, page.reader), games.get(item.game).name
    line = t(texts.MATCH_LINE_OF, match=item.name, game=game, first=first, second=second, status=status)
    follow = texts.UNFOLLOW_ONE if item.id in page.followed else texts.FOLLOW_ONE
    return [
        beside(image, line),
        row(
            button(t.label(texts.NEXT_BUTTON, match=item.name), OpenMove(item.id, item.version), "primary")
            if item.mover == page.reader
            else button(t.label(texts.WATCH_ONE, match=item.name), ShowBoard(item.id, item.version)),
            None
            if page.reader in item.seats
            else button(t.label(follow, match=item.name), FollowHere(item.id, page.number)),
        ),
    ]
