"""Which games there are: the catalog, a game by its slug, and a match replayed from its moves."""

from collections.abc import Iterable, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from .core import Game, IllegalMove, State, UnknownGame, nearest
from .core.errors import brief
from .core.notation import exact

GAMES: dict[str, Game] = {}
"""All games by slug, in the order of the menu.

The package fills it, so that neither games nor players depend on the list.
"""


def catalog() -> tuple[Game, ...]:
    """All games, in the order of the menu."""
    return tuple(GAMES.values())


def get(slug: str) -> Game:
    """The game of that slug, or of a name that it has or once had.

    Raises UnknownGame, naming the nearest.
    """
    if slug in GAMES:
        return GAMES[slug]
    name = " ".join(slug.split())
    for game in GAMES.values():
        names = (game.slug, game.name, *game.formerly)
        if name.casefold() in map(str.casefold, names):
            return game
    name = brief(slug)
    raise UnknownGame(
        "there’s no game “{name}”; did you mean {nearest}?",
        name=name,
        nearest=nearest(name, tuple(GAMES)),
    )


def module_about(game: Game, package: str) -> ModuleType | None:
    """The module of ``package`` that is named after a game; None if there is none.

    A module need only be there to be used.
    """
    return _first_module(package, game.file_names)


@cache
def _first_module(package: str, names: tuple[str, ...]) -> ModuleType | None:
    for name in names:
        path = f"{package}.{name}"
        if find_spec(path) is not None:
            return import_module(path)
    return None


def replay(slug: str, options: Mapping[str, str], moves: Iterable[str]) -> State:
    """The state that ``moves``, as text, lead to from the start. Raises GameError."""
    state = get(slug).start(**options)
    for text in moves:
        try:
            state = state.play(exact(text))
        except IllegalMove:
            # Not the very notation of a legal move: read it as a player's text, or say why not.
            state = state.play(state.parse(text))
    return state
