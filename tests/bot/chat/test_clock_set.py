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
    async with Club(copied_database, 100) as opened:
        with monkeypatch.context() as patch:
            for user in USERS:
                patch.setattr(user, "datetime", datetime_by(opened.now))
            yield opened
    assert not opened.env.errors


set_back = pytest.mark.parametrize("hours", only([-HOURS, HOURS], -HOURS))
set_forth = pytest.mark.parametrize("hours", only([-HOURS, HOURS], HOURS))
"""Both ways among the slow tests."""


@set_forth
async def test_a_busy_server_goes_on_as_before(club: Club, hours: int) -> None:
    burst = int(ALLOWANCES["words"].member.burst)
    members, wire = (club.alice, club.bob, club.carol), Wire(club)
    for member in members:
        for _ in range(burst // 2):
            wire.command(member, ("help",), [])
    await club.env.settle()
    set_clock(club, hours)
    await club.env.advance_time(10)
    asked = [wire.command(member, ("help",), []) for member in members for _ in range(burst // 2)]
    await club.env.settle()
    assert all("Loophole" in said(answer) for answer in asked)


@set_back
async def test_who_is_refused_may_go_on_as_soon_as_before(club: Club, hours: int) -> None:
    wire = Wire(club)
    for _ in range(30):
        wire.command(club.alice, ("help",), [])
    await club.env.settle()
    set_clock(club, hours)
    await club.env.advance_time(1)
    assert "Loophole" in words(await club.alice.slash("help"))


@set_back
async def test_a_turn_is_posted_at_once(club: Club, hours: int) -> None:
    await club.match("8x8, single turns")
    set_clock(club, hours)
    await club.services.matches.play(1, club.alice.id, "e4-d6")
    await club.env.advance_time(CHORES_SECONDS)
    await club.services.matches.play(1, club.bob.id, "d5-e3")
    set_clock(club, hours)
    await club.env.advance_time(CHORES_SECONDS)
    played = [post for post in club.posts() if "played **" in words(post)]
    assert len(played) == 2
    assert await club.services.outbox.depth() == 0


@set_back
async def test_a_post_that_discord_did_not_take_is_sent_soon_and_once(club: Club, hours: int) -> None:
    await club.match()
    await club.services.matches.play(1, club.alice.id, "e4-d6")

    def down(request: Callable[[], object], method: str, path: str) -> object:
        if method == "POST" and path.endswith("/messages"):
            raise OSError("the network is down")
        return request()

    with intercepted(down):
        await club.env.advance_time(MOMENT)
    set_clock(club, hours)
    await club.env.advance_time(5 + MOMENT)
    await posted_once(club)


@set_forth
async def test_a_post_under_way_is_not_sent_again(club: Club, hours: int, monkeypatch: pytest.MonkeyPatch) -> None:
    await club.match()
    await club.services.matches.play(1, club.alice.id, "e4-d6")
    send, sent = discord.abc.Messageable.send, list[discord.abc.Messageable]()

    async def slow(channel: discord.abc.Messageable, **given: Any) -> discord.Message:
        sent.append(channel)
        if len(sent) == 1:
            set_clock(club, hours)
            await club.bot.delivery.flush()  # as the loop does while this post takes long
        return await send(channel, **given)

    monkeypatch.setattr(discord.abc.Messageable, "send", slow)
    await club.env.advance_time(MOMENT)
    assert len(sent) == 1
    assert sum("played **e4-d6**" in words(post) for post in club.posts()) == 1


@set_back
async def test_what_another_process_left_is_taken_up(club: Club, hours: int) -> None:
    await club.match()
    await club.services.matches.play(1, club.alice.id, "e4-d6")
    async with club.bot.store.write() as connection:
        left = {"attempts": 1, "next_try": club.now() + timedelta(seconds=60)}
        await connection.execute(outbox.update().values(**left))
    set_clock(club, hours)
    await club.env.advance_time(MOMENT)
    await posted_once(club)


@set_back
async def test_a_hint_is_given_and_the_computer_moves(club: Club, hours: int) -> None:
    await club.match("6x6, single turns")
    asked = await club.alice.slash("hint")
    set_clock(club, hours)
    await club.thought()
    assert "M1 · a hint" in words(stored(asked))


@set_forth
async def test_nobody_loses_time(club: Club, hours: int) -> None:
    await club.match(clock="1d")
    set_clock(club, hours)
    await club.env.advance_time(CHORES_SECONDS + MOMENT)
    set_clock(club, -hours)
    await club.env.advance_time(CHORES_SECONDS + MOMENT)
    match = await club.services.matches.get(1)
    assert match.status == "running"
    assert match.due - club.now() > timedelta(hours=23)
    assert "to move" in words(await club.alice.slash("board"))
