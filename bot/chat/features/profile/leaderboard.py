"""The leaderboard of a game, of a server or of all, page by page, with the place of the member who asks."""

from __future__ import annotations

import games
from bot.chat.features.profile import presses, texts
from bot.chat.features.profile.profiles import matches
from bot.chat.kit import charts
from bot.chat.kit.components import BLURPLE, Picture, Post, button, picture, post, row, text
from bot.chat.kit.language import texts as shared
from bot.chat.kit.language.i18n import Language, Markup, mention, plain
from bot.chat.kit.links import ShowSeason
from bot.chat.kit.reply import Reply
from bot.domain.ratings.rating import WORLD, Leaderboard, LeaderboardRow
from games.core import Game
from render.charts.tables import Line

PAGE = 10
"""Members on one page."""
MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}
COLUMNS = (texts.COLUMN_RATING, texts.COLUMN_WON, texts.COLUMN_LOST, texts.COLUMN_DRAWN)


async def show(reply: Reply, game: Game, *, world: bool, page: int = 0, anew: bool = True) -> None:
    """Show a page of the leaderboard of the server, or of all servers, which outside servers is the only one."""
    pool = WORLD if world or not reply.place.guild else reply.scope
    board = await reply.services.ratings.board(game.slug, pool, limit=PAGE, offset=page * PAGE, user=reply.user)
    image = await _table(reply, game, board) if board.rows else None
    await reply.private(_card(reply, game, board, page, image), anew=anew)


async def turn(reply: Reply, press: presses.LeaderboardPress) -> None:
    """Show another page, or the other leaderboard."""
    await show(reply, games.get(press.game), world=press.scope == "g", page=press.page, anew=False)


def _place(board: Leaderboard) -> str:
    """The text for where a leaderboard is from."""
    return texts.SCOPES["global" if board.pool == WORLD else "server"]


async def _table(reply: Reply, game: Game, board: Leaderboard) -> Picture:
    t = reply.t
    lines = [
        Line(
            "" if row.place is None else str(row.place),
            row.rating.name,
            (str(row.rating), *map(str, (row.rating.wins, row.rating.losses, row.rating.draws))),
            own=row.rating.user == reply.user,
            faint=row.place is None,
        )
        for row in board.rows
    ]
    place = t.label(_place(board))
    return await charts.table(
        reply.services.images,
        t,
        f"leaderboard-{game.slug}",
        lines,
        columns=[t.label(column) for column in COLUMNS],
        title=game.name,
        subtitle=place,
        spoken=f"{game.name}, {place}",
        theme=charts.theme(reply),
    )


def _card(reply: Reply, game: Game, board: Leaderboard, page: int, image: Picture | None) -> Post:
    t, own, guild = reply.t, board.own, reply.place.guild
    pages = max(1, -(-board.total // PAGE))
    world = board.pool == WORLD
    mine = None if own is None or own.place is None else (own.place - 1) // PAGE
    count = t(texts.LEADERS_PAGE, players=t.count(*shared.PEOPLE, board.total), page=page + 1, pages=pages)

    def to(
        kind: type[presses.LeaderboardPress], target: int = 0, *, all_servers: bool = world
    ) -> presses.LeaderboardPress:
        return kind(target, "g" if all_servers else "s", game.slug)

    other = t.label(texts.SCOPES["server" if world else "global"])
    return post(
        text(
            t(texts.LEADERS, game=game.name, place=t(_place(board))),
            *(_line(t, one, board) for one in board.rows),
            None if board.rows else t(texts.LEADERS_NONE, play=t.command("play")),
            t(texts.PROVISIONAL_HINT) if any(one.rating.provisional for one in board.rows) else None,
        ),
        None if image is None else picture(image),
        text(None if own is None else _own(t, own), count if board.rows else None) if board.rows or own else None,
        row(
            button("◀", to(presses.LeaderboardBack, page - 1)) if page else None,
            button("▶", to(presses.LeaderboardOn, page + 1)) if page + 1 < pages else None,
            button(t.label(texts.MY_PLACE), to(presses.LeaderboardMine, mine))
            if mine is not None and mine != page
            else None,
            button(t.label(texts.OTHER_SCOPE, place=other), to(presses.LeaderboardOther, all_servers=not world))
            if guild
            else None,
            button(t.label(texts.SEASON_BUTTON), ShowSeason(0, "n")) if guild else None,
        ),
        colour=BLURPLE,
        pictures=[] if image is None else [image],
    )


def _line(t: Language, one: LeaderboardRow, board: Leaderboard) -> Markup:
    # Members of other servers are not known here by their mention.
    who = plain(one.rating.name) if board.pool == WORLD else mention(one.rating.user)
    return t(texts.LEADERS_LINE, who=who, **_figures(t, one))


def _own(t: Language, own: LeaderboardRow) -> Markup:
    if not own.rating.listed:
        return t(texts.LEADERS_OWN_HIDDEN, rating=Markup(own.rating), settings=t.command("settings"))
    return t(texts.LEADERS_OWN, **_figures(t, own))


def _figures(t: Language, one: LeaderboardRow) -> dict[str, Markup]:
    return {
        "place": Markup("–" if one.place is None else MEDALS.get(one.place, f"`{one.place}.`")),
        "rating": Markup(one.rating),
        "matches": matches(t, one.rating.matches),
    }
