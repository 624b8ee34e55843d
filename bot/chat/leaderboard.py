"""The leaderboard of a game, of a server or of all, page by page, with the place of the member who asks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import games
from bot.chat.kit.components import BLURPLE, Picture, Post, button, picture, post, row, text
from bot.chat.kit.language.i18n import Markup, Tongue, mention, plain
from bot.chat.kit.press import Press
from bot.chat.kit.reply import no_such_button
from bot.domain.ratings import WORLD, Board, Rating, Row
from games.core import Game

from . import charts, contest_texts

if TYPE_CHECKING:
    from bot.chat.kit.reply import Answer

PAGE = 10
"""Members on one page."""
MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}


async def show(answer: Answer, game: Game, scope: str = "", page: int = 0, *, anew: bool = True) -> None:
    """Show a page of the leaderboard of a server (``scope`` ``server``) or of all (``global``)."""
    world = scope == "global" or not answer.place.guild
    pool = WORLD if world else answer.scope
    board = await answer.bot.ratings.board(game.slug, pool, limit=PAGE, offset=page * PAGE, user=answer.user)
    image = await charts.leaderboard(answer, game, board) if board.rows else None
    await answer.private(_card(answer, game, board, page, image), anew=anew)


def place_of(board: Board) -> str:
    """The text for where a leaderboard is from."""
    return contest_texts.EVERYWHERE if board.pool == WORLD else contest_texts.HERE


def _card(answer: Answer, game: Game, board: Board, page: int, image: Picture | None) -> Post:
    t, own = answer.t, board.own
    pages = max(1, -(-board.total // PAGE))
    letter = "g" if board.pool == WORLD else "s"

    mine = None if own is None or own.place is None else (own.place - 1) // PAGE
    # A letter for each button keeps the custom ids apart of those that lead to the same page.
    targets = {"b": max(page - 1, 0), "f": page + 1, "m": mine or 0}
    press = {way: Press(f"leaders{way}", 0, target, f"{letter}.{game.slug}") for way, target in targets.items()}
    other = ("s", contest_texts.HERE) if letter == "g" else ("g", contest_texts.EVERYWHERE)
    count = t(
        contest_texts.LEADERS_PAGE,
        players=t.count(*contest_texts.PLAYERS_RATED, board.total),
        page=page + 1,
        pages=pages,
    )
    return post(
        text(
            t(contest_texts.LEADERS, game=game.name, place=t(place_of(board))),
            *(_line(t, one, board) for one in board.rows),
            None if board.rows else t(contest_texts.LEADERS_NONE, play=t.command("play")),
            t(contest_texts.PROVISIONAL_HINT) if any(one.rating.provisional for one in board.rows) else None,
        ),
        None if image is None else picture(image),
        text(None if own is None else _own(t, own), count if board.rows else None) if board.rows or own else None,
        row(
            button("◀", press["b"]) if page else None,
            button("▶", press["f"]) if page + 1 < pages else None,
            button(t.label(contest_texts.MY_PLACE), press["m"]) if mine not in (None, page) else None,
            button(
                t.label(contest_texts.OTHER_SCOPE, place=t.label(other[1])),
                Press("leaderso", 0, 0, f"{other[0]}.{game.slug}"),
            )
            if answer.place.guild
            else None,
            button(t.label(contest_texts.SEASON_BUTTON), Press("season", 0, 0, "n")) if answer.place.guild else None,
        ),
        colour=BLURPLE,
        pictures=[] if image is None else [image],
    )


def _line(t: Tongue, one: Row, board: Board) -> Markup:
    # Members of other servers are not known here by their mention.
    who = plain(one.rating.name) if board.pool == WORLD else mention(one.rating.user)
    return t(contest_texts.LEADERS_LINE, who=who, **_figures(t, one))


def _own(t: Tongue, own: Row) -> Markup:
    if not own.rating.listed:
        return t(contest_texts.LEADERS_OWN_HIDDEN, rating=Markup(own.rating), settings=t.command("settings"))
    return t(contest_texts.LEADERS_OWN, **_figures(t, own))


def _figures(t: Tongue, one: Row) -> dict[str, Markup]:
    return {
        "place": Markup("–" if one.place is None else MEDALS.get(one.place, f"`{one.place}.`")),
        "rating": Markup(one.rating),
        "matches": played(t, one.rating),
    }


def played(t: Tongue, rating: Rating) -> Markup:
    """How many matches a rating rests on."""
    return t.count(*contest_texts.MATCHES_PLAYED, rating.matches)


async def _page(answer: Answer, press: Press, values: tuple[str, ...]) -> None:
    letter, _, slug = press.extra.partition(".")
    if letter not in ("g", "s"):
        raise no_such_button()
    await show(answer, games.get(slug), {"g": "global", "s": "server"}[letter], press.version, anew=False)


HANDLERS = {f"leaders{way}": _page for way in "bfmo"}
