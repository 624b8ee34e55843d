"""Claims: typed statements about turns, decided before they are said, and turned into words in one
place.
"""

from .base import Claim, Prover, Turn
from .proposing import claims, done, parting, refuted, situation
from .words import in_words, lengthened, sentences, short
