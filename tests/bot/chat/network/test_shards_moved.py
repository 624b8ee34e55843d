"""Several processes: what belongs to a server is done by the process that has its shard, today's,
not yesterday's.
"""

from collections.abc import AsyncIterator

import pytest

from bot.app import Bot

from ...conftest import Clock
from .scene import Scene, impatient, scene, until

pytestmark = pytest.mark.slow

impatient = impatient


@pytest.fixture
async def three(database_url: str, clock: Clock) -> AsyncIterator[Scene]:
    """Three shards; the servers of the last two read German, which Discord says of them and no
    setting.
    """
    async with scene(database_url, clock, 3) as new_scene:
        for place in new_scene.places[1:]:
            new_scene.discord.backend.guilds[place.scope].preferred_locale = "de"
        yield new_scene


async def _started(scene: Scene, *shards: int) -> Bot:
    """A process that does nothing by itself."""
    bot = await scene.start(*shards)
    for loop in bot.client._loops.values():
        loop.cancel()
    return bot


async def _moved(scene: Scene, match: int) -> None:
    """Alice moves, and nobody posts it yet."""
    state = (await scene.matches.get(match)).state
    await scene.matches.play(match, scene.alice.id, str(state.legal_moves()[0]))


async def test_the_process_with_the_shard_sends_its_posts_in_its_language(three: Scene) -> None:
    own = await _started(three, 0, 1)
    other = await _started(three, 2)
    own_place = three.places[1]
    other_place = three.places[2]
    for place in (own_place, other_place):
        await _moved(three, await three.match(place, variant="12x12, single turns"))
    await other.delivery.flush()
    assert three.told(other_place, " hat **") or three.told(other_place, "spielt")
    assert not three.told(own_place, "turn 1")
    await own.delivery.flush()
    assert three.told(own_place, " hat **") or three.told(own_place, "spielt")


async def test_a_match_moves_with_its_shard_to_another_process(three: Scene) -> None:
    first = await _started(three, 0)
    second = await _started(three, 1, 2)
    place = three.places[1]
    match = await three.match(place, variant="12x12, single turns")
    await three.stop(first)
    await three.stop(second)
    await _started(three, 0, 1)
    await _started(three, 2)
    text = str((await three.matches.get(match)).state.legal_moves()[0])
    three.discord.command(three.alice.id, place.channel, "move", moves=text)
    await until(lambda: three.told(place, f"**{text}**"))
    assert (await three.matches.get(match)).state.ply == 1


async def test_a_dead_process_leaves_its_posts_to_the_others_who_ask_for_the_language(
    three: Scene,
) -> None:
    alive = await _started(three, 0, 1)
    dead = await _started(three, 2)
    place = three.places[2]
    match = await three.match(place, variant="12x12, single turns")
    await three.stop(dead)
    await _moved(three, match)
    count = len(three.discord.posts(place.channel))
    await alive.delivery.flush()
    assert len(three.discord.posts(place.channel)) == count
    three.clock.move(seconds=61)
    await alive.delivery.flush()
    assert len(three.discord.posts(place.channel)) == count + 1
    assert "turn 1" not in three.discord.posts(place.channel)[-1]
