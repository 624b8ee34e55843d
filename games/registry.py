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
"""All games by slug, in the order of the menu: filled by the package, so that no game and no player
depends on it.
"""


def catalog() -> tuple[Game, ...]:
    """All games, in the order of the menu."""
    return tuple(GAMES.values())


def get(slug: str) -> Game:
    """The game of that slug, or of a name that it has or once had.

    Raises UnknownGame, naming the nearest.
    """
    try:
        return GAMES[slug]
    except KeyError:
        meant = " ".join(slug.split()).casefold()
        for game in GAMES.values():
            if meant in (known.casefold() for known in (game.slug, game.name, *game.formerly)):
                return game
        name = brief(slug)
        raise UnknownGame(
            "there’s no game “{name}”; did you mean {nearest}?",
            name=name,
            nearest=nearest(name, tuple(GAMES)),
        ) from None


def module_about(game: Game, package: str) -> ModuleType | None:
    """The module of ``package`` that is named after a game; None if there is none.

    To be used it need only be there.
    """
    return _first_module(package, game.file_names)


@cache
def _first_module(package: str, names: tuple[str, ...]) -> ModuleType | None:
    paths = (f"{package}.{name}" for name in names)
    return next((import_module(path) for path in paths if find_spec(path) is not None), None)


def replay(slug: str, options: Mapping[str, str], moves: Iterable[str]) -> State:
    """The state that ``moves``, as text, lead to from the start. Raises GameError."""
    state = get(slug).start(**options)
    for text in moves:
        try:
            state = state.play(exact(text))
        except IllegalMove:
            # Not the very notation of a legal move: read it as a player's text, or say what is
            # wrong.
            state = state.play(state.parse(text))
    return state
