"""Files with people's data can be read by their owner alone, whatever the umask."""

import os
import stat
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.domain.privacy.journal import Journal
from bot.ops.copies.backup import backup
from bot.ops.copies.restore import FORMER_KEPT, remove_former, restore
from bot.store import Store
from bot.store.key_value import remember


@pytest.fixture(autouse=True)
def _open_to_all() -> Iterator[None]:
    old = os.umask(0)
    yield
    os.umask(old)


def as_before(file: Path) -> None:
    """The files that an earlier version has made."""
    file.parent.mkdir()
    for name in ("", "-wal"):
        Path(f"{file}{name}").touch(0o666)


def names(folder: Path) -> list[str]:
    return sorted(one.name for one in folder.iterdir())


def rights(folder: Path) -> dict[str, str]:
    return {
        file.name: stat.filemode(file.stat().st_mode)
        for file in folder.rglob("*")
        if file.is_file()
    }


async def test_database_log_copies_replaced_database_and_deletions_are_for_their_owner(
    tmp_path: Path,
) -> None:
    file = tmp_path / "data" / "loophole.db"
    as_before(file)
    store = await Store.open(f"sqlite+aiosqlite:///{file}")
    await remember(store, "commands:1", "x")
    Journal(tmp_path / "data" / "deletions").note("person", 1, datetime.now(UTC))
    await backup(store.url, tmp_path / "copies" / "copy.db")
    files = rights(tmp_path)
    assert {
        "loophole.db",
        "loophole.db-wal",
        "loophole.db-shm",
        "copy.db",
        "deletions",
    } <= files.keys()
    await store.close()
    former = (await restore(tmp_path / "copies" / "copy.db", store.url)).former
    assert former is not None
    assert set((files | rights(tmp_path)).values()) == {"-rw-------"}
    assert stat.filemode((tmp_path / "copies").stat().st_mode) == "drwx------"


def test_deletions_that_were_copied_back_are_for_their_owner_again(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "deletions")
    journal.note("person", 1, datetime.now(UTC))
    journal.file.chmod(0o644)
    assert journal.whose(journal.deletions()[0], [1]) == 1
    assert rights(tmp_path) == {"deletions": "-rw-------"}


async def test_a_database_that_was_replaced_goes_after_two_weeks(tmp_path: Path) -> None:
    file = tmp_path / "my[1] loophole.db"
    store = await Store.open(f"sqlite+aiosqlite:///{file}")
    await backup(store.url, tmp_path / "copy.db")
    await store.close()
    former = (await restore(tmp_path / "copy.db", store.url)).former
    other = tmp_path / "my[1] loophole-before-restore-of-mine.db"
    other.touch()
    assert former is not None
    now = datetime.now(UTC)
    assert remove_former(file, now + FORMER_KEPT - timedelta(minutes=1)) == []
    assert remove_former(file, now + FORMER_KEPT + timedelta(minutes=1)) == [former]
    assert names(tmp_path) == sorted([file.name, "copy.db", other.name])
