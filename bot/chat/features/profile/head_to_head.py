"""How the matches of two members against each other have gone, by game."""

from collections.abc import Iterator, Mapping, Sequence

import games
from bot.chat.discord.components import BLURPLE, Button, Post, button, post, row, text
from bot.chat.discord.press import MemberPress
from bot.chat.discord.reply import Reply
from bot.chat.discord.sharing import posted_by, share
from bot.chat.features.profile import feature, texts
from bot.chat.features.profile.evenness import even_lines
from bot.chat.features.profile.profiles import ChooseOpponent, HeadToHead, HistoryOn, matches
from bot.chat.language import phrases, texts as shared
from bot.chat.language.i18n import Language, Markup, moment
from bot.domain.ratings.history import HeadToHeadResults as Meetings, HistoryEntry, ResultCount
from bot.domain.values import Viewer


@feature.on(ChooseOpponent)
async def choose(reply: Reply, press: ChooseOpponent) -> None:
    """Show the matches against the member chosen in the menu. Raises Refused."""
    await show(reply, HeadToHead(press.member, reply.chosen()))


@feature.on(HeadToHead, page="place", address=True)
async def show(reply: Reply, press: HeadToHead) -> None:
    """Show the matches of two members that the reader may see. Raises Refused."""
    t = reply.t
    pair = (press.member, press.other)
    meetings = await reply.services.ratings.between(reply.viewer, *pair)
    even_lines_by_game = await _even(reply, t, reply.viewer, meetings)
    share_it = None
    if meetings.total.matches and (reply.place.guild or reply.user in pair):
        share_it = button(t.label(shared.POST_HERE), PostHeadToHead(*pair))
    await reply.private(_card(t, meetings, even_lines_by_game, share_it), anew=True)


class PostHeadToHead(MemberPress, action="versuspost"):
    """Show to everyone how the matches of two members have gone."""

    other: int


@feature.on(PostHeadToHead)
async def post_card(reply: Reply, press: PostHeadToHead) -> None:
    """Post the matches that all readers of the channel may see. Raises Refused, LimitReached."""

    async def compose(t: Language) -> Post:
        readers = reply.services.visibility.everyone(reply.place)
        meetings = await reply.services.ratings.between(readers, press.member, press.other)
        even_lines_by_game = await _even(reply, t, readers, meetings)
        return _card(t, meetings, even_lines_by_game, tail=posted_by(t, reply))

    await share(reply, press, compose, (press.member, press.other))


async def _even(
    reply: Reply, t: Language, viewer: Viewer, meetings: Meetings
) -> Mapping[str, Sequence[Markup]]:
    """What would make the two even at each game that they have played, by the game."""
    lines = dict[str, Sequence[Markup]]()
    for record in meetings.records:
        lines[record.game] = await even_lines(
            reply.services, t, viewer, meetings.user, meetings.other, record.game
        )
    return lines


def _card(
    t: Language,
    meetings: Meetings,
    even_lines_by_game: Mapping[str, Sequence[Markup]],
    share_it: Button | None = None,
    tail: str = "",
) -> Post:
    """The results of two members against each other, with a line below.

    :param even_lines_by_game: lines about what makes them even, by game
    """
    history = None
    if meetings.latest:
        all_matches = HistoryOn(meetings.user, opponent=str(meetings.other))
        history = button(t.label(texts.HISTORY), all_matches)
    by_game = list[Markup]()
    for record in meetings.records:
        by_game += [_by_game(t, record), *even_lines_by_game[record.game]]
    latest_lines = [_latest(t, meetings, entry) for entry in meetings.latest]
    return post(
        text(*_score(t, meetings)),
        text(*by_game),
        text(*latest_lines),
        row(history, share_it),
        text(tail),
        colour=BLURPLE,
    )


def _by_game(t: Language, record: ResultCount) -> Markup:
    return t(texts.HEAD_LINE, game=games.get(record.game).name, **_counts(t, record))


def _score(t: Language, meetings: Meetings) -> Iterator[Markup]:
    first = phrases.who(t, meetings.user)
    second = phrases.who(t, meetings.other)
    yield t(texts.HEAD_TO_HEAD, first=first, second=second)
    if meetings.total.matches:
        yield t(texts.HEAD_SCORE, first=first, second=second, **_counts(t, meetings.total))
    else:
        yield t(texts.HEAD_NONE)


def _counts(t: Language, record: ResultCount) -> dict[str, object]:
    """The values of a sentence about results."""
    return {
        "matches": matches(t, record.matches),
        "wins": t.number(record.wins),
        "losses": t.number(record.losses),
        "draws": t.number(record.draws),
    }


def _latest(t: Language, meetings: Meetings, entry: HistoryEntry) -> Markup:
    """A line about one of the latest matches."""
    winner = {"won": meetings.user, "lost": meetings.other}.get(entry.result)
    if winner:
        result = t(shared.STATUS_WON, who=phrases.who(t, winner))
    else:
        result = t(texts.HEAD_ENDED[entry.result])
    game = games.get(entry.game).name
    when = moment(entry.finished_at, "d")
    return t(texts.HEAD_LATEST, match=entry.name, game=game, result=result, when=when)
