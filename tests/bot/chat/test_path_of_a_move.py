"""Counts what one ``/move`` passes through: source files, functions, statements of the database, plays of the turn.

What composes the picture of the board is not counted.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import ParamSpec, TypeVar

import pytest
import sqlalchemy as sa

import games
import render
from games.core import Move, State

from .conftest import Club

ROOT = Path(games.__file__).parents[1]
PRODUCT = tuple(f"{ROOT / name}/" for name in ("bot", "games", "render"))
MOST_FILES, MOST_FUNCTIONS, MOST_STATEMENTS = 54, 258, 4

Function = tuple[str, str]
P = ParamSpec("P")
T = TypeVar("T")


@contextmanager
def functions() -> Iterator[set[Function]]:
    """The functions of the product that this thread enters meanwhile: their files and their names."""
    entered: set[Function] = set()

    def called(frame: FrameType, event: str, argument: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(PRODUCT):
            entered.add((code.co_filename.removeprefix(f"{ROOT}/"), code.co_qualname))

    sys.setprofile(called)
    try:
        yield entered
    finally:
        sys.setprofile(None)


@contextmanager
def statements() -> Iterator[list[str]]:
    """What is asked of the database meanwhile, but for the bounds of transactions."""
    asked: list[str] = []

    def asking(connection: sa.Connection, cursor: object, statement: str, *more: object) -> None:
        if not statement.startswith(("BEGIN", "COMMIT")):
            asked.append(statement)

    sa.event.listen(sa.Engine, "before_cursor_execute", asking)
    try:
        yield asked
    finally:
        sa.event.remove(sa.Engine, "before_cursor_execute", asking)


def uncounted(work: Callable[P, T]) -> Callable[P, T]:
    """The same work, none of whose functions is counted."""

    def done(*args: P.args, **given: P.kwargs) -> T:
        counting = sys.getprofile()
        sys.setprofile(None)
        try:
            return work(*args, **given)
        finally:
            sys.setprofile(counting)

    return done


async def whole_turn(club: Club) -> tuple[int, str]:
    """The seat to move, and the first legal turn that it may play."""
    state = (await club.services.matches.get(1)).state
    seat, played = state.to_move, []
    assert seat is not None
    while state.to_move == seat:
        played.append(state.legal_moves()[0])
        state = state.play(played[-1])
    return seat, " ".join(map(str, played))


async def test_a_move_takes_a_short_path(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    await club.match()
    players = club.alice, club.bob
    for _ in range(4):
        seat, moves = await whole_turn(club)
        await players[seat].slash("move", moves=moves)
    seat, moves = await whole_turn(club)
    assert len(moves.split()) == 2

    played: list[str] = []
    play = State.play

    def counted(state: State, move: Move) -> State:
        played.append(str(move))
        return play(state, move)

    monkeypatch.setattr(State, "play", counted)
    monkeypatch.setattr(render, "drawing", uncounted(render.drawing))
    monkeypatch.setattr(render, "alt_text", uncounted(render.alt_text))
    with functions() as entered, statements() as asked:
        await players[seat].slash("move", moves=moves)

    files = {file for file, _ in entered}
    print(f"{len(files)} files, {len(entered)} functions, {len(asked)} statements, {len(played)} plays")
    assert played == moves.split()
    assert len(files) <= MOST_FILES, sorted(files)
    assert len(entered) <= MOST_FUNCTIONS, sorted(entered)
    assert len(asked) <= MOST_STATEMENTS, asked
