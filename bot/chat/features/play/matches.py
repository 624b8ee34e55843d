"""``/matches``: a member's running matches with small boards, and the open challenges of the place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import discord

import games
from bot.chat.board import boards, open_challenges, waiting_list
from bot.chat.board.links import ListChallenges, ListHere, ListMatches, OpenMove, ShowBoard
from bot.chat.discord.commands import slash
from bot.chat.discord.components import BLURPLE, Button, Item, Post, beside, button, post, row, rule, text
from bot.chat.discord.reply import Reply
from bot.chat.features.play import feature, here, texts
from bot.chat.language import phrases
from bot.chat.language import texts as shared
from bot.chat.language.i18n import Command, Language, mention
from bot.chat.pictures.images import SMALL
from bot.chat.pictures.picture import Picture
from bot.domain.matches.finding import Summary

PAGE = waiting_list.MOST_SHOWN
"""Matches on one page."""
FEW = 3
"""Open challenges that are shown below so many matches at most: a message holds 40 components."""


@feature.command
@slash(
    "matches",
    texts.ABOUT_MATCHES,
    options={"member": texts.ABOUT_MEMBER, "server": texts.ABOUT_SERVER_MATCHES},
    work="board",
)
async def matches(reply: Reply, member: discord.User | None = None, server: bool = False) -> None:
    """List the matches of a member, or all that run in this server.

    An option, since Discord lets nobody use a command by itself that has subcommands.
    """
    if server and member is None:
        await here.show(reply)
        return
    await _list(reply, reply.user if member is None else member.id, 0)


@feature.on(ListMatches, work="board")
async def turn_page(reply: Reply, press: ListMatches) -> None:
    """List another page of somebody's matches."""
    await _list(reply, press.member, press.page)


@dataclass(frozen=True, slots=True)
class MatchesPage:
    """Matches of ``owner``, each with its board, as ``reader`` is to see them.

    ``away``: when the vacations of players end. ``usual``: how soon the owner answers.
    """

    owner: int
    reader: int
    number: int
    more: bool
    found: Sequence[tuple[Summary, Picture]]
    away: Mapping[int, datetime]
    usual: timedelta | None


async def _list(reply: Reply, owner: int, number: int) -> None:
    """Show a page of somebody's running matches."""
    if owner == reply.user:
        await _own(reply, number)
        return
    services = reply.services
    found = await services.matches.running_of(reply.viewer, owner, limit=PAGE + 1, offset=number * PAGE)
    shown: list[tuple[Summary, Picture]] = []
    for item in found[:PAGE]:
        match = await services.matches.get(item.id)
        image = await services.images.match(match, size=SMALL, coordinates="none", say=reply.t.say)
        shown.append((item, Picture(f"{item.name}.png", image.data, image.alt)))
    boards.call_by_name(reply, found)
    usual = (await services.members.get(owner)).rhythm.usual() if found else None
    away = await services.members.away({user for item, _ in shown for user in item.seats})
    page = MatchesPage(owner, reply.user, number, len(found) > PAGE, shown, away, usual)
    await reply.private(_card(reply.t, page))


async def _own(reply: Reply, number: int) -> None:
    """Show the reader what waits for them, as on the daily card, then what they wait for, and open challenges."""
    services, t = reply.services, reply.t
    # Of all places only one's own are shown, and only in private.
    scope = reply.scope if reply.place.guild else None
    found = await services.matches.of(reply.user, scope=scope, limit=PAGE + 1, offset=number * PAGE)
    boards.call_by_name(reply, found)
    shown = await waiting_list.drawn(services, t, found[:PAGE])
    since = (await services.members.get(reply.user)).last_card
    few = 0 if number or len(shown) > FEW else FEW
    challenges = await services.challenges.open(reply.viewer, limit=FEW + 1) if not number else ()
    offers: list[Item | None] = []
    if challenges and few:
        offers = [rule(), text(t(shared.OPEN_CHALLENGES)), *open_challenges.rows(t, challenges[:few], reply.user)]
    every = button(t.label(texts.OPEN_ALL), ListChallenges(0)) if len(challenges) > few else None
    await reply.private(
        post(
            text(t(texts.MATCHES)),
            *waiting_list.rows(t, shown, reply.user, since),
            None if shown else text(t(texts.MATCHES_NONE, play=Command("play"))),
            row(
                button("◀", ListMatches(reply.user, number - 1)) if number else None,
                button("▶", ListMatches(reply.user, number + 1)) if len(found) > PAGE else None,
                None if offers else every,
                button(t.label(texts.HERE_BUTTON), ListHere(0)) if reply.place.guild else None,
            ),
            *offers,
            row(every) if offers else None,
            pictures=[one.board for one in shown],
            colour=BLURPLE,
        )
    )


def _card(t: Language, page: MatchesPage) -> Post:
    owner = mention(page.owner)
    return post(
        text(t(texts.MATCHES_OF, who=owner), phrases.usually(t, page.owner, page.usual)),
        *(_line(t, page, item, image) for item, image in page.found),
        None if page.found else text(t(texts.MATCHES_NONE_OF, who=owner)),
        row(*(_button(t, item, page.reader) for item, _ in page.found)),
        row(
            button("◀", ListMatches(page.owner, page.number - 1)) if page.number else None,
            button("▶", ListMatches(page.owner, page.number + 1)) if page.more else None,
        ),
        pictures=[image for _, image in page.found],
        colour=BLURPLE,
    )


def _line(t: Language, page: MatchesPage, item: Summary, image: Picture) -> Item:
    """A match with its board: against whom, and whose turn it is."""
    says = {
        "match": item.name,
        "game": games.get(item.game).name,
        "status": phrases.summary_status(t, item, page.reader),
    }
    players = [phrases.who(t, seat) for seat in item.seats]
    if page.owner in item.seats:
        line = t(shared.MATCH_LINE, who=players[1 - item.seats.index(page.owner)], **says)
    else:
        line = t(texts.MATCH_LINE_OF, first=players[0], second=players[1], **says)
    return beside(image, line, *phrases.away(t, [(user, page.away.get(user)) for user in item.seats]))


def _button(t: Language, item: Summary, reader: int) -> Button:
    if item.mover == reader:
        return button(t.label(texts.NEXT_BUTTON, match=item.name), OpenMove(item.id, item.version), "primary")
    return button(t.label(texts.SHOW_MATCH, match=item.name), ShowBoard(item.id, item.version))
