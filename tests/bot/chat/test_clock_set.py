"""The host's clock is set by hours, back or forth, while the bot runs: members do not notice."""

from collections.abc import AsyncIterator, Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.chat.discord.feature import CHORES_SECONDS
from bot.chat.discord.gateway.gate import ALLOWANCES
from bot.store.tables import outbox

from ...sampling import only
from .acting import posted_once
from .conftest import Club
from .network.hurry import USERS, datetime_by
from .reading import stored, words
from .requests import intercepted
from .world import Wire, said


def set_clock(club: Club, hours: int) -> None:
    """Set the clock of the bot's machine on by some hours, or back by -``hours``."""
    club.ahead += timedelta(hours=hours)


HOURS = 2
MOMENT = 3.0
"""Seconds in which all loops with something to send have run."""


@pytest.fixture
async def club(copied_database: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Club]:
    async with Club(copied_database, 100) as new_club:
        with monkeypatch.context() as patch:
            for user in USERS:
                patch.setattr(user, "datetime", datetime_by(new_club.now))
            yield new_club
    assert not new_club.env.errors


ways = pytest.mark.parametrize("hours", only([-HOURS, HOURS], HOURS))


async def turn(club: Club) -> str:
    """Play the next turn of the only match; gives what its post says."""
    match = await club.services.matches.get(1)
    move = str(match.state.legal_moves()[-1])
    await club.services.matches.play(1, match.mover or 0, move)
    return f"played **{move}**"


@pytest.mark.slow
@ways
async def test_who_asks_is_let_through_as_before(club: Club, hours: int) -> None:
    burst = int(ALLOWANCES["words"].member.burst)
    members = (club.alice, club.bob, club.carol)
    wire = Wire(club)
    for member in members:
        for _ in range(burst // 2):
            wire.command(member, ("help",), [])
    for _ in range(30):
        wire.command(club.dave, ("help",), [])
    await club.env.settle()
    set_clock(club, -hours)
    await club.env.advance_time(1)
    assert "Loophole" in words(await club.dave.slash("help")), "refused a second ago"
    set_clock(club, hours)
    set_clock(club, hours)
    await club.env.advance_time(10)
    commands = [
        wire.command(member, ("help",), []) for member in members for _ in range(burst // 2)
    ]
    await club.env.settle()
    assert all("Loophole" in said(answer) for answer in commands)


@pytest.mark.slow
@ways
async def test_every_turn_is_posted_soon_and_once(
    club: Club, hours: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    await club.match("8x8, single turns")
    send = discord.abc.Messageable.send
    messages = list[discord.abc.Messageable]()

    async def slow(channel: discord.abc.Messageable, **more: Any) -> discord.Message:
        messages.append(channel)
        if len(messages) == 1:
            set_clock(club, hours)
            await club.bot.delivery.flush()  # as the loop does while this post takes long
        return await send(channel, **more)

    first = await turn(club)
    with monkeypatch.context() as patch:
        patch.setattr(discord.abc.Messageable, "send", slow)
        await club.env.advance_time(MOMENT)
    assert len(messages) == 1
    await posted_once(club, first)

    def down(request: Callable[[], object], method: str, path: str) -> object:
        if method == "POST" and path.endswith("/messages"):
            raise OSError("the network is down")
        return request()

    first_refusal = await turn(club)
    with intercepted(down):
        await club.env.advance_time(MOMENT)
    set_clock(club, -hours)
    await club.env.advance_time(5 + MOMENT)
    await posted_once(club, first_refusal)

    last_turn = await turn(club)
    async with club.bot.store.write() as connection:  # by another process, which was killed
        await connection.execute(
            outbox.update().values(attempts=1, next_try=club.now() + timedelta(seconds=60))
        )
    set_clock(club, -hours)
    await club.env.advance_time(MOMENT)
    await posted_once(club, last_turn)

    for _ in range(2):
        at_once = await turn(club)
        set_clock(club, -hours)
        await club.env.advance_time(CHORES_SECONDS)
        await posted_once(club, at_once)


@pytest.mark.slow
@ways
async def test_a_hint_is_given_and_nobody_loses_time(club: Club, hours: int) -> None:
    await club.match("6x6, single turns", clock="1d")
    answer = await club.alice.slash("hint")
    set_clock(club, -hours)
    await club.thought()
    assert "M1 · a hint" in words(stored(answer))
    for way in (hours, hours, -hours):
        set_clock(club, way)
        await club.env.advance_time(CHORES_SECONDS + MOMENT)
    match = await club.services.matches.get(1)
    assert match.status == "running"
    assert match.due - club.now() > timedelta(hours=23)
    assert "to move" in words(await club.alice.slash("board"))
