"""The posts and cards of challenges: an open one, a closed one, and the list of open ones."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import timedelta

from bot.chat.board import calls, open_challenges
from bot.chat.board.challenge_terms import fairness_line, handicap_line, terms_line
from bot.chat.board.handicaps import even_buttons, even_line, offered_in
from bot.chat.board.invitations import answers
from bot.chat.board.links import (
    ListChallenges,
    ShowBoard,
    ShowRulesPage,
    WithdrawChallenge,
)
from bot.chat.discord.components import (
    BLURPLE,
    GREEN,
    GREY,
    Asks,
    Button,
    Item,
    Post,
    beside,
    button,
    page_buttons,
    post,
    row,
    text,
)
from bot.chat.discord.press import ChallengePress
from bot.chat.discord.services import Services
from bot.chat.features.challenges import feature, texts
from bot.chat.language import phrases, texts as shared
from bot.chat.language.i18n import Command, Language, Markup, moment
from bot.chat.pictures.picture import Picture
from bot.domain.challenges import events
from bot.domain.challenges.challenge import OPPOSITE, Challenge
from bot.domain.events import DomainEvent, Notice
from bot.domain.handicaps.suggestion import Suggestion
from bot.domain.matches.match import Match


class AskAgain(ChallengePress, action="again"):
    """Make a challenge that has expired once more."""


@feature.composes(
    events.ChallengeMade,
    events.ChallengeCountered,
    events.ChallengeDeclined,
    events.ChallengeExpired,
)
async def compose(services: Services, t: Language, notice: Notice[DomainEvent]) -> Post | None:
    """The post about a challenge; None where another post tells what has become of it.

    That is the post for its maker where it was declined or expired; where it was withdrawn before
    anybody saw it, there is none at all.
    """
    assert notice.challenge is not None
    item = await services.challenges.get(notice.challenge)
    people = [person for person in (item.maker, item.target) if person is not None]
    t.names = phrases.names_for(notice.dm, ((person.id, person.name) for person in people))
    asks = isinstance(notice.event, events.ChallengeMade | events.ChallengeCountered)
    if asks and item.status == "open":
        return await _compose_open(services, t, item, notice)
    is_posted = notice.message is not None
    if item.status in ("declined", "expired") and is_posted and notice.dm is None:
        return None
    if item.status == "withdrawn" and not is_posted:
        return None
    return await closed(services, t, item, notice)


async def _compose_open(
    services: Services, t: Language, item: Challenge, notice: Notice[DomainEvent]
) -> Post:
    usual = (await services.members.get(item.maker.id)).rhythm.usual()
    original = None
    if isinstance(notice.event, events.ChallengeCountered) and notice.event.was:
        original = await services.challenges.get(notice.event.was)
    board = await services.images.start(item.game, item.options, say=t.say)
    suggestion = await offered_in(services, item)
    handicap = await handicap_line(services, t, item)
    card = challenge(t, item, board, notice, usual, original, handicap, suggestion)
    if item.target is None:
        return card
    users = (item.maker.id, item.target.id)
    was_offered = await services.handicaps.was_offered_in(item.id, users, item.game)
    # The offer of a handicap may go while the challenge stays.
    return replace(card, asks="live") if was_offered else card


def challenge(
    t: Language,
    item: Challenge,
    image: Picture,
    notice: Notice[DomainEvent],
    usual: timedelta | None = None,
    original: Challenge | None = None,
    handicap: Markup | None = None,
    suggestion: Suggestion | None = None,
) -> Post:
    """An open challenge with its buttons.

    :param usual: how soon its maker usually answers
    :param original: the challenge that it counters
    :param handicap: who has one, and what it is worth
    :param suggestion: the handicap that is offered to the two unasked
    """
    is_counter = isinstance(notice.event, events.ChallengeCountered)
    title = texts.COUNTERED if is_counter else _title(item)
    fair = fairness_line(t, item)
    body = beside(
        image,
        t(title, game=item.game.name),
        _who_challenges(t, item, original),
        terms_line(t, item),
        None if handicap is None else t(shared.MEANS, meaning=handicap),
        None if fair is None else t(shared.MEANS, meaning=fair),
        t(texts.CHALLENGE_UNTIL, when=moment(item.expires)),
        phrases.usually(t, item.maker.id, usual),
        t(shared.CHALLENGE_NOTE, note=item.note) if item.note else None,
    )
    return post(
        body,
        row(*_buttons(t, item, may_withdraw=notice.dm is None)),
        *_offer_of_handicap(t, item, suggestion),
        colour=BLURPLE,
        notice=notice,
        asks="open",
    )


def _offer_of_handicap(
    t: Language, item: Challenge, suggestion: Suggestion | None
) -> Iterator[Item | None]:
    """What makes the two even, and the buttons for that."""
    if suggestion is not None:
        yield text(even_line(t, suggestion))
        yield row(*even_buttons(t, item))


def _title(item: Challenge) -> str:
    return texts.CHALLENGE if item.rematch_of is None else texts.REMATCH_ASKED


def _who_challenges(t: Language, item: Challenge, original: Challenge | None) -> Markup:
    """Who challenges whom, or what they offer instead."""
    maker = phrases.who(t, item.maker.id)
    if item.target is None:
        return t(texts.CHALLENGE_OPEN, maker=maker, game=item.game.name)
    target = phrases.who(t, item.target.id)
    if original is None:
        return t(texts.CHALLENGE_TO, target=target, maker=maker, game=item.game.name)
    changes = changed(t, original, item)
    return t(texts.COUNTER_TO, target=target, maker=maker, changed=changes)


def _buttons(t: Language, item: Challenge, *, may_withdraw: bool) -> Iterator[Button]:
    yield from answers(t, item)
    yield button(t.label(shared.RULES), ShowRulesPage(0, item.game.slug))
    if may_withdraw:
        yield button(t.label(shared.WITHDRAW), WithdrawChallenge(item.id))


def changed(t: Language, original: Challenge, item: Challenge) -> Markup:
    """What a counter-offer changes."""
    changes = list[str]()
    if original.options != item.options:
        changes.append(phrases.variant(t, item))
    if OPPOSITE[original.side] != item.side:
        changes.append(t(shared.MAKER_SIDE[item.side], maker=item.maker.name))
    if original.clock != item.clock:
        changes.append(phrases.clock_terms(t, item.clock))
    if original.rated != item.rated:
        changes.append(t(shared.RATED if item.rated else texts.UNRATED))
    return Markup(" · ".join(changes))


async def closed(
    services: Services, t: Language, item: Challenge, notice: Notice[DomainEvent] | None = None
) -> Post:
    """A closed challenge with a way on, and a link once its match is posted.

    :param notice: the one it is the post of
    """
    image = await services.images.start(item.game, item.options, say=t.say)
    title = t(_title(item), game=item.game.name)
    if item.match is None:
        may_ask_again = notice is None or notice.dm in (None, item.maker.id)
        way_on = None
        if item.status == "expired" and may_ask_again:
            way_on = row(button(t.label(texts.ASK_AGAIN), AskAgain(item.id)))
        body = beside(image, title, _why_closed(t, item, notice))
        return post(body, way_on, colour=GREY, notice=notice)
    match = await services.matches.get(item.match)
    link = await calls.link(services, t, match, item.place.scope)
    counter_line = t(texts.OPEN_CLOSED) if item.counters is not None else None
    body = beside(image, title, _who_took(t, item, match), link, counter_line)
    board = row(button(t.label(shared.BOARD), ShowBoard(match.id, match.version)))
    # Once the match is posted, this is composed again, with the link.
    asks: Asks = "live" if link is None else ""
    return post(body, board, colour=GREEN, notice=notice, asks=asks)


def _who_took(t: Language, item: Challenge, match: Match) -> Markup:
    """Who has accepted a challenge, and the match, or pair of matches, that it became."""
    template = texts.COUNTER_TAKEN if item.status == "countered" else texts.CHALLENGE_TAKEN
    maker = phrases.who(t, item.maker.id)
    taker = phrases.who(t, match.opponent(item.maker.id))
    name = match.name if match.pair is None else f"{match.name} + M{match.pair}"
    return t(template, taker=taker, maker=maker, match=name)


def _why_closed(t: Language, item: Challenge, notice: Notice[DomainEvent] | None) -> Markup:
    """What has become of a challenge that led to no match."""
    maker = phrases.who(t, item.maker.id)
    target = None if item.target is None else phrases.who(t, item.target.id)
    if item.status == "declined" and target is not None:
        tells_maker = notice is not None and notice.message is None
        template = texts.DECLINED_TOLD if tells_maker else texts.CHALLENGE_DECLINED
        return t(template, target=target, maker=maker)
    if item.status == "countered" and target is not None:
        return t(texts.COUNTER_CLOSED, target=target, maker=maker)
    is_expired = item.status == "expired"
    template = texts.CHALLENGE_EXPIRED if is_expired else texts.CHALLENGE_WITHDRAWN
    return t(template, maker=maker, game=item.game.name)


async def listed(
    services: Services,
    t: Language,
    challenges: Sequence[Challenge],
    reader: int,
    *,
    page: int,
    more: bool,
) -> Post:
    """A page of open challenges, with buttons to accept or withdraw each."""
    none = None if challenges else t(texts.OPEN_NONE, play=Command("play"))
    return post(
        text(t(shared.OPEN_CHALLENGES), none),
        *await open_challenges.rows(services, t, challenges, reader),
        row(*page_buttons(ListChallenges, page, more=more)),
        colour=BLURPLE,
    )
