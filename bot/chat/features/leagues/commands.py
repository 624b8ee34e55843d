"""``/league join``, ``leave`` and ``show``, and the posts of seasons that start and are over."""

from collections.abc import Sequence
from typing import cast

import games
from bot.chat.board import charts
from bot.chat.board.links import OpenTournament
from bot.chat.discord.commands import game_choices, labelled, slash
from bot.chat.discord.components import (
    BLURPLE,
    Button,
    Post,
    button,
    picture,
    post,
    row,
    rows,
    text,
    word,
)
from bot.chat.discord.permissions import require_allowed
from bot.chat.discord.press import Press, Version
from bot.chat.discord.reply import Reply
from bot.chat.discord.services import Services
from bot.chat.features.leagues import feature, texts
from bot.chat.language import phrases, texts as shared
from bot.chat.language.i18n import Command, Language, Markup, moment
from bot.chat.pictures.picture import Picture
from bot.domain.errors import Refused
from bot.domain.events import Event, Notice
from bot.domain.tournaments.league import AT_ONCE, FEWEST, LeagueClosed, LeagueSeason, LeagueStarted
from render.charts.tables import TableLine

MOST_CUP = 10  # members of the cup that are shown
LEADERS = 3
GAMES = {"game": game_choices()}


class ShowLeagues(Press, action="leagues"):
    """See the leagues of a server in a message of one's own: a ``game``’s, or with none the cup."""

    season: Version
    game: str


@feature.command
@slash(
    "league join",
    texts.ABOUT_LEAGUE_JOIN,
    options={"game": shared.ABOUT_GAME, "matches": texts.ABOUT_AT_ONCE},
    choices={**GAMES, "matches": labelled({str(n): str(n) for n in AT_ONCE})},
    servers_only=True,
)
async def join(reply: Reply, game: str, matches: str = "2") -> None:
    await require_allowed(reply)
    number = int(matches) if matches.isdecimal() else 0
    starts = await reply.services.leagues.join(reply.place, reply.person, game, number)
    waits = reply.t(texts.JOINED_WAITING, fewest=FEWEST)
    when = waits if starts is None else reply.t(texts.JOINED_NEXT, when=moment(starts))
    await reply.private(word(reply.t(texts.JOINED, game=games.get(game).name, when=when)))


@feature.command
@slash(
    "league leave",
    texts.ABOUT_LEAGUE_LEAVE,
    options={"game": texts.ABOUT_LEAVE_GAME},
    choices=GAMES,
    servers_only=True,
)
async def leave(reply: Reply, game: str = "") -> None:
    slug = games.get(game).slug if game else None
    left = await reply.services.leagues.leave(reply.scope, reply.user, slug)
    await reply.private(word(reply.t(texts.LEFT if left else texts.NOT_IN)))


@feature.command
@slash(
    "league show",
    texts.ABOUT_LEAGUE_SHOW,
    options={"game": texts.ABOUT_SHOW_GAME},
    choices=GAMES,
    servers_only=True,
    work="board",
)
async def show(reply: Reply, game: str = "") -> None:
    await _show(reply, None, games.get(game).slug if game else "")


@feature.on(ShowLeagues, work="board")
async def show_pressed(reply: Reply, press: ShowLeagues) -> None:
    await _show(reply, press.season or None, press.game)


async def _show(reply: Reply, number: int | None, game: str) -> None:
    season = await reply.services.leagues.season(reply.scope, number)
    if season.channel and season.channel not in await reply.viewer.channels((season.channel,)):
        raise Refused("the leagues are played in a channel that you can’t view")
    if game:
        await reply.private(_divisions(reply.t, season, games.get(game).slug), anew=True)
        return
    image = await _cup(reply.services, reply.t, season, charts.theme(reply), reply.user)
    await reply.private(_overview(reply.t, season, image), anew=True)


def _overview(t: Language, season: LeagueSeason, image: Picture | None) -> Post:
    """The leagues of a server with the cup."""
    lines = list[str]()
    for slug, users in season.joined.items():
        name = games.get(slug).name
        people = t.count(*shared.PEOPLE, len(users))
        if slug in season.divisions:
            lines.append(
                t(texts.GAME_LINE, game=name, members=people, divisions=_span(t, season, slug))
            )
        else:
            lines.append(t(texts.GAME_SHORT, game=name, tally=people))
    buttons = [
        button(games.get(slug).name, ShowLeagues(season.season, slug)) for slug in season.divisions
    ]
    return post(
        text(
            _title(t, season),
            *(lines or [t(texts.NO_SEASON, join=Command("league join"))]),
            _next(t, season),
        ),
        None if image is None else picture(image),
        text(t(texts.CUP_RULE) if image else None, t(texts.RULES)),
        *rows(buttons),
        colour=BLURPLE,
    )


def _divisions(t: Language, season: LeagueSeason, slug: str) -> Post:
    """The divisions of a game, each with who leads it."""
    divisions = season.divisions.get(slug, ())
    name = games.get(slug).name
    lines = list[str]()
    buttons = list[Button]()
    for each in divisions:
        leaders = t.listed([phrases.who(t, s.entrant.user) for s in each.standings[:LEADERS]])
        lines.append(
            t(
                texts.DIVISION_LINE,
                number=each.number,
                tournament=each.tournament.name,
                leaders=leaders,
            )
        )
        label = t.label(texts.OPEN_DIVISION, number=each.number)
        buttons.append(button(label, OpenTournament(each.tournament.id)))
    lines = lines or [t(texts.NO_DIVISIONS, game=name, join=Command("league join"))]
    return post(
        text(f"{_title(t, season)} · {name}", *lines, _next(t, season)),
        text(t(texts.RULES)),
        *rows(buttons, 5),
        colour=BLURPLE,
    )


def _title(t: Language, season: LeagueSeason) -> str:
    return t(texts.SEASON, season=season.season) if season.season else t(texts.LEAGUES)


def _span(t: Language, season: LeagueSeason, slug: str) -> Markup:
    """The divisions of a game: “Division 1–4”."""
    count = len(season.divisions[slug])
    return t(texts.OPEN_DIVISION, number="1" if count == 1 else f"1–{count}")


def _next(t: Language, season: LeagueSeason) -> str | None:
    return None if season.next is None else t(texts.NEXT, when=moment(season.next))


async def _cup(
    services: Services, t: Language, season: LeagueSeason, theme: str, user: int
) -> Picture | None:
    """The table of the cup as a picture; None before there is one."""
    if not season.cup:
        return None
    order = enumerate(season.cup[:MOST_CUP], 1)
    lines = [
        TableLine(str(place), name, (str(points),), own=who == user)
        for place, (who, name, points) in order
    ]
    title = t.label(texts.CUP)
    heads = [t.label(texts.CUP_POINTS)]
    under = t.label(texts.SEASON, season=season.season).removeprefix("### ")
    name = f"cup-{season.season}"
    says = {"title": title, "subtitle": under, "spoken": title, "theme": theme}
    return await charts.table(services.images, t, name, lines, columns=heads, **says)


@feature.composes(LeagueStarted)
async def started(services: Services, t: Language, notice: Notice[LeagueStarted]) -> Post:
    """The post of a season that starts."""
    season = await services.leagues.season(notice.scope, notice.event.season)
    when = "" if season.next is None else moment(season.next, "D")
    spans = ((games.get(slug).name, _span(t, season, slug)) for slug in season.divisions)
    lines = [t(texts.GAME_SHORT, game=name, tally=span) for name, span in spans]
    title = t(texts.STARTED, season=season.season, when=when)
    return _posted(t, cast(Notice[Event], notice), season, title, lines, None)


@feature.composes(LeagueClosed)
async def closed(services: Services, t: Language, notice: Notice[LeagueClosed]) -> Post:
    """The post of a season that is over: who won each game, and the cup."""
    season = await services.leagues.season(notice.scope, notice.event.season)
    lines = [
        t(
            texts.CHAMPION,
            game=games.get(slug).name,
            who=phrases.who(t, order[0].standings[0].entrant.user),
        )
        for slug, order in season.divisions.items()
        if order[0].standings
    ]
    lines += [t(texts.CUP_WINNER, who=phrases.who(t, season.cup[0][0]))] if season.cup else []
    image = await _cup(services, t, season, charts.THEME, 0)
    return _posted(
        t, cast(Notice[Event], notice), season, t(texts.CLOSED, season=season.season), lines, image
    )


def _posted(
    t: Language,
    notice: Notice[Event],
    season: LeagueSeason,
    title: str,
    lines: Sequence[str],
    image: Picture | None,
) -> Post:
    more = button(t.label(texts.SHOW_LEAGUES), ShowLeagues(season.season, ""))
    shown = None if image is None else picture(image)
    return post(text(title, *lines), shown, row(more), colour=BLURPLE, notice=notice)
