"""A server's leaderboard of a game, page by page, with the place of the member who asks."""

from collections.abc import Sequence

import games
from bot.chat.board import charts
from bot.chat.board.links import ShowSeason
from bot.chat.discord.commands import game_choices, slash
from bot.chat.discord.components import BLURPLE, Post, Row, button, picture, post, row, text
from bot.chat.discord.press import Press, Version
from bot.chat.discord.reply import Reply
from bot.chat.discord.sharing import posted_by, share
from bot.chat.features.profile import feature, texts
from bot.chat.features.profile.profiles import matches
from bot.chat.language import phrases, texts as shared
from bot.chat.language.i18n import Language, Markup, capitalised
from bot.chat.pictures.picture import Picture
from bot.domain import variants
from bot.domain.errors import Refused
from bot.domain.ratings.rating import Leaderboard, Rating
from bot.domain.values import WORLD
from render.charts.tables import TableLine

PAGE = 10  # members on one page
MOST_BOARDS = 3
MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}
COLUMNS = (texts.COLUMN_RATING, texts.COLUMN_WON, texts.COLUMN_LOST, texts.COLUMN_DRAWN)


class LeaderboardPress(Press):
    """See a page of this server's leaderboard of a game."""

    page: Version
    game: str


class LeaderboardBack(LeaderboardPress, action="leadersb"):
    """The page before."""


class LeaderboardOn(LeaderboardPress, action="leadersf"):
    """The next page."""


class LeaderboardMine(LeaderboardPress, action="leadersm"):
    """The page with one's own place."""


class WorldLeaderboard(LeaderboardPress, action="leadersw"):
    """See a page of the world's leaderboard of a game."""


class PostLeaderboard(LeaderboardPress, action="leaderspost"):
    """Show this page to everyone."""


@feature.command
@slash(
    "leaderboard",
    texts.ABOUT_LEADERBOARD,
    options={"game": shared.ABOUT_GAME},
    choices={"game": game_choices()},
    servers_only=True,
    work="board",
)
async def leaderboard(reply: Reply, game: str) -> None:
    await turn(reply, LeaderboardPress(0, games.get(game).slug))


@feature.on(LeaderboardBack, LeaderboardOn, LeaderboardMine, WorldLeaderboard, work="board")
async def turn(reply: Reply, press: LeaderboardPress) -> None:
    """Show a page of a leaderboard."""
    board = await _board(reply, press, reply.user)
    numbers = await _numbers(reply, reply.t, press.game)
    image = await _table(reply, reply.t, board, charts.theme(reply)) if board.rows else None
    buttons = _buttons(reply.t, board, press.page)
    await reply.private(_card(reply.t, board, press.page, image, buttons, numbers=numbers))


@feature.on(PostLeaderboard, work="board")
async def post_page(reply: Reply, press: PostLeaderboard) -> None:
    """Show a page to everyone, without the row of the member who posts it.

    Raises Refused, LimitReached.
    """

    async def compose(t: Language) -> Post:
        board = await _board(reply, press, None)
        if not board.rows:
            raise Refused("this leaderboard has no such page any more")
        image = await _table(reply, t, board, charts.THEME)
        more = button(t.label(texts.LEADERS_OPEN), LeaderboardOn(press.page, press.game))
        numbers = await _numbers(reply, t, press.game)
        return _card(
            t, board, press.page, image, [row(more)], tail=posted_by(t, reply), numbers=numbers
        )

    await share(reply, press, compose)


async def _board(reply: Reply, press: LeaderboardPress, user: int | None) -> Leaderboard:
    game = games.get(press.game).slug
    offset = press.page * PAGE
    scope = WORLD if isinstance(press, WorldLeaderboard) else reply.scope
    return await reply.services.ratings.board(game, scope, limit=PAGE, offset=offset, user=user)


async def _table(reply: Reply, t: Language, board: Leaderboard, theme: str) -> Picture:
    game = games.get(board.game)
    reader = None if board.own is None else board.own.user
    lines = [
        TableLine(
            "" if rating.place is None else str(rating.place),
            phrases.named(t, rating.user, rating.name),
            (str(rating), *map(str, (rating.wins, rating.losses, rating.draws))),
            own=rating.user == reader,
            faint=rating.place is None,
        )
        for rating in board.rows
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
        theme=theme,
    )


async def _numbers(reply: Reply, t: Language, slug: str) -> list[str]:
    """What matches say of the game's boards, on this server and on all."""
    lines = list[str]()
    for place, scope in ((texts.THIS_SERVER, reply.scope), (texts.EVERYWHERE, None)):
        boards = [
            board for board in await reply.services.ratings.numbers(scope) if board.game == slug
        ][:MOST_BOARDS]
        lines += [t(texts.NUMBERS, place=t(place))] if boards else []
        for board in boards:
            variant = variants.text(games.get(slug), board.options, t.say)
            lines.append(
                t(texts.NUMBERS_LINE, variant=variant, numbers=phrases.board_numbers(t, board))
            )
    return lines


def _place(board: Leaderboard) -> str:
    return texts.WORLD if board.scope == WORLD else texts.THIS_SERVER


def _pages(board: Leaderboard) -> int:
    return max(1, -(-board.total // PAGE))


def _card(
    t: Language,
    board: Leaderboard,
    page: int,
    image: Picture | None,
    buttons: Sequence[Row | None],
    tail: str = "",
    *,
    numbers: Sequence[str],
) -> Post:
    """A page of a leaderboard with its buttons, the numbers of boards, and a line below."""
    own = board.own
    game = games.get(board.game)
    t.names = {rating.user: rating.name for rating in board.rows if rating.scope == WORLD}
    count = t(
        texts.LEADERS_PAGE,
        players=t.count(*shared.PEOPLE, board.total),
        page=page + 1,
        pages=_pages(board),
    )
    return post(
        text(
            t(texts.LEADERS, game=game.name, place=t(_place(board))),
            *(
                t(texts.LEADERS_LINE, who=phrases.who(t, rating.user), **_figures(t, rating))
                for rating in board.rows
            ),
            None if board.rows else t(texts.LEADERS_NONE, play=t.command("play")),
            t(texts.PROVISIONAL_HINT) if any(rating.provisional for rating in board.rows) else None,
        ),
        None if image is None else picture(image),
        text(
            None if own is None else t(texts.LEADERS_OWN, **_figures(t, own)),
            count if board.rows else None,
        ),
        text(*numbers),
        *buttons,
        text(tail),
        colour=BLURPLE,
    )


def _buttons(t: Language, board: Leaderboard, page: int) -> list[Row | None]:
    place = None if board.own is None else board.own.place
    game = board.game
    mine = page if place is None else (place - 1) // PAGE
    world = board.scope == WORLD
    back, on = (WorldLeaderboard, WorldLeaderboard) if world else (LeaderboardBack, LeaderboardOn)
    label, there = (
        (texts.THIS_SERVER, LeaderboardBack) if world else (texts.WORLD, WorldLeaderboard)
    )
    return [
        row(
            button("◀", back(page - 1, game)) if page else None,
            button("▶", on(page + 1, game)) if page + 1 < _pages(board) else None,
            button(t.label(texts.MY_PLACE), LeaderboardMine(mine, game))
            if mine != page and not world
            else None,
        ),
        row(
            button(t.label(texts.SEASON_BUTTON), ShowSeason(0, "n")),
            button(t.label(shared.POST_HERE), PostLeaderboard(page, game))
            if board.rows and not world
            else None,
            button(capitalised(t.label(label)), there(0, game)),
        ),
    ]


def _figures(t: Language, rating: Rating) -> dict[str, Markup]:
    place = "–" if rating.place is None else MEDALS.get(rating.place, f"`{rating.place}.`")
    return {"place": Markup(place), "rating": Markup(rating), "matches": matches(t, rating.matches)}
