"""``/matches``: a member's running matches with small boards, and the open challenges of the place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

import discord

import games
from bot.chat.features.play import here, texts
from bot.chat.kit.commands import slash
from bot.chat.kit.components import BLURPLE, Button, Item, Picture, Post, beside, button, post, row, rule, text
from bot.chat.kit.images import SMALL
from bot.chat.kit.language import phrases
from bot.chat.kit.language import texts as shared
from bot.chat.kit.language.i18n import Command, Language, mention
from bot.chat.kit.links import ListChallenges, ListMatches, OpenMove, ShowBoard
from bot.chat.kit.match import boards, open_challenges
from bot.chat.kit.reply import Reply
from bot.domain.challenges.challenge import Challenge
from bot.domain.matches.finding import Summary

PAGE = 5
"""Matches on one page."""
FEW = 3
"""Open challenges that are shown below the matches: a message holds 40 components."""


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


async def turn_page(reply: Reply, press: ListMatches) -> None:
    """List another page of somebody's matches."""
    await _list(reply, press.member, press.page)


@dataclass(frozen=True, slots=True)
class MatchesPage:
    """Matches of ``owner``, each with its board, as ``reader`` is to see them.

    ``away``: when the vacations of players end. ``challenges``: open ones, one more than are shown if there are more.
    """

    owner: int
    reader: int
    number: int
    more: bool
    found: Sequence[tuple[Summary, Picture]]
    away: Mapping[int, datetime]
    challenges: Sequence[Challenge]


async def _list(reply: Reply, owner: int, number: int) -> None:
    """Show a page of somebody's running matches, and on one's own first page the open challenges."""
    services = reply.services
    after = number * PAGE
    if owner == reply.user:
        # Of all places only one's own are shown, and only in private.
        found = await services.matches.of(
            owner, scope=reply.scope if reply.place.guild else None, limit=PAGE + 1, offset=after
        )
    else:
        found = await services.matches.running_of(reply.viewer, owner, limit=PAGE + 1, offset=after)
    shown: list[tuple[Summary, Picture]] = []
    for item in found[:PAGE]:
        match = await services.matches.get(item.id)
        image = await services.images.match(match, size=SMALL, coordinates="none", say=reply.t.say)
        shown.append((item, Picture(f"{item.name}.png", image.data, image.alt)))
    boards.call_by_name(reply, found)
    challenges: Sequence[Challenge] = ()
    if not number and owner == reply.user:
        challenges = await services.challenges.open(reply.viewer, limit=FEW + 1)
    away = await services.members.away({user for item, _ in shown for user in item.seats})
    page = MatchesPage(owner, reply.user, number, len(found) > PAGE, shown, away, challenges)
    await reply.private(_card(reply.t, page))


def _card(t: Language, page: MatchesPage) -> Post:
    mine, owner = page.owner == page.reader, mention(page.owner)
    none = t(texts.MATCHES_NONE, play=Command("play")) if mine else t(texts.MATCHES_NONE_OF, who=owner)
    offers: list[Item | None] = []
    if page.challenges:
        offers = [
            rule(),
            text(t(shared.OPEN_CHALLENGES)),
            *open_challenges.rows(t, page.challenges[:FEW], page.reader),
            row(button(t.label(texts.OPEN_ALL), ListChallenges(0))) if len(page.challenges) > FEW else None,
        ]
    return post(
        text(t(texts.MATCHES) if mine else t(texts.MATCHES_OF, who=owner)),
        *(_line(t, page, item, image) for item, image in page.found),
        None if page.found else text(none),
        row(*(_button(t, item, page.reader) for item, _ in page.found)),
        row(
            button("◀", ListMatches(page.owner, page.number - 1)) if page.number else None,
            button("▶", ListMatches(page.owner, page.number + 1)) if page.more else None,
        ),
        *offers,
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
        line = t(texts.MATCH_LINE, who=players[1 - item.seats.index(page.owner)], **says)
    else:
        line = t(texts.MATCH_LINE_OF, first=players[0], second=players[1], **says)
    return beside(image, line, *phrases.away(t, [(user, page.away.get(user)) for user in item.seats]))


def _button(t: Language, item: Summary, reader: int) -> Button:
    if item.mover == reader:
        return button(t.label(texts.NEXT_BUTTON, match=item.name), OpenMove(item.id, item.version), "primary")
    return button(t.label(texts.SHOW_MATCH, match=item.name), ShowBoard(item.id, item.version))
