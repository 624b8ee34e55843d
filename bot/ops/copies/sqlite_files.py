"""SQLite files: checks that one is whole and not in use, and copies of one that is."""

import contextlib
import os
import re
import secrets
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from sqlalchemy.engine import URL

from bot.disk import OWNER_ONLY, flush
from bot.ops import Failed

# the age in seconds from which a scratch file belongs to a process that was killed
ABANDONED_AFTER = 86_400.0
_SCRATCH = re.compile(r"\..+\.\d+-[0-9a-f]{8}(-wal|-shm|-journal)?")


def path_of(url: URL) -> Path:
    """The file of a SQLite address."""
    return Path(str(url.database))


def url_of(file: Path) -> URL:
    """The address of a SQLite file."""
    return URL.create("sqlite+aiosqlite", database=str(file))


def require_whole(file: Path) -> None:
    """Raises Failed unless the file is an undamaged database of this program."""
    require_file(file)
    try:
        with closing(_open_readonly(file)) as connection:
            verdict = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
            tables = {
                name
                for (name,) in connection.execute(
                    "SELECT name FROM sqlite_master WHERE type = 'table'"
                )
            }
    except sqlite3.Error as error:
        raise Failed(f"{file} cannot be read: {error}") from None
    if verdict != "ok":
        raise Failed(f"{file} is damaged: {' '.join(str(verdict).split())}")
    if not {"alembic_version", "matches"} <= tables:
        raise Failed(f"{file} is a database, but not one of this program")


def copy(source: Path, target: Path) -> None:
    """Copy a database as of one moment, even while it is written to, into a new file for its owner.

    Raises Failed. The copy needs no files beside it, and has nothing of rows that were deleted
    before.
    """
    require_new(target)
    require_file(source)
    try:
        with scratch(target) as part:
            part.touch(OWNER_ONLY, exist_ok=False)
            with closing(_open_readonly(source)) as connection:
                connection.execute("VACUUM INTO ?", (str(part),))
            require_whole(part)
            publish(part, target)
    except sqlite3.Error as error:
        raise Failed(f"{source} could not be copied: {error}") from None
    except OSError as error:
        raise Failed(f"{target} could not be written: {error.strerror or error}") from None


@contextlib.contextmanager
def scratch(target: Path) -> Iterator[Path]:
    """A new file's name in the folder of another; removed afterwards with the files beside it.

    Raises Failed.
    """
    work = target.with_name(f".{target.name}.{os.getpid()}-{secrets.token_hex(4)}")
    try:
        target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        remove_abandoned(target.parent)
    except OSError as error:
        raise Failed(
            f"the folder {target.parent} cannot be made: {error.strerror or error}"
        ) from None
    try:
        yield work
    finally:
        for suffix in ("", "-wal", "-shm", "-journal"):
            Path(f"{work}{suffix}").unlink(missing_ok=True)


def remove_abandoned(folder: Path) -> None:
    """Remove the scratch files of processes that were killed: people's data is in them.

    Raises OSError.
    """
    for file in folder.glob(".*"):
        if not _SCRATCH.fullmatch(file.name):
            continue
        if file.stat().st_mtime < time.time() - ABANDONED_AFTER:
            file.unlink(missing_ok=True)


def require_new(file: Path) -> None:
    """Raises Failed if there is a file of that name, or that may not be seen."""
    try:
        exists = file.exists()
    except OSError as error:
        raise Failed(f"{file} could not be written: {error.strerror or error}") from None
    if exists:
        raise Failed(f"{file} is there already; choose another name")


def require_file(file: Path) -> None:
    """Raises Failed if there is no file of that name, or that may not be read."""
    try:
        if not file.is_file():
            raise Failed(f"there is no file {file}")
        file.open("rb").close()
    except OSError as error:
        raise Failed(f"{file} cannot be read: {reason(error)}") from None


def reason(error: OSError) -> str:
    """Why a file cannot be used; for one that may not be, what to do: hosts name files of their
    own, and the bot runs as a user who may not see their folders.
    """
    text = error.strerror or str(error)
    if isinstance(error, PermissionError):
        text += "; the bot’s user needs it: put it into the bot’s folder, and give it to that user"
    return text


def publish(part: Path, target: Path) -> None:
    """Give a finished file its name; after a power cut it is there whole or not at all.

    Raises OSError.
    """
    flush(part)
    os.replace(part, target)
    flush(target.parent)


def copy_owner(file: Path, target: Path) -> None:
    """Give a file the owner of its place: a host may restore as root, while the bot runs as another
    user.
    """
    like = (target if target.exists() else target.parent).stat()
    if target.exists():
        file.chmod(like.st_mode & 0o700)
    if os.geteuid() == 0:
        os.chown(file, like.st_uid, like.st_gid)


def require_unused(file: Path) -> None:
    """Raises Failed while another program has the database open."""
    try:
        with closing(sqlite3.connect(file, isolation_level=None, timeout=0.5)) as connection:
            connection.execute("PRAGMA locking_mode = EXCLUSIVE")
            connection.execute("BEGIN EXCLUSIVE")
            connection.execute("ROLLBACK")
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            raise Failed(f"{file} is in use; stop the bot first") from None
    except sqlite3.DatabaseError:
        pass  # it is damaged, which may be why it is being replaced


def _open_readonly(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True, timeout=30)
