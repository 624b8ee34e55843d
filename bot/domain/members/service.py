"""Members as features see them: what they have set, their vacations and their waking hours."""

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial

from bot.domain import tallies
from bot.domain.errors import Refused
from bot.domain.events import DomainEvent, Notice
from bot.domain.members import daily, repository, vacations
from bot.domain.members.repository import Member
from bot.domain.members.settings import MemberSettings
from bot.domain.stored_settings import SettingValue
from bot.domain.unit_of_work import Database, UnitOfWork, retried
from bot.domain.values import COMPUTER

DAY = timedelta(days=1)
CACHE_SIZE = 5_000  # members whose settings are cached
BATCH = 100  # members whose turns are stored in one unit of work


class Members:
    """What members have set, their vacations and their waking hours.

    ``shift_clocks`` stops the clocks that run for a member until a vacation ends; also given: when
    the running one, which it replaces, was to end.
    """

    def __init__(
        self,
        database: Database,
        shift_clocks: Callable[[UnitOfWork, int, datetime | None, datetime], Awaitable[None]],
    ) -> None:
        self._database = database
        self._shift_clocks = shift_clocks
        self._turns: dict[int, list[tuple[datetime, timedelta]]] = {}
        self._cache: OrderedDict[int, MemberSettings] = OrderedDict()
        self._cached_of: tuple[int, int] | None = None
        self._changes = 0

    async def get(self, user: int) -> Member:
        """A member as stored, else with defaults."""
        async with self._database.read() as connection:
            return await repository.member(connection, user)

    async def settings(self, user: int) -> MemberSettings:
        """What a member has set; cached while no other process can change it, since every answer
        asks.
        """
        store = self._database.store
        if self._cached_of != store.file:
            self._cached_of = store.file
            self._cache.clear()
        cached_settings = self._cache.get(user)
        if cached_settings is not None:
            self._cache.move_to_end(user)
            return cached_settings
        changes = self._changes
        rows = await store.fetch(repository.SETTINGS, {"user": user})
        settings = MemberSettings.read(rows[0].settings if rows else {})
        if store.file is not None and store.file == self._cached_of and changes == self._changes:
            self._cache[user] = settings
            if len(self._cache) > CACHE_SIZE:
                self._cache.popitem(last=False)
        return settings

    def _uncache(self, user: int) -> None:
        """Drop a member's cached settings, and do not cache any that are just being read."""
        self._cache.pop(user, None)
        self._changes += 1

    @retried
    async def change(self, user: int, **changes: SettingValue) -> MemberSettings:
        """Change settings of a member. Raises Refused, naming the choices; then none is changed."""
        if "daily_when" in changes:
            changes["daily_when"] = str(daily.parse(str(changes["daily_when"])))
        MemberSettings().changed(changes)  # refuse a mistake before waiting for the database
        async with self._database.unit_of_work() as work:
            member = await repository.member(work.connection, user, lock=True)
            settings = member.settings.changed(changes)
            due = daily.due(settings, member.rhythm.moves, work.now, member.daily_told)
            await repository.store(
                work.connection, user, replace(member, settings=settings, daily_at=due)
            )
            work.callbacks.append(partial(self._uncache, user))
            return settings

    async def vacation(self, user: int) -> tuple[datetime | None, float]:
        """When the vacation that a member is on ends (None: not on vacation), and the days left."""
        now = self._database.now()
        database = self._database
        async with database.read() as connection:
            member = await repository.member(connection, user)
            deleted_spans = _before_deletion(
                await tallies.spans(connection, database.secret, now, "vacation", user)
            )
        vacation_end = member.away_until(now)
        time_left = vacations.longest((*member.vacations, *deleted_spans), now) - (
            (vacation_end or now) - now
        )
        return vacation_end, max(time_left, timedelta(0)) / DAY

    @retried
    async def take_vacation(self, user: int, days: float) -> datetime:
        """Begin a vacation of some days now, and return its end.

        The clocks that run for the member stop until then.

        A running vacation ends, and its unused days are given back first; ``days`` 0 only does
        that. Raises Refused for more days than are left: there are 30 in any 365 days, so that the
        turn of a year does not double them.
        """
        async with self._database.unit_of_work() as work:
            member = await repository.member(work.connection, user, lock=True)
            counted_spans = await tallies.spans(
                work.connection, work.secret, work.now, "vacation", user
            )
            await tallies.forget_all(work, "vacation", user)
            spans = vacations.until((*member.vacations, *_before_deletion(counted_spans)), work.now)
            days_left = vacations.longest(spans, work.now) / DAY
            if not 0 <= days <= days_left + 1e-9:
                raise Refused("you have {left} days of vacation left", left=f"{days_left:.3g}")
            vacation_end = work.now + timedelta(days=days)
            new_member = replace(
                member, vacations=(*spans, (work.now, vacation_end)) if days else spans
            )
            await repository.store(work.connection, user, new_member)
            await self._shift_clocks(work, user, member.away_until(work.now), vacation_end)
            return vacation_end

    # --------------------------------------------------------------------------------- waking hours

    def turn_made(self, user: int, moment: datetime, duration: timedelta) -> None:
        """Note that a member made a turn, ``duration`` after it became due; ``store_turns`` stores
        it.
        """
        if user > COMPUTER:
            self._turns.setdefault(user, []).append((moment, duration))

    async def store_turns(self) -> None:
        """Store the turns that members have made."""
        while self._turns:
            turns = dict(self._turns.popitem() for _ in range(min(len(self._turns), BATCH)))
            try:
                async with self._database.unit_of_work() as work:
                    await repository.store_turns(work.connection, turns)
            except BaseException:
                for user, user_turns in turns.items():
                    self._turns[user] = user_turns + self._turns.get(user, [])
                raise

    async def asleep(self, user: int) -> bool:
        """Whether it is outside a member's waking hours."""
        return not (await self.get(user)).hours.awake(self._database.now())

    async def silent(self, notice: Notice[DomainEvent]) -> bool:
        """Whether a post makes no sound: any member it pings is asleep, unless it calls one to
        move.
        """
        recipient = notice.ping if notice.ping is not None else notice.dm
        if notice.event.calls_to_move and not notice.followed:
            return False
        users: Sequence[int] = notice.event.several or (() if recipient is None else (recipient,))
        # a match of teams; those who are named are asked to join
        if not users and notice.event.kind == "started":
            invited_users = repository.invited_query(notice.match or 0)
            users = [user for (user,) in await self._database.store.fetch(invited_users)]
        if not users:
            return False
        rows = await self._database.store.fetch(repository.hours_query(users))
        now = self._database.now()
        return not all(hours.awake(now) for hours in repository.hours(rows, users).values())

    # -------------------------------------------------------------------------------- personal data

    async def forgotten(self, work: UnitOfWork, user: int) -> int:
        """Drop the turns of a member that are not stored yet, and go on counting their days of
        vacation.
        """
        self._turns.pop(user, None)
        work.callbacks.append(partial(self._uncache, user))
        spans = (await repository.member(work.connection, user)).vacations
        for start, end in vacations.until(spans, work.now):
            await tallies.note(work, "vacation", user, time=start, expiry=end + vacations.YEAR)
        return 0


def _before_deletion(spans: Sequence[tuple[datetime, datetime]]) -> list[vacations.VacationSpan]:
    """The vacations of a member who has deleted their data since, as they are counted: until a YEAR
    after they end.
    """
    return [(start, count_end - vacations.YEAR) for start, count_end in spans]
