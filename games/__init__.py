"""The rules of Loophole's games, pure: no Discord, no pictures, no database, no clock."""

from __future__ import annotations

from . import players
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
from .registry import catalog, get, replay

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
