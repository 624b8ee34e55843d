"""In a picture nothing lies over another: marks of earlier decisions make way, and signs cover no
stone.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, islice, pairwise, product
from math import dist

import pytest

import games
from games import State
from render.geometry import apart, regular
from render.pictures import scene
from render.scene import Disc, Item, Path, Piece
from tests.games.traces import FILES, load

TURNS = ("accent", "past")
"""The roles of marks of the last turn and of the one before it."""
Line = tuple[tuple[float, float], tuple[float, float]]


def lines(item: Item) -> list[Line]:
    """The segments of a mark's line."""
    points: Sequence[tuple[float, float]] = ()
    if isinstance(item, Path):
        points = item.points
        if item.closed:
            points = (*points, points[0])
    elif isinstance(item, Disc):
        circle = regular(item.point, item.radius, 24)
        points = (*circle, circle[0])
    return list(pairwise(points))


def positions(slug: str) -> Iterator[tuple[State, list[State]]]:
    """Positions in mid-match, with the states of the last two turns."""
    files = [file for file in FILES if file.parent.name == slug]
    for file in files[::2]:
        head, (match, *_) = load(file)
        states = [games.get(slug).start(**head["options"])]
        for text in match["moves"][:45]:
            state = states[-1]
            states.append(state.play(state.parse(text)))
        for end in range(8, len(states), 6):
            start = start_of_last_turns(states, end)
            yield states[end], states[start : end + 1]


def start_of_last_turns(states: list[State], end: int) -> int:
    """At which state the turn before the last one began."""
    first_turn = states[end].turn - 2
    for number, state in enumerate(states):
        if state.turn >= first_turn:
            return number
    raise AssertionError(end)


@pytest.mark.some_cases(3)
@pytest.mark.parametrize("most", [5, pytest.param(None, marks=pytest.mark.slow)])
@pytest.mark.parametrize("slug", sorted({file.parent.name for file in FILES}))
def test_marks_of_two_turns_do_not_lie_over_each_other(slug: str, most: int | None) -> None:
    for state, turn in islice(positions(slug), most):
        marks = [item for item in scene(state, turn=turn).items[10:] if is_line_of_a_turn(item)]
        for one, other in combinations(marks, 2):
            is_of_same_turn = one.line == other.line  # type: ignore[union-attr]
            # A stone placed on the way of a slide stands over its arrow.
            if is_of_same_turn or is_centred_on(one, other) or is_centred_on(other, one):
                continue
            for line, other_line in product(lines(one), lines(other)):
                assert apart(line, other_line) > 0, (one, other)


def is_line_of_a_turn(item: Item) -> bool:
    """Whether an item is the outline of a mark of one of the last two turns."""
    line = getattr(item, "line", "")
    fill = getattr(item, "fill", "")
    return line in TURNS and not fill


def is_centred_on(mark: Item, way: Item) -> bool:
    """Whether the middle of a disc lies on a line of another mark."""
    if not isinstance(mark, Disc):
        return False
    middle = (mark.point, mark.point)
    return any(apart(middle, line) < 0.01 for line in lines(way))


@pytest.mark.some_cases(3)
@pytest.mark.parametrize("most", [5, pytest.param(None, marks=pytest.mark.slow)])
@pytest.mark.parametrize("slug", sorted({file.parent.name for file in FILES}))
def test_signs_of_two_turns_cover_no_stone(slug: str, most: int | None) -> None:
    for state, turn in islice(positions(slug), most):
        items = scene(state, turn=turn).items
        pieces = [item for item in items if isinstance(item, Piece)]
        signs = [item for item in items if isinstance(item, Disc) and item.fill in TURNS]
        for sign, piece in product(signs, pieces):
            assert dist(sign.point, piece.point) > sign.radius + 0.3, (state, sign)
