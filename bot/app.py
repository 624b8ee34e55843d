"""The composition root: puts the parts together, the same ones on Discord, in the sandbox and in
tests.
"""

import asyncio
import math
import secrets
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import datetime
from typing import TypedDict, Unpack

from sqlalchemy.engine import URL

from bot.chat.client import Client
from bot.chat.discord.delivery import threads
from bot.chat.discord.delivery.notices import RENEW_SECONDS, Delivery
from bot.chat.discord.delivery.pending import Thinker
from bot.chat.discord.feature import CHORES_SECONDS, THINKING_SECONDS, Feature, Job
from bot.chat.discord.gateway.failures import only_discords
from bot.chat.discord.gateway.gateway import Gateway
from bot.chat.discord.press import PRESSES
from bot.chat.discord.reply import Handling
from bot.chat.discord.services import Services
from bot.chat.features import FEATURES
from bot.chat.registration import by_kind
from bot.domain.domain import utc_now
from bot.domain.events import KINDS
from bot.domain.matches.events import Answered, MatchFinished
from bot.domain.privacy.journal import Journal
from bot.ops.metrics_server import BotStatus, ShardStatus, request_times
from bot.ops.only_bot import only_bot
from bot.ops.report import REPORT_SECONDS, report
from bot.store import Store, StoreError, Unavailable, check_url
from bot.store.errors import cause
from bot.store.shard_locks import held_shards
from bot.workers.pool import THINKING, Workers

EXCLUSIONS_SECONDS = 5.0  # how often it is looked whether a host or a server has shut somebody out
POSTS_SECONDS = 2.0  # how often the outbox is searched for notices that were not sent at once


class Options(TypedDict, total=False):
    """What may be set of a bot; see ``Client`` and ``Services`` for what each means and what it is
    by default.
    """

    shard_count: int | None
    shard_ids: Sequence[int] | None
    always_sync: bool
    monotonic: Callable[[], float]
    limits: float
    pace: float
    journal: Journal | None
    workers: Workers
    key: bytes
    url: str
    hosted_by: str


class Bot:
    """The bot on an open store: everything that runs.

    ``overtaken`` is set when another process has taken over its shards, so that this one must end.
    """

    def __init__(
        self, store: Store, now: Callable[[], datetime] = utc_now, **options: Unpack[Options]
    ) -> None:
        self.store = store
        self.overtaken = asyncio.Event()
        trace = request_times()
        trace.on_request_end.insert(0, threads.unrepeated)
        trace.on_request_end.insert(0, only_discords)
        self.client = Client(
            shard_count=options.get("shard_count"),
            shard_ids=options.get("shard_ids"),
            always_sync=options.get("always_sync", False),
            http_trace=trace,
        )
        upkeep = Feature()
        upkeep.jobs += self._jobs()
        upkeep.after(MatchFinished, Answered)(threads.update_tags)
        features: Sequence[Feature] = (*FEATURES, upkeep)
        self.services = Services(
            store,
            now,
            monotonic=options.get("monotonic", time.monotonic),
            gateway=Gateway(self.client, self.client.connected),
            hurry=self.client.hurry,
            workers=options.get("workers") or Workers(),
            pace=options.get("pace", 1.0),
            limits=options.get("limits", 100),
            journal=options.get("journal"),
            key=options.get("key") or secrets.token_bytes(32),
            secret=options.get("key") or b"",
            url=options.get("url", ""),
            hosted_by=options.get("hosted_by", ""),
        )
        merged_feature = _together(features)
        composers = by_kind(
            [(composer.event, composer) for composer in merged_feature.composers], KINDS.values()
        )
        buttons = by_kind(
            [(button.press, button) for button in merged_feature.buttons], PRESSES.values()
        )
        self.thinker = Thinker(self.services, merged_feature.pending_kinds)
        self.delivery = Delivery(self.services, composers, merged_feature.after_sent)
        self.handling = Handling(
            self.services, self.delivery, self.thinker, buttons, merged_feature.refusals
        )
        self.client.serve(self.handling, features)

    def _jobs(self) -> tuple[Job, ...]:
        """Repeating work that belongs to no feature."""

        async def exclusions(services: Services) -> None:
            await services.exclusions.refresh()
            await services.gateway.leave(services.exclusions.servers)

        return (
            Job("the post round", POSTS_SECONDS, lambda _: self.delivery.flush()),
            Job("posts that were answered", CHORES_SECONDS, lambda _: self.delivery.settle()),
            Job(
                "where turns were posted",
                CHORES_SECONDS,
                lambda services: services.posts.store_turns(),
            ),
            Job(
                "leases of posts that take long",
                RENEW_SECONDS,
                lambda _: self.delivery.renew_leases(),
            ),
            Job("who is shut out", EXCLUSIONS_SECONDS, exclusions),
            Job(
                "servers that are left or joined",
                CHORES_SECONDS,
                lambda _: self.client.note_servers(),
            ),
            Job(
                "the report",
                REPORT_SECONDS,
                lambda _: report(len(self.client.guilds), self.services.database),
            ),
            Job("answers that are thought about", THINKING_SECONDS, lambda _: self.thinker.work()),
        )

    def status(self) -> BotStatus:
        """How it is, for health checks and figures."""
        client = self.client
        shard_numbers = client.shard_ids or range(client.shard_count or 0)
        shards = dict[int, ShardStatus]()
        for number in sorted({*shard_numbers, *client.shards}):
            shard = client.shards.get(number)
            latency = math.nan if shard is None else shard.latency
            shards[number] = ShardStatus(client.connected(number), latency)
        return BotStatus(
            ready=client.is_ready(),
            servers=len(client.guilds),
            shards=shards,
            loops=client.loops_running(),
            thinking=self.services.workers.load(THINKING),
            waiting_for=client.waiting_for,
        )


def _together(features: Sequence[Feature]) -> Feature:
    """All that some features have registered for presses, posts and questions."""
    merged_feature = Feature()
    for feature in features:
        merged_feature.buttons += feature.buttons
        merged_feature.composers += feature.composers
        merged_feature.pending_kinds += feature.pending_kinds
        merged_feature.after_sent += feature.after_sent
        merged_feature.refusals |= feature.refusals
    return merged_feature


@asynccontextmanager
async def opened(
    database: str | URL, now: Callable[[], datetime] = utc_now, **options: Unpack[Options]
) -> AsyncIterator[Bot]:
    """The bot on a database that is opened for it, in which noted deletions are made again.

    Raises StoreError, also where another bot has the file of SQLite, or on PostgreSQL one of the
    shards.
    """
    url = check_url(database) if isinstance(database, str) else database
    with only_bot(url):
        store = await Store.open(url)
        try:
            async with held_shards(
                store, options.get("shard_ids"), options.get("shard_count")
            ) as overtaken:
                bot = Bot(store, now, **options)
                bot.overtaken = overtaken
                try:
                    await bot.services.privacy.repeat_deletions()
                except Unavailable as error:
                    raise StoreError(
                        "deletions that were made since cannot be made again: "
                        f"{cause(error.__cause__ or error)}"
                    ) from None
                yield bot
        finally:
            await store.close()
