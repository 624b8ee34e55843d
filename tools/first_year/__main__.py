"""``python -m tools.first_year``: prints the diary of the year, and at the end what was lost and
kept.
"""

import asyncio
import re
import shutil
import sys
import tempfile
from pathlib import Path

from .chapters import play
from .series import RULES
from .year import Year, logged

DAYS = 365


def main() -> int:
    """1 if something broke."""
    promtool = shutil.which("promtool")
    if promtool is None:
        print("promtool is not installed; it is in Debian's package prometheus", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory(prefix="first-year-") as folder:
        year = asyncio.run(first_year(promtool, Path(folder)))
    diary = year.diary
    print(
        f"kept: {year.club.book.count()} decisions in {len(year.club.book.decisions)} matches; "
        f"lost: {year.lost}, made after the last copy of the machine that was lost; "
        f"{year.copies_made} copies made, {year.starts} starts, {year.jumps} jumps of the clock; "
        f"{len(diary.fired)} alerts fired; {len(diary.wrong)} things are wrong"
    )
    print(*diary.wrong, sep="\n")
    return bool(diary.wrong)


async def first_year(promtool: str, folder: Path, *, days: int = DAYS, seed: int = 1) -> Year:
    """Play a year of so many days below an empty folder."""
    year = Year(promtool, folder, days=days, seed=seed)
    try:
        with logged(year.log):
            await play(year)
    finally:
        year.disk.remove()
    alerts = set(re.findall(r"alert: (\w+)", RULES.read_text()))
    year.diary.must(alerts == year.diary.fired, f"never fired: {sorted(alerts - year.diary.fired)}")
    return year


if __name__ == "__main__":
    sys.exit(main())
