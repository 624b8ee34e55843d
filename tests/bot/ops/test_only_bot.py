"""A second bot on the same file of SQLite is refused at its start; commands of a host work beside a
running one.
"""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bot.app import opened
from bot.ops.copies import sqlite_files
from bot.ops.copies.backup import backup
from bot.ops.only_bot import only_bot
from bot.ops.shut_out import shut_out
from bot.store import StoreError
from bot.workers.pool import THREADS, Workers

from ..test_starting import ROOT

HOLD = """
import sys, time
from pathlib import Path
from bot.ops.copies.sqlite_files import url_of
from bot.ops.only_bot import only_bot
with only_bot(url_of(Path(sys.argv[1]))):
    print("running", flush=True)
    time.sleep(60)
"""


async def test_a_second_bot_is_refused_but_the_host_may_copy_and_exclude(
    empty_database: Path, tmp_path: Path
) -> None:
    url = sqlite_files.url_of(Path(shutil.copy(empty_database, tmp_path / "club.db")))
    (tmp_path / "link.db").symlink_to(tmp_path / "club.db")
    async with opened(url, workers=Workers(THREADS)):
        for name in ("club.db", "link.db"):
            with pytest.raises(
                StoreError, match=r"another bot is running on .*club\.db; stop it first"
            ):
                async with opened(sqlite_files.url_of(tmp_path / name), workers=Workers(THREADS)):
                    pytest.fail("two bots on one file")
        await backup(url, tmp_path / "copy.db")
        assert await shut_out(url, list_all=True) == "nobody is shut out"
    async with opened(url, workers=Workers(THREADS)):
        pass


@pytest.mark.slow
def test_a_killed_bot_leaves_no_lock(tmp_path: Path) -> None:
    file = tmp_path / "club.db"
    command = [sys.executable, "-c", HOLD, str(file)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout.readline() == "running\n"
        with pytest.raises(StoreError), only_bot(sqlite_files.url_of(file)):
            pass
        other.kill()
    with only_bot(sqlite_files.url_of(file)):
        pass
