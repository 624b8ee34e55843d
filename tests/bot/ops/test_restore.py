"""Restoring a copy: proved first, nothing lost of what was there, and the numbering goes on past
what people saw.
"""

import asyncio
import os
import re
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa

from bot.domain.domain import Domain
from bot.domain.matches import endings
from bot.domain.members.doors import Doors, NoEntry
from bot.domain.privacy.journal import Journal
from bot.domain.unit_of_work import Database
from bot.ops import Failed
from bot.ops.copies import restore as restoring
from bot.ops.copies.backup import backup
from bot.ops.copies.deletions import find_files
from bot.ops.copies.postgres import clear
from bot.ops.copies.restore import LEAP, restore
from bot.ops.copies.sqlite_files import path_of, url_of
from bot.store import Store, check_url
from bot.store.tables import key_values, matches as table, outbox, scopes, tournaments
from tests.bot.conftest import ANN, BEN, CAT, HERE, Clock, sqlite_only
from tests.bot.domain.matches.helpers import started
from tests.bot.ops.helpers import ROOT, called, filled, typed
from tests.bot.postgres import PostgresServer


@pytest.fixture
async def copy(domain: Domain, clock: Clock, tmp_path: Path) -> Path:
    """A copy of a filled database, in which things have gone on since; the bot is stopped."""
    ids = await filled(domain, clock)
    file = tmp_path / "copy.db"
    await backup(domain.database.store.url, file)
    await domain.matches.act(ids[1], BEN.id, endings.resign)
    await domain.database.store.close()
    return file


@pytest.mark.slow
@sqlite_only
async def test_the_copy_takes_the_place_of_the_database_and_knows_that_the_world_has_gone_on(
    domain: Domain, copy: Path, clock: Clock
) -> None:
    target = path_of(domain.database.store.url)
    result = await restore(copy, domain.database.store.url)
    former = result.former
    verification = result.verification
    assert (verification.matches, verification.wrong) == (4, ())
    for file, count in ((former, 2), (target, 1)):
        with closing(sqlite3.connect(file)) as connection:
            assert connection.execute(
                "SELECT count(*) FROM matches WHERE status = 'finished'"
            ).fetchone() == (count,)
    assert sorted(file.name for file in target.parent.iterdir()) == sorted(
        [former.name, target.name]
    )
    target.write_text("this was a database once " * 1000)
    Path(f"{target}-wal").write_text("and this its log")  # noqa: ASYNC240
    second_result = (await restore(copy, domain.database.store.url)).former
    assert second_result not in (None, former), "what was kept is never written over"
    assert second_result.read_text().startswith("this was a database once")
    assert not Path(f"{target}-wal").exists()  # noqa: ASYNC240
    store = await Store.open(domain.database.store.url)
    later = Domain(store, clock)
    async with store.read() as connection:
        assert set((await connection.execute(sa.select(outbox.c.attempts))).scalars()) == {1}, (
            "may have been sent since"
        )
        assert (await connection.execute(sa.select(key_values))).all() == [], (
            "commands are registered anew"
        )
        latest = sa.select(sa.func.max(table.c.id))
        last = (await connection.execute(latest)).scalar_one()
    assert (await started(later)).id == last + LEAP + 1, (
        "a button on a post made since must not find another match"
    )
    await store.close()


@pytest.mark.slow
@sqlite_only
async def test_numbers_that_people_have_read_are_not_given_again(
    domain: Domain, copy: Path, clock: Clock
) -> None:
    url = domain.database.store.url
    await restore(copy, url)
    store = await Store.open(url)
    later = Domain(store, clock)
    match = await started(later)
    assert match.number == 4 + 1000 + 1, "four matches were numbered when the copy was made"
    result = await later.tournaments.create(HERE, ANN, "swiss", "loop", moderator=True)
    assert result.tournament.number == 1000 + 1
    await store.close()


@pytest.mark.slow
@sqlite_only
async def test_a_browser_that_was_shut_out_since_does_not_come_in_again(
    domain: Domain, clock: Clock, tmp_path: Path
) -> None:
    url = domain.database.store.url
    key = b"the same after a restart"
    doors = Doors(key, domain.database, "https://board.example.org")
    secret = await doors.sessions.begin(ANN.id, HERE, "en-US", ANN.name, "Firefox on Linux")
    code = await doors.code(BEN.id, "link", HERE, "en-US")
    await backup(url, tmp_path / "copy.db")
    session = await doors.sessions.find(secret)
    assert session is not None
    await doors.sessions.end(ANN.id, session.id)
    await doors.enter(code)
    await domain.database.store.close()
    await restore(tmp_path / "copy.db", url)
    store = await Store.open(url)
    later = Doors(key, Database(store, clock), "https://board.example.org")
    assert await later.sessions.find(secret) is None
    with pytest.raises(NoEntry):
        await later.enter(code)
    await store.close()


@pytest.mark.parametrize(
    ("number", "goes_on"), [(0, 1000), (9, 1009), (300, 3300), (50_000, 150_000)]
)
async def test_how_far_numbers_jump(database_url: str, number: int, goes_on: int) -> None:
    store = await Store.open(database_url)
    async with store.write() as connection:
        server = scopes.insert().values(id=7, guild=True, numbers=number, settings={})
        await connection.execute(server)
        await connection.execute(
            tournaments.insert().values(
                **dict.fromkeys(("channel", "organiser"), 1),
                **dict.fromkeys(
                    ("title", "organiser_name", "kind", "game", "clock", "status"), "x"
                ),
                scope=7,
                number=number,
                options={},
                terms={},
                rated=False,
            )
        )
        await restoring._skip_numbers(connection)
        row = (await connection.execute(sa.select(scopes))).one()
    await store.close()
    assert (row.numbers, row.tournaments) == (goes_on, goes_on)


@pytest.mark.slow
@sqlite_only
async def test_deletions_are_repeated_in_the_copy_before_it_takes_the_place(
    domain: Domain, copy: Path, clock: Clock, tmp_path: Path
) -> None:
    url = domain.database.store.url
    # of two processes
    journals = [Journal(tmp_path / f"{number}.deletions") for number in range(2)]
    for journal, person in zip(journals, (ANN, CAT), strict=True):
        store = await Store.open(url)
        await Domain(store, clock, journal=journal).privacy.delete(person.id)
        await store.close()
    result = await restore(copy, url, deletions=[journal.file for journal in journals])
    assert result.deletions == 2
    store = await Store.open(url)
    for person in (ANN, CAT):
        export = await Domain(store, clock).privacy.export(person.id)
        assert not any(rows for name, rows in export.items() if name not in ("user", "exported"))
    async with store.read() as connection:
        running_count = (
            sa.select(sa.func.count()).select_from(table).where(table.c.status == "running")
        )
        assert (await connection.execute(running_count)).scalar_one() == 0, (
            "Ann plays nowhere any more"
        )
    await store.close()


@sqlite_only
async def test_a_file_of_deletions_that_is_older_than_the_copy_is_refused(
    domain: Domain, clock: Clock, tmp_path: Path
) -> None:
    store = domain.database.store
    journal = Journal(tmp_path / "deletions")
    journal.begin()
    (tmp_path / "old").write_bytes(journal.file.read_bytes())
    await Domain(store, clock, journal=journal).privacy.delete(ANN.id)
    await backup(store.url, tmp_path / "copy.db")
    await store.close()
    with pytest.raises(
        Failed, match=r"old lacks 1 of the 1 deletions .* it is older than the copy"
    ):
        await restore(tmp_path / "copy.db", store.url, deletions=[tmp_path / "old"])
    assert (await restore(tmp_path / "copy.db", store.url, deletions=[journal.file])).deletions == 0
    assert (
        await restore(tmp_path / "copy.db", store.url, deletions=[tmp_path / "old"], anyway=True)
    ).deletions == 0


def test_what_is_no_file_of_deletions_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("no journal")
    (tmp_path / "list").write_text("[1]\n")
    for name, why in (
        ("missing", "there is no file"),
        ("text", "not a file of del"),
        ("list", "not a file of del"),
    ):
        with pytest.raises(Failed, match=why):
            find_files(tmp_path / "own", [tmp_path / name])


SENTENCE = (
    r"there is no file of deletions at .*loophole\.db\.deletions, and without it .* is back; "
)


@pytest.mark.slow
@sqlite_only
async def test_a_host_restores_into_an_empty_folder(copy: Path, tmp_path: Path) -> None:
    new = tmp_path / "new"
    new.mkdir()
    refusal = typed(new, "restore", str(copy))
    assert refusal.returncode == 1
    assert re.fullmatch(
        f"loophole: {SENTENCE}name the file with --deletions FILE, .*\n", refusal.stderr
    )
    assert not list(new.iterdir())
    result = typed(new, "restore", str(copy), "--without-deletions")
    assert (result.returncode, result.stderr) == (0, "")
    assert "4 matches with" in result.stdout
    assert "all as they are stored" in result.stdout
    assert f"restored {copy} to {new}/data/loophole.db" in result.stdout
    assert "no deletions were repeated" in result.stdout
    assert [file.name for file in (new / "data").iterdir()] == ["loophole.db"]


@pytest.mark.slow
@sqlite_only
async def test_the_file_of_deletions_comes_along_to_another_machine(
    domain: Domain, copy: Path, clock: Clock, tmp_path: Path
) -> None:
    journal = Journal(tmp_path / "saved.deletions")
    store = await Store.open(domain.database.store.url)
    await Domain(store, clock, journal=journal).privacy.delete(ANN.id)
    await store.close()
    new = tmp_path / "new"
    new.mkdir()
    result = await asyncio.to_thread(
        called, new, "restore", str(copy), "--deletions", str(journal.file)
    )
    assert result.returncode == 0, result.stderr
    assert "repeated 1 deletion that the backup did not know of" in result.stdout
    assert "the file of deletions was copied to data/loophole.db.deletions" in result.stdout
    own = new / "data" / "loophole.db.deletions"
    assert own.read_bytes() == journal.file.read_bytes()
    assert own.stat().st_mode & 0o777 == 0o600
    second_call = await asyncio.to_thread(called, new, "restore", str(copy))
    assert "repeated 1 deletion" in second_call.stdout, "its own is taken without being named"


@pytest.mark.slow
@sqlite_only
@pytest.mark.parametrize("answer", ["saved.deletions", ""])
async def test_a_host_at_a_terminal_is_asked_for_the_file(
    copy: Path, tmp_path: Path, answer: str
) -> None:
    Journal(tmp_path / "saved.deletions").begin()
    terminal, its_end = os.openpty()
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "restore", str(copy)),
        cwd=tmp_path,
        env={
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(ROOT),
            "DATABASE_URL": "sqlite:///new/loophole.db",
        },
        stdin=its_end,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    os.write(terminal, f"{answer}\n".encode())
    out, err = await process.communicate()
    os.close(terminal)
    os.close(its_end)
    assert b"The file of deletions (nothing: stop here): " in out
    if answer:
        assert process.returncode == 0, err
        assert b"repeated 0 deletions" in out
    else:
        assert (process.returncode, err[:29]) == (1, b"loophole: nothing was changed")
        assert not (tmp_path / "new").exists()


@sqlite_only
async def test_while_the_bot_runs_nothing_is_touched(domain: Domain, empty_database: Path) -> None:
    with pytest.raises(Failed, match="is in use; stop the bot first"):
        await restore(empty_database, domain.database.store.url)
    target = path_of(domain.database.store.url)
    assert not [file for file in target.parent.iterdir() if not file.name.startswith(target.name)]
    await domain.challenges.make(HERE, ANN, "loop")


async def test_what_is_no_copy_is_refused(tmp_path: Path, empty_database: Path) -> None:
    goal = url_of(tmp_path / "data" / "loophole.db")
    (tmp_path / "text.db").write_text("no database " * 400)
    with closing(sqlite3.connect(tmp_path / "other.db")) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
    damaged_copy = bytearray(empty_database.read_bytes())  # noqa: ASYNC240
    damaged_copy[4096 * 3 : 4096 * 6] = b"\x7f" * 4096 * 3
    (tmp_path / "damaged.db").write_bytes(damaged_copy)
    for file, why in (
        ("nothing.db", "there is no file"),
        ("text.db", "not a database"),
        ("other.db", "not one of this program"),
        ("damaged.db", "is damaged|malformed"),
    ):
        with pytest.raises(Failed, match=why):
            await restore(tmp_path / file, goal)
    assert not (tmp_path / "data").exists()


@pytest.mark.slow
@sqlite_only
async def test_a_copy_with_a_match_that_cannot_be_or_of_a_newer_version_is_refused(
    domain: Domain, copy: Path
) -> None:
    with closing(sqlite3.connect(copy)) as connection:
        connection.execute("UPDATE matches SET decisions = 'z99-a1 ' || decisions WHERE id = 2")
        connection.execute("UPDATE matches SET to_move = 1 - to_move WHERE id = 3")
        connection.execute("UPDATE matches SET log = substr(log, instr(log, ' ') + 1) WHERE id = 4")
        connection.commit()
    content = path_of(domain.database.store.url).read_bytes()
    with pytest.raises(
        Failed, match=r"3 are not right: match 2 .*; match 3 .*to move.*; match 4 .*log.*--anyway"
    ):
        await restore(copy, domain.database.store.url)
    assert path_of(domain.database.store.url).read_bytes() == content
    verification = (await restore(copy, domain.database.store.url, anyway=True)).verification
    assert len(verification.wrong) == 3
    with closing(sqlite3.connect(copy)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    url = domain.database.store.url
    for file, why in ((copy, "newer version"), (path_of(url), "is the database itself")):
        with pytest.raises(Failed, match=why):
            await restore(file, url)


@pytest.mark.slow
async def test_a_dump_is_restored_into_an_empty_database_only(
    postgres: PostgresServer, clock: Clock, tmp_path: Path
) -> None:
    dump = tmp_path / "copy.dump"
    wrong = tmp_path / "wrong.dump"
    (tmp_path / "text").write_text("no dump " * 400)
    async with postgres.database(with_tables=True) as address:
        store = await Store.open(address)
        await filled(Domain(store, clock), clock)
        await backup(store.url, dump)
        async with store.write() as connection:
            update = table.update().where(table.c.id == 2)
            await connection.execute(update.values(decisions="a1 a1 a1"))
        await store.close()
        await backup(store.url, wrong)
    async with postgres.database() as address:
        url = check_url(address)
        cases = {"nothing": "there is no file", "text": "pg_restore: error"}
        for name, why in (cases | {"wrong.dump": "1 are not right: match 2"}).items():
            with pytest.raises(Failed, match=why):
                await restore(tmp_path / name, url)
        result = await restore(dump, url)
        former = result.former
        verification = result.verification
        assert (verification.matches, former) == (4, None)
        store = await Store.open(address)
        assert (await started(Domain(store, clock))).id == 4 + LEAP + 1
        await store.close()
        with pytest.raises(Failed, match="not empty"):
            await restore(dump, url)
        await clear(url)
        verification = (await restore(wrong, url, anyway=True)).verification
        assert len(verification.wrong) == 1
