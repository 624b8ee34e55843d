"""The alerts fire in each outage and nowhere else: on series that are recorded from the bot itself.

``promtool`` (Debian's package ``prometheus``) evaluates the rules. What has nothing to do with the
database is tried with SQLite alone.
"""

import asyncio
import re
import shutil
import subprocess
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest
from aiohttp import web
from prometheus_client import REGISTRY

from bot import metrics
from bot.chat import client
from bot.domain.unit_of_work import Database
from bot.ops import logs, metrics_server
from bot.ops.copies.backup import RETRY_SECONDS, Backups
from bot.ops.copies.retention import Retention
from bot.ops.metrics_server import BotStatus, ShardStatus, metrics_served
from bot.store.tables import outbox
from tests.bot.chat.network.address import as_json
from tests.bot.chat.network.gateway import Gateway
from tests.bot.chat.network.scene import Scene, impatient, scene, until
from tests.bot.chat.storage_faults import set_to, vanished
from tests.bot.conftest import Clock, sqlite_only
from tests.bot.ops.helpers import log_as_before
from tests.bot.test_starting import free_port
from tools.first_year.series import RULES, USED, Recorder

impatient = impatient
ALERTS = set(re.findall(r"alert: (\w+)", RULES.read_text()))
SERVING = BotStatus(
    ready=True,
    servers=3,
    shards={0: ShardStatus(True, 0.05)},
    loops={"posts": True},
    thinking=(0, 0),
)
WARM_UP = 5  # minutes of ordinary life before an outage


@pytest.fixture
def promtool() -> str:
    program = shutil.which("promtool")
    if program is None:
        pytest.skip("promtool is not installed; it is in Debian's package prometheus")
    return program


@dataclass(frozen=True)
class AlertSpan:
    """The alerts that fire from one minute to before another."""

    begin: int
    end: int
    alerts: set[str]


def quiet(begin: int, end: int) -> AlertSpan:
    """No alert fires from one minute to before another."""
    return AlertSpan(begin, end, set())


def fires(alert: str, begin: int, end: int) -> AlertSpan:
    """One alert fires from one minute to before another, and no other does."""
    return AlertSpan(begin, end, {alert})


@dataclass
class Story:
    """A bot, what Prometheus records of it, and what its rules must make of that."""

    record: Recorder
    promtool: str
    folder: Path
    clock: Clock
    status: BotStatus = SERVING

    async def scrape(self, minutes: float) -> None:
        """Time passes, and the page is read."""
        for _ in range(round(minutes * 4)):
            await self.record.scrape()
            self.clock.move(seconds=15)

    @property
    def minute(self) -> int:
        return int(self.record.seconds // 60)

    def expect(self, *spans: AlertSpan) -> None:
        """In each span exactly its alerts fire; looked at a hundred times or so."""
        expected = []
        for span in spans:
            step = 1 + (span.end - span.begin) // 100
            minutes = [*range(span.begin, span.end - 1, step), span.end - 1]
            expected += [(minute, span.alerts) for minute in minutes]
        wrong = self.record.check(self.promtool, self.folder, expected)
        assert not wrong, wrong


@pytest.fixture
async def story(
    database: Database, clock: Clock, promtool: str, tmp_path: Path
) -> AsyncIterator[Story]:
    """A bot that stands as ``status`` says, with a real database."""
    metrics.COPY_EVERY.set(0)
    metrics.COPIED.set(0)
    story = Story(Recorder(free_port()), promtool, tmp_path, clock)
    # A step of the story takes no time: each look proves anew that the database can be written.
    async with metrics_served(
        "127.0.0.1", story.record.port, lambda: story.status, database, proof_seconds=0.0
    ):
        yield story


def test_rules_and_configuration_are_what_prometheus_takes(promtool: str) -> None:
    for what, file in (("rules", RULES), ("config", RULES.with_name("prometheus.yml"))):
        command = [promtool, "check", what, str(file)]
        result = subprocess.run(command, capture_output=True, text=True, timeout=60)
        assert result.returncode == 0, result.stderr


async def test_every_metric_that_the_rules_name_is_on_the_page_from_the_start(story: Story) -> None:
    with log_as_before():
        logs.configure(level="INFO", secrets=logs.Secrets())
    metrics.ended("/move", "ok", 0.01)  # a histogram has no class before something was timed
    series = set(await story.record.read())
    assert {name.split("{")[0] for name in series} == USED
    rules = RULES.read_text()
    for label, values in re.findall(r"(outcome|part)=~?\"([\w|]+)\"", rules):
        for value in values.split("|"):
            assert any(f'{label}="{value}"' in name for name in series), (label, value)


def test_every_alert_is_explained_in_the_runbook() -> None:
    page = (RULES.parents[2] / "docs" / "runbook.md").read_text()
    assert set(re.findall(r"`(Loophole\w+)`", page)) == ALERTS


# ------------------------------------------------------------------------------------ ordinary life


@pytest.mark.slow
async def test_nothing_fires_in_ordinary_life(story: Story, database: Database) -> None:
    """A start, members who play, a refusal, a mistake of ours, an update with a restart, a night,
    the daily backup.
    """
    metrics.COPY_EVERY.set(24 * 3600)
    story.status = replace(SERVING, ready=False, shards={})
    await story.scrape(0.5)
    story.status = SERVING
    now = datetime.now(UTC)
    metrics.COPIED.set(now.timestamp())
    for number in range(40):
        metrics.ended("/move", "refused" if number % 5 == 0 else "ok", 0.05)
        if number in (7, 20):
            metrics.ended("/board", "unanswered", 3.1)
            metrics.ended("/analyse", "ok", 2.5)
        await story.scrape(0.25)
    # Discord asks it to connect again
    story.status = replace(SERVING, shards={0: ShardStatus(False, 0.05)})
    await story.scrape(0.5)
    story.status = SERVING
    await story.scrape(5)
    story.record.unreachable(6)  # 90 seconds
    await story.record.restarted()
    await story.scrape(10)
    morning = story.clock.moment + timedelta(hours=8)
    until_morning = {
        "kind": "turn",
        "scope": 1,
        "payload": {},
        "dm": 5,
        "created_at": story.clock.moment,
        "next_try": morning,
    }
    async with database.unit_of_work() as work:
        await work.connection.execute(outbox.insert().values(until_morning))
    for _ in range(8):
        story.clock.move(hours=1)
        await story.scrape(0.25)
        story.record.pass_by(59.75)
    async with database.unit_of_work() as work:
        await work.connection.execute(outbox.delete())
    story.record.pass_by(60 * 15)
    metrics.COPIED.set((now + timedelta(seconds=story.record.seconds)).timestamp())
    await story.scrape(2)
    story.record.pass_by(60)
    story.expect(quiet(0, story.minute))


# ------------------------------------------------------------------------------------------ outages


@pytest.mark.slow
@sqlite_only
async def test_a_process_that_is_gone(story: Story) -> None:
    await story.scrape(WARM_UP)
    story.record.unreachable(4 * 10)
    start = quiet(0, WARM_UP + 2)
    alarm = fires("LoopholeDown", WARM_UP + 4, story.minute)
    story.expect(start, alarm)


@pytest.mark.slow
@sqlite_only
async def test_a_process_that_prometheus_does_not_find_any_more(story: Story) -> None:
    await story.scrape(WARM_UP)
    story.record.unreachable(4 * 15, is_target=False)
    # Prometheus takes a series for current for five minutes.
    story.expect(quiet(0, WARM_UP), fires("LoopholeDown", WARM_UP + 7, story.minute))


@pytest.mark.slow
@sqlite_only
async def test_a_process_that_is_started_again_and_again(story: Story) -> None:
    await story.scrape(WARM_UP)
    for _ in range(8):
        await story.record.restarted()
        await story.scrape(0.5)
        story.record.unreachable(2)
    start = quiet(0, WARM_UP + 1)
    alarm = fires("LoopholeRestarts", WARM_UP + 6, story.minute)
    story.expect(start, alarm)


@pytest.mark.slow
@sqlite_only
async def test_a_database_that_is_full(story: Story, database: Database) -> None:
    await story.scrape(WARM_UP)
    async with database.read() as connection:
        pages = (await connection.exec_driver_sql("PRAGMA page_count")).scalar()
    async with set_to(database.store, "max_page_count", pages, 1 << 30):
        await story.scrape(6)
    end = story.minute
    await story.scrape(4)
    start = quiet(0, WARM_UP + 1)
    alarm = fires("LoopholeCannotStore", WARM_UP + 2, end)
    rest = quiet(end + 1, story.minute)
    story.expect(start, alarm, rest)


@pytest.mark.slow
@sqlite_only
async def test_a_database_whose_disk_has_come_loose(story: Story, copied_database: Path) -> None:
    await story.scrape(WARM_UP)
    with vanished(copied_database.parent):
        await story.scrape(6)
    start = quiet(0, WARM_UP + 1)
    alarm = fires("LoopholeCannotStore", WARM_UP + 2, story.minute)
    story.expect(start, alarm)


@pytest.mark.slow
async def test_posts_that_are_not_sent(story: Story, database: Database) -> None:
    await story.scrape(WARM_UP)
    now = story.clock.moment
    row = {
        "kind": "turn",
        "scope": 1,
        "payload": {},
        "created_at": now,
        "next_try": now,
        "attempts": 3,
    }
    async with database.unit_of_work() as work:
        await work.connection.execute(outbox.insert().values(row))
    await story.scrape(15)
    start = quiet(0, WARM_UP + 6)
    alarm = fires("LoopholeOwesPosts", WARM_UP + 8, story.minute)
    story.expect(start, alarm)


@pytest.mark.slow
@sqlite_only
async def test_errors_in_the_log(story: Story) -> None:
    with log_as_before():
        logs.configure(level="INFO", secrets=logs.Secrets())
        await story.scrape(WARM_UP)
        for _ in range(10):
            metrics_server.log.error("something fails")
            await story.scrape(0.5)
    await story.scrape(20)
    begin = WARM_UP + 5
    start = quiet(0, WARM_UP + 2)
    alarm = fires("LoopholeFails", begin, begin + 8)
    rest = quiet(begin + 16, story.minute)
    story.expect(start, alarm, rest)


@pytest.mark.slow
@sqlite_only
async def test_answers_that_are_slow(story: Story) -> None:
    for seconds in (0.05, 1.5):
        for _ in range(60):
            metrics.ended("/board", "ok", seconds)
            metrics.ended("/board", "ok", seconds)
            await story.scrape(0.25)
    story.expect(quiet(0, 15), fires("LoopholeSlow", 28, 30))


# ------------------------------------------------------------------------------------------ backups


@pytest.fixture
def backups(database: Database, tmp_path: Path) -> Callable[[], Backups]:
    """Gives what makes the daily copies, as a bot does that was just started."""
    metrics.COPY_EVERY.set(24 * 3600)
    folder = tmp_path / "copies"
    retention = Retention(3, 0, 0, 0)
    return partial(Backups, database.store.url, folder, hours=24, retention=retention)


@pytest.mark.slow
@sqlite_only
async def test_a_backup_that_is_too_old(story: Story, backups: Callable[[], Backups]) -> None:
    await backups().look()
    await story.scrape(1)
    story.record.pass_by(60 * 30)
    start = quiet(0, 60 * 26)
    alarm = fires("LoopholeBackupOld", 60 * 26 + 20, story.minute)
    story.expect(start, alarm)


@pytest.mark.slow
@sqlite_only
async def test_backups_that_fail(
    story: Story, backups: Callable[[], Backups], caplog: pytest.LogCaptureFixture
) -> None:
    await backups().look()
    await story.scrape(WARM_UP)
    folder = backups().folder
    shutil.rmtree(folder)
    folder.touch()  # in which no copy can be made
    first_failure = story.minute
    for _ in range(4):
        await backups().look()
        await story.scrape(RETRY_SECONDS / 60)
    assert "no copy of the database could be made" in caplog.text
    folder.unlink()
    await backups().look()
    end = story.minute
    await story.scrape(1)
    story.record.pass_by(60 * 2)
    start = quiet(0, first_failure)
    alarm = fires("LoopholeBackupFails", first_failure + 1, end + 20)
    rest = quiet(end + 62, story.minute)
    story.expect(start, alarm, rest)


@pytest.mark.slow
@sqlite_only
async def test_no_backup_was_ever_made(story: Story) -> None:
    metrics.COPY_EVERY.set(24 * 3600)
    await story.scrape(1)
    story.record.pass_by(60)
    # In promtool's time it is 1970, and so the age of a backup that was never made is what has
    # passed of the story.
    story.record.pass_by(60 * 26)
    alarm = fires("LoopholeBackupOld", 60 * 26 + 20, story.minute)
    start = quiet(0, 60)
    story.expect(start, alarm)


# -------------------------------------------------------------------- with a Discord on the network


@dataclass
class Connected(Story):
    """The whole bot, with a Discord of this machine that fails at requests whose path contains one
    of ``failing``.
    """

    bots: Scene | None = None
    failing: set[str] = field(default_factory=set)


@pytest.fixture
async def connected(
    database_url: str,
    clock: Clock,
    promtool: str,
    tmp_path: Path,
    impatient: None,
    monkeypatch: pytest.MonkeyPatch,
) -> AsyncIterator[Connected]:
    """A bot that is not started yet."""
    failing = set[str]()
    answer = Gateway.api

    async def api(server: Gateway, request: web.Request) -> web.StreamResponse:
        if not any(part in request.path for part in failing):
            return await answer(server, request)
        if request.path.endswith("/callback"):
            return as_json({"code": 10062, "message": "Unknown interaction"}, 404)
        return web.Response(status=503)

    monkeypatch.setattr(Gateway, "api", api)
    monkeypatch.setattr(client, "START_AGAIN_SECONDS", (0.05,))
    metrics.COPY_EVERY.set(0)
    # Of what other tests in this process have counted there may be more series than promtool reads.
    metrics.INTERACTIONS.clear()
    async with scene(database_url, clock) as bots:
        recorder = Recorder(free_port())
        yield Connected(recorder, promtool, tmp_path, clock, bots=bots, failing=failing)


async def _serving(story: Connected) -> None:
    """Start the bot; it is ready."""
    assert story.bots is not None
    bot = await story.bots.start()
    await until(lambda: bot.client.connected(0))


def _page(story: Connected) -> object:
    assert story.bots is not None
    bot = story.bots.bots[0]
    return metrics_served("127.0.0.1", story.record.port, bot.status, bot.services.database)


@pytest.mark.slow
@sqlite_only
async def test_a_bot_that_never_connects(connected: Connected) -> None:
    connected.failing.add("/users/@me")
    start_task = asyncio.create_task(_serving(connected))
    await until(lambda: connected.bots.bots)
    async with _page(connected):
        await connected.scrape(10)
        connected.failing.clear()
        await start_task
        end = connected.minute
        await connected.scrape(5)
    rest = quiet(end + 1, connected.minute)
    start = quiet(0, 1)
    alarm = fires("LoopholeNotConnected", 3, end)
    connected.expect(start, alarm, rest)


@pytest.mark.slow
@sqlite_only
async def test_a_gateway_that_falls_silent_for_three_minutes(connected: Connected) -> None:
    await _serving(connected)
    server = connected.bots.discord
    client = connected.bots.bots[0].client
    async with _page(connected):
        await connected.scrape(WARM_UP)
        begin = connected.minute
        # after which discord.py finds that nothing was heard for a minute
        await connected.scrape(1)
        server.silent = True
        await server.cut()
        await until(lambda: not client.connected(0))
        # there is a connection again, on which nothing is said
        await until(lambda: not client.shards[0].is_closed())
        await connected.scrape(2.25)
        end = connected.minute + 1
        server.silent = False
        await server.cut()
        await until(lambda: client.connected(0))
        await connected.scrape(5)
    start = quiet(0, begin + 2)
    alarm = fires("LoopholeNotConnected", begin + 3, end)
    rest = quiet(end + 1, connected.minute)
    connected.expect(start, alarm, rest)


@pytest.mark.slow
@sqlite_only
async def test_members_who_are_not_answered(connected: Connected) -> None:
    await _serving(connected)
    bots = connected.bots
    async with _page(connected):
        await connected.scrape(WARM_UP)
        connected.failing.add("/callback")
        count = _count_late()
        for _ in range(6):
            bots.discord.command(bots.alice.id, bots.places[0].channel, "help")
            count += 1
            await until(lambda expected=count: _count_late() == expected)
            await connected.scrape(0.5)
    start = quiet(0, WARM_UP + 1)
    alarm = fires("LoopholeUnanswered", WARM_UP + 3, connected.minute)
    connected.expect(start, alarm)


def _count_late() -> float:
    """How many interactions were answered too late."""
    return REGISTRY.get_sample_value("loophole_interactions_total", {"outcome": "late"}) or 0.0
