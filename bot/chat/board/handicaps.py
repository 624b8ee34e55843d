"""Handicaps in the chat: who has one, and what makes two members even, with the buttons to take it
or leave it.
"""

from collections.abc import Mapping

from bot.chat.discord.services import Services
from bot.domain.challenges.challenge import Side
from bot.domain.values import COMPUTER
from games.core import Game, Handicap


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
    favoured = opponent
    if opponent == COMPUTER:
        favoured = maker
    elif opponent is not None:
        suggestion = await services.handicaps.suggestion(scope, maker, opponent, game, options)
        if suggestion is not None:
            favoured = suggestion.favoured
    return _side(maker_is_favoured=favoured == maker, game=game, options=options)


def _side(*, maker_is_favoured: bool, game: Game, options: Mapping[str, str]) -> Side:
    """The side on which a handicap helps the right one: turns that hold back are no gift."""
    worth = game.worth(options)
    helps_second = worth is None or worth.points >= 0
    return "second" if maker_is_favoured == helps_second else "first"
