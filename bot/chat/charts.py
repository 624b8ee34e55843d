"""Pictures about ratings and tournaments, with what they show in words: charts, leaderboards, standings, brackets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import games
from bot.chat.kit.components import Picture
from bot.chat.kit.images import Pictures
from bot.chat.kit.language.i18n import Tongue
from bot.domain.ratings import WORLD, Board, Rating
from bot.domain.tournaments import Standing, Tie, Tournament
from games.core import Game
from render.charts import brackets, ratings, tables
from render.charts.brackets import Meeting
from render.charts.tables import Line

from . import contest_texts

if TYPE_CHECKING:
    from bot.chat.kit.reply import Answer

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
    points = [ratings.Rated(point.at, point.rating, point.deviation) for point in found]
    values = [round(point.rating) for point in found]
    count = str(t.count(*contest_texts.MATCHES_PLAYED, len(found)))
    data = await answer.bot.pictures.run(
        lambda: ratings.rating_chart(
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


async def standings(
    pictures: Pictures, t: Tongue, item: Tournament, lines: Sequence[Standing], *, user: int = 0, theme: str = THEME
) -> Picture:
    """Part of the standings of a tournament, at most as many lines as fit a table; that of ``user`` is marked."""
    found = [
        Line(
            str(one.rank),
            one.entrant.name,
            _cells(item, one),
            own=one.entrant.user == user,
            faint=one.entrant.status == "out",
        )
        for one in lines
    ]
    columns = [t.label(contest_texts.COLUMN_TALLY)]
    if item.kind in ("swiss", "round-robin"):
        columns.insert(0, t.label(contest_texts.COLUMN_POINTS))
    if lines:
        # One is as many as there is room for beside the names; the text has them all.
        columns += [t.label(contest_texts.COLUMN_BREAKS[name]) for name, _ in breaks(lines[0])[:1]]
    data = await pictures.run(
        lambda: tables.table(
            found,
            columns=columns,
            title=item.title,
            subtitle=f"{item.name} · {item.game.name} · {state(t, item)}",
            theme=theme,
            size=SIZE,
            say=t.say,
        )
    )
    return Picture(f"standings-{item.name}.png", data, _spoken(item.title, found))


def _cells(item: Tournament, one: Standing) -> tuple[str, ...]:
    cells = [f"{one.wins} / {one.draws} / {one.losses}"]
    if item.kind in ("swiss", "round-robin"):
        cells.insert(0, number(one.points))
    return (*cells, *(number(value) for _, value in breaks(one)[:1]))


def breaks(one: Standing) -> list[tuple[str, float]]:
    """The tie-breaks that are shown as numbers, by their names in ``COLUMN_BREAKS``."""
    return [(name, value) for name, value in one.breaks if name in contest_texts.COLUMN_BREAKS]


def number(value: float) -> str:
    """Points, with a half as such."""
    whole, half = divmod(round(value * 2), 2)
    if value * 2 != round(value * 2):
        return f"{value:g}"
    return ("½" if not whole else f"{whole}½") if half else str(whole)


def state(t: Tongue, item: Tournament) -> str:
    """How far a tournament is, without markup."""
    if item.status == "running" and item.rounds and not item.at_once:
        return t.label(contest_texts.ROUND_OF, round=item.round, rounds=item.rounds)
    return t.label(contest_texts.STATUS[item.status])


async def bracket(
    pictures: Pictures, t: Tongue, item: Tournament, ties: Sequence[Sequence[Tie]], *, part: int = 0, theme: str = THEME
) -> Picture:
    """The rounds of a knock-out from the one that is being played on; of a large field one part."""
    sizes = [len(row) for row in ties]
    shown, parts = brackets.window(sizes, item.round, part), brackets.parts(sizes, item.round)
    names = {one.slot: one.name for one in item.entrants}
    meetings = [[_meeting(ties[index][board], names) for board in boards] for index, boards in shown]
    labels = [
        t.label(contest_texts.BRACKET_FINAL)
        if index == len(ties) - 1
        else t.label(contest_texts.BRACKET_ROUND, round=index + 1)
        for index, _ in shown
    ]
    subtitle = f"{item.name} · {item.game.name} · {state(t, item)}"
    if parts > 1:
        subtitle += " · " + t.label(contest_texts.BRACKET_PART, part=min(part, parts - 1) + 1, parts=parts)
    data = await pictures.run(
        lambda: brackets.bracket(
            meetings,
            title=item.title,
            subtitle=subtitle,
            labels=labels,
            theme=theme,
            size=SIZE,
            say=t.say,
        )
    )
    told = "; ".join(
        f"{label}: " + ", ".join(_told(t, meeting) for meeting in row)
        for label, row in zip(labels, meetings, strict=True)
    )
    return Picture(f"bracket-{item.name}.png", data, t.label(contest_texts.BRACKET_ALT, 1024, ties=told))


def bracket_parts(item: Tournament, ties: Sequence[Sequence[Tie]]) -> int:
    """In how many pictures a bracket is shown."""
    return brackets.parts([len(row) for row in ties], item.round)


def bracket_part(item: Tournament, ties: Sequence[Sequence[Tie]], slot: int) -> int:
    """In which of them the latest tie of an entrant stands; 0 for who is in none."""
    sizes = [len(row) for row in ties]
    for part in range(brackets.parts(sizes, item.round)):
        window = brackets.window(sizes, item.round, part)
        if any(slot in ties[index][board].slots for index, boards in window for board in boards):
            return part
    return 0


def _meeting(tie: Tie, names: dict[int, str]) -> Meeting:
    first, second = (names.get(slot, "") if slot is not None else "" for slot in tie.slots)
    winner = None if tie.winner is None or tie.winner not in tie.slots else tie.slots.index(tie.winner)
    scores = [0.0, 0.0]
    for game in tie.games:
        for slot, score in zip(game.slots, game.scores or (), strict=False):
            scores[tie.slots.index(slot)] += score
    played = any(game.scores is not None for game in tie.games)
    return Meeting(
        (first, second),
        winner,
        (number(scores[0]), number(scores[1])) if played else ("", ""),
        bye=tie.decided and None in tie.slots,
    )


def _told(t: Tongue, meeting: Meeting) -> str:
    if meeting.bye:
        return f"{meeting.names[0] or meeting.names[1] or '–'} ({t.say('free')})"
    first, second = (name or "–" for name in meeting.names)
    won = "" if meeting.winner is None else f" ({meeting.names[meeting.winner]})"
    return f"{first} – {second}{won}"
