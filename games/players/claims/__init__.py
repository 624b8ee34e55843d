"""Claims: typed statements about turns, decided before they are said, and turned into words in one place."""

from .base import Claim, Prover, Turn
from .proposing import claims, done, parting, refuted, situation
from .short import lengthened, short
from .words import in_words, sentences

__all__ = [
    "Claim",
    "Prover",
    "Turn",
    "claims",
    "done",
    "in_words",
    "lengthened",
    "parting",
    "refuted",
    "sentences",
    "short",
    "situation",
]
