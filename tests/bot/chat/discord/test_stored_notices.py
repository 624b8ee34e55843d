"""Stored notices and pending answers of any version are sent, and name nobody who has deleted their data."""

import json
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
import sqlalchemy as sa

from bot.domain.events import JSON, event_class
from bot.domain.matches import agreements
from bot.domain.values import Via
from bot.store.tables import matches, outbox
from games.players.puzzles import puzzles
from tests.bot.chat.conftest import Club
from tests.bot.chat.reading import stored, words
from tests.bot.chat.world import World
from tools.samples import samples

SILENT = {"line", "tree", "left", "lobby_card", "overdue", "quiet_asked", "tournament offered", "tournament calendar"}
"""Events without a message here, where nothing of that kind is so; the last never has a message."""


async def rows(world: World) -> list[dict[str, Any]]:
    """The samples as rows of the outbox about a world's matches: each to alice, to bob, and to bob in private."""
    club, services = world.club, world.club.services
    alice, bob, here = club.alice.id, club.bob.id, club.channel.id
    until = int(club.now().timestamp()) + 3600
    meant: dict[str, JSON] = {
        **dict.fromkeys(("by", "user", "away", "to", "out"), alice),
        "until": until,
        "tournament": world.league,
        "pings": [alice, bob],
        "games": [pairing.id for pairing in await services.tournaments.games(world.league)],
        "round": 1,
        "game": "loop",
        "puzzle": puzzles("loop")[0].name,
        "match": world.timed,
        "version": (await services.matches.get(world.timed)).version,
        "request": "draw",
        "start": 0,
        "why": "",
    }
    matches = {"finished": world.finished, "turn": world.running}
    notices = []
    for sample in samples("notices"):
        kind, payload = sample["kind"], sample["payload"]
        payload |= {name: value for name, value in meant.items() if name in payload}
        if "end" in payload:
            payload["end"] = int(kind == "turn")
        event = event_class(kind, payload)
        challenged = event is not None and "challenges" in event.__module__
        row = {
            "kind": kind,
            "payload": payload,
            "scope": club.guild.id,
            "match": None if challenged else matches.get(kind, world.timed),
            "challenge": world.challenge if challenged else None,
            "created_at": club.now(),
            "next_try": club.now() + timedelta(days=30),
        }
        for channel, dm, ping in ((here, None, alice), (here, None, bob), (None, bob, bob)):
            notices.append({**row, "channel": channel, "dm": dm, "ping": ping})
    return notices


def messages(club: Club) -> int:
    """How many messages there are, in the channel and in private."""
    return sum(len(there) for there in club.env.backend.messages.values())


async def send(club: Club) -> set[str]:
    """Send what is stored for later, one after the other; gives the events without any message."""
    query, sent, silent = sa.select(outbox).where(outbox.c.next_try > club.now() + timedelta(days=1)), set(), set()
    for row in await club.bot.store.fetch(query):
        before = messages(club)
        async with club.bot.store.write() as connection:
            await connection.execute(outbox.update().where(outbox.c.id == row.id).values(next_try=club.now()))
        await club.bot.delivery.flush()
        assert not await club.bot.store.fetch(sa.select(outbox.c.id).where(outbox.c.id == row.id)), row.kind
        name = f"{row.kind} {row.payload.get('what', '')}".strip()
        (silent if messages(club) == before else sent).add(name)
    return silent - sent


def errors(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelname in ("ERROR", "CRITICAL")]


@pytest.fixture
async def full(club: Club) -> Club:
    """The club with every sample stored for later."""
    club.env.settle_timeout = 60
    club.quiet()
    world = World(club)
    await world.fill()
    async with club.bot.store.write() as connection:
        await connection.execute(outbox.insert(), await rows(world))
    return club


@pytest.mark.slow
@pytest.mark.usefixtures("full")
async def test_every_stored_notice_is_sent(club: Club, caplog: pytest.LogCaptureFixture) -> None:
    assert await send(club) == SILENT
    assert errors(caplog) == []


@pytest.mark.slow
@pytest.mark.usefixtures("full")
async def test_stored_notices_name_nobody_who_deleted_their_data(club: Club, caplog: pytest.LogCaptureFixture) -> None:
    alice = club.alice.id
    await club.services.privacy.delete(alice)
    await club.bot.delivery.flush()  # that she has gone
    before, requests = messages(club), len(club.env.http_requests)
    await send(club)
    assert errors(caplog) == []
    assert messages(club) > before + 20
    assert not any(str(alice) in json.dumps(entry.json, default=str) for entry in club.env.http_requests[requests:])


async def test_what_this_version_does_not_know_keeps_nobody_waiting(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    await club.match("6x6, single turns")
    place, via = club.place, Via(1, "token", club.bot.client.application_id or 0)
    for kind, about in (("gone", {}), ("hint", {"match": 1})):
        await club.services.pending_answers.ask(kind, club.bob.id, about, place, "en-US", via)
    asked = await club.alice.slash("hint")
    await club.restart()
    await club.thought()
    assert "M1 · a hint" in words(stored(asked))
    assert await club.services.pending_answers.take() == []
    assert [record.levelname for record in caplog.records if "'gone'" in record.getMessage()] == ["ERROR"]
    caplog.clear()  # they are meant to be there


async def test_what_follows_a_notice_of_a_match_that_is_gone_by_then_ends_quietly(
    club: Club, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await club.match(clock="1d")
    delivery, deliver = club.bot.delivery, club.bot.delivery._deliver

    async def delivered(*args: Any) -> bool:
        sent = await deliver(*args)
        async with club.bot.store.write() as connection:
            await connection.execute(matches.delete())
        return sent

    monkeypatch.setattr(delivery, "_deliver", delivered)
    asked = partial(agreements.offer_draw, user=club.alice.id)
    await club.services.matches.do(1, asked)
    count = messages(club)
    await delivery.flush()
    assert messages(club) == count + 1
    assert errors(caplog) == []
    assert not await club.bot.store.fetch(sa.select(outbox.c.id))
