"""A member's profile: results, ratings, and a chart of a rating."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, Literal, TypeVar

import discord

import games
from bot.chat.board import charts
from bot.chat.board.links import ListMatches, OpenOwnProfile
from bot.chat.discord.commands import menu_entry, slash
from bot.chat.discord.components import (
    BLURPLE,
    Button,
    ButtonRow,
    Post,
    button,
    member_menu,
    menu,
    picture,
    post,
    row,
    text,
)
from bot.chat.discord.page_commands import OnPage, command_button
from bot.chat.discord.press import MemberPress, Version
from bot.chat.discord.reply import Reply, no_such_button
from bot.chat.discord.services import Services
from bot.chat.discord.sharing import posted_by, share
from bot.chat.features.profile import feature, texts
from bot.chat.features.profile.evenness import closing_in
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
ANY: Final = "-"  # stands for every value of a filter
H = TypeVar("H", bound="HistoryPress")


class HeadToHead(MemberPress, action="versus"):
    """See the results of two members against each other."""

    other: int


class ChooseOpponent(MemberPress, action="versuswho"):
    """Choose the other member."""


class OpenHistory(MemberPress, action="history"):
    """See a member's match history."""


class HistoryPress(MemberPress):
    """A page of a member's matches.

    They are those of a game (its index in the catalogue), against an opponent (id), with a result;
    each may be ``ANY``.
    """

    page: Version = 0
    game: str = ANY
    opponent: str = ANY
    result: Literal["-", "won", "lost", "drawn", "aborted"] = ANY

    def to(self, kind: type[H], page: int = 0) -> H:
        """Another press with the same filters."""
        return kind(self.member, page, self.game, self.opponent, self.result)


class HistoryOn(HistoryPress, action="historyf"):
    """See the next page."""


@dataclass(frozen=True, slots=True)
class ProfileContent:
    """What a profile shows.

    :param chart_rating: the rating in the ``chart``
    :param missed: ideas that its reader has missed
    :param rival: how they have closed in on whom they play most, or on its reader
    """

    profile: Profile
    ratings: Sequence[Rating]
    chart_rating: Rating | None
    chart: Picture | None
    missed: Sequence[Missed]
    rival: Sequence[Markup]
    world_ratings: Sequence[Rating]


async def _show(reply: Reply, member: int, game: str = "") -> None:
    """Show a member's profile, with a chart of their rating.

    It is that at ``game``, else at the game they played most.
    """
    content = await _content(reply, reply.t, member, game)
    card = _card(reply.t, content, _controls(reply, content))
    await reply.private(card, anew=not game)


@feature.command
@slash(
    "profile",
    texts.ABOUT_PROFILE,
    options={"member": texts.ABOUT_PROFILE_MEMBER},
    work="board",
    page=OnPage(texts.PROFILE_OF, labels={"member": texts.WHOSE_PROFILE}),
)
async def profile(reply: Reply, member: discord.User | None = None) -> None:
    """Show a member's profile, or one's own."""
    await _show(reply, reply.user if member is None else member.id)


@feature.on(OpenOwnProfile, work="board", page="place", address=True)
async def own_profile(reply: Reply, press: OpenOwnProfile) -> None:
    """Show the member their own profile."""
    await _show(reply, reply.user)


@feature.command
@menu_entry(texts.MENU_PROFILE, work="board")
async def profile_menu(reply: Reply, member: discord.User) -> None:
    """Show the profile of the member whose menu was opened."""
    await _show(reply, member.id)


class ShowChart(MemberPress, action="profile"):
    """See the course of a member's rating at the game chosen."""


class PostProfile(MemberPress, action="profilepost"):
    """Show a profile to everyone, with the course of the rating at a game."""

    game: str


@feature.on(ShowChart, work="board", page="place")
async def show_chart(reply: Reply, press: ShowChart) -> None:
    """Show the course of the rating that is chosen in the menu. Raises NotFound."""
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
) -> ProfileContent:
    """The content of a profile for its reader, or for ``everyone`` in the channel."""
    services = reply.services
    is_own = member == reply.user and not everyone
    everywhere = is_own and not reply.place.guild
    profile = await services.ratings.profile(member, None if everywhere else reply.scope)
    ratings = await services.ratings.of(member, reply.scope)
    chart_rating = _chosen_rating(ratings, game)
    chart = None
    if chart_rating is not None:
        theme = charts.THEME if everyone else charts.theme(reply)
        chart = await _chart(services, t, chart_rating, theme)
    missed_ideas: Sequence[Missed] = ()
    if is_own:
        missed_ideas = await services.puzzles.exercises.missed(member)
    world_ratings: Sequence[Rating] = ()
    if is_own or (await services.members.settings(member)).across == "named":
        world_ratings = await services.ratings.of(member, WORLD)
    rival = [] if everyone else await _rival(reply, t, profile)
    return ProfileContent(profile, ratings, chart_rating, chart, missed_ideas, rival, world_ratings)


async def _rival(reply: Reply, t: Language, profile: Profile) -> list[Markup]:
    """How a member has closed in on the reader; in their own profile, on whom they play most."""
    other = reply.user
    if profile.user == reply.user:
        if profile.favourite is None:
            return []
        other = profile.favourite[0]
    lines = list[Markup]()
    for record in profile.records:
        if min(profile.user, other) > 0:
            handicaps = reply.services.handicaps
            months = await handicaps.months(reply.viewer, profile.user, other, record.game)
            line = closing_in(t, months)
            if line is not None:
                game = games.get(record.game).name
                lines.append(t(shared.STATE_OF, name=game, state=line))
    return lines


def _chosen_rating(ratings: Sequence[Rating], game: str) -> Rating | None:
    """The rating at a game, else at the game that was played most."""
    for rating in ratings:
        if rating.game == game:
            return rating
    return max(ratings, key=lambda rating: rating.matches, default=None)


async def _chart(services: Services, t: Language, rating: Rating, theme: str) -> Picture:
    """The course of a rating."""
    course = await services.ratings.course(rating.user, rating.game, rating.scope)
    game = games.get(rating.game)
    points = [
        Rated(change.ended_at, change.strength_after.rating, change.strength_after.deviation)
        for change in course
    ]
    count = str(matches(t, len(course)))
    subtitle = f"{rating.name} · {count}"
    draw = partial(rating_chart, points, title=game.name, subtitle=subtitle, theme=theme, say=t.say)
    data = await services.images.run(draw)
    values = [round(change.strength_after.rating) for change in course]
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


def _card(
    t: Language, content: ProfileContent, controls: Sequence[ButtonRow | None], tail: str = ""
) -> Post:
    """The card of a profile.

    :param controls: its menus and buttons
    :param tail: a line below
    """
    chart = None if content.chart is None else picture(content.chart)
    return post(
        text(*_summary(t, content.profile), *content.rival),
        text(*_records(t, content)),
        text(_world_ratings(t, content.world_ratings)),
        text(*_missed_ideas(t, content.missed)),
        chart,
        *controls,
        text(tail),
        colour=BLURPLE,
    )


def _world_ratings(t: Language, ratings: Sequence[Rating]) -> Markup | None:
    """The ratings over all servers, in a line."""
    if not ratings:
        return None
    parts = list[Markup]()
    for rating in ratings:
        game = games.get(rating.game).name
        count = matches(t, rating.matches)
        parts.append(t(texts.WORLD_RATING, game=game, rating=rating, matches=count))
    return t(texts.WORLD_RATINGS, ratings=t.listed(parts))


def _missed_ideas(t: Language, missed_ideas: Sequence[Missed]) -> Iterator[Markup]:
    """The ideas that the reader misses most often."""
    if missed_ideas:
        yield t(texts.MISSED)
        for missed_idea in missed_ideas[:MOST_MISSED]:
            yield _missed(t, missed_idea)


def _summary(t: Language, profile: Profile) -> Iterator[str | None]:
    """All results of a member, and whom they play most."""
    yield t(texts.PROFILE, who=mention(profile.user))
    yield _tally(t, profile.total) if profile.total.matches else t(texts.PROFILE_NONE)
    yield _streaks(t, profile.total)
    if profile.favourite is not None:
        opponent, results = profile.favourite
        yield t(texts.FAVOURITE, who=phrases.who(t, opponent), tally=_tally(t, results))
    if profile.computer.matches:
        yield t(texts.AGAINST_COMPUTER, tally=_tally(t, profile.computer))
    yield phrases.usually(t, profile.user, profile.usual)


def _records(t: Language, content: ProfileContent) -> Iterator[Markup]:
    """The results and the rating at each game."""
    ratings = {rating.game: rating for rating in content.ratings}
    for record in content.profile.records:
        game = games.get(record.game).name
        tally = _tally(t, record)
        rating = ratings.get(record.game)
        if rating is None:
            yield t(texts.RECORD_LINE, game=game, tally=tally)
        else:
            yield t(texts.RECORD_RATED, game=game, rating=Markup(rating), tally=tally)
    if content.profile.records and any(rating.provisional for rating in content.ratings):
        yield t(texts.PROVISIONAL_HINT)


def _missed(t: Language, item: Missed) -> Markup:
    """An idea that the member missed, and how often."""
    game = games.get(item.game).name
    entry = idea(item.game, item.idea)
    name = item.idea if entry is None else t.say(entry.name)
    return t(texts.MISSED_LINE, game=game, idea=name, now=item.recent, before=item.earlier)


def _controls(reply: Reply, content: ProfileContent) -> list[ButtonRow | None]:
    """The menus and buttons of a profile for its reader."""
    t = reply.t
    profile = content.profile
    is_own = profile.user == reply.user
    chart_game = "" if content.chart_rating is None else content.chart_rating.game
    chart_menu = None
    if len(content.ratings) > 1:
        options = {
            rating.game: t.label(texts.CHART_OF, game=games.get(rating.game).name)
            for rating in content.ratings
        }
        chart_menu = menu(
            t.label(texts.CHART_OF, game="…"), ShowChart(profile.user), options, chart_game
        )
    opponent_menu = None
    if is_own:
        opponent_menu = member_menu(t.label(texts.AGAINST), ChooseOpponent(profile.user))
    other_profile = None
    if is_own and reply.on_page and reply.place.guild:
        other_profile = row(command_button(t, "profile"))
    return [chart_menu, row(*_buttons(reply, profile, chart_game)), opponent_menu, other_profile]


def _buttons(reply: Reply, profile: Profile, chosen_game: str) -> Iterator[Button]:
    t = reply.t
    is_own = profile.user == reply.user
    yield button(t.label(texts.HISTORY), OpenHistory(profile.user))
    is_home = is_own and reply.on_page  # which has the reader's own matches
    if profile.running and not is_home:
        matches = t.count(*texts.MATCHES_NOW, profile.running)
        yield button(matches, ListMatches(profile.user, 0))
    if not is_own:
        yield button(t.label(texts.AGAINST_ME), HeadToHead(reply.user, profile.user))
    if is_own or reply.place.guild:
        yield button(t.label(shared.POST_HERE), PostProfile(profile.user, chosen_game))


def matches(t: Language, number: int) -> Markup:
    """A number of matches in words."""
    return t.count(*shared.MATCHES_PLAYED, number)


def _tally(t: Language, record: ResultCount) -> Markup:
    """The results of matches in words."""
    results = (record.wins, record.losses, record.draws)
    if record.matches in results:
        all_alike = texts.TALLIES_ALL[results.index(record.matches)]
        return t.count(*all_alike, record.matches)
    tallies = list[Markup]()
    for words, count in zip(texts.TALLIES, results, strict=True):
        if count:
            tallies.append(t.count(*words, count))
    return t(texts.TALLY, matches=matches(t, record.matches), results=t.listed(tallies))


def _streaks(t: Language, record: ResultCount) -> str:
    """The streak of wins or losses that goes on, and the best one of wins."""
    parts = list[str]()
    if abs(record.streak) > 1:
        words = texts.STREAK_WON if record.streak > 0 else texts.STREAK_LOST
        parts.append(t.count(*words, abs(record.streak)))
    if record.best > max(record.streak, 1):
        parts.append(t.count(*texts.STREAK_BEST, record.best))
    return " · ".join(parts)
