"""Charts, tables and brackets: small, readable, the same every time, and clear about what they
cannot show.
"""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from math import sin

import pytest
from anyascii import anyascii

from render import fonts
from render.charts.brackets import Meeting, bracket, parts, window
from render.charts.courses import MOST, Rated, rating_chart
from render.charts.tables import TableLine, table
from render.themes import THEMES

from .conftest import opened

LARGEST = 60_000
ROLES = THEMES["wood"].roles
START = datetime(2026, 1, 5, tzinfo=UTC)


def course(count: int) -> list[Rated]:
    """Ratings of so many days, that go up and down and become more certain."""
    points = []
    for number in range(count):
        rating = 1500 + 3 * number + 60 * sin(number)
        deviation = 50 + 300 * 0.9**number
        points.append(Rated(START + timedelta(days=number), rating, deviation))
    return points


def lines(count: int, own: int = 5) -> list[TableLine]:
    """So many lines of a table, of which one is the reader's own."""
    lines = []
    for number in range(count):
        place = str(number + 1)
        name = f"Member number {place} 健二 Émile"
        cells = (f"{1900 - number}", f"{number}–2–3")
        lines.append(TableLine(place, name, cells, number == own))
    return lines


def sizes(count: int) -> list[int]:
    """Ties of each of ``count`` rounds."""
    return [1 << index for index in reversed(range(count))]


def meetings(count: int) -> list[list[Meeting]]:
    """Three rounds at most, the first with so many ties that are decided."""
    first_round = []
    for number in range(count):
        names = (f"Member {2 * number}", f"Member {2 * number + 1}")
        first_round.append(Meeting(names, number % 2))
    rounds = [first_round]
    while count > 1 and len(rounds) < 3:
        count //= 2
        rounds.append([Meeting(("", "")) for _ in range(count)])
    return rounds


def colours(picture: bytes) -> set[tuple[int, ...]]:
    """All colours in a picture."""
    counts = opened(picture).getcolors(1 << 20)
    assert counts is not None
    return {colour for _, colour in counts}  # type: ignore[misc]


@pytest.mark.some_cases(2)
@pytest.mark.parametrize("theme", THEMES)
def test_the_largest_of_each_is_small_enough_to_send(theme: str) -> None:
    chart = rating_chart(course(1000), title="Veloop", subtitle="Ada", theme=theme)
    leaders = table(
        lines(16),
        columns=("rating", "won–drawn–lost"),
        title="Veloop",
        footer="You: 6th",
        theme=theme,
    )
    ties = bracket(
        meetings(16),
        title="Cup",
        labels=("Round of 32", "Round of 16", "Quarter-finals"),
        theme=theme,
    )
    for picture in (chart, leaders, ties):
        assert opened(picture).width == 800
        assert len(picture) < LARGEST


def test_a_chart_shows_one_match_and_many_and_nothing_less() -> None:
    one_match = rating_chart(course(1), title="Veloop")
    assert ROLES["accent"] in colours(one_match)
    at_one_moment = [Rated(START, 1500.0, 100.0), Rated(START, 1520.0, 90.0)]
    assert opened(rating_chart(at_one_moment, title="Veloop")).width == 800
    with pytest.raises(ValueError, match="at least one point"):
        rating_chart([], title="Veloop")


def test_the_best_of_a_long_course_is_marked_wherever_it_lies_between_the_points_drawn() -> None:
    points = course(10 * MOST)
    points[333] = replace(points[333], rating=6000.0)
    chart = rating_chart(points, title="Veloop")
    assert ROLES["win"] in colours(chart)


def test_ones_own_line_stands_out() -> None:
    columns = ("rating", "record")
    with_own = colours(table(lines(8), columns=columns, title="Veloop"))
    plain = colours(table(lines(8, own=-1), columns=columns, title="Veloop"))
    assert ROLES["accent"] in with_own - plain


def test_a_table_says_what_it_cannot_hold_and_that_it_is_empty() -> None:
    with pytest.raises(ValueError, match="at most 16 lines"):
        table(lines(17), columns=("rating", "record"), title="Veloop")
    with pytest.raises(ValueError, match="needs 1 cells"):
        table(lines(2), columns=("rating",), title="Veloop")

    words: list[str] = []

    def note(text: str) -> str:
        words.append(text)
        return text

    table([], columns=("rating",), title="Veloop", say=note)
    assert "no players yet" in words


def test_a_bracket_says_what_it_cannot_hold() -> None:
    with pytest.raises(ValueError, match="at most 16 ties"):
        bracket([[Meeting(("A", "B"))] * 32], title="Cup")
    with pytest.raises(ValueError, match="half as many"):
        bracket([[Meeting(("A", "B"))] * 4, [Meeting(("A", "B"))]], title="Cup")


@pytest.mark.parametrize(
    ("count", "current", "rounds"),
    [
        (1, 1, [0]),
        (3, 1, [0, 1, 2]),
        (4, 1, [0, 1, 2]),
        (4, 3, [1, 2, 3]),
        (4, 4, [1, 2, 3]),
    ],
)
def test_a_picture_shows_the_round_that_is_played_and_those_it_leads_to(
    count: int, current: int, rounds: list[int]
) -> None:
    assert [index for index, _ in window(sizes(count), current)] == rounds


@pytest.mark.some_cases(3)
@pytest.mark.parametrize(("count", "current"), [(6, 1), (6, 2), (8, 1), (8, 3), (8, 8)])
def test_a_large_bracket_is_shown_in_parts_with_every_tie_of_the_round_in_one(
    count: int, current: int
) -> None:
    number_of_parts = parts(sizes(count), current)
    windows = [window(sizes(count), current, part) for part in range(number_of_parts)]
    ties_of_first_round = []
    for rounds in windows:
        # Each part can be drawn.
        bracket([[Meeting(("A", "B"))] * len(ties) for _, ties in rounds], title="Cup")
        first_round, ties = rounds[0]
        ties_of_first_round += ties
    assert ties_of_first_round == list(range(sizes(count)[first_round]))
    assert window(sizes(count), current, 99) == windows[-1]


NAMES = [
    "김민준",
    "محمد",
    "हिन्दी",
    "简体汉语",
    "𝓐𝓵𝓲𝓬𝓮",
    "🦊",
    "🦊 fox 🦊",
    "Zoë",
    "山田太郎",
    "Иван",
    "h̸̡̪e̷l̶l̵o",
]


@pytest.mark.parametrize("name", NAMES)
def test_every_name_can_be_read(name: str) -> None:
    without_name = table([TableLine("1", "", ("1500",))], columns=("Rating",), title="Veloop")
    with_name = table([TableLine("1", name, ("1500",))], columns=("Rating",), title="Veloop")
    assert with_name != without_name


@pytest.mark.parametrize(
    ("name", "letters"),
    [
        ("Zoë 健二", "Zoë 健二"),
        ("김민준", anyascii("김민준")),
        ("𝓐𝓵𝓲𝓬𝓮", "Alice"),
        ("🦊 fox 🦊", "fox"),
        ("🦊", anyascii("🦊")),
        ("简体", anyascii("简体")),
    ],
)
def test_letters_that_no_font_has_are_told_by_their_sound(name: str, letters: str) -> None:
    assert fonts.legible(name) == letters


def test_a_theme_that_does_not_exist_is_named() -> None:
    with pytest.raises(ValueError, match="there is no theme 'neon'"):
        rating_chart(course(2), title="Veloop", theme="neon")
    with pytest.raises(ValueError, match="there is no theme 'neon'"):
        table([], columns=(), title="Veloop", theme="neon")
    with pytest.raises(ValueError, match="there is no theme 'neon'"):
        bracket(meetings(2), title="Cup", theme="neon")
