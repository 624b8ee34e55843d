"""Matches that are solved from their start: certificates that replay by the rules, and the compiled solver."""

from .certificate import Claim as Claim
from .certificate import Strategy as Strategy
from .certificate import read as read
from .known import CERTIFICATES as CERTIFICATES
from .known import Advice as Advice
from .known import Known as Known
from .known import advice as advice
from .known import best_play as best_play
from .known import known_of as known_of
from .known import path_of as path_of
from .known import turn as turn
from .known import winner as winner
