"""Claims: typed statements about turns, each decided before it is made."""

from .base import Claim, JudgedTurn, Prover
from .lines import best_line, danger, goes_on, own_end
from .proposing import board_claims, claims, difference, refutation, situation
from .words import claim_text, in_words, parse_claim, sentences
