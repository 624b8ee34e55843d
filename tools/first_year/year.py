"""The year: ordinary days, and the time in which something happens, with what Prometheus records of
both.
"""

import asyncio
import logging
import random
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from datetime import timedelta
from pathlib import Path

from bot.ops.copies.backup import backups_in
from bot.ops.copies.sqlite_files import require_whole
from bot.ops.logs import Counting

from .clock import LOOK, RIGHT, START, Time
from .club import Book, Club
from .diary import Diary
from .disk import Disk
from .machine import EVERY_HOURS, KEPT, HostLog, Machine
from .series import STEP, Recorder

COPYING = timedelta(hours=1)
"""How often the bot looks then whether a copy is due; really it is every minute."""
PERIOD = timedelta(hours=EVERY_HOURS)
COARSE = 60
"""Seconds between two scrapes on ordinary days, in which little changes."""
JUMPS = 0.05
"""How often on an ordinary look the host's clock jumps, and how often it is right again."""
RIGHT_AGAIN = 0.3
HARMLESS = timedelta(minutes=45)
"""How far a clock may be behind before a copy of a day seems to be older than two hours more."""
MOST_TOLD = 1200
"""How many characters of what promtool says are shown."""
SHOWN = 100
"""At about how many minutes it is looked whether an alert fires."""

Fires = tuple[int, int, set[str]]
"""From a first minute to before a last one exactly these alerts fire."""


class Year:
    """What is played, and where it stands.

    :param promtool: the program that judges the alerts.
    :param folder: an empty one, for all machines.
    """

    def __init__(self, promtool: str, folder: Path, *, days: int, seed: int) -> None:
        self.promtool = promtool
        self.folder = folder
        self.length = days
        self.time = Time()
        self.diary = Diary(self.time)
        self.club = Club(seed)
        self.rng = random.Random(seed)
        self.disk = Disk(folder / "first" / "disk")
        self.machine = Machine(self.time, self.disk.folder, folder / "first" / "copies")
        self.record = self._recorder(COARSE)
        self.log = HostLog()
        self.books: dict[Path, Book] = {}  # what had been acknowledged when each copy was made
        self.jumps = 0
        self.copies_made = 0
        self.starts = 0
        self.lost = 0  # decisions made since the last copy before a machine was lost
        self.copied_at = START
        self._started_at = 0.0
        self._copies_since_start = 0

    # -------------------------------------------------------------------------------- ordinary days

    async def until(self, share: float) -> None:
        """Let ordinary days pass until this share of the year."""
        end = START + timedelta(days=self.length * share)
        old_copies = self.copies_made
        old_jumps = self.jumps
        old_decisions = self.club.book.count()
        days = (end - self.time.true).days
        if days < 1:
            return
        while self.time.true < end:
            if self.time.wrong and self.rng.random() < RIGHT_AGAIN:
                self.time.wrong = RIGHT
            elif not self.time.wrong and self.rng.random() < JUMPS:
                duration = timedelta(hours=self.rng.randint(1, 24 * 40))
                self.jump(self.rng.choice((duration, -HARMLESS)))
            await self.look()
        self.time.wrong = RIGHT
        count = len(backups_in(self.machine.copies))
        decisions = self.club.book.count() - old_decisions
        copies = self.copies_made - old_copies
        jumps = self.jumps - old_jumps
        self.diary.note(
            f"{days} ordinary days: {decisions} decisions, {copies} copies made, {count} kept, "
            f"the clock jumped {jumps} times"
        )
        self.diary.quote(self.log.take_lines())
        await self._judge([], set())
        self.record = self._recorder(COARSE)

    async def look(self) -> None:
        """A quarter of a day passes: a few turns, the bot's own work, and nothing more."""
        await self.club.play(self.machine.domain, 1)
        await self.rounds()
        await self._scrape()
        self._let_pass(COPYING - self.step)
        for _ in range(LOOK // COPYING - 1):
            if await self.copy_if_due():
                await self._scrape()
                self._let_pass(COPYING - self.step)
            else:
                self._let_pass(COPYING)

    @property
    def step(self) -> timedelta:
        """Between two scrapes."""
        return timedelta(seconds=self.record.step)

    async def _scrape(self) -> None:
        """Prometheus reads the page once."""
        await self.record.scrape()
        self.time.true += self.step

    def _let_pass(self, span: timedelta) -> None:
        """Time passes in which nothing changes."""
        self.record.pass_by(span.total_seconds() / 60)
        self.time.true += span

    def jump(self, duration: timedelta) -> None:
        """The host's clock is wrong from now on."""
        self.time.wrong = duration
        self.jumps += 1

    async def rounds(self, *, posting: bool = True) -> None:
        """What the bot does by itself."""
        await self.machine.rounds(posting=posting)
        await self.copy_if_due()

    async def copy_if_due(self) -> bool:
        """The bot copies the database if it is time; whether it did.

        No copy may be removed before a newer one was made.
        """
        old_files = {copy.file: copy.moment for copy in backups_in(self.machine.copies)}
        await self.machine.backups.look()
        current_files = {copy.file for copy in backups_in(self.machine.copies)}
        removals = old_files.keys() - current_files
        new_files = current_files - old_files.keys()
        must = self.diary.must
        must(len(new_files) <= 1, f"{len(new_files)} copies at once")
        must(
            new_files or not removals,
            f"{len(removals)} copies were removed although no newer one was made",
        )
        must(
            all(old_files[file] <= self.time.shown() for file in removals),
            "a copy of the future was removed",
        )
        must(
            len(current_files) >= min(len(old_files) + len(new_files), KEPT.newest),
            "fewer copies are kept than stated",
        )
        for file in new_files:
            await self._copied(file)
        must(self.time.true - self.copied_at <= PERIOD + COPYING, "no copy for more than a period")
        return bool(new_files)

    async def _copied(self, file: Path) -> None:
        """A copy was made."""
        if file.suffix == ".db":
            await asyncio.to_thread(require_whole, file)
        self.copied_at = self.time.true
        self.copies_made += 1
        self._copies_since_start += 1
        periods = timedelta(seconds=self.time.steady() - self._started_at) / PERIOD
        self.diary.must(self._copies_since_start <= periods + 1, "more than one copy a period")
        self.books = {copy: book for copy, book in self.books.items() if copy.exists()}
        self.books[file] = self.club.book.copy()

    # ---------------------------------------------------------------------------- something happens

    @asynccontextmanager
    async def event(self, title: str, *, step: int = STEP) -> AsyncIterator["Incident"]:
        """Something happens in the block, of which Prometheus records all; afterwards its alerts
        are judged.
        """
        self.diary.note(title)
        self.record = self._recorder(step)
        event = Incident(self)
        await event.pass_minutes(5)
        yield event
        self.diary.quote(self.log.take_lines())
        fired_alerts = set[str]().union(*(alerts for _, _, alerts in event.fires))
        await self._judge(event.fires, fired_alerts, *event.others)
        self.record = self._recorder(COARSE)

    async def restart(self) -> None:
        """Start the bot's process anew, which takes a minute."""
        await self.machine.stop()
        self.down(1)
        await self.up()

    def down(self, minutes: float) -> None:
        """The process does not run for so long."""
        self.record.unreachable(round(minutes * 60 / self.record.step))
        self.time.true += timedelta(minutes=minutes)

    def let_pass(self, span: timedelta) -> None:
        """Time passes of which nothing is recorded: Prometheus begins anew afterwards."""
        self.time.true += span
        self.record = self._recorder(self.record.step)

    async def up(self) -> None:
        """Start the bot's process, on whichever machine it is now."""
        await self.machine.start()
        self.starts += 1
        self._started_at = self.time.steady()
        self._copies_since_start = 0
        self.record.port = self.machine.port
        await self.record.restarted()

    async def _judge(self, fires: list[Fires], fired_alerts: set[str], *others: Recorder) -> None:
        """Have promtool say whether exactly these alerts have fired."""
        minutes = []
        for first, last, alerts in fires:
            step = 1 + (last - first) // SHOWN
            for minute in (*range(first, last - 1, step), last - 1):
                minutes.append((minute, alerts))
        wrong = await asyncio.to_thread(
            self.record.check,
            self.promtool,
            self.folder,
            minutes,
            fired_alerts=fired_alerts,
            others=others,
        )
        complaint = "\n".join(line for line in wrong.splitlines() if line.strip())
        self.diary.must(
            not wrong,
            f"other alerts than {sorted(fired_alerts)} as planned: {complaint[:MOST_TOLD]}",
        )
        self.diary.alerts(fired_alerts)

    def _recorder(self, step: int) -> Recorder:
        return Recorder(self.machine.port, step=step, start=self.time.true.timestamp())


class Incident:
    """The time in which something happens.

    ``fires``: which alerts must fire when, in minutes from its beginning.
    """

    def __init__(self, year: Year) -> None:
        self._year = year
        self.fires: list[Fires] = []
        self.others: list[Recorder] = []  # of further processes

    @property
    def minute(self) -> int:
        """Minutes since the beginning."""
        return int(self._year.record.seconds // 60)

    async def pass_minutes(self, minutes: float) -> None:
        """Time passes, and Prometheus reads the pages."""
        record = self._year.record
        for _ in range(round(minutes * 60 / record.step)):
            await record.scrape()
            for other in self.others:
                await other.scrape()
            self._year.time.true += timedelta(seconds=record.step)

    def expect(self, first: int, last: int, *alerts: str) -> None:
        """From a first minute to before a last one exactly these alerts fire."""
        self.fires.append((first, last, set(alerts)))


@contextmanager
def logged(log: HostLog) -> Iterator[None]:
    """Keep and count what the bot logs in the block; it goes nowhere else."""
    logger = logging.getLogger("bot")
    handlers = (log, Counting())
    old_propagate = logger.propagate
    for handler in handlers:
        logger.addHandler(handler)
    logger.propagate = False
    try:
        yield
    finally:
        logger.propagate = old_propagate
        for handler in handlers:
            logger.removeHandler(handler)
