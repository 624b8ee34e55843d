"""What happens to a host in the first year, in the order in which it does."""

import asyncio
import json
import shutil
import sqlite3
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Awaitable, Callable, Sequence
from contextlib import closing
from datetime import timedelta
from pathlib import Path

from sqlalchemy.engine import URL

from bot import metrics
from bot.domain.privacy.journal import Journal
from bot.domain.values import Person
from bot.ops import Failed
from bot.ops.copies.backup import RETRY_SECONDS
from bot.ops.copies.deletions import find_files, keep_for_bot
from bot.ops.copies.move import move
from bot.ops.copies.restore import restore
from bot.ops.copies.sqlite_files import url_of
from bot.ops.copies.verify import verify
from bot.store import Store, StoreError, Unavailable, migrate
from tools.released import DATABASES, statements

from .clock import RIGHT
from .club import HERE
from .disk import Disk
from .machine import Machine, free_port
from .other_process import SERVES
from .series import ROOT, Recorder
from .server import make_database, postgres_server
from .year import PERIOD, Year

Chapter = Callable[[Year], Awaitable[None]]


async def install(year: Year) -> None:
    """The bot is set up with the database of its first version, and brings it up to date."""
    first = _dumps("sqlite")[0]
    _load(first, year.machine.data / "loophole.db")
    _note_deletions(year.machine)
    await year.up()
    where = "on a disk of its own" if year.disk.mounted else "in a folder"
    year.diary.note(
        f"installed {where}, with the database of {_version(first)}: {await _proved(year)}"
    )
    second = Machine(year.time, year.machine.data, year.folder / "second" / "copies")
    try:
        await second.start()
    except StoreError as error:
        year.diary.quote([str(error)])
    else:
        year.diary.must(False, "a second bot runs on the same file")
        await second.stop()


async def updates(year: Year) -> None:
    """Databases of every earlier form are brought up to date; the bot is restarted with a new
    version.
    """
    for dump in _dumps("sqlite"):
        file = year.folder / "updates" / f"{_version(dump)}.db"
        file.parent.mkdir(exist_ok=True)
        _load(dump, file)
        year.diary.note(f"update from {_version(dump)}: {await _up_to_date(year, url_of(file))}")
    async with year.event("the bot is updated") as event:
        await year.restart()
        await event.pass_minutes(15)
        event.expect(0, event.minute)


async def discord_away(year: Year) -> None:
    """Discord is away for twenty minutes; members play on in the browser, and their posts wait."""
    async with year.event("Discord is away for twenty minutes") as event:
        start = event.minute
        year.machine.connected(False)
        await year.club.play(year.machine.domain, 4)
        await year.rounds(posting=False)
        await event.pass_minutes(20)
        end = event.minute
        year.diary.quote([await year.machine.ready()])
        year.machine.connected(True)
        await year.machine.send_posts()
        await event.pass_minutes(10)
        event.expect(0, start + 1)
        event.expect(start + 3, start + 5, "LoopholeNotConnected")
        event.expect(start + 9, end, "LoopholeNotConnected", "LoopholeOwesPosts")
        event.expect(end + 1, event.minute)


async def no_answers(year: Year) -> None:
    """The network to Discord is so slow that answers come too late."""
    async with year.event("answers reach Discord too late for five minutes") as event:
        start = event.minute
        for _ in range(10):
            metrics.ended("/board", "late", 3.5)
            await event.pass_minutes(0.5)
        end = event.minute
        await event.pass_minutes(15)
        event.expect(0, start + 1)
        event.expect(start + 3, end + 4, "LoopholeUnanswered")
        event.expect(end + 11, event.minute)


async def disk_full(year: Year) -> None:
    """The disk of the database is full for ten minutes."""
    async with year.event("the disk of the database fills") as event:
        domain = year.machine.domain
        await domain.database.store.erase_remains()  # as each night: its log is empty then
        start = event.minute
        old_book = year.club.book.copy()
        with year.disk.full():
            refusal = ""
            try:
                await year.club.play(domain, 1000)
            except Unavailable as error:
                refusal = str(error)
            await event.pass_minutes(10)
            ready = await year.machine.ready()
        end = event.minute
        more_moves = year.club.book.count() - old_book.count()
        year.diary.quote([f"{more_moves} more decisions, then: {refusal}", ready])
        year.diary.must(refusal, "a full disk took 1000 turns")
        year.diary.must("cannot be written" in ready, "/ready does not say that the disk is full")
        await event.pass_minutes(5)
        await _nothing_lost(year)
        year.diary.must(
            await year.club.play(domain, 3), "nobody can play after there is room again"
        )
        await year.machine.send_posts()
        await event.pass_minutes(15)
        event.expect(0, start + 1)
        event.expect(start + 2, end, "LoopholeCannotStore")
        event.expect(end + 2, event.minute)


async def clock_behind(year: Year) -> None:
    """The host's clock is set twenty days back, and right again two days later."""
    async with year.event("the host's clock is twenty days behind, for two days", step=60) as event:
        start = event.minute
        year.jump(timedelta(days=-20))
        for _ in range(8):
            await year.look()
        end = event.minute
        year.time.wrong = RIGHT
        for _ in range(4):
            await year.look()
        event.expect(0, start)
        event.expect(start + 20, end, "LoopholeBackupOld")
        event.expect(end + 5, event.minute)


async def backups_fail(year: Year) -> None:
    """The disk of the backups comes loose for an hour when one is due."""
    async with year.event("the disk of the backups comes loose") as event:
        folder = year.machine.copies
        elsewhere = folder.with_name("loose")
        folder.rename(elsewhere)
        folder.touch()  # in which no copy can be made
        year.let_pass(year.copied_at + PERIOD - year.time.true)
        start = event.minute
        await event.pass_minutes(1)
        for _ in range(6):
            await year.machine.backups.look()
            await event.pass_minutes(RETRY_SECONDS / 60)
        folder.unlink()
        elsewhere.rename(folder)
        await year.rounds()
        end = event.minute
        await event.pass_minutes(75)
        event.expect(start + 3, end, "LoopholeBackupFails")
        event.expect(end + 62, event.minute)


async def crash_loop(year: Year) -> None:
    """Another service takes the memory: the process is killed and started again and again."""
    async with year.event("the system kills the bot again and again") as event:
        start = event.minute
        for _ in range(8):
            await year.machine.stop()
            year.down(0.5)
            await year.up()
            await event.pass_minutes(0.5)
        end = event.minute
        await event.pass_minutes(20)
        event.expect(0, start + 1)
        event.expect(start + 6, end, "LoopholeRestarts")
        event.expect(end + 16, event.minute)
    await _nothing_lost(year)


async def slow_machine(year: Year) -> None:
    """The machine is so busy that answers take a second and a half, and something fails again and
    again.
    """
    async with year.event("the machine is slow, and something fails again and again") as event:
        start = event.minute
        for _ in range(60):
            metrics.ended("/board", "ok", 1.5)
            metrics.ended("/board", "ok", 1.5)
            await event.pass_minutes(0.25)
        failures_start = event.minute
        for _ in range(10):
            metrics.ERRORS.labels("bot.chat.discord.reply").inc()
            await event.pass_minutes(0.5)
        end = event.minute
        await event.pass_minutes(20)
        event.expect(0, start + 5)
        event.expect(failures_start, failures_start + 1, "LoopholeSlow")
        event.expect(end, end + 2, "LoopholeFails", "LoopholeSlow")
        event.expect(event.minute - 2, event.minute)


async def lost_machine(year: Year) -> None:
    """The machine burns down; the last copy is restored on another one."""
    browser = await _browser_in_a_copy(year)
    async with year.event(
        "a member has her data deleted, another one shuts out a browser; then the machine is lost"
    ) as event:
        club = year.club
        leaver = club.members[0]
        await _shut_out(year, browser)
        await club.play(year.machine.domain, 3)
        await club.leave(year.machine.domain, leaver)
        await club.play(year.machine.domain, 3)
        await club.begin(year.machine.domain)
        safe = year.folder / "elsewhere.deletions"
        shutil.copy(year.machine.deletions, safe)
        start = event.minute
        await year.machine.stop()
        year.disk.remove()
        shutil.rmtree(year.machine.data)
        year.down(60)
        await _restore_elsewhere(year, safe)
        end = event.minute
        await year.up()
        await _nothing_lost(year)
        await _stays_deleted(year, leaver)
        session = await year.machine.doors.sessions.find(browser)
        year.diary.must(session is None, "a browser that was shut out comes in again")
        await club.look(year.machine.domain)
        await club.begin(year.machine.domain)
        year.diary.note(f"the next match is M{max(club.book.numbers.values())}")
        await year.rounds()
        await event.pass_minutes(10)
        event.expect(0, start)
        event.expect(start + 5, end, "LoopholeDown")
        event.expect(end + 5, event.minute)


async def _browser_in_a_copy(year: Year) -> str:
    """A member stays at the page in a browser, and then the database is copied; what the browser
    keeps.
    """
    member = year.club.members[1]
    sessions = year.machine.doors.sessions
    secret = await sessions.begin(member.id, HERE, "en-US", member.name, "Firefox on Linux")
    old_count = year.copies_made
    while year.copies_made == old_count:
        await year.look()
    return secret


async def _shut_out(year: Year, browser: str) -> None:
    """The browser's member ends what lets it in."""
    sessions = year.machine.doors.sessions
    session = await sessions.find(browser)
    assert session is not None
    await sessions.end(session.user, session.id)


async def _restore_elsewhere(year: Year, deletions: Path) -> None:
    """Restore the last copy on another machine, with this file of deletions."""
    copy = list(year.books)[-1]  # whatever its date: the clock may have been wrong
    folder = year.folder / "another"
    year.disk = Disk(folder / "disk")
    shutil.copytree(year.machine.copies, folder / "copies")
    year.machine = Machine(year.time, year.disk.folder, folder / "copies")
    try:
        find_files(year.machine.deletions, [])
    except Failed as error:
        year.diary.quote([str(error)])
    else:
        year.diary.must(False, "restored without asking for the file of deletions")
    files = find_files(year.machine.deletions, [deletions])
    restoration = await restore(copy, year.machine.url, deletions=files)
    keep_for_bot(files, year.machine.deletions)
    year.diary.note(
        f"{copy.name} restored: {restoration.verification}; "
        f"{restoration.deletions} deletions made again"
    )
    year.diary.must(
        restoration.deletions == 1, f"{restoration.deletions} deletions were made again"
    )
    loss = year.club.go_back_to(year.books[copy])
    year.lost += loss
    year.books = {folder / "copies" / file.name: book for file, book in year.books.items()}
    year.diary.note(f"lost: the {loss} decisions since that copy, of which members were told")


async def _stays_deleted(year: Year, leaver: Person) -> None:
    """Nothing is there of a member who had her data deleted."""
    export = await year.machine.domain.privacy.export(leaver.id)
    always_there = ("user", "exported")
    remains = [name for name, rows in export.items() if rows and name not in always_there]
    year.diary.must(not remains, f"of {leaver.name}, who had her data deleted, is back: {remains}")


async def move_to_server(year: Year, server: URL) -> None:
    """The database moves to PostgreSQL, on which those of every earlier form are brought up to date
    as well.
    """
    for number, dump in enumerate(_dumps("postgresql")):
        url = await make_database(server, f"update_{number}", statements(dump))
        year.diary.note(
            f"update from {_version(dump)} on PostgreSQL: {await _up_to_date(year, url)}"
        )
    goal = await make_database(server, "loophole")
    async with year.event("the database moves to PostgreSQL") as event:
        await year.machine.stop()
        verification, tables = await move(year.machine.url, goal)
        rows = sum(content.rows for content in tables.values())
        year.diary.note(f"moved: {verification}; {rows} rows in {len(tables)} tables")
        year.machine.url = goal
        year.down(1)
        await year.up()
        await _nothing_lost(year)
        await year.club.play(year.machine.domain, 2)
        await year.machine.send_posts()
        await event.pass_minutes(10)
        event.expect(0, event.minute)


async def second_process(year: Year) -> None:
    """A second process takes half of the shards, is killed, and is started again."""
    async with year.event(
        "a second process on the same database, each with two shards of four"
    ) as event:
        year.machine.shards = (0, 1)
        year.machine.shard_count = 4
        await year.restart()
        port = free_port()
        process, greeting = await _other_process(year, port, (2, 3))
        year.diary.must(greeting == SERVES, f"the second process does not serve: {greeting}")
        other = Recorder(port, start=year.time.true.timestamp(), instance="127.0.0.1:9465")
        other.unreachable(year.record.steps, is_target=False)
        event.others.append(other)
        await year.club.play(year.machine.domain, 2)
        await year.machine.send_posts()
        await event.pass_minutes(5)
        await _third_is_refused(year)
        start = event.minute
        process.kill()
        await process.wait()
        steps = 10 * 60 // year.record.step
        event.others.clear()
        other.unreachable(steps)
        await event.pass_minutes(10)
        event.others.append(other)
        end = event.minute
        process, greeting = await _other_process(year, port, (2, 3))
        year.diary.must(
            greeting == SERVES, f"the shards of a killed process are not free: {greeting}"
        )
        await other.restarted()
        await event.pass_minutes(10)
        event.expect(0, start)
        event.expect(start + 5, end, "LoopholeDown")
        event.expect(end + 5, event.minute)
    process.kill()
    await process.wait()
    year.machine.shards = None
    year.machine.shard_count = None
    await year.machine.stop()
    await year.up()


async def _third_is_refused(year: Year) -> None:
    """A third process cannot have a shard that another one has."""
    process, greeting = await _other_process(year, free_port(), (1, 2))
    year.diary.quote([greeting])
    year.diary.must(await process.wait() == 1, "a third process has a shard that another one has")


async def the_end(year: Year) -> None:
    """Nothing is lost."""
    await _nothing_lost(year)
    year.diary.note(f"the year is over: {await _proved(year)}")


EARLY: Sequence[tuple[float, Chapter]] = (
    (0.0, install),
    (0.05, updates),
    (0.12, discord_away),
    (0.18, no_answers),
    (0.25, disk_full),
    (0.33, clock_behind),
    (0.42, backups_fail),
    (0.5, crash_loop),
    (0.55, slow_machine),
    (0.65, lost_machine),
)
"""At which share of the year each happens."""
MOVED = 0.85
SECOND = 0.9


async def play(year: Year) -> None:
    """Play all of the year."""
    for share, chapter in EARLY:
        await year.until(share)
        await chapter(year)
    await year.until(MOVED)
    with postgres_server() as server:
        await move_to_server(year, server)
        await year.until(SECOND)
        await second_process(year)
        await year.until(1)
        await the_end(year)
        await year.machine.stop()


async def _nothing_lost(year: Year) -> None:
    """All that was acknowledged is there, and no number was given twice."""
    for loss in await year.club.lost_in(year.machine.domain, year.club.book):
        year.diary.must(False, f"lost: {loss}")
    year.diary.must(not year.club.twice, f"numbers were given twice: {year.club.twice}")


async def _proved(year: Year) -> str:
    """Every match of the bot's database played again."""
    async with year.machine.domain.database.read() as connection:
        verification = await verify(connection)
    year.diary.must(not verification.wrong, str(verification))
    return str(verification)


async def _up_to_date(year: Year, url: URL) -> str:
    """Open a database of an earlier form, and play its matches again."""
    store = await Store.open(url)
    try:
        async with store.read() as connection:
            missing_tables = await connection.run_sync(migrate.missing_parts)
            verification = await verify(connection)
    finally:
        await store.close()
    year.diary.must(not missing_tables, f"{url} lacks {missing_tables}")
    year.diary.must(not verification.wrong, str(verification))
    return str(verification)


async def _other_process(year: Year, port: int, shards: Sequence[int]) -> tuple[Process, str]:
    """Start another process of the bot; what it says."""
    address = year.machine.url.render_as_string(hide_password=False)
    numbers = ",".join(map(str, shards))
    moment = year.time.shown().isoformat()
    command = [
        sys.executable,
        "-m",
        "tools.first_year.other_process",
        address,
        str(port),
        numbers,
        "4",
        moment,
    ]
    process = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdout=PIPE)
    assert process.stdout is not None
    return process, (await process.stdout.readline()).decode().strip()


def _dumps(kind: str) -> list[Path]:
    """Databases of every form that hosts may have, the oldest first."""
    files = DATABASES.glob(f"*.{kind}.sql.gz")
    return sorted(files, key=lambda file: ("-of-" not in file.name, file.name))


def _version(dump: Path) -> str:
    return dump.name.split(".sqlite")[0].split(".postgresql")[0]


def _load(dump: Path, file: Path) -> None:
    """Make a SQLite file of a dump."""
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(statements(dump))


def _note_deletions(machine: Machine) -> None:
    """Have the file of deletions of a database that knows of some; of whom they were is not known
    any more.
    """
    journal = Journal(machine.deletions)
    journal.begin()
    with closing(sqlite3.connect(machine.data / "loophole.db")) as connection:
        tokens = [token for (token,) in connection.execute("SELECT token FROM deletions")]
    with machine.deletions.open("a") as file:
        for token in tokens:
            line = {
                "token": token,
                "kind": "person",
                "whose": token,
                "at": machine.time.true.isoformat(),
            }
            file.write(f"{json.dumps(line)}\n")
