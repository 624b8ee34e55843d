"""Which knowledge goes with which game."""

from __future__ import annotations

from typing import Any

from ...core import Game
from .base import Knowledge
from .loop import LoopKnowledge
from .loops_n_leaps import LoopsNLeapsKnowledge
from .snipsnip import SnipSnipKnowledge
from .veloop import VeloopKnowledge
from .vigilance import VigilanceKnowledge

_KNOWLEDGE: dict[str, Knowledge[Any]] = {
    "veloop-square": VeloopKnowledge(),
    "veloop-hex": VeloopKnowledge(),
    "snipsnip": SnipSnipKnowledge(),
    "vigilance": VigilanceKnowledge(),
    "loop": LoopKnowledge(),
    "loops-n-leaps": LoopsNLeapsKnowledge(),
}


def knowledge_of(game: Game) -> Knowledge[Any]:
    """What players know of a game; of one that is new to them, nothing beyond its rules."""
    return _KNOWLEDGE.get(game.slug) or Knowledge()
