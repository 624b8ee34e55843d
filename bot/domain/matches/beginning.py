"""How matches begin: what a new one is to be, and the match that it becomes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from bot.domain import clocks
from bot.domain.hours import ALWAYS, Hours
from bot.domain.matches import history
from bot.domain.matches.match import Draft, Match
from bot.domain.matches.timing import MatchClock
from bot.domain.quiet import Quiet
from bot.domain.values import Person
from games.core import Game

MOST_NAME = 100


@dataclass(frozen=True, slots=True)
class Setup:
    """What a new match is to be: its place, game and terms, and the players by seat. ``level``: of the computer.

    ``tournament``: the id of the one it is played for. ``explore``: lines may be tried on a board while it runs.
    ``given``: the decisions that it begins with.
    """

    scope: int
    channel: int
    game: Game
    options: Mapping[str, str]
    players: tuple[Person, Person]
    clock: str = "none"
    rated: bool = False
    note: str = ""
    level: int | None = None
    tournament: int | None = None
    given: tuple[str, ...] = ()
    explore: bool = True


def name_of(who: Person) -> str:
    """A name as it is kept: one line, not too long."""
    return " ".join(who.name.split())[:MOST_NAME] or str(who.id)


def begun(
    setup: Setup,
    number: int,
    now: datetime,
    *,
    guild: bool,
    away: tuple[datetime | None, datetime | None],
    hours: tuple[Hours, Hours] = (ALWAYS, ALWAYS),
) -> Match:
    """A new match, whose clock runs. It has the id 0 until it is stored.

    ``away``: when the players' vacations end; ``hours``: when they are awake.
    """
    played = history.given(history.begin(setup.game, setup.options), setup.given, now)
    state = played.state
    terms = clocks.parse(setup.clock)
    seat = state.to_move
    assert seat is not None
    bank = float(terms.bank)
    time = MatchClock(terms, now, banks=(bank, bank) if bank else None)
    return Match(
        id=0,
        number=number,
        scope=setup.scope,
        guild=guild,
        channel=setup.channel,
        thread=None,
        game=setup.game,
        options=setup.options,
        seats=(setup.players[0].id, setup.players[1].id),
        names=(name_of(setup.players[0]), name_of(setup.players[1])),
        level=setup.level,
        tournament=setup.tournament,
        rated=setup.rated,
        note=setup.note,
        explore=setup.explore,
        created=now,
        now=now,
        history=played,
        draft=Draft((state,)),
        time=time.started(seat, now, away[seat], hours[seat]),
        moved=now,
        quiet=Quiet(now),
        vacations=away,
        hours=hours,
    )
