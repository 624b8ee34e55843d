"""A SQLite file written anew, without what is left in it of deleted rows, while it is read and written.

``secure_delete`` overwrites a row that is deleted, but not what is left where that row had lain before its page was
divided or joined with another. VACUUM would leave nothing, and nobody could write until it is done. So changes are
noted by triggers, a copy is written beside the file, what was changed meanwhile is changed in the copy, and at the
end, while nobody in this process is at work for a moment, the copy takes the place of the file.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from sqlalchemy.engine import URL

from .disk import flush
from .sqlite import OWNER_ONLY

NOTES = "changed_meanwhile_"
"""What the names of the tables and triggers begin with that note which rows were changed."""
FEW = 200
"""So many changed rows are left for the moment in which nobody is at work."""
ROUNDS = 20
"""How often it is tried to have only a few left."""
SYNCED = 16_000_000
"""After so many bytes the copy is brought to the disk: all at once would hold up whoever stores something."""
OPCODES = 20_000
"""After so many steps of SQLite it is looked how large the copy is."""

HEADER = 100
"""Bytes at the beginning of a database (SQLite, Database File Format, 1.3)."""
SHARED_FIRST, SHARED_SIZE = 0x40000002, 510
"""The bytes that whoever has a database open in WAL mode holds a shared lock on (SQLite's os.h)."""

ABANDONED_AFTER = 3600.0
"""Seconds after which nobody is writing a copy any more that was not written to since."""


class Rewriting:
    """One attempt. Its methods are called in their order, each from any thread; all raise sqlite3.Error and OSError."""

    def __init__(self, url: URL, busy_seconds: float) -> None:
        self._file = Path(str(url.database)).resolve()
        self._copy = self._file.with_name(f".{self._file.name}.anew")
        self._busy_seconds = busy_seconds
        self._connection: sqlite3.Connection | None = None
        self._keys: dict[str, str] = {}  # the columns of each table's key
        self._followed: dict[str, int] = {}  # the last note of each table whose row was copied
        self._schema = 0
        self._given_up = False
        self._former: int | None = None

    @property
    def done(self) -> bool:
        """Whether the copy has taken the place of the file."""
        return self._former is not None

    def remove_abandoned(self) -> None:
        """Remove what an attempt that was cut off has left; not while another process may be at it."""
        with suppress(FileNotFoundError):
            if self._copy.stat().st_mtime >= time.time() - ABANDONED_AFTER:
                return
            self._copy.unlink()
        self.stop_watching()

    def begin(self) -> Sequence[str]:
        """Remove what an attempt that was cut off has left; the tables that are to be watched."""
        self.stop_watching()
        with closing(self._opened(self._file)) as connection:
            self._keys = {table: _key(connection, table) for table in _tables(connection)}
        return list(self._keys)

    def watch(self, table: str) -> None:
        """From now on, note the keys of rows of a table that are changed. All at once would keep others waiting."""
        key = self._keys[table]
        with closing(self._opened(self._file)) as connection, _transaction(connection):
            connection.execute(f'CREATE TABLE "{NOTES}{table}" ({key})')
            for change, rows in (("INSERT", ("NEW",)), ("DELETE", ("OLD",)), ("UPDATE", ("OLD", "NEW"))):
                notes = "".join(
                    f'INSERT INTO "{NOTES}{table}" VALUES ({", ".join(f"{row}.{one}" for one in key.split(", "))});'
                    for row in rows
                )
                name = f"{NOTES}{table}_{change.lower()}"
                connection.execute(f'CREATE TRIGGER "{name}" AFTER {change} ON "{table}" BEGIN {notes} END')
            self._schema = _schema(connection)

    def copy(self) -> None:
        """Write the copy, row by row."""
        self._copy.unlink(missing_ok=True)  # of an attempt that was cut off
        os.close(os.open(self._copy, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWNER_ONLY))
        with closing(self._opened(self._file)) as connection, open(self._copy, "rb+", buffering=0) as written:
            synced = 0

            def look() -> bool:
                nonlocal synced
                if (size := os.fstat(written.fileno()).st_size) - synced >= SYNCED:
                    os.fdatasync(written.fileno())
                    synced = size
                return self._given_up  # which SQLite raises as an error

            connection.set_progress_handler(look, OPCODES)
            connection.execute("VACUUM INTO ?", (str(self._copy),))
            os.fsync(written.fileno())
        self._connection = copy = self._opened(self._copy)
        copy.execute("PRAGMA journal_mode = MEMORY")
        copy.execute("PRAGMA synchronous = OFF")  # it is brought to the disk before it takes the place of the file
        self._attach(copy)
        with _transaction(copy, "BEGIN"):
            _stop_watching(copy)
        self._followed = dict.fromkeys(self._keys, 0)

    def follow(self) -> None:
        """Change in the copy what was changed in the file, until little is left."""
        assert self._connection is not None
        for _ in range(ROUNDS):
            if self._follow() < FEW:
                break
        flush(self._copy)
        # Who closes the file last brings its log into it, for which all would wait.
        self._connection.execute("PRAGMA origin.wal_checkpoint(PASSIVE)").fetchall()
        self._follow()

    def take_place(self) -> bool:
        """Put the copy in the place of the file; nobody in this process has it open. False if others have."""
        copy = self._connection
        assert copy is not None
        self._follow()
        if _schema(copy, "origin") != self._schema:
            raise sqlite3.OperationalError("somebody has changed the tables meanwhile")
        copy.execute("DETACH origin")
        # Until it is closed, its space is not freed, which takes long.
        former = os.open(self._file, os.O_RDWR)
        # Who leaves a database last removes its log.
        if Path(f"{self._file}-wal").exists() or not _locked(former):
            os.close(former)
            self._attach(copy)
            return False
        self._former = former
        copy.close()
        self._connection = None
        flush(self._copy)
        os.replace(self._copy, self._file)
        # Who had found the former file by its name, and waits for the lock, learns that it is a database no more,
        # and does not store in it what nobody would ever see.
        os.pwrite(former, bytes(HEADER), 0)
        flush(self._file.parent)
        return True

    def give_up(self) -> None:
        """Let a copy that is being written end with an error."""
        self._given_up = True

    def stop_watching(self) -> None:
        """Note no more what is changed in the file, which stays as it is."""
        with closing(self._opened(self._file)) as connection:
            if _notes(connection):
                with _transaction(connection):
                    _stop_watching(connection)

    def end(self) -> None:
        """Leave no copy behind, and let the space of the former file be freed."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        self._copy.unlink(missing_ok=True)
        if self._former is not None:
            os.close(self._former)

    def _follow(self) -> int:
        """Copy the rows whose keys were noted since the last time, all as they are at one moment; how many notes."""
        copy, found = self._connection, 0
        assert copy is not None
        with _transaction(copy, "BEGIN"):  # the other would keep everybody from writing to the file as well
            for table, key in self._keys.items():
                notes, before = f'origin."{NOTES}{table}"', self._followed[table]
                (last,) = copy.execute(f"SELECT coalesce(max(rowid), 0) FROM {notes}").fetchone()
                if last > before:
                    changed = f"({key}) IN (SELECT {key} FROM {notes} WHERE rowid > ? AND rowid <= ?)"
                    copy.execute(f'DELETE FROM main."{table}" WHERE {changed}', (before, last))
                    copy.execute(
                        f'INSERT INTO main."{table}" SELECT * FROM origin."{table}" WHERE {changed}', (before, last)
                    )
                    self._followed[table], found = last, found + last - before
            if "sqlite_sequence" in _names(copy):
                copy.execute("DELETE FROM main.sqlite_sequence")
                copy.execute("INSERT INTO main.sqlite_sequence SELECT * FROM origin.sqlite_sequence")
        return found

    def _opened(self, file: Path) -> sqlite3.Connection:
        connection = sqlite3.connect(
            f"{file.as_uri()}?mode=rw",
            self._busy_seconds,
            isolation_level=None,
            uri=True,
            check_same_thread=False,
        )
        connection.execute("PRAGMA secure_delete = ON")
        connection.execute("PRAGMA synchronous = NORMAL")  # notes need not outlast a power cut
        return connection

    def _attach(self, copy: sqlite3.Connection) -> None:
        copy.execute("ATTACH ? AS origin", (f"{self._file.as_uri()}?mode=rw",))


@contextmanager
def _transaction(connection: sqlite3.Connection, begin: str = "BEGIN IMMEDIATE") -> Iterator[None]:
    connection.execute(begin)
    try:
        yield
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def _locked(file: int) -> bool:
    """Lock a database, until it is closed, against those who would open it; False if another process has it open."""
    try:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, SHARED_SIZE, SHARED_FIRST)
    except OSError:
        return False
    return True


def _names(connection: sqlite3.Connection) -> list[str]:
    return [name for (name,) in connection.execute("SELECT name FROM main.sqlite_master WHERE type = 'table'")]


def _notes(connection: sqlite3.Connection) -> list[str]:
    return [name for name in _names(connection) if name.startswith(NOTES)]


def _tables(connection: sqlite3.Connection) -> list[str]:
    return [name for name in _names(connection) if not name.startswith("sqlite_")]


def _key(connection: sqlite3.Connection, table: str) -> str:
    query = "SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk"
    return ", ".join(f'"{name}"' for (name,) in connection.execute(query, (table,)))


def _stop_watching(connection: sqlite3.Connection) -> None:
    query = "SELECT name FROM main.sqlite_master WHERE type = 'trigger'"
    for (name,) in connection.execute(query).fetchall():
        if name.startswith(NOTES):
            connection.execute(f'DROP TRIGGER main."{name}"')
    for name in _notes(connection):
        connection.execute(f'DROP TABLE main."{name}"')


def _schema(connection: sqlite3.Connection, name: str = "main") -> int:
    (found,) = connection.execute(f"PRAGMA {name}.schema_version").fetchone()
    return int(found)
