"""The leaderboard of a game, of a server or of all, page by page, with the place of the member who asks."""

from __future__ import annotations

from collections.abc import Sequence

import games
from bot.chat.board import charts
from bot.chat.board.links import ShowSeason
from bot.chat.discord.components import BLURPLE, Post, Row, button, picture, post, row, text
from bot.chat.discord.delivery.sharing import posted_by, share
from bot.chat.discord.reply import Reply
from bot.chat.discord.services import Services
from bot.chat.features.profile import feature, presses, texts
from bot.chat.features.profile.profiles import matches
from bot.chat.language import texts as shared
from bot.chat.language.i18n import Language, Markup, mention, plain
from bot.chat.pictures.picture import Picture
from bot.domain.errors import Refused
from bot.domain.ratings.rating import WORLD, Leaderboard, LeaderboardRow
from games.core import Game
from render.charts.tables import Line

PAGE = 10
"""Members on one page."""
MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}
COLUMNS = (texts.COLUMN_RATING, texts.COLUMN_WON, texts.COLUMN_LOST, texts.COLUMN_DRAWN)


async def show(reply: Reply, game: Game, *, world: bool, page: int = 0, anew: bool = True) -> None:
    """Show a page of the leaderboard of the server, or of all servers, which outside servers is the only one."""
    board = await _board(reply, game, world, page, reply.user)
    image = await _table(reply.services, reply.t, board, charts.theme(reply)) if board.rows else None
    await reply.private(_card(reply.t, board, page, image, _ways(reply, board, page)), anew=anew)


@feature.on(presses.PostLeaderboard, work="board")
async def post_page(reply: Reply, press: presses.PostLeaderboard) -> None:
    """Show a page to everyone, without what it says to its reader alone. Raises Refused, LimitReached."""
    game = games.get(press.game)

    async def compose(t: Language) -> Post:
        board = await _board(reply, game, press.scope == "g", press.page, None)
        if not board.rows:
            raise Refused("this leaderboard has no such page any more")
        image = await _table(reply.services, t, board, charts.THEME)
        way = button(t.label(texts.LEADERS_OPEN), presses.LeaderboardOn(press.page, press.scope, press.game))
        return _card(t, board, press.page, image, [row(way)], tail=posted_by(t, reply))

    await share(reply, press, compose)


async def _board(reply: Reply, game: Game, world: bool, page: int, user: int | None) -> Leaderboard:
    """A page of a leaderboard, with the row of its reader."""
    pool = WORLD if world or not reply.place.guild else reply.scope
    return await reply.services.ratings.board(game.slug, pool, limit=PAGE, offset=page * PAGE, user=user)


@feature.on(
    presses.LeaderboardBack, presses.LeaderboardOn, presses.LeaderboardMine, presses.LeaderboardOther, work="board"
)
async def turn(reply: Reply, press: presses.LeaderboardPress) -> None:
    """Show another page, or the other leaderboard."""
    await show(reply, games.get(press.game), world=press.scope == "g", page=press.page, anew=False)


def _place(board: Leaderboard) -> str:
    """The text for where a leaderboard is from."""
    return texts.SCOPES["global" if board.pool == WORLD else "server"]


async def _table(services: Services, t: Language, board: Leaderboard, theme: str) -> Picture:
    game, reader = games.get(board.game), None if board.own is None else board.own.rating.user
    lines = [
        Line(
            "" if row.place is None else str(row.place),
            row.rating.name,
            (str(row.rating), *map(str, (row.rating.wins, row.rating.losses, row.rating.draws))),
            own=row.rating.user == reader,
            faint=row.place is None,
        )
        for row in board.rows
    ]
    place = t.label(_place(board))
    return await charts.table(
        services.images,
        t,
        f"leaderboard-{game.slug}",
        lines,
        columns=[t.label(column) for column in COLUMNS],
        title=game.name,
        subtitle=place,
        spoken=f"{game.name}, {place}",
        theme=theme,
    )


def _pages(board: Leaderboard) -> int:
    return max(1, -(-board.total // PAGE))


def _card(
    t: Language, board: Leaderboard, page: int, image: Picture | None, ways: Sequence[Row | None], tail: str = ""
) -> Post:
    """A page of a leaderboard, with ways to go on from it and a line below."""
    own, game = board.own, games.get(board.game)
    count = t(texts.LEADERS_PAGE, players=t.count(*shared.PEOPLE, board.total), page=page + 1, pages=_pages(board))
    return post(
        text(
            t(texts.LEADERS, game=game.name, place=t(_place(board))),
            *(_line(t, entry, board) for entry in board.rows),
            None if board.rows else t(texts.LEADERS_NONE, play=t.command("play")),
            t(texts.PROVISIONAL_HINT) if any(entry.rating.provisional for entry in board.rows) else None,
        ),
        None if image is None else picture(image),
        text(None if own is None else _own(t, own), count if board.rows else None) if board.rows or own else None,
        *ways,
        text(tail) if tail else None,
        colour=BLURPLE,
        pictures=[] if image is None else [image],
    )


def _ways(reply: Reply, board: Leaderboard, page: int) -> list[Row | None]:
    """The buttons of a leaderboard that one member reads."""
    t, own, guild = reply.t, board.own, reply.place.guild
    world = board.pool == WORLD
    mine = None if own is None or own.place is None else (own.place - 1) // PAGE

    def to(
        kind: type[presses.LeaderboardPress], target: int = 0, *, all_servers: bool = world
    ) -> presses.LeaderboardPress:
        return kind(target, "g" if all_servers else "s", board.game)

    buttons = [
        button("◀", to(presses.LeaderboardBack, page - 1)) if page else None,
        button("▶", to(presses.LeaderboardOn, page + 1)) if page + 1 < _pages(board) else None,
        button(t.label(texts.MY_PLACE), to(presses.LeaderboardMine, mine))
        if mine is not None and mine != page
        else None,
        button(
            t.label(texts.OTHER_SCOPE, place=t.label(texts.SCOPES["server" if world else "global"])),
            to(presses.LeaderboardOther, all_servers=not world),
        )
        if guild
        else None,
        button(t.label(texts.SEASON_BUTTON), ShowSeason(0, "n")) if guild else None,
        button(t.label(shared.POST_HERE), to(presses.PostLeaderboard, page)) if board.rows else None,
    ]
    return [row(*buttons[:3]), row(*buttons[3:])]


def _line(t: Language, entry: LeaderboardRow, board: Leaderboard) -> Markup:
    # Members of other servers are not known here by their mention.
    who = plain(entry.rating.name) if board.pool == WORLD else mention(entry.rating.user)
    return t(texts.LEADERS_LINE, who=who, **_figures(t, entry))


def _own(t: Language, own: LeaderboardRow) -> Markup:
    if not own.rating.listed:
        return t(texts.LEADERS_OWN_HIDDEN, rating=Markup(own.rating), settings=t.command("settings"))
    return t(texts.LEADERS_OWN, **_figures(t, own))


def _figures(t: Language, entry: LeaderboardRow) -> dict[str, Markup]:
    return {
        "place": Markup("–" if entry.place is None else MEDALS.get(entry.place, f"`{entry.place}.`")),
        "rating": Markup(entry.rating),
        "matches": matches(t, entry.rating.matches),
    }
