"""A member's profile: results, ratings, and a chart of a rating."""

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeVar

import discord

import games
from bot.chat.board import charts
from bot.chat.board.links import ListMatches
from bot.chat.discord.commands import menu_entry, slash
from bot.chat.discord.components import (
    BLURPLE,
    Post,
    Row,
    button,
    member_menu,
    menu,
    picture,
    post,
    row,
    text,
)
from bot.chat.discord.press import MemberPress, Version
from bot.chat.discord.reply import Reply, no_such_button
from bot.chat.discord.services import Services
from bot.chat.discord.sharing import posted_by, share
from bot.chat.features.profile import feature, texts
from bot.chat.language import phrases, texts as shared
from bot.chat.language.i18n import Language, Markup, mention
from bot.chat.pictures.picture import Picture
from bot.domain.puzzles.exercises import Missed
from bot.domain.ratings.history import Profile, ResultCount
from bot.domain.ratings.rating import Rating
from bot.domain.values import WORLD
from games.players.ideas import idea
from render.charts.courses import Rated, rating_chart

MOST_MISSED = 5  # ideas
H = TypeVar("H", bound="HistoryPress")


class HeadToHead(MemberPress, action="versus"):
    """See the results of two members against each other."""

    other: int


class ChooseOpponent(MemberPress, action="versuswho"):
    """Choose the other member."""


class OpenHistory(MemberPress, action="history"):
    """See a member's match history."""


class HistoryPress(MemberPress):
    """A page of a member's matches: of a game (its index in the catalogue), an opponent (id), a
    result; ``-``: any.
    """

    page: Version = 0
    game: str = "-"
    opponent: str = "-"
    result: Literal["-", "won", "lost", "drawn", "aborted"] = "-"

    def to(self, kind: type[H], page: int = 0) -> H:
        """Another press with the same filters."""
        return kind(self.member, page, self.game, self.opponent, self.result)


class HistoryOn(HistoryPress, action="historyf"):
    """See the next page."""


class Shown(NamedTuple):
    """The content of a profile: the ratings, which is in the chart, what its reader has missed, the
    world ratings.
    """

    profile: Profile
    rated: Sequence[Rating]
    chosen: Rating | None
    chart: Picture | None
    missed: Sequence[Missed]
    world: Sequence[Rating]


async def _show(reply: Reply, member: int, game: str = "") -> None:
    """Show a member's profile, with a chart of their rating at ``game``, else at the game they
    played most.
    """
    content = await _content(reply, reply.t, member, game)
    await reply.private(_card(reply.t, content, _ways(reply, content)), anew=not game)


@feature.command
@slash("profile", texts.ABOUT_PROFILE, options={"member": texts.ABOUT_PROFILE_MEMBER}, work="board")
async def profile(reply: Reply, member: discord.User | None = None) -> None:
    await _show(reply, reply.user if member is None else member.id)


@feature.command
@menu_entry(texts.MENU_PROFILE, work="board")
async def profile_menu(reply: Reply, member: discord.User) -> None:
    await _show(reply, member.id)


class ShowChart(MemberPress, action="profile"):
    """See the course of a member's rating at the game chosen."""


class PostProfile(MemberPress, action="profilepost"):
    """Show a profile to everyone, with the course of the rating at a game."""

    game: str


@feature.on(ShowChart, work="board")
async def show_chart(reply: Reply, press: ShowChart) -> None:
    slug = reply.values[0] if len(reply.values) == 1 else ""
    if slug not in (game.slug for game in games.catalog()):
        raise no_such_button()
    await _show(reply, press.member, slug)


@feature.on(PostProfile, work="board")
async def post_profile(reply: Reply, press: PostProfile) -> None:
    """Post the part of a profile that everyone in the channel may see.

    Raises Refused, LimitReached.
    """

    async def compose(t: Language) -> Post:
        content = await _content(reply, t, press.member, press.game, everyone=True)
        history = button(t.label(texts.HISTORY), OpenHistory(press.member))
        return _card(t, content, [row(history)], tail=posted_by(t, reply))

    await share(reply, press, compose, (press.member,))


async def _content(
    reply: Reply, t: Language, member: int, game: str, *, everyone: bool = False
) -> Shown:
    """The content of a profile for its reader, or for ``everyone`` in the channel."""
    ratings = reply.services.ratings
    everywhere = member == reply.user and not reply.place.guild and not everyone
    profile = await ratings.profile(member, None if everywhere else reply.scope)
    rated = await ratings.of(member, reply.scope)
    chosen = next(
        (rating for rating in rated if rating.game == game),
        max(rated, key=lambda rating: rating.matches, default=None),
    )
    theme = charts.THEME if everyone else charts.theme(reply)
    chart = None if chosen is None else await _chart(reply.services, t, chosen, theme)
    own = member == reply.user and not everyone
    missed = await reply.services.puzzles.exercises.missed(member) if own else []
    named = own or (await reply.services.members.settings(member)).across == "named"
    return Shown(
        profile, rated, chosen, chart, missed, await ratings.of(member, WORLD) if named else ()
    )


async def _chart(services: Services, t: Language, rating: Rating, theme: str) -> Picture:
    course = await services.ratings.course(rating.user, rating.game, rating.scope)
    game = games.get(rating.game)
    points = [Rated(change.at, change.after.rating, change.after.deviation) for change in course]
    values = [round(change.after.rating) for change in course]
    count = str(matches(t, len(course)))
    data = await services.images.run(
        lambda: rating_chart(
            points, title=game.name, subtitle=f"{rating.name} · {count}", theme=theme, say=t.say
        )
    )
    alt = t.label(
        texts.CHART_ALT,
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


def _card(t: Language, content: Shown, ways: Sequence[Row | None], tail: str = "") -> Post:
    """The card of a profile, with menus, buttons and a line below."""
    profile = content.profile
    rated = content.rated
    chart = content.chart
    ratings = {rating.game: rating for rating in rated}
    lines = [
        t(
            texts.RECORD_RATED if record.game in ratings else texts.RECORD_LINE,
            game=games.get(record.game).name,
            rating=Markup(ratings.get(record.game, "")),
            tally=_tally(t, record),
        )
        for record in profile.records
    ]
    world = [
        t(
            texts.WORLD_RATING,
            game=games.get(each.game).name,
            rating=each,
            matches=matches(t, each.matches),
        )
        for each in content.world
    ]
    hint = t(texts.PROVISIONAL_HINT) if any(rating.provisional for rating in rated) else None
    missed = [_missed(t, each) for each in content.missed[:MOST_MISSED]]
    favourite = profile.favourite
    return post(
        text(
            t(texts.PROFILE, who=mention(profile.user)),
            _tally(t, profile.total) if profile.total.matches else t(texts.PROFILE_NONE),
            _streaks(t, profile.total),
            None
            if favourite is None
            else t(
                texts.FAVOURITE, who=phrases.who(t, favourite[0]), tally=_tally(t, favourite[1])
            ),
            t(texts.AGAINST_COMPUTER, tally=_tally(t, profile.computer))
            if profile.computer.matches
            else None,
            phrases.usually(t, profile.user, profile.usual),
        ),
        text(*lines, hint) if lines else None,
        text(t(texts.WORLD_RATINGS, ratings=t.listed(world))) if world else None,
        text(t(texts.MISSED), *missed) if missed else None,
        None if chart is None else picture(chart),
        *ways,
        text(tail),
        colour=BLURPLE,
    )


def _missed(t: Language, missed: Missed) -> Markup:
    """An idea that the member missed, and how often."""
    shown = idea(missed.game, missed.idea)
    name = missed.idea if shown is None else t.say(shown.name)
    return t(
        texts.MISSED_LINE,
        game=games.get(missed.game).name,
        idea=name,
        now=missed.now,
        before=missed.before,
    )


def _ways(reply: Reply, content: Shown) -> list[Row | None]:
    """The menus and buttons of a profile for its reader."""
    t, profile, own = reply.t, content.profile, content.profile.user == reply.user
    picks = {
        rating.game: t.label(texts.CHART_OF, game=games.get(rating.game).name)
        for rating in content.rated
    }
    running = t.count(*texts.MATCHES_NOW, profile.running)
    shown = "" if content.chosen is None else content.chosen.game
    return [
        menu(t.label(texts.CHART_OF, game="…"), ShowChart(profile.user), picks, shown)
        if len(picks) > 1
        else None,
        row(
            button(t.label(texts.HISTORY), OpenHistory(profile.user)),
            button(running, ListMatches(profile.user, 0)) if profile.running else None,
            None
            if own
            else button(t.label(texts.AGAINST_ME), HeadToHead(reply.user, profile.user)),
            button(t.label(shared.POST_HERE), PostProfile(profile.user, shown))
            if reply.place.guild or own
            else None,
        ),
        member_menu(t.label(texts.AGAINST), ChooseOpponent(profile.user)) if own else None,
    ]


def matches(t: Language, number: int) -> Markup:
    """A number of matches in words."""
    return t.count(*shared.MATCHES_PLAYED, number)


def _tally(t: Language, record: ResultCount) -> Markup:
    """The results of matches in words."""
    results = record.wins, record.losses, record.draws
    if record.matches in results:
        return t.count(*texts.TALLIES_ALL[results.index(record.matches)], record.matches)
    tallies = [t.count(*words, n) for words, n in zip(texts.TALLIES, results, strict=True) if n]
    return t(texts.TALLY, matches=matches(t, record.matches), results=t.listed(tallies))


def _streaks(t: Language, record: ResultCount) -> str:
    now = texts.STREAK_WON if record.streak > 0 else texts.STREAK_LOST
    parts = [t.count(*now, abs(record.streak))] if abs(record.streak) > 1 else []
    if record.best > max(record.streak, 1):
        parts.append(t.count(*texts.STREAK_BEST, record.best))
    return " · ".join(parts)
