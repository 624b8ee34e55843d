"""How matches begin: the terms of a new match, and the match."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from bot.domain import clocks
from bot.domain.hours import ALWAYS, Hours
from bot.domain.matches import history
from bot.domain.matches.match import Draft, Match, Player
from bot.domain.matches.timing import MatchClock
from bot.domain.quiet import Quiet
from bot.domain.values import Person, Place
from games.core import Game

MOST_NAME = 100  # characters of a stored name


@dataclass(frozen=True, slots=True)
class Setup:
    """The terms of a new match, as in ``Match``.

    :param players: by seat.
    :param initial_decisions: the decisions that it begins with.
    :param pair: 1 if its other half has the next number, -1 if the one before, 0 if there is none.
    :param sides: across servers, each player's place; ``scope`` is then WORLD.
    :param chose_opponent: across servers, whether these players have chosen each other.
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
    initial_decisions: tuple[str, ...] = ()
    explore: bool = True
    pair: int = 0
    sides: tuple[Place, Place] | None = None
    chose_opponent: bool = False


def name_of(person: Person) -> str:
    """A name as stored: one line of at most MOST_NAME characters."""
    one_line = " ".join(person.name.split())
    return one_line[:MOST_NAME] or str(person.id)


def new_match(
    setup: Setup,
    number: int,
    now: datetime,
    *,
    guild: bool,
    vacation_ends: tuple[datetime | None, datetime | None] = (None, None),
    hours: tuple[Hours, Hours] = (ALWAYS, ALWAYS),
) -> Match:
    """A new match with a running clock and id 0.

    :param vacation_ends: when the players' vacations end.
    :param hours: when they are awake.
    """
    start = history.begin(setup.game, setup.options)
    moves = history.given(start, setup.initial_decisions, now)
    first = _player(setup, 0, hours=hours[0], vacation=vacation_ends[0])
    second = _player(setup, 1, hours=hours[1], vacation=vacation_ends[1])
    seat = moves.state.to_move
    assert seat is not None
    time = _clock(setup, now).started(seat, now, vacation_ends[seat], hours[seat])
    return Match(
        id=0,
        number=number,
        place=Place(setup.scope, setup.channel, guild),
        thread=None,
        players=(first, second),
        game=setup.game,
        options=setup.options,
        level=setup.level,
        rated=setup.rated,
        note=setup.note,
        tournament=setup.tournament,
        pair=number + setup.pair if setup.pair else None,
        explore=setup.explore,
        chose_opponent=setup.chose_opponent,
        created_at=now,
        now=now,
        history=moves,
        draft=Draft((moves.state,)),
        time=time,
        moved_at=now,
        quiet=Quiet(now),
    )


def _clock(setup: Setup, now: datetime) -> MatchClock:
    """The clock of a new match, with both banks full."""
    terms = clocks.parse(setup.clock)
    bank = float(terms.bank)
    return MatchClock(terms, now, banks=(bank, bank) if bank else None)


def _player(setup: Setup, seat: int, *, hours: Hours, vacation: datetime | None) -> Player:
    person = setup.players[seat]
    place = setup.sides[seat] if setup.sides else None
    return Player(person.id, name_of(person), place, hours=hours, vacation=vacation)
