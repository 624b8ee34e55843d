"""The longest time that anything takes the event loop: every command, completion, button and form, in a full club."""

import asyncio
import gc
import re
import shutil
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from simcord import InteractionResult

from bot.chat.discord.press import PRESSES
from bot.ops.watchdog import MOST_SECONDS
from tests.bot.chat.conftest import Club
from tests.bot.chat.full_club import FullWorld
from tests.bot.chat.hostile.anything import STRING, USER, leaves
from tests.bot.chat.world import Wire, said

from .reference import processor

pytestmark = [pytest.mark.bench, pytest.mark.slow, pytest.mark.timeout(0)]
RUNS = 3
"""Each in a new club; the shortest counts."""


class Step(NamedTuple):
    """The longest that anything has taken on the loop, in seconds of processor time, what that was, and a refusal."""

    seconds: float = 0.0
    what: str = ""
    refusal: str = ""


@contextmanager
def measured() -> Iterator[list[Step]]:
    """Measure everything that the loop runs in the block; the longest comes last."""
    steps, run = [Step()], asyncio.events.Handle._run

    def timed(handle: asyncio.Handle) -> None:
        begin = time.thread_time()
        run(handle)
        if (spent := time.thread_time() - begin) > steps[-1].seconds:
            steps.append(Step(spent, repr(handle)))

    gc.collect(1)
    gc.disable()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(asyncio.events.Handle, "_run", timed)
        yield steps
    gc.enable()


def everything(world: FullWorld) -> Iterator[tuple[str, Callable[[], InteractionResult]]]:
    """Each thing that a member can do, by a name, with what sends it."""
    wire, samples, texts = Wire(world.club), world.commands(), world.typing()
    named = {" ".join(leaf.path): leaf for leaf in leaves(world.club)}
    assert named.keys() == samples.keys(), f"needs a sample, or has no command: {named.keys() ^ samples.keys()}"

    def given(options: Mapping[str, str], kinds: Mapping[str, int]) -> list[dict[str, Any]]:
        return [{"name": key, "type": kinds[key], "value": value} for key, value in options.items()]

    for typing in (True, False):
        for name, fillings in samples.items():
            path, options = named[name]
            kinds, who = {option["name"]: option["type"] for option in options}, world.sender(name)
            if typing:
                for option in (option["name"] for option in options if option.get("autocomplete")):
                    rest = {key: value for key, value in fillings[0].items() if key != option and kinds[key] == STRING}
                    for text in texts[option]:
                        focused = {"name": option, "type": STRING, "value": text[:400], "focused": True}
                        sent = [*given(rest, kinds), focused]
                        yield f"{text[:20]!r} in {option} of /{name}", partial(wire.command, who, path, sent)
                continue
            for filling in fillings:
                users = {value: wire.user(int(value)) for key, value in filling.items() if kinds[key] == USER}
                resolved = {"users": users} if users else {}
                yield f"/{name} {filling}", partial(wire.command, who, path, given(filling, kinds), resolved)
    presses, post = list(world.presses()), world.club.posts()[0]
    missing = set(PRESSES.values()) - {type(press) for press, _ in presses}
    assert not missing, f"each press needs a sample: {missing}"
    for press, with_ in presses:
        send: Any = wire.form if isinstance(with_, dict) else wire.press
        name = type(press).__name__
        yield f"{name} {press}", partial(send, world.sender(name), str(press), post, with_)


async def test_nothing_takes_the_loop_for_long_in_a_full_club(empty_database: Path, tmp_path: Path) -> None:
    shortest: dict[str, Step] = {}
    for number in range(RUNS):
        async with Club(Path(shutil.copy(empty_database, tmp_path / f"{number}.db"))) as club:
            club.env.settle_timeout = 120
            club.quiet()
            world = FullWorld(club)
            await world.fill()
            for name, send in everything(world):
                with measured() as steps:
                    result = send()
                    await club.env.settle()
                assert result.acknowledged, name
                refusal = re.search(r"⚠️[^'\n]*", said(result))
                step = steps[-1]._replace(refusal=refusal[0] if refusal else "")
                shortest[name] = min(step, shortest.get(name, step))
    for name, step in shortest.items():
        print(f"{step.seconds * 1000:7.1f} ms  {name:60.60} {step.refusal}")
    most = MOST_SECONDS * max(1.0, processor())
    assert not [(name, step) for name, step in shortest.items() if step.seconds > most]
    refused = [name for name, step in shortest.items() if step.refusal]
    assert len(refused) < len(shortest) / 5, refused
