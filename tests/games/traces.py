"""Recorded matches, made by programs independent of this one, and how to hold a game against
them.
"""

import gzip
import json
from pathlib import Path
from typing import Any

import games
from games import State

FOLDER = Path(__file__).parent.parent / "data" / "traces"
FILES = sorted(FOLDER.glob("*/*.jsonl.gz"))
RECORDED = tuple(dict.fromkeys(file.parent.name for file in FILES))
"""The slugs of the games that have recorded matches."""


def load(file: Path) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The head of a file (game, options, order of cells) and its matches."""
    with gzip.open(file, "rt") as lines:
        head, *matches = map(json.loads, lines)
    return head, matches


def hold_against(head: dict[str, Any], match: dict[str, Any]) -> None:
    """Play a recorded match; every position, set of legal decisions and result must be as
    recorded.
    """
    moves = match["moves"]
    is_truncated = match.get("truncated", False)
    state = games.get(head["game"]).start(**head["options"])
    for ply, step in enumerate(match["steps"]):
        latest_moves = " ".join(moves[max(0, ply - 3) : ply])
        where = f"decision {ply} after {latest_moves}"
        assert letters(state, head["cells"]) == step["board"], where
        is_unfinished_end = step["to_move"] is None and is_truncated
        if not is_unfinished_end:
            hold_step(state, step, where)
        if ply < len(moves):
            state = state.play(state.parse(moves[ply]))
    if not is_truncated:
        assert state.outcome.winner == match["winner"]


def hold_step(state: State, step: dict[str, Any], where: str) -> None:
    """Whose turn it is, what is legal and what is counted must be as recorded."""
    assert state.to_move == step["to_move"], where
    assert sorted(map(str, state.legal_moves())) == sorted(step["legal"]), where
    if "hand" in step and state.to_move is not None:
        assert state.reserve == tuple(step["hand"]), where
    score = step.get("pillars") or [abs(number) for number in step.get("score", ())]
    if score:
        assert state.score == tuple(score), where


def letters(state: State, cells: list[str]) -> str:
    """The board as recordings write it: a letter for each cell, a capital for a column."""
    pieces = state.pieces()
    return "".join(_letter(pieces.get(cell, ())) for cell in cells)


def _letter(stack: tuple[int, ...]) -> str:
    if not stack:
        return "."
    letter = "xo"[stack[-1]]
    return letter.upper() if len(stack) > 1 else letter
