"""Every turn is posted once, whatever stops or refuses the bot in between."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TypeAlias

import aiohttp
import discord
import pytest

from bot.domain.matches import agreements, endings

from ...acting import pick, posted_once
from ...conftest import Club
from ...reading import buttons, privately_says, words
from ...requests import intercepted
from .killing import Killed, Killer, killed_at

pytestmark = pytest.mark.slow

Action: TypeAlias = Callable[[Club], Awaitable[object]]


async def _move(club: Club) -> None:
    await club.alice.slash("move", moves="e4-d6")


async def _resign(club: Club) -> None:
    await club.bob.click(await club.bob.slash("match resign"), "Resign")


async def _accept(club: Club) -> None:
    card = next(post for post in reversed(club.posts()) if "Accept" in buttons(post))
    await club.carol.click(card, "Accept")


# What a member does, what the post of it says, and what is so in the database once it counts.
ACTIONS: dict[str, tuple[Action, str]] = {
    "move": (_move, "played **e4-d6**"),
    "resign": (_resign, "White resigned"),
    "accept": (_accept, "Veloop Hex · M2"),
}


async def _happened(club: Club, name: str) -> bool:
    match = await club.services.matches.get(1)
    if name == "move":
        return match.state.ply == 1
    if name == "resign":
        return match.status == "finished"
    return bool(await club.services.matches.of(club.carol.id))


@pytest.mark.parametrize(
    ("name", "steps"),
    [("move", (1, 3)), *(pytest.param(name, None, marks=pytest.mark.slow) for name in ACTIONS)],
)
async def test_a_bot_stopped_at_any_step_neither_loses_nor_doubles_a_post(
    empty_database: Path,
    tmp_path_factory: pytest.TempPathFactory,
    name: str,
    steps: tuple[int, ...] | None,
) -> None:
    action, answer_text = ACTIONS[name]

    async def stopped_at(club: Club, step: int) -> int:
        await club.match()
        await club.dave.slash("play", game="veloop-hex")
        if name == "move":
            await club.bob.slash("match show")
        killer = Killer(step)
        with killer.watching():
            try:
                await action(club)
            except AssertionError:
                # The member was shown nothing to go on with.
                assert killer.steps > step
        await club.restart(gently=False)
        assert all(isinstance(error, Killed) for error in club.env.errors)
        await club.env.advance_time(5)
        posts = [post for post in club.posts() if answer_text in words(post)]
        assert len(posts) == (1 if await _happened(club, name) else 0), (
            step,
            [words(post) for post in posts],
        )
        assert await club.services.outbox.depth() == 0
        return killer.steps

    await killed_at(steps, empty_database, tmp_path_factory, stopped_at)


LATE = {
    "unknown": {"status": 404, "code": 10062, "message": "Unknown interaction"},
    "expired": {"status": 401, "code": 50027, "message": "Invalid Webhook Token"},
}


@pytest.mark.some_cases(1)
@pytest.mark.parametrize("late", LATE)
async def test_who_is_answered_too_late_is_no_error(club: Club, late: str) -> None:
    await club.match()
    for path in ("/interactions/*", "/webhooks/*"):
        club.env.inject_error("POST", path, **LATE[late], times=None)
    with suppress(AssertionError):  # SimCord expects offers
        await club.alice.type("move", "moves", "e4")
    for command in ("board", "match resign", "match show"):
        await club.alice.slash(command)
    await club.alice.click(club.post(), "Move")
    await club.alice.slash("move", moves="e4-d6")
    assert "played **e4-d6**" in words(club.post())
    await club.env.advance_time(20)
    await posted_once(club)


@pytest.mark.some_cases(1)
@pytest.mark.parametrize(("late", "label"), [("unknown", "Accept"), ("expired", "Decline")])
async def test_a_card_is_closed_though_who_pressed_on_it_is_answered_too_late(
    club: Club, late: str, label: str
) -> None:
    await club.match(clock="2d")
    await club.alice.slash("match pause")
    question = club.post()
    club.env.inject_error("POST", "/interactions/*", **LATE[late], times=None)
    await club.bob.click(question, label)
    assert not [
        post
        for post in club.posts()
        if post.id == question.id and {"Accept", "Decline"} & set(buttons(post))
    ]


async def test_a_post_that_discord_could_not_take_is_sent_later_and_once(club: Club) -> None:
    await club.match()
    count = len(club.posts())
    club.env.inject_error("POST", "/interactions/*", status=500, times=1)
    club.env.inject_error("POST", "/channels/*/messages", status=503, times=2)
    await club.alice.slash("move", moves="e4-d6")
    assert len(club.posts()) == count
    await club.env.advance_time(120)
    assert [words(post) for post in club.posts()[count:]] == [words(club.post())]
    assert "played **e4-d6**" in words(club.post())


@pytest.mark.parametrize(
    "has_heard", [True, False], ids=["a member is answered", "nothing is heard"]
)
async def test_after_an_outage_posts_come_at_once_or_within_five_minutes(
    club: Club, has_heard: bool
) -> None:
    for _ in range(3):
        await club.match("8x8, single turns")
    club.quiet()
    down = True

    async def rounds(seconds: int) -> None:
        for _ in range(seconds // 20):
            club.env.backend.advance_clock(20)
            await club.bot.delivery.flush()

    def outage(request: Callable[[], object], method: str, path: str) -> object:
        if down and method == "POST":
            raise aiohttp.ClientOSError
        return request()

    with intercepted(outage):
        for number in (1, 2, 3):
            await club.services.matches.play(number, club.alice.id, "e4-d6")
            await rounds(400)
        await rounds(300)
        count = len(club.posts())
        down = False
        if has_heard:
            await club.carol.slash("help")
        await rounds(20 if has_heard else 300)
    assert sum("played **e4-d6**" in words(post) for post in club.posts()[count:]) == 3
    assert await club.services.outbox.depth() == 0


async def test_a_post_that_alone_is_not_taken_is_not_tried_without_end(club: Club) -> None:
    await club.match("8x8, single turns")
    await club.match("8x8, single turns")
    other = club.guild.create_text_channel("elsewhere")
    await club.services.matches.move_to(2, other.id, None)
    attempts = []

    def refusing(request: Callable[[], object], method: str, path: str) -> object:
        if (method, path) == ("POST", f"/channels/{other.id}/messages"):
            attempts.append(path)
            raise aiohttp.ClientOSError
        return request()

    with intercepted(refusing):
        await club.services.matches.play(2, club.alice.id, "e4-d6")
        for _ in range(30):
            await club.carol.slash("help")
            await club.env.advance_time(2)
    assert 2 <= len(attempts) <= 6


async def test_turns_that_are_posted_late_are_shown_as_they_were(club: Club) -> None:
    await club.match("8x8, single turns")
    count = len(club.posts())
    service = club.services.matches
    for member, move in ((club.alice, "e4-d6"), (club.bob, "d5-e3")):
        await service.play(1, member.id, move)
    await service.act(1, club.alice.id, endings.resign)
    await club.env.advance_time(10)
    first, second, last = map(words, club.posts()[count:])
    assert "Turn 1: ⚫" in first
    assert f"<@{club.bob.id}> to move" in first
    assert "Turn 2: ⚪" in second
    assert "over after" in last
    assert "wins" not in first + second


async def test_a_turn_that_was_taken_back_before_it_could_be_posted_is_not_posted(
    club: Club,
) -> None:
    await club.match("8x8, single turns")
    service = club.services.matches
    await service.play(1, club.alice.id, "e4-d6")
    await service.act(1, club.alice.id, agreements.ask_takeback)
    await service.do(1, partial(agreements.answer, "takeback", user=club.bob.id, yes=True))
    await club.env.advance_time(10)
    assert not any("e4-d6" in words(post) for post in club.posts())
    assert await club.services.outbox.depth() == 0


async def test_a_post_waits_as_long_as_discord_says_and_no_other_waits_for_it(club: Club) -> None:
    await club.match()
    other = club.guild.create_text_channel("elsewhere")
    preview = await pick(club.alice, await club.alice.click(club.post(), "Move"), "e4-d6")
    slow = f"/channels/{club.channel.id}/messages"

    def limited(request: Callable[[], object], method: str, path: str) -> object:
        if (method, path) == ("POST", slow):
            raise discord.RateLimited(100)
        return request()

    with intercepted(limited):
        assert "You played **e4-d6**" in words(await club.alice.click(preview, "Play"))
        club.env.inject_error("POST", "/interactions/*", status=500, times=1)
        await club.carol.actor.slash(other, "play", game="loop")
        await club.env.advance_time(10)
        assert "is looking for an opponent" in words(list(other.history())[-1])
    await club.env.advance_time(60)
    assert not any("played **e4-d6**" in words(post) for post in club.posts())
    await club.env.advance_time(60)
    await posted_once(club)


async def test_where_the_bot_may_not_post_the_turn_still_goes_out_with_the_answer(
    club: Club,
) -> None:
    await club.match()
    preview = await pick(club.alice, await club.alice.click(club.post(), "Move"), "e4-d6")
    club.env.inject_error("POST", "/channels/*/messages", status=403, code=50013, times=None)
    await club.alice.click(preview, "Play")
    assert "played **e4-d6**" in words(club.post())


async def test_a_slow_answer_is_announced_before_discord_gives_up(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    await club.match()
    monkeypatch.setattr("bot.chat.discord.reply.DEFER_AFTER", 0.05)
    board = club.services.images.board

    async def slow(*args: object, **settings: object) -> object:
        await asyncio.sleep(0.2)
        return await board(*args, **settings)  # type: ignore[arg-type]

    monkeypatch.setattr(club.services.images, "board", slow)
    privately_says(await club.alice.slash("board"), "Veloop · M1")
    await club.alice.slash("move", moves="e4-d6")
    await posted_once(club)
    assert "M1 · your turn" in words(await club.bob.click(club.post(), "Move"))
