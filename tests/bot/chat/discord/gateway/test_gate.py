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
    moment = 1e9
    moments = []
    for pause in pauses:
        moment += pause
        if not buckets.wait(1, moment):
            buckets.take(1, moment)
            moments.append(moment)
    for first, begin in enumerate(moments):
        for count, end in enumerate(moments[first:], 1):
            assert count <= allowance.burst + (end - begin) * allowance.rate + 1e-3


@given(allowances, pauses)
def test_after_the_time_that_is_named_one_more_is_let_through(
    allowance: Allowance, pauses: list[float]
) -> None:
    buckets = Buckets(allowance)
    moment = 1e9
    for pause in pauses:
        moment += pause
        wait = buckets.wait(1, moment)
        if wait:
            assert not buckets.wait(1, moment + wait + 1e-3)
        else:
            buckets.take(1, moment)


def ask_until_refused(entry: Gate) -> gate.LimitRefusal:
    """Have member 1 ask for words until they are refused."""
    refusal = None
    while refusal is None:
        refusal = entry.ask(1, SERVER, "words")
    return refusal


def test_a_clock_that_is_set_changes_nothing_but_the_time_that_is_named() -> None:
    clock = Clock()
    entry = Gate(clock, lambda: 1e6)
    refusal = ask_until_refused(entry)
    wait = refusal.end - clock.moment
    for hours in (-2, 4):
        clock.moment += timedelta(hours=hours)
        refusal = entry.ask(1, SERVER, "words")
        assert refusal.end - clock.moment == wait
        assert entry.ask(2, SERVER, "words") is None


@given(st.lists(st.tuples(st.integers(0, 30), st.floats(0, 5)), max_size=200))
def test_buckets_are_of_bounded_number_and_forgotten_when_full(
    steps: list[tuple[int, float]],
) -> None:
    buckets = Buckets(Allowance(3, 1), most=10)
    moment = 1e9
    for key, pause in steps:
        moment += pause
        buckets.take(key, moment)
        assert len(buckets) <= 10
    buckets.take(77, moment + 1000)
    assert len(buckets) == 1


@settings(max_examples=30)
@given(
    st.lists(st.tuples(st.integers(0, 40), st.floats(0, 0.2)), max_size=400),
    st.sampled_from(sorted(ALLOWANCES)),
)
def test_all_members_of_a_server_together_get_no_more_than_the_server_may_overdraw(
    requests: list[tuple[int, float]], work: gate.Work
) -> None:
    clock = Clock()
    entry = gate_by(clock)
    let_through = 0
    begin = clock.moment
    for member, pause in requests:
        clock.moment += timedelta(seconds=pause)
        if entry.ask(member, SERVER, work) is None:
            let_through += 1
    seconds = (clock.moment - begin).total_seconds()
    server = ALLOWANCES[work].server
    assert let_through <= (1 + OVERDRAFT) * server.burst + seconds * server.rate + 1


Requests = list[tuple[float, int]]
"""When members ask, in seconds from the start, and who they are."""
FIRST_CALM = 1_000
"""The id of the first member who does not ask for too much."""


def boards_of_many(seconds: float) -> Requests:
    """Five a second, each by somebody else."""
    return [(number / 5, FIRST_CALM + number) for number in range(int(5 * seconds))]


def boards_of_players(seconds: float) -> Requests:
    """Six members, each of whom asks every three seconds, as who plays by pressing does."""
    return [(number / 2, FIRST_CALM + number % 6) for number in range(int(2 * seconds))]


def loud_requests(seconds: float) -> Requests:
    """Fifty members who begin within four seconds, and ask for twenty things a second each."""
    requests = []
    for member in range(50):
        first = int(member * 20 * 4 / 50)
        for number in range(first, int(seconds * 20)):
            requests.append((number / 20, member))
    return requests


@pytest.mark.some_cases(1)
@pytest.mark.parametrize(
    ("calm_requests", "most"), [(boards_of_many, 0), (boards_of_players, 0.05)]
)
@pytest.mark.parametrize(
    "work",
    [
        pytest.param("typing", marks=pytest.mark.slow),
        pytest.param("words", marks=pytest.mark.slow),
        "board",
    ],
)
def test_of_those_who_share_a_server_the_ones_who_ask_for_most_are_refused(
    work: gate.Work, calm_requests: Callable[[float], Requests], most: float
) -> None:
    clock = Clock()
    entry = gate_by(clock)
    begin = clock.moment
    loud = loud_requests(30.0)
    calm = calm_requests(30.0)
    loud_refusals = 0
    calm_refusals = 0
    for seconds, member in sorted(loud + calm):
        clock.moment = begin + timedelta(seconds=seconds)
        if entry.ask(member, SERVER, work) is None:
            continue
        if member < FIRST_CALM:
            loud_refusals += 1
        else:
            calm_refusals += 1
    assert loud_refusals > 0.97 * len(loud)
    assert calm_refusals <= most * len(calm)


def test_a_server_that_asks_for_much_is_not_noticed_in_others() -> None:
    entry = gate_by(Clock())
    for member in range(60):
        # each of them asks for one, ahead of none
        assert entry.ask(member, SERVER, "board") is None
    for member in range(40):
        for _ in range(20):
            entry.ask(member, SERVER, "board")
    assert entry.ask(0, SERVER, "board") is not None
    assert entry.ask(0, 1, "words") is None
    assert entry.ask(0, 2, "words") is None
    assert entry.ask(2000, 1, "board") is None


def test_a_member_who_is_refused_is_answered_now_and_then_with_the_time() -> None:
    clock = Clock()
    entry = gate_by(clock)
    answers = [entry.ask(1, SERVER, "words") for _ in range(40)]
    refusals = [refusal for refusal in answers if refusal is not None]
    assert len(refusals) == 20
    assert [entry.answers(1) for _ in refusals] == [True] * 5 + [False] * 15
    assert {refusal.limit for refusal in refusals} == {"member"}
    assert refusals[0].end == clock.moment + timedelta(seconds=0.5)
    clock.moment += timedelta(seconds=0.4)
    assert entry.ask(1, SERVER, "words") is not None
    clock.moment += timedelta(seconds=0.2)
    assert entry.ask(1, SERVER, "words") is None


@pytest.mark.parametrize(("percent", "most"), [(50, 10), (100, 20), (300, 60)])
def test_a_host_may_let_through_more_or_less(percent: float, most: int) -> None:
    entry = gate_by(Clock(), percent)
    answers = [entry.ask(1, SERVER, "words") for _ in range(100)]
    assert answers.count(None) == most


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
