"""What is expensive is paid for, whatever it is; who is honest never notices, nor do those beside
who is not.

Seconds of processor time are what honest things cost on a machine half as fast as the one for
docs/figures.md.
"""

from collections.abc import Iterator

import pytest

from bot.chat.discord.gateway.gate import Gate, Work
from bot.chat.discord.gateway.spending import HELPERS, OVERDRAFT, PROCESS
from tests.bot.conftest import Clock

SERVER = 900
HOUR = 3600.0
BOARD = 0.02
WORDS = 0.008
TOUCH = 0.01
HEAVY = 0.06


class Asked:
    """Something that a member asks for at a moment, in seconds, and what that will have cost."""

    def __init__(
        self, moment: float, member: int, work: Work, process: float, helpers: float = 0.0
    ) -> None:
        self.at = moment
        self.member = member
        self.work = work
        self.process = process
        self.helpers = helpers


class Simulation:
    """A gate, and what it let through."""

    def __init__(self) -> None:
        self.seconds = 1e6
        self.gate = Gate(Clock(), lambda: self.seconds)
        self.refused = 0
        self.process = 0.0
        self.helpers = 0.0

    def ask(self, request: Asked, server: int = SERVER, *, plays: bool = True) -> bool:
        """Whether something is let through, and paid for then."""
        self.seconds = 1e6 + request.at
        refusal = self.gate.ask(request.member, server, request.work)
        if refusal is not None and plays and refusal.limit != "member":
            refusal = self.gate.ask(request.member, server, request.work, plays=True)
        if refusal is not None:
            self.refused += 1
            return False
        account = self.gate.account(request.member, server)
        account.in_process(request.process)
        account.in_helpers(request.helpers)
        account.settle()
        self.process += request.process
        self.helpers += request.helpers
        return True


def every(
    seconds: float, member: int, work: Work, process: float, helpers: float = 0.0
) -> Iterator[Asked]:
    """An hour of the same thing again and again."""
    for number in range(int(HOUR / seconds)):
        yield Asked(number * seconds + member % 7 / 7, member, work, process, helpers)


def fast_blitz() -> Iterator[Asked]:
    """Two who move every two seconds for an hour, with the list while they type."""
    for member in (1, 2):
        yield from every(2, member, "board", BOARD)
        yield from every(1, member, "typing", WORDS)


def busy_evening() -> Iterator[Asked]:
    """Forty who move every eight seconds, ten who look at boards and lists, five on the page, ten
    with the computer.
    """
    for member in range(40):
        yield from every(8, member, "board", BOARD)
    for member in range(40, 50):
        yield from every(6, member, "words", WORDS)
        yield from every(15, member, "board", BOARD)
    for member in range(50, 55):
        yield from every(1, member, "touch", TOUCH)
    for member in range(55, 65):
        yield from every(12, member, "board", BOARD, 2.5)


def on_the_page() -> Iterator[Asked]:
    """Somebody who touches three cells a second without end."""
    yield from every(1 / 3, 1, "touch", TOUCH)


def analyst() -> Iterator[Asked]:
    """Somebody who has one match after the other analysed, looks through them, and has them
    animated.
    """
    yield from every(60, 1, "heavy", HEAVY, 35)
    yield from every(90, 1, "heavy", HEAVY, 8)
    yield from every(4, 1, "board", BOARD)


def against_the_strongest() -> Iterator[Asked]:
    """Somebody who moves against the strongest computer as soon as it has moved, and asks for a
    hint at times.
    """
    yield from every(10, 1, "board", BOARD, 8)
    yield from every(120, 1, "heavy", HEAVY, 5)


@pytest.mark.some_cases(1)
@pytest.mark.parametrize(
    "honest", [fast_blitz, busy_evening, on_the_page, analyst, against_the_strongest]
)
def test_who_is_honest_never_notices(honest: object) -> None:
    simulation = Simulation()
    for request in sorted(honest(), key=lambda request: request.at):  # type: ignore[operator]
        simulation.ask(request)
    assert not simulation.refused


def test_whatever_is_expensive_is_bounded_for_a_member_before_anybody_knows_what_it_is() -> None:
    simulation = Simulation()
    for number in range(600):
        simulation.ask(Asked(number, 1, "words", 1.2), plays=False)
    assert simulation.process <= PROCESS.member.burst + 600 * PROCESS.member.rate + 1.2
    refusal = simulation.gate.ask(1, SERVER, "words")
    assert refusal is not None
    assert refusal.limit == "member"


def test_a_member_in_debt_may_go_on_when_the_gate_says_so() -> None:
    simulation = Simulation()
    while simulation.ask(Asked(0, 1, "words", 1.2), plays=False):
        pass
    refusal = simulation.gate.ask(1, SERVER, "words")
    assert refusal is not None
    wait = (refusal.end - Clock().moment).total_seconds()
    assert simulation.ask(Asked(wait + 0.01, 1, "words", 0.0), plays=False)


def test_what_was_let_through_at_once_is_looked_at_again_before_it_begins() -> None:
    simulation = Simulation()
    assert all(simulation.gate.ask(1, SERVER, "board") is None for _ in range(20))
    count = 0
    for _ in range(20):
        if simulation.gate.debt(1, SERVER, "board") is None:
            count += 1
            simulation.gate.account(1, SERVER).in_process(1.2)
    assert count == 3


@pytest.mark.parametrize("where", ["here", "elsewhere"])
def test_fifty_who_find_something_expensive_do_not_keep_who_plays_from_playing(where: str) -> None:
    simulation = Simulation()
    seconds = 120
    request_count = 0
    refusal_count = 0
    for second in range(seconds):
        for member in range(1000, 1050):
            server = SERVER if where == "here" else member
            simulation.ask(Asked(second, member, "words", 1.0), server, plays=False)
        for member in (1, 2, 3, 4):
            request_count += 1
            refusal_count += not simulation.ask(Asked(second + 0.5, member, "board", BOARD))
    assert request_count == 4 * seconds
    assert not refusal_count
    budget = PROCESS.server if where == "here" else PROCESS.whole
    most = (1 + OVERDRAFT) * budget.burst + seconds * budget.rate
    assert simulation.process <= most + 4 * seconds * BOARD + 50


def test_what_helpers_take_keeps_a_member_from_what_is_heavy_alone() -> None:
    simulation = Simulation()
    heavy = [
        simulation.ask(Asked(20 * number, 1, "heavy", 0, 60), plays=False) for number in range(60)
    ]
    assert not all(heavy)
    assert simulation.helpers <= HELPERS.member.burst + 20 * 60 * HELPERS.member.rate + 60
    assert simulation.ask(Asked(1200, 1, "board", BOARD), plays=False)


def test_small_things_are_paid_for_together_and_nothing_is_forgotten() -> None:
    simulation = Simulation()
    account = simulation.gate.account(1, SERVER)
    for _ in range(40_000):
        account.in_process(0.0001)
    account.settle()
    assert simulation.gate.debt(1, SERVER, "words") is not None
