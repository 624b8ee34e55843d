"""The rules of Loophole's games, pure: no Discord, no pictures, no database, no clock."""

from __future__ import annotations

from . import loop, loops_n_leaps, players, snipsnip, veloop, vigilance
from .core import (
    BadOption,
    Event,
    Game,
    GameError,
    IllegalMove,
    Move,
    NotationError,
    Option,
    Outcome,
    Sentence,
    State,
    UnknownGame,
)
from .registry import GAMES, catalog, get, replay

__all__ = [
    "BadOption",
    "Event",
    "Game",
    "GameError",
    "IllegalMove",
    "Move",
    "NotationError",
    "Option",
    "Outcome",
    "Sentence",
    "State",
    "UnknownGame",
    "catalog",
    "get",
    "players",
    "replay",
]

# The modules of games, in the order of the menu.
_MODULES = (veloop, snipsnip, vigilance, loop, loops_n_leaps)
GAMES.update((game.slug, game) for module in _MODULES for game in module.GAMES)
