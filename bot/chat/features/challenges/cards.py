"""The cards of challenges: open, closed, and all that are open in a place."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from bot.chat.board import open_challenges
from bot.chat.board.links import AcceptChallenge, ListChallenges, WithdrawChallenge
from bot.chat.discord.components import (
    BLURPLE,
    GREEN,
    GREY,
    Post,
    beside,
    button,
    for_notice,
    page_buttons,
    post,
    row,
    text,
)
from bot.chat.features.challenges import texts
from bot.chat.features.challenges.presses import DeclineChallenge, OpenCounter
from bot.chat.language import phrases
from bot.chat.language import texts as shared
from bot.chat.language.i18n import Command, Language, moment
from bot.chat.language.meanings import meant
from bot.chat.pictures.picture import Picture
from bot.domain.challenges.challenge import Challenge
from bot.domain.challenges.events import ChallengeCountered
from bot.domain.events import Event, Notice
from bot.domain.matches.match import Match


def challenge(
    t: Language, item: Challenge, image: Picture, notice: Notice[Event], usual: timedelta | None = None
) -> Post:
    """A challenge with its buttons, while it is open. ``usual``: how soon its maker usually answers."""
    maker, game = phrases.who(t, item.maker.id), item.game.name
    if item.target is None:
        line = t(texts.CHALLENGE_OPEN, maker=maker, game=game)
        answers = [button(t.label(shared.TAKE), AcceptChallenge(item.id), "success")]
    else:
        line = t(texts.CHALLENGE_TO, target=phrases.who(t, item.target.id), maker=maker, game=game)
        answers = [
            button(t.label(shared.ACCEPT), AcceptChallenge(item.id), "success"),
            button(t.label(shared.DECLINE), DeclineChallenge(item.id)),
            button(t.label(texts.COUNTER), OpenCounter(item.id)),
        ]
    terms = t(
        texts.CHALLENGE_DETAILS,
        variant=phrases.variant(t, item),
        side=t(texts.MAKER_SIDE[item.side], maker=item.maker.name),
        clock=phrases.clock_terms(t, item.clock),
    )
    title = texts.CHALLENGE if item.rematch_of is None else texts.REMATCH_ASKED
    return post(
        beside(
            image,
            t(texts.COUNTERED if isinstance(notice.event, ChallengeCountered) else title, game=game),
            line,
            terms + phrases.rated(t, item) + phrases.unexplored(t, item.explore),
            *(t(shared.MEANS, meaning=t.whole(sentence)) for sentence in meant(item.game, item.options)),
            t(texts.CHALLENGE_UNTIL, when=moment(item.expires)),
            phrases.usually(t, item.maker.id, usual),
            t(shared.CHALLENGE_NOTE, note=item.note) if item.note else None,
        ),
        row(*answers, button(t.label(shared.WITHDRAW), WithdrawChallenge(item.id))),
        colour=BLURPLE,
        pictures=[image],
        **for_notice(notice),
    )


def closed(t: Language, item: Challenge, match: Match | None = None, notice: Notice[Event] | None = None) -> Post:
    """What became of a challenge; it has no buttons any more."""
    maker = phrases.who(t, item.maker.id)
    target = None if item.target is None else phrases.who(t, item.target.id)
    colour = GREY
    if match is not None:
        taker = phrases.who(t, match.opponent(item.maker.id))
        line, colour = t(texts.CHALLENGE_TAKEN, taker=taker, maker=maker, match=match.name), GREEN
    elif item.status == "declined" and target is not None:
        told = texts.CHALLENGE_DECLINED if notice is None else texts.DECLINED_TOLD
        line = t(told, target=target, maker=maker)
    elif item.status == "countered" and target is not None:
        line = t(texts.COUNTER_CLOSED, target=target, maker=maker)
    else:
        expired = item.status == "expired"
        line = t(texts.CHALLENGE_EXPIRED if expired else texts.CHALLENGE_WITHDRAWN, maker=maker)
    return post(text(t(texts.CHALLENGE, game=item.game.name), line), colour=colour, **for_notice(notice))


def listed(t: Language, found: Sequence[Challenge], reader: int, *, page: int, more: bool) -> Post:
    """Open challenges, to be taken or withdrawn."""
    return post(
        text(t(shared.OPEN_CHALLENGES), None if found else t(texts.OPEN_NONE, play=Command("play"))),
        *open_challenges.rows(t, found, reader),
        row(*page_buttons(ListChallenges, page, more=more)),
        colour=BLURPLE,
    )
