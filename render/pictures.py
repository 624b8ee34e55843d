"""A state becomes a scene: the board, its game's view of it, the strip above; then a picture."""

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from types import ModuleType
from typing import NamedTuple, TypedDict, Unpack

from games.core import Outcome, State
from games.registry import module_about

from . import fonts, raster, views
from .choices import Choices, names_fit, pressable, tints
from .geometry import box
from .layout import CAPTION, STRIP, Layout, enlarged, layout
from .scene import Item, Path, Piece, Point, Scene, Text
from .themes import side, with_seat_tones
from .views import default, loop
from .views.common import View, decisions, lowered, pincers, ring, uncovered
from .views.loop import map_levels
from .words import CALLED_OFF

COORDINATES = ("edge", "cells", "none")
# The strip, in shares of the picture's width.
CHIP_PIECE = 0.04  # the piece of a chip
CHIP_GAP = 0.014  # between the parts of a chip
BESIDE_STATUS = 0.04  # free beside the words between the chips, on both sides together
# Letters are as many whole pixels high as is nearest, and may be wider than they are measured.
ROUNDED = 1.03


class Content(TypedDict, total=False):
    """What a picture of a board shows; see ``scene``."""

    flip: bool
    coordinates: str
    legal: bool | Set[str]
    highlight: bool
    threats: bool
    sight: bool
    choices: Choices | None
    preview: bool
    ending: Outcome | None
    say: Callable[[str], str]


class Look(Content, total=False):
    """How a board is drawn; see ``scene`` and ``drawing``."""

    theme: str
    size: int


class Drawing(NamedTuple):
    """A picture that is to be drawn: what it shows, in which theme, how many pixels wide."""

    scene: Scene
    theme: str
    size: int

    def png(self) -> bytes:
        """The picture as a palette PNG."""
        return raster.png(self.scene, self.theme, self.size)


def png(state: State, *, turn: Sequence[State] = (), **look: Unpack[Look]) -> bytes:
    """A picture of the board as a palette PNG; see ``drawing``."""
    return drawing(state, turn=turn, **look).png()


def drawing(
    state: State,
    *,
    theme: str = "wood",
    size: int = 900,
    turn: Sequence[State] = (),
    **content: Unpack[Content],
) -> Drawing:
    """The ``scene`` of a state, ``size`` px wide, not drawn yet.

    Safe in threads. Raises ValueError for a theme that does not exist.
    """
    return Drawing(
        scene(state, turn=turn, **content), with_seat_tones(theme, state.game.seats), size
    )


def _view(state: State) -> ModuleType:
    """The view of a game: the module of ``views`` that is named after it.

    A game without one has the default for its kind of board.
    """
    view = module_about(state.game, views.__name__)
    if view is not None:
        return view
    return loop if state.board.kind == "pyramid" else default


def has_sight(state: State) -> bool:
    """Whether a game has sight lines to show."""
    return getattr(_view(state), "HAS_SIGHT", False)


def scene(
    state: State,
    *,
    flip: bool = False,
    coordinates: str = "edge",
    legal: bool | Set[str] = False,
    highlight: bool = True,
    threats: bool = True,
    sight: bool = False,
    choices: Choices | None = None,
    preview: bool = False,
    turn: Sequence[State] = (),
    ending: Outcome | None = None,
    say: Callable[[str], str] = str,
    caption: str = "",
    levels: int | None = None,
    bare: bool = False,
) -> Scene:
    """What a picture of ``state`` shows.

    :param flip: turns the board half round
    :param coordinates: one of COORDINATES
    :param legal: whether legal destinations are shown, or those among a set of cells
    :param highlight: shows the last turn, or all since the first state of ``turn``
    :param threats: shows, with ``highlight``, what the side to move may lose or win at once
    :param sight: shows sight lines, in games that have them
    :param choices: what can be pressed
    :param preview: says that the turn is not made yet, so that nobody is named as next to move
    :param ending: how the players have ended what the rules have not, such as by resigning
    :param say: translates the few words in the strip
    :param caption: a line of text below
    :param levels: of how many levels of a pyramid there are maps; None: of those in play
    :param bare: leaves out the strip above

    Raises ValueError for coordinates that do not exist.
    """
    if coordinates == "cells" and not names_fit(state.board):
        coordinates = "edge"
    if choices is None:
        choices = Choices()
    place = layout_of(state, flip, coordinates, bool(caption), levels)
    if choices.part:
        place = enlarged(place, choices.part)
    plates = frozenset(mark.cell for mark in choices.marks)
    latest_decisions = decisions(state, turn) if highlight else ()
    view = View(
        state=state,
        layout=place,
        decisions=latest_decisions,
        coordinates=coordinates,
        legal=legal,
        sight=sight,
        say=say,
        plates=plates,
    )
    view = replace(view, decisions=uncovered(view))
    items = list(_view(state).items(view))
    if highlight and state.ply == 0:
        items += (ring(view, cell, "past") for cell in state.pieces_of_head_start())
    if highlight and threats:
        items += pincers(view)
    if coordinates == "cells":
        items = _with_lowered_names(view, items)
    areas = list(tints(place, choices))
    if state.board.kind == "pyramid":
        items = [*items, *areas]
    else:
        items = [*areas, *items]
    items += pressable(place, choices, state.pieces())
    head = [] if bare else list(strip(state, place, say, ending, preview))
    if choices.part:
        # The strip hides what reaches up from the part of the board that is shown.
        cover = box(0, 0, place.unit, STRIP * place.unit * 0.96)
        items = [*items, Path(cover, fill="ground", closed=True), *head]
    else:
        items = [*head, *items]
    if caption:
        items.append(_caption(place, caption))
    return Scene(place.backdrop, tuple(items))


def _with_lowered_names(view: View, items: list[Item]) -> list[Item]:
    """Items of a board whose cells carry names; names that would be hidden stand low in them."""
    names = list(lowered(view, items))
    texts = {name.text for name in names}
    other_items = [item for item in items if not (isinstance(item, Text) and item.text in texts)]
    return [*other_items, *names]


def _caption(place: Layout, caption: str) -> Text:
    """The line of text below a board, cut where it is too long."""
    unit = place.unit
    size = unit * 0.034
    while fonts.length(caption, size, True) > unit * 0.94:
        caption = caption[:-2].rstrip(" …") + "…"
    y = place.backdrop.height - CAPTION * unit * 0.52
    point = (unit / 2, y)
    return Text(point, caption, size, "strong", bold=True)


def layout_of(
    state: State,
    flip: bool = False,
    coordinates: str = "edge",
    caption: bool = False,
    levels: int | None = None,
) -> Layout:
    """Where things are in the ``scene`` of a state.

    Raises ValueError for coordinates that do not exist.
    """
    if coordinates not in COORDINATES:
        raise ValueError(
            f"coordinates cannot be {coordinates!r}; they may be {', '.join(COORDINATES)}"
        )
    if levels is None:
        levels = map_levels(state)
    edge = coordinates == "edge"
    return layout(state.board, flip, edge, caption, levels, map_labels=coordinates != "none")


def strip(
    state: State,
    layout: Layout,
    say: Callable[[str], str],
    ending: Outcome | None = None,
    preview: bool = False,
) -> Iterable[Item]:
    """A chip for each seat, on a plate for who is to move or has won; words between them."""
    outcome = state.outcome or ending
    unit = layout.unit
    middle = STRIP * unit * 0.5
    both_texts = [_chip_texts(state, seat, outcome, say, preview) for seat in (0, 1)]
    status = _status(state, outcome, unit, preview, say)
    arrangement = _arrangement(both_texts, status, layout)
    first = _chip(state, 0, both_texts[0], layout, arrangement)
    second = _chip(state, 1, both_texts[1], layout, arrangement)
    yield from first.items
    yield from second.items
    left = layout.left + first.width
    right = layout.right - second.width
    if not status.words:
        return
    size = min(status.size, arrangement.size)
    width = fonts.length(status.words, size, status.bold)
    if width + unit * BESIDE_STATUS <= right - left + 1e-6:
        margin = min(unit * 0.07, (right - left) / 2)
        centre = min(max(unit / 2, left + margin), right - margin)
        yield Text((centre, middle), status.words, size, status.role, bold=status.bold)


@dataclass(frozen=True, slots=True)
class _StripText:
    """What is said between the chips of the strip; perhaps nothing."""

    words: str
    size: float
    role: str = "text"
    bold: bool = False


def _status(
    state: State, outcome: Outcome | None, unit: float, preview: bool, say: Callable[[str], str]
) -> _StripText:
    size = unit * 0.03
    if outcome is not None and outcome.reason not in CALLED_OFF:
        if outcome.winner is None:
            return _StripText(say("draw"), unit * 0.033, "win", bold=True)
        return _StripText("", size)
    if any(event.kind == "passed" for event in state.events):
        return _StripText(say("passed"), size, "accent", bold=True)
    if state.turns and not preview:
        return _StripText(say("turn {number}").format(number=state.turns), size)
    return _StripText("", size)


@dataclass(frozen=True, slots=True)
class _Chip:
    """A seat's part of the strip; ``width`` is how far it reaches from its side of the picture."""

    items: list[Item]
    width: float


@dataclass(frozen=True, slots=True)
class _ChipTexts:
    """What a chip says of a seat.

    :param figures: the seat's score; empty where there is none
    :param stock: how many stones it has in hand; empty if none
    :param edge: the role of the plate's edge, for who has won or is to move; empty: no plate
    """

    words: str
    figures: str
    stock: str
    edge: str

    @property
    def bold(self) -> bool:
        """Whether the words are bold."""
        return bool(self.edge)


@dataclass(frozen=True, slots=True)
class _Arrangement:
    """How chips are written: the body of their letters, and whether counts stand below words."""

    size: float
    two_lines: bool


@dataclass(frozen=True, slots=True)
class _ChipWidths:
    """How wide the texts of a chip are, without the ``space`` before each but the first."""

    words: float
    figures: float
    stock: float
    space: float

    @property
    def counts(self) -> float:
        """How wide the score and what is in hand are together."""
        space = self.space if self.figures and self.stock else 0.0
        return self.figures + space + self.stock

    def total(self, two_lines: bool) -> float:
        """How wide the chip's texts are, in one line or with the counts in a second one."""
        if two_lines:
            return max(self.words, self.counts)
        return self.words + self.counts + (self.space if self.counts else 0.0)


def _chip_texts(
    state: State, seat: int, outcome: Outcome | None, say: Callable[[str], str], preview: bool
) -> _ChipTexts:
    words = say(state.game.seats[seat])
    edge = ""
    if outcome is not None and outcome.winner == seat:
        words = say("{side} wins").format(side=words)
        edge = "win"
    elif outcome is None and state.to_move == seat and not preview:
        words = say("{side} to move").format(side=words)
        edge = "accent"
    figures = ""
    if state.score is not None:
        figures = say(state.game.score_label).format(count=state.score[seat])
    stock = f"×{state.reserve[seat]}" if state.reserve[seat] else ""
    return _ChipTexts(words, figures, stock, edge)


def _chip_widths(texts: _ChipTexts, size: float, unit: float) -> _ChipWidths:
    """The widths of a chip's texts in letters of this size."""
    figures = _text_width(texts.figures, size) if texts.figures else 0.0
    stock = 0.0
    if texts.stock:
        stock = CHIP_PIECE * unit * 0.66 + _text_width(texts.stock, size * 0.85, bold=True)
    words = _text_width(texts.words, size, texts.bold)
    return _ChipWidths(words, figures, stock, CHIP_GAP * unit * 1.4)


def _text_width(text: str, size: float, bold: bool = False) -> float:
    return fonts.length(text, size, bold) * ROUNDED


def _arrangement(
    both_texts: Sequence[_ChipTexts], status: _StripText, layout: Layout
) -> _Arrangement:
    """The largest letters in which two chips and the words between them fit, in any language.

    They stand in one line if that can be read on a phone.
    """
    unit = layout.unit
    room = layout.right - layout.left
    for two_lines, largest, smallest in ((False, 0.033, 0.028), (True, 0.029, 0.0)):
        size = largest * unit
        while size > smallest * unit:
            if _strip_width(both_texts, status, unit, size, two_lines) <= room:
                return _Arrangement(size, two_lines)
            size -= 0.0005 * unit
    return _Arrangement(0.0255 * unit, two_lines=True)


def _strip_width(
    both_texts: Sequence[_ChipTexts], status: _StripText, unit: float, size: float, two_lines: bool
) -> float:
    """How wide the strip's chips and words are in letters of this size."""
    width = 0.0
    for texts in both_texts:
        text_width = _chip_widths(texts, size, unit).total(two_lines)
        width += (CHIP_PIECE + 3 * CHIP_GAP) * unit + text_width
    if status.words:
        width += fonts.length(status.words, min(status.size, size), status.bold)
        width += BESIDE_STATUS * unit
    return width


def _chip(
    state: State, seat: int, texts: _ChipTexts, layout: Layout, arrangement: _Arrangement
) -> _Chip:
    """A seat's chip, in bold and on a plate for who has won or is to move."""
    unit = layout.unit
    middle = STRIP * unit * 0.5
    piece = unit * CHIP_PIECE
    gap = unit * CHIP_GAP
    widths = _chip_widths(texts, arrangement.size, unit)
    total = piece + gap + widths.total(arrangement.two_lines)
    if seat == 0:
        x = layout.left + gap
    else:
        x = layout.right - gap - total
    items: list[Item] = []
    has_two_lines = arrangement.two_lines and widths.counts > 0
    if texts.edge:
        half = unit * (0.036 if has_two_lines else 0.0285)
        items.append(_chip_plate(x - gap, x + total + gap, unit, half, texts.edge))
    tone, glyph = side(state, seat)
    centre = (x + piece / 2, middle)
    items.append(Piece(centre, "disc", tone, piece, glyph=glyph))
    x += piece + gap
    role = "strong" if texts.bold else "text"
    rise = unit * 0.0165 if has_two_lines else 0.0
    words_point = (x, middle - rise)
    items.append(Text(words_point, texts.words, arrangement.size, role, "lm", texts.bold))
    if not arrangement.two_lines:
        x += widths.words + widths.space
    items += _counts(texts, widths, tone, (x, middle + rise), arrangement.size, unit)
    return _Chip(items, total + 2 * gap)


def _counts(
    texts: _ChipTexts, widths: _ChipWidths, tone: str, start: Point, size: float, unit: float
) -> Iterator[Item]:
    """A seat's score, then what it has in hand, from ``start`` to the right."""
    x, y = start
    if texts.figures:
        x += widths.figures
        yield Text((x, y), texts.figures, size, "strong", "rm")
        x += widths.space
    if texts.stock:
        piece = unit * CHIP_PIECE
        yield Piece((x + piece * 0.3, y), "disc", tone, piece * 0.6)
        role = "strong" if texts.bold else "text"
        end = (x + widths.stock, y)
        yield Text(end, texts.stock, size * 0.85, role, "rm", bold=True)


def _chip_plate(start: float, end: float, unit: float, half: float, edge: str) -> Path:
    """The plate beneath a chip, from ``start`` to ``end`` and ``half`` of its height up and down.

    :param edge: the role of its edge
    """
    middle = STRIP * unit * 0.5
    shape = box(start, middle - half, end, middle + half)
    corner = unit * 0.014
    return Path(shape, fill="cell", line=edge, width=unit * 0.0035, closed=True, round=corner)
