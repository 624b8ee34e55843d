"""Records as text that people read: written, and read back as the data of a JSON record."""

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from ..core import Game
from ..core.errors import brief
from .data import VERSION, game_of
from .record import HOWS, Record, RecordedTurn, RecordError, one_line

# Labels beside those of the players, which are the names of the seats.
LABELS = (
    "Game",
    "Options",
    "Match",
    "Started",
    "Finished",
    "Clock",
    "Rated",
    "Result",
    "Reason",
    "Hints",
    "Status",
)
# Labels that are not written without a value.
OPTIONAL = ("Match", "Started", "Finished", "Reason", "Hints")
WIDEST_MOVES = 60  # characters; notes of longer turns are not lined up
PROPOSED_BY = "proposed by "  # before a name
# No two parts that repeat can match the same characters, so that no line takes long to be refused.
_TURN = re.compile(r"\s*(\d+)\.\s+([^:\s][^:]*):(?=\s)([^\[]*)(?:\[([^\]]*)\]\s*)?")
_BRACKETS = re.compile(r"\([^()]*\)")  # names for readers, beside what is read
_SIGNS_OF_NOTES = re.compile(r"[\[\],\s]+")
_TIME = "%Y-%m-%d %H:%M:%S UTC"


# ------------------------------------------------------------------------------------------ writing


def to_text(record: Record) -> str:
    """The record as text: what it is, line by line, then a line for each turn."""
    lines = [f"Loophole record {VERSION}"]
    for label, value in _fields(record).items():
        if value or label not in OPTIONAL:
            lines.append(f"{label}: {one_line(value)}")
    lines.append("")
    lines += _turn_lines(record)
    return "\n".join(lines) + "\n"


def _fields(record: Record) -> dict[str, str]:
    """What stands above the turns, by label."""
    first_seat, second_seat = record.game.seats
    options = ", ".join(f"{name}={value}" for name, value in record.options.items())
    hints = f"{record.hints[0]}, {record.hints[1]}" if any(record.hints) else ""
    return {
        "Game": f"{record.game.slug} ({record.game.name})",
        "Options": f"{options} ({record.variant})",
        first_seat: record.players[0],
        second_seat: record.players[1],
        "Match": record.match,
        "Started": _time(record.started_at),
        "Finished": _time(record.finished_at),
        "Clock": record.clock,
        "Rated": "yes" if record.rated else "no",
        "Result": record.result,
        "Reason": record.reason,
        "Hints": hints,
    }


def _turn_lines(record: Record) -> Iterator[str]:
    """A line for each turn, its number, seat, moves and notes in columns."""
    seats = record.game.seats
    all_moves = [record.moves_of(number) for number in range(len(record.turns))]
    moves_width = min(max(map(len, all_moves), default=0), WIDEST_MOVES)
    seat_width = max(map(len, seats)) + 1
    for number, (turn, moves) in enumerate(zip(record.turns, all_moves, strict=True), 1):
        seat = f"{seats[turn.seat]}:"
        notes = ", ".join(_notes(turn))
        line = f"{number:>4}. {seat:<{seat_width}} {moves:<{moves_width}}"
        if notes:
            line += f"  [{notes}]"
        yield line.rstrip()


def _notes(turn: RecordedTurn) -> Iterator[str]:
    """What stands in brackets behind the moves of a turn."""
    if turn.made_at is not None:
        yield _time(turn.made_at)
    if turn.how != "played":
        yield turn.how
    proposer = _SIGNS_OF_NOTES.sub(" ", turn.proposer).strip()
    if proposer:
        yield f"{PROPOSED_BY}{proposer}"


def _time(moment: datetime | None) -> str:
    return "" if moment is None else moment.astimezone(UTC).strftime(_TIME)


# ------------------------------------------------------------------------------------------ reading


def data_of_text(text: str) -> Mapping[str, Any]:
    """What a record as text holds, as the data of a JSON record.

    Raises RecordError, naming the line at fault.
    """
    lines = text.splitlines()
    _check_first_line(lines)
    blank = next((number for number, line in enumerate(lines) if not line.strip()), len(lines))
    fields = _read_fields(lines[1:blank])
    game = game_of(fields.get("Game", "").partition(" ")[0])
    options = _read_options(fields.get("Options", ""))
    turns = []
    for number, line in enumerate(lines[blank:], blank + 1):
        if line.strip():
            turns.append(_read_turn(game, line, number))
    for label in fields:
        if label not in LABELS and label not in game.seats:
            raise RecordError("a record has no label “{label}”", label=brief(label))
    status, winner = _read_result(game, fields.get("Result", "running"))
    return {
        **{label.lower(): value for label, value in fields.items()},
        "game": game.slug,
        "options": options,
        "players": [fields.get(seat, "") for seat in game.seats],
        "turns": turns,
        "status": status,
        "winner": winner,
        "rated": fields.get("Rated") == "yes",
        "hints": fields.get("Hints", "0, 0").split(","),
    }


def _check_first_line(lines: list[str]) -> None:
    if not lines or not re.fullmatch(r"Loophole record \d+", lines[0].strip()):
        raise RecordError(
            "that isn’t a record: the first line must be “{line}”",
            line=f"Loophole record {VERSION}",
        )
    if lines[0].split()[-1] != str(VERSION):
        raise RecordError("the record was written by a newer version of this program")


def _read_fields(lines: list[str]) -> dict[str, str]:
    """The values of lines such as ``Rated: yes``, by label; they begin with the second line."""
    fields: dict[str, str] = {}
    for number, line in enumerate(lines, 2):
        label, colon, value = line.partition(":")
        if not colon:
            raise RecordError("line {line} has no colon after its label", line=number)
        label = label.strip()
        value = value.strip()
        if fields.setdefault(label, value) != value:
            raise RecordError("“{label}” stands twice in the record", label=brief(label))
    return fields


def _read_options(text: str) -> dict[str, str]:
    options = {}
    for part in _BRACKETS.sub("", text).split(","):
        if not part.strip():
            continue
        name, equals, value = part.partition("=")
        if not equals:
            raise RecordError("write options like {example}", example="board=8x8, turns=double")
        options[name.strip()] = value.strip()
    return options


def _read_turn(game: Game, line: str, number: int) -> Mapping[str, Any]:
    """What the line of a turn holds; ``number`` is that of the line."""
    match = _TURN.fullmatch(line)
    seat = match[2].strip() if match else ""
    if match is None or seat not in game.seats:
        raise RecordError(
            "line {line} isn’t a turn; write it like “{example}”",
            line=number,
            example=f"1. {game.seats[0]}: c4",
        )
    turn: dict[str, Any] = {
        "seat": game.seats.index(seat),
        "moves": _BRACKETS.sub(" ", match[3]).split(),
    }
    for note in (match[4] or "").split(","):
        note = note.strip()
        if note in HOWS:
            turn["how"] = note
        elif note.startswith(PROPOSED_BY):
            turn["by"] = note.removeprefix(PROPOSED_BY)
        elif note:
            turn["at"] = note
    return turn


def _read_result(game: Game, result: str) -> tuple[str, int | None]:
    """The status and the winner that the words of a result stand for."""
    outcomes: dict[str, tuple[str, int | None]] = {
        "running": ("running", None),
        "called off": ("aborted", None),
        "draw": ("finished", None),
        f"{game.seats[0]} wins": ("finished", 0),
        f"{game.seats[1]} wins": ("finished", 1),
    }
    if result not in outcomes:
        raise RecordError("the result can be {choices}", choices=tuple(outcomes))
    return outcomes[result]
