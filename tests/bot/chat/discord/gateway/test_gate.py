"""The gate lets through what is allowed and no more, forgets who is idle, and does not refuse one
for another.
"""

from collections.abc import Callable
from datetime import timedelta

import pytest
from hypothesis import given, settings, strategies as st

from bot.chat.discord.gateway import gate
from bot.chat.discord.gateway.buckets import Allowance, Buckets
from bot.chat.discord.gateway.gate import ALLOWANCES, Gate
from bot.chat.discord.gateway.spending import OVERDRAFT
from bot.domain.errors import LimitReached
from tests.bot.conftest import Clock

SERVER = 900
allowances = st.builds(Allowance, st.integers(1, 40), st.floats(0.01, 50))
pauses = st.lists(st.floats(0, 20), min_size=1, max_size=120)


def gate_by(clock: Clock, percent: float = 100) -> Gate:
    return Gate(clock, lambda: clock.moment.timestamp(), percent)


@given(allowances, pauses)
def test_of_a_bucket_no_more_is_taken_in_any_time_than_its_burst_and_what_came_in(
    allowance: Allowance, pauses: list[float]
) -> None:
    buckets = Buckets(allowance)
    now = 1e9
    taken = []
    for pause in pauses:
        now += pause
        if not buckets.wait(1, now):
            buckets.take(1, now)
            taken.append(now)
    for first, begin in enumerate(taken):
        for last, end in enumerate(taken[first:], 1):
            assert last <= allowance.burst + (end - begin) * allowance.rate + 1e-3


@given(allowances, pauses)
def test_after_the_time_that_is_named_one_more_is_let_through(
    allowance: Allowance, pauses: list[float]
) -> None:
    buckets = Buckets(allowance)
    now = 1e9
    for pause in pauses:
        now += pause
        wait = buckets.wait(1, now)
        if wait:
            assert not buckets.wait(1, now + wait + 1e-3)
        else:
            buckets.take(1, now)


def test_a_clock_that_is_set_changes_nothing_but_the_time_that_is_named() -> None:
    clock = Clock()
    entry = Gate(clock, lambda: 1e6)
    while (refused := entry.ask(1, SERVER, "words")) is None:
        pass
    for hours in (-2, 4):
        before = clock.moment
        clock.moment += timedelta(hours=hours)
        again = entry.ask(1, SERVER, "words")
        assert again.end - clock.moment == refused.end - before
        assert entry.ask(2, SERVER, "words") is None
        refused = again


@given(st.lists(st.tuples(st.integers(0, 30), st.floats(0, 5)), max_size=200))
def test_buckets_are_of_bounded_number_and_forgotten_when_full(
    steps: list[tuple[int, float]],
) -> None:
    buckets = Buckets(Allowance(3, 1), most=10)
    now = 1e9
    for key, pause in steps:
        now += pause
        buckets.take(key, now)
        assert len(buckets) <= 10
    buckets.take(77, now + 1000)
    assert len(buckets) == 1


@settings(max_examples=30)
@given(
    st.lists(st.tuples(st.integers(0, 40), st.floats(0, 0.2)), max_size=400),
    st.sampled_from(sorted(ALLOWANCES)),
)
def test_all_members_of_a_server_together_get_no_more_than_the_server_may_overdraw(
    asked: list[tuple[int, float]], work: gate.Work
) -> None:
    clock = Clock()
    entry = gate_by(clock)
    let_through = 0
    begin = clock.moment
    for member, pause in asked:
        clock.moment += timedelta(seconds=pause)
        let_through += entry.ask(member, SERVER, work) is None
    seconds = (clock.moment - begin).total_seconds()
    server = ALLOWANCES[work].server
    assert let_through <= (1 + OVERDRAFT) * server.burst + seconds * server.rate + 1


def boards_of_many(seconds: float) -> list[tuple[float, int]]:
    """Five a second, each by somebody else."""
    return [(number / 5, 1000 + number) for number in range(int(5 * seconds))]


def boards_of_players(seconds: float) -> list[tuple[float, int]]:
    """Six members, each of whom asks every three seconds, as who plays by pressing does."""
    return [(number / 2, 1000 + number % 6) for number in range(int(2 * seconds))]


@pytest.mark.some_cases(1)
@pytest.mark.parametrize(("calm", "most"), [(boards_of_many, 0), (boards_of_players, 0.05)])
@pytest.mark.parametrize(
    "work", [*(pytest.param(work, marks=pytest.mark.slow) for work in ("typing", "words")), "board"]
)
def test_of_those_who_share_a_server_the_ones_who_ask_for_most_are_refused(
    work: gate.Work, calm: Callable[[float], list[tuple[float, int]]], most: float
) -> None:
    """Fifty begin within four seconds and ask for twenty things a second each, for half a
    minute.
    """
    clock = Clock()
    entry = gate_by(clock)
    begin = clock.moment
    seconds = 30.0
    loud = [
        (n / 20, member)
        for member in range(50)
        for n in range(int(member * 20 * 4 / 50), int(seconds * 20))
    ]
    asked = calm(seconds)
    refused = {True: 0, False: 0}
    for at, member in sorted(loud + asked):
        clock.moment = begin + timedelta(seconds=at)
        refused[member < 1000] += entry.ask(member, SERVER, work) is not None
    assert refused[True] > 0.97 * len(loud)
    assert refused[False] <= most * len(asked)


def test_a_server_that_asks_for_much_is_not_noticed_in_others() -> None:
    entry = gate_by(Clock())
    limits = {
        refused.limit for n in range(60) if (refused := entry.ask(n, SERVER, "board")) is not None
    }
    assert not limits  # each of them asks for one, ahead of none
    for n in range(40):
        for _ in range(20):
            entry.ask(n, SERVER, "board")
    refused = entry.ask(0, SERVER, "board")
    assert refused is not None
    assert [entry.ask(0, other, "words") for other in (1, 2)] == [None, None]
    assert entry.ask(2000, 1, "board") is None


def test_a_member_who_is_refused_is_answered_now_and_then_with_the_time() -> None:
    clock = Clock()
    entry = gate_by(clock)
    refused = [refusal for _ in range(40) if (refusal := entry.ask(1, SERVER, "words")) is not None]
    assert len(refused) == 20
    assert [entry.answers(1) for _ in refused] == [True] * 5 + [False] * 15
    assert {refusal.limit for refusal in refused} == {"member"}
    assert refused[0].end == clock.moment + timedelta(seconds=0.5)
    clock.moment += timedelta(seconds=0.4)
    assert entry.ask(1, SERVER, "words") is not None
    clock.moment += timedelta(seconds=0.2)
    assert entry.ask(1, SERVER, "words") is None


def test_a_host_may_let_through_more_or_less() -> None:
    for percent, most in ((50, 10), (100, 20), (300, 60)):
        entry = gate_by(Clock(), percent)
        assert sum(entry.ask(1, SERVER, "words") is None for _ in range(100)) == most


def test_heavy_work_is_done_one_at_a_time_for_a_member_and_other_work_at_any_time() -> None:
    entry = gate_by(Clock())
    with (
        entry.one_heavy_job(1, "heavy"),
        entry.one_heavy_job(2, "heavy"),
        entry.one_heavy_job(1, "board"),
        pytest.raises(LimitReached),
        entry.one_heavy_job(1, "heavy"),
    ):
        raise AssertionError
    with entry.one_heavy_job(1, "heavy"):
        pass
