"""Records of matches, read into plain values that can be sent to another process."""

import re
from collections.abc import Mapping
from datetime import datetime
from functools import cache
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
    made_at: datetime | None


class ReadRecord(NamedTuple):
    """A match as recorded, of which the end may be missing (``has_result`` False)."""

    slug: str
    options: Mapping[str, str]
    decisions: tuple[str, ...]
    turns: tuple[ReadTurn, ...]
    players: tuple[str, str]
    has_result: bool
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


_SEATS = "|".join(sorted({seat for game in games.catalog() for seat in game.seats}))
_TURN_STARTS = re.compile(rf"\s+(?=\d{{1,5}}\.\s+(?:{_SEATS}):)")
_NOTES = re.compile(r"(\[[^\[\]]*\])")
_LABEL_STARTS = re.compile(rf"\s+(?=(?:{_SEATS}|{'|'.join(records.LABELS)}):)")


@cache
def _written_head() -> re.Pattern[str]:
    """A pattern of all before the turns as the bot writes it, on one line; each group is a line.

    Names may hold anything, also what looks like a label. What follows them is as the bot alone
    writes it, and ends at the first turn.
    """
    players = "|".join(
        rf"(?:({first}:(?:\s+\S.{{0,200}}?)?)\s+({second}:(?:\s+\S.{{0,200}}?)?))"
        for first, second in sorted({game.seats for game in games.catalog()})
    )
    moment = r"[\d-]{10}\s+[\d:]{8}\s+UTC"
    lines = (
        r"(Loophole record \d{1,9})",
        r"(Game:[^:]{0,100})",
        rf"(Options:(?:(?!\s(?:{_SEATS}):).){{0,300}})",
        rf"(?:{players})",
        r"(Match:\s+\S{1,20})?",
        rf"(Started:\s+{moment})?",
        rf"(Finished:\s+{moment})?",
        r"(Clock:[^:]{1,60})",
        r"(Rated:\s+(?:yes|no))",
        rf"(Result:\s+(?:draw|running|called off|(?:{_SEATS}) wins))",
        r"(Reason:\s+\S{1,40})?",
        r"(Hints:\s+\d+,\s+\d+)?",
    )
    first_turn = rf"(?=\s+1\.\s+(?:{_SEATS}):|\s*$)"
    return re.compile(r"\s*" + r"\s*".join(lines) + first_turn)


def unfolded(text: str) -> str:
    """A record with its lines restored: Discord joins the lines of a text pasted into a command."""
    text = " ".join(text.split())
    head_match = _written_head().match(text)
    if head_match is not None:
        head = "\n".join(line for line in head_match.groups() if line is not None)
        return "\n".join((head, "", *_turn_lines(text[head_match.end() :])))
    # By another hand: the labels may come in any order.
    first, *turns = _turn_lines(text)
    return "\n".join((_LABEL_STARTS.sub("\n", first), "", *turns))


def _turn_lines(text: str) -> list[str]:
    """Text on one line, split before each turn; the names in what is noted of a turn hold none."""
    parts = _NOTES.split(text)
    # Every other part is a note in brackets.
    parts[::2] = [_TURN_STARTS.sub("\n", part) for part in parts[::2]]
    return "".join(parts).split("\n")


def read_record(text: str) -> ReadRecord:
    """Read a record and replay it. Raises GameError."""
    record = records.read(text)
    count = sum(len(turn.moves) for turn in record.turns)
    if not count:
        raise Refused("there are no moves in that record")
    if count > MOST_DECISIONS:
        raise Refused(
            "that record has {count} moves; the limit is {most}", count=count, most=MOST_DECISIONS
        )
    start, *states = record.states()
    movers = [state.to_move for state in (start, *states[:-1])]
    outcome = states[-1].outcome
    is_finished = record.status == "finished"
    winner = record.winner if is_finished else None
    reason = record.reason if is_finished and record.reason in _REASONS else ""
    if outcome is not None:
        winner = outcome.winner
        reason = outcome.reason
    return ReadRecord(
        slug=record.game.slug,
        options=dict(record.options),
        decisions=tuple(str(state.last_move) for state in states),
        turns=_turns(record, movers),
        players=record.players,
        has_result=outcome is not None or is_finished,
        winner=winner,
        reason=reason,
    )


def _turns(record: Record, movers: list[int | None]) -> tuple[ReadTurn, ...]:
    """The turns of a record, joined if a seat made several in a row."""
    turn_of_move = [turn for turn in record.turns for _ in turn.moves]
    turns = []
    start = 0
    for _, run in groupby(movers):
        length = len(list(run))
        first = turn_of_move[start]
        turns.append(ReadTurn(length, first.how, first.made_at))
        start += length
    return tuple(turns)
