"""The card of whatever is said about a match beside its turns: why, a small board, whose turn it
is, and a way on.
"""

from collections.abc import Sequence

from bot.chat.board import links
from bot.chat.discord.components import (
    AMBER,
    GREY,
    Asks,
    Button,
    Post,
    beside,
    button,
    post,
    question,
    row,
    word,
)
from bot.chat.discord.reply import Reply
from bot.chat.discord.services import Services
from bot.chat.language import phrases, texts
from bot.chat.language.i18n import Language, Markup
from bot.chat.pictures.images import SMALL
from bot.chat.pictures.picture import Picture
from bot.domain.challenges.service import Offered
from bot.domain.events import Event, Notice
from bot.domain.matches import agreements
from bot.domain.matches.events import (
    Answered,
    Asked,
    MatchEvent,
    MatchStarted,
    MoreTimeGiven,
    Request,
)
from bot.domain.matches.match import Match, StoredResult
from bot.domain.values import NOBODY, WORLD


async def small_board(services: Services, t: Language, match: Match) -> Picture:
    """The board of a match for a list or a card, under a name of its own."""
    image = await services.images.match(match, size=SMALL, coordinates="none", say=t.say)
    return Picture(f"{match.name}-{match.id}.png", image.data, image.alt)


async def call(
    services: Services,
    t: Language,
    match: Match,
    notice: Notice[Event],
    *why: str | None,
    first: Sequence[Button | None] = (),
    more: Sequence[Button | None] = (),
    closed: str = "",
    asks: Asks = "",
) -> Post:
    """A card about a match.

    ``why``: lines that say why its reader gets it. Its buttons: ``first``, then the way on – a move
    where it is the reader's turn, else the board – and ``more``. Teams act on their own card alone.
    ``closed``: what has become of what it asked.
    """
    reader = notice.ping if notice.ping is not None else notice.dm
    waits = reader is not None and match.mover == reader and not match.paused
    pings: Sequence[int] = notice.event.several
    running = match.status == "running"
    way_on = button(t.label(texts.BOARD), links.ShowBoard(match.id, match.version))
    if match.by_teams:
        event = notice.event
        called = match.mover
        if isinstance(event, Asked | Answered) and event.by is not None:
            called = match.opponent(event.by)
        pings = await services.teams.pings(match, notice.scope, pings or (called or NOBODY,))
        why = (*why, t.listed([phrases.who(t, each) for each in pings]))
        first = ()
        more = ()
        way_on = (
            button(t.label(texts.TEAM), links.OpenTeam(match.id), "primary") if running else way_on
        )
    elif waits:
        way_on = button(t.label(texts.MOVE), links.OpenMove(match.id, match.version), "primary")
    return post(
        beside(
            await small_board(services, t, match),
            *(phrases.opened(t, line) for line in why if line),
            t(texts.CALL_MATCH, match=match.name, game=match.game.name),
            phrases.players(t, match),
            phrases.status(t, match),
            await link(services, t, match, notice.scope),
            phrases.opened(t, closed) if closed else None,
        ),
        row(*first, way_on, *more),
        colour=GREY if closed and not asks else AMBER,
        notice=notice,
        ping=pings,
        asks=asks,
    )


def answers_here(match: Match, notice: Notice[Event], user: int) -> bool:
    """Whether a player may press what a post asks: across servers, only on their own side."""
    return match.scope != WORLD or notice.scope in (user, match.place_of(user).scope)


def both(t: Language, match: Match, who: int) -> dict[str, Markup]:
    """What a card calls a match, its game, the player ``who`` is called by it, and the
    ``other``.
    """
    names = {"who": phrases.who(t, who), "other": phrases.who(t, match.opponent(who))}
    return {**names, "match": Markup(match.name), "game": Markup(match.game.name)}


async def link(services: Services, t: Language, match: Match, scope: int) -> str | None:
    """A link to the post of the latest turn, where that is known."""
    posted = await services.posts.of_turn(match.id, match.version, scope)
    if posted is None or not posted[1]:
        return None
    server = scope if match.guild or match.scope == WORLD else "@me"
    return t(
        texts.CALL_LINK,
        url=Markup("https://discord.com/channels/" + "/".join(map(str, (server, *posted)))),
    )


def outcome(
    t: Language, match: Match, notice: Notice[MatchEvent], request: Request | None, by: int
) -> str:
    """What has become of a ``request`` of user ``by`` that is no longer open."""
    if notice.answer is not None:
        agreed, who = notice.answer
        if who is None:  # nobody has: a pause has ended by itself
            return t(texts.CLOSED_BY_ITSELF)
        if who == by:
            return t(texts.CLOSED_WITHDRAWN, who=phrases.who(t, who))
        return t(texts.CLOSED_YES if agreed else texts.CLOSED_NO, who=phrases.who(t, who))
    # once over, of what was open at the end
    since = None if request is None else match.requested_at(request)
    if match.status == "running" or (request and (since is None or notice.event.version < since)):
        return t(texts.CLOSED_LAPSED, match=match.name)
    return t(
        texts.CLOSED_SHELVED if match.reason == "adjourned" else texts.CLOSED_OVER, match=match.name
    )


def deed(t: Language, user: int, change: StoredResult | Offered) -> str:
    """What a player has just done, in a sentence to them."""
    event = None if change.notice is None else change.notice.event
    if isinstance(change, Offered):
        challenge = change.challenge
        other = (
            challenge.maker
            if challenge.target is None or challenge.maker.id != user
            else challenge.target
        )
        return t(texts.DEED_REMATCH, other=phrases.who(t, other.id))
    match = change.match
    asked = event.request if isinstance(event, Asked | Answered) else ""
    if isinstance(event, Asked):
        template = texts.DEED_ASKED[asked]
    elif isinstance(event, MatchStarted | MoreTimeGiven):
        template = texts.DEED_STARTED if isinstance(event, MatchStarted) else texts.DEED_TIME
    elif match.status == "running":
        back = isinstance(event, Answered) and asked == "takeback" and event.yes
        template = (
            texts.DEED_TAKEN_BACK
            if back
            else texts.DEED_PAUSED
            if match.paused
            else texts.DEED_GOES_ON
        )
    elif match.status == "aborted":
        template = texts.DEED_CANCELLED if match.reason == "taken-back" else texts.DEED_CALLED_OFF
    else:
        won = match.winner is not None and match.seats[match.winner] == user
        template = (
            texts.DEED_DRAWN if match.winner is None else texts.DEED_WON if won else texts.RESIGNED
        )
    return t(template, match=match.name, other=phrases.who(t, match.opponent(user)))


async def offer_withdrawal(reply: Reply, match: Match, what: links.Agreement) -> bool:
    """Whether a player has asked this already and has no answer; then they are shown that they may
    withdraw it.
    """
    if not agreements.asks(match, what, reply.user):
        return False
    t = reply.t
    t.names = {
        **t.names,
        **phrases.names_of((match,), None if reply.place.guild else reply.user, reply.scope),
    }
    asked = t(
        texts.DEED_ASKED[what], match=match.name, other=phrases.who(t, match.opponent(reply.user))
    )
    withdraw = button(
        t.label(texts.WITHDRAW), links.WithdrawRequest(match.id, match.version, what), "danger"
    )
    keep = button(t.label(texts.NO), links.KeepPlaying(match.id, match.version))
    await reply.private(question(t(texts.WITHDRAW_ASK, asked=asked), withdraw, keep))
    return True


async def tell(reply: Reply, change: StoredResult | Offered) -> None:
    """Close the posts that a change settles, post its announcements, and tell who pressed what they
    have done.
    """
    if isinstance(change, Offered) or (
        change.notice and isinstance(change.notice.event, MatchStarted)
    ):
        await reply.settle()
    elif change.notice is None or not isinstance(change.notice.event, Asked):
        await reply.settle(match=change.match.id)
    if (reply.pressed or change.notice is None) and not reply.answered:
        people = (change.match,) if isinstance(change, StoredResult) else ()
        named = phrases.names_of(people, None if reply.place.guild else reply.user, reply.scope)
        reply.t.names = {**reply.t.names, **named}
        await reply.private(word(deed(reply.t, reply.user, change)), anew=not reply.pressed_private)
    await reply.publish(change.notice)
