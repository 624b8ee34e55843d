"""Handicaps in the chat: who has one, and what makes two members even, with the buttons to take it
or leave it.
"""

from collections.abc import Mapping

from bot.chat.discord.components import Button, button
from bot.chat.discord.press import ChallengePress, MatchPress
from bot.chat.discord.services import Services
from bot.chat.language import phrases, texts
from bot.chat.language.i18n import Language, Markup
from bot.domain.challenges.challenge import Challenge, Side
from bot.domain.handicaps.suggestion import Suggestion
from bot.domain.matches.match import Match
from bot.domain.values import COMPUTER
from games.core import Game, Handicap


class PlayEven(ChallengePress, action="even"):
    """Play a challenge with the handicap that makes the two even."""


class LeaveUneven(ChallengePress, action="uneven"):
    """Play a challenge as it is, and have no handicap offered soon."""


class RematchEven(MatchPress, action="evenagain"):
    """Play a match again with the handicap that makes the two even."""


class LeaveRematchUneven(MatchPress, action="unevenagain"):
    """Have no handicap offered soon after a match."""


async def offered_in(services: Services, item: Challenge) -> Suggestion | None:
    """The handicap that is offered unasked to the two of an open challenge, if any."""
    if item.target is None or item.status != "open" or item.side == "both":
        return None
    users = (item.maker.id, item.target.id)
    scope = item.place.scope
    return await services.handicaps.offer_in(item.id, scope, users, item.game, item.options)


def even_line(t: Language, suggestion: Suggestion) -> Markup:
    """Which handicap makes two even, and what it is worth."""
    holds_back = suggestion.weaker_user != suggestion.second
    template = texts.EVEN_HURTS if holds_back else texts.EVEN_WITH
    handicap = phrases.handicap(t, suggestion.handicap)
    line = t(template, handicap=handicap, who=phrases.who(t, suggestion.second))
    if suggestion.points is None:
        return line
    points = t(texts.ABOUT_POINTS, points=round(abs(suggestion.points), -1))
    return Markup(f"{line} · {points}")


def even_buttons(t: Language, subject: Challenge | Match) -> list[Button]:
    """The buttons that take a handicap which is offered unasked, or leave it."""
    if isinstance(subject, Match):
        play: ChallengePress | MatchPress = RematchEven(subject.id)
        leave: ChallengePress | MatchPress = LeaveRematchUneven(subject.id)
    else:
        play = PlayEven(subject.id)
        leave = LeaveUneven(subject.id)
    return [
        button(t.label(texts.PLAY_EVEN), play),
        button(t.label(texts.NOT_NOW), leave),
    ]


async def side_of(
    services: Services,
    scope: int,
    maker: int,
    opponent: int | None,
    game: Game,
    options: Mapping[str, str],
    side: str,
) -> str:
    """The side of who begins a match: a handicap is not drawn by lot.

    Where nobody chose who has it, it helps the weaker one; the opponent where that is not known;
    against the computer the member.

    :param opponent: None for anyone
    """
    if side not in ("", "random") or Handicap.of(options) is None:
        return side
    member = opponent
    if opponent == COMPUTER:
        member = maker
    elif opponent is not None:
        suggestion = await services.handicaps.suggestion(scope, maker, opponent, game, options)
        if suggestion is not None:
            member = suggestion.weaker_user
    return _side(maker_is_favoured=member == maker, game=game, options=options)


def _side(*, maker_is_favoured: bool, game: Game, options: Mapping[str, str]) -> Side:
    """The side on which a handicap helps the right one: turns that hold back are no gift."""
    worth = game.worth(options)
    helps_second = worth is None or worth.points >= 0
    return "second" if maker_is_favoured == helps_second else "first"
