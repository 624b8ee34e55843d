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
from render.layout import Layout, Map, enlarged, layout
from render.pictures import scene
from render.scene import Disc, Path, Piece, Point, Text
from render.views.loop import map_levels

from ..sampling import some_of_each
from .conftest import played

BOARDS = [(game.slug, board) for game in games.catalog() for board in game.options[0].choices]
NEAR = 0.2
"""How far from a line its own label may stand, in cells."""
CLEAR = 0.4
"""How far from a line all other labels must stand, in cells."""
PHONE = 400
"""The width of a phone, in pixels."""


def part_of(cell: str, which: int) -> str:
    """The file (1) or rank (2) of a cell."""
    return str(split(cell)[which])


def level_of(cell: str) -> int:
    """The level of a cell; 1 on a board without levels."""
    return split(cell)[0]


def direction_of(board: Lattice, which: int) -> Point:
    """In which direction a file (1) or rank (2) runs, from two neighbours on it."""
    for cell in board.cells:
        for other in board.neighbours(cell):
            if level_of(cell) != 1 or level_of(other) != 1:
                continue
            if part_of(cell, which) == part_of(other, which):
                x, y = board.xy(cell)
                other_x, other_y = board.xy(other)
                return (other_x - x, y - other_y)
    raise AssertionError(board)


def pixels(size: float, place: Layout) -> float:
    """A size in a picture as it is on a phone."""
    return size / place.unit * PHONE


def off_line(point: Point, cell: Point, direction: Point) -> float:
    """How far a point lies from the line through a cell."""
    dx = point[0] - cell[0]
    dy = point[1] - cell[1]
    return abs(dx * direction[1] - dy * direction[0]) / hypot(*direction)


def read(cell: Point, direction: Point, labels: list[Text], scale: float = 1.0) -> str:
    """The name that a reader finds on the line of a cell. Fails where two could be meant."""
    labels_in_order = sorted(labels, key=lambda label: off_line(label.point, cell, direction))
    first, *others = labels_in_order
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
    ground = [cell for cell in lattice.cells if level_of(cell) == 1]
    for which, labels in enumerate(labels_of(place.backdrop.items), 1):
        direction = direction_of(lattice, which)
        for cell in ground:
            assert read(place.centre(cell), direction, labels) == part_of(cell, which)
        for label in labels:
            check_label(label, labels, place)


def check_label(label: Text, labels: list[Text], place: Layout) -> None:
    """A label is legible, within the picture, and covers no cell and no other label."""
    x, y = label.point
    reach = label.size * 0.5
    assert pixels(label.size, place) >= 12
    assert 0.6 * reach < x < place.backdrop.width - 0.6 * reach
    assert y + reach < place.backdrop.height
    for centre in place.centres.values():
        assert dist(label.point, centre) > 0.41 + reach * 0.7
    for other in labels:
        if other is not label:
            assert dist(label.point, other.point) > label.size


@pytest.mark.parametrize("flip", [False, True])
@pytest.mark.parametrize(("slug", "board"), some_of_each(BOARDS, 3))
def test_slanted_files_have_a_guide_that_meets_no_other_label(
    slug: str, board: str, flip: bool
) -> None:
    lattice = games.get(slug).start(board=board).board
    items = layout(lattice, flip, True).backdrop.items
    letters, numbers = labels_of(items)
    direction = direction_of(lattice, 1)
    if abs(direction[0]) <= 0.1:
        return  # files run straight up
    lines = grid_lines(items)
    for label in letters:
        guides = guides_of(label, lines)
        assert guides, label.text
        for start, end in guides:
            assert off_line(start, label.point, direction) < 0.05
            assert off_line(end, label.point, direction) < 0.05
            for other in (*letters, *numbers):
                if other is not label:
                    gap = off_segment(other.point, start, end)
                    assert gap > other.size * 0.4, (label.text, other.text)


@pytest.mark.parametrize("flip", [False, True])
@pytest.mark.parametrize(("slug", "board"), some_of_each(BOARDS, 3))
def test_the_guide_of_a_number_runs_beside_all_letters(slug: str, board: str, flip: bool) -> None:
    lattice = games.get(slug).start(board=board).board
    items = layout(lattice, flip, True).backdrop.items
    letters, numbers = labels_of(items)
    if abs(direction_of(lattice, 1)[0]) <= 0.1:
        return  # letters stand in a row below
    level_lines = [line for line in grid_lines(items) if abs(line[0][1] - line[1][1]) < 0.01]
    for number in numbers:
        for start, end in level_lines:
            if abs(start[1] - number.point[1]) < 0.01 and dist(start, number.point) < number.size:
                for letter in letters:
                    gap = off_segment(letter.point, start, end)
                    assert gap > letter.size * 0.6, (number.text, letter.text)


def grid_lines(items: tuple[object, ...]) -> list[tuple[Point, Point]]:
    """Start and end of each straight line of a board's grid."""
    lines = []
    for item in items:
        if isinstance(item, Path) and item.line == "grid" and len(item.points) == 2:
            lines.append(item.points)
    return lines


def guides_of(label: Text, lines: list[tuple[Point, Point]]) -> list[tuple[Point, Point]]:
    """The lines that begin at a label."""
    nearest = min(dist(start, label.point) for start, _ in lines)
    reach = min(nearest + 0.01, label.size)
    return [(start, end) for start, end in lines if dist(start, label.point) < reach]


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
        place = layout(state.board, False, False, False, map_levels(state))
        numbers = name_numbers(items, place)
        vacant = vacant_cells(state)
        targets = targets_of(state)
        assert vacant <= set(numbers)
        if legal:
            assert targets <= set(numbers)
        if state.board.kind != "pyramid":
            assert set(state.pieces()) <= set(numbers)
        for name, number in numbers.items():
            point = items[number].point  # type: ignore[union-attr]
            later_items = items[number + 1 :]
            check_no_line_across(name, point, later_items)
            if name in vacant | targets:
                check_not_covered(name, point, later_items)


@pytest.mark.parametrize(("slug", "board"), some_of_each(BOARDS, 2))
def test_without_coordinates_there_are_no_names(slug: str, board: str) -> None:
    for state in later(slug, board):
        for item in scene(state, coordinates="none").backdrop.items:
            if isinstance(item, Text):
                assert len(item.text) >= 3, item


def name_numbers(items: tuple[object, ...], place: Layout) -> dict[str, int]:
    """Which item of a scene is the name of each cell; each stands in its cell and is legible."""
    numbers: dict[str, int] = {}
    for number, item in enumerate(items):
        if not isinstance(item, Text) or item.text not in place.centres:
            continue
        x, y = place.centre(item.text)
        assert abs(item.point[0] - x) < 0.01
        assert 0 <= item.point[1] - y < 0.25
        assert fonts.length(item.text, item.size, item.bold) <= 1
        assert pixels(item.size, place) >= 8.9
        if item.role != "strong":
            assert item.text not in numbers, "written twice"
        numbers[item.text] = number
    return numbers


def vacant_cells(state: State) -> set[str]:
    """The cells on level one on which anybody may place."""
    ground = {cell for cell in state.board.cells if level_of(cell) == 1}
    return ground - set(state.pieces()) - set(state.marks.get("banned", ()))


def targets_of(state: State) -> set[str]:
    """The cells on which a legal decision ends."""
    return {move.target for move in state.legal_moves() if move.target}


def check_not_covered(name: str, point: Point, items: tuple[object, ...]) -> None:
    """No disc and no piece of ``items`` lies over a point."""
    for item in items:
        if isinstance(item, Piece):
            assert dist(item.point, point) > item.size / 2, name
        elif isinstance(item, Disc) and item.fill and item.radius:
            assert dist(item.point, point) > item.radius, name


def check_no_line_across(name: str, point: Point, items: tuple[object, ...]) -> None:
    """No straight line of ``items`` runs through a point."""
    for item in items:
        if isinstance(item, Path) and len(item.points) == 2:
            assert off_segment(point, *item.points) > item.width, name


PYRAMIDS = [board for slug, board in BOARDS if slug == "loop"]


@pytest.mark.parametrize("coordinates", ["edge", "cells"])
@pytest.mark.parametrize("board", PYRAMIDS)
def test_every_place_of_a_pyramid_has_a_name_on_every_level(board: str, coordinates: str) -> None:
    for state in later("loop", board):
        if not names_fit(state.board):
            continue
        items = scene(state, coordinates=coordinates, highlight=False).items
        place = layout(state.board, False, coordinates == "edge", False, map_levels(state))
        names = {item.text: item.point for item in items if isinstance(item, Text)}
        holes = state.marks.get("holes", ())
        for cell in holes:
            assert dist(names[cell], place.centre(cell)) < 0.01
        higher = {cell for cell in (*state.pieces(), *holes) if level_of(cell) > 1}
        buried = set()
        for cell in higher:
            buried.update(state.board.feet(cell))  # type: ignore[attr-defined]
        assert higher - buried <= set(names)


@pytest.mark.parametrize("coordinates", ["edge", "cells"])
@pytest.mark.parametrize("board", PYRAMIDS)
def test_maps_of_the_levels_of_a_pyramid_are_read_as_the_board_is(
    board: str, coordinates: str
) -> None:
    """So that buried places have names too."""
    for state in later("loop", board):
        edge = coordinates == "edge" or not names_fit(state.board)
        place = layout(state.board, False, edge, False, map_levels(state))
        assert [level.level for level in place.maps] == list(range(1, map_levels(state) + 1))
        board_items = layout(state.board, False, edge).backdrop.items
        texts = []
        for item in place.backdrop.items:
            if isinstance(item, Text) and item not in board_items:
                texts.append(item)
        for level in place.maps:
            own = texts_beside(level, texts, place)
            for which, labels in enumerate(labels_of(tuple(own)), 1):
                assert pixels(labels[0].size, place) >= 8
                direction = direction_of(state.board, which)
                for cell, point in level.centres.items():
                    assert read(point, direction, labels, level.scale) == part_of(cell, which)


@pytest.mark.parametrize("board", PYRAMIDS)
def test_letters_of_the_map_of_a_level_do_not_run_together(board: str) -> None:
    lattice = games.get("loop").start(board=board).board
    place = layout(lattice, False, True, False, 2)
    for level in place.maps:
        texts = [item for item in place.backdrop.items if isinstance(item, Text)]
        letters, _ = labels_of(tuple(texts_beside(level, texts, place)))
        for one, other in combinations(letters, 2):
            if abs(one.point[1] - other.point[1]) > one.size * 0.8:  # on another line
                continue
            widths = [fonts.length(letter.text, letter.size, True) for letter in (one, other)]
            gap = abs(one.point[0] - other.point[0]) - sum(widths) / 2
            assert gap > one.size * 0.4, (one.text, other.text)


def texts_beside(level: Map, texts: list[Text], place: Layout) -> list[Text]:
    """The texts that belong to the map of a level."""
    centres = level.centres.values()
    middle = sum(x for x, _ in centres) / len(centres)
    own = []
    for text in texts:
        distance = min(dist(text.point, centre) for centre in centres)
        is_beside = abs(text.point[0] - middle) < place.unit / 4
        if is_beside and distance < level.scale + text.size:
            own.append(text)
    return own


@pytest.mark.parametrize(("slug", "board"), some_of_each(BOARDS, 2))
def test_plates_of_what_can_be_pressed_are_apart_and_legible_on_a_phone(
    slug: str, board: str
) -> None:
    for state in later(slug, board):
        targets = sorted(targets_of(state))
        cells = Random(1).sample(targets, min(25, len(targets)))
        if not cells:
            continue
        with_names = names_fit(state.board)
        marks = []
        for number, cell in enumerate(cells, 1):
            marks.append(Mark(cell, cell if with_names else str(number)))
        place = layout(state.board, False, True, False, map_levels(state))
        items = scene(state, choices=render.Choices(tuple(marks))).items
        texts = [item for item in items if isinstance(item, Text)]
        plates = texts[-len(marks) :]
        assert [text.text for text in plates] == [mark.name for mark in marks]
        if with_names:
            words = [text.text for text in texts]
            for cell in cells:
                assert words.count(cell) == 1, "one plate lies on another"
        size = name_size(place)
        assert pixels(size, place) >= 10
        for one, other in combinations(plates, 2):
            check_apart(one, other, size)


def check_apart(one: Text, other: Text, size: float) -> None:
    """The plate of a text does not reach the letters of another."""
    width, height = plate_size(one.text, size)
    other_width, _ = plate_size(other.text, size)
    dx = abs(one.point[0] - other.point[0])
    dy = abs(one.point[1] - other.point[1])
    is_beside = dx > (width + other_width) / 2 - 0.3 * size
    is_above_or_below = dy > height * 0.8
    assert is_beside or is_above_or_below, (one.text, other.text)


@pytest.mark.some_cases(2)
@pytest.mark.parametrize("enlarges", [False, True])
@pytest.mark.parametrize(("slug", "board"), some_of_each(BOARDS, 2))
def test_no_label_of_what_can_be_pressed_covers_the_stone_or_cell_that_it_names(
    slug: str, board: str, enlarges: bool
) -> None:
    """Nor does an area's letter cover any; on the whole board and on an enlarged part of it."""
    for state in later(slug, board):
        cells = tuple(sorted(targets_of(state) | state.pieces().keys()))
        marks = tuple(Mark(cell, cell) for cell in cells)
        areas = (cells[::2], cells[1::2])
        part = cells[:4] if enlarges else ()
        place = layout(state.board, False, True, False, map_levels(state))
        if part:
            whole = place
            place = enlarged(whole, part)
            assert place.backdrop.height < 0.95 * place.unit or place is whole
        plates = plates_of(state, render.Choices(marks, areas, part))
        letters = plates[-len(areas) :]
        names = plates[-len(areas) - len(marks) : -len(areas)]
        for cell, plate in zip(cells, names, strict=True):
            assert not covers(plate, place.centre(cell)), cell
        for letter, cell in product(letters, cells):
            assert not covers(letter, place.centre(cell)), cell


def plates_of(state: State, choices: render.Choices) -> list[Path]:
    """The plates on which labels of choices stand."""
    items = scene(state, choices=choices).items
    return [item for item in items if isinstance(item, Path) and item.fill == "casing"]


def covers(plate: Path, point: Point) -> bool:
    """Whether a point lies in the box round a plate."""
    left, top, right, bottom = bounds(plate.points)
    x, y = point
    return left < x < right and top < y < bottom


VELOOP_BOARDS = [(slug, board) for slug, board in BOARDS if slug.startswith("veloop")]


@pytest.mark.parametrize(("slug", "board"), VELOOP_BOARDS)
def test_no_sign_of_an_exchange_covers_a_letter_a_number_or_the_arrow_of_its_own_move(
    slug: str, board: str
) -> None:
    for state in played(slug, 5, board=board)[1::2]:
        letters, numbers = labels_of(layout(state.board, False, True).backdrop.items)
        paths = [item for item in scene(state).items if isinstance(item, Path)]
        signs = [path.points for path in paths if path.line == "sign"]
        arrows = [path.points for path in paths if path.head and path.line in ("accent", "past")]
        for (one, other), (start, end) in product(signs, arrows):
            middle = along(one, other)
            assert off_segment(middle, start, end) > 0.1
            for label in (*letters, *numbers):
                assert dist(label.point, middle) > 0.35
