"""A server's seasons, each a quarter of a year: champions, the longest match, the prettiest loop
and others.
"""

from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import games
from bot.chat.board import boards, charts
from bot.chat.board.links import ShowSeason
from bot.chat.discord.components import BLURPLE, Post, button, picture, post, row, text
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
from bot.domain.ratings.season_repository import Champion
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


def quarter(now: datetime, back: int = 0) -> tuple[datetime, datetime]:
    """The first moments (UTC) of the quarter ``back`` quarters before that of ``now``, and of the
    following quarter.
    """
    number = now.year * 4 + (now.month - 1) // 3 - back
    first, after = (datetime(at // 4, at % 4 * 3 + 1, 1, tzinfo=UTC) for at in (number, number + 1))
    return first, after


@feature.job("the greatest comebacks of the season that has closed", COMEBACK_SECONDS)
async def judge(services: Services) -> None:
    """Have the computer judge the longest matches of the season before."""
    since, until = quarter(services.now(), 1)
    due = (
        await services.ratings.unjudged(since, until)
        if services.now() - until < JUDGED_WITHIN
        else ()
    )
    for id in due:
        match = await services.matches.get(id)
        chance = 100
        args = position(match), match.winner or 0, JUDGING_SECONDS * services.pace
        with suppress(WorkLost):  # it is not tried again
            chance = await services.workers.submit(
                THINKING, COMPUTER, least_chance, *args, seconds=MATCH_SECONDS
            ).result()
        await services.ratings.store_chance(match, chance)


@feature.on(ShowSeason, work="heavy")
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
    card = await _season(reply, await reply.shared(posted=True), press.back, everyone=True)
    await reply.show_all(card)


@feature.on(OpenSeasonMatch, work="board")
async def open_match(reply: Reply, press: OpenSeasonMatch) -> None:
    await boards.look_through(reply, press.match, anew=True)


async def _season(reply: Reply, t: Language, back: int, *, everyone: bool = False) -> Post:
    """The card of a season. Raises Refused."""
    if not reply.place.guild:
        raise Refused("seasons exist only on servers")
    if back > MOST:
        raise Refused("there’s nothing that far back")
    since, until = quarter(reply.services.now(), back)
    season = await reply.services.ratings.season(reply.scope, since, until)
    season = await _shown(reply, season, everyone)
    image = None
    if season.loop is not None and season.loop_state is not None:
        look = Look(say=t.say, theme=charts.THEME if everyone else charts.theme(reply))
        image = await reply.services.images.board(
            season.loop_state, key=("season", season.loop.id), **look
        )
    return _card(t, season, image, back, everyone=everyone, manager=manages(reply))


async def _shown(reply: Reply, season: Season, everyone: bool) -> Season:
    """A season without matches that its reader, or with ``everyone`` any reader of the channel, may
    not see.
    """
    shown = (season.longest, season.quickest, season.loop, season.comeback)
    channels = {match.channel for match in shown if match is not None}
    viewer = reply.services.visibility.everyone(reply.place) if everyone else reply.viewer
    seen = await viewer.channels(channels)
    longest, quickest, loop, back = (
        match if match is not None and match.channel in seen else None for match in shown
    )
    state = season.loop_state if loop is not None else None
    return replace(
        season, longest=longest, quickest=quickest, loop=loop, comeback=back, loop_state=state
    )


def _card(
    t: Language, season: Season, image: Picture | None, back: int, *, everyone: bool, manager: bool
) -> Post:
    count = t(
        texts.SEASON_COUNT,
        matches=matches(t, season.matches),
        players=t.count(*shared.PEOPLE, season.players),
    )
    played = season.matches > 0
    feats = season.longest, season.quickest, season.loop, season.comeback
    shown = {match.id: match.name for match in feats if match is not None}
    ways = [
        button(t.label(texts.SEASON_EARLIER), ShowSeason(back + 1, "")),
        button(t.label(texts.SEASON_LATER), ShowSeason(back - 1, "")) if back else None,
        button(t.label(shared.POST_HERE), PostSeason(back), "primary") if manager else None,
    ]
    return post(
        text(
            t(
                texts.SEASON,
                since=moment(season.since + NOON, "D"),
                until=moment(season.until - NOON, "D"),
            ),
            count if played else t(texts.SEASON_NONE),
        ),
        text(t(texts.CHAMPIONS), *(_champion(t, champion) for champion in season.champions))
        if season.champions
        else text(t(texts.CHAMPIONS_NONE))
        if played
        else None,
        text(*_remarkable(t, season)),
        None if image is None else picture(image),
        row(
            *(button(name, OpenSeasonMatch(match)) for match, name in shown.items()),
            *([] if everyone else ways),
        ),
        colour=BLURPLE,
    )


def _champion(t: Language, champion: Champion) -> Markup:
    return t(
        texts.CHAMPION,
        game=games.get(champion.game).name,
        who=mention(champion.user),
        rating=Markup(f"{champion.rating:.0f}"),
        matches=matches(t, champion.matches),
        points=t.count(
            *shared.POINTS, 1 if champion.score == 1 else 2, n=charts.points(t, champion.score)
        ),
    )


def _remarkable(t: Language, season: Season) -> list[str]:
    lines: list[str] = []
    for feat, match in ((texts.LONGEST, season.longest), (texts.QUICKEST, season.quickest)):
        if match is not None:
            turns = t.count(*shared.TURNS, match.size)
            game = games.get(match.game).name
            first, second = (
                match.names[::-1] if match.winner and feat is texts.QUICKEST else match.names
            )
            lines.append(
                t(feat, match=match.name, game=game, first=first, second=second, turns=turns)
            )
    back = (
        texts.COMEBACK
        if season.comeback is not None and season.comeback.size
        else texts.COMEBACK_LOST
    )
    for feat, match in ((texts.LOOP, season.loop), (back, season.comeback)):
        if match is not None:
            winner = match.names[match.winner or 0]
            game = games.get(match.game).name
            says = {
                "winner": winner,
                "loser": match.names[1 - (match.winner or 0)],
                "chance": match.size,
            }
            lines.append(
                t(
                    feat,
                    match=match.name,
                    game=game,
                    cells=t.count(*texts.CELLS, match.size),
                    **says,
                )
            )
    return lines
