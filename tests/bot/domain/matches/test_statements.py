"""What a move costs the database: its statements are counted, so that none comes in unseen."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.app import Domain
from tests.bot.conftest import ANN, BEN, CAT, HERE
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


async def test_a_move_takes_four_statements(domain: Domain, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await domain.matches.get((await started(domain, clock="3d")).id)
    with statements(monkeypatch) as run:
        meant = await domain.matches.resolve_id(HERE, ANN.id, "M1", to_move=True)
        played = await domain.matches.play(meant, ANN.id, "e4-d6")
    assert played.complete
    assert run == ["SELECT", "SELECT", "UPDATE", "INSERT"]
    with statements(monkeypatch) as run:
        meant = await domain.matches.resolve_id(HERE, BEN.id, to_move=True)
        await domain.matches.play(meant, BEN.id, str(played.match.state.legal_moves()[0]))
    assert run == ["SELECT", "SELECT", "UPDATE"]
    assert meant == match.id
    await domain.matches.follow(match.id, CAT.id)
    with statements(monkeypatch) as run:
        draft = await domain.matches.draft(match.id, BEN.id)
        assert draft is not None
        await domain.matches.play(match.id, BEN.id, str(draft.state.legal_moves()[0]))
    assert run == ["SELECT", "SELECT", "UPDATE", "INSERT", "SELECT", "INSERT"]
