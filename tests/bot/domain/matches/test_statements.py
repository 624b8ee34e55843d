"""What a move costs the database: its statements are counted, so that none comes in unseen."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import sqlalchemy as sa

from bot.domain.domain import Domain
from bot.domain.errors import NotYourTurn
from bot.domain.matches import agreements
from tests.bot.conftest import ANN, BEN, CAT, HERE, sqlite_only, viewer
from tests.bot.domain.matches.helpers import started


@contextmanager
def statements() -> Iterator[list[str]]:
    """The statements run in the block, but for those that begin and end transactions."""
    run: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        if (word := statement.split()[0]) not in ("BEGIN", "COMMIT", "PRAGMA"):
            run.append(word)

    sa.event.listen(sa.Engine, "before_cursor_execute", note)
    try:
        yield run
    finally:
        sa.event.remove(sa.Engine, "before_cursor_execute", note)


@sqlite_only
async def test_a_move_takes_three_statements(domain: Domain) -> None:
    match = await started(domain, clock="3d")
    with statements() as run:
        meant = await domain.matches.resolve(viewer(ANN, HERE), "M1", to_move=True)
        played = await domain.matches.play(meant, ANN.id, "e4-d6")
    assert played.complete
    assert run == ["SELECT", "UPDATE", "INSERT"]
    with statements() as run:
        meant = await domain.matches.resolve(viewer(BEN, HERE), to_move=True)
        await domain.matches.play(meant, BEN.id, str(played.match.state.legal_moves()[0]))
    # Half a turn is a line of the tree, which goes once the turn is played.
    assert run == ["SELECT", "SELECT", "UPDATE", "INSERT"]
    await domain.matches.follow(match.id, CAT.id)
    with statements() as run:
        draft = await domain.matches.draft(match.id, BEN.id)
        assert draft is not None
        await domain.matches.play(match.id, BEN.id, str(draft.state.legal_moves()[0]))
    assert run == ["SELECT", "SELECT", "UPDATE", "DELETE", "INSERT", "SELECT", "INSERT"]


async def test_a_match_that_has_changed_since_it_was_read_is_read_again(domain: Domain) -> None:
    match = await started(domain)
    await domain.matches.act(match.id, BEN.id, agreements.offer_draw)
    assert (await domain.matches.play(match, ANN.id, "e4-d6")).complete
    with pytest.raises(NotYourTurn):
        await domain.matches.play(match, ANN.id, "e4-f6")
    assert (await domain.matches.get(match.id)).decisions == ("e4-d6",)
