"""Which copies are kept, and that no jump of the host's clock costs one: a year of days, played in
moments.
"""

import random
import sqlite3
from collections import Counter
from collections.abc import Iterable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from bot.metrics import COPIED
from bot.ops import Failed
from bot.ops.copies import sqlite_files
from bot.ops.copies.backup import Backups, backups_in
from bot.ops.copies.retention import Retention

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
USUAL = Retention(newest=14, daily=14, weekly=4, monthly=3)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


class Host:
    """A machine with a small database, whose clock may be wrong; ``passed`` is the true time since
    its first start.
    """

    def __init__(self, folder: Path, retention: Retention = USUAL, hours: int = 24) -> None:
        self.database = folder / "loophole.db"
        self.folder = folder / "copies"
        self.retention = retention
        self.hours = hours
        self.passed = timedelta(0)
        self.wrong = timedelta(0)  # how far the clock is ahead
        self.made: dict[Path, timedelta] = {}  # when each copy was truly made
        self.starts = 0
        folder.mkdir(exist_ok=True)
        with closing(sqlite3.connect(self.database)) as connection:
            connection.executescript(
                "CREATE TABLE alembic_version (version_num TEXT); CREATE TABLE matches (id INT)"
            )
        self.start()

    def start(self) -> None:
        """Start the bot's process anew."""
        self.starts += 1
        self.copies = Backups(
            sqlite_files.url_of(self.database),
            self.folder,
            hours=self.hours,
            retention=self.retention,
            steady=self.passed_seconds,
        )

    def passed_seconds(self) -> float:
        return self.passed.total_seconds()

    @property
    def now(self) -> datetime:
        """What its clock shows."""
        return NOON + self.passed + self.wrong

    async def look(self) -> bool:
        """What the bot does every minute; whether a copy was made. What must hold then, holds."""
        old = {copy.file: copy.moment for copy in backups_in(self.folder)}
        newest_copy = await self.copies.make_due(self.now)
        new = {copy.file for copy in backups_in(self.folder)}
        removals = old.keys() - new
        if newest_copy is None:
            assert not removals, "a copy was removed although no newer one was made"
            return False
        self.made[newest_copy] = self.passed
        assert newest_copy in new
        sqlite_files.require_whole(newest_copy)
        assert all(old[file] <= self.now for file in removals), "one of the future was removed"
        assert len(new) >= min(len(old) + 1, self.retention.newest), "fewer copies than stated"
        return True

    async def go_on(self, span: timedelta, step: timedelta = timedelta(minutes=1)) -> int:
        """Let time pass; how many copies were made."""
        end = self.passed + span
        count = 0
        while self.passed < end:
            count += await self.look()
            self.passed += step
        return count


def days(moments: Iterable[datetime]) -> list[str]:
    return [f"{moment:%m-%d}" for moment in sorted(moments)]


def test_the_newest_and_the_last_of_each_day_week_and_month_are_kept() -> None:
    times = [NOON + DAY * day for day in range(100)]  # to 9 June, a Tuesday
    assert days(Retention(newest=3, daily=0, weekly=0, monthly=0).kept(times)) == [
        "06-07",
        "06-08",
        "06-09",
    ]
    assert days(Retention(newest=1, daily=2, weekly=3, monthly=3).kept(times)) == [
        "04-30",
        "05-31",  # a Sunday: of its week, and of its month
        "06-07",
        "06-08",
        "06-09",
    ]
    hourly = [NOON + HOUR * hour for hour in range(24 * 30)]
    rest = USUAL.kept(hourly)
    assert Counter(moment.date() for moment in rest).most_common(1)[0][1] == 12, (
        "fourteen newest, of two days"
    )
    assert len({moment.date() for moment in rest}) == 15, (
        "fourteen days, and the last of a week before"
    )


@pytest.mark.slow
async def test_a_clock_three_days_ahead_makes_one_copy_and_costs_none(tmp_path: Path) -> None:
    host = Host(tmp_path)
    await host.go_on(DAY * 13, HOUR)
    old = {copy.file for copy in backups_in(host.folder)}
    assert len(old) == 13
    host.wrong = DAY * 3
    host.start()
    assert await host.go_on(HOUR) <= 1
    host.wrong = timedelta(0)
    host.start()
    assert await host.go_on(HOUR * 3) <= 1
    assert old <= {copy.file for copy in backups_in(host.folder)}
    assert await host.go_on(DAY * 5, HOUR) == 5


@pytest.mark.some_cases(1)
@pytest.mark.parametrize("ahead", [DAY * 3, -DAY * 3, DAY * 4000, -DAY * 4000])
async def test_while_the_bot_runs_no_jump_changes_when_copies_are_made(
    tmp_path: Path, ahead: timedelta
) -> None:
    host = Host(tmp_path)
    await host.go_on(DAY * 10, HOUR)
    host.wrong = ahead
    assert await host.go_on(DAY * 2, HOUR) == 2
    host.wrong = timedelta(0)
    assert await host.go_on(DAY * 2, HOUR) == 2
    assert len(backups_in(host.folder)) == 14


@pytest.mark.parametrize("ahead", [DAY * 3, -DAY * 3])
async def test_the_metrics_tell_the_true_age_of_a_copy_made_while_the_clock_was_wrong(
    tmp_path: Path, ahead: timedelta
) -> None:
    host = Host(tmp_path)
    await host.go_on(DAY * 2, HOUR)
    host.wrong = ahead
    assert await host.go_on(HOUR * 2, HOUR) == 1
    host.wrong = timedelta(0)
    assert await host.go_on(HOUR * 20, HOUR) == 0
    metric = datetime.fromtimestamp(COPIED._value.get(), UTC)
    assert host.now - HOUR - metric == HOUR * 21, "not the one of the day before"


async def test_none_is_removed_where_the_new_one_cannot_be_verified(tmp_path: Path) -> None:
    host = Host(tmp_path, Retention(newest=2, daily=0, weekly=0, monthly=0))
    await host.go_on(DAY * 4, HOUR)
    old = backups_in(host.folder)
    all_but_last_page = host.database.read_bytes()[:-4096]
    host.database.write_bytes(all_but_last_page + b"\x7f" * 4096)
    host.passed += DAY
    with pytest.raises(Failed, match="could not be copied"):
        await host.copies.make_due(host.now)
    assert backups_in(host.folder) == old


@pytest.mark.slow
@settings(
    max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    hours=st.sampled_from([6, 24]),
    events=st.lists(
        st.tuples(
            st.sampled_from(["jump", "right", "start", "nothing"]),
            st.integers(-400 * 24, 400 * 24),  # hours ahead
            st.integers(1, 60),  # hours that pass afterwards
        ),
        max_size=8,
    ),
)
async def test_whatever_the_clock_does_there_is_a_copy_a_period(
    tmp_path_factory: pytest.TempPathFactory, hours: int, events: list[tuple[str, int, int]]
) -> None:
    retention = Retention(newest=5, daily=3, weekly=2, monthly=2)
    host = Host(tmp_path_factory.mktemp("host"), retention, hours)
    for event, ahead, later in events:
        if event == "jump":
            host.wrong = HOUR * ahead
        elif event == "right":
            host.wrong = timedelta(0)
        elif event == "start":
            host.start()
        await host.go_on(HOUR * later, HOUR)
    periods = host.passed / timedelta(hours=hours)
    assert len(host.made) <= periods + host.starts + 1, "more than a copy a period and start"
    assert len(backups_in(host.folder)) >= min(len(host.made), 5)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
async def test_a_year_of_jumps_leaves_the_copies_that_are_stated(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    host = Host(tmp_path)
    wrong_days = 0
    for _ in range(365):
        if rng.random() < 0.05:
            hours_off = rng.randint(-24 * 40, 24 * 40)
            host.wrong = HOUR * hours_off
        elif rng.random() < 0.5:
            host.wrong = timedelta(0)
        if rng.random() < 0.1:
            host.start()
        wrong_days += bool(host.wrong)
        await host.go_on(DAY, HOUR * 3)
    assert wrong_days > 10
    assert 365 - host.starts <= len(host.made) <= 365 + host.starts
    host.wrong = timedelta(0)
    await host.go_on(DAY * 20, HOUR * 3)
    true_days = {host.made[copy.file] // DAY for copy in backups_in(host.folder)}
    assert len([day for day in true_days if day >= 385 - 14]) >= 14, "the last fourteen days"
    assert (
        len({(NOON + DAY * day).isocalendar()[:2] for day in true_days if day >= 385 - 31}) >= 4
    ), "weeks"
    assert len({(NOON + DAY * day).month for day in true_days}) >= 3, "months"
    assert len(true_days) <= 14 + 4 + 3 + 3 * wrong_days
