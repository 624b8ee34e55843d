"""The rules of Loophole's games, pure: no Discord, no pictures, no database, no clock."""

from . import loop, loops_n_leaps, players, snipsnip, veloop, vigilance
from .core import *  # noqa: F403 - the contract, under the package's own name
from .registry import GAMES, catalog, get, replay

# The modules of games, in the order of the menu.
_MODULES = (veloop, snipsnip, vigilance, loop, loops_n_leaps)
GAMES.update((game.slug, game) for module in _MODULES for game in module.GAMES)
