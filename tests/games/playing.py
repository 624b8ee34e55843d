"""What tests of the rules do again and again: play texts, list what is legal, read why something is
refused.
"""

import pytest

from games import GameError, State


def play(state: State, *texts: str) -> State:
    """The state after decisions typed as text."""
    for text in texts:
        state = state.play(state.parse(text))
    return state


def legal(state: State) -> set[str]:
    """The texts of the legal decisions."""
    return set(map(str, state.legal_moves()))


def refusal(state: State, text: str) -> str:
    """Why a typed decision is refused."""
    with pytest.raises(GameError) as error:
        state.parse(text)
    return str(error.value)


def reached(state: State, plies: int) -> list[int]:
    """How many positions can stand after 1, 2, … decisions."""
    layer = [state.position()]
    counts = []
    for _ in range(plies):
        after = (position.after(code) for position in layer for code in position.codes())
        layer = [
            *{
                (one.to_move, *one.pieces().items(), *getattr(one, "hand", ())): one
                for one in after
            }.values()
        ]
        counts.append(len(layer))
    return counts
