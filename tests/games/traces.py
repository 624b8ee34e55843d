"""Recorded matches, made by programs independent of this one, and how to hold a game against
them.
"""

import gzip
import json
from pathlib import Path
from typing import Any

import games

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
    state = games.get(head["game"]).start(**head["options"])
    for number, step in enumerate(match["steps"]):
        where = f"decision {number} after {' '.join(match['moves'][max(0, number - 3) : number])}"
        pieces = state.pieces()
        assert "".join(_letter(pieces.get(cell, ())) for cell in head["cells"]) == step["board"], (
            where
        )
        if not (step["to_move"] is None and match.get("truncated")):
            assert state.to_move == step["to_move"], where
            assert sorted(map(str, state.legal_moves())) == sorted(step["legal"]), where
            if "hand" in step and state.to_move is not None:
                assert state.reserve == tuple(step["hand"]), where
            counted = step.get("pillars") or [abs(number) for number in step.get("score", ())]
            if counted:
                assert state.score == tuple(counted), where
        if number < len(match["moves"]):
            state = state.play(state.parse(match["moves"][number]))
    if not match.get("truncated"):
        assert state.outcome.winner == match["winner"]


def _letter(stack: tuple[int, ...]) -> str:
    if not stack:
        return "."
    return ("xo", "XO")[len(stack) > 1][stack[-1]]
