"""What is said of the marks in a picture is so: each sentence is about marks that the game's
pictures have.
"""

from collections.abc import Iterable, Iterator, Sequence
from math import dist

import pytest

import games
from games import State
from games.teaching import MARKS, course_of, rules_of
from render.layout import Layout, layout
from render.pictures import scene
from render.scene import Area, Disc, Item, Path, Piece, Point, Text
from render.views.loop import map_levels
from tests.games.traces import FILES, RECORDED, load

# A match of Vigilance in which a cell is left that would win.
TO_A_CELL = (
    "c7 h5 e1 e1-b4 c2 c7-d8 c6 b4-c3 e5 d8-c7 d8 e5-c5 e1 d8-f6 g4 e1-f2 b4 g4-g3 g5 c3-b3 d3 "
    "f6-d4 g6 c5-b6 a3 h5-f3 e5 c2-c3 e1 e5-b5 e6 d3-f1 c2 d4-e5 h5 c3-d4 d3 g5-g4 f6"
)

SURROUNDED = 0.4
"""A disc of this radius or less is no pillar; cells."""


def arced(items: Iterable[Item], place: Layout, cells: Iterable[str]) -> bool:
    """Whether two thin arcs stand round each of these cells and nowhere else."""
    centres = []
    for item in items:
        if isinstance(item, Path) and item.line == "loss" and item.dash:
            centres.append(middle_of(item.points))
    points = [place.centre(cell) for cell in cells]
    if len(centres) != len(points):
        return False
    gaps = [min(dist(point, centre) for centre in centres) for point in points]
    return all(gap < 0.05 for gap in gaps)


def middle_of(points: Sequence[Point]) -> Point:
    """The mean of some points."""
    x = sum(x for x, _ in points) / len(points)
    y = sum(y for _, y in points) / len(points)
    return x, y


def kind(item: Item, place: Layout, pieces: Iterable[str], before_first_move: bool) -> str | None:
    """What a mark is to say by how it is drawn; None for what is no mark."""
    match item:
        case Path(line="sign"):
            return "exchanged"
        case Path(line="loss", dash=0, head=0, points=(_, _)):
            return "lost"
        case Path(line="text", points=(_, _)):
            return "barred"
        case Path(line="accent" | "faded", head=head) if head:
            return "moved"
        case Path(fill="win", line=""):
            return "safe"
        case Path(line="win") | Area(fill="win"):
            return "won"
        case Piece(glyph="leaper"):
            return "leaper"
        case Disc(fill="win", radius=radius) if radius > SURROUNDED:
            return "surrounded"
        case Path(fill=fill, alpha=alpha) if fill and alpha < 1:
            return "sealed"
        case Area(alpha=alpha) if alpha < 1:
            return "group"
        case Path(fill="casing", closed=True):
            return "gap"
        case Path(line="river") | Disc(fill="river"):
            return "river"
        case Text(text=text) if text.startswith("level"):
            return "level"
        case Text(text=text) if text.startswith("×"):
            return "reserve"
        case Disc(line="accent"):
            return "placed"
        case Disc(line="past"):
            return "head-start" if before_first_move else None
        case Disc(line="loss"):
            return "taken"
        case Text(text=text, point=point) if text.isdigit():
            on_a_piece = any(dist(place.centre(cell), point) < 0.1 for cell in pieces)
            return "size" if on_a_piece else None
    return None


def marks_of(state: State) -> set[str]:
    """The kinds of marks in the picture of a state."""
    place = layout(state.board, False, True, False, map_levels(state), True)
    pieces = state.pieces()
    pillars = state.board.features.get("pillars", ())
    items = scene(state).items
    assert arced(items, place, state.threats)
    kinds = set()
    for cell in state.threats:
        kinds.add("danger" if cell in pieces or cell in pillars else "winning")
    for item in items:
        name = kind(item, place, pieces, state.ply == 0)
        if name is not None:
            kinds.add(name)
    return kinds


Match = tuple[dict[str, str], list[str]]
"""Options and moves."""


def matches_of(slug: str) -> list[Match]:
    """Matches of a game: of its rules, its lesson, and recorded ones."""
    game = games.get(slug)
    matches: list[Match] = []
    for page in rules_of(game):
        if page.example:
            matches.append((page.example.options, page.example.moves.split()))
    for step in course_of(game):
        matches.append((step.options, list(step.moves)))
    if slug == "vigilance":
        matches.append(({"board": "square-3-adjacent", "captures": "off"}, TO_A_CELL.split()))
    files = [file for file in FILES if file.parent.name == slug]
    for file in files[::18]:
        head, (match, *_) = load(file)
        matches.append((head["options"], match["moves"]))
    return matches


def positions_of(slug: str) -> Iterator[State]:
    """Positions of these matches: the last four of each, and some before; and a head start."""
    game = games.get(slug)
    for variant, head_start in game.head_starts[:1]:
        options = dict(zip((option.name for option in game.options), variant.split(), strict=True))
        yield game.start(**options, handicap=f"turns-{head_start.counts[0]}")
    for options, moves in matches_of(slug):
        state = game.start(**options)
        for text in moves:
            state = state.play(state.parse(text))
            if state.ply % 15 == 0 or state.ply > len(moves) - 4:
                yield state


@pytest.mark.some_cases(1)
@pytest.mark.parametrize("slug", RECORDED)
def test_the_legend_of_a_game_names_the_marks_in_its_pictures_and_no_others(slug: str) -> None:
    (legend,) = [set(page.marks) for page in rules_of(games.get(slug)) if page.marks]
    assert legend <= set(MARKS)
    marks = set[str]()
    for state in positions_of(slug):
        marks |= marks_of(state)
    assert marks == legend


def test_the_rules_of_a_match_explain_the_marks_of_its_own_head_start() -> None:
    game = games.get("loop")

    def legend(**options: str) -> set[str]:
        return {mark for page in rules_of(game, game.complete(options)) for mark in page.marks}

    assert legend(handicap="turns-4") - legend() == {"head-start"}
    assert legend(handicap="hints-3") == legend()
