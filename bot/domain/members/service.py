"""Members as features see them: what they have set, and their vacations, in which no time of theirs runs."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Protocol

from bot.domain.errors import Refused
from bot.domain.events import Event, Notice
from bot.domain.members import daily, repository, vacations
from bot.domain.members.rhythm import Habits
from bot.domain.members.settings import MemberSettings
from bot.domain.stored_settings import SettingValue
from bot.domain.unit_of_work import Database, UnitOfWork, retried
from bot.domain.values import COMPUTER

DAY = timedelta(days=1)
MOST_KEPT = 5_000
"""Of how many members the settings are kept at hand."""
MOST_STORED = 100
"""Of how many members it is stored in one unit of work when they have made turns."""


class MemberListener(Protocol):
    """Another part of the domain, told of what concerns it within the unit of work; it may refuse."""

    async def settings_changed(self, work: UnitOfWork, user: int, settings: MemberSettings) -> None:
        """A member has changed settings."""


class RunningClocks(Protocol):
    """The matches, whose clocks a vacation stops."""

    async def shift_for_vacation(self, work: UnitOfWork, user: int, old: datetime | None, until: datetime) -> None:
        """Stop the clocks that run for ``user`` until then. ``old``: when the vacation under way was to end."""


class Members:
    """What members have set, and their vacations."""

    def __init__(self, database: Database, clocks: RunningClocks) -> None:
        self._database = database
        self._clocks = clocks
        self._listeners: list[MemberListener] = []
        self._turns: dict[int, list[tuple[datetime, timedelta]]] = {}
        self._settings: OrderedDict[int, MemberSettings] = OrderedDict()
        self._kept_of: tuple[int, int] | None = None
        self._changes = 0

    def listen(self, listener: MemberListener) -> None:
        """Tell another part of the domain of changed settings."""
        self._listeners.append(listener)

    async def settings(self, user: int) -> MemberSettings:
        """What a member has set. It is kept while no other process can change it, since every answer asks for it."""
        store = self._database.store
        if self._kept_of != store.file:
            self._kept_of = store.file
            self._settings.clear()
        if (kept := self._settings.get(user)) is not None:
            self._settings.move_to_end(user)
            return kept
        changes = self._changes
        rows = await store.fetch(repository.SETTINGS, {"user": user})
        found = MemberSettings.read(rows[0].settings if rows else {})
        if store.file is not None and store.file == self._kept_of and changes == self._changes:
            self._settings[user] = found
            if len(self._settings) > MOST_KEPT:
                self._settings.popitem(last=False)
        return found

    def _changed(self, user: int) -> None:
        """What is kept of a member's settings does not hold any more, nor what is just being read."""
        self._settings.pop(user, None)
        self._changes += 1

    @retried
    async def change(self, user: int, **changes: SettingValue) -> MemberSettings:
        """Change settings of a member. Raises Refused, naming what they may be; then none is changed."""
        if "daily_when" in changes:
            changes["daily_when"] = str(daily.parse(str(changes["daily_when"])))
        MemberSettings().changed(changes)  # a mistake is told before others have to wait
        async with self._database.unit_of_work() as work:
            member = await repository.member(work.connection, user, lock=True)
            settings = member.settings.changed(changes)
            due = daily.due(settings, member.rhythm.moves, work.now, member.daily_told)
            await repository.store(work.connection, user, replace(member, settings=settings, daily_at=due))
            for listener in self._listeners:
                await listener.settings_changed(work, user, settings)
            work.after.append(partial(self._changed, user))
            return settings

    async def vacation(self, user: int) -> tuple[datetime | None, float]:
        """When the vacation that a member is on ends (None: not on vacation), and the days left."""
        now = self._database.now()
        async with self._database.read() as connection:
            member = await repository.member(connection, user)
        return member.away_until(now), member.vacation_left(now) / DAY

    async def away(self, users: Collection[int]) -> dict[int, datetime]:
        """When the vacations of those of some users end who are on one."""
        async with self._database.read() as connection:
            return await repository.away(connection, users, self._database.now())

    @retried
    async def take_vacation(self, user: int, days: float) -> datetime:
        """Go on vacation for so many days, from now; when it ends. The clocks that run for the member stop until then.

        In any 365 days a member has 30 days of vacation, so that the turn of a year does not double them.

        Days not yet used of a vacation that is under way are given back first. ``days`` 0 ends it.
        """
        async with self._database.unit_of_work() as work:
            member = await repository.member(work.connection, user, lock=True)
            old = member.away_until(work.now)
            taken = vacations.until(member.vacations, work.now)
            left = vacations.longest(taken, work.now)
            if not 0 <= days <= left / DAY + 1e-9:
                raise Refused("you have {left} days of vacation left", left=f"{left / DAY:.3g}")
            until = work.now + timedelta(days=days)
            now_taken = (*taken, (work.now, until)) if days else taken
            away = replace(member, vacation_until=until, vacations=now_taken)
            await repository.store(work.connection, user, away)
            await self._clocks.shift_for_vacation(work, user, old, until)
            return until

    # --------------------------------------------------------------------------------------------- waking hours

    def turn_made(self, user: int, at: datetime, took: timedelta) -> None:
        """Note that a member has made a turn that was waited for so long; ``store_rhythms`` stores it."""
        if user > COMPUTER:
            self._turns.setdefault(user, []).append((at, took))

    async def store_rhythms(self) -> None:
        """Store when members have made turns, many of them in a unit of work."""
        while self._turns:
            turns = dict(self._turns.popitem() for _ in range(min(len(self._turns), MOST_STORED)))
            try:
                async with self._database.unit_of_work() as work:
                    rhythms = await repository.rhythms(work.connection, turns)
                    for user, rhythm in rhythms.items():
                        for at, took in turns[user]:
                            rhythm = rhythm.moved(at, took)
                        rhythms[user] = rhythm
                    await repository.store_rhythms(work.connection, rhythms)
            except BaseException:
                for user, made in turns.items():
                    self._turns[user] = made + self._turns.get(user, [])
                raise

    async def habits(self, user: int) -> Habits:
        """The waking hours of a member, and how long their answers usually take."""
        async with self._database.read() as connection:
            member = await repository.member(connection, user)
        settings = member.settings
        return Habits(settings.waking(member.rhythm.moves), not settings.hours, member.rhythm.usual())

    async def next_daily(self, user: int) -> datetime | None:
        """When the next daily card of a member is due; None where they want none."""
        async with self._database.read() as connection:
            return (await repository.member(connection, user)).daily_at

    async def asleep(self, user: int) -> bool:
        """Whether it is outside a member's waking hours."""
        return not (await self.habits(user)).hours.awake(self._database.now())

    async def silent(self, notice: Notice[Event]) -> bool:
        """Whether a post comes without a sound: outside the hours of any whom it calls, unless they are to move."""
        called = notice.ping if notice.ping is not None else notice.dm
        if notice.event.calls_to_move and not notice.followed:
            return False
        users = notice.event.several or (() if called is None else (called,))
        if not users:
            return False
        async with self._database.read() as connection:
            hours = await repository.hours(connection, users)
        return not all(hours[user].awake(self._database.now()) for user in users)

    # ------------------------------------------------------------------------------------------- personal data

    async def forgotten(self, work: UnitOfWork, user: int) -> int:
        """Store no turns any more that were made before."""
        self._turns.pop(user, None)
        work.after.append(partial(self._changed, user))
        return 0
