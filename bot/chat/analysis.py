"""A finished match gone over by the computer: who stood better turn by turn, and where it turned."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from bot.domain.errors import Refused
from bot.domain.matches.replay import follow
from bot.domain.matches.views import Match
from bot.domain.pending_answers import Wanted
from bot.thinking import Task, jobs
from games.players.analysis import Analysis, Judged
from render.course import course_chart

from bot.chat.kit.match import cards
from bot.chat.kit.language import phrases as words
from . import practice_texts as texts
from .computer import position
from bot.chat.kit.transport.pending import Kind, Reader
from bot.chat.kit.press import Press
from bot.chat.kit.components import BLURPLE, Picture, Post, button, picture, post, row, rule, text
from bot.chat.kit.language.texts import LOOK_THROUGH
from bot.chat.kit.language.i18n import Markup, Tongue

if TYPE_CHECKING:
    from bot.chat.kit.reply import Answer
    from .client import Bot

SECONDS = 30.0
"""For so long a match is gone over, once it is its turn."""
SIZE = 640
BAR = 10
"""Parts of the bar that shows how much is done."""


async def ask(answer: Answer, match: Match) -> None:
    """Have a match gone over for the member who asks. Raises Refused."""
    if match.status == "running":
        raise Refused("{name} is still being played; it can be analysed when it is over", name=match.name)
    if not match.decisions:
        raise Refused("nothing was played in {name}", name=match.name)
    answer.bot.errands.room(answer.user)
    await answer.bot.errands.ask(answer, "analysis", {"match": match.id}, _waiting(answer.t, match, 0.0), anew=True)


async def _begin(bot: Bot, wanted: Wanted) -> Task:
    match = await bot.matches.get(wanted.about["match"])
    seconds = SECONDS * bot.pace
    return bot.thinkers.submit(wanted.user, jobs.analyse, position(match), seconds, seconds=SECONDS, long=True)


async def _progress(reader: Reader, wanted: Wanted, share: float) -> Post:
    return _waiting(reader.t, await reader.bot.matches.get(wanted.about["match"]), share)


async def _tell(reader: Reader, wanted: Wanted, found: Analysis) -> Post:
    return await card(reader, await reader.bot.matches.get(wanted.about["match"]), found)


def _waiting(t: Tongue, match: Match, share: float) -> Post:
    done = round(share * BAR)
    bar = Markup("▰" * done + "▱" * (BAR - done))
    return cards.word(t(texts.ANALYSING, match=match.name, bar=bar, percent=round(100 * share)), colour=BLURPLE)


async def card(reader: Reader, match: Match, found: Analysis) -> Post:
    """The chart, and the turning points as boards on which the better turn is drawn."""
    t, pictures = reader.t, reader.bot.pictures
    start = match.game.start(**match.options)
    states = follow(start, match.decisions)
    turns = [turn for turn in found.turns if turn.moves]
    numbers = {turn.at: number for number, turn in enumerate(turns, 1)}
    marked = [numbers[point.at] for point in found.turning_points]
    theme = str(reader.look().get("theme", "wood"))
    names = [words.named(t, user, name) for user, name in zip(match.seats, match.names, strict=True)]
    title = t.label(texts.COURSE_TITLE, game=match.game.name, match=match.name)
    subtitle = t.label(texts.COURSE_OF, first=names[0], second=names[1])
    values = [turns[0].before, *(turn.after for turn in turns)]
    chart = await pictures.run(
        partial(course_chart, values, marked, match.game.seats, title=title, subtitle=subtitle, theme=theme)
    )
    shown = [Picture("course.png", chart, _in_words(t, values))]
    items = [picture(shown[0])]
    for number, point in enumerate(found.turning_points, 1):
        after = follow(states[point.at], [str(move) for move in point.better])
        board = await pictures.board(after[-1], turn=after, size=SIZE, **reader.look())
        image = Picture(f"turn-{number}.png", board.data, board.alt)
        shown.append(image)
        items += [rule(), text(_point(t, match, number, numbers[point.at], point)), picture(image)]  # type: ignore[list-item]
    return post(
        text(t(texts.ANALYSIS, game=match.game.name, match=match.name), words.status(t, match)),
        *items,
        text(t(texts.NO_TURNING_POINTS)) if not found.turning_points else None,
        row(button(t.label(LOOK_THROUGH), Press("page", match.id, 0, f"a{match.state.ply}"))),
        colour=BLURPLE,
        pictures=shown,
    )


def _point(t: Tongue, match: Match, number: int, turn: int, point: Judged) -> Markup:
    """A turning point in words; chances are those of the player who made the turn, in percent."""
    before, after = (_percent(-value if point.seat else value) for value in (point.before, point.after))
    return t(
        texts.TURNING_POINT,
        n=number,
        turn=turn,
        mark=Markup(words.mark(match.game, point.seat)),
        who=words.who(t, match.seats[point.seat]),
        moves=words.moves(point.moves),
        better=words.moves(point.better),
        before=before,
        after=after,
    )


def _percent(value: float) -> int:
    return round(50 + 50 * value)


def _in_words(t: Tongue, values: list[float]) -> str:
    """The chart for those who listen."""
    listed = ", ".join(f"{turn}: {_percent(value)}" for turn, value in enumerate(values))
    return t.label(texts.COURSE_ALT, 1000) + " " + (listed if len(listed) < 800 else listed[:800] + "…")


async def _pressed(answer: Answer, press: Press, values: tuple[str, ...]) -> None:
    await ask(answer, await answer.watched(press.subject))


ERRAND = Kind(_begin, _tell, _progress, late="channel")
HANDLERS = {"analyse": _pressed}
