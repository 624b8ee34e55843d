"""A person's data: gathered from all that keep some, and deleted by all of them or by none."""

from __future__ import annotations

import json

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.app import Domain
from bot.domain.errors import Refused
from bot.domain.events import JSON
from bot.domain.matches.events import MatchFinished
from bot.domain.privacy import Privacy, plain
from bot.domain.unit_of_work import Database, UnitOfWork
from bot.domain.values import NOBODY
from bot.store.tables import key_values, scopes
from tests.bot.conftest import ANN, BEN, CAT, DAN, HERE, viewer
from tests.bot.domain.matches.helpers import kinds, played, started, swept


class Notes:
    """A part that keeps a note about a person under a name of its own; ``broken``: it cannot be deleted."""

    def __init__(self, name: str, touched: int = 0, *, broken: bool = False) -> None:
        self.name = name
        self.touched = touched
        self.broken = broken

    async def kept(self, connection: AsyncConnection) -> str | None:
        query = sa.select(key_values.c.value).where(key_values.c.name == self.name)
        found: str | None = (await connection.execute(query)).scalar_one_or_none()
        return found

    async def exported(self, connection: AsyncConnection, user: int) -> dict[str, JSON]:
        return {self.name: await self.kept(connection)}

    async def forgotten(self, work: UnitOfWork, user: int) -> int:
        if self.broken:
            raise RuntimeError
        await work.connection.execute(key_values.delete().where(key_values.c.name == self.name))
        return self.touched

    async def purged(self, work: UnitOfWork, scope: int) -> None:
        """Nothing is kept by server."""


async def noted(database: Database, *parts: Notes) -> Privacy:
    async with database.unit_of_work() as work:
        await work.connection.execute(key_values.insert(), [{"name": part.name, "value": "a note"} for part in parts])
    return Privacy(database, parts)


async def test_all_that_is_kept_is_gathered_and_deleted(database: Database) -> None:
    privacy = await noted(database, Notes("matches", 3), Notes("ratings"))
    found = await privacy.export(ANN.id)
    assert found == {
        "user": str(ANN.id),
        "exported": "2026-03-02T12:00:00+00:00",
        "matches": "a note",
        "ratings": "a note",
    }
    assert await privacy.delete(ANN.id) == 3
    left = await privacy.export(ANN.id)
    assert (left["matches"], left["ratings"]) == (None, None)


async def test_what_cannot_be_deleted_whole_is_not_deleted_in_part(database: Database) -> None:
    privacy = await noted(database, Notes("matches"), Notes("ratings", broken=True))
    before = await privacy.export(ANN.id)
    with pytest.raises(RuntimeError):
        await privacy.delete(ANN.id)
    assert await privacy.export(ANN.id) == before


async def test_rows_are_given_out_as_every_reader_of_json_takes_them(database: Database) -> None:
    async with database.unit_of_work() as work:
        await work.connection.execute(scopes.insert().values(id=2**60, guild=True, settings={}, removed_at=work.now))
        row = (await work.connection.execute(sa.select(scopes))).mappings().one()
    found = plain(row)
    assert (found["id"], found["guild"], found["numbers"], found["settings"]) == (str(2**60), True, 0, {})
    assert (found["removed_at"], found["digest_at"]) == ("2026-03-02T12:00:00+00:00", None)


# ------------------------------------------------------------------------------------------- with all other services


async def test_an_export_holds_what_is_ones_own_and_nothing_secret_of_others(domain: Domain) -> None:
    match = await started(domain, variant="single turns")
    move = match.state.legal_moves()[0]
    state = match.state.play(move)
    await domain.prepared_moves.add(match.id, BEN.id, [str(move), str(state.legal_moves()[0])])
    await domain.matches.play(match.id, ANN.id, "e4-d6", confirm=True)
    await domain.members.change(ANN.id, flip=True)
    mine, theirs, other = [json.loads(json.dumps(await domain.privacy.export(who.id))) for who in (ANN, BEN, CAT)]
    assert mine["member"]["settings"] == {"flip": True}
    assert mine["matches"][0]["draft"] == "e4-d6"
    assert mine["matches"][0]["prepared"] is None
    assert "draft" not in theirs["matches"][0]
    assert str(move) in theirs["matches"][0]["prepared"]
    assert other["matches"] == []


async def test_deleting_ends_running_matches_and_leaves_finished_ones_to_the_others(domain: Domain) -> None:
    finished = await started(domain, note="hello")
    await domain.matches.resign(finished.id, BEN.id)
    running = await started(domain)
    await played(domain, running.id, 3)
    young = await started(domain)
    await domain.challenges.make(HERE, ANN, "veloop-square")
    await domain.members.change(ANN.id, flip=True)
    await swept(domain)
    assert await domain.privacy.delete(ANN.id) == 3
    kept = await domain.matches.get(finished.id)
    assert (kept.seats, kept.names, kept.winner, kept.note) == ((NOBODY, BEN.id), ("somebody", "Ben"), 0, "")
    ended = await domain.matches.get(running.id)
    assert (ended.status, ended.winner, ended.reason) == ("finished", 1, "deleted")
    assert (await domain.matches.get(young.id)).status == "aborted"
    assert await domain.challenges.open(viewer(DAN)) == ()
    left = await domain.privacy.export(ANN.id)
    assert (left["member"], left["matches"], left["challenges"], left["notices"]) == (None, [], [], [])
    told = await swept(domain)
    assert kinds(told) == [("finished", BEN.id)] * 2
    assert [notice.event.by for notice in told if isinstance(notice.event, MatchFinished)] == [NOBODY] * 2
    with pytest.raises(Refused, match="deleted their data"):
        await domain.challenges.rematch(finished.id, BEN.id)
