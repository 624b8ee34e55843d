"""The gate that praise passes: what is proved of a turn before it is called good, or wrong."""

from enum import Enum

from .claims.base import JudgedTurn
from .knowledge import knowledge_of
from .solver import OutOfTime, Solver

WITHIN = 2  # turns of each seat after the turn
TRIED = 8_000  # decisions for each proof, so that every machine comes to the same result


class ProvedWorth(Enum):
    """What is proved of a turn, for the seat that makes it."""

    WINS = "wins"  # at once, or by force within the turns looked ahead
    HOLDS = "holds"  # neither seat can force a win within these turns
    LOSES = "loses"
    UNKNOWN = "unknown"  # the search ended before anything was proved


def worth(turn: JudgedTurn, depth: int = WITHIN, most_tried: int = TRIED) -> ProvedWorth:
    """What a turn, or the part of one that was made, is worth by a search for forced wins."""
    state = turn.after
    seat = turn.seat
    position = state.position()
    if position.reason is not None:
        if position.winner is None:
            return ProvedWorth.HOLDS
        return ProvedWorth.WINS if position.winner == seat else ProvedWorth.LOSES
    knowledge = knowledge_of(state.game)
    try:
        for turns in range(1, depth + 1):
            for who, result in ((seat, ProvedWorth.WINS), (1 - seat, ProvedWorth.LOSES)):
                if Solver(knowledge, who, most_tried=most_tried).wins(position, turns):
                    return result
    except OutOfTime:
        return ProvedWorth.UNKNOWN
    return ProvedWorth.HOLDS
