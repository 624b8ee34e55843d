"""Several processes on one PostgreSQL, as a host runs them: no move is lost, and all is told once."""

import asyncio
import subprocess
import sys
from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.domain.domain import Domain
from bot.domain.values import Place
from bot.ops.copies.verify import verify
from bot.store import Store
from bot.store.tables import matches as table
from tests.bot.conftest import ANN, BEN
from tests.bot.domain.matches.helpers import started, swept
from tests.bot.ops.helpers import ROOT
from tests.bot.postgres import Server

PROCESSES = 3
SECONDS = 6.0
REMINDED = 12
PLAYED = 8


@pytest.mark.slow
async def test_processes_share_a_database_without_losing_or_doubling_anything(postgres: Server, tmp_path: Path) -> None:
    async with postgres.database(migrated=True) as address:
        store = await Store.open(address)
        domain = Domain(store)
        playing = [(await started(domain, "veloop-square", variant="12x12, single turns")).id for _ in range(PLAYED)]
        waiting = []
        for number in range(REMINDED):
            offered = await domain.challenges.make(
                Place(77, 78), BEN, "loop", opponent=ANN, clock="1d", note=str(number)
            )
            waiting.append((await domain.challenges.accept(offered.challenge.id, ANN)).match.id)
        await swept(domain)
        before = {match: (await domain.matches.get(match)).version for match in playing}
        soon = datetime.now(UTC) + timedelta(seconds=SECONDS / 2)
        async with store.write() as connection:
            # They fall due while all processes look for what does.
            times = {"turn_at": soon - timedelta(hours=18), "due_at": soon + timedelta(hours=6), "wake_at": soon}
            late = {**times, "seat0": 2001, "seat1": 2002, "mover": 2001}
            await connection.execute(table.update().where(table.c.id.in_(waiting)).values(**late))
        command = [sys.executable, "-m", "tests.bot.ops.serving_process", address, str(tmp_path)]
        processes = [
            subprocess.Popen([*command, str(seed), str(SECONDS)], cwd=ROOT)  # noqa: ASYNC220
            for seed in range(PROCESSES)
        ]
        for process in processes:
            assert await asyncio.to_thread(process.wait, 60) == 0

        sent = [line.split() for line in (tmp_path / "sent").read_text().splitlines()]
        assert Counter(id_ for id_, *_ in sent).most_common(1)[0][1] == 1, "a post went out twice"
        assert await domain.outbox.depth() == 0, "a post was left"
        reminders = Counter(match for _, kind, match, _ in sent if kind in ("reminder", "overdue"))
        assert reminders == {str(match): 1 for match in waiting}
        acknowledged = [tuple(line.split()) for line in (tmp_path / "acknowledged").read_text().splitlines()]
        assert len(acknowledged) > 50, acknowledged
        assert len(set(acknowledged)) == len(acknowledged), "two players were told that the same move is theirs"
        told = Counter(match for _, kind, match, _ in sent if kind in ("turn", "finished"))
        for match in playing:
            now = await domain.matches.get(match)
            plies = [int(ply) for one, ply in acknowledged if int(one) == match]
            assert now.state.ply == len(plies) == max(plies, default=0), "a move was lost"
            assert told[str(match)] == now.version - before[match] == len(plies)
        async with store.read() as connection:
            assert (await verify(connection)).wrong == ()
        await store.close()
