"""How a challenge or a standing offer becomes a match, or a pair of matches, in one unit of
work.
"""

import random
from dataclasses import replace

from bot.domain import clocks, variants
from bot.domain.blocks.service import require_none
from bot.domain.challenges import limits
from bot.domain.challenges.challenge import Challenge, Side
from bot.domain.clocks import Clock
from bot.domain.errors import Over, Refused
from bot.domain.matches.beginning import Setup
from bot.domain.matches.match import StoredResult
from bot.domain.matches.service import Matches
from bot.domain.servers.settings import ServerSettings
from bot.domain.unit_of_work import Database, UnitOfWork
from bot.domain.values import EVERYWHERE, Person, Place, Via

RATED_CLOCK = "3d"  # the time control of rated matches for which none was chosen, as of tournaments


class Inviting:
    """What challenges and the lobby share: a match begins on terms that were offered.

    ``rng`` draws random sides.
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
        via: Via | None,
        there: Place | None = None,
    ) -> StoredResult:
        """Begin the match that a challenge leads to, or a pair, of which the first is returned.

        ``there``: where ``who`` plays, in another server. Raises Refused.
        """
        place = challenge.place if there is None else EVERYWHERE
        maker = challenge.maker
        new = challenge.matches
        await require_no_block(work, who, maker)
        await limits.match_room(work, place.scope, who, settings.matches, new=new)
        await limits.match_room(work, place.scope, maker, settings.matches, new=new, other=True)
        await require_ratable(work, challenge, who, maker, settings)
        players = seats(self._rng, maker, who, challenge.side)
        setup = Setup(
            place.scope,
            place.channel,
            challenge.game,
            challenge.options,
            players,
            clock=str(challenge.clock),
            rated=challenge.rated,
            note=challenge.note,
            explore=challenge.explore,
            pair=int(new == 2),
            sides=None
            if there is None
            else (challenge.place, there)
            if players[0] is maker
            else (there, challenge.place),
            chose_opponent=there is not None,
        )
        first, second = players
        # Only the maker is pinged, as the other player gets the match as an answer; in a pair, who
        # begins.
        ping = None if setup.pair and first.id == who.id else maker.id
        change = await self._matches.begin(work, setup, ping=ping, via=via)
        if setup.pair:
            await self._matches.begin(
                work, replace(setup, players=(second, first), pair=-1), ping=second.id
            )
        return change


def seats(rng: random.Random, maker: Person, other: Person, side: Side) -> tuple[Person, Person]:
    """The players by seat, in the first match of a pair.

    ``side``: the maker's; a random one is drawn.
    """
    drawn = rng.choice(("first", "second")) if side in ("random", "both") else side
    return (maker, other) if drawn == "first" else (other, maker)


def clock_of(asked: Clock | None, usual: Clock, rated: bool) -> Clock:
    """The time control of a match.

    ``asked`` None: the usual one, or RATED_CLOCK for a rated match. Raises Refused.
    """
    time = usual if asked is None else asked
    if time or not rated:
        return time
    if asked is not None:
        raise Refused(
            "a rated match needs a time limit, such as 3d per turn; choose one, or play an "
            "unrated match"
        )
    return clocks.parse(RATED_CLOCK)


async def require_ratable(
    work: UnitOfWork, terms: Challenge, who: Person, other: Person | None, server: ServerSettings
) -> None:
    """Raises Refused where what a challenge leads to cannot be rated: on a solved board, or beyond
    the limit.
    """
    if terms.rated:
        variants.require_ratable(terms.game, terms.options)
        if other is not None:
            await limits.rated_room(
                work, terms.place.scope, who, other, server.rated, terms.matches
            )


async def require_no_block(work: UnitOfWork, who: Person, maker: Person) -> None:
    """Raises Refused where either has blocked the other."""
    await require_none(work, who, maker, Over("this challenge can’t be accepted at the moment"))
