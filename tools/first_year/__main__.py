"""``python -m tools.first_year``: prints the diary of the year, and at the end what was lost and
kept.
"""

import argparse
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
    parser = argparse.ArgumentParser(prog="python -m tools.first_year", description=__doc__)
    parser.add_argument("--days", type=int, default=DAYS, help="how long the year is")
    parser.add_argument("--seed", type=int, default=1, help="what happens by chance")
    arguments = parser.parse_args()
    promtool = shutil.which("promtool")
    if promtool is None:
        print("promtool is not installed; it is in Debian's package prometheus", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory(prefix="first-year-") as folder:
        year = asyncio.run(play_year(promtool, Path(folder), arguments.days, arguments.seed))
    diary = year.diary
    must_have_been_a_year(year)
    print(
        f"kept: {year.club.book.count()} decisions in {len(year.club.book.decisions)} matches; "
        f"lost: {year.lost}, made after the last copy of the machine that was lost; "
        f"{year.copies_made} copies made, {year.starts} starts, {year.jumps} jumps of the clock; "
        f"{len(diary.fired)} alerts fired; {len(diary.wrong)} things are wrong"
    )
    print(*diary.wrong, sep="\n")
    return bool(diary.wrong)


def must_have_been_a_year(year: Year) -> None:
    """Something was at stake: matches were played, and some of it between the last copy and the
    loss of the machine.
    """
    year.diary.must(year.club.book.count() > 100, "hardly anything was played")
    year.diary.must(year.lost > 0, "nothing was played between the last copy and the loss")


async def play_year(promtool: str, folder: Path, days: int, seed: int) -> Year:
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
