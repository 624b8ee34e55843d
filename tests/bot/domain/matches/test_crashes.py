"""Crashes: whatever step a process stops at, everything of a change is stored or nothing is."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import sqlalchemy as sa

from bot.domain.matches.service import Matches
from bot.store.tables import metadata
from tests.bot.conftest import ANN, BEN, CAT, HERE, Crash, crash_after
from tests.bot.domain.matches.helpers import started


async def contents(matches: Matches) -> dict[str, list[Any]]:
    """Every row of every table."""
    async with matches.store.read() as connection:
        return {
            table.name: sorted(map(tuple, (await connection.execute(sa.select(table))).all()), key=str)
            for table in metadata.sorted_tables
        }


async def make(matches: Matches, ids: dict[str, int]) -> object:
    return await matches.challenges.make(HERE, CAT, "veloop-square", opponent=BEN)


async def accept(matches: Matches, ids: dict[str, int]) -> object:
    return await matches.challenges.accept(ids["challenge"], BEN)


async def decline(matches: Matches, ids: dict[str, int]) -> object:
    return await matches.challenges.decline(ids["challenge"], BEN)


async def counter(matches: Matches, ids: dict[str, int]) -> object:
    return await matches.challenges.counter(ids["challenge"], BEN, variant="6x6")


async def play(matches: Matches, ids: dict[str, int]) -> object:
    return await matches.play(ids["match"], ANN.id, "e4-d6")


async def resign(matches: Matches, ids: dict[str, int]) -> object:
    return await matches.resign(ids["match"], BEN.id)


async def offer_draw(matches: Matches, ids: dict[str, int]) -> object:
    return await matches.offer_draw(ids["match"], BEN.id)


async def take_back(matches: Matches, ids: dict[str, int]) -> object:
    return await matches.answer_takeback(ids["moved"], BEN.id, True)


async def rematch(matches: Matches, ids: dict[str, int]) -> object:
    return await matches.challenges.rematch(ids["over"], BEN.id)


ACTIONS = (make, accept, decline, counter, play, resign, offer_draw, take_back, rematch)


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: action.__name__)
async def test_a_change_that_is_cut_off_at_any_step_has_not_happened(
    opened: Callable[[], Awaitable[Matches]],
    monkeypatch: pytest.MonkeyPatch,
    action: Callable[[Matches, dict[str, int]], Awaitable[object]],
) -> None:
    matches = await opened()
    match = await started(matches, clock="3d")
    offered = await matches.challenges.make(HERE, ANN, "veloop-square", opponent=BEN)
    moved, over = await started(matches), await started(matches)
    await matches.play(moved.id, ANN.id, "e4-d6")
    await matches.ask_takeback(moved.id, ANN.id)
    await matches.resign(over.id, ANN.id)
    ids = {"match": match.id, "challenge": offered.challenge.id, "moved": moved.id, "over": over.id}
    before = await contents(matches)
    steps = 0
    survived = False
    while not survived:
        with monkeypatch.context() as patched:
            crash_after(patched, steps)
            try:
                await action(matches, ids)
                survived = True
            except Crash:
                pass
        if not survived:
            assert await contents(matches) == before, f"after {steps} steps"
        steps += 1
    assert steps > 3
    after = await contents(matches)
    assert after != before
    assert after["outbox"] != before["outbox"]
    # And what is at hand in memory agrees with what is stored.
    assert (await matches.get(match.id)).decisions == (await (await opened()).get(match.id)).decisions


async def test_a_cut_off_move_can_be_made_again(matches: Matches, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await started(matches)
    with monkeypatch.context() as patched:

        async def crashing(*args: Any, **more: Any) -> Any:
            raise Crash

        patched.setattr(matches, "tell", crashing)
        with pytest.raises(Crash):
            await matches.play(match.id, ANN.id, "e4-d6")
    result = await matches.play(match.id, ANN.id, "e4-f6")
    assert result.match.decisions == ("e4-f6",)
