"""What computer players know of a game beyond its rules."""

from typing import Any

from ...core import Game
from ...registry import module_about
from .base import Knowledge

_RULES_ALONE: Knowledge[Any] = Knowledge()


def knowledge_of(game: Game) -> Knowledge[Any]:
    """What players know of a game, from the module here that is named after it.

    Else its rules alone.
    """
    knowledge: Knowledge[Any] = getattr(module_about(game, __name__), "KNOWLEDGE", _RULES_ALONE)
    return knowledge
