"""Stored notices and pending answers of any version are sent, and name nobody who has deleted their
data.
"""

import json
from datetime import timedelta
from functools import partial
from typing import Any

import discord
import pytest
import sqlalchemy as sa

import games
from bot.domain.events import JSON, event_class
from bot.domain.matches import agreements
from bot.domain.values import InteractionRef
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
    club = world.club
    alice = club.alice.id
    bob = club.bob.id
    values = await values_of(world)
    notices = []
    for sample in samples("notices"):
        kind = sample["kind"]
        payload = sample["payload"]
        for name, value in values.items():
            if name in payload:
                payload[name] = value
        if "end" in payload:
            payload["end"] = int(kind == "turn")
        in_a_month = club.now() + timedelta(days=30)
        row = {
            "kind": kind,
            "payload": payload,
            "scope": club.guild.id,
            "match": None,
            "challenge": None,
            "created_at": club.now(),
            "next_try": in_a_month,
        }
        event = event_class(kind, payload)
        if event is not None and "challenges" in event.__module__:
            row["challenge"] = world.challenge
        else:
            row["match"] = match_of(world, kind)
        notices += [
            {**row, "channel": club.channel.id, "dm": None, "ping": alice},
            {**row, "channel": club.channel.id, "dm": None, "ping": bob},
            {**row, "channel": None, "dm": bob, "ping": bob},
        ]
    return notices


def match_of(world: World, kind: str) -> int:
    """A match in which an event of a kind may have happened."""
    if kind == "finished":
        return world.finished
    if kind == "turn":
        return world.running
    return world.timed


async def values_of(world: World) -> dict[str, JSON]:
    """What the fields of events are replaced by, so that they are about what is there."""
    club = world.club
    services = club.services
    alice = club.alice.id
    league_games = await services.tournaments.games(world.league)
    match = await services.matches.get(world.timed)
    in_an_hour = int(club.now().timestamp()) + 3600
    return {
        "by": alice,
        "user": alice,
        "away": alice,
        "to": alice,
        "out": alice,
        "until": in_an_hour,
        "tournament": world.league,
        "pings": [alice, club.bob.id],
        "games": [pairing.id for pairing in league_games],
        "round": 1,
        "game": "loop",
        "puzzle": puzzles("loop")[0].name,
        "match": world.timed,
        "version": match.version,
        "request": "draw",
        "start": 0,
        "why": "",
    }


def count_messages(club: Club) -> int:
    return sum(len(messages) for messages in club.env.backend.messages.values())


async def samples_in_outbox(club: Club) -> list[Any]:
    """The rows that are stored for later."""
    tomorrow = club.now() + timedelta(days=1)
    later_notices = sa.select(outbox).where(outbox.c.next_try > tomorrow)
    return list(await club.bot.store.fetch(later_notices))


async def send_now(club: Club, row: Any) -> None:
    """Send what is stored for later."""
    this_row = outbox.c.id == row.id
    async with club.bot.store.write() as connection:
        await connection.execute(outbox.update().where(this_row).values(next_try=club.now()))
    await club.bot.delivery.flush()
    remaining_rows = await club.bot.store.fetch(sa.select(outbox.c.id).where(this_row))
    assert not remaining_rows, row.kind


def name_of(row: Any) -> str:
    """The kind of an event, with what tells events of that kind apart."""
    return f"{row.kind} {row.payload.get('what', '')}".strip()


async def send_all(club: Club) -> set[str]:
    """Send what is stored for later, one after the other; gives the events without any message."""
    with_message = set()
    without_message = set()
    for row in await samples_in_outbox(club):
        count = count_messages(club)
        await send_now(club, row)
        if count_messages(club) == count:
            without_message.add(name_of(row))
        else:
            with_message.add(name_of(row))
    return without_message - with_message


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
    assert await send_all(club) == SILENT
    assert errors(caplog) == []


@pytest.mark.slow
@pytest.mark.usefixtures("full")
async def test_every_post_says_why_shows_a_board_and_leads_on(club: Club) -> None:
    faults = []
    for row in await samples_in_outbox(club):
        if row.ping != club.alice.id:
            continue
        count = len(club.posts())
        await send_now(club, row)
        posts = club.posts()[count:]
        if len(posts) > 1:
            faults.append(f"{name_of(row)}: {len(posts)} posts")
        for post in posts:
            exceptions = EXCEPT.get(name_of(row), ())
            for quality in lacks(club, post):
                if quality not in exceptions:
                    faults.append(f"{name_of(row)}: no {quality}: {words(post)}")
    assert not faults, "\n".join(faults)


def lacks(club: Club, post: discord.Message) -> list[str]:
    """What a post should have and has not."""
    text = words(post)
    qualities = {
        "picture": bool(pictures(post)),
        "game": any(game.name in text for game in games.catalog()),
        "way on": bool(buttons(post)),
        "mention of who is pinged": all(f"<@{user}>" in text for user in club.pings_of(post)),
    }
    return [quality for quality, is_there in qualities.items() if not is_there]


@pytest.mark.slow
@pytest.mark.usefixtures("full")
async def test_strangers_who_press_change_no_post_and_are_answered_privately(club: Club) -> None:
    faults = []
    wire = Wire(club)
    for row in await samples_in_outbox(club):
        if row.ping != club.alice.id:
            continue
        count = len(club.posts())
        await send_now(club, row)
        for post in club.posts()[count:]:
            for label, custom_id in pressable(post).items():
                result = wire.press(club.carol, custom_id, post)
                text = await answer_to(result)
                if text and not private(result):
                    faults.append(f"{name_of(row)}, {label}: answered in public: {text[:200]}")
                if "went wrong" in text:
                    faults.append(f"{name_of(row)}, {label}: {text[:200]}")
                if buttons(club.as_it_is_now(post)) != buttons(post):
                    faults.append(f"{name_of(row)}, {label}: changed the post")
    assert not faults, "\n".join(faults)


@pytest.mark.slow
@pytest.mark.usefixtures("full")
async def test_stored_notices_name_nobody_who_deleted_their_data(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    alice = club.alice.id
    await club.services.privacy.delete(alice)
    await club.bot.delivery.flush()  # that she has gone
    count = count_messages(club)
    first_request = len(club.env.http_requests)
    await send_all(club)
    assert errors(caplog) == []
    assert count_messages(club) > count + 20
    for entry in club.env.http_requests[first_request:]:
        body = json.dumps(entry.json, default=str)
        assert str(alice) not in body


@pytest.mark.slow
async def test_what_this_version_does_not_know_keeps_nobody_waiting(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    await club.match("6x6, single turns")
    place = club.place
    interaction = InteractionRef(1, "token", club.bot.client.application_id or 0)
    pending = club.services.pending_answers
    await pending.ask("gone", club.bob.id, {}, place, "en-US", interaction)
    await pending.ask("hint", club.bob.id, {"match": 1}, place, "en-US", interaction)
    answer = await club.alice.slash("hint")
    await club.restart()
    await club.thought()
    assert "M1 · a hint" in words(stored(answer))
    assert await club.services.pending_answers.take() == []
    records = [record for record in caplog.records if "'gone'" in record.getMessage()]
    assert [record.levelname for record in records] == ["ERROR"]
    caplog.clear()  # they are meant to be there


async def test_what_follows_a_notice_of_a_match_that_is_gone_by_then_ends_quietly(
    club: Club, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await club.match(clock="1d")
    places = club.bot.delivery._places
    deliver = places.deliver

    async def deliver_and_delete_match(*args: Any) -> bool:
        result = await deliver(*args)
        async with club.bot.store.write() as connection:
            await connection.execute(matches.delete())
        return result

    monkeypatch.setattr(places, "deliver", deliver_and_delete_match)
    offer_draw = partial(agreements.offer_draw, user=club.alice.id)
    await club.services.matches.do(1, offer_draw)
    count = count_messages(club)
    await club.bot.delivery.flush()
    assert count_messages(club) == count + 1
    assert errors(caplog) == []
    assert not await club.bot.store.fetch(sa.select(outbox.c.id))
