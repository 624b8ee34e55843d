"""The longest time that anything takes the event loop: every command, completion, button and form, in a full club."""

import asyncio
import gc
import re
import shutil
import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import discord
import pytest
from simcord import InteractionResult

from bot.chat.discord.press import PRESSES
from bot.ops.watchdog import MOST_SECONDS
from tests.bot.chat.conftest import Club
from tests.bot.chat.full_club import FullWorld
from tests.bot.chat.hostile.anything import STRING, USER, leaves
from tests.bot.chat.world import Wire, said

from .reference import processor

pytestmark = [pytest.mark.bench, pytest.mark.slow]
TRIES = 4
"""How often what took long is done again, each time in the same full club."""


class Step(NamedTuple):
    """The longest that anything has taken on the loop, in seconds of processor time, and what that was."""

    seconds: float = 0.0
    what: str = ""


@contextmanager
def longest(found: list[Step]) -> Iterator[None]:
    """Measure everything that the loop runs; the longest is put into ``found`` at the end."""
    best = Step()
    run: Callable[[asyncio.Handle], None] = asyncio.events.Handle._run

    def measured(handle: asyncio.Handle) -> None:
        nonlocal best
        begin = time.thread_time()
        run(handle)
        spent = time.thread_time() - begin
        if spent > best.seconds:
            best = Step(spent, repr(handle))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(asyncio.events.Handle, "_run", measured)
        yield
    found.append(best)


class Everything:
    """Each thing that a member can do, by a name, with what sends it."""

    def __init__(self, world: FullWorld) -> None:
        self.world, self.club, self.wire = world, world.club, Wire(world.club)
        self.sent: dict[str, Callable[[], InteractionResult]] = {}
        self._commands()
        self._presses()

    def _commands(self) -> None:
        samples, typed = self.world.commands(), self.world.typing()
        options_of = {leaf.path: leaf.options for leaf in leaves(self.club)}
        named = {" ".join(path): path for path in options_of}
        assert named.keys() == samples.keys(), f"needs a sample, or has no command: {named.keys() ^ samples.keys()}"
        for name, fillings in samples.items():
            path = named[name]
            options = {str(option["name"]): option for option in options_of[path]}
            for option in options:
                if options[option].get("autocomplete"):
                    for text in typed[option]:
                        self._typing(name, path, fillings[0], option, text)
        for name, fillings in samples.items():
            for filling in fillings:
                self._command(name, named[name], options_of[named[name]], filling)

    def _typing(self, name: str, path: tuple[str, ...], filling: dict[str, str], option: str, text: str) -> None:
        given = [
            {"name": key, "type": STRING, "value": value}
            for key, value in filling.items()
            if key != option and not value.isdecimal()
        ]
        given.append({"name": option, "type": STRING, "value": text[:400], "focused": True})
        who = self.world.sender(name)
        self.sent[f"typing {text[:20]!r} into {option} of /{name}"] = lambda: self.wire.command(who, path, given)

    def _command(
        self, name: str, path: tuple[str, ...], options: Sequence[dict[str, Any]], filling: dict[str, str]
    ) -> None:
        kinds = {option["name"]: option["type"] for option in options}
        given = [{"name": key, "type": kinds[key], "value": value} for key, value in filling.items()]
        users = {value: self.wire.user(int(value)) for key, value in filling.items() if kinds[key] == USER}
        resolved = {"users": users} if users else {}
        who = self.world.sender(name)
        self.sent[f"/{name} {filling}"] = lambda: self.wire.command(who, path, given, resolved)

    def _presses(self) -> None:
        samples = list(self.world.presses())
        missing = set(PRESSES.values()) - {type(press) for press, _ in samples}
        assert not missing, f"each press needs a sample: {missing}"
        post = self.club.posts()[0]
        for press, with_ in samples:
            self._press(type(press).__name__, str(press), with_, post)

    def _press(self, name: str, press: str, given: list[str] | dict[str, str] | None, post: discord.Message) -> None:
        who = self.world.sender(name)
        if isinstance(given, dict):
            self.sent[f"{name} {press}"] = lambda: self.wire.form(who, press, post, given)
        else:
            self.sent[f"{name} {press}"] = lambda: self.wire.press(who, press, post, given)


@pytest.fixture
async def full(copied_database: Path) -> AsyncIterator[FullWorld]:
    async with Club(copied_database) as club:
        club.env.settle_timeout = 120
        club.quiet()
        world = FullWorld(club)
        await world.fill()
        yield world


class Took(NamedTuple):
    """The longest step of what somebody did, and the sentence that refused it."""

    step: Step
    refusal: str


async def measured(world: FullWorld, names: Iterable[str] = ()) -> dict[str, Took]:
    """How long everything has taken, or what of it is named."""
    everything = Everything(world).sent
    found: dict[str, Took] = {}
    for name in names or everything:
        steps: list[Step] = []
        gc.collect()
        gc.disable()
        try:
            with longest(steps):
                result = everything[name]()
                await world.club.env.settle()
        finally:
            gc.enable()
        assert result.acknowledged, name
        refusal = re.search(r"⚠️[^'\n]*", said(result))
        found[name] = Took(steps[0], refusal[0] if refusal else "")
        print(f"{steps[0].seconds * 1000:7.1f} ms  {name:60.60} {found[name].refusal}")
    return found


async def again(world: FullWorld, saved: Path, names: Iterable[str]) -> dict[str, Took]:
    """The same, each with everything as it was at first."""
    found: dict[str, Took] = {}
    for name in names:
        await begun(world, saved, back=True)
        found |= await measured(world, [name])
    return found


async def begun(world: FullWorld, saved: Path, *, back: bool) -> None:
    """Start the bot anew with what is saved, or save what is there."""
    club = world.club
    await club.bot.client.close()
    await club.stores[-1].close()
    there = club.database.removeprefix("sqlite+aiosqlite:///")
    shutil.copy(*((saved, there) if back else (there, saved)))
    await club.restart(gently=False)
    club.quiet()


def late(found: Mapping[str, Took]) -> list[str]:
    """What has taken too long, as fast as this machine is just now."""
    most = MOST_SECONDS * max(1.0, processor())
    return [name for name, took in found.items() if took.step.seconds > most]


async def test_nothing_takes_the_loop_for_long_in_a_full_club(full: FullWorld, tmp_path: Path) -> None:
    saved = tmp_path / "saved.db"
    await begun(full, saved, back=False)
    found = await measured(full)
    for _ in range(TRIES):
        for name, took in (await again(full, saved, late(found))).items():
            found[name] = min(took, found[name])
    slow = [f"{found[name].step.seconds * 1000:.0f} ms in {name}: {found[name].step.what}" for name in late(found)]
    assert not slow, "\n".join(slow)
    refused = [name for name, took in found.items() if took.refusal]
    assert len(refused) < len(found) / 5, refused
