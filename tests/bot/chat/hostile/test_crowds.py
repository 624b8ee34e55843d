"""Fifty fresh accounts press without end: nobody who plays is refused, or left without an
answer.
"""

from datetime import UTC, datetime

import pytest

from bot.chat.discord.gateway.gate import ALLOWANCES, Gate, Work
from tests.bot.chat.acting import started
from tests.bot.chat.conftest import Club
from tests.bot.chat.world import Wire, said
from tests.sampling import only

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
MANY = 50
ACTIONS = 40
SECONDS = 1.5
"""Between two actions of two pairs, each of which acts every three seconds."""
PRESSES = 10
"""By each of the crowd between two such actions."""


def crowd(gate: Gate, server: int, number: int) -> None:
    """Each account asks for all kinds of things; every so often others take their place."""
    fresh = 10**6 + number // 20 * MANY
    for work in ALLOWANCES:
        for account in range(fresh, fresh + MANY):
            for _ in range(PRESSES):
                gate.ask(account, server, work)


@pytest.fixture
def limits() -> float:
    return 100


@pytest.mark.slow
@pytest.mark.parametrize("place", ["in their server", "in another"])
async def test_who_plays_goes_on_as_if_nobody_pressed(club: Club, place: str) -> None:
    club.quiet()
    wire = Wire(club)
    gate = club.services.gate
    matches = club.services.matches
    pairs = ((club.alice, club.bob), (club.carol, club.dave))
    for one, other in pairs:
        await started(club, "loop", other, challenger=one, side="first")
    refusals = silent = 0
    for number in range(ACTIONS):
        club.env.backend.advance_clock(SECONDS)
        crowd(gate, club.guild.id if place == "in their server" else 1, number)
        match = await matches.get(number % 2 + 1)
        member = next(member for member in pairs[number % 2] if member.id == match.mover)
        if number % 4 < 2:
            move = {"name": "moves", "type": 3, "value": str(match.state.legal_moves()[0])}
            answer = wire.command(
                member, ("move",), [move, {"name": "match", "type": 3, "value": match.name}]
            )
        else:
            answer = wire.command(member, ("matches",), [])
        await club.env.settle()
        silent += not answer.acknowledged
        refusals += answer.acknowledged and "Try again <t:" in said(answer)
    assert (refusals, silent) == (0, 0)


@pytest.mark.slow
@pytest.mark.parametrize("work", only(["board", "words", "typing"], "board"))
async def test_who_plays_steadily_goes_before_who_came_to_press_though_these_play_too(
    work: Work,
) -> None:
    seconds = refusals = 0.0

    async def plays(member: int, scope: int) -> bool:
        return True

    gate = Gate(lambda: NOON, lambda: seconds, plays=plays)
    for step in range(100):
        seconds += 0.5
        for account in range(MANY):
            for _ in range(PRESSES):
                await gate.admit(account, 1, work)
        if step % 6 == 5:
            refusals += await gate.admit(1000 + step % 12, 1, work) is not None
    assert not refusals
