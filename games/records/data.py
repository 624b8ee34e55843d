"""Records as JSON: written, and its data read back and checked."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, TypeGuard

from ..core import Game
from ..core.errors import brief
from ..core.numbers import whole_number
from ..registry import catalog, get
from .record import HOWS, STATUSES, Record, RecordedTurn, RecordError, one_line

FORMAT = "loophole-record"
VERSION = 1


# ------------------------------------------------------------------------------------------ writing


def to_json(record: Record, indent: int | None = 1) -> str:
    """The record as JSON, with times in ISO form; ``indent`` None: on one line."""
    data: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "game": record.game.slug,
        "options": dict(record.options),
        "variant": record.variant,
        "seats": list(record.game.seats),
        "players": list(record.players),
        "match": record.match,
        "started": _iso(record.started_at),
        "finished": _iso(record.finished_at),
        "clock": record.clock,
        "rated": record.rated,
        "status": record.status,
        "winner": record.winner,
        "reason": record.reason,
    }
    if any(record.hints):
        data["hints"] = list(record.hints)
    data["turns"] = [_data_of_turn(turn) for turn in record.turns]
    return json.dumps(data, ensure_ascii=False, indent=indent) + "\n"


def _data_of_turn(turn: RecordedTurn) -> dict[str, Any]:
    data: dict[str, Any] = {
        "seat": turn.seat,
        "moves": list(turn.moves),
        "at": _iso(turn.made_at),
        "how": turn.how,
    }
    if turn.proposer:
        data["by"] = turn.proposer
    return data


def _iso(moment: datetime | None) -> str | None:
    if moment is None:
        return None
    return moment.astimezone(UTC).replace(microsecond=0).isoformat()


# ------------------------------------------------------------------------------------------ reading


def data_of_json(text: str) -> Mapping[str, Any]:
    """What a record as JSON holds. Raises RecordError for what is no record."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RecordError("that isn’t JSON: {why}", why=str(error)[:100]) from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise RecordError(
            "that’s JSON, but not a record: its format isn’t “{format}”", format=FORMAT
        )
    if data.get("version") != VERSION:
        raise RecordError("the record was written by a newer version of this program")
    return data


def record_of(data: Mapping[str, Any]) -> Record:
    """The record with the data of a JSON record. Raises RecordError, naming the entry at fault."""
    game = game_of(_get(data, "game", str, ""))
    options = _get(data, "options", dict, {})
    turns = [_turn_of(turn, number) for number, turn in enumerate(_get(data, "turns", list, []), 1)]
    players = [str(player) for player in _get(data, "players", list, [])] + ["", ""]
    status = _get(data, "status", str, "running")
    winner = data.get("winner")
    if status not in STATUSES or not (winner is None or _is_seat(winner)):
        raise RecordError(
            "the status can be {choices}, the winner 0, 1 or null", choices=tuple(STATUSES)
        )
    hints = _hints_of(data)
    return Record(
        game=game,
        options=game.complete({str(name): str(choice) for name, choice in options.items()}),
        players=(players[0], players[1]),
        turns=tuple(turns),
        status=status,
        winner=winner,
        reason=_get(data, "reason", str, ""),
        match=_get(data, "match", str, ""),
        started_at=_moment(data, "started"),
        finished_at=_moment(data, "finished"),
        clock=_get(data, "clock", str, "none"),
        rated=_get(data, "rated", bool, False),
        hints=hints,
    )


def game_of(slug: str) -> Game:
    """The game that a record names. Raises RecordError if it names none, else UnknownGame."""
    if not slug:
        slugs = tuple(game.slug for game in catalog())
        raise RecordError("the record doesn’t name its game; it can be {games}", games=slugs)
    return get(slug)


def _turn_of(data: object, number: int) -> RecordedTurn:
    """The turn with the data of a JSON record; ``number`` is counted from 1."""
    if not isinstance(data, dict):
        raise _incomplete_turn(number)
    moves = _get(data, "moves", list, [])
    seat = data.get("seat")
    if not _is_seat(seat) or not all(isinstance(move, str) for move in moves):
        raise _incomplete_turn(number)
    how = _get(data, "how", str, "played")
    if how not in HOWS:
        how = "played"
    proposer = one_line(_get(data, "by", str, ""))
    made_at = _moment(data, "at")
    return RecordedTurn(seat, tuple(moves), made_at=made_at, how=how, proposer=proposer)


def _incomplete_turn(number: int) -> RecordError:
    return RecordError(
        "turn {number} is incomplete: it needs a seat (0 or 1) and moves", number=number
    )


def _is_seat(value: object) -> TypeGuard[int]:
    """Whether a value is 0 or 1, and neither a truth value nor a float."""
    return type(value) is int and value in (0, 1)


def _hints_of(data: Mapping[str, Any]) -> tuple[int, int]:
    counts = [str(count).strip() for count in _get(data, "hints", list, [0, 0])]
    if len(counts) != 2 or not all(whole_number(count, 5) is not None for count in counts):
        raise RecordError("hints are two numbers, one for each side")
    return int(counts[0]), int(counts[1])


def _get(data: Mapping[str, Any], name: str, kind: type, default: Any) -> Any:
    """An entry of ``data``, or ``default`` where it is missing or null. Raises RecordError."""
    value = data.get(name)
    if value is None:
        return default
    if not isinstance(value, kind):
        raise RecordError("“{name}” in the record has the wrong type", name=name)
    return value


def _moment(data: Mapping[str, Any], name: str) -> datetime | None:
    """A time among the data, to the second, in UTC where it does not say. Raises RecordError."""
    text = _get(data, name, str, "")
    if not text:
        return None
    try:
        moment = datetime.fromisoformat(text.strip().removesuffix(" UTC")).replace(microsecond=0)
        if moment.tzinfo is None:
            return moment.replace(tzinfo=UTC)
        return moment.astimezone(UTC)
    except (ValueError, OverflowError):
        raise RecordError(
            "“{text}” isn’t a time; write it like {example}",
            text=brief(text),
            example="2026-03-02 12:00:00 UTC",
        ) from None
