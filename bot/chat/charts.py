"""Pictures about ratings and tournaments, with what they show in words: charts, leaderboards, standings, brackets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import games
from bot.ratings import WORLD, Board, Rating
from games.core import Game
from render import charts, tables
from render.tables import Line

from . import contest_texts
from .layout import Picture

if TYPE_CHECKING:
    from .answers import Answer

SIZE = 800
"""Pixels across."""
THEME = "wood"


def _theme(answer: Answer) -> str:
    return answer.settings.theme or THEME


async def course(answer: Answer, rating: Rating) -> Picture | None:
    """The chart of a rating over time; None where no match is known any more."""
    found = await answer.bot.ratings.course(rating.user, rating.game, rating.pool)
    if not found:
        return None
    t, game = answer.t, games.get(rating.game)
    points = [charts.Rated(point.at, point.rating, point.deviation) for point in found]
    values = [round(point.rating) for point in found]
    count = str(t.count(*contest_texts.MATCHES_PLAYED, len(found)))
    data = await answer.bot.pictures.run(
        lambda: charts.rating_chart(
            points, title=game.name, subtitle=f"{rating.name} · {count}", theme=_theme(answer), size=SIZE, say=t.say
        )
    )
    alt = t.label(
        contest_texts.CHART_ALT,
        1024,
        who=rating.name,
        game=game.name,
        matches=count,
        first=values[0],
        last=values[-1],
        lowest=min(values),
        highest=max(values),
    )
    return Picture(f"rating-{game.slug}.png", data, alt)


async def leaderboard(answer: Answer, game: Game, board: Board) -> Picture:
    """A page of a leaderboard."""
    t = answer.t
    place = contest_texts.EVERYWHERE if board.pool == WORLD else contest_texts.HERE
    lines = [
        Line(
            "" if row.place is None else str(row.place),
            row.rating.name,
            (str(row.rating), *(str(n) for n in (row.rating.wins, row.rating.losses, row.rating.draws))),
            own=row.rating.user == answer.user,
            faint=row.place is None,
        )
        for row in board.rows
    ]
    columns = [
        t.label(label)
        for label in (
            contest_texts.COLUMN_RATING,
            contest_texts.COLUMN_WON,
            contest_texts.COLUMN_LOST,
            contest_texts.COLUMN_DRAWN,
        )
    ]
    title, subtitle = game.name, t.label(place)
    data = await answer.bot.pictures.run(
        lambda: tables.table(
            lines, columns=columns, title=title, subtitle=subtitle, theme=_theme(answer), size=SIZE, say=t.say
        )
    )
    return Picture(f"leaderboard-{game.slug}.png", data, _spoken(f"{title}, {subtitle}", lines))


def _spoken(title: str, lines: Sequence[Line]) -> str:
    """A table as alt text."""
    return f"{title}: " + "; ".join(f"{line.place or '–'} {line.name} {line.cells[0]}" for line in lines)
