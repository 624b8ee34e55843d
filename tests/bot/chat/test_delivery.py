"""Every turn is told once, whatever stops or refuses the bot in between."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeAlias

import pytest

from .conftest import Club
from .killing import Killed, Killer
from .reading import buttons, words
from .test_match import pick

Action: TypeAlias = Callable[[Club], Awaitable[object]]


async def _move(club: Club) -> None:
    await club.alice.slash("move", moves="e4-d6")


async def _confirm(club: Club) -> None:
    preview = await pick(club.alice, await club.alice.click(club.post(), "Move"), "e4-d6")
    await club.alice.click(preview, "Play")


async def _resign(club: Club) -> None:
    await club.bob.click(await club.bob.slash("match resign"), "Yes, resign")


async def _challenge(club: Club) -> None:
    await club.carol.slash("play", game="loop", opponent=club.dave)


async def _accept(club: Club) -> None:
    card = next(post for post in reversed(club.posts()) if "Take it" in buttons(post))
    await club.carol.click(card, "Take it")


# What a member does, what the post of it says, and what is so in the database once it counts.
ACTIONS: dict[str, tuple[Action, str]] = {
    "move": (_move, "played **e4-d6**"),
    "confirm": (_confirm, "played **e4-d6**"),
    "resign": (_resign, "White resigned"),
    "challenge": (_challenge, "would like to play **Loop** with you"),
    "accept": (_accept, "Veloop Hex · M2 · turn 1"),
}


async def _happened(club: Club, name: str) -> bool:
    match = await club.bot.matches.get(1)
    if name in ("move", "confirm"):
        return match.state.ply == 1
    if name == "resign":
        return match.status == "finished"
    if name == "challenge":
        return bool([c for c in await club.bot.matches.challenges.open(club.guild.id, user=club.dave.id) if c.target])
    return bool(await club.bot.matches.of(club.carol.id))


@pytest.mark.parametrize("name", ACTIONS)
async def test_a_bot_stopped_at_any_step_neither_loses_nor_doubles_a_post(
    empty_database: object, tmp_path_factory: pytest.TempPathFactory, name: str
) -> None:
    """The whole range of steps, each in a club of its own."""
    action, said = ACTIONS[name]
    at, finished = 0, False
    while not finished:
        finished = await _stopped_at(empty_database, tmp_path_factory, name, action, said, at)
        at += 1
    assert at > 5


async def _stopped_at(
    empty: object, folders: pytest.TempPathFactory, name: str, action: Action, said: str, at: int
) -> bool:
    """Whether the action took no more than ``at`` steps."""
    import shutil
    from pathlib import Path

    assert isinstance(empty, Path)
    club = Club(shutil.copy(empty, folders.mktemp("killed") / "loophole.db"))
    await club.open()
    try:
        await club.match()
        await club.dave.slash("play", game="veloop-hex")
        if name in ("move", "confirm"):
            await club.bob.slash("match show")
        killer = Killer(at)
        with killer.watching():
            try:
                await action(club)
            except AssertionError:
                # The member was shown nothing to go on with.
                assert killer.steps > at
        await club.restart(gently=False)
        assert all(isinstance(error, Killed) for error in club.env.errors)
        await club.env.advance_time(70)
        posts = [post for post in club.posts() if said in words(post)]
        assert len(posts) == (1 if await _happened(club, name) else 0), (at, [words(post) for post in posts])
        assert await club.bot.matches.outbox.depth() == 0
        return killer.steps <= at
    finally:
        await club.close()
