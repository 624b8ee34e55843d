"""A server's leaderboard of a game, page by page, with the place of the member who asks."""

from collections.abc import Iterator, Sequence
from math import ceil

import games
from bot.chat.board import charts
from bot.chat.board.links import OpenLeaderboards, ShowSeason
from bot.chat.discord.commands import game_choices, slash
from bot.chat.discord.components import (
    BLURPLE,
    Button,
    ButtonRow,
    Post,
    button,
    member_menu,
    picture,
    post,
    row,
    rows,
    text,
)
from bot.chat.discord.press import Press, Version
from bot.chat.discord.reply import Reply
from bot.chat.discord.sharing import posted_by, share
from bot.chat.features.profile import feature, texts
from bot.chat.features.profile.evenness import even_lines
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


class EvenOnLeaderboard(LeaderboardPress, action="leaderseven"):
    """See what would make a match with the member chosen even."""


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
    """Show the server's leaderboard of a game."""
    await turn(reply, LeaderboardPress(0, games.get(game).slug))


@feature.on(OpenLeaderboards, work="board", page="place", address=True)
async def open_any(reply: Reply, press: OpenLeaderboards) -> None:
    """Show the leaderboard of the first game; those of the others can be chosen."""
    await turn(reply, LeaderboardPress(0, next(iter(games.catalog())).slug))


@feature.on(
    LeaderboardBack,
    LeaderboardOn,
    LeaderboardMine,
    WorldLeaderboard,
    work="board",
    page="place",
    address=True,
)
async def turn(reply: Reply, press: LeaderboardPress) -> None:
    """Show a page of a leaderboard."""
    await _show(reply, press)


@feature.on(EvenOnLeaderboard, work="board")
async def choose_even(reply: Reply, press: EvenOnLeaderboard) -> None:
    """Show the same page with what makes it even with the member chosen. Raises Refused."""
    t = reply.t
    other = reply.chosen()
    lines = await even_lines(reply.services, t, reply.viewer, reply.user, other, press.game)
    nothing = t(texts.EVEN_NOTHING, who=phrases.who(t, other))
    await _show(reply, press, "\n".join(lines) or nothing)


async def _show(reply: Reply, press: LeaderboardPress, tail: str = "") -> None:
    """Show a page, with what makes it even with somebody in the ``tail`` below it."""
    t = reply.t
    board = await _board(reply, press, reply.user)
    numbers = await _numbers(reply, t, press.game)
    image = None
    if board.rows:
        image = await _table(reply, t, board, charts.theme(reply))
    buttons = [
        row(*_page_buttons(t, board, press.page)),
        row(*_other_buttons(t, board, press.page)),
    ]
    if reply.on_page:
        other_games = [game for game in games.catalog() if game.slug != press.game]
        buttons += rows([button(game.name, LeaderboardOn(0, game.slug)) for game in other_games])
    elif board.own is not None and board.scope != WORLD:
        even_press = EvenOnLeaderboard(press.page, press.game)
        buttons.append(member_menu(t.label(texts.EVEN_WITH_WHOM), even_press))
    card = _card(t, board, press.page, image, buttons, tail, numbers=numbers)
    await reply.private(card)


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
        more_row = row(button(t.label(texts.LEADERS_OPEN), LeaderboardOn(press.page, press.game)))
        numbers = await _numbers(reply, t, press.game)
        tail = posted_by(t, reply)
        return _card(t, board, press.page, image, [more_row], tail=tail, numbers=numbers)

    await share(reply, press, compose)


async def _board(reply: Reply, press: LeaderboardPress, user: int | None) -> Leaderboard:
    game = games.get(press.game).slug
    offset = press.page * PAGE
    scope = WORLD if isinstance(press, WorldLeaderboard) else reply.scope
    return await reply.services.ratings.board(game, scope, limit=PAGE, offset=offset, user=user)


async def _table(reply: Reply, t: Language, board: Leaderboard, theme: str) -> Picture:
    """A page of a leaderboard as a picture, with the reader's row marked."""
    game = games.get(board.game)
    reader = None if board.own is None else board.own.user
    lines = [_table_line(t, rating, reader) for rating in board.rows]
    columns = [t.label(column) for column in COLUMNS]
    place = t.label(_place(board))
    return await charts.table(
        reply.services.images,
        t,
        f"leaderboard-{game.slug}",
        lines,
        columns=columns,
        title=game.name,
        subtitle=place,
        title_in_words=f"{game.name}, {place}",
        theme=theme,
    )


def _table_line(t: Language, rating: Rating, reader: int | None) -> TableLine:
    place = "" if rating.place is None else str(rating.place)
    name = phrases.named(t, rating.user, rating.name)
    cells = (str(rating), str(rating.wins), str(rating.losses), str(rating.draws))
    return TableLine(place, name, cells, own=rating.user == reader, faint=rating.place is None)


async def _numbers(reply: Reply, t: Language, slug: str) -> list[str]:
    """What matches say of the game's boards, on this server and on all."""
    lines = list[str]()
    for place, scope in ((texts.THIS_SERVER, reply.scope), (texts.EVERYWHERE, None)):
        numbers = await reply.services.ratings.numbers(scope)
        boards = [board for board in numbers if board.game == slug]
        if boards:
            lines.append(t(texts.NUMBERS, place=t(place)))
        for board in boards[:MOST_BOARDS]:
            variant = variants.text(games.get(slug), board.options, t.say)
            board_numbers = phrases.board_numbers(t, board)
            lines.append(t(texts.NUMBERS_LINE, variant=variant, numbers=board_numbers))
    return lines


def _place(board: Leaderboard) -> str:
    return texts.WORLD if board.scope == WORLD else texts.THIS_SERVER


def _pages(board: Leaderboard) -> int:
    """The number of pages, at least one."""
    return max(1, ceil(board.total / PAGE))


def _card(
    t: Language,
    board: Leaderboard,
    page: int,
    image: Picture | None,
    buttons: Sequence[ButtonRow | None],
    tail: str = "",
    *,
    numbers: Sequence[str],
) -> Post:
    """A page of a leaderboard with its buttons, the numbers of boards, and a line below."""
    t.names = {rating.user: rating.name for rating in board.rows if rating.scope == WORLD}
    return post(
        text(*_lines(t, board)),
        None if image is None else picture(image),
        text(*_below_table(t, board, page)),
        text(*numbers),
        *buttons,
        text(tail),
        colour=BLURPLE,
    )


def _lines(t: Language, board: Leaderboard) -> Iterator[Markup]:
    """The title, and a line for each member who is shown."""
    game = games.get(board.game)
    yield t(texts.LEADERS, game=game.name, place=t(_place(board)))
    for rating in board.rows:
        who = phrases.who(t, rating.user)
        yield t(texts.LEADERS_LINE, who=who, **_figures(t, rating))
    if not board.rows:
        yield t(texts.LEADERS_NONE, play=t.command("play"))
    if any(rating.provisional for rating in board.rows):
        yield t(texts.PROVISIONAL_HINT)


def _below_table(t: Language, board: Leaderboard, page: int) -> Iterator[Markup]:
    """The reader's own line, and which page this is."""
    if board.own is not None:
        yield t(texts.LEADERS_OWN, **_figures(t, board.own))
    if board.rows:
        players = t.count(*shared.PEOPLE, board.total)
        yield t(texts.LEADERS_PAGE, players=players, page=page + 1, pages=_pages(board))


def _page_buttons(t: Language, board: Leaderboard, page: int) -> Iterator[Button]:
    """Buttons to the pages before and after, and to the one with the reader's place."""
    game = board.game
    is_world = board.scope == WORLD
    if page:
        back_press = WorldLeaderboard if is_world else LeaderboardBack
        yield button("◀", back_press(page - 1, game))
    if page + 1 < _pages(board):
        forward = WorldLeaderboard if is_world else LeaderboardOn
        yield button("▶", forward(page + 1, game))
    if not is_world and board.own is not None and board.own.place is not None:
        own_page = (board.own.place - 1) // PAGE
        if own_page != page:
            yield button(t.label(texts.MY_PLACE), LeaderboardMine(own_page, game))


def _other_buttons(t: Language, board: Leaderboard, page: int) -> Iterator[Button]:
    """Buttons to the season and to the leaderboard of the world or of the server."""
    game = board.game
    is_world = board.scope == WORLD
    yield button(t.label(texts.SEASON_BUTTON), ShowSeason(0, "n"))
    if board.rows and not is_world:
        yield button(t.label(shared.POST_HERE), PostLeaderboard(page, game))
    if is_world:
        label = t.label(texts.THIS_SERVER)
        yield button(capitalised(label), LeaderboardBack(0, game))
    else:
        label = t.label(texts.WORLD)
        yield button(capitalised(label), WorldLeaderboard(0, game))


def _figures(t: Language, rating: Rating) -> dict[str, Markup]:
    """The place, the rating and the number of matches of a member."""
    place = "–"
    if rating.place is not None:
        place = MEDALS.get(rating.place, f"`{rating.place}.`")
    count = matches(t, rating.matches)
    return {"place": Markup(place), "rating": Markup(rating), "matches": count}
