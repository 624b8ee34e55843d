"""What typed text means, and what refuses it, is what it was when it was recorded.

See test_recorded.py for what to do about a difference.
"""

import random
from collections.abc import Callable, Iterable, Iterator
from datetime import date, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import games
from bot.domain import clocks, hours, variants
from bot.domain.events import JSON
from bot.domain.members import daily
from bot.domain.members.settings import MemberSettings
from bot.domain.servers.settings import ServerSettings
from bot.domain.values import folded
from games.core import Game, State
from games.core.errors import brief, nearest
from games.core.moves import Move
from games.core.notation import Reading
from tests.bot.domain.matches.values import NOON
from tests.bot.domain.sweeps import Answers, ask, compare
from tests.bot.domain.test_recorded import GAMES, plain

HOUR = timedelta(hours=1)


def readings(slug: str) -> Iterator[Answers]:
    """What decisions typed in many ways mean in states of a game, and what is asked of the
    states.
    """
    rng = random.Random(slug)
    game = games.get(slug)
    state = game.start()
    for number in range(40):
        if state.to_move is None:
            break
        if number in (0, 1, 2, 3, 9, 23):
            yield ask(calls(state, rng), said)[0]
        state = state.play(rng.choice(state.legal_moves()))
    yield ask(calls(state, rng), said)[0]


def calls(state: State, rng: random.Random) -> dict[str, Callable[[], Any]]:
    legal = [*state.legal_moves(), Move("pass")]
    cells = [*state.board.cells, "z9"]
    first, second = (str(rng.choice(legal)) for _ in range(2))
    cell = rng.choice(cells)
    other = rng.choice(cells[:-1])
    third = rng.choice(cells[:-1])
    stone = rng.choice([*state.pieces(), cell])
    bare = first.lstrip("0123456789")
    texts = (
        first,
        first.upper(),
        f" *{first}* ",
        first.replace("-", " – "),
        first.replace("-", " to "),
        f"x {first}",
        first[:-1],
        first[:2],
        first[:1],
        bare,
        f"{first} {second}",
        f"{first}, {first}",
        f"{first}-{other}",
        f"-{cell}",
        f"x{cell}",
        f"{cell}-{other}",
        f"{stone}-{other}",
        f"{cell} {other} {third}",
        cell,
        stone,
        cell[-1:],
        "swap",
        "take over",
        f"Take over {cell} {other}",
        "pass",
        f"pass {first}",
        "hm?",
        f"{first} ?",
        "",
        "  ",
        "x" * 401,
        f"{stone} x{other}",
        f"×{stone}",
        f"{first} {cell} {second}",
        f"{cell}-",
        f"{first} {second[:2]}",
    )
    asked: dict[str, Callable[[], Any]] = {}
    for number, text in enumerate(texts):
        asked |= {
            f"read {number}": partial(state.read, text),
            f"parse {number}": partial(state.parse, text),
        }
    moves = [
        Move(kind, cell, other) for kind in ("place", "step", "remove", "swap", "pass")
    ] + legal[:2]
    asked |= {
        f"forward {number}": partial(state.replay, [move]) for number, move in enumerate(legal[:2])
    }
    asked |= {f"play {number}": partial(state.play, move) for number, move in enumerate(moves)}
    return asked | {
        "is": lambda: [
            state.turns,
            state.decisions_this_turn,
            state.last_move,
            state.outcome,
            state.events,
            state.taken_over,
            state.reserve,
            state.score,
            state.marks,
            state.threats,
            state.threatens_win,
            repr(state),
            len(state.legal_moves()),
        ]
    }


def said(value: Any) -> JSON:
    """A reading or a state as JSON."""
    match value:
        case Reading():
            following = [len(value.following), *map(str, value.following[:3])]
            sentence = value.sentence and str(value.sentence)
            return plain(
                [
                    value.status,
                    list(map(str, value.moves)),
                    following,
                    value.over,
                    sentence,
                    len(value.states),
                ]
            )
        case State():
            return plain([value, value.decisions_this_turn, sorted(value.pieces().items())[:9]])
        case Move():
            return str(value)
    return plain(value)


def asked_variants(slug: str) -> Iterator[Answers]:
    """What words for the variants of a game mean, in English and in a language of their own."""
    game = games.get(slug)
    choices = [
        choice for option in game.options for choice in (*option.choices[:3], *option.choices[-2:])
    ]
    spoken = [
        str(option.phrase(choice))
        for option in game.options
        for choice in (option.choices[0], option.default)
    ]
    texts = [
        "",
        "small",
        "Big",
        "quick, big",
        "7x7",
        "3×3",
        "hex",
        "o",
        "zz",
        "none",
        "on",
        "off",
        "6x6 8x8",
        "x" * 101,
        "x " * 30,
        *choices,
        *spoken,
        *(text[:3] for text in spoken),
        " ".join(choices[::3]),
        ", ".join(spoken[::-1]),
    ]
    texts += [f"{option.name} {option.choices[-1]}" for option in game.options]
    texts += [f"{option.choices[-1]}{option.label}" for option in game.options]

    def foreign(text: str) -> str:
        return f"ö{text[::-1]}" if "{" not in text else text

    asked = dict[str, Callable[[], Any]]()
    for text in dict.fromkeys(texts):
        asked[f"parse {text}"] = partial(variants.parse, game, text)
        asked[f"list {text}"] = partial(variants.complete, game, text, most=4)
        asked[f"abroad {text}"] = partial(variants.complete, game, foreign(text), foreign, most=2)
        asked[f"back {text}"] = partial(variants.canonical, game, foreign(text).upper(), foreign)
    every = list(variants.every(game))
    asked["every"] = lambda: [
        len(every),
        [variants.text(game, one) for one in every[:: len(every) // 12 or 1]],
    ]
    asked["abroad"] = lambda: variants.text(game, {}, foreign)
    for number, one in enumerate(every[:: len(every) // 6 or 1]):
        asked[f"rated {number}"] = partial(variants.require_ratable, game, one)
        asked[f"leads {number}"] = partial(Game.leader, game, one)
    for name, chosen in {"odd": {"odd": "x"}, "wrong": {game.options[0].name: "odd"}}.items():
        asked[f"start {name}"] = partial(game.complete, chosen)
    yield ask(asked, plain)[0]


CLOCKS = (
    "",
    "none",
    "No",
    "0",
    "1",
    "2 days",
    "3d",
    "4d",
    "7d per turn",
    "14 d/move",
    "15d",
    "23h",
    "24h",
    "1d1h",
    "48h",
    "7d+12h",
    "1h+0h",
    "59m+0h",
    "3600m+1m",
    "90d+7d",
    "90d1h+1d",
    "91d+1d",
    "3d+7d1h",
    "3d+168h",
    "1d+1d+1d",
    "+",
    "3d+",
    "bank 3d + 6 hours each turn",
    "3d weekends off",
    "2d, no weekends",
    "3d+6h (weekend free)",
    "1d 24h",
    "1d24h0m",
    "x",
    "-1d",
    "1440m",
    "9999d",
    "1d" * 60,
    "weekends off",
    "2880 minutes",
    "3d without weekends",
)
HOURS = (
    "",
    "7-22",
    "7:30-22",
    "22-7",
    "0-24",
    "24-7",
    "23:59-0",
    "mon-fri 7-22",
    "sat-sun 9-1",
    "weekdays 8-17, weekend 10-2",
    "fri-mon 10-20",
    "mon 7-7",
    "7-25",
    "7:60-8",
    "daily 6 to 9",
    "Monday: 8 until 9; tue 9–10",
    "x",
    "7",
    "7-22,",
    "sun 0-24",
    "mon-sun 08:00-20:00",
    "mon-tue 9-5, wed 9-9:30",
    "12:05-12:04",
    "every day 7-8",
    "8-24",
    "mon-sat 0-24, sun 1-2",
)
ZONES = (
    "Berlin",
    "europe/berlin",
    "UTC",
    "utc+2",
    "GMT -3:00",
    "+14",
    "-12",
    "+15",
    "-13",
    "new york",
    "san",
    "köln",
    "York",
    "x" * 50,
    "",
    "america",
    "Sao Paulo",
    "asia/tokyo",
    "東京",
    "utc+0",
    "port",
    "us/pacific",
    "utc+5:30",
    "etc/gmt",
)
TIMES = (
    "",
    "8:30",
    "mon-fri 8:30, sat 10",
    "sat",
    "24",
    "23:59",
    "8:60",
    "sun-mon 7",
    "x",
    "0",
    "fri 9;sat",
    "tue-wed",
)
SETTINGS: tuple[dict[str, Any], ...] = (
    {"odd": 1},
    {"coordinates": "odd"},
    {"coordinates": "cells"},
    {"notices": "dm"},
    {"flip": 1},
    {"theme": "x" * 41},
    {"hours": "7-22"},
    {"hours": "x"},
    {"time_zone": " "},
    {"time_zone": "Berlin"},
    {"time_zone": "zz"},
    {"daily": "both"},
    {"x" * 60: 1},
    {"coordinates": "y" * 60},
    {"matches": 0},
    {"matches": 1},
    {"matches": 100},
    {"matches": 101},
    {"days": "5"},
    {"days": 60},
    {"rated": 100},
    {"rated": -1},
    {"clock": "3d"},
    {"clock": "4d"},
    {"threads": 0},
    {"channels": range(60)},
    {"channels": (3, 3, 4)},
    {"channels": "345"},
    {"forum": "12"},
    {"forum": None},
    {"digest": 7},
    {"language": "de"},
    {"language": "xx"},
    {"daily_when": "8:30"},
    {"preview": False},
    {"challenges": ""},
)
WORDS = (
    "",
    "Ann",
    "ÄÖ ﾃｽﾄ",
    "か\u3099 de\u0301j",
    "a‑b — c",
    "x、y",
    "O’Neil",
    "ＡＢ  c",
    "line\nbreak",
    "x" * 40,
    "y" * 41,
)


def times() -> Iterator[Answers]:
    """What texts about time mean, and what follows from it at many moments of a fortnight."""
    moments = [
        NOON + hour * HOUR
        for hour in (-500, -30, 0, 5, 11, 12, 33, 60.5, 84, 108, 131.99, 132, 144, 180, 336)
    ]
    week = [(start, end) for start in moments[2:] for end in moments[2:]]
    for text in CLOCKS:
        clock = partial(clocks.parse, text)
        yield ask(
            {
                f"clock {text}": lambda clock=clock: [
                    clock(),
                    str(clock()),
                    bool(clock()),
                    clock().ceiling,
                ]
            },
            plain,
        )[0]
    counts = {f"{off}": [clocks.counted(*span, off) for span in week] for off in (False, True)}
    spans = (0, 1, 3600, 86_400, 86_399, 200_000, 432_000, 600_001, 1_300_000)
    ends = [
        clocks.later(start, seconds, off)
        for start in moments
        for seconds in spans
        for off in (True, False)
    ]
    lengths = [
        clocks.span(seconds)
        for seconds in (0, 59, 60, 3599, 3600, 5400, 86_340, 86_400, 90_060, 172_800)
    ]
    yield ask({"counted": lambda: counts, "later": lambda: ends, "spans": lambda: lengths}, plain)[
        0
    ]
    for zone in ("UTC", "America/New_York"):
        for text in HOURS:
            yield ask({f"{text} {zone}": partial(awake, text, zone, moments)}, plain)[0]
    yield ask({f"zone {text}": partial(hours.time_zone, text) for text in ZONES}, plain)[0]
    for text in TIMES:
        yield ask({f"card {text}": partial(cards, text, moments)}, plain)[0]
    rng = random.Random(1)
    for days in (13, 14, 30):
        for moves in (
            [0] * 24,
            [0] * 7 + [5] * 9 + [1] * 8,
            [rng.randrange(5) for _ in range(24)],
            [9] + [0] * 23,
        ):
            yield ask({f"learnt {days} {moves}": partial(hours.learnt, (*moves, days, 0))}, plain)[
                0
            ]


def awake(text: str, zone: str, moments: list[Any]) -> JSON:
    """What hours say at some moments."""
    waking = hours.parse(text, zone)
    return plain(
        [
            str(waking),
            waking.spans,
            [
                [waking.awake(at), waking.next(at), waking.latest(at), waking.morning(at, 2)]
                for at in moments
            ],
            [waking.rises(date(2026, 3, day)) for day in (7, 8, 9)],
            [
                hours.tell_at(waking, at, snoozed=at + 3 * HOUR, until=at + HOUR)
                for at in moments[:6]
            ],
            [hours.tell_at(waking, at, until=until) for at in moments[:6] for until in (None, at)],
        ]
    )


def cards(text: str, moments: list[Any]) -> JSON:
    """When daily cards come."""
    plan = daily.parse(text)
    zone = "Europe/Berlin"
    settings = MemberSettings(daily="dm", daily_when=str(plan), time_zone=zone, hours="9-22")
    due = [
        daily.due(settings, (), at, before)
        for at in moments
        for before in (None, at - 13 * HOUR, at)
    ]
    return plain([plan.times, str(plan), due, daily.due(MemberSettings(), (), moments[0], None)])


def chosen() -> Iterator[Answers]:
    """What settings become, and other words."""
    for number, change in enumerate(SETTINGS):
        for kind in (MemberSettings, ServerSettings):
            after = partial(kind().changed, change)
            yield ask(
                {f"{kind.__name__} {number}": lambda after=after: [after().stored(), after()]},
                plain,
            )[0]
    reads = [
        ({"coordinates": "odd", "flip": True, "gone": 1}, MemberSettings),
        ({"channels": [1, 2]}, ServerSettings),
    ]
    yield ask({kind.__name__: partial(kind.read, stored) for stored, kind in reads}, plain)[0]
    words = {
        f"word {text}": lambda text=text: [folded(text), brief(text), brief(text, 3)]
        for text in WORDS
    }
    yield ask(
        words | {"near": lambda: [nearest(text, ("anna", "bea", "carlo")) for text in WORDS]}, plain
    )[0]


CASES: dict[str, Callable[[], Iterable[Answers]]] = {
    "readings": lambda: (answers for slug in GAMES for answers in readings(slug)),
    "variants": lambda: (answers for slug in GAMES for answers in asked_variants(slug)),
    "times": times,
    "settings": chosen,
}


@pytest.mark.parametrize("name", CASES)
def test_typed_text_means_what_it_did(name: str, tmp_path: Path) -> None:
    compare(tmp_path / f"{name}.json", list(CASES[name]()))
