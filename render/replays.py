"""A match as a moving picture, GIF or animated WebP, with a line of text for each turn."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf

from games.core import State

from . import raster
from .geometry import along, vector
from .layout import Layout, layout
from .pictures import scene
from .raster.encoding import WRITERS, Frame
from .scene import Disc, Item, Piece, Point, Scene
from .themes import palette, with_seat_tones
from .views.loop import map_levels
from .words import Say, made_by

SIZE = 480  # px; at a phone's 400 points as sharp as a moving picture need be

_STEP = 60  # ms that a frame on a stone's way stands
_END = 4000  # ms that the last position stands


@dataclass(frozen=True, slots=True)
class _Pace:
    """How fast matches of up to so many decisions go on.

    ``steps`` is how many frames a stone's way takes, ``hold`` for how many ms each position stands.
    """

    decisions: float
    steps: int
    hold: int


_PACES = (
    _Pace(60, 4, 900),
    _Pace(140, 3, 700),
    _Pace(300, 2, 450),
    _Pace(600, 1, 280),
    _Pace(inf, 0, 180),
)


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
    """A match as an endless GIF or WebP ``size`` px wide, under 8 MB.

    :param states: the states of the match, first to last
    :param progress: called with the share done, from 0 to 1, after every decision
    :param say: translates the words in the picture

    Raises ValueError for another format and for an unknown theme.
    """
    if format not in WRITERS:
        raise ValueError(f"a replay is {' or '.join(WRITERS)}, not {format!r}")
    theme = with_seat_tones(theme, states[0].game.seats)
    if progress is None:
        progress = _ignore
    shots = frames(states, theme, size, flip, progress, say)
    return WRITERS[format](shots, palette(theme))


def _ignore(share: float) -> None:
    """Tell nobody about the progress."""


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
    pace = next(pace for pace in _PACES if count <= pace.decisions)
    levels = map_levels(states[-1])
    place = layout(states[0].board, flip, True, True, levels)

    def frame(picture: Scene, duration: int) -> Frame:
        return Frame(raster.flat(picture, theme, size), duration)

    name = states[0].game.name
    opening = scene(states[0], flip=flip, caption=name, levels=levels, say=say)
    yield frame(opening, pace.hold)
    turn_start = 0  # the ply at which the turn that is being played began
    for ply, (start, end) in enumerate(pairwise(states)):
        if ply and states[ply - 1].to_move != start.to_move:
            turn_start = ply
        turn = states[turn_start : ply + 2]
        caption = _caption(turn, say)
        if pace.steps:
            bare = scene(start, flip=flip, highlight=False, caption=caption, levels=levels, say=say)
            passage = _passage(bare, place, start, end)
            for step in range(1, pace.steps + 1):
                yield frame(passage(_eased(step / (pace.steps + 1))), _STEP)
        position = scene(end, flip=flip, turn=turn, caption=caption, levels=levels, say=say)
        yield frame(position, pace.hold if ply + 1 < count else _END)
        progress((ply + 1) / count)


def _eased(share: float) -> float:
    """How much of a way is behind after a share of its time: it begins and ends slowly."""
    return share * share * (3 - 2 * share)


def _caption(turn: Sequence[State], say: Say) -> str:
    """The line of text of a turn, given as the states from its start on."""
    seat = turn[0].to_move
    assert seat is not None
    moves = [made_by(state, say) for state in turn[1:] if state.last_move is not None]
    mover = say(turn[0].game.seats[seat])
    return f"{turn[0].turn}. {mover}: {' '.join(moves)}"


@dataclass(frozen=True, slots=True)
class _Way:
    """A piece that moves to a point."""

    piece: Piece
    goal: Point


@dataclass(frozen=True, slots=True)
class _ArrivingPiece:
    """A piece that comes onto the board at ``goal``, from ``origin`` if that is another point.

    There is no ``piece`` where another covers it at once.
    """

    origin: Point
    goal: Point
    piece: Piece | None


def _passage(
    bare: Scene, place: Layout, previous_state: State, current_state: State
) -> Callable[[float], Scene]:
    """How a decision comes about, by the share of the way that is done, from 0 to 1.

    What it moves is taken from ``bare``, the scene before.
    """
    moving_items: dict[Item, Point] = {}
    for start, end in _moves(previous_state, current_state).items():
        piece = _top(bare, place.centre(start))
        if piece:
            x, y = piece.point
            start_x, start_y = place.centre(start)
            end_x, end_y = place.centre(end)
            moving_items[piece] = x + end_x - start_x, y + end_y - start_y
    resting_items = []
    ways = []
    for item in bare.items:
        if isinstance(item, Piece) and item in moving_items:
            ways.append(_Way(item, moving_items[item]))
        else:
            resting_items.append(item)
    arrivals = list(_arrivals(place, current_state))

    def scene_at(share: float) -> Scene:
        items: list[Item] = []
        for way in ways:
            point = along(way.piece.point, way.goal, share)
            items.append(way.piece._replace(point=point))
        for arrival in arrivals:
            if arrival.origin == arrival.goal:
                radius = 0.46 + 0.5 * (1 - share)
                items.append(Disc(arrival.goal, radius, line="accent", width=0.05, alpha=share))
            elif arrival.piece is not None:
                point = along(arrival.origin, arrival.goal, share)
                items.append(arrival.piece._replace(point=point))
        return Scene(bare.backdrop, (*resting_items, *items))

    return scene_at


def _moves(start: State, end: State) -> dict[str, str]:
    """Where the pieces that the last decision moved came from, and where they went."""
    pieces = start.pieces()
    moves: dict[str, str] = {}
    for event in end.events:
        if event.kind in ("slid", "leapt"):
            moves[event.cells[0]] = event.cells[1]
        elif event.kind == "swapped" and len(event.cells) == 2:
            one, other = event.cells
            if one in pieces:
                moves[one] = other
            if other in pieces:
                moves[other] = one
    return moves


def _arrivals(place: Layout, state: State) -> Iterator[_ArrivingPiece]:
    """The pieces that the last decision brought onto the board."""
    bare = scene(state, flip=place.flip, highlight=False, caption="-", levels=len(place.maps))
    support = ""
    for event in state.events:
        if event.kind == "supported":
            support = event.cells[0]
        elif event.kind in ("placed", "covered"):
            goal = place.centre(event.cells[0])
            origin = place.centre(support) if support else goal
            yield _ArrivingPiece(origin, goal, _top(bare, goal))


def _top(picture: Scene, point: Point) -> Piece | None:
    """The topmost piece that stands at a point."""
    for item in reversed(picture.items):
        if isinstance(item, Piece) and _stands_at(item, point):
            return item
    return None


def _stands_at(piece: Piece, point: Point) -> bool:
    """Whether a piece stands at a point, on others or by itself."""
    dx, dy = vector(point, piece.point)
    return abs(dx) < 0.05 and abs(dy) < 0.35
