"""The posts and cards of challenges: an open one, a closed one, and the list of open ones."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta

from bot.chat.board import calls, open_challenges
from bot.chat.board.links import (
    AcceptChallenge,
    ListChallenges,
    ShowBoard,
    ShowRulesPage,
    WithdrawChallenge,
)
from bot.chat.discord.components import (
    BLURPLE,
    GREEN,
    GREY,
    Post,
    beside,
    button,
    page_buttons,
    post,
    row,
    text,
)
from bot.chat.discord.press import ChallengePress, Press
from bot.chat.discord.services import Services
from bot.chat.features.challenges import feature, texts
from bot.chat.language import phrases, texts as shared
from bot.chat.language.i18n import Command, Language, Markup, moment
from bot.chat.language.meanings import meant
from bot.chat.pictures.picture import Picture
from bot.domain.challenges import events
from bot.domain.challenges.challenge import OPPOSITE, Challenge
from bot.domain.events import Event, Notice
from bot.domain.ratings.numbers import BoardNumbers
from games.core import Sentence


class DeclineChallenge(ChallengePress, action="decline"):
    """Decline a challenge."""


class AskAgain(ChallengePress, action="again"):
    """Make a challenge that has expired once more."""


class OpenCounter(ChallengePress, action="counter"):
    """Open the form for a counter-offer.

    ``terms``: the side, the rating and the variant chosen before, with dashes.
    """

    terms: str = ""

    def chosen(self, values: Mapping[str, str]) -> Press:
        return replace(self, terms=f"{values.get('side', '-')}-{values.get('variant', '')}"[:80])


@feature.composes(
    events.ChallengeMade,
    events.ChallengeCountered,
    events.ChallengeDeclined,
    events.ChallengeExpired,
)
async def compose(services: Services, t: Language, notice: Notice[Event]) -> Post | None:
    """The post about a challenge; None where it was declined or expired: the post for its maker is
    the only one, and where it was withdrawn before anybody saw it.
    """
    assert notice.challenge is not None
    item = await services.challenges.get(notice.challenge)
    event = notice.event
    t.names = phrases.names_for(
        notice.dm, ((who.id, who.name) for who in (item.maker, item.target) if who)
    )
    if item.status == "open" and isinstance(
        event, events.ChallengeMade | events.ChallengeCountered
    ):
        usual = (await services.members.get(item.maker.id)).rhythm.usual()
        was = event.was if isinstance(event, events.ChallengeCountered) else 0
        numbers = await services.ratings.numbers_of(item.place.scope, item.game, item.options)
        countered = await services.challenges.get(was) if was else None
        board = await services.images.start(item.game, item.options, say=t.say)
        return challenge(t, item, board, notice, usual, countered, numbers)
    if item.status in ("declined", "expired") and notice.message is not None and notice.dm is None:
        return None
    if item.status == "withdrawn" and notice.message is None:
        return None
    return await closed(services, t, item, notice)


def challenge(
    t: Language,
    item: Challenge,
    image: Picture,
    notice: Notice[Event],
    usual: timedelta | None = None,
    was: Challenge | None = None,
    numbers: BoardNumbers | None = None,
) -> Post:
    """An open challenge with its buttons.

    ``usual``: how soon its maker usually answers; ``was``: what it counters; ``numbers``: of its
    board.
    """
    maker = phrases.who(t, item.maker.id)
    game = item.game.name
    if was is not None and item.target is not None:
        says = {
            "target": phrases.who(t, item.target.id),
            "maker": maker,
            "changed": changed(t, was, item),
        }
        line = t(texts.COUNTER_TO, **says)
        decline = button(t.label(shared.DECLINE), DeclineChallenge(item.id))
    elif item.target is None:
        line = t(texts.CHALLENGE_OPEN, maker=maker, game=game)
        decline = None
    else:
        line = t(texts.CHALLENGE_TO, target=phrases.who(t, item.target.id), maker=maker, game=game)
        decline = button(t.label(shared.DECLINE), DeclineChallenge(item.id))
    terms = t(
        texts.CHALLENGE_DETAILS,
        variant=phrases.variant(t, item, capital=True),
        side=t(texts.MAKER_SIDE[item.side], maker=item.maker.name),
        clock=phrases.clock_terms(t, item.clock),
    )
    title = texts.CHALLENGE if item.rematch_of is None else texts.REMATCH_ASKED
    return post(
        beside(
            image,
            t(
                texts.COUNTERED if isinstance(notice.event, events.ChallengeCountered) else title,
                game=game,
            ),
            line,
            t(shared.MEANS, meaning=t.sentence(Sentence(item.game.aim))),
            terms + phrases.remarks(t, item, item.explore),
            phrases.takeback_floor(t, item.clock),
            *(
                t(shared.MEANS, meaning=t.as_sentence(sentence))
                for sentence in meant(item.game, item.options)
            ),
            _pair(t, item),
            numbers_line(t, numbers),
            t(texts.CHALLENGE_UNTIL, when=moment(item.expires)),
            phrases.usually(t, item.maker.id, usual),
            t(shared.CHALLENGE_NOTE, note=item.note) if item.note else None,
        ),
        row(
            button(t.label(shared.ACCEPT), AcceptChallenge(item.id), "success"),
            decline,
            button(t.label(texts.COUNTER), OpenCounter(item.id)),
            button(t.label(shared.RULES), ShowRulesPage(0, item.game.slug)),
            button(t.label(shared.WITHDRAW), WithdrawChallenge(item.id))
            if notice.dm is None
            else None,
        ),
        colour=BLURPLE,
        notice=notice,
        asks="open",
    )


def changed(t: Language, was: Challenge, item: Challenge) -> Markup:
    """What a counter-offer changes."""
    terms = [
        (was.options != item.options, phrases.variant(t, item)),
        (OPPOSITE[was.side] != item.side, t(texts.MAKER_SIDE[item.side], maker=item.maker.name)),
        (was.clock != item.clock, phrases.clock_terms(t, item.clock)),
        (was.rated != item.rated, t(shared.RATED if item.rated else texts.UNRATED)),
    ]
    return Markup(" · ".join(said for differs, said in terms if differs))


def _pair(t: Language, item: Challenge) -> str | None:
    """How a pair counts, or that one would be fairer than a match on a board on which a side
    leads.
    """
    if item.side == "both":
        return t(texts.PAIR_RATED if item.rated else texts.PAIR_MEANS)
    leader = item.game.leader(item.options)
    return (
        None
        if leader is None
        else t(texts.PAIR_OFFERED, side=phrases.seat_name(t, item.game, leader))
    )


def numbers_line(t: Language, numbers: BoardNumbers | None) -> Markup | None:
    """What matches say of a board, in small print."""
    return None if numbers is None else t(shared.MEANS, meaning=phrases.board_numbers(t, numbers))


async def closed(
    services: Services, t: Language, item: Challenge, notice: Notice[Event] | None = None
) -> Post:
    """A closed challenge with a way on, and a link once its match is posted; ``notice``: the one it
    is the post of.
    """
    image = await services.images.start(item.game, item.options, say=t.say)
    match = None if item.match is None else await services.matches.get(item.match)
    link = None if match is None else await calls.link(services, t, match, item.place.scope)
    maker = phrases.who(t, item.maker.id)
    target = None if item.target is None else phrases.who(t, item.target.id)
    colour = GREY
    if match is not None:
        taker = phrases.who(t, match.opponent(item.maker.id))
        taken = texts.COUNTER_TAKEN if item.status == "countered" else texts.CHALLENGE_TAKEN
        name = match.name if match.pair is None else f"{match.name} + M{match.pair}"
        line = t(taken, taker=taker, maker=maker, match=name)
        colour = GREEN
    elif item.status == "declined" and target is not None:
        posted = notice is not None and notice.message is None
        line = t(
            texts.DECLINED_TOLD if posted else texts.CHALLENGE_DECLINED, target=target, maker=maker
        )
    elif item.status == "countered" and target is not None:
        line = t(texts.COUNTER_CLOSED, target=target, maker=maker)
    else:
        expired = item.status == "expired"
        line = t(
            texts.CHALLENGE_EXPIRED if expired else texts.CHALLENGE_WITHDRAWN,
            maker=maker,
            game=item.game.name,
        )
    title = texts.CHALLENGE if item.rematch_of is None else texts.REMATCH_ASKED
    also = t(texts.OPEN_CLOSED) if match is not None and item.counters is not None else None
    way_on = None
    if match is not None:
        way_on = button(t.label(shared.BOARD), ShowBoard(match.id, match.version))
    elif item.status == "expired" and (notice is None or notice.dm in (None, item.maker.id)):
        way_on = button(t.label(texts.ASK_AGAIN), AskAgain(item.id))
    about = beside(image, t(title, game=item.game.name), line, link, also)
    waits = match is not None and link is None
    return post(about, row(way_on), colour=colour, notice=notice, asks="live" if waits else "")


def listed(
    t: Language, challenges: Sequence[Challenge], reader: int, *, page: int, more: bool
) -> Post:
    """A page of open challenges, with buttons to accept or withdraw each."""
    return post(
        text(
            t(shared.OPEN_CHALLENGES),
            None if challenges else t(texts.OPEN_NONE, play=Command("play")),
        ),
        *open_challenges.rows(t, challenges, reader),
        row(*page_buttons(ListChallenges, page, more=more)),
        colour=BLURPLE,
    )
