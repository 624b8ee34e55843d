"""An event that discord.py cannot read is one line of the log, and everything else is served on."""

import logging
from typing import Any

import pytest
from simcord.backend import serializers

from bot.chat.client import Client
from bot.chat.discord.gateway import unreadable

from ....sampling import only
from ...conftest import Clock
from .gateway import Gateway, Session
from .scene import Scene, scene, until


def _thread(guild: int, channel: int) -> dict[str, Any]:
    """A thread as a version of Discord may send it that no longer counts messages."""
    thread = {
        "archived": False,
        "auto_archive_duration": 60,
        "archive_timestamp": "2026-03-02T12:00:00+00:00",
    }
    ids = {"id": "4711", "guild_id": str(guild), "parent_id": str(channel), "owner_id": "4712"}
    return {**ids, "type": 11, "name": "M1", "member_count": 1, "thread_metadata": thread}


async def _move(one: Scene) -> None:
    """The first move of the first match is answered and posted once."""
    place = one.places[0]
    text = str((await one.matches.get(1)).state.legal_moves()[0])
    command = one.discord.command(one.alice.id, place.channel, "move", moves=text)
    await until(lambda: command.responded)
    assert one.told(place, f"played **{text}**") == 1


def _errors(caplog: pytest.LogCaptureFixture) -> list[str]:
    records = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert not any(record.exc_info for record in records)
    return [record.getMessage().partition(": ")[2] for record in records]


@pytest.mark.slow
async def test_a_thread_that_cannot_be_read_is_named_once_and_moves_are_played_on(
    database_url: str, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    async with scene(database_url, clock) as one:
        await one.start()
        place = one.places[0]
        await one.match(place, variant="12x12, single turns")
        thread = _thread(place.scope, place.channel)
        server = serializers.guild_create_payload(
            one.discord.backend, one.discord.backend.guilds[place.scope]
        )
        (session,) = one.discord.sessions.values()
        for event, payload in (
            ("THREAD_CREATE", thread),
            ("GUILD_CREATE", {**server, "threads": [thread]}),
        ):
            one.discord.tell_session(session, event, payload)
        await _move(one)
        assert one.discord.heard["identify"] == 1
    assert _errors(caplog) == [
        f"{event} (KeyError('message_count'))" for event in ("THREAD_CREATE", "GUILD_CREATE")
    ]


def _without(payload: dict[str, Any], field: str) -> dict[str, Any] | None:
    """A payload without one of its fields, or none at all if no field is named."""
    if not field:
        return None
    return {name: value for name, value in payload.items() if name != field}


GREETINGS = ("READY user", "READY guilds", "READY shard", "READY session_id", "READY", "RESUMED")
"""The events at the beginning of a connection, and what is missing in them: all if nothing is
named.
"""


@pytest.mark.some_cases(1)
@pytest.mark.parametrize("greeting", only(GREETINGS, "READY user", "RESUMED"))
async def test_a_greeting_that_cannot_be_read_is_named_and_another_session_begun_where_it_is_needed(
    greeting: str,
    database_url: str,
    clock: Clock,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    event, _, lost_field = greeting.partition(" ")
    garbled: list[str] = []

    async def at_once(*_: object, **__: object) -> None:
        pass

    async def send(server: Gateway, session: Session, name: str, payload: Any) -> None:
        if name == event and not garbled:
            garbled.append(name)
            payload = _without(payload, lost_field)
        await well(server, session, name, payload)

    well = Gateway._send
    monkeypatch.setattr(Gateway, "_send", send)
    monkeypatch.setattr(Client, "before_identify_hook", at_once)
    monkeypatch.setattr(unreadable, "AGAIN_SECONDS", 0.2)
    async with scene(database_url, clock) as one:
        await one.start()
        await one.match(one.places[0], variant="12x12, single turns")
        if event == "RESUMED":
            await one.discord.cut()
        await _move(one)
        assert garbled
        assert one.discord.heard["identify"] == 1 + (event == "READY")
        assert one.discord.connected == {0}
    (error,) = _errors(caplog)
    assert error.startswith(f"{event} (")
