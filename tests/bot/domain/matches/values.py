"""Matches as values, without a database: a new one, one with some turns played, and one that is
over.
"""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import games
from bot.domain.matches import agreements, beginning, endings, turns
from bot.domain.matches.match import CommandResult, Match
from bot.domain.values import COMPUTER, Person
from tests.bot.conftest import ANN, BEN

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
"""A Monday."""
LOOPHOLE = Person(COMPUTER, "Loophole")


def new(
    clock: str = "none",
    *,
    second: Person = BEN,
    options: dict[str, str] | None = None,
    **terms: Any,
) -> Match:
    """A match of Veloop on a small board with single turns, in which Ann is to move at NOON."""
    game = games.get("veloop-square")
    complete_options = game.complete({"board": "6x6", "turns": "single", **(options or {})})
    setup = beginning.Setup(900, 901, game, complete_options, (ANN, second), clock, **terms)
    return beginning.new_match(setup, 1, NOON, guild=True)


def after(match: Match, count: int, **span: float) -> Match:
    """The match after ``count`` turns by the first legal decision, each after a time span."""
    for _ in range(count):
        assert match.mover is not None
        match = later(match, **span)
        move_text = str(match.state.legal_moves()[0])
        mover = match.mover or COMPUTER
        match = turns.play(match, mover, move_text).match
    return match


def later(match: Match, **span: float) -> Match:
    """The match a time span later."""
    return match.at(match.now + timedelta(**span))


def over(match: Match | None = None) -> Match:
    """A match that Ann has resigned after three turns."""
    return endings.resign(after(match or new(), 3), ANN.id).match


def gone(match: Match, user: int, **span: float) -> Match:
    """The match a time span after a player has left."""
    return later(endings.presence(match, user, True).match, **span)


def pinged(result: CommandResult) -> list[tuple[str, int | None]]:
    """The kind of each event and the user it pings."""
    return [(announcement.event.kind, announcement.ping) for announcement in result.events]


def without(match: Match, seat: int, user: int) -> Match:
    """The match with another user in a seat."""
    return match.with_player(seat, replace(match.players[seat], user=user))


def with_players(match: Match, **values: tuple[Any, Any]) -> Match:
    """The match with other values of its players, each by seat."""
    for name, pair in values.items():
        for seat, value in enumerate(pair):
            changes: dict[str, Any] = {name: value}
            match = match.with_player(seat, replace(match.players[seat], **changes))
    return match


def asked(match: Match, user: int, ask: Callable[[Match, int], CommandResult]) -> Match:
    return ask(match, user).match


def paused(match: Match) -> Match:
    return agreements.answer("pause", agreements.ask_pause(match, ANN.id).match, BEN.id, True).match
