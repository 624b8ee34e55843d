"""Names of cells read off a picture are right, on every board: read here as a person would.

A reader follows the line of a cell, in the direction in which files or ranks run on that board, to
the first letter or number that stands on it. That must be the cell's own, and no other may stand
near the line.
"""

from collections.abc import Iterator
from itertools import combinations, product
from math import dist, hypot
from random import Random

import pytest

import games
import render
from games.core import State
from games.lattice import Lattice
from render import fonts
from render.choices import Mark, name_size, names_fit, plate_size
from render.coordinates import split
from render.geometry import along, bounds, off_segment
from render.layout import enlarged, layout
from render.pictures import scene
from render.scene import Disc, Path, Piece, Point, Text
from render.views.loop import map_levels

from ..sampling import some_of_each
from .conftest import played

BOARDS = [
    (game.slug, board)
    for game in games.catalog()
    for board in next(option.choices for option in game.options if option.name == "board")
]
NEAR = 0.2
CLEAR = 0.4
"""How far from a line its own label may stand, and how far from it all others must stand, in
cells.
"""
PHONE = 400


def part_of(cell: str, which: int) -> str:
    return str(split(cell)[which])


def directions(board: Lattice, which: int) -> Point:
    """In which direction a file (1) or rank (2) runs, from two neighbours on it."""
    for cell in board.cells:
        for other in board.neighbours(cell):
            one = split(cell)
            two = split(other)
            if one[0] == two[0] == 1 and one[which] == two[which]:
                x, y = board.xy(cell)
                other_x, other_y = board.xy(other)
                return (other_x - x, y - other_y)
    raise AssertionError(board)


def off_line(point: Point, cell: Point, direction: Point) -> float:
    """How far a point lies from the line through a cell."""
    dx = point[0] - cell[0]
    dy = point[1] - cell[1]
    return abs(dx * direction[1] - dy * direction[0]) / hypot(*direction)


def read(cell: Point, direction: Point, labels: list[Text], scale: float = 1.0) -> str:
    """The name that a reader finds on the line of a cell. Fails where two could be meant."""
    ordered = sorted(labels, key=lambda label: off_line(label.point, cell, direction))
    first, *others = ordered
    assert off_line(first.point, cell, direction) < NEAR * scale, (first.text, cell)
    for other in others:
        assert off_line(other.point, cell, direction) > CLEAR * scale, (first.text, other.text)
    return first.text


def labels_of(items: tuple[object, ...]) -> tuple[list[Text], list[Text]]:
    """The letters and the numbers."""
    texts = [item for item in items if isinstance(item, Text)]
    letters = [text for text in texts if text.text.isalpha()]
    numbers = [text for text in texts if text.text.isdigit()]
    return letters, numbers


@pytest.mark.some_cases(74)
@pytest.mark.parametrize("flip", [False, True])
@pytest.mark.parametrize(("slug", "board"), BOARDS)
def test_every_cell_is_read_right_along_its_file_and_rank(
    slug: str, board: str, flip: bool
) -> None:
    lattice = games.get(slug).start(board=board).board
    place = layout(lattice, flip, True)
    for which, labels in enumerate(labels_of(place.backdrop.items), 1):
        direction = directions(lattice, which)
        for cell in lattice.cells:
            if split(cell)[0] == 1:
                assert read(place.centre(cell), direction, labels) == part_of(cell, which)
        for label in labels:
            x, y = label.point
            reach = label.size * 0.5
            assert label.size / place.unit * PHONE >= 12
            assert 0.6 * reach < x < place.backdrop.width - 0.6 * reach
            assert y + reach < place.backdrop.height
            for cell in lattice.cells:
                assert dist(label.point, place.centre(cell)) > 0.41 + reach * 0.7
            for other in labels:
                assert other is label or dist(label.point, other.point) > label.size


@pytest.mark.parametrize("flip", [False, True])
@pytest.mark.parametrize(("slug", "board"), some_of_each(BOARDS, 3))
def test_slanted_files_have_a_guide_that_meets_no_other_label(
    slug: str, board: str, flip: bool
) -> None:
    lattice = games.get(slug).start(board=board).board
    items = layout(lattice, flip, True).backdrop.items
    letters, numbers = labels_of(items)
    direction = directions(lattice, 1)
    lines = [
        item.points
        for item in items
        if isinstance(item, Path) and item.line == "grid" and len(item.points) == 2
    ]
    for label in letters if abs(direction[0]) > 0.1 else ():
        nearest = min(dist(start, label.point) for start, _ in lines)
        own = [
            (start, end)
            for start, end in lines
            if dist(start, label.point) < min(nearest + 0.01, label.size)
        ]
        assert own, label.text
        for start, end in own:
            assert off_line(start, label.point, direction) < 0.05
            assert off_line(end, label.point, direction) < 0.05
            for other in (*letters, *numbers):
                clear = off_segment(other.point, start, end) > other.size * 0.4
                assert other is label or clear, (label.text, other.text)


def later(slug: str, board: str) -> Iterator[State]:
    """A few positions of a match on a board."""
    states = played(slug, 5, board=board)
    for share in (0.0, 0.4, 0.95):
        yield states[int((len(states) - 1) * share)]


@pytest.mark.some_cases(11)
@pytest.mark.parametrize("legal", [False, True])
@pytest.mark.parametrize(("slug", "board"), some_of_each(BOARDS, 2))
def test_names_on_every_cell_stand_in_their_own_and_nothing_covers_them(
    slug: str, board: str, legal: bool
) -> None:
    for state in later(slug, board):
        if not names_fit(state.board):
            continue
        items = scene(state, coordinates="cells", legal=legal).items
        plain = scene(state, coordinates="none").backdrop
        assert not [item for item in plain.items if isinstance(item, Text) and len(item.text) < 3]
        place = layout(state.board, False, False, False, map_levels(state))
        numbers: dict[str, int] = {}
        for number, item in enumerate(items):
            if isinstance(item, Text) and item.text in place.centres:
                x, y = place.centre(item.text)
                assert abs(item.point[0] - x) < 0.01
                assert 0 <= item.point[1] - y < 0.25
                assert fonts.length(item.text, item.size, item.bold) <= 1
                assert item.size / place.unit * PHONE >= 8.9
                assert item.text not in numbers or item.role == "strong", "written twice"
                numbers[item.text] = number
        pieces = state.pieces()
        barred = state.marks.get("banned", ())
        open_cells = (
            {cell for cell in state.board.cells if split(cell)[0] == 1} - set(pieces) - set(barred)
        )
        targets = {move.target for move in state.legal_moves() if move.target}
        assert open_cells <= set(numbers)
        assert not legal or targets <= set(numbers)
        if state.board.kind != "pyramid":
            assert set(pieces) <= set(numbers)
        for name, number in numbers.items():
            point = items[number].point  # type: ignore[union-attr]
            for item in items[number + 1 :]:
                if name in open_cells | targets and isinstance(item, Disc | Piece):
                    reach = item.radius if isinstance(item, Disc) and item.fill else 0.0
                    reach = item.size / 2 if isinstance(item, Piece) else reach
                    assert not reach or dist(item.point, point) > reach, name
                elif isinstance(item, Path) and len(item.points) == 2:
                    assert off_segment(point, *item.points) > item.width, name


@pytest.mark.parametrize("coordinates", ["edge", "cells"])
@pytest.mark.parametrize("board", [board for slug, board in BOARDS if slug == "loop"])
def test_every_place_of_a_pyramid_has_a_name_on_every_level(board: str, coordinates: str) -> None:
    for state in later("loop", board):
        items = scene(state, coordinates=coordinates, highlight=False).items
        edge = coordinates == "edge" or not names_fit(state.board)
        place = layout(state.board, False, edge, False, map_levels(state))
        above = [
            cell for cell in (*state.pieces(), *state.marks.get("holes", ())) if split(cell)[0] > 1
        ]
        assert [shown.level for shown in place.maps] == list(range(1, map_levels(state) + 1))
        if names_fit(state.board):
            written = {item.text: item.point for item in items if isinstance(item, Text)}
            for cell in state.marks.get("holes", ()):
                assert dist(written[cell], place.centre(cell)) < 0.01
            buried = {foot for cell in above for foot in state.board.feet(cell)}  # type: ignore[attr-defined]
            assert set(above) - buried <= set(written)
        # The maps are read as the board is: those of buried places too.
        outside = layout(state.board, False, edge).backdrop.items
        texts = [
            text for text in place.backdrop.items if isinstance(text, Text) and text not in outside
        ]
        for shown in place.maps:
            centres = shown.centres.values()
            middle = sum(x for x, _ in centres) / len(centres)
            own = []
            for text in texts:
                distance = min(dist(text.point, centre) for centre in centres)
                beside = abs(text.point[0] - middle) < place.unit / 4
                if beside and distance < shown.scale + text.size:
                    own.append(text)
            for which, labels in enumerate(labels_of(tuple(own)), 1):
                direction = directions(state.board, which)
                for cell, point in shown.centres.items():
                    assert read(point, direction, labels, shown.scale) == part_of(cell, which)
                    assert labels[0].size / place.unit * PHONE >= 8


@pytest.mark.parametrize(("slug", "board"), some_of_each(BOARDS, 2))
def test_plates_of_what_can_be_pressed_are_apart_and_legible_on_a_phone(
    slug: str, board: str
) -> None:
    for state in later(slug, board):
        targets = sorted({move.target for move in state.legal_moves() if move.target})
        cells = Random(1).sample(targets, min(25, len(targets)))
        if not cells:
            continue
        fit = names_fit(state.board)
        marks = tuple(
            Mark(cell, cell if fit else str(number)) for number, cell in enumerate(cells, 1)
        )
        place = layout(state.board, False, True, False, map_levels(state))
        items = scene(state, choices=render.Choices(marks)).items
        texts = [item for item in items if isinstance(item, Text)][-len(marks) :]
        assert [text.text for text in texts] == [mark.name for mark in marks]
        written = [item.text for item in items if isinstance(item, Text)]
        assert not fit or all(written.count(cell) == 1 for cell in cells), (
            "one plate lies on another"
        )
        size = name_size(place)
        assert size / place.unit * PHONE >= 10
        for text, other in combinations(texts, 2):
            width, height = plate_size(text.text, size)
            other_width, _ = plate_size(other.text, size)
            x = abs(text.point[0] - other.point[0])
            y = abs(text.point[1] - other.point[1])
            # No plate reaches the letters of another.
            beside = x > (width + other_width) / 2 - 0.3 * size
            assert beside or y > height * 0.8, (text.text, other.text)


@pytest.mark.some_cases(1)
@pytest.mark.parametrize(("slug", "board"), some_of_each(BOARDS, 2))
def test_no_label_of_what_can_be_pressed_covers_the_stone_or_cell_that_it_names(
    slug: str, board: str
) -> None:
    """Nor does an area's letter cover any; on the whole board and on an enlarged part of it."""
    for state in later(slug, board):
        targets = {move.target for move in state.legal_moves() if move.target}
        cells = tuple(sorted(targets | state.pieces().keys()))
        marks = tuple(Mark(cell, cell) for cell in cells)
        areas = (cells[::2], cells[1::2])
        for shown in (render.Choices(marks, areas), render.Choices(marks, areas, cells[:4])):
            place = whole = layout(state.board, False, True, False, map_levels(state))
            if shown.part:
                place = enlarged(whole, shown.part)
                assert place.backdrop.height < 0.95 * place.unit or place is whole
            plates = [
                item
                for item in scene(state, choices=shown).items
                if isinstance(item, Path) and item.fill == "casing"
            ]
            named = plates[-len(marks) - 2 : -2]
            letters = plates[-2:]
            boxes = [(cell, bounds(path.points)) for cell, path in zip(cells, named, strict=True)]
            boxes += [(cell, bounds(path.points)) for path in letters for cell in cells]
            for cell, (left, top, right, bottom) in boxes:
                x, y = place.centre(cell)
                assert not (left < x < right and top < y < bottom), cell


@pytest.mark.parametrize(
    ("slug", "board"), [(slug, board) for slug, board in BOARDS if slug.startswith("veloop")]
)
def test_no_sign_of_an_exchange_covers_a_letter_a_number_or_the_arrow_of_its_own_move(
    slug: str, board: str
) -> None:
    for state in played(slug, 5, board=board)[1::2]:
        letters, numbers = labels_of(layout(state.board, False, True).backdrop.items)
        paths = [item for item in scene(state).items if isinstance(item, Path)]
        signs = [item.points for item in paths if item.line == "sign"]
        arrows = [item.points for item in paths if item.head and item.line in ("accent", "past")]
        for (one, other), (start, end) in product(signs, arrows):
            middle = along(one, other)
            assert all(dist(label.point, middle) > 0.35 for label in (*letters, *numbers))
            assert off_segment(middle, start, end) > 0.1
