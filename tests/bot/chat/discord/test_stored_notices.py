"""Stored notices and pending answers of any version are sent, and name nobody who has deleted their
data.
"""

import json
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
import sqlalchemy as sa

import games
from bot.domain.events import JSON, event_class
from bot.domain.matches import agreements
from bot.domain.values import Via
from bot.store.tables import matches, outbox
from games.players.puzzles import puzzles
from tests.bot.chat.conftest import Club
from tests.bot.chat.features.agreements.test_refused import pressable
from tests.bot.chat.reading import buttons, pictures, private, stored, words
from tests.bot.chat.world import Wire, World, answer_to
from tools.samples import samples

EXCEPT = {
    "declined": ("way on",),  # here the challenge was withdrawn
    "expired": ("way on",),
    "league started": ("picture", "game"),  # of all games
    "league closed": ("picture", "game"),
}
"""What the post of an event need not have."""
SILENT = {
    "line",
    "tree",
    "left",
    "lobby_card",
    "overdue",
    "quiet_asked",
    "tournament offered",
    "tournament calendar",
}
"""Events without a message here, where nothing of that kind is so; the last never has a message."""


async def rows(world: World) -> list[dict[str, Any]]:
    """The samples as rows of the outbox about a world's matches: each to alice, to bob, and to bob
    in private.
    """
    club, services = world.club, world.club.services
    alice = club.alice.id
    bob = club.bob.id
    here = club.channel.id
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
        kind = sample["kind"]
        payload = sample["payload"]
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
    return sum(len(there) for there in club.env.backend.messages.values())


async def send(club: Club) -> set[str]:
    """Send what is stored for later, one after the other; gives the events without any message."""
    query = sa.select(outbox).where(outbox.c.next_try > club.now() + timedelta(days=1))
    sent = set()
    silent = set()
    for row in await club.bot.store.fetch(query):
        before = messages(club)
        async with club.bot.store.write() as connection:
            await connection.execute(
                outbox.update().where(outbox.c.id == row.id).values(next_try=club.now())
            )
        await club.bot.delivery.flush()
        assert not await club.bot.store.fetch(
            sa.select(outbox.c.id).where(outbox.c.id == row.id)
        ), row.kind
        name = f"{row.kind} {row.payload.get('what', '')}".strip()
        (silent if messages(club) == before else sent).add(name)
    return silent - sent


def errors(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [
        record.getMessage()
        for record in caplog.records
        if record.levelname in ("ERROR", "CRITICAL")
    ]


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
async def test_every_post_says_why_shows_a_board_and_leads_on_and_is_left_by_strangers(
    club: Club,
) -> None:
    names = {game.name for game in games.catalog()}
    wrong = []
    query = sa.select(outbox).where(
        outbox.c.next_try > club.now() + timedelta(days=1), outbox.c.ping == club.alice.id
    )
    for row in await club.bot.store.fetch(query):
        before = len(club.posts())
        async with club.bot.store.write() as connection:
            await connection.execute(
                outbox.update().where(outbox.c.id == row.id).values(next_try=club.now())
            )
        await club.bot.delivery.flush()
        name = f"{row.kind} {row.payload.get('what', '')}".strip()
        posts = club.posts()[before:]
        for post in posts:
            shown = words(post)
            pinged = club.env.backend.get_message(post.channel.id, post.id).ping_user_ids
            rules = {
                "picture": bool(pictures(post)),
                "game": any(game in shown for game in names),
                "way on": bool(buttons(post)),
                "one post": len(posts) == 1,
                "pings once": all(shown.count(f"<@{user}>") for user in pinged),
            }
            wrong += [
                f"{name}: no {rule}: {shown}"
                for rule, so in rules.items()
                if not so and rule not in EXCEPT.get(name, ())
            ]
            for label, custom_id in pressable(post).items():
                answer = Wire(club).press(club.carol, custom_id, post)
                said = await answer_to(answer)
                if (said and not private(answer)) or "went wrong" in said:
                    wrong.append(f"{name}, {label} by a stranger: {said[:200]}")
                now = [one for one in club.posts() if one.id == post.id]
                if not now or (buttons(now[0]) != buttons(post)):
                    wrong.append(f"{name}, {label} by a stranger: changed the post")
    assert not wrong, "\n".join(wrong)


@pytest.mark.slow
@pytest.mark.usefixtures("full")
async def test_stored_notices_name_nobody_who_deleted_their_data(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    alice = club.alice.id
    await club.services.privacy.delete(alice)
    await club.bot.delivery.flush()  # that she has gone
    before = messages(club)
    requests = len(club.env.http_requests)
    await send(club)
    assert errors(caplog) == []
    assert messages(club) > before + 20
    assert not any(
        str(alice) in json.dumps(entry.json, default=str)
        for entry in club.env.http_requests[requests:]
    )


@pytest.mark.slow
async def test_what_this_version_does_not_know_keeps_nobody_waiting(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    await club.match("6x6, single turns")
    place = club.place
    via = Via(1, "token", club.bot.client.application_id or 0)
    for kind, about in (("gone", {}), ("hint", {"match": 1})):
        await club.services.pending_answers.ask(kind, club.bob.id, about, place, "en-US", via)
    asked = await club.alice.slash("hint")
    await club.restart()
    await club.thought()
    assert "M1 · a hint" in words(stored(asked))
    assert await club.services.pending_answers.take() == []
    assert [record.levelname for record in caplog.records if "'gone'" in record.getMessage()] == [
        "ERROR"
    ]
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
