"""What tests of the rules do again and again: play texts or at random, list what is legal, read why
something is refused.
"""

import random

import pytest

import games
from games import Game, GameError, State
from games.core import Position

Start = tuple[Game, dict[str, str]]
"""A game and the options of a match."""


def starts_of(game: Game) -> list[Start]:
    """Each board of a game, with the other options as they are by default."""
    defaults = {option.name: option.default for option in game.options}
    return [(game, {**defaults, "board": board}) for board in game.options[0].choices]


EVERY_START = [start for game in games.catalog() for start in starts_of(game)]


def play(state: State, *texts: str) -> State:
    """The state after decisions typed as text."""
    for text in texts:
        state = state.play(state.parse(text))
    return state


def legal(state: State) -> set[str]:
    """The texts of the legal decisions."""
    return {str(move) for move in state.legal_moves()}


def refusal(state: State, text: str) -> str:
    """Why a typed decision is refused."""
    with pytest.raises(GameError) as error:
        state.parse(text)
    return str(error.value)


def wander(state: State, rng: random.Random, plies: int) -> State:
    """The state after ``plies`` random decisions, or the end of the match if that comes first."""
    for _ in range(plies):
        if state.to_move is None:
            break
        state = state.play(rng.choice(state.legal_moves()))
    return state


def random_turn(state: State, rng: random.Random) -> tuple[list[str], State]:
    """The decisions of a turn made at random, and the state after it."""
    seat = state.to_move
    decisions = list[str]()
    while state.to_move == seat:
        move = rng.choice(state.legal_moves())
        decisions.append(str(move))
        state = state.play(move)
    return decisions, state


def reached(state: State, plies: int) -> list[int]:
    """How many positions can stand after 1, 2, … decisions."""
    layer = [state.position()]
    counts = []
    for _ in range(plies):
        next_layer: dict[object, Position] = {}
        for position in layer:
            for code in position.codes():
                child = position.after(code)
                next_layer[_form(child)] = child
        layer = list(next_layer.values())
        counts.append(len(layer))
    return counts


def _form(position: Position) -> tuple[object, ...]:
    """What tells a position from others: who is to move, the pieces, and the reserve."""
    hand = getattr(position, "hand", ())
    return (position.to_move, *position.pieces().items(), *hand)
