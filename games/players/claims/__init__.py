"""Claims: typed statements about turns, decided before they are said, and turned into words in one place."""

from .base import Claim, Prover, Story, story
from .forced import (
    Allows,
    CanWin,
    Drawn,
    Endangered,
    Ends,
    Estimated,
    ForcesWin,
    Holds,
    IsLost,
    IsSafe,
    Keeps,
    Solved,
    Stops,
    Threatens,
    Wins,
)
from .proposing import claims, done, parting, refuted, situation
from .short import lengthened, short
from .words import in_words, sentences

__all__ = [
    "Allows",
    "CanWin",
    "Claim",
    "Drawn",
    "Endangered",
    "Ends",
    "Estimated",
    "ForcesWin",
    "Holds",
    "IsLost",
    "IsSafe",
    "Keeps",
    "Prover",
    "Solved",
    "Stops",
    "Story",
    "Threatens",
    "Wins",
    "claims",
    "done",
    "in_words",
    "lengthened",
    "parting",
    "refuted",
    "sentences",
    "short",
    "situation",
    "story",
]
