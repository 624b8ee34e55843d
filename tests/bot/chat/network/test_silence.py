"""A member whose move meets a PostgreSQL that answers nothing any more hears of it, and can move
again later.
"""

import time

import pytest

from ...conftest import Clock
from ...postgres import PostgresServer
from ...silence import impatient, silence
from .scene import scene, until


@pytest.mark.slow
@pytest.mark.parametrize("word", [None, b"UPDATE", b"COMMIT"])
async def test_a_member_hears_of_a_silent_database_and_nothing_untrue(
    word: bytes | None, postgres: PostgresServer, clock: Clock
) -> None:
    async with (
        postgres.database(with_tables=True) as address,
        silence(address) as (silent, url),
        scene(url, clock) as one,
    ):
        bot = await one.start()
        place = one.places[0]
        await one.match(place, variant="12x12, single turns")
        text = str((await one.matches.get(1)).state.legal_moves()[0])
        await bot.store.close()  # what the connections have prepared they would not name again
        messages = one.discord.backend.messages[place.channel]
        sentence = "can’t tell whether" if word == b"COMMIT" else "database can’t be"
        with impatient(bot.store):
            silent.word = word
            silent.silent = word is None
            start = time.monotonic()
            one.discord.command(one.alice.id, place.channel, "move", moves=text)
            await until(
                lambda: any(
                    post.is_ephemeral and sentence in str(post.components)
                    for post in messages.values()
                )
            )
        assert time.monotonic() - start < 10
        silent.silent = False
        one.discord.command(one.alice.id, place.channel, "move", moves=text)
        await until(lambda: one.told(place, f"played **{text}**") == 1)
