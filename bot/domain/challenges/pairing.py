"""Members who look for an opponent, whom the bot pairs across servers by strength and clock: nobody
chooses whom.
"""

import games
from bot.domain import tallies, variants
from bot.domain.blocks.repository import blocks_between, recognise
from bot.domain.challenges import limits, seeker_repository as repository
from bot.domain.challenges.beginning import RATED_CLOCK, OfferService
from bot.domain.challenges.seekers import (
    CLOCKS,
    REPEAT_AFTER,
    Seeker,
    choose_opponent,
    is_rated,
    require_across,
)
from bot.domain.errors import Refused
from bot.domain.matches.beginning import Setup, name_of
from bot.domain.servers import repository as servers
from bot.domain.servers.settings import ServerSettings
from bot.domain.unit_of_work import UnitOfWork, retried
from bot.domain.values import EVERYWHERE, WORLD, Person, Place

MOST_AT_ONCE = 500  # members looked at in a round, drawn anew in each


class LobbyPairing(OfferService):
    """Looking for opponents across servers."""

    @retried
    async def seek(self, place: Place, who: Person, game: str, clock: str = RATED_CLOCK) -> None:
        """Look for opponents until ``stop``, at one clock for each game.

        Raises Refused and other GameErrors.
        """
        kind = games.get(game)
        clock = clock if clock in CLOCKS else RATED_CLOCK
        async with self._database.unit_of_work() as work:
            await work.lock_quotas(who.id)
            require_across(await servers.ensure(work, place))
            await recognise(work.connection, who.id)
            await repository.replace(work, place, who, name_of(who), kind.slug, clock)

    async def stop(self, user: int) -> None:
        """Look for opponents no longer; running matches go on."""
        await self._database.run(repository.delete_of(user))

    async def of(self, user: int) -> list[Seeker]:
        """What a member looks for, if anything."""
        async with self._database.read() as connection:
            return await repository.looking(connection, self._database.now(), (user,))

    async def pair(self) -> int:
        """Give an opponent to each who looks and plays no such match; how many matches began.

        For any process.
        """
        if not await self._database.has(repository.ANY):
            return 0
        now = self._database.now()
        async with self._database.read() as connection:
            users = await repository.sample(connection, MOST_AT_ONCE)
            seekers = await repository.looking(connection, now, users)
        available = {(seeker.user, seeker.game): seeker for seeker in seekers}
        begun_count = 0
        for seeker in sorted(seekers, key=lambda seeker: (seeker.wait_start, seeker.user)):
            if seeker.running or (seeker.user, seeker.game) not in available:
                continue
            other = choose_opponent(seeker, available.values(), now, self._rng)
            if other is not None and await self._meet(seeker, other):
                del available[seeker.user, seeker.game]
                del available[other.user, other.game]
                begun_count += 1
        return begun_count

    @retried
    async def _meet(self, seeker: Seeker, other: Seeker) -> bool:
        """Begin the match of two who were chosen for each other.

        False if they look no longer, or may not play each other.
        """
        try:
            async with self._database.unit_of_work() as work:
                await work.lock_quotas(seeker.user, other.user)
                seekers = await repository.looking(
                    work.connection, work.now, (seeker.user, other.user)
                )
                pair = [seeker_now for seeker_now in seekers if seeker_now.game == seeker.game]
                if not await _may_meet(work, pair):
                    return False
                await servers.ensure(work, EVERYWHERE)
                self._rng.shuffle(pair)
                await self._begin_match(work, *pair)
                return True
        except Refused:
            return False

    async def _begin_match(self, work: UnitOfWork, first: Seeker, second: Seeker) -> None:
        players = Person(first.user, first.name), Person(second.user, second.name)
        for who in players:
            await limits.match_room(work, WORLD, who, ServerSettings().matches)
        game = games.get(first.game)
        setup = Setup(
            scope=WORLD,
            channel=0,
            game=game,
            options=variants.parse(game, ""),
            players=players,
            clock=first.clock,
            rated=is_rated(first, second),
            sides=(first.place, second.place),
        )
        await self._matches.begin(work, setup)

    async def forgotten(self, work: UnitOfWork, user: int) -> int:
        """Go on counting whom somebody was paired with who deletes their data.

        No match is touched.
        """
        for meeting in await repository.meetings(work, user):
            both = tallies.pair(user, meeting.other)
            count_end = meeting.paired_at + REPEAT_AFTER
            await tallies.note(work, "met", *both, time=meeting.paired_at, expiry=count_end)
        return 0


async def _may_meet(work: UnitOfWork, pair: list[Seeker]) -> bool:
    """Whether two who look for an opponent may still be paired, as it is now."""
    if len(pair) < 2 or not pair[0].may_meet(pair[1]):
        return False
    if all(seeker.running for seeker in pair):
        return False
    users = [seeker.user for seeker in pair]
    homes = [seeker.place.scope for seeker in pair]
    if await repository.are_barred(work.connection, users, homes):
        return False
    if await blocks_between(work.connection, users[0], users[1:]):
        return False
    return not await tallies.noted(work, "met", *tallies.pair(*users))
