"""Decisions that touch no cell: passing, and taking over the other side's start."""

from bot.chat.board.choosing import Moves
from bot.chat.language import texts as shared
from bot.chat.language.i18n import Language
from games.core import SWAP, State


def special_moves(t: Language, state: State, legal_moves: Moves) -> list[list[str]]:
    """The ``legal_moves`` that touch no cell, each with what it is called."""
    moves = [str(move) for move in legal_moves if not move.target]
    return [[move, _label(t, state, move)] for move in moves]


def _label(t: Language, state: State, move: str) -> str:
    if move == str(SWAP):
        return t.label(shared.OPTION_SWAP, cells=tuple(state.play(SWAP).taken_over))
    return t.label(shared.OPTION_PASS)
