"""A match as a moving picture: GIF and animated WebP, stones moving, a line of text for every
turn.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from PIL import Image

from games.core import State

from . import raster
from .geometry import along
from .layout import Layout, layout
from .pictures import scene
from .raster.encoding import WRITERS, Frame
from .scene import Disc, Item, Piece, Point, Scene
from .themes import palette, with_seat_tones
from .views.loop import map_levels
from .words import Say, made_by

SIZE = 480  # px; at a phone's 400 points as sharp as a moving picture need be

# By number of decisions: how many frames a stone's way takes, and for how long each position
# stands, in ms.
_PACES = ((60, 4, 900), (140, 3, 700), (300, 2, 450), (600, 1, 280), (1 << 30, 0, 180))
_STEP = 60
_END = 4000


def replay(
    states: Sequence[State],
    *,
    format: str = "gif",
    theme: str = "wood",
    size: int = SIZE,
    flip: bool = False,
    progress: Callable[[float], None] | None = None,
    say: Say = str,
) -> bytes:
    """The match whose states are given, first to last, as an endless GIF or WebP ``size`` px wide,
    under 8 MB.

    ``progress`` is called with the share done, from 0 to 1, after every decision. Raises ValueError
    for another format and for an unknown theme.
    """
    if format not in WRITERS:
        raise ValueError(f"a replay is {' or '.join(WRITERS)}, not {format!r}")
    theme = with_seat_tones(theme, states[0].game.seats)
    return WRITERS[format](
        frames(states, theme, size, flip, progress or (lambda _: None), say), palette(theme)
    )


def frames(
    states: Sequence[State],
    theme: str,
    size: int,
    flip: bool,
    progress: Callable[[float], None],
    say: Say,
) -> Iterator[Frame]:
    """The frames one after another, in the theme's palette."""
    count = len(states) - 1
    steps, hold = next((steps, hold) for most, steps, hold in _PACES if count <= most)
    levels = map_levels(states[-1])
    place = layout(states[0].board, flip, True, True, levels)

    def shot(shown: Scene) -> Image.Image:
        return raster.flat(shown, theme, size)

    yield Frame(
        shot(scene(states[0], flip=flip, caption=states[0].game.name, levels=levels, say=say)), hold
    )
    start = 0  # where the turn that is being played began
    for ply, (before, after) in enumerate(pairwise(states)):
        if ply and states[ply - 1].to_move != before.to_move:
            start = ply
        caption = _caption(states[start : ply + 2], say)
        if steps:
            bare = scene(
                before, flip=flip, highlight=False, caption=caption, levels=levels, say=say
            )
            passage = _passage(bare, place, before, after)
            for step in range(1, steps + 1):
                share = step / (steps + 1)
                yield Frame(shot(passage(share * share * (3 - 2 * share))), _STEP)
        shown = scene(
            after, flip=flip, turn=states[start : ply + 2], caption=caption, levels=levels, say=say
        )
        yield Frame(shot(shown), hold if ply + 1 < count else _END)
        progress((ply + 1) / count)


def _caption(turn: Sequence[State], say: Say) -> str:
    seat = turn[0].to_move
    assert seat is not None
    moves = " ".join(
        made_by(state, state.last_move, say) for state in turn[1:] if state.last_move is not None
    )
    return f"{turn[0].turn}. {say(turn[0].game.seats[seat])}: {moves}"


def _passage(bare: Scene, place: Layout, before: State, after: State) -> Callable[[float], Scene]:
    """How a decision comes about, by the share done, 0 to 1; what it moves is taken from ``bare``,
    the scene before.
    """
    ways: dict[str, str] = {}
    arriving: list[tuple[Point, str]] = []
    pieces = before.pieces()
    source = ""
    for event in after.events:
        if event.kind in ("slid", "leapt"):
            ways[event.cells[0]] = event.cells[1]
        elif event.kind == "swapped" and len(event.cells) == 2:
            one, other = event.cells
            ways.update(
                {here: there for here, there in ((one, other), (other, one)) if here in pieces}
            )
        elif event.kind == "supported":
            source = event.cells[0]
        elif event.kind in ("placed", "covered"):
            arriving.append((place.centre(source or event.cells[0]), event.cells[0]))
    moving: dict[Item, Point] = {}
    for begin, end in ((place.centre(here), place.centre(there)) for here, there in ways.items()):
        piece = _top(bare, begin)
        if piece:
            moving[piece] = piece.point[0] + end[0] - begin[0], piece.point[1] + end[1] - begin[1]
    fresh = scene(after, flip=place.flip, highlight=False, caption="-", levels=len(place.maps))
    arrivals = [
        (origin, place.centre(cell), _top(fresh, place.centre(cell))) for origin, cell in arriving
    ]
    still = [item for item in bare.items if item not in moving]
    lifted = [
        (item, moving[item]) for item in bare.items if isinstance(item, Piece) and item in moving
    ]

    def scene_at(share: float) -> Scene:
        shown: list[Item] = [
            piece._replace(point=along(piece.point, goal, share)) for piece, goal in lifted
        ]
        for origin, goal, placed in arrivals:
            if origin == goal:
                shown.append(
                    Disc(goal, 0.46 + 0.5 * (1 - share), line="accent", width=0.05, alpha=share)
                )
            elif placed is not None:
                shown.append(placed._replace(point=along(origin, goal, share)))
        return Scene(bare.backdrop, (*still, *shown))

    return scene_at


def _top(shown: Scene, point: Point) -> Piece | None:
    """The topmost piece that stands at a point."""
    pieces = (item for item in reversed(shown.items) if isinstance(item, Piece))
    return next(
        (
            p
            for p in pieces
            if abs(p.point[0] - point[0]) < 0.05 and abs(p.point[1] - point[1]) < 0.35
        ),
        None,
    )
