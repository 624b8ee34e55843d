"""Exhaustive search without any knowledge, against which the players are held; and positions to try them on."""

from __future__ import annotations

import random
from collections.abc import Iterator

import games
from games.core import Position


class TooMany(Exception):
    """A position has too many turns to try them all."""


class Tries:
    """Counts what is tried, until it is too many."""

    def __init__(self, most: int) -> None:
        self.left = most

    def one(self) -> None:
        """Raises TooMany."""
        self.left -= 1
        if self.left < 0:
            raise TooMany


def after(position: Position, code: int, tries: Tries | None = None) -> Position:
    if tries is not None:
        tries.one()
    twin = position.copy()
    twin.play(code)
    return twin


def wins_turn(position: Position, tries: Tries | None = None) -> bool:
    """Whether the seat to decide can win within the turn it is in."""
    return any(starts_win(position, code, tries) for code in position.codes())


def starts_win(position: Position, code: int, tries: Tries | None = None) -> bool:
    """Whether a decision can be the first of a turn that wins."""
    seat = position.to_move
    then = after(position, code, tries)
    if then.reason is not None:
        return then.winner == seat
    return then.to_move == seat and wins_turn(then, tries)


def loses_next(position: Position, code: int, tries: Tries | None = None) -> bool:
    """Whether after a decision the other side can win in its next turn, however the turn goes on, or has won."""
    seat = position.to_move
    then = after(position, code, tries)
    if then.reason is not None:
        return then.winner == 1 - seat
    if then.to_move == seat:
        return all(loses_next(then, code, tries) for code in then.codes())
    return wins_turn(then, tries)


def positions(slug: str, options: dict[str, str], rng: random.Random, last: int) -> Iterator[games.State]:
    """For ever: states from random matches, up to ``last`` decisions before their end, with a choice in them."""
    while True:
        states = [games.get(slug).start(**options)]
        position = states[0].position()
        codes = []
        while position.reason is None and len(codes) < 600:
            codes.append(position.draw(rng.random))
            position.play(codes[-1])
        cut = max(0, len(codes) - rng.randint(1, last))
        state, position = states[0], states[0].position()
        for code in codes[:cut]:
            state = state.play(position.move(code))
            position.play(code)
        if len(state.legal_moves()) > 1:
            yield state
