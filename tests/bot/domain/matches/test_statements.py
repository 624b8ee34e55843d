"""What a move costs the database: its statements are counted, so that none comes in unseen."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.app import Domain
from bot.domain.errors import NotYourTurn
from tests.bot.conftest import ANN, BEN, CAT, HERE, sqlite_only, viewer
from tests.bot.domain.matches.helpers import started


@contextmanager
def statements(patch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The statements run in the block."""
    run: list[str] = []
    execute = AsyncConnection.execute

    async def executed(connection: AsyncConnection, statement: Any, *args: Any, **more: Any) -> Any:
        run.append(str(statement).split()[0])
        return await execute(connection, statement, *args, **more)

    with patch.context() as patched:
        patched.setattr(AsyncConnection, "execute", executed)
        yield run


@sqlite_only
async def test_a_move_takes_three_statements(domain: Domain, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await started(domain, clock="3d")
    with statements(monkeypatch) as run:
        meant = await domain.matches.resolve(viewer(ANN, HERE), "M1", to_move=True)
        played = await domain.matches.play(meant, ANN.id, "e4-d6")
    assert played.complete
    assert run == ["SELECT", "UPDATE", "INSERT"]
    with statements(monkeypatch) as run:
        meant = await domain.matches.resolve(viewer(BEN, HERE), to_move=True)
        await domain.matches.play(meant, BEN.id, str(played.match.state.legal_moves()[0]))
    assert run == ["SELECT", "SELECT", "UPDATE"]
    await domain.matches.follow(match.id, CAT.id)
    with statements(monkeypatch) as run:
        draft = await domain.matches.draft(match.id, BEN.id)
        assert draft is not None
        await domain.matches.play(match.id, BEN.id, str(draft.state.legal_moves()[0]))
    assert run == ["SELECT", "SELECT", "UPDATE", "INSERT", "SELECT", "INSERT"]


async def test_a_match_that_has_changed_since_it_was_read_is_read_again(domain: Domain) -> None:
    match = await started(domain)
    await domain.matches.offer_draw(match.id, BEN.id)
    assert (await domain.matches.play(match, ANN.id, "e4-d6")).complete
    with pytest.raises(NotYourTurn):
        await domain.matches.play(match, ANN.id, "e4-f6")
    assert (await domain.matches.get(match.id)).decisions == ("e4-d6",)
