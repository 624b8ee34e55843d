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
from simcord.backend.models import Channel, Message

from bot.chat.board.links import OpenMove
from bot.chat.discord.components import MARK_OFFSET
from bot.chat.discord.press import read
from bot.chat.features.play.picker import ConfirmMove
from bot.domain.domain import Domain
from bot.domain.matches.history import Turn
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
START_SECONDS = 120
"""In which bots must have started."""
AT_ONCE = 4
"""So many members are at their keyboards."""
CONFIRMING = 4
DIRECTLY = 6
"""In every fourth match turns are confirmed; in every sixth they are told by direct message too."""
LAST_LINES = 60
"""So many lines of the bots' logs stand in the message of a failure."""
BUTTON = 2
TEXT = 10
"""Kinds of components, as Discord numbers them."""
COMMON = 10
"""A trouble that is expected so many times has come up; one that is expected less often may by
chance be missing in a short run.
"""
GAMES = {"veloop-square": "12x12, single turns", "loops-n-leaps": "", "loop": ""}
"""Games in which a turn is one decision, and boards on which they last long."""


def text(message: Message) -> str:
    """What members read on a message."""
    return "\n".join(part["content"] for part in walk(message.components) if part["type"] == TEXT)


def pressable(
    message: Message, kind: type[OpenMove] | type[ConfirmMove], match: Match
) -> str | None:
    """The custom id of the button on a message that does this at the present version of a match."""
    for part in walk(message.components):
        if part["type"] != BUTTON:
            continue
        custom_id = part.get("custom_id") or ""
        press = read(custom_id)
        if isinstance(press, kind) and (press.match, press.version) == (match.id, match.version):
            return str(custom_id)
    return None


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
        """Until so many more moves have been acknowledged, or the bots have had a long time for
        them: not counting their start, for which a busy machine may take as long.
        """
        target = len(self.acknowledged) + count
        if count > 0:
            await asyncio.wait_for(self.server.ready.wait(), START_SECONDS)
        deadline = time.monotonic() + 10
        while len(self.acknowledged) < target and time.monotonic() < deadline:
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
            # The preview of it was lost to a crash.
            move = draft.decisions[0]
            answer = await self._open_preview(now)
        else:
            move = str(self.rng.choice(now.state.legal_moves()))
            answer = await self._type(now, move)
        if answer is not None:
            button = pressable(answer, ConfirmMove, now)
            if button is not None:
                answer = await self.server.click(now.mover, answer, button, SECONDS)
        if answer is None:
            return False
        is_played = re.search(rf"(played|^Played) \*\*{re.escape(move)}", text(answer))
        if not is_played:
            self.refused.append(text(answer))
            return False
        self.acknowledged.append((match, now.state.ply, move))
        self.heard.set()
        return True

    async def _type(self, match: Match, move: str) -> Message | None:
        """Whoever is to move types a move; the answer to it."""
        channel = match.thread or match.place_of(match.mover).channel
        return await self.server.slash(
            match.mover, channel, "move", SECONDS, moves=move, match=match.name
        )

    async def _open_preview(self, match: Match) -> Message | None:
        """Whoever is to move presses the button under the latest post; the preview of the drafted
        turn, with a button to play it.
        """
        channel = match.thread or match.place_of(match.mover).channel
        for post in reversed(self.server.messages(channel)):
            button = pressable(post, OpenMove, match)
            if button is not None:
                return await self.server.click(match.mover, post, button, SECONDS)
        await asyncio.sleep(0.05)
        return None


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
        new_process = await asyncio.create_subprocess_exec(
            *command, cwd=ROOT, stdout=file, stderr=file
        )
    try:
        yield new_process
    finally:
        with contextlib.suppress(ProcessLookupError):
            new_process.kill()
        assert await new_process.wait() == -signal.SIGKILL, (
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
    numbers = list[int]()
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
        numbers.append((await domain.lobby.take(offer.id, people[1], place=places[1])).match.id)
    return numbers


async def begin(server: DiscordServer, domain: Domain, count: int) -> list[int]:
    """Matches that have begun in two servers, one of which has a thread for each; nothing of them
    was told yet.
    """
    backend = server.backend
    numbers = []
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
            offer = await domain.challenges.make(
                Place(guild.id, channels[number % 2]),
                first,
                game,
                variant=GAMES[game],
                opponent=second,
            )
            await domain.outbox.done(offer.notice.id)
            numbers.append((await domain.challenges.accept(offer.challenge.id, second)).match.id)
    return numbers


async def wait_for_posts(domain: Domain, output: Path) -> None:
    """Wait until nothing is owed any more; however many posts there are, some go out all the
    time.
    """
    depth = await domain.outbox.depth()
    fewest = depth
    last_progress = time.monotonic()
    while depth > 0:
        if depth < fewest:
            fewest = depth
            last_progress = time.monotonic()
        assert time.monotonic() - last_progress < 30, f"{depth} posts are left:\n{end_of(output)}"
        await asyncio.sleep(0.05)
        depth = await domain.outbox.depth()


def lengths(acknowledged: int, kills: int, times: int) -> pytest.MarkDecorator:
    """How many moves are acknowledged at least, amid how many kills; so many times as many in the
    long run.
    """
    long_run = pytest.param(acknowledged * times, kills * times, marks=pytest.mark.exhaustive)
    return pytest.mark.parametrize(("acknowledged", "kills"), [(acknowledged, kills), long_run])


@pytest.mark.slow
@pytest.mark.timeout(900)
@lengths(160, 3, times=9)
async def test_a_bot_killed_amid_its_moves_loses_nothing_and_tells_nothing_twice(
    tmp_path: Path, acknowledged: int, kills: int
) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path}/loophole.db"
    await killed_again_and_again(url, tmp_path / "output", acknowledged, kills)


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("engine", ["postgres"], indirect=True)
@lengths(60, 2, times=9)
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
        if shards == 1:
            ids = await begin(server, domain, 24)
        else:
            ids = await begin_across(server, domain, 8)
        play = Play(server, domain, rng)
        server.rng = rng
        players = [asyncio.create_task(play.match(match)) for match in ids]
        kill_count = 0
        while kill_count < kills or len(play.acknowledged) < acknowledged:
            async with processes(url, server, output, rng, shards):
                if rng.random() < 0.9:
                    await play.more(rng.randint(0, 2 * acknowledged // kills))
                await asyncio.sleep(rng.uniform(0.0, 0.5))
            kill_count += 1
            assert kill_count < 60, (len(play.acknowledged), play.refused[-5:])
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
            await wait_for_posts(domain, output)
            for match in ids:
                if (await domain.matches.get(match)).mover is not None:
                    await play_once_more(play, match)
            await wait_for_posts(domain, output)

        assert len(play.acknowledged) >= acknowledged
        await check_everything(server, domain, play, ids)
    await store.close()


async def play_once_more(play: Play, match: int) -> None:
    """A match in which nobody can move any more after all that has happened is stuck."""
    for _ in range(10):
        if await play.turn(match):
            return
    raise AssertionError(f"match {match} is stuck")


async def check_everything(
    server: DiscordServer, domain: Domain, play: Play, ids: list[int]
) -> None:
    """What was acknowledged is stored, and each turn was posted once wherever it belongs."""
    share = server.drawn / sum(WEIGHTS.values())
    common = [trouble for trouble in Trouble if WEIGHTS[trouble] * share >= COMMON]
    assert all(server.troubles[trouble] for trouble in common), server.troubles
    assert sum(server.troubles.values()) > server.troubles[Trouble.NONE], server.troubles
    async with domain.database.store.read() as connection:
        assert (await verify(connection)).wrong == ()
    counts = Counter((match, ply) for match, ply, _ in play.acknowledged)
    assert max(counts.values()) == 1, "a decision was acknowledged twice"
    matches = [await domain.matches.get(match) for match in ids]
    for match in matches:
        check_acknowledged(match, play)
        for side in match.sides:
            check_turns_posted(server, match, side)
    for channel in server.backend.channels.values():
        check_no_notice_twice(server, channel)
    threads = [channel for channel in server.backend.channels.values() if channel.is_thread]
    across_servers = len(matches[-1].sides) > 1
    assert len(threads) == (0 if across_servers else len(ids) // 2), "a match has two threads"


def check_acknowledged(match: Match, play: Play) -> None:
    for number, ply, move in play.acknowledged:
        if number == match.id:
            assert match.decisions[ply] == move, "what was acknowledged is not there"


def check_turns_posted(server: DiscordServer, match: Match, side: Place) -> None:
    """Each turn of a match stands once in the posts of a server in which it is played."""
    # A turn may be played before the thread has been opened.
    channels = {side.channel, match.thread or side.channel}
    posts = [text(post) for channel in channels for post in server.messages(channel)]
    posts_of_match = [post for post in posts if re.search(rf"· {match.name}\b", post)]
    for number, turn in enumerate(match.history.whole().turns(), 1):
        sentence = sentence_of(match, turn, side)
        hits = [post for post in posts_of_match if sentence in post and f"Turn {number}: " in post]
        assert len(hits) == 1, f"{match.name}, turn {number}: told {len(hits)} times in {side}"


def sentence_of(match: Match, turn: Turn, side: Place) -> str:
    """Who played what, as members read it in one server: those of another one are not mentioned."""
    user = match.seats[turn.seat]
    if side == match.place_of(user):
        who = f"<@{user}>"
    else:
        who = match.names[turn.seat]
    if turn.decisions == ("swap",):
        return f"{who} took over"
    moves = " ".join(turn.decisions)
    return f"{who} played **{moves}**"


def check_no_notice_twice(server: DiscordServer, channel: Channel) -> None:
    """The posts of notices carry marks by which it is seen that one went out twice."""
    marks = Counter[int]()
    for post in server.messages(channel.id):
        for part in post.components:
            mark = part.get("id") or 0
            if mark > MARK_OFFSET:
                marks[mark] += 1
    doubles = [mark for mark, count in marks.items() if count > 1]
    assert not doubles, f"notices {doubles} went out twice in {channel.name}"
