"""Crashes: whatever step a process stops at, everything of a change is stored or nothing is."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import pytest
import sqlalchemy as sa

from bot.domain.domain import Domain
from bot.domain.matches import agreements, endings
from bot.store.tables import metadata
from tests.bot.conftest import ANN, BEN, CAT, HERE, Crash, crash_after
from tests.bot.domain.matches.helpers import started


async def contents(domain: Domain) -> dict[str, list[Any]]:
    """Every row of every table."""
    async with domain.database.store.read() as connection:
        return {
            table.name: sorted(map(tuple, (await connection.execute(sa.select(table))).all()), key=str)
            for table in metadata.sorted_tables
        }


async def make(domain: Domain, ids: dict[str, int]) -> object:
    return await domain.challenges.make(HERE, CAT, "veloop-square", opponent=BEN)


async def accept(domain: Domain, ids: dict[str, int]) -> object:
    return await domain.challenges.accept(ids["challenge"], BEN)


async def decline(domain: Domain, ids: dict[str, int]) -> object:
    return await domain.challenges.decline(ids["challenge"], BEN)


async def counter(domain: Domain, ids: dict[str, int]) -> object:
    return await domain.challenges.counter(ids["challenge"], BEN, variant="6x6")


async def play(domain: Domain, ids: dict[str, int]) -> object:
    return await domain.matches.play(ids["match"], ANN.id, "e4-d6")


async def resign(domain: Domain, ids: dict[str, int]) -> object:
    return await domain.matches.act(ids["match"], BEN.id, endings.resign)


async def offer_draw(domain: Domain, ids: dict[str, int]) -> object:
    return await domain.matches.act(ids["match"], BEN.id, agreements.offer_draw)


async def take_back(domain: Domain, ids: dict[str, int]) -> object:
    return await domain.matches.do(ids["moved"], partial(agreements.answer, "takeback", user=BEN.id, yes=True))


async def rematch(domain: Domain, ids: dict[str, int]) -> object:
    return await domain.challenges.rematch(ids["over"], BEN.id)


ACTIONS = (make, accept, decline, counter, play, resign, offer_draw, take_back, rematch)


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: action.__name__)
async def test_a_change_that_is_cut_off_at_any_step_has_not_happened(
    opened: Callable[[], Awaitable[Domain]],
    monkeypatch: pytest.MonkeyPatch,
    action: Callable[[Domain, dict[str, int]], Awaitable[object]],
) -> None:
    domain = await opened()
    match = await started(domain, clock="3d")
    offered = await domain.challenges.make(HERE, ANN, "veloop-square", opponent=BEN)
    moved, over = await started(domain), await started(domain)
    await domain.matches.play(moved.id, ANN.id, "e4-d6")
    await domain.matches.act(moved.id, ANN.id, agreements.ask_takeback)
    await domain.matches.act(over.id, ANN.id, endings.resign)
    ids = {"match": match.id, "challenge": offered.challenge.id, "moved": moved.id, "over": over.id}
    before = await contents(domain)
    steps = 0
    survived = False
    while not survived:
        with monkeypatch.context() as patched:
            crash_after(patched, steps)
            try:
                await action(domain, ids)
                survived = True
            except Crash:
                pass
        if not survived:
            assert await contents(domain) == before, f"after {steps} steps"
        steps += 1
    assert steps > 3
    after = await contents(domain)
    assert after != before
    assert after["outbox"] != before["outbox"]
    # And what is at hand in memory agrees with what is stored.
    assert (await domain.matches.get(match.id)).decisions == (await (await opened()).matches.get(match.id)).decisions


async def test_a_cut_off_move_can_be_made_again(domain: Domain, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await started(domain)
    with monkeypatch.context() as patched:
        crash_after(patched, 2)
        with pytest.raises(Crash):
            await domain.matches.play(match.id, ANN.id, "e4-d6")
    result = await domain.matches.play(match.id, ANN.id, "e4-f6")
    assert result.match.decisions == ("e4-f6",)
