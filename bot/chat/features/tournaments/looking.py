"""Looking at tournaments: standings, pairings, brackets, and those of a server."""

from collections.abc import Sequence

from bot.chat.board import charts
from bot.chat.board.links import OpenTournament
from bot.chat.discord.commands import slash
from bot.chat.discord.components import Post
from bot.chat.discord.reply import Reply
from bot.chat.features.tournaments import cards, feature, phrases, pictures, texts
from bot.chat.features.tournaments.cards import PAGE
from bot.chat.features.tournaments.completion import tournament_command
from bot.chat.features.tournaments.presses import (
    PagePress,
    ShowTournament,
    TournamentBack,
    TournamentOn,
    View,
)
from bot.chat.features.tournaments.taking_part import named
from bot.chat.language import phrases as shared_phrases
from bot.domain.tournaments.organising import REACH
from bot.domain.tournaments.tournament import Standing, Tournament


@tournament_command("tournament standings", texts.ABOUT_STANDINGS, work="board")
async def standings(reply: Reply, tournament: str = "") -> None:
    await show(reply, await named(reply, tournament))


async def show(
    reply: Reply, item: Tournament, view: View = "s", page: int = 0, *, anew: bool = False
) -> None:
    """Show the member a tournament in one of the ways, or the announcement before it has begun."""
    if cards.early(item):
        card = await cards.announcement(reply.services, reply.t, item)
    elif view == "p":
        card = await _pairings(reply, item, page)
    elif view in ("b", "m") and item.kind == "knock-out":
        card = await _bracket(reply, item, None if view == "m" else page)
    else:
        card = await _standings(reply, item, page)
    await reply.private(card, anew=anew)


@feature.on(ShowTournament, TournamentBack, TournamentOn, work="board")
async def turn(reply: Reply, press: PagePress) -> None:
    await show(
        reply,
        await reply.services.tournaments.shown(reply.viewer, press.tournament),
        press.view,
        press.page,
    )


@feature.on(OpenTournament, work="board")
async def open_tournament(reply: Reply, press: OpenTournament) -> None:
    await show(
        reply, await reply.services.tournaments.shown(reply.viewer, press.tournament), anew=True
    )


@feature.command
@slash("tournament list", texts.ABOUT_LIST, servers_only=True)
async def overview(reply: Reply) -> None:
    service = reply.services.tournaments
    over = await service.of(reply.viewer, running=False, limit=5)
    await reply.private(cards.overview(reply.t, await service.of(reply.viewer), over))


async def _pairings(reply: Reply, item: Tournament, page: int) -> Post:
    """The pairings, those of the latest round first; of rounds that are played together all in
    order.
    """
    t = reply.t
    pairings = list(await reply.services.tournaments.games(item.id))
    if item.kind == "ladder":
        pairings.reverse()
    elif not item.at_once:
        pairings.sort(key=lambda pairing: -pairing.round)
    lines = phrases.rounds(t, item, pairings[page * PAGE : (page + 1) * PAGE], pairings)
    return cards.table(
        t,
        item,
        lines or [t(texts.PAIRINGS_NONE)],
        None,
        pages=(page, _pages(len(pairings))),
        view="p",
    )


def _pages(lines: int) -> int:
    return max(1, -(-lines // PAGE))


async def _bracket(reply: Reply, item: Tournament, part: int | None) -> Post:
    """A part of the bracket; None: the one in which the member plays."""
    ties = await reply.services.tournaments.bracket(item.id)
    if part is None:
        mine = item.entrant(reply.user)
        part = 0 if mine is None else pictures.bracket_part(item, ties, mine.slot)
    parts = pictures.bracket_parts(item, ties)
    part = min(part, parts - 1)
    theme = charts.theme(reply)
    image = None
    if ties:
        image = await pictures.bracket(
            reply.services.images, reply.t, item, ties, part=part, theme=theme
        )
    return cards.table(
        reply.t, item, (), image, pages=(part, parts), view="m", tail=reply.t(texts.TIES[item.kind])
    )


async def _standings(reply: Reply, item: Tournament, page: int) -> Post:
    t = reply.t
    standings = await reply.services.tournaments.standings(item.id)
    part = standings[page * PAGE : (page + 1) * PAGE]
    # The reader’s own line is on every page.
    own = [
        standing
        for standing in standings
        if standing.entrant.user == reply.user and standing not in part
    ]
    theme = charts.theme(reply)
    image = None
    if part:
        image = await pictures.standings(
            reply.services.images, t, item, part, user=reply.user, theme=theme
        )
    lines = phrases.standing_lines(t, item, part)
    if own:
        lines += ["…", *phrases.standing_lines(t, item, own)]
    above = _above(reply, item, standings)
    closed = item.kind == "ladder" and not cards.open_ladder(item)
    tail = None if closed else t(texts.TIES[item.kind])
    joins = cards.open_ladder(item) and item.entrant(reply.user) is None
    pages = page, _pages(len(standings))
    return cards.table(t, item, lines, image, pages=pages, tail=tail, above=above, joins=joins)


def _above(reply: Reply, item: Tournament, standings: Sequence[Standing]) -> dict[int, str]:
    """Those whom the member may challenge on a ladder, the nearest first."""
    if not cards.open_ladder(item):
        return {}
    order = [standing.entrant for standing in standings]
    mine = next((index for index, entrant in enumerate(order) if entrant.user == reply.user), 0)
    above = order[max(0, mine - REACH) : mine][::-1]
    return {
        entrant.user: shared_phrases.named(reply.t, entrant.user, entrant.name) for entrant in above
    }
