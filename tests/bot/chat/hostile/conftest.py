"""A club and another server with data of every kind, for tests of attacks."""

import pytest

from tests.bot.chat.conftest import Club
from tests.bot.chat.world import World


@pytest.fixture
async def world(club: Club) -> World:
    club.env.settle_timeout = 60
    # What the bot does by itself is not looked at here.
    club.quiet()
    new_world = World(club)
    await new_world.fill()
    return new_world
