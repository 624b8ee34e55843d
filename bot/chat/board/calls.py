"""The card of whatever is said about a match beside its turns: why, a small board, whose turn it
is, and a way on.
"""

from collections.abc import Sequence
from dataclasses import replace

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
from bot.domain.challenges.challenge import Challenge
from bot.domain.challenges.service import Offered
from bot.domain.events import DomainEvent, Notice
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
    notice: Notice[DomainEvent],
    *why: str | None,
    first: Sequence[Button | None] = (),
    more: Sequence[Button | None] = (),
    outcome: str = "",
    asks: Asks = "",
) -> Post:
    """A card about a match. Its buttons: ``first``, a way on, ``more``.

    The way on is a move where it is the reader's turn, else the board; teams act on their own card
    alone.

    :param why: lines that say why its reader gets it
    :param outcome: what has become of what it asked
    """
    lines = [phrases.opened(t, line) for line in why if line]
    pings: Sequence[int] = notice.event.several
    buttons = [*first, _way_on(t, match, notice), *more]
    if match.by_teams:
        teams = pings or _called_team(match, notice)
        pings = await services.teams.pings(match, notice.scope, teams)
        if pings:
            names = t.listed([phrases.who(t, user) for user in pings])
            lines.append(phrases.opened(t, names))
        buttons = [_way_on_of_team(t, match)]
    lines += [
        t(texts.CALL_MATCH, match=match.name, game=match.game.name),
        phrases.players(t, match),
        phrases.status(t, match),
    ]
    latest_turn = await link(services, t, match, notice.scope)
    if latest_turn is not None:
        lines.append(latest_turn)
    if outcome:
        lines.append(phrases.opened(t, outcome))
    is_settled = bool(outcome) and not asks
    board = await small_board(services, t, match)
    card = post(
        beside(board, *lines),
        row(*buttons),
        colour=GREY if is_settled else AMBER,
        notice=notice,
        ping=pings,
        asks=asks,
    )
    return replace(card, lacks_turn=latest_turn is None)


def _way_on(t: Language, match: Match, notice: Notice[DomainEvent]) -> Button:
    """The button to move for who is called to, else the one that shows the board."""
    reader = notice.ping if notice.ping is not None else notice.dm
    if reader is not None and match.mover == reader and not match.paused:
        return button(t.label(texts.MOVE), links.OpenMove(match.id, match.version), "primary")
    return button(t.label(texts.BOARD), links.ShowBoard(match.id, match.version))


def _way_on_of_team(t: Language, match: Match) -> Button:
    """The button to the card of one's team, or to the board of a match that is over."""
    if match.status == "running":
        return button(t.label(texts.TEAM), links.OpenTeam(match.id), "primary")
    return button(t.label(texts.BOARD), links.ShowBoard(match.id, match.version))


def _called_team(match: Match, notice: Notice[DomainEvent]) -> tuple[int]:
    """The team that a notice calls: the one that is asked or answered, else the one to move."""
    event = notice.event
    if isinstance(event, Asked | Answered) and event.by is not None:
        return (match.opponent(event.by),)
    return (match.mover or NOBODY,)


def answers_here(match: Match, notice: Notice[DomainEvent], user: int) -> bool:
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
    address = await services.posts.of_turn(match.id, match.version, scope)
    if address is None or not address.message:
        return None
    server = scope if match.guild or match.scope == WORLD else "@me"
    url = Markup(f"https://discord.com/channels/{server}/{address.channel}/{address.message}")
    return t(texts.CALL_LINK, url=url)


def outcome(
    t: Language, match: Match, notice: Notice[MatchEvent], request: Request | None, asker: int
) -> str:
    """What has become of a ``request`` of user ``asker`` that is no longer open."""
    answer = notice.answer
    if answer is not None:
        if answer.user is None:  # a pause has ended by itself
            return t(texts.CLOSED_BY_ITSELF)
        who = phrases.who(t, answer.user)
        if answer.user == asker:
            return t(texts.CLOSED_WITHDRAWN, who=who)
        return t(texts.CLOSED_YES if answer.agreed else texts.CLOSED_NO, who=who)
    # once over, of what was open at the end
    request_version = None if request is None else match.requested_at(request)
    if match.status == "running" or (
        request and (request_version is None or notice.event.version < request_version)
    ):
        return t(texts.CLOSED_LAPSED, match=match.name)
    if match.reason == "adjourned":
        return t(texts.CLOSED_SHELVED, match=match.name)
    return t(texts.CLOSED_OVER, match=match.name)


def _done(t: Language, user: int, change: StoredResult | Offered) -> str:
    """What a player has just done, in a sentence to them."""
    if isinstance(change, Offered):
        return _rematch_offered(t, user, change.challenge)
    match = change.match
    event = None if change.notice is None else change.notice.event
    if isinstance(event, Asked):
        template = texts.DEED_ASKED[event.request]
    elif isinstance(event, MatchStarted):
        template = texts.DEED_STARTED
    elif isinstance(event, MoreTimeGiven):
        template = texts.DEED_TIME
    elif match.status == "running":
        template = _done_in_running(match, event)
    else:
        template = _done_at_end(match, user)
    return t(template, match=match.name, other=phrases.who(t, match.opponent(user)))


def _rematch_offered(t: Language, user: int, challenge: Challenge) -> str:
    other = challenge.maker
    if challenge.maker.id == user and challenge.target is not None:
        other = challenge.target
    return t(texts.DEED_REMATCH, other=phrases.who(t, other.id))


def _done_in_running(match: Match, event: DomainEvent | None) -> str:
    """The text of what was agreed in a match that goes on."""
    if isinstance(event, Answered) and event.request == "takeback" and event.yes:
        return texts.DEED_TAKEN_BACK
    return texts.DEED_PAUSED if match.paused else texts.DEED_GOES_ON


def _done_at_end(match: Match, user: int) -> str:
    """The text of how a player has ended a match."""
    if match.status == "aborted":
        return texts.DEED_CANCELLED if match.reason == "taken-back" else texts.DEED_CALLED_OFF
    if match.winner is None:
        return texts.DEED_DRAWN
    return texts.DEED_WON if match.seats[match.winner] == user else texts.RESIGNED


async def offer_withdrawal(reply: Reply, match: Match, what: links.Agreement) -> bool:
    """Whether a player has asked this already and has no answer; then they are shown that they may
    withdraw it.
    """
    if not agreements.asks(match, what, reply.user):
        return False
    t = reply.t
    _add_names(reply, [match])
    opponent = phrases.who(t, match.opponent(reply.user))
    request_text = t(texts.DEED_ASKED[what], match=match.name, other=opponent)
    request = links.WithdrawRequest(match.id, match.version, what)
    withdraw = button(t.label(texts.WITHDRAW), request, "danger")
    keep = button(t.label(texts.NO), links.KeepPlaying(match.id, match.version))
    await reply.private(question(t(texts.WITHDRAW_ASK, asked=request_text), withdraw, keep))
    return True


async def tell(reply: Reply, change: StoredResult | Offered) -> None:
    """Close the posts that a change settles, post its announcements, and tell who pressed what they
    have done.
    """
    event = None if change.notice is None else change.notice.event
    if isinstance(change, Offered) or isinstance(event, MatchStarted):
        await reply.settle()
    elif not isinstance(event, Asked):
        await reply.settle(match=change.match.id)
    if (reply.pressed or change.notice is None) and not reply.answered:
        _add_names(reply, [] if isinstance(change, Offered) else [change.match])
        card = word(_done(reply.t, reply.user, change))
        await reply.private(card, anew=not reply.pressed_private)
    await reply.publish(change.notice)


def _add_names(reply: Reply, matches: Sequence[Match]) -> None:
    """Outside servers, and of other servers, call the players of some matches by name, too."""
    reader = reply.named_by
    names = phrases.names_of(matches, reader, reply.scope)
    reply.t.names = {**reply.t.names, **names}
