"""Tournaments as scheduled events of a Discord server."""

import discord
import pytest
from simcord.backend.models import Overwrite

from bot.domain.tournaments import organising
from bot.domain.tournaments.contest import Contest
from bot.domain.tournaments.events import CalendarDue
from tests.bot.chat.acting import DAY, later
from tests.bot.chat.conftest import Club
from tests.bot.chat.reading import words
from tests.sampling import some_of_each

pytestmark = pytest.mark.slow

EVENTS = "/guilds/*/scheduled-events"


async def events_of(club: Club) -> list[discord.ScheduledEvent]:
    """The server's scheduled events."""
    await club.env.advance_time(5)
    return list(await club.server.fetch_scheduled_events())


async def create(club: Club, **terms: object) -> None:
    """Announce a tournament that begins in three days."""
    await club.alice.slash(
        "tournament create",
        game="loop",
        kind="swiss",
        starts="in 3 days",
        title="Spring cup",
        **terms,
    )


async def doubled(club: Club, event: discord.ScheduledEvent) -> None:
    """Create an event a second time, as the bot would after a crash."""
    kind = discord.EntityType.external
    level = discord.PrivacyLevel.guild_only
    start_time = event.start_time
    make = club.server.create_scheduled_event
    await make(
        name=event.name,
        start_time=start_time,
        end_time=start_time,
        entity_type=kind,
        privacy_level=level,
        location="here",
    )


async def test_a_scheduled_event_follows_its_tournament(club: Club) -> None:
    await create(club)
    [event] = await events_of(club)
    assert event.name == "T1 · Spring cup"
    assert event.start_time == (await club.services.tournaments.get(1)).starts
    assert event.location == f"https://discord.com/channels/{club.guild.id}/{club.channel.id}"
    assert "Sign up here" in (event.description or "")
    await doubled(club, event)
    await club.alice.slash("tournament start", when="in 5 days")
    [new_event] = await events_of(club)
    assert (new_event.id, new_event.start_time) == (
        event.id,
        (await club.services.tournaments.get(1)).starts,
    )
    await doubled(club, event)
    club.env.inject_error("DELETE", f"{EVENTS}/{event.id}", status=404, code=10070)
    await club.alice.click(await club.alice.slash("tournament close"), "Close tournament")
    assert "cancelled" in words(club.post())
    assert [one.id for one in await events_of(club)] == [event.id], (
        "one that is missing stops no other’s deletion"
    )


REFUSALS = [
    ("GET", EVENTS, 403, 50013),
    ("POST", EVENTS, 403, 50013),  # missing permissions
    ("POST", EVENTS, 400, 30038),  # as many events as a server may have
    ("POST", EVENTS, 503, 0),
]


@pytest.mark.some_cases(1)
@pytest.mark.parametrize(("method", "path", "status", "code"), REFUSALS)
async def test_a_tournament_goes_on_if_discord_refuses_its_event(
    club: Club, method: str, path: str, status: int, code: int
) -> None:
    club.env.inject_error(
        method, path, status=status, code=code, times=None if status == 503 else 1
    )
    await create(club)
    assert "Spring cup" in words(club.post())
    club.env.backend.faults.clear()
    if status == 503:
        # Discord was in trouble: it is tried again
        await later(club, 60)
        assert len(await events_of(club)) == 1
    else:
        assert await events_of(club) == []
    await club.alice.slash("tournament start", when="in 5 days")
    [event] = await events_of(club)
    assert event.start_time == (await club.services.tournaments.get(1)).starts, (
        "made when there is cause again"
    )


async def test_no_event_is_requested_without_the_permission(club: Club) -> None:
    for role in club.env.backend.guilds[club.guild.id].roles.values():
        role.permissions &= ~(
            discord.Permissions(manage_events=True, create_events=True, administrator=True).value
        )
    await club.env.restart_bot()
    await create(club)
    assert not [
        entry for entry in club.env.http_requests if entry.path.endswith("/scheduled-events")
    ]


async def test_an_event_deleted_by_a_moderator_is_not_recreated(club: Club) -> None:
    await create(club, checkin=6)
    [event] = await events_of(club)
    await event.delete()
    await later(club, 2.8 * DAY)
    assert (await club.services.tournaments.get(1)).status == "checkin"
    assert await events_of(club) == []


@pytest.mark.parametrize(
    ("status", "code"), some_of_each([(404, 10070), (403, 50013), (400, 50035)], 1, bool)
)
async def test_a_tournament_moves_even_if_its_event_cannot_be_changed(
    club: Club, status: int, code: int
) -> None:
    await create(club)
    [event] = await events_of(club)
    club.env.inject_error("PATCH", f"{EVENTS}/{event.id}", status=status, code=code)
    await club.alice.slash("tournament start", when="in 5 days")
    assert "Spring cup" in words(club.post())
    assert [one.start_time for one in await events_of(club)] == [event.start_time]


async def test_hiding_the_channel_deletes_the_event_and_a_hidden_one_has_none(club: Club) -> None:
    await club.alice.slash(
        "tournament create", game="loop", kind="swiss", starts="in 3 days", title="Spring cup"
    )
    assert len(await events_of(club)) == 1
    views = discord.Permissions(view_channel=True).value
    backend = club.env.backend
    backend.set_overwrite(club.channel.id, Overwrite(club.alice.id, 1, allow=views))
    backend.set_overwrite(club.channel.id, Overwrite(club.guild.id, 0, deny=views))
    await club.alice.slash("tournament start", when="in 5 days")
    assert await events_of(club) == []
    await create(club)
    assert await events_of(club) == []


async def test_an_event_stays_while_its_channel_cannot_be_fetched(club: Club) -> None:
    thread = club.env.backend.create_thread(club.channel.id, "cups", club.alice.id)
    await club.env.settle()
    club.channel = discord.utils.get(club.channel.threads, id=thread.id) or thread
    await create(club)
    [event] = await events_of(club)
    # archived: what Discord tells is asked for
    club.server._remove_thread(discord.Object(thread.id))
    club.env.inject_error("GET", f"/channels/{thread.id}", status=503, code=0, times=None)
    await club.services.tournaments.do(1, Contest.announce, CalendarDue(1, False))
    assert [one.id for one in await events_of(club)] == [event.id]


async def test_deleting_the_organisers_data_renames_the_event(club: Club) -> None:
    await create(club)
    await club.services.privacy.delete(club.alice.id)
    assert ["Spring" in one.name for one in await events_of(club)] in ([], [False])


async def test_clearing_the_title_of_a_running_tournament_renames_its_event(club: Club) -> None:
    await create(club)
    for member in (club.alice, club.bob, club.carol, club.dave):
        await member.slash("tournament join", tournament="T1")
    await later(club, 3.1 * DAY)
    assert (await club.services.tournaments.get(1)).status == "running"
    await club.services.tournaments.do(1, organising.clear_title)
    [event] = await events_of(club)
    assert event.name == "T1 · Loop"
