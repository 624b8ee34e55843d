"""The time of a match as columns: when a turn is due, what is left of a bank, and when a player is to be reminded."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, TypeAlias

from bot.domain.matches import clocks

Row: TypeAlias = Mapping[str, Any]
LONGEST_PAUSE = timedelta(days=7)
"""After a player has asked to go on, the match goes on by itself at the latest then."""


def started(row: Row, seat: int, now: datetime, away_until: datetime | None = None) -> dict[str, Any]:
    """The columns when the time of ``seat`` begins to run: at once, or when its player's vacation ends."""
    clock = clocks.parse(row["clock"])
    if not clock:
        return {"turn_at": now, "due_at": None, "wake_at": None, "told": 0}
    start = max(now, away_until or now)
    seconds = clock.per_turn or max(row[f"bank{seat}"], 0.0)
    due = clocks.later(start, seconds, clock.weekends_off)
    return {"turn_at": start, "due_at": due, **_awake(start, due, clock, 0)}


def ended(row: Row, seat: int, now: datetime) -> dict[str, Any]:
    """The columns when ``seat`` has made its turn: what it used leaves its bank, the increment comes in."""
    clock = clocks.parse(row["clock"])
    if not clock.bank or row["paused_at"] is not None:
        return {}
    left = row[f"bank{seat}"] - clocks.counted(row["turn_at"], now, clock.weekends_off)
    return {f"bank{seat}": max(left, 0.0) + clock.increment}


def shifted(row: Row, start: datetime, end: datetime) -> dict[str, Any]:
    """The columns when the time between two moments is not to count for the player to move."""
    clock = clocks.parse(row["clock"])
    if row["due_at"] is None:
        return {}
    seconds = clocks.counted(max(start, row["turn_at"]), end, clock.weekends_off)
    turn_at = clocks.later(row["turn_at"], seconds, clock.weekends_off)
    due = clocks.later(row["due_at"], seconds, clock.weekends_off)
    return {"turn_at": turn_at, "due_at": due, **_awake(turn_at, due, clock, row["told"])}


def recalled(row: Row, now: datetime, until: datetime) -> dict[str, Any]:
    """The columns when a vacation that was to last until then ends now: what was left of the time is left again."""
    clock = clocks.parse(row["clock"])
    if row["due_at"] is None:
        return {}
    whole = clocks.counted(row["turn_at"], row["due_at"], clock.weekends_off)
    left = clocks.counted(max(until, row["turn_at"]), row["due_at"], clock.weekends_off)
    turn_at = now - timedelta(seconds=whole - left)
    due = clocks.later(now, left, clock.weekends_off)
    return {"turn_at": turn_at, "due_at": due, **_awake(turn_at, due, clock, row["told"])}


def extended(row: Row, now: datetime) -> dict[str, Any]:
    """The columns when the opponent gives more time: another turn's worth, or a day with a bank."""
    clock = clocks.parse(row["clock"])
    seconds = float(clock.per_turn or max(clock.increment, clocks.DAY))
    due = clocks.later(now, seconds, clock.weekends_off)
    columns: dict[str, Any] = {"turn_at": now, "due_at": due, **_awake(now, due, clock, 0)}
    if clock.bank:
        columns[f"bank{row['to_move']}"] = seconds
    return columns


def next_wake(row: Row, now: datetime) -> tuple[str, dict[str, Any]]:
    """What is to be told at ``now`` (``reminder`` or ``overdue``), and the columns after it has been."""
    clock = clocks.parse(row["clock"])
    told = row["told"]
    stages = _stages(row["turn_at"], row["due_at"], clock)
    while told < len(stages) and stages[told] <= now:
        told += 1
    kind = "overdue" if told == len(stages) else "reminder"
    return kind, _awake(row["turn_at"], row["due_at"], clock, told)


def banks(row: Row, now: datetime) -> tuple[float, float] | None:
    """Seconds left in the banks of both seats at ``now``; None without banks."""
    clock = clocks.parse(row["clock"])
    if not clock.bank:
        return None
    left = [row["bank0"], row["bank1"]]
    if row["to_move"] is not None:
        until = row["paused_at"] or now
        left[row["to_move"]] -= clocks.counted(row["turn_at"], until, clock.weekends_off)
    return max(left[0], 0.0), max(left[1], 0.0)


def away(row: Row, now: datetime) -> tuple[datetime | None, datetime | None]:
    """By seat, until when a player's time does not run yet because of a vacation that began before the turn."""
    until = row["turn_at"] if row["due_at"] is not None and row["paused_at"] is None and row["turn_at"] > now else None
    return (until, None) if row["to_move"] == 0 else (None, until)


def _awake(start: datetime, due: datetime, clock: clocks.Clock, told: int) -> dict[str, Any]:
    stages = _stages(start, due, clock)
    return {"told": told, "wake_at": stages[told] if told < len(stages) else None}


def _stages(start: datetime, due: datetime, clock: clocks.Clock) -> list[datetime]:
    """Half time, near the end, and the end; for short times the reminders that would come too thick fall together."""
    seconds = clocks.counted(start, due, clock.weekends_off)
    near = clocks.later(start, seconds - max(seconds / 10, min(3600.0, seconds / 2)), clock.weekends_off)
    half = clocks.later(start, seconds / 2, clock.weekends_off)
    return [half, near, due]
