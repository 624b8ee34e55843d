"""A finished match gone over on the page: chances turn by turn, turning points, what was better."""

import asyncio
import logging
from collections.abc import Mapping

from bot.chat.discord.services import Services
from bot.chat.language import phrases, texts as shared
from bot.chat.language.i18n import Markup
from bot.domain.computer import thinking
from bot.domain.errors import Refused
from bot.domain.matches.history import begin, follow
from bot.domain.matches.match import Match
from bot.domain.opponent import position as position_data
from bot.web import protocol, texts
from bot.web.scenes import Blobs, position
from bot.web.visits import Visit, without_markup
from bot.workers.pool import THINKING
from bot.workers.task import Task
from games.core import Move
from games.players.analysis import Analysis, Judged

log = logging.getLogger(__name__)

SECONDS = 30.0  # for analysing a match, once a worker is free
MOST_KEPT = 50  # analyses
MOST_RUNNING = 200


class Analyses:
    """The analyses that members of the page wait for, and those that were made lately."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._tasks: dict[int, Task[Analysis]] = {}

    async def view(self, visit: Visit, blobs: Blobs, match: Match) -> protocol.AnalysisView:
        """An analysis as far as it is made; it is begun where nobody has asked for it.

        Raises Refused, LimitReached.
        """
        if match.status == "running" or (match.rated and match.reason == "adjourned"):
            raise Refused("{name} isn’t over yet; analyse it when it is", name=match.name)
        if not match.decisions:
            raise Refused("no moves were played in {name}", name=match.name)
        await self._services.matches.require_no_help(
            visit.user, match.game.slug, lambda: match.history.whole().states
        )
        result = self._services.analyses.get(match.id)
        if result is None:
            result = await self._result(visit, match)
        if result is None:
            return _unfinished(visit, match, self._tasks[match.id].progress)
        return await AnalysisPage(visit, blobs, match, result).view()

    async def _result(self, visit: Visit, match: Match) -> Analysis | None:
        """What came of a match's analysis; None while it is made.

        One that failed is begun anew when it is asked for again. Raises Refused, LimitReached.
        """
        task = self._tasks.get(match.id)
        if task is None:
            await visit.admit("heavy")
            self._begin(visit, match)
            return None
        if not task.done:
            return None
        del self._tasks[match.id]
        if task.error is not None:
            log.warning("an analysis failed: %s", task.error)
            raise Refused(texts.ANALYSIS_FAILED)
        analyses = self._services.analyses
        analyses[match.id] = task.value
        for oldest in [*analyses][:-MOST_KEPT]:
            del analyses[oldest]
        await self._services.puzzles.exercises.keep(visit.user, match, task.value.exercises)
        return task.value

    def _begin(self, visit: Visit, match: Match) -> None:
        if len(self._tasks) >= MOST_RUNNING:
            for id, task in [*self._tasks.items()]:
                if task.done:
                    del self._tasks[id]
        seconds = SECONDS * self._services.pace
        self._tasks[match.id] = self._services.workers.submit(
            THINKING,
            visit.user,
            thinking.analyse,
            position_data(match),
            seconds,
            seconds=SECONDS,
        )


def _unfinished(visit: Visit, match: Match, share: float) -> protocol.AnalysisView:
    return {
        "kind": "analysis",
        "match": match.id,
        "name": match.name,
        "game": match.game.slug,
        "title": without_markup(phrases.title(visit.t, match)),
        "share": min(share, 0.99),
        "text": visit.t.say(texts.ANALYSING),
        "first": "",
        "second": "",
        "chances": [],
        "points": [],
        "actions": [],
    }


class AnalysisPage:
    """Puts an analysis into words and boards."""

    def __init__(self, visit: Visit, blobs: Blobs, match: Match, result: Analysis) -> None:
        self._visit = visit
        self._t = visit.t
        self._blobs = blobs
        self._match = match
        self._result = result
        turns = [turn for turn in result.turns if turn.moves]
        self._numbers: Mapping[int, int] = {
            turn.start: number for number, turn in enumerate(turns, 1)
        }
        self._turns = turns

    async def view(self) -> protocol.AnalysisView:
        t = self._t
        match = self._match
        text = "" if self._result.turning_points else t.say(texts.NO_TURNING_POINTS)
        return {
            "kind": "analysis",
            "match": match.id,
            "name": match.name,
            "game": match.game.slug,
            "title": without_markup(phrases.title(t, match)),
            "share": 1.0,
            "text": text,
            "first": self._player(0),
            "second": self._player(1),
            "chances": self._chances(),
            "points": await self._points(),
            "actions": [],
        }

    async def _points(self) -> list[protocol.Judgement]:
        points = list[protocol.Judgement]()
        for point in self._result.turning_points:
            points.append(self._point(point))
            await asyncio.sleep(0)  # each replays the match: others are served in between
        return points

    def _player(self, seat: int) -> str:
        """A player with the mark of their side."""
        mark = phrases.mark(self._match.game, seat)
        return f"{mark} {without_markup(phrases.player(self._t, self._match, seat))}"

    def _chances(self) -> list[protocol.Chance]:
        """The first side's chances at the start and after each turn."""
        if not self._turns:
            return []
        chances: list[protocol.Chance] = [
            {
                "number": 0,
                "ply": 0,
                "mark": "",
                "moves": "",
                "chance": _chance(self._turns[0].value_before),
            }
        ]
        start = begin(self._match.game, self._match.options)
        for turn in self._turns:
            earlier = self._match.decisions[: turn.start]
            chances.append(
                {
                    "number": self._numbers[turn.start],
                    "ply": turn.start + len(turn.moves),
                    "mark": phrases.mark(self._match.game, turn.seat),
                    "moves": phrases.in_list(self._t, turn.moves, start, earlier),
                    "chance": _chance(turn.value_after),
                }
            )
        return chances

    def _point(self, point: Judged) -> protocol.Judgement:
        t = self._t
        match = self._match
        start = match.history.until(point.start).state
        sign = -1 if point.seat else 1
        title = t(
            texts.TURNING_POINT,
            turn=self._numbers[point.start],
            mark=Markup(phrases.mark(match.game, point.seat)),
            moves=phrases.moves(t, point.moves, start),
            better=phrases.moves(t, point.better, start),
            before=_percent(sign * point.value_before),
            after=_percent(sign * point.value_after),
        )
        better = follow(start, [str(move) for move in point.better])
        look = self._visit.look | {"sight": False}
        return {
            "ply": point.start,
            "number": self._numbers[point.start],
            "title": without_markup(title),
            "why": [without_markup(line) for line in self._why(point)],
            "before": _chance(point.value_before),
            "after": _chance(point.value_after),
            "played": _cells(point.moves),
            "better": _cells(point.better),
            "scene": position(self._blobs, better, look),
        }

    def _why(self, point: Judged) -> list[str]:
        """What is proved: how the turn is refuted, and how the better one differs."""
        t = self._t
        game = self._match.game
        lines = list[str]()
        if point.refutation is not None:
            other = Markup(phrases.mark(game, 1 - point.seat))
            moves = phrases.moves(t, point.refutation.moves)
            one, many = shared.POINT_PUNISHED
            lines.append(t.count(one, many, point.refutation.turns, mark=other, moves=moves))
        if point.reasons:
            mark = Markup(phrases.mark(game, point.seat))
            better = phrases.moves(t, point.better)
            lines.append(t(shared.POINT_BETTER, mark=mark, better=better, why=point.reasons[0]))
        return lines


def _chance(value: float) -> float:
    """The chance, 0 to 1, that a value from -1 to 1 stands for."""
    return round(0.5 + 0.5 * value, 3)


def _percent(value: float) -> int:
    return round(50 + 50 * value)


def _cells(moves: tuple[Move, ...]) -> list[str]:
    """The cells of a turn, for its arrows: source and target of each decision, by turns."""
    cells = list[str]()
    for move in moves:
        if move.target:
            cells += [move.source or "", move.target]
    return cells
