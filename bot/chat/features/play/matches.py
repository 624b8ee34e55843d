"""``/matches``: a member's running matches with small boards, and the open challenges of the place."""

from __future__ import annotations

from functools import partial

import discord

from bot.chat.board import boards, open_challenges, waiting_list
from bot.chat.board.links import ListChallenges, ListHere, ListMatches
from bot.chat.discord.commands import slash
from bot.chat.discord.components import BLURPLE, Item, beside, button, page_buttons, post, row, rule, text
from bot.chat.discord.reply import Reply
from bot.chat.features.play import feature, here, texts
from bot.chat.language import phrases
from bot.chat.language import texts as shared
from bot.chat.language.i18n import Command, Language, mention

PAGE = waiting_list.MOST_SHOWN
"""Matches on one page."""
FEW = 3
"""Open challenges shown below at most this many matches: a message holds 40 components."""


@feature.command
@slash(
    "matches",
    texts.ABOUT_MATCHES,
    options={"member": texts.ABOUT_MEMBER, "server": texts.ABOUT_SERVER_MATCHES},
    work="board",
)
async def matches(reply: Reply, member: discord.User | None = None, server: bool = False) -> None:
    """List the matches of a member, or all that run in this server.

    ``server`` is an option, since with Discord a command that has subcommands cannot be used by itself.
    """
    if server and member is None:
        await here.show(reply)
    else:
        await _show(reply, reply.user if member is None else member.id)


@feature.on(ListMatches, work="board")
async def turn_page(reply: Reply, press: ListMatches) -> None:
    """List another page of a member's matches."""
    await _show(reply, press.member, press.page)


async def _show(reply: Reply, owner: int, number: int = 0) -> None:
    if owner == reply.user:
        await _own(reply, number)
    else:
        await _of(reply, owner, number)


async def _own(reply: Reply, number: int) -> None:
    """Show the reader their matches, the most urgent first as on the daily card, and open challenges."""
    services, t = reply.services, reply.t
    # The matches of all places are shown only in private.
    scope = reply.scope if reply.place.guild else None
    listed = await services.matches.of(reply.user, scope=scope, limit=PAGE + 1, offset=number * PAGE)
    boards.call_by_name(reply, listed)
    shown = await waiting_list.drawn(services, t, listed[:PAGE])
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
                *page_buttons(partial(ListMatches, reply.user), number, more=len(listed) > PAGE),
                None if offers else every,
                button(t.label(texts.HERE_BUTTON), ListHere(0)) if reply.place.guild else None,
            ),
            *offers,
            row(every) if offers else None,
            pictures=[match.board for match in shown],
            colour=BLURPLE,
        )
    )


async def _of(reply: Reply, owner: int, number: int) -> None:
    """Show the matches of another member that the reader may see."""
    services, t = reply.services, reply.t
    listed = await services.matches.running_of(reply.viewer, owner, limit=PAGE + 1, offset=number * PAGE)
    shown = await waiting_list.drawn(services, t, listed[:PAGE])
    boards.call_by_name(reply, listed)
    usual = (await services.members.get(owner)).rhythm.usual() if listed else None
    who = mention(owner)
    await reply.private(
        post(
            text(t(texts.MATCHES_OF, who=who), phrases.usually(t, owner, usual)),
            *(_line(t, reply.user, owner, match) for match in shown),
            None if shown else text(t(texts.MATCHES_NONE_OF, who=who)),
            row(*(here.move_or_look(t, match.item, reply.user, texts.SHOW_MATCH) for match in shown)),
            row(*page_buttons(partial(ListMatches, owner), number, more=len(listed) > PAGE)),
            pictures=[match.board for match in shown],
            colour=BLURPLE,
        )
    )


def _line(t: Language, reader: int, owner: int, shown: waiting_list.Shown) -> Item:
    """A match with its board: against whom, and whose turn it is."""
    item, match = shown.item, shown.match
    who = phrases.who(t, item.seats[1 - item.seats.index(owner)])
    status = phrases.summary_status(t, item, reader)
    line = t(shared.MATCH_LINE, match=item.name, game=match.game.name, who=who, status=status)
    return beside(shown.board, line, *phrases.away(t, zip(match.seats, match.away, strict=True)))
