"""A server's seasons, each a quarter of a year: champions, and the matches worth a line."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

import games
from bot.chat.board import boards, charts
from bot.chat.board.links import OpenMove, ShowSeason
from bot.chat.discord.components import BLURPLE, Button, Post, button, picture, post, row, text
from bot.chat.discord.permissions import manages, require_manager
from bot.chat.discord.press import MatchPress, Press, Version
from bot.chat.discord.reply import Reply
from bot.chat.discord.services import Services
from bot.chat.features.profile import feature, texts
from bot.chat.features.profile.profiles import matches
from bot.chat.language import texts as shared
from bot.chat.language.i18n import Language, Markup, mention, moment
from bot.chat.pictures.picture import Picture
from bot.domain.computer.thinking import least_chance
from bot.domain.errors import Refused
from bot.domain.opponent import position
from bot.domain.ratings.season import Season
from bot.domain.ratings.season_repository import Champion, Remarkable
from bot.domain.values import COMPUTER
from bot.workers.pool import THINKING
from bot.workers.task import WorkLost
from render import Look

NOON = timedelta(hours=12)
"""The first and the last day are written as their noons, which fall on these days in every time
zone.
"""
# how often, and how long after a season
COMEBACK_SECONDS = 900.0
JUDGED_WITHIN = timedelta(days=14)
# for a position, and expected for a match
JUDGING_SECONDS = 0.05
MATCH_SECONDS = 30.0
MOST = 100  # seasons that can be shown, counted back from the present one


@dataclass(frozen=True, slots=True)
class Quarter:
    """A quarter of a year by its first moment (UTC), and that of the following one."""

    start: datetime
    end: datetime


def quarter(now: datetime, seasons_ago: int = 0) -> Quarter:
    """The quarter ``seasons_ago`` quarters before that of ``now``."""
    number = now.year * 4 + (now.month - 1) // 3 - seasons_ago
    return Quarter(_quarter_start(number), _quarter_start(number + 1))


def _quarter_start(number: int) -> datetime:
    """The first moment of a quarter, counted from the year 0."""
    year, quarter_of_year = divmod(number, 4)
    return datetime(year, quarter_of_year * 3 + 1, 1, tzinfo=UTC)


@feature.job("the greatest comebacks of the season that has closed", COMEBACK_SECONDS)
async def judge(services: Services) -> None:
    """Have the computer judge the longest matches of the season before."""
    latest_quarter = quarter(services.now(), 1)
    if services.now() - latest_quarter.end >= JUDGED_WITHIN:
        return
    for id in await services.ratings.unjudged(latest_quarter.start, latest_quarter.end):
        match = await services.matches.get(id)
        chance = 100
        task = services.workers.submit(
            THINKING,
            COMPUTER,
            least_chance,
            position(match),
            match.winner or 0,
            JUDGING_SECONDS * services.pace,
            seconds=MATCH_SECONDS,
        )
        with suppress(WorkLost):  # it is not tried again
            chance = await task.result()
        await services.ratings.store_chance(match, chance)


@feature.on(ShowSeason, work="heavy", page="place", address=True)
async def show_season(reply: Reply, press: ShowSeason) -> None:
    """Show a season of the server to the member. Raises Refused."""
    card = await _season(reply, reply.t, press.back)
    await reply.private(card, anew=press.where == "n")


class PostSeason(Press, action="seasonpost"):
    """Show the season ``back`` quarters ago to everyone."""

    back: Version


class OpenSeasonMatch(MatchPress, action="seasonmatch"):
    """Look through a match of a season."""


@feature.on(PostSeason, work="heavy")
async def post_season(reply: Reply, press: PostSeason) -> None:
    """Show a season to everyone. Raises Refused."""
    require_manager(reply)
    card = await _season(reply, await reply.shared(for_everyone=True), press.back, everyone=True)
    await reply.show_all(card)


@feature.on(OpenSeasonMatch, work="board", page="place")
async def open_match(reply: Reply, press: OpenSeasonMatch) -> None:
    """Look through a match of a season in a message of its own."""
    if reply.on_page:
        await reply.perform(OpenMove(press.match, 0))
        return
    await boards.look_through(reply, press.match, anew=True)


async def _season(reply: Reply, t: Language, seasons_ago: int, *, everyone: bool = False) -> Post:
    """The card of a season. Raises Refused."""
    if not reply.place.guild:
        raise Refused("seasons exist only on servers")
    if seasons_ago > MOST:
        raise Refused("there’s nothing that far back")
    period = quarter(reply.services.now(), seasons_ago)
    season = await reply.services.ratings.season(reply.scope, period.start, period.end)
    season = await _without_hidden(reply, season, everyone=everyone)
    image = None
    if season.loop is not None and season.loop_state is not None:
        look = Look(say=t.say, theme=charts.THEME if everyone else charts.theme(reply))
        key = ("season", season.loop.id)
        image = await reply.services.images.board(season.loop_state, key=key, **look)
    return _card(t, season, image, seasons_ago, everyone=everyone, manager=manages(reply))


async def _without_hidden(reply: Reply, season: Season, *, everyone: bool) -> Season:
    """A season without matches that its reader may not see.

    :param everyone: every reader of the channel has to be allowed to see them
    """
    channels = {match.channel for match in _matches(season)}
    viewer = reply.services.visibility.everyone(reply.place) if everyone else reply.viewer
    visible_channels = await viewer.channels(channels)

    def if_visible(match: Remarkable | None) -> Remarkable | None:
        return match if match is not None and match.channel in visible_channels else None

    loop = if_visible(season.loop)
    return replace(
        season,
        longest=if_visible(season.longest),
        quickest=if_visible(season.quickest),
        loop=loop,
        comeback=if_visible(season.comeback),
        loop_state=None if loop is None else season.loop_state,
    )


def _matches(season: Season) -> list[Remarkable]:
    """The matches of a season that are worth a line."""
    candidates = [season.longest, season.quickest, season.loop, season.comeback]
    return [match for match in candidates if match is not None]


def _card(
    t: Language,
    season: Season,
    image: Picture | None,
    seasons_ago: int,
    *,
    everyone: bool,
    manager: bool,
) -> Post:
    """The card of the season ``seasons_ago`` quarters ago, for its reader or for ``everyone``."""
    names = {match.id: match.name for match in _matches(season)}
    buttons = [button(name, OpenSeasonMatch(match)) for match, name in names.items()]
    if not everyone:
        buttons += _season_buttons(t, seasons_ago, manager=manager)
    heading = text(*_heading(t, season))
    champions = text(*_champions(t, season))
    remarkable = text(*_remarkable(t, season))
    board = None if image is None else picture(image)
    return post(heading, champions, remarkable, board, row(*buttons), colour=BLURPLE)


def _heading(t: Language, season: Season) -> Iterator[Markup]:
    start = moment(season.start + NOON, "D")
    end = moment(season.end - NOON, "D")
    yield t(texts.SEASON, since=start, until=end)
    if not season.matches:
        yield t(texts.SEASON_NONE)
        return
    players = t.count(*shared.PEOPLE, season.players)
    yield t(texts.SEASON_COUNT, matches=matches(t, season.matches), players=players)


def _season_buttons(t: Language, seasons_ago: int, *, manager: bool) -> Iterator[Button]:
    yield button(t.label(texts.SEASON_EARLIER), ShowSeason(seasons_ago + 1, ""))
    if seasons_ago:
        yield button(t.label(texts.SEASON_LATER), ShowSeason(seasons_ago - 1, ""))
    if manager:
        yield button(t.label(shared.POST_HERE), PostSeason(seasons_ago), "primary")


def _champions(t: Language, season: Season) -> Iterator[Markup]:
    if season.champions:
        yield t(texts.CHAMPIONS)
        for champion in season.champions:
            yield _champion(t, champion)
    elif season.matches:
        yield t(texts.CHAMPIONS_NONE)


def _champion(t: Language, champion: Champion) -> Markup:
    game = games.get(champion.game).name
    number = charts.points(t, champion.score)
    points = t.count(*shared.POINTS, 1 if champion.score == 1 else 2, n=number)
    return t(
        texts.CHAMPION,
        game=game,
        who=mention(champion.user),
        rating=Markup(f"{champion.rating:.0f}"),
        matches=matches(t, champion.matches),
        points=points,
    )


def _remarkable(t: Language, season: Season) -> Iterator[Markup]:
    """The longest and the quickest match, the longest loop and the greatest comeback."""
    if season.longest is not None:
        first, second = season.longest.names
        yield _by_turns(t, texts.LONGEST, season.longest, first, second)
    if season.quickest is not None:
        yield _by_turns(t, texts.QUICKEST, season.quickest, *_winner_first(season.quickest))
    if season.loop is not None:
        yield _won(t, texts.LOOP, season.loop)
    if season.comeback is not None:
        # a chance of 0 percent is put in words
        comeback = texts.COMEBACK if season.comeback.size else texts.COMEBACK_LOST
        yield _won(t, comeback, season.comeback)


def _winner_first(match: Remarkable) -> tuple[str, str]:
    first, second = match.names
    return (second, first) if match.winner else (first, second)


def _by_turns(t: Language, template: str, match: Remarkable, first: str, second: str) -> Markup:
    game = games.get(match.game).name
    turns = t.count(*shared.TURNS, match.size)
    return t(template, match=match.name, game=game, first=first, second=second, turns=turns)


def _won(t: Language, template: str, match: Remarkable) -> Markup:
    """How a match was won: by a loop of so many cells, or from so small a chance."""
    winner, loser = _winner_first(match)
    game = games.get(match.game).name
    cells = t.count(*texts.CELLS, match.size)
    return t(
        template,
        match=match.name,
        game=game,
        cells=cells,
        winner=winner,
        loser=loser,
        chance=match.size,
    )
