"""Matches that are solved from their start: certificates that replay by the rules, and the compiled solver for them."""

from .certificate import Claim, Strategy, WrongCertificate, read
from .known import CERTIFICATES, Advice, Known, advice, best_play, known_of, path_of, turn, winner

__all__ = [
    "CERTIFICATES",
    "Advice",
    "Claim",
    "Known",
    "Strategy",
    "WrongCertificate",
    "advice",
    "best_play",
    "known_of",
    "path_of",
    "read",
    "turn",
    "winner",
]
