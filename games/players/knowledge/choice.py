"""Which knowledge goes with which game."""

from __future__ import annotations

from typing import Any

from ...core import Game
from ...registry import module_about
from .base import Knowledge


def knowledge_of(game: Game) -> Knowledge[Any]:
    """What players know of a game, from the module here that is named after it; else only its rules."""
    knowledge: Knowledge[Any] = getattr(module_about(game, __package__), "KNOWLEDGE", _RULES_ALONE)
    return knowledge


_RULES_ALONE: Knowledge[Any] = Knowledge()
