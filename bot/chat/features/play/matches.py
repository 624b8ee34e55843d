"""``/matches``: a member's running matches and open challenges, and all running matches of the
place, to follow.
"""

from collections.abc import Collection, Sequence
from functools import partial

import discord

from bot.chat.board import boards, open_challenges, waiting_list
from bot.chat.board.links import (
    FollowHere,
    ListChallenges,
    ListHere,
    ListMatches,
    OpenMove,
    ShowBoard,
)
from bot.chat.discord.commands import slash
from bot.chat.discord.components import (
    BLURPLE,
    Button,
    Item,
    Post,
    beside,
    button,
    page_buttons,
    post,
    row,
    rule,
    text,
)
from bot.chat.discord.reply import Reply
from bot.chat.discord.services import Services
from bot.chat.features.play import feature, texts
from bot.chat.language import phrases, texts as shared
from bot.chat.language.i18n import Command, Language, mention
from bot.domain.challenges.challenge import Challenge
from bot.domain.matches.lists.summary import Summary
from bot.domain.values import EVERYONE, Place

PAGE = waiting_list.MOST_SHOWN  # matches on one page
# open challenges shown below at most this many matches: a message has at most 40 components
FEW = 3
PAGE_HERE = 4  # matches of the place on one page, for the same reason


@feature.command
@slash(
    "matches",
    texts.ABOUT_MATCHES,
    options={"member": texts.ABOUT_MEMBER, "server": texts.ABOUT_SERVER_MATCHES},
    work="board",
)
async def matches(reply: Reply, member: discord.User | None = None, server: bool = False) -> None:
    """``server`` is an option because a command that has subcommands cannot be used by itself."""
    if server and member is None:
        await turn_page_here(reply, ListHere(0))
    else:
        await turn_page(reply, ListMatches(reply.user if member is None else member.id, 0))


@feature.on(ListMatches, work="board", page="place", address=True)
async def turn_page(reply: Reply, press: ListMatches) -> None:
    if press.member == reply.user:
        await _own(reply, press.page)
    else:
        await _of(reply, press.member, press.page)


async def _own(reply: Reply, number: int) -> None:
    """Show the reader their matches, the most urgent first as on the daily card, and open
    challenges.
    """
    services = reply.services
    t = reply.t
    # The matches of all places are shown only in private.
    scope = reply.scope if reply.place.guild else None
    summaries = await services.matches.of(
        reply.user, scope=scope, limit=PAGE + 1, offset=number * PAGE
    )
    boards.call_by_name(reply, summaries)
    entries = await waiting_list.with_boards(services, t, summaries[:PAGE])
    member = await services.members.get(reply.user)
    challenges: Sequence[Challenge] = ()
    if number == 0:
        challenges = await services.challenges.open(reply.viewer, limit=FEW + 1)
    room = FEW if len(entries) <= FEW else 0
    all_challenges = None
    if len(challenges) > room:
        all_challenges = button(t.label(texts.OPEN_ALL), ListChallenges(0))
    challenge_items = await _challenge_items(
        services, t, challenges[:room], reply.user, all_challenges
    )
    buttons = page_buttons(partial(ListMatches, reply.user), number, more=len(summaries) > PAGE)
    if not challenge_items:
        buttons.append(all_challenges)
    if reply.place.guild:
        buttons.append(button(t.label(texts.HERE_BUTTON), ListHere(0)))
    card = post(
        text(t(texts.MATCHES)),
        *waiting_list.rows(t, entries, reply.user, member.last_card),
        None if entries else text(t(texts.MATCHES_NONE, play=Command("play"))),
        row(*buttons),
        *challenge_items,
        colour=BLURPLE,
    )
    await reply.private(card)


async def _challenge_items(
    services: Services,
    t: Language,
    challenges: Sequence[Challenge],
    reader: int,
    all_challenges: Button | None,
) -> list[Item | None]:
    """Open challenges below the reader's matches; nothing where there are none.

    :param all_challenges: the button to the list of all
    """
    if not challenges:
        return []
    return [
        rule(),
        text(t(shared.OPEN_CHALLENGES)),
        *await open_challenges.rows(services, t, challenges, reader),
        row(all_challenges),
    ]


async def _of(reply: Reply, owner: int, number: int) -> None:
    """Show the matches of another member that the reader may see."""
    services = reply.services
    t = reply.t
    summaries = await services.matches.running_of(
        reply.viewer, owner, limit=PAGE + 1, offset=number * PAGE
    )
    entries = await waiting_list.with_boards(services, t, summaries[:PAGE])
    boards.call_by_name(reply, summaries)
    usual_time = None
    if summaries:
        member = await services.members.get(owner)
        usual_time = member.rhythm.usual()
    who = mention(owner)
    pages = page_buttons(partial(ListMatches, owner), number, more=len(summaries) > PAGE)
    await reply.private(
        post(
            text(t(texts.MATCHES_OF, who=who), phrases.usually(t, owner, usual_time)),
            *(_line(t, reply.user, owner, match) for match in entries),
            None if entries else text(t(texts.MATCHES_NONE_OF, who=who)),
            row(*(_move_or_look(t, match.item, reply.user, reply.on_page) for match in entries)),
            row(*pages),
            colour=BLURPLE,
        )
    )


def _line(t: Language, reader: int, owner: int, entry: waiting_list.ListedMatch) -> Item:
    """A match with its board: against whom, and whose turn it is."""
    item = entry.item
    match = entry.match
    who = phrases.who(t, item.opponent(owner))
    status = phrases.summary_status(t, item, reader)
    line = t(shared.MATCH_LINE, match=item.name, game=match.game.name, who=who, status=status)
    return beside(entry.board, line, *phrases.away(t, match))


@feature.on(ListHere, work="board", page="place", address=True)
async def turn_page_here(reply: Reply, press: ListHere) -> None:
    matches = reply.services.matches
    summaries = await matches.running(
        reply.viewer, limit=PAGE_HERE + 1, offset=press.page * PAGE_HERE
    )
    entries = await waiting_list.with_boards(reply.services, reply.t, summaries[:PAGE_HERE])
    boards.call_by_name(reply, summaries)
    follows = await matches.followed(reply.user)
    more = len(summaries) > PAGE_HERE
    card = _card_here(
        reply.t, entries, reply.user, follows, press.page, more=more, on_page=reply.on_page
    )
    await reply.private(card)


@feature.on(FollowHere, work="board", page="place")
async def follow(reply: Reply, press: FollowHere) -> None:
    match = await reply.watched(press.match)
    matches = reply.services.matches
    if await matches.follows(match.id, reply.user):
        await matches.unfollow(match.id, reply.user)
    else:
        await matches.follow(match.id, reply.user)
    await turn_page_here(reply, ListHere(press.page))


async def for_everyone(services: Services, t: Language, place: Place) -> Post | None:
    """The running matches that all readers of a channel may see, for a process that starts where no
    post is left.
    """
    summaries = await services.matches.running(
        services.visibility.everyone(place), limit=PAGE_HERE + 1
    )
    t.names = phrases.names_of(summaries, None, place.scope)
    entries = await waiting_list.with_boards(services, t, summaries[:PAGE_HERE])
    if not entries:
        return None
    return _card_here(t, entries, EVERYONE, (), 0, more=len(summaries) > PAGE_HERE)


def _card_here(
    t: Language,
    entries: Sequence[waiting_list.ListedMatch],
    reader: int,
    follows: Collection[int],
    page: int,
    *,
    more: bool,
    on_page: bool = False,
) -> Post:
    """A page of matches.

    :param follows: the ids of those that the reader follows
    """
    rows: list[Item | None] = []
    for match in entries:
        is_followed = match.item.id in follows
        look = _move_or_look(t, match.item, reader, on_page)
        follow = _follow(t, match.item, reader, is_followed, page)
        rows += [_line_here(t, match, reader), row(look, follow)]
    return post(
        text(t(texts.HERE)),
        *(rows or [text(t(texts.HERE_NONE, play=Command("play")))]),
        row(*page_buttons(ListHere, page, more=more)),
        colour=BLURPLE,
    )


def _line_here(t: Language, entry: waiting_list.ListedMatch, reader: int) -> Item:
    """A match with its board: of whom, and whose turn it is."""
    item = entry.item
    first, second = (phrases.who(t, seat) for seat in item.seats)
    status = phrases.summary_status(t, item, reader)
    game = entry.match.game.name
    line = t(
        texts.MATCH_LINE_OF, match=item.name, game=game, first=first, second=second, status=status
    )
    return beside(entry.board, line)


def _follow(t: Language, item: Summary, reader: int, is_followed: bool, page: int) -> Button | None:
    """The button to follow a match of others, or to follow it no longer."""
    if reader in item.seats:
        return None
    template = texts.UNFOLLOW_ONE if is_followed else texts.FOLLOW_ONE
    return button(t.label(template, match=item.name), FollowHere(item.id, page))


def _move_or_look(t: Language, item: Summary, reader: int, on_page: bool) -> Button:
    """The button to move where it is the reader's turn, else the one to see the board; on the page
    one moves on the board that one sees.
    """
    if item.mover == reader and not item.paused and not on_page:
        label = t.label(texts.NEXT_BUTTON, match=item.name)
        return button(label, OpenMove(item.id, item.version), "primary")
    return button(t.label(texts.BOARD_OF, match=item.name), ShowBoard(item.id, item.version))
