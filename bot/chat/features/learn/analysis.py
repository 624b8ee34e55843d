"""A finished match analysed by the computer: who was ahead turn by turn, and where it turned."""

from __future__ import annotations

from functools import partial

from bot.chat.board.completion import match_command
from bot.chat.board.links import Analyse, LookThrough
from bot.chat.discord.components import BLURPLE, Button, Item, Post, button, picture, post, row, rule, text, word
from bot.chat.discord.delivery.pending import PendingKind, Question, Reader
from bot.chat.discord.press import MatchPress
from bot.chat.discord.reply import Reply
from bot.chat.discord.services import Services
from bot.chat.discord.sharing import copied, require_seen_by_all, share
from bot.chat.features.learn import feature, texts, turning_points
from bot.chat.language import phrases
from bot.chat.language import texts as shared
from bot.chat.language.i18n import Language, Markup
from bot.chat.pictures.heavy import styled
from bot.chat.pictures.jobs import Style
from bot.chat.pictures.picture import Picture
from bot.domain.computer import thinking
from bot.domain.errors import Refused
from bot.domain.matches.match import Match
from bot.domain.opponent import position
from bot.store.personal import Own
from bot.workers.pool import THINKING
from bot.workers.task import Task
from games.players.analysis import Analysis, Judged
from render.charts.courses import course_chart

SECONDS = 30.0
"""For analysing a match, once a worker is free."""
SIZE = 640
BAR = 10
"""Parts of the bar that shows how much is done."""


class AnalysisQuestion(Question, kind="analysis"):
    """The match to analyse."""

    match: Own[int]


class PostAnalysis(MatchPress, action="analysispost"):
    """Show an analysis to everyone."""


@feature.on(Analyse, work="heavy")
@match_command(feature, "analyse", texts.ABOUT_ANALYSE, lambda match: Analyse(match.id), "finished", "heavy")
async def ask(reply: Reply, press: Analyse) -> None:
    """Analyse a match for the member who asks. Raises Refused."""
    match = await reply.watched(press.match)
    if match.status == "running":
        raise Refused("{name} isn’t over yet; analyse it when it is", name=match.name)
    if not match.decisions:
        raise Refused("no moves were played in {name}", name=match.name)
    services = reply.services
    if match.imported is not None:
        await services.imports.require_no_help(reply.user, match.game.slug, lambda: match.history.whole().states)
    reply.pending.check_room(reply.user)
    await reply.pending.ask(reply, AnalysisQuestion(match.id), _waiting(reply.t, match, 0.0), anew=True)


async def _begin(services: Services, user: int, question: AnalysisQuestion) -> Task[Analysis]:
    match = await services.matches.get(question.match)
    seconds = SECONDS * services.pace
    return services.workers.submit(
        THINKING, user, thinking.analyse, position(match), seconds, seconds=SECONDS, long=True
    )


async def _progress(reader: Reader, question: AnalysisQuestion, share: float) -> Post:
    return _waiting(reader.t, await reader.services.matches.get(question.match), share)


async def _tell(reader: Reader, question: AnalysisQuestion, result: Analysis) -> Post:
    return await _card(reader, await reader.services.matches.get(question.match), result)


def _waiting(t: Language, match: Match, share: float) -> Post:
    done = round(share * BAR)
    bar = Markup("▰" * done + "▱" * (BAR - done))
    return word(t(texts.ANALYSING, match=match.name, bar=bar, percent=round(100 * share)), colour=BLURPLE)


async def _card(reader: Reader, match: Match, result: Analysis) -> Post:
    """The chart, and the turning points as boards on which the better turn is drawn."""
    t, images = reader.t, reader.services.images
    at = position(match)
    turns = [turn for turn in result.turns if turn.moves]
    numbers = {turn.at: number for number, turn in enumerate(turns, 1)}
    marked = [numbers[point.at] for point in result.turning_points]
    theme = reader.look().get("theme", "wood")
    names = [phrases.named(t, user, name) for user, name in zip(match.seats, match.names, strict=True)]
    title = t.label(texts.COURSE_TITLE, game=match.game.name, match=match.name)
    subtitle = t.label(texts.COURSE_OF, first=names[0], second=names[1])
    values = [turns[0].before, *(turn.after for turn in turns)]
    chart = await images.run(
        partial(course_chart, values, marked, match.game.seats, title=title, subtitle=subtitle, theme=theme)
    )
    items: list[Item] = [picture(Picture("course.png", chart, _in_words(t, values)))]
    for number, point in enumerate(result.turning_points, 1):
        better = tuple(str(move) for move in point.better)
        there = at._replace(decisions=(*match.decisions[: point.at], *better))
        style: Style = {**styled(reader.look()), "size": SIZE}
        image = await reader.services.heavy.board(
            reader.user, f"turn-{number}.png", there, len(better), style, t.locale
        )
        items += [
            rule(),
            text(_point(t, match, number, numbers[point.at], point), *_why(t, match, point)),
            picture(image),
        ]
    return post(
        text(t(texts.ANALYSIS, game=match.game.name, match=match.name), phrases.status(t, match)),
        *items,
        text(t(texts.NO_TURNING_POINTS)) if not result.turning_points else None,
        row(
            *(turning_points.opened(t, match, point, numbers[point.at]) for point in result.turning_points),
            _step_through(t, match),
            button(t.label(shared.POST_HERE), PostAnalysis(match.id)),
        ),
        colour=BLURPLE,
    )


def _step_through(t: Language, match: Match) -> Button:
    """The button for the match itself."""
    return button(t.label(shared.LOOK_THROUGH), LookThrough(match.id, "a", False, match.state.ply))


def _point(t: Language, match: Match, number: int, turn: int, point: Judged) -> Markup:
    """A turning point in words."""
    before, after = turning_points.chances(point)
    return t(
        texts.TURNING_POINT,
        n=number,
        turn=turn,
        mark=Markup(phrases.mark(match.game, point.seat)),
        who=phrases.player(t, match, point.seat, point.at),
        moves=phrases.moves(point.moves),
        better=phrases.moves(point.better),
        before=before,
        after=after,
    )


def _why(t: Language, match: Match, point: Judged) -> list[Markup]:
    """What is proved of a turning point: how it is refuted, and how the better turn differs."""
    lines = []
    if point.punished is not None:
        moves = phrases.moves(point.punished.moves)
        lines.append(t.count(*shared.POINT_PUNISHED, point.punished.turns, moves=moves))
    if point.reasons:
        mark, better = Markup(phrases.mark(match.game, point.seat)), phrases.moves(point.better)
        lines.append(t(shared.POINT_BETTER, mark=mark, better=better, why=t.whole(point.reasons[0])))
    return lines


def _in_words(t: Language, values: list[float]) -> str:
    """The chart for those who listen."""
    listed = ", ".join(f"{turn}: {turning_points.percent(value)}" for turn, value in enumerate(values))
    return t.label(texts.COURSE_ALT, 1000) + " " + (listed if len(listed) < 800 else listed[:800] + "…")


@feature.on(PostAnalysis, work="board")
async def post_analysis(reply: Reply, press: PostAnalysis) -> None:
    """Show an analysis that a member has read to everyone. Raises Refused, LimitReached."""
    match = await reply.watched(press.match)
    await require_seen_by_all(reply, match.scope, match.channel)

    async def compose(t: Language) -> Post:
        return await copied(reply, t, row(_step_through(t, match)))

    await share(reply, press, compose)


feature.pending.append(PendingKind(AnalysisQuestion, _begin, _tell, _progress, late="channel"))
