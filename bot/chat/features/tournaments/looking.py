"""Looking at tournaments: standings, pairings, brackets, and those of a server."""

from collections.abc import Sequence
from dataclasses import replace
from math import ceil
from typing import TypeVar

from bot.chat.board import charts
from bot.chat.board.links import ListTournaments, OpenMove, OpenTournament
from bot.chat.discord.commands import slash
from bot.chat.discord.components import Button, ButtonRow, Post, extended, menu, row, rows
from bot.chat.discord.page_commands import command_button
from bot.chat.discord.reply import Reply, no_such_button
from bot.chat.features.tournaments import cards, feature, phrases, pictures, texts
from bot.chat.features.tournaments.cards import PAGE
from bot.chat.features.tournaments.completion import tournament_command
from bot.chat.features.tournaments.presses import (
    OpenPairing,
    PagePress,
    ShownPart,
    ShowTournament,
    TournamentBack,
    TournamentOn,
)
from bot.chat.features.tournaments.taking_part import named
from bot.chat.language import phrases as shared_phrases
from bot.chat.language.i18n import Language
from bot.domain.tournaments.organising import REACH
from bot.domain.tournaments.tournament import Standing, Tournament

T = TypeVar("T")
ORGANISING_EARLY = (
    "tournament start",
    "tournament remove",
    "tournament handover",
    "tournament close",
)
ORGANISING_LATER = (
    "tournament settle",
    "tournament replace",
    "tournament remove",
    "tournament handover",
    "tournament close",
)


@tournament_command("tournament standings", texts.ABOUT_STANDINGS, work="board")
async def standings(reply: Reply, tournament: str = "") -> None:
    """Show how a tournament stands."""
    await show(reply, await named(reply, tournament))


async def show(
    reply: Reply, item: Tournament, view: ShownPart = "s", page: int = 0, *, anew: bool = False
) -> None:
    """Show the member a tournament in one of the ways, or the announcement before it has begun."""
    if cards.early(item):
        card = await cards.announcement(reply.services, reply.t, item)
    elif view == "p":
        card = await _pairings(reply, item, page)
    elif view == "m" and item.kind == "knock-out":
        card = await _bracket(reply, item, part=None)
    elif view == "b" and item.kind == "knock-out":
        card = await _bracket(reply, item, part=page)
    else:
        card = await _standings(reply, item, page)
    if reply.on_page:
        card = extended(card, await _match_menu(reply, item))
    if reply.on_page and item.organiser.id == reply.user:
        card = extended(card, *rows(_organising_buttons(reply.t, item)))
    await reply.private(card, anew=anew)


async def _match_menu(reply: Reply, item: Tournament) -> ButtonRow | None:
    """The matches of a tournament to open on the page, the latest round first; None before there
    are any.
    """
    pairings = await reply.services.tournaments.games(item.id)
    names = {entrant.slot: entrant.name for entrant in item.entrants}
    options = dict[int, str]()
    for pairing in sorted(pairings, key=lambda pairing: -pairing.round):
        first, second = pairing.slots
        if pairing.match is not None and second is not None:
            players = f"{names.get(first, '')} – {names.get(second, '')}"
            options[pairing.match] = f"{pairing.match_name} · {players}"
    return menu(reply.t.label(texts.OPEN_MATCH), OpenPairing(), options)


@feature.on(OpenPairing, work="board", page="place")
async def open_pairing(reply: Reply, press: OpenPairing) -> None:
    """Open the match chosen in a menu of the page. Raises NotFound."""
    if not reply.on_page:
        raise no_such_button()
    await reply.perform(OpenMove(reply.chosen(), 0))


def _organising_buttons(t: Language, item: Tournament) -> list[Button]:
    """What its organiser can do with a tournament, on the page."""
    commands: Sequence[str] = ()
    if cards.early(item):
        commands = ORGANISING_EARLY
    elif item.status == "running":
        commands = ORGANISING_LATER
    return [command_button(t, command, tournament=item.name) for command in commands]


@feature.on(ShowTournament, TournamentBack, TournamentOn, work="board", page="place", address=True)
async def turn(reply: Reply, press: PagePress) -> None:
    """Show a view of a tournament, or another page of it."""
    item = await reply.services.tournaments.shown(reply.viewer, press.tournament)
    await show(reply, item, press.view, press.page)


@feature.on(OpenTournament, work="board", page="place", address=True)
async def open_tournament(reply: Reply, press: OpenTournament) -> None:
    """Show a tournament in a message of its own."""
    item = await reply.services.tournaments.shown(reply.viewer, press.tournament)
    await show(reply, item, anew=True)


@feature.command
@slash("tournament list", texts.ABOUT_LIST, servers_only=True)
async def overview(reply: Reply) -> None:
    """List the tournaments of the server."""
    await _list(reply)


async def _list(reply: Reply) -> None:
    service = reply.services.tournaments
    past_ones = await service.of(reply.viewer, is_running=False, limit=5)
    running_ones = await service.of(reply.viewer)
    card = cards.overview(reply.t, running_ones, past_ones)
    if reply.on_page:
        card = extended(card, row(command_button(reply.t, "tournament create")))
    await reply.private(card)


@feature.on(ListTournaments, page="place", address=True)
async def list_tournaments(reply: Reply, press: ListTournaments) -> None:
    """List the tournaments of the server."""
    await _list(reply)


async def _pairings(reply: Reply, item: Tournament, page: int) -> Post:
    """The pairings, those of the latest round first.

    Of rounds that are played together all are in order.
    """
    t = reply.t
    pairings = list(await reply.services.tournaments.games(item.id))
    if item.kind == "ladder":
        pairings.reverse()
    elif not item.at_once:
        pairings.sort(key=lambda pairing: -pairing.round)
    lines = phrases.rounds(t, item, _on_page(pairings, page), pairings)
    if not lines:
        lines.append(t(texts.PAIRINGS_NONE))
    return cards.table(
        t, item, lines, None, pages=cards.PageNumber(page, _page_count(pairings)), view="p"
    )


def _on_page(lines: Sequence[T], page: int) -> Sequence[T]:
    start = page * PAGE
    return lines[start : start + PAGE]


def _page_count(lines: Sequence[object]) -> int:
    """The number of pages, at least one."""
    return max(1, ceil(len(lines) / PAGE))


async def _bracket(reply: Reply, item: Tournament, *, part: int | None) -> Post:
    """A part of the bracket; None: the one in which the member plays."""
    ties = await reply.services.tournaments.bracket(item.id)
    if part is None:
        entrant = item.entrant(reply.user)
        part = 0 if entrant is None else pictures.bracket_part(item, ties, entrant.slot)
    parts = pictures.bracket_parts(item, ties)
    part = min(part, parts - 1)
    image = None
    if ties:
        image = await pictures.bracket(
            reply.services.images, reply.t, item, ties, part=part, theme=charts.theme(reply)
        )
    tail = reply.t(texts.TIES[item.kind])
    return cards.table(
        reply.t, item, (), image, pages=cards.PageNumber(part, parts), view="m", tail=tail
    )


async def _standings(reply: Reply, item: Tournament, page: int) -> Post:
    """A page of the standings, with the reader's own line on every page."""
    t = reply.t
    standings = await reply.services.tournaments.standings(item.id)
    on_page = _on_page(standings, page)
    lines = phrases.standing_lines(t, item, on_page)
    own_standings = [standing for standing in standings if standing.entrant.user == reply.user]
    off_page = [standing for standing in own_standings if standing not in on_page]
    image = None
    if on_page:
        image = await pictures.standings(
            reply.services.images, t, item, on_page, user=reply.user, theme=charts.theme(reply)
        )
    if image is not None and reply.on_page:  # which reads the lines aloud, and shows them once
        image = replace(image, alt="\n".join(lines))
        lines = []
    if off_page:
        lines += ["…", *phrases.standing_lines(t, item, off_page)]
    is_open = cards.open_ladder(item)
    tail = None
    if is_open or item.kind != "ladder":
        tail = t(texts.TIES[item.kind])
    rivals = dict[int, str]()
    if is_open:
        rivals = _above(reply, standings)
    return cards.table(
        t,
        item,
        lines,
        image,
        pages=cards.PageNumber(page, _page_count(standings)),
        tail=tail,
        rivals=rivals,
        joins=is_open and item.entrant(reply.user) is None,
    )


def _above(reply: Reply, standings: Sequence[Standing]) -> dict[int, str]:
    """Those whom the member may challenge on a ladder by name, the nearest first."""
    entrants = [standing.entrant for standing in standings]
    users = [entrant.user for entrant in entrants]
    if reply.user not in users:
        return {}
    own_place = users.index(reply.user)
    rivals = entrants[max(0, own_place - REACH) : own_place]
    return {
        entrant.user: shared_phrases.named(reply.t, entrant.user, entrant.name)
        for entrant in reversed(rivals)
    }
