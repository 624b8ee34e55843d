"""The course of a match out of the searches of its turns."""

import random
from itertools import pairwise

import pytest

from games.players.curve import CoursePoint, Estimate, course

PLAYOUTS = 300


def searched(values: list[float], playouts: int = PLAYOUTS) -> list[Estimate]:
    """Estimates before turns that the seats take in turn."""
    return [Estimate(value, number % 2, playouts) for number, value in enumerate(values)]


def values(points: list[CoursePoint]) -> list[float]:
    return [point.value for point in points]


def test_chance_in_the_searches_is_no_course() -> None:
    rng = random.Random(1)
    points = values(course(searched([rng.gauss(0.1, 0.12) for _ in range(30)])))
    changes = [later - earlier for earlier, later in pairwise(points)]
    assert sum(abs(change) for change in changes) / len(changes) < 0.03
    turns = sum(one * other < 0 for one, other in pairwise(changes))
    assert turns <= 0.65 * (len(changes) - 1)
    assert points == pytest.approx([0.1] * 30, abs=0.1)


def test_a_side_that_is_overvalued_whenever_it_is_to_move_makes_no_saw() -> None:
    points = values(course(searched([0.2, -0.2] * 10)))
    assert points == pytest.approx([0.0] * 20, abs=0.05)


@pytest.mark.parametrize("size", [0.5, 0.7, 0.9])
@pytest.mark.parametrize("turn", [4, 9, 14])
def test_a_blunder_that_is_clearly_seen_keeps_its_size_and_its_turn(size: float, turn: int) -> None:
    rng = random.Random(2)
    true = [size] * turn + [-size] * (20 - turn)
    points = values(course(searched([value + rng.gauss(0, 0.05) for value in true])))
    drop = points[turn - 1] - points[turn]
    assert drop == pytest.approx(2 * size, rel=0.15)


def test_what_is_proved_stays_and_is_reached_at_once() -> None:
    estimates = searched([0.3] * 6)
    estimates += [Estimate(-1.0, 0, proven=True), Estimate(-1.0, None, proven=True)]
    points = course(estimates)
    assert points[-2:] == [CoursePoint(-1.0), CoursePoint(-1.0)]
    assert points[5].value == pytest.approx(0.3, abs=0.1)
    assert 0 < points[5].error < 0.3


def test_a_search_with_few_playouts_has_the_larger_error() -> None:
    few = course(searched([0.2] * 4, 10))
    many = course(searched([0.2] * 4, 3000))
    assert few[1].error > many[1].error


def test_a_match_without_turns_has_its_end_alone() -> None:
    assert course([Estimate(1.0, None, proven=True)]) == [CoursePoint(1.0)]
    assert course([]) == []
