"""What an earlier version still owed when it stopped is told by this one: notices, and answers that are thought about.

What is owed names nobody who has deleted their data meanwhile.

``notices.json`` and ``pending_answers.json`` hold what that version stored, one or two of each shape.
"""

from __future__ import annotations

import json
from dataclasses import fields
from datetime import timedelta
from pathlib import Path
from typing import TypedDict

import pytest
import sqlalchemy as sa

from bot.domain.events import JSON, KINDS
from bot.domain.values import Place, Via
from bot.store.tables import outbox
from games.players.puzzles import puzzles
from tests.bot.chat.conftest import Club
from tests.bot.chat.reading import stored, words
from tests.bot.chat.world import World


class ComputerTask(TypedDict):
    """A row of the outbox: its kind and payload, and which of the other columns were filled."""

    kind: str
    payload: dict[str, JSON]
    dm: bool
    ping: bool
    match: bool
    challenge: bool


class Waited(TypedDict):
    """What a member waited for."""

    kind: str
    about: dict[str, JSON]


EARLIER = Path(__file__).parents[3] / "data" / "earlier"
OWED: list[ComputerTask] = json.loads((EARLIER / "notices.json").read_text(encoding="utf-8"))
WAITED: list[Waited] = json.loads((EARLIER / "pending_answers.json").read_text(encoding="utf-8"))


def sent(club: Club) -> int:
    """How many messages there are, in the channel and in private."""
    return sum(len(messages) for messages in club.env.backend.messages.values())


async def test_every_earlier_notice_is_sent(club: Club) -> None:
    club.env.settle_timeout = 60
    club.quiet()
    world, services = World(club), club.services
    await world.fill()
    now_meant: dict[str, JSON] = {
        "tournament": world.league,
        "challenge": world.challenge,
        "instead_of": world.challenge,
        "by": club.bob.id,
        "to": club.bob.id,
        "out": club.alice.id,
        "pings": [club.alice.id, club.bob.id],
        "games": [pairing.id for pairing in await services.tournaments.games(world.league)],
        "round": 1,
    }
    for owed in OWED:
        kind, stored_then = owed["kind"], owed["payload"]
        payload = {name: value and now_meant.get(name, value) for name, value in stored_then.items()}
        match = {"finished": world.finished, "turn": world.running}.get(kind, world.timed)
        if "from" in payload:
            # A direct message about a turn is of no use once the match has gone on.
            latest = (await services.matches.get(match)).state.ply if owed["dm"] else 1
            payload |= {"from": 0, "to": 0 if kind == "finished" else latest}
        told = club.dave if owed["dm"] else club.bob
        row = {
            "kind": kind,
            "payload": payload,
            "scope": club.guild.id,
            "channel": None if owed["dm"] else club.channel.id,
            "dm": told.id if owed["dm"] else None,
            "ping": told.id if owed["ping"] else None,
            "match": match if owed["match"] else None,
            "challenge": world.challenge if owed["challenge"] else None,
            "created_at": club.now(),
            "next_try": club.now(),
        }
        before = sent(club)
        async with club.bot.store.write() as connection:
            await connection.execute(outbox.insert().values(row))
        await services.delivery.flush(services)
        assert sent(club) == before + (kind != "digest"), owed  # servers have no daily list any more
        assert await services.outbox.depth() == 0, owed


@pytest.mark.slow
async def test_what_is_still_to_be_told_names_nobody_who_has_deleted_their_data(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    club.env.settle_timeout = 60
    club.quiet()
    world, services, alice = World(club), club.services, club.alice.id
    await world.fill()
    await services.matches.resign(world.running, club.bob.id)
    await services.delivery.flush(services)
    until, later = int(club.now().timestamp()) + 3600, club.now() + timedelta(days=30)
    games = [pairing.id for pairing in await services.tournaments.games(world.league)]
    meant: dict[str, object] = {"tournament": world.league, "pings": (alice, club.bob.id), "games": games, "round": 1}
    meant |= {"by": alice, "user": alice, "away": alice, "to": alice, "out": alice, "until": until, "due": until}
    meant |= {
        "slot": 1,
        "match": world.timed,
        "why": "",
        "game": "loop",
        "request": "draw",
        "puzzle": puzzles("loop")[0].name,
    }
    owed = []
    for event in (event for event in KINDS.values() if event.__module__.startswith("bot.")):
        challenged = "challenges" in event.__module__
        of = {"challenge": world.challenge if challenged else None, "match": None if challenged else world.running}
        meant["end"] = int(event.kind == "turn")
        told = event(**{field.name: meant[field.name] for field in fields(event) if field.name in meant})
        row = {"kind": event.kind, "payload": told.payload(), "scope": club.guild.id, "created_at": club.now(), **of}
        for to in (
            (club.channel.id, None, alice),
            (club.channel.id, None, club.bob.id),
            (None, club.bob.id, club.bob.id),
        ):
            owed.append({**row, **dict(zip(("channel", "dm", "ping"), to, strict=True)), "next_try": later})
    async with club.bot.store.write() as connection:
        await connection.execute(outbox.insert(), owed)
    await services.privacy.delete(alice)
    await services.delivery.flush(services)  # that she has gone
    before, requests = sent(club), len(club.env.http_requests)
    async with club.bot.store.read() as connection:
        due = (await connection.execute(sa.select(outbox.c.id, outbox.c.kind).where(outbox.c.next_try >= later))).all()
    assert len(due) == len(owed)
    for row in due:
        async with club.bot.store.write() as connection:
            await connection.execute(outbox.update().where(outbox.c.id == row.id).values(next_try=club.now()))
        await services.delivery.flush(services)
        left = await club.bot.store.fetch(sa.select(outbox.c.next_try).where(outbox.c.id == row.id))
        assert not left, row.kind
    assert [record.getMessage() for record in caplog.records if record.levelname in ("ERROR", "CRITICAL")] == []
    assert sent(club) > before + 20
    assert not any(str(alice) in json.dumps(entry.json, default=str) for entry in club.env.http_requests[requests:])


TOLD = {"hint": "a hint", "analysis": "M3 · analysis", "puzzle": "Longest defence", "answer": "is met by **"}


@pytest.mark.slow
@pytest.mark.parametrize("waited", WAITED, ids=lambda waited: f"{waited['kind']} {waited['about']}")
async def test_who_waited_for_an_earlier_version_is_answered(club: Club, waited: Waited) -> None:
    kind, about = waited["kind"], dict(waited["about"])
    await club.match("8x8, double turns")
    await club.alice.slash("move", moves="e4-d6")
    await club.bob.slash("move", moves="d5-e3")  # and no second one yet
    await club.match("6x6, single turns")
    await club.match("6x6, single turns")
    await club.alice.slash("move", moves=(await club.alice.type("move", "moves", "", match="M3"))[0], match="M3")
    await club.services.matches.resign(3, club.bob.id)
    who = club.bob if about.get("made") else club.alice
    if "match" in about:
        about["match"] = 3 if kind == "analysis" else 1 if about["made"] else 2
    if "version" in about:
        about["version"] = (await club.services.matches.get(int(str(about["match"])))).version
    answer = await who.slash("help")
    shown = club.env.backend.get_message(club.channel.id, stored(answer).id)
    shown.components = [
        {"type": 10, "id": 1, "content": about.get("said", "…")},
        {
            "type": 1,
            "id": 2,
            "components": [
                {"type": 2, "style": 2, "id": 3, "label": "Next puzzle"}
                | {"custom_id": f"lh:pznext:0:0:{about.get('game')}.{about.get('puzzle')}."}
            ],
        },
    ]
    asked = answer._interaction
    place = Place(club.guild.id, club.channel.id)
    via = Via(asked.id, asked.token, club.bot.client.application_id or 0)
    await club.services.pending_answers.ask(kind, who.id, about, place, "en-US", via)
    await club.restart()
    await club.thought()
    assert TOLD[kind] in words(answer)


async def test_what_this_version_does_not_know_keeps_nobody_else_waiting(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    await club.match("6x6, single turns")
    place, via = Place(club.guild.id, club.channel.id), Via(1, "token", club.bot.client.application_id or 0)
    for kind, about in (("gone", {}), ("hint", {"match": 1})):
        await club.services.pending_answers.ask(kind, club.bob.id, about, place, "en-US", via)
    asked = await club.alice.slash("hint")
    await club.restart()
    await club.thought()
    assert "M1 · a hint" in words(stored(asked))
    assert await club.services.pending_answers.take() == []
    assert [record.levelname for record in caplog.records if "'gone'" in record.getMessage()] == ["ERROR"]
    caplog.clear()  # they are meant to be there
