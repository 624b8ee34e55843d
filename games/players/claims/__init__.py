"""Claims: typed statements about turns, decided before they are said, and turned into words in one
place.
"""

from .base import Claim, Prover, Turn
from .proposing import board_claims, claims, difference, refutation, situation
from .words import claim_text, in_words, parse_claim, sentences
