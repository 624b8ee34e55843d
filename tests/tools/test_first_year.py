"""A host's first year, shortened: nothing is lost, and every alert fires where it should and
nowhere else.
"""

import shutil
from pathlib import Path

import pytest

from tools.first_year.__main__ import first_year
from tools.first_year.disk import Disk

DAYS = 30


@pytest.mark.slow
@pytest.mark.timeout(600)
async def test_nothing_is_lost_in_a_first_year(tmp_path: Path) -> None:
    pytest.importorskip("pgserver", reason="pgserver is not made for this Python")
    promtool = shutil.which("promtool")
    if promtool is None:
        pytest.skip("promtool is not installed; it is in Debian's package prometheus")
    year = await first_year(promtool, tmp_path, days=DAYS, seed=2)
    assert year.diary.wrong == []
    assert year.lost > 0, "what was played between the last copy and the loss of the machine"
    assert year.club.book.count() > 100


def test_a_full_disk_refuses_to_write_until_there_is_room_again(tmp_path: Path) -> None:
    disk = Disk(tmp_path / "disk")
    try:
        with disk.full(), pytest.raises(OSError, match=r"No space left|File too large"):
            (disk.folder / "file").write_text("x" * 10_000)
        (disk.folder / "file").write_text("x" * 10_000)
    finally:
        disk.remove()
