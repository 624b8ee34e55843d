"""The composition root: puts the parts together, the same ones on Discord, in the sandbox and in tests."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy.engine import URL

from bot.chat.client import Client
from bot.chat.discord.delivery import forums
from bot.chat.discord.delivery.notices import Delivery, by_event
from bot.chat.discord.delivery.pending import Pending
from bot.chat.discord.feature import CHORES_SECONDS, THINKING_SECONDS, Feature, Job
from bot.chat.discord.gateway.gate import Gate
from bot.chat.discord.gateway.gateway import Gateway
from bot.chat.discord.gateway.membership import Membership
from bot.chat.discord.gateway.presence import Presence
from bot.chat.discord.gateway.visibility import Visibility
from bot.chat.discord.services import Services
from bot.chat.features import FEATURES
from bot.chat.pictures.drawer import Drawer
from bot.chat.pictures.images import Images
from bot.chat.pictures.lane import HeavyLane
from bot.domain.blocks.service import Blocks
from bot.domain.challenges.limits import MOST_RATED
from bot.domain.challenges.service import Challenges
from bot.domain.daily_cards.service import DailyCards
from bot.domain.exclusions.service import Exclusions
from bot.domain.imports.service import Imports
from bot.domain.matches.exploring.marking import Marking
from bot.domain.matches.exploring.service import Explorations
from bot.domain.matches.exploring.sharing import Sharing
from bot.domain.matches.outages import Heartbeat
from bot.domain.matches.prepared_moves import PreparedMoves
from bot.domain.matches.service import Matches
from bot.domain.members.service import Members
from bot.domain.opponent import Opponent
from bot.domain.outbox import Outbox
from bot.domain.pending_answers import PendingAnswers
from bot.domain.privacy.journal import Journal
from bot.domain.privacy.service import Privacy
from bot.domain.puzzles.service import Puzzles
from bot.domain.ratings.service import Ratings
from bot.domain.ratings.world import FOUNDERS
from bot.domain.servers.service import Servers
from bot.domain.tournaments.service import Tournaments
from bot.domain.unit_of_work import Database
from bot.ops.metrics_server import BotStatus, ShardStatus, request_times
from bot.store import Store, StoreError, Unavailable
from bot.workers import Thinkers

EXCLUSIONS_SECONDS = 5.0
"""How often it is looked whether a host or a server has shut somebody out."""
POSTS_SECONDS = 2.0
"""How often the outbox is searched for notices that were not sent at once."""
RATINGS_SECONDS = 5.0
"""How often it is looked whether ratings are to be computed anew."""
WORLD_SECONDS = 3600.0
"""How often it is looked who has met enough others to belong to the world."""


def utc_now() -> datetime:
    """The clock of the services, unless they are given another."""
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Domain:
    """The services of the domain on one database."""

    database: Database
    matches: Matches
    challenges: Challenges
    prepared_moves: PreparedMoves
    daily_cards: DailyCards
    explorations: Explorations
    sharing: Sharing
    members: Members
    servers: Servers
    ratings: Ratings
    tournaments: Tournaments
    puzzles: Puzzles
    pending_answers: PendingAnswers
    blocks: Blocks
    imports: Imports
    exclusions: Exclusions
    privacy: Privacy
    outbox: Outbox
    heartbeat: Heartbeat


def domain(
    store: Store,
    now: Callable[[], datetime] = utc_now,
    rng: random.Random | None = None,
    *,
    most_rated: int = MOST_RATED,
    founders: int = FOUNDERS,
    journal: Journal | None = None,
) -> Domain:
    """The services of the domain, each told of what concerns it. ``journal``: where deletions are noted besides.

    ``most_rated``: how many rated matches two members may begin in a month, whatever a server allows. ``founders``: how
    many members the world's ratings begin with at least; 0: everybody belongs to them.
    """
    database = Database(store, now)
    outbox = Outbox(database)
    matches = Matches(database)
    challenges = Challenges(database, matches, rng, most_rated)
    members = Members(database, matches)
    ratings = Ratings(database, matches, founders)
    tournaments = Tournaments(database, matches, rng=rng, most_rated=most_rated)
    puzzles, pending = Puzzles(database), PendingAnswers(database)
    blocks, exclusions, imports = Blocks(database), Exclusions(database, matches), Imports(database, matches)
    # In the order in which rows are locked: that of a tournament comes before ratings.
    matches.listeners += (tournaments, ratings)
    matches.turn_made = members.turn_made
    members.listen(ratings)
    blocks.listen(challenges)
    exclusions.listen(challenges)
    privacy = Privacy(database, (members, matches, tournaments, imports), journal)
    store.replaced = privacy.repeat_deletions
    return Domain(
        database=database,
        matches=matches,
        challenges=challenges,
        prepared_moves=PreparedMoves(matches),
        daily_cards=DailyCards(database),
        explorations=Explorations(matches),
        sharing=Sharing(matches),
        members=members,
        servers=Servers(database),
        ratings=ratings,
        tournaments=tournaments,
        puzzles=puzzles,
        pending_answers=pending,
        blocks=blocks,
        imports=imports,
        exclusions=exclusions,
        privacy=privacy,
        outbox=outbox,
        heartbeat=Heartbeat(database, tournaments),
    )


class Bot:
    """Everything that runs: Discord's client, and what it works with. ``Client.serve`` is given it as its lifetime."""

    def __init__(
        self,
        store: Store,
        services: Domain,
        client: Client,
        thinkers: Thinkers,
        pace: float,
        limits: float,
        heavy: HeavyLane,
        drawer: Drawer | None,
    ) -> None:
        self.store = store
        self.domain = services
        self.client = client
        self.thinkers = thinkers
        self.gateway = Gateway(client)
        self.opponent = Opponent(services.matches, services.imports, thinkers, self.gateway.serves, pace)
        self.marking = Marking(services.sharing, thinkers, pace)
        self.images = Images(drawer)
        self.heavy = heavy
        features: Sequence[Feature] = (*FEATURES, Feature("upkeep", jobs=self._jobs(), delivered=forums.DELIVERED))
        self.pending = Pending({name: kind for feature in features for name, kind in feature.pending.items()})
        self.delivery = Delivery(
            by_event(composer for feature in features for composer in feature.composers),
            [feature.delivered for feature in features],
        )
        self.services = Services(
            now=services.database.now,
            matches=services.matches,
            challenges=services.challenges,
            prepared_moves=services.prepared_moves,
            daily_cards=services.daily_cards,
            explorations=services.explorations,
            sharing=services.sharing,
            marking=self.marking,
            members=services.members,
            servers=services.servers,
            ratings=services.ratings,
            tournaments=services.tournaments,
            puzzles=services.puzzles,
            pending_answers=services.pending_answers,
            blocks=services.blocks,
            imports=services.imports,
            exclusions=services.exclusions,
            privacy=services.privacy,
            outbox=services.outbox,
            heartbeat=services.heartbeat,
            opponent=self.opponent,
            thinkers=thinkers,
            pace=pace,
            gate=Gate(services.database.now, limits),
            gateway=self.gateway,
            images=self.images,
            heavy=heavy,
            presence=Presence(services.matches, services.exclusions, self.gateway),
            membership=Membership(services.servers),
            visibility=Visibility(self.gateway, services.database.now),
            delivery=self.delivery,
            pending=self.pending,
        )
        client.serve(self.services, features, self)

    def _jobs(self) -> tuple[Job, ...]:
        """Repeating work that belongs to no feature."""

        async def watch(services: Services) -> None:
            services.thinkers.watch()
            services.heavy.watch()

        async def exclusions(services: Services) -> None:
            await services.exclusions.refresh()
            await services.gateway.leave(services.exclusions.servers)

        return (
            Job("the post round", POSTS_SECONDS, lambda services: services.delivery.flush(services)),
            Job("who is shut out", EXCLUSIONS_SECONDS, exclusions),
            Job("servers that are left or joined", CHORES_SECONDS, lambda services: services.membership.retry()),
            Job("ratings computed anew", RATINGS_SECONDS, lambda services: services.ratings.recounting.work()),
            Job("loops of earlier matches", WORLD_SECONDS, lambda services: services.ratings.find_loops()),
            Job("members of the world", WORLD_SECONDS, lambda services: services.ratings.world_members.grow()),
            Job("looking after the processes", THINKING_SECONDS, watch),
            Job("answers that are thought about", THINKING_SECONDS, lambda services: self.pending.work(services)),
        )

    @property
    def busy(self) -> bool:
        """Whether something is being thought about or has been, and was not told yet."""
        return self.opponent.busy or self.pending.busy or self.marking.busy

    def status(self) -> BotStatus:
        """How it is, for health checks and figures."""
        return BotStatus(
            started=self.client.is_ready(),
            servers=len(self.client.guilds),
            shards={
                number: ShardStatus(not shard.is_closed(), shard.latency)
                for number, shard in self.client.shards.items()
            },
            loops=self.client.loops_running(),
            thinking=self.thinkers.load,
            awaited=self.client.awaited,
        )

    async def starting(self) -> None:
        """Take over what a process that is gone has left, where no other process can have the database."""
        await self.domain.exclusions.refresh()
        if self.store.sqlite:
            await self.domain.outbox.release()
            await self.domain.pending_answers.put_back()

    async def reconnected(self, shard: int) -> None:
        """Before anything else is done after an outage, give the players their time back."""
        await self.domain.heartbeat.beat((shard,), self.gateway.shard_count)

    async def closing(self, seconds: float) -> None:
        """Let what is on its way arrive, leave the rest to the next process, and let threads and processes go."""
        try:
            await self.delivery.close(seconds)
            await self.pending.put_back(self.services)
        finally:
            self.thinkers.close()
            self.heavy.close()
            self.images.close()


def build(
    store: Store,
    now: Callable[[], datetime] = utc_now,
    *,
    shard_count: int | None = None,
    shard_ids: Sequence[int] | None = None,
    always_sync: bool = False,
    thinkers: Thinkers | None = None,
    pace: float = 1.0,
    most_rated: int = MOST_RATED,
    founders: int = FOUNDERS,
    limits: float = 100,
    heavy: HeavyLane | None = None,
    journal: Journal | None = None,
    drawer: Drawer | None = None,
) -> Bot:
    """The bot on an open store.

    ``thinkers`` do the computer's thinking and ``heavy`` what is heavy to draw, in processes of their own unless others
    are given; ``pace`` is the share of its time that the computer takes. ``always_sync`` registers the commands at
    every start. ``limits``: percent of what the gate usually lets members, servers and all of them ask for.
    ``journal``: where deletions are noted outside of the store. ``drawer`` draws boards in a process of its own.
    """
    client = Client(shard_count=shard_count, shard_ids=shard_ids, always_sync=always_sync, http_trace=request_times())
    services = domain(store, now, most_rated=most_rated, founders=founders, journal=journal)
    return Bot(store, services, client, thinkers or Thinkers(), pace, limits, heavy or HeavyLane(), drawer)


@asynccontextmanager
async def opened(
    database: str | URL,
    *,
    shard_count: int | None = None,
    shard_ids: Sequence[int] | None = None,
    always_sync: bool = False,
    most_rated: int = MOST_RATED,
    founders: int = FOUNDERS,
    limits: float = 100,
    deletions: Path | None = None,
    drawer: Drawer | None = None,
    now: Callable[[], datetime] = utc_now,
) -> AsyncIterator[Bot]:
    """The bot on a database that is opened for it. Raises StoreError.

    ``deletions``: the file in which they are noted; those that the database, an older copy, does not know are made
    again before anything is served.
    """
    store = await Store.open(database)
    try:
        bot = build(
            store,
            now,
            shard_count=shard_count,
            shard_ids=shard_ids,
            always_sync=always_sync,
            most_rated=most_rated,
            founders=founders,
            limits=limits,
            journal=None if deletions is None else Journal(deletions),
            drawer=drawer,
        )
        try:
            await bot.domain.privacy.repeat_deletions()
        except Unavailable as error:
            raise StoreError(
                f"deletions that were made since cannot be made again: {error.__cause__ or error}"
            ) from None
        yield bot
    finally:
        await store.close()
