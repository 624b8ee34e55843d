"""A host's first year, shortened: nothing is lost, and every alert fires where it should and
nowhere else.
"""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tools.first_year.disk import Disk

DAYS = 30


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_nothing_is_lost_in_a_first_year() -> None:
    """In a process of its own, as a bot is: what it counts are its metrics alone, not those of
    the tests that ran before it.
    """
    pytest.importorskip("pgserver", reason="pgserver is not made for this Python")
    if shutil.which("promtool") is None:
        pytest.skip("promtool is not installed; it is in Debian's package prometheus")
    year = subprocess.run(
        [sys.executable, "-m", "tools.first_year", "--days", str(DAYS), "--seed", "2"],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
    )
    assert year.returncode == 0, year.stdout + year.stderr


def test_a_full_disk_refuses_to_write_until_there_is_room_again(tmp_path: Path) -> None:
    disk = Disk(tmp_path / "disk")
    try:
        with disk.full(), pytest.raises(OSError, match=r"No space left|File too large"):
            (disk.folder / "file").write_text("x" * 10_000)
        (disk.folder / "file").write_text("x" * 10_000)
    finally:
        disk.remove()
