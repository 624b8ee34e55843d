"""A finished match analysed: who was ahead turn by turn, and the turning points, each in
pictures.
"""

from collections.abc import Sequence
from dataclasses import fields
from functools import partial
from itertools import pairwise
from typing import NamedTuple

from bot.chat.board import boards
from bot.chat.board.completion import match_command
from bot.chat.board.links import Analyse, LookThrough
from bot.chat.board.trying import decisions
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
from bot.chat.discord.press import MatchPress, Version
from bot.chat.discord.reply import Reply, no_such_button
from bot.chat.discord.services import Services
from bot.chat.discord.sharing import posted_by, require_seen_by_all, share
from bot.chat.features.learn import feature, texts
from bot.chat.language import phrases, texts as shared
from bot.chat.language.i18n import Language, Markup
from bot.chat.pictures.heavy import styled
from bot.chat.pictures.jobs import Style
from bot.chat.pictures.picture import Picture
from bot.domain.computer import thinking
from bot.domain.errors import Refused
from bot.domain.matches.history import follow
from bot.domain.matches.match import Match
from bot.domain.members.settings import MemberSettings
from bot.domain.opponent import position
from bot.store.personal import Own
from bot.workers.pool import THINKING
from bot.workers.task import Task
from games.core import State
from games.players.analysis import Analysis, Judged
from games.players.claims import Turn, board_claims, claim_text, in_words, parse_claim
from games.players.puzzles import answers
from render import Look
from render.charts.courses import course_chart

SECONDS = 30.0  # for analysing a match, once a worker is free
LONGEST = 24  # characters of a path; a button carries two
SIZE = 640
MOST_KEPT = 50  # analyses that can be posted without being made again
BAR = 10  # parts of the bar that shows how much is done


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
    await _fair(services, reply.user, match)
    reply.pending.check_room(reply.user)
    await reply.pending.ask(
        reply, AnalysisQuestion(match.id), _waiting(reply.t, match, 0.0), anew=True
    )


async def _fair(services: Services, user: int, match: Match) -> None:
    """Raises Refused if the analysis would help the member in a rated match."""
    await services.matches.require_no_help(
        user, match.game.slug, lambda: match.history.whole().states
    )


async def _begin(services: Services, user: int, question: AnalysisQuestion) -> Task[Analysis]:
    match = await services.matches.get(question.match)
    await _fair(services, user, match)
    seconds = SECONDS * services.pace
    return services.workers.submit(
        THINKING, user, thinking.analyse, position(match), seconds, seconds=SECONDS
    )


async def _progress(reader: Reader, question: AnalysisQuestion, share: float) -> Post:
    return _waiting(reader.t, await reader.services.matches.get(question.match), share)


def _waiting(t: Language, match: Match, share: float) -> Post:
    done = round(share * BAR)
    bar = Markup("▰" * done + "▱" * (BAR - done))
    return word(
        t(texts.ANALYSING, match=match.name, bar=bar, percent=round(100 * share)), colour=BLURPLE
    )


async def _tell(reader: Reader, question: AnalysisQuestion, result: Analysis) -> Post:
    """The analysis for the member who asked, which they may post."""
    services, match = reader.services, await reader.services.matches.get(question.match)
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
    posted: Markup | None = None,
) -> Post:
    """The chart, and the turning points as boards on which the better turn is drawn; ``posted``:
    for all, by whom.
    """
    t.names = {**phrases.names_of((match,), None, match.place_of(user).scope), **t.names}
    at = position(match)
    turns = [turn for turn in result.turns if turn.moves]
    numbers = {turn.start: number for number, turn in enumerate(turns, 1)}
    marked = [numbers[point.start] for point in result.turning_points]
    theme = look.get("theme", "wood")
    names = [
        phrases.named(t, user, name) for user, name in zip(match.seats, match.names, strict=True)
    ]
    title = t.label(texts.COURSE_TITLE, game=match.game.name, match=match.name)
    subtitle = t.label(texts.COURSE_OF, first=names[0], second=names[1])
    values = [turns[0].before, *(turn.after for turn in turns)]
    chart = await services.images.run(
        partial(
            course_chart,
            values,
            marked,
            match.game.seats,
            title=title,
            subtitle=subtitle,
            theme=theme,
        )
    )
    items: list[Item] = [picture(Picture("course.png", chart, _in_words(t, values)))]
    for number, point in enumerate(result.turning_points, 1):
        better = tuple(str(move) for move in point.better)
        there = at._replace(decisions=(*match.decisions[: point.start], *better))
        style: Style = {**styled(look), "size": SIZE}
        image = await services.heavy.board(
            user, f"turn-{number}.png", there, len(better), style, t.locale
        )
        items += [
            rule(),
            text(_point(t, match, number, numbers[point.start], point), *_why(t, match, point)),
            picture(image),
        ]
    through = button(
        t.label(shared.LOOK_THROUGH), LookThrough(match.id, "a", False, match.state.ply)
    )
    points = (_opened(t, match, point, numbers[point.start]) for point in result.turning_points)
    return post(
        text(t(texts.ANALYSIS, game=match.game.name, match=match.name), phrases.status(t, match)),
        *items,
        text(t(texts.NO_TURNING_POINTS)) if not result.turning_points else None,
        text(t(texts.ANALYSIS_KEPT))
        if not posted
        and any(puzzle.start().to_move == match.seat_of(user) for puzzle in result.exercises)
        else None,
        row(*points, through, button(t.label(shared.POST_HERE), PostAnalysis(match.id)))
        if not posted
        else row(through),
        text(posted),
        colour=BLURPLE,
    )


def _point(t: Language, match: Match, number: int, turn: int, point: Judged) -> Markup:
    before, after = _chances(point)
    start = match.history.until(point.start).state
    return t(
        texts.TURNING_POINT,
        n=number,
        turn=turn,
        mark=Markup(phrases.mark(match.game, point.seat)),
        who=phrases.player(t, match, point.seat, point.start),
        moves=phrases.moves(t, point.moves, start),
        better=phrases.moves(t, point.better, start),
        before=before,
        after=after,
    )


def _why(t: Language, match: Match, point: Judged) -> list[Markup]:
    """What is proved of a turning point: how it is refuted, and how the better turn differs."""
    lines = []
    if point.refutation is not None:
        other = Markup(phrases.mark(match.game, 1 - point.seat))
        moves = phrases.moves(t, point.refutation.moves)
        lines.append(
            t.count(*shared.POINT_PUNISHED, point.refutation.turns, mark=other, moves=moves)
        )
    if point.reasons:
        mark = Markup(phrases.mark(match.game, point.seat))
        better = phrases.moves(t, point.better)
        lines.append(t(shared.POINT_BETTER, mark=mark, better=better, why=point.reasons[0]))
    return lines


def _in_words(t: Language, values: list[float]) -> str:
    """The chart for those who listen."""
    listed = t.listed(
        [t.label(shared.STATE_OF, name=turn, state=_percent(at)) for turn, at in enumerate(values)]
    )
    return (
        t.label(texts.COURSE_ALT, 1000)
        + " "
        + (listed if len(listed) < 800 else listed[:800] + "…")
    )


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


feature.pending.append(PendingKind(AnalysisQuestion, _begin, _tell, _progress, late="channel"))


class Page(NamedTuple):
    """A turn that is shown, as its states, with what is said of it."""

    states: tuple[State, ...]
    said: tuple[Markup, ...]


class PointPress(MatchPress):
    """A press about a ``page`` of a turning point: the turn of ``made`` decisions after the first
    ``at`` of the match.

    ``better`` and ``line``, the better turn and what refutes the one played within ``within`` turns
    (0: nothing does), are paths. ``claim`` is how the better turn differs: ``h`` or ``f`` with a
    number of turns, ``e`` or nothing. ``before`` and ``after`` are chances in percent.
    """

    at: Version
    page: int
    made: int
    before: int
    after: int
    within: int
    claim: str
    better: str
    line: str


class OpenPoint(PointPress, action="point"):
    """See a turning point in pictures, in a message of its own."""


class TurnPage(PointPress, action="pointpage"):
    """See another picture of it."""


def _percent(value: float) -> int:
    return round(50 + 50 * value)


def _chances(point: Judged) -> tuple[int, int]:
    """The chances before and after a turning point of the player who made the turn, in percent."""
    sign = -1 if point.seat else 1
    return _percent(sign * point.before), _percent(sign * point.after)


def _opened(t: Language, match: Match, point: Judged, turn: int) -> Button | None:
    """The button that opens a turning point at its first picture; None where a button is too short
    for it.
    """
    better = point.better_path
    line = point.refuting_path
    if max(len(better), len(line)) > LONGEST:
        return None
    within = point.refutation.turns if point.refutation is not None else 0
    claim = claim_text(point.difference)
    made = len(point.moves)
    press = OpenPoint(match.id, point.start, 0, made, *_chances(point), within, claim, better, line)
    return button(t.label(texts.POINT_OPEN, turn=turn), press, "primary")


@feature.on(OpenPoint, TurnPage, work="board")
async def show_point(reply: Reply, press: PointPress) -> None:
    """Show a picture of a turning point; opened, in a message of its own. Raises NotFound."""
    about = {field.name: getattr(press, field.name) for field in fields(press)}

    def to(page: int) -> TurnPage:
        return TurnPage(**{**about, "page": page})

    match = await reply.watched(press.match)
    boards.call_by_name(reply, [match])
    if (
        match.status == "running"
        or not press.better
        or not 0 < press.made <= len(match.decisions) - press.at
    ):
        raise no_such_button()
    start = (await reply.services.matches.look(match.id, press.at)).state
    pages = _pages(reply.t, match, start, press)
    if press.page >= len(pages):
        raise no_such_button()
    page = pages[press.page]
    last = len(pages) - 1
    image = await reply.services.images.board(page.states[-1], turn=page.states, **reply.look())
    t = reply.t
    await reply.private(
        post(
            text(
                t(
                    texts.POINT_TITLE,
                    match=match.name,
                    turn=start.turn,
                    page=press.page + 1,
                    pages=len(pages),
                ),
                *page.said,
            ),
            picture(image),
            row(
                button("◀", to(max(0, press.page - 1)), disabled=not press.page),
                button("▶", to(min(last, press.page + 1)), disabled=press.page == last),
            ),
            colour=phrases.colour(match.game, page.states[0].to_move or 0),
        ),
        anew=isinstance(press, OpenPoint),
    )


def _pages(t: Language, match: Match, start: State, press: PointPress) -> list[Page]:
    """All pictures of a turning point. Raises NotFound where the button was made up."""
    seat = start.to_move or 0
    played = follow(start, match.decisions[press.at : press.at + press.made])
    try:
        better = follow(start, answers.moves_of(start, press.better))
        line = follow(played[-1], answers.moves_of(played[-1], press.line))
        turn = Turn(tuple(better))
        claim = parse_claim(press.claim, turn)
    except ValueError:
        raise no_such_button() from None
    mark = Markup(phrases.mark(match.game, seat))
    who = phrases.who(t, match.seats[seat])
    chances = {"before": press.before, "after": press.after}
    pages = [
        Page(
            tuple(played),
            (t(texts.POINT_PLAYED, mark=mark, who=who, moves=_moves(t, played), **chances),),
        )
    ]
    for states in _turns(line):
        side = Markup(phrases.mark(match.game, states[0].to_move or 0))
        said = t(texts.POINT_LINE, mark=side, moves=_moves(t, states))
        first = (
            t.count(*shared.POINT_PUNISHED, press.within, mark=side, moves=_moves(t, states))
            if len(pages) == 1
            else said
        )
        pages.append(Page(states, (first,)))
    claims = [*([claim] if claim is not None else []), *board_claims(turn)]
    why = (t(texts.HINT_REASON, reason=t.whole(in_words(claim, turn))) for claim in claims[:2])
    pages.append(
        Page(tuple(better), (t(texts.POINT_INSTEAD, mark=mark, moves=_moves(t, better)), *why))
    )
    return pages


def _turns(states: Sequence[State]) -> list[tuple[State, ...]]:
    """The states of a line, turn by turn; each turn begins with the last state of the one
    before.
    """
    turns: list[tuple[State, ...]] = []
    for before, after in pairwise(states):
        if turns and turns[-1][0].turn == before.turn:
            turns[-1] = (*turns[-1], after)
        else:
            turns.append((before, after))
    return turns


def _moves(t: Language, states: Sequence[State]) -> Markup:
    return phrases.moves(t, decisions(states), states[0])
