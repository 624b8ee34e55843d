"""Records of matches: written as text that people read or as JSON, read from either, replayed."""

import sys
from pathlib import Path

from .data import data_of_json, record_of, to_json
from .record import Record, RecordedTurn, RecordError
from .text import LABELS, data_of_text, to_text

MOST_CHARACTERS = 1_000_000
MOST_DECISIONS = 20_000


def read(text: str) -> Record:
    """The record that ``to_text`` or ``to_json`` wrote.

    Raises GameError, saying in which line or entry something is wrong.
    """
    if len(text) > MOST_CHARACTERS:
        raise RecordError(
            "that record is too long; the limit is {most} characters", most=MOST_CHARACTERS
        )
    text = text.removeprefix("\ufeff").strip()
    data = data_of_json(text) if text.startswith("{") else data_of_text(text)
    record = record_of(data)
    if sum(len(turn.moves) for turn in record.turns) > MOST_DECISIONS:
        raise RecordError("that match is too long; the limit is {most} moves", most=MOST_DECISIONS)
    return record


def load(file: Path) -> Record:
    """The record in a file, or on the standard input for ``-``.

    Raises GameError, UnicodeDecodeError or OSError.
    """
    if str(file) == "-":
        return read(sys.stdin.read())
    return read(file.read_text(encoding="utf-8"))
