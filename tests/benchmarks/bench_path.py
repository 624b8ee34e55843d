"""Counts what one ``/move`` passes through: source files, functions and statements of the database.

Drawing the board, and handing it to a helper process for that, is not counted.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import ParamSpec, TypeVar

import pytest

import games
import render
from tests.bot.chat.conftest import Club
from tests.bot.chat.storage_faults import slow

ROOT = Path(games.__file__).parents[1]
PRODUCT = tuple(f"{ROOT / name}/" for name in ("bot", "games", "render"))
DRAWING = ("bot/workers/", "bot/chat/pictures/drawing.py")
pytestmark = pytest.mark.bench

Function = tuple[str, str]
P = ParamSpec("P")
T = TypeVar("T")


@contextmanager
def functions() -> Iterator[set[Function]]:
    """The functions of the product that this thread enters in the block: their files and their
    names.
    """
    functions_entered: set[Function] = set()

    def called(frame: FrameType, event: str, argument: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(PRODUCT):
            functions_entered.add((code.co_filename.removeprefix(f"{ROOT}/"), code.co_qualname))

    sys.setprofile(called)
    try:
        yield functions_entered
    finally:
        sys.setprofile(None)


def uncounted(work: Callable[P, T]) -> Callable[P, T]:
    """The same work, none of whose functions is counted."""

    def work_uncounted(*args: P.args, **options: P.kwargs) -> T:
        profile = sys.getprofile()
        sys.setprofile(None)
        try:
            return work(*args, **options)
        finally:
            sys.setprofile(profile)

    return work_uncounted


async def whole_turn(club: Club) -> tuple[int, str]:
    """The seat to move, and the first legal turn that it may play."""
    state = (await club.services.matches.get(1)).state
    seat = state.to_move
    assert seat is not None
    moves = []
    while state.to_move == seat:
        move = state.legal_moves()[0]
        moves.append(str(move))
        state = state.play(move)
    return seat, " ".join(moves)


async def test_the_path_of_a_move(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    await club.match()
    players = club.alice, club.bob
    for _ in range(4):
        seat, moves = await whole_turn(club)
        await players[seat].slash("move", moves=moves)
    seat, moves = await whole_turn(club)
    monkeypatch.setattr(render, "drawing", uncounted(render.drawing))
    monkeypatch.setattr(render, "alt_text", uncounted(render.alt_text))
    with slow() as all_statements, functions() as functions_entered:
        await players[seat].slash("move", moves=moves)
    path = {(file, name) for file, name in functions_entered if not file.startswith(DRAWING)}
    files = {file for file, _ in path}
    statements = []
    for statement in all_statements:
        if not statement.startswith(("BEGIN", "COMMIT")):
            statements.append(statement)
    print(
        f"\n/move {moves}: {len(files)} files, {len(path)} functions, {len(statements)} statements"
    )
    print("  " + "\n  ".join(sorted(files)))
