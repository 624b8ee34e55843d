"""What a host reads off the running bot: its figures, whether it lives, and whether members are
served.
"""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from datetime import timedelta

import aiohttp
import prometheus_client
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from prometheus_client.parser import text_string_to_metric_families

from bot import metrics
from bot.chat.discord.reply import Reply
from bot.domain.unit_of_work import Database
from bot.ops import Failed, metrics_server
from bot.ops.copies.sqlite_files import path_of
from bot.ops.metrics_server import BotStatus, ShardStatus, metrics_served, request_times
from bot.store import Unavailable
from bot.store.tables import outbox
from tests.bot.chat.conftest import Club
from tests.bot.chat.storage_faults import set_to
from tests.bot.conftest import Clock, sqlite_only
from tests.bot.postgres import PostgresServer
from tests.bot.test_starting import free_port

SERVING = BotStatus(
    ready=True,
    servers=3,
    shards={0: ShardStatus(True, 0.05), 1: ShardStatus(True, 0.07)},
    loops={"posts": True, "chores": True},
    thinking=(2, 1),
)


class Seen:
    """The figures of a page, by name and labels."""

    def __init__(self, text: str) -> None:
        self.samples = [
            sample for family in text_string_to_metric_families(text) for sample in family.samples
        ]

    def get(self, name: str, /, **labels: str) -> float:
        return sum(
            sample.value
            for sample in self.samples
            if sample.name == f"loophole_{name}" and labels.items() <= sample.labels.items()
        )


class Host:
    """Whoever looks at the pages of a bot that stands as ``status`` says."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.status = SERVING

    async def figures(self) -> Seen:
        url = f"http://127.0.0.1:{self.port}/metrics"
        async with aiohttp.ClientSession() as session, session.get(url) as answer:
            assert answer.status == 200
            return Seen(await answer.text())

    async def state(self, path: str) -> tuple[int, dict[str, object]]:
        url = f"http://127.0.0.1:{self.port}/{path}"
        async with aiohttp.ClientSession() as session, session.get(url) as answer:
            return answer.status, await answer.json()


async def test_what_is_no_http_is_no_error_of_the_bot(
    host: Host, caplog: pytest.LogCaptureFixture
) -> None:
    old_count = (await host.figures()).get("errors_total")
    compressed = (
        b"POST /metrics HTTP/1.1\r\nHost: x\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\n"
        + b"x" * 5
    )
    for request in (
        b"GET\r\n\r\n",
        b"GET / HTTP/1.1\r\nno colon\r\n\r\n",
        b"\x16\x03\x01\r\n\r\n",
        compressed,
    ):
        reader, writer = await asyncio.open_connection("127.0.0.1", host.port)
        writer.write(request)
        answer = await reader.readline()
        assert answer.split()[1] in (b"400", b"405"), request
        writer.close()
    assert [record for record in caplog.records if record.levelno > logging.INFO] == []
    assert (await host.figures()).get("errors_total") == old_count


@pytest.fixture
async def host(database: Database) -> AsyncIterator[Host]:
    host_of_bot = Host(free_port())
    async with metrics_served("127.0.0.1", host_of_bot.port, lambda: host_of_bot.status, database):
        yield host_of_bot


async def test_how_the_bot_stands_is_among_the_figures(host: Host) -> None:
    host.status = replace(SERVING, shards={**SERVING.shards, 1: ShardStatus(False, 9.0)})
    figures = await host.figures()
    assert figures.get("servers") == 3
    assert [figures.get("gateway_up", shard=shard) for shard in "01"] == [1, 0]
    assert figures.get("gateway_latency_seconds", shard="0") == 0.05
    assert figures.get("thinking_tasks", state="waiting") == 2
    assert figures.get("thinking_tasks", state="running") == 1
    assert figures.get("outbox_notices") == 0
    assert any(sample.name == "process_resident_memory_bytes" for sample in figures.samples)


async def test_what_is_owed_is_seen_with_its_age(
    host: Host, database: Database, clock: Clock
) -> None:
    row = {
        "kind": "turn",
        "scope": 1,
        "payload": {},
        "created_at": clock.moment,
        "next_try": clock.moment,
    }
    async with database.unit_of_work() as work:
        await work.connection.execute(outbox.insert().values(row))
    clock.move(seconds=90)
    figures = await host.figures()
    assert figures.get("outbox_notices") == 1
    assert figures.get("outbox_oldest_seconds") == 90


async def test_a_bot_is_alive_while_its_loops_run_and_ready_while_discord_is_there(
    host: Host,
) -> None:
    assert await host.state("health") == (200, {"healthy": True, "posts": "ok", "chores": "ok"})
    assert await host.state("ready") == (200, {"ready": True, "gateway": "ok", "database": "ok"})
    host.status = replace(SERVING, shards={**SERVING.shards, 1: ShardStatus(False, 9.0)})
    answer = {"ready": False, "gateway": "shards [1] are away", "database": "ok"}
    assert await host.state("ready") == (503, answer)
    assert (await host.state("health"))[0] == 200
    host.status = replace(SERVING, loops={"posts": False, "chores": True})
    assert await host.state("health") == (
        503,
        {"healthy": False, "posts": "stopped", "chores": "ok"},
    )
    host.status = replace(host.status, ready=False, shards={})
    assert (await host.state("health"))[0] == 200, "none of them runs yet"
    assert await host.state("ready") == (503, {**answer, "gateway": "not connected yet"})
    host.status = replace(host.status, waiting_for="the login: 503 Service Unavailable")
    words = "waiting for the login: 503 Service Unavailable"
    assert await host.state("ready") == (503, {**answer, "gateway": words})


@sqlite_only
async def test_without_its_database_the_bot_is_alive_but_not_ready(
    host: Host, database: Database
) -> None:
    file = path_of(database.store.url)
    await database.store.close()
    file.unlink()
    file.mkdir()
    assert (await host.state("ready"))[1]["database"] == "does not answer"
    assert (await host.state("ready"))[0] == 503
    assert (await host.state("health"))[0] == 200
    assert (await host.figures()).get("servers") == 3, "figures are told all the same"
    file.rmdir()
    assert (await host.state("ready"))[0] == 503, "a file without tables is no database either"
    # threads of connections that could not be opened report their end to this event loop
    await asyncio.sleep(0.1)


async def test_a_database_that_cannot_be_written_is_seen_though_it_can_be_read(
    database: Database, engine: PostgresServer | None
) -> None:
    host = Host(free_port())
    async with metrics_served(
        "127.0.0.1", host.port, lambda: host.status, database, proof_seconds=0.0
    ):
        assert (await host.state("ready"))[0] == 200
        async with _unwritable(database):
            status, answer = await host.state("ready")
            assert status == 503
            assert str(answer["database"]).startswith("cannot be written: ")
            assert (await host.figures()).get("ready", part="database") == 0
        assert (await host.state("ready"))[0] == 200
        assert (await host.figures()).get("ready", part="database") == 1


@asynccontextmanager
async def _unwritable(database: Database) -> AsyncIterator[None]:
    """A disk without room, or a server that may only be read, such as one that is not the primary
    any more.
    """
    store = database.store
    if store.sqlite:
        async with database.read() as connection:
            pages = (await connection.exec_driver_sql("PRAGMA page_count")).scalar()
        async with set_to(store, "max_page_count", pages, 1 << 30):
            yield
        return
    name = store.url.database
    for value in ("on", "off"):
        await store.close()
        async with store.read() as connection:
            await connection.exec_driver_sql("SET transaction_read_only = off")
            await connection.exec_driver_sql(
                f"ALTER DATABASE {name} SET default_transaction_read_only = {value}"
            )
        await store.close()
        if value == "on":
            yield


async def test_a_write_that_failed_is_seen_at_once(host: Host, database: Database) -> None:
    assert (await host.state("ready"))[0] == 200  # for some seconds this is believed
    async with _unwritable(database):
        with pytest.raises(Unavailable):
            async with database.unit_of_work() as work:
                await work.connection.execute(
                    outbox.insert(), [_notice(database, n) for n in range(2000)]
                )
        assert (await host.state("ready"))[0] == 503
    assert (await host.state("ready"))[0] == 200


def _notice(database: Database, number: int) -> dict[str, object]:
    now = database.now()
    return {
        "kind": "turn",
        "scope": number,
        "payload": {"long": "x" * 100},
        "created_at": now,
        "next_try": now,
    }


async def test_what_waits_for_a_members_morning_is_not_overdue(
    host: Host, database: Database, clock: Clock
) -> None:
    morning = {"next_try": clock.moment + timedelta(hours=9)}
    async with database.unit_of_work() as work:
        late_notice = outbox.insert().values(_notice(database, 1) | morning)
        await work.connection.execute(late_notice)
    clock.move(hours=8)
    assert (await host.figures()).get("outbox_oldest_seconds") == 0
    clock.move(hours=1, seconds=20)
    assert (await host.figures()).get("outbox_oldest_seconds") == 20


async def test_a_port_that_is_taken_is_told(host: Host, database: Database) -> None:
    words = f"METRICS_PORT cannot be used: port {host.port} of 127.0.0.1 cannot be opened"
    with pytest.raises(Failed, match=words):
        async with metrics_served("127.0.0.1", host.port, lambda: SERVING, database):
            pass


async def test_requests_to_discord_are_timed() -> None:
    async def teapot(request: web.Request) -> web.Response:
        return web.Response(status=418)

    old = counted()
    app = web.Application()
    app.add_routes([web.route("*", "/", teapot)])
    async with (
        TestServer(app) as server,
        aiohttp.ClientSession(trace_configs=[request_times()]) as session,
    ):
        await session.get(server.make_url("/"))
        with pytest.raises(aiohttp.ClientResponseError):
            await session.put(server.make_url("/"), raise_for_status=True)
    async with aiohttp.ClientSession(trace_configs=[request_times()]) as session:
        with pytest.raises(aiohttp.ClientConnectionError):
            await session.delete(f"http://127.0.0.1:{free_port()}/")
    new = counted()
    for method, status in (("GET", "418"), ("PUT", "418"), ("DELETE", "0")):
        labels = {"method": method, "status": status}
        name = "discord_request_seconds_count"
        assert new.get(name, **labels) - old.get(name, **labels) == 1


async def test_a_request_that_discord_does_not_answer_is_told(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def silence(request: web.Request) -> web.Response:
        await asyncio.sleep(0.5)
        return web.Response()

    monkeypatch.setattr(metrics_server, "SILENT_SECONDS", 0.1)
    app = web.Application()
    app.add_routes([web.get("/", silence)])
    async with (
        TestServer(app) as server,
        aiohttp.ClientSession(trace_configs=[request_times()]) as session,
    ):
        requests = [session.get(server.make_url("/")) for _ in range(3)]
        await asyncio.gather(*requests)
    assert caplog.text.count("Discord cannot be reached: a request has had no answer for") == 1


# ------------------------------------------------------------------------------- with the whole bot


def counted() -> Seen:
    return Seen(prometheus_client.generate_latest().decode())


@pytest.mark.slow
async def test_what_members_do_is_counted_and_nothing_of_anybody_is_told(club: Club) -> None:
    old = counted()
    await club.match()
    await club.alice.slash("move", moves="e4-d6")
    await club.bob.slash("move", moves="nonsense")
    await club.bob.type("move", "moves", "e")
    new = counted()

    def more(name: str, /, **labels: str) -> float:
        return new.get(name, **labels) - old.get(name, **labels)

    assert more("interaction_seconds_count", name="/play", outcome="ok") == 1
    assert more("interaction_seconds_count", name="button accept", outcome="ok") == 1
    assert more("interaction_seconds_count", name="/move", outcome="ok") == 1
    assert more("interaction_seconds_count", name="/move", outcome="refused") == 1
    assert more("autocomplete_seconds_count", of="moves") == 1
    assert more("render_seconds_count", kind="board") >= 2
    assert more("database_seconds_count", kind="write") >= 3
    assert more("interactions_total", outcome="ok") >= 3
    assert more("interactions_total", outcome="refused") >= 1
    assert not more("interactions_total", outcome="unanswered")
    text = prometheus_client.generate_latest().decode()
    for private in (club.alice.id, club.guild.id, "alice", "nonsense", "loophole.db"):
        assert str(private) not in text


@pytest.mark.slow
async def test_what_reached_nobody_does_not_count_as_answered(
    club: Club, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await club.match()

    async def outcome(**error: object) -> str:
        old = counted()
        if error:
            club.env.inject_error("POST", "/interactions/*", **error, times=None)
        with suppress(AssertionError):  # SimCord expects an answer
            await club.alice.slash("matches")
        club.env.backend.faults.clear()
        new = counted()
        labels = [{"name": "/matches", "outcome": outcome} for outcome in metrics.OUTCOMES]
        counts = [
            new.get("interaction_seconds_count", **each)
            - old.get("interaction_seconds_count", **each)
            for each in labels
        ]
        assert sum(counts) == 1
        return metrics.OUTCOMES[counts.index(1)]

    assert await outcome() == "ok"
    assert await outcome(status=404, code=10062, message="Unknown interaction") == "late"
    assert await outcome(status=401, code=50027, message="Invalid Webhook Token") == "late"
    assert (
        await outcome(status=400, code=40060, message="Interaction has already been acknowledged.")
        == "ok"
    )
    assert await outcome(status=503) == "unanswered"
    assert "/matches: unanswered after" in caplog.text

    async def forgets(self: object, *args: object, **more: object) -> None:
        """Answer nothing, as a handler with a mistake in it."""

    monkeypatch.setattr(Reply, "private", forgets)
    assert await outcome() == "unanswered"
