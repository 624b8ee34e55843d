"""Rows of matches: how the columns of ``matches``, and of what is joined to it, make a ``Match``.

Columns keep the spelling with which they were stored first; ``Match`` has the words of today.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, TypeAlias

from bot.domain import clocks
from bot.domain.explorations import repository as trees
from bot.domain.explorations.tree import EMPTY, Exploration
from bot.domain.matches import history as moves
from bot.domain.matches.events import Request
from bot.domain.matches.history import History
from bot.domain.matches.match import Absence, Draft, Match, OpenRequest, Player, Result
from bot.domain.matches.timing import MatchClock
from bot.domain.members.settings import MemberSettings
from bot.domain.quiet import Quiet
from bot.domain.refusals import Refusals
from bot.domain.unit_of_work import Row
from bot.domain.values import Place

Columns: TypeAlias = dict[str, Any]

_CHANGING = {
    "thread": "thread",
    "version": "version",
    "rated": "rated",
    "note": "note",
    "rematch": "rematch",
    "moved_at": "moved_at",
}
"""Columns that commands change, and the attributes of ``Match``."""
_CHANGING_BY_SEAT = {"draw_ply": "draw_ply", "snoozed": "snoozed", "hints": "hints"}
"""The same by seat: columns without the seat at their end, and the attributes of ``Player``."""
_FIXED = {
    "number": "number",
    "options": "options",
    "level": "level",
    "explore": "explore",
    "tournament": "tournament",
    "imported": "imported",
    "pair": "pair",
    "arranged": "chose_opponent",
    "created_at": "created_at",
}
_FIXED_BY_SEAT = {"seat": "user", "name": "name"}
_JOINED = {"id": "id", "revision": "revision", "followers": "followers", "ends": "ends"}
_READ = {**_CHANGING, **_FIXED, **_JOINED}
_READ_BY_SEAT = {**_CHANGING_BY_SEAT, **_FIXED_BY_SEAT, "vacation": "vacation"}
_REQUEST_COLUMNS: Mapping[Request, str] = {
    "draw": "draw_offer",
    "takeback": "takeback_asked",
    "take_up": "takeback_asked",
    "result": "takeback_asked",
    "pause": "pause_asked",
    "resume": "pause_asked",
    "abandon": "abandon_asked",
}
"""The columns with the seat that asks; of those of one column only one can be open at a time."""
_CLOCK = {
    "turn_at": "turn_start",
    "due_at": "due",
    "wake_at": "wake",
    "told": "reminders",
    "paused_at": "paused",
}
_QUIET = {
    "heard_at": "start",
    "reminded": "reminder_count",
    "asked_at": "asked_at",
    "nudged_at": "nudged_at",
    "quiet_wake_at": "wake",
}


def read(
    row: Row, now: datetime, history: History, players: tuple[Player, Player], draft: Draft
) -> Match:
    """The match of a row, of which the moves and the players were read before."""
    fields: Columns = {attribute: getattr(row, column) for column, attribute in _READ.items()}
    mover = players[row.to_move or 0]
    absence = None
    if row.gone is not None:
        absence = Absence(row.gone, row.gone_at)
    return Match(
        **fields,
        place=Place(row.scope, row.channel, row.guild),
        players=players,
        game=history.state.game,
        now=now,
        history=history,
        draft=draft,
        time=replace(clock_of(row), hours=mover.hours),
        quiet=_read_quiet(row),
        result=_read_result(row),
        requests=_read_requests(row),
        open_at_end=_read_open_at_end(row),
        refusals=Refusals.read(row.refusals),
        absence=absence,
        language=row.language or "",
    )


def read_players(row: Row, history: History) -> tuple[Player, Player]:
    """The players of a row."""
    return _player(row, 0, history), _player(row, 1, history)


def _player(row: Row, seat: int, history: History) -> Player:
    """The player of a seat, with their tree attached to the moves that were played since."""
    settings = MemberSettings.read(getattr(row, f"settings{seat}") or {})
    server = getattr(row, f"home{seat}")
    place = None
    if server is not None:
        place = Place(server, getattr(row, f"room{seat}") or 0)
    fields: Columns = {}
    for column, attribute in _READ_BY_SEAT.items():
        fields[attribute] = getattr(row, f"{column}{seat}")
    return Player(
        **fields,
        place=place,
        settings=settings,
        hours=settings.waking(getattr(row, f"moves{seat}") or ()),
        exploration=_read_tree(row, seat, history),
    )


def _read_tree(row: Row, seat: int, history: History) -> Exploration:
    """The tree of a seat, attached to the moves that were played since it was stored."""
    tree_data = getattr(row, f"tree{seat}")
    if not tree_data:
        return EMPTY
    tree = trees.read(tree_data)
    return tree.at(history.decisions, lambda: moves.begin(row.game, row.options))


def _read_quiet(row: Row) -> Quiet:
    values: Columns = {attribute: getattr(row, column) for column, attribute in _QUIET.items()}
    return Quiet(**values)


def _read_result(row: Row) -> Result | None:
    if row.status == "running":
        return None
    return Result(row.status, row.winner, row.reason, row.finished_at)


def _read_requests(row: Row) -> dict[Request, OpenRequest]:
    """The open requests, each with the version at which it was made; long ago that was not
    stored.
    """
    kinds: list[Request]
    if row.status == "running":
        kinds = ["draw", "takeback", "pause" if row.paused_at is None else "resume", "abandon"]
    else:
        kinds = ["take_up" if row.reason == "adjourned" else "result"]
    versions = row.requested or {}
    requests = {}
    for kind in kinds:
        column = _REQUEST_COLUMNS[kind]
        seat = getattr(row, column)
        if seat is not None:
            requests[kind] = OpenRequest(seat, versions.get(column, 1))
    return requests


def _read_open_at_end(row: Row) -> dict[Request, int]:
    """When the requests were made that were open at the end: the versions that are still stored,
    though nobody asks.
    """
    if row.status == "running" or not row.requested:
        return {}
    versions: dict[Request, int] = {}
    kinds: tuple[Request, ...] = ("draw", "takeback", "pause", "abandon")
    for kind in kinds:
        column = _REQUEST_COLUMNS[kind]
        if column in row.requested and getattr(row, column) is None:
            versions[kind] = row.requested[column]
    return versions


def columns(match: Match) -> Columns:
    """The columns that commands change, without the moves."""
    values = _values(match, _CHANGING)
    values |= _seat_columns(match, _CHANGING_BY_SEAT)
    values |= _request_columns(match)
    values |= clock_columns(match.time)
    values |= _values(match.quiet, _QUIET)
    values |= _absence_columns(match.absence)
    return values | {
        "channel": match.channel,
        "to_move": match.to_move,
        "mover": match.mover,
        "status": match.status,
        "winner": match.winner,
        "reason": match.reason,
        "finished_at": match.finished,
        "refusals": match.refusals.stored(),
    }


def _absence_columns(absence: Absence | None) -> Columns:
    if absence is None:
        return {"gone": None, "gone_at": None}
    return {"gone": absence.seat, "gone_at": absence.start}


def fixed_columns(match: Match) -> Columns:
    """The columns that are written once, when the match begins."""
    values = _values(match, _FIXED) | _seat_columns(match, _FIXED_BY_SEAT)
    for seat, player in enumerate(match.players):
        place = player.place
        values[f"home{seat}"] = None if place is None else place.scope
        values[f"room{seat}"] = None if place is None else place.channel
    return values | {
        "scope": match.scope,
        "game": match.game.slug,
        "options": dict(match.options),
        "clock": str(match.clock),
        "given": match.history.given,
    }


def moves_columns(match: Match) -> Columns:
    history = match.history
    state = match.state
    return {"decisions": history.text, "log": history.log, "ply": state.ply, "turn": state.turn}


def _values(source: object, names: Mapping[str, str]) -> Columns:
    """Attributes of an object, by the columns that keep them."""
    return {column: getattr(source, attribute) for column, attribute in names.items()}


def _request_columns(match: Match) -> Columns:
    """Who asks, and the versions at which each was asked, by column."""
    askers: Columns = dict.fromkeys(_REQUEST_COLUMNS.values())
    versions: dict[str, int] = {}
    for kind, version in match.open_at_end.items():
        versions[_REQUEST_COLUMNS[kind]] = version
    for kind, request in match.requests.items():
        column = _REQUEST_COLUMNS[kind]
        askers[column] = request.seat
        versions[column] = request.version
    return askers | {"requested": versions}


def _seat_columns(match: Match, names: Mapping[str, str]) -> Columns:
    """Columns of both seats, by the attributes of ``Player``."""
    columns: Columns = {}
    for seat, player in enumerate(match.players):
        for column, attribute in names.items():
            columns[f"{column}{seat}"] = getattr(player, attribute)
    return columns


def clock_columns(time: MatchClock) -> Columns:
    """The columns of a clock; the inverse of ``clock_of``."""
    bank0, bank1 = time.banks or (None, None)
    return {**_values(time, _CLOCK), "bank0": bank0, "bank1": bank1}


def clock_of(row: Row) -> MatchClock:
    """The clock of a row."""
    values: Columns = {name: getattr(row, column) for column, name in _CLOCK.items()}
    banks = None if row.bank0 is None else (row.bank0, row.bank1)
    return MatchClock(terms=clocks.parse(row.clock), banks=banks, **values)
