"""Records of matches: written as text that people read or as JSON, read back from either, and
replayed.
"""

import json
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from .core import SWAP, Game, GameError, State
from .core.errors import brief
from .core.numbers import whole_number
from .registry import catalog, get

FORMAT = "loophole-record"
VERSION = 1
MOST_CHARACTERS = 1_000_000
MOST_DECISIONS = 20_000
STATUSES = ("running", "finished", "aborted")
HOWS = ("played", "passed", "prepared", "given")
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
# labels that are not written without a value
LEFT_OUT = ("Match", "Started", "Finished", "Reason", "Hints")
# No two parts that repeat can match the same characters, so that no line takes long to be refused.
_TURN = re.compile(r"\s*(\d+)\.\s+([^:\s][^:]*):(?=\s)([^\[]*)(?:\[([^\]]*)\]\s*)?")
_BESIDE = re.compile(r"\([^()]*\)")  # names beside what is read
_BESIDE_NOTES = re.compile(r"[\[\],\s]+")
BY = "proposed by "  # before a name
_TIME = "%Y-%m-%d %H:%M:%S UTC"


class RecordError(GameError):
    """The text is no record, or its moves are not legal."""


@dataclass(frozen=True, slots=True)
class RecordedTurn:
    """Decisions, as text, that ``seat`` made in one go; ``how`` is one of HOWS; ``by``: who
    proposed them to a team.
    """

    seat: int
    moves: tuple[str, ...]
    at: datetime | None = None
    how: str = "played"
    by: str = ""


@dataclass(frozen=True, slots=True)
class Record:
    """A match as written down.

    ``winner`` (seat; None: a draw) counts once ``finished``; ``hints``: by seat.
    """

    game: Game
    options: Mapping[str, str]
    players: tuple[str, str]
    turns: tuple[RecordedTurn, ...]
    status: str = "running"
    winner: int | None = None
    reason: str = ""
    match: str = ""
    started: datetime | None = None
    finished: datetime | None = None
    clock: str = "none"
    rated: bool = False
    hints: tuple[int, int] = (0, 0)

    def states(self, ply: int | None = None) -> tuple[State, ...]:
        """The states of the match, or those up to ``ply`` decisions.

        Raises RecordError, also for a ply beyond it.
        """
        states = [self.game.start(**self.options)]
        for number, turn in enumerate(self.turns, 1):
            for text in turn.moves:
                try:
                    if states[-1].to_move != turn.seat:
                        raise RecordError("it isn’t {seat}’s turn", seat=self.game.seats[turn.seat])
                    states.append(states[-1].play(states[-1].parse(text)))
                except GameError as error:
                    raise RecordError(
                        "turn {number}, {move}: {why}",
                        number=number,
                        move=brief(text),
                        why=error.sentence,
                    ) from None
        if ply is not None and not 0 <= ply < len(states):
            raise RecordError("the match has only {most} moves", most=len(states) - 1)
        return tuple(states if ply is None else states[: ply + 1])

    @property
    def variant(self) -> str:
        """What players call the options."""
        return ", ".join(
            str(option.phrase(self.options.get(option.name, option.default)))
            for option in self.game.options
        )

    def moves_of(self, number: int) -> str:
        """The moves of a turn, counted from 0; what is taken over is named beside ``swap``."""
        moves = self.turns[number].moves
        if moves != (str(SWAP),):
            return " ".join(moves)
        try:
            taken = replace(self, turns=self.turns[: number + 1]).states()[-1].taken_over
        except GameError:  # illegal moves are written as they are
            taken = ()
        return f"{SWAP} (take over {', '.join(taken)})" if taken else str(SWAP)

    @property
    def result(self) -> str:
        """The result in words: ``Black wins``, ``draw``, ``running`` or ``called off``."""
        if self.status != "finished":
            return "called off" if self.status == "aborted" else self.status
        return "draw" if self.winner is None else f"{self.game.seats[self.winner]} wins"


def to_text(record: Record) -> str:
    """The record as text: what it is, line by line, then a line for each turn."""
    names = record.game.seats
    fields = {
        "Game": f"{record.game.slug} ({record.game.name})",
        "Options": ", ".join(f"{name}={value}" for name, value in record.options.items())
        + f" ({record.variant})",
        names[0]: record.players[0],
        names[1]: record.players[1],
        "Match": record.match,
        "Started": _time(record.started),
        "Finished": _time(record.finished),
        "Clock": record.clock,
        "Rated": "yes" if record.rated else "no",
        "Result": record.result,
        "Reason": record.reason,
        "Hints": f"{record.hints[0]}, {record.hints[1]}" if any(record.hints) else "",
    }
    lines = [f"Loophole record {VERSION}"]
    lines += [
        f"{label}: {_one_line(value)}"
        for label, value in fields.items()
        if value or label not in LEFT_OUT
    ]
    lines.append("")
    moves = [record.moves_of(number) for number in range(len(record.turns))]
    width = max(map(len, moves), default=0)
    seats = max(map(len, names)) + 1
    for number, turn in enumerate(record.turns, 1):
        by = _BESIDE_NOTES.sub(" ", turn.by).strip()
        said = turn.how if turn.how != "played" else "", f"{BY}{by}" if by else ""
        notes = ", ".join(filter(None, (_time(turn.at), *said)))
        tail = f"  [{notes}]" if notes else ""
        lines.append(
            (
                f"{number:>4}. {names[turn.seat] + ':':<{seats}} "
                f"{moves[number - 1]:<{min(width, 60)}}{tail}"
            ).rstrip()
        )
    return "\n".join(lines) + "\n"


def to_json(record: Record, indent: int | None = 1) -> str:
    """The record as JSON, with times in ISO form; ``indent`` None: on one line."""
    value = {
        "format": FORMAT,
        "version": VERSION,
        "game": record.game.slug,
        "options": dict(record.options),
        "variant": record.variant,
        "seats": list(record.game.seats),
        "players": list(record.players),
        "match": record.match,
        "started": _iso(record.started),
        "finished": _iso(record.finished),
        "clock": record.clock,
        "rated": record.rated,
        "status": record.status,
        "winner": record.winner,
        "reason": record.reason,
        **({"hints": list(record.hints)} if any(record.hints) else {}),
        "turns": [
            {"seat": turn.seat, "moves": list(turn.moves), "at": _iso(turn.at), "how": turn.how}
            | ({"by": turn.by} if turn.by else {})
            for turn in record.turns
        ],
    }
    return json.dumps(value, ensure_ascii=False, indent=indent) + "\n"


def read(text: str) -> Record:
    """The record that ``to_text`` or ``to_json`` wrote.

    Raises RecordError, saying in which line or entry.
    """
    if len(text) > MOST_CHARACTERS:
        raise RecordError(
            "that record is too long; the limit is {most} characters", most=MOST_CHARACTERS
        )
    text = text.removeprefix("\ufeff").strip()
    record = _record(_from_json(text) if text.startswith("{") else _from_text(text))
    if sum(len(turn.moves) for turn in record.turns) > MOST_DECISIONS:
        raise RecordError("that match is too long; the limit is {most} moves", most=MOST_DECISIONS)
    return record


def load(file: Path) -> Record:
    """The record in a file, or on the standard input for ``-``.

    Raises RecordError, UnicodeDecodeError or OSError.
    """
    return read(sys.stdin.read() if str(file) == "-" else file.read_text(encoding="utf-8"))


def _from_text(text: str) -> Mapping[str, Any]:
    """What a record as text says, in the form of JSON."""
    lines = text.splitlines()
    if not lines or not re.fullmatch(r"Loophole record \d+", lines[0].strip()):
        raise RecordError(
            "that isn’t a record: the first line must be “{line}”",
            line=f"Loophole record {VERSION}",
        )
    if lines[0].split()[-1] != str(VERSION):
        raise RecordError("the record was written by a newer version of this program")
    fields: dict[str, str] = {}
    at = 1
    while at < len(lines) and lines[at].strip():
        label, colon, value = lines[at].partition(":")
        if not colon:
            raise RecordError("line {line} has no colon after its label", line=at + 1)
        if fields.setdefault(label.strip(), value.strip()) != value.strip():
            raise RecordError("“{label}” stands twice in the record", label=brief(label))
        at += 1
    game = _game(fields.get("Game", "").partition(" ")[0])
    options = dict(
        _pair(part)
        for part in _BESIDE.sub("", fields.get("Options", "")).split(",")
        if part.strip()
    )
    turns = [
        _turn(game, line, number) for number, line in enumerate(lines[at:], at + 1) if line.strip()
    ]
    known = {*LABELS, *game.seats}
    for label in fields:
        if label not in known:
            raise RecordError("a record has no label “{label}”", label=brief(label))
    result = fields.get("Result", "running")
    outcomes: dict[str, tuple[str, int | None]] = {
        "running": ("running", None),
        "called off": ("aborted", None),
        "draw": ("finished", None),
        **{f"{seat} wins": ("finished", number) for number, seat in enumerate(game.seats)},
    }
    if result not in outcomes:
        raise RecordError("the result can be {choices}", choices=tuple(outcomes))
    status, winner = outcomes[result]
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


def _turn(game: Game, line: str, number: int) -> Mapping[str, Any]:
    match = _TURN.fullmatch(line)
    seat = match[2].strip() if match else ""
    if match is None or seat not in game.seats:
        raise RecordError(
            "line {line} isn’t a turn; write it like “{example}”",
            line=number,
            example=f"1. {game.seats[0]}: c4",
        )
    turn = {"seat": game.seats.index(seat), "moves": _BESIDE.sub(" ", match[3]).split()}
    notes = (note.strip() for note in (match[4] or "").split(","))
    kinds = {
        note: "how" if note in HOWS else "by" if note.startswith(BY) else "at"
        for note in notes
        if note
    }
    return turn | {kind: note.removeprefix(BY) for note, kind in kinds.items()}


def _from_json(text: str) -> Mapping[str, Any]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RecordError("that isn’t JSON: {why}", why=str(error)[:100]) from None
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        raise RecordError(
            "that’s JSON, but not a record: its format isn’t “{format}”", format=FORMAT
        )
    if value.get("version") != VERSION:
        raise RecordError("the record was written by a newer version of this program")
    return value


def _record(value: Mapping[str, Any]) -> Record:
    game = _game(_get(value, "game", str, ""))
    options = _get(value, "options", dict, {})
    turns = []
    for number, turn in enumerate(_get(value, "turns", list, []), 1):
        moves = _get(turn, "moves", list, []) if isinstance(turn, dict) else []
        seat = turn.get("seat") if isinstance(turn, dict) else None
        if (
            type(seat) is not int
            or seat not in (0, 1)
            or not all(isinstance(move, str) for move in moves)
        ):
            raise RecordError(
                "turn {number} is incomplete: it needs a seat (0 or 1) and moves", number=number
            )
        how = _get(turn, "how", str, "played")
        how = how if how in HOWS else "played"
        by = _one_line(_get(turn, "by", str, ""))
        turns.append(RecordedTurn(seat, tuple(moves), _moment(turn, "at"), how, by))
    players = [str(player) for player in [*_get(value, "players", list, []), "", ""]]
    status = _get(value, "status", str, "running")
    winner = value.get("winner")
    if status not in STATUSES or not (winner is None or (type(winner) is int and winner in (0, 1))):
        raise RecordError(
            "the status can be {choices}, the winner 0, 1 or null", choices=tuple(STATUSES)
        )
    hints = [str(count).strip() for count in _get(value, "hints", list, [0, 0])]
    if len(hints) != 2 or any(whole_number(count, 5) is None for count in hints):
        raise RecordError("hints are two numbers, one for each side")
    return Record(
        game=game,
        options=game.complete({str(name): str(choice) for name, choice in options.items()}),
        players=(players[0], players[1]),
        turns=tuple(turns),
        status=status,
        winner=winner,
        reason=_get(value, "reason", str, ""),
        match=_get(value, "match", str, ""),
        started=_moment(value, "started"),
        finished=_moment(value, "finished"),
        clock=_get(value, "clock", str, "none"),
        rated=_get(value, "rated", bool, False),
        hints=(int(hints[0]), int(hints[1])),
    )


def _get(value: Mapping[str, Any], name: str, kind: type, default: Any) -> Any:
    given = value.get(name)
    if given is not None and not isinstance(given, kind):
        raise RecordError("“{name}” in the record has the wrong type", name=name)
    return default if given is None else given


def _game(slug: str) -> Game:
    if not slug:
        slugs = tuple(game.slug for game in catalog())
        raise RecordError("the record doesn’t name its game; it can be {games}", games=slugs)
    return get(slug)


def _pair(part: str) -> tuple[str, str]:
    name, equals, value = part.partition("=")
    if not equals:
        raise RecordError("write options like {example}", example="board=8x8, turns=double")
    return name.strip(), value.strip()


def _one_line(name: str) -> str:
    return " ".join(name.split())


def _time(moment: datetime | None) -> str:
    return "" if moment is None else moment.astimezone(UTC).strftime(_TIME)


def _iso(moment: datetime | None) -> str | None:
    return None if moment is None else moment.astimezone(UTC).replace(microsecond=0).isoformat()


def _moment(value: Mapping[str, Any], name: str) -> datetime | None:
    text = _get(value, name, str, "")
    if not text:
        return None
    try:
        moment = datetime.fromisoformat(text.strip().removesuffix(" UTC")).replace(microsecond=0)
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    except (ValueError, OverflowError):
        example = "2026-03-02 12:00:00 UTC"
        raise RecordError(
            "“{text}” isn’t a time; write it like {example}", text=brief(text), example=example
        ) from None
