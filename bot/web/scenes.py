"""Scenes as the page is sent them: a position's items, and by their hash what seldom changes,
boards and themes.

The address of a board or theme has its hash, and with a signature what it is made of: any process
that the page asks for it has it or makes it, and makes nothing for strangers.
"""

import hashlib
import hmac
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from urllib.parse import urlencode
from weakref import WeakKeyDictionary

import orjson

from bot.chat.board.choosing import Moves, next_stone
from bot.chat.board.consequences import consequence
from bot.web.compression import gunzipped, gzipped
from bot.web.protocol import SceneView
from games import registry
from games.core import Move, Outcome, State
from render import Look
from render.coordinates import split
from render.layout import STRIP, Layout
from render.packing import Cells, packed, thousandths, to_thousandths
from render.pictures import layout_of, scene
from render.scene import Backdrop, Point
from render.themes import Theme, dusk, side, theme_of, with_seat_tones
from render.views.loop import map_levels
from render.words import pieces_in_words

MOST_BLOBS = 512
MOST_SCENES = 1_000
SIGNED = 22  # characters of a signature: 128 bits and more
NAME_CHARACTERS = 20
DARK = 240  # sum of the ground's red, green and blue below which a theme is dark
OPTION = "o."  # before the name of a game's option in an address
MOST_EFFECTS = 32  # decisions whose effects are sent along; each takes about 50 µs


@dataclass(frozen=True, slots=True)
class Blob:
    """What the page keeps for ever: its hash, and its JSON, gzipped."""

    name: str
    data: bytes


class Blobs:
    """The boards and themes that pages were sent lately, by hash: no match or member is in them.

    :param signature: signs a text, alike in all processes that serve the page.
    """

    def __init__(self, signature: Callable[[str], str]) -> None:
        self._signature = signature
        self._known: OrderedDict[str, bytes] = OrderedDict()  # at most MOST_BLOBS
        # that render caches
        self._boards: WeakKeyDictionary[Backdrop, tuple[Blob, Cells]] = WeakKeyDictionary()
        self._themes: dict[str, Blob] = {}  # of the table of themes
        self._scenes: OrderedDict[Hashable, SceneView] = OrderedDict()  # at most MOST_SCENES

    def find(self, name: str, fields: Mapping[str, str]) -> bytes | None:
        """The gzipped JSON of that hash; it is made if another process was asked for it before.

        :param fields: what it is made of, signed, as its address has it.
        """
        if name not in self._known:
            made_of = dict(fields.items())
            signature = made_of.pop("sign", "").encode("utf-8", "surrogateescape")
            if hmac.compare_digest(self._sign(name, made_of).encode(), signature):
                self._make(made_of)
        return self._known.get(name)

    def scene(self, key: Hashable, make: Callable[[], SceneView]) -> SceneView:
        """A scene that is shown again and again, such as the small boards of a list.

        :param key: changes with anything in it
        :param make: makes it where it is not known
        """
        scene = self._scenes.get(key)
        if scene is None or not (self._keeps(scene["back"]) and self._keeps(scene["theme"])):
            scene = self._scenes[key] = make()
            while len(self._scenes) > MOST_SCENES:
                self._scenes.popitem(last=False)
        self._scenes.move_to_end(key)
        return scene

    def _keeps(self, address: str) -> bool:
        """Whether a board or theme is still known; it is for longer now."""
        name, _, _ = address.partition("?")
        if name not in self._known:
            return False
        self._known.move_to_end(name)
        return True

    def plain(self, address: str) -> orjson.Fragment:
        """The JSON at an address, to be sent within another."""
        name, _, _ = address.partition("?")
        return orjson.Fragment(gunzipped(self._known[name]))

    def address(self, blob: Blob, fields: Mapping[str, str]) -> str:
        """Where a page gets a blob that is made of these fields."""
        signed_fields = {**fields, "sign": self._sign(blob.name, fields)}
        return f"{blob.name}?{urlencode(signed_fields)}"

    def _sign(self, name: str, fields: Mapping[str, str]) -> str:
        query = urlencode(fields, errors="surrogatepass")
        return self._signature(f"{name}?{query}")[:SIGNED]

    def _make(self, fields: Mapping[str, str]) -> None:
        """Make what the signed fields of an address say."""
        if "theme" in fields:
            self.theme(fields["theme"])
            return
        options = {
            name.removeprefix(OPTION): value
            for name, value in fields.items()
            if name.startswith(OPTION)
        }
        state = registry.get(fields["game"]).start(**options)
        flip = fields["flip"] == "1"
        place = layout_of(state, flip, fields["coordinates"], levels=int(fields["maps"]))
        self.board(place)

    def board(self, place: Layout) -> tuple[Blob, Cells]:
        """A board without pieces, and the numbers of its points."""
        backdrop = place.backdrop
        if backdrop not in self._boards:
            centres = [to_thousandths(place.centre(cell)) for cell in place.board.cells]
            numbers = _point_numbers(place, centres)
            content = _board_content(place, centres, numbers)
            self._boards[backdrop] = _blob(content), numbers
        blob, cells = self._boards[backdrop]
        return self._keep(blob), cells

    def theme(self, name: str) -> Blob:
        """The colours of a theme: of each role, and of each material its face, light, side, rim,
        mark and dusk.
        """
        if name not in self._themes:
            self._themes[name] = _blob(_theme_content(theme_of(name)))
        return self._keep(self._themes[name])

    def _keep(self, blob: Blob) -> Blob:
        self._known[blob.name] = blob.data
        self._known.move_to_end(blob.name)
        while len(self._known) > MOST_BLOBS:
            self._known.popitem(last=False)
        return blob


def _blob(content: object) -> Blob:
    data = orjson.dumps(content)
    name = hashlib.sha256(data).hexdigest()[:NAME_CHARACTERS]
    return Blob(name, gzipped(data, 9))


def _point_numbers(place: Layout, centres: Sequence[Point]) -> dict[Point, int]:
    """The number of the cell at each centre, exact or rounded as ``centres`` are."""
    numbers: dict[Point, int] = {}
    for number, cell in enumerate(place.board.cells):
        numbers[place.centre(cell)] = number
        numbers[centres[number]] = number
    return numbers


def _board_content(place: Layout, centres: Sequence[Point], numbers: Cells) -> dict[str, object]:
    """A board's items, and where its cells are, those of the maps of a pyramid's levels too.

    Coordinates of cells are thousandths, each less that of the cell before.
    """
    backdrop = place.backdrop
    names = place.board.cells
    levels = [split(cell)[0] for cell in names] if place.board.kind == "pyramid" else []
    strip_width = STRIP * backdrop.width * 0.8
    return {
        "size": [
            thousandths(backdrop.width),
            thousandths(backdrop.height),
            thousandths(strip_width),
        ],
        "names": " ".join(names),
        "levels": levels,
        "at": [_steps([centre[axis] for centre in centres]) for axis in (0, 1)],
        "items": packed(backdrop.items, numbers),
        "maps": [
            [cell, thousandths(x), thousandths(y), thousandths(plan.scale)]
            for plan in place.maps
            for cell, (x, y) in plan.centres.items()
        ],
    }


def _steps(coordinates: Sequence[float]) -> list[int]:
    """Coordinates in thousandths, each less the one before."""
    thousandths = [round(coordinate * 1000) for coordinate in coordinates]
    return [end - start for start, end in pairwise([0, *thousandths])]


def _theme_content(theme: Theme) -> dict[str, object]:
    return {
        "roles": {role: _hex(colour) for role, colour in theme.roles.items()},
        "tones": {
            tone: [*map(_hex, colours), _hex(dusk(colours))]
            for tone, colours in theme.tones.items()
        },
        "shadow": round(theme.shadow / 255, 2),
        "dark": sum(theme.roles["ground"]) < DARK,
    }


def _hex(colour: tuple[int, int, int]) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


def position(
    blobs: Blobs,
    states: Sequence[State],
    look: Look,
    *,
    legal_moves: Moves = (),
    offering: State | None = None,
    preview: bool = False,
    ending: Outcome | None = None,
) -> SceneView:
    """The last of ``states``, which are a turn from its start on, with the decisions that are
    ``legal_moves``; what they do is told unless the ``look`` is without ``threats``.

    :param offering: the state in which they are made, where that is not the last one
    """
    state = states[-1]
    if offering is None:
        offering = state
    flip = look.get("flip", False)
    coordinates = look.get("coordinates", "edge")
    say = look.get("say", str)
    theme = look.get("theme", "wood")
    threats = look.get("threats", True)
    choices = look.get("choices")
    areas = None if choices is None or choices.marks else choices  # cells have no buttons here
    drawing = scene(
        state,
        flip=flip,
        coordinates=coordinates,
        sight=look.get("sight", False),
        legal=look.get("legal", False),
        highlight=look.get("highlight", True),
        threats=threats,
        choices=areas,
        preview=preview,
        turn=states,
        ending=ending,
        say=say,
        bare=True,
    )
    place, names_at = _place(state, drawing.backdrop, flip, coordinates)
    board, cells = blobs.board(place)
    dressed_theme = with_seat_tones(theme, state.game.seats)
    mover = next_stone(offering) if legal_moves else state.to_move or 0
    shape = "tile" if state.board.kind == "pyramid" else "disc"
    return {
        "back": blobs.address(board, _board_fields(state, flip, names_at)),
        "theme": blobs.address(blobs.theme(dressed_theme), {"theme": dressed_theme}),
        "flip": flip,
        "look": [theme, coordinates],
        "items": packed(drawing.items, cells),
        "held": [[words, place] for words, place in pieces_in_words(state, say) if place],
        "moves": [_written(move) for move in legal_moves if move.target],
        "leaves": _leaves(offering, legal_moves),
        "does": _effects(offering, legal_moves) if threats else {},
        "stone": [*side(state, mover), shape],
    }


def _place(state: State, backdrop: Backdrop, flip: bool, coordinates: str) -> tuple[Layout, str]:
    """The layout of a scene that has this backdrop, and where its coordinates are: names that do
    not fit on the cells are at the edge.
    """
    place = layout_of(state, flip, coordinates)
    if place.backdrop is backdrop:
        return place, coordinates
    return layout_of(state, flip, "edge"), "edge"


def _board_fields(state: State, flip: bool, coordinates: str) -> dict[str, str]:
    """What the board of a state is made of, without its pieces."""
    options = {f"{OPTION}{name}": value for name, value in state.options.items()}
    return {
        "game": state.game.slug,
        "flip": "1" if flip else "0",
        "coordinates": coordinates,
        "maps": str(map_levels(state)),
        **options,
    }


def _written(move: Move) -> object:
    """A decision: its text alone, where that is its cells with a dash between them."""
    text = str(move)
    cells = f"{move.source}-{move.target}" if move.source else move.target
    return text if text == cells else [text, move.source, move.target]


def _leaves(state: State, legal_moves: Moves) -> bool:
    """Whether a stone that is used leaves its cell, as far as the first decision shows."""
    move = next((move for move in legal_moves if move.source), None)
    return move is not None and move.source not in state.play(move).pieces()


def _effects(state: State, legal_moves: Moves) -> dict[str, list[tuple[str, ...]]]:
    """What decisions would take, swap and seal off, of those that do any of it; of many decisions
    none.
    """
    effects: dict[str, list[tuple[str, ...]]] = {}
    if len(legal_moves) > MOST_EFFECTS:
        return effects
    for move in legal_moves:
        if move.target:
            effect = [*consequence(state, move)]
            if any(effect):
                effects[str(move)] = effect
    return effects
