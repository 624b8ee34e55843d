"""The contract every game keeps: options, games, positions, states, moves, outcomes, events and
errors.
"""

from .errors import (
    BadOption,
    GameError,
    IllegalMove,
    NotationError,
    Sentence,
    UnknownGame,
    _,
    either,
    first_of,
    listed,
    nearest,
)
from .handicap import HANDICAP, NO_HANDICAP, Handicap, HandicapWorth, HeadStart
from .moves import PASS, SWAP, Event, Move, MoveExample, Option, Outcome, SideResults
from .position import PASS_CODE, SWAP_CODE, Position, Random
from .solved import REPLAYED, SEARCHED, SolvedVariant
from .state import Game, State
