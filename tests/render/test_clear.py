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

Line = tuple[tuple[float, float], tuple[float, float]]


def lines(item: Item) -> list[Line]:
    """The segments of a mark's line."""
    points: Sequence[tuple[float, float]] = ()
    if isinstance(item, Path):
        points = (*item.points, item.points[0]) if item.closed else item.points
    elif isinstance(item, Disc):
        points = regular(item.point, item.radius, 24) + regular(item.point, item.radius, 24)[:1]
    return list(pairwise(points))


def positions(slug: str) -> Iterator[tuple[State, list[State]]]:
    """Positions in mid-match, with the states of the last two turns."""
    for file in [file for file in FILES if file.parent.name == slug][::2]:
        head, (match, *_) = load(file)
        states = [games.get(slug).start(**head["options"])]
        for text in match["moves"][:45]:
            states.append(states[-1].play(states[-1].parse(text)))
        for end in range(8, len(states), 6):
            start = max(
                (n for n in range(end) if states[n].turn <= states[end].turn - 2), default=0
            )
            while start and states[start - 1].turn == states[start].turn:
                start -= 1
            yield states[end], states[start : end + 1]


@pytest.mark.some_cases(3)
@pytest.mark.parametrize("most", [5, pytest.param(None, marks=pytest.mark.slow)])
@pytest.mark.parametrize("slug", sorted({file.parent.name for file in FILES}))
def test_marks_of_two_turns_do_not_lie_over_each_other(slug: str, most: int | None) -> None:
    for state, turn in islice(positions(slug), most):
        items = scene(state, turn=turn).items
        drawn = [
            item
            for item in items[10:]
            if getattr(item, "line", "") in ("accent", "past") and not getattr(item, "fill", "")
        ]
        pieces = [item for item in items if isinstance(item, Piece)]
        for one, other in combinations(drawn, 2):
            if one.line != other.line:  # type: ignore[union-attr]
                if any(
                    isinstance(mark, Disc)
                    and any(apart((mark.point, mark.point), line) < 0.01 for line in lines(way))
                    for mark, way in ((one, other), (other, one))
                ):
                    continue  # a stone placed on the way of a slide stands over its arrow
                assert all(apart(a, b) > 0 for a, b in product(lines(one), lines(other))), (
                    one,
                    other,
                )
        for sign in (
            item for item in items if isinstance(item, Disc) and item.fill in ("accent", "past")
        ):
            assert all(dist(sign.point, piece.point) > sign.radius + 0.3 for piece in pieces), (
                state,
                sign,
            )
