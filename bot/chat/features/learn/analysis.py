"""A finished match analysed: who was ahead turn by turn, and the turning points in pictures."""

from collections.abc import Iterator
from functools import partial

from bot.chat.board import boards
from bot.chat.board.completion import match_command
from bot.chat.board.links import Analyse, LookThrough
from bot.chat.discord.components import (
    BLURPLE,
    Button,
    Item,
    Post,
    button,
    picture,
    post,
    row,
    rule,
    text,
    word,
)
from bot.chat.discord.delivery.pending import PendingKind, Question, Reader, look_of
from bot.chat.discord.press import MatchPress
from bot.chat.discord.reply import Reply
from bot.chat.discord.services import Services
from bot.chat.discord.sharing import posted_by, require_seen_by_all, share
from bot.chat.features.learn import feature, texts
from bot.chat.features.learn.turning_points import Chances, open_button, percent
from bot.chat.language import phrases, texts as shared
from bot.chat.language.i18n import Language, Markup
from bot.chat.pictures.heavy import styled
from bot.chat.pictures.jobs import PictureStyle
from bot.chat.pictures.picture import Picture
from bot.domain.computer import thinking
from bot.domain.errors import Refused
from bot.domain.matches.match import Match
from bot.domain.members.settings import MemberSettings
from bot.domain.opponent import position
from bot.store.personal import Own
from bot.workers.pool import THINKING
from bot.workers.task import Task
from games.players.analysis import Analysis, Judged
from render import Look
from render.charts.courses import course_chart

SECONDS = 30.0  # for analysing a match, once a worker is free
SIZE = 640
MOST_KEPT = 50  # analyses that can be posted without being made again
BAR = 10  # parts of the bar that shows how much is done
LONGEST_LISTED = 800  # characters of a chart in words


class AnalysisQuestion(Question, kind="analysis"):
    """The match to analyse."""

    match: Own[int]


class PostAnalysis(MatchPress, action="analysispost"):
    """Show an analysis to everyone."""


@feature.on(Analyse, work="heavy")
@match_command(
    feature, "analyse", texts.ABOUT_ANALYSE, lambda match: Analyse(match.id), "finished", "heavy"
)
async def ask(reply: Reply, press: Analyse) -> None:
    """Analyse a match for the member who asks. Raises Refused."""
    match = await reply.watched(press.match)
    if match.status == "running" or (match.rated and match.reason == "adjourned"):
        raise Refused("{name} isn’t over yet; analyse it when it is", name=match.name)
    if not match.decisions:
        raise Refused("no moves were played in {name}", name=match.name)
    services = reply.services
    await _require_fair(services, reply.user, match)
    reply.thinker.check_room(reply.user)
    question = AnalysisQuestion(match.id)
    await reply.thinker.ask(reply, question, _waiting(reply.t, match, 0.0), anew=True)


async def _require_fair(services: Services, user: int, match: Match) -> None:
    """Raises Refused if the analysis would help the member in a rated match."""
    await services.matches.require_no_help(
        user, match.game.slug, lambda: match.history.whole().states
    )


async def _begin(services: Services, user: int, question: AnalysisQuestion) -> Task[Analysis]:
    match = await services.matches.get(question.match)
    await _require_fair(services, user, match)
    seconds = SECONDS * services.pace
    return services.workers.submit(
        THINKING, user, thinking.analyse, position(match), seconds, seconds=SECONDS
    )


async def _progress(reader: Reader, question: AnalysisQuestion, share: float) -> Post:
    return _waiting(reader.t, await reader.services.matches.get(question.match), share)


def _waiting(t: Language, match: Match, share: float) -> Post:
    """The card while a match is analysed; ``share`` of the work is done."""
    full = round(share * BAR)
    bar = Markup("▰" * full + "▱" * (BAR - full))
    percent_done = round(100 * share)
    line = t(texts.ANALYSING, match=match.name, bar=bar, percent=percent_done)
    return word(line, colour=BLURPLE)


async def _tell(reader: Reader, question: AnalysisQuestion, result: Analysis) -> Post:
    """The analysis for the member who asked, which they may post."""
    services = reader.services
    match = await services.matches.get(question.match)
    services.analyses[match.id] = result
    for oldest in [*services.analyses][:-MOST_KEPT]:
        del services.analyses[oldest]
    await services.puzzles.exercises.keep(reader.user, match, result.exercises)
    return await _card(services, reader.t, reader.look(), reader.user, match, result)


async def _card(
    services: Services,
    t: Language,
    look: Look,
    user: int,
    match: Match,
    result: Analysis,
    poster: Markup | None = None,
) -> Post:
    """The chart, and the turning points as boards on which the better turn is drawn.

    :param poster: who has posted it for everyone; None: only ``user`` reads it
    """
    t.names = {**phrases.names_of((match,), None, match.place_of(user).scope), **t.names}
    numbers = _turn_numbers(result)
    items: list[Item] = [picture(await _chart(services, t, look, match, result))]
    for number, point in enumerate(result.turning_points, 1):
        image = await _better_board(services, t, look, user, match, number, point)
        title = _point(t, match, number, numbers[point.start], point)
        items += [rule(), text(title, *_why(t, match, point)), picture(image)]
    return post(
        text(t(texts.ANALYSIS, game=match.game.name, match=match.name), phrases.status(t, match)),
        *items,
        None if result.turning_points else text(t(texts.NO_TURNING_POINTS)),
        None if poster else _kept_exercises(t, user, match, result),
        row(*_buttons(t, match, result, public=bool(poster))),
        text(poster),
        colour=BLURPLE,
    )


def _turn_numbers(result: Analysis) -> dict[int, int]:
    """The numbers of the turns that have moves, by where they start in the match."""
    starts = [turn.start for turn in result.turns if turn.moves]
    return {start: number for number, start in enumerate(starts, 1)}


async def _chart(
    services: Services, t: Language, look: Look, match: Match, result: Analysis
) -> Picture:
    """Who was ahead, turn by turn, with the turning points marked."""
    numbers = _turn_numbers(result)
    turns = [turn for turn in result.turns if turn.moves]
    values = [turns[0].value_before, *(turn.value_after for turn in turns)]
    first, second = (
        phrases.named(t, user, name) for user, name in zip(match.seats, match.names, strict=True)
    )
    draw = partial(
        course_chart,
        values,
        [numbers[point.start] for point in result.turning_points],
        match.game.seats,
        title=t.label(texts.COURSE_TITLE, game=match.game.name, match=match.name),
        subtitle=t.label(texts.COURSE_OF, first=first, second=second),
        theme=look.get("theme", "wood"),
    )
    return Picture("course.png", await services.images.run(draw), _chart_in_words(t, values))


async def _better_board(
    services: Services,
    t: Language,
    look: Look,
    user: int,
    match: Match,
    number: int,
    point: Judged,
) -> Picture:
    """The board after the better turn of a turning point, the ``number``-th one."""
    better_moves = tuple(str(move) for move in point.better)
    earlier_decisions = match.decisions[: point.start]
    better_position = position(match)._replace(decisions=(*earlier_decisions, *better_moves))
    style: PictureStyle = {**styled(look), "size": SIZE}
    name = f"turn-{number}.png"
    return await services.heavy.board(
        user, name, better_position, len(better_moves), style, t.locale
    )


def _kept_exercises(t: Language, user: int, match: Match, result: Analysis) -> Item | None:
    """A line about the exercises that are made of what the member missed, if there are any."""
    seat = match.seat_of(user)
    if any(puzzle.start().to_move == seat for puzzle in result.exercises):
        return text(t(texts.ANALYSIS_KEPT))
    return None


def _buttons(
    t: Language, match: Match, result: Analysis, *, public: bool
) -> Iterator[Button | None]:
    look_through = LookThrough(match.id, "a", False, match.state.ply)
    through_button = button(t.label(shared.LOOK_THROUGH), look_through)
    if public:
        yield through_button
        return
    numbers = _turn_numbers(result)
    for point in result.turning_points:
        yield open_button(t, match, point, numbers[point.start])
    yield through_button
    yield button(t.label(shared.POST_HERE), PostAnalysis(match.id))


def _point(t: Language, match: Match, number: int, turn: int, point: Judged) -> Markup:
    """What happened at a turning point, the ``number``-th, in a turn of the match."""
    chances = Chances.of(point)
    start = match.history.until(point.start).state
    return t(
        texts.TURNING_POINT,
        n=number,
        turn=turn,
        mark=Markup(phrases.mark(match.game, point.seat)),
        who=phrases.player(t, match, point.seat, point.start),
        moves=phrases.moves(t, point.moves, start),
        better=phrases.moves(t, point.better, start),
        before=chances.start,
        after=chances.end,
    )


def _why(t: Language, match: Match, point: Judged) -> list[Markup]:
    """What is proved of a turning point: how it is refuted, and how the better turn differs."""
    lines = []
    if point.refutation is not None:
        other = Markup(phrases.mark(match.game, 1 - point.seat))
        moves = phrases.moves(t, point.refutation.moves)
        one, many = shared.POINT_PUNISHED
        lines.append(t.count(one, many, point.refutation.turns, mark=other, moves=moves))
    if point.reasons:
        mark = Markup(phrases.mark(match.game, point.seat))
        better = phrases.moves(t, point.better)
        lines.append(t(shared.POINT_BETTER, mark=mark, better=better, why=point.reasons[0]))
    return lines


def _chart_in_words(t: Language, values: list[float]) -> str:
    """The chart for those who listen."""
    states = [
        t.label(shared.STATE_OF, name=turn, state=percent(value))
        for turn, value in enumerate(values)
    ]
    names: str = t.listed(states)
    if len(names) >= LONGEST_LISTED:
        names = names[:LONGEST_LISTED] + "…"
    return f"{t.label(texts.COURSE_ALT, 1000)} {names}"


@feature.on(PostAnalysis, work="board")
async def post_analysis(reply: Reply, press: PostAnalysis) -> None:
    """Post an analysis that a member has read, or make it again if it is lost.

    Raises Refused, LimitReached.
    """
    match = await reply.watched(press.match)
    services = reply.services
    await require_seen_by_all(reply, match)
    boards.call_by_name(reply, [match])
    result = services.analyses.get(match.id)
    if result is None:
        await reply.perform(Analyse(match.id))
        return

    async def compose(t: Language) -> Post:
        look = look_of(MemberSettings(), t)
        return await _card(services, t, look, reply.user, match, result, posted_by(t, reply))

    await share(reply, press, compose)


feature.pending_kinds.append(
    PendingKind(AnalysisQuestion, _begin, _tell, _progress, late="channel")
)
