"""Claims: typed statements about turns, decided before they are said, and turned into words in one place."""

from .base import Claim as Claim
from .base import Prover as Prover
from .base import Turn as Turn
from .proposing import claims as claims
from .proposing import done as done
from .proposing import parting as parting
from .proposing import refuted as refuted
from .proposing import situation as situation
from .words import in_words as in_words
from .words import lengthened as lengthened
from .words import sentences as sentences
from .words import short as short
