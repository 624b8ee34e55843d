"""Matches that are solved from their start: certificates that replay by the rules, and the compiled
solver.
"""

from .certificate import Claim, Strategy, read
from .known import CERTIFICATES, Advice, Known, advice, best_play, known_of, path_of, turn, winner
