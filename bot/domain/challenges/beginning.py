"""How a challenge or a standing offer becomes a match, or a pair of matches, in one unit of
work.
"""

import random
from collections.abc import Mapping
from dataclasses import replace

from bot.domain import clocks, variants
from bot.domain.blocks.service import require_none
from bot.domain.challenges import limits
from bot.domain.challenges.challenge import Challenge, Side
from bot.domain.clocks import Clock
from bot.domain.errors import Over, Refused
from bot.domain.handicaps.finding import require_more_even
from bot.domain.handicaps.repository import require_ratable as require_known_worth
from bot.domain.matches.beginning import Setup
from bot.domain.matches.match import StoredResult
from bot.domain.matches.service import Matches
from bot.domain.servers.settings import ServerSettings
from bot.domain.unit_of_work import Database, UnitOfWork
from bot.domain.values import EVERYWHERE, InteractionRef, Person, Place
from games.core import Game, Handicap

RATED_CLOCK = "3d"  # the time control of rated matches for which none was chosen, as of tournaments


class OfferService:
    """What challenges, the lobby and pairing share: a match begins on terms that were offered.

    :param rng: draws random sides
    """

    def __init__(
        self, database: Database, matches: Matches, rng: random.Random | None = None
    ) -> None:
        self._database = database
        self._matches = matches
        self._rng = rng or random.SystemRandom()

    async def _begin(
        self,
        work: UnitOfWork,
        challenge: Challenge,
        who: Person,
        settings: ServerSettings,
        interaction: InteractionRef | None,
        taker_place: Place | None = None,
    ) -> StoredResult:
        """Begin the match that a challenge leads to, or a pair, of which the first is returned.

        Raises Refused.

        :param taker_place: where ``who`` plays, in another server than that of the challenge
        """
        maker = challenge.maker
        place = challenge.place if taker_place is None else EVERYWHERE
        new_matches = challenge.matches
        await require_no_block(work, who, maker)
        await limits.match_room(work, place.scope, who, settings.matches, new=new_matches)
        await limits.match_room(
            work, place.scope, maker, settings.matches, new=new_matches, other=True
        )
        await require_ratable(work, challenge, who, maker, settings)
        first, second = seats(self._rng, maker, who, challenge.side)
        if challenge.rated and challenge.side == "random":
            await _require_more_even(work, challenge, first, second)
        sides = _sides(challenge.place, taker_place, maker_first=first is maker)
        setup = _setup(challenge, place, (first, second), sides)
        # Only the maker is pinged, as the other player gets the match as an answer.
        if challenge.side != "both":
            return await self._matches.begin(work, setup, ping=maker.id, interaction=interaction)
        # In a pair, who begins is pinged.
        ping = maker.id if first is maker else None
        change = await self._matches.begin(
            work, replace(setup, pair=1), ping=ping, interaction=interaction
        )
        second_half = replace(setup, players=(second, first), pair=-1)
        await self._matches.begin(work, second_half, ping=second.id)
        return change


def _sides(
    maker_place: Place, taker_place: Place | None, *, maker_first: bool
) -> tuple[Place, Place] | None:
    """Each player's place, by seat, in a match across servers; None in a match of one server."""
    if taker_place is None:
        return None
    return (maker_place, taker_place) if maker_first else (taker_place, maker_place)


def _setup(
    challenge: Challenge,
    place: Place,
    players: tuple[Person, Person],
    sides: tuple[Place, Place] | None,
) -> Setup:
    """The match that a challenge leads to, played in a place; ``sides``: as in ``Setup``."""
    return Setup(
        scope=place.scope,
        channel=place.channel,
        game=challenge.game,
        options=challenge.options,
        players=players,
        clock=str(challenge.clock),
        rated=challenge.rated,
        note=challenge.note,
        explore=challenge.explore,
        sides=sides,
        chose_opponent=sides is not None,
    )


def seats(rng: random.Random, maker: Person, other: Person, side: Side) -> tuple[Person, Person]:
    """The players by seat, in the first match of a pair.

    :param side: the maker's; a random one is drawn
    """
    drawn_side = rng.choice(("first", "second")) if side in ("random", "both") else side
    return (maker, other) if drawn_side == "first" else (other, maker)


def clock_of(choice: Clock | None, usual: Clock, is_rated: bool) -> Clock:
    """The time control of a match. Raises Refused.

    :param choice: None: the usual one, or RATED_CLOCK for a rated match
    """
    clock = usual if choice is None else choice
    if clock or not is_rated:
        return clock
    if choice is not None:
        raise Refused(
            "a rated match needs a time limit, such as 3d per turn; choose one, or play an unrated "
            "match"
        )
    return clocks.parse(RATED_CLOCK)


def chosen_options(
    game: Game, variant: str, options: Mapping[str, str] | None, handicap: str = ""
) -> dict[str, str]:
    """The options of a match: those that are given, else those that a variant names.

    Raises BadOption.

    :param handicap: in place of theirs; empty: theirs
    """
    choice = variants.parse(game, variant) if options is None else game.complete(options)
    if handicap:
        choice = variants.with_handicap(game, choice, handicap)
    return choice


def require_side(options: Mapping[str, str], side: Side) -> None:
    """Raises Refused for a pair of matches with a handicap, which each side would have once."""
    if side == "both" and Handicap.of(options) is not None:
        raise Refused(
            "a handicap is for one of you; choose a side, or play two matches with sides swapped, "
            "without a handicap"
        )


async def require_ratable(
    work: UnitOfWork, terms: Challenge, who: Person, other: Person | None, server: ServerSettings
) -> None:
    """Raises Refused where what a challenge leads to cannot be rated: on a solved board, with a
    handicap whose worth is not known well or that makes nobody more even, or beyond the limit.
    """
    if not terms.rated:
        return
    await require_known_worth(work.connection, terms.game, terms.options)
    if other is not None:
        await limits.rated_room(work, terms.place.scope, who, other, server.rated, terms.matches)
        maker, taker = (who, other) if who.id == terms.maker.id else (other, who)
        if terms.side == "first":
            await _require_more_even(work, terms, maker, taker)
        elif terms.side == "second":
            await _require_more_even(work, terms, taker, maker)


async def _require_more_even(
    work: UnitOfWork, terms: Challenge, first: Person, second: Person
) -> None:
    """Raises Refused for a head start in a rated match that makes nobody more even."""
    users = first.id, second.id
    await require_more_even(
        work.connection, terms.place.scope, users, terms.game, terms.options, work.now
    )


async def require_no_block(work: UnitOfWork, who: Person, maker: Person) -> None:
    """Raises Refused where either has blocked the other."""
    await require_none(work, who, maker, Over("this challenge can’t be accepted at the moment"))
