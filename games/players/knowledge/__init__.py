"""What computer players know of a game beyond its rules: likely decisions, wins at hand, judgement of positions."""

from __future__ import annotations

from .base import Knowledge
from .choice import knowledge_of

__all__ = ["Knowledge", "knowledge_of"]
