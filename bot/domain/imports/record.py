"""Records of matches, read into plain values that can be sent to another process."""

import re
from collections.abc import Mapping
from datetime import datetime
from itertools import groupby
from typing import NamedTuple

import games
from bot.domain.errors import Refused
from bot.domain.matches.history import MOST_DECISIONS
from games import records
from games.records import Record

MOST_BYTES = 200_000  # the largest record; matches of 2,000 decisions are smaller
_REASONS = ("resigned", "agreed", "time", "left", "out", "settled")
"""Reasons for an end that was not decided on the board."""


class ReadTurn(NamedTuple):
    """Decisions in a row by one seat, how they were made, and when."""

    length: int
    how: str
    at: datetime | None


class ReadRecord(NamedTuple):
    """A match as recorded; ``finished`` False: without a result."""

    slug: str
    options: Mapping[str, str]
    decisions: tuple[str, ...]
    turns: tuple[ReadTurn, ...]
    players: tuple[str, str]
    finished: bool
    winner: int | None
    reason: str


def decoded(data: bytes) -> str:
    """The text of a file. Raises Refused."""
    if len(data) > MOST_BYTES:
        raise Refused("that file is too large; the limit is {most} kB", most=MOST_BYTES // 1000)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Refused("that file isn’t text; import the .txt or .json file of a match") from None


def unfolded(text: str) -> str:
    """A record with its lines restored: Discord joins the lines of a text pasted into a command."""
    seats = "|".join(sorted({seat for game in games.catalog() for seat in game.seats}))
    labels = "|".join(records.LABELS)
    text = " ".join(text.split())  # so that no pattern below reads a blank twice
    text = re.sub(rf"\s+(?=\d{{1,5}}\.\s+(?:{seats}):)", "\n", text)
    head, *turns = text.split("\n")
    head = re.sub(rf"\s+(?=(?:{seats}|{labels}):)", "\n", head)
    return "\n".join((head, "", *turns))


def read_record(text: str) -> ReadRecord:
    """Read a record and replay it. Raises GameError."""
    record = records.read(text)
    count = sum(len(turn.moves) for turn in record.turns)
    if not count:
        raise Refused("there are no moves in that record")
    if count > MOST_DECISIONS:
        raise Refused("that record has {count} moves; the limit is {most}", count=count, most=MOST_DECISIONS)
    states = record.states()
    outcome = states[-1].outcome
    decided = record.status == "finished" and record.reason in _REASONS
    ended = outcome is not None or record.status == "finished"
    return ReadRecord(
        slug=record.game.slug,
        options=dict(record.options),
        decisions=tuple(str(state.last_move) for state in states[1:]),
        turns=_turns(record, [state.to_move for state in states[:-1]]),
        players=record.players,
        finished=ended,
        winner=outcome.winner if outcome is not None else record.winner if ended else None,
        reason=outcome.reason if outcome is not None else record.reason if decided else "",
    )


def _turns(record: Record, movers: list[int | None]) -> tuple[ReadTurn, ...]:
    """The turns of a record, joined if a seat made several in a row."""
    made = [turn for turn in record.turns for _ in turn.moves]
    turns, start = [], 0
    for _, run in groupby(movers):
        length = len(list(run))
        turns.append(ReadTurn(length, made[start].how, made[start].at))
        start += length
    return tuple(turns)
