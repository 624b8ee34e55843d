"""The clock of a match, with all that stops it, compared with a plain model that counts hour by
hour.
"""

import copy
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from itertools import count
from random import Random

import pytest
from hypothesis import HealthCheck, example, given, settings, strategies as st

from bot.domain import clocks
from bot.domain.domain import Domain
from bot.domain.errors import Refused
from bot.domain.matches import agreements, endings
from bot.domain.matches.match import Match
from bot.domain.values import Person, Place
from tests.bot.conftest import Clock, sqlite_only
from tests.bot.domain.matches.helpers import cleared
from tests.bot.domain.matches.values import NOON

HOUR = timedelta(hours=1)
HOUR_SECONDS = 3600
DAY_SECONDS = 86_400
CLOCKS = ("1d", "3d", "7d", "2d weekends off", "7d+12h", "7d+0h", "1d+6h weekends off", "5h+0h")


@dataclass
class PlainClock:
    """What is left to each side, counted hour by hour: an hour counts unless something stops the
    clock in it.
    """

    terms: clocks.Clock
    now: datetime = NOON
    to_move: int = 0
    left: list[int] = field(default_factory=list)
    back: list[datetime] = field(default_factory=lambda: [NOON, NOON])
    paused: bool = False
    ran_out: bool = False
    """Whether the player to move has used all that they had in this turn."""
    turns: list[tuple[int, list[int]]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.left = [self.terms.per_turn or self.terms.bank] * 2

    def counts(self) -> bool:
        """Whether the next hour counts for the player to move."""
        weekend = self.terms.weekends_off and self.now.weekday() >= 5
        return not (self.paused or weekend or self.back[self.to_move] > self.now)

    def passes(self, hours: int, *, outage: bool = False) -> None:
        for _ in range(hours):
            self.ran_out = self.overdue
            if self.counts() and not outage:
                rest = self.left[self.to_move] - HOUR_SECONDS
                self.left[self.to_move] = max(rest, 0)
                self.ran_out = self.left[self.to_move] == 0
            self.now += HOUR

    def played(self) -> None:
        seat = self.to_move
        if self.terms.bank:
            bank = self.left[seat]
            ceiling = max(bank, 2 * self.terms.bank)
            self.left[seat] = min(bank + self.terms.increment, ceiling)
        self.begin(1 - seat)

    def begin(self, seat: int) -> None:
        """A turn of a seat begins."""
        self.to_move = seat
        self.ran_out = False
        if self.terms.per_turn:
            self.left[seat] = self.terms.per_turn
        self.turns.append((seat, list(self.left)))

    def vacation(self, seat: int, days: int) -> None:
        self.ran_out = self.overdue
        self.back[seat] = self.now + timedelta(days=days)

    def given_more(self) -> None:
        more = self.terms.per_turn or max(self.terms.increment, DAY_SECONDS)
        self.left[self.to_move] = more
        self.ran_out = False

    def taken_back(self, seat: int) -> None:
        """The clock goes back to where it was when that turn began, but leaves a day, or all where
        that is less.
        """
        turns = self.turns[:-1]
        while turns[-1][0] != seat:
            turns.pop()
        _, bank = turns.pop()
        self.turns = turns
        self.left = list(bank)
        self.begin(seat)
        if self.terms.bank:
            minimum = min(self.terms.bank, DAY_SECONDS)
            self.left[seat] = max(self.left[seat], minimum)

    @property
    def overdue(self) -> bool:
        # Who begins a turn with nothing left while the clock stands still has until it runs again.
        return self.left[self.to_move] == 0 and not self.paused and (self.ran_out or self.counts())

    def due(self) -> datetime:
        """When the player to move is out of time if nothing else happens."""
        later = copy.deepcopy(self)
        while not later.overdue:
            later.passes(1)
        return later.now


STEPS = st.one_of(
    st.tuples(st.just("hours"), st.integers(1, 100)),
    st.tuples(st.just("outage"), st.integers(1, 150)),
    st.tuples(st.just("play"), st.integers(1, 2)),
    st.tuples(st.sampled_from(("vacation", "vacation of the other")), st.integers(0, 6)),
    st.tuples(st.just("conditional move"), st.just(0)),
    st.tuples(st.just("pause"), st.just(0)),
    st.tuples(st.just("takeback"), st.integers(0, 1)),
    st.tuples(st.just("more time"), st.just(0)),
)
LIVES = given(text=st.sampled_from(CLOCKS), steps=st.lists(STEPS, min_size=3, max_size=14))
KEPT = (HealthCheck.function_scoped_fixture, HealthCheck.too_slow)
NUMBERS = count(1)


@pytest.mark.slow
@pytest.mark.mutants
@sqlite_only
@settings(max_examples=80, deadline=None, suppress_health_check=KEPT)
@LIVES
@example(
    "3d", [("hours", 24), ("vacation", 6), ("hours", 48), ("pause", 0), ("hours", 5), ("pause", 0)]
)
@example("3d", [("hours", 24), ("vacation", 2), ("hours", 40), ("outage", 20)])
@example(
    "3d", [("vacation", 6), ("pause", 0), ("hours", 5), ("vacation", 0), ("hours", 5), ("pause", 0)]
)
@example("7d+12h", [("play", 1), ("takeback", 0), ("play", 1), ("takeback", 0)])
@example("7d+0h", [("hours", 100), ("hours", 60), ("play", 2), ("play", 2), ("takeback", 0)])
@example(
    "7d+12h",
    [
        ("play", 1),
        ("conditional move", 0),
        ("hours", 5),
        ("takeback", 0),
        ("hours", 1),
        ("play", 1),
    ],
)
@example("5h+0h", [("hours", 5), ("vacation", 1), ("play", 2)])
@example(
    "7d+12h",
    [
        ("hours", 9),
        ("pause", 0),
        ("vacation", 3),
        ("hours", 1),
        ("pause", 0),
        ("hours", 1),
        ("play", 1),
    ],
)
async def test_the_clock_is_what_a_plain_model_says(
    domain: Domain, clock: Clock, text: str, steps: list[tuple[str, int]]
) -> None:
    await compared(domain, clock, text, steps)


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["postgres"], indirect=True)
@settings(max_examples=15, deadline=None, suppress_health_check=KEPT)
@LIVES
async def test_the_clock_is_stored_on_a_server_as_the_model_has_it(
    domain: Domain, clock: Clock, text: str, steps: list[tuple[str, int]]
) -> None:
    await compared(domain, clock, text, steps)


@pytest.mark.exhaustive
@settings(max_examples=600, deadline=None, suppress_health_check=KEPT)
@LIVES
async def test_the_clock_is_what_a_plain_model_says_many_times(
    domain: Domain, clock: Clock, text: str, steps: list[tuple[str, int]]
) -> None:
    await compared(domain, clock, text, steps)


async def compared(domain: Domain, clock: Clock, text: str, steps: list[tuple[str, int]]) -> None:
    """Lead a match and the model through the same steps, and compare them after each."""
    number = next(NUMBERS)
    clock.moment = NOON
    await domain.heartbeat.beat()
    await domain.heartbeat.skip()
    ann = Person(100_000 + 2 * number, "Ann")
    ben = Person(100_001 + 2 * number, "Ben")
    place = Place(scope=7_000 + number, channel=7_000 + number)
    terms = {"opponent": ben, "variant": "8x8, single turns", "side": "first", "clock": text}
    offer = await domain.challenges.make(place, ann, "veloop-square", **terms)
    match = (await domain.challenges.accept(offer.challenge.id, ben)).match
    model = PlainClock(clocks.parse(text))
    model.begin(0)
    try:
        for what, much in steps:
            await do(domain, clock, match.id, model, what, much)
            match = await domain.matches.get(match.id)
            if match.status != "running":
                return
            same(match, model)
    finally:
        if match.status == "running":
            await domain.matches.act(match.id, ann.id, endings.resign)
        await cleared(domain)


async def do(
    domain: Domain, clock: Clock, id: int, model: PlainClock, what: str, much: int
) -> None:
    """One step in both; what is refused changes neither."""
    matches = domain.matches
    now = await matches.get(id)
    mover = now.seats[model.to_move]
    other = now.seats[1 - model.to_move]
    if what == "hours":
        clock.move(hours=much)
        await domain.heartbeat.skip()
        model.passes(much)
    elif what == "outage":
        clock.move(hours=much)
        await domain.heartbeat.beat()
        model.passes(much, outage=True)
    elif what == "play":
        for _ in range(much):
            now = await matches.get(id)
            if now.paused or now.mover is None:
                return
            move = Random(now.version).choice(now.state.legal_moves())
            await matches.play(id, now.mover, str(move))
            model.played()
    elif what == "conditional move" and not model.paused:
        rng = Random(now.version)
        theirs = rng.choice(now.state.legal_moves())
        position = now.state.play(theirs)
        if position.to_move is None:
            return
        reply = rng.choice(position.legal_moves())
        await domain.prepared_moves.add(id, other, [str(theirs), str(reply)])
        await matches.play(id, mover, str(theirs))
        model.played()
        model.played()
    elif what.startswith("vacation"):
        seat = model.to_move if what == "vacation" else 1 - model.to_move
        try:
            await domain.members.take_vacation(now.seats[seat], much)
        except Refused:  # they have taken 30 days
            return
        model.vacation(seat, much)
    elif what == "pause" and model.paused:
        await matches.act(id, mover, agreements.ask_pause)
        model.paused = False
    elif what == "pause" and not model.overdue:
        await matches.act(id, mover, agreements.ask_pause)
        await matches.do(id, partial(agreements.answer, "pause", user=other, yes=True))
        model.paused = True
    elif what == "takeback":
        seat = model.to_move if much == 0 else 1 - model.to_move
        if any(turn_seat == seat for turn_seat, _ in model.turns[:-1]):
            await matches.act(id, now.seats[seat], agreements.ask_takeback)
            opponent = now.seats[1 - seat]
            agree = partial(agreements.answer, "takeback", user=opponent, yes=True)
            await matches.do(id, agree)
            model.taken_back(seat)
    elif what == "more time" and model.overdue:
        await matches.do(id, partial(endings.claim, user=other, what="time"))
        model.given_more()


def same(match: Match, model: PlainClock) -> None:
    """What both say of a match at this moment."""
    assert (match.now, match.to_move, match.paused is not None) == (
        model.now,
        model.to_move,
        model.paused,
    )
    assert match.overdue == model.overdue
    if match.clock.bank:
        assert match.banks == (*map(float, model.left),)
    if model.paused:
        return
    if not model.overdue:
        assert match.due == model.due()
