"""An event that discord.py cannot read is one line of the log, and everything else is served on."""

import logging
from typing import Any

import pytest
from simcord.backend import serializers

from ...conftest import Clock
from .test_gateway import scene, until


def _thread(guild: int, channel: int) -> dict[str, Any]:
    """A thread as a version of Discord may send it that no longer counts messages."""
    about = {"archived": False, "auto_archive_duration": 60, "archive_timestamp": "2026-03-02T12:00:00+00:00"}
    ids = {"id": "4711", "guild_id": str(guild), "parent_id": str(channel), "owner_id": "4712"}
    return {**ids, "type": 11, "name": "M1", "member_count": 1, "thread_metadata": about}


async def test_a_thread_that_cannot_be_read_is_named_once_and_moves_are_played_on(
    prepared: str, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    async with scene(prepared, clock) as one:
        await one.start()
        here = one.places[0]
        await one.match(here, variant="12x12, single turns")
        thread = _thread(here.scope, here.channel)
        server = serializers.guild_create_payload(one.discord.backend, one.discord.backend.guilds[here.scope])
        (session,) = one.discord.sessions.values()
        for event, payload in (("THREAD_CREATE", thread), ("GUILD_CREATE", {**server, "threads": [thread]})):
            one.discord._note(session, event, payload)
        text = str((await one.matches.get(1)).state.legal_moves()[0])
        made = one.discord.command(one.alice.id, here.channel, "move", moves=text)
        await until(lambda: made.responded)
        assert one.told(here, f"played **{text}**") == 1
        assert one.discord.heard["identify"] == 1
    errors = [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]
    assert [line.partition(": ")[2] for line in errors] == [
        f"{event} (KeyError('message_count'))" for event in ("THREAD_CREATE", "GUILD_CREATE")
    ]
