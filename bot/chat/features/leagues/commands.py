"""``/league join``, ``leave`` and ``show``, and the posts of seasons that start and are over."""

from collections.abc import Sequence
from contextlib import suppress
from typing import cast

import games
from bot.chat.board import charts
from bot.chat.board.links import OpenTournament, ShowLeagues
from bot.chat.discord.commands import game_choices, labelled, slash
from bot.chat.discord.components import (
    BLURPLE,
    Button,
    Post,
    button,
    extended,
    picture,
    post,
    row,
    rows,
    text,
    word,
)
from bot.chat.discord.gateway.failures import FAILURES
from bot.chat.discord.page_commands import OnPage, command_button
from bot.chat.discord.permissions import require_allowed
from bot.chat.discord.reply import Reply
from bot.chat.discord.services import Services
from bot.chat.features.leagues import feature, texts
from bot.chat.language import phrases, texts as shared
from bot.chat.language.i18n import Command, Language, Markup, moment
from bot.chat.pictures.picture import Picture
from bot.domain.errors import Refused
from bot.domain.events import DomainEvent, Notice
from bot.domain.tournaments.league import (
    AT_ONCE,
    FEWEST,
    Division,
    LeagueClosed,
    LeagueSeason,
    LeagueStarted,
)
from games.core.numbers import whole_number
from render.charts.tables import TableLine

MOST_CUP = 10  # members of the cup that are shown
LEADERS = 3
GAMES = {"game": game_choices()}


@feature.command
@slash(
    "league join",
    texts.ABOUT_LEAGUE_JOIN,
    options={"game": shared.ABOUT_GAME, "matches": texts.ABOUT_AT_ONCE},
    choices={**GAMES, "matches": labelled({str(n): str(n) for n in AT_ONCE})},
    servers_only=True,
    page=OnPage(texts.JOIN_LEAGUE),
)
async def join(reply: Reply, game: str, matches: str = "2") -> None:
    """Join the league of a game from the next season on."""
    await require_allowed(reply)
    at_once = whole_number(matches) or 0
    leagues = reply.services.leagues
    is_gone = await _is_channel_gone(reply, await leagues.season(reply.scope))
    starts = await leagues.join(reply.place, reply.person, game, at_once, moves=is_gone)
    if starts is None:
        when = reply.t(texts.JOINED_WAITING, fewest=FEWEST)
    else:
        when = reply.t(texts.JOINED_NEXT, when=moment(starts))
    await reply.private(word(reply.t(texts.JOINED, game=games.get(game).name, when=when)))


@feature.command
@slash(
    "league leave",
    texts.ABOUT_LEAGUE_LEAVE,
    options={"game": texts.ABOUT_LEAVE_GAME},
    choices=GAMES,
    servers_only=True,
    page=OnPage(texts.LEAVE_LEAGUE),
)
async def leave(reply: Reply, game: str = "") -> None:
    """Leave the league of a game, or all of them."""
    slug = games.get(game).slug if game else None
    was_member = await reply.services.leagues.leave(reply.scope, reply.user, slug)
    await reply.private(word(reply.t(texts.LEFT if was_member else texts.NOT_IN)))


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
    """Show the leagues of the server, or the divisions of a game."""
    await _show(reply, None, games.get(game).slug if game else "")


@feature.on(ShowLeagues, work="board", page="place", address=True)
async def show_pressed(reply: Reply, press: ShowLeagues) -> None:
    """Show the leagues or divisions that a post is about."""
    await _show(reply, press.season or None, press.game)


async def _show(reply: Reply, season_number: int | None, game: str) -> None:
    """Show a season, by default the latest: all its leagues, or the divisions of a game."""
    season = await reply.services.leagues.season(reply.scope, season_number)
    await _require_visible(reply, season)
    if game:
        card = _divisions(reply.t, season, games.get(game).slug)
    else:
        image = await _cup(reply.services, reply.t, season, charts.theme(reply), reply.user)
        card = _overview(reply.t, season, image)
    if reply.on_page and not game:
        commands = [command_button(reply.t, "league join")]
        if _plays(season, reply.user):
            commands.append(command_button(reply.t, "league leave"))
        card = extended(card, row(*commands))
    await reply.private(card, anew=True)


async def _require_visible(reply: Reply, season: LeagueSeason) -> None:
    """Raises Refused for a member who cannot view the channel of the leagues; one that was deleted
    keeps nobody out.
    """
    if not season.channel:
        return
    visible_channels = await reply.viewer.channels((season.channel,))
    if season.channel in visible_channels or await _is_channel_gone(reply, season):
        return
    raise Refused("the leagues are played in a channel that you can’t view")


async def _is_channel_gone(reply: Reply, season: LeagueSeason) -> bool:
    """Whether it is certain that the channel of the leagues was deleted."""
    with suppress(*FAILURES):
        return await reply.services.gateway.is_gone(reply.scope, season.channel)
    return False


def _plays(season: LeagueSeason, user: int) -> bool:
    """Whether a member is in the league of any game."""
    return any(user in members for members in season.members.values())


def _overview(t: Language, season: LeagueSeason, image: Picture | None) -> Post:
    """The leagues of a server with the cup."""
    lines = [_league_line(t, season, slug) for slug in season.members]
    if not lines:
        lines.append(t(texts.NO_SEASON, join=Command("league join")))
    buttons = list[Button]()
    for slug in season.divisions:
        divisions = ShowLeagues(season.season, slug)
        buttons.append(button(games.get(slug).name, divisions))
    cup = None if image is None else picture(image)
    cup_rule = t(texts.CUP_RULE) if image else None
    return post(
        text(_title(t, season), *lines, _next(t, season)),
        cup,
        text(cup_rule, t(texts.RULES)),
        *rows(buttons),
        colour=BLURPLE,
    )


def _league_line(t: Language, season: LeagueSeason, slug: str) -> Markup:
    """How many have joined the league of a game, and its divisions, if it has any."""
    game = games.get(slug).name
    people = t.count(*shared.PEOPLE, len(season.members[slug]))
    if slug not in season.divisions:
        return t(texts.GAME_SHORT, game=game, tally=people)
    divisions = _division_span(t, season, slug)
    return t(texts.GAME_LINE, game=game, members=people, divisions=divisions)


def _divisions(t: Language, season: LeagueSeason, slug: str) -> Post:
    """The divisions of a game, each with who leads it."""
    game = games.get(slug).name
    lines = list[str]()
    buttons = list[Button]()
    for division in season.divisions.get(slug, ()):
        lines.append(_division_line(t, division))
        label = t.label(texts.OPEN_DIVISION, number=division.number)
        buttons.append(button(label, OpenTournament(division.tournament.id)))
    if not lines:
        lines.append(t(texts.NO_DIVISIONS, game=game, join=Command("league join")))
    return post(
        text(f"{_title(t, season)} · {game}", *lines, _next(t, season)),
        text(t(texts.RULES)),
        *rows(buttons, 5),
        colour=BLURPLE,
    )


def _division_line(t: Language, division: Division) -> Markup:
    leaders = [standing.entrant.user for standing in division.standings[:LEADERS]]
    names = t.listed([phrases.who(t, user) for user in leaders])
    if len(division.standings) > LEADERS:
        names = Markup(f"{names} …")
    return t(
        texts.DIVISION_LINE,
        number=division.number,
        tournament=division.tournament.name,
        leaders=names,
    )


def _title(t: Language, season: LeagueSeason) -> str:
    return t(texts.SEASON, season=season.season) if season.season else t(texts.LEAGUES)


def _division_span(t: Language, season: LeagueSeason, slug: str) -> Markup:
    """The divisions of a game: “Division 1–4”."""
    count = len(season.divisions[slug])
    return t(texts.OPEN_DIVISION, number="1" if count == 1 else f"1–{count}")


def _next(t: Language, season: LeagueSeason) -> str | None:
    """When the next season starts."""
    return None if season.next is None else t(texts.NEXT, when=moment(season.next))


async def _cup(
    services: Services, t: Language, season: LeagueSeason, theme: str, reader: int
) -> Picture | None:
    """The table of the cup as a picture; None before there is one."""
    if not season.cup:
        return None
    lines = list[TableLine]()
    for place, member in enumerate(season.cup[:MOST_CUP], 1):
        cells = (str(member.points),)
        lines.append(TableLine(str(place), member.name, cells, own=member.user == reader))
    title = t.label(texts.CUP)
    return await charts.table(
        services.images,
        t,
        f"cup-{season.season}",
        lines,
        columns=[t.label(texts.CUP_POINTS)],
        title=title,
        subtitle=t.label(texts.SEASON, season=season.season).removeprefix("### "),
        title_in_words=title,
        theme=theme,
    )


@feature.composes(LeagueStarted)
async def started(services: Services, t: Language, notice: Notice[LeagueStarted]) -> Post:
    """The post of a season that starts."""
    season = await services.leagues.season(notice.scope, notice.event.season)
    when = "" if season.next is None else moment(season.next, "D")
    lines = list[Markup]()
    for slug in season.divisions:
        divisions = _division_span(t, season, slug)
        lines.append(t(texts.GAME_SHORT, game=games.get(slug).name, tally=divisions))
    title = t(texts.STARTED, season=season.season, when=when)
    return _season_post(t, cast(Notice[DomainEvent], notice), season, title, lines, None)


@feature.composes(LeagueClosed)
async def closed(services: Services, t: Language, notice: Notice[LeagueClosed]) -> Post:
    """The post of a season that is over: who won each game, and the cup."""
    season = await services.leagues.season(notice.scope, notice.event.season)
    lines = list[Markup]()
    for slug, divisions in season.divisions.items():
        standings = divisions[0].standings
        if standings:
            champion = phrases.who(t, standings[0].entrant.user)
            lines.append(t(texts.CHAMPION, game=games.get(slug).name, who=champion))
    if season.cup:
        winner = phrases.who(t, season.cup[0].user)
        lines.append(t(texts.CUP_WINNER, who=winner))
    image = await _cup(services, t, season, charts.THEME, 0)
    title = t(texts.CLOSED, season=season.season)
    return _season_post(t, cast(Notice[DomainEvent], notice), season, title, lines, image)


def _season_post(
    t: Language,
    notice: Notice[DomainEvent],
    season: LeagueSeason,
    title: str,
    lines: Sequence[str],
    image: Picture | None,
) -> Post:
    leagues_button = button(t.label(texts.SHOW_LEAGUES), ShowLeagues(season.season, ""))
    cup = None if image is None else picture(image)
    return post(text(title, *lines), cup, row(leagues_button), colour=BLURPLE, notice=notice)
