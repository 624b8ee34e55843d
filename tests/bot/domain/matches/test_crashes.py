"""Crashes: whatever step a process stops at, everything of a change is stored or nothing is."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Any

import pytest
import sqlalchemy as sa

from bot.domain.domain import Domain
from bot.domain.matches import agreements, endings
from bot.domain.unit_of_work import Database
from bot.store.tables import metadata
from tests.bot.conftest import ANN, BEN, CAT, HERE, Crash, crash_after
from tests.bot.domain.matches.helpers import played, started
from tests.bot.domain.ratings.helpers import as_played


async def contents(database: Database) -> dict[str, list[Any]]:
    """Every row of every table."""
    rows = {}
    async with database.read() as connection:
        for table in metadata.sorted_tables:
            result = await connection.execute(sa.select(table))
            rows[table.name] = sorted(map(tuple, result), key=str)
    return rows


Action = Callable[[Domain, dict[str, int]], Awaitable[object]]
ACTIONS: dict[str, Action] = {
    "challenge": lambda domain, ids: domain.challenges.make(
        HERE, CAT, "veloop-square", opponent=BEN
    ),
    "accept": lambda domain, ids: domain.challenges.accept(ids["first"], BEN),
    "decline": lambda domain, ids: domain.challenges.decline(ids["second"], BEN),
    "counter": lambda domain, ids: domain.challenges.counter(ids["third"], BEN, variant="6x6"),
    "play": lambda domain, ids: domain.matches.play(ids["match"], ANN.id, "e4-d6"),
    "offer a draw": lambda domain, ids: domain.matches.act(
        ids["match"], BEN.id, agreements.offer_draw
    ),
    "resign": lambda domain, ids: domain.matches.act(ids["match"], BEN.id, endings.resign),
    "resign a rated match": lambda domain, ids: domain.matches.act(
        ids["rated"], ANN.id, endings.resign
    ),
    "take back": lambda domain, ids: domain.matches.do(
        ids["moved"], partial(agreements.answer, "takeback", user=BEN.id, yes=True)
    ),
    "rematch": lambda domain, ids: domain.challenges.rematch(ids["over"], BEN.id),
}


@pytest.mark.slow
@pytest.mark.mutants
async def test_a_change_that_is_cut_off_at_any_step_has_not_happened(
    open_domain: Callable[[], Awaitable[Domain]], monkeypatch: pytest.MonkeyPatch
) -> None:
    domain = await open_domain()
    match, second, third = [await started(domain, clock="3d") for _ in range(3)]
    offers = [
        await domain.challenges.make(HERE, ANN, "veloop-square", opponent=BEN) for _ in range(3)
    ]
    await domain.matches.play(second.id, ANN.id, "e4-d6")
    await domain.matches.act(second.id, ANN.id, agreements.ask_takeback)
    await domain.matches.act(third.id, ANN.id, endings.resign)
    rated = await played(domain, (await started(domain, rated=True)).id, 4)
    ids = {"match": match.id, "moved": second.id, "over": third.id, "rated": rated.id}
    for name, offer in zip(("first", "second", "third"), offers, strict=True):
        ids[name] = offer.challenge.id
    for name, action in ACTIONS.items():
        rows = await contents(domain.database)
        steps = 0
        has_survived = False
        while not has_survived:
            with monkeypatch.context() as patched, suppress(Crash):
                crash_after(patched, steps)
                await action(domain, ids)
                has_survived = True
            if not has_survived:
                assert await contents(domain.database) == rows, f"{name} after {steps} steps"
            steps += 1
        assert steps > 3
        assert (await contents(domain.database))["outbox"] != rows["outbox"], name
    await as_played(domain)
    # And what is at hand in memory agrees with what is stored.
    assert (await domain.matches.get(match.id)).decisions == (
        await (await open_domain()).matches.get(match.id)
    ).decisions


async def test_a_cut_off_move_can_be_made_again(
    domain: Domain, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await started(domain)
    with monkeypatch.context() as patched:
        crash_after(patched, 2)
        with pytest.raises(Crash):
            await domain.matches.play(match.id, ANN.id, "e4-d6")
    result = await domain.matches.play(match.id, ANN.id, "e4-f6")
    assert result.match.decisions == ("e4-f6",)
