"""SIGKILL at any moment while Discord is in trouble: what was acknowledged is there, and all was
told exactly once.
"""

import asyncio
import contextlib
import logging
import os
import random
import re
import signal
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest
from simcord.backend.models import Message

from bot.chat.board.links import OpenMove
from bot.chat.discord.components import MARK_OFFSET
from bot.chat.discord.press import read
from bot.chat.features.play.picker import ConfirmMove
from bot.domain.domain import Domain
from bot.domain.matches.match import Match
from bot.domain.values import Person, Place
from bot.ops.copies.verify import verify
from bot.store import Store

from ..discord_api import walk
from .discord_server import WEIGHTS, DiscordServer, Trouble, discord_server
from .hurry import HurriedClock

log = logging.getLogger(__name__)

ROOT = Path(__file__).parents[4]
SECONDS = 1.0
"""How long a member waits for an answer before looking again."""
AT_ONCE = 4
"""So many members are at their keyboards."""
CONFIRMING = 4
DIRECTLY = 6
"""In every fourth match turns are confirmed; in every sixth they are told by direct message too."""
LAST_LINES = 60
"""So many lines of the bots' logs stand in the message of a failure."""
COMMON = 10
"""Troubles that weigh less may not come up in a short run."""
GAMES = {"veloop-square": "12x12, single turns", "loops-n-leaps": "", "loop": ""}
"""Games in which a turn is one decision, and boards on which they last long."""


def text(message: Message) -> str:
    return "\n".join(part["content"] for part in walk(message.components) if part["type"] == 10)


def pressable(
    message: Message, kind: type[OpenMove] | type[ConfirmMove], match: Match
) -> str | None:
    """The custom id of the button on a message that does this at the present version of a match."""
    ids = [part.get("custom_id") or "" for part in walk(message.components) if part["type"] == 2]
    presses = {found: read(found) for found in ids}
    there = ((found, press) for found, press in presses.items() if isinstance(press, kind))
    return next(
        (
            found
            for found, press in there
            if (press.match, press.version) == (match.id, match.version)
        ),
        None,
    )


class Play:
    """Members who play on whatever happens, and what the bot has acknowledged to them: match, ply,
    decision.
    """

    def __init__(self, server: DiscordServer, domain: Domain, rng: random.Random) -> None:
        self.server = server
        self.matches = domain.matches
        self.rng = rng
        self.acknowledged: list[tuple[int, int, str]] = []
        self.refused: list[str] = []
        self.stopped = False
        self.heard = asyncio.Event()
        self.awake = asyncio.Semaphore(AT_ONCE)

    async def more(self, count: int) -> None:
        """Until so many more moves have been acknowledged, or a long time has gone by."""
        target = len(self.acknowledged) + count
        until = time.monotonic() + 10
        while len(self.acknowledged) < target and time.monotonic() < until:
            self.heard.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.heard.wait(), 1)

    async def match(self, match: int) -> None:
        """Both players of a match, until there has been enough of it."""
        while not self.stopped and (await self.matches.get(match)).mover is not None:
            async with self.awake:
                await self.server.ready.wait()
                await self.turn(match)
            await asyncio.sleep(0)

    async def turn(self, match: int) -> bool:
        """Whoever is to move tries to, once. Whether it was acknowledged."""
        now = await self.matches.get(match)
        assert now.mover is not None
        draft = await self.matches.draft(match, now.mover)
        if draft is not None and draft.complete:
            # The preview of it was lost to a crash; the button under the latest post brings it
            # again.
            posts = self.server.messages(now.thread or now.place_of(now.mover).channel)
            under = [(post, found) for post in posts if (found := pressable(post, OpenMove, now))]
            if not under:
                await asyncio.sleep(0.05)
                return False
            answer = await self.server.click(now.mover, *under[-1], SECONDS)
            move = draft.decisions[0]
        else:
            move = str(self.rng.choice(now.state.legal_moves()))
            channel = now.thread or now.place_of(now.mover).channel
            answer = await self.server.slash(
                now.mover, channel, "move", SECONDS, moves=move, match=now.name
            )
        if answer is not None and (button := pressable(answer, ConfirmMove, now)):
            answer = await self.server.click(now.mover, answer, button, SECONDS)
        if answer is None:
            return False
        if not re.search(
            rf"played \*\*{re.escape(move)}|^Played \*\*{re.escape(move)}", text(answer)
        ):
            self.refused.append(text(answer))
            return False
        self.acknowledged.append((match, now.state.ply, move))
        self.heard.set()
        return True


def end_of(output: Path) -> str:
    """The last lines of what bots have logged, for whoever cannot read the file."""
    return "\n".join(output.read_text(errors="replace").splitlines()[-LAST_LINES:])


@asynccontextmanager
async def process(
    url: str, server: DiscordServer, output: Path, shard: int = 0, shards: int = 1
) -> AsyncIterator[asyncio.subprocess.Process]:
    command = [
        sys.executable,
        "-m",
        "tests.bot.chat.network.killed_process",
        url,
        server.address,
        str(server.clock.began),
        *(str(shard), str(shards)),
    ]
    with output.open("a") as file:
        found = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdout=file, stderr=file)
    try:
        yield found
    finally:
        with contextlib.suppress(ProcessLookupError):
            found.kill()
        assert await found.wait() == -signal.SIGKILL, (
            f"the bot stopped by itself:\n{end_of(output)}"
        )
        server.ready.clear()


@asynccontextmanager
async def processes(
    url: str, server: DiscordServer, output: Path, rng: random.Random, shards: int
) -> AsyncIterator[None]:
    """A bot for each shard; in the end they are killed one after the other."""
    async with AsyncExitStack() as stack:
        for shard in rng.sample(range(shards), shards):
            await stack.enter_async_context(process(url, server, output, shard, shards))
            if shards > 1:
                stack.push_async_callback(asyncio.sleep, rng.uniform(0.0, 0.5))
        yield


async def begin_across(server: DiscordServer, domain: Domain, count: int) -> list[int]:
    """Matches across two servers, of which each bot hears of one; nothing of them was told yet."""
    backend = server.backend
    began = list[int]()
    places = dict[int, Place]()
    while len(places) < 2:
        await asyncio.sleep(0.01)
        guild = backend.create_guild("Somewhere")
        places[server.shard_of(guild.id)] = Place(
            guild.id, backend.create_channel(guild.id, "games").id
        )
    for place in places.values():
        await domain.servers.change(place, across=True)
    for number in range(count):
        people = list[Person]()
        for _, place in sorted(places.items()):
            user = backend.make_user(f"player{number}-{len(people)}")
            backend.add_member(place.scope, user.id)
            await domain.members.change(user.id, across="named", confirm=number % CONFIRMING == 0)
            people.append(Person(user.id, user.name))
        game = list(GAMES)[number % len(GAMES)]
        offer = await domain.lobby.make(
            places[0], people[0], game, variant=GAMES[game], across_servers=True
        )
        began.append((await domain.lobby.take(offer.id, people[1], place=places[1])).match.id)
    return began


async def begin(server: DiscordServer, domain: Domain, count: int) -> list[int]:
    """Matches that have begun in two servers, one of which has a thread for each; nothing of them
    was told yet.
    """
    backend = server.backend
    began = []
    for threads in (False, True):
        guild = backend.create_guild("Threads" if threads else "Channels")
        channels = [backend.create_channel(guild.id, f"games-{number}").id for number in range(2)]
        if threads:
            await domain.servers.change(Place(guild.id, channels[0]), threads=True)
        for number in range(count // 2):
            users = [backend.make_user(f"player{number}-{seat}") for seat in range(2)]
            for user in users:
                backend.add_member(guild.id, user.id)
                if number % CONFIRMING == 0:
                    await domain.members.change(user.id, confirm=True)
                if number % DIRECTLY == 0:
                    await domain.members.change(user.id, notices="both")
            first, second = (Person(user.id, user.name) for user in users)
            game = list(GAMES)[number % len(GAMES)]
            offered = await domain.challenges.make(
                Place(guild.id, channels[number % 2]),
                first,
                game,
                variant=GAMES[game],
                opponent=second,
            )
            await domain.outbox.done(offered.notice.id)
            began.append((await domain.challenges.accept(offered.challenge.id, second)).match.id)
    return began


async def told(domain: Domain, output: Path) -> None:
    """Until nothing is owed any more; however many posts there are, some go out all the time."""
    owed = await domain.outbox.depth()
    fewest = owed
    progressed = time.monotonic()
    while owed > 0:
        if owed < fewest:
            fewest = owed
            progressed = time.monotonic()
        assert time.monotonic() - progressed < 30, f"{owed} posts are left:\n{end_of(output)}"
        await asyncio.sleep(0.05)
        owed = await domain.outbox.depth()


def lengths(acknowledged: int, kills: int, times: int) -> pytest.MarkDecorator:
    """How many moves are acknowledged at least, amid how many kills; so many times as many in the
    long run.
    """
    long_run = pytest.param(acknowledged * times, kills * times, marks=pytest.mark.exhaustive)
    return pytest.mark.parametrize(("acknowledged", "kills"), [(acknowledged, kills), long_run])


@pytest.mark.slow
@pytest.mark.timeout(900)
@lengths(400, 5, times=4)
async def test_a_bot_killed_amid_its_moves_loses_nothing_and_tells_nothing_twice(
    tmp_path: Path, acknowledged: int, kills: int
) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path}/loophole.db"
    await killed_again_and_again(url, tmp_path / "output", acknowledged, kills)


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("engine", ["postgres"], indirect=True)
@lengths(150, 3, times=4)
async def test_two_bots_killed_amid_matches_across_servers_lose_nothing_and_tell_nothing_twice(
    url: str, tmp_path: Path, acknowledged: int, kills: int
) -> None:
    await killed_again_and_again(url, tmp_path / "output", acknowledged, kills, shards=2)


async def killed_again_and_again(
    url: str, output: Path, acknowledged: int, kills: int, shards: int = 1
) -> None:
    """Kill the bots of all shards at least ``kills`` times while ``acknowledged`` moves are played,
    and check that each is there and was told once.
    """
    seed = int.from_bytes(os.urandom(4))
    log.warning("seed %s", seed)
    rng = random.Random(seed)
    clock = HurriedClock(time.time())
    store = await Store.open(url)
    domain = Domain(store, clock.now)
    async with discord_server(clock, shards) as server:
        ids = await (begin(server, domain, 24) if shards == 1 else begin_across(server, domain, 8))
        play = Play(server, domain, rng)
        server.rng = rng
        players = [asyncio.create_task(play.match(match)) for match in ids]
        killed = 0
        while killed < kills or len(play.acknowledged) < acknowledged:
            async with processes(url, server, output, rng, shards):
                if rng.random() < 0.9:
                    await play.more(rng.randint(0, 2 * acknowledged // kills))
                await asyncio.sleep(rng.uniform(0.0, 0.5))
            killed += 1
            assert killed < 60, (len(play.acknowledged), play.refused[-5:])
            for player in players:
                if player.done():
                    player.result()
        play.stopped = True
        server.rng = None
        # All goes well again, and what was put off until later falls due.
        clock.leap(7200)
        async with processes(url, server, output, rng, shards):
            await asyncio.wait_for(server.ready.wait(), 30)
            await asyncio.gather(*players)
            await told(domain, output)
            for match in ids:
                if (await domain.matches.get(match)).mover is not None:
                    tries = 0
                    while not await play.turn(match):
                        assert (tries := tries + 1) < 10, f"match {match} is stuck"
            await told(domain, output)

        assert len(play.acknowledged) >= acknowledged
        await settled(server, domain, play, ids)
    await store.close()


async def settled(server: DiscordServer, domain: Domain, play: Play, ids: list[int]) -> None:
    common = [trouble for trouble in Trouble if WEIGHTS[trouble] >= COMMON]
    assert all(server.troubles[trouble] for trouble in common), server.troubles
    async with domain.database.store.read() as connection:
        assert (await verify(connection)).wrong == ()
    assert max(Counter((match, ply) for match, ply, _ in play.acknowledged).values()) == 1
    for match in ids:
        now = await domain.matches.get(match)
        for one, ply, move in play.acknowledged:
            assert one != match or now.decisions[ply] == move, "what was acknowledged is not there"
        for side in now.sides:
            places = {
                side.channel,
                now.thread or side.channel,
            }  # a turn may be played before the thread has been opened
            posts = [text(post) for place in places for post in server.messages(place)]
            told = [words for words in posts if re.search(rf"· {now.name}\b", words)]
            for number, turn in enumerate(now.history.whole().turns()):
                did = (
                    "took over"
                    if turn.decisions == ("swap",)
                    else f"played **{' '.join(turn.decisions)}**"
                )
                who = (
                    f"<@{now.seats[turn.seat]}>"
                    if side == now.place_of(now.seats[turn.seat])
                    else now.names[turn.seat]
                )
                said = f"{who} {did}"
                found = [
                    words for words in told if said in words and f"Turn {number + 1}: " in words
                ]
                assert len(found) == 1, (
                    f"{now.name}, turn {number + 1}: told {len(found)} times in {side}"
                )
    for channel in server.backend.channels.values():
        marks = [
            part["id"]
            for post in server.messages(channel.id)
            for part in post.components
            if part.get("id")
        ]
        twice = [
            mark
            for mark, count in Counter(mark for mark in marks if mark > MARK_OFFSET).items()
            if count > 1
        ]
        assert not twice, f"notices {twice} went out twice in {channel.name}"
    threads = [channel for channel in server.backend.channels.values() if channel.is_thread]
    assert len(threads) == (len(ids) // 2 if len(now.sides) == 1 else 0), "a match has two threads"
